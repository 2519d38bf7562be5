//! The attachment API, against a real server on this machine that delays, fails and refuses.

use super::packages::{document, field, package};
use crate::support::{Seen, Server};
use loanfile::error::ErrorKind;
use loanfile::los::{Effect, HttpLos, HttpSettings, Los};
use loanfile::model::{Secret, ValueKind};
use loanfile::remote::Tries;
use std::net::TcpListener;
use std::time::Duration;

const KEY: &str = "canary-key-5f2a";

/// Answers as a LOS that works.
fn well(seen: &Seen) -> Option<(u16, String)> {
    Some(match seen.line.as_str() {
        line if line.starts_with("POST") && line.ends_with("/documents") => (201, r#"{"id": "D-1"}"#.to_string()),
        line if line.starts_with("POST") => (201, r#"{"id": "A/1", "uploadUrl": "/upload/1?signed=yes"}"#.to_string()),
        _ => (204, String::new()),
    })
}

fn los(address: &str) -> HttpLos {
    HttpLos::new(HttpSettings {
        url: format!("{address}/api/v3/"),
        key: Secret::new(KEY),
        timeout: Duration::from_millis(400),
        tries: Tries { most: 3, pause: Duration::from_millis(20) },
        allow_http: true,
    })
    .unwrap()
}

fn push(los: &HttpLos) -> (loanfile::error::Result<()>, Vec<Effect>) {
    let folder = tempfile::tempdir().unwrap();
    let packed = document(folder.path(), 1, "w2", "1", vec![field("w2.wages", ValueKind::Money, "10.00")]);
    let mut effects = Vec::new();
    let result = los.push(&package("L 1/2", vec![packed]), &mut |effect| {
        effects.push(effect);
        Ok(())
    });
    (result, effects)
}

#[test]
fn a_document_is_created_its_bytes_are_put_and_both_are_joined() {
    let server = Server::start(|_, seen| well(seen));
    let (result, effects) = push(&los(&server.address));
    result.unwrap();
    assert!(
        matches!(&effects[..], [Effect::Pushed(pushed)] if pushed.location.ends_with("/api/v3/loans/L%201%2F2/documents/D-1"))
    );
    assert_eq!(
        server.lines(),
        [
            "POST /api/v3/loans/L%201%2F2/documents",
            "POST /api/v3/loans/L%201%2F2/attachments",
            "PUT /upload/1?signed=yes",
            "PUT /api/v3/loans/L%201%2F2/documents/D-1/attachments/A%2F1",
        ]
    );
    let seen = server.seen();
    assert!(seen.iter().all(|seen| seen.header("authorization") == Some(&format!("Bearer {KEY}"))));
    assert_eq!(seen[2].body, b"%PDF-1.5 document 1");
    let told: serde_json::Value = serde_json::from_slice(&seen[0].body).unwrap();
    assert_eq!(told["record"]["fields"][0]["fieldValue"], "10.00");
    let keys: Vec<_> = seen.iter().take(2).map(|seen| seen.header("idempotency-key").unwrap()).collect();
    assert!(keys[0] != keys[1] && keys.iter().all(|key| key.len() > 64), "{keys:?}");
}

#[test]
fn a_service_that_fails_is_asked_again_with_the_same_key() {
    for trouble in [Some(500), Some(503), Some(429), None] {
        let server = Server::start(move |number, seen| match (number, trouble) {
            (0, Some(status)) => Some((status, String::new())),
            (0, None) => None,
            _ => well(seen),
        });
        let (result, effects) = push(&los(&server.address));
        result.unwrap_or_else(|error| panic!("{trouble:?}: {error}"));
        assert_eq!(effects.len(), 1);
        let seen = server.seen();
        assert_eq!(seen.len(), 5, "{trouble:?}");
        assert_eq!(seen[0].header("idempotency-key"), seen[1].header("idempotency-key"));
    }
}

#[test]
fn a_slow_answer_is_given_up_and_asked_for_again() {
    let server = Server::start(|number, seen| {
        if number == 2 {
            std::thread::sleep(Duration::from_millis(900));
        }
        well(seen)
    });
    push(&los(&server.address)).0.unwrap();
    let puts = server.lines().iter().filter(|line| line.starts_with("PUT /upload")).count();
    assert_eq!(puts, 2, "the whole body was sent again: {:?}", server.lines());
}

#[test]
fn the_number_of_tries_is_bounded() {
    let server = Server::start(|_, _| Some((500, String::new())));
    let (result, effects) = push(&los(&server.address));
    let error = result.unwrap_err();
    assert_eq!((error.kind(), effects.len(), server.seen().len()), (ErrorKind::Unavailable, 0, 3));
    let nobody = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    assert_eq!(push(&los(&format!("http://{nobody}"))).0.unwrap_err().kind(), ErrorKind::Unavailable);
}

#[test]
fn a_refused_key_is_not_tried_again_and_not_told() {
    for status in [401, 403] {
        let server = Server::start(move |_, _| Some((status, format!("bad key {KEY}"))));
        let los = los(&server.address);
        let error = push(&los).0.unwrap_err();
        assert_eq!((error.kind(), server.seen().len()), (ErrorKind::NotPermitted, 1));
        let told = format!("{error} {error:?} {:?}", error.hint_text());
        assert!(!told.contains(KEY), "{told}");
    }
}

#[test]
fn what_the_los_does_not_know_is_not_tried_again() {
    let server = Server::start(|_, _| Some((404, String::new())));
    assert_eq!(push(&los(&server.address)).0.unwrap_err().kind(), ErrorKind::Unavailable);
    assert_eq!(server.seen().len(), 1);
}

#[test]
fn neither_key_nor_papers_follow_elsewhere() {
    let other = Server::start(|_, _| Some((200, String::new())));
    let elsewhere = other.address.clone();
    let redirecting = Server::start(move |_, _| Some((307, String::new())));
    assert!(push(&los(&redirecting.address)).0.is_err());
    let handing = Server::start(move |_, seen| match seen.line.ends_with("/attachments") {
        true => Some((201, format!(r#"{{"id": "A", "uploadUrl": "{elsewhere}/put"}}"#))),
        false => well(seen),
    });
    let error = push(&los(&handing.address)).0.unwrap_err();
    assert!(error.hint_text().unwrap().contains("not encrypted"), "{error}");
    assert_eq!(other.seen().len(), 0);
}

#[test]
fn an_answer_that_makes_no_sense_is_an_error() {
    for body in ["", "{}", "not json", r#"{"id": 7}"#] {
        let server = Server::start(move |_, _| Some((200, body.to_string())));
        let (result, effects) = push(&los(&server.address));
        assert!(result.unwrap_err().to_string().contains("makes no sense"), "{body}");
        assert!(effects.is_empty());
    }
}

#[test]
fn addresses_that_cannot_be_used_are_refused() {
    for (url, reason) in [
        ("http://los.example.com", "not encrypted"),
        ("ftp://los.example.com", "neither"),
        ("los.example.com", "no address"),
        ("https://user:secret@los.example.com", "credentials"),
    ] {
        let settings = HttpSettings {
            url: url.to_string(),
            key: Secret::new(KEY),
            timeout: Duration::from_secs(1),
            tries: Tries { most: 1, pause: Duration::ZERO },
            allow_http: false,
        };
        let Err(error) = HttpLos::new(settings) else { panic!("{url} was taken") };
        assert!(error.to_string().contains(reason), "{error}");
    }
}
