//! Loan configurations: added, listed, shown, removed.

use super::Caller;
use super::change::{Changing, change};
use crate::error::{Error, Result};
use crate::library::Library;
use crate::model::{Configuration, ConfigurationId, Loan, LoanConfiguration};
use crate::pipeline::recheck_loan;
use crate::store::Reader;
use crate::validate;
use crate::views::ConfigurationView;
use crate::workspace::Workspace;
use serde_json::Value;

/// The word that stands for no configuration, and so for none of them.
pub const NO_CONFIGURATION: &str = "none";

/// The most characters of a configuration's name.
const LONGEST_NAME: usize = 100;

/// How a configuration is written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notation {
    /// TOML.
    Toml,
    /// JSON.
    Json,
}

/// What to do with a configuration of the same name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SameName {
    /// Leave it and refuse the new one.
    Refuse,
    /// Put the new one in its place, for the loans that use it too.
    Replace,
}

/// What to do with loans that use a configuration which is removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LoansInUse {
    /// Refuse to remove it.
    Refuse,
    /// Leave them without a configuration.
    Release,
}

/// A configuration to be added.
#[derive(Debug, Clone, Copy)]
pub struct NewConfiguration<'c> {
    /// Its text.
    pub text: &'c str,
    /// How that is written.
    pub notation: Notation,
    /// Its name; that in the text when nothing is said.
    pub name: Option<&'c str>,
    /// What to do when there is one of this name.
    pub same_name: SameName,
}

/// Reads a configuration and checks that everything it names exists.
///
/// # Errors
/// `InvalidInput` that names the place and what is wrong there.
pub fn read_configuration(text: &str, notation: Notation, library: &Library) -> Result<Configuration> {
    let read = match notation {
        Notation::Toml => toml::from_str(text).map_err(|error| in_toml(text, &error)),
        Notation::Json => serde_json::from_str(text).map_err(|error| error.to_string()),
    };
    let configuration: Configuration =
        read.map_err(|error| Error::invalid_input(format!("it is no loan configuration: {error}")).hint(MEMBERS))?;
    let problems = validate::configuration_problems(&configuration, library);
    if problems.is_empty() { Ok(configuration) } else { Err(Error::invalid_input(problems.join("; ")).hint(MEMBERS)) }
}

const MEMBERS: &str = "docs/configurations.md lists the members; \"samples/conventional.toml\" is an example";

/// Says on one line what is wrong with a TOML text, and where.
fn in_toml(text: &str, error: &toml::de::Error) -> String {
    let before = error.span().and_then(|span| text.get(..span.start));
    let line = before.map(|before| before.matches('\n').count() + 1);
    let message = error.message().trim().replace('\n', ", ");
    line.map_or(message.clone(), |line| format!("line {line}: {message}"))
}

/// Adds a configuration, or replaces the one of its name.
///
/// # Errors
/// `InvalidInput` when it cannot be used, `Conflict` when its name is taken.
pub fn add_configuration(
    workspace: &Workspace,
    caller: &Caller,
    input: NewConfiguration<'_>,
) -> Result<ConfigurationView> {
    let library = workspace.library(caller.tenant.id)?;
    let mut content = read_configuration(input.text, input.notation, &library)?;
    if let Some(name) = input.name {
        content.name = name.to_string();
    }
    check_name(&content.name)?;
    change(workspace, caller, |changing| {
        let now = changing.record.now;
        let id = ConfigurationId::new(changing.record.new_id());
        let new = LoanConfiguration { id, content, created_at: now, updated_at: now };
        let kept = match (changing.writer().configuration(changing.tenant, &new.content.name)?, input.same_name) {
            (None, _) => {
                changing.writer().add_configuration(changing.tenant, &new)?;
                log(changing, "configuration.add", id, Value::Null, value(&new)?)?;
                new
            }
            (Some(known), SameName::Replace) => replace(changing, &known, new)?,
            (Some(known), SameName::Refuse) => {
                return Err(Error::conflict(format!("there is a configuration {} already", known.content.name))
                    .hint("\"--replace\" puts the new one in its place, \"--name\" gives it another name"));
            }
        };
        Ok(kept.into())
    })
}

/// Puts a configuration in the place of another one, and checks the documents of its loans again.
fn replace(
    changing: &Changing<'_, '_>,
    known: &LoanConfiguration,
    new: LoanConfiguration,
) -> Result<LoanConfiguration> {
    let kept = LoanConfiguration { id: known.id, created_at: known.created_at, ..new };
    changing.writer().save_configuration(changing.tenant, &kept)?;
    log(changing, "configuration.replace", kept.id, value(known)?, value(&kept)?)?;
    for loan in users(changing, kept.id)? {
        recheck_loan(&changing.record, loan.id)?;
    }
    Ok(kept)
}

fn users(changing: &Changing<'_, '_>, id: ConfigurationId) -> Result<Vec<Loan>> {
    let mut loans = changing.writer().loans(changing.tenant)?;
    loans.retain(|loan| loan.configuration == Some(id));
    Ok(loans)
}

