//! The event stream.

use super::row::{Mapped, json, moment, parsed, parsed_option, to_json};
use super::{Reader, Writer};
use crate::error::Result;
use crate::model::{DocumentId, Event, EventId, EventType, LoanId, TenantId, Timestamp};
use rusqlite::{Row, params};
use std::time::Duration;

const COLUMNS: &str = "event_id, event_type, loan_id, document_id, source_file_id, stage, occurred_at, payload";

/// By how much an event's moment may lie before its place in the stream: a stage is told when it has ended, with the
/// moment at which it began.
const TOLD_LATE: Duration = Duration::from_secs(24 * 3600);

/// Which events are asked for.
#[derive(Debug, Clone, Default)]
pub struct EventFilter {
    /// Of these types; of all when there is none.
    pub types: Vec<EventType>,
    /// Of this loan.
    pub loan: Option<LoanId>,
    /// Of this document.
    pub document: Option<DocumentId>,
    /// At this moment or later.
    pub since: Option<Timestamp>,
}

/// An event with its place in the stream.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedEvent {
    /// Its place; nobody outside is told.
    pub sequence: i64,
    /// The event.
    pub event: Event,
}

impl Reader<'_> {
    /// Returns the next events behind a place in the stream, in order.
    pub fn events(&self, tenant: TenantId, filter: &EventFilter, after: i64, limit: usize) -> Result<Vec<PlacedEvent>> {
        let Some(after) = self.start_of(tenant, filter, after)? else { return Ok(Vec::new()) };
        // One walk of an index a type: the order of the stream joins them.
        let types: Vec<Option<EventType>> = match filter.types.as_slice() {
            [] => vec![None],
            types => types.iter().copied().map(Some).collect(),
        };
        let mut found = Vec::new();
        for event_type in types {
            found.extend(self.events_of_type(tenant, event_type, filter, after, limit)?);
        }
        found.sort_by_key(|placed: &PlacedEvent| placed.sequence);
        found.dedup_by_key(|placed| placed.sequence);
        found.truncate(limit);
        Ok(found)
    }

    fn events_of_type(
        &self,
        tenant: TenantId,
        event_type: Option<EventType>,
        filter: &EventFilter,
        after: i64,
        limit: usize,
    ) -> Result<Vec<PlacedEvent>> {
        // A loan's events are few: its index goes before that of a type. The plus signs keep the others out of the plan.
        let whose = match (filter.loan, event_type) {
            (Some(_), _) => "+tenant_id = ?1 AND loan_id = ?3 AND (?2 IS NULL OR +event_type = ?2)",
            (None, Some(_)) => "tenant_id = ?1 AND event_type = ?2 AND ?3 IS NULL",
            (None, None) => "tenant_id = ?1 AND ?2 IS NULL AND ?3 IS NULL",
        };
        self.all(
            &format!(
                "SELECT sequence, {COLUMNS} FROM event
                 WHERE {whose} AND sequence > ?4 AND (?5 IS NULL OR document_id = ?5) AND +occurred_at >= ?6
                 ORDER BY sequence LIMIT ?7"
            ),
            params![
                tenant.to_string(),
                event_type.map(EventType::as_str),
                filter.loan.map(|id| id.to_string()),
                after,
                filter.document.map(|id| id.to_string()),
                filter.since.map_or(i64::MIN, Timestamp::micros),
                i64::try_from(limit).unwrap_or(i64::MAX),
            ],
            |row| Ok(PlacedEvent { sequence: row.get("sequence")?, event: event_of_row(row)? }),
        )
    }

    /// Returns a place that no event of the asked moment lies before, so that the walk does not begin years earlier;
    /// `None` when there is no such event.
    fn start_of(&self, tenant: TenantId, filter: &EventFilter, after: i64) -> Result<Option<i64>> {
        let Some(since) = filter.since.filter(|_| filter.loan.is_none()) else { return Ok(Some(after)) };
        let first: Option<Option<i64>> = self.one(
            "SELECT MIN(occurred_at) FROM event WHERE tenant_id = ?1 AND occurred_at >= ?2",
            params![tenant.to_string(), since.micros()],
            |row| row.get(0),
        )?;
        let Some(first) = first.flatten().map(Timestamp::from_micros) else { return Ok(None) };
        let place: Option<Option<i64>> = self.one(
            "SELECT MIN(sequence) FROM event
             WHERE tenant_id = ?1 AND occurred_at >= ?2 AND occurred_at <= ?3",
            params![tenant.to_string(), first.micros(), first.plus(TOLD_LATE).micros()],
            |row| row.get(0),
        )?;
        Ok(place.flatten().map(|place| after.max(place.saturating_sub(1))))
    }

    /// Returns the place of an event of a tenant in the stream.
    pub fn event_place(&self, tenant: TenantId, event: EventId) -> Result<Option<i64>> {
        self.one(
            "SELECT sequence FROM event WHERE event_id = ?2 AND tenant_id = ?1",
            params![tenant.to_string(), event.to_string()],
            |row| row.get("sequence"),
        )
    }

    /// Returns a loan's events in order.
    pub fn events_of_loan(&self, tenant: TenantId, loan: LoanId) -> Result<Vec<Event>> {
        self.all(
            &format!("SELECT {COLUMNS} FROM event WHERE +tenant_id = ?1 AND loan_id = ?2 ORDER BY sequence"),
            params![tenant.to_string(), loan.to_string()],
            event_of_row,
        )
    }
}

impl Writer<'_> {
    /// Adds an event at the end of the stream.
    pub fn add_event(&self, tenant: TenantId, event: &Event) -> Result<()> {
        self.execute(
            "INSERT INTO event (tenant_id, event_id, event_type, loan_id, document_id, source_file_id, stage,
                 occurred_at, payload)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
            params![
                tenant.to_string(),
                event.id.to_string(),
                event.event_type.as_str(),
                event.loan.to_string(),
                event.document.map(|id| id.to_string()),
                event.source_file.map(|id| id.to_string()),
                event.stage.map(|stage| stage.as_str()),
                event.occurred_at.micros(),
                to_json(&event.payload)?,
            ],
        )?;
        Ok(())
    }
}

fn event_of_row(row: &Row<'_>) -> Mapped<Event> {
    Ok(Event {
        id: parsed(row, "event_id")?,
        event_type: parsed(row, "event_type")?,
        loan: parsed(row, "loan_id")?,
        document: parsed_option(row, "document_id")?,
        source_file: parsed_option(row, "source_file_id")?,
        stage: parsed_option(row, "stage")?,
        occurred_at: moment(row, "occurred_at")?,
        payload: json(row, "payload")?,
    })
}
