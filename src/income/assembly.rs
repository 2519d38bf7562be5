//! From streams in the making to the result: overrides, rounding, totals, numbers, proofs.

use super::amount::{shown, to_cents};
use super::case::IncomeCase;
use super::desk::{same_key, stream_key};
use super::draft::{Draft, Settling};
use super::figure::{Figure, Operation, Origin};
use super::guideline::Rules;
use super::notes::{Code, Note, Notes};
use super::result::{BorrowerIncome, Liability, Step, Stream, Warning};
use rust_decimal::Decimal;
use std::collections::BTreeMap;

/// What a liability of rentals is called.
const NEGATIVE_RENTAL: &str = "NEGATIVE_RENTAL";

/// A person's streams in the making.
pub(super) struct Share {
    pub name: Option<String>,
    pub drafts: Vec<Draft>,
}

/// What the streams add up to.
pub(super) struct Assembled {
    pub total: Decimal,
    pub borrowers: Vec<BorrowerIncome>,
    pub liabilities: Vec<Liability>,
    pub warnings: Vec<Warning>,
}

/// Makes streams of drafts.
pub(super) fn assemble(case: &IncomeCase, rules: &Rules, mut shares: Vec<Share>, notes: Notes) -> Assembled {
    let mut warnings: Vec<Warning> = notes.into_notes().into_iter().map(|note| warning(note, None)).collect();
    for share in &mut shares {
        share.drafts.sort_by(|a, b| (a.kind, &a.payer).cmp(&(b.kind, &b.payer)));
    }
    let keys = keys(&shares);
    warnings.extend(unmatched(case, &keys));
    let mut number = 0;
    let mut borrowers: Vec<BorrowerIncome> = Vec::new();
    let mut rentals = Vec::new();
    for (index, (share, keys)) in shares.into_iter().zip(keys).enumerate() {
        let mut streams = Vec::new();
        for (draft, key) in share.drafts.into_iter().zip(keys) {
            number += 1;
            if let Some(settling) = draft.settling {
                rentals.push((format!("s{number}"), settling));
            }
            streams.push(stream(case, rules, draft, format!("s{number}"), key));
        }
        let borrower_id = format!("b{}", index + 1);
        borrowers.push(BorrowerIncome { borrower_id, name: share.name, total_monthly_income: Decimal::ZERO, streams });
    }
    let liabilities = settle_rentals(&mut borrowers, &rentals, rules);
    for borrower in &mut borrowers {
        let included = borrower.streams.iter().filter(|stream| stream.include_in_total);
        borrower.total_monthly_income = to_cents(included.map(|stream| stream.monthly_amount).sum());
    }
    let total = borrowers.iter().map(|borrower| borrower.total_monthly_income).sum();
    let of_streams = borrowers.iter().flat_map(|borrower| &borrower.streams).flat_map(|stream| &stream.warnings);
    warnings.extend(of_streams.cloned());
    Assembled { total: to_cents(total), borrowers, liabilities, warnings }
}

/// Two streams of one kind and payer are told apart by who earns them, then by number.
fn keys(shares: &[Share]) -> Vec<Vec<String>> {
    let plain = |draft: &Draft| stream_key(draft.kind, &draft.payer);
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for draft in shares.iter().flat_map(|share| &share.drafts) {
        *counts.entry(plain(draft).to_lowercase()).or_default() += 1;
    }
    let mut taken: BTreeMap<String, usize> = BTreeMap::new();
    let mut key = |share: &Share, draft: &Draft| {
        let mut key = plain(draft);
        if counts.get(&key.to_lowercase()).is_some_and(|count| *count > 1) {
            key = format!("{key} | {}", share.name.as_deref().unwrap_or("?"));
        }
        let times = taken.entry(key.to_lowercase()).or_default();
        *times += 1;
        if *times > 1 { format!("{key} | {times}") } else { key }
    };
    shares.iter().map(|share| share.drafts.iter().map(|draft| key(share, draft)).collect()).collect()
}

