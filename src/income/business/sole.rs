//! Sole proprietors (Schedule C) and farms (Schedule F): one stream a business.

use super::company::same_company;
use super::mileage;
use super::settled::{Enterprise, Existed, Year, settle};
use super::worksheet::{Circumstances, figures, has_untaxed};
use crate::income::case::StatedFact;
use crate::income::desk::Desk;
use crate::income::draft::{Draft, Findings};
use crate::income::figure::Figure;
use crate::income::groups::grouped;
use crate::income::notes::{Code, Notes};
use crate::income::people::Person;
use crate::income::result::StreamKind;
use crate::income::returns::by_year;
use crate::income::sheet::Sheet;
use rust_decimal::Decimal;

/// A schedule of a personal return.
struct Schedule {
    id: &'static str,
    kind: StreamKind,
    result: &'static str,
    /// Fields by which the schedules of one business are known, the surest first.
    names: &'static [&'static str],
    unnamed: &'static str,
    rules: &'static [&'static str],
}

const SCHEDULES: [Schedule; 2] = [
    Schedule {
        id: "schedule_c",
        kind: StreamKind::ScheduleC,
        result: "net_profit_or_loss",
        names: &["business_name", "principal_business", "business_code"],
        unnamed: "Sole proprietorship",
        rules: &["sole_proprietor", "self_employment"],
    },
    Schedule {
        id: "schedule_f",
        kind: StreamKind::ScheduleF,
        result: "net_farm_profit_or_loss",
        names: &["principal_crop_or_activity", "agricultural_activity_code"],
        unnamed: "Farm",
        rules: &["sole_proprietor", "self_employment"],
    },
];

/// Adds a person's businesses without a company.
pub(super) fn find<'c>(desk: &Desk<'c>, person: &Person<'c>, found: &mut Findings<'c>) {
    for schedule in &SCHEDULES {
        let sheets = person.papers(schedule.id);
        for group in grouped(&sheets, |a, b| is_one_business(schedule, a, b)) {
            business(desk, person, schedule, &group, found);
        }
    }
}

/// What both state decides; schedules that state nothing in common are of one business only when one states nothing.
fn is_one_business(schedule: &Schedule, a: Sheet<'_>, b: Sheet<'_>) -> bool {
    let numbers = a.text("employer_ein").zip(b.text("employer_ein"));
    if numbers.is_some_and(|(a, b)| a == b) {
        return true;
    }
    let mut named = schedule.names.iter().filter_map(|field| a.text(field).zip(b.text(field)));
    match named.next() {
        Some((a, b)) => same_company(a, b),
        None => [a, b].iter().any(|sheet| schedule.names.iter().all(|field| sheet.text(field).is_none())),
    }
}

fn business<'c>(
    desk: &Desk<'c>,
    person: &Person<'c>,
    schedule: &Schedule,
    group: &[Sheet<'c>],
    found: &mut Findings<'c>,
) {
    let mut notes = Notes::default();
    found.used.extend_from_slice(group);
    let sheets: Vec<(i32, Sheet<'c>)> = by_year(group, schedule.result, &mut notes).into_iter().rev().collect();
    let name = name(schedule, &sheets, group);
    let stated = |fact| desk.stated_truth(schedule.kind, &name, fact);
    let circumstances = Circumstances {
        income_recurs: stated(StatedFact::OtherIncomeRecurring),
        notes_renewed: false,
        untaxed_goes_on: sheets.first().is_some_and(|(_, sheet)| has_untaxed(*sheet)),
    };
    let mut years = Vec::new();
    for (year, sheet) in sheets.iter().take(2).copied() {
        let Some(mut lines) = figures(sheet, circumstances, &mut notes) else {
            let message = format!("{} was not read on {}", sheet.label(schedule.result), sheet.title());
            notes.warn_of(Code::NotComputed, sheet, message);
            continue;
        };
        if sheet.is("schedule_c") {
            let is_only = person.papers("schedule_c").iter().filter(|other| other.year() == Some(year)).count() == 1;
            lines.extend(mileage::depreciation(desk, sheet, is_only, &mut notes));
        }
        let cash = Figure::sum(format!("Cash flow of {name}, {year}"), lines);
        let has_prior = sheets.iter().any(|(other, _)| *other < year);
        let existed = match sheet.ticked("started_or_acquired_in_year") {
            Some(true) if !has_prior => Existed::Unknown,
            _ => Existed::Whole,
        };
        years.push(Year { year, earned: cash.value, cash, existed, is_final: false });
    }
    let paper = group.first().map_or(schedule.id, |sheet| sheet.type_name()).to_string();
    if years.is_empty() {
        let nothing = Figure::rule("nothing could be computed", Decimal::ZERO, None);
        let mut draft = Draft::new(schedule.kind, &name, "NOT_COMPUTED", nothing).under(schedule.rules).noting(notes);
        draft.include = false;
        found.drafts.push(draft);
        return;
    }
    let share_percent = Decimal::ONE_HUNDRED;
    let enterprise = Enterprise { kind: schedule.kind, name, paper, rules: schedule.rules, share_percent };
    settle(desk, person, &enterprise, years, notes, found);
}

fn name(schedule: &Schedule, newest_first: &[(i32, Sheet<'_>)], group: &[Sheet<'_>]) -> String {
    let sheets: Vec<Sheet<'_>> = newest_first.iter().map(|(_, sheet)| *sheet).chain(group.iter().copied()).collect();
    let text = |field: &&str| sheets.iter().find_map(|sheet| sheet.text(field));
    schedule.names.iter().find_map(text).unwrap_or(schedule.unnamed).to_string()
}
