//! `loanfile timeline`.

use crate::context::{Format, Globals};
use crate::output::{Output, tell};
use anyhow::Result;
use clap::Args;
use loanfile::model::Stage;
use loanfile::ops;
use loanfile::views::{TimelineEntryView, TimelineView};
use std::collections::BTreeSet;
use std::process::ExitCode;

/// Show what happened to a loan, stage by stage, with how long it took
///
/// The table sums up each stage of the pipeline; --events and JSON list every event by its moment.
#[derive(Args)]
#[command(after_help = "Examples:
  loanfile timeline --loan L-17
  loanfile timeline --loan L-17 --events
  loanfile timeline --loan L-17 --format json")]
pub struct Timeline {
    /// The loan, by your id for it or its loanId
    #[arg(long, value_name = "ID")]
    loan: String,
    /// List every event
    #[arg(long)]
    events: bool,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

impl Timeline {
    /// Prints the timeline.
    pub fn run(self, globals: &Globals) -> Result<ExitCode> {
        let context = globals.open()?;
        let timeline = ops::timeline(&context.workspace, &context.caller, &self.loan)?;
        match (self.format, self.events) {
            (Format::Json, _) => context.output.json(&timeline)?,
            (Format::Table, true) => print_events(&context.output, &timeline)?,
            (Format::Table, false) => print_stages(&context.output, &timeline)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn print_events(output: &Output, timeline: &TimelineView) -> Result<()> {
    let mut rows = output.table(&["When", "Event", "Stage", "Document", ">ms"]);
    for entry in &timeline.data {
        let document = entry.document_id.map(|id| id.to_string()).unwrap_or_default();
        rows.add([
            entry.occurred_at.to_string(),
            entry.event_type.as_str().to_string(),
            entry.stage.map(|stage| stage.as_str()).unwrap_or_default().to_string(),
            document.get(document.len().saturating_sub(8)..).unwrap_or_default().to_string(),
            entry.duration_ms.map(|duration| duration.to_string()).unwrap_or_default(),
        ]);
    }
    rows.print(output)
}

fn print_stages(output: &Output, timeline: &TimelineView) -> Result<()> {
    let mut rows = output.table(&["Stage", ">Runs", ">Documents", ">Mean ms", ">Longest ms", "Last ended"]);
    for stage in Stage::ALL {
        let runs: Vec<&TimelineEntryView> =
            timeline.data.iter().filter(|entry| entry.stage == Some(stage) && entry.duration_ms.is_some()).collect();
        let Some(last) = runs.last() else { continue };
        let durations: Vec<u64> = runs.iter().filter_map(|entry| entry.duration_ms).collect();
        let documents: BTreeSet<_> = runs.iter().map(|entry| entry.document_id).collect();
        rows.add([
            stage.as_str().to_string(),
            runs.len().to_string(),
            documents.len().to_string(),
            format!("{:.1}", durations.iter().sum::<u64>() as f64 / durations.len() as f64),
            durations.iter().max().copied().unwrap_or_default().to_string(),
            last.occurred_at.to_string(),
        ]);
    }
    rows.print(output)?;
    if let (Some(first), Some(last)) = (timeline.data.first(), timeline.data.last()) {
        tell(&format!("{} events from {} to {}.", timeline.data.len(), first.occurred_at, last.occurred_at));
    }
    Ok(())
}
