//! `loanfile webhook`, as a person or a script runs it.

use super::receiver::{Behaviour, Receiver};
use crate::support::{Program, pdf, w2};
use loanfile::model::Timestamp;
use loanfile::ops;
use loanfile::workspace::{Clock, Workspace};
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

#[test]
fn webhooks_are_kept_and_told_with_the_program() {
    let program = Program::new();
    let receiver = Receiver::answering(200);
    let url = receiver.url();
    let refused = program.run(&["webhook", "list"]);
    assert_eq!(refused.code, Some(7));
    assert!(refused.stderr.contains("tenant set webhooksEnabled true"), "{}", refused.stderr);
    program.ok(&["tenant", "set", "webhooksEnabled", "true"]);
    let strict = program.run(&["webhook", "add", &url]);
    assert_eq!(strict.code, Some(2));
    assert!(strict.stderr.contains("allow_http = true"), "{}", strict.stderr);
    let settings = "[webhooks]\nallow_http = true\nallow_private_addresses = true\nallow_any_port = true\n";
    std::fs::write(program.workspace().join("loanfile.toml"), settings).unwrap();
    let json = |arguments: &[&str]| serde_json::from_str::<Value>(&program.ok(arguments)).unwrap();
    let made = json(&["webhook", "add", &url, "--description", "LOS", "--format", "json"]);
    assert!(made["secret"].as_str().unwrap().starts_with("whsec_"));
    let id = made["webhookId"].as_str().unwrap();
    let short = &id[id.len() - 8..];
    let list = program.ok(&["webhook", "list"]);
    assert!(list.contains(short) && list.contains("active") && !list.contains("whsec_"), "{list}");
    program.ok(&["webhook", "test", short]);
    program.ingest("L-1", "w2.pdf", &pdf(&[&w2("Ada Moreno", "123-45-6789", 2024, "61,000.00")]));
    program.ok(&["process", "--quiet"]);
    let round = json(&["webhook", "deliver", "--format", "json"]);
    assert_eq!((&round["tried"], &round["delivered"], &round["nextDue"]), (&2.into(), &2.into(), &Value::Null));
    assert_eq!(receiver.seen().len(), 3);
    let page = json(&["webhook", "deliveries", short, "--status", "delivered", "--format", "json"]);
    assert_eq!(page["data"].as_array().unwrap().len(), 3);
    let delivery = page["data"][0]["deliveryId"].as_str().unwrap();
    program.ok(&["webhook", "redeliver", short, &delivery[delivery.len() - 8..]]);
    program.ok(&["webhook", "deliver"]);
    assert_eq!(receiver.seen().len(), 4);
    let table = program.ok(&["webhook", "deliveries", short]);
    assert!(table.contains("webhook.test") && table.contains("delivered"), "{table}");
    let paused = json(&["webhook", "update", short, "--pause", "--format", "json"]);
    assert_eq!(paused["active"], false);
    program.ok(&["webhook", "rotate", short]);
    let shown = program.ok(&["webhook", "show", short]);
    assert!(shown.contains("paused") && shown.contains("Both sign until") && shown.contains("LOS"), "{shown}");
    program.ok(&["webhook", "remove", short]);
    assert_eq!(program.run(&["webhook", "show", short]).code, Some(5));
}

#[test]
fn a_test_that_does_not_arrive_says_so() {
    let program = Program::new();
    program.ok(&["tenant", "set", "webhooksEnabled", "true"]);
    let settings = "[webhooks]\nallow_http = true\nallow_private_addresses = true\nallow_any_port = true\n";
    std::fs::write(program.workspace().join("loanfile.toml"), settings).unwrap();
    let receiver = Receiver::answering(404);
    program.ok(&["webhook", "add", &receiver.url()]);
    let list: Value = serde_json::from_str(&program.ok(&["webhook", "list", "--format", "json"])).unwrap();
    let ran = program.run(&["webhook", "test", list["data"][0]["webhookId"].as_str().unwrap()]);
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    assert!(ran.stderr.contains("It did not arrive: the answer was 404."), "{}", ran.stderr);
}

#[test]
fn a_program_that_is_killed_while_it_tells_is_followed_by_one_that_tells_again() {
    let program = Program::new();
    program.ok(&["tenant", "set", "webhooksEnabled", "true"]);
    let settings = "[webhooks]\nallow_http = true\nallow_private_addresses = true\nallow_any_port = true\n";
    std::fs::write(program.workspace().join("loanfile.toml"), settings).unwrap();
    let receiver = Receiver::start(|number| if number < 2 { Behaviour::Hang } else { Behaviour::Answer(200) });
    program.ok(&["webhook", "add", &receiver.url()]);
    program.ingest("L-1", "w2.pdf", &pdf(&[&w2("Ada Moreno", "123-45-6789", 2024, "61,000.00")]));
    program.ok(&["process", "--quiet"]);
    let mut teller = program.start(&["webhook", "deliver"]);
    let began = Instant::now();
    while receiver.seen().len() < 2 {
        assert!(began.elapsed() < Duration::from_secs(20), "it tells nothing");
        std::thread::sleep(Duration::from_millis(10));
    }
    teller.kill().unwrap();
    teller.wait().unwrap();
    // What it had in hand belongs to it for a minute; then to whoever comes.
    let later = Timestamp::system_now().plus(Duration::from_secs(120));
    let workspace = Workspace::open_with_clock(&program.workspace(), Clock::counting(later)).unwrap();
    let round = ops::deliver_webhooks(&workspace, &AtomicBool::new(false)).unwrap();
    assert_eq!((round.delivered, round.next_due), (2, None));
    let ids: Vec<String> = receiver.seen().iter().map(|seen| seen.id().to_string()).collect();
    let sorted = |ids: &[String]| ids.iter().cloned().collect::<BTreeSet<_>>();
    assert_eq!(ids.len(), 4);
    assert_eq!(sorted(&ids[..2]), sorted(&ids[2..]), "told again, with the same ids");
}
