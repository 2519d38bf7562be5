//! `loanfile income show`.

use super::Shown;
use crate::context::{Context, Format};
use anyhow::Result;
use clap::Args;
use loanfile::ops;
use loanfile::views::{IncomeResultView, IncomeRunView};

#[derive(Args)]
pub struct Show {
    /// The run: its id or the last digits of it
    run: String,
    #[command(flatten)]
    shown: Shown,
}

impl Show {
    /// Prints the run.
    pub fn run(self, context: &Context) -> Result<()> {
        let run = ops::income_run(&context.workspace, &context.caller, &self.run)?;
        if self.shown.format == Format::Json && self.shown.worksheet.is_none() {
            return context.output.json(&run);
        }
        let loan = ops::loan_name(&context.workspace, &context.caller, run.loan_id)?;
        if self.shown.format == Format::Table {
            head(context, &loan, &run)?;
        }
        let result =
            IncomeResultView { calculated_at: run.calculated_at, income_data: run.income_data, files: run.files };
        if result.income_data.is_none() {
            return Ok(());
        }
        self.shown.print(context, &loan, &result)
    }
}

fn head(context: &Context, loan: &str, run: &IncomeRunView) -> Result<()> {
    let output = &context.output;
    output.line(&format!("Run       {}", run.run_id))?;
    output.line(&format!("Loan      {loan}"))?;
    output.line(&format!("Status    {}", run.status))?;
    output.line(&format!("Rules     {}, {}", run.guideline, run.edition))?;
    output.line(&format!("Engine    {} {}", run.engine, run.engine_version.as_deref().unwrap_or_default()))?;
    output.line(&format!("Asked by  {}, {}", run.requested_by, run.created_at))?;
    for decided in &run.overrides {
        let mut words: Vec<String> =
            decided.facts.iter().map(|(fact, value)| format!("{} {value}", fact.name())).collect();
        words.extend(decided.include.map(|include| if include { "included" } else { "excluded" }.to_string()));
        output.line(&format!("Decided   {}: {}", decided.stream_key, words.join(", ")))?;
    }
    output.line(&format!("Inputs    {} documents, {}", run.documents.len(), run.inputs_sha256))?;
    if let Some(failure) = &run.failure {
        output.line(&format!("Failure   {}: {}", failure.code, failure.message))?;
    }
    output.line("")
}
