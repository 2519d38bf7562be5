//! `loanfile report html`.

use super::run::whole_file;
use crate::context::Context;
use crate::output::tell;
use anyhow::Result;
use clap::Args;
use loanfile::ops::{self, PageOf};
use std::io::Write;
use std::path::PathBuf;

/// Write a page with charts, of a loan or of a period
///
/// One file that a browser shows and prints: no network, no script. It has processing times by stage, confidences of
/// types and values, deposits by month, income by stream, findings by code and open tasks, each with its figures. A
/// chart says in words what it shows, and is told apart without colours.
#[derive(Args)]
#[command(after_help = "Examples:
  loanfile report html --loan L-17 --output L-17.html
  loanfile report html --from 2026-03-01 --to 2026-03-31 --output march.html

A date stands for a whole day in UTC; --to includes it. Documents are chosen by
when their file was received.")]
pub struct Html {
    /// The loan, by your id for it or its loanId
    #[arg(long, value_name = "ID", required_unless_present_any = ["from", "to"], conflicts_with_all = ["from", "to"])]
    loan: Option<String>,
    /// Documents that were received on this day or later
    #[arg(long, value_name = "DATE")]
    from: Option<String>,
    /// Documents that were received on this day or earlier
    #[arg(long, value_name = "DATE")]
    to: Option<String>,
    /// Write it to this file
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
}

impl Html {
    /// Writes the page.
    pub fn run(self, context: &Context) -> Result<()> {
        let which = match &self.loan {
            Some(loan) => PageOf::Loan(loan),
            None => PageOf::Period { from: self.from.as_deref(), to: self.to.as_deref() },
        };
        let page = ops::report_page(&context.workspace, &context.caller, &which)?;
        whole_file(&self.output, |mut place| Ok(place.write_all(page.as_bytes())?))?;
        tell(&format!("The page is {}", self.output.display()));
        Ok(())
    }
}
