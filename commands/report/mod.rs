//! `loanfile report`.

mod run;

use crate::context::{Context, Format, Globals};
use anyhow::Result;
use clap::{Args, Subcommand};
use loanfile::ops;
use run::Run;
use serde_json::json;
use std::process::ExitCode;

/// List the reports, and write one as a table, JSON, CSV or for other programs
#[derive(Args)]
#[command(after_help = "Examples:
  loanfile report list
  loanfile report run \"Loan Processing\" --from 2026-03-01 --to 2026-03-31
  loanfile report run \"AI Performance\" --loans L-17 --format csv --output ai.csv")]
pub struct Report {
    #[command(subcommand)]
    action: ReportAction,
}

#[derive(Subcommand)]
enum ReportAction {
    /// List the reports and their columns
    #[command(after_help = "Examples:
  loanfile report list
  loanfile report list --format json")]
    List(List),
    /// Write a report
    Run(Run),
}

#[derive(Args)]
struct List {
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

impl Report {
    /// Does what was asked for.
    pub fn run(self, globals: &Globals) -> Result<ExitCode> {
        let context = globals.open()?;
        match self.action {
            ReportAction::List(list) => list.run(&context)?,
            ReportAction::Run(run) => run.run(&context)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl List {
    fn run(self, context: &Context) -> Result<()> {
        let catalog = ops::report_catalog(&context.workspace, &context.caller)?;
        if self.format == Format::Json {
            return context.output.json(&json!({ "data": catalog }));
        }
        let mut rows = context.output.table(&["Report", ">Columns", "What it tells"]);
        for entry in &catalog {
            rows.add([entry.report_name, &entry.column_definitions.len().to_string(), entry.description]);
        }
        rows.print(&context.output)
    }
}
