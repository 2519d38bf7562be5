//! A small package made by hand: three loans whose every value is known.

use crate::support::Program;
use loanfile::income::{IncomeCase, IncomeData};
use loanfile::model::{
    Confidence, Document, DocumentId, DocumentPlace, DocumentTypeId, Field, FieldTypeId, Finding, IncomeRunId,
    IncomeRunStatus, Loan, LoanId, LoanStatus, Origin, ProcessingStatus, ReviewTask, Severity, Source, SourceFile,
    SourceFileId, Stage, TaskField, TaskId, TaskKind, TaskStatus, Timestamp, UploadStatus, ValidationStatus,
};
use loanfile::ops::{self, Caller};
use loanfile::reports::write::RowWriter;
use loanfile::reports::{Cell, ReportFilter};
use loanfile::store::{FindingOrigin, IncomeRun, IncomeRunEnd, Push, Writer};
use loanfile::workspace::{DEFAULT_TENANT, Workspace};
use serde_json::json;
use uuid::Uuid;

/// Received in the last millisecond of March, at the first moment of April, in the middle of March, and in its last day.
pub const LAST_OF_MARCH: &str = "2026-03-31T23:59:59.999Z";
pub const FIRST_OF_APRIL: &str = "2026-04-01T00:00:00.000Z";
pub const MIDDLE_OF_MARCH: &str = "2026-03-15T10:00:00.000Z";
pub const NOON: &str = "2026-03-31T12:00:00.000Z";

/// The workspace with the package.
pub struct Package {
    pub program: Program,
    pub workspace: Workspace,
    pub caller: Caller,
}

/// A document of the package.
pub struct Paper<'p> {
    pub number: u128,
    pub loan: u128,
    pub file: u128,
    pub pages: (u32, u32),
    pub document_type: &'p str,
    pub fields: &'p [(&'p str, Option<u32>, &'p str)],
}

/// Returns the id with a number: `00000000-0000-0000-0000-000000000011` for 0x11.
pub fn id(number: u128) -> String {
    Uuid::from_u128(number).to_string()
}

pub fn moment(text: &str) -> Timestamp {
    Timestamp::from_micros(text.parse::<chrono::DateTime<chrono::Utc>>().unwrap().timestamp_micros())
}

impl Package {
    /// Makes the package.
    pub fn new() -> Self {
        let program = Program::new();
        let workspace = Workspace::open(&program.workspace()).unwrap();
        let caller = ops::caller(&workspace, DEFAULT_TENANT, "tester").unwrap();
        let package = Self { program, workspace, caller };
        package.write(|package, writer| {
            for (loan, name) in [(0x1, "L-1"), (0x2, "L-2"), (0x3, "L-3")] {
                package.loan(writer, loan, name);
            }
            package.file(writer, 0x11, 0x1, 1, "march.pdf", LAST_OF_MARCH);
            package.file(writer, 0x12, 0x1, 2, "april.pdf", FIRST_OF_APRIL);
            package.file(writer, 0x21, 0x2, 1, "=2+3.pdf", MIDDLE_OF_MARCH);
            package.file(writer, 0x31, 0x3, 1, "closing.pdf", NOON);
            package.statements(writer);
            package.others(writer);
            package.income(writer);
        });
        package
    }

    /// Returns the rows of a report as text.
    pub fn rows(&self, report: &str, filter: &ReportFilter) -> Vec<Vec<String>> {
        let report = ops::report_named(&self.workspace, &self.caller, report).unwrap();
        let mut rows = Vec::new();
        let count =
            ops::write_report(&self.workspace, &self.caller, report, filter, Box::new(Collected(&mut rows))).unwrap();
        assert_eq!(count, rows.len() as u64);
        rows
    }

    /// Returns all rows of a report as text.
    pub fn all(&self, report: &str) -> Vec<Vec<String>> {
        self.rows(report, &ReportFilter::default())
    }

