//! Which rows a report has, in which order, and how they come page by page.

use super::package::{FIRST_OF_APRIL, Package, id};
use loanfile::model::{DocumentId, ProcessingStatus};
use loanfile::ops::{self, ReportPage};
use loanfile::reports::{self, ReportFilter};
use uuid::Uuid;

fn received(package: &Package, from: Option<&str>, to: Option<&str>, loans: Option<&str>) -> Vec<String> {
    let filter = ReportFilter::read(from, to, loans).unwrap();
    let ids = package.rows("Loan Processing", &filter).into_iter().map(|row| row[2].clone());
    ids.map(|document| document.trim_start_matches(['0', '-']).to_string()).collect()
}

#[test]
fn a_date_is_a_whole_day_in_utc() {
    let package = Package::new();
    let last_day = ["311", "312", "313", "314", "111"];
    assert_eq!(received(&package, Some("2026-03-31"), Some("2026-03-31"), None), last_day);
    assert_eq!(received(&package, Some("2026-04-01"), None, None), ["121"]);
    assert_eq!(received(&package, None, Some("2026-03-30"), None), ["211", "212", "213"]);
    assert_eq!(received(&package, None, Some(FIRST_OF_APRIL), Some("L-1")), ["111", "121"], "the last moment counts");
    assert_eq!(received(&package, Some("2026-04-01T01:59:59+02:00"), None, None), ["111", "121"]);
    assert_eq!(received(&package, Some("2026-04-02"), None, None), Vec::<String>::new());
}

#[test]
fn every_report_keeps_to_days_and_loans() {
    let package = Package::new();
    let nothing = ReportFilter::read(Some("2027-01-01"), None, None).unwrap();
    let unknown = ReportFilter::read(None, None, Some("L-99, nobody")).unwrap();
    for report in reports::catalog().iter().filter(|report| report.name() != "Threshold Simulation") {
        assert!(package.rows(report.name(), &nothing).is_empty(), "{}", report.name());
        assert!(package.rows(report.name(), &unknown).is_empty(), "{}", report.name());
        let all = package.all(report.name());
        let column = report.columns().iter().position(|column| column.key == "externalLoanId").unwrap();
        for loan in ["L-1", "L-2", "L-3"] {
            let filter = ReportFilter::read(None, None, Some(&format!(" {loan} ,L-99,{loan}"))).unwrap();
            let of_loan: Vec<Vec<String>> = all.iter().filter(|row| row[column] == loan).cloned().collect();
            assert_eq!(
                without_hours(package.rows(report.name(), &filter)),
                without_hours(of_loan),
                "{}",
                report.name()
            );
        }
    }
}

/// How long a task waits differs from one moment to the next.
fn without_hours(mut rows: Vec<Vec<String>>) -> Vec<Vec<String>> {
    for row in rows.iter_mut().filter(|row| row.len() == 12 && row[3] == "VALIDATION") {
        row.pop();
    }
    rows
}

#[test]
fn wrong_dates_are_refused() {
    for (from, to) in [(Some("31.3.2026"), None), (None, Some("2026-02-30")), (Some("2026-04-02"), Some("2026-04-01"))]
    {
        assert!(ReportFilter::read(from, to, None).is_err(), "{from:?} {to:?}");
    }
}

#[test]
fn old_copied_and_unread_statements_have_no_rows() {
    let package = Package::new();
    let tenant = package.caller.tenant.id;
    let change = |number: u128, change: fn(&mut loanfile::model::Document)| {
        package.write(|_, writer| {
            let mut document = writer.document(tenant, DocumentId::new(Uuid::from_u128(number))).unwrap().unwrap();
            change(&mut document);
            writer.save_document(tenant, &document).unwrap();
        });
    };
    change(0x111, |document| document.current_version = false);
    change(0x121, |document| document.duplicate_of = Some(DocumentId::new(Uuid::from_u128(0x111))));
    change(0x212, |document| document.processing_status = ProcessingStatus::Failed);
    let rows = package.all("Bank Statement Analysis");
    assert_eq!(rows.iter().map(|row| row[3].clone()).collect::<Vec<_>>(), [format!("/documents/{}", id(0x211))]);
    assert_eq!(package.all("Deposit Detail").len(), 1);
    change(0x211, |document| document.trashed = true);
    assert!(package.all("Bank Statement Analysis").is_empty());
}

#[test]
fn pages_join_to_the_whole() {
    let package = Package::new();
    let (workspace, caller) = (&package.workspace, &package.caller);
    let filter = ReportFilter::default();
    for limit in 1..=9 {
        let (mut rows, mut cursor) = (Vec::new(), None);
        loop {
            let page = ReportPage { limit: Some(limit), cursor };
            let view = ops::loan_processing(workspace, caller, &filter, &page).unwrap();
            assert!(view.data.rows.len() <= limit);
            rows.extend(view.data.rows.iter().map(|row| row["documentId"].as_str().unwrap().to_string()));
            cursor = view.data.meta.next_cursor;
            if cursor.is_none() {
                break;
            }
        }
        let all: Vec<String> = package.all("Loan Processing").into_iter().map(|row| row[2].clone()).collect();
        assert_eq!(rows, all, "pages of {limit}");
    }
    let all = package.all("AI Performance").len();
    for limit in [1, 2, 5, 100] {
        let (mut rows, mut cursor) = (0, None);
        loop {
            let page = ReportPage { limit: Some(limit), cursor };
            let view = ops::ai_performance(workspace, caller, &filter, &page).unwrap();
            let mut documents: Vec<&str> = view.data.iter().map(|row| row["documentId"].as_str().unwrap()).collect();
            documents.dedup();
            assert!(documents.len() <= limit, "{} documents on a page of {limit}", documents.len());
            rows += view.data.len();
            cursor = view.meta.next_cursor;
            if cursor.is_none() {
                break;
            }
        }
        assert_eq!(rows, all, "pages of {limit}");
    }
}

#[test]
fn what_is_no_page_is_refused() {
    let package = Package::new();
    let ask = |page: &ReportPage| {
        ops::loan_processing(&package.workspace, &package.caller, &ReportFilter::default(), page).err()
    };
    assert!(ask(&ReportPage { limit: Some(0), cursor: None }).is_some());
    assert!(ask(&ReportPage { limit: Some(1001), cursor: None }).is_some());
    assert!(ask(&ReportPage { limit: None, cursor: Some("0123".to_string()) }).is_some());
    assert!(ask(&ReportPage { limit: None, cursor: Some("zz".repeat(44)) }).is_some());
}
