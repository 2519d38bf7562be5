//! Whatever is wrong with a request is refused with the status that it deserves and the one body that errors have.

use super::contract::Contract;
use super::site::{Answer, Key, signed};
use super::table::{Good, Sent, requests};
use super::world::{World, asked};
use serde_json::{Value, json};

const NOBODY: &str = "0199c0de-0000-7000-8000-000000000000";

/// The good requests that carry JSON, with their operations.
fn with_json(world: &World) -> Vec<(Good, Value)> {
    let json = |good: Good| match &good.body {
        Sent::Json(body) => Some((body.clone(), good)),
        _ => None,
    };
    requests(&world.first).into_iter().filter_map(json).map(|(body, good)| (good, body)).collect()
}

/// The first good request of each operation that has a query parameter.
fn with_parameter(world: &World, contract: &Contract, name: &str) -> Vec<Good> {
    let operations = contract.operations();
    let has = |operation: &str| {
        let parameters = operations[operation]["parameters"].as_array().cloned().unwrap_or_default();
        parameters.iter().any(|parameter| parameter["in"] == "query" && parameter["name"] == name)
    };
    let mut all: Vec<Good> = requests(&world.first).into_iter().filter(|good| has(good.operation)).collect();
    all.dedup_by_key(|good| good.operation);
    all
}

fn without_query(path: &str) -> &str {
    path.split('?').next().unwrap()
}

#[test]
fn bodies_that_cannot_be_read_are_refused() {
    let world = World::get();
    let (site, key) = (&world.site, &world.first.admin);
    for (good, body) in with_json(world) {
        let send = |kind: Option<&str>, text: String| {
            let request = site.ask(key, good.parts().0, &good.path).body(text);
            Answer::of(match kind {
                Some(kind) => request.header("content-type", kind),
                None => request,
            })
        };
        let json = Some("application/json; charset=utf-8");
        let told = send(json, "{\"a\":".to_string()).refusal(400);
        assert!(told.contains("the body cannot be read"), "{}: {told}", good.operation);
        send(json, body.to_string() + " x").refusal(400);
        send(json, "[1]".to_string()).refusal(400);
        send(None, body.to_string()).refusal(415);
        send(Some("text/plain"), body.to_string()).refusal(415);
        send(json, format!("{{\"a\":\"{}\"}}", "x".repeat(1024 * 1024))).refusal(413);
    }
}

#[test]
fn unknown_and_missing_members_are_refused_by_name() {
    let world = World::get();
    let contract = Contract::new();
    let operations = contract.operations();
    for (good, body) in with_json(world) {
        let send = |body: &Value| asked(&world.site, &world.first.admin, good.parts().0, &good.path, Some(body));
        let mut more = body.clone();
        more["surprise"] = json!(1);
        let told = send(&more).refusal(400);
        assert!(told.contains("surprise"), "{}: {told}", good.operation);
        let schema = &operations[good.operation]["requestBody"]["content"]["application/json"]["schema"];
        let name = schema["$ref"].as_str().map(|name| name.rsplit('/').next().unwrap()).unwrap_or_default();
        let required = contract.document["components"]["schemas"][name]["required"].as_array().cloned();
        for member in required.unwrap_or_default() {
            let member = member.as_str().unwrap();
            let mut less = body.clone();
            less.as_object_mut().unwrap().remove(member);
            let told = send(&less).refusal(400);
            assert!(told.contains(member), "{} without {member}: {told}", good.operation);
        }
    }
}

