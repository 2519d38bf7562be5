//! Keys on the command line and in the log: made, listed, rotated, revoked.

use super::made;
use crate::support::{Engine, Program};
use loanfile::error::ErrorKind;
use loanfile::model::{KeyStatus, Role, Timestamp};
use loanfile::ops::{self, Caller, NewKey};
use loanfile::views::NewKeyView;
use serde_json::Value;
use std::time::Duration;

fn let_in(engine: &Engine, key: &NewKeyView) -> bool {
    ops::authenticate(&engine.workspace, &key.api_key, &key.client_secret, &key.tenant_id.to_string()).is_ok()
}

#[test]
fn rotation_keeps_two_pairs_good_and_no_third() {
    let engine = Engine::new();
    let day = Duration::from_secs(24 * 3600);
    let first = made(&engine, Role::Operator);
    let rotate = |overlap| ops::rotate_key(&engine.workspace, &engine.caller, &first.key_id.to_string(), overlap);
    let second = rotate(day).unwrap();
    assert_eq!((second.key_id, second.role), (first.key_id, first.role));
    assert_ne!(second.api_key, first.api_key);
    assert!(let_in(&engine, &first) && let_in(&engine, &second));
    let mixed = NewKeyView { client_secret: second.client_secret.clone(), ..first.clone() };
    assert!(!let_in(&engine, &mixed), "a key goes with its own secret only");
    let listed = ops::keys(&engine.workspace, &engine.caller, None).unwrap();
    assert_eq!(listed.len(), 1);
    assert_eq!(listed[0].handle, second.api_key[4..12]);
    assert_eq!(listed[0].previous.as_ref().unwrap().handle, first.api_key[4..12]);
    let third = rotate(day).unwrap();
    assert!(!let_in(&engine, &first) && let_in(&engine, &second) && let_in(&engine, &third));
    let fourth = rotate(Duration::ZERO).unwrap();
    assert!(!let_in(&engine, &second) && !let_in(&engine, &third) && let_in(&engine, &fourth));
    assert_eq!(rotate(31 * day).err().unwrap().kind(), ErrorKind::InvalidInput);
}

#[test]
fn a_revoked_key_is_refused_with_all_its_pairs() {
    let engine = Engine::new();
    let first = made(&engine, Role::Operator);
    let id = first.key_id.to_string();
    let second = ops::rotate_key(&engine.workspace, &engine.caller, &id, Duration::from_secs(3600)).unwrap();
    let handle = &second.api_key[4..12];
    assert_eq!(ops::revoke_key(&engine.workspace, &engine.caller, handle).unwrap().status, KeyStatus::Revoked);
    assert!(!let_in(&engine, &first) && !let_in(&engine, &second));
    let rotated = ops::rotate_key(&engine.workspace, &engine.caller, &id, Duration::ZERO).err().unwrap();
    assert_eq!(rotated.kind(), ErrorKind::Conflict);
    let entries = ops::audit(&engine.workspace, &engine.caller, None, 0, 100).unwrap().len();
    ops::revoke_key(&engine.workspace, &engine.caller, &id).unwrap();
    assert_eq!(ops::audit(&engine.workspace, &engine.caller, None, 0, 100).unwrap().len(), entries, "logged once");
}

#[test]
fn neither_log_nor_store_knows_a_key() {
    let engine = Engine::new();
    let first = made(&engine, Role::Admin);
    let second = ops::rotate_key(&engine.workspace, &engine.caller, &first.key_id.to_string(), Duration::ZERO).unwrap();
    ops::revoke_key(&engine.workspace, &engine.caller, &second.api_key[4..12]).unwrap();
    let entries = ops::audit(&engine.workspace, &engine.caller, Some(&first.key_id.to_string()), 0, 100).unwrap();
    let actions: Vec<&str> = entries.iter().map(|entry| entry.action.as_str()).collect();
    assert_eq!(actions, ["key.create", "key.rotate", "key.revoke"]);
    let listed = serde_json::to_string(&ops::keys(&engine.workspace, &engine.caller, None).unwrap()).unwrap();
    let logged = serde_json::to_string(&entries).unwrap();
    let mut stored = Vec::new();
    for name in ["loanfile.db", "loanfile.db-wal", "key.pepper"] {
        stored.extend(std::fs::read(engine.workspace.root().join(name)).unwrap_or_default());
    }
    for secret in [&first.api_key, &first.client_secret, &second.api_key, &second.client_secret] {
        // Without the handle, which is public.
        let hidden = &secret[12..];
        assert!(!listed.contains(hidden) && !logged.contains(hidden));
        assert!(!stored.windows(hidden.len()).any(|bytes| bytes == hidden.as_bytes()));
    }
}

