//! What was earned in the year to date and in the years before, part by part.

use super::super::figure::Figure;
use super::super::months::year_to_date;
use super::super::notes::{Code, Notes};
use super::super::sheet::{Sheet, SheetRow};
use super::super::trend::Span;
use super::job::{Job, is_form_1005, stub_date, verified_date};
use chrono::{Datelike, NaiveDate};
use rust_decimal::Decimal;
use std::collections::BTreeMap;

/// A part of pay.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    Base,
    Overtime,
    Bonus,
    Commission,
    Tips,
    /// Allowances, repayments: no pay.
    Other,
}

/// Pay of one time, as one paper tells it.
#[derive(Debug, Clone)]
pub(super) struct Earned<'c> {
    pub sheet: Sheet<'c>,
    pub year: i32,
    pub through: NaiveDate,
    /// What the paper names part by part.
    pub parts: BTreeMap<Part, Figure>,
    /// All together.
    pub gross: Option<Figure>,
}

/// Box 12 codes of deferrals, which box 1 does not hold.
const DEFERRALS: [&str; 5] = ["D", "E", "F", "G", "S"];

/// From this day of December on a stub tells the whole year.
const LAST_STUB: u32 = 15;

impl Part {
    /// Returns the part that an earnings line of a stub belongs to.
    pub fn of_category(category: &str) -> Self {
        match category {
            "Regular" | "Holiday" | "Vacation" | "Sick" | "PTO" | "Shift Differential" | "Military" => Self::Base,
            "Overtime" | "Double Time" => Self::Overtime,
            "Bonus" => Self::Bonus,
            "Commission" => Self::Commission,
            "Tips" => Self::Tips,
            _ => Self::Other,
        }
    }

    /// Returns the words for labels.
    pub fn words(self) -> &'static str {
        match self {
            Self::Base => "base pay",
            Self::Overtime => "overtime",
            Self::Bonus => "bonus",
            Self::Commission => "commission",
            Self::Tips => "tips",
            Self::Other => "other pay",
        }
    }
}

impl Earned<'_> {
    /// Returns a part of the pay; all of it as base pay when the paper names no parts.
    pub fn part(&self, part: Part) -> Option<Figure> {
        let unnamed = || (part == Part::Base && self.parts.is_empty()).then(|| self.gross.clone()).flatten();
        self.parts.get(&part).cloned().or_else(unnamed)
    }
}

/// Returns what the newest paper tells of the year to date. Of a stub and a verification of one day the stub counts,
/// unless only the verification names the parts.
pub(super) fn this_year<'c>(job: &Job<'c>) -> Option<Earned<'c>> {
    let stubs = job.stubs.iter().filter_map(|stub| of_stub(*stub));
    let told = job
        .verifications
        .iter()
        .filter_map(|sheet| of_verification(*sheet).into_iter().find(|earned| !is_whole(earned)));
    let rank = |earned: &Earned<'c>| (earned.through, !earned.parts.is_empty(), earned.sheet.is("paystub"));
    let newest = stubs.chain(told).filter(|earned| earned.gross.is_some() || !earned.parts.is_empty());
    newest.max_by_key(rank)
}

/// Returns the whole years before a year, newest first; of several papers on a year the one that names the parts.
pub(super) fn years_before<'c>(job: &Job<'c>, year: Option<i32>) -> Vec<Earned<'c>> {
    let mut found: BTreeMap<i32, Earned<'c>> = BTreeMap::new();
    let mut keep = |earned: Earned<'c>| {
        let before = year.is_none_or(|year| earned.year < year);
        let better = found.get(&earned.year).is_none_or(|known| known.parts.is_empty() && !earned.parts.is_empty());
        if before && better {
            found.insert(earned.year, earned);
        }
    };
    for sheet in &job.verifications {
        of_verification(*sheet).into_iter().filter(is_whole).for_each(&mut keep);
    }
    for stub in &job.stubs {
        let last = of_stub(*stub).filter(|earned| earned.through.month() == 12 && earned.through.day() >= LAST_STUB);
        last.into_iter().for_each(&mut keep);
    }
    let w2_years: Vec<i32> = job.w2s.iter().filter_map(|sheet| sheet.year()).collect();
    for year in w2_years {
        job.w2(year).and_then(of_w2).into_iter().for_each(&mut keep);
    }
    found.into_values().rev().collect()
}

fn is_whole(earned: &Earned<'_>) -> bool {
    earned.through.month() == 12 && earned.through.day() == 31
}

/// Returns the year to date of a stub.
pub(super) fn of_stub(stub: Sheet<'_>) -> Option<Earned<'_>> {
    let through = stub_date(stub)?;
    let parts = sum_of_rows(stub, |row| row.figure("ytd_amount"));
    Some(Earned { sheet: stub, year: through.year(), through, parts, gross: stub.figure("ytd_gross_pay") })
}

/// Sums the earnings lines of a stub part by part; empty when no line says what it is.
pub(super) fn sum_of_rows(stub: Sheet<'_>, amount: impl Fn(SheetRow<'_>) -> Option<Figure>) -> BTreeMap<Part, Figure> {
    let mut parts: BTreeMap<Part, Vec<Figure>> = BTreeMap::new();
    for row in stub.rows("earnings") {
        let Some(category) = row.text("category") else { continue };
        if let Some(figure) = amount(row) {
            let label = row.text("description").unwrap_or(category);
            parts.entry(Part::of_category(category)).or_default().push(figure.named(label));
        }
    }
    parts.into_iter().map(|(part, figures)| (part, whole(part, figures))).collect()
}

fn whole(part: Part, mut figures: Vec<Figure>) -> Figure {
    match figures.len() {
        1 => figures.swap_remove(0),
        _ => Figure::sum(part.words(), figures),
    }
}

