//! Forms of businesses that file their own returns, and whose share is whose.

use super::company::same_business;
use crate::income::case::StatedFact;
use crate::income::desk::Desk;
use crate::income::draft::Findings;
use crate::income::figure::Figure;
use crate::income::notes::{Code, Notes};
use crate::income::result::StreamKind;
use crate::income::sheet::Sheet;

/// A form of business that passes its income to its owners by Schedule K-1.
pub(super) struct PassThrough {
    pub kind: StreamKind,
    pub k1: &'static str,
    /// Fields of the K-1: number and name of the business.
    pub k1_identity: (&'static str, &'static str),
    pub return_form: &'static str,
    pub return_paper: &'static str,
    pub return_name: &'static str,
    /// Fields of the K-1 with the owner's percentage, the first that was read counts.
    pub percent: &'static [&'static str],
    /// The field of the K-1 with what was paid out, and its box and code.
    pub distributions: (&'static str, &'static str, &'static str),
    pub rules: &'static [&'static str],
}

pub(super) const PASS_THROUGH: [PassThrough; 2] = [
    PassThrough {
        kind: StreamKind::Partnership,
        k1: "form_1065_k1",
        k1_identity: ("partnership_ein", "partnership_name"),
        return_form: "form_1065",
        return_paper: "Form 1065",
        return_name: "partnership_name",
        percent: &["profit_percent_ending", "capital_percent_ending"],
        distributions: ("cash_distributions", "19", "A"),
        rules: &["partnership", "self_employment", "liquidity"],
    },
    PassThrough {
        kind: StreamKind::SCorporation,
        k1: "form_1120s_k1",
        k1_identity: ("corporation_ein", "corporation_name"),
        return_form: "form_1120s",
        return_paper: "Form 1120-S",
        return_name: "corporation_name",
        percent: &["ownership_percent"],
        distributions: ("distributions", "16", "D"),
        rules: &["s_corporation", "self_employment", "liquidity"],
    },
];

impl PassThrough {
    /// Returns the number and the name of the business of a K-1.
    pub fn of_k1<'c>(&self, k1: Sheet<'c>) -> (Option<&'c str>, Option<&'c str>) {
        (k1.text(self.k1_identity.0), k1.text(self.k1_identity.1))
    }

    /// Returns the owner's percentage: as a person stated it, else as the K-1 has it.
    pub fn share(&self, desk: &Desk<'_>, name: &str, k1: Sheet<'_>) -> Option<Figure> {
        let stated = desk.stated_figure(self.kind, name, StatedFact::OwnershipPercent, "ownership percent");
        stated.or_else(|| self.percent.iter().find_map(|field| k1.figure(field)))
    }

    /// Returns what was paid out to the owner.
    pub fn paid_out(&self, k1: Sheet<'_>) -> Option<Figure> {
        let (field, number, code) = self.distributions;
        let is_asked =
            |text: Option<&str>, asked: &str| text.is_some_and(|text| text.trim().eq_ignore_ascii_case(asked));
        k1.figure(field).or_else(|| {
            let mut rows = k1.rows("coded_items").into_iter();
            let row = rows.find(|row| is_asked(row.text("box"), number) && is_asked(row.text("code"), code))?;
            row.figure("amount")
        })
    }
}

/// Returns the papers of a type that are about a business.
pub(super) fn papers_of<'c>(
    desk: &Desk<'c>,
    form: &str,
    name_field: &str,
    business: (Option<&str>, Option<&str>),
) -> Vec<Sheet<'c>> {
    let is_its = |sheet: &Sheet<'c>| same_business((sheet.text("ein"), sheet.text(name_field)), business);
    desk.shared_papers(form).into_iter().filter(is_its).collect()
}

/// Tells of returns of businesses that no person's papers lay claim to.
pub(in crate::income) fn unclaimed<'c>(desk: &Desk<'c>, claimed: &[Sheet<'c>], found: &mut Findings<'c>) {
    let is_claimed = |sheet: &Sheet<'_>| claimed.iter().any(|used| used.document() == sheet.document());
    let mut notes = Notes::default();
    for form in &PASS_THROUGH {
        for sheet in desk.shared_papers(form.return_form).into_iter().filter(|sheet| !is_claimed(sheet)) {
            let name = sheet.text(form.return_name).unwrap_or(form.return_paper);
            let message = format!("{} has no Schedule K-1 of a borrower: nothing of {name} is counted", sheet.title());
            notes.warn_of(Code::NotComputed, sheet, message);
            let reason = format!("the borrower's share of {name}");
            found.miss(
                &format!("Schedule K-1 ({})", form.return_paper.trim_start_matches("Form ")),
                sheet.year(),
                reason,
            );
        }
    }
    for sheet in desk.shared_papers("form_1120").into_iter().filter(|sheet| !is_claimed(sheet)) {
        let message = format!("no paper says which borrower owns the corporation of {}", sheet.title());
        notes.warn_of(Code::OwnershipUnknown, sheet, message);
    }
    found.notes.extend(notes);
}
