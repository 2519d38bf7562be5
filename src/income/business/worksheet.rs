//! The lines of a return that make up the cash flow of a business: `worksheets.toml` and what each kind of line does.
//!
//! Invariant: each line of the data gives at most one figure, so that a proof reads like the worksheet.

use crate::income::figure::{Figure, Origin};
use crate::income::notes::{Code, Notes};
use crate::income::sheet::Sheet;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Years in which meals of restaurants were deducted whole.
const WHOLE_MEALS: [i32; 2] = [2021, 2022];
/// How items of statements are named that are no payments; lower case.
const NOT_PAID: [&str; 3] = ["amortiz", "amortis", "casualty"];

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    item: String,
    field: String,
    #[serde(default)]
    when: When,
    #[serde(default)]
    sign: Sign,
    #[serde(default)]
    optional: bool,
    #[serde(default)]
    table: Option<Table>,
    #[serde(default)]
    total: Option<String>,
    #[serde(default)]
    taxed: Option<String>,
    #[serde(default)]
    unless: Vec<String>,
}

/// When a line counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum When {
    Base,
    #[default]
    Always,
    Named,
    NotRecurring,
    NotRenewed,
    Meals,
    Untaxed,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
enum Sign {
    #[default]
    #[serde(rename = "+")]
    Plus,
    #[serde(rename = "-")]
    Minus,
}

/// A table of items that a statement lists.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Table {
    OtherExpenses,
    OtherDeductionsDetail,
}

impl Table {
    fn name(self) -> &'static str {
        match self {
            Self::OtherExpenses => "other_expenses",
            Self::OtherDeductionsDetail => "other_deductions_detail",
        }
    }
}

/// What a person stated, or other years show, about the lines of a business.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Circumstances {
    /// Whether other income comes every year; `None` when nobody said.
    pub income_recurs: Option<bool>,
    pub notes_renewed: bool,
    /// Whether payments that are not taxed go on.
    pub untaxed_goes_on: bool,
}

static WORKSHEETS: LazyLock<BTreeMap<String, Vec<Line>>> = LazyLock::new(|| {
    toml::from_str(include_str!("worksheets.toml")).unwrap_or_else(|error| unreachable!("worksheets.toml: {error}"))
});

/// Returns the figures of a return's lines, each with its sign; `None` when no line that it starts from was read.
pub(super) fn figures(sheet: Sheet<'_>, circumstances: Circumstances, notes: &mut Notes) -> Option<Vec<Figure>> {
    let lines = WORKSHEETS.get(sheet.type_id())?;
    let mut bases = lines.iter().filter(|line| line.when == When::Base).peekable();
    if bases.peek().is_some() && !bases.any(|line| sheet.figure(&line.field).is_some()) {
        return None;
    }
    Some(lines.iter().filter_map(|line| figure(line, sheet, circumstances, notes)).collect())
}

/// Tells whether a farm received payments beyond their taxed part.
pub(super) fn has_untaxed(sheet: Sheet<'_>) -> bool {
    let lines = WORKSHEETS.get(sheet.type_id()).into_iter().flatten();
    let mut untaxed = lines.filter(|line| line.when == When::Untaxed).filter_map(|line| untaxed(line, sheet));
    untaxed.any(|figure| !figure.value.is_zero())
}

fn figure(line: &Line, sheet: Sheet<'_>, circumstances: Circumstances, notes: &mut Notes) -> Option<Figure> {
    let is_told = |field: &String| sheet.figure(field).is_some_and(|figure| !figure.value.is_zero());
    if line.unless.iter().any(is_told) {
        return None;
    }
    let found = match line.when {
        When::Base | When::Always | When::Meals => read(line, sheet, notes),
        When::Named => named(line, sheet, notes),
        When::NotRecurring => return not_recurring(line, sheet, circumstances, notes),
        When::NotRenewed => read(line, sheet, notes).filter(|_| !circumstances.notes_renewed),
        When::Untaxed => untaxed_that_goes_on(line, sheet, circumstances, notes),
    }?;
    if line.when == When::Meals
        && !found.value.is_zero()
        && sheet.year().is_some_and(|year| WHOLE_MEALS.contains(&year))
    {
        let message = "meals of restaurants could be deducted whole in that year; the line is subtracted all the same";
        notes.warn_line(Code::Meals100PctYear, sheet.document(), sheet.line(&line.field), message);
    }
    Some(match line.sign {
        Sign::Plus => found,
        Sign::Minus => found.negative(),
    })
}

