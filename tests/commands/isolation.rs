//! Nothing of a tenant is visible to another one, in any command.

use super::whole::leaves;
use crate::support::{Program, Ran, pdf, w2};
use serde_json::Value;

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
    Donor Name: Bertrand Quillback\n\
    Borrower Name: Ines Quillback\n\
    Sum bestowed hereby: $7,000.00\n\
    The donor certifies that no repayment is expected.";

const CUSTOM: &str = "id = \"quillback_form\"\nname = \"Quillback Form\"\ngroup = \"other\"\n\n\
    [[anchors]]\ntext = \"Quillback Form 12\"\nweight = 5\n\n\
    [[fields]]\nid = \"fee\"\nname = \"Fee\"\nkind = \"money\"\nlabels = [\"Fee\"]\nfind = [\"right\"]\n";

const CONFIGURATION: &str = "name = \"quillback-closing\"\n[[requiredDocuments]]\ndocumentTypeId = \"w2\"\n";

/// Commands that only make something of the caller's own, concern the whole workspace, or touch no workspace at all.
const OWN: [&str; 25] = [
    "init",
    "ingest",
    "loan create",
    "configuration add",
    "doctype add",
    "doctype learn",
    "doctype test",
    "field set",
    "external-field add",
    "tenant create",
    "tenant list",
    "tenant set",
    "key create",
    "user add",
    "webhook add",
    "webhook deliver",
    "audit verify",
    "config show",
    "completions",
    "man",
    "process",
    "export",
    "serve",
    "worker",
    "openapi",
];

/// What the first tenant has.
struct Theirs {
    loan_id: String,
    document: String,
    other_document: String,
    task: String,
    run: String,
    key: String,
    handle: String,
    cursor: String,
    learned: String,
    configuration: String,
    tenant: String,
    webhook: String,
    delivery: String,
}

impl Theirs {
    fn make(program: &Program) -> Self {
        let json = |arguments: &[&str]| -> Value {
            serde_json::from_str(&program.ok(&[arguments, &["--format", "json"]].concat())).unwrap()
        };
        let wages = w2("Ottoline Quillback", "123-45-6789", 2025, "79,000.00");
        program.ok(&["tenant", "set", "webhooksEnabled", "true"]);
        let webhook = json(&["webhook", "add", "https://quillback.example.com/hook"]);
        let webhook = webhook["webhookId"].as_str().unwrap().to_string();
        let add = ["user", "add", "Ottoline", "--role", "reader", "--password-stdin"];
        let user = program.run_with_input(&add, b"correct horse battery");
        assert_eq!(user.code, Some(0), "{}", user.stderr);
        program.ingest("THEIRS-1", "quillback.pdf", &pdf(&[&wages, UNSIGNED, BESTOWED]));
        program.ok(&["process", "--quiet"]);
        let closing = program.file("closing.toml", CONFIGURATION.as_bytes());
        program.ok(&["configuration", "add", closing.to_str().unwrap()]);
        let custom = program.file("custom.toml", CUSTOM.as_bytes());
        let added = program.run(&["doctype", "add", custom.to_str().unwrap()]);
        assert_eq!(added.code, Some(0), "{}", added.stderr);
        program.ok(&["field", "set", "w2.employer_name", "--name", "Quillback Company"]);
        program.ok(&["external-field", "add", "Quillback employer", "--index", "QB0102", "--source", "QUILLLOS"]);
        program.ok(&["mapping", "add", "w2.employer_name", "QUILLLOS/QB0102"]);
        program.ok(&["correct", "THEIRS-1/1", "--set", "employer_name=Quillback Tool Works"]);
        program.ok(&["correct", "THEIRS-1/3", "--set", "gift_amount=7000"]);
        let key = json(&["key", "create", "--role", "admin", "--name", "Quillback import"]);
        let income = program.run(&["income", "--loan", "THEIRS-1"]);
        assert_eq!(income.code, Some(0), "{}", income.stderr);
        program.ok(&["export", "--loan", "THEIRS-1"]);
        let shown = program.shown("THEIRS-1");
        let id = |value: &Value| value.as_str().unwrap().to_string();
        Self {
            loan_id: id(&shown["loan"]["loanId"]),
            document: id(&shown["documents"][0]["documentId"]),
            other_document: id(&shown["documents"][1]["documentId"]),
            task: id(&shown["tasks"][0]["taskId"]),
            run: id(&json(&["income", "history", "THEIRS-1"])[0]["runId"]),
            key: id(&key["keyId"]),
            handle: key["apiKey"].as_str().unwrap()[4..12].to_string(),
            cursor: id(&json(&["events"])["resumeCursor"]),
            learned: id(&json(&["learned", "list"])["data"][0]["learnedId"]),
            configuration: id(&json(&["configuration", "list"])["data"][0]["configurationId"]),
            tenant: id(&key["tenantId"]),
            delivery: id(&json(&["webhook", "deliveries", &webhook])["data"][0]["deliveryId"]),
            webhook,
        }
    }

