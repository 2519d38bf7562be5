//! Conditional requests, and requests that may be sent again.

use super::site::{Answer, form};
use super::world::World;
use crate::support::pdf;
use serde_json::{Value, json};

/// What has a tag, and a change of it.
fn tagged() -> [(&'static str, &'static str, Value); 4] {
    let value = json!({ "fields": [{ "fieldTypeId": "w2.employer_name", "fieldValue": "Tagged Works" }] });
    [
        ("/loans/{loanId}", "PATCH", json!({ "status": "Closed" })),
        ("/extractedData/documents/{documentId}", "PUT", value),
        ("/documents/{otherId}", "PUT", json!({ "documentTypeId": "letter_of_explanation" })),
        ("/tenant/{tenantId}/settings", "PUT", json!({ "reviewThreshold": 0.91 })),
    ]
}

#[test]
fn what_a_client_has_already_is_not_sent_again() {
    let world = World::get();
    for (path, ..) in tagged() {
        let path = world.first.path(path);
        let get = |tags: Option<&str>| {
            let request = world.site.ask(&world.first.reader, "GET", &path);
            Answer::of(match tags {
                Some(tags) => request.header("if-none-match", tags),
                None => request,
            })
        };
        let answer = get(None);
        let tag = answer.header("etag").unwrap().to_string();
        assert!(tag.starts_with('"') && tag.ends_with('"'), "{tag}");
        assert_eq!(get(None).header("etag"), Some(tag.as_str()), "{path}: the same thing has the same tag");
        for known in [&tag, "*", &format!("\"x\", W/{tag}")] {
            let unchanged = get(Some(known));
            assert_eq!((unchanged.status, unchanged.body.len()), (304, 0), "{path} {known}");
            assert_eq!(unchanged.header("etag"), Some(tag.as_str()));
        }
        assert_eq!(get(Some("\"x\"")).status, 200);
    }
}

#[test]
fn a_change_by_a_stale_copy_is_refused() {
    let world = World::get();
    let site = world.copy(&["--jobs", "0"], &[]);
    let key = &world.first.admin;
    for (path, method, body) in tagged() {
        let path = world.first.path(path);
        let tag = || Answer::of(site.ask(key, "GET", &path)).header("etag").unwrap().to_string();
        let change = |tags: &str| Answer::of(site.ask(key, method, &path).header("if-match", tags).json(&body));
        let before = tag();
        for stale in ["\"x\"", "x", ""] {
            change(stale).refusal(412);
        }
        assert_eq!(tag(), before, "{path}: nothing has changed");
        let changed = change(&format!("\"x\", {before}"));
        assert_eq!(changed.status, 200, "{path}: {}", changed.text());
        assert_ne!(tag(), before, "{path}");
        change(&before).refusal(412);
        assert_eq!(change("*").status, 200, "{path}");
    }
}

#[test]
fn a_request_that_comes_twice_is_carried_out_once() {
    let world = World::get();
    let site = world.copy(&["--jobs", "0"], &[]);
    let key = &world.first.admin;
    let mapping = json!({ "fieldId": "w2.employee_name", "externalFieldId": world.first.id_of("externalFieldId") });
    let creations = [
        ("/loans", json!({ "externalLoanId": "I-1" }), json!({ "externalLoanId": "I-2" })),
        ("/configurations", json!({ "name": "i-1" }), json!({ "name": "i-2" })),
        (
            "/document-types",
            json!({ "name": "Peat Permit", "keyPhrases": ["Peat Permit No."] }),
            json!({ "name": "Kelp Permit", "keyPhrases": ["Kelp Permit No."] }),
        ),
        (
            "/external-fields",
            json!({ "name": "a", "tableIndex": "1", "source": "LOS" }),
            json!({ "name": "b", "tableIndex": "2", "source": "LOS" }),
        ),
        ("/external-field-mappings", mapping, json!({ "fieldId": "w2.employer_name", "externalFieldId": "x" })),
        (
            "/users",
            json!({ "name": "ida", "role": "reader", "password": "correct horse battery" }),
            json!({ "name": "ida", "role": "reader", "password": "correct horse batterie" }),
        ),
    ];
    for (number, (path, body, other)) in creations.into_iter().enumerate() {
        let name = format!("key-{number}");
        let send = |body: &Value| Answer::of(site.ask(key, "POST", path).header("idempotency-key", &name).json(body));
        let (once, again) = (send(&body), send(&body));
        assert_eq!((once.status, again.status), (201, 201), "{path}: {} {}", once.text(), again.text());
        assert_eq!((once.header("idempotent-replayed"), again.header("idempotent-replayed")), (None, Some("true")));
        assert_eq!(once.json(), again.json(), "{path}");
        let refused = send(&other);
        assert!([400, 409].contains(&refused.status), "{path}: {}", refused.text());
        assert!(refused.status == 409 || path == "/external-field-mappings", "{path}: {}", refused.text());
    }
    let list = site.get(key, "/loans?q=I-");
    assert_eq!(list["data"].as_array().unwrap().len(), 1, "{list}");
}

