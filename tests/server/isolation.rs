//! Nothing of a tenant reaches another one, whatever operation is asked.

use super::site::{Answer, Site};
use super::table::{Good, Sent, requests};
use super::world::{Tenant, World, asked};
use serde_json::{Value, json};

const NOBODY: &str = "0199c0de-0000-7000-8000-000000000000";

/// Ids that all tenants share or that are no ids of things.
const NO_IDS: [&str; 1] = ["n"];

fn send(site: &Site, tenant: &Tenant, good: &Good, path: &str) -> Answer {
    let body = match &good.body {
        Sent::Json(body) => Some(body),
        _ => None,
    };
    asked(site, &tenant.admin, good.parts().0, path, body)
}

/// What must never reach another tenant: its word, its ids.
fn assert_clean(answer: &Answer, stranger: &Tenant, given: &[&str], what: &str) {
    let text = answer.text();
    for mark in stranger.ids.values().map(String::as_str).chain([stranger.mark]) {
        let shared = mark.len() < 6 || given.iter().any(|given| given.contains(mark));
        assert!(shared || !text.contains(mark), "{what} tells {mark}: {text}");
    }
}

#[test]
fn ids_of_another_tenant_are_answered_like_ids_of_nothing() {
    let world = World::get();
    let (site, own, stranger) = (&world.site, &world.second, &world.first);
    let mut tried = 0;
    for good in requests(own) {
        let (method, path) = good.parts();
        let names = path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
        for name in names.filter(|name| !NO_IDS.contains(name)) {
            let query = good.path.split_once('?').map(|(_, query)| format!("?{query}")).unwrap_or_default();
            let with = |id: &str| {
                let mut mixed = own.clone();
                let known = own.ids.keys().find(|known| **known == name).unwrap();
                mixed.ids.insert(known, id.to_string());
                format!("{}{query}", mixed.path(path))
            };
            let theirs = stranger.id_of(name);
            let unknown = match name {
                "documentTypeId" => "unheard_of",
                "fieldTypeId" => "unheard_of.fee",
                _ => NOBODY,
            };
            let (strange, nothing) = (send(site, own, &good, &with(theirs)), send(site, own, &good, &with(unknown)));
            let status = if name == "tenantId" { 403 } else { 404 };
            assert_eq!(strange.status, status, "{method} {path} with {name}: {}", strange.text());
            strange.refusal(status);
            assert_eq!(
                strange.text().replace(theirs, "ID"),
                nothing.text().replace(unknown, "ID"),
                "{method} {path} with {name}"
            );
            assert_clean(&strange, stranger, &[theirs], &format!("{method} {path}"));
            tried += 1;
        }
    }
    assert!(tried > 60, "{tried}");
}

#[test]
fn ids_of_another_tenant_in_queries_and_bodies_are_those_of_nothing() {
    let world = World::get();
    let (site, own, stranger) = (&world.site, &world.second, &world.first);
    let theirs = |name: &str| stranger.id_of(name).to_string();
    let get = |path: String| (404, "GET", path, None);
    let set = |status: u16, method: &'static str, path: &str, body: Value| (status, method, own.path(path), Some(body));
    let diff =
        |from: &str, to: &str| own.path("/loans/{loanId}/income-clarity/diff") + &format!("?from={from}&to={to}");
    let events = own.path("/tenant/{tenantId}/analytics/events");
    let asks = [
        get(format!("/tasks?loanId={}", theirs("loanId"))),
        get(format!("/tasks?documentId={}", theirs("documentId"))),
        (400, "GET", format!("/field-types?documentTypeId={}", theirs("documentTypeId")), None),
        get(diff(&theirs("earlierRunId"), own.id_of("runId"))),
        get(diff(own.id_of("earlierRunId"), &theirs("runId"))),
        get(format!("{events}?loanId={}", theirs("loanId"))),
        get(format!("{events}?documentId={}", theirs("documentId"))),
        set(400, "POST", "/loans", json!({ "externalLoanId": "N-1", "configurationId": theirs("configurationId") })),
        set(400, "PATCH", "/loans/{loanId}", json!({ "configurationId": theirs("configurationId") })),
        set(404, "POST", "/documents/merge", json!({ "documentIds": [own.id_of("documentId"), theirs("otherId")] })),
        set(404, "POST", "/tasks/next", json!({ "loanId": theirs("loanId") })),
        set(
            400,
            "POST",
            "/loans/{loanId}/reports",
            json!({ "kind": "condition_checklist", "configurationId": theirs("configurationId") }),
        ),
        set(400, "POST", "/loans/{loanId}/income-clarity/what-if", json!({ "without": [theirs("documentId")] })),
        set(400, "PUT", "/documents/{documentId}", json!({ "documentTypeId": theirs("documentTypeId") })),
        set(400, "POST", "/document-types/{documentTypeId}/samples", json!({ "documentId": theirs("documentId") })),
        set(
            400,
            "POST",
            "/external-field-mappings",
            json!({ "fieldId": "w2.employee_name", "externalFieldId": theirs("externalFieldId") }),
        ),
        set(
            400,
            "POST",
            "/external-field-mappings",
            json!({ "fieldId": theirs("fieldTypeId"), "externalFieldId": own.id_of("externalFieldId") }),
        ),
    ];
    for (status, method, path, body) in asks {
        let answer = asked(site, &own.admin, method, &path, body.as_ref());
        assert_eq!(answer.status, status, "{method} {path} {body:?}: {}", answer.text());
        answer.refusal(status);
        let given: Vec<&str> = stranger.ids.values().map(String::as_str).collect();
        assert_clean(&answer, stranger, &given, &format!("{method} {path}"));
    }
}

#[test]
fn lists_show_nothing_of_another_tenant() {
    let world = World::get();
    let (site, own, stranger) = (&world.site, &world.second, &world.first);
    let lists = requests(own).into_iter().filter(|good| good.operation.starts_with("GET "));
    let mut paths: Vec<String> = lists.filter(|good| good.status == 200).map(|good| good.path).collect();
    paths.extend(paths.clone().iter().map(|path| path.split('?').next().unwrap().to_string() + "?limit=500"));
    for report in loanfile::reports::catalog() {
        let name = report.name().replace(' ', "%20");
        paths.push(format!("/reports/data?reportName={name}&loanNumbers=Quillback-1"));
        paths.push(format!("/reports/data?reportName={name}&format=csv"));
    }
    paths.push(format!("/audit?subjectId={}", stranger.id_of("loanId")));
    paths.push("/loans?q=Quill".to_string());
    paths.push("/loans?externalLoanId=Quillback-1".to_string());
    paths.push("/reports/loan-processing?loanNumbers=Quillback-1".to_string());
    for path in paths.iter().filter(|path| !path.ends_with("/reports/data?limit=500") && !path.contains("/diff?limit"))
    {
        let answer = asked(site, &own.admin, "GET", path, None);
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        assert_clean(&answer, stranger, &[], path);
    }
    // The same lists do have something to tell to those whose it is.
    let theirs = asked(site, &stranger.admin, "GET", "/loans?q=Quill", None);
    assert!(theirs.text().contains(stranger.mark));
}

#[test]
fn a_cursor_of_another_tenant_shows_nothing_of_it() {
    let world = World::get();
    let cursor = world.site.get(&world.first.admin, "/audit?limit=1")["nextCursor"].as_str().unwrap().to_string();
    let answer = asked(&world.site, &world.second.admin, "GET", &format!("/audit?limit=500&cursor={cursor}"), None);
    assert!([200, 400].contains(&answer.status), "{}", answer.text());
    assert_clean(&answer, &world.first, &[], "a cursor");
}
