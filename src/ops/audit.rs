//! The log of every change, and whether it is whole.

use super::Caller;
use super::paging::{Paged, page};
use crate::error::Result;
use crate::views::{AuditView, PageView};
use crate::workspace::Workspace;

/// How many entries are looked at together.
const PORTION: u64 = 1000;

/// What the log looks like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditReport {
    /// How many entries were looked at.
    pub entries: u64,
    /// The hash of the last one; empty when there is none. Kept elsewhere, it shows later whether entries were cut off.
    pub head: String,
    /// What is wrong; `None` for a whole log.
    pub damage: Option<Damage>,
}

/// Where the log is not what it was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Damage {
    /// The first entry that does not fit.
    pub sequence: u64,
    /// What is wrong with it.
    pub message: String,
}

/// Returns entries of the tenant's log: those after a place, at most so many, about one record or about all.
///
/// # Errors
/// Any failure of the store.
pub fn audit(
    workspace: &Workspace,
    caller: &Caller,
    subject: Option<&str>,
    after: u64,
    most: u64,
) -> Result<Vec<AuditView>> {
    let entries = workspace.store.read(|reader| reader.audit_entries(caller.tenant.id, subject, after, most))?;
    Ok(entries.into_iter().map(AuditView::from).collect())
}

/// The name of the log in cursors.
const LOG: &str = "audit";

/// Returns a page of the tenant's log, oldest first, about one record or about all: behind a place, or behind a cursor.
///
/// # Errors
/// `InvalidInput` for a limit or a cursor that cannot be.
pub fn audit_page(
    workspace: &Workspace,
    caller: &Caller,
    subject: Option<&str>,
    after: u64,
    paged: &Paged,
) -> Result<PageView<AuditView>> {
    let limit = paged.limit()?;
    let after: u64 = paged.after(LOG)?.unwrap_or(after);
    let found = audit(workspace, caller, subject, after, limit as u64 + 1)?;
    let (data, next_cursor) = page(LOG, found, limit, |entry| entry.sequence);
    Ok(PageView { data, next_cursor })
}

/// Checks the chain of the tenant's log, from the first entry to the last.
///
/// Entries that were cut off at the end show only against a hash that was noted before: `head`.
///
/// # Errors
/// Any failure of the store.
pub fn verify_audit(workspace: &Workspace, caller: &Caller, head: Option<&str>) -> Result<AuditReport> {
    workspace.store.read(|reader| {
        let mut report = AuditReport { entries: 0, head: String::new(), damage: None };
        let mut noted = head.is_none_or(str::is_empty);
        loop {
            let portion = reader.audit_entries(caller.tenant.id, None, report.entries, PORTION)?;
            if portion.is_empty() {
                break;
            }
            for entry in portion {
                let damage = |message: &str| Some(Damage { sequence: entry.sequence, message: message.to_string() });
                report.damage = if entry.sequence != report.entries + 1 {
                    damage("entries before it are missing")
                } else if entry.previous_hash != report.head {
                    damage("it does not follow from the entry before it")
                } else if entry.hash != entry.expected_hash() {
                    damage("it was changed")
                } else {
                    None
                };
                if report.damage.is_some() {
                    return Ok(report);
                }
                report.entries = entry.sequence;
                noted = noted || head == Some(entry.hash.as_str());
                report.head = entry.hash;
            }
        }
        if !noted {
            report.damage = Some(Damage {
                sequence: report.entries + 1,
                message: "the entry with the noted hash is missing".to_string(),
            });
        }
        Ok(report)
    })
}
