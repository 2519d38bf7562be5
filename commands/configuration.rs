//! `loanfile configuration`.

use crate::context::{Context, Globals};
use crate::output::tell;
use anyhow::Result;
use clap::{Args, Subcommand, ValueEnum};
use loanfile::error::Error;
use loanfile::ops::{self, LoansInUse, NewConfiguration, Notation, SameName};
use loanfile::views::PageView;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Keep what the papers of an investor's or a product's loans are checked against
///
/// A configuration says which documents a loan must hold, which signatures and notary blocks must be complete, and what
/// dates and values must be. A loan gets one with "loanfile loan update ID --configuration NAME".
#[derive(Args)]
#[command(after_help = "Examples:
  loanfile configuration add samples/conventional.toml
  loanfile loan update L-17 --configuration conventional-closing
  loanfile configuration show conventional-closing > mine.toml
  loanfile configuration add mine.toml --replace

samples/conventional.toml is an example to start from; docs/configurations.md
explains every member and every finding.")]
pub struct Configuration {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    #[command(after_help = "Examples:
  loanfile configuration add samples/conventional.toml
  loanfile configuration add mine.toml --replace")]
    Add(Add),
    #[command(after_help = "Example:
  loanfile configuration list")]
    List(List),
    #[command(after_help = "Example:
  loanfile configuration show conventional-closing > mine.toml")]
    Show(Show),
    #[command(after_help = "Example:
  loanfile configuration remove conventional-closing")]
    Remove(Remove),
}

/// Add a configuration from a TOML or JSON file
#[derive(Args)]
struct Add {
    /// The file, ending in .toml or .json
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Its name, instead of the one in the file
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Put it in the place of the configuration of this name
    #[arg(long)]
    replace: bool,
}

/// List the configurations
#[derive(Args)]
struct List {
    /// How to print them
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: crate::context::Format,
}

/// Show a configuration, as a file that can be added again or as the API answers it
#[derive(Args)]
struct Show {
    /// Its name or its configurationId
    #[arg(value_name = "NAME|ID")]
    configuration: String,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "toml")]
    format: FileFormat,
}

/// Remove a configuration that no loan uses
#[derive(Args)]
struct Remove {
    /// Its name or its configurationId
    #[arg(value_name = "NAME|ID")]
    configuration: String,
    /// Remove it although loans use it; they are left without a configuration
    #[arg(long)]
    force: bool,
}

/// How to print a configuration.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FileFormat {
    /// TOML, as "configuration add" reads it
    Toml,
    /// JSON as the API answers it
    Json,
}

impl Configuration {
    /// Does what was asked for.
    pub fn run(self, globals: &Globals) -> Result<ExitCode> {
        let context = globals.open()?;
        match self.action {
            Action::Add(add) => add.run(&context)?,
            Action::List(list) => list.run(&context)?,
            Action::Show(show) => show.run(&context)?,
            Action::Remove(remove) => remove.run(&context)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl Add {
    fn run(self, context: &Context) -> Result<()> {
        let notation = notation(&self.file)?;
        let text = std::fs::read_to_string(&self.file).map_err(|error| {
            Error::invalid_input(format!("{} cannot be read: {error}", self.file.display())).caused_by(error)
        })?;
        let same_name = if self.replace { SameName::Replace } else { SameName::Refuse };
        let input = NewConfiguration { text: &text, notation, name: self.name.as_deref(), same_name };
        let view = ops::add_configuration(&context.workspace, &context.caller, input)?;
        tell(&format!("Configuration {} kept.", view.content.name));
        context.output.line(&view.configuration_id.to_string())
    }
}

fn notation(file: &Path) -> Result<Notation> {
    let ending = file.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    match ending.as_deref() {
        Some("toml") => Ok(Notation::Toml),
        Some("json") => Ok(Notation::Json),
        _ => Err(Error::invalid_input(format!("{} ends neither in .toml nor in .json", file.display()))
            .hint("the ending says how the file is written")
            .into()),
    }
}

impl List {
    fn run(self, context: &Context) -> Result<()> {
        let views = ops::configurations(&context.workspace, &context.caller)?;
        if self.format == crate::context::Format::Json {
            return context.output.json(&PageView::whole(views));
        }
        if views.is_empty() {
            return context.output.line("No configurations yet; \"loanfile configuration add FILE\" makes one.");
        }
        let mut rows = context.output.table(&["Name", "Investor", "Product", ">Documents", ">Checks", "Changed"]);
        for view in views {
            let content = view.content;
            let checks = content.signature_requirements.len()
                + content.notary_checks.len()
                + content.date_constraints.len()
                + content.field_rules.len();
            rows.add([
                content.name,
                content.investor.unwrap_or_default(),
                content.product_type.unwrap_or_default(),
                content.required_documents.len().to_string(),
                checks.to_string(),
                view.updated_at.to_string(),
            ]);
        }
        rows.print(&context.output)
    }
}

impl Show {
    fn run(self, context: &Context) -> Result<()> {
        let view = ops::configuration(&context.workspace, &context.caller, &self.configuration)?;
        match self.format {
            FileFormat::Json => context.output.json(&view),
            FileFormat::Toml => context.output.raw(&toml::to_string_pretty(&view.content)?),
        }
    }
}

impl Remove {
    fn run(self, context: &Context) -> Result<()> {
        let loans = if self.force { LoansInUse::Release } else { LoansInUse::Refuse };
        let released = ops::remove_configuration(&context.workspace, &context.caller, &self.configuration, loans)?;
        tell(&format!("Configuration {} removed.", self.configuration));
        for loan in released {
            tell(&format!("Loan {loan} has no configuration now."));
        }
        Ok(())
    }
}
