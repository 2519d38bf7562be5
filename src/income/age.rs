//! How old papers are on the day of the computation.

use super::desk::Desk;
use super::notes::{Code, Notes};
use super::sheet::Sheet;
use chrono::NaiveDate;

/// Warns of a paper that is older than the guideline lets it be; of series the newest is asked.
pub(super) fn note_old(desk: &Desk<'_>, sheet: Sheet<'_>, dated: Option<NaiveDate>, notes: &mut Notes) {
    let allowed = desk.rules.documents.maximum_age_days;
    let Some(dated) = dated else { return };
    let days = (desk.case.as_of_date - dated).num_days();
    if days > allowed {
        let message = format!("{} is of {dated}, {days} days old; {allowed} are allowed", sheet.title());
        notes.warn_of(Code::DocTooOld, sheet, message);
    }
}
