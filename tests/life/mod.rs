//! What people do with documents, and what follows: each test opens a workspace of its own.

mod audit;
mod corrections;
mod edits;
mod exceptions;
mod field_names;
mod learning;
mod missing;
mod review;
mod segments;
mod tenant;
mod transitions;
mod trash;
mod versions;

use crate::support::Engine;
use loanfile::model::{EventType, TaskStatus};
use loanfile::ops::{self, Action, TaskQuery, ValueChange};
use loanfile::views::{DocumentView, PackageView, TaskView};
use serde_json::Value;
use std::sync::atomic::AtomicBool;

/// A gift letter whose signature line is empty.
const UNSIGNED: &str = "GIFT LETTER\n\
    I, Marta Vandermeer, do hereby certify that I have made a gift of $12,500.00\n\
    to Ottoline Vandermeer.\n\
    Relationship of donor to borrower: Mother\n\
    Date of transfer: 05/02/2025\n\
    No repayment of this gift is expected or implied.\n\
    Source of funds: Tollgate Savings Bank, account number XXXXXX4410\n\
    Donor telephone: (802) 555-0143\n \n \n\
    ______________________________          ______________\n\
    Donor Signature                                      Date\n";

/// A wage statement of which everything is printed.
fn wage_statement(year: u32, wages: &str) -> String {
    crate::support::w2("Ada Moreno", "123-45-6789", year, wages)
}

/// An engine with one processed loan, `L-1`, of the given files of one page.
fn processed(pages: &[&str]) -> Engine {
    let engine = Engine::new();
    for (index, page) in pages.iter().enumerate() {
        engine.ingest("L-1", &format!("{index}.pdf"), &[page]);
    }
    engine.process();
    engine
}

fn package(engine: &Engine) -> PackageView {
    ops::loan_package(&engine.workspace, &engine.caller, "L-1").unwrap()
}

fn document(engine: &Engine, name: &str) -> DocumentView {
    ops::document(&engine.workspace, &engine.caller, name).unwrap()
}

fn value<'d>(document: &'d DocumentView, field: &str) -> Option<&'d str> {
    let id = format!("{}.{field}", document.document_type_id.as_ref().unwrap());
    let field = document.fields.iter().find(|found| found.field_type_id.as_str() == id)?;
    Some(&field.field_value)
}

fn tasks(engine: &Engine, status: Option<TaskStatus>) -> Vec<TaskView> {
    let query = TaskQuery { status, ..TaskQuery::default() };
    ops::tasks(&engine.workspace, &engine.caller, &query, 500).unwrap()
}

fn settle(engine: &Engine) {
    ops::settle(&engine.workspace, &engine.caller, &engine.workers, &AtomicBool::new(false)).unwrap();
}

fn change(document: &str, field: &str, action: Action) -> ValueChange {
    let (field, row) = ops::parse_field(field).unwrap();
    ValueChange { document: document.to_string(), field, row, action, origin: String::new() }
}

fn set(engine: &Engine, document: &str, field: &str, value: &str) {
    let change = change(document, field, Action::Set(value.to_string()));
    ops::correct_values(&engine.workspace, &engine.caller, vec![change]).unwrap();
}

/// The loan's events in order, with the stage they belong to.
fn events(engine: &Engine) -> Vec<(EventType, Option<String>, Value)> {
    let tenant = engine.caller.tenant.id;
    let loan = package(engine).loan.loan_id;
    let events = engine.workspace.store.read(|reader| reader.events_of_loan(tenant, loan)).unwrap();
    events
        .into_iter()
        .map(|event| (event.event_type, event.stage.map(|stage| stage.to_string()), event.payload))
        .collect()
}

/// The types of the events that came after the first so many.
fn told_since(engine: &Engine, count: usize) -> Vec<EventType> {
    events(engine).into_iter().skip(count).map(|(event_type, ..)| event_type).collect()
}
