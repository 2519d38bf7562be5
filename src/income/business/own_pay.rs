//! What a business pays its owner: the W-2 belongs to the business' stream, and no other stream counts that pay.

use crate::income::draft::Findings;
use crate::income::employment::employers::{same_employer, same_number};
use crate::income::figure::Figure;
use crate::income::notes::{Code, Notes};
use crate::income::people::Person;
use crate::income::returns::by_year;
use crate::income::sheet::Sheet;
use std::collections::BTreeMap;

/// Other papers about pay; the W-2 is counted, these say no more.
const SUPPORTING: [&str; 4] = ["paystub", "voe_1005", "third_party_voe", "employment_letter"];

/// Returns whether a person has a W-2 of a business.
pub(super) fn is_paid_by(person: &Person<'_>, business: (Option<&str>, Option<&str>)) -> bool {
    person.papers("w2").into_iter().any(|w2| is_by(w2, business))
}

/// Returns the pay of each year, and keeps other rules from counting it again.
pub(super) fn take<'c>(
    person: &Person<'c>,
    business: (Option<&str>, Option<&str>),
    notes: &mut Notes,
    found: &mut Findings<'c>,
) -> BTreeMap<i32, Figure> {
    let own = |form: &str| -> Vec<Sheet<'c>> {
        person.papers(form).into_iter().filter(|sheet| is_by(*sheet, business)).collect()
    };
    let w2s = own("w2");
    found.used.extend_from_slice(&w2s);
    for sheet in SUPPORTING.iter().flat_map(|form| own(form)) {
        found.used.push(sheet);
        let message = format!("{} is of the borrower's own business, whose W-2 is counted with it", sheet.title());
        notes.warn_of(Code::CountedElsewhere, sheet, message);
    }
    let newest = by_year(&w2s, "medicare_wages_and_tips", notes);
    newest.into_iter().filter_map(|(year, w2)| Some((year, pay(w2)?))).collect()
}

fn pay(w2: Sheet<'_>) -> Option<Figure> {
    let figure = w2.figure("medicare_wages_and_tips").or_else(|| w2.figure("wages_tips_other_compensation"))?;
    let label = format!("1084 1: {}", figure.label);
    Some(figure.named(label))
}

fn is_by(sheet: Sheet<'_>, business: (Option<&str>, Option<&str>)) -> bool {
    let (number, name) = business;
    let by_name =
        || sheet.text("employer_name").zip(name).is_some_and(|(employer, name)| same_employer(employer, name));
    same_number(sheet.text("employer_ein"), number).unwrap_or_else(by_name)
}
