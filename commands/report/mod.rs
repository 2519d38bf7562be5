//! `loanfile report`.

mod cross_check;
mod html;
mod of_loan;
mod run;

use crate::context::{Context, Format, Globals};
use anyhow::Result;
use clap::{Args, Subcommand};
use cross_check::CrossCheck;
use html::Html;
use loanfile::ops;
use of_loan::{AuditOfLoan, Checklist, Kept, Validation};
use run::Run;
use serde_json::json;
use std::process::ExitCode;

/// Write reports as tables, JSON, CSV, workbooks or Parquet; check and audit a loan
#[derive(Args)]
#[command(after_help = "Examples:
  loanfile report list
  loanfile report run \"Loan Processing\" --from 2026-03-01 --to 2026-03-31
  loanfile report run \"AI Performance\" --loans L-17 --format csv --output ai.csv
  loanfile report run \"Bank Statement Analysis\" --output deposits.xlsx
  loanfile report html --loan L-17 --output L-17.html
  loanfile report checklist --loan L-17")]
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
    Run(Run),
    Html(Html),
    Validation(Validation),
    Checklist(Checklist),
    Audit(AuditOfLoan),
    Kept(Kept),
    CrossCheck(CrossCheck),
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
            ReportAction::Html(html) => html.run(&context)?,
            ReportAction::Validation(validation) => validation.run(&context)?,
            ReportAction::Checklist(checklist) => checklist.run(&context)?,
            ReportAction::Audit(audit) => audit.run(&context)?,
            ReportAction::Kept(kept) => kept.run(&context)?,
            ReportAction::CrossCheck(check) => check.run(&context)?,
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
