//! What is asked, and how it is written for another engine.
//!
//! Invariant: no social security number and no account number is in what is sent: such fields are left out by their
//! kind, and any other value that has the form of a social security number is left out too.

use crate::income::{IncomeCase, Override, Paper, PaperValue, SCHEMA_VERSION, StatedFact};
use crate::library::{DocumentType, Library};
use crate::model::{IncomeRunId, ValueKind};
use serde_json::{Map, Value, json};

/// What an engine is asked.
#[derive(Clone, Copy)]
pub struct EngineRequest<'r> {
    /// The run: its id makes a repeated request have one effect.
    pub run: IncomeRunId,
    /// The caller's id for the loan.
    pub loan: &'r str,
    /// What to look at.
    pub case: &'r IncomeCase,
    /// What the fields of the papers are.
    pub library: &'r Library,
}

/// Returns the request as `docs/income-engine-request.schema.json` describes it.
pub fn wire_request(request: &EngineRequest<'_>) -> Value {
    let case = request.case;
    json!({
        "schemaVersion": SCHEMA_VERSION,
        "runId": request.run,
        "loanRef": request.loan,
        "guideline": case.guideline,
        "transaction": case.transaction,
        "applicationDate": case.application_date,
        "asOfDate": case.as_of_date,
        "reviewThreshold": case.review_threshold,
        "largeDeposit": case.large_deposit,
        "documents": case.papers.iter().map(|paper| document(paper, request.library)).collect::<Vec<_>>(),
        "properties": case.overrides.iter().filter_map(property).collect::<Vec<_>>(),
        "overrides": case.overrides,
    })
}

fn document(paper: &Paper, library: &Library) -> Value {
    let definition = library.get(&paper.document_type_id);
    let told = paper.values.iter().filter(|value| may_be_told(value, definition));
    json!({
        "documentId": paper.document_id,
        "documentType": paper.document_type,
        "documentTypeId": paper.document_type_id,
        "fields": told.map(field).collect::<Vec<_>>(),
    })
}

fn field(value: &PaperValue) -> Value {
    let mut members = Map::new();
    members.insert("fieldTypeId".to_string(), json!(value.field_type_id));
    if let Some(row) = value.row_index {
        members.insert("rowIndex".to_string(), json!(row));
    }
    members.insert("value".to_string(), json!(value.value));
    members.insert("confidence".to_string(), json!(value.confidence));
    members.insert("manuallyCorrected".to_string(), json!(value.manually_corrected));
    if let Some(page) = value.page {
        members.insert("page".to_string(), json!(page));
    }
    Value::Object(members)
}

/// A field of which the type says nothing is not told: what it holds is not known.
fn may_be_told(value: &PaperValue, definition: Option<&DocumentType>) -> bool {
    let kind = definition.and_then(|definition| definition.describe(&value.field_type_id)).map(|(_, kind)| kind);
    kind.is_some_and(|kind| !matches!(kind, ValueKind::Ssn | ValueKind::AccountNumber))
        && !holds_social_security_number(&value.value)
}

/// Tells whether a text holds `123-45-6789`, also with blanks or dots, standing alone.
fn holds_social_security_number(text: &str) -> bool {
    let letters: Vec<char> = text.chars().collect();
    let digit = |at: usize| letters.get(at).is_some_and(char::is_ascii_digit);
    let gap = |at: usize| letters.get(at).is_some_and(|letter| matches!(letter, '-' | ' ' | '.' | '\u{2013}'));
    let digits = |from: usize, to: usize| (from..to).all(digit);
    (0..letters.len()).any(|at| {
        (at == 0 || !digit(at - 1))
            && digits(at, at + 3)
            && gap(at + 3)
            && digits(at + 4, at + 6)
            && gap(at + 6)
            && digits(at + 7, at + 11)
            && !digit(at + 11)
    })
}

/// Returns what a person stated about a property.
fn property(stated: &Override) -> Option<Value> {
    let usage = stated.facts.get(&StatedFact::PropertyUse);
    let payment = stated.facts.get(&StatedFact::MonthlyPitia);
    (usage.is_some() || payment.is_some()).then(|| {
        json!({
            "propertyId": stated.stream_key,
            "use": usage.map(|usage| usage.to_uppercase()),
            "monthlyPitia": payment.and_then(|payment| payment.parse::<f64>().ok()),
        })
    })
}
