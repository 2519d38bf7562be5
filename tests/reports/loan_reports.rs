//! Reports that are kept with a loan: made when it settles, or on demand; kept, and never changed.

use super::package::{Package, Paper, id, moment};
use crate::support::{Engine, w2};
use loanfile::corrections::Action;
use loanfile::error::ErrorKind;
use loanfile::model::{Confidence, DocumentId, LoanReportKind, LoanStatus, TaskId};
use loanfile::ops::{self, LoanReportQuery, NewConfiguration, Notation, SameName, UpdateLoan, ValueChange};
use loanfile::store::{FindingOrigin, Waiver};
use loanfile::views::LoanReportView;
use serde_json::json;
use uuid::Uuid;

const CONFIGURATION: &str = r#"
name = "closing"
[[requiredDocuments]]
documentTypeId = "promissory_note"
[[requiredDocuments]]
documentTypeId = "w2"
minCount = 2
[[requiredDocuments]]
documentTypeId = "bank_statement"
when = { documentTypeId = "schedule_c" }
[[signatureRequirements]]
documentTypeId = "promissory_note"
signer = "borrower"
[[signatureRequirements]]
documentTypeId = "security_instrument"
signer = "borrower"
[[signatureRequirements]]
documentTypeId = "closing_disclosure"
signer = "borrower"
[[notaryChecks]]
documentTypeId = "security_instrument"
elements = ["state", "county"]
[[dateConstraints]]
documentTypeId = "promissory_note"
fieldTypeId = "promissory_note.note_date"
notBefore = 2026-04-01
[[dateConstraints]]
documentTypeId = "closing_disclosure"
fieldTypeId = "closing_disclosure.date_issued"
maxAgeDays = 3
[[fieldRules]]
name = "Rate cap"
fieldTypeId = "promissory_note.interest_rate"
atMost = 7
[[fieldRules]]
name = "One amount"
fieldTypeId = "closing_disclosure.loan_amount"
equals = { fieldTypeId = "promissory_note.principal_amount" }
[[fieldRules]]
name = "APR is stated"
fieldTypeId = "closing_disclosure.apr"
present = true
"#;

fn configured() -> Package {
    let package = Package::new();
    let input =
        NewConfiguration { text: CONFIGURATION, notation: Notation::Toml, name: None, same_name: SameName::Refuse };
    ops::add_configuration(&package.workspace, &package.caller, input).unwrap();
    let fields = [("borrower_signature", None, "true"), ("notary_state", None, "Ohio")];
    let deed = Paper {
        number: 0x316,
        loan: 0x3,
        file: 0x31,
        pages: (9, 9),
        document_type: "security_instrument",
        fields: &fields,
    };
    let note = [
        ("principal_amount", None, "300000.00"),
        ("interest_rate", None, "6.5"),
        ("note_date", None, "2026-03-20"),
        ("borrower_signature", None, "false"),
    ];
    let note =
        Paper { number: 0x312, loan: 0x3, file: 0x31, pages: (2, 3), document_type: "promissory_note", fields: &note };
    package.write(|package, writer| {
        package.paper(writer, &deed, |_, fields| fields[0].confidence = Confidence::new(0.95));
        package.paper(writer, &note, |_, _| {});
    });
    package
}

fn made(package: &Package, kind: LoanReportKind, configuration: Option<&str>) -> LoanReportView {
    ops::create_loan_report(&package.workspace, &package.caller, "L-3", kind, configuration).unwrap()
}

/// Code, label, status, document and detail of each line.
fn lines(report: &LoanReportView) -> Vec<[String; 5]> {
    let line = |item: &loanfile::model::ReportItem| {
        let document = item.document_id.map(|document| document.to_string()).unwrap_or_default();
        let detail = item.detail.clone().unwrap_or_default();
        [item.code.clone(), item.label.clone(), item.status.to_string(), document, detail]
    };
    report.items.iter().map(line).collect()
}

fn expected(rows: &[[&str; 5]]) -> Vec<[String; 5]> {
    let cell = |cell: &str| match cell.strip_prefix('#') {
        Some(number) => id(u128::from_str_radix(number, 16).unwrap()),
        None => cell.to_string(),
    };
    rows.iter().map(|row| row.map(cell)).collect()
}