    /// Words that must never reach the other tenant.
    fn marks(&self) -> Vec<&str> {
        let ids = [&self.loan_id, &self.document, &self.other_document, &self.task, &self.run, &self.key, &self.handle];
        let more = [&self.cursor, &self.configuration, &self.tenant, &self.webhook, &self.delivery];
        let words = ["Quillback", "quillback", "QUILL", "THEIRS-1", "QB0102", "Ottoline", "12500.00"];
        ids.into_iter().chain(more).map(String::as_str).chain(words).collect()
    }

    /// Asks that name nothing: each must come back clean.
    fn lists(&self) -> Vec<Vec<&str>> {
        let mut asks = vec![
            vec!["show"],
            vec!["status"],
            vec!["review", "list", "--status", "all"],
            vec!["review", "next"],
            vec!["audit", "list"],
            vec!["learned", "list"],
            vec!["report", "list"],
            vec!["events"],
            vec!["metrics"],
            vec!["field", "list"],
            vec!["external-field", "list"],
            vec!["mapping", "list"],
            vec!["loan", "list"],
            vec!["configuration", "list"],
            vec!["doctype", "list"],
            vec!["key", "list"],
            vec!["user", "list"],
            vec!["webhook", "list"],
            vec!["tenant", "show"],
        ];
        asks.extend(loanfile::reports::catalog().iter().map(|report| vec!["report", "run", report.name()]));
        asks
    }

    /// Asks that name something of theirs: each must say that there is no such thing.
    fn asks(&self) -> Vec<Vec<&str>> {
        let (loan, document, task, run) = (&*self.loan_id, &*self.document, &*self.task, &*self.run);
        vec![
            vec!["show", "--loan", loan],
            vec!["show", "--loan", "THEIRS-1", "--fields"],
            vec!["show", document],
            vec!["show", "THEIRS-1/1"],
            vec!["status", "--loan", loan],
            vec!["process", "--loan", loan],
            vec!["export", "--loan", loan],
            vec!["income", "--loan", loan],
            vec!["income", "history", loan],
            vec!["income", "eligible", loan],
            vec!["income", "what-if", "--loan", loan, "--without", document],
            vec!["income", "show", run],
            vec!["income", "show", &run[28..]],
            vec!["income", "diff", run, run],
            vec!["income", "replay", run],
            vec!["review", "list", "--loan", loan],
            vec!["review", "show", task],
            vec!["review", "show", &task[28..]],
            vec!["review", "resolve", task, "confirmed"],
            vec!["review", "assign", task, "--to", "dana"],
            vec!["correct", document, "--set", "employer_name=X"],
            vec!["correct", document, "--type", "paystub"],
            vec!["correct", document, "--history"],
            vec!["trash", document],
            vec!["restore", document],
            vec!["retry", document],
            vec!["split", document, "--at", "2"],
            vec!["merge", document, &self.other_document],
            vec!["versions", "list", document],
            vec!["versions", "diff", document, &self.other_document],
            vec!["text", document],
            vec!["extract-pdf", document, "--output", "stolen.pdf"],
            vec!["data", "--loan", loan],
            vec!["loan", "update", loan, "--status", "Closed"],
            vec!["configuration", "show", "quillback-closing"],
            vec!["configuration", "remove", &self.configuration],
            vec!["doctype", "show", "quillback_form"],
            vec!["doctype", "deactivate", "quillback_form"],
            vec!["doctype", "activate", "quillback_form"],
            vec!["external-field", "remove", "QUILLLOS/QB0102"],
            vec!["mapping", "add", "w2.employer_name", "QUILLLOS/QB0102"],
            vec!["mapping", "remove", "w2.employer_name", "QUILLLOS/QB0102"],
            vec!["key", "rotate", &self.key],
            vec!["key", "rotate", &self.handle],
            vec!["key", "revoke", &self.key],
            vec!["key", "revoke", &self.handle],
            vec!["report", "validation", "--loan", loan],
            vec!["report", "checklist", "--loan", loan],
            vec!["report", "audit", "--loan", loan],
            vec!["report", "kept", "--loan", loan],
            vec!["report", "cross-check", "--loan", loan],
            vec!["report", "html", "--loan", loan, "--output", "stolen.html"],
            vec!["timeline", "--loan", loan],
            vec!["events", "--loan", loan],
            vec!["events", "--document", document],
            vec!["events", "--cursor", &self.cursor],
            vec!["learned", "remove", &self.learned],
            vec!["user", "password", "Ottoline", "--password-stdin"],
            vec!["user", "disable", "Ottoline"],
            vec!["user", "enable", "Ottoline"],
            vec!["user", "remove", "Ottoline"],
            vec!["webhook", "show", &self.webhook],
            vec!["webhook", "show", &self.webhook[28..]],
            vec!["webhook", "update", &self.webhook, "--pause"],
            vec!["webhook", "rotate", &self.webhook],
            vec!["webhook", "remove", &self.webhook],
            vec!["webhook", "test", &self.webhook],
            vec!["webhook", "deliveries", &self.webhook],
            vec!["webhook", "redeliver", &self.webhook, &self.delivery],
        ]
    }
}

