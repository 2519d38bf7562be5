//! `loanfile cli-reference`: the text of `docs/cli.md`, from the types that also parse the arguments.

use crate::Arguments;
use crate::context::Globals;
use crate::failure::EXIT_CODES;
use anyhow::Result;
use clap::builder::StyledStr;
use clap::{Arg, Args, Command, CommandFactory};
use std::fmt::Write;
use std::process::ExitCode;

/// Print the reference of the command line as Markdown
#[derive(Args)]
#[command(after_help = "Example:
  loanfile cli-reference > docs/cli.md")]
pub struct Reference {}

impl Reference {
    /// Prints the reference.
    pub fn run(self, globals: &Globals) -> Result<ExitCode> {
        globals.output().raw(&reference()?)?;
        Ok(ExitCode::SUCCESS)
    }
}

const INTRODUCTION: &str = "\
# The command line

Made by `loanfile cli-reference` from the program's own arguments; a test says when it is old. How it goes together:
[`tutorial.md`](tutorial.md).

## Manners

- Data goes to standard output, talk to standard error. `--format json` prints what the API answers; tables are for people.
- Rows come in the same order whenever the data is the same. A pipe that is closed ends the program quietly.
- An error is one line, `error: what, which`, with a hint below it where there is something to do. `--verbose` adds what
  led to it. Nothing ever asks for input.
- Secrets are no arguments: they come from the environment or from a file, and are never printed again.
- Loans are named by your id for them or by their loanId, documents by their documentId or as `LOAN/N` (the N-th document
  of `show --loan LOAN`), tenants by name or tenantId.
- Dates stand for whole days in UTC.

## Where settings come from

The first that says something wins:

1. an option, such as `--workspace` or `--jobs`;
2. a variable of the environment: those named at the options below (`LOANFILE_WORKSPACE`, `LOANFILE_TENANT`,
   `LOANFILE_USER`), and `LOANFILE_<SECTION>_<KEY>` for the sections `limits`, `process` and `income_engine` of the file,
   such as `LOANFILE_LIMITS_FILE_PAGES`;
3. the file `loanfile.toml` of the workspace;
4. the default.

`loanfile config show --origin` says what is in force and why. What a tenant sets for itself (`loanfile tenant settings`)
is kept in the workspace and is not overridden from outside.

## Colour

Tables have colour on a terminal. `NO_COLOR` (set to anything) switches it off, `CLICOLOR_FORCE` (set to anything but `0`)
switches it on where there is no terminal; `NO_COLOR` wins over it, and `--color always` or `--color never` over both.

";

fn reference() -> Result<String> {
    let mut program = Arguments::command();
    program.build();
    let mut text = String::from(INTRODUCTION);
    writeln!(text, "## Exit codes\n\n```text\n{EXIT_CODES}\n```\n")?;
    writeln!(text, "## Options of every command\n")?;
    list(&mut text, program.get_arguments().filter(|argument| argument.is_global_set()))?;
    writeln!(text, "## Commands\n")?;
    let commands: Vec<&Command> = shown(&program).collect();
    for command in &commands {
        let about = command.get_about().map(plain).unwrap_or_default();
        writeln!(text, "- [`{}`](#{}): {about}", command.get_name(), anchor(command))?;
    }
    for command in commands {
        describe(&mut text, command, 2)?;
    }
    Ok(format!("{}\n", text.trim_end()))
}

fn describe(text: &mut String, command: &Command, depth: usize) -> Result<()> {
    let path = path(command);
    writeln!(text, "\n{} {path}\n", "#".repeat(depth + 1))?;
    let about = command.get_long_about().or(command.get_about()).map(plain).unwrap_or_default();
    writeln!(text, "{}\n", about.replace('<', "\\<"))?;
    let usage = plain(&command.clone().render_usage());
    let usage = usage.trim_start_matches("Usage:").trim();
    let usage: Vec<&str> = usage.lines().map(str::trim).collect();
    writeln!(text, "```text\n{}\n```\n", usage.join("\n"))?;
    let own = |argument: &&Arg| {
        !argument.is_global_set()
            && !argument.is_hide_set()
            && !["help", "version"].contains(&argument.get_id().as_str())
    };
    list(text, command.get_arguments().filter(own))?;
    if let Some(help) = command.get_after_help() {
        writeln!(text, "```text\n{}\n```", plain(help).trim_end())?;
    }
    shown(command).try_for_each(|inner| describe(text, inner, depth + 1))
}

/// Lists arguments with what they take, what they do, their values, defaults and variables.
fn list<'a>(text: &mut String, arguments: impl Iterator<Item = &'a Arg>) -> Result<()> {
    let mut any = false;
    for argument in arguments {
        any = true;
        let help = argument.get_help().map(plain).unwrap_or_default();
        write!(text, "- `{}`: {}", notation(argument), help.replace('<', "\\<"))?;
        let values = argument.get_possible_values();
        if argument.get_num_args().is_some_and(|count| count.takes_values()) && !values.is_empty() {
            let names: Vec<String> = values.iter().map(|value| format!("`{}`", value.get_name())).collect();
            write!(text, "; one of {}", names.join(", "))?;
        }
        let takes = argument.get_num_args().is_some_and(|count| count.takes_values());
        let defaults: Vec<String> =
            argument.get_default_values().iter().map(|value| value.to_string_lossy().into_owned()).collect();
        if takes && !defaults.is_empty() {
            write!(text, "; `{}` when nothing is said", defaults.join(" "))?;
        }
        if let Some(variable) = argument.get_env() {
            write!(text, "; variable `{}`", variable.to_string_lossy())?;
        }
        writeln!(text)?;
    }
    if any {
        writeln!(text)?;
    }
    Ok(())
}

fn notation(argument: &Arg) -> String {
    let takes = argument.get_num_args().is_some_and(|count| count.takes_values());
    let id = argument.get_id().as_str().to_uppercase();
    let names = argument.get_value_names().unwrap_or_default();
    let value =
        if names.is_empty() { id } else { names.iter().map(|name| name.to_string()).collect::<Vec<_>>().join(" ") };
    if argument.is_positional() {
        let more = if argument.get_num_args().is_some_and(|count| count.max_values() > 1) { "..." } else { "" };
        return format!("{value}{more}");
    }
    let long = argument.get_long().map(|long| format!("--{long}"));
    let short = argument.get_short().map(|short| format!("-{short}"));
    let flags = [short, long].into_iter().flatten().collect::<Vec<_>>().join(", ");
    if takes { format!("{flags} {value}") } else { flags }
}

fn shown(command: &Command) -> impl Iterator<Item = &Command> {
    command.get_subcommands().filter(|inner| !inner.is_hide_set() && inner.get_name() != "help")
}

/// Returns the words that are typed: the program's name, the commands down to this one.
fn path(command: &Command) -> String {
    command.get_bin_name().unwrap_or(command.get_name()).to_string()
}

fn anchor(command: &Command) -> String {
    path(command).replace(' ', "-")
}

fn plain(text: &StyledStr) -> String {
    text.to_string()
}