    /// Changes the store.
    pub fn write(&self, change: impl FnOnce(&Self, &Writer<'_>)) {
        self.workspace
            .store
            .write(|writer| {
                change(self, writer);
                Ok(())
            })
            .unwrap();
    }

    fn loan(&self, writer: &Writer<'_>, number: u128, name: &str) {
        let now = moment(MIDDLE_OF_MARCH);
        let loan = Loan {
            id: LoanId::new(Uuid::from_u128(number)),
            external_loan_id: name.to_string(),
            status: LoanStatus::Active,
            configuration: None,
            created_at: now,
            updated_at: now,
        };
        writer.add_loan(self.caller.tenant.id, &loan).unwrap();
    }

    fn file(&self, writer: &Writer<'_>, number: u128, loan: u128, position: u32, name: &str, received: &str) {
        let received = moment(received);
        let file = SourceFile {
            id: SourceFileId::new(Uuid::from_u128(number)),
            loan: LoanId::new(Uuid::from_u128(loan)),
            position,
            file_name: name.to_string(),
            size_bytes: 1000,
            sha256: format!("{number:064x}"),
            page_count: 10,
            upload_status: UploadStatus::Completed,
            failure: None,
            origin: Origin::Cli,
            password: None,
            created_at: received,
            updated_at: received,
        };
        writer.add_source_file(self.caller.tenant.id, &file).unwrap();
    }

    /// Adds a document, or puts it in the place of the one with its number.
    pub fn paper(&self, writer: &Writer<'_>, paper: &Paper<'_>, change: impl FnOnce(&mut Document, &mut Vec<Field>)) {
        let file = SourceFileId::new(Uuid::from_u128(paper.file));
        let place = DocumentPlace {
            loan: LoanId::new(Uuid::from_u128(paper.loan)),
            source_file: file,
            source_position: u32::from(paper.file == 0x12) + 1,
            first_page: paper.pages.0,
            last_page: paper.pages.1,
        };
        let mut document =
            Document::new(DocumentId::new(Uuid::from_u128(paper.number)), place, moment(MIDDLE_OF_MARCH));
        document.next_stage = None;
        document.processing_status = ProcessingStatus::Extracted;
        document.validation = ValidationStatus::Passed;
        document.document_type = Some(DocumentTypeId::new(paper.document_type));
        document.document_type_confidence = Some(Confidence::new(0.95));
        let field = |(name, row, value): &(&str, Option<u32>, &str)| Field {
            field_type: FieldTypeId::new(format!("{}.{name}", paper.document_type)),
            row_index: *row,
            value: (*value).to_string(),
            raw_value: (*value).to_string(),
            confidence: Confidence::new(0.9),
            source: Source::TextLayer,
            manually_corrected: false,
            confirmed: false,
            extracted_value: None,
            place: None,
            updated_at: moment(MIDDLE_OF_MARCH),
        };
        let mut fields: Vec<Field> = paper.fields.iter().map(field).collect();
        change(&mut document, &mut fields);
        writer.save_document(self.caller.tenant.id, &document).unwrap();
        writer.replace_fields(self.caller.tenant.id, document.id, &fields).unwrap();
    }

    /// Statements: two accounts in March of which the second does not add up; the first again in April, without its end;
    /// one of another loan that receives pay; one of which hardly anything was read.
    fn statements(&self, writer: &Writer<'_>) {
        let statement = |number, loan, file, pages, fields: &[(&str, Option<u32>, &str)]| {
            let paper = Paper { number, loan, file, pages, document_type: "bank_statement", fields };
            self.paper(writer, &paper, |_, _| {});
        };
        statement(
            0x111,
            0x1,
            0x11,
            (1, 3),
            &[
                ("bank_name", None, "Summit Bank"),
                ("account_holder_name", None, "Ada Moreno"),
                ("account_number", None, "000123456789"),
                ("account_type", None, "Checking"),
                ("statement_start_date", None, "2026-03-01"),
                ("statement_end_date", None, "2026-03-31"),
                ("beginning_balance", None, "1000.00"),
                ("total_deposits", None, "6500.00"),
                ("total_withdrawals", None, "700.00"),
                ("ending_balance", None, "6800.00"),
                ("number_of_overdrafts", None, "2"),
                ("accounts.account_number", Some(0), "000123456789"),
                ("accounts.account_type", Some(0), "Checking"),
                ("accounts.account_number", Some(1), "987650001111"),
                ("accounts.account_type", Some(1), "Savings"),
                ("accounts.beginning_balance", Some(1), "500.00"),
                ("accounts.ending_balance", Some(1), "800.00"),
                ("accounts.total_deposits", Some(1), "250.00"),
                ("accounts.total_withdrawals", Some(1), "0.00"),
                ("transactions.account_number", Some(0), "000123456789"),
                ("transactions.date", Some(0), "2026-03-05"),
                ("transactions.description", Some(0), "GRANITE TOOLS PAYROLL 0305"),
                ("transactions.amount", Some(0), "2300.00"),
                ("transactions.account_number", Some(1), "000123456789"),
                ("transactions.date", Some(1), "2026-03-19"),
                ("transactions.description", Some(1), "Mobile Deposit Ref 884410023"),
                ("transactions.amount", Some(1), "4200.00"),
                ("transactions.account_number", Some(2), "000123456789"),
                ("transactions.date", Some(2), "2026-03-20"),
                ("transactions.description", Some(2), "Online Transfer to 1111"),
                ("transactions.amount", Some(2), "-250.00"),
                ("transactions.account_number", Some(3), "000123456789"),
                ("transactions.date", Some(3), "2026-03-28"),
                ("transactions.description", Some(3), "Rent"),
                ("transactions.amount", Some(3), "-450.00"),
                ("transactions.account_number", Some(4), "987650001111"),
                ("transactions.date", Some(4), "2026-03-21"),
                ("transactions.description", Some(4), "Transfer from checking 6789"),
                ("transactions.amount", Some(4), "250.00"),
            ],
        );
        statement(
            0x121,
            0x1,
            0x12,
            (1, 2),
            &[
                ("bank_name", None, "Summit Bank"),
                ("account_holder_name", None, "Ada Moreno"),
                ("account_number", None, "000123456789"),
                ("statement_end_date", None, "2026-04-30"),
                ("beginning_balance", None, "6800.00"),
                ("total_deposits", None, "2310.00"),
                ("transactions.date", Some(0), "2026-04-02"),
                ("transactions.description", Some(0), "GRANITE TOOLS PAYROLL 0402"),
                ("transactions.amount", Some(0), "2310.00"),
            ],
        );
        statement(
            0x211,
            0x2,
            0x21,
            (1, 1),
            &[
                ("bank_name", None, "Tollgate Savings"),
                ("account_number", None, "XXXXXX4410"),
                ("beginning_balance", None, "100.00"),
                ("total_deposits", None, "6000.00"),
                ("total_withdrawals", None, "90.00"),
                ("total_service_fees", None, "10.00"),
                ("ending_balance", None, "6000.00"),
                ("transactions.date", Some(0), "2026-02-10"),
                ("transactions.description", Some(0), "-Harbor Payroll"),
                ("transactions.amount", Some(0), "6000.00"),
            ],
        );
        statement(0x212, 0x2, 0x21, (2, 2), &[("account_number", None, "5555"), ("ending_balance", None, "12.00")]);
    }

    /// A document that failed; a wage statement with a corrected value; a Note and a Closing Disclosure that disagree;
    /// an old version of the Note; a document in the trash.
    fn others(&self, writer: &Writer<'_>) {
        let tenant = self.caller.tenant.id;
        let paper = |number, loan, file, pages, document_type, fields| Paper {
            number,
            loan,
            file,
            pages,
            document_type,
            fields,
        };
        self.paper(writer, &paper(0x213, 0x2, 0x21, (3, 3), "w2", &[]), |document, _| {
            document.processing_status = ProcessingStatus::Failed;
            document.document_type = None;
            document.document_type_confidence = None;
            document.validation = ValidationStatus::NotRun;
        });
        let wages =
            [("tax_year", None, "2025"), ("employee_ssn", None, "123-45-6789"), ("employee_name", None, "Ada Moreno")];
        self.paper(writer, &paper(0x311, 0x3, 0x31, (1, 1), "w2", &wages), |document, fields| {
            document.document_type_confidence = Some(Confidence::new(0.72));
            fields[0].manually_corrected = true;
            fields[0].extracted_value = Some("2023".to_string());
            fields[0].confidence = Confidence::new(0.7);
            fields[1].confidence = Confidence::new(0.99);
            fields[2].confidence = Confidence::new(0.84);
        });
        let note = [("principal_amount", None, "300000.00"), ("interest_rate", None, "6.5")];
        self.paper(writer, &paper(0x312, 0x3, 0x31, (2, 3), "promissory_note", &note), |document, _| {
            document.version_identifier = Some("2".to_string());
            document.signature_expected = Some(true);
            document.signature_found = Some(true);
        });
        let disclosure = [("loan_amount", None, "310000.00"), ("interest_rate", None, "6.5")];
        self.paper(writer, &paper(0x313, 0x3, 0x31, (4, 8), "closing_disclosure", &disclosure), |document, _| {
            document.validation = ValidationStatus::Failed;
        });
        self.paper(writer, &paper(0x314, 0x3, 0x31, (9, 9), "promissory_note", &[]), |document, _| {
            document.current_version = false;
            document.version_identifier = Some("1".to_string());
            document.signature_expected = Some(true);
            document.signature_found = Some(false);
        });
        self.paper(writer, &paper(0x315, 0x3, 0x31, (10, 10), "w2", &wages), |document, _| document.trashed = true);
        let disclosure = DocumentId::new(Uuid::from_u128(0x313));
        let differs = Finding::new("loan_amount_differs", Severity::Error, "the loan amount is 310000.00")
            .comparing("300000.00", "310000.00");
        let gap = Finding::new("pages_missing", Severity::Warning, "page 3 of 6 is missing").on_page(3);
        writer.replace_findings(tenant, disclosure, FindingOrigin::Loan, std::slice::from_ref(&differs)).unwrap();
        writer.replace_findings(tenant, disclosure, FindingOrigin::Stage(Stage::LosValidator), &[gap]).unwrap();
        let missing = Finding::new("document_missing", Severity::Error, "the loan has no Allonge");
        writer.replace_loan_findings(tenant, LoanId::new(Uuid::from_u128(0x3)), &[missing]).unwrap();
        self.tasks(writer, disclosure, differs);
        let push = Push {
            document: DocumentId::new(Uuid::from_u128(0x211)),
            target: "los".to_string(),
            key: "one".to_string(),
            location: "L-2/1.pdf".to_string(),
            pushed_at: moment("2026-03-15T10:01:30.500Z"),
        };
        writer.add_push(tenant, &push).unwrap();
    }

    fn tasks(&self, writer: &Writer<'_>, document: DocumentId, finding: Finding) {
        let open = ReviewTask {
            id: TaskId::new(Uuid::from_u128(0x91)),
            loan: LoanId::new(Uuid::from_u128(0x3)),
            document,
            kind: TaskKind::Validation,
            status: TaskStatus::Open,
            reason: "1 check failed".to_string(),
            fields: Vec::new(),
            findings: vec![finding],
            assignee: Some("grace".to_string()),
            created_at: moment(NOON),
            resolved_at: None,
            resolved_by: None,
            resolution: None,
            note: None,
        };
        let field = TaskField {
            field_type_id: FieldTypeId::new("w2.tax_year"),
            row_index: None,
            field_confidence: Confidence::new(0.7),
        };
        let done = ReviewTask {
            id: TaskId::new(Uuid::from_u128(0x92)),
            document: DocumentId::new(Uuid::from_u128(0x311)),
            kind: TaskKind::Extraction,
            fields: vec![field],
            findings: Vec::new(),
            ..open.clone()
        };
        for task in [&open, &done] {
            writer.open_task(self.caller.tenant.id, task).unwrap();
            writer.save_task(self.caller.tenant.id, task).unwrap();
        }
        let resolved = ReviewTask { status: TaskStatus::Resolved, resolved_at: Some(moment(NOON)), ..done };
        writer.save_task(self.caller.tenant.id, &resolved).unwrap();
    }

    /// A completed run of L-1 with two sources, and a failed one after it.
    fn income(&self, writer: &Writer<'_>) {
        let tenant = self.caller.tenant.id;
        let case: IncomeCase = serde_json::from_value(json!({
            "guideline": "FANNIE_MAE", "asOfDate": "2026-04-05", "applicationDate": null, "transaction": "PURCHASE",
            "reviewThreshold": 0.8, "largeDeposit": { "kind": "percent_of_income", "value": 50 }, "papers": [],
        }))
        .unwrap();
        let stream = |id: &str, kind: &str, payer: &str, monthly: f64, include: bool, change: Option<f64>| {
            json!({
                "streamId": id, "streamKey": id, "type": kind, "payer": payer, "monthlyAmount": monthly,
                "annualAmount": monthly * 12.0, "includeInTotal": include, "method": "AVERAGE",
                "trend": { "direction": if change.is_some() { "DECLINING" } else { "STABLE" }, "changePct": change },
            })
        };
        let warning =
            json!({ "code": "INCOME_DECLINING", "severity": "HIGH", "streamId": "s2", "message": "it falls" });
        let result: IncomeData = serde_json::from_value(json!({
            "schemaVersion": "1.0", "guideline": "FANNIE_MAE", "rulesVersion": "2026-03",
            "engine": { "name": "embedded", "version": "1" }, "asOfDate": "2026-04-05", "totalMonthlyIncome": 8250.00,
            "borrowers": [{ "borrowerId": "b1", "name": "Ada Moreno", "totalMonthlyIncome": 8250.00, "streams": [
                stream("s1", "BASE_PAY", "Granite Tools", 8250.00, true, None),
                stream("s2", "BONUS", "Granite Tools", 410.5, false, Some(-12.5)),
            ]}],
            "warnings": [warning],
        }))
        .unwrap();
        let mut run = IncomeRun {
            id: IncomeRunId::new(Uuid::from_u128(0x71)),
            loan: LoanId::new(Uuid::from_u128(0x1)),
            status: IncomeRunStatus::Active,
            guideline: case.guideline,
            edition: "asked".to_string(),
            engine: "embedded".to_string(),
            engine_version: None,
            requested_by: "tester".to_string(),
            created_at: moment(FIRST_OF_APRIL),
            calculated_at: None,
            inputs_sha256: "0".repeat(64),
            result: None,
            failure: None,
            owner: None,
        };
        let now = moment("2026-04-05T08:00:00.000Z");
        writer.add_income_run(tenant, &run, &case, &[]).unwrap();
        writer.end_income_run(tenant, run.id, &IncomeRunEnd::Completed(result), now).unwrap();
        run.id = IncomeRunId::new(Uuid::from_u128(0x72));
        writer.add_income_run(tenant, &run, &case, &[]).unwrap();
        let failure = loanfile::store::RunFailure { code: "ENGINE_TIMEOUT".to_string(), message: "late".to_string() };
        writer.end_income_run(tenant, run.id, &IncomeRunEnd::Failed(failure), now).unwrap();
    }
}

/// Keeps the rows as text.
struct Collected<'r>(&'r mut Vec<Vec<String>>);

impl RowWriter for Collected<'_> {
    fn row(&mut self, cells: &[Cell]) -> loanfile::error::Result<()> {
        self.0.push(cells.iter().map(Cell::text).collect());
        Ok(())
    }

    fn finish(self: Box<Self>) -> loanfile::error::Result<()> {
        Ok(())
    }
}
