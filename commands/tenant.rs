//! `loanfile tenant`.

use crate::context::{Format, Globals};
use crate::output::tell;
use anyhow::Result;
use clap::{Args, Subcommand};
use loanfile::ops;
use serde_json::Value;
use std::process::ExitCode;

/// Show or change what the tenant has set
#[derive(Args)]
#[command(after_help = "Settings:
  reviewThreshold   below this confidence a person is asked to look, 0.65 to 1
  allowWaivers      whether a reviewer may release a document in spite of a failed check
  exportWhenPassed  whether a document is exported as soon as nothing holds it back
  guideline         by whose rules income is computed: fannie, freddie, fha, va, usda or
                    bank-statement
  largeDepositThreshold
                    what makes a deposit a large one: 50% of the monthly income, or 5000

Examples:
  loanfile tenant show
  loanfile tenant set reviewThreshold 0.9
  loanfile tenant set exportWhenPassed true
  loanfile tenant set guideline freddie")]
pub struct Tenant {
    #[command(subcommand)]
    action: TenantAction,
}

#[derive(Subcommand)]
enum TenantAction {
    /// Show the settings
    Show(Show),
    /// Change a setting
    Set(Set),
}

#[derive(Args)]
struct Show {
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

#[derive(Args)]
struct Set {
    /// The setting
    name: String,
    /// What it should be
    value: String,
}

impl Tenant {
    /// Does what was asked for.
    pub fn run(self, globals: &Globals) -> Result<ExitCode> {
        let context = globals.open()?;
        match self.action {
            TenantAction::Show(show) => {
                let settings = ops::tenant_settings(&context.workspace, &context.caller)?;
                if show.format == Format::Json {
                    context.output.json(&settings)?;
                    return Ok(ExitCode::SUCCESS);
                }
                let mut rows = context.output.table(&["Setting", "Value"]);
                if let Value::Object(members) = serde_json::to_value(&settings)? {
                    for (name, value) in members {
                        rows.add([name, shown(&value)]);
                    }
                }
                rows.print(&context.output)?;
            }
            TenantAction::Set(set) => {
                ops::set_tenant(&context.workspace, &context.caller, &set.name, &set.value)?;
                tell(&format!("{} is {} now.", set.name, set.value));
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn shown(value: &Value) -> String {
    match value {
        // A confidence is kept in single precision; its decimals beyond that are noise.
        Value::Number(number) => number.as_f64().map_or_else(|| number.to_string(), |float| (float as f32).to_string()),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
