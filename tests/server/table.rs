//! A good request for every operation of the OpenAPI document, in an order in which each can be carried out.

use super::world::{PASSWORD, Tenant};
use crate::support::pdf;
use serde_json::{Value, json};

/// A request.
pub struct Good {
    /// Method and path as the document has them.
    pub operation: &'static str,
    /// The path with its query.
    pub path: String,
    pub body: Sent,
    /// The status that it must get.
    pub status: u16,
}

/// What a request carries.
pub enum Sent {
    Nothing,
    Json(Value),
    Files(Vec<(&'static str, Vec<u8>)>),
}

impl Good {
    /// Returns method and path of the operation.
    pub fn parts(&self) -> (&'static str, &'static str) {
        self.operation.split_once(' ').unwrap()
    }
}

/// Returns the requests of a tenant.
#[rustfmt::skip]
pub fn requests(tenant: &Tenant) -> Vec<Good> {
    let id = |name: &str| tenant.id_of(name).to_string();
    let good = |status: u16, operation: &'static str, query: &str, body: Sent| {
        let path = tenant.path(operation.split_once(' ').unwrap().1);
        Good { operation, path: format!("{path}{query}"), body, status }
    };
    let get = |operation, query: &str| good(200, operation, query, Sent::Nothing);
    let send = |status, operation, body: Value| good(status, operation, "", Sent::Json(body));
    let at = |name: &str, mut good: Good| {
        good.path = good.path.replace(&id("documentId"), &id(name));
        good
    };
    let mark = tenant.mark;
    let runs = format!("?from={}&to={}", id("earlierRunId"), id("runId"));
    let paper = pdf(&["A letter that came later"]);
    let mut all = vec![
        get("GET /health", ""),
        get("GET /loans", "?status=Active&q=1&limit=500"),
        get("GET /loans/{loanId}", ""),
        get("GET /loans/{loanId}/data", "?documentTypeId=w2"),
        get("GET /loans/{loanId}/documents", "?include=documentType&trashed=false&limit=1"),
        get("GET /loans/{loanId}/source-files", ""),
        get("GET /loans/{loanId}/reports", "?kind=condition_checklist"),
        get("GET /loans/{loanId}/reports/{reportId}", ""),
        get("GET /loans/{loanId}/configurations/{configurationId}/reports", ""),
        get("GET /loans/{loanId}/cross-check", ""),
        get("GET /loans/{loanId}/page", ""),
        get("GET /loans/{loanId}/income-eligible-documents", ""),
        get("GET /loans/{loanId}/income-clarity", ""),
        get("GET /loans/{loanId}/income-clarity/history", ""),
        get("GET /loans/{loanId}/income-clarity/runs/{runId}", ""),
        get("GET /loans/{loanId}/income-clarity/diff", &runs),
        get("GET /documents/{documentId}", ""),
        get("GET /documents/{documentId}/content", "?searchable=true"),
        get("GET /documents/{documentId}/pages/{n}/image", "?dpi=72"),
        get("GET /documents/{documentId}/boundaries", ""),
        get("GET /documents/{documentId}/classification", ""),
        get("GET /documents/{documentId}/versions", ""),
        get("GET /documents/{documentId}/diff/{otherId}", ""),
        get("GET /documents/{documentId}/history", ""),
        get("GET /extractedData/documents/{documentId}", "?limit=3"),
        get("GET /ocr-data/documents/{documentId}", ""),
        get("GET /ocr-data/pages/{pageId}", ""),
        get("GET /tasks", "?status=OPEN&limit=1"),
        get("GET /tasks/{taskId}", ""),
        get("GET /document-types", "?active=true"),
        get("GET /document-types/{documentTypeId}", ""),
        get("GET /field-types", "?documentTypeId=w2&inUse=true"),
        get("GET /external-fields", ""),
        get("GET /external-field-mappings", ""),
        get("GET /configurations", ""),
        get("GET /configurations/{configurationId}", ""),
        get("GET /reports", ""),
        get("GET /reports/data", "?reportName=Document%20Inventory&dateFrom=2020-01-01"),
        get("GET /reports/data", "?reportName=Document%20Inventory&format=csv"),
        get("GET /reports/data", "?reportName=Document%20Inventory&format=xlsx"),
        get("GET /reports/loan-processing", "?limit=1"),
        get("GET /reports/ai-performance", "?limit=1"),
        get("GET /tenant/{tenantId}/settings", ""),
        get("GET /tenant/{tenantId}/analytics/events", "?limit=3"),
        get("GET /tenant/{tenantId}/analytics/loans/{loanId}/timeline", ""),
        get("GET /tenant/{tenantId}/analytics/metrics/processing", "?dateFrom=2020-01-01"),
        get("GET /keys", ""),
        get("GET /users", ""),
        get("GET /learned", ""),
        get("GET /audit", "?limit=500"),
        get("GET /webhooks", ""),
        get("GET /webhooks/{webhookId}", ""),
        get("GET /webhooks/{webhookId}/deliveries", "?status=delivered&limit=1"),
        send(200, "POST /session", json!({ "user": mark, "password": PASSWORD, "tenant": tenant.id })),
        good(401, "GET /session", "", Sent::Nothing),
        good(204, "DELETE /session", "", Sent::Nothing),
        send(201, "POST /loans", json!({ "externalLoanId": format!("{mark}-9") })),
        send(200, "PATCH /loans/{loanId}", json!({ "status": "Active", "configurationId": null })),
        good(202, "POST /loans/{loanId}/source-files", "", Sent::Files(vec![("later.pdf", paper)])),
        send(201, "POST /loans/{loanId}/reports", json!({ "kind": "audit" })),
        send(200, "POST /loans/{loanId}/export", json!({ "dryRun": true })),
        send(200, "POST /loans/{loanId}/income-clarity/trigger", json!({ "requestedBy": "ana" })),
        send(200, "POST /loans/{loanId}/income-clarity/what-if", json!({ "guideline": "FREDDIE_MAC", "values": [
            { "documentId": id("documentId"), "fieldTypeId": "w2.wages_tips_other_compensation", "fieldValue": "81000" }] })),
        send(200, "PATCH /tasks/{taskId}", json!({ "assignee": "ana" })),
        send(200, "POST /tasks/next", json!({ "kind": "VALIDATION", "loanId": id("loanId") })),
        send(200, "POST /tasks/{taskId}/resolve", json!({ "resolution": "waived", "note": "told on the phone" })),
        send(201, "POST /configurations", json!({ "name": "another", "dateConstraints": [
            { "documentTypeId": "gift_letter", "fieldTypeId": "gift_letter.transfer_date", "notBefore": "2020-01-01" }] })),
        send(200, "PUT /configurations/{configurationId}", json!({ "name": format!("{mark}-closing"), "investor": "Any" })),
        send(201, "POST /document-types", json!({ "name": "Well Log", "titlePhrases": ["WELL LOG"], "group": "other",
            "fields": [{ "displayName": "Depth", "kind": "integer", "labels": ["Depth"] }] })),
        send(200, "POST /document-types/{documentTypeId}/samples", json!({ "documentId": id("sampleId") })),
        send(200, "PUT /document-types/{documentTypeId}", json!({ "active": false })),
        send(200, "PUT /field-types/{fieldTypeId}", json!({ "displayName": "Charge", "inUse": false })),
        send(201, "POST /external-fields", json!({ "name": "Wages", "tableIndex": "FE0103", "source": "LOS" })),
        send(201, "POST /external-field-mappings", json!({ "fieldId": "w2.employee_name", "externalFieldId": id("externalFieldId") })),
        send(200, "PUT /tenant/{tenantId}/settings", json!({ "reviewThreshold": 0.9 })),
        send(201, "POST /keys", json!({ "role": "reader", "expiresAt": "2999-01-01" })),
        send(200, "POST /keys/{keyId}/rotate", json!({ "overlapHours": 1 })),
        send(201, "POST /users", json!({ "name": "kim", "role": "reader", "password": PASSWORD })),
        send(201, "POST /webhooks", json!({ "url": "http://127.0.0.1:9/hook", "eventTypes": ["extraction.completed"] })),
        send(200, "PUT /webhooks/{webhookId}", json!({ "description": "for the LOS", "active": true })),
        good(200, "POST /webhooks/{webhookId}/test", "", Sent::Nothing),
        good(200, "POST /webhooks/{webhookId}/rotate", "", Sent::Nothing),
        good(200, "POST /webhooks/{webhookId}/deliveries/{deliveryId}/redeliver", "", Sent::Nothing),
        send(200, "PUT /extractedData/documents/{documentId}", json!({ "fields": [
            { "fieldTypeId": "w2.employer_name", "fieldValue": "Granite Tools Inc", "manuallyCorrected": true }] })),
        send(200, "PUT /documents/{documentId}", json!({ "documentTypeId": "w2" })),
        send(200, "PATCH /documents/{documentId}/trash", json!({ "trashed": true })),
        good(200, "PATCH /documents/{documentId}/trash", "", Sent::Json(json!({ "trashed": false }))),
        send(200, "POST /documents/merge", json!({ "documentIds": [id("documentId"), id("otherId")] })),
        send(200, "POST /documents/{documentId}/split", json!({ "firstPages": [2] })),
        good(204, "DELETE /external-field-mappings/{mappingId}", "", Sent::Nothing),
        good(204, "DELETE /external-fields/{externalFieldId}", "", Sent::Nothing),
        good(204, "DELETE /configurations/{configurationId}", "", Sent::Nothing),
        good(204, "DELETE /document-types/{documentTypeId}", "", Sent::Nothing),
        good(204, "DELETE /learned/{learnedId}", "", Sent::Nothing),
        good(204, "DELETE /users/{userId}", "", Sent::Nothing),
        good(204, "DELETE /webhooks/{webhookId}", "", Sent::Nothing),
        good(200, "DELETE /keys/{keyId}", "", Sent::Nothing),
    ];
    if tenant.ids.contains_key("failedId") {
        all.insert(0, at("failedId", good(200, "POST /documents/{documentId}/retry", "", Sent::Nothing)));
    }
    all
}
