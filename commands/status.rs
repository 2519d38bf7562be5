//! `loanfile status`.

use crate::context::{Format, Globals};
use crate::output::Output;
use anyhow::Result;
use clap::Args;
use loanfile::model::ProcessingStatus;
use loanfile::ops;
use loanfile::views::StatusView;
use std::process::ExitCode;

/// Show loans, documents by state, open tasks and failures
#[derive(Args)]
#[command(after_help = "Examples:
  loanfile status
  loanfile status --loan L-17 --format json")]
pub struct Status {
    /// Only this loan, by your id for it or its loanId
    #[arg(long, value_name = "ID")]
    loan: Option<String>,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

impl Status {
    /// Prints the state.
    pub fn run(self, globals: &Globals) -> Result<ExitCode> {
        let context = globals.open()?;
        let view = ops::status(&context.workspace, &context.caller, self.loan.as_deref())?;
        match self.format {
            Format::Json => context.output.json(&view)?,
            Format::Table => print(&context.output, &view)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn print(output: &Output, view: &StatusView) -> Result<()> {
    if view.loans.is_empty() {
        return output.line("No loans yet; \"loanfile ingest --loan ID FILE...\" makes one.");
    }
    let mut rows =
        output.table(&["Loan", ">Files", ">Documents", ">Waiting", ">Extracted", ">Exported", ">Failed", ">Tasks"]);
    for loan in &view.loans {
        let count = |status| loan.documents.get(&status).copied().unwrap_or(0);
        let all: u64 = loan.documents.values().sum();
        let (extracted, exported, failed) =
            (count(ProcessingStatus::Extracted), count(ProcessingStatus::Exported), count(ProcessingStatus::Failed));
        let counts = [loan.source_files, all, all - extracted - exported - failed, extracted, exported, failed];
        let counts = counts.into_iter().chain([loan.open_tasks]).map(|count| count.to_string());
        rows.add(std::iter::once(loan.external_loan_id.clone()).chain(counts));
    }
    rows.print(output)?;
    if !view.failures.is_empty() {
        output.line("")?;
        output.line("Failed:")?;
    }
    for failed in &view.failures {
        let pages = format!("{}-{}", failed.source_pages.first, failed.source_pages.last);
        let reason = failed
            .failure
            .as_ref()
            .map_or(String::new(), |failure| format!("{} {}: {}", failure.stage, failure.code, failure.message));
        output.line(&format!("  {} pages {pages}, document {}", failed.file_name, failed.document_id))?;
        output.line(&format!("    {reason}"))?;
    }
    if view.backlog.pages > 0 || view.backlog.documents > 0 {
        output.line("")?;
        output.line(&format!(
            "{} pages and {} documents wait for \"loanfile process\".",
            view.backlog.pages, view.backlog.documents
        ))?;
    }
    Ok(())
}
