//! What operators see, how the server ends, and what the log does not say.

use super::site::{Answer, PATIENCE, Site, form};
use super::world::{PASSWORD, World, asked};
use crate::support::pdf;
use axum::Router;
use axum::routing::get;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

fn operator(site: &Site, path: &str) -> Answer {
    Answer::of(site.client.get(format!("{}{path}", site.operations)))
}

fn connected(site: &Site) -> TcpStream {
    let stream = TcpStream::connect(site.public.trim_start_matches("http://")).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream
}

/// How many files the blobs are, with those that are being written.
fn staged(site: &Site) -> usize {
    let files = walkdir::WalkDir::new(site.program.workspace().join("blobs")).into_iter().map_while(Result::ok);
    files.filter(|entry| entry.file_type().is_file()).count()
}

#[test]
fn operators_see_life_readiness_and_figures() {
    let world = World::get();
    let site = world.copy(&["--jobs", "0"], &[]);
    site.get(&world.first.reader, &world.first.path("/loans/{loanId}"));
    for path in ["/livez", "/readyz"] {
        let answer = operator(&site, path);
        assert_eq!((answer.status, answer.text().as_str()), (200, "ok\n"), "{path}");
    }
    let figures = operator(&site, "/metrics");
    assert!(figures.header("content-type").unwrap().starts_with("text/plain"));
    let text = figures.text();
    let counted = "loanfile_http_requests_total{method=\"GET\",route=\"/api/v1/loans/{loanId}\",status=\"200\"} 1";
    assert!(text.contains(counted), "{text}");
    assert!(text.contains("loanfile_http_request_seconds_bucket") && text.contains("loanfile_pages_waiting 0"));
    assert!(!text.contains(world.first.id_of("loanId")) && !text.contains("Quillback"), "nothing of a tenant");
    for path in ["/metrics", "/livez", "/readyz"] {
        Answer::of(site.open("GET", path)).refusal(401);
    }
    let health = Answer::of(site.open("GET", "/api/v1/health")).json();
    assert_eq!((&health["status"], &health["checks"]["store"]), (&json!("ok"), &json!("ok")));
}

#[test]
fn a_part_that_does_not_work_is_named() {
    let world = World::get();
    let site = world.copy(&["--jobs", "0"], &[]);
    let blobs = site.program.workspace().join("blobs");
    std::fs::rename(&blobs, blobs.with_extension("away")).unwrap();
    std::fs::write(&blobs, b"in the way").unwrap();
    let health = Answer::of(site.open("GET", "/v1/health"));
    assert_eq!(health.status, 503, "{}", health.text());
    let body = health.json();
    assert_eq!((&body["status"], &body["checks"]["blobs"]), (&json!("degraded"), &json!("failed")));
    assert_eq!(operator(&site, "/readyz").status, 503);
    assert_eq!(operator(&site, "/livez").status, 200);
}

#[test]
fn what_has_begun_is_finished_before_the_end() {
    let world = World::get();
    let mut site = world.copy(&["--jobs", "1"], &[]);
    let request = site.ask(&world.first.operator, "POST", &world.first.path("/loans/{loanId}/source-files"));
    let request = request.multipart(form(&[("late.pdf", pdf(&["a letter that comes late"]))])).build().unwrap();
    let (path, headers) = (request.url().path().to_string(), request.headers().clone());
    let boundary = "late";
    let mut body =
        format!("--{boundary}\r\nContent-Disposition: form-data; name=\"files\"; filename=\"late.pdf\"\r\n\r\n")
            .into_bytes();
    body.extend(pdf(&["a letter that comes late"]));
    body.extend(format!("\r\n--{boundary}--\r\n").into_bytes());
    let mut head = format!("POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: {}\r\n", body.len());
    head += &format!("content-type: multipart/form-data; boundary={boundary}\r\n");
    for name in ["x-api-key", "x-service-client-secret", "tenant-id"] {
        head += &format!("{name}: {}\r\n", headers[name].to_str().unwrap());
    }
    let before = staged(&site);
    let mut stream = connected(&site);
    let (early, late) = body.split_at(body.len() / 2);
    stream.write_all(format!("{head}\r\n").as_bytes()).unwrap();
    stream.write_all(early).unwrap();
    stream.flush().unwrap();
    site.wait_for("the beginning of the upload", || staged(&site) > before);
    site.signal();
    let address = site.public.trim_start_matches("http://").to_string();
    site.wait_for("refused connections", || TcpStream::connect(&address).is_err());
    stream.write_all(late).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 202 "), "{answer}");
    assert_eq!(site.stop(), Some(0));
    let database = site.program.database();
    let kept: i64 = database
        .query_row("SELECT COUNT(*) FROM source_file WHERE file_name = 'late.pdf'", [], |row| row.get(0))
        .unwrap();
    assert_eq!(kept, 1, "the file that was taken is there");
}

