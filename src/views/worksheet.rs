//! A result as a worksheet in the manner of the agencies' cash flow forms: sections, lines, amounts, papers.

use crate::income::{Figure, IncomeData, Operation, Origin, Stream, StreamKind, ValueSource, amount};
use crate::los::escaped;
use crate::model::{Timestamp, is_number_cell, text_cell};
use crate::pdf::write::ReportLine;
use rust_decimal::Decimal;

/// The worksheet of a result.
#[derive(Debug, Clone, PartialEq)]
pub struct Worksheet {
    /// The caller's id for the loan.
    pub loan: String,
    /// What stands above it, line by line.
    pub head: Vec<String>,
    /// Its sections.
    pub sections: Vec<Section>,
    /// The total.
    pub total: Decimal,
    /// What a person should know.
    pub notes: Vec<String>,
}

/// The lines of a stream.
#[derive(Debug, Clone, PartialEq)]
pub struct Section {
    /// Which part of the form, with the payer.
    pub title: String,
    /// Its lines.
    pub rows: Vec<Row>,
}

/// A line.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Row {
    /// The form's line or box.
    pub line: String,
    /// What it is.
    pub description: String,
    /// The year, or `YTD`.
    pub period: String,
    /// The amount.
    pub amount: String,
    /// The document, as people name it.
    pub document: String,
    /// The page of the source file.
    pub page: String,
    /// Whether it sums up the lines above it.
    pub sums_up: bool,
}

const HEADINGS: [&str; 7] = ["Section", "Line", "Description", "Year/Period", "Amount", "Document", "Page"];

impl Worksheet {
    /// Makes the worksheet of a result.
    pub fn new(loan: &str, calculated_at: Option<Timestamp>, data: &IncomeData) -> Self {
        let mut head = vec![
            format!("Rules: {}, {}", data.guideline.rules().name, data.rules_version),
            format!("Engine: {} {}", data.engine.name, data.engine.version),
            format!("Papers as of {}", data.as_of_date),
        ];
        head.extend(calculated_at.map(|moment| format!("Calculated {moment}")));
        let named = data.borrowers.iter().flat_map(|borrower| {
            let name = borrower.name.as_deref().unwrap_or(&borrower.borrower_id);
            borrower.streams.iter().map(move |stream| (name, stream))
        });
        let notes = data.warnings.iter().map(|warning| format!("{}: {}", warning.code, warning.message));
        let debts = data.liabilities.iter().map(|liability| {
            let kind = liability.kind.to_lowercase().replace('_', " ");
            format!("To be counted among debts: {kind}, {} a month", amount::shown(liability.monthly_amount))
        });
        Self {
            loan: loan.to_string(),
            head,
            sections: named.map(|(name, stream)| section(name, stream)).collect(),
            total: data.total_monthly_income,
            notes: debts.chain(notes).collect(),
        }
    }

    /// Returns it as comma-separated values; what a spreadsheet would take for a formula begins with an apostrophe.
    pub fn csv(&self) -> String {
        let mut writer = csv::Writer::from_writer(Vec::new());
        // Writing into memory does not fail.
        let _ = writer.write_record(HEADINGS);
        for section in &self.sections {
            for row in &section.rows {
                let cells = [
                    section.title.as_str(),
                    &row.line,
                    &row.description,
                    &row.period,
                    &row.amount.replace(',', ""),
                    &row.document,
                    &row.page,
                ];
                let _ = writer.write_record(cells.map(|cell| match is_number_cell(cell) {
                    true => cell.to_string(),
                    false => text_cell(cell),
                }));
            }
        }
        let total = amount::to_cents(self.total).to_string();
        let _ = writer.write_record(["Total", "", "Qualifying income a month", "", &total, "", ""]);
        String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
    }

    /// Returns it as a page that needs nothing else; a person reads or prints it.
    pub fn html(&self) -> String {
        let name = escaped(&self.loan);
        let mut page = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
             <title>Income of loan {name}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n\
             <h1>Income worksheet, loan {name}</h1>\n"
        );
        for line in &self.head {
            page.push_str(&format!("<p class=\"about\">{}</p>\n", escaped(line)));
        }
        for section in &self.sections {
            page.push_str(&format!("<section>\n<h2>{}</h2>\n<table>\n<tr>", escaped(&section.title)));
            for (place, heading) in HEADINGS.iter().skip(1).enumerate() {
                let class = if place == 3 { " class=\"figure\"" } else { "" };
                page.push_str(&format!("<th{class}>{heading}</th>"));
            }
            page.push_str("</tr>\n");
            for row in &section.rows {
                page.push_str(&html_row(row));
            }
            page.push_str("</table>\n</section>\n");
        }
        page.push_str(&format!("<p class=\"total\">Qualifying income a month: {}</p>\n", amount::shown(self.total)));
        if !self.notes.is_empty() {
            page.push_str("<h2>Notes</h2>\n<ul>\n");
            for note in &self.notes {
                page.push_str(&format!("<li>{}</li>\n", escaped(note)));
            }
            page.push_str("</ul>\n");
        }
        page.push_str("</body>\n</html>\n");
        page
    }

    /// Returns it as lines of text in columns, for a PDF.
    pub fn lines(&self) -> Vec<ReportLine> {
        let mut lines = vec![ReportLine::bold(format!("Income worksheet, loan {}", self.loan))];
        lines.extend(self.head.iter().map(ReportLine::plain));
        for section in &self.sections {
            lines.push(ReportLine::plain(""));
            lines.push(ReportLine::bold(&section.title));
            lines.push(ReportLine::bold(columns(&Row {
                line: "Line".to_string(),
                description: "Description".to_string(),
                period: "Period".to_string(),
                amount: "Amount".to_string(),
                document: "Document".to_string(),
                page: "Page".to_string(),
                sums_up: true,
            })));
            for row in &section.rows {
                let text = columns(row);
                lines.push(if row.sums_up { ReportLine::bold(text) } else { ReportLine::plain(text) });
            }
        }
        lines.push(ReportLine::plain(""));
        lines.push(ReportLine::bold(format!("Qualifying income a month: {}", amount::shown(self.total))));
        if !self.notes.is_empty() {
            lines.push(ReportLine::plain(""));
            lines.push(ReportLine::bold("Notes"));
            lines.extend(self.notes.iter().map(|note| ReportLine::plain(format!("- {note}"))));
        }
        lines
    }
}

