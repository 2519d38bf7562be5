//! A result as a table for people.

use crate::context::Context;
use crate::output::Output;
use anyhow::Result;
use loanfile::income::amount::shown;
use loanfile::income::{Direction, IncomeData, Severity, Stream, Warning};
use loanfile::model::DocumentId;
use loanfile::ops;
use std::collections::HashMap;

/// Prints the streams, what a person should know, and the total.
pub fn print(context: &Context, loan: &str, data: &IncomeData, keys: bool) -> Result<()> {
    let output = &context.output;
    let engine = match data.engine.name.as_str() {
        "embedded" => String::new(),
        name => format!(", by {name} {}", data.engine.version),
    };
    output.line(&format!(
        "Qualifying income of loan {loan}, {} {}, as of {}{engine}",
        data.guideline, data.rules_version, data.as_of_date
    ))?;
    for borrower in &data.borrowers {
        output.line("")?;
        let name = borrower.name.as_deref().unwrap_or("Borrower whose name was not read");
        output.line(&format!("{name}: {} a month", shown(borrower.total_monthly_income)))?;
        let mut rows = output.table(&["  Type", "Payer", ">Monthly", "Trend", "In total"]);
        for stream in &borrower.streams {
            rows.add([
                format!("  {}", stream.kind.title()),
                stream.payer.clone(),
                shown(stream.monthly_amount),
                trend(stream),
                if stream.include_in_total { "yes" } else { "no" }.to_string(),
            ]);
        }
        rows.keep_whole(2);
        rows.print(output)?;
        for stream in borrower.streams.iter().filter(|_| keys) {
            output.line(&format!("  {} = {}", stream.stream_id, stream.stream_key))?;
        }
    }
    let names = document_names(context, loan)?;
    print_warnings(output, data, &names)?;
    print_rest(output, data)?;
    output.line("")?;
    output.line(&format!("Total: {} a month", shown(data.total_monthly_income)))
}

fn trend(stream: &Stream) -> String {
    let word = match stream.trend.direction {
        Direction::Increasing => "rising",
        Direction::Stable => "stable",
        Direction::Declining => "falling",
        Direction::Stabilized => "fell, stable",
        Direction::Insufficient => return String::new(),
    };
    match stream.trend.change_pct {
        Some(percent) => {
            let sign = if percent.is_sign_negative() { "" } else { "+" };
            format!("{word} {sign}{}%", percent.round_dp(1))
        }
        None => word.to_string(),
    }
}

fn document_names(context: &Context, loan: &str) -> Result<HashMap<DocumentId, String>> {
    let package = ops::loan_package(&context.workspace, &context.caller, loan)?;
    let name = |(place, document): (usize, &loanfile::views::DocumentView)| {
        (document.document_id, format!("{}/{place}", package.loan.external_loan_id))
    };
    Ok((1..).zip(&package.documents).map(name).collect())
}

/// A warning as it is shown, with how often it stands there.
struct Told {
    severity: Severity,
    code: String,
    text: String,
}

/// The code under which lines that were not read and are taken as zero are told.
const ASSUMED_ZERO: &str = "LINE_ASSUMED_ZERO";

fn print_warnings(output: &Output, data: &IncomeData, names: &HashMap<DocumentId, String>) -> Result<()> {
    let titles: HashMap<&str, String> =
        data.streams().map(|stream| (stream.stream_id.as_str(), stream.kind.of(&stream.payer))).collect();
    let mut told: Vec<Told> = Vec::new();
    for warning in data.warnings.iter().filter(|warning| warning.code != ASSUMED_ZERO) {
        let stream = warning.stream_id.as_deref().and_then(|id| titles.get(id));
        let text = match stream {
            Some(stream) => format!("{stream}: {}", warning.message),
            None => warning.message.clone(),
        };
        if !told.iter().any(|known| known.text == text && known.code == warning.code) {
            told.push(Told { severity: warning.severity, code: warning.code.clone(), text });
        }
    }
    told.extend(assumed_zero(&data.warnings, names));
    if told.is_empty() {
        return Ok(());
    }
    told.sort_by_key(|told| std::cmp::Reverse(told.severity));
    output.line("")?;
    output.line("What to know:")?;
    for Told { severity, code, text } in told {
        let mark = match severity {
            Severity::High => "!!",
            Severity::Medium => "! ",
            Severity::Low => "  ",
        };
        wrapped(output, &format!("{mark} "), &format!("{text} [{code}]"))?;
    }
    Ok(())
}

/// Returns one line a document for its lines that were not read.
fn assumed_zero(warnings: &[Warning], names: &HashMap<DocumentId, String>) -> Vec<Told> {
    let mut documents: Vec<(Option<DocumentId>, Severity, Vec<String>)> = Vec::new();
    for warning in warnings.iter().filter(|warning| warning.code == ASSUMED_ZERO) {
        let line = warning.line.clone().unwrap_or_else(|| warning.message.clone());
        match documents.iter_mut().find(|(document, ..)| *document == warning.document_id) {
            Some((_, severity, lines)) => {
                *severity = (*severity).max(warning.severity);
                if !lines.contains(&line) {
                    lines.push(line);
                }
            }
            None => documents.push((warning.document_id, warning.severity, vec![line])),
        }
    }
    let told = |(document, severity, lines): (Option<DocumentId>, Severity, Vec<String>)| {
        let name = document.and_then(|id| names.get(&id).cloned()).unwrap_or_else(|| "a paper".to_string());
        let text = format!("{name}: {} not read, taken as zero", lines.join(", "));
        Told { severity, code: ASSUMED_ZERO.to_string(), text }
    };
    documents.into_iter().map(told).collect()
}

fn print_rest(output: &Output, data: &IncomeData) -> Result<()> {
    if !data.liabilities.is_empty() {
        output.line("")?;
        output.line("Owed each month on account of income, to be counted among debts:")?;
        for liability in &data.liabilities {
            let kind = liability.kind.to_lowercase().replace('_', " ");
            output.line(&format!("   {kind}: {}", shown(liability.monthly_amount)))?;
        }
    }
    if !data.missing_documents.is_empty() {
        output.line("")?;
        output.line("Missing documents:")?;
        for missing in &data.missing_documents {
            let year = missing.tax_year.map(|year| format!(" {year}")).unwrap_or_default();
            wrapped(output, "   ", &format!("{}{year}: {}", missing.document_type, missing.reason))?;
        }
    }
    Ok(())
}

/// The width at which lines of text are wrapped.
const WIDTH: usize = 80;

/// Prints text in lines that begin at the same place.
pub fn wrapped(output: &Output, head: &str, text: &str) -> Result<()> {
    let room = WIDTH.saturating_sub(head.chars().count()).max(20);
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.last_mut();
        match last {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.chars().count() + 1 + word.chars().count() <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    for (number, line) in lines.iter().enumerate() {
        let head = if number == 0 { head.to_string() } else { " ".repeat(head.chars().count()) };
        output.line(&format!("{head}{line}"))?;
    }
    Ok(())
}
