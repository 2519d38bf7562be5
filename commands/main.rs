//! The `loanfile` program: arguments in, one operation each, tables or JSON out.
//!
//! Invariant: no rule of the product stands here; a command turns arguments into one call of `loanfile::ops`.

mod audit;
mod completions;
mod config;
mod configuration;
mod context;
mod correct;
mod data;
mod doctype;
mod events;
mod export;
mod external_field;
mod extract_pdf;
mod failure;
mod field;
mod income;
mod ingest;
mod init;
mod interrupt;
mod key;
mod learned;
mod life;
mod loan;
mod man;
mod metrics;
#[cfg(feature = "server")]
mod openapi;
mod output;
mod process;
mod progress;
mod reference;
mod report;
mod review;
#[cfg(feature = "server")]
mod serve;
mod show;
mod status;
mod tables;
mod tenant;
mod text;
mod timeline;
#[cfg(feature = "server")]
mod user;
mod versions;
mod watch;
#[cfg(feature = "server")]
mod webhook;
#[cfg(feature = "server")]
mod worker;

use clap::{Parser, Subcommand};
use context::Globals;
use std::process::ExitCode;

/// Read mortgage loan packages: split, classify and extract their documents
///
/// Give it the PDFs of a loan as they come. It cuts them into documents, says what each one is, and reads the values
/// printed in it, each with its place, source and confidence. Nothing leaves the machine.
#[derive(Parser)]
#[command(name = "loanfile", version, max_term_width = 80, after_help = format!("{EXAMPLE}\n\nExit codes:\n{}", failure::EXIT_CODES))]
struct Arguments {
    #[command(flatten)]
    globals: Globals,
    #[command(subcommand)]
    command: Command,
}

const EXAMPLE: &str = "\
Example:
  loanfile init
  loanfile ingest --loan L-17 bundle.pdf scans/
  loanfile process
  loanfile show --loan L-17 --fields
  loanfile income --loan L-17
  loanfile export";

#[derive(Subcommand)]
enum Command {
    Init(init::Init),
    Ingest(ingest::Ingest),
    Process(process::Process),
    Export(export::Export),
    Income(income::Income),
    Show(show::Show),
    Review(review::Review),
    Correct(correct::Correct),
    Trash(life::Trash),
    Restore(life::Restore),
    Retry(life::Retry),
    Split(life::Split),
    Merge(life::Merge),
    Audit(audit::Audit),
    Learned(learned::Learned),
    Tenant(tenant::Tenant),
    Key(key::Key),
    #[cfg(feature = "server")]
    User(user::User),
    #[cfg(feature = "server")]
    Webhook(webhook::Webhook),
    Status(status::Status),
    Text(text::Text),
    Versions(versions::Versions),
    Data(data::Data),
    Report(report::Report),
    Events(events::Events),
    Timeline(timeline::Timeline),
    Metrics(metrics::Metrics),
    Field(field::Field),
    ExternalField(external_field::ExternalField),
    Mapping(external_field::Mapping),
    Loan(loan::Loan),
    Configuration(configuration::Configuration),
    ExtractPdf(extract_pdf::ExtractPdf),
    Doctype(doctype::Doctype),
    #[cfg(feature = "server")]
    Serve(serve::Serve),
    #[cfg(feature = "server")]
    Worker(worker::Worker),
    #[cfg(feature = "server")]
    Openapi(openapi::Openapi),
    Config(config::Config),
    Completions(completions::Completions),
    Man(man::Man),
    #[command(hide = true)]
    CliReference(reference::Reference),
}

fn main() -> ExitCode {
    // Before anything else: a child that reads PDFs is this program too.
    if std::env::args_os().nth(1).is_some_and(|argument| argument == loanfile::worker::CHILD_ARGUMENT) {
        return ExitCode::from(loanfile::worker::run_child());
    }
    let Arguments { globals, command } = Arguments::parse();
    let result = match command {
        Command::Init(command) => command.run(&globals),
        Command::Ingest(command) => command.run(&globals),
        Command::Process(command) => command.run(&globals),
        Command::Report(command) => command.run(&globals),
        Command::Events(command) => command.run(&globals),
        Command::Timeline(command) => command.run(&globals),
        Command::Metrics(command) => command.run(&globals),
        Command::Export(command) => command.run(&globals),
        Command::Income(command) => command.run(&globals),
        Command::Show(command) => command.run(&globals),
        Command::Review(command) => command.run(&globals),
        Command::Correct(command) => command.run(&globals),
        Command::Trash(command) => command.run(&globals),
        Command::Restore(command) => command.run(&globals),
        Command::Retry(command) => command.run(&globals),
        Command::Split(command) => command.run(&globals),
        Command::Merge(command) => command.run(&globals),
        Command::Audit(command) => command.run(&globals),
        Command::Learned(command) => command.run(&globals),
        Command::Tenant(command) => command.run(&globals),
        Command::Key(command) => command.run(&globals),
        #[cfg(feature = "server")]
        Command::User(command) => command.run(&globals),
        #[cfg(feature = "server")]
        Command::Webhook(command) => command.run(&globals),
        Command::Status(command) => command.run(&globals),
        Command::Text(command) => command.run(&globals),
        Command::Versions(command) => command.run(&globals),
        Command::Data(command) => command.run(&globals),
        Command::Field(command) => command.run(&globals),
        Command::ExternalField(command) => command.run(&globals),
        Command::Mapping(command) => command.run(&globals),
        Command::Loan(command) => command.run(&globals),
        Command::Configuration(command) => command.run(&globals),
        Command::ExtractPdf(command) => command.run(&globals),
        Command::Doctype(command) => command.run(&globals),
        #[cfg(feature = "server")]
        Command::Serve(command) => command.run(&globals),
        #[cfg(feature = "server")]
        Command::Worker(command) => command.run(&globals),
        #[cfg(feature = "server")]
        Command::Openapi(command) => command.run(),
        Command::Config(command) => command.run(&globals),
        Command::Completions(command) => command.run(&globals),
        Command::Man(command) => command.run(&globals),
        Command::CliReference(command) => command.run(&globals),
    };
    result.unwrap_or_else(|error| failure::report(&error, globals.verbose))
}
