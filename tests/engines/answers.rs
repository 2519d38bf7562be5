//! Answers that do not make sense, do not add up, or say that nothing can be said.

use super::{ask, ask_with, completed, engine, result};
use crate::support::Server;
use loanfile::engines::FailureCode;
use loanfile::remote::Circuit;
use serde_json::{Value, json};

/// A change of a result that makes it a lie, and the words that tell it.
type Lie = (&'static str, fn(&mut Value));

const LIES: [Lie; 14] = [
    ("totalMonthlyIncome is 5000.02", |result| result["totalMonthlyIncome"] = json!(5000.02)),
    ("of a borrower", |result| {
        result["borrowers"][0]["totalMonthlyIncome"] = json!(5100.0);
    }),
    ("totalMonthlyIncome", |result| result["borrowers"][0]["streams"][1]["includeInTotal"] = json!(true)),
    ("negative number of months", |result| result["borrowers"][0]["streams"][0]["months"] = json!(-1.0)),
    ("negative number of months", |result| {
        result["borrowers"][0]["streams"][0]["periods"] = json!([{"label": "2025", "months": -12.0, "earnings": 1.0, "monthlyAmount": 1.0, "from": null, "through": null}]);
    }),
    ("twelve times", |result| result["borrowers"][0]["streams"][0]["annualAmount"] = json!(5000.0)),
    ("schemaVersion", |result| result["schemaVersion"] = json!("2.0")),
    ("guideline is FHA", |result| result["guideline"] = json!("FHA")),
    ("asOfDate", |result| result["asOfDate"] = json!("2026-10-30")),
    ("was not sent", |result| {
        result["borrowers"][0]["streams"][0]["sources"][0] = json!({
            "documentId": "00000000-0000-0000-0000-0000000000ff", "documentName": "L-2/1", "documentType": "W-2",
            "documentTypeId": "w2", "fieldTypeId": "w2.tax_year", "page": 1, "value": "1", "confidence": 1.0,
            "manuallyCorrected": false
        });
    }),
    ("two streams have the id s1", |result| result["borrowers"][0]["streams"][1]["streamId"] = json!("s1")),
    ("cannot be read", |result| result["totalMonthlyIncome"] = json!("5000")),
    ("cannot be read", |result| {
        result.as_object_mut().unwrap().remove("borrowers");
    }),
    ("cannot be read", |result| result["totalMonthlyIncome"] = json!(1e300)),
];

#[test]
fn a_result_that_lies_is_refused_whole() {
    for (index, (told, lie)) in LIES.into_iter().enumerate() {
        let mut lying = result();
        lie(&mut lying);
        let body = completed(&lying);
        let server = Server::start(move |_, _| Some((200, body.clone())));
        let mut circuit = Circuit::default();
        let failure = ask_with(&engine(&server), &mut circuit).unwrap_err();
        assert_eq!(failure.code, FailureCode::BadResponse, "lie {index}");
        assert!(failure.message.contains(told), "lie {index}: {failure}");
        assert_eq!((server.seen().len(), circuit.failures), (1, 1), "lie {index}");
    }
}

#[test]
fn a_proof_that_does_not_compute_is_refused() {
    let proof = |value: &str| {
        json!({
            "label": "a month", "value": value, "origin": "calculated", "operation": "quotient",
            "inputs": [
                {"label": "wages", "value": "60000", "origin": "stated", "fact": "wages"},
                {"label": "months", "value": "12", "origin": "rule", "citation": null}
            ]
        })
    };
    for (value, monthly, good) in [("5000", 5000.0, true), ("6000", 6000.0, false)] {
        let mut with_proof = result();
        let stream = &mut with_proof["borrowers"][0]["streams"][0];
        stream["proof"] = proof(value);
        stream["monthlyAmount"] = json!(monthly);
        stream["annualAmount"] = json!(monthly * 12.0);
        with_proof["borrowers"][0]["totalMonthlyIncome"] = json!(monthly);
        with_proof["totalMonthlyIncome"] = json!(monthly);
        let body = completed(&with_proof);
        let server = Server::start(move |_, _| Some((200, body.clone())));
        let answer = ask(&engine(&server));
        assert_eq!(answer.is_ok(), good, "{answer:?}");
    }
}

#[test]
fn rubbish_is_refused_and_not_told() {
    let long = format!("{{\"status\": \"COMPLETED\", \"pad\": \"{}\"}}", "x".repeat(17 * 1024 * 1024));
    let bodies = [
        String::new(),
        "not json with 123-45-6789".to_string(),
        "[]".to_string(),
        "{}".to_string(),
        json!({"status": "DONE"}).to_string(),
        json!({"status": "COMPLETED"}).to_string(),
        json!({"status": "COMPLETED", "incomeData": "Jane Doe 123-45-6789"}).to_string(),
        json!({"status": "PENDING"}).to_string(),
        "[".repeat(5000),
        long,
    ];
    for body in bodies {
        let start: String = body.chars().take(40).collect();
        let server = Server::start(move |_, _| Some((200, body.clone())));
        let failure = ask(&engine(&server)).unwrap_err();
        assert_eq!(failure.code, FailureCode::BadResponse, "{start}");
        assert!(!failure.message.contains("6789") && !failure.message.contains("Jane"), "{failure}");
    }
}

#[test]
fn an_engine_that_cannot_tell_gives_no_income_and_its_words() {
    for body in [
        json!({"status": "CANNOT_ASSESS", "message": "unable to assess now"}),
        json!({"status": "COMPLETED", "incomeData": null, "message": "unable to assess now"}),
    ] {
        let server = Server::start(move |_, _| Some((200, body.to_string())));
        let data = ask(&engine(&server)).unwrap();
        assert!(data.total_monthly_income.is_zero() && data.borrowers.is_empty());
        assert_eq!(data.warnings[0].code, "ENGINE_CANNOT_ASSESS");
        assert_eq!(data.warnings[0].message, "unable to assess now");
    }
}
