//! `loanfile events`.

use crate::context::{Context, Globals};
use crate::interrupt;
use crate::output::{Output, tell};
use anyhow::Result;
use clap::{Args, ValueEnum};
use loanfile::error::Error;
use loanfile::ops::{self, EventQuery};
use loanfile::views::{EventView, EventsView};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::thread::sleep;
use std::time::Duration;

/// How often it is looked for new events.
const LOOKED: Duration = Duration::from_secs(1);

/// Read the event stream: what happened to loans and documents, in order
///
/// A page comes with a cursor: nextCursor when there is a further page, and always resumeCursor, with which later only
/// what is new is read. With --follow all pages are printed, and then what comes, until Ctrl-C.
#[derive(Args)]
#[command(after_help = "Examples:
  loanfile events --loan L-17
  loanfile events --type VALIDATION_ERROR,STAGE_FAILED --since 2026-03-01
  loanfile events --limit 500 --format json
  loanfile events --follow --format jsonl | jq -c 'select(.stage)'")]
pub struct Events {
    /// Only events of these types, with commas between, such as CLASSIFICATION_RESULT
    #[arg(long = "type", value_name = "TYPES")]
    types: Option<String>,
    /// Only events of this loan, by your id for it or its loanId
    #[arg(long, value_name = "ID")]
    loan: Option<String>,
    /// Only events of this document, by its documentId or as LOAN/N
    #[arg(long, value_name = "DOCUMENT")]
    document: Option<String>,
    /// Only events from this day (UTC) or moment on
    #[arg(long, value_name = "DATE")]
    since: Option<String>,
    /// Go on behind the page that came with this cursor
    #[arg(long, value_name = "CURSOR")]
    cursor: Option<String>,
    /// At most so many, 1 to 500
    #[arg(long, value_name = "N", default_value_t = 100)]
    limit: usize,
    /// Print all pages and go on with what comes, until Ctrl-C
    #[arg(long)]
    follow: bool,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: EventFormat,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum EventFormat {
    /// A line an event, for people
    Table,
    /// A page as the API answers it, with its cursors
    Json,
    /// JSON, an event a line
    Jsonl,
}

impl Events {
    /// Prints a page, or all that is there and that comes.
    pub fn run(self, globals: &Globals) -> Result<ExitCode> {
        let context = globals.open()?;
        if self.follow {
            return self.follow(&context);
        }
        let page = self.page(&context, self.cursor.as_deref())?;
        if self.format == EventFormat::Json {
            context.output.json(&page)?;
            return Ok(ExitCode::SUCCESS);
        }
        self.print(&context.output, &page.data)?;
        match &page.next_cursor {
            Some(cursor) => tell(&format!("There are more: --cursor {cursor}")),
            None if page.data.is_empty() => tell("There are no such events."),
            None => {}
        }
        Ok(ExitCode::SUCCESS)
    }

    fn follow(&self, context: &Context) -> Result<ExitCode> {
        if self.format == EventFormat::Json {
            let error = Error::invalid_input("a stream is no single JSON value");
            return Err(error.hint("give --format jsonl or table with --follow").into());
        }
        let stop = interrupt::listen()?;
        let mut cursor = self.cursor.clone();
        while !stop.load(Ordering::Relaxed) {
            let page = self.page(context, cursor.as_deref())?;
            self.print(&context.output, &page.data)?;
            cursor = Some(page.resume_cursor);
            if page.next_cursor.is_none() {
                sleep(LOOKED);
            }
        }
        Ok(interrupt::exit_code())
    }

    fn page(&self, context: &Context, cursor: Option<&str>) -> Result<EventsView> {
        let query = EventQuery {
            types: self.types.as_deref(),
            loan: self.loan.as_deref(),
            document: self.document.as_deref(),
            since: self.since.as_deref(),
            cursor,
            limit: Some(self.limit),
        };
        Ok(ops::events(&context.workspace, &context.caller, &query)?)
    }

    fn print(&self, output: &Output, events: &[EventView]) -> Result<()> {
        for event in events {
            match self.format {
                EventFormat::Table => output.line(&line(event))?,
                EventFormat::Json | EventFormat::Jsonl => output.line(&serde_json::to_string(event)?)?,
            }
        }
        Ok(())
    }
}

/// One line an event, of the same columns whatever comes: a stream cannot be laid out afterwards.
fn line(event: &EventView) -> String {
    let stage = event.stage.map(|stage| stage.as_str()).unwrap_or_default();
    // The end of an id tells records apart: its beginning is the time at which it was made.
    let document = event.document_id.map(|id| id.to_string()).unwrap_or_default();
    let document = document.get(document.len().saturating_sub(8)..).unwrap_or_default();
    let line = format!("{}  {:<22} {stage:<13} {document}", event.occurred_at, event.event_type.as_str());
    line.trim_end().to_string()
}
