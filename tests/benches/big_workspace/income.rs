//! An invented income run of a loan.

use crate::data::Data;
use loanfile::income::{IncomeCase, IncomeData};
use loanfile::model::{DocumentId, IncomeRunId, IncomeRunStatus, LoanId, TenantId, Timestamp};
use loanfile::store::{IncomeRun, IncomeRunDocument, IncomeRunEnd, Writer};
use serde_json::{Value, json};

/// Stores a run that has its result, or one that failed.
pub fn add(writer: &Writer<'_>, data: &mut Data, tenant: TenantId, loan: LoanId, paper: DocumentId, at: Timestamp) {
    let case: IncomeCase = serde_json::from_value(json!({
        "guideline": "FANNIE_MAE", "asOfDate": at.date(), "applicationDate": null, "transaction": "PURCHASE",
        "reviewThreshold": 0.8, "largeDeposit": { "kind": "percent_of_income", "value": 50 }, "papers": [],
    }))
    .unwrap();
    let run = IncomeRun {
        id: IncomeRunId::new(data.id(at)),
        loan,
        status: IncomeRunStatus::Active,
        guideline: case.guideline,
        edition: "invented".to_string(),
        engine: "built-in".to_string(),
        engine_version: None,
        requested_by: "underwriter".to_string(),
        created_at: at,
        calculated_at: None,
        inputs_sha256: IncomeRun::digest(&case).unwrap(),
        result: None,
        failure: None,
        owner: Some("maker".to_string()),
    };
    let looked_at = IncomeRunDocument {
        document: paper,
        values_sha256: run.inputs_sha256.clone(),
        file_name: "package.pdf".to_string(),
        document_type: "Paystub".to_string(),
    };
    writer.add_income_run(tenant, &run, &case, &[looked_at]).unwrap();
    let end = IncomeRunEnd::Completed(result(data, at));
    assert!(writer.end_income_run(tenant, run.id, &end, data.within(at, 4)).unwrap());
}

fn result(data: &mut Data, at: Timestamp) -> IncomeData {
    let streams: Vec<(&str, u32, bool)> =
        vec![("BASE_PAY", 9000, true), ("OVERTIME", 900, true), ("BONUS", 700, false), ("RENTAL", 1500, true)];
    let streams: Vec<(Value, u32)> = streams
        .into_iter()
        .zip(1..)
        .map(|((kind, most, included), number)| {
            let monthly = 200 + data.random.below(most);
            let stream = json!({
                "streamId": format!("s-{number}"), "streamKey": format!("{}|{number}", kind.to_lowercase()), "type": kind,
                "payer": data.one_of(&["Eastlake Foods", "Carrow County", "12 Hollis St"]),
                "monthlyAmount": monthly, "annualAmount": monthly * 12, "includeInTotal": included,
                "method": "average", "trend": { "direction": "STABLE", "changePct": 1 },
                "citations": ["B3-3.1-01"],
            });
            (stream, if included { monthly } else { 0 })
        })
        .collect();
    let total: u32 = streams.iter().map(|(_, monthly)| monthly).sum();
    let streams: Vec<Value> = streams.into_iter().map(|(stream, _)| stream).collect();
    serde_json::from_value(json!({
        "schemaVersion": "1.0", "guideline": "FANNIE_MAE", "rulesVersion": "invented",
        "engine": { "name": "built-in", "version": "0" }, "asOfDate": at.date(), "totalMonthlyIncome": total,
        "borrowers": [{ "borrowerId": "b-1", "name": data.name(), "totalMonthlyIncome": total, "streams": streams }],
    }))
    .unwrap()
}
