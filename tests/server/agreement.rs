//! The command line and the API tell the same of the same workspace.

use super::site::Site;
use super::world::{Tenant, World, asked};
use serde_json::Value;
use std::collections::BTreeMap;

fn printed(site: &Site, arguments: &[&str]) -> Value {
    let text = site.program.ok(&[arguments, &["--format", "json"]].concat());
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{arguments:?}: {error}: {text}"))
}

#[rustfmt::skip]
fn pairs(tenant: &Tenant) -> Vec<(Vec<String>, String)> {
    let pair = |command: &str, path: &str| {
        let words = command.split(' ').map(|word| tenant.path(word)).collect();
        let (path, query) = path.split_once('?').map_or((path, String::new()), |(path, query)| (path, format!("?{query}")));
        (words, tenant.path(path) + &query)
    };
    vec![
        pair("loan list", "/loans?limit=500"),
        pair("data --loan {loanId}", "/loans/{loanId}/data"),
        pair("text {documentId}", "/ocr-data/documents/{documentId}"),
        pair("correct {documentId} --history", "/documents/{documentId}/history"),
        pair("versions list {documentId}", "/documents/{documentId}/versions"),
        pair("versions diff {documentId} {otherId}", "/documents/{documentId}/diff/{otherId}"),
        pair("review show {taskId}", "/tasks/{taskId}"),
        pair("review list --status all", "/tasks?limit=500"),
        pair("income eligible {loanId}", "/loans/{loanId}/income-eligible-documents"),
        pair("income history {loanId}", "/loans/{loanId}/income-clarity/history"),
        pair("income show {runId}", "/loans/{loanId}/income-clarity/runs/{runId}"),
        pair("income diff {earlierRunId} {runId}", "/loans/{loanId}/income-clarity/diff?from=RUN0&to=RUN1"),
        pair("report list", "/reports"),
        pair("report kept --loan {loanId}", "/loans/{loanId}/reports"),
        pair("report cross-check --loan {loanId}", "/loans/{loanId}/cross-check"),
        pair("configuration list", "/configurations"),
        pair("configuration show {configurationId}", "/configurations/{configurationId}"),
        pair("doctype list --all", "/document-types"),
        pair("doctype show {documentTypeId}", "/document-types/{documentTypeId}"),
        pair("field list --type w2", "/field-types?documentTypeId=w2"),
        pair("external-field list", "/external-fields"),
        pair("mapping list", "/external-field-mappings"),
        pair("events --limit 7", "/tenant/{tenantId}/analytics/events?limit=7"),
        pair("timeline --loan {loanId}", "/tenant/{tenantId}/analytics/loans/{loanId}/timeline"),
        pair("metrics", "/tenant/{tenantId}/analytics/metrics/processing"),
        pair("tenant show", "/tenant/{tenantId}/settings"),
        pair("audit list --limit 500", "/audit?limit=500"),
        pair("learned list", "/learned"),
        pair("key list", "/keys"),
        pair("user list", "/users"),
        pair("webhook list", "/webhooks"),
        pair("webhook show {webhookId}", "/webhooks/{webhookId}"),
        pair("webhook deliveries {webhookId}", "/webhooks/{webhookId}/deliveries"),
    ]
}

