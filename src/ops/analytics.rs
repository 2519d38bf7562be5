//! What happened, and how well the pipeline does.

use super::{Caller, find_document, find_loan};
use crate::error::{Error, Result};
use crate::model::{EventId, EventType, Timestamp};
use crate::reports::first_moment;
use crate::store::{EventFilter, Reader};
use crate::views::{EventView, EventsView, MetricsView, TimelineView};
use crate::workspace::Workspace;

/// The most events of a page.
const LARGEST_PAGE: usize = 500;

/// The events of a page when nothing is said.
const USUAL_PAGE: usize = 10;

/// Which events are asked for.
#[derive(Debug, Clone, Copy, Default)]
pub struct EventQuery<'q> {
    /// Of these types, with commas between; of all when nothing is said.
    pub types: Option<&'q str>,
    /// Of this loan, by the caller's id or its own.
    pub loan: Option<&'q str>,
    /// Of this document.
    pub document: Option<&'q str>,
    /// On this day, or at this moment, or later.
    pub since: Option<&'q str>,
    /// Behind the page that came with this cursor.
    pub cursor: Option<&'q str>,
    /// How many, 1 to 500; 10 when nothing is said.
    pub limit: Option<usize>,
}

/// Returns a page of the tenant's events, in the order in which they became known.
///
/// # Errors
/// `InvalidInput` for a type, limit or cursor that cannot be, `NotFound` for an unknown loan or document.
pub fn events(workspace: &Workspace, caller: &Caller, query: &EventQuery<'_>) -> Result<EventsView> {
    let limit = query.limit.unwrap_or(USUAL_PAGE);
    if !(1..=LARGEST_PAGE).contains(&limit) {
        return Err(Error::invalid_input(format!("limit is {limit}")).hint(format!("use 1 to {LARGEST_PAGE}")));
    }
    let types = query.types.map(event_types).transpose()?.unwrap_or_default();
    let since = query.since.map(|text| first_moment("since", text)).transpose()?;
    let tenant = caller.tenant.id;
    workspace.store.read(|reader| {
        let mut filter = EventFilter { types, since, ..EventFilter::default() };
        if let Some(loan) = query.loan {
            filter.loan = Some(find_loan(reader, caller, loan)?.id);
        }
        if let Some(document) = query.document {
            let document = find_document(reader, caller, document)?;
            if filter.loan.is_some_and(|loan| loan != document.loan) {
                return Err(Error::invalid_input(format!("document {} is of another loan", document.id)));
            }
            (filter.loan, filter.document) = (Some(document.loan), Some(document.id));
        }
        let start = match query.cursor {
            Some(cursor) => place_of(reader, caller, cursor)?,
            None => 0,
        };
        // One more than asked for tells whether there is a further page.
        let mut found = reader.events(tenant, &filter, start, limit + 1)?;
        let is_last = found.len() <= limit;
        found.truncate(limit);
        let last = found.last().map_or(EventId::NIL, |placed| placed.event.id);
        let resume = match (found.is_empty(), query.cursor) {
            (true, Some(cursor)) => cursor.to_string(),
            _ => last.uuid().simple().to_string(),
        };
        Ok(EventsView {
            data: found.into_iter().map(|placed| EventView::new(tenant, placed.event)).collect(),
            next_cursor: (!is_last).then(|| resume.clone()),
            resume_cursor: resume,
        })
    })
}

/// Returns what happened to a loan, in order, and how long its stages took.
///
/// # Errors
/// `NotFound` for an unknown loan.
pub fn timeline(workspace: &Workspace, caller: &Caller, loan: &str) -> Result<TimelineView> {
    workspace.store.read(|reader| {
        let loan = find_loan(reader, caller, loan)?;
        Ok(TimelineView::new(&reader.events_of_loan(caller.tenant.id, loan.id)?))
    })
}

/// Returns figures of the documents that were received from one moment on and before another, trashed ones left out.
///
/// # Errors
/// Any failure of the store.
pub fn metrics(
    workspace: &Workspace,
    caller: &Caller,
    from: Option<Timestamp>,
    before: Option<Timestamp>,
) -> Result<MetricsView> {
    let tenant = caller.tenant.id;
    workspace.store.read(|reader| {
        let documents = reader.document_metrics(tenant, from, before)?;
        Ok(MetricsView::new(&documents, &reader.stage_metrics(tenant, from, before)?))
    })
}

fn event_types(list: &str) -> Result<Vec<EventType>> {
    let names = list.split(',').map(str::trim).filter(|name| !name.is_empty());
    names
        .map(|name| {
            name.parse().map_err(|_| {
                let known: Vec<&str> = EventType::ALL.iter().map(|known| known.as_str()).collect();
                Error::invalid_input(format!("there is no event type {name}"))
                    .hint(format!("there are {}", known.join(", ")))
            })
        })
        .collect()
}

/// Reads a cursor: the id of the last event of a page, which tells nothing of other tenants; the nil id stands before
/// the first.
fn place_of(reader: &Reader<'_>, caller: &Caller, cursor: &str) -> Result<i64> {
    let wrong =
        || Error::invalid_input("cursor is none of ours").hint("use nextCursor or resumeCursor of a page before");
    let id: EventId = cursor.parse().map_err(|_| wrong())?;
    if id == EventId::NIL {
        return Ok(0);
    }
    reader.event_place(caller.tenant.id, id)?.ok_or_else(wrong)
}
