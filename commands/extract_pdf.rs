//! `loanfile extract-pdf`.

use crate::context::Globals;
use crate::output::tell;
use anyhow::Result;
use clap::Args;
use loanfile::error::{Error, ErrorKind};
use loanfile::ops::{self, ContentRequest, Layer};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Write a document's own PDF: its pages only
#[derive(Args)]
#[command(after_help = "Examples:
  loanfile extract-pdf L-17/3 -o w2.pdf
  loanfile extract-pdf L-17/3 --searchable -o w2-searchable.pdf
  loanfile extract-pdf L-17/3 -o - | pdftotext - -")]
pub struct ExtractPdf {
    /// The document: its id, or LOAN/N for the Nth document of a loan
    document: String,
    /// Where to write it; - for standard output [default: <documentId>.pdf]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Lay what was recognised over scanned pages, invisible, so that the text can be found and copied
    #[arg(long)]
    searchable: bool,
}

impl ExtractPdf {
    /// Writes the PDF.
    pub fn run(self, globals: &Globals) -> Result<ExitCode> {
        let context = globals.open()?;
        let workers = ops::workers(&context.workspace, 1)?;
        let layer = if self.searchable { Layer::Searchable } else { Layer::None };
        let request = ContentRequest { document: &self.document, layer };
        let content = ops::content(&context.workspace, &context.caller, &workers, request)?;
        let mut source = File::open(content.path()).map_err(|error| {
            Error::new(
                ErrorKind::Integrity,
                format!("the stored file {} cannot be read: {error}", content.path().display()),
            )
        })?;
        let output = self.output.unwrap_or_else(|| PathBuf::from(format!("{}.pdf", content.document_id)));
        if output == Path::new("-") {
            std::io::copy(&mut source, &mut std::io::stdout().lock())?;
            return Ok(ExitCode::SUCCESS);
        }
        write_whole(&mut source, &output).map_err(|error| {
            Error::invalid_input(format!("{} cannot be written: {error}", output.display())).caused_by(error)
        })?;
        tell(&format!("Wrote {}", output.display()));
        Ok(ExitCode::SUCCESS)
    }
}

/// Writes a file under a temporary name beside its place, so that a half one is never seen.
fn write_whole(source: &mut File, output: &Path) -> std::io::Result<()> {
    let mut name = output.file_name().unwrap_or_default().to_os_string();
    name.push(".partial");
    let temporary = output.with_file_name(name);
    let written = File::create(&temporary)
        .and_then(|mut file| std::io::copy(source, &mut file))
        .and_then(|_| std::fs::rename(&temporary, output));
    if written.is_err() {
        // Best effort: the error that is reported matters more.
        let _ = std::fs::remove_file(&temporary);
    }
    written
}
