//! Reads claimed pages through the worker processes and stores them in small batches.
//!
//! A batch ends after about a second, so that a kill costs no more than that and the text path still stores many pages
//! a transaction. A page that cannot be read is stored as such and not tried again.

use super::driver::{BATCH, Shift};
use super::steps::is_about_the_file;
use crate::error::{Error, ErrorKind, Result};
use crate::library::Library;
use crate::model::{PageId, Secret, SourceFile, SourceFileId};
use crate::reading::{PageReading, ReadingNote};
use crate::split;
use crate::store::{Lease, NewReading, PageClaim};
use crate::worker::{OpenFile, WorkerError};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// So many pages that cost a deadline or a crash, and more of them than others, and the file is given up.
const TOO_COSTLY: u32 = 3;

/// How the pages of a file went in this process: those that cost a deadline, a crash or all memory, and the others.
#[derive(Debug, Default)]
pub(super) struct Costs {
    by_file: Mutex<HashMap<SourceFileId, (u32, u32)>>,
}

impl Costs {
    /// Notes how a page went and tells whether the file's other pages should be given up.
    fn note(&self, source_file: SourceFileId, costly: bool) -> bool {
        let mut by_file = self.by_file.lock().unwrap_or_else(PoisonError::into_inner);
        let (costs, others) = by_file.entry(source_file).or_default();
        *(if costly { &mut *costs } else { &mut *others }) += 1;
        *costs >= TOO_COSTLY && *costs > *others
    }
}

/// What the pages of a batch came to.
#[derive(Default)]
struct Batch {
    read: Vec<(PageId, Lease, NewReading)>,
    unread: Vec<Lease>,
    given_up: Vec<GivenUp>,
}

/// A file of which no more pages are tried, and why.
struct GivenUp {
    source_file: SourceFileId,
    code: String,
    message: String,
}

/// Reads the pages of claims and stores them; gives back what there was no time for.
pub(super) fn read_pages(shift: &Shift<'_>, claims: Vec<PageClaim>) -> Result<()> {
    let mut batch = Batch::default();
    let started = Instant::now();
    for claim in claims {
        read_claim(shift, claim, started, &mut batch)?;
    }
    let (tenant, now) = (shift.scope.tenant, shift.workspace.now());
    let stored = shift.workspace.store.write(|writer| {
        let mut stored = 0;
        for (page, lease, reading) in &batch.read {
            stored += u64::from(writer.commit_reading(tenant, *page, lease, reading, now)?);
        }
        for lease in &batch.unread {
            writer.release_lease(tenant, lease)?;
        }
        for GivenUp { source_file, code, message } in &batch.given_up {
            stored += writer.give_up_unread_pages(tenant, *source_file, (code, message), now)? as u64;
        }
        Ok(stored)
    })?;
    shift.pages_done(stored);
    Ok(())
}

fn read_claim(shift: &Shift<'_>, claim: PageClaim, started: Instant, batch: &mut Batch) -> Result<()> {
    let file = source_file(shift, claim.source_file)?;
    let library = shift.library()?;
    let open = OpenFile {
        path: shift.workspace.blobs.path(shift.scope.tenant, &file.sha256),
        password: file.password.as_ref().map(|password| Secret::expose(password).to_string()),
    };
    let mut given_up = false;
    for (page, number, lease) in claim.pages {
        let late = started.elapsed() >= BATCH && !batch.read.is_empty();
        if late || given_up || shift.is_stopping() {
            batch.unread.push(lease);
            continue;
        }
        let (reading, costly) = match shift.workers.read_page(&open, number) {
            Ok(reading) => {
                let costly = recognition_failed(&reading);
                (packed(&library, reading)?, costly)
            }
            Err(error) if error.code == WorkerError::INTERRUPTED => {
                batch.unread.push(lease);
                continue;
            }
            Err(error) if error.code == WorkerError::UNAVAILABLE => {
                return Err(Error::new(ErrorKind::Unavailable, error.message)
                    .hint("check the system's limits on processes and memory, then run it again"));
            }
            Err(error) => {
                let costly = error.is_crash() || error.code == WorkerError::DEADLINE;
                (NewReading::Unreadable { code: error.code, message: error.message }, costly)
            }
        };
        let reason = reason_to_give_up(shift, &file, &reading, costly);
        given_up = reason.is_some();
        batch.given_up.extend(reason);
        batch.read.push((page, lease, reading));
    }
    Ok(())
}

fn source_file(shift: &Shift<'_>, id: SourceFileId) -> Result<SourceFile> {
    let found = shift.workspace.store.read(|reader| reader.source_file(shift.scope.tenant, id))?;
    found.ok_or_else(|| Error::new(ErrorKind::Integrity, format!("source file {id} is gone while its pages are read")))
}

/// Decides whether the file's other pages are worth trying after this one.
fn reason_to_give_up(shift: &Shift<'_>, file: &SourceFile, reading: &NewReading, costly: bool) -> Option<GivenUp> {
    match reading {
        NewReading::Unreadable { code, message } if is_about_the_file(code) => {
            Some(GivenUp { source_file: file.id, code: code.clone(), message: message.clone() })
        }
        _ if shift.costs.note(file.id, costly) => Some(GivenUp {
            source_file: file.id,
            code: "file_given_up".to_string(),
            message: "not tried: too many pages of this file crashed the reader or took too long".to_string(),
        }),
        _ => None,
    }
}

fn packed(library: &Library, reading: PageReading) -> Result<NewReading> {
    let unread = [ReadingNote::RECOGNITION_FAILED, ReadingNote::OCR_UNAVAILABLE];
    let failure = reading.notes.iter().find(|note| unread.contains(&note.code.as_str()));
    if let (true, Some(note)) = (reading.page.words.is_empty(), failure) {
        return Ok(NewReading::Unreadable { code: note.code.clone(), message: note.message.clone() });
    }
    let evidence = split::evidence(&reading.page, library);
    let notes = reading.notes.iter().map(|note| format!("{}: {}", note.code, note.message)).collect();
    NewReading::of_page(&reading.page, &evidence, reading.image_digest, reading.blank, notes)
}

fn recognition_failed(reading: &PageReading) -> bool {
    reading.notes.iter().any(|note| note.code == ReadingNote::RECOGNITION_FAILED)
}
