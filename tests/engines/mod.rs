//! The external income engine, against a real server on this machine that delays, breaks, lies and recovers.

mod answers;
mod schemas;
mod transport;

use crate::support::Server;
use loanfile::engines::{EngineFailure, EngineRequest, HttpEngine, HttpEngineSettings, IncomeEngine};
use loanfile::income::{Guideline, IncomeCase, IncomeData, LargeDepositThreshold, Paper, PaperValue, Transaction};
use loanfile::library::Library;
use loanfile::model::{DocumentId, DocumentTypeId, FieldTypeId, IncomeRunId, Secret};
use loanfile::remote::{Circuit, CircuitRules, Tries};
use serde_json::{Value, json};
use std::time::Duration;
use uuid::Uuid;

const KEY: &str = "canary-engine-key-71c3";
const RUN: u64 = 7001;

/// How long one request may take here.
const ATTEMPT: Duration = Duration::from_millis(400);

fn settings(address: &str) -> HttpEngineSettings {
    HttpEngineSettings {
        url: format!("{address}/v1/income"),
        key: Secret::new(KEY),
        connect: Duration::from_millis(300),
        attempt: ATTEMPT,
        run: Duration::from_secs(5),
        tries: Tries { most: 4, pause: Duration::from_millis(20) },
        circuit: CircuitRules { failures: 5, pause: Duration::from_millis(600) },
        allow_http: true,
    }
}

fn engine(server: &Server) -> HttpEngine {
    HttpEngine::new(settings(&server.address)).unwrap()
}

fn value(field: &str, value: &str) -> PaperValue {
    PaperValue {
        field_type_id: FieldTypeId::new(field),
        row_index: None,
        value: value.to_string(),
        confidence: 0.97,
        checked_by_person: false,
        manually_corrected: false,
        page: Some(1),
        bounding_box: None,
    }
}

fn paper_id() -> DocumentId {
    DocumentId::new(Uuid::from_u64_pair(1, 1))
}

fn case() -> IncomeCase {
    IncomeCase {
        guideline: Guideline::FannieMae,
        as_of_date: "2026-10-31".parse().unwrap(),
        application_date: None,
        transaction: Transaction::Purchase,
        review_threshold: 0.8,
        large_deposit: LargeDepositThreshold::default(),
        papers: vec![Paper {
            document_id: paper_id(),
            name: "L-1/1".to_string(),
            document_type_id: DocumentTypeId::new("w2"),
            document_type: "W-2".to_string(),
            values: vec![
                value("w2.wages_tips_other_compensation", "60000.00"),
                value("w2.employee_ssn", "123-45-6789"),
                value("w2.employer_name", "Tollgate Mills"),
                value("w2.employer_ein", "987-65-4321"),
                value("w2.unheard_of", "5150998877"),
            ],
        }],
        overrides: Vec::new(),
    }
}

fn ask_with(engine: &HttpEngine, circuit: &mut Circuit) -> Result<IncomeData, EngineFailure> {
    let case = case();
    let run = IncomeRunId::new(Uuid::from_u64_pair(0x7000, RUN));
    engine.analyze(&EngineRequest { run, loan: "L-1", case: &case, library: Library::standard() }, circuit)
}

fn ask(engine: &HttpEngine) -> Result<IncomeData, EngineFailure> {
    ask_with(engine, &mut Circuit::default())
}

/// A result as another engine may write it: without the names that it need not repeat, and without a proof.
fn result() -> Value {
    json!({
        "schemaVersion": "1.0",
        "guideline": "FANNIE_MAE",
        "rulesVersion": "2026-07",
        "engine": {"name": "Outside", "version": "9.1"},
        "asOfDate": "2026-10-31",
        "totalMonthlyIncome": 5000.00,
        "borrowers": [{
            "borrowerId": "b1", "totalMonthlyIncome": 5000.00,
            "streams": [{
                "streamId": "s1", "type": "BASE_PAY", "payer": "Tollgate Mills",
                "monthlyAmount": 5000.00, "annualAmount": 60000.00, "includeInTotal": true, "method": "W2_DIV12",
                "trend": {"direction": "INSUFFICIENT", "changePct": null},
                "sources": [{
                    "documentId": paper_id(), "fieldTypeId": "w2.wages_tips_other_compensation", "page": 1,
                    "value": "60000.00", "confidence": 0.97, "manuallyCorrected": false
                }]
            }, {
                "streamId": "s2", "type": "BONUS", "payer": "Tollgate Mills",
                "monthlyAmount": 100.00, "annualAmount": 1200.00, "includeInTotal": false, "method": "ANNUAL_DIV12",
                "trend": {"direction": "DECLINING", "changePct": -20.5}
            }]
        }]
    })
}

fn completed(result: &Value) -> String {
    json!({"status": "COMPLETED", "incomeData": result}).to_string()
}