/// Puts a configuration in the place of the one of an id; its name may change.
///
/// # Errors
/// `NotFound` when there is none, `InvalidInput` when it cannot be used, `Conflict` when another one has its name.
pub fn replace_configuration(
    workspace: &Workspace,
    caller: &Caller,
    id: &str,
    text: &str,
    notation: Notation,
) -> Result<ConfigurationView> {
    let library = workspace.library(caller.tenant.id)?;
    let content = read_configuration(text, notation, &library)?;
    check_name(&content.name)?;
    change(workspace, caller, |changing| {
        let known = find_configuration(changing.writer(), caller, id)?;
        let same_name = changing.writer().configuration(changing.tenant, &content.name)?;
        if same_name.is_some_and(|other| other.id != known.id) {
            return Err(Error::conflict(format!("there is a configuration {} already", content.name)));
        }
        let new = LoanConfiguration { content: content.clone(), updated_at: changing.record.now, ..known.clone() };
        Ok(replace(changing, &known, new)?.into())
    })
}

/// Returns the tenant's configurations by name.
///
/// # Errors
/// Any failure of the store.
pub fn configurations(workspace: &Workspace, caller: &Caller) -> Result<Vec<ConfigurationView>> {
    let kept = workspace.store.read(|reader| reader.configurations(caller.tenant.id))?;
    Ok(kept.into_iter().map(ConfigurationView::from).collect())
}

/// Returns a configuration by its name or its id.
///
/// # Errors
/// `NotFound` when there is none.
pub fn configuration(workspace: &Workspace, caller: &Caller, name_or_id: &str) -> Result<ConfigurationView> {
    workspace.store.read(|reader| find_configuration(reader, caller, name_or_id)).map(ConfigurationView::from)
}

/// Removes a configuration and returns the external ids of the loans that used it.
///
/// # Errors
/// `NotFound` when there is none, `Conflict` that names the loans while some use it.
pub fn remove_configuration(
    workspace: &Workspace,
    caller: &Caller,
    name_or_id: &str,
    loans_in_use: LoansInUse,
) -> Result<Vec<String>> {
    change(workspace, caller, |changing| {
        let kept = find_configuration(changing.writer(), caller, name_or_id)?;
        let users = users(changing, kept.id)?;
        let names: Vec<String> = users.iter().map(|loan| loan.external_loan_id.clone()).collect();
        if loans_in_use == LoansInUse::Refuse && !users.is_empty() {
            let message = format!("configuration {} is used by {}", kept.content.name, some_of(&names));
            return Err(
                Error::conflict(message).hint("\"--force\" removes it and leaves these loans without a configuration")
            );
        }
        for loan in users {
            super::loans::save_loan(changing, &loan, &mut Loan { configuration: None, ..loan.clone() })?;
        }
        changing.writer().remove_configuration(changing.tenant, kept.id)?;
        log(changing, "configuration.remove", kept.id, value(&kept)?, Value::Null)?;
        Ok(names)
    })
}

/// Finds a configuration by its name or its id.
pub(super) fn find_configuration(reader: &Reader<'_>, caller: &Caller, name_or_id: &str) -> Result<LoanConfiguration> {
    reader
        .configuration(caller.tenant.id, name_or_id)?
        .ok_or_else(|| Error::not_found("configuration", name_or_id).hint("\"loanfile configuration list\" lists them"))
}

fn check_name(name: &str) -> Result<()> {
    let length = name.chars().count();
    if length == 0 {
        return Err(Error::invalid_input("the configuration has no name")
            .hint("give it one with \"--name\", or as the member name of the file"));
    }
    let odd = length > LONGEST_NAME || name.trim() != name || name.chars().any(char::is_control);
    if odd || name == NO_CONFIGURATION || name.parse::<ConfigurationId>().is_ok() {
        return Err(Error::invalid_input(format!("{name:?} cannot be a configuration's name")).hint(
            "use 1 to 100 printable characters without spaces at the ends; \"none\" and UUIDs mean something else",
        ));
    }
    Ok(())
}

/// Names the first of many.
fn some_of(names: &[String]) -> String {
    const MOST: usize = 5;
    let first = names.iter().take(MOST).cloned().collect::<Vec<_>>().join(", ");
    let noun = if names.len() == 1 { "loan" } else { "loans" };
    match names.len().checked_sub(MOST).filter(|more| *more > 0) {
        Some(more) => format!("{noun} {first} and {more} more"),
        None => format!("{noun} {first}"),
    }
}

fn value(kept: &LoanConfiguration) -> Result<Value> {
    serde_json::to_value(&kept.content)
        .map_err(|error| Error::internal("a configuration cannot be written as JSON").caused_by(error))
}

fn log(changing: &Changing<'_, '_>, action: &str, id: ConfigurationId, before: Value, after: Value) -> Result<()> {
    changing.log_of(action, "configuration", id.to_string(), before, after)
}