#[test]
fn wrong_values_are_refused_and_named() {
    let world = World::get();
    let first = &world.first;
    let wrong = [
        ("PATCH", "/loans/{loanId}", json!({ "status": "Lost" }), "Lost"),
        ("PATCH", "/loans/{loanId}", json!({ "configurationId": NOBODY }), NOBODY),
        ("PATCH", "/loans/{loanId}", json!({ "externalLoanId": " x" }), "loan's id"),
        ("POST", "/loans", json!({ "externalLoanId": "" }), "loan's id"),
        ("POST", "/loans", json!({ "externalLoanId": "X-1", "configurationId": NOBODY }), NOBODY),
        ("PUT", "/documents/{documentId}", json!({ "documentTypeId": "unheard_of" }), "unheard_of"),
        ("POST", "/documents/{documentId}/split", json!({ "firstPages": [1] }), "1"),
        ("POST", "/documents/{documentId}/split", json!({ "firstPages": [99] }), "99"),
        ("POST", "/documents/merge", json!({ "documentIds": ["x"] }), "x"),
        ("POST", "/loans/{loanId}/reports", json!({ "kind": "validation" }), "validation"),
        (
            "POST",
            "/loans/{loanId}/reports",
            json!({ "kind": "condition_checklist", "configurationId": NOBODY }),
            NOBODY,
        ),
        ("POST", "/loans/{loanId}/income-clarity/trigger", json!({ "requestedBy": " " }), "requestedBy"),
        ("POST", "/loans/{loanId}/income-clarity/trigger", json!({ "requestedBy": "a", "guideline": "MINE" }), "MINE"),
        ("POST", "/loans/{loanId}/income-clarity/what-if", json!({ "without": [NOBODY] }), NOBODY),
        ("POST", "/loans/{loanId}/export", json!({ "target": "nowhere" }), "nowhere"),
        ("POST", "/tasks/{taskId}/resolve", json!({ "resolution": "ignored" }), "ignored"),
        ("POST", "/tasks/{taskId}/resolve", json!({ "resolution": "waived" }), "note"),
        ("PATCH", "/tasks/{taskId}", json!({}), "assignee"),
        (
            "POST",
            "/configurations",
            json!({ "name": "x", "requiredDocuments": [{ "documentTypeId": "nope" }] }),
            "nope",
        ),
        ("POST", "/document-types", json!({ "name": "" }), "name"),
        ("POST", "/document-types/{documentTypeId}/samples", json!({ "documentId": NOBODY }), NOBODY),
        ("PUT", "/field-types/{fieldTypeId}", json!({ "displayName": "" }), "1 to 200"),
        (
            "POST",
            "/external-field-mappings",
            json!({ "fieldId": "w2.employee_name", "externalFieldId": NOBODY }),
            NOBODY,
        ),
        ("PUT", "/tenant/{tenantId}/settings", json!({ "reviewThreshold": 0.2 }), "reviewThreshold"),
        ("PUT", "/tenant/{tenantId}/settings", json!({ "reportsEnabled": ["Nothing"] }), "Nothing"),
        ("POST", "/keys", json!({ "role": "owner" }), "owner"),
        ("POST", "/keys", json!({ "role": "reader", "expiresAt": "soon" }), "soon"),
        ("POST", "/keys/{keyId}/rotate", json!({ "overlapHours": 721 }), "720"),
        ("POST", "/users", json!({ "name": "x", "role": "reader", "password": "short" }), "12"),
        ("POST", "/webhooks", json!({ "url": "no address" }), "no address"),
        ("POST", "/webhooks", json!({ "url": "https://example.com", "eventTypes": ["x.y"] }), "x.y"),
        ("PUT", "/extractedData/documents/{documentId}", json!({ "fields": [] }), "fields"),
        (
            "PUT",
            "/extractedData/documents/{documentId}",
            json!({ "fields": [{ "fieldTypeId": "w2.unheard_of", "fieldValue": "1" }] }),
            "w2.unheard_of",
        ),
        (
            "PUT",
            "/extractedData/documents/{documentId}",
            json!({ "fields": [{ "fieldTypeId": "w2.wages_tips_other_compensation", "fieldValue": "plenty" }] }),
            "w2.wages_tips_other_compensation",
        ),
    ];
    for (method, path, body, named) in wrong {
        let answer = asked(&world.site, &first.admin, method, &first.path(path), Some(&body));
        assert_eq!(answer.status, 400, "{method} {path} {body}: {}", answer.text());
        let told = answer.refusal(400);
        assert!(told.contains(named), "{method} {path} {body}: {told}");
    }
}

