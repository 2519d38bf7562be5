//! `loanfile correct`.

use crate::context::{Context, Format, Globals};
use crate::output::tell;
use anyhow::{Context as _, Result, bail};
use clap::Args;
use loanfile::error::Error;
use loanfile::model::DocumentId;
use loanfile::ops::{self, Action, ValueChange};
use loanfile::views::PageView;
use serde_json::json;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Correct a document's type or values
///
/// All changes of one call are made, or none. A corrected value counts whatever its confidence; what was read before
/// is kept beside it. With another type the document is read again as that type; values that were corrected stay where
/// the new type has the same field. Checks run again at once.
#[derive(Args)]
#[command(after_help = "Examples:
  loanfile correct L-17/3 --type w2
  loanfile correct L-17/3 --set wages_tips_other_compensation=61000.00
  loanfile correct L-17/5 --set 'earnings[2].current_amount=812.50'
  loanfile correct L-17/5 --remove 'earnings[3]' --revert net_pay
  loanfile correct --from corrections.csv
  loanfile correct L-17/3 --history

The CSV file has the columns document, field and value, and may have row (from
0) and action (set, remove, revert or confirm; set when nothing is said). Fields
are named as
\"show\" names them in JSON, or without the type in front.")]
pub struct Correct {
    /// The document: its id, or LOAN/N for the Nth document of a loan
    #[arg(required_unless_present = "from")]
    document: Option<String>,
    /// The type it should have
    #[arg(long = "type", value_name = "TYPE", conflicts_with_all = ["from", "set", "remove", "revert"])]
    document_type: Option<String>,
    /// Set a value; repeat it for more. Rows count from 0, one past the last adds a row
    #[arg(long, value_name = "FIELD=VALUE")]
    set: Vec<String>,
    /// Remove a value, or a row
    #[arg(long, value_name = "FIELD|TABLE[N]")]
    remove: Vec<String>,
    /// Put a value back to what was read
    #[arg(long, value_name = "FIELD")]
    revert: Vec<String>,
    /// Take the changes from a CSV file; - for standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["document", "set", "remove", "revert", "history"])]
    from: Option<PathBuf>,
    /// Show what was corrected before
    #[arg(long, conflicts_with_all = ["document_type", "set", "remove", "revert"])]
    history: bool,
    /// Leave the checks to the next "process"
    #[arg(long)]
    later: bool,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

impl Correct {
    /// Makes the corrections and runs the checks.
    pub fn run(self, globals: &Globals) -> Result<ExitCode> {
        let context = globals.open()?;
        match (&self.from, &self.document) {
            (Some(file), _) => {
                let changes = read_changes(file)?;
                self.values(&context, changes)?;
            }
            (None, Some(document)) if self.history => self.show_history(&context, document)?,
            (None, Some(document)) => self.one(&context, document)?,
            (None, None) => bail!(Error::invalid_input("name a document, or a file with --from")),
        }
        Ok(ExitCode::SUCCESS)
    }

    fn one(&self, context: &Context, document: &str) -> Result<()> {
        if let Some(document_type) = &self.document_type {
            let changed = ops::correct_type(&context.workspace, &context.caller, document, document_type)?;
            let id = ops::document(&context.workspace, &context.caller, document)?.document_id;
            self.learn(context, &[id])?;
            self.settle(context)?;
            match self.format {
                Format::Json => context.output.json(&ops::document(&context.workspace, &context.caller, document)?)?,
                Format::Table if changed => tell(&format!("{document} is now of type {document_type}.")),
                Format::Table => tell(&format!("{document} is of type {document_type} already.")),
            }
            return Ok(());
        }
        let set = self.set.iter().map(|text| {
            let (field, value) = text
                .split_once('=')
                .ok_or_else(|| Error::invalid_input(format!("\"{text}\" sets nothing")).hint("write FIELD=VALUE"))?;
            change(document, field, Action::Set(value.to_string()))
        });
        let removed = self.remove.iter().map(|field| change(document, field, Action::Remove));
        let reverted = self.revert.iter().map(|field| change(document, field, Action::Revert));
        let changes = set.chain(removed).chain(reverted).collect::<Result<Vec<_>>>()?;
        if changes.is_empty() {
            bail!(Error::invalid_input("nothing is to be changed").hint("give --type, --set, --remove or --revert"));
        }
        self.values(context, changes)
    }

    fn values(&self, context: &Context, changes: Vec<ValueChange>) -> Result<()> {
        let corrected = ops::correct_values(&context.workspace, &context.caller, changes)?;
        self.learn(context, &corrected.documents)?;
        self.settle(context)?;
        match self.format {
            Format::Json => {
                let value = json!({ "documents": corrected.documents, "values": corrected.values });
                context.output.json(&value)
            }
            Format::Table => {
                let plural = |count: usize, one: &str| format!("{count} {one}{}", if count == 1 { "" } else { "s" });
                tell(&format!(
                    "Corrected {} in {}.",
                    plural(corrected.values, "value"),
                    plural(corrected.documents.len(), "document")
                ));
                Ok(())
            }
        }
    }

