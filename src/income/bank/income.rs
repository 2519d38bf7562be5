//! From the deposits of an account to a month's income.

use super::accounts::{Account, Deposit, Month};
use super::balance;
use crate::income::amount::{shown, to_cents};
use crate::income::case::StatedFact;
use crate::income::desk::Desk;
use crate::income::draft::Draft;
use crate::income::figure::Figure;
use crate::income::large_deposits::limit;
use crate::income::notes::{Code, Notes};
use crate::income::people::{Person, names};
use crate::income::result::{Candidate, Direction, Period, StreamKind, Trend};
use crate::income::trend::change;
use rust_decimal::Decimal;
use std::collections::BTreeMap;

const KIND: StreamKind = StreamKind::BankStatement;
/// What large deposits of unknown source are called.
const UNEXPLAINED: &str = "large deposits that nothing explains";

/// A month with its deposits.
struct Counted<'m, 'c> {
    month: &'m Month<'c>,
    deposits: Vec<Deposit>,
}

/// Returns the stream of an account.
pub(super) fn draft<'c>(
    desk: &Desk<'c>,
    person: &Person<'c>,
    account: &Account<'c>,
    all: &[Account<'c>],
    unseen: &[String],
    others: Decimal,
) -> Option<Draft> {
    let rules = &desk.rules.bank_statements;
    let payer = account.name();
    let mut notes = Notes::default();
    let (run, missing) = account.run();
    if let Some((year, month)) = missing {
        let message = format!("the statement of {year}-{month:02} of {payer} is missing: older ones do not count");
        notes.warn(Code::StatementGap, message);
    }
    let length = |count: &u32| usize::try_from(*count).unwrap_or(usize::MAX);
    let whole = rules.months.iter().map(length).filter(|count| *count <= run.len()).max();
    let months = run.get(run.len() - whole.unwrap_or(run.len())..)?;
    balance::check(months, &mut notes);
    let own: Vec<Account<'c>> = all.iter().filter(|other| other.tail != account.tail).cloned().collect();
    let counted: Vec<Counted<'_, 'c>> =
        months.iter().map(|month| Counted { month, deposits: month.deposits(person, &own, unseen) }).collect();
    // Once, with all deposits: to find the large ones again without them would find ever more.
    let before = average(&counted, None, &mut Notes::default());
    let before = share(desk, account, &payer, before, &mut Notes::default()).0;
    let large = limit(desk.case.large_deposit, others + before.value);
    let mut periods = Vec::new();
    let all_months = average(&counted, Some(large), &mut notes);
    note_left_out(&counted, large, &mut notes);
    let half = counted.len() / 2;
    let (older, newer) = counted.split_at(half);
    let sums = [newer, older].map(|part| average(part, Some(large), &mut Notes::default()));
    let changed = whole.and_then(|_| change(sums[0].value, sums[1].value));
    let fell = changed.is_some_and(|changed| -changed > rules.decline_percent);
    let (base, method) = if fell {
        let message = format!(
            "the last {} months brought {}% against those before: only they count",
            newer.len(),
            to_cents(changed.unwrap_or_default())
        );
        notes.warn(Code::IncomeDeclined, message);
        (sums[0].clone(), "RECENT_MONTHS_OF_STATEMENTS")
    } else {
        (all_months.clone(), "AVERAGE_OF_STATEMENTS")
    };
    for (label, part, sum) in [("newer months", newer, &sums[0]), ("older months", older, &sums[1])] {
        periods.extend(period(label, part, sum));
    }
    let (amount, owner_known) = share(desk, account, &payer, base, &mut notes);
    let amount = capped(desk, person, &payer, amount, &mut notes);
    let mut draft = Draft::new(KIND, &payer, method, amount).under(&["bank_statements"]).noting(notes);
    draft.include = whole.is_some() && owner_known;
    if whole.is_none() {
        let needed = rules.months.iter().min().copied().unwrap_or_default();
        let message = format!("{} months in a row are there; {needed} are needed", months.len());
        draft.notes.warn(Code::HistoryTooShort, message);
    }
    draft.include &= note_overdrafts(desk, run, &mut draft.notes);
    draft.months = Some(Decimal::from(if fell { newer.len() } else { counted.len() }));
    draft.trend = Trend { direction: direction(changed, rules.decline_percent), change_pct: changed.map(to_cents) };
    draft.periods = periods;
    let monthly_amount = to_cents(all_months.value);
    draft.candidates.push(Candidate { key: "eligible_deposits_avg".to_string(), monthly_amount });
    Some(draft)
}

fn direction(changed: Option<Decimal>, stable: Decimal) -> Direction {
    match changed {
        None => Direction::Insufficient,
        Some(changed) if -changed > stable => Direction::Declining,
        Some(changed) if changed > stable => Direction::Increasing,
        Some(_) => Direction::Stable,
    }
}

fn period(label: &str, part: &[Counted<'_, '_>], average: &Figure) -> Option<Period> {
    let (first, last) = (part.first()?, part.last()?);
    let months = Decimal::from(part.len());
    Some(Period {
        label: label.to_string(),
        from: first.month.sheet.date("statement_start_date"),
        through: Some(last.month.end),
        months,
        earnings: to_cents(average.value * months),
        monthly_amount: to_cents(average.value),
    })
}

/// The deposits of months that count, divided by the months.
fn average(months: &[Counted<'_, '_>], large: Option<Decimal>, notes: &mut Notes) -> Figure {
    let eligible = Figure::sum(
        "deposits of all months that count",
        months.iter().map(|counted| counted.eligible(large, notes)).collect::<Vec<_>>(),
    );
    let count = u32::try_from(months.len()).unwrap_or(1);
    eligible.over_number("deposits a month that count", "months of statements", count)
}