#[test]
fn what_cannot_be_is_refused() {
    let engine = Engine::new();
    let create = |name, expires_at| {
        let new = NewKey { role: Role::Reader, name, expires_at };
        ops::create_key(&engine.workspace, &engine.caller, &new).err().map(|error| error.kind())
    };
    let long = "x".repeat(101);
    let invalid = Some(ErrorKind::InvalidInput);
    assert_eq!(create(Some(""), None), invalid);
    assert_eq!(create(Some("a\nb"), None), invalid);
    assert_eq!(create(Some(&long), None), invalid);
    assert_eq!(create(Some("lfk_0000"), None), invalid);
    assert_eq!(create(None, Some(Timestamp::from_micros(0))), invalid);
    assert_eq!(create(None, None), None);
    for role in [Role::Reader, Role::Operator] {
        let lesser = Caller { role, ..engine.caller.clone() };
        let new = NewKey { role: Role::Admin, name: None, expires_at: None };
        let refused = |kind: Option<ErrorKind>| assert_eq!(kind, Some(ErrorKind::NotPermitted), "{role}");
        refused(ops::create_key(&engine.workspace, &lesser, &new).err().map(|error| error.kind()));
        refused(ops::keys(&engine.workspace, &lesser, None).err().map(|error| error.kind()));
        refused(ops::revoke_key(&engine.workspace, &lesser, "x").err().map(|error| error.kind()));
        refused(ops::rotate_key(&engine.workspace, &lesser, "x", Duration::ZERO).err().map(|error| error.kind()));
    }
}

#[test]
fn stale_keys_are_the_good_ones_that_were_not_used() {
    let engine = Engine::new();
    let (used, idle, revoked) = (made(&engine, Role::Reader), made(&engine, Role::Reader), made(&engine, Role::Reader));
    ops::revoke_key(&engine.workspace, &engine.caller, &revoked.key_id.to_string()).unwrap();
    let moment = engine.workspace.now();
    std::thread::sleep(Duration::from_millis(2));
    assert!(let_in(&engine, &used));
    let stale = ops::keys(&engine.workspace, &engine.caller, Some(moment)).unwrap();
    assert_eq!(stale.iter().map(|key| key.key_id).collect::<Vec<_>>(), [idle.key_id]);
}

#[test]
fn the_program_prints_a_new_key_once() {
    let program = Program::new();
    let json = |arguments: &[&str]| serde_json::from_str::<Value>(&program.ok(arguments)).unwrap();
    let made = json(&["key", "create", "--role", "operator", "--format", "json"]);
    let members: Vec<&String> = made.as_object().unwrap().keys().collect();
    let mut expected = ["keyId", "role", "apiKey", "clientSecret", "tenantId"];
    expected.sort_unstable();
    let mut sorted = members.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, expected);
    assert_eq!(made["role"], "operator");
    let handle = &made["apiKey"].as_str().unwrap()[4..12];
    let list = program.ok(&["key", "list"]);
    assert!(list.contains(handle) && list.contains("active") && list.contains("never"), "{list}");
    assert!(!list.contains("lfk_"), "{list}");
    let rotated = json(&["key", "rotate", handle, "--overlap", "2", "--format", "json"]);
    assert!(rotated["previousEndsAt"].is_string() && rotated["keyId"] == made["keyId"], "{rotated}");
    let newer = rotated["apiKey"].as_str().unwrap()[4..12].to_string();
    let list = program.ok(&["key", "list"]);
    assert!(list.contains("(before)") && list.lines().all(|line| line.chars().count() <= 80), "{list}");
    program.ok(&["key", "revoke", &newer]);
    assert!(program.ok(&["key", "list"]).contains("revoked"));
    let whole = program.run(&["key", "revoke", rotated["apiKey"].as_str().unwrap()]);
    assert_eq!(whole.code, Some(5), "{}", whole.stderr);
    assert!(!whole.stderr.contains("lfk_"), "a key that is given by mistake is not repeated: {}", whole.stderr);
    for (arguments, code) in [
        (&["key", "create", "--role", "owner"][..], 2),
        (&["key", "create", "--role", "reader", "--expires", "soon"], 2),
        (&["key", "create", "--role", "reader", "--expires", "2020-01-01"], 2),
        (&["key", "revoke", "nosuchky"], 5),
    ] {
        assert_eq!(program.run(arguments).code, Some(code), "{arguments:?}");
    }
}

#[test]
fn an_end_is_a_day_or_a_count_of_days() {
    let program = Program::new();
    program.ok(&["key", "create", "--role", "reader", "--expires", "2999-06-30"]);
    program.ok(&["key", "create", "--role", "reader", "--expires", "90d"]);
    let listed: Value = serde_json::from_str(&program.ok(&["key", "list", "--format", "json"])).unwrap();
    assert_eq!(listed["data"][0]["expiresAt"], "2999-07-01T00:00:00.000Z");
    assert!(listed["data"][1]["expiresAt"].is_string());
}
