//! Sessions: who gets one, how long it lasts, what ends it, and how guessing is stopped.

use super::{PASSWORD, added, secret};
use crate::support::Engine;
use loanfile::error::{Error, ErrorKind};
use loanfile::model::{Role, Timestamp};
use loanfile::ops::{self, Session, SignedIn, UserAccess};
use loanfile::workspace::{Clock, Workspace};
use std::time::Duration;

/// 2026-01-31T17:00:00Z.
const START: i64 = 1_769_878_800_000_000;

const MINUTE: u64 = 60;
const HOUR: u64 = 3600;

/// Opens the workspace again so many seconds after the start, as another process would.
fn at(engine: &Engine, seconds: u64) -> Workspace {
    let moment = Timestamp::from_micros(START).plus(Duration::from_secs(seconds));
    Workspace::open_with_clock(engine.workspace.root(), Clock::counting(moment)).unwrap()
}

fn sign_in(workspace: &Workspace, name: &str, password: &str) -> Result<SignedIn, Error> {
    ops::sign_in(workspace, None, name, &secret(password))
}

fn session(workspace: &Workspace, signed_in: &SignedIn) -> Option<Session> {
    ops::session(workspace, signed_in.token.expose()).unwrap()
}

#[test]
fn a_session_acts_for_its_user() {
    let engine = Engine::new();
    added(&engine, "Ana", Role::Operator);
    let workspace = at(&engine, 0);
    let signed_in = sign_in(&workspace, "aNA", PASSWORD).unwrap();
    let found = session(&workspace, &signed_in).unwrap();
    assert_eq!(found.caller.tenant.id, engine.caller.tenant.id);
    assert_eq!((found.user(), found.caller.actor.as_str(), found.caller.role), ("Ana", "Ana", Role::Operator));
    assert!(found.is_csrf(&signed_in.csrf) && !found.is_csrf("") && !found.is_csrf(signed_in.token.expose()));
    let view = serde_json::to_value(&signed_in.view).unwrap();
    assert_eq!(view["user"], "Ana");
    assert_eq!(view["role"], "operator");
    assert_eq!(view["tenantName"], "default");
    assert_eq!(view["tenantId"], engine.caller.tenant.id.to_string());
    assert_eq!(view["csrfToken"], signed_in.csrf);
    assert!(view["expiresAt"].as_str().unwrap().starts_with("2026-02-01T05:00:00"), "{view}");
    let users = ops::users(&workspace, &engine.caller).unwrap();
    assert!(users[0].last_sign_in_at.is_some());
    let id = engine.caller.tenant.id.to_string();
    assert!(ops::sign_in(&workspace, Some(&id), "ana", &secret(PASSWORD)).is_ok());
    for name in ["loanfile.db", "loanfile.db-wal"] {
        let stored = std::fs::read(workspace.root().join(name)).unwrap_or_default();
        let token = signed_in.token.expose().as_bytes();
        assert!(!stored.windows(token.len()).any(|bytes| bytes == token), "{name} holds a token");
    }
}

#[test]
fn every_way_of_being_wrong_gives_the_same_answer() {
    let engine = Engine::new();
    added(&engine, "ana", Role::Operator);
    added(&engine, "gone", Role::Operator);
    let workspace = at(&engine, 0);
    ops::set_user_access(&workspace, &engine.caller, "gone", UserAccess::Refused).unwrap();
    let answers = [
        sign_in(&workspace, "ana", "correct horse batteri"),
        sign_in(&workspace, "nobody", PASSWORD),
        sign_in(&workspace, "gone", PASSWORD),
        ops::sign_in(&workspace, Some("nowhere"), "ana", &secret(PASSWORD)),
        sign_in(&workspace, "ana", ""),
        sign_in(&workspace, "ana", &"long".repeat(1000)),
    ];
    for answer in answers {
        let error = answer.err().unwrap();
        assert_eq!(error.kind(), ErrorKind::Unauthenticated);
        assert_eq!(error.to_string(), "the tenant, the name and the password do not belong together");
        assert_eq!(error.hint_text(), None);
    }
    ops::set_user_access(&workspace, &engine.caller, "gone", UserAccess::Allowed).unwrap();
    assert!(sign_in(&workspace, "gone", PASSWORD).is_ok());
    for token in ["", "x", "lft_000000000000000000000000000000000000", "lfk_000000000000000000000000000000000000"] {
        assert!(ops::session(&workspace, token).unwrap().is_none(), "{token}");
    }
}

#[test]
fn a_session_ends_when_idle_and_after_a_week() {
    let engine = Engine::new();
    added(&engine, "ana", Role::Reader);
    let signed_in = sign_in(&at(&engine, 0), "ana", PASSWORD).unwrap();
    assert!(session(&at(&engine, 12 * HOUR - MINUTE), &signed_in).is_some());
    assert!(session(&at(&engine, 24 * HOUR - 3 * MINUTE), &signed_in).is_some(), "its end moves on with its use");
    assert!(session(&at(&engine, 36 * HOUR), &signed_in).is_none(), "twelve idle hours end it");
    let used = sign_in(&at(&engine, 0), "ana", PASSWORD).unwrap();
    for step in 1..=16 {
        assert!(session(&at(&engine, step * 10 * HOUR), &used).is_some(), "{step}");
    }
    let last = session(&at(&engine, 168 * HOUR - MINUTE), &used).unwrap();
    let week = Timestamp::from_micros(START).plus(Duration::from_secs(168 * HOUR));
    assert!(last.expires_at.micros() - week.micros() < 10_000_000, "it ends with the week: {}", last.expires_at);
    assert!(session(&at(&engine, 168 * HOUR + 1), &used).is_none());
}

