//! Splitting and merging by hand.

use super::{document, package, settle, wage_statement};
use crate::support::Engine;
use loanfile::error::ErrorKind;
use loanfile::model::CorrectionKind;
use loanfile::ops;

fn two_pages() -> Engine {
    let engine = Engine::new();
    let (one, two) = (wage_statement(2023, "58,000.00"), wage_statement(2024, "61,000.00"));
    engine.ingest("L-1", "both.pdf", &[&one, &two]);
    engine.process();
    assert_eq!(package(&engine).documents.len(), 2);
    engine
}

#[test]
fn neighbours_become_one_and_one_becomes_two() {
    let engine = two_pages();
    let names = ["L-1/2".to_string(), "L-1/1".to_string()];
    let first = document(&engine, "L-1/1").document_id;
    let second = document(&engine, "L-1/2").document_id.to_string();
    assert_eq!(ops::merge(&engine.workspace, &engine.caller, &names).unwrap(), first);
    settle(&engine);
    let views = package(&engine).documents;
    assert_eq!(views.len(), 1);
    assert_eq!((views[0].source_pages.first, views[0].source_pages.last), (1, 2));
    assert_eq!(views[0].document_type_id.as_ref().unwrap().as_str(), "w2");
    let refused = ops::restore(&engine.workspace, &engine.caller, &second).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::Conflict, "its pages belong to another document now");
    let parts = ops::split(&engine.workspace, &engine.caller, "L-1/1", &[2]).unwrap();
    settle(&engine);
    let views = package(&engine).documents;
    assert_eq!(views.iter().map(|view| view.document_id).collect::<Vec<_>>(), parts);
    let years: Vec<Option<&str>> = views.iter().map(|view| super::value(view, "tax_year")).collect();
    assert_eq!(years, [Some("2023"), Some("2024")]);
    let history = ops::corrections_of(&engine.workspace, &engine.caller, "L-1/1").unwrap();
    let kinds: Vec<(CorrectionKind, Option<&str>, Option<&str>)> =
        history.iter().map(|made| (made.kind, made.previous_value.as_deref(), made.new_value.as_deref())).collect();
    assert_eq!(
        kinds,
        [(CorrectionKind::Merge, Some("1-1"), Some("1-2")), (CorrectionKind::Split, Some("1-2"), Some("1-1"))]
    );
}

#[test]
fn what_cannot_be_cut_or_joined_is_refused_and_stays() {
    let engine = two_pages();
    let other = wage_statement(2022, "50,000.00");
    engine.ingest("L-1", "other.pdf", &[&other]);
    engine.process();
    let split = |pages: &[u32]| ops::split(&engine.workspace, &engine.caller, "L-1/1", pages).unwrap_err().kind();
    for pages in [&[][..], &[1], &[2], &[0]] {
        assert_eq!(split(pages), ErrorKind::InvalidInput, "{pages:?}");
    }
    let merge = |names: &[&str]| {
        let names: Vec<String> = names.iter().map(|name| (*name).to_string()).collect();
        ops::merge(&engine.workspace, &engine.caller, &names).unwrap_err().kind()
    };
    assert_eq!(merge(&["L-1/2", "L-1/3"]), ErrorKind::InvalidInput, "of two files");
    assert_eq!(merge(&["L-1/1", "L-1/1"]), ErrorKind::InvalidInput, "named twice");
    assert_eq!(merge(&["L-1/1"]), ErrorKind::InvalidInput, "only one");
    assert_eq!(merge(&["L-1/1", "L-1/9"]), ErrorKind::NotFound);
    assert_eq!(package(&engine).documents.len(), 3);
}
