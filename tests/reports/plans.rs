//! Every list and report finds its rows by an index: no statement looks at all of a large table.

use super::package::Package;
use loanfile::model::TaskStatus;
use loanfile::ops::{self, LoanQuery, PageOf, ReportPage, TaskQuery};
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
