//! `loanfile user`.

use crate::context::{Context, Format, Globals};
use crate::key::RoleName;
use crate::output::tell;
use anyhow::Result;
use clap::{Args, Subcommand};
use loanfile::error::Error;
use loanfile::model::Secret;
use loanfile::ops::{self, NewUser, UserAccess};
use loanfile::views::{PageView, UserView};
use std::io::{BufRead, IsTerminal};
use std::process::ExitCode;

/// Add, list and remove people who sign in to the page for reviewers
///
/// They sign in with their name and a password, for one tenant. Passwords are asked for at the terminal, or read from
/// standard input, and never given as an argument; the workspace keeps their Argon2id hashes only. All of this is in
/// the audit log, without passwords.
#[derive(Args)]
#[command(after_help = "Roles:
  reader    looks at everything and changes nothing
  operator  also uploads, corrects, reviews, computes income, exports
  admin     also configurations, document types, settings, webhooks and keys

Examples:
  loanfile user add ana --role operator
  loanfile user add ben --role reader --password-stdin < password.txt
  loanfile user list
  loanfile user password ana
  loanfile user remove ana")]
pub struct User {
    #[command(subcommand)]
    action: UserAction,
}

#[derive(Subcommand)]
enum UserAction {
    /// Add a person
    #[command(after_help = "A password has 12 to 256 letters; several words in a row are good.

Examples:
  loanfile user add ana --role operator
  loanfile user add ben --role reader --password-stdin < password.txt")]
    Add(Add),
    /// List the people by name
    #[command(after_help = "Examples:
  loanfile user list
  loanfile user list --format json")]
    List(List),
    /// Give a person another password and end their sessions
    #[command(after_help = "Examples:
  loanfile user password ana
  loanfile user password ana --password-stdin < password.txt")]
    Password(Password),
    /// Refuse a person for now and end their sessions
    #[command(after_help = "Example:
  loanfile user disable ana")]
    Disable(Named),
    /// Let a person in again
    #[command(after_help = "Example:
  loanfile user enable ana")]
    Enable(Named),
    /// Remove a person and end their sessions; what they did stays in the log
    #[command(after_help = "Example:
  loanfile user remove ana")]
    Remove(Named),
}

#[derive(Args)]
struct Add {
    /// The name that they sign in with; capital letters do not tell names apart
    #[arg(value_name = "NAME")]
    name: String,
    /// What they may do
    #[arg(long)]
    role: RoleName,
    #[command(flatten)]
    asking: Asking,
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
struct Password {
    /// The person, by name or userId
    #[arg(value_name = "NAME")]
    name: String,
    #[command(flatten)]
    asking: Asking,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

#[derive(Args)]
struct Named {
    /// The person, by name or userId
    #[arg(value_name = "NAME")]
    name: String,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

#[derive(Args)]
struct Asking {
    /// Read the password from the first line of standard input
    #[arg(long)]
    password_stdin: bool,
}

impl User {
    /// Does what was asked for.
    pub fn run(self, globals: &Globals) -> Result<ExitCode> {
        let context = globals.open()?;
        let (workspace, caller) = (&context.workspace, &context.caller);
        match self.action {
            UserAction::Add(add) => {
                let password = add.asking.password()?;
                let new = NewUser { name: &add.name, role: add.role.role(), password: &password };
                let added = ops::add_user(workspace, caller, &new)?;
                let said = format!("{} may sign in as {}, for tenant {}.", added.name, added.role, caller.tenant.name);
                show(&context, &added, add.format, &said)?;
            }
            UserAction::List(list) => list.run(&context)?,
            UserAction::Password(asked) => {
                let password = asked.asking.password()?;
                let changed = ops::set_password(workspace, caller, &asked.name, &password)?;
                let said = format!("{} has another password; their sessions are over.", changed.name);
                show(&context, &changed, asked.format, &said)?;
            }
            UserAction::Disable(named) => {
                let changed = ops::set_user_access(workspace, caller, &named.name, UserAccess::Refused)?;
                let said = format!("{} is refused from now on; their sessions are over.", changed.name);
                show(&context, &changed, named.format, &said)?;
            }
            UserAction::Enable(named) => {
                let changed = ops::set_user_access(workspace, caller, &named.name, UserAccess::Allowed)?;
                show(&context, &changed, named.format, &format!("{} may sign in.", changed.name))?;
            }
            UserAction::Remove(named) => {
                let removed = ops::remove_user(workspace, caller, &named.name)?;
                let said = format!("{} is removed; their sessions are over.", removed.name);
                show(&context, &removed, named.format, &said)?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl List {
    fn run(self, context: &Context) -> Result<()> {
        let users = ops::users(&context.workspace, &context.caller)?;
        if self.format == Format::Json {
            return context.output.json(&PageView::whole(users));
        }
        let mut rows = context.output.table(&["Name", "Role", "Added", "Last sign-in", "Refused"]);
        for user in &users {
            rows.add([
                user.name.clone(),
                user.role.to_string(),
                user.created_at.date().to_string(),
                user.last_sign_in_at.map_or_else(|| "never".to_string(), |moment| moment.date().to_string()),
                if user.disabled { "yes" } else { "" }.to_string(),
            ]);
        }
        rows.print(&context.output)?;
        if users.is_empty() {
            tell("There are no users; \"loanfile user add NAME --role ROLE\" adds one.");
        }
        Ok(())
    }
}

impl Asking {
    /// Asks for a password twice at the terminal, or reads it from standard input.
    fn password(&self) -> Result<Secret> {
        if self.password_stdin {
            return Ok(first_line(std::io::stdin().lock())?);
        }
        if !std::io::stdin().is_terminal() {
            return Err(Error::invalid_input("there is no terminal to ask for the password at")
                .hint("give it on standard input, with --password-stdin")
                .into());
        }
        let password = Secret::new(rpassword::prompt_password("Password: ")?);
        let again = Secret::new(rpassword::prompt_password("The same again: ")?);
        if password != again {
            return Err(Error::invalid_input("the two passwords are not the same").hint("nothing was changed").into());
        }
        Ok(password)
    }
}

/// Reads a line without its end; what is far too long is cut, and refused later.
fn first_line(input: impl BufRead) -> std::io::Result<Secret> {
    let mut line = String::new();
    input.take(4096).read_line(&mut line)?;
    let line = line.strip_suffix('\n').unwrap_or(&line);
    Ok(Secret::new(line.strip_suffix('\r').unwrap_or(line)))
}

fn show(context: &Context, user: &UserView, format: Format, said: &str) -> Result<()> {
    if format == Format::Json {
        return context.output.json(user);
    }
    tell(said);
    Ok(())
}
