//! What another engine answered, read with distrust.

use super::check::check;
use crate::income::{EngineName, IncomeCase, IncomeData, SCHEMA_VERSION, Severity, Warning};
use rust_decimal::Decimal;
use serde::Deserialize;
use serde_json::{Value, json};

/// An answer that makes sense.
pub(super) enum Answer {
    /// The result.
    Completed(Box<IncomeData>),
    /// It is not done; ask there.
    Pending {
        /// Where.
        poll: String,
        /// After so many seconds.
        after: Option<f64>,
    },
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Envelope {
    status: String,
    #[serde(default)]
    income_data: Option<Value>,
    #[serde(default)]
    message: Option<String>,
    #[serde(default)]
    poll_url: Option<String>,
    #[serde(default)]
    retry_after_seconds: Option<f64>,
}

/// Reads the body of an answer.
///
/// # Errors
/// Why it makes no sense, in words.
pub(super) fn read(body: &[u8], case: &IncomeCase, engine: &str) -> Result<Answer, String> {
    let envelope: Envelope =
        serde_json::from_slice(body).map_err(|error| format!("it cannot be read: {}", reason(&error)))?;
    match envelope.status.as_str() {
        "COMPLETED" => {
            let data = envelope.income_data.filter(|data| !data.is_null());
            match (data, envelope.message) {
                (Some(data), _) => completed(data, case).map(|result| Answer::Completed(Box::new(result))),
                (None, Some(message)) => Ok(Answer::Completed(Box::new(unable(case, engine, &message)))),
                (None, None) => Err("it is COMPLETED and has no incomeData".to_string()),
            }
        }
        "CANNOT_ASSESS" => {
            let message = envelope.message.unwrap_or_default();
            Ok(Answer::Completed(Box::new(unable(case, engine, &message))))
        }
        "PENDING" => match envelope.poll_url {
            Some(poll) => Ok(Answer::Pending { poll, after: envelope.retry_after_seconds }),
            None => Err("it is PENDING and has no pollUrl".to_string()),
        },
        _ => Err("its status is none of COMPLETED, PENDING and CANNOT_ASSESS".to_string()),
    }
}

fn completed(mut data: Value, case: &IncomeCase) -> Result<IncomeData, String> {
    name_documents(&mut data, case, 0);
    let mut result: IncomeData =
        serde_json::from_value(data).map_err(|error| format!("incomeData cannot be read: {}", reason(&error)))?;
    for stream in result.borrowers.iter_mut().flat_map(|borrower| &mut borrower.streams) {
        if stream.stream_key.is_empty() {
            stream.stream_key = format!("{}:{}", stream.kind.key(), stream.payer);
        }
    }
    check(&result, case)?;
    Ok(result)
}

/// Deeper than this no result lies; what does is left for the reader to refuse.
const DEEPEST: usize = 96;

/// Adds to every source the names of its document, which other engines need not repeat.
fn name_documents(value: &mut Value, case: &IncomeCase, depth: usize) {
    match value {
        _ if depth > DEEPEST => {}
        Value::Array(members) => members.iter_mut().for_each(|member| name_documents(member, case, depth + 1)),
        Value::Object(members) => {
            let id = members.get("documentId").and_then(Value::as_str).and_then(|id| id.parse().ok());
            let paper = case.papers.iter().find(|paper| Some(paper.document_id) == id);
            if let (Some(paper), true) = (paper, members.contains_key("fieldTypeId")) {
                members.insert("documentName".to_string(), json!(paper.name));
                members.insert("documentType".to_string(), json!(paper.document_type));
                members.insert("documentTypeId".to_string(), json!(paper.document_type_id));
            }
            members.values_mut().for_each(|member| name_documents(member, case, depth + 1));
        }
        _ => {}
    }
}

/// The engine answered that it cannot tell: no income, and its words as a warning.
fn unable(case: &IncomeCase, engine: &str, message: &str) -> IncomeData {
    let message = plain(message);
    let message = if message.is_empty() { "the engine cannot assess the income".to_string() } else { message };
    IncomeData {
        schema_version: SCHEMA_VERSION.to_string(),
        guideline: case.guideline,
        rules_version: "unknown".to_string(),
        engine: EngineName { name: engine.to_string(), version: "unknown".to_string() },
        as_of_date: case.as_of_date,
        total_monthly_income: Decimal::ZERO,
        borrowers: Vec::new(),
        liabilities: Vec::new(),
        warnings: vec![Warning {
            code: "ENGINE_CANNOT_ASSESS".to_string(),
            severity: Severity::High,
            stream_id: None,
            document_id: None,
            line: None,
            message,
        }],
        missing_documents: Vec::new(),
    }
}

/// Returns why JSON cannot be read, without the values that stand in it.
fn reason(error: &serde_json::Error) -> String {
    plain(&error.to_string().split('"').step_by(2).collect::<Vec<_>>().join("..."))
}

/// Returns words of another program as they may be shown: short, without control letters, long numbers masked.
pub(super) fn plain(message: &str) -> String {
    let mut shown = String::new();
    let mut digits = 0;
    for letter in message.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).take(300) {
        // A number goes on over the signs that part it.
        let parts = matches!(letter, '-' | ' ') && digits > 0;
        digits = if letter.is_ascii_digit() {
            digits + 1
        } else if parts {
            digits
        } else {
            0
        };
        shown.push(if letter.is_ascii_digit() && digits > 4 { 'X' } else { letter });
    }
    shown.trim().to_string()
}