#[test]
fn limits_and_cursors_of_every_list_are_checked() {
    let world = World::get();
    let contract = Contract::new();
    let key = &world.first.admin;
    let lists = with_parameter(world, &contract, "limit");
    assert!(lists.len() >= 8, "{}", lists.len());
    let foreign = world.site.get(key, "/loans?limit=1")["nextCursor"].as_str().unwrap().to_string();
    for good in lists {
        let path = without_query(&good.path);
        for limit in ["0", "-1", "501", "x", "", "1.5"] {
            let told = asked(&world.site, key, "GET", &format!("{path}?limit={limit}"), None).refusal(400);
            assert!(told.contains("limit") && told.contains("1 to 500"), "{path} {limit}: {told}");
        }
        let cursors = if path == "/loans" { vec!["nonsense"] } else { vec!["nonsense", &foreign] };
        for cursor in cursors {
            let told = asked(&world.site, key, "GET", &format!("{path}?cursor={cursor}"), None).refusal(400);
            assert!(told.contains("cursor"), "{path} {cursor}: {told}");
        }
        let answer = asked(&world.site, key, "GET", &format!("{path}?limit=500&surprise=1"), None);
        assert_eq!(answer.status, 200, "unknown parameters are ignored: {}", answer.text());
    }
}

#[test]
fn parameters_that_cannot_be_are_refused_by_name() {
    let world = World::get();
    let contract = Contract::new();
    let (site, first) = (&world.site, &world.first);
    let get = |path: &str| asked(site, &first.admin, "GET", path, None);
    let dated = with_parameter(world, &contract, "dateFrom");
    assert!(dated.len() >= 4);
    for good in dated {
        let path = without_query(&good.path);
        let with = |query: &str| get(&format!("{path}?reportName=Overview%20Report&{query}"));
        for (query, named) in [
            ("dateFrom=2026-02-30", "dateFrom"),
            ("dateTo=yesterday", "dateTo"),
            ("dateFrom=2026-03-02&dateTo=2026-03-01", "dateFrom"),
        ] {
            let told = with(query).refusal(400);
            assert!(told.contains(named), "{path}?{query}: {told}");
        }
    }
    for (path, named) in [
        ("/loans/{loanId}/documents?include=pages", "pages"),
        ("/loans/{loanId}/documents?trashed=maybe", "trashed"),
        ("/loans?status=Lost", "Lost"),
        ("/tasks?kind=OTHER", "OTHER"),
        ("/tenant/{tenantId}/analytics/events?since=yesterday", "since"),
        ("/tenant/{tenantId}/analytics/events?eventType=NOTHING", "NOTHING"),
        ("/documents/{documentId}/pages/{n}/image?dpi=71", "dpi"),
        ("/documents/{documentId}/pages/{n}/image?dpi=301", "dpi"),
        ("/documents/{documentId}/content?searchable=perhaps", "searchable"),
        ("/loans/{loanId}/income-clarity/diff", "from"),
        ("/loans/{loanId}/reports?kind=other", "other"),
        ("/reports/data", "reportName"),
        ("/reports/data?reportName=Overview%20Report&format=pdf", "pdf"),
    ] {
        let (path, query) =
            path.split_once('?').map_or((path, String::new()), |(path, query)| (path, format!("?{query}")));
        let told = get(&format!("{}{query}", first.path(path))).refusal(400);
        assert!(told.contains(named), "{path}{query}: {told}");
    }
    get("/reports/data?reportName=overview%20report").refusal(404);
    for page in ["0", "99", "x", "-1", "1.0"] {
        get(&first.path(&format!("/documents/{{documentId}}/pages/{page}/image"))).refusal(404);
    }
}

