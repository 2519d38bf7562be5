//! Whether income goes on for as long as the guideline asks.

use crate::income::amount::to_cents;
use crate::income::case::StatedFact;
use crate::income::desk::Desk;
use crate::income::draft::Draft;
use crate::income::figure::Figure;
use crate::income::months;
use crate::income::notes::Code;
use crate::income::result::Candidate;
use chrono::NaiveDate;
use rust_decimal::Decimal;

/// What to do with income of which nobody knows when it ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WhenUnknown {
    /// It counts, with a warning.
    Counts,
    /// It is shown and left out.
    LeftOut,
}

/// Returns the months from the day of the computation to another; zero when it has passed.
pub(super) fn months_until(desk: &Desk<'_>, end: NaiveDate) -> Decimal {
    let from = desk.case.as_of_date.succ_opt().unwrap_or(desk.case.as_of_date);
    if end < from { Decimal::ZERO } else { months::between(from, end) }
}

/// Judges a stream that has to go on. What a person stated goes before what papers say.
pub(super) fn judge(desk: &Desk<'_>, mut draft: Draft, known: Option<Decimal>, unknown: WhenUnknown) -> Draft {
    let asked = desk.rules.continuance.months;
    let stated = desk.stated_figure(draft.kind, &draft.payer, StatedFact::MonthsRemaining, "months that remain");
    draft = draft.under(&["general"]);
    match stated.map(|stated| stated.value).or(known) {
        Some(remaining) if remaining < Decimal::from(asked) => not_met(desk, draft, remaining),
        Some(_) => draft,
        None => {
            let counts = unknown == WhenUnknown::Counts;
            let ending =
                if counts { "it counts" } else { "it is left out until a person states the months that remain" };
            let message = format!("no paper shows that it goes on for {asked} months: {ending}");
            draft.notes.warn(Code::ContinuanceUnknown, message);
            draft.include &= counts;
            draft
        }
    }
}

/// Income that ends too soon counts for nothing; what it would be stays as a candidate.
fn not_met(desk: &Desk<'_>, mut draft: Draft, remaining: Decimal) -> Draft {
    let asked = desk.rules.continuance.months;
    let message =
        format!("{} of the {asked} months that are needed remain: it counts for nothing", remaining.normalize());
    draft.notes.warn(Code::ContinuanceNotMet, message);
    let monthly_amount = to_cents(draft.amount.value);
    draft.candidates.push(Candidate { key: "if_it_continued".to_string(), monthly_amount });
    let nothing = Figure::rule(
        format!("share that counts when fewer than {asked} months remain"),
        Decimal::ZERO,
        desk.rules.citation("general"),
    );
    draft.amount = draft.amount.times("what counts", nothing);
    draft.include = false;
    draft
}
