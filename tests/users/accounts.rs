//! Accounts: who may have one, what is kept of it, what the log says.

use super::{PASSWORD, added, secret};
use crate::support::Engine;
use loanfile::error::ErrorKind;
use loanfile::model::Role;
use loanfile::ops::{self, Caller, NewUser, UserAccess};
use serde_json::json;

fn refusal(engine: &Engine, name: &str, password: &str) -> Option<ErrorKind> {
    let new = NewUser { name, role: Role::Reader, password: &secret(password) };
    ops::add_user(&engine.workspace, &engine.caller, &new).err().map(|error| error.kind())
}

#[test]
fn passwords_have_a_length_and_are_not_the_name() {
    let engine = Engine::new();
    let invalid = Some(ErrorKind::InvalidInput);
    for (password, expected) in [
        ("", invalid),
        ("elevenchars", invalid),
        ("twelve chars", None),
        (&"xy".repeat(129), invalid),
        ("aaaaaaaaaaaaaaaa", invalid),
    ] {
        assert_eq!(refusal(&engine, "ana", password), expected, "{password}");
    }
    assert_eq!(refusal(&engine, "Ben.Miller.2", "ben.miller.2"), invalid);
    assert_eq!(refusal(&engine, "benmiller", "BenMiller benmiller"), invalid);
    assert_eq!(refusal(&engine, "benmiller", &"é".repeat(6).replace("éé", "éa")), invalid, "letters, not bytes");
    assert_eq!(refusal(&engine, "benmiller", &"xy".repeat(128)), None);
}

#[test]
fn a_name_is_plain_and_unique_within_its_tenant() {
    let engine = Engine::new();
    let invalid = Some(ErrorKind::InvalidInput);
    let long = "x".repeat(101);
    for name in ["", " ana", "key:4fKq02Zx", "a\nb", "-a", "lfk_0000", "<b>", &long] {
        assert_eq!(refusal(&engine, name, PASSWORD), invalid, "{name:?}");
    }
    for name in ["Ana Díaz", "ana.diaz+test@example.com", "O'Neil"] {
        assert_eq!(refusal(&engine, name, PASSWORD), None, "{name:?}");
    }
    assert_eq!(refusal(&engine, "ANA DÍAZ", PASSWORD), Some(ErrorKind::Conflict));
    ops::create_tenant(&engine.workspace, "tester", "other").unwrap();
    let other = ops::caller(&engine.workspace, "other", "tester").unwrap();
    let new = NewUser { name: "Ana Díaz", role: Role::Admin, password: &secret(PASSWORD) };
    ops::add_user(&engine.workspace, &other, &new).unwrap();
    let names = |caller: &Caller| -> Vec<String> {
        ops::users(&engine.workspace, caller).unwrap().into_iter().map(|user| user.name).collect()
    };
    assert_eq!(names(&engine.caller), ["Ana Díaz", "ana.diaz+test@example.com", "O'Neil"]);
    assert_eq!(names(&other), ["Ana Díaz"]);
    let removed = ops::remove_user(&engine.workspace, &other, "O'Neil").err().map(|error| error.kind());
    assert_eq!(removed, Some(ErrorKind::NotFound), "another tenant's user does not exist");
}

#[test]
fn only_admins_see_and_change_accounts() {
    let engine = Engine::new();
    added(&engine, "ana", Role::Admin);
    for role in [Role::Reader, Role::Operator] {
        let lesser = Caller { role, ..engine.caller.clone() };
        let workspace = &engine.workspace;
        let new = NewUser { name: "ben", role: Role::Admin, password: &secret(PASSWORD) };
        for kind in [
            ops::add_user(workspace, &lesser, &new).err().map(|error| error.kind()),
            ops::users(workspace, &lesser).err().map(|error| error.kind()),
            ops::set_password(workspace, &lesser, "ana", &secret(PASSWORD)).err().map(|error| error.kind()),
            ops::set_user_access(workspace, &lesser, "ana", UserAccess::Refused).err().map(|error| error.kind()),
            ops::remove_user(workspace, &lesser, "ana").err().map(|error| error.kind()),
        ] {
            assert_eq!(kind, Some(ErrorKind::NotPermitted), "{role}");
        }
    }
}

#[test]
fn the_log_knows_every_change_and_nobody_knows_a_password() {
    let engine = Engine::new();
    let (workspace, caller) = (&engine.workspace, &engine.caller);
    let user = added(&engine, "ana", Role::Operator);
    ops::set_password(workspace, caller, "ANA", &secret("another long password")).unwrap();
    ops::set_user_access(workspace, caller, "ana", UserAccess::Refused).unwrap();
    ops::set_user_access(workspace, caller, "ana", UserAccess::Refused).unwrap();
    ops::remove_user(workspace, caller, &user.user_id.to_string()).unwrap();
    let entries = ops::audit(workspace, caller, Some(&user.user_id.to_string()), 0, 100).unwrap();
    let actions: Vec<&str> = entries.iter().map(|entry| entry.action.as_str()).collect();
    assert_eq!(actions, ["user.create", "user.password", "user.access", "user.remove"]);
    assert_eq!(serde_json::to_value(&entries[0]).unwrap()["after"], json!({ "name": "ana", "role": "operator" }));
    assert!(ops::users(workspace, caller).unwrap().is_empty());
    let mut stored = Vec::new();
    for name in ["loanfile.db", "loanfile.db-wal"] {
        stored.extend(std::fs::read(workspace.root().join(name)).unwrap_or_default());
    }
    let holds = |text: &str| stored.windows(text.len()).any(|bytes| bytes == text.as_bytes());
    assert!(holds("$argon2id$v=19$m=19456,t=2,p=1$"), "what is kept is a hash with its costs");
    assert!(!holds(PASSWORD) && !holds("another long password"));
}
