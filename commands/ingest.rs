//! `loanfile ingest`.

use crate::context::{Context, Format, Globals};
use crate::failure::SOME_FAILED;
use crate::interrupt;
use crate::output::tell;
use crate::watch::Watch;
use anyhow::Result;
use clap::Args;
use loanfile::error::{Error, ErrorKind};
use loanfile::model::{Origin, Secret};
use loanfile::ops::{self, Received, Repeat};
use loanfile::views::SourceFileView;
use loanfile::worker::WorkerPool;
use serde::Serialize;
use std::ffi::OsStr;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use walkdir::WalkDir;

/// Take PDFs into a loan
///
/// The originals are stored unchanged. The loan is made when it is new. A folder is walked for *.pdf in any case; a
/// file that is named is judged by its bytes. A file that the loan has already is reported and not taken twice. Files
/// that cannot be taken are named with the reason, the others are taken, and the exit code is 3.
///
/// With --watch files are taken as they arrive in a folder, or in a bucket given as s3://bucket/prefix. The loan is the
/// first folder's name, or what a manifest.json or manifest.csv beside the files says, or --loan. A file is taken when
/// it has not changed for a while, or when FILE.ready is there. It ends in done/ or, with the reason beside it, in
/// rejected/. Objects of a bucket stay where they are and are remembered.
///
/// A password is kept in the workspace's store, which only its owner can read, for as long as the file is needed; it
/// is never shown.
#[derive(Args)]
#[command(after_help = "Examples:
  loanfile ingest --loan L-17 bundle.pdf scans/
  loanfile ingest --loan L-17 --again bundle.pdf
  loanfile ingest --watch inbox/ --process
  loanfile ingest --watch s3://inbox/today --once
  curl -s https://example.org/one.pdf |
    loanfile ingest --loan L-17 --name one.pdf -
  LOANFILE_PASSWORD=... loanfile ingest --loan L-17 locked.pdf")]
pub struct Ingest {
    /// Your id for the loan; with --watch the one of files for which nothing names another
    #[arg(long, value_name = "ID", required_unless_present = "watch")]
    loan: Option<String>,
    /// Take files that the loan has already once more
    #[arg(long)]
    again: bool,
    /// The user or owner password of files that need one; better given in the environment
    #[arg(long, value_name = "PASSWORD", env = "LOANFILE_PASSWORD", hide_env_values = true)]
    password: Option<String>,
    /// A file whose first line is the password
    #[arg(long, value_name = "FILE", conflicts_with = "password")]
    password_file: Option<PathBuf>,
    /// The name for what is read from standard input
    #[arg(long, value_name = "NAME", default_value = "stdin.pdf")]
    name: String,
    /// How to print what became of each file
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
    #[command(flatten)]
    watch: Watch,
    /// PDF files and folders; - for standard input
    #[arg(required_unless_present = "watch", conflicts_with = "watch", value_name = "FILE|DIR|-")]
    paths: Vec<PathBuf>,
}

/// What became of each file.
#[derive(Default, Serialize)]
struct Outcome {
    taken: Vec<SourceFileView>,
    known: Vec<SourceFileView>,
    refused: Vec<Refused>,
}

#[derive(Serialize)]
struct Refused {
    path: String,
    reason: String,
}

/// Something to take in.
enum Item {
    Input,
    File(PathBuf),
    /// Nothing to take in after all, and why.
    Nothing(PathBuf, String),
}

