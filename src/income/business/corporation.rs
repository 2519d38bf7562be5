//! Corporations that pay their own tax: their earnings count only when the borrowers own all of it.

use super::company::same_business;
use super::own_pay;
use super::settled::{Enterprise, Existed, Year, settle};
use super::worksheet::{Circumstances, figures};
use crate::income::case::StatedFact;
use crate::income::desk::Desk;
use crate::income::draft::Findings;
use crate::income::figure::Figure;
use crate::income::groups::grouped;
use crate::income::notes::{Code, Notes};
use crate::income::people::Person;
use crate::income::result::StreamKind;
use crate::income::returns::by_year;
use crate::income::sheet::Sheet;
use crate::validate::same_person;
use rust_decimal::Decimal;
use std::collections::BTreeMap;

const FORM: &str = "form_1120";
const NAME: &str = "corporation_name";
const KIND: StreamKind = StreamKind::Corporation;
const RULES: &[&str] = &["corporation", "self_employment"];

/// Whose a corporation is.
struct Ownership {
    /// This borrower's percentage.
    share: Option<Figure>,
    /// That of all borrowers.
    of_all: Option<Decimal>,
}

/// Adds a person's corporations.
pub(super) fn find<'c>(desk: &Desk<'c>, person: &Person<'c>, found: &mut Findings<'c>) {
    let returns = desk.shared_papers(FORM);
    for group in grouped(&returns, |a, b| same_business(identity(a), identity(b))) {
        let name = group.iter().find_map(|sheet| sheet.text(NAME)).unwrap_or(KIND.title()).to_string();
        let is_stated = desk.stated(KIND, &name, StatedFact::OwnershipPercent).is_some();
        let is_officer = group.iter().any(|sheet| officer_share(*sheet, &[person_name(person)]).is_some());
        let is_paid = group.iter().any(|sheet| own_pay::is_paid_by(person, identity(*sheet)));
        let is_only = desk.names.len() <= 1;
        if is_officer || is_paid || (is_stated && is_only) {
            corporation(desk, person, &name, &group, found);
        }
    }
}

fn identity(sheet: Sheet<'_>) -> (Option<&str>, Option<&str>) {
    (sheet.text("ein"), sheet.text(NAME))
}

fn person_name<'p>(person: &'p Person<'_>) -> &'p str {
    person.name.as_deref().unwrap_or_default()
}

/// Returns the percentage of those officers that are among some names; `None` when none is.
fn officer_share(sheet: Sheet<'_>, names: &[&str]) -> Option<Figure> {
    let is_one = |officer: &str| names.iter().any(|name| !name.is_empty() && same_person(officer, name));
    let rows = sheet.rows("officers").into_iter().filter(|row| row.text("name").is_some_and(is_one));
    let shares: Vec<Figure> = rows.map(|row| row.figure("percent_of_stock")).collect::<Option<_>>()?;
    match shares.as_slice() {
        [] => None,
        [single] => Some(single.clone()),
        _ => Some(Figure::sum("percent of stock of all borrowers", shares)),
    }
}

fn ownership(desk: &Desk<'_>, person: &Person<'_>, name: &str, newest: Sheet<'_>) -> Ownership {
    let stated = desk.stated_figure(KIND, name, StatedFact::OwnershipPercent, "ownership percent");
    let names: Vec<&str> = desk.names.iter().map(String::as_str).collect();
    match stated {
        Some(stated) => Ownership { of_all: Some(stated.value), share: Some(stated) },
        None => Ownership {
            of_all: officer_share(newest, &names).map(|share| share.value),
            share: officer_share(newest, &[person_name(person)]),
        },
    }
}

fn corporation<'c>(desk: &Desk<'c>, person: &Person<'c>, name: &str, group: &[Sheet<'c>], found: &mut Findings<'c>) {
    let mut notes = Notes::default();
    found.used.extend_from_slice(group);
    let returns: Vec<(i32, Sheet<'c>)> =
        by_year(group, "taxable_income", &mut notes).into_iter().rev().take(2).collect();
    let Some((_, newest)) = returns.first().copied() else {
        found.notes.extend(notes);
        return;
    };
    let Ownership { share, of_all } = ownership(desk, person, name, newest);
    let rules = &desk.rules.self_employment;
    if let Some(all) = of_all.filter(|all| *all < rules.minimum_ownership_percent) {
        let message = format!("{}% of {name} is no self-employment: its return is not used", all.normalize());
        found.notes.extend(notes);
        found.notes.warn_of(Code::OwnershipTooSmall, newest, message);
        return;
    }
    let is_whole = of_all.is_some_and(|all| all >= rules.corporation_ownership_percent);
    tell_ownership(name, of_all, is_whole, rules.corporation_ownership_percent, &mut notes);
    let number = returns.iter().find_map(|(_, sheet)| sheet.text("ein"));
    let pay = own_pay::take(person, (number, Some(name)), &mut notes, found);
    let years = returns
        .iter()
        .filter_map(|(year, sheet)| {
            let earnings =
                share.clone().and_then(|share| earnings(desk, person, name, *sheet, share, is_whole, &mut notes));
            one_year(name, *year, *sheet, earnings, &pay, &mut notes, found)
        })
        .collect();
    let share_percent = share.map_or(Decimal::ONE_HUNDRED, |share| share.value);
    let paper = newest.type_name().to_string();
    let enterprise = Enterprise { kind: KIND, name: name.to_string(), paper, rules: RULES, share_percent };
    settle(desk, person, &enterprise, years, notes, found);
}

