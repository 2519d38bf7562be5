//! A workspace in which two tenants have one of everything, made once over HTTP, and servers on copies of it.

use super::site::{Answer, Key, Site};
use crate::support::{Program, pdf, text, w2};
use crate::webhooks::receiver::Receiver;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

/// A letter of a gift that nobody signed: it leaves a task behind.
const UNSIGNED: &str = "GIFT LETTER\n\
    I, Marta Vandermeer, do hereby certify that I have made a gift of $12,500.00\n\
    to Ottoline Vandermeer.\n\
    Relationship of donor to borrower: Mother\n\
    Date of transfer: 05/02/2025\n\
    No repayment of this gift is expected or implied.\n\
    Donor telephone: (802) 555-0143\n \n \n\
    ______________________________          ______________\n\
    Donor Signature                                      Date\n";

/// A letter with a label that nobody has taught yet.
const BESTOWED: &str = "GIFT LETTER\n\
    Donor Name: Bertrand Pell\n\
    Borrower Name: Ines Pell\n\
    Sum bestowed hereby: $7,000.00\n\
    The donor certifies that no repayment is expected.";

/// A paper of a type that nobody has taught yet.
const HELIOTROPE: &str = "HELIOTROPE PANEL RENTAL AGREEMENT\n\
    Heliotrope Form HPR-12 for rooftop panels\n\
    Panel tenant: PAYER\n\
    Fee: $41.00\n\
    The rooftop panels stay the property of Heliotrope Cooperative.";

/// The password of every user.
pub const PASSWORD: &str = "correct horse battery";

/// A tenant, its keys, and the ids of what it has, by the names that they have in paths.
#[derive(Debug, Clone)]
pub struct Tenant {
    pub id: String,
    /// A word that stands in what the tenant has, and nowhere else.
    pub mark: &'static str,
    pub reader: Key,
    pub operator: Key,
    pub admin: Key,
    pub ids: BTreeMap<&'static str, String>,
}

/// The workspace, and who is in it.
pub struct World {
    /// A server on the workspace for tests that change nothing.
    pub site: Site,
    pub first: Tenant,
    pub second: Tenant,
    template: PathBuf,
}

impl Tenant {
    fn new(program: &Program, name: &str, mark: &'static str) -> Self {
        let key = |role: &str| {
            let made = program.ok(&["--tenant", name, "key", "create", "--role", role, "--format", "json"]);
            let made: Value = serde_json::from_str(&made).unwrap();
            let part = |member: &str| made[member].as_str().unwrap().to_string();
            Key { api_key: part("apiKey"), client_secret: part("clientSecret"), tenant: part("tenantId") }
        };
        let admin = key("admin");
        let (reader, operator) = (key("reader"), key("operator"));
        Self { id: admin.tenant.clone(), mark, reader, operator, admin, ids: BTreeMap::new() }
    }

    /// Returns the key of a role.
    pub fn key(&self, role: &str) -> &Key {
        match role {
            "reader" => &self.reader,
            "operator" => &self.operator,
            _ => &self.admin,
        }
    }

    /// Returns an id.
    pub fn id_of(&self, name: &str) -> &str {
        self.ids.get(name).map(String::as_str).unwrap_or_else(|| panic!("no {name}"))
    }

    /// Puts the tenant's ids into a path.
    pub fn path(&self, path: &str) -> String {
        let parts = path.split('/').map(|part| match part.strip_prefix('{').and_then(|part| part.strip_suffix('}')) {
            Some(name) => self.id_of(name),
            None => part,
        });
        parts.collect::<Vec<_>>().join("/")
    }

    fn keep(&mut self, name: &'static str, value: &Value) {
        let id = value.as_str().unwrap_or_else(|| panic!("no id {name}: {value}"));
        self.ids.insert(name, id.to_string());
    }

