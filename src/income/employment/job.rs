//! The papers of one employer.

use super::super::draft::Findings;
use super::super::groups::grouped;
use super::super::people::Person;
use super::super::sheet::{Sheet, in_order};
use super::employers::{same_employer, same_number};
use chrono::NaiveDate;

/// A job: an employer with its papers, each kind newest first.
#[derive(Debug, Clone, Default)]
pub(super) struct Job<'c> {
    pub payer: String,
    pub stubs: Vec<Sheet<'c>>,
    pub w2s: Vec<Sheet<'c>>,
    /// Forms 1005, and reports of services.
    pub verifications: Vec<Sheet<'c>>,
    pub letters: Vec<Sheet<'c>>,
}

const STUB: &str = "paystub";
const W2: &str = "w2";
const VOE: &str = "voe_1005";
const REPORT: &str = "third_party_voe";
const LETTER: &str = "employment_letter";
const ALL: [&str; 5] = [STUB, W2, VOE, REPORT, LETTER];

/// Parts a person's papers of employers into jobs; those that belong to an own business are left out.
pub(super) fn jobs<'c>(person: &Person<'c>, found: &Findings<'c>) -> Vec<Job<'c>> {
    let mut papers: Vec<Sheet<'c>> =
        person.sheets.iter().copied().filter(|sheet| ALL.contains(&sheet.type_id())).collect();
    papers.retain(|sheet| !found.has_used(*sheet));
    let mut jobs: Vec<Job<'c>> = grouped(&papers, of_one_employer).into_iter().map(Job::new).collect();
    jobs.sort_by(|a, b| a.payer.cmp(&b.payer));
    jobs
}

fn of_one_employer(a: Sheet<'_>, b: Sheet<'_>) -> bool {
    if let Some(same) = same_number(a.text("employer_ein"), b.text("employer_ein")) {
        return same;
    }
    match (a.text("employer_name"), b.text("employer_name")) {
        (Some(a), Some(b)) => same_employer(a, b),
        _ => false,
    }
}

impl<'c> Job<'c> {
    fn new(papers: Vec<Sheet<'c>>) -> Self {
        let of = |kinds: &[&str], date: &dyn Fn(Sheet<'c>) -> Option<NaiveDate>| {
            let mut sheets: Vec<Sheet<'c>> =
                papers.iter().copied().filter(|sheet| kinds.contains(&sheet.type_id())).collect();
            in_order(&mut sheets, |sheet| std::cmp::Reverse(date(sheet)));
            sheets
        };
        let year = |sheet: Sheet<'c>| NaiveDate::from_ymd_opt(sheet.year()?, 12, 31);
        Self {
            payer: name_of(&papers),
            stubs: of(&[STUB], &stub_date),
            w2s: of(&[W2], &year),
            verifications: of(&[VOE, REPORT], &verified_date),
            letters: of(&[LETTER], &|sheet| sheet.date("letter_date")),
        }
    }

    /// Returns all papers.
    pub fn papers(&self) -> impl Iterator<Item = Sheet<'c>> {
        let all = [&self.stubs, &self.w2s, &self.verifications, &self.letters];
        all.into_iter().flatten().copied().collect::<Vec<_>>().into_iter()
    }

    /// Returns since when the person works there, where a paper says it.
    pub fn hired(&self) -> Option<NaiveDate> {
        let of = |sheets: &[Sheet<'c>], field: &str| sheets.iter().find_map(|sheet| sheet.date(field));
        of(&self.verifications, "date_of_employment")
            .or_else(|| of(&self.verifications, "most_recent_start_date"))
            .or_else(|| of(&self.verifications, "original_hire_date"))
            .or_else(|| of(&self.stubs, "hire_date"))
            .or_else(|| of(&self.letters, "hire_date"))
    }

    /// Returns the W-2 of a year; a corrected one before others.
    pub fn w2(&self, year: i32) -> Option<Sheet<'c>> {
        let of_year = || self.w2s.iter().copied().filter(|sheet| sheet.year() == Some(year));
        of_year().find(|sheet| sheet.ticked("corrected") == Some(true)).or_else(|| of_year().next())
    }

    /// Tells whether there is more than W-2s: something that says that the job goes on.
    pub fn is_current(&self) -> bool {
        !self.stubs.is_empty() || !self.verifications.is_empty() || !self.letters.is_empty()
    }
}

/// Tells whether a paper is a Form 1005.
pub(super) fn is_form_1005(sheet: Sheet<'_>) -> bool {
    sheet.is(VOE)
}

/// Returns the day up to which a stub's year to date counts: the end of its period, else the day of payment.
pub(super) fn stub_date(stub: Sheet<'_>) -> Option<NaiveDate> {
    stub.date("pay_period_end_date").or_else(|| stub.date("pay_date"))
}

/// Returns the day up to which a verification tells earnings.
pub(super) fn verified_date(sheet: Sheet<'_>) -> Option<NaiveDate> {
    let fields = ["ytd_through_date", "employer_signature_date", "current_as_of", "last_pay_date", "order_date"];
    fields.into_iter().find_map(|field| sheet.date(field))
}

/// The name that most papers have; of several the first, so that the order of the papers changes nothing.
fn name_of(papers: &[Sheet<'_>]) -> String {
    let names: Vec<&str> = papers.iter().filter_map(|sheet| sheet.text("employer_name")).collect();
    let count = |name: &str| names.iter().filter(|other| **other == name).count();
    // A stub and a letter write a name as people do; a W-2 is often all capitals.
    let capitals = |name: &str| !name.chars().any(char::is_lowercase);
    let best =
        names.iter().max_by(|a, b| capitals(b).cmp(&capitals(a)).then(count(a).cmp(&count(b))).then_with(|| b.cmp(a)));
    best.map_or_else(|| "Unnamed employer".to_string(), |name| (*name).to_string())
}
