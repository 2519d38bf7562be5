//! People sign in with a password and a cookie, or a proxy that is trusted says who they are.

use super::site::{Answer, Site};
use super::world::{PASSWORD, World, asked};
use reqwest::blocking::RequestBuilder;
use serde_json::{Value, json};

/// Somebody who has signed in.
struct Person {
    cookie: String,
    csrf: String,
}

fn sign_in(site: &Site, body: &Value) -> Answer {
    Answer::of(site.open("POST", "/api/v1/session").json(body))
}

fn signed_in(site: &Site, tenant: Option<&str>, name: &str) -> Person {
    let answer = sign_in(site, &json!({ "user": name, "password": PASSWORD, "tenant": tenant }));
    assert_eq!(answer.status, 200, "{}", answer.text());
    person(&answer)
}

fn person(answer: &Answer) -> Person {
    let cookie = answer.header("set-cookie").unwrap().split(';').next().unwrap().to_string();
    Person { cookie, csrf: answer.json()["csrfToken"].as_str().unwrap().to_string() }
}

impl Person {
    fn ask(&self, site: &Site, method: &str, path: &str) -> RequestBuilder {
        site.open(method, &format!("/api/v1{path}")).header("cookie", format!("a=b; {}", self.cookie))
    }
}

#[test]
fn the_cookie_is_for_this_site_alone_and_for_no_script() {
    let world = World::get();
    let site = world.copy(&["--jobs", "0"], &[]);
    let ask = json!({ "user": "Quillback", "password": PASSWORD });
    let answer = sign_in(&site, &ask);
    let cookie = answer.header("set-cookie").unwrap();
    let attributes: Vec<&str> = cookie.split("; ").skip(1).collect();
    assert_eq!(attributes, ["Path=/", "HttpOnly", "SameSite=Strict"], "no Secure on loopback");
    let elsewhere = Answer::of(site.open("POST", "/api/v1/session").header("host", "loans.example.com").json(&ask));
    let cookie = elsewhere.header("set-cookie").unwrap();
    assert!(cookie.ends_with("; Secure"), "{cookie}");
    let view = answer.json();
    assert_eq!(
        (&view["user"], &view["role"], &view["tenantId"]),
        (&json!("Quillback"), &json!("operator"), &json!(world.first.id))
    );
    assert!(!answer.text().contains(cookie.split(['=', ';']).nth(1).unwrap()), "the token is in the cookie only");
}

#[test]
fn a_session_reads_without_a_key_and_changes_with_its_token_only() {
    let world = World::get();
    let site = world.copy(&["--jobs", "0"], &[]);
    let kim = signed_in(&site, None, "Quillback");
    let loans = Answer::of(kim.ask(&site, "GET", "/loans"));
    assert_eq!(loans.status, 200, "{}", loans.text());
    assert!(loans.text().contains("Quillback-1") && !loans.text().contains("Tamarack"));
    let loan = |csrf: Option<&str>| {
        let request = kim.ask(&site, "POST", "/loans").json(&json!({ "externalLoanId": "K-1" }));
        Answer::of(match csrf {
            Some(csrf) => request.header("x-csrf-token", csrf),
            None => request,
        })
    };
    for wrong in [None, Some(""), Some("x"), Some(&kim.csrf[1..])] {
        assert!(loan(wrong).refusal(403).contains("x-csrf-token"));
    }
    assert_eq!(loan(Some(&kim.csrf)).status, 201);
    let told = Answer::of(kim.ask(&site, "GET", "/keys")).refusal(403);
    assert!(told.contains("admin"), "an operator manages no keys: {told}");
    let audit = site.get(&world.first.admin, "/audit?limit=500").to_string();
    assert!(audit.contains("loan.create") && audit.contains("\"actor\":\"Quillback\""), "the change is theirs");
    let view = Answer::of(kim.ask(&site, "GET", "/session"));
    assert_eq!((view.status, view.json()["csrfToken"].as_str()), (200, Some(kim.csrf.as_str())));
}