    fn learn(&self, context: &Context, documents: &[DocumentId]) -> Result<()> {
        if !self.later && ops::learn_from(&context.workspace, &context.caller, documents)? > 0 {
            tell("Learned from it; \"loanfile learned list\" shows what.");
        }
        Ok(())
    }

    fn settle(&self, context: &Context) -> Result<()> {
        if !self.later {
            context.settle()?;
        }
        Ok(())
    }

    fn show_history(&self, context: &Context, document: &str) -> Result<()> {
        let corrections = ops::corrections_of(&context.workspace, &context.caller, document)?;
        if self.format == Format::Json {
            return context.output.json(&PageView::whole(corrections));
        }
        let mut rows = context.output.table(&["When", "Who", "What", "Field", "Before", "After"]);
        for correction in &corrections {
            let row = correction.row_index.map(|row| format!("[{row}]")).unwrap_or_default();
            let field = correction.field_type_id.as_ref().map(ToString::to_string).unwrap_or_default();
            rows.add([
                correction.corrected_at.to_string(),
                correction.corrected_by.clone(),
                correction.kind.to_string(),
                format!("{field}{row}"),
                correction.previous_value.clone().unwrap_or_default(),
                correction.new_value.clone().unwrap_or_default(),
            ]);
        }
        rows.print(&context.output)?;
        if corrections.is_empty() {
            tell("Nothing was corrected.");
        }
        Ok(())
    }
}

/// Makes a change of a field that is named as on the command line: `net_pay`, `earnings[2].hours`, `earnings[2]`.
fn change(document: &str, named: &str, action: Action) -> Result<ValueChange> {
    let (field, row) = ops::parse_field(named)?;
    Ok(ValueChange { document: document.to_string(), field, row, action, origin: String::new() })
}

/// A line of a file of corrections.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    document: String,
    field: String,
    #[serde(default)]
    value: String,
    #[serde(default)]
    row: Option<u32>,
    #[serde(default)]
    action: Option<String>,
}

fn read_changes(file: &Path) -> Result<Vec<ValueChange>> {
    let name = file.display();
    let input: Box<dyn Read> =
        if file == Path::new("-") {
            Box::new(std::io::stdin().lock())
        } else {
            Box::new(std::fs::File::open(file).map_err(|error| {
                Error::invalid_input(format!("{name} cannot be read: {error}")).hint("check the path")
            })?)
        };
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).flexible(false).from_reader(input);
    let headings = reader.headers().context("the file cannot be read")?.clone();
    let needed = ["document", "field"];
    if let Some(missing) = needed.iter().find(|needed| !headings.iter().any(|heading| heading == **needed)) {
        bail!(
            Error::invalid_input(format!("{name} has no column {missing}"))
                .hint("the first line names the columns: document,field,value, and row and action where needed")
        );
    }
    let mut changes = Vec::new();
    let mut problems = Vec::new();
    for record in reader.records() {
        let parsed = record.map_err(anyhow::Error::from).map(|record| {
            let line = record.position().map_or(0, csv::Position::line);
            let parsed: Result<Line> = record.deserialize(Some(&headings)).map_err(|error| reason(&error));
            (line, parsed.and_then(|parsed| change_of(parsed, line)))
        });
        match parsed {
            Ok((_, Ok(change))) => changes.push(change),
            Ok((line, Err(error))) => problems.push(format!("line {line}: {error}")),
            Err(error) => problems.push(error.to_string()),
        }
    }
    if !problems.is_empty() {
        bail!(Error::invalid_input(format!(
            "{name} cannot be used, and nothing was changed:\n  {}",
            problems.join("\n  ")
        )));
    }
    Ok(changes)
}

fn reason(error: &csv::Error) -> anyhow::Error {
    match error.kind() {
        csv::ErrorKind::Deserialize { err, .. } => anyhow::anyhow!("{}", err.kind()),
        _ => anyhow::anyhow!("{error}"),
    }
}

fn change_of(line: Line, number: u64) -> Result<ValueChange> {
    let (field, row) = ops::parse_field(&line.field)?;
    let action = match line.action.as_deref().unwrap_or("set") {
        "set" | "" => Action::Set(line.value),
        "remove" => Action::Remove,
        "revert" => Action::Revert,
        "confirm" => Action::Confirm,
        other => bail!("the action {other} is none of set, remove, revert, confirm"),
    };
    Ok(ValueChange { document: line.document, field, row: line.row.or(row), action, origin: format!("line {number}") })
}