#[test]
fn commands_print_what_the_api_answers() {
    let world = World::get();
    let (site, tenant) = (&world.site, &world.first);
    let mut differences = Vec::new();
    for (words, path) in pairs(tenant) {
        let path = path.replace("RUN0", tenant.id_of("earlierRunId")).replace("RUN1", tenant.id_of("runId"));
        let told = asked(site, &tenant.admin, "GET", &path, None);
        let ran = site
            .program
            .run(&[&words.iter().map(String::as_str).collect::<Vec<_>>()[..], &["--format", "json"]].concat());
        let printed: Value = serde_json::from_str(&ran.stdout).unwrap_or_else(|_| Value::String(ran.stderr.clone()));
        let (mut told, mut printed) = (told.json(), printed);
        // The use of a key is noted with each request.
        for keys in [&mut told, &mut printed].into_iter().filter(|_| words[0] == "key") {
            keys["data"].as_array_mut().unwrap().iter_mut().for_each(|key| key["lastUsedAt"] = Value::Null);
        }
        if told != printed {
            let found = difference("", &printed, &told).unwrap_or_default();
            differences.push(format!("{} and {path} differ: {found}", words.join(" ")));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n\n"));
}

#[test]
fn a_shown_document_is_its_record_with_its_values() {
    let world = World::get();
    let (site, tenant) = (&world.site, &world.first);
    let shown = printed(site, &["show", tenant.id_of("documentId")]);
    let record = site.get(&tenant.reader, &tenant.path("/documents/{documentId}"));
    for (member, value) in record.as_object().unwrap() {
        assert_eq!(&shown[member], value, "{member}");
    }
    let values = site.get(&tenant.reader, &(tenant.path("/extractedData/documents/{documentId}") + "?limit=500"));
    assert_eq!(shown["fields"], values["data"]);
    assert!(values["data"].as_array().unwrap().len() > 3);
}

/// Returns where two values differ first, and how.
fn difference(place: &str, printed: &Value, told: &Value) -> Option<String> {
    match (printed, told) {
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            let mut pairs = one.iter().zip(other).enumerate();
            pairs.find_map(|(index, (one, other))| difference(&format!("{place}/{index}"), one, other))
        }
        (Value::Object(one), Value::Object(other)) if one.keys().eq(other.keys()) => {
            one.iter().find_map(|(name, member)| difference(&format!("{place}/{name}"), member, &other[name]))
        }
        _ if printed == told => None,
        _ => {
            let short = |value: &Value| value.to_string().chars().take(300).collect::<String>();
            Some(format!("{place}: {} is printed, {} is told", short(printed), short(told)))
        }
    }
}

/// Returns the rows of CSV as maps from heading to cell.
fn cells(text: &str) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_reader(text.trim_start_matches('\u{feff}').as_bytes());
    let headings: Vec<String> = reader.headers().unwrap().iter().map(str::to_string).collect();
    let row = |record: csv::StringRecord| headings.iter().cloned().zip(record.iter().map(str::to_string)).collect();
    reader.records().map(|record| row(record.unwrap())).collect()
}

#[test]
fn every_report_has_the_same_cells_in_every_notation() {
    let world = World::get();
    let (site, tenant) = (&world.site, &world.first);
    let reports = loanfile::reports::catalog();
    assert_eq!(reports.len(), 10);
    let mut rows = 0;
    for report in reports {
        let name = report.name();
        let get = |format: &str| {
            let path = format!("/reports/data?reportName={}&format={format}", name.replace(' ', "%20"));
            let answer = asked(site, &tenant.reader, "GET", &path, None);
            assert_eq!(answer.status, 200, "{path}: {}", answer.text());
            answer
        };
        let (json, csv) = (get("json").json(), get("csv").text());
        assert_eq!(printed(site, &["report", "run", name])["data"], json["data"], "{name}");
        assert_eq!(site.program.ok(&["report", "run", name, "--format", "csv"]), csv, "{name}");
        let (objects, lines) = (json["data"].as_array().unwrap(), cells(&csv));
        assert_eq!(objects.len(), lines.len(), "{name}");
        for (object, line) in objects.iter().zip(&lines) {
            let object = object.as_object().unwrap();
            assert_eq!(object.len(), line.len(), "{name}");
            for (key, value) in object {
                let text = match value {
                    Value::Null => String::new(),
                    Value::String(text) => text.clone(),
                    other => other.to_string(),
                };
                let cell = line.get(key).unwrap_or_else(|| panic!("{name}: no column {key}: {line:?}"));
                let same = *cell == text || cell.trim_start_matches('\'') == text;
                let number = |text: &str| text.parse::<f64>().ok();
                assert!(
                    same || (number(cell).is_some() && number(cell) == number(&text)),
                    "{name} {key}: {cell} and {text}"
                );
            }
        }
        rows += objects.len();
    }
    assert!(rows > 20, "{rows}");
}
