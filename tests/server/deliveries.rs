//! A file that is uploaded is read in the background, and whoever asked for it is told, signed.

use super::site::Answer;
use super::world::World;
use crate::support::{pdf, w2};
use crate::webhooks::outbox::is_signed;
use crate::webhooks::receiver::Receiver;
use serde_json::{Value, json};

#[test]
fn an_upload_is_processed_and_told() {
    let world = World::get();
    let site = world.copy(&["--jobs", "1"], &[]);
    let key = &world.second.admin;
    let receiver = Receiver::answering(204);
    let hook = site.send(key, "POST", "/webhooks", &json!({ "url": receiver.url() }), 201);
    let loan = site.send(key, "POST", "/loans", &json!({ "externalLoanId": "T-2" }), 201);
    let loan = loan["loanId"].as_str().unwrap();
    let paper = pdf(&[&w2("Ada Moreno", "123-45-6789", 2024, "61,000.00")]);
    let taken = site.upload(&world.second.operator, loan, &[("w2.pdf", paper)]);
    assert_eq!(taken.status, 202, "{}", taken.text());
    site.settle();
    let files = site.get(key, &format!("/loans/{loan}/source-files"));
    assert_eq!(files["data"][0]["uploadStatus"], "COMPLETED");
    let documents = site.get(key, &format!("/loans/{loan}/documents"));
    let document = &documents["data"][0];
    assert_eq!((&document["documentTypeId"], &document["processingStatus"]), (&json!("w2"), &json!("EXTRACTED")));
    site.wait_for("two deliveries", || receiver.seen().len() >= 2);
    let mut types = Vec::new();
    for received in receiver.seen() {
        assert!(is_signed(&received, hook["secret"].as_str().unwrap()));
        let body: Value = serde_json::from_str(&received.body).unwrap();
        assert_eq!(body["data"]["loanId"], loan);
        assert_eq!(body["data"]["documentId"], document["documentId"]);
        types.push(body["type"].as_str().unwrap().to_string());
    }
    types.sort();
    assert_eq!(types, ["classification.completed", "extraction.completed"]);
    let id = hook["webhookId"].as_str().unwrap();
    site.wait_for("their records", || {
        let told = Answer::of(site.ask(key, "GET", &format!("/webhooks/{id}/deliveries?status=delivered"))).json();
        told["data"].as_array().unwrap().len() == 2
    });
}
