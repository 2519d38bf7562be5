//! Social Security and Supplemental Security Income.

use super::awards::{self, Class};
use super::continuance::{self, WhenUnknown, months_until};
use super::gross_up::{self, Untaxed, grossed_up};
use super::returns::{household_has, one_a_year, returns_of};
use crate::income::amount::to_cents;
use crate::income::desk::Desk;
use crate::income::draft::{Draft, Findings};
use crate::income::figure::Figure;
use crate::income::notes::{Code, Notes};
use crate::income::people::Person;
use crate::income::result::{Candidate, StreamKind};
use crate::income::sheet::Sheet;
use rust_decimal::Decimal;

const KIND: StreamKind = StreamKind::SocialSecurity;
const AGENCY: &str = "Social Security Administration";
const GROSS: &str = "social_security_benefits";
const TAXED: &str = "social_security_benefits_taxable";

/// What is paid a month, and by which paper.
struct Benefit<'c> {
    sheet: Sheet<'c>,
    gross: Figure,
    class: Class,
    method: &'static str,
}

/// Adds a person's benefits.
pub(super) fn find<'c>(desk: &Desk<'c>, person: &Person<'c>, found: &mut Findings<'c>) {
    let letters = person.papers("award_letter");
    let mut notes = Notes::default();
    let forms = one_a_year(&person.papers("form_ssa_1099"), &["net_benefits", "benefits_paid"], &mut notes);
    let mut of_form = forms.first().and_then(|form| of_form(*form));
    for class in [Class::OwnSocialSecurity, Class::AnothersSocialSecurity, Class::Supplemental] {
        let same: Vec<Sheet<'c>> = letters.iter().copied().filter(|sheet| awards::class(*sheet) == class).collect();
        found.used.extend(same.iter().copied());
        let mut notes = Notes::default();
        let Some(award) = awards::newest(desk, &same, &mut notes) else {
            if of_form.is_none() {
                awards::note_unread(&same, &mut found.notes);
            }
            continue;
        };
        let benefit = Benefit { sheet: award.sheet, gross: award.gross, class, method: "AWARD_GROSSED_UP" };
        let mut draft = draft(desk, person, benefit, notes);
        if class != Class::Supplemental
            && let Some(form) = of_form.take()
        {
            let monthly_amount = to_cents(form.gross.value);
            draft.candidates.push(Candidate { key: "form_ssa_1099_div_12".to_string(), monthly_amount });
        }
        found.drafts.push(draft);
    }
    if let Some(benefit) = of_form {
        found.drafts.push(draft(desk, person, benefit, notes));
    } else if forms.is_empty()
        && let Some((benefit, notes)) = of_return(desk, person)
    {
        found.miss("Award Letter", None, "shows what Social Security pays now");
        found.drafts.push(draft(desk, person, benefit, notes));
    }
    found.used.extend(forms);
}

/// A form of a year: box 5, or boxes 3 and 4.
fn of_form(form: Sheet<'_>) -> Option<Benefit<'_>> {
    let net = form.figure("net_benefits").or_else(|| {
        let paid = form.figure("benefits_paid")?;
        let repaid = form.figure("benefits_repaid");
        Some(match repaid {
            Some(repaid) => paid.minus("benefits less what was repaid", repaid),
            None => paid,
        })
    })?;
    let gross = net.over_number("benefits a month", "months of the year", 12);
    Some(Benefit { sheet: form, gross, class: awards::own_or_anothers(form), method: "SSA_1099_DIV12_GROSSED_UP" })
}

/// The line of the newest return, where no paper of the household tells more.
fn of_return<'c>(desk: &Desk<'c>, person: &Person<'c>) -> Option<(Benefit<'c>, Notes)> {
    let mut notes = Notes::default();
    let filed = *one_a_year(&person.papers("form_1040"), &[GROSS, TAXED], &mut notes).first()?;
    let is_benefit = |sheet: Sheet<'_>| {
        sheet.is("form_ssa_1099")
            || (sheet.is("award_letter")
                && matches!(awards::class(sheet), Class::OwnSocialSecurity | Class::AnothersSocialSecurity))
    };
    let paid = filed.figure(GROSS).filter(|paid| paid.value > Decimal::ZERO)?;
    if household_has(desk, filed, is_benefit) {
        return None;
    }
    let gross = paid.over_number("benefits a month", "months of the year", 12);
    let benefit = Benefit { sheet: filed, gross, class: Class::OwnSocialSecurity, method: "RETURN_DIV12_GROSSED_UP" };
    Some((benefit, notes))
}

fn draft<'c>(desk: &Desk<'c>, person: &Person<'c>, benefit: Benefit<'c>, mut notes: Notes) -> Draft {
    let payer = benefit.sheet.text("payer_name").unwrap_or(AGENCY);
    let untaxed = match gross_up::stated(desk, KIND, payer, &benefit.gross) {
        Some(stated) => stated,
        None if benefit.class == Class::Supplemental => Untaxed::Whole,
        None => untaxed(desk, person, &benefit.gross, &mut notes),
    };
    let amount = grossed_up(desk, benefit.gross, untaxed);
    let draft = Draft::new(KIND, payer, benefit.method, amount).under(&["other_income", "gross_up"]).noting(notes);
    let end = benefit.sheet.date("end_date").map(|end| months_until(desk, end));
    if benefit.class == Class::OwnSocialSecurity && end.is_none() {
        return draft;
    }
    continuance::judge(desk, draft, end, WhenUnknown::Counts)
}

/// The part that the newest return with benefits says is not taxed, else the guideline's share.
fn untaxed<'c>(desk: &Desk<'c>, person: &Person<'c>, gross: &Figure, notes: &mut Notes) -> Untaxed {
    let returns = returns_of(desk, person, &[GROSS, TAXED], notes);
    let with_benefits = returns.iter().find_map(|filed| {
        let paid = filed.figure(GROSS).filter(|paid| paid.value > Decimal::ZERO)?;
        Some((*filed, paid))
    });
    if let Some((filed, paid)) = with_benefits {
        if let Some(share) = filed.figure(TAXED).and_then(|taxed| taxed.over("share that the return taxes", paid)) {
            let taxed = gross.clone().times("taxed part", share);
            return Untaxed::Part(Box::new(gross.clone().minus("untaxed part", taxed)));
        }
        let line = filed.line(TAXED);
        let message = format!("{} was not read on {}", filed.label(TAXED), filed.title());
        notes.warn_line(Code::TaxablePartUnknown, filed.document(), line, message);
    }
    let percent = desk.rules.gross_up.social_security_untaxed_percent;
    notes.warn(Code::TaxablePartUnknown, format!("no return shows which part is taxed: {percent}% count as untaxed"));
    let percent = desk.percent("percent of Social Security that counts as untaxed", percent, "gross_up");
    Untaxed::Part(Box::new(gross.clone().percent("untaxed part", percent)))
}
