//! Royalties: the columns of Schedule E of each year together, averaged over two years.

use super::property::{is_royalty, rows};
use crate::income::case::StatedFact;
use crate::income::desk::Desk;
use crate::income::draft::{Draft, Findings};
use crate::income::figure::Figure;
use crate::income::notes::{Code, Notes};
use crate::income::people::Person;
use crate::income::result::StreamKind;
use crate::income::sheet::SheetRow;
use crate::income::trend::Span;
use crate::income::yearly::judge_business;
use rust_decimal::Decimal;
use std::collections::BTreeSet;

const KIND: StreamKind = StreamKind::Royalty;
const PAYER: &str = "Royalties";

/// Adds a person's royalties.
pub(super) fn find<'c>(desk: &Desk<'c>, person: &Person<'c>, found: &mut Findings<'c>) {
    let sheets = person.papers(super::property::FORM);
    let mut notes = Notes::default();
    let mut years: BTreeSet<i32> = sheets.iter().filter_map(|sheet| sheet.year()).collect();
    let Some(newest) = years.pop_last() else { return };
    let mut spans = Vec::new();
    for year in [newest, newest - 1] {
        let of_year: Vec<SheetRow<'c>> =
            rows(&sheets, year, &mut Notes::default()).into_iter().filter(|row| is_royalty(*row)).collect();
        if of_year.is_empty() {
            continue;
        }
        let results = of_year.iter().map(|row| result(*row, &mut notes)).collect::<Vec<_>>();
        spans.push((year, Figure::sum(format!("Royalties, {year}"), results)));
    }
    let Some((first, _)) = spans.first() else { return };
    if *first != newest {
        let message = format!("Schedule E of {newest} shows no royalties any more");
        found.notes.warn(Code::NotRecurring, message);
        return;
    }
    if spans.len() < 2 {
        let message =
            format!("Schedule E of {} with royalties is missing: they are averaged over two years", newest - 1);
        notes.warn(Code::TaxReturnYearMissing, message);
        found.miss("Schedule E", Some(newest - 1), "royalties are averaged over two years");
    }
    let spans: Vec<Span> = spans.into_iter().map(|(year, figure)| Span::year(year, figure)).collect();
    let stabilized = desk.stated_truth(KIND, PAYER, StatedFact::Stabilized) == Some(true);
    let Some(judged) = judge_business(&spans, desk.rules, stabilized, &mut notes) else { return };
    let mut draft = Draft::of_judged(KIND, PAYER, judged).under(&["other_income"]);
    draft.include = draft.include && continues(desk, &mut notes);
    found.drafts.push(draft.noting(notes));
}

fn result(row: SheetRow<'_>, notes: &mut Notes) -> Figure {
    let lines = [
        notes.cell(row, "royalties_received"),
        notes.cell(row, "total_expenses").negative(),
        notes.cell(row, "depreciation_or_depletion"),
    ];
    Figure::sum(format!("Royalties of property {}", row.text("property").unwrap_or("?")), lines)
}

/// Royalties must go on; how long no return tells.
fn continues(desk: &Desk<'_>, notes: &mut Notes) -> bool {
    let needed = desk.rules.continuance.months;
    match desk.stated_figure(KIND, PAYER, StatedFact::MonthsRemaining, "months remaining") {
        Some(left) if left.value < Decimal::from(needed) => {
            let message = format!("{} months of royalties are left; {needed} are needed", left.value.normalize());
            notes.warn(Code::ContinuanceNotMet, message);
            false
        }
        Some(_) => true,
        None => {
            let message = format!("no paper says that royalties go on for {needed} months; state monthsRemaining");
            notes.warn(Code::ContinuanceUnknown, message);
            true
        }
    }
}