fn unmatched(case: &IncomeCase, keys: &[Vec<String>]) -> Vec<Warning> {
    let names = |asked: &str| keys.iter().flatten().any(|key| same_key(asked, key) || same_key(key, asked));
    let lost = case.overrides.iter().filter(|given| !names(&given.stream_key));
    lost.map(|given| {
        let message = format!("what was stated about {} was not used: there is no such stream", given.stream_key);
        warning(Note { code: Code::OverrideUnmatched, message, document: None, line: None }, None)
    })
    .collect()
}

fn stream(case: &IncomeCase, rules: &Rules, draft: Draft, id: String, key: String) -> Stream {
    let mut notes = draft.notes;
    let proof = draft.amount.rounded(format!("{}, a month", draft.kind.title()));
    note_doubtful(&proof, case.review_threshold, &mut notes);
    let decided =
        case.overrides.iter().filter(|given| same_key(&given.stream_key, &key) || same_key(&key, &given.stream_key));
    let decision = decided.filter_map(|given| given.include).next();
    if let Some(include) = decision.filter(|include| *include != draft.include) {
        let (code, what) =
            if include { (Code::IncludedByPerson, "includes") } else { (Code::ExcludedByPerson, "leaves out") };
        notes.warn(code, format!("a person {what} {} of {}", draft.kind.title().to_lowercase(), draft.payer));
    }
    let mut sources = Vec::new();
    for leaf in proof.leaves() {
        if let Origin::Read { source } = &leaf.origin
            && !sources.contains(source)
        {
            sources.push(source.clone());
        }
    }
    Stream {
        stream_key: key,
        kind: draft.kind,
        payer: draft.payer,
        monthly_amount: proof.value,
        annual_amount: proof.value * Decimal::from(12),
        include_in_total: decision.unwrap_or(draft.include),
        method: draft.method.to_string(),
        months: draft.months,
        candidates: draft.candidates,
        trend: draft.trend,
        periods: draft.periods,
        steps: steps(&proof),
        sources,
        warnings: notes.into_notes().into_iter().map(|note| warning(note, Some(&id))).collect(),
        citations: citations(&draft.rules, rules),
        proof: Some(proof),
        stream_id: id,
    }
}

fn note_doubtful(proof: &Figure, threshold: f64, notes: &mut Notes) {
    for leaf in proof.leaves() {
        let Origin::Read { source } = &leaf.origin else { continue };
        if source.confidence < threshold && !source.manually_corrected {
            let message = format!(
                "{} was read as {} on {} with a confidence of {:.2}",
                leaf.label, source.value, source.document_name, source.confidence
            );
            notes.warn_line(Code::LowConfidenceInput, source.document_id, source.line.clone(), message);
        }
    }
}

fn citations(names: &[&'static str], rules: &Rules) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for citation in names.iter().filter_map(|name| rules.citation(name)) {
        if !found.iter().any(|known| known == citation) {
            found.push(citation.to_string());
        }
    }
    found
}

/// Shows warnings of the loan as a whole.
pub(super) fn loan_warnings(notes: Notes) -> Vec<Warning> {
    notes.into_notes().into_iter().map(|note| warning(note, None)).collect()
}

fn warning(note: Note, stream: Option<&str>) -> Warning {
    let (code, severity) = note.code.described();
    Warning {
        code: code.to_string(),
        severity,
        stream_id: stream.map(str::to_string),
        document_id: note.document,
        line: note.line,
        message: note.message,
    }
}

/// A rental that costs more than it brings is a liability, not a loss of income, unless the guideline says otherwise.
fn settle_rentals(borrowers: &mut [BorrowerIncome], rentals: &[(String, Settling)], rules: &Rules) -> Vec<Liability> {
    if rules.rental.loss_lowers_income {
        return Vec::new();
    }
    let settling =
        |stream: &Stream| rentals.iter().find(|(id, _)| *id == stream.stream_id).map(|(_, settling)| *settling);
    let included =
        borrowers.iter_mut().flat_map(|borrower| &mut borrower.streams).filter(|stream| stream.include_in_total);
    let (mut alone, mut together) = (Vec::new(), Vec::new());
    for stream in included {
        match settling(stream) {
            Some(Settling::Together) if rules.rental.aggregate => together.push(stream),
            Some(_) => alone.push(stream),
            None => {}
        }
    }
    let is_loss = |stream: &&mut Stream| stream.monthly_amount.is_sign_negative() && !stream.monthly_amount.is_zero();
    let mut owing: Vec<Liability> = alone.into_iter().filter(is_loss).map(owed).collect();
    owing.extend(settle_together(together));
    owing
}

