//! Pay of employers: base pay, overtime, bonus, commission, tips, second jobs, military pay.
//!
//! An employer's papers are one [`job::Job`]; each part of its pay is a stream of its own.

mod base;
mod bonus;
mod checks;
mod earned;
pub(super) mod employers;
mod frequency;
mod job;
mod military;
mod parts;

use super::desk::Desk;
use super::draft::{Draft, Findings};
use super::people::Person;
use super::result::StreamKind;
use job::Job;

/// Adds a person's streams of pay.
pub(super) fn find<'c>(desk: &Desk<'c>, person: &Person<'c>, found: &mut Findings<'c>) {
    let jobs = job::jobs(person, found);
    let mut drafts: Vec<(usize, Draft)> = Vec::new();
    for (place, job) in jobs.iter().enumerate() {
        let military = military::streams(desk, job);
        let is_military = !military.is_empty();
        drafts.extend(military.into_iter().map(|draft| (place, draft)));
        if !is_military {
            drafts.extend(base::stream(desk, job, false).map(|draft| (place, draft)));
            drafts.extend(parts::streams(desk, job).into_iter().map(|draft| (place, draft)));
        }
        checks::of_papers(desk, job, found);
    }
    second_jobs(desk, &jobs, &mut drafts);
    checks::of_returns(person, found);
    found.used.extend(jobs.iter().flat_map(Job::papers));
    found.drafts.extend(drafts.into_iter().map(|(_, draft)| draft));
}

/// The job with the most base pay is the first one; base pay of others needs a history and is a second job.
fn second_jobs(desk: &Desk<'_>, jobs: &[Job<'_>], drafts: &mut [(usize, Draft)]) {
    let is_base = |draft: &Draft| draft.kind == StreamKind::BasePay;
    let counted = |(_, draft): &&(usize, Draft)| is_base(draft) && draft.include;
    let most = drafts
        .iter()
        .filter(counted)
        .max_by(|(_, a), (_, b)| a.amount.value.cmp(&b.amount.value).then_with(|| b.payer.cmp(&a.payer)));
    let Some(first) = most.map(|(place, _)| *place) else { return };
    let is_other = |(place, draft): &&(usize, Draft)| {
        *place != first && is_base(draft) && jobs.get(*place).is_some_and(Job::is_current)
    };
    let others: Vec<usize> = drafts.iter().filter(is_other).map(|(place, _)| *place).collect();
    for place in others {
        let Some(second) = jobs.get(place).and_then(|job| base::stream(desk, job, true)) else { continue };
        if let Some(entry) = drafts.iter_mut().find(|(known, draft)| *known == place && is_base(draft)) {
            entry.1 = second;
        }
    }
}
