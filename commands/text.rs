//! `loanfile text`.

use crate::context::Globals;
use crate::output::printable;
use anyhow::Result;
use clap::{Args, ValueEnum};
use loanfile::ops::{self, PageChoice};
use loanfile::views::{self, DocumentTextView};
use std::process::ExitCode;

/// Print the words that were read on a document's pages
#[derive(Args)]
#[command(after_help = "Examples:
  loanfile text L-17/3
  loanfile text 0199c0de-... --page 2 --format json
  loanfile text L-17/3 --format hocr > third.hocr")]
pub struct Text {
    /// The document: its id, or LOAN/N for the Nth document of a loan
    document: String,
    /// Only this page, counted from 1 within the document
    #[arg(long, value_name = "N")]
    page: Option<u32>,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: TextFormat,
}

/// How to print words.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum TextFormat {
    /// Lines of words; a form feed after each page
    Text,
    /// Words with boxes and confidence, as the API answers
    Json,
    /// HTML with boxes, as OCR tools exchange it
    Hocr,
}

impl Text {
    /// Prints the words.
    pub fn run(self, globals: &Globals) -> Result<ExitCode> {
        let context = globals.open()?;
        let choice = self.page.map_or(PageChoice::All, PageChoice::One);
        let view = ops::document_text(&context.workspace, &context.caller, &self.document, choice)?;
        match self.format {
            TextFormat::Text => context.output.raw(&plain(&view))?,
            TextFormat::Json => context.output.json(&view)?,
            TextFormat::Hocr => context.output.raw(&views::hocr(&view))?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn plain(view: &DocumentTextView) -> String {
    let mut text = String::new();
    for page in &view.pages {
        for line in page.text.lines() {
            text.push_str(&printable(line));
            text.push('\n');
        }
        text.push('\u{c}');
    }
    text
}
