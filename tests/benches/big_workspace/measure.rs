//! How long lists and reports take on a workspace: the first page, the first rows, and all of them.

use loanfile::error::{Error, Result};
use loanfile::ops::{self, Caller, LoanQuery, ReportPage, TaskQuery};
use loanfile::reports::write::RowWriter;
use loanfile::reports::{Cell, ReportFilter, catalog};
use loanfile::workspace::Workspace;
use std::path::Path;
use std::time::{Duration, Instant};

/// How many rows the first page has.
const PAGE: u64 = 100;

/// How long the whole of a report may take before the rest of it is left.
const LONGEST: Duration = Duration::from_secs(40);

/// Measures and prints a table.
pub fn measure(folder: &Path) {
    let workspace = Workspace::open(folder).unwrap();
    let caller = ops::caller(&workspace, "default", "measurer").unwrap();
    let first = ops::loans(&workspace, &caller, &LoanQuery::default()).unwrap().data;
    let middle = &first[first.len() / 2].external_loan_id;
    println!("| what | ms |\n|---|---:|");
    lists(&workspace, &caller, middle);
    println!("\n| report | first row, ms | first {PAGE} rows, ms | one loan, ms | a day, ms | rows/s |");
    println!("|---|---:|---:|---:|---:|---:|");
    for report in catalog() {
        let whole = ReportFilter::default();
        let loan = ReportFilter::read(None, None, Some(middle)).unwrap();
        let day = ReportFilter::read(Some("2026-02-10"), Some("2026-02-10"), None).unwrap();
        let run = |filter: &ReportFilter, most: u64, longest: Duration| {
            let began = Instant::now();
            let mut counted = Counted { began, first: None, rows: 0, most, longest };
            let ended = ops::write_report(&workspace, &caller, *report, filter, Box::new(&mut counted));
            (began.elapsed(), counted, ended.is_ok())
        };
        let (hundred, counted, _) = run(&whole, PAGE, LONGEST);
        let (one_loan, ..) = run(&loan, u64::MAX, LONGEST);
        let (one_day, ..) = run(&day, PAGE, LONGEST);
        let (all, rows, ended) = run(&whole, u64::MAX, LONGEST);
        println!(
            "| {} | {} | {} | {} | {} | {:.0} ({} rows{}) |",
            report.name(),
            counted.first.map_or_else(|| "-".to_string(), shown),
            shown(hundred),
            shown(one_loan),
            shown(one_day),
            rows.rows as f64 / all.as_secs_f64(),
            rows.rows,
            if ended { "" } else { " until stopped" },
        );
    }
    println!("\npeak memory of the process: {}", peak());
}

fn lists(workspace: &Workspace, caller: &Caller, loan: &str) {
    let whole = ReportFilter::default();
    let one = ReportFilter::read(None, None, Some(loan)).unwrap();
    let page = ReportPage::default();
    let tasks = |query: TaskQuery| ops::tasks(workspace, caller, &query, PAGE).map(drop);
    let of_loan = TaskQuery { loan: Some(loan.to_string()), ..TaskQuery::default() };
    let assigned = TaskQuery { assignee: Some("reviewer".to_string()), ..TaskQuery::default() };
    timed("loans, a page", || ops::loans(workspace, caller, &LoanQuery::default()).map(drop));
    timed("show a loan", || ops::loan_package(workspace, caller, loan).map(drop));
    timed("tasks, a page", || tasks(TaskQuery::default()));
    timed("tasks of a loan", || tasks(of_loan.clone()));
    timed("tasks of a person, a page", || tasks(assigned.clone()));
    timed("status of a loan", || ops::status(workspace, caller, Some(loan)).map(drop));
    timed("status of all loans", || ops::status(workspace, caller, None).map(drop));
    timed("Loan Processing, a page with its summary", || {
        ops::loan_processing(workspace, caller, &whole, &page).map(drop)
    });
    timed("Loan Processing of a loan, with its summary", || {
        ops::loan_processing(workspace, caller, &one, &page).map(drop)
    });
    timed("AI Performance, a page of 100 documents", || {
        ops::ai_performance(workspace, caller, &whole, &page).map(drop)
    });
}

/// The second run of two: a page that is asked for is as a rule not the first of all.
fn timed(what: &str, run: impl Fn() -> Result<()>) {
    run().unwrap();
    let began = Instant::now();
    run().unwrap();
    println!("| {what} | {} |", shown(began.elapsed()));
}

fn shown(time: Duration) -> String {
    format!("{:.1}", time.as_secs_f64() * 1000.0)
}

/// Counts rows and stops when it has enough.
struct Counted {
    began: Instant,
    first: Option<Duration>,
    rows: u64,
    most: u64,
    longest: Duration,
}

impl RowWriter for &mut Counted {
    fn row(&mut self, _: &[Cell]) -> Result<()> {
        self.first.get_or_insert_with(|| self.began.elapsed());
        self.rows += 1;
        if self.rows >= self.most || self.rows.is_multiple_of(1024) && self.began.elapsed() > self.longest {
            return Err(Error::internal("enough"));
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<()> {
        Ok(())
    }
}

/// Returns the largest memory that the process ever held, where the system tells it.
fn peak() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.map_or_else(|| "unknown".to_string(), |value| value.trim().to_string())
}