#[test]
fn use_is_noted_once_a_minute() {
    let engine = Engine::new();
    added(&engine, "ana", Role::Reader);
    let signed_in = sign_in(&at(&engine, 0), "ana", PASSWORD).unwrap();
    let end = |seconds| session(&at(&engine, seconds), &signed_in).unwrap().expires_at;
    let (first, soon, later) = (end(1), end(50), end(70));
    assert_eq!(first, soon, "nothing is written within a minute");
    assert_eq!(later.micros() / 1_000_000 - START / 1_000_000, i64::try_from(12 * HOUR + 70).unwrap());
}

#[test]
fn what_ends_sessions() {
    let engine = Engine::new();
    added(&engine, "ana", Role::Reader);
    let (workspace, caller) = (at(&engine, 0), &engine.caller);
    let (first, second) =
        (sign_in(&workspace, "ana", PASSWORD).unwrap(), sign_in(&workspace, "ana", PASSWORD).unwrap());
    ops::sign_out(&workspace, first.token.expose()).unwrap();
    ops::sign_out(&workspace, "no token").unwrap();
    assert!(session(&workspace, &first).is_none());
    assert!(session(&workspace, &second).is_some());
    ops::set_password(&workspace, caller, "ana", &secret("another long password")).unwrap();
    assert!(session(&workspace, &second).is_none(), "another password ends them");
    assert!(sign_in(&workspace, "ana", PASSWORD).is_err());
    let third = sign_in(&workspace, "ana", "another long password").unwrap();
    ops::set_user_access(&workspace, caller, "ana", UserAccess::Refused).unwrap();
    assert!(session(&workspace, &third).is_none(), "who is refused has no session");
    ops::set_user_access(&workspace, caller, "ana", UserAccess::Allowed).unwrap();
    let fourth = sign_in(&workspace, "ana", "another long password").unwrap();
    ops::remove_user(&workspace, caller, "ana").unwrap();
    assert!(session(&workspace, &fourth).is_none(), "who is removed has no session");
}

#[test]
fn five_failed_tries_stop_further_ones_in_all_processes() {
    let engine = Engine::new();
    added(&engine, "ana", Role::Reader);
    added(&engine, "ben", Role::Reader);
    for name in ["ana", "nobody"] {
        for seconds in 0..5 {
            let wrong = sign_in(&at(&engine, seconds), name, "wrong").err().unwrap();
            assert_eq!(wrong.kind(), ErrorKind::Unauthenticated, "{name} {seconds}");
        }
        let refused = sign_in(&at(&engine, 10), &name.to_uppercase(), PASSWORD).err().unwrap();
        assert_eq!(refused.kind(), ErrorKind::Busy, "{name}");
        assert_eq!(refused.hint_text(), Some("try again in 5 minutes"));
    }
    let id = engine.caller.tenant.id.to_string();
    let by_id = ops::sign_in(&at(&engine, 10), Some(&id), "ana", &secret(PASSWORD)).err().unwrap();
    assert_eq!(by_id.kind(), ErrorKind::Busy, "the tenant's other name is no way around");
    assert!(sign_in(&at(&engine, 10), "ben", PASSWORD).is_ok(), "others are not kept out");
    assert!(sign_in(&at(&engine, 6 * MINUTE), "ana", PASSWORD).is_ok());
    for seconds in 0..4 {
        sign_in(&at(&engine, 7 * MINUTE + seconds), "ana", "wrong").err().unwrap();
    }
    assert!(sign_in(&at(&engine, 8 * MINUTE), "ana", PASSWORD).is_ok(), "four may fail");
    for seconds in 0..4 {
        sign_in(&at(&engine, 9 * MINUTE + seconds), "ana", "wrong").err().unwrap();
    }
    let slow = sign_in(&at(&engine, 15 * MINUTE), "ana", "wrong").err().unwrap();
    assert_eq!(slow.kind(), ErrorKind::Unauthenticated, "old tries are forgotten");
    assert!(sign_in(&at(&engine, 15 * MINUTE), "ana", PASSWORD).is_ok());
}

#[test]
fn tries_that_are_made_at_once_are_counted_each() {
    let engine = Engine::new();
    added(&engine, "ana", Role::Reader);
    let workspace = at(&engine, 0);
    let kinds: Vec<ErrorKind> = std::thread::scope(|scope| {
        let tries: Vec<_> =
            (0..12).map(|_| scope.spawn(|| sign_in(&workspace, "ana", "wrong").err().unwrap().kind())).collect();
        tries.into_iter().map(|tried| tried.join().unwrap()).collect()
    });
    let looked_at = kinds.iter().filter(|kind| **kind == ErrorKind::Unauthenticated).count();
    assert_eq!(looked_at, 5, "{kinds:?}");
}

#[test]
fn a_trusted_proxy_begins_sessions_without_an_account() {
    let engine = Engine::new();
    let workspace = at(&engine, 0);
    let signed_in = ops::sign_in_as(&workspace, None, "ana@example.com", Role::Operator).unwrap();
    let found = session(&workspace, &signed_in).unwrap();
    assert_eq!((found.user(), found.caller.role), ("ana@example.com", Role::Operator));
    for (tenant, name) in [(Some("nowhere"), "ana"), (None, "key:4fKq02Zx"), (None, "")] {
        let refused = ops::sign_in_as(&workspace, tenant, name, Role::Operator).err().unwrap();
        assert_eq!(refused.kind(), ErrorKind::Unauthenticated, "{name}");
    }
}
