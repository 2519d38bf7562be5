//! `loanfile tenant`.

use crate::context::{Format, Globals};
use crate::output::tell;
use anyhow::Result;
use clap::{Args, Subcommand};
use loanfile::ops;
use loanfile::workspace::Workspace;
use serde_json::{Value, json};
use std::process::ExitCode;

/// Add and list tenants, and show or change what one has set
///
/// A tenant owns loans, document types, settings and keys; nothing of one tenant is visible to another. Commands work
/// for the tenant of --tenant, which is "default" when nothing is said.
#[derive(Args)]
#[command(after_help = "Examples:
  loanfile tenant create acme
  loanfile tenant list
  loanfile --tenant acme tenant settings
  loanfile tenant set reviewThreshold 0.9")]
pub struct Tenant {
    #[command(subcommand)]
    action: TenantAction,
}

#[derive(Subcommand)]
enum TenantAction {
    /// Add a tenant
    #[command(after_help = "Example:
  loanfile tenant create acme")]
    Create(Create),
    /// List the tenants of the workspace
    #[command(after_help = "Examples:
  loanfile tenant list
  loanfile tenant list --format json")]
    List(List),
    /// Show the settings
    #[command(
        visible_alias = "settings",
        after_help = "Examples:
  loanfile tenant show
  loanfile --tenant acme tenant settings --format json"
    )]
    Show(Show),
    /// Change a setting
    #[command(after_help = "Settings:
  reviewThreshold   below this confidence a person is asked to look, 0.65 to 1
  allowWaivers      whether a reviewer may release a document in spite of a
                    failed check: true or false
  exportWhenPassed  whether a document is exported as soon as nothing holds
                    it back
  guideline         by whose rules income is computed: fannie, freddie, fha, va,
                    usda or bank-statement
  largeDepositThreshold
                    what makes a deposit a large one: 50% of the monthly income,
                    or 5000
  incomeEngine      what computes income: embedded, http, or default for the one
                    of loanfile.toml
  los               the target of loanfile.toml that documents are exported to
                    when none is named
  webhooksEnabled   whether webhooks may be registered
  reportsEnabled    the reports that can be written: all, none, or names with
                    commas between them

Examples:
  loanfile tenant set reviewThreshold 0.9
  loanfile tenant set exportWhenPassed true
  loanfile tenant set guideline freddie
  loanfile tenant set largeDepositThreshold 50%
  loanfile tenant set reportsEnabled \"Loan Processing,AI Performance\"")]
    Set(Set),
}

#[derive(Args)]
struct Create {
    /// Its name on the command line
    name: String,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

#[derive(Args)]
struct List {
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
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
        match self.action {
            TenantAction::Create(create) => create.run(globals)?,
            TenantAction::List(list) => list.run(globals)?,
            TenantAction::Show(show) => show.run(globals)?,
            TenantAction::Set(set) => {
                let context = globals.open()?;
                let settings = ops::set_tenant(&context.workspace, &context.caller, &set.name, &set.value)?;
                let value = serde_json::to_value(&settings)?;
                tell(&format!("{} is {} now.", set.name, shown(&set.name, &value[&set.name])));
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl Create {
    fn run(self, globals: &Globals) -> Result<()> {
        let workspace = Workspace::open(&globals.workspace)?;
        let made = ops::create_tenant(&workspace, &globals.actor(), &self.name)?;
        if self.format == Format::Json {
            return globals.output().json(&made);
        }
        globals.output().line(&made.tenant_id.to_string())?;
        tell(&format!("Added the tenant {}; \"loanfile --tenant {} ...\" works for it.", made.name, made.name));
        Ok(())
    }
}

impl List {
    fn run(self, globals: &Globals) -> Result<()> {
        let tenants = ops::tenants(&Workspace::open(&globals.workspace)?)?;
        let output = globals.output();
        if self.format == Format::Json {
            return output.json(&json!({ "data": tenants }));
        }
        let mut rows = output.table(&["Name", "Tenant id", "Made"]);
        rows.keep_whole(1);
        for tenant in &tenants {
            rows.add([tenant.name.clone(), tenant.tenant_id.to_string(), tenant.created_at.date().to_string()]);
        }
        rows.print(&output)
    }
}

impl Show {
    fn run(self, globals: &Globals) -> Result<()> {
        let context = globals.open()?;
        let settings = ops::tenant_settings(&context.workspace, &context.caller)?;
        if self.format == Format::Json {
            return context.output.json(&settings);
        }
        let tenant = &context.caller.tenant;
        context.output.line(&format!("Tenant {} {}", tenant.name, tenant.id))?;
        context.output.line("")?;
        let mut rows = context.output.table(&["Setting", "Value"]);
        if let Value::Object(members) = serde_json::to_value(&settings)? {
            for (name, value) in members {
                let value = shown(&name, &value);
                rows.add([name, value]);
            }
        }
        rows.print(&context.output)
    }
}

/// Returns a setting as `tenant set` takes it.
fn shown(name: &str, value: &Value) -> String {
    match (name, value) {
        ("reportsEnabled", Value::Null) => "all".to_string(),
        ("reportsEnabled", Value::Array(names)) if names.is_empty() => "none".to_string(),
        (_, Value::Null) => "default".to_string(),
        (_, Value::Array(names)) => names.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(","),
        // A confidence is kept in single precision; its decimals beyond that are noise.
        (_, Value::Number(number)) => {
            number.as_f64().map_or_else(|| number.to_string(), |float| (float as f32).to_string())
        }
        (_, Value::String(text)) => text.clone(),
        ("largeDepositThreshold", Value::Object(members)) => {
            let amount = members.get("value").map(|value| shown("", value)).unwrap_or_default();
            let percent = members.get("kind").is_some_and(|kind| kind == "percent_of_income");
            if percent { format!("{amount}%") } else { amount }
        }
        (_, other) => other.to_string(),
    }
}