/// All rentals together are income or, when they cost more than they bring, one liability.
fn settle_together(mut streams: Vec<&mut Stream>) -> Option<Liability> {
    let net: Decimal = streams.iter().map(|stream| stream.monthly_amount).sum();
    if !net.is_sign_negative() || net.is_zero() {
        return None;
    }
    if let [single] = streams.as_mut_slice() {
        return Some(owed(single));
    }
    for stream in &mut streams {
        leave_out(stream, "all rentals together cost more than they bring");
    }
    Some(Liability { stream_id: None, kind: NEGATIVE_RENTAL.to_string(), monthly_amount: -net })
}

fn owed(stream: &mut Stream) -> Liability {
    leave_out(stream, "it costs more than it brings");
    Liability {
        stream_id: Some(stream.stream_id.clone()),
        kind: NEGATIVE_RENTAL.to_string(),
        monthly_amount: -stream.monthly_amount,
    }
}

fn leave_out(stream: &mut Stream, why: &str) {
    stream.include_in_total = false;
    let message = format!("{}: {why}; the difference is a liability", stream.payer);
    let note = Note { code: Code::NegativeRental, message, document: None, line: None };
    stream.warnings.push(warning(note, Some(&stream.stream_id)));
}

/// Tells the computation from the first figures to the last, one line a calculated figure.
fn steps(proof: &Figure) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    add_steps(proof, &mut steps);
    for (seq, step) in (1..).zip(&mut steps) {
        step.seq = seq;
    }
    steps
}

fn add_steps(figure: &Figure, steps: &mut Vec<Step>) {
    let Origin::Calculated { operation, inputs } = &figure.origin else { return };
    for input in inputs {
        add_steps(input, steps);
    }
    if matches!(operation, Operation::Negative | Operation::Rounded) {
        return;
    }
    let text = format!("{}: {}", figure.label, formula(*operation, inputs));
    let step = Step { seq: 0, text, result: to_cents(figure.value) };
    if !steps.contains(&step) {
        steps.push(step);
    }
}

fn formula(operation: Operation, inputs: &[Figure]) -> String {
    let numbers = || inputs.iter().map(|input| number(input.value));
    match operation {
        Operation::Sum => {
            let mut text = String::new();
            for (index, input) in inputs.iter().enumerate() {
                let sign = match (index, input.value.is_sign_negative() && !input.value.is_zero()) {
                    (0, true) => "-",
                    (0, false) => "",
                    (_, true) => " - ",
                    (_, false) => " + ",
                };
                text.push_str(sign);
                text.push_str(&number(input.value.abs()));
            }
            if text.is_empty() { "nothing".to_string() } else { text }
        }
        Operation::Product => numbers().collect::<Vec<_>>().join(" x "),
        Operation::Quotient => numbers().collect::<Vec<_>>().join(" / "),
        Operation::Least => format!("least of {}", numbers().collect::<Vec<_>>().join(", ")),
        Operation::Greatest => format!("greatest of {}", numbers().collect::<Vec<_>>().join(", ")),
        Operation::Negative | Operation::Rounded => numbers().collect(),
    }
}

/// Whole numbers as they are, others with cents; rates with what they have.
fn number(value: Decimal) -> String {
    let plain = value.normalize();
    match plain.scale() {
        0 => {
            let text = shown(value);
            text.strip_suffix(".00").unwrap_or(&text).to_string()
        }
        1..=2 => shown(value),
        3..=4 => plain.to_string(),
        _ => shown(value),
    }
}
