//! `loanfile income what-if`.

use super::ask::Asked;
use super::{diff, explain};
use crate::context::{Context, Format};
use anyhow::Result;
use clap::Args;
use loanfile::error::Error;
use loanfile::ops::{self, SuppliedValue};

#[derive(Args)]
pub struct WhatIf {
    /// The loan, by your id for it or its loanId
    #[arg(long, value_name = "ID")]
    loan: String,
    /// Leave out a document: its id, or LOAN/N (can be repeated)
    #[arg(long, value_name = "DOCUMENT")]
    without: Vec<String>,
    /// Take a value to be another: L-17/3:net_pay=2100, or paystub.net_pay=2100 when one document has it (can be repeated)
    #[arg(long, value_name = "FIELD=VALUE")]
    set: Vec<String>,
    #[command(flatten)]
    asked: Asked,
    /// Show each figure with what it is made of, down to the page
    #[arg(long)]
    explain: bool,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

impl WhatIf {
    /// Computes and prints what would differ.
    pub fn run(self, context: &Context) -> Result<()> {
        let values = self.set.iter().map(|text| supplied(text)).collect::<Result<Vec<_>>>()?;
        let what_if = ops::WhatIf { ask: self.asked.ask()?, without: self.without, values };
        let answer = ops::income_what_if(&context.workspace, &context.caller, &self.loan, &what_if)?;
        if self.format == Format::Json {
            return context.output.json(&answer);
        }
        diff::print(&context.output, &answer.difference)?;
        if self.explain {
            context.output.line("")?;
            explain::print(&context.output, &answer.income_data)?;
        }
        Ok(())
    }
}

fn supplied(text: &str) -> Result<SuppliedValue> {
    let nothing = || Error::invalid_input(format!("\"{text}\" sets nothing")).hint("write FIELD=VALUE");
    let (named, value) = text.split_once('=').ok_or_else(nothing)?;
    let (document, field) = match named.rsplit_once(':') {
        Some((document, field)) => (Some(document.trim().to_string()), field),
        None => (None, named),
    };
    let (field, row) = ops::parse_field(field)?;
    Ok(SuppliedValue { document, field, row, value: value.to_string() })
}