#[test]
fn without_the_three_headers_everybody_gets_the_same_answer() {
    let world = World::get();
    let (site, good, other) = (&world.site, &world.first.admin, &world.second.admin);
    let with = |change: &dyn Fn(&mut Key)| {
        let mut key = good.clone();
        change(&mut key);
        key
    };
    let mut wrong = vec![
        with(&|key| key.api_key.clone_from(&other.api_key)),
        with(&|key| key.client_secret.clone_from(&other.client_secret)),
        with(&|key| key.tenant.clone_from(&other.tenant)),
        with(&|key| key.tenant = NOBODY.to_string()),
        with(&|key| key.tenant = "default".to_string()),
        with(&|key| key.tenant = "' OR 1=1 --".to_string()),
        with(&|key| key.client_secret.push('x')),
        with(&|key| key.api_key = key.api_key[..20].to_string()),
        with(&|key| key.api_key.make_ascii_uppercase()),
    ];
    for text in [String::new(), "x".repeat(5000)] {
        wrong.push(with(&|key| key.api_key.clone_from(&text)));
        wrong.push(with(&|key| key.client_secret.clone_from(&text)));
        wrong.push(with(&|key| key.tenant.clone_from(&text)));
    }
    let places = [("GET", "/loans"), ("POST", "/loans"), ("GET", "/no/such/path"), ("PUT", "/loans"), ("GET", "/docs")];
    let mut bodies = Vec::new();
    for (method, path) in places {
        for key in &wrong {
            bodies.push(Answer::of(site.ask(key, method, path)));
        }
        for missing in ["x-api-key", "x-service-client-secret", "tenant-id"] {
            let mut request = site.ask(good, method, path).build().unwrap();
            request.headers_mut().remove(missing);
            bodies.push(Answer::from(site.client.execute(request).unwrap()));
            let mut twice = site.ask(good, method, path).build().unwrap();
            let value = twice.headers()[missing].clone();
            twice.headers_mut().append(missing, value);
            bodies.push(Answer::from(site.client.execute(twice).unwrap()));
        }
        bodies.push(Answer::of(site.open(method, &format!("/api/v1{path}"))));
        bodies.push(Answer::of(site.open(method, path)));
    }
    for answer in &bodies {
        let told = answer.refusal(401);
        assert_eq!(answer.body, bodies[0].body, "{told}");
    }
}

#[test]
fn each_operation_needs_its_role_and_says_so() {
    let world = World::get();
    let contract = Contract::new();
    let operations = contract.operations();
    let mut tried = 0;
    for good in requests(&world.first) {
        let Some(role) = operations[good.operation].get("x-role").and_then(Value::as_str) else { continue };
        let lesser: &[&str] = match role {
            "admin" => &["reader", "operator"],
            "operator" => &["reader"],
            _ => &[],
        };
        for lesser in lesser {
            let body = match &good.body {
                Sent::Json(body) => Some(body),
                _ => None,
            };
            let answer = asked(&world.site, world.first.key(lesser), good.parts().0, &good.path, body);
            assert_eq!(answer.status, 403, "{} as {lesser}: {}", good.operation, answer.text());
            let told = answer.refusal(403);
            assert!(told.contains(role), "{} as {lesser}: {told}", good.operation);
            tried += 1;
        }
    }
    assert!(tried > 60, "{tried}");
}

#[test]
fn a_role_that_suffices_is_enough_to_read() {
    let world = World::get();
    let contract = Contract::new();
    let operations = contract.operations();
    for good in requests(&world.first) {
        if operations[good.operation].get("x-role").is_some_and(|role| role == "reader") && good.parts().0 == "GET" {
            let answer = asked(&world.site, &world.first.reader, "GET", &good.path, None);
            assert_eq!(answer.status, good.status, "{}: {}", good.operation, answer.text());
        }
    }
}