#[test]
fn a_session_ends_when_somebody_signs_out_or_is_removed() {
    let world = World::get();
    let site = world.copy(&["--jobs", "0"], &[]);
    let kim = signed_in(&site, Some("default"), "Quillback");
    Answer::of(kim.ask(&site, "DELETE", "/session")).refusal(403);
    let out = Answer::of(kim.ask(&site, "DELETE", "/session").header("x-csrf-token", &kim.csrf));
    assert_eq!(out.status, 204, "{}", out.text());
    assert!(out.header("set-cookie").unwrap().contains("Max-Age=0"));
    Answer::of(kim.ask(&site, "GET", "/loans")).refusal(401);
    Answer::of(kim.ask(&site, "GET", "/session")).refusal(401);
    let tam = signed_in(&site, Some("second"), "Tamarack");
    assert_eq!(Answer::of(tam.ask(&site, "GET", "/loans")).status, 200);
    let remove = world.second.path("/users/{userId}");
    assert_eq!(asked(&site, &world.second.admin, "DELETE", &remove, None).status, 204);
    Answer::of(tam.ask(&site, "GET", "/loans")).refusal(401);
}

#[test]
fn forged_and_foreign_cookies_open_nothing() {
    let world = World::get();
    let kim = signed_in(&world.copy(&["--jobs", "0"], &[]), None, "Quillback");
    let nobody = Answer::of(world.site.open("GET", "/api/v1/loans"));
    for cookie in ["loanfile_session=", "loanfile_session=x", &kim.cookie, "loanfile_session=' OR 1=1 --"] {
        let answer = Answer::of(world.site.open("GET", "/api/v1/loans").header("cookie", cookie));
        answer.refusal(401);
        assert_eq!(answer.body, nobody.body, "{cookie}");
    }
}

#[test]
fn guessing_passwords_ends_in_a_lock() {
    let world = World::get();
    let site = world.copy(&["--jobs", "0"], &[]);
    let ask = |user: &str, password: &str| sign_in(&site, &json!({ "user": user, "password": password }));
    let (wrong, unknown) = (ask("Quillback", "not the password"), ask("nobody", "not the password"));
    wrong.refusal(401);
    assert_eq!(wrong.body, unknown.body, "it does not tell who exists");
    let locked = (0..30).map(|_| ask("Quillback", "not the password")).find(|answer| answer.status != 401);
    let locked = locked.expect("30 wrong passwords are too many");
    locked.refusal(429);
    assert!(locked.header("retry-after").is_some());
    ask("Quillback", PASSWORD).refusal(429);
}

#[test]
fn a_proxy_is_believed_only_when_the_settings_say_so() {
    let world = World::get();
    let named = |site: &Site, role: Option<&str>| {
        let request = site.open("GET", "/api/v1/session").header("x-remote-user", "dana");
        Answer::of(match role {
            Some(role) => request.header("x-remote-role", role),
            None => request,
        })
    };
    named(&world.site, Some("admin")).refusal(401);
    let settings =
        [("LOANFILE_SERVER_IDENTITY_HEADER", "x-remote-user"), ("LOANFILE_SERVER_ROLE_HEADER", "x-remote-role")];
    let site = world.copy(&["--jobs", "0"], &settings);
    Answer::of(site.open("GET", "/api/v1/session")).refusal(401);
    for (sent, role) in [(None, "reader"), (Some("operator"), "operator"), (Some("emperor"), "reader")] {
        let answer = named(&site, sent);
        assert_eq!(answer.status, 200, "{}", answer.text());
        assert_eq!((&answer.json()["user"], &answer.json()["role"]), (&json!("dana"), &json!(role)));
        let dana = person(&answer);
        assert_eq!(Answer::of(dana.ask(&site, "GET", "/loans")).status, 200);
        let create = dana.ask(&site, "POST", "/loans").header("x-csrf-token", &dana.csrf);
        let created = Answer::of(create.json(&json!({ "externalLoanId": "D-1" })));
        assert_eq!(created.status, if role == "operator" { 201 } else { 403 }, "{}", created.text());
    }
}
