//! Unemployment compensation, which counts only when work is seasonal.

use super::awards::yearly;
use super::investments::two_years;
use super::returns::one_a_year;
use crate::income::case::StatedFact;
use crate::income::desk::Desk;
use crate::income::draft::Findings;
use crate::income::figure::Figure;
use crate::income::notes::{Code, Notes};
use crate::income::people::Person;
use crate::income::result::StreamKind;
use crate::income::sheet::Sheet;
use std::collections::BTreeMap;

const FIELD: &str = "unemployment_compensation";

/// Adds a person's unemployment compensation: by the return where there is one of a year, else by the forms.
pub(super) fn find<'c>(desk: &Desk<'c>, person: &Person<'c>, found: &mut Findings<'c>) {
    let mut notes = Notes::default();
    let forms = person.papers("form_1099_g");
    let mut years: BTreeMap<i32, Figure> =
        yearly(&forms, |form: Sheet<'c>| form.figure(FIELD), &[FIELD], &mut notes).into_iter().collect();
    for schedule in one_a_year(&person.papers("schedule_1"), &[FIELD], &mut notes) {
        years.extend(schedule.year().zip(schedule.figure(FIELD)));
    }
    found.used.extend(forms);
    if years.values().all(|paid| paid.value.is_zero()) {
        return;
    }
    let (kind, payer) = (StreamKind::Unemployment, "Unemployment compensation");
    let Some(mut draft) = two_years(desk, kind, payer, &years, notes, found) else { return };
    if desk.stated_truth(kind, payer, StatedFact::Recurring) != Some(true) {
        let message = "it counts only with seasonal work: it is left out until a person states that it recurs";
        draft.notes.warn(Code::NotRecurring, message);
        draft.include = false;
    }
    found.drafts.push(draft);
}
