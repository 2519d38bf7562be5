//! Who is let in.

use super::made;
use crate::support::Engine;
use loanfile::credentials::{Credential, CredentialKind};
use loanfile::error::ErrorKind;
use loanfile::model::{Role, Timestamp};
use loanfile::ops::{self, NewKey};
use std::time::Duration;

#[test]
fn a_key_with_its_secret_and_tenant_names_its_caller() {
    let engine = Engine::new();
    for role in [Role::Reader, Role::Operator, Role::Admin] {
        let key = made(&engine, role);
        let caller =
            ops::authenticate(&engine.workspace, &key.api_key, &key.client_secret, &key.tenant_id.to_string()).unwrap();
        assert_eq!((caller.role, caller.tenant.id), (role, engine.caller.tenant.id));
        assert_eq!(caller.actor, format!("key:{}", &key.api_key[4..12]));
    }
}

#[test]
fn every_way_of_being_wrong_gets_the_same_answer() {
    let engine = Engine::new();
    let tenant = engine.caller.tenant.id.to_string();
    let other_tenant = ops::create_tenant(&engine.workspace, "tester", "other").unwrap().tenant_id.to_string();
    let (good, second) = (made(&engine, Role::Admin), made(&engine, Role::Admin));
    let revoked = made(&engine, Role::Admin);
    ops::revoke_key(&engine.workspace, &engine.caller, &revoked.key_id.to_string()).unwrap();
    let ends = engine.workspace.now().plus(Duration::from_millis(50));
    let new = NewKey { role: Role::Admin, name: None, expires_at: Some(ends) };
    let expired = ops::create_key(&engine.workspace, &engine.caller, &new).unwrap();
    let rotated = made(&engine, Role::Admin);
    ops::rotate_key(&engine.workspace, &engine.caller, &rotated.key_id.to_string(), Duration::ZERO).unwrap();
    std::thread::sleep(Duration::from_millis(60));
    let unknown_key = Credential::generate(CredentialKind::ApiKey).unwrap().expose().to_string();
    let unknown_secret = Credential::generate(CredentialKind::ClientSecret).unwrap().expose().to_string();
    let nobody = "0199c0de-0000-7000-8000-000000000000";
    let wrong = [
        ("no key", "", good.client_secret.as_str(), tenant.as_str()),
        ("no secret", &good.api_key, "", &tenant),
        ("no tenant", &good.api_key, &good.client_secret, ""),
        ("nothing", "", "", ""),
        ("malformed key", "lfk_short", &good.client_secret, &tenant),
        ("malformed secret", &good.api_key, "lfs_short", &tenant),
        ("malformed tenant", &good.api_key, &good.client_secret, "default"),
        ("unknown key", &unknown_key, &good.client_secret, &tenant),
        ("unknown secret", &good.api_key, &unknown_secret, &tenant),
        ("unknown tenant", &good.api_key, &good.client_secret, nobody),
        ("another tenant", &good.api_key, &good.client_secret, &other_tenant),
        ("another key's secret", &good.api_key, &second.client_secret, &tenant),
        ("exchanged", &good.client_secret, &good.api_key, &tenant),
        ("revoked", &revoked.api_key, &revoked.client_secret, &tenant),
        ("expired", &expired.api_key, &expired.client_secret, &tenant),
        ("rotated away", &rotated.api_key, &rotated.client_secret, &tenant),
    ];
    let answer = |key: &str, secret: &str, tenant: &str| {
        let error = ops::authenticate(&engine.workspace, key, secret, tenant).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unauthenticated);
        format!("{error} {:?} {:?}", error.hint_text(), std::error::Error::source(&error).map(ToString::to_string))
    };
    let first = answer("", "", "");
    for (case, key, secret, tenant) in wrong {
        assert_eq!(answer(key, secret, tenant), first, "{case}");
    }
    assert!(ops::authenticate(&engine.workspace, &good.api_key, &good.client_secret, &tenant).is_ok());
}

#[test]
fn before_there_is_a_key_nobody_is_let_in() {
    let engine = Engine::new();
    let key = Credential::generate(CredentialKind::ApiKey).unwrap();
    let secret = Credential::generate(CredentialKind::ClientSecret).unwrap();
    let tenant = engine.caller.tenant.id.to_string();
    let refused = ops::authenticate(&engine.workspace, key.expose(), secret.expose(), &tenant).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::Unauthenticated);
}

#[test]
fn a_lost_pepper_is_told_and_not_replaced() {
    let engine = Engine::new();
    let key = made(&engine, Role::Reader);
    std::fs::remove_file(engine.workspace.pepper_file()).unwrap();
    let tenant = key.tenant_id.to_string();
    let asked = ops::authenticate(&engine.workspace, &key.api_key, &key.client_secret, &tenant).unwrap_err();
    let new = NewKey { role: Role::Reader, name: None, expires_at: None };
    let another = ops::create_key(&engine.workspace, &engine.caller, &new).err().unwrap();
    assert_eq!((asked.kind(), another.kind()), (ErrorKind::Integrity, ErrorKind::Integrity));
    assert!(!engine.workspace.pepper_file().exists());
}

#[test]
fn the_last_use_is_noted_once_a_minute() {
    let engine = Engine::new();
    let key = made(&engine, Role::Reader);
    let used = || ops::keys(&engine.workspace, &engine.caller, None).unwrap()[0].last_used_at;
    assert_eq!(used(), None);
    let come =
        || ops::authenticate(&engine.workspace, &key.api_key, &key.client_secret, &key.tenant_id.to_string()).unwrap();
    let (before, _) = (engine.workspace.now(), come());
    let first = used().unwrap();
    assert!(first >= before);
    come();
    assert_eq!(used(), Some(first));
    let long_ago = Timestamp::from_micros(first.micros() - 61_000_000);
    let handle = key.api_key[4..12].to_string();
    let tenant = engine.caller.tenant.id;
    engine.workspace.store.write(|writer| writer.use_key_credential(tenant, &handle, long_ago)).unwrap();
    come();
    assert!(used().unwrap() >= first);
}

#[test]
fn a_role_may_do_what_lesser_roles_may() {
    let engine = Engine::new();
    for (role, needed, may) in [
        (Role::Reader, Role::Reader, true),
        (Role::Reader, Role::Operator, false),
        (Role::Operator, Role::Operator, true),
        (Role::Operator, Role::Admin, false),
        (Role::Admin, Role::Reader, true),
    ] {
        let caller = ops::Caller { role, ..engine.caller.clone() };
        let answer = caller.require(needed);
        assert_eq!(answer.is_ok(), may, "{role} {needed}");
        if let Err(error) = answer {
            assert_eq!(error.kind(), ErrorKind::NotPermitted);
            assert!(error.to_string().contains(needed.as_str()), "{error}");
        }
    }
}
