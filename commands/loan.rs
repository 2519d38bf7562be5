//! `loanfile loan`.

use crate::context::{Context, Format, Globals};
use crate::output::tell;
use anyhow::Result;
use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand};
use loanfile::model::LoanStatus;
use loanfile::ops::{self, CreateLoan, LoanQuery, Paged, UpdateLoan};
use loanfile::views::{LoanView, PageView};
use std::process::ExitCode;

/// List, create and change loans
#[derive(Args)]
#[command(after_help = "Examples:
  loanfile loan list --status Active
  loanfile loan create L-17 --configuration conventional-closing
  loanfile loan update L-17 --status Closed
  loanfile loan update L-17 --configuration none")]
pub struct Loan {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    #[command(after_help = "Example:
  loanfile loan list --status Active")]
    List(List),
    #[command(after_help = "Example:
  loanfile loan create L-17 --configuration conventional-closing")]
    Create(Create),
    #[command(after_help = "Examples:
  loanfile loan update L-17 --status Closed
  loanfile loan update L-17 --configuration none")]
    Update(Update),
}

/// List the loans
#[derive(Args)]
struct List {
    /// Only those of this status
    #[arg(long, value_name = "STATUS", value_parser = status_parser(), ignore_case = true)]
    status: Option<String>,
    /// At most so many
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u16).range(1..=500))]
    limit: u16,
    /// Only those whose id comes after this one
    #[arg(long, value_name = "ID")]
    after: Option<String>,
    /// How to print them
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

/// Create a loan without papers; "ingest" makes one by itself
#[derive(Args)]
struct Create {
    /// Your id for it, up to 255 characters
    #[arg(value_name = "ID")]
    loan: String,
    /// What its papers are checked against: a configuration by name or configurationId
    #[arg(long, value_name = "NAME|ID")]
    configuration: Option<String>,
    /// Where it stands
    #[arg(long, value_name = "STATUS", value_parser = status_parser(), ignore_case = true, default_value = "Active")]
    status: String,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

/// Change a loan
#[derive(Args)]
#[command(override_usage = "loanfile loan update [OPTIONS] <ID>")]
#[command(group = clap::ArgGroup::new("change").required(true).multiple(true).args(["status", "configuration", "id"]))]
struct Update {
    /// The loan, by your id for it or its loanId
    #[arg(value_name = "ID")]
    loan: String,
    /// Where it stands
    #[arg(long, value_name = "STATUS", value_parser = status_parser(), ignore_case = true)]
    status: Option<String>,
    /// What its papers are checked against, by name or configurationId; "none" for the checks of their types only
    #[arg(long, value_name = "NAME|ID")]
    configuration: Option<String>,
    /// Your new id for it
    #[arg(long, value_name = "NEW")]
    id: Option<String>,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

fn status_parser() -> PossibleValuesParser {
    PossibleValuesParser::new(LoanStatus::ALL.iter().map(|status| status.as_str()))
}

/// The status of one of the words that clap let through, in any case.
fn status(word: &str) -> Option<LoanStatus> {
    LoanStatus::ALL.iter().copied().find(|status| status.as_str().eq_ignore_ascii_case(word))
}

/// Says how to see the loans behind a page.
pub fn tell_of_more(page: &PageView<LoanView>) {
    if let Some(last) = page.data.last().filter(|_| page.next_cursor.is_some()) {
        let next = &last.external_loan_id;
        tell(&format!("There are more: --after {next} lists the next, --limit N more at once."));
    }
}

impl Loan {
    /// Does what was asked for.
    pub fn run(self, globals: &Globals) -> Result<ExitCode> {
        let context = globals.open()?;
        let (workspace, caller, output) = (&context.workspace, &context.caller, &context.output);
        let (view, format) = match self.action {
            Action::List(list) => {
                let only = list.status.as_deref().and_then(status);
                let page = Paged { limit: Some(usize::from(list.limit)), cursor: None };
                let query = LoanQuery { status: only, after: list.after, page, ..LoanQuery::default() };
                let page = ops::loans(workspace, caller, &query)?;
                match list.format {
                    Format::Json => output.json(&page)?,
                    Format::Table => print(&context, &page.data)?,
                }
                tell_of_more(&page);
                return Ok(ExitCode::SUCCESS);
            }
            Action::Create(create) => {
                let input = CreateLoan {
                    external_loan_id: &create.loan,
                    status: status(&create.status).unwrap_or(LoanStatus::Active),
                    configuration: create.configuration.as_deref(),
                };
                (ops::create_loan(workspace, caller, input)?, create.format)
            }
            Action::Update(update) => {
                let input = UpdateLoan {
                    external_loan_id: update.id.as_deref(),
                    status: update.status.as_deref().and_then(status),
                    configuration: update.configuration.as_deref(),
                };
                (ops::update_loan(workspace, caller, &update.loan, input)?, update.format)
            }
        };
        match format {
            Format::Json => output.json(&view)?,
            Format::Table => told(&context, &view)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn print(context: &Context, loans: &[LoanView]) -> Result<()> {
    if loans.is_empty() {
        return context.output.line("No loans; \"loanfile loan create ID\" makes one.");
    }
    let configurations = ops::configurations(&context.workspace, &context.caller)?;
    let mut rows = context.output.table(&["Loan", "Status", "Configuration", ">Fields", ">To review", "Changed"]);
    for loan in loans {
        let used = configurations.iter().find(|known| Some(known.configuration_id) == loan.configuration_id);
        rows.add([
            loan.external_loan_id.clone(),
            loan.status.to_string(),
            used.map(|known| known.content.name.clone()).unwrap_or_default(),
            loan.fields_count.to_string(),
            loan.fields_to_review.to_string(),
            loan.updated_at.to_string(),
        ]);
    }
    rows.print(&context.output)
}

fn told(context: &Context, view: &LoanView) -> Result<()> {
    tell(&format!("Loan {} is {}.", view.external_loan_id, view.status));
    match view.configuration_id {
        Some(id) => {
            let used = ops::configuration(&context.workspace, &context.caller, &id.to_string())?;
            tell(&format!("Its papers are checked against configuration {}.", used.content.name));
        }
        None => tell("Its papers are checked by their types only."),
    }
    Ok(())
}
