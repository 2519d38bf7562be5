//! The worked examples: each file under `worked/` holds cases, and what must come out to the cent.

use super::case::{Expected, ExpectedStream, WrittenCase};
use loanfile::income::{IncomeData, Stream, Warning, analyze};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::Path;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    case: Vec<WrittenCase>,
}

/// Returns all cases of all files.
pub fn cases() -> Vec<WrittenCase> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/income/worked");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let read = |path: &std::path::PathBuf| -> Vec<WrittenCase> {
        let text = std::fs::read_to_string(path).unwrap();
        toml::from_str::<File>(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display())).case
    };
    files.iter().flat_map(read).collect()
}

#[test]
fn every_worked_example_comes_out_to_the_cent() {
    let mut wrong = Vec::new();
    for written in cases() {
        let result = analyze(&written.case());
        let faults = faults(&written.expect, &result);
        if !faults.is_empty() {
            wrong.push(format!("{}:\n  {}\n{}", written.name, faults.join("\n  "), told(&result)));
        }
    }
    assert!(wrong.is_empty(), "{} cases are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

fn faults(expected: &Expected, result: &IncomeData) -> Vec<String> {
    let mut faults = Vec::new();
    let mut same = |what: &str, asked: &str, got: String| {
        if asked != got {
            faults.push(format!("{what}: expected {asked}, got {got}"));
        }
    };
    if let Some(total) = &expected.total {
        same("total", total, result.total_monthly_income.to_string());
    }
    if let Some(liabilities) = &expected.liabilities {
        let owed: rust_decimal::Decimal = result.liabilities.iter().map(|liability| liability.monthly_amount).sum();
        let mut owed = owed;
        owed.rescale(2);
        same("liabilities", liabilities, owed.to_string());
    }
    for asked in &expected.streams {
        match result.streams().find(|stream| is_asked(asked, stream)) {
            None => same("stream", &format!("{} of {:?}", asked.kind, asked.payer), "none".to_string()),
            Some(stream) => compare(asked, stream, &mut same),
        }
    }
    let codes: BTreeSet<&str> = result.warnings.iter().map(|warning| warning.code.as_str()).collect();
    for code in expected.warnings.iter().filter(|code| !codes.contains(code.as_str())) {
        same("warning", code, format!("{codes:?}"));
    }
    for code in expected.no_warnings.iter().filter(|code| codes.contains(code.as_str())) {
        same("warning", "none", code.clone());
    }
    for missing in &expected.missing {
        if !result.missing_documents.iter().any(|document| document.document_type == *missing) {
            same("missing document", missing, format!("{:?}", result.missing_documents));
        }
    }
    faults
}

fn is_asked(asked: &ExpectedStream, stream: &Stream) -> bool {
    kind(stream) == asked.kind && asked.payer.as_ref().is_none_or(|payer| *payer == stream.payer)
}

fn kind(stream: &Stream) -> String {
    serde_json::to_value(stream.kind).unwrap().as_str().unwrap().to_string()
}

fn compare(asked: &ExpectedStream, stream: &Stream, same: &mut impl FnMut(&str, &str, String)) {
    same("monthly", &asked.monthly, stream.monthly_amount.to_string());
    if let Some(include) = asked.include {
        same("include", &include.to_string(), stream.include_in_total.to_string());
    }
    if let Some(direction) = &asked.direction {
        let got = serde_json::to_value(stream.trend.direction).unwrap().as_str().unwrap().to_string();
        same("direction", direction, got);
    }
    if let Some(change) = &asked.change {
        same("change", change, stream.trend.change_pct.map(|change| change.to_string()).unwrap_or_default());
    }
    if let Some(method) = &asked.method {
        same("method", method, stream.method.clone());
    }
    let has = |code: &&String| stream.warnings.iter().any(|warning: &Warning| warning.code == **code);
    for code in asked.warnings.iter().filter(|code| !has(code)) {
        same("warning of the stream", code, format!("{:?}", stream.warnings));
    }
}

fn told(result: &IncomeData) -> String {
    let mut lines = vec![format!("  total {}", result.total_monthly_income)];
    for stream in result.streams() {
        lines.push(format!(
            "  {} {} {} included {} by {}, {:?} {:?}",
            kind(stream),
            stream.payer,
            stream.monthly_amount,
            stream.include_in_total,
            stream.method,
            stream.trend.direction,
            stream.trend.change_pct
        ));
        lines.extend(stream.steps.iter().map(|step| format!("      {} = {}", step.text, step.result)));
    }
    lines.extend(result.warnings.iter().map(|warning| format!("  {} {}", warning.code, warning.message)));
    lines.join("\n")
}