impl Counted<'_, '_> {
    /// The month's total less the rows that do not count; the rows that count where there is no total.
    fn eligible(&self, large: Option<Decimal>, notes: &mut Notes) -> Figure {
        let label = format!("deposits of {} that count", self.month.label());
        let sheet = self.month.sheet;
        if let Some(total) = self.month.deposits.clone() {
            if self.deposits.is_empty() && !total.value.is_zero() {
                let message = format!("{} lists no deposits: nothing could be left out", sheet.title());
                notes.warn_of(Code::DepositsNotListed, sheet, message);
            }
            let out = self.deposits.iter().filter(|deposit| self.reason(deposit, large).is_some());
            let out = out.map(|deposit| deposit.amount.clone().negative());
            return Figure::sum(label, std::iter::once(total).chain(out));
        }
        if self.deposits.is_empty() {
            return notes.line(sheet, "total_deposits");
        }
        let counts = self.deposits.iter().filter(|deposit| self.reason(deposit, large).is_none());
        Figure::sum(label, counts.map(|deposit| deposit.amount.clone()))
    }

    /// Why a deposit does not count; `None` when it does.
    fn reason(&self, deposit: &Deposit, large: Option<Decimal>) -> Option<&'static str> {
        match deposit.kind {
            Some(kind) if kind.left_out && (kind.name != "interest" || self.month.with_interest) => Some(&kind.name),
            Some(kind) if kind.left_out || kind.explained => None,
            _ => large.filter(|large| deposit.amount.value > *large).map(|_| UNEXPLAINED),
        }
    }
}

fn note_left_out(months: &[Counted<'_, '_>], large: Decimal, notes: &mut Notes) {
    let mut reasons: BTreeMap<&str, (usize, Decimal)> = BTreeMap::new();
    for counted in months {
        for deposit in &counted.deposits {
            if let Some(reason) = counted.reason(deposit, Some(large)) {
                let (count, sum) = reasons.entry(reason).or_default();
                *count += 1;
                *sum += deposit.amount.value;
            }
        }
    }
    for (reason, (count, sum)) in reasons {
        notes.warn(Code::DepositLeftOut, format!("left out, {count} in number, {} in all: {reason}", shown(sum)));
    }
}

/// Of a business account the expenses go off, and the share of other owners. Tells whether the share is known.
fn share(desk: &Desk<'_>, account: &Account<'_>, payer: &str, base: Figure, notes: &mut Notes) -> (Figure, bool) {
    let rules = &desk.rules.bank_statements;
    let stated = |fact: StatedFact, label: &str| desk.stated_figure(KIND, payer, fact, label);
    let hundred = || Figure::rule("the whole in percent", Decimal::ONE_HUNDRED, None);
    if !account.is_business() {
        return (base, true);
    }
    let factor = stated(StatedFact::ExpenseFactor, "percent of deposits that are expenses").unwrap_or_else(|| {
        desk.percent("percent of deposits that are expenses", rules.expense_percent, "bank_statements")
    });
    let kept = hundred().minus("percent of deposits that is kept", factor);
    let after = base.percent("after expenses", kept);
    match stated(StatedFact::OwnershipPercent, "percent of the business") {
        Some(owned) => {
            let least = desk.rules.self_employment.minimum_ownership_percent;
            if owned.value < least {
                let message = format!("{}% of the business are owned; {least}% are needed", owned.value.normalize());
                notes.warn(Code::OwnershipTooSmall, message);
            }
            let enough = owned.value >= least;
            (after.percent("the owner's share", owned), enough)
        }
        None => {
            let message =
                "how much of the business the borrower owns is not known: it is shown as if all, and left out";
            notes.warn(Code::OwnershipUnknown, message);
            (after, false)
        }
    }
}

/// No more than the application states.
fn capped(desk: &Desk<'_>, person: &Person<'_>, payer: &str, amount: Figure, notes: &mut Notes) -> Figure {
    let of_application = || {
        let papers = desk.case.papers.iter().map(crate::income::sheet::Sheet::new);
        let about = |name: Option<&str>| person.sheets.iter().any(|sheet| names(*sheet, name, None));
        papers
            .filter(|sheet| sheet.is("urla_1003") && about(sheet.text("borrower_name")))
            .filter_map(|sheet| sheet.figure("self_employed_monthly_income_or_loss"))
            .filter(|stated| stated.value > Decimal::ZERO)
            .min_by_key(|stated| stated.value)
    };
    let stated = desk.stated_figure(KIND, payer, StatedFact::StatedMonthlyIncome, "income of the application");
    let Some(stated) = stated.or_else(of_application) else { return amount };
    if stated.value >= amount.value {
        return amount;
    }
    notes.warn(Code::CappedAtStated, format!("the application states {}: no more counts", shown(stated.value)));
    Figure::least("no more than the application states", vec![amount.clone(), stated]).unwrap_or(amount)
}

/// Tells of overdrafts of the last twelve months; `false` when there are more than the program allows.
fn note_overdrafts(desk: &Desk<'_>, run: &[Month<'_>], notes: &mut Notes) -> bool {
    let rules = &desk.rules.bank_statements;
    let count = balance::overdrafts(run.get(run.len().saturating_sub(12)..).unwrap_or(run));
    if count < rules.overdrafts_told {
        return true;
    }
    let allowed = count <= rules.overdrafts_allowed;
    let then = if allowed { "a letter is to explain them" } else { "it is left out" };
    let message = format!("{count} overdrafts in twelve months; {} are allowed: {then}", rules.overdrafts_allowed);
    notes.warn(Code::Overdrafts, message);
    allowed
}
