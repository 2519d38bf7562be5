//! Interest, dividends and capital gains: the average of two years.

use super::awards::yearly;
use super::continuance::{self, WhenUnknown};
use super::returns::{newest_due, one_a_year};
use crate::income::case::StatedFact;
use crate::income::desk::Desk;
use crate::income::draft::{Draft, Findings};
use crate::income::figure::Figure;
use crate::income::guideline::{Average, Rules};
use crate::income::notes::{Code, Notes};
use crate::income::people::Person;
use crate::income::result::StreamKind;
use crate::income::sheet::Sheet;
use crate::income::trend::{Span, judge_variable};
use rust_decimal::Decimal;
use std::collections::BTreeMap;

/// Lines of a return that are income of this kind whenever they are filled.
const INTEREST: [&str; 2] = ["taxable_interest", "total_interest"];
const DIVIDENDS: [&str; 2] = ["total_ordinary_dividends", "ordinary_dividends"];
const INTEREST_BOXES: [&str; 3] = ["interest_income", "us_savings_bonds_and_treasury_interest", "tax_exempt_interest"];
const DIVIDEND_BOXES: [&str; 2] = ["total_ordinary_dividends", "exempt_interest_dividends"];
const GAINS: [&str; 2] = ["total_capital_gain_or_loss", "capital_gain_or_loss"];

/// Adds a person's income from assets.
pub(super) fn find<'c>(desk: &Desk<'c>, person: &Person<'c>, found: &mut Findings<'c>) {
    interest_and_dividends(desk, person, found);
    capital_gains(desk, person, found);
}

/// The papers of a return by year: each year its schedule, where there is one, and its first pages.
type Filed<'c> = BTreeMap<i32, Vec<Sheet<'c>>>;

fn filed<'c>(person: &Person<'c>, schedule: &str, fields: &[&str], notes: &mut Notes) -> Filed<'c> {
    let mut years: Filed<'c> = BTreeMap::new();
    for form in [schedule, "form_1040"] {
        for sheet in one_a_year(&person.papers(form), fields, notes) {
            years.entry(sheet.year().unwrap_or_default()).or_default().push(sheet);
        }
    }
    years
}

/// The first of several lines that was read on one of a year's papers.
fn first_read(sheets: &[Sheet<'_>], fields: &[&str]) -> Option<Figure> {
    sheets.iter().find_map(|sheet| fields.iter().find_map(|field| sheet.figure(field)))
}

fn interest_and_dividends<'c>(desk: &Desk<'c>, person: &Person<'c>, found: &mut Findings<'c>) {
    let mut notes = Notes::default();
    let fields: Vec<&str> = INTEREST.into_iter().chain(DIVIDENDS).collect();
    let returns = filed(person, "schedule_b", &fields, &mut notes);
    let is_filled = |sheets: &Vec<Sheet<'c>>| {
        let all = fields.iter().chain(&["tax_exempt_interest"]);
        let mut lines = all.filter_map(|field| first_read(sheets, &[field]));
        lines.any(|line| !line.value.is_zero())
    };
    let mut years: BTreeMap<i32, Figure> = BTreeMap::new();
    if returns.values().any(is_filled) {
        for (year, sheets) in &returns {
            years.insert(*year, of_return(*year, sheets, &mut notes));
        }
    }
    for (year, figure) in of_forms(person, &returns, &mut notes) {
        years.entry(year).or_insert(figure);
    }
    found.used.extend(person.papers("form_1099_int").into_iter().chain(person.papers("form_1099_div")));
    if years.is_empty() {
        return;
    }
    let (kind, payer) = (StreamKind::InterestDividend, "Interest and dividends");
    let Some(mut draft) = two_years(desk, kind, payer, &years, notes, found) else { return };
    if let Some(used) = desk.stated_figure(kind, payer, StatedFact::AssetsUsedPercent, "percent of the assets spent") {
        let rest =
            Figure::rule("all assets in percent", Decimal::ONE_HUNDRED, None).minus("percent of the assets kept", used);
        draft.amount = draft.amount.percent("income of the assets that are kept", rest);
    }
    found.drafts.push(draft);
}