fn of_the_other(program: &Program, arguments: &[&str]) -> Ran {
    program.run(&[&["--tenant", "other"], arguments].concat())
}

#[test]
fn nothing_of_a_tenant_is_visible_to_another() {
    let program = Program::new();
    let theirs = Theirs::make(&program);
    program.ok(&["tenant", "create", "other"]);
    program.ok(&["--tenant", "other", "tenant", "set", "webhooksEnabled", "true"]);
    let before = (program.shown("THEIRS-1"), program.ok(&["audit", "list", "--format", "json"]));
    for arguments in theirs.lists() {
        for format in ["table", "json"] {
            let ran = of_the_other(&program, &[&arguments[..], &["--format", format]].concat());
            assert!(matches!(ran.code, Some(0 | 5)), "{arguments:?}: {}", ran.stderr);
            for mark in theirs.marks() {
                assert!(!ran.stdout.contains(mark) && !ran.stderr.contains(mark), "{arguments:?} tells {mark}");
            }
        }
    }
    for arguments in theirs.asks() {
        let ran = of_the_other(&program, &arguments);
        assert!(matches!(ran.code, Some(2 | 5)), "{arguments:?}: {:?} {}{}", ran.code, ran.stdout, ran.stderr);
        for mark in theirs.marks() {
            let given = arguments.iter().any(|argument| argument.contains(mark));
            assert!(given || !format!("{}{}", ran.stdout, ran.stderr).contains(mark), "{arguments:?} tells {mark}");
        }
    }
    let filtered =
        of_the_other(&program, &["report", "run", "Loan Processing", "--loans", "THEIRS-1", "--format", "csv"]);
    assert_eq!(filtered.stdout.lines().count(), 1, "headings only: {}", filtered.stdout);
    let after = (program.shown("THEIRS-1"), program.ok(&["audit", "list", "--format", "json"]));
    assert_eq!(before, after, "the other tenant has changed something");
}

#[test]
fn no_command_is_left_out() {
    let program = Program::new();
    let theirs = Theirs::make(&program);
    let tried: Vec<String> =
        theirs.lists().into_iter().chain(theirs.asks()).map(|arguments| arguments.join(" ")).collect();
    for command in leaves(&program) {
        let own = OWN.contains(&command.as_str());
        let known = tried.iter().any(|line| line == &command || line.starts_with(&format!("{command} ")));
        assert!(own || known, "try \"{command}\" as another tenant, or say that it is its own");
    }
}

#[test]
fn an_unknown_loan_and_a_strangers_loan_are_answered_alike() {
    let program = Program::new();
    let theirs = Theirs::make(&program);
    program.ok(&["tenant", "create", "other"]);
    let nobody = "0199c0de-0000-7000-8000-000000000000";
    for command in
        [&["show", "--loan"][..], &["timeline", "--loan"], &["show"], &["key", "revoke"], &["review", "show"]]
    {
        for id in [&theirs.loan_id, &theirs.document, &theirs.key, &theirs.task] {
            let strangers = of_the_other(&program, &[command, &[id.as_str()]].concat());
            let unknown = of_the_other(&program, &[command, &[nobody]].concat());
            assert_eq!(strangers.code, unknown.code, "{command:?}");
            assert_eq!(
                strangers.stderr.replace(id.as_str(), "ID"),
                unknown.stderr.replace(nobody, "ID"),
                "{command:?}"
            );
        }
    }
}
