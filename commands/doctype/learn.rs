//! `loanfile doctype learn`.

use super::printing;
use crate::context::{Context, Format};
use crate::failure::SOME_FAILED;
use crate::output::tell;
use anyhow::{Context as _, Result};
use clap::Args;
use loanfile::ops::{self, SampleFile};
use std::path::PathBuf;
use std::process::ExitCode;

/// Learn a document type from a few samples and add it
///
/// Each PDF is one document of the type, filled in differently. What all of them print becomes titles, phrases and
/// labels; what stands beside the labels becomes fields. The result is a definition like any other: read it with
/// "doctype show ID --definition", correct it, add it again. When a sample is not recognised by what was learned,
/// nothing is added and the exit code is 3.
#[derive(Args)]
#[command(after_help = "Examples:
  loanfile doctype learn --name \"Solar Lease\" one.pdf two.pdf three.pdf
  loanfile doctype learn --name \"Lease\" *.pdf --dry-run --output lease.toml
  loanfile doctype test lease.toml")]
pub struct Learn {
    /// Samples: two or more
    #[arg(required = true, value_name = "SAMPLE.pdf")]
    samples: Vec<PathBuf>,
    /// The type's name
    #[arg(long, value_name = "NAME")]
    name: String,
    /// Its id [default: made of the name, such as solar_lease]
    #[arg(long, value_name = "ID")]
    id: Option<String>,
    /// The group it is listed under
    #[arg(long, value_name = "GROUP", default_value = "other")]
    group: String,
    /// Only show what would be learned
    #[arg(long)]
    dry_run: bool,
    /// Put it in the place of your own type of the same id
    #[arg(long)]
    replace: bool,
    /// Write the definition to a file too
    #[arg(long, value_name = "FILE.toml")]
    output: Option<PathBuf>,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

impl Learn {
    /// Learns and says what.
    pub fn run(&self, context: &Context) -> Result<ExitCode> {
        let samples: Vec<SampleFile<'_>> =
            self.samples.iter().map(|path| SampleFile { path, name: path.display().to_string() }).collect();
        let workers = ops::workers(&context.workspace, 1)?;
        let learned = ops::learn_document_type(
            &context.workspace,
            &context.caller,
            &ops::Learn {
                name: &self.name,
                id: self.id.as_deref(),
                group: &self.group,
                samples: &samples,
                workers: &workers,
                add: !self.dry_run,
                replace: self.replace,
            },
        )?;
        if let Some(file) = &self.output {
            std::fs::write(file, &learned.text).with_context(|| format!("{} cannot be written", file.display()))?;
        }
        match self.format {
            Format::Json => context.output.json(&learned)?,
            Format::Table => printing::learned(&context.output, &learned)?,
        }
        let id = &learned.document_type.document_type_id;
        if learned.added {
            tell(&format!("{} ({id}) is in use. Read it: loanfile doctype show {id} --definition", self.name.trim()));
            return Ok(ExitCode::SUCCESS);
        }
        if learned.samples.iter().all(|sample| sample.recognised) {
            tell("Nothing was added: this was a dry run.");
            return Ok(ExitCode::SUCCESS);
        }
        tell("Not every sample is recognised, so nothing is in use. Give more samples, or write the");
        tell("definition with --output, add anchors to it, and add it with \"loanfile doctype add\".");
        Ok(ExitCode::from(SOME_FAILED))
    }
}
