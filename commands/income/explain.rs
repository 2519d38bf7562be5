//! Every figure with what it is made of, down to the page.

use super::result::wrapped;
use crate::output::Output;
use anyhow::Result;
use loanfile::income::amount::shown;
use loanfile::income::{Figure, IncomeData, Operation, Origin, Stream, ValueSource};
use loanfile::views::{percentage, shown_number};

/// Where values end.
const VALUES_END: usize = 52;
/// The width that a line should keep to.
const WIDTH: usize = 80;

/// Prints the proof of each stream.
pub fn print(output: &Output, data: &IncomeData) -> Result<()> {
    for (number, stream) in data.streams().enumerate() {
        if number > 0 {
            output.line("")?;
        }
        print_stream(output, stream)?;
    }
    output.line("")?;
    output.line(&valued("Total a month", &shown(data.total_monthly_income)))
}

fn print_stream(output: &Output, stream: &Stream) -> Result<()> {
    let left_out = if stream.include_in_total { "" } else { "  (not in the total)" };
    let title = stream.kind.of(&stream.payer);
    output.line(&format!("{}{left_out}", valued(&title, &shown(stream.monthly_amount))))?;
    let citations =
        if stream.citations.is_empty() { String::new() } else { format!(" ({})", stream.citations.join(", ")) };
    output.line(&format!("  by {}{citations}", stream.method.to_lowercase().replace('_', " ")))?;
    for step in &stream.steps {
        wrapped(output, "  ", &format!("{}. {} = {}", step.seq, step.text, shown(step.result)))?;
    }
    match &stream.proof {
        Some(proof) => print_figure(output, proof, "", 1),
        None => stream.sources.iter().try_for_each(|source| {
            let label = source.field_type_id.as_str();
            print_line(output, &format!("  {label}"), &source.value, Some(&place(source)))
        }),
    }
}

/// Prints a figure and what it is made of; `sign` is how it enters into the figure above.
fn print_figure(output: &Output, figure: &Figure, sign: &str, depth: usize) -> Result<()> {
    let indent = "  ".repeat(depth);
    let label = format!("{indent}{sign}{}", figure.label);
    match &figure.origin {
        // A sign turned or cents rounded is no line of its own.
        Origin::Calculated { operation: Operation::Negative, inputs } if inputs.len() == 1 => {
            inputs.iter().try_for_each(|input| print_figure(output, input, "- ", depth))
        }
        Origin::Calculated { operation: Operation::Rounded, inputs } if is_repeated(figure) => {
            inputs.iter().try_for_each(|input| print_figure(output, input, sign, depth))
        }
        Origin::Calculated { inputs, .. } if percentage(figure).is_some() => {
            let value = percentage(figure).unwrap_or_default();
            print_line(output, &label, &value, inputs.first().and_then(leaf_note).as_deref())
        }
        Origin::Calculated { operation, inputs } => {
            print_line(output, &label, &shown_number(figure), how(*operation))?;
            for (place, input) in inputs.iter().enumerate() {
                print_figure(output, input, sign_of(*operation, place), depth + 1)?;
            }
            Ok(())
        }
        _ => print_line(output, &label, &shown_number(figure), leaf_note(figure).as_deref()),
    }
}

/// A figure that looks the same before it is rounded needs no line of its own.
fn is_repeated(figure: &Figure) -> bool {
    figure.inputs().iter().all(|input| shown_number(input) == shown_number(figure))
}

/// Returns where a leaf comes from.
fn leaf_note(figure: &Figure) -> Option<String> {
    match &figure.origin {
        Origin::Read { source } => Some(place(source)),
        Origin::Stated { .. } => Some("stated by a person".to_string()),
        Origin::Rule { citation } => citation.clone(),
        Origin::AssumedZero { line, .. } => {
            let line = line.as_deref().map(|line| format!("{line} ")).unwrap_or_default();
            Some(format!("{line}not read, taken as zero"))
        }
        Origin::Calculated { .. } => None,
    }
}

fn how(operation: Operation) -> Option<&'static str> {
    match operation {
        Operation::Least => Some("the least of"),
        Operation::Greatest => Some("the greatest of"),
        Operation::Rounded => Some("rounded"),
        Operation::Sum | Operation::Negative | Operation::Product | Operation::Quotient => None,
    }
}

fn sign_of(operation: Operation, place: usize) -> &'static str {
    match (operation, place) {
        (Operation::Sum, 1..) => "+ ",
        (Operation::Product, 1..) => "x ",
        (Operation::Quotient, 1..) => "/ ",
        _ => "",
    }
}

fn place(source: &ValueSource) -> String {
    let mut parts = vec![source.document_name.clone()];
    parts.extend(source.page.map(|page| format!("p.{page}")));
    parts.extend(source.line.clone());
    parts.push(format!("\"{}\"", source.value));
    parts.push(match source.manually_corrected {
        true => "corrected".to_string(),
        false => format!("{:.2}", source.confidence),
    });
    parts.join(" ")
}

/// Prints a line, with what there is to say beside it or, where that does not fit, below.
fn print_line(output: &Output, label: &str, value: &str, note: Option<&str>) -> Result<()> {
    let line = valued(label, value);
    let Some(note) = note else { return output.line(&line) };
    if line.chars().count() + 2 + note.chars().count() <= WIDTH {
        return output.line(&format!("{line}  {note}"));
    }
    output.line(&line)?;
    let indent = label.chars().take_while(|letter| *letter == ' ').count() + 4;
    wrapped(output, &" ".repeat(indent), note)
}

/// Returns a label with its value set to the right.
fn valued(label: &str, value: &str) -> String {
    let room = VALUES_END.saturating_sub(value.chars().count() + 1);
    format!("{label:<room$} {value}")
}
