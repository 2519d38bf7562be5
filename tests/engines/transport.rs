//! What goes over the wire, and what becomes of requests that meet trouble.

use super::{ATTEMPT, KEY, RUN, ask, ask_with, completed, engine, result, settings};
use crate::support::Server;
use loanfile::engines::{FailureCode, HttpEngine};
use loanfile::remote::{Circuit, Tries};
use serde_json::{Value, json};
use std::net::TcpListener;
use std::time::{Duration, Instant};
use uuid::Uuid;

#[test]
fn a_request_carries_key_and_run_and_no_number_of_a_person() {
    let server = Server::start(|_, _| Some((200, completed(&result()))));
    let data = ask(&engine(&server)).unwrap();
    assert_eq!(data.total_monthly_income.to_string(), "5000");
    let source = &data.borrowers[0].streams[0].sources[0];
    assert_eq!((source.document_name.as_str(), source.document_type.as_str()), ("L-1/1", "W-2"));
    let seen = &server.seen()[0];
    assert_eq!(seen.line, "POST /v1/income");
    assert_eq!(seen.header("authorization"), Some(format!("Bearer {KEY}").as_str()));
    assert_eq!(seen.header("idempotency-key"), Some(Uuid::from_u64_pair(0x7000, RUN).to_string().as_str()));
    assert!(seen.header("x-request-id").is_some());
    let body = String::from_utf8(seen.body.clone()).unwrap();
    for number in ["123-45-6789", "987-65-4321", "5150998877"] {
        assert!(!body.contains(number), "{number} was sent");
    }
    assert!(body.contains("Tollgate Mills") && body.contains("60000.00"), "{body}");
}

#[test]
fn an_engine_that_fails_and_recovers_is_asked_again_under_the_same_key() {
    for trouble in [Some(408), Some(425), Some(429), Some(500), Some(502), Some(503), Some(504), None] {
        let server = Server::start(move |number, _| match (number, trouble) {
            (0, Some(status)) => Some((status, String::new())),
            (0, None) => None,
            _ => Some((200, completed(&result()))),
        });
        let mut circuit = Circuit::default();
        ask_with(&engine(&server), &mut circuit).unwrap_or_else(|error| panic!("{trouble:?}: {error}"));
        let seen = server.seen();
        assert_eq!(seen.len(), 2, "{trouble:?}");
        assert_eq!(seen[0].header("idempotency-key"), seen[1].header("idempotency-key"));
        assert_ne!(seen[0].header("x-request-id"), seen[1].header("x-request-id"));
        assert_eq!(circuit, Circuit::default(), "an answer closes the circuit");
    }
}

#[test]
fn retry_after_is_waited_for_within_the_deadline_and_given_up_beyond_it() {
    let server = Server::start(|number, _| match number {
        0 => Some((429, String::new())),
        _ => Some((200, completed(&result()))),
    });
    let begun = Instant::now();
    ask(&engine(&server)).unwrap();
    assert!(begun.elapsed() >= Duration::from_secs(1), "the server asked for a second");
    let mut short = settings(&server_always(429).address);
    short.run = Duration::from_millis(500);
    let begun = Instant::now();
    let failure = ask(&HttpEngine::new(short).unwrap()).unwrap_err();
    assert_eq!(failure.code, FailureCode::Unavailable);
    assert!(begun.elapsed() < Duration::from_millis(500), "a pause that does not fit is not made");
}

fn server_always(status: u16) -> Server {
    Server::start(move |_, _| Some((status, String::new())))
}

#[test]
fn a_slow_engine_is_given_up_try_by_try_and_then_as_a_whole() {
    let server = Server::start(|number, _| {
        if number == 0 {
            std::thread::sleep(ATTEMPT * 3);
        }
        Some((200, completed(&result())))
    });
    ask(&engine(&server)).unwrap();
    assert_eq!(server.seen().len(), 2);
    let never = Server::start(|_, _| {
        std::thread::sleep(Duration::from_secs(20));
        None
    });
    let mut short = settings(&never.address);
    short.run = Duration::from_millis(900);
    let begun = Instant::now();
    let failure = ask(&HttpEngine::new(short).unwrap()).unwrap_err();
    assert_eq!(failure.code, FailureCode::Timeout, "{failure}");
    assert!(begun.elapsed() < Duration::from_millis(1800), "{:?}", begun.elapsed());
}

#[test]
fn an_answer_that_trickles_in_does_not_outlast_its_try() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            std::thread::spawn(move || {
                use std::io::{Read, Write};
                let mut stream = stream.unwrap();
                let _ = stream.read(&mut [0; 65536]);
                let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n");
                while stream.write_all(b" ").is_ok() {
                    std::thread::sleep(Duration::from_millis(100));
                }
            });
        }
    });
    let mut once = settings(&address);
    once.tries = Tries { most: 1, pause: Duration::ZERO };
    let begun = Instant::now();
    let failure = ask(&HttpEngine::new(once).unwrap()).unwrap_err();
    assert_eq!(failure.code, FailureCode::Timeout, "{failure}");
    assert!(begun.elapsed() < ATTEMPT * 4, "{:?}", begun.elapsed());
}