    /// Gives the tenant its papers.
    fn upload(&mut self, site: &Site, receiver: &Receiver) {
        let (admin, mark) = (self.admin.clone(), self.mark);
        self.ids.insert("tenantId", self.id.clone());
        let settings = json!({ "webhooksEnabled": true, "allowWaivers": true });
        site.send(&admin, "PUT", &self.path("/tenant/{tenantId}/settings"), &settings, 200);
        let hook = json!({ "url": receiver.url(), "description": mark });
        self.keep("webhookId", &site.send(&admin, "POST", "/webhooks", &hook, 201)["webhookId"]);
        let closing = json!({ "name": format!("{mark}-closing"), "requiredDocuments": [{ "documentTypeId": "w2" }] });
        self.keep("configurationId", &site.send(&admin, "POST", "/configurations", &closing, 201)["configurationId"]);
        let loan = json!({ "externalLoanId": format!("{mark}-1"), "configurationId": self.id_of("configurationId") });
        self.keep("loanId", &site.send(&admin, "POST", "/loans", &loan, 201)["loanId"]);
        let wages = w2(&format!("Ottoline {mark}"), "123-45-6789", 2025, "79,000.00");
        let package = pdf(&[&wages, UNSIGNED, BESTOWED]);
        let panels = pdf(&[&HELIOTROPE.replace("PAYER", mark)]);
        let files = [(&*format!("{mark}.pdf"), package), ("panels.pdf", panels)];
        let taken = site.upload(&admin, self.id_of("loanId"), &files);
        assert_eq!(taken.status, 202, "{}", taken.text());
    }

    /// Gives the tenant what people make of its papers.
    fn furnish(&mut self, site: &Site) {
        let (admin, mark) = (self.admin.clone(), self.mark);
        let documents = site.get(&admin, &self.path("/loans/{loanId}/documents"));
        self.keep("documentId", &documents["data"][0]["documentId"]);
        self.keep("otherId", &documents["data"][1]["documentId"]);
        self.keep("taughtId", &documents["data"][2]["documentId"]);
        self.keep("sampleId", &documents["data"][3]["documentId"]);
        self.keep("pageId", &documents["data"][0]["pageIds"][0]);
        self.ids.insert("n", "1".to_string());
        let gift = json!({ "fields": [{ "fieldTypeId": "gift_letter.gift_amount", "fieldValue": "7000" }] });
        site.send(&admin, "PUT", &self.path("/extractedData/documents/{taughtId}"), &gift, 200);
        let name = json!({ "fields": [{ "fieldTypeId": "w2.employer_name", "fieldValue": format!("{mark} Works") }] });
        site.send(&admin, "PUT", &self.path("/extractedData/documents/{documentId}"), &name, 200);
        site.settle();
        self.keep("learnedId", &site.get(&admin, "/learned")["data"][0]["learnedId"]);
        let tasks = site.get(&admin, "/tasks?status=OPEN&kind=VALIDATION");
        self.keep("taskId", &tasks["data"][0]["taskId"]);
        let solar = json!({ "name": format!("{mark} Lease"), "keyPhrases": [format!("{mark} Solar Form 12")],
            "fields": [{ "displayName": "Fee", "kind": "money", "labels": ["Fee"] }] });
        let solar = site.send(&admin, "POST", "/document-types", &solar, 201);
        self.keep("documentTypeId", &solar["documentTypeId"]);
        self.keep("fieldTypeId", &solar["fields"][0]["fieldTypeId"]);
        let external = json!({ "name": format!("{mark} employer"), "tableIndex": "FE0102", "source": "LOS" });
        self.keep("externalFieldId", &site.send(&admin, "POST", "/external-fields", &external, 201)["externalFieldId"]);
        let mapping = json!({ "fieldId": "w2.employer_name", "externalFieldId": self.id_of("externalFieldId") });
        self.keep("mappingId", &site.send(&admin, "POST", "/external-field-mappings", &mapping, 201)["mappingId"]);
        let user = json!({ "name": mark, "role": "operator", "password": PASSWORD });
        self.keep("userId", &site.send(&admin, "POST", "/users", &user, 201)["userId"]);
        let key = json!({ "role": "reader", "name": mark });
        self.keep("keyId", &site.send(&admin, "POST", "/keys", &key, 201)["keyId"]);
        let report = site.send(
            &admin,
            "POST",
            &self.path("/loans/{loanId}/reports"),
            &json!({ "kind": "condition_checklist" }),
            201,
        );
        self.keep("reportId", &report["reportId"]);
        for name in ["earlierRunId", "runId"] {
            let ask = json!({ "requestedBy": mark, "forceRecalculation": true });
            let begun = site.send(&admin, "POST", &self.path("/loans/{loanId}/income-clarity/trigger"), &ask, 202);
            self.keep(name, &begun["taskId"]);
            site.wait_for("income", || {
                let runs = site.get(&admin, &self.path("/loans/{loanId}/income-clarity/history"));
                runs.as_array().unwrap().iter().all(|run| run["status"] != "active")
            });
        }
        let exported = site.send(&admin, "POST", &self.path("/loans/{loanId}/export"), &json!({}), 200);
        assert!(exported["pushed"].as_array().is_none_or(|pushed| !pushed.is_empty()), "{exported}");
        site.wait_for("deliveries", || {
            let told = site.get(&admin, &self.path("/webhooks/{webhookId}/deliveries?limit=100"));
            let told = told["data"].as_array().unwrap().clone();
            !told.is_empty() && told.iter().all(|delivery| delivery["status"] == "delivered")
        });
        let told = site.get(&admin, &self.path("/webhooks/{webhookId}/deliveries"));
        self.keep("deliveryId", &told["data"][0]["deliveryId"]);
    }
}

