//! Reads claimed pages through the worker processes and stores them in small batches.
//!
//! A batch ends after about a second, so that a kill costs no more than that and the text path still stores many pages
//! a transaction. A page that cannot be read is stored as such and not tried again.

use super::driver::Shift;
use super::steps::is_about_the_file;
use crate::error::{Error, ErrorKind, Result};
use crate::model::{PageId, Secret, SourceFile, SourceFileId};
use crate::reading::{PageReading, ReadingNote};
use crate::split;
use crate::store::{Lease, NewReading, PageClaim};
use crate::worker::{OpenFile, WorkerError};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long pages are read before they are stored.
const BATCH: Duration = Duration::from_millis(1000);

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
struct Batch {
    read: Vec<(PageId, Lease, NewReading)>,
    unread: Vec<Lease>,
    /// Why the rest of the file's pages are given up, as code and message.
    given_up: Option<(String, String)>,
}

/// Reads the pages of a claim and stores them; gives back what there was no time for.
pub(super) fn read_pages(shift: &Shift<'_>, claim: PageClaim) -> Result<()> {
    let source_file = claim.source_file;
    let tenant = shift.scope.tenant;
    let file = shift.workspace.store.read(|reader| reader.source_file(tenant, source_file))?.ok_or_else(|| {
        Error::new(ErrorKind::Integrity, format!("source file {source_file} is gone while its pages are read"))
    })?;
    let batch = read_batch(shift, &file, claim)?;
    let now = shift.workspace.now();
    let stored = shift.workspace.store.write(|writer| {
        let mut stored = 0;
        for (page, lease, reading) in &batch.read {
            stored += u64::from(writer.commit_reading(tenant, *page, lease, reading, now)?);
        }
        for lease in &batch.unread {
            writer.release_lease(tenant, lease)?;
        }
        if let Some((code, message)) = &batch.given_up {
            stored += writer.give_up_unread_pages(tenant, source_file, (code, message), now)? as u64;
        }
        Ok(stored)
    })?;
    shift.pages_done(stored);
    Ok(())
}

fn read_batch(shift: &Shift<'_>, file: &SourceFile, claim: PageClaim) -> Result<Batch> {
    let open = OpenFile {
        path: shift.workspace.blobs.path(shift.scope.tenant, &file.sha256),
        password: file.password.as_ref().map(|password| Secret::expose(password).to_string()),
    };
    let started = Instant::now();
    let mut batch = Batch { read: Vec::new(), unread: Vec::new(), given_up: None };
    for (page, number, lease) in claim.pages {
        let late = started.elapsed() >= BATCH && !batch.read.is_empty();
        if late || batch.given_up.is_some() || shift.is_stopping() {
            batch.unread.push(lease);
            continue;
        }
        match shift.engines.workers.read_page(&open, number) {
            Ok(reading) => {
                if shift.costs.note(file.id, recognition_failed(&reading).is_some()) {
                    batch.given_up = Some(too_costly());
                }
                batch.read.push((page, lease, packed(shift, reading)?));
            }
            Err(error) if error.code == WorkerError::INTERRUPTED => batch.unread.push(lease),
            Err(error) if error.code == WorkerError::UNAVAILABLE => {
                return Err(Error::new(ErrorKind::Unavailable, error.message)
                    .hint("check the system's limits on processes and memory, then run it again"));
            }
            Err(error) => {
                if is_about_the_file(&error.code) {
                    batch.given_up = Some((error.code.clone(), error.message.clone()));
                } else if shift.costs.note(file.id, is_costly(&error)) {
                    batch.given_up = Some(too_costly());
                }
                batch.read.push((page, lease, NewReading::Unreadable { code: error.code, message: error.message }));
            }
        }
    }
    Ok(batch)
}

fn packed(shift: &Shift<'_>, reading: PageReading) -> Result<NewReading> {
    let unread = [ReadingNote::RECOGNITION_FAILED, ReadingNote::OCR_UNAVAILABLE];
    let failure = reading.notes.iter().find(|note| unread.contains(&note.code.as_str()));
    if let (true, Some(note)) = (reading.page.words.is_empty(), failure) {
        return Ok(NewReading::Unreadable { code: note.code.clone(), message: note.message.clone() });
    }
    let evidence = split::evidence(&reading.page, shift.engines.library);
    let notes = reading.notes.iter().map(|note| format!("{}: {}", note.code, note.message)).collect();
    NewReading::of_page(&reading.page, &evidence, reading.image_digest, reading.blank, notes)
}

fn recognition_failed(reading: &PageReading) -> Option<&ReadingNote> {
    reading.notes.iter().find(|note| note.code == ReadingNote::RECOGNITION_FAILED)
}

fn is_costly(error: &WorkerError) -> bool {
    error.is_crash() || error.code == WorkerError::DEADLINE
}

fn too_costly() -> (String, String) {
    let message = "not tried: too many pages of this file crashed the reader or took too long".to_string();
    ("file_given_up".to_string(), message)
}
