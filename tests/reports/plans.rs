//! Every list and report finds its rows by an index: no statement looks at all of a large table.

use super::package::Package;
use loanfile::model::{TaskStatus, Timestamp};
use loanfile::ops::{
    self, DocumentQuery, EventQuery, LoanQuery, LoanReportQuery, PageOf, Paged, ReportPage, TaskQuery, TypeNames,
};
use loanfile::reports::{Cell, ReportFilter, catalog, write::RowWriter};

/// Tables that stay small however many loans there are.
const SMALL: [&str; 9] = [
    "tenant",
    "lease",
    "loan_configuration",
    "document_type",
    "field_type",
    "external_field",
    "external_field_mapping",
    "learned_phrase",
    "engine_circuit",
];

struct Nowhere;

impl RowWriter for Nowhere {
    fn row(&mut self, _: &[Cell]) -> loanfile::error::Result<()> {
        Ok(())
    }

    fn finish(self: Box<Self>) -> loanfile::error::Result<()> {
        Ok(())
    }
}

/// Asks for everything that is a list, whole, of a loan, of a time.
fn ask_for_everything(package: &Package) {
    let (workspace, caller) = (&package.workspace, &package.caller);
    let filters = [
        ReportFilter::default(),
        ReportFilter::read(Some("2026-03-01"), Some("2026-03-31"), None).unwrap(),
        ReportFilter::read(None, None, Some("L-1,L-2")).unwrap(),
        ReportFilter::read(Some("2026-03-01"), None, Some("L-1")).unwrap(),
    ];
    for filter in &filters {
        for report in catalog() {
            ops::write_report(workspace, caller, *report, filter, Box::new(Nowhere)).unwrap();
        }
        let page = ReportPage { limit: Some(1), cursor: None };
        ops::loan_processing(workspace, caller, filter, &page).unwrap();
        ops::ai_performance(workspace, caller, filter, &page).unwrap();
    }
    for which in [PageOf::Loan("L-1"), PageOf::Period { from: Some("2026-03-01"), to: None }] {
        ops::report_page(workspace, caller, &which).unwrap();
    }
    for query in [
        LoanQuery::default(),
        LoanQuery { after: Some("L-1".to_string()), ..LoanQuery::default() },
        LoanQuery { status: Some(loanfile::model::LoanStatus::Active), ..LoanQuery::default() },
    ] {
        ops::loans(workspace, caller, &query).unwrap();
    }
    let open = TaskQuery { status: Some(TaskStatus::Open), ..TaskQuery::default() };
    for query in [
        TaskQuery::default(),
        open.clone(),
        TaskQuery { kind: Some(loanfile::model::TaskKind::Validation), ..open.clone() },
        TaskQuery { loan: Some("L-1".to_string()), ..open.clone() },
        TaskQuery { loan: Some("L-1".to_string()), ..TaskQuery::default() },
        TaskQuery { document: Some("L-1/1".to_string()), ..open.clone() },
        TaskQuery { assignee: Some("tester".to_string()), ..open },
        TaskQuery { assignee: Some("tester".to_string()), ..TaskQuery::default() },
    ] {
        ops::tasks(workspace, caller, &query, 10).unwrap();
    }
    ops::next_task(workspace, caller, &TaskQuery::default()).unwrap();
    ops::status(workspace, caller, None).unwrap();
    ops::status(workspace, caller, Some("L-1")).unwrap();
    ops::loan_package(workspace, caller, "L-1").unwrap();
    ops::document(workspace, caller, "L-1/1").unwrap();
    ops::trashed_documents(workspace, caller, "L-1").unwrap();
    ops::boundaries(workspace, caller, "L-1").unwrap();
    ask_for_what_happened(package);
    ask_for_pages(package);
}