/// Returns the year to date and the whole years that a verification tells.
fn of_verification(sheet: Sheet<'_>) -> Vec<Earned<'_>> {
    if is_form_1005(sheet) {
        let columns = [
            ("base_pay", Part::Base),
            ("overtime", Part::Overtime),
            ("commissions", Part::Commission),
            ("bonus", Part::Bonus),
        ];
        let rows = sheet.rows("gross_earnings").into_iter();
        return rows.filter_map(|row| of_row(row, &columns, "total", through_of_1005(row)?)).collect();
    }
    let columns = [
        ("base_pay", Part::Base),
        ("overtime", Part::Overtime),
        ("commission", Part::Commission),
        ("bonus", Part::Bonus),
        ("other_income", Part::Other),
    ];
    let rows = sheet.rows("annual_income").into_iter();
    rows.filter_map(|row| of_row(row, &columns, "total_pay", through_of_report(row)?)).collect()
}

fn through_of_1005(row: SheetRow<'_>) -> Option<NaiveDate> {
    let through = verified_date(row.sheet());
    let year = || row.text("year").and_then(|year| year.parse::<i32>().ok());
    match row.text("period")? {
        "Year to Date" => through,
        "Past Year 1" => last_day(year().or_else(|| Some(through?.year() - 1))?),
        "Past Year 2" => last_day(year().or_else(|| Some(through?.year() - 2))?),
        _ => None,
    }
}

/// The row of the running year may lack its day: then the day of the report counts.
fn through_of_report(row: SheetRow<'_>) -> Option<NaiveDate> {
    let year: i32 = row.text("year")?.parse().ok()?;
    let reported = verified_date(row.sheet()).filter(|date| date.year() == year);
    row.date("through_date").or(reported).or_else(|| last_day(year))
}

fn last_day(year: i32) -> Option<NaiveDate> {
    NaiveDate::from_ymd_opt(year, 12, 31)
}

fn of_row<'c>(
    row: SheetRow<'c>,
    columns: &[(&'static str, Part)],
    total: &'static str,
    through: NaiveDate,
) -> Option<Earned<'c>> {
    let label = |part: Part| format!("{} {}", part.words(), row.text("year").unwrap_or("year to date"));
    let part = |(column, part): &(&'static str, Part)| Some((*part, row.figure(column)?.named(label(*part))));
    let parts: BTreeMap<Part, Figure> = columns.iter().filter_map(part).collect();
    let gross = row.figure(total);
    (!parts.is_empty() || gross.is_some()).then_some(Earned {
        sheet: row.sheet(),
        year: through.year(),
        through,
        parts,
        gross,
    })
}

/// A W-2 tells what was earned, not its parts; tips stand in a box of their own.
fn of_w2(w2: Sheet<'_>) -> Option<Earned<'_>> {
    let through = last_day(w2.year()?)?;
    Some(Earned { sheet: w2, year: through.year(), through, parts: BTreeMap::new(), gross: gross_of_w2(w2) })
}

/// Returns the gross pay of a W-2: box 5, which holds what was deferred to retirement plans; else box 1 with the
/// deferrals of box 12.
pub(in crate::income) fn gross_of_w2(w2: Sheet<'_>) -> Option<Figure> {
    if let Some(medicare) = w2.figure("medicare_wages_and_tips").filter(|figure| !figure.value.is_zero()) {
        return Some(medicare);
    }
    let wages = w2.figure("wages_tips_other_compensation")?;
    let rows = w2.rows("box_12").into_iter();
    let deferred = rows.filter(|row| row.text("code").is_some_and(|code| DEFERRALS.contains(&code)));
    let deferred: Vec<Figure> = deferred.filter_map(|row| row.figure("amount")).collect();
    Some(Figure::sum("W-2 gross: box 1 and deferrals of box 12", std::iter::once(wages).chain(deferred)))
}

/// Returns the times of which a verification's parts do not make up its total.
pub(super) fn contradictions<'c>(sheet: Sheet<'c>) -> Vec<Earned<'c>> {
    let differs = |earned: &Earned<'_>| {
        let named: Decimal = earned.parts.values().map(|figure| figure.value).sum();
        let gross = earned.gross.as_ref().map(|figure| figure.value);
        !earned.parts.is_empty() && gross.is_some_and(|gross| (gross - named).abs() >= Decimal::ONE)
    };
    of_verification(sheet).into_iter().filter(differs).collect()
}

/// Returns the months of a year to date; a stub without the end of its period is told.
pub(super) fn span_of(
    label: &str,
    earned: &Earned<'_>,
    hired: Option<NaiveDate>,
    amount: Figure,
    notes: &mut Notes,
) -> Span {
    if earned.sheet.is("paystub") && earned.sheet.date("pay_period_end_date").is_none() {
        let message = format!("{} shows no end of its period: the day of payment counts", earned.sheet.title());
        notes.warn_of(Code::YtdDateFallback, earned.sheet, message);
    }
    let first = NaiveDate::from_ymd_opt(earned.year, 1, 1);
    let from = hired.filter(|hired| hired.year() == earned.year).or(first);
    Span::part(label, from, earned.through, year_to_date(earned.through, hired), amount)
}

/// Returns the months of a whole year; of the year of hiring those since then.
pub(super) fn year_span(earned: &Earned<'_>, hired: Option<NaiveDate>, amount: Figure) -> Span {
    match hired.filter(|hired| hired.year() == earned.year && (hired.month(), hired.day()) != (1, 1)) {
        Some(hired) => {
            let months = super::super::months::between(hired, earned.through);
            Span::part(earned.year.to_string(), Some(hired), earned.through, months, amount)
        }
        None => Span::year(earned.year, amount),
    }
}
