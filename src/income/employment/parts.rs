//! Overtime, bonus, commission and tips, each by what was earned in the periods that are documented.

use super::super::case::StatedFact;
use super::super::desk::Desk;
use super::super::draft::Draft;
use super::super::figure::Figure;
use super::super::notes::{Code, Notes};
use super::super::result::StreamKind;
use super::super::trend::{Span, judge_variable};
use super::bonus;
use super::earned::{Earned, Part, span_of, this_year, year_span, years_before};
use super::job::Job;
use rust_decimal::Decimal;

const PARTS: [(Part, StreamKind); 4] = [
    (Part::Overtime, StreamKind::Overtime),
    (Part::Bonus, StreamKind::Bonus),
    (Part::Commission, StreamKind::Commission),
    (Part::Tips, StreamKind::Tip),
];

/// Returns the streams of a job's pay that varies.
pub(super) fn streams(desk: &Desk<'_>, job: &Job<'_>) -> Vec<Draft> {
    if !job.is_current() {
        return Vec::new();
    }
    PARTS.into_iter().filter_map(|(part, kind)| stream(desk, job, part, kind)).collect()
}

fn stream(desk: &Desk<'_>, job: &Job<'_>, part: Part, kind: StreamKind) -> Option<Draft> {
    let mut notes = Notes::default();
    let spans = spans(job, part, &mut notes);
    if spans.iter().all(|span| span.earnings.value.is_zero()) {
        return None;
    }
    let stabilized = desk.stated_truth(kind, &job.payer, StatedFact::Stabilized) == Some(true);
    let judged = match part {
        Part::Bonus if bonus::is_yearly(desk, job) => bonus::judge(desk, &spans, stabilized, &mut notes)?,
        _ => judge_variable(&spans, desk.rules, stabilized, &mut notes)?,
    };
    let mut draft = Draft::of_judged(kind, &job.payer, judged).noting(notes).under(&["bonus_overtime", "variable"]);
    unlikely(job, part, &mut draft);
    Some(draft)
}

/// An employer who does not expect it to go on takes it out.
fn unlikely(job: &Job<'_>, part: Part, draft: &mut Draft) {
    let field = match part {
        Part::Overtime => "overtime_continuance_likely",
        Part::Bonus => "bonus_continuance_likely",
        _ => return,
    };
    for sheet in job.verifications.iter().filter(|sheet| sheet.ticked(field) == Some(false)) {
        draft.include = false;
        let message = format!("{} says that {} is not likely to go on", sheet.title(), part.words());
        draft.notes.warn_of(Code::NotRecurring, *sheet, message);
    }
}

/// Returns the periods of which a part is documented, newest first.
fn spans(job: &Job<'_>, part: Part, notes: &mut Notes) -> Vec<Span> {
    let now = this_year(job);
    let mut spans = Vec::new();
    if let Some(earned) = &now
        && let Some(amount) = amount_of(earned, part)
    {
        spans.push(span_of("YTD", earned, job.hired(), amount, notes));
    }
    for earned in years_before(job, now.as_ref().map(|earned| earned.year)) {
        match amount_of(&earned, part).or_else(|| tips_of_w2(job, &earned, part)) {
            Some(amount) => spans.push(year_span(&earned, job.hired(), amount)),
            // What comes before a year of which nothing is known would be averaged over a gap.
            None => break,
        }
    }
    spans
}

/// A part that a paper leaves blank is none where the others make up the whole.
fn amount_of(earned: &Earned<'_>, part: Part) -> Option<Figure> {
    if let Some(known) = earned.parts.get(&part) {
        return Some(known.clone());
    }
    let gross = earned.gross.clone().filter(|_| !earned.parts.is_empty())?;
    let others = Figure::sum("named pay", earned.parts.values().cloned());
    let rest = gross.minus(format!("{} {}: all pay less what is named", part.words(), earned.year), others);
    (rest.value.abs() < Decimal::ONE).then_some(rest)
}

fn tips_of_w2(job: &Job<'_>, earned: &Earned<'_>, part: Part) -> Option<Figure> {
    (part == Part::Tips).then(|| job.w2(earned.year)?.figure("social_security_tips")).flatten()
}