/// Asks for events by all that they can be asked for by, timelines and figures.
fn ask_for_what_happened(package: &Package) {
    let (workspace, caller) = (&package.workspace, &package.caller);
    let first = ops::events(workspace, caller, &EventQuery::default()).unwrap();
    let cursor = Some(first.resume_cursor.as_str());
    for query in [
        EventQuery { cursor, ..EventQuery::default() },
        EventQuery { types: Some("MANUAL_CORRECTION"), ..EventQuery::default() },
        EventQuery { types: Some("MANUAL_CORRECTION,STAGE_FAILED"), cursor, ..EventQuery::default() },
        EventQuery { loan: Some("L-1"), ..EventQuery::default() },
        EventQuery { loan: Some("L-1"), types: Some("MANUAL_CORRECTION"), cursor, ..EventQuery::default() },
        EventQuery { document: Some("L-1/1"), ..EventQuery::default() },
        EventQuery { since: Some("2026-03-01"), ..EventQuery::default() },
        EventQuery { since: Some("2026-03-01"), types: Some("MANUAL_CORRECTION"), ..EventQuery::default() },
    ] {
        ops::events(workspace, caller, &query).unwrap();
    }
    ops::timeline(workspace, caller, "L-1").unwrap();
    for from in [None, Some(Timestamp::from_micros(0))] {
        ops::metrics(workspace, caller, from, None).unwrap();
        ops::metrics(workspace, caller, from, Some(Timestamp::from_micros(i64::MAX))).unwrap();
    }
    ops::audit(workspace, caller, None, 0, 10).unwrap();
    ops::audit(workspace, caller, Some("nobody"), 0, 10).unwrap();
}

/// Asks for the pages of lists, and for single things.
fn ask_for_pages(package: &Package) {
    let (workspace, caller) = (&package.workspace, &package.caller);
    for query in [
        LoanQuery { external_loan_id: Some("L-1".to_string()), ..LoanQuery::default() },
        LoanQuery { containing: Some("-1".to_string()), ..LoanQuery::default() },
    ] {
        ops::loans(workspace, caller, &query).unwrap();
    }
    for trashed in [false, true] {
        let query = DocumentQuery { loan: "L-1", trashed, type_names: TypeNames::Included, page: Paged::default() };
        ops::documents(workspace, caller, &query).unwrap();
    }
    ops::values(workspace, caller, "L-1/1", &Paged::default()).unwrap();
    ops::task_page(workspace, caller, &TaskQuery::default(), &Paged::default()).unwrap();
    ops::source_files(workspace, caller, "L-1").unwrap();
    ops::loan_reports(workspace, caller, "L-1", LoanReportQuery::default()).unwrap();
    ops::income_history(workspace, caller, "L-1").unwrap();
    ops::classification(workspace, caller, "L-1/1").unwrap();
    ops::versions_of(workspace, caller, "L-1/1").unwrap();
    ops::corrections_of(workspace, caller, "L-1/1").unwrap();
    ops::keys(workspace, caller, None).unwrap();
    ops::users(workspace, caller).unwrap();
}

#[test]
fn no_list_looks_at_all_of_a_large_table() {
    let package = Package::new();
    package.workspace.store.note_statements();
    ask_for_everything(&package);
    let plans = package.workspace.store.plans().unwrap();
    assert!(plans.len() > 30, "{} statements were noted", plans.len());
    for plan in plans.iter().filter(|plan| !plan.statement.trim_start().starts_with("INSERT")) {
        for step in &plan.steps {
            let Some(scanned) = step.strip_prefix("SCAN ") else { continue };
            let of = scanned.split_whitespace().next().unwrap_or_default();
            // An index that holds only what waits is short, and walking it is what was asked for.
            let is_short = scanned.contains("document_waiting") || scanned.contains("page_unread");
            let is_small = SMALL.contains(&of) || of == "CONSTANT";
            assert!(is_small || is_short, "{step}\n{}", plan.statement);
        }
    }
}

#[test]
fn a_loan_is_found_by_the_loan() {
    let package = Package::new();
    package.workspace.store.note_statements();
    let filter = ReportFilter::read(None, None, Some("L-1")).unwrap();
    for report in catalog() {
        ops::write_report(&package.workspace, &package.caller, *report, &filter, Box::new(Nowhere)).unwrap();
    }
    ops::loan_processing(&package.workspace, &package.caller, &filter, &ReportPage::default()).unwrap();
    ops::status(&package.workspace, &package.caller, Some("L-1")).unwrap();
    for plan in package.workspace.store.plans().unwrap() {
        for step in &plan.steps {
            // Found by the tenant alone means: all of the tenant's rows are looked at.
            let found_by = step.split_once('(').map_or("", |(_, columns)| columns);
            let by_tenant = found_by.starts_with("tenant_id=?)") || found_by.starts_with("tenant_id=? AND created_at");
            let of_small =
                ["tenant", "document_type", "field_type", "external_field", "loan_configuration", "learned_phrase"];
            let is_small = of_small.iter().any(|table| step.starts_with(&format!("SEARCH {table} ")));
            assert!(!by_tenant || is_small, "{step}\n{}", plan.statement);
        }
    }
}
