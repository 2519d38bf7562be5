//! Regular draws on retirement accounts, as long as the balance lasts.

use super::awards::by_payer;
use super::continuance::{self, WhenUnknown};
use super::gross_up::{self, Untaxed, grossed_up};
use super::pensions::{gross_years, note_stale, spans};
use super::returns::{household_has, one_a_year};
use super::terms::{TERMS, same_payer};
use crate::income::age::note_old;
use crate::income::amount::{shown, to_cents};
use crate::income::case::StatedFact;
use crate::income::desk::Desk;
use crate::income::draft::{Draft, Findings};
use crate::income::notes::{Code, Notes};
use crate::income::people::{Person, tail};
use crate::income::result::StreamKind;
use crate::income::sheet::{Sheet, in_order};
use crate::income::trend::periods;
use rust_decimal::Decimal;

const KIND: StreamKind = StreamKind::RetirementDistribution;
const TAXED_IRA: &str = "ira_distributions_taxable";
/// The first year whose return tells draws on an IRA from pensions.
const IRA_LINE_SINCE: i32 = 2019;

/// Adds a person's draws.
pub(super) fn find<'c>(desk: &Desk<'c>, person: &Person<'c>, found: &mut Findings<'c>) {
    let forms: Vec<Sheet<'c>> =
        person.papers("form_1099_r").into_iter().filter(|form| !found.has_used(*form)).collect();
    let (one_off, draws): (Vec<_>, Vec<_>) = forms.into_iter().partition(|form| is_one_off(*form));
    for form in one_off {
        let message = format!("{} reports what is paid once, such as a rollover: no income", form.title());
        found.notes.warn_of(Code::NotRecurring, form, message);
    }
    for forms in by_payer(&draws) {
        found.used.extend(forms.iter().copied());
        if let Some(draft) = draw(desk, person, &forms) {
            found.drafts.push(draft);
        }
    }
    of_return(desk, person, found);
}

/// Tells whether a form reports what is paid once or is no income at all.
pub(super) fn is_one_off(form: Sheet<'_>) -> bool {
    form.ticked("total_distribution") == Some(true) || has_code(form, &TERMS.distributions.one_off)
}

/// Tells whether a form reports draws on an account rather than a pension.
pub(super) fn is_draw<'c>(desk: &Desk<'c>, person: &Person<'c>, form: Sheet<'c>) -> bool {
    form.ticked("ira_sep_simple") == Some(true)
        || has_code(form, &TERMS.distributions.early)
        || statement_of(desk, person, form).is_some()
}

fn has_code(form: Sheet<'_>, codes: &[char]) -> bool {
    let printed = form.text("distribution_codes").unwrap_or_default();
    printed.chars().any(|code| codes.contains(&code.to_ascii_uppercase()))
}

/// Returns the newest statement of the account that a form is about.
fn statement_of<'c>(desk: &Desk<'c>, person: &Person<'c>, form: Sheet<'c>) -> Option<Sheet<'c>> {
    let is_account = |sheet: &Sheet<'c>| sheet.text("account_type") != Some("Pension");
    let same = |sheet: &Sheet<'c>| {
        let account = |sheet: Sheet<'c>| sheet.text("account_number").and_then(tail);
        let by_name = ["institution_name", "plan_name"].iter().any(|field| {
            form.text("payer_name").zip(sheet.text(field)).is_some_and(|(payer, holder)| same_payer(payer, holder))
        });
        by_name || account(form).is_some_and(|number| account(*sheet) == Some(number))
    };
    let dated = |sheet: Sheet<'c>| sheet.date("statement_end_date");
    let mut statements: Vec<Sheet<'c>> =
        person.papers("retirement_statement").into_iter().filter(is_account).filter(same).collect();
    in_order(&mut statements, dated);
    let now = |sheet: &&Sheet<'c>| dated(**sheet).is_none_or(|day| day <= desk.case.as_of_date);
    statements.iter().rev().find(now).copied()
}

fn draw<'c>(desk: &Desk<'c>, person: &Person<'c>, forms: &[Sheet<'c>]) -> Option<Draft> {
    let payer = forms.iter().find_map(|form| form.text("payer_name")).unwrap_or("Retirement account");
    let mut notes = Notes::default();
    let years = gross_years(forms, &mut notes);
    let (_, newest) = years.first()?.clone();
    note_stale(desk, &years, &mut notes);
    let gross = newest.over_number("drawn a month", "months of the year", 12);
    let statement = forms.iter().find_map(|form| statement_of(desk, person, *form));
    let remaining = statement.and_then(|statement| {
        note_old(desk, statement, statement.date("statement_end_date"), &mut notes);
        months_of_balance(statement, gross.value)
    });
    let untaxed = gross_up::stated(desk, KIND, payer, &gross).unwrap_or(Untaxed::Nothing);
    let amount = grossed_up(desk, gross, untaxed);
    let mut draft = Draft::new(KIND, payer, "FORM_1099_R_DIV12", amount).under(&["other_income"]).noting(notes);
    draft.months = Some(Decimal::from(12));
    draft.periods = periods(&spans(&years));
    let early = forms.iter().any(|form| has_code(*form, &TERMS.distributions.early));
    if early && desk.stated_truth(KIND, payer, StatedFact::Recurring) != Some(true) {
        draft
            .notes
            .warn(Code::NotRecurring, "an early distribution: it is left out until a person states that it recurs");
        draft.include = false;
    }
    Some(continuance::judge(desk, draft, remaining, WhenUnknown::LeftOut))
}

/// Returns for how many months the balance lasts, with two decimals.
fn months_of_balance(statement: Sheet<'_>, monthly: Decimal) -> Option<Decimal> {
    let number = |field: &str| statement.figure(field).map(|figure| figure.value);
    let balance = number("vested_balance").or_else(|| number("ending_balance"))?;
    let owed = number("outstanding_loan_balance").unwrap_or_default();
    (balance - owed).checked_div(monthly).map(to_cents)
}

/// The taxed line of the newest return, where no form of the household tells more: no balance shows that it goes on.
fn of_return<'c>(desk: &Desk<'c>, person: &Person<'c>, found: &mut Findings<'c>) {
    let mut notes = Notes::default();
    let returns = one_a_year(&person.papers("form_1040"), &[TAXED_IRA], &mut notes);
    let Some(filed) = returns.first().filter(|filed| filed.year() >= Some(IRA_LINE_SINCE)) else { return };
    let Some(taxed) = filed.figure(TAXED_IRA).filter(|taxed| taxed.value > Decimal::ZERO) else { return };
    if household_has(desk, *filed, |sheet| sheet.is("form_1099_r")) {
        return;
    }
    let reason = format!("the return reports draws of {} on an IRA", shown(taxed.value));
    found.miss("1099-R", filed.year(), reason);
    found.miss("Retirement Statement", None, "shows for how long draws on a retirement account can go on");
    let amount = taxed.over_number("drawn a month", "months of the year", 12);
    let draft = Draft::new(KIND, "Retirement accounts of the return", "RETURN_DIV12", amount);
    let draft = draft.under(&["other_income"]).noting(notes);
    found.drafts.push(continuance::judge(desk, draft, None, WhenUnknown::LeftOut));
}
