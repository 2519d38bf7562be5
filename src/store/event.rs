//! The event stream.

use super::row::{Mapped, json, moment, parsed, parsed_option, to_json};
use super::{Reader, Writer};
use crate::error::Result;
use crate::model::{Event, LoanId, TenantId};
use rusqlite::{Row, params};

impl Reader<'_> {
    /// Returns a loan's events in order.
    pub fn events_of_loan(&self, tenant: TenantId, loan: LoanId) -> Result<Vec<Event>> {
        self.all(
            "SELECT event_id, event_type, loan_id, document_id, source_file_id, stage, occurred_at, payload
             FROM event WHERE tenant_id = ?1 AND loan_id = ?2 ORDER BY sequence",
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