#[test]
fn what_an_engine_refuses_is_not_asked_again_and_its_words_are_told_without_secrets() {
    for status in [400, 401, 403, 404, 409, 422] {
        let server = Server::start(move |_, _| {
            let said = format!("no: key {KEY}, person 123-45-6789, account 00112233445566");
            Some((status, json!({"code": "X", "message": said}).to_string()))
        });
        let mut circuit = Circuit { failures: 3, open_until: None };
        let failure = ask_with(&engine(&server), &mut circuit).unwrap_err();
        assert_eq!((failure.code, server.seen().len()), (FailureCode::Refused, 1), "{status}");
        assert!(failure.message.contains(&status.to_string()) && failure.message.contains("no: key"), "{failure}");
        for secret in [KEY, "6789", "445566"] {
            assert!(!failure.message.contains(secret), "{failure}");
        }
        assert_eq!(circuit.failures, 0, "an engine that refuses works");
    }
}

#[test]
fn nothing_follows_a_redirection() {
    let other = Server::start(|_, _| Some((200, completed(&result()))));
    let redirecting = server_always(307);
    assert_eq!(ask(&engine(&redirecting)).unwrap_err().code, FailureCode::BadResponse);
    assert_eq!(other.seen().len(), 0);
}

#[test]
fn an_engine_that_nobody_runs_is_told() {
    let nobody = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let failure = ask(&HttpEngine::new(settings(&format!("http://{nobody}"))).unwrap()).unwrap_err();
    assert_eq!(failure.code, FailureCode::Unreachable);
    assert!(failure.message.contains("cannot be reached"), "{failure}");
}

#[test]
fn after_five_failures_the_engine_is_left_alone_until_one_request_goes_well() {
    let server = Server::start(|number, _| match number {
        0..6 => Some((500, String::new())),
        _ => Some((200, completed(&result()))),
    });
    let (engine, mut circuit) = (engine(&server), Circuit::default());
    assert_eq!(ask_with(&engine, &mut circuit).unwrap_err().code, FailureCode::Unavailable);
    assert_eq!((circuit.failures, server.seen().len()), (4, 4));
    // The fifth failure opens the circuit in the middle of a run.
    assert_eq!(ask_with(&engine, &mut circuit).unwrap_err().code, FailureCode::CircuitOpen);
    assert_eq!((circuit.failures, server.seen().len()), (5, 5));
    let begun = Instant::now();
    assert_eq!(ask_with(&engine, &mut circuit).unwrap_err().code, FailureCode::CircuitOpen);
    assert_eq!(server.seen().len(), 5, "it was not asked");
    assert!(begun.elapsed() < Duration::from_millis(200));
    std::thread::sleep(Duration::from_millis(650));
    // One request tells that it is still down, and the circuit opens again.
    assert_eq!(ask_with(&engine, &mut circuit).unwrap_err().code, FailureCode::CircuitOpen);
    assert_eq!(server.seen().len(), 6);
    std::thread::sleep(Duration::from_millis(650));
    ask_with(&engine, &mut circuit).unwrap();
    assert_eq!(circuit, Circuit::default());
}

#[test]
fn a_result_that_takes_time_is_polled_for_at_the_engines_own_address() {
    let server = Server::start(|number, seen| match (number, seen.line.as_str()) {
        (0, "POST /v1/income") => {
            Some((202, json!({"status": "PENDING", "pollUrl": "runs/5", "retryAfterSeconds": 0}).to_string()))
        }
        (1, "GET /v1/runs/5") => {
            Some((202, json!({"status": "PENDING", "pollUrl": "/v1/runs/5", "retryAfterSeconds": 0.1}).to_string()))
        }
        (2, "GET /v1/runs/5") => Some((503, String::new())),
        (3, "GET /v1/runs/5") => Some((200, completed(&result()))),
        other => panic!("{other:?}"),
    });
    ask(&engine(&server)).unwrap();
    assert_eq!(server.seen().len(), 4);
    let other = Server::start(|_, _| Some((200, completed(&result()))));
    let elsewhere = format!("{}/steal", other.address);
    let handing = Server::start(move |_, _| {
        Some((202, json!({"status": "PENDING", "pollUrl": elsewhere, "retryAfterSeconds": 0}).to_string()))
    });
    assert_eq!(ask(&engine(&handing)).unwrap_err().code, FailureCode::BadResponse);
    assert_eq!(other.seen().len(), 0);
}

#[test]
fn polling_ends_at_the_deadline() {
    let server = Server::start(|_, _| {
        Some((202, json!({"status": "PENDING", "pollUrl": "p", "retryAfterSeconds": 0}).to_string()))
    });
    let mut short = settings(&server.address);
    short.run = Duration::from_millis(700);
    let begun = Instant::now();
    let failure = ask(&HttpEngine::new(short).unwrap()).unwrap_err();
    assert_eq!(failure.code, FailureCode::Timeout, "{failure}");
    assert!(begun.elapsed() < Duration::from_millis(1200) && server.seen().len() >= 2);
    assert!(serde_json::from_slice::<Value>(&server.seen()[0].body).is_ok());
}

#[test]
fn addresses_that_cannot_be_used_are_refused() {
    for (url, reason) in
        [("http://engine.example.com", "not encrypted"), ("https://u:p@engine.example.com", "credentials")]
    {
        let mut wrong = settings("");
        wrong.url = url.to_string();
        wrong.allow_http = false;
        let Err(error) = HttpEngine::new(wrong) else { panic!("{url} was taken") };
        assert!(error.to_string().contains(reason), "{error}");
    }
}