/// What a return reports: interest and dividends, with interest that is not taxed.
fn of_return(year: i32, sheets: &[Sheet<'_>], notes: &mut Notes) -> Figure {
    let mut lines: Vec<Figure> = Vec::new();
    let page = sheets.iter().find(|sheet| sheet.is("form_1040")).or_else(|| sheets.first());
    for fields in [INTEREST, DIVIDENDS] {
        let blank = || {
            let sheet = page?;
            let field = if fields == INTEREST { "taxable_interest" } else { dividend_line(*sheet) };
            Some(notes.line(*sheet, field))
        };
        lines.extend(first_read(sheets, &fields).or_else(blank));
    }
    lines.extend(first_read(sheets, &["tax_exempt_interest"]));
    Figure::sum(format!("interest and dividends, {year}"), lines)
}

fn dividend_line(sheet: Sheet<'_>) -> &'static str {
    if sheet.is("form_1040") { "ordinary_dividends" } else { "total_ordinary_dividends" }
}

/// What forms of payers report for the years of which there is no return.
fn of_forms<'c>(person: &Person<'c>, returns: &Filed<'c>, notes: &mut Notes) -> BTreeMap<i32, Figure> {
    let mut parts: BTreeMap<i32, Vec<Figure>> = BTreeMap::new();
    for (form, boxes) in [("form_1099_int", INTEREST_BOXES.as_slice()), ("form_1099_div", &DIVIDEND_BOXES)] {
        let unfiled = |sheet: &Sheet<'c>| sheet.year().is_some_and(|year| !returns.contains_key(&year));
        let sheets: Vec<Sheet<'c>> = person.papers(form).into_iter().filter(unfiled).collect();
        let amount = |sheet: Sheet<'c>| {
            let read: Vec<Figure> = boxes.iter().filter_map(|field| sheet.figure(field)).collect();
            (!read.is_empty()).then(|| Figure::sum(format!("reported on {}", sheet.title()), read))
        };
        for (year, figure) in yearly(&sheets, amount, boxes, notes) {
            parts.entry(year).or_default().push(figure);
        }
    }
    parts
        .into_iter()
        .map(|(year, parts)| (year, Figure::sum(format!("interest and dividends, {year}"), parts)))
        .collect()
}

fn capital_gains<'c>(desk: &Desk<'c>, person: &Person<'c>, found: &mut Findings<'c>) {
    let mut notes = Notes::default();
    let returns = filed(person, "schedule_d", &GAINS, &mut notes);
    let lines: BTreeMap<i32, Option<Figure>> =
        returns.iter().map(|(year, sheets)| (*year, first_read(sheets, &GAINS))).collect();
    if lines.values().flatten().all(|line| line.value.is_zero()) {
        return;
    }
    let mut years: BTreeMap<i32, Figure> = BTreeMap::new();
    for (year, line) in lines {
        let blank = || {
            let sheet = returns.get(&year)?.iter().find(|sheet| sheet.is("form_1040"))?;
            Some(notes.line(*sheet, "capital_gain_or_loss"))
        };
        years.extend(line.or_else(blank).map(|line| (year, line)));
    }
    let (kind, payer) = (StreamKind::CapitalGain, "Capital gains");
    let Some(mut draft) = two_years(desk, kind, payer, &years, notes, found) else { return };
    if desk.stated_truth(kind, payer, StatedFact::Recurring) != Some(true) {
        draft.include = false;
        draft.notes.warn(Code::NotRecurring, "gains and losses are left out until a person states that they recur");
        found.drafts.push(draft);
        return;
    }
    found.drafts.push(continuance::judge(desk, draft, None, WhenUnknown::Counts));
}

/// Judges the two newest years, of which the second must be the year before the first.
pub(super) fn two_years(
    desk: &Desk<'_>,
    kind: StreamKind,
    payer: &str,
    years: &BTreeMap<i32, Figure>,
    mut notes: Notes,
    found: &mut Findings<'_>,
) -> Option<Draft> {
    let (newest, earnings) = years.last_key_value()?;
    let mut spans = vec![Span::year(*newest, earnings.clone())];
    let prior = years.get(&(newest - 1)).map(|earnings| Span::year(newest - 1, earnings.clone()));
    let is_whole = prior.is_some();
    spans.extend(prior);
    let due = newest_due(desk.case.as_of_date);
    for year in (*newest + 1..=due).chain((!is_whole).then_some(newest - 1)) {
        let message = format!("{} needs two years: a return of {year} is missing", kind.title().to_lowercase());
        notes.warn(Code::TaxReturnYearMissing, message);
        found.miss("Form 1040", Some(year), format!("{} needs two years", kind.title().to_lowercase()));
    }
    let stabilized = desk.stated_truth(kind, payer, StatedFact::Stabilized) == Some(true);
    let judged = judge_variable(&spans, &averaging(desk.rules), stabilized, &mut notes)?;
    if !is_whole && !notes.contains(Code::HistoryTooShort) {
        notes.warn(Code::HistoryTooShort, "one year is documented; two are averaged");
    }
    let mut draft = Draft::of_judged(kind, payer, judged).under(&["other_income"]).noting(notes);
    draft.include &= is_whole;
    Some(draft)
}

/// Income from assets is averaged under every guideline; the lesser of averages is for earnings.
fn averaging(rules: &Rules) -> Rules {
    let mut rules = rules.clone();
    rules.variable.average = Average::Blend;
    rules
}
