//! `loanfile income history` and `loanfile income eligible`.

use crate::context::{Context, Format};
use crate::output::tell;
use anyhow::{Result, bail};
use clap::Args;
use loanfile::error::Error;
use loanfile::los::short_id;
use loanfile::ops;
use loanfile::views::PageView;

/// A loan, by position or by option.
#[derive(Args)]
struct OfLoan {
    /// The loan, by your id for it or its loanId
    #[arg(value_name = "LOAN")]
    named: Option<String>,
    /// The same
    #[arg(long, value_name = "ID", conflicts_with = "named")]
    loan: Option<String>,
}

#[derive(Args)]
pub struct History {
    #[command(flatten)]
    of: OfLoan,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

#[derive(Args)]
pub struct Eligible {
    #[command(flatten)]
    of: OfLoan,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

impl OfLoan {
    fn loan(&self) -> Result<&str> {
        match self.named.as_ref().or(self.loan.as_ref()) {
            Some(loan) => Ok(loan),
            None => bail!(Error::invalid_input("no loan is named").hint("name it with --loan ID")),
        }
    }
}

impl History {
    /// Lists the runs.
    pub fn run(self, context: &Context) -> Result<()> {
        let history = ops::income_history(&context.workspace, &context.caller, self.of.loan()?)?;
        if self.format == Format::Json {
            return context.output.json(&history);
        }
        let mut rows = context.output.table(&["Run", "Status", "Since", "Who", "Guideline", "Result"]);
        for run in &history {
            rows.add([
                short_id(&run.run_id.to_string()).to_string(),
                run.status.to_string(),
                run.created_at.to_string().chars().take(16).collect::<String>().replace('T', " "),
                run.requested_by.clone(),
                run.guideline.to_string(),
                run.outcome.clone(),
            ]);
        }
        rows.keep_whole(0);
        rows.print(&context.output)?;
        if history.is_empty() {
            tell("There is no run yet; \"loanfile income --loan ID\" makes one.");
        }
        Ok(())
    }
}

impl Eligible {
    /// Lists the documents.
    pub fn run(self, context: &Context) -> Result<()> {
        let eligible = ops::income_eligible(&context.workspace, &context.caller, self.of.loan()?)?;
        if self.format == Format::Json {
            return context.output.json(&PageView::whole(eligible));
        }
        let mut rows = context.output.table(&["Document", "Type", "Status", "File"]);
        for document in &eligible {
            rows.add([
                document.name.clone(),
                document.document_type.clone(),
                document.processing_status.to_string(),
                document.file_name.clone(),
            ]);
        }
        rows.print(&context.output)?;
        if eligible.is_empty() {
            tell("No document of the loan can support an income analysis yet; \"loanfile process\" reads documents.");
        }
        Ok(())
    }
}