#[test]
fn a_checklist_has_a_line_for_everything_that_is_asked_for() {
    let package = configured();
    let report = made(&package, LoanReportKind::ConditionChecklist, Some("closing"));
    let rows = expected(&[
        ["document_required", "Note", "passed", "#312", "1 of 1"],
        ["document_required", "W-2", "missing", "", "1 of 2"],
        ["signature_required", "Note: borrower's signature", "failed", "#312", "the borrower's signature is missing"],
        ["signature_required", "Security Instrument: borrower's signature", "passed", "#316", ""],
        [
            "signature_required",
            "Closing Disclosure: applicant's signature",
            "missing",
            "#313",
            "the applicant's signature is required, but no line for it was found",
        ],
        [
            "notary_required",
            "Security Instrument: notary's block",
            "failed",
            "#316",
            "the notary's block lacks the county",
        ],
        [
            "date_required",
            "Note: note date",
            "failed",
            "#312",
            "the note date 2026-03-20 lies outside of what is allowed: 2026-04-01 or later",
        ],
        ["date_required", "Closing Disclosure: date issued", "missing", "#313", "no date issued was read surely"],
        ["field_rule", "Note: Rate cap", "passed", "#312", ""],
        [
            "field_rule",
            "Closing Disclosure: One amount",
            "failed",
            "#313",
            "One amount: the loan amount is 310000.00, expected is 300000.00 (promissory_note.principal_amount)",
        ],
        [
            "field_rule",
            "Closing Disclosure: APR is stated",
            "missing",
            "#313",
            "APR is stated: the annual percentage rate is missing",
        ],
    ]);
    assert_eq!(lines(&report), rows);
    assert_eq!((report.summary.passed, report.summary.failed, report.summary.missing), (3, 4, 4));
}

#[test]
fn what_was_waived_passes() {
    let package = configured();
    let report = made(&package, LoanReportKind::ConditionChecklist, Some("closing"));
    let amount = report.items.iter().find(|item| item.label.ends_with("One amount")).unwrap();
    let message = amount.detail.clone().unwrap();
    let document = DocumentId::new(Uuid::from_u128(0x313));
    package.write(|package, writer| {
        let tenant = package.caller.tenant.id;
        let finding = loanfile::model::Finding::new("investor_rule_broken", loanfile::model::Severity::Error, &message);
        let waiver = Waiver {
            code: finding.code.clone(),
            message: message.clone(),
            task: TaskId::new(Uuid::from_u128(0x91)),
            note: "the investor agreed".to_string(),
            waived_by: "grace".to_string(),
            waived_at: moment("2026-04-02T09:00:00Z"),
        };
        writer.add_waiver(tenant, document, &waiver).unwrap();
        writer.replace_findings(tenant, document, FindingOrigin::Loan, &[finding]).unwrap();
    });
    let again = made(&package, LoanReportKind::ConditionChecklist, Some("closing"));
    let line = lines(&again).into_iter().find(|line| line[1].ends_with("One amount")).unwrap();
    assert_eq!([&line[2], &line[4]], ["passed", &format!("waived: {message}")]);
    let audit = lines(&made(&package, LoanReportKind::Audit, None));
    let told = format!("2026-04-02T09:00:00.000Z grace: {message} (the investor agreed)");
    assert_eq!(audit, expected(&[["waiver", "investor_rule_broken", "noted", "#313", &told]]));
}

#[test]
fn reports_are_kept_by_configuration() {
    let package = configured();
    let (workspace, caller) = (&package.workspace, &package.caller);
    let first = made(&package, LoanReportKind::ConditionChecklist, Some("closing"));
    let audit = made(&package, LoanReportKind::Audit, None);
    let second = made(&package, LoanReportKind::ConditionChecklist, Some("closing"));
    let kept = |query| ops::loan_reports(workspace, caller, "L-3", query).unwrap();
    assert_eq!(kept(LoanReportQuery::default()), [first.clone(), audit.clone(), second.clone()]);
    let against = LoanReportQuery { configuration: Some("closing"), ..LoanReportQuery::default() };
    assert_eq!(kept(against), [first.clone(), second]);
    let audits = LoanReportQuery { kind: Some(LoanReportKind::Audit), ..LoanReportQuery::default() };
    assert_eq!(kept(audits), [audit]);
    let shown = ops::loan_report(workspace, caller, "L-3", &first.report_id.to_string()).unwrap();
    assert_eq!(shown, first);
    for (loan, report) in [("L-2", first.report_id.to_string()), ("L-3", "none".to_string())] {
        let error = ops::loan_report(workspace, caller, loan, &report).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NotFound, "{loan} {report}");
    }
    let refused =
        |kind, configuration| ops::create_loan_report(workspace, caller, "L-3", kind, configuration).unwrap_err();
    assert_eq!(refused(LoanReportKind::Validation, None).kind(), ErrorKind::InvalidInput);
    assert_eq!(refused(LoanReportKind::ConditionChecklist, None).kind(), ErrorKind::InvalidInput);
    assert_eq!(refused(LoanReportKind::ConditionChecklist, Some("other")).kind(), ErrorKind::NotFound);
    assert_eq!(kept(LoanReportQuery::default()).len(), 3, "what was refused leaves nothing");
}