fn tell_ownership(name: &str, of_all: Option<Decimal>, is_whole: bool, whole: Decimal, notes: &mut Notes) {
    match of_all {
        None => {
            let message = format!(
                "no paper says how much of {name} the borrower owns: only the W-2 counts; state ownershipPercent"
            );
            notes.warn(Code::OwnershipUnknown, message);
        }
        Some(all) if !is_whole => {
            let message = format!(
                "the borrowers own {}% of {name}: its earnings count only from {}% on; only the W-2 and losses count",
                all.normalize(),
                whole.normalize()
            );
            notes.warn(Code::OwnershipTooSmall, message);
        }
        Some(_) => {}
    }
}

/// Returns the share of the earnings, and the dividends that are counted as such; of a part owner a loss only.
fn earnings(
    desk: &Desk<'_>,
    person: &Person<'_>,
    name: &str,
    sheet: Sheet<'_>,
    share: Figure,
    is_whole: bool,
    notes: &mut Notes,
) -> Option<Vec<Figure>> {
    let circumstances = Circumstances {
        income_recurs: desk.stated_truth(KIND, name, StatedFact::OtherIncomeRecurring),
        notes_renewed: desk.stated_truth(KIND, name, StatedFact::NotesRenewed) == Some(true),
        untaxed_goes_on: false,
    };
    let mut met = Notes::default();
    let lines = figures(sheet, circumstances, &mut met);
    let year = sheet.year().map(|year| format!(", {year}")).unwrap_or_default();
    let Some(lines) = lines else {
        let message = format!("{} was not read on {}", sheet.label("taxable_income"), sheet.title());
        notes.warn_of(Code::NotComputed, sheet, message);
        return None;
    };
    let all = Figure::sum(format!("Earnings of {name}{year}"), lines);
    let label = share.label.clone();
    let owned = all.percent(format!("The owner's share of it{year}"), share.named(label));
    if !is_whole && !owned.value.is_sign_negative() {
        return None;
    }
    notes.extend(met);
    let mut found = vec![owned];
    if is_whole {
        found.extend(dividends(person, name, sheet.year()).map(Figure::negative));
    }
    Some(found)
}

/// Dividends that the corporation paid the borrower are income of their own.
fn dividends(person: &Person<'_>, name: &str, year: Option<i32>) -> Option<Figure> {
    let of_year = person.papers("schedule_b").into_iter().filter(|sheet| sheet.year() == year);
    let paid: Vec<Figure> = of_year
        .take(1)
        .flat_map(|sheet| sheet.rows("ordinary_dividends"))
        .filter(|row| row.text("payer_name").is_some_and(|payer| super::company::same_company(payer, name)))
        .filter_map(|row| row.figure("amount"))
        .collect();
    (!paid.is_empty()).then(|| Figure::sum(format!("Dividends paid by {name} to the borrower"), paid))
}

fn one_year(
    name: &str,
    year: i32,
    sheet: Sheet<'_>,
    earnings: Option<Vec<Figure>>,
    pay: &BTreeMap<i32, Figure>,
    notes: &mut Notes,
    found: &mut Findings<'_>,
) -> Option<Year> {
    let pay = pay.get(&year).cloned();
    let pays = sheet.figure("compensation_of_officers").is_some_and(|paid| !paid.value.is_zero());
    if pay.is_none() && (pays || earnings.is_none()) {
        found.miss("W-2", Some(year), format!("what {name} pays its owner"));
        if earnings.is_none() {
            let message = format!("neither earnings nor a W-2 of {name} count for {year}");
            notes.warn_of(Code::NotComputed, sheet, message);
        }
    }
    let earned = earnings.iter().flatten().map(|figure| figure.value).sum();
    let mut lines = earnings.unwrap_or_default();
    lines.extend(pay);
    let cash = Figure::sum(format!("Cash flow of {name}, {year}"), lines);
    let is_final = sheet.ticked("final_return") == Some(true);
    Some(Year { year, cash, earned, existed: Existed::by_return(sheet, year), is_final })
}
