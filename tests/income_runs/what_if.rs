//! What income would be if something were otherwise, and which documents support it.

use super::{WAGES, ask_engine_at, statuses, trigger, twelfths, with_a_w2};
use crate::support::{Engine, Server, w2};
use loanfile::error::{Error, ErrorKind};
use loanfile::library::Library;
use loanfile::model::{DocumentTypeId, FieldTypeId};
use loanfile::ops::{self, Force, SuppliedValue, WhatIf};
use loanfile::views::IncomeWhatIfView;
use serde_json::json;

fn two_w2s() -> (Engine, Server) {
    let mut engine = with_a_w2();
    engine.ingest("L-1", "second.pdf", &[&w2("Ada Moreno", "123-45-6789", 2023, "48,000.00")]);
    engine.process();
    let server = Server::start(|_, seen| Some((200, twelfths(&seen.body))));
    ask_engine_at(&mut engine, &server.address);
    (engine, server)
}

fn ask(engine: &Engine, what_if: &WhatIf) -> Result<IncomeWhatIfView, Error> {
    ops::income_what_if(&engine.workspace, &engine.caller, "L-1", what_if)
}

fn supplied(document: Option<&str>, field: &str, value: &str) -> WhatIf {
    let value = SuppliedValue {
        document: document.map(str::to_string),
        field: field.to_string(),
        row: None,
        value: value.to_string(),
    };
    WhatIf { values: vec![value], ..WhatIf::default() }
}

#[test]
fn a_document_or_a_value_can_be_otherwise_and_nothing_is_recorded() {
    let (engine, _server) = two_w2s();
    trigger(&engine, Force::No);
    let without = ask(&engine, &WhatIf { without: vec!["L-1/2".to_string()], ..WhatIf::default() }).unwrap();
    assert_eq!(without.income_data.total_monthly_income.to_string(), "5000");
    assert_eq!(without.difference.effect.to_string(), "-4000");
    assert!(without.difference.from.run_id.is_some() && without.difference.to.run_id.is_none());
    let set = ask(&engine, &supplied(Some("L-1/1"), "wages_tips_other_compensation", "$72,000")).unwrap();
    assert_eq!(set.difference.effect.to_string(), "1000");
    assert_eq!(set.difference.streams[0].leaves[0].after.as_deref(), Some("72000"));
    let kept = ops::document(&engine.workspace, &engine.caller, "L-1/1").unwrap();
    assert!(kept.fields.iter().any(|field| field.field_type_id.as_str() == WAGES && field.field_value == "60000.00"));
    assert_eq!(statuses(&engine).len(), 1);
}

#[test]
fn what_cannot_be_supposed_is_told() {
    let (engine, _server) = two_w2s();
    for (what_if, kind, words) in [
        (supplied(None, WAGES, "1"), ErrorKind::InvalidInput, "2 documents have the field"),
        (supplied(None, "paystub.net_pay", "1"), ErrorKind::InvalidInput, "no document of the loan has the field"),
        (supplied(Some("L-1/1"), WAGES, "many"), ErrorKind::InvalidInput, "of L-1/1"),
        (supplied(Some("L-1/1"), "nothing_like_it", "1"), ErrorKind::InvalidInput, "nothing_like_it"),
        (WhatIf { without: vec!["L-1/9".to_string()], ..WhatIf::default() }, ErrorKind::NotFound, "L-1/9"),
        (
            WhatIf { without: vec!["L-1/1".to_string(), "L-1/2".to_string()], ..WhatIf::default() },
            ErrorKind::Conflict,
            "no document that income can be computed from",
        ),
    ] {
        let error = ask(&engine, &what_if).unwrap_err();
        assert_eq!(error.kind(), kind, "{error}");
        assert!(error.to_string().contains(words), "{error}");
    }
}

#[test]
fn eligible_documents_are_those_that_were_read_and_count() {
    let (engine, _server) = two_w2s();
    engine.ingest("L-1", "waiting.pdf", &[&w2("Ada Moreno", "123-45-6789", 2022, "40,000.00")]);
    let list = || {
        let eligible = ops::income_eligible(&engine.workspace, &engine.caller, "L-1").unwrap();
        serde_json::to_value(eligible).unwrap()
    };
    let listed = list();
    assert_eq!(listed.as_array().unwrap().len(), 2, "the third was not read yet");
    assert_eq!((&listed[0]["documentType"], &listed[0]["processingStatus"]), (&json!("W-2"), &json!("EXTRACTED")));
    assert_eq!(listed[0].as_object().unwrap().len(), 3);
    ops::trash(&engine.workspace, &engine.caller, "L-1/2").unwrap();
    assert_eq!(list().as_array().unwrap().len(), 1);
}

#[test]
fn the_papers_that_are_looked_at_are_types_of_the_library() {
    let library = Library::standard();
    let (types, fields) = loanfile::income::papers::named();
    assert!(types.len() > 20);
    for id in types {
        let definition = library.get(&id).unwrap_or_else(|| panic!("no type {id}"));
        assert!(!definition.income_eligible, "{id} is looked at anyway");
    }
    for field in fields {
        let (id, _) = field.split_once('.').unwrap();
        let definition = library.get(&DocumentTypeId::new(id)).unwrap_or_else(|| panic!("no type {id}"));
        assert!(definition.describe(&FieldTypeId::new(&field)).is_some(), "no field {field}");
    }
}