impl Ingest {
    /// Takes the files in, one after the other.
    pub fn run(self, globals: &Globals) -> Result<ExitCode> {
        let watches = self.watch.is_asked_for()?;
        let context = globals.open()?;
        if watches {
            let password = self.password()?;
            return self.watch.run(globals, &context, self.loan.as_deref(), password.as_ref(), self.format);
        }
        let loan = self.loan.clone().unwrap_or_default();
        ops::check_loan_id(&loan)?;
        let stop = interrupt::listen()?;
        let workers = ops::workers(&context.workspace, 1)?;
        context.workspace.blobs.sweep(context.caller.tenant.id);
        let password = self.password()?;
        let mut outcome = Outcome::default();
        for item in self.paths.iter().flat_map(|path| items(path)) {
            if stop.load(Ordering::Relaxed) {
                return Err(Error::new(ErrorKind::Interrupted, "stopped; the files named above were taken").into());
            }
            self.take(&context, &workers, &stop, (&loan, password.as_ref()), item, &mut outcome)?;
        }
        if self.format == Format::Json {
            context.output.json(&outcome)?;
        }
        tell(&summary(&loan, &outcome));
        Ok(if outcome.refused.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(SOME_FAILED) })
    }

    fn password(&self) -> Result<Option<Secret>> {
        let Some(file) = &self.password_file else { return Ok(self.password.clone().map(Secret::new)) };
        let text = std::fs::read_to_string(file)
            .map_err(|error| Error::invalid_input(format!("{} cannot be read: {error}", file.display())))?;
        Ok(text.lines().next().map(Secret::new))
    }

    fn take(
        &self,
        context: &Context,
        workers: &WorkerPool,
        stop: &AtomicBool,
        (loan, password): (&str, Option<&Secret>),
        item: Item,
        outcome: &mut Outcome,
    ) -> Result<()> {
        let (path, name, opened): (PathBuf, String, std::io::Result<Box<dyn Read>>) = match item {
            Item::Input => (PathBuf::from("-"), self.name.clone(), Ok(Box::new(std::io::stdin()))),
            Item::File(path) => {
                let opened = File::open(&path).map(|file| Box::new(file) as Box<dyn Read>);
                let name = shown_name(path.file_name().unwrap_or(path.as_os_str()));
                (path, name, opened)
            }
            Item::Nothing(path, reason) => {
                refuse(outcome, &path, reason);
                return Ok(());
            }
        };
        let mut bytes = match opened {
            Ok(bytes) => bytes,
            Err(error) => {
                refuse(outcome, &path, format!("it cannot be opened: {error}"));
                return Ok(());
            }
        };
        let input = ops::Ingest {
            external_loan_id: loan,
            file_name: name,
            bytes: bytes.as_mut(),
            password,
            repeat: if self.again { Repeat::Take } else { Repeat::Skip },
            origin: Origin::Cli,
        };
        match ops::ingest(&context.workspace, &context.caller, workers, input) {
            Ok(received) => self.note(context, &path, received, outcome),
            Err(error) if error.kind() == ErrorKind::InvalidInput => {
                let hint = error.hint_text().map(|hint| format!(" ({hint})")).unwrap_or_default();
                refuse(outcome, &path, format!("{error}{hint}"));
                Ok(())
            }
            Err(_) if stop.load(Ordering::Relaxed) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    fn note(&self, context: &Context, path: &Path, received: Received, outcome: &mut Outcome) -> Result<()> {
        let path = path.display();
        let line = match &received {
            Received::Taken(file) => {
                let pages = if file.page_count == 1 { "page" } else { "pages" };
                format!("taken    {path} ({} {pages}, {})", file.page_count, size(file.size_bytes))
            }
            Received::AlreadyThere(file) => {
                format!("known    {path}: in this loan already as {}; --again takes it once more", file.file_name)
            }
        };
        match received {
            Received::Taken(file) => outcome.taken.push(file),
            Received::AlreadyThere(file) => outcome.known.push(file),
        }
        if self.format == Format::Table { context.output.line(&line) } else { Ok(()) }
    }
}

fn refuse(outcome: &mut Outcome, path: &Path, reason: String) {
    let path = path.display().to_string();
    tell(&format!("refused  {path}: {reason}"));
    outcome.refused.push(Refused { path, reason });
}

/// Returns what a path of the command line stands for; a folder's files in the order of their names.
fn items(path: &Path) -> Vec<Item> {
    if path == Path::new("-") {
        return vec![Item::Input];
    }
    if !path.is_dir() {
        return vec![Item::File(path.to_path_buf())];
    }
    let mut items = Vec::new();
    for entry in WalkDir::new(path).follow_links(true).sort_by_file_name() {
        match entry {
            Ok(entry) if entry.file_type().is_file() && is_pdf_name(entry.path()) => {
                items.push(Item::File(entry.into_path()));
            }
            Ok(_) => {}
            // A link to a folder above: everything in it is walked anyway.
            Err(error) if error.loop_ancestor().is_some() => {}
            Err(error) => {
                let place = error.path().unwrap_or(path).to_path_buf();
                items.push(Item::Nothing(place, format!("it cannot be read: {error}")));
            }
        }
    }
    if items.is_empty() {
        items.push(Item::Nothing(path.to_path_buf(), "no *.pdf files are in this folder".to_string()));
    }
    items
}

fn is_pdf_name(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pdf"))
}

/// Returns a file name as text; bytes that are no text are written as `\xNN`.
fn shown_name(name: &OsStr) -> String {
    let mut shown = String::new();
    for chunk in name.as_encoded_bytes().utf8_chunks() {
        shown.push_str(chunk.valid());
        shown.push_str(&chunk.invalid().escape_ascii().to_string());
    }
    shown
}

fn summary(loan: &str, outcome: &Outcome) -> String {
    let pages: u64 = outcome.taken.iter().map(|file| u64::from(file.page_count)).sum();
    let mut summary = format!("Loan {loan}: {} files with {pages} pages taken", outcome.taken.len());
    if !outcome.known.is_empty() {
        summary.push_str(&format!(", {} there already", outcome.known.len()));
    }
    if !outcome.refused.is_empty() {
        summary.push_str(&format!(", {} refused", outcome.refused.len()));
    }
    summary.push('.');
    summary
}

fn size(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{:.0} kB", (bytes as f64 / 1e3).max(1.0)),
        1_000_000..1_000_000_000 => format!("{:.1} MB", bytes as f64 / 1e6),
        _ => format!("{:.2} GB", bytes as f64 / 1e9),
    }
}