const STYLE: &str = "
@page { size: letter landscape; margin: 14mm; }
body { font: 14px/1.4 system-ui, sans-serif; margin: 2rem auto; max-width: 66rem; padding: 0 1rem; color: #111; }
h1 { font-size: 1.4rem; margin-bottom: .3rem; }
h2 { font-size: 1rem; margin: 1.6rem 0 .3rem; }
.about { margin: 0; color: #555; font-size: .85rem; }
section { break-inside: avoid-page; }
table { border-collapse: collapse; width: 100%; font-size: .85rem; }
th { text-align: left; border-bottom: 1.5px solid #555; }
th, td { padding: .16rem .6rem .16rem 0; vertical-align: top; }
td { border-bottom: 1px solid #ddd; }
td.figure, th.figure { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
tr.sum td { font-weight: 600; border-bottom: 1.5px solid #999; }
.total { font-size: 1.1rem; font-weight: 700; margin-top: 1.6rem; }
ul { font-size: .85rem; padding-left: 1.2rem; }
@media print { body { margin: 0; max-width: none; padding: 0; } }
";

fn html_row(row: &Row) -> String {
    let class = if row.sums_up { " class=\"sum\"" } else { "" };
    format!(
        "<tr{class}><td>{}</td><td>{}</td><td>{}</td><td class=\"figure\">{}</td><td>{}</td><td>{}</td></tr>\n",
        escaped(&row.line),
        escaped(&row.description),
        escaped(&row.period),
        escaped(&row.amount),
        escaped(&row.document),
        escaped(&row.page)
    )
}

fn columns(row: &Row) -> String {
    let cut = |text: &str, width: usize| text.chars().take(width).collect::<String>();
    format!(
        "{:<14} {:<66} {:<8} {:>15}  {:<20} {:>4}",
        cut(&row.line, 14),
        cut(&row.description, 66),
        cut(&row.period, 8),
        row.amount,
        cut(&row.document, 20),
        row.page
    )
}

fn section(borrower: &str, stream: &Stream) -> Section {
    let mut rows = Vec::new();
    match &stream.proof {
        // The last row says what the whole comes to.
        Some(proof) => match (&proof.origin, proof.inputs()) {
            (Origin::Calculated { operation: Operation::Rounded, .. }, [only]) => add_rows(only, "", false, &mut rows),
            _ => add_rows(proof, "", false, &mut rows),
        },
        None => rows.extend(stream.sources.iter().map(row_of_source)),
    }
    let counted = if stream.include_in_total { "" } else { " (not in the total)" };
    rows.push(Row {
        description: format!("Monthly income, {}{counted}", stream.method.to_lowercase().replace('_', " ")),
        amount: amount::shown(stream.monthly_amount),
        sums_up: true,
        ..Row::default()
    });
    let payer = if stream.payer.is_empty() { String::new() } else { format!(": {}", stream.payer) };
    Section { title: format!("{}, {borrower}{payer}", part_of_form(stream.kind)), rows }
}

/// The sections of the agencies' cash flow form, and what it does not have.
fn part_of_form(kind: StreamKind) -> &'static str {
    match kind {
        StreamKind::BasePay | StreamKind::SecondaryEmployment => "Section 1: Wages",
        StreamKind::Overtime | StreamKind::Bonus | StreamKind::Commission | StreamKind::Tip => {
            "Section 1: Variable pay"
        }
        StreamKind::MilitaryBase | StreamKind::MilitaryEntitlement => "Section 1: Military pay",
        StreamKind::InterestDividend => "Section 2: Schedule B, interest and dividends",
        StreamKind::ScheduleC => "Section 3: Schedule C, sole proprietor",
        StreamKind::CapitalGain => "Section 4: Schedule D, capital gains",
        StreamKind::Rental => "Section 5: Schedule E, rent",
        StreamKind::Royalty => "Section 5: Schedule E, royalties",
        StreamKind::ScheduleF => "Section 6: Schedule F, farm",
        StreamKind::Partnership => "Section 7: Partnership (Form 1065, Schedule K-1)",
        StreamKind::SCorporation => "Section 8: S corporation (Form 1120-S, Schedule K-1)",
        StreamKind::Corporation => "Section 9: Corporation (Form 1120)",
        StreamKind::BankStatement => "Bank statements",
        StreamKind::SocialSecurity
        | StreamKind::Pension
        | StreamKind::RetirementDistribution
        | StreamKind::VaBenefit
        | StreamKind::Unemployment => "Benefits and retirement",
        StreamKind::Alimony | StreamKind::ChildSupport => "Support",
        StreamKind::Other => "Other income",
    }
}

/// Adds the lines of a figure: what it is made of first, then itself, as forms do.
fn add_rows(figure: &Figure, sign: &str, turned: bool, rows: &mut Vec<Row>) {
    let Origin::Calculated { operation, inputs } = &figure.origin else {
        rows.push(row_of_leaf(figure, sign, turned));
        return;
    };
    match (operation, inputs.as_slice()) {
        (Operation::Negative, [only]) => add_rows(only, sign, !turned, rows),
        (Operation::Rounded, [only]) if shown_number(only) == shown_number(figure) => {
            add_rows(only, sign, turned, rows);
        }
        _ if percentage(figure).is_some() => rows.push(row_of_leaf(figure, sign, turned)),
        _ => {
            for (place, input) in inputs.iter().enumerate() {
                add_rows(input, sign_of(*operation, place), false, rows);
            }
            rows.push(Row { sums_up: true, ..row_of_leaf(figure, sign, turned) });
        }
    }
}

fn sign_of(operation: Operation, place: usize) -> &'static str {
    match (operation, place) {
        (Operation::Product, 1..) => "times ",
        (Operation::Quotient, 1..) => "divided by ",
        _ => "",
    }
}

fn row_of_leaf(figure: &Figure, sign: &str, turned: bool) -> Row {
    let amount = percentage(figure).unwrap_or_else(|| shown_number(figure));
    let amount = match (turned, amount.strip_prefix('-')) {
        (false, _) => amount,
        (true, Some(positive)) => positive.to_string(),
        (true, None) if figure.value.is_zero() => amount,
        (true, None) => format!("-{amount}"),
    };
    let mut row = Row {
        description: format!("{sign}{}", figure.label),
        period: period_of(&figure.label),
        amount,
        ..Row::default()
    };
    match &figure.origin {
        Origin::Read { source } => {
            row.line = source.line.clone().unwrap_or_default();
            row.document = source.document_name.clone();
            row.page = source.page.map(|page| page.to_string()).unwrap_or_default();
        }
        Origin::AssumedZero { line, .. } => {
            row.line = line.clone().unwrap_or_default();
            row.description.push_str(" (not read, taken as zero)");
        }
        Origin::Stated { .. } => row.document = "stated".to_string(),
        Origin::Rule { .. } | Origin::Calculated { .. } => {}
    }
    row
}

fn row_of_source(source: &ValueSource) -> Row {
    Row {
        line: source.line.clone().unwrap_or_default(),
        description: source.field_type_id.to_string(),
        amount: source.value.clone(),
        document: source.document_name.clone(),
        page: source.page.map(|page| page.to_string()).unwrap_or_default(),
        ..Row::default()
    }
}

/// Returns a share as a percentage, `75%`, when the figure is a leaf divided by a hundred.
pub fn percentage(figure: &Figure) -> Option<String> {
    let Origin::Calculated { operation: Operation::Quotient, inputs } = &figure.origin else { return None };
    match inputs.as_slice() {
        [share, hundred] if hundred.label == "percent" && share.inputs().is_empty() => {
            Some(format!("{}%", share.value.normalize()))
        }
        _ => None,
    }
}

/// Returns the number of a figure as people read it: amounts with two decimals, what needs more, such as a ratio, with
/// up to four, a count that a rule gives with none.
pub fn shown_number(figure: &Figure) -> String {
    let plain = figure.value.normalize();
    let is_count = matches!(figure.origin, Origin::Rule { .. }) && plain.scale() == 0;
    if is_count || (plain.scale() > 2 && plain.abs() < Decimal::ONE_HUNDRED) {
        return plain.round_dp(4).normalize().to_string();
    }
    amount::shown(figure.value)
}

/// Returns the year that a label names last, or `YTD`.
fn period_of(label: &str) -> String {
    let words = label.split(|letter: char| !letter.is_ascii_alphanumeric());
    let is_year = |word: &&str| {
        let begins = word.starts_with("19") || word.starts_with("20");
        word.len() == 4 && begins && word.chars().all(|letter| letter.is_ascii_digit())
    };
    match words.clone().rfind(is_year) {
        Some(year) => year.to_string(),
        None if label.to_lowercase().contains("year to date") || words.into_iter().any(|word| word == "YTD") => {
            "YTD".to_string()
        }
        None => String::new(),
    }
}