impl World {
    /// Returns the world, which is made when it is asked for first.
    pub fn get() -> &'static Self {
        static WORLD: OnceLock<World> = OnceLock::new();
        WORLD.get_or_init(Self::make)
    }

    fn make() -> Self {
        let program = Program::new();
        program.ok(&["tenant", "create", "second"]);
        let mut first = Tenant::new(&program, "default", "Quillback");
        let mut second = Tenant::new(&program, "second", "Tamarack");
        first.ids.insert("failedId", String::new());
        broken_file(&program);
        let receiver = Receiver::answering(200);
        let folder = program.workspace().parent().unwrap().to_path_buf();
        let mut making = Site::start(program, &["--jobs", "2"], &[]);
        first.upload(&making, &receiver);
        second.upload(&making, &receiver);
        making.settle();
        first.furnish(&making);
        second.furnish(&making);
        let failed = making.get(&first.admin, "/loans?externalLoanId=Quillback-2");
        let failed = failed["data"][0]["loanId"].as_str().unwrap().to_string();
        let failed = making.get(&first.admin, &format!("/loans/{failed}/documents"));
        first.keep("failedId", &failed["data"][0]["documentId"]);
        making.settle();
        assert_eq!(making.stop(), Some(0), "{:?}", making.log());
        let template = folder.join("template");
        copy(&folder.join("workspace"), &template);
        let program = Program::bare();
        copy(&template, &program.workspace());
        let served = program.workspace().parent().unwrap().to_path_buf();
        // What is kept for the life of the test program is removed by whoever outlives it.
        let kept = served.join("template");
        copy(&template, &kept);
        let site = Site::start(program, &["--jobs", "0"], &[("FOLDER", text(&served))]);
        Self { site, first, second, template: kept }
    }

    /// Serves a copy, for a test that changes something.
    pub fn copy(&self, arguments: &[&str], variables: &[(&str, &str)]) -> Site {
        Site::start(self.program(), arguments, variables)
    }

    /// Returns a copy of the workspace that nobody serves.
    pub fn program(&self) -> Program {
        let program = Program::bare();
        copy(&self.template, &program.workspace());
        program
    }
}

/// Takes a file in that can be opened no more when it is its turn.
fn broken_file(program: &Program) {
    program.ingest("Quillback-2", "broken.pdf", &pdf(&["first page", "second page"]));
    let sha256: String = program.database().query_row("SELECT sha256 FROM source_file", [], |row| row.get(0)).unwrap();
    let tenant = std::fs::read_dir(program.workspace().join("blobs")).unwrap().next().unwrap().unwrap();
    std::fs::write(tenant.path().join(&sha256[..2]).join(&sha256), b"no PDF at all").unwrap();
}

fn copy(from: &std::path::Path, to: &std::path::Path) {
    let status = Command::new("cp").arg("-a").arg(from).arg(to).status().unwrap();
    assert!(status.success());
}

/// Returns the answer to a request of a tenant.
pub fn asked(site: &Site, key: &Key, method: &str, path: &str, body: Option<&Value>) -> Answer {
    let request = site.ask(key, method, path);
    Answer::of(match body {
        Some(body) => request.json(body),
        None => request,
    })
}
