//! `loanfile user`, as a person or a script runs it.

use super::PASSWORD;
use crate::support::Program;
use serde_json::Value;

#[test]
fn accounts_are_kept_with_the_program() {
    let program = Program::new();
    let line = format!("{PASSWORD}\r\nnot this\n");
    let add = ["user", "add", "ana", "--role", "operator", "--password-stdin", "--format", "json"];
    let ran = program.run_with_input(&add, line.as_bytes());
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let added: Value = serde_json::from_str(&ran.stdout).unwrap();
    let members: Vec<&str> = added.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(members, ["createdAt", "disabled", "lastSignInAt", "name", "role", "userId"]);
    let again = program.run_with_input(&add, line.as_bytes());
    assert_eq!(again.code, Some(1), "{}", again.stderr);
    let short = program.run_with_input(&["user", "add", "ben", "--role", "reader", "--password-stdin"], b"short\n");
    assert_eq!(short.code, Some(2));
    assert!(short.stderr.contains("12 to 256 letters") && !short.stderr.contains("short"), "{}", short.stderr);
    let changed = program.run_with_input(&["user", "password", "ana", "--password-stdin"], b"another long password");
    assert_eq!(changed.code, Some(0), "{}", changed.stderr);
    program.ok(&["user", "disable", "ana"]);
    let list = program.ok(&["user", "list"]);
    assert!(list.contains("ana") && list.contains("operator") && list.contains("never") && list.contains("yes"));
    program.ok(&["user", "enable", "ana"]);
    program.ok(&["user", "remove", "ana"]);
    assert_eq!(program.run(&["user", "remove", "ana"]).code, Some(5));
    let actions = program.ok(&["audit", "list"]);
    for action in ["user.create", "user.password", "user.access", "user.remove"] {
        assert!(actions.contains(action), "{actions}");
    }
}

#[test]
fn a_password_is_no_argument_and_not_asked_for_without_a_terminal() {
    let program = Program::new();
    let ran = program.run(&["user", "add", "ana", "--role", "reader"]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.contains("--password-stdin"), "{}", ran.stderr);
    assert!(program.ok(&["user", "list"]).is_empty());
}
