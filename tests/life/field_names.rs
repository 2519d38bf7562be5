//! Names of fields, fields of other systems, and the flattened data of a loan.

use super::{document, processed, set, wage_statement};
use crate::support::{Engine, Program, pdf, w2};
use loanfile::error::ErrorKind;
use loanfile::ops::{self, FieldTypeChange, FieldTypeQuery, NewExternalField};
use loanfile::views::DataRowView;

const WAGES: &str = "w2.wages_tips_other_compensation";

#[test]
fn a_name_shows_everywhere_and_the_standard_one_comes_back() {
    let engine = processed(&[&wage_statement(2024, "61,000.00")]);
    let standard = name_in_show(&engine);
    name(&engine, Some("  Box 1  "), None);
    assert_eq!(name_in_show(&engine), "Box 1");
    assert!(data(&engine).iter().any(|row| row.field_type_id.as_str() == WAGES && row.display_name == "Box 1"));
    let listed = FieldTypeQuery { document_type: Some("w2".to_string()), in_use: None };
    let listed = ops::field_types(&engine.workspace, &engine.caller, &listed).unwrap();
    let listed = listed.iter().find(|field| field.field_type_id.as_str() == WAGES).unwrap();
    assert_eq!((listed.display_name.as_str(), &listed.standard_name), ("Box 1", &standard));
    name(&engine, Some(&standard), None);
    assert_eq!(name_in_show(&engine), standard);
    let entries = ops::audit(&engine.workspace, &engine.caller, Some(WAGES), 0, 10).unwrap();
    let told: Vec<_> =
        entries.iter().map(|entry| (&entry.before["displayName"], &entry.after["displayName"])).collect();
    assert_eq!(told, [(&serde_json::Value::Null, &"Box 1".into()), (&"Box 1".into(), &serde_json::Value::Null)]);
    name(&engine, Some(&standard), Some(true));
    let entries = ops::audit(&engine.workspace, &engine.caller, Some(WAGES), 0, 10).unwrap();
    assert_eq!(entries.len(), 2, "what changes nothing is not logged");
}

#[test]
fn a_field_out_of_use_leaves_the_flattened_data_only() {
    let engine = processed(&[&wage_statement(2024, "61,000.00")]);
    let (rows, fields) = (data(&engine).len(), document(&engine, "L-1/1").fields.len());
    assert_eq!(rows, fields);
    name(&engine, None, Some(false));
    assert_eq!(data(&engine).len(), rows - 1);
    assert_eq!(document(&engine, "L-1/1").fields.len(), fields);
    let unused = FieldTypeQuery { document_type: None, in_use: Some(false) };
    assert_eq!(ops::field_types(&engine.workspace, &engine.caller, &unused).unwrap().len(), 1);
}

#[test]
fn names_and_fields_that_cannot_be_are_refused() {
    let engine = Engine::new();
    let set = |field: &str, name: &str| {
        let change = FieldTypeChange { display_name: Some(name.to_string()), in_use: None };
        ops::set_field_type(&engine.workspace, &engine.caller, field, &change).unwrap_err().kind()
    };
    assert_eq!(set("w2.nothing", "Name"), ErrorKind::NotFound);
    assert_eq!(set("nothing.employer_name", "Name"), ErrorKind::NotFound);
    for wrong in ["", "  ", "two\nlines", &"x".repeat(201)] {
        assert_eq!(set(WAGES, wrong), ErrorKind::InvalidInput, "{wrong:?}");
    }
}

#[test]
fn superseded_and_trashed_documents_are_left_out() {
    let engine = processed(&[&wage_statement(2024, "61,000.00"), &wage_statement(2024, "61,500.00")]);
    let values = |engine| -> Vec<String> {
        data(engine).into_iter().filter(|row| row.field_type_id.as_str() == WAGES).map(|row| row.field_value).collect()
    };
    assert_eq!(values(&engine), ["61500.00"]);
    ops::trash(&engine.workspace, &engine.caller, "L-1/2").unwrap();
    assert_eq!(values(&engine), ["61000.00"]);
    let other = ops::loan_data(&engine.workspace, &engine.caller, "L-1", Some("paystub")).unwrap();
    assert!(other.is_empty());
    let unknown = ops::loan_data(&engine.workspace, &engine.caller, "L-1", Some("nothing")).unwrap_err();
    assert_eq!(unknown.kind(), ErrorKind::InvalidInput);
}

#[test]
fn a_loan_keeps_one_row_an_external_field() {
    let engine = processed(&[
        &wage_statement(2022, "59,000.00"),
        &wage_statement(2023, "60,000.00"),
        &wage_statement(2024, "61,000.00"),
    ]);
    add(&engine, "Wages", "FE1", "LOS");
    add(&engine, "Pay", "P-9", "Core");
    map(&engine, WAGES, "LOS/FE1").unwrap();
    let filled = |engine| -> Vec<(String, String)> {
        let rows = data(engine).into_iter().filter(|row| row.field_type_id.as_str() == WAGES);
        rows.map(|row| (row.field_value.clone(), row.external_names())).collect()
    };
    let row = |value: &str, names: &str| (value.to_string(), names.to_string());
    assert_eq!(filled(&engine), [row("61000.00", "LOS/FE1")], "the newest paper's");
    set(&engine, "L-1/1", WAGES, "59,100.00");
    super::settle(&engine);
    assert_eq!(filled(&engine), [row("59100.00", "LOS/FE1")], "what a person set comes first");
    map(&engine, WAGES, "Pay").unwrap();
    map(&engine, "w2.social_security_wages", "P-9").unwrap();
    let rows = data(&engine);
    assert_eq!(filled(&engine), [row("59100.00", "Core/P-9; LOS/FE1")]);
    assert!(
        rows.iter().all(|row| row.field_type_id.as_str() != "w2.social_security_wages"),
        "all lose to the corrected one"
    );
    ops::remove_mapping(&engine.workspace, &engine.caller, WAGES, Some("FE1")).unwrap();
    assert_eq!(ops::remove_external_field(&engine.workspace, &engine.caller, "Pay").unwrap(), 2);
    assert_eq!(filled(&engine).len(), 3);
    assert!(ops::mappings(&engine.workspace, &engine.caller).unwrap().is_empty());
    let logged = ops::audit(&engine.workspace, &engine.caller, None, 0, 100).unwrap();
    let count = |action: &str| logged.iter().filter(|entry| entry.action == action).count();
    assert_eq!((count("external_field.add"), count("external_field.remove")), (2, 1));
    assert_eq!((count("external_field_mapping.add"), count("external_field_mapping.remove")), (3, 3));
    assert!(ops::verify_audit(&engine.workspace, &engine.caller, None).unwrap().damage.is_none());
}