#[test]
fn an_audit_report_tells_what_people_did_and_masks_numbers() {
    let package = Package::new();
    let (workspace, caller) = (&package.workspace, &package.caller);
    let change = ValueChange {
        document: id(0x311),
        field: "employee_ssn".to_string(),
        row: None,
        action: Action::Set("987-65-4321".to_string()),
        origin: String::new(),
    };
    ops::correct_values(workspace, caller, vec![change]).unwrap();
    ops::trash(workspace, caller, &id(0x314)).unwrap();
    let closed = UpdateLoan { external_loan_id: None, status: Some(LoanStatus::Closed), configuration: None };
    ops::update_loan(workspace, caller, "L-3", closed).unwrap();
    let report = made(&package, LoanReportKind::Audit, None);
    let told: Vec<[String; 5]> = lines(&report)
        .into_iter()
        .map(|mut line| {
            // Each detail begins with the moment.
            line[4] = line[4].split_once(' ').unwrap().1.to_string();
            line
        })
        .collect();
    let rows = expected(&[
        ["value", "Employee's social security number", "noted", "#311", "tester: XXX-XX-6789 -> XXX-XX-4321"],
        ["document_trash", "Note", "noted", "#314", "tester: put aside"],
        ["loan_update", "L-3", "noted", "", "tester: loan changed, status: \"Active\" -> \"Closed\""],
    ]);
    assert_eq!(told, rows);
    let exported = ops::create_loan_report(workspace, caller, "L-2", LoanReportKind::Audit, None).unwrap();
    let pushed = "2026-03-15T10:01:30.500Z los: L-2/1.pdf";
    assert_eq!(lines(&exported), expected(&[["export", "Bank Statement", "noted", "#211", pushed]]));
    let whole = serde_json::to_string(&[report, exported]).unwrap();
    assert!(!whole.contains("123-45") && !whole.contains("987-65"), "{whole}");
}

#[test]
fn a_validation_report_is_made_when_the_loan_has_settled() {
    let engine = Engine::new();
    let (workspace, caller) = (&engine.workspace, &engine.caller);
    engine.ingest("L-1", "w2.pdf", &[&w2("Ada Moreno", "123-45-6789", 2025, "84,250.00")]);
    let before = ops::validation_report(workspace, caller, "L-1").unwrap_err();
    assert_eq!(before.kind(), ErrorKind::NotFound);
    engine.process();
    let first = ops::validation_report(workspace, caller, "L-1").unwrap();
    assert_eq!(first.configuration_id, None);
    assert_eq!((first.summary.passed, first.summary.failed, first.summary.missing), (1, 0, 0), "{:?}", first.items);
    engine.process();
    let kept = || ops::loan_reports(workspace, caller, "L-1", LoanReportQuery::default()).unwrap();
    assert_eq!(kept(), std::slice::from_ref(&first), "the same checks with the same end make no new report");

    let text = "name = \"two\"\n[[requiredDocuments]]\ndocumentTypeId = \"w2\"\nminCount = 2\n";
    let input = NewConfiguration { text, notation: Notation::Toml, name: None, same_name: SameName::Refuse };
    let configuration = ops::add_configuration(workspace, caller, input).unwrap();
    let with = UpdateLoan { external_loan_id: None, status: None, configuration: Some("two") };
    ops::update_loan(workspace, caller, "L-1", with).unwrap();
    let second = ops::validation_report(workspace, caller, "L-1").unwrap();
    assert_eq!(second.configuration_id, Some(configuration.configuration_id));
    assert_eq!((second.summary.passed, second.summary.failed, second.summary.missing), (1, 0, 1));
    let line = lines(&second).pop().unwrap();
    assert_eq!(line, ["document_missing", "the loan", "missing", "", "the loan has 1 of 2 of: W-2"]);

    let without = UpdateLoan { external_loan_id: None, status: None, configuration: Some("none") };
    ops::update_loan(workspace, caller, "L-1", without).unwrap();
    assert_eq!(ops::validation_report(workspace, caller, "L-1").unwrap(), first, "each configuration has its newest");
    assert_eq!(kept(), [first, second]);
}

#[test]
fn the_program_makes_shows_and_lists_them() {
    let package = configured();
    let run = |rest: &[&str]| package.program.ok(&[&["report"][..], rest].concat());
    let printed = run(&["checklist", "--loan", "L-3", "--configuration", "closing", "--format", "json"]);
    let made: serde_json::Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(made["summary"], json!({ "passed": 3, "failed": 4, "missing": 4 }));
    assert_eq!(made["kind"], "condition_checklist");
    let members: Vec<&String> = made["items"][0].as_object().unwrap().keys().collect();
    assert_eq!(members, ["code", "detail", "documentId", "label", "status"]);
    let table = run(&["checklist", "--loan", "L-3", "--configuration", "closing"]);
    assert!(table.contains("L-3/2") && table.contains("the borrower's signature is missing"), "{table}");
    let listed = run(&["kept", "--loan", "L-3"]);
    assert_eq!(listed.lines().filter(|line| line.contains("checklist")).count(), 2, "{listed}");
    let one = run(&["kept", "--loan", "L-3", made["reportId"].as_str().unwrap(), "--format", "json"]);
    assert_eq!(serde_json::from_str::<serde_json::Value>(&one).unwrap(), made);
    assert!(run(&["audit", "--loan", "L-2"]).contains("los: L-2/1.pdf"));
    let ran = package.program.run(&["report", "validation", "--loan", "L-3"]);
    assert_eq!(ran.code, Some(5), "{}", ran.stderr);
    assert_eq!(package.program.run(&["report", "checklist", "--loan", "L-3"]).code, Some(2));
}
