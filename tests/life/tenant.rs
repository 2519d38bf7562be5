//! What a tenant sets.

use crate::support::Engine;
use loanfile::error::ErrorKind;
use loanfile::ops;

#[test]
fn a_setting_is_changed_logged_and_checked() {
    let engine = Engine::new();
    let set = |name: &str, value: &str| ops::set_tenant(&engine.workspace, &engine.caller, name, value);
    assert!((set("reviewThreshold", "0.9").unwrap().review_threshold.value() - 0.9).abs() < 1e-6);
    assert!(set("allowWaivers", "true").unwrap().allow_waivers);
    for (name, value) in
        [("reviewThreshold", "0.5"), ("reviewThreshold", "high"), ("allowWaivers", "2"), ("colour", "red")]
    {
        assert_eq!(set(name, value).unwrap_err().kind(), ErrorKind::InvalidInput, "{name} {value}");
    }
    let kept = ops::tenant_settings(&engine.workspace, &engine.caller).unwrap();
    assert!(kept.allow_waivers && kept.review_threshold.value() > 0.89);
    let entries = ops::audit(&engine.workspace, &engine.caller, None, 0, 100).unwrap();
    assert_eq!(entries.len(), 2);
    assert_eq!((&entries[1].before["allowWaivers"], &entries[1].after["allowWaivers"]), (&false.into(), &true.into()));
}