fn read(line: &Line, sheet: Sheet<'_>, notes: &mut Notes) -> Option<Figure> {
    let found = sheet.figure(&line.field);
    let found = if line.optional { found } else { Some(found.unwrap_or_else(|| notes.line(sheet, &line.field))) };
    found.map(|figure| shown(line, figure))
}

/// An item that stands in a statement: by its own field, or by the names of the statement's rows.
fn named(line: &Line, sheet: Sheet<'_>, notes: &mut Notes) -> Option<Figure> {
    let found = sheet.figure(&line.field);
    if let Some(found) = found.clone().filter(|found| !found.value.is_zero()) {
        return Some(shown(line, found));
    }
    let rows = line.table.map(|table| sheet.rows(table.name())).unwrap_or_default();
    let is_not_paid = |text: &str| {
        let text = text.to_lowercase();
        NOT_PAID.iter().any(|word| text.contains(word))
    };
    let items: Vec<Figure> = rows
        .iter()
        .filter(|row| row.text("description").is_some_and(is_not_paid))
        .filter_map(|row| row.figure("amount"))
        .collect();
    if !items.is_empty() {
        return Some(Figure::sum(shown_label(line, &sheet.label(&line.field)), items));
    }
    if let Some(zero) = found {
        return Some(shown(line, zero));
    }
    let total = line.total.as_ref().and_then(|total| sheet.figure(total));
    let is_unlisted = rows.is_empty() && total.is_some_and(|total| !total.value.is_zero());
    is_unlisted.then(|| shown(line, notes.line(sheet, &line.field)))
}

fn not_recurring(line: &Line, sheet: Sheet<'_>, circumstances: Circumstances, notes: &mut Notes) -> Option<Figure> {
    let found = read(line, sheet, notes)?;
    let is_loss = found.value.is_sign_negative() && !found.value.is_zero();
    let goes_out = match circumstances.income_recurs {
        Some(recurs) => !recurs,
        None => !is_loss,
    };
    goes_out.then(|| found.negative())
}

fn untaxed_that_goes_on(
    line: &Line,
    sheet: Sheet<'_>,
    circumstances: Circumstances,
    notes: &mut Notes,
) -> Option<Figure> {
    let received = sheet.figure(&line.field)?;
    let Some(untaxed) = untaxed(line, sheet) else {
        if !received.value.is_zero() {
            let message = format!("{}: its taxed part was not read, so nothing of it is added", received.label);
            notes.warn_line(Code::LineAssumedZero, sheet.document(), sheet.line(&line.field), message);
        }
        return None;
    };
    if !circumstances.untaxed_goes_on && !untaxed.value.is_zero() {
        let message = format!("{} did not come in the newest year, so it is not added", received.label);
        notes.warn_line(Code::NotRecurring, sheet.document(), sheet.line(&line.field), message);
        return None;
    }
    Some(untaxed)
}

fn untaxed(line: &Line, sheet: Sheet<'_>) -> Option<Figure> {
    let received = sheet.figure(&line.field)?;
    let taxed = sheet.figure(line.taxed.as_deref()?)?;
    let label = shown_label(line, &format!("{}, not taxed", received.label));
    Some(received.minus(label, taxed))
}

/// A line that was not read keeps the name by which its warning tells it.
fn shown(line: &Line, figure: Figure) -> Figure {
    if matches!(figure.origin, Origin::AssumedZero { .. }) {
        return figure;
    }
    let label = shown_label(line, &figure.label);
    figure.named(label)
}

fn shown_label(line: &Line, label: &str) -> String {
    format!("1084 {}: {label}", line.item)
}
