//! What a tenant sets.

use crate::support::Engine;
use loanfile::error::ErrorKind;
use loanfile::ops;
use loanfile::settings::LosTarget;
use serde_json::{Value, json};
use std::sync::atomic::AtomicBool;

#[test]
fn a_setting_is_changed_logged_and_checked() {
    let engine = Engine::new();
    let set = |name: &str, value: &str| ops::set_tenant(&engine.workspace, &engine.caller, name, value);
    assert!((set("reviewThreshold", "0.9").unwrap().review_threshold.value() - 0.9).abs() < 1e-6);
    assert!(set("allowWaivers", "true").unwrap().allow_waivers);
    for (name, value) in [
        ("reviewThreshold", "0.5"),
        ("reviewThreshold", "high"),
        ("allowWaivers", "2"),
        ("webhooksEnabled", "perhaps"),
        ("largeDepositThreshold", "-5"),
        ("largeDepositThreshold", "much"),
        ("incomeEngine", "abacus"),
        ("incomeEngine", "http"),
        ("los", "nowhere"),
        ("reportsEnabled", "No Such Report"),
        ("guideline", "mine"),
        ("colour", "red"),
    ] {
        let error = set(name, value).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidInput, "{name} {value}");
        let told = format!("{error} {}", error.hint_text().unwrap_or_default());
        assert!(told.contains(name) || told.contains(value), "{name} {value}: {told}");
    }
    let kept = ops::tenant_settings(&engine.workspace, &engine.caller).unwrap();
    assert!(kept.allow_waivers && kept.review_threshold.value() > 0.89);
    let entries = ops::audit(&engine.workspace, &engine.caller, None, 0, 100).unwrap();
    assert_eq!(entries.len(), 2);
    assert_eq!((&entries[1].before["allowWaivers"], &entries[1].after["allowWaivers"]), (&false.into(), &true.into()));
}

#[test]
fn each_setting_can_be_set_and_set_back() {
    let engine = Engine::new();
    let set = |name: &str, value: &str| {
        let settings = ops::set_tenant(&engine.workspace, &engine.caller, name, value).unwrap();
        serde_json::to_value(&settings).unwrap()[name].clone()
    };
    assert_eq!(set("largeDepositThreshold", "4000"), json!({ "kind": "amount", "value": 4000.0 }));
    assert_eq!(set("largeDepositThreshold", "50%"), json!({ "kind": "percent_of_income", "value": 50.0 }));
    assert_eq!(set("incomeEngine", "embedded"), json!("embedded"));
    assert_eq!(set("incomeEngine", "default"), Value::Null);
    assert_eq!(set("reportsEnabled", "Loan Processing, Exceptions"), json!(["Loan Processing", "Exceptions"]));
    assert_eq!(set("reportsEnabled", "none"), json!([]));
    assert_eq!(set("reportsEnabled", "all"), Value::Null);
    assert_eq!(set("webhooksEnabled", "true"), json!(true));
    assert_eq!(set("guideline", "freddie"), json!("FREDDIE_MAC"));
    assert_eq!(set("los", "default"), json!("default"));
}

#[test]
fn reports_that_are_not_enabled_do_not_exist() {
    let engine = Engine::new();
    ops::set_tenant(&engine.workspace, &engine.caller, "reportsEnabled", "Exceptions").unwrap();
    let names: Vec<&str> =
        ops::report_catalog(&engine.workspace, &engine.caller).unwrap().iter().map(|entry| entry.report_name).collect();
    assert_eq!(names, ["Exceptions"]);
    let refused = ops::report_named(&engine.workspace, &engine.caller, "Loan Processing").err().unwrap();
    assert_eq!(refused.kind(), ErrorKind::NotFound);
}

#[test]
fn documents_go_to_the_target_that_the_tenant_has_set() {
    let mut engine = Engine::new();
    let archive = tempfile::tempdir().unwrap();
    let target = LosTarget::Folder { path: archive.path().to_path_buf(), stacking: None };
    engine.workspace.settings.los.insert("archive".to_string(), target);
    ops::set_tenant(&engine.workspace, &engine.caller, "los", "archive").unwrap();
    engine.ingest("L-1", "w2.pdf", &[&super::wage_statement(2024, "84,250.00")]);
    engine.process();
    let stop = AtomicBool::new(false);
    let input = ops::Export { loan: None, target: None, mode: ops::ExportMode::Push, stop: &stop };
    let report = ops::export(&engine.workspace, &engine.caller, &input).unwrap();
    assert_eq!((report.view.target.as_str(), report.view.exported.len()), ("archive", 1), "{:?}", report.view);
    assert_eq!(std::fs::read_dir(archive.path()).unwrap().count(), 1);
}

#[test]
fn a_tenant_is_added_once_under_a_name_that_can_be_typed() {
    let engine = Engine::new();
    let made = ops::create_tenant(&engine.workspace, "tester", "acme").unwrap();
    let names: Vec<String> = ops::tenants(&engine.workspace).unwrap().into_iter().map(|tenant| tenant.name).collect();
    assert_eq!(names, ["acme", "default"]);
    let again = ops::create_tenant(&engine.workspace, "tester", "acme").unwrap_err();
    assert_eq!(again.kind(), ErrorKind::Conflict);
    let own = ops::caller(&engine.workspace, &made.tenant_id.to_string(), "tester").unwrap();
    let logged = ops::audit(&engine.workspace, &own, None, 0, 10).unwrap();
    assert_eq!(logged[0].action, "tenant.create");
    let uuid = made.tenant_id.to_string();
    for name in ["", " ", "a/b", "-x", "x ", "a\tb", &uuid, &"x".repeat(65)] {
        let refused = ops::create_tenant(&engine.workspace, "tester", name).unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::InvalidInput, "{name:?}");
    }
}