#[test]
fn a_secret_is_not_kept_for_a_second_answer() {
    let world = World::get();
    let site = world.copy(&["--jobs", "0"], &[]);
    for (path, body) in [
        ("/keys", json!({ "role": "reader", "name": "once" })),
        ("/webhooks", json!({ "url": "http://127.0.0.1:9/once" })),
    ] {
        let ask = || Answer::of(site.ask(&world.first.admin, "POST", path).header("idempotency-key", path).json(&body));
        let once = ask();
        assert_eq!(once.status, 201, "{}", once.text());
        let secret = once.json()[if path == "/keys" { "clientSecret" } else { "secret" }].as_str().unwrap().to_string();
        assert!(!ask().text().contains(&secret));
        ask().refusal(409);
        for file in ["loanfile.db", "loanfile.db-wal"] {
            let bytes = std::fs::read(site.program.workspace().join(file)).unwrap_or_default();
            let kept = bytes.windows(secret.len()).any(|window| window == secret.as_bytes());
            assert!(path != "/keys" || !kept, "{file} holds the secret of a key");
        }
    }
}

#[test]
fn what_failed_can_be_tried_again_with_the_same_key() {
    let world = World::get();
    let site = world.copy(&["--jobs", "0"], &[]);
    let ask = |id: &str| {
        let request = site.ask(&world.first.admin, "POST", "/loans").header("idempotency-key", "again");
        Answer::of(request.json(&json!({ "externalLoanId": id })))
    };
    ask("Quillback-1").refusal(409);
    assert_eq!(ask("Quillback-7").status, 201, "the key was forgotten with the failure");
    ask("Quillback-8").refusal(409);
    let other = site.ask(&world.first.operator, "POST", "/loans").header("idempotency-key", "again");
    let other = Answer::of(other.json(&json!({ "externalLoanId": "Quillback-9" })));
    assert_eq!(other.status, 201, "another key's keys are its own: {}", other.text());
    for wrong in ["", &"x".repeat(256)] {
        let request = site.ask(&world.first.admin, "POST", "/loans").header("idempotency-key", wrong);
        let told = Answer::of(request.json(&json!({ "externalLoanId": "W-1" }))).refusal(400);
        assert!(told.contains("idempotency-key"), "{told}");
    }
}

#[test]
fn an_upload_that_comes_twice_leaves_one_file() {
    let world = World::get();
    let site = world.copy(&["--jobs", "0"], &[]);
    let path = world.first.path("/loans/{loanId}/source-files");
    let files = || site.get(&world.first.admin, &path)["data"].as_array().unwrap().len();
    let before = files();
    let send = |text: &str| {
        let body = form(&[("again.pdf", pdf(&[text]))]);
        Answer::of(site.ask(&world.first.admin, "POST", &path).header("idempotency-key", "u").multipart(body))
    };
    let (once, again) = (send("a letter"), send("a letter"));
    assert_eq!((once.status, again.status), (202, 202), "{} {}", once.text(), again.text());
    assert_eq!(once.json(), again.json());
    assert_eq!(again.header("idempotent-replayed"), Some("true"));
    assert_eq!(files(), before + 1);
    send("another letter").refusal(409);
    assert_eq!(files(), before + 1);
}
