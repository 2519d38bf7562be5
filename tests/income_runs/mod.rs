//! Runs of the income analysis: triggers, history, failures, comparison, replay; with the external engine where a test
//! decides what an engine answers.

mod external;
mod history;
mod what_if;

use crate::support::{Engine, w2};
use loanfile::model::IncomeRunStatus;
use loanfile::ops::{self, Action, Force, IncomeAsk, ValueChange};
use loanfile::settings::{EngineKind, IncomeEngineSettings};
use loanfile::views::IncomeTriggerView;
use serde_json::{Value, json};
use std::sync::atomic::AtomicBool;

const WAGES: &str = "w2.wages_tips_other_compensation";

/// A workspace with the loan `L-1` of one W-2.
fn with_a_w2() -> Engine {
    let engine = Engine::new();
    engine.ingest("L-1", "w2.pdf", &[&w2("Ada Moreno", "123-45-6789", 2024, "60,000.00")]);
    engine.process();
    engine
}

/// Lets the workspace ask an engine at an address, with short pauses.
fn ask_engine_at(engine: &mut Engine, address: &str) {
    let key = engine.workspace.root().join("engine.key");
    std::fs::write(&key, "canary-run-key-33\n").unwrap();
    engine.workspace.settings.income_engine = IncomeEngineSettings {
        kind: EngineKind::Http,
        url: Some(format!("{address}/income")),
        key_file: Some("engine.key".into()),
        attempt_seconds: 2,
        run_seconds: 8,
        attempts: 2,
        pause_milliseconds: 10,
        circuit_seconds: 1,
        allow_http: true,
        ..IncomeEngineSettings::default()
    };
}

/// Answers with a twelfth of each document's wages, each with its proof.
fn twelfths(request: &[u8]) -> String {
    let request: Value = serde_json::from_slice(request).unwrap();
    let mut streams = Vec::new();
    let mut cents = 0;
    for (place, document) in (1..).zip(request["documents"].as_array().unwrap()) {
        let fields = document["fields"].as_array().unwrap();
        let Some(field) = fields.iter().find(|field| field["fieldTypeId"] == WAGES) else { continue };
        let year: i64 = field["value"].as_str().unwrap().replace('.', "").parse().unwrap();
        let month = (year * 2 / 12 + 1) / 2;
        cents += month;
        let money = |cents: i64| json!(cents as f64 / 100.0);
        let source = json!({
            "documentId": document["documentId"], "fieldTypeId": WAGES, "page": field["page"], "line": "box 1",
            "value": field["value"], "confidence": field["confidence"],
            "manuallyCorrected": field["manuallyCorrected"]
        });
        streams.push(json!({
            "streamId": format!("s{place}"), "streamKey": format!("base_pay:{place}"), "type": "BASE_PAY",
            "payer": "Somebody", "monthlyAmount": money(month), "annualAmount": money(month * 12),
            "includeInTotal": true, "method": "W2_DIV12", "trend": {"direction": "STABLE", "changePct": null},
            "sources": [source],
            "proof": {"label": "a month", "value": "0", "origin": "calculated", "operation": "rounded", "inputs": [
                {"label": "a month", "value": "0", "origin": "calculated", "operation": "quotient", "inputs": [
                    {"label": "wages", "value": field["value"], "origin": "read", "source": source},
                    {"label": "months", "value": "12", "origin": "rule", "citation": null}]}]}
        }));
    }
    let total = json!(cents as f64 / 100.0);
    json!({"status": "COMPLETED", "incomeData": {
        "schemaVersion": "1.0", "guideline": request["guideline"], "rulesVersion": "1",
        "engine": {"name": "Twelfths", "version": "1"}, "asOfDate": request["asOfDate"],
        "totalMonthlyIncome": total,
        "borrowers": [{"borrowerId": "b1", "totalMonthlyIncome": total, "streams": streams}]
    }})
    .to_string()
}

fn trigger(engine: &Engine, force: Force) -> IncomeTriggerView {
    ops::trigger_income(&engine.workspace, &engine.caller, "L-1", &IncomeAsk::default(), force).unwrap()
}

fn statuses(engine: &Engine) -> Vec<IncomeRunStatus> {
    let history = ops::income_history(&engine.workspace, &engine.caller, "L-1").unwrap();
    history.into_iter().map(|run| run.status).collect()
}

fn correct(engine: &Engine, document: &str, field: &str, value: &str) {
    let change = ValueChange {
        document: document.to_string(),
        field: field.to_string(),
        row: None,
        action: Action::Set(value.to_string()),
        origin: String::new(),
    };
    ops::correct_values(&engine.workspace, &engine.caller, vec![change]).unwrap();
    ops::settle(&engine.workspace, &engine.caller, &engine.workers, &AtomicBool::new(false)).unwrap();
}
