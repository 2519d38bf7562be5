//! `loanfile metrics`.

use crate::context::{Format, Globals};
use crate::output::Output;
use anyhow::Result;
use clap::Args;
use loanfile::ops;
use loanfile::reports::ReportFilter;
use loanfile::views::{MetricsView, ProcessingMetricsView};
use std::process::ExitCode;

/// Show how well the pipeline does: totals, times of the stages, completion and touchless rates
///
/// Counted are documents by when their file was received, without trashed ones. A document is completed when it has
/// its values and waits for nothing but an export, or has been exported. It is touchless when no person corrected,
/// confirmed or waived anything in it and no review task of it is open. The turnaround goes from the receipt of the
/// file to the end of the last stage. Times of stages are those of the runs that counted, read and stored results
/// included; percentiles are exact to a millisecond below a second and to a hundredth above.
#[derive(Args)]
#[command(after_help = "Examples:
  loanfile metrics
  loanfile metrics --from 2026-03-01 --to 2026-03-31 --format json

A date stands for a whole day in UTC; --to includes it.")]
pub struct Metrics {
    /// Only documents that were received on this day or later
    #[arg(long, value_name = "DATE")]
    from: Option<String>,
    /// Only documents that were received on this day or earlier
    #[arg(long, value_name = "DATE")]
    to: Option<String>,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

impl Metrics {
    /// Prints the figures.
    pub fn run(self, globals: &Globals) -> Result<ExitCode> {
        let context = globals.open()?;
        let time = ReportFilter::read(self.from.as_deref(), self.to.as_deref(), None)?;
        let view = ops::metrics(&context.workspace, &context.caller, time.from, time.before)?;
        match self.format {
            Format::Json => context.output.json::<MetricsView>(&view)?,
            Format::Table => print(&context.output, &view.data)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn print(output: &Output, metrics: &ProcessingMetricsView) -> Result<()> {
    let percent = |rate: Option<f64>| rate.map_or_else(|| "-".to_string(), |rate| format!("{:.1}%", rate * 100.0));
    let mut rows = output.table(&["Documents", &format!(">{}", metrics.documents.total)]);
    for (status, count) in metrics.documents.by_status.iter().filter(|(_, count)| **count > 0) {
        rows.add([format!("  {status}"), count.to_string()]);
    }
    rows.add(["Completed".to_string(), percent(metrics.completion_rate)]);
    rows.add(["Touchless".to_string(), percent(metrics.touchless_rate)]);
    let turnaround = metrics.mean_turnaround_seconds;
    rows.add(["Mean turnaround".to_string(), turnaround.map_or("-".to_string(), |mean| format!("{mean:.1} s"))]);
    rows.print(output)?;
    if metrics.stages.is_empty() {
        return Ok(());
    }
    output.line("")?;
    let mut rows = output.table(&["Stage", ">Runs", ">Failed", ">Mean ms", ">p50 ms", ">p95 ms"]);
    let figure = |figure: Option<u64>| figure.map(|figure| figure.to_string()).unwrap_or_default();
    for stage in &metrics.stages {
        rows.add([
            stage.stage.as_str().to_string(),
            stage.runs.to_string(),
            stage.failures.to_string(),
            stage.mean_ms.map(|mean| format!("{mean:.1}")).unwrap_or_default(),
            figure(stage.p50_ms),
            figure(stage.p95_ms),
        ]);
    }
    rows.print(output)
}