#[test]
fn paths_and_methods_that_are_not_there_are_refused() {
    let world = World::get();
    let (site, key) = (&world.site, &world.first.admin);
    for path in ["/no/such/path", "/loans/", "/", "", "//loans", "/loans/x/y/z", "/%2e%2e/loans"] {
        asked(site, key, "GET", path, None).refusal(404);
    }
    Answer::of(signed(site.open("GET", "/no/such/path"), key)).refusal(404);
    Answer::of(signed(site.open("GET", "/v1/no/such/path"), key)).refusal(404);
    for (method, path) in
        [("PATCH", "/loans"), ("DELETE", "/loans"), ("PUT", "/tasks"), ("TRACE", "/loans"), ("NEW", "/loans")]
    {
        let answer = asked(site, key, method, path, None);
        answer.refusal(405);
        assert!(answer.header("allow").is_some_and(|allowed| allowed.contains("GET")), "{method} {path}");
    }
    for id in ["x", "1", "0199c0de-0000-7000-8000-00000000000", "%00", "a%2Fb", "\u{fe}"] {
        let told = asked(site, key, "GET", &format!("/loans/{id}"), None).refusal(404);
        assert!(told.contains("loan"), "{id}: {told}");
    }
}

#[test]
fn state_that_does_not_fit_is_a_conflict() {
    let world = World::get();
    let site = world.copy(&["--jobs", "0"], &[]);
    let first = &world.first;
    let ask =
        |method: &str, path: &str, body: Value| asked(&site, &first.admin, method, &first.path(path), Some(&body));
    ask("POST", "/loans", json!({ "externalLoanId": "Quillback-1" })).refusal(409);
    ask("PATCH", "/loans/{loanId}", json!({ "externalLoanId": "Quillback-2" })).refusal(409);
    ask("POST", "/documents/{documentId}/retry", json!({})).refusal(409);
    ask("POST", "/configurations", json!({ "name": "Quillback-closing" })).refusal(409);
    ask("DELETE", "/configurations/{configurationId}", json!({})).refusal(409);
    ask("POST", "/document-types", json!({ "name": "Quillback Lease", "keyPhrases": ["x y z form"] })).refusal(409);
    ask("DELETE", "/document-types/w2", json!({})).refusal(409);
    let mapping = json!({ "fieldId": "w2.employer_name", "externalFieldId": first.id_of("externalFieldId") });
    ask("POST", "/external-field-mappings", mapping).refusal(409);
    ask("POST", "/users", json!({ "name": "Quillback", "role": "reader", "password": "correct horse battery" }))
        .refusal(409);
    ask("GET", &format!("/documents/{}/content", first.id_of("failedId")), json!({}));
    let resolve = json!({ "resolution": "waived", "note": "seen" });
    assert_eq!(ask("POST", "/tasks/{taskId}/resolve", resolve.clone()).status, 200);
    ask("POST", "/tasks/{taskId}/resolve", resolve).refusal(409);
    let empty = site.send(&first.admin, "POST", "/loans", &json!({ "externalLoanId": "E-1" }), 201);
    let trigger = format!("/loans/{}/income-clarity/trigger", empty["loanId"].as_str().unwrap());
    let told = ask("POST", &trigger, json!({ "requestedBy": "ana" })).refusal(409);
    assert!(told.contains("W-2") || told.contains("w2"), "it says which papers are needed: {told}");
}

#[test]
fn who_asks_too_often_is_told_when_to_come_back() {
    let world = World::get();
    let site = world.copy(&["--jobs", "0"], &[("LOANFILE_SERVER_REQUESTS_PER_SECOND", "3")]);
    let refused =
        (0..50).map(|_| Answer::of(site.ask(&world.first.reader, "GET", "/loans"))).find(|answer| answer.status != 200);
    let refused = refused.expect("50 requests at once are too many");
    refused.refusal(429);
    let seconds: u64 = refused.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=2).contains(&seconds), "{seconds}");
    let other = Answer::of(site.ask(&world.second.reader, "GET", "/loans"));
    assert_eq!(other.status, 200, "another key has a bucket of its own: {}", other.text());
}

#[test]
fn a_request_keeps_its_id() {
    let world = World::get();
    let with = |id: &str| {
        let answer = Answer::of(world.site.ask(&world.first.reader, "GET", "/loans/x").header("x-request-id", id));
        answer.header("x-request-id").unwrap().to_string()
    };
    assert_eq!(with("order-17:a.b_c"), "order-17:a.b_c");
    for strange in ["", "two words", "<script>", &"x".repeat(129)] {
        let id = with(strange);
        assert!(id != strange && id.len() == 36, "{id}");
    }
}