#[test]
fn mappings_of_what_is_not_there_and_the_same_twice_are_refused() {
    let engine = Engine::new();
    add(&engine, "Wages", "FE1", "LOS");
    add(&engine, "Wages", "FE2", "LOS");
    map(&engine, WAGES, "FE1").unwrap();
    let kind = |field: &str, external: &str| map(&engine, field, external).unwrap_err().kind();
    assert_eq!(kind(WAGES, "LOS/FE1"), ErrorKind::Conflict);
    assert_eq!(kind("w2.nothing", "FE1"), ErrorKind::InvalidInput);
    assert_eq!(kind(WAGES, "FE3"), ErrorKind::InvalidInput);
    assert_eq!(kind(WAGES, "Wages"), ErrorKind::InvalidInput, "two are called so");
    let new = NewExternalField { name: "X".to_string(), table_index: "FE1".to_string(), source: "LOS".to_string() };
    let again = ops::add_external_field(&engine.workspace, &engine.caller, &new).unwrap_err();
    assert_eq!(again.kind(), ErrorKind::Conflict);
    let gone = ops::remove_external_field(&engine.workspace, &engine.caller, "FE3").unwrap_err();
    assert_eq!(gone.kind(), ErrorKind::NotFound);
    let gone = ops::remove_mapping(&engine.workspace, &engine.caller, WAGES, Some("FE2")).unwrap_err();
    assert_eq!(gone.kind(), ErrorKind::NotFound);
}

#[test]
fn the_program_prints_data_that_no_spreadsheet_takes_for_a_formula() {
    let program = Program::new();
    program.ingest("L-1", "w2.pdf", &pdf(&[&w2("Ada Moreno", "123-45-6789", 2024, "61,000.00")]));
    program.ok(&["process", "--quiet"]);
    program.ok(&["field", "set", WAGES, "--name", "=SUM(A1:A9)"]);
    program.ok(&["correct", "L-1/1", "--set", "w2.employee_name=@ada"]);
    program.ok(&["correct", "L-1/1", "--set", &format!("{WAGES}=-12.50")]);
    let csv = program.ok(&["data", "--loan", "L-1", "--format", "csv"]);
    assert!(csv.starts_with(&DataRowView::HEADINGS.join(",")), "{csv}");
    assert!(csv.contains(&format!("{WAGES},'=SUM(A1:A9),-12.50,")), "figures stay figures\n{csv}");
    assert!(csv.contains(",'@ada,"), "{csv}");
    let json = program.ok(&["data", "--loan", "L-1", "--type", "w2", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let row = json["data"].as_array().unwrap().iter().find(|row| row["fieldTypeId"] == WAGES).unwrap();
    assert_eq!((&row["docTypeName"], &row["manuallyCorrected"]), (&"W-2".into(), &true.into()));
    assert_eq!(row["externalFields"], serde_json::json!([]));
    let table = program.ok(&["data", "--loan", "L-1"]);
    assert!(table.contains("W-2") && table.contains("@ada"), "{table}");
    assert_eq!(program.run(&["field", "set", WAGES]).code, Some(2));
    for command in ["data", "field", "external-field", "mapping", "versions"] {
        let help = program.ok(&[command, "--help"]);
        assert!(help.contains("Examples:"), "{command} has no examples\n{help}");
    }
}

fn data(engine: &Engine) -> Vec<DataRowView> {
    ops::loan_data(&engine.workspace, &engine.caller, "L-1", None).unwrap()
}

fn name_in_show(engine: &Engine) -> String {
    let shown = document(engine, "L-1/1");
    shown.fields.iter().find(|field| field.field_type_id.as_str() == WAGES).unwrap().display_name.clone()
}

fn name(engine: &Engine, name: Option<&str>, in_use: Option<bool>) {
    let change = FieldTypeChange { display_name: name.map(str::to_string), in_use };
    ops::set_field_type(&engine.workspace, &engine.caller, WAGES, &change).unwrap();
}

fn add(engine: &Engine, name: &str, index: &str, source: &str) {
    let new = NewExternalField { name: name.to_string(), table_index: index.to_string(), source: source.to_string() };
    ops::add_external_field(&engine.workspace, &engine.caller, &new).unwrap();
}

fn map(engine: &Engine, field: &str, external: &str) -> loanfile::error::Result<loanfile::views::MappingView> {
    ops::add_mapping(&engine.workspace, &engine.caller, field, external)
}