#[test]
fn who_sends_no_request_is_cut_off() {
    let world = World::get();
    let site = world.copy(&["--jobs", "0"], &[("LOANFILE_SERVER_HEAD_SECONDS", "1")]);
    let mut slow = connected(&site);
    slow.write_all(b"GET /api/v1/health HTTP/1.1\r\nx-slow: ").unwrap();
    let begun = Instant::now();
    let mut answer = Vec::new();
    let _ = slow.read_to_end(&mut answer);
    let waited = begun.elapsed();
    assert!(waited >= Duration::from_millis(900) && waited < Duration::from_secs(10), "{waited:?}");
    assert!(!String::from_utf8_lossy(&answer).starts_with("HTTP/1.1 200"));
    assert_eq!(Answer::of(site.open("GET", "/api/v1/health")).status, 200, "others are served");
}

#[test]
fn a_handler_that_panics_is_a_fault_of_the_server() {
    async fn broken() -> &'static str {
        panic!("the borrower's number is 123-45-6789")
    }
    let router =
        loanfile::server::guarded(Router::new().route("/broken", get(broken)).route("/whole", get(async || "ok")));
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).unwrap();
    let address = listener.local_addr().unwrap();
    runtime.spawn(async move { axum::serve(listener, router).await });
    let ask = |path: &str| Answer::from(reqwest::blocking::get(format!("http://{address}{path}")).unwrap());
    let broken = ask("/broken");
    let told = broken.refusal(500);
    assert!(told.contains(broken.header("x-request-id").unwrap()), "{told}");
    assert!(!told.contains("123-45-6789") && !told.contains("panic"), "{told}");
    assert_eq!(ask("/whole").status, 200);
}

#[test]
fn the_log_names_routes_and_nothing_of_a_borrower() {
    let world = World::get();
    let mut site = world.copy(&["--jobs", "0"], &[]);
    let (first, key) = (&world.first, &world.first.admin);
    let body = json!({ "fields": [{ "fieldTypeId": "w2.employer_name", "fieldValue": "Borrowed Works" }] });
    let paths = ["/loans?q=Borrowed", "/loans/{loanId}/data", "/no/Borrowed/path", "/loans/Borrowed"];
    for path in paths {
        asked(&site, key, "GET", &first.path(path), None);
    }
    asked(&site, key, "PUT", &first.path("/extractedData/documents/{documentId}"), Some(&body));
    asked(&site, key, "POST", "/loans", Some(&json!({ "externalLoanId": "Borrowed-1" })));
    asked(&site, key, "POST", "/loans", Some(&json!({ "externalLoanId": "Borrowed-1", "Borrowed": 1 })));
    site.upload(key, first.id_of("loanId"), &[("Borrowed.pdf", pdf(&["Borrowed"]))]);
    let wrong = json!({ "user": "Borrowed", "password": "Borrowed horse battery" });
    Answer::of(site.open("POST", "/api/v1/session").json(&wrong));
    let right = json!({ "user": "Quillback", "password": PASSWORD });
    let session = Answer::of(site.open("POST", "/api/v1/session").json(&right));
    let cookie = session.header("set-cookie").unwrap().split(['=', ';']).nth(1).unwrap().to_string();
    assert_eq!(site.stop(), Some(0));
    let log = site.log();
    let requests: Vec<Value> = log.iter().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let of = |route: &str| requests.iter().filter(|line| line["route"] == route).count();
    assert_eq!(of("/api/v1/loans"), 3, "{log:#?}");
    assert_eq!(of("/api/v1/loans/{loanId}"), 1);
    assert_eq!(of("/api/v1/session"), 2);
    let line = requests.iter().find(|line| line["route"] == "/api/v1/loans/{loanId}/data").unwrap();
    assert_eq!((&line["method"], &line["status"], &line["tenant"]), (&json!("GET"), &json!(200), &json!(first.id)));
    assert_eq!(line["actor"].as_str(), Some(&*format!("key:{}", &key.api_key[4..12])), "the handle of the key");
    assert!(line["request"].as_str().is_some_and(|id| id.len() == 36) && line["milliseconds"].is_u64());
    let secrets = [&key.api_key, &key.client_secret, &cookie, PASSWORD, "Borrowed", "79000", "123-45-6789", "Ottoline"];
    for line in &log {
        for secret in secrets {
            assert!(!line.contains(secret), "{secret}: {line}");
        }
    }
}
