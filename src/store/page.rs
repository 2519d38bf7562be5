//! Pages and what was read on them.

use super::row::{Mapped, corrupt, json, parsed, to_json};
use super::{Lease, Reader, Writer};
use crate::error::{Error, Result};
use crate::model::{PageId, PageRecord, PageState, SourceFileId, TenantId, Timestamp, digest_of_parts};
use crate::page::Page;
use rusqlite::{Row, params};
use serde::de::DeserializeOwned;
use std::ops::RangeInclusive;

/// The level at which words shrink to about a tenth while hundreds of pages a second pass.
const COMPRESSION_LEVEL: i32 = 1;

/// More than the words of any page take; a stored page that claims to be larger is damaged.
const LARGEST_PAGE: usize = 256 * 1024 * 1024;

const COLUMNS: &str = "page_id, source_file_id, number, read_at, failure_code, failure_message";

/// How the reading of a page ended, ready to be stored.
#[derive(Debug, Clone)]
pub enum NewReading {
    /// Its words.
    Read {
        /// The page as JSON, compressed.
        words: Vec<u8>,
        /// What the splitter needs to know of it, as JSON.
        evidence: String,
        /// Digest of the image that was recognised.
        image_digest: Option<String>,
        /// Whether nothing is on it.
        blank: bool,
        /// Digest of what is on it; `None` when nothing is.
        content_digest: Option<String>,
        /// Remarks of the reader.
        notes: Vec<String>,
    },
    /// It could not be read.
    Unreadable {
        /// A stable code.
        code: String,
        /// What happened, for a person.
        message: String,
    },
}

impl NewReading {
    /// Packs a page that was read.
    ///
    /// # Errors
    /// `Internal` when the page cannot be written as JSON.
    pub fn of_page(
        page: &Page,
        evidence: &impl serde::Serialize,
        image_digest: Option<String>,
        blank: bool,
        notes: Vec<String>,
    ) -> Result<Self> {
        let json = serde_json::to_vec(page)
            .map_err(|error| Error::internal("a page cannot be written as JSON").caused_by(error))?;
        let words = zstd::bulk::compress(&json, COMPRESSION_LEVEL)
            .map_err(|error| Error::internal("a page cannot be compressed").caused_by(error))?;
        let content_digest = content_digest(page, image_digest.as_deref());
        Ok(Self::Read { words, evidence: to_json(evidence)?, image_digest, blank, content_digest, notes })
    }
}

fn content_digest(page: &Page, image_digest: Option<&str>) -> Option<String> {
    if page.words.is_empty() && image_digest.is_none() {
        return None;
    }
    let words = page.words.iter().map(|word| word.text.as_str());
    Some(digest_of_parts(std::iter::once(image_digest.unwrap_or_default()).chain(words)))
}

/// How the reading of a page of a document ended, without its words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageOutcome {
    /// The page's number in its file.
    pub number: u32,
    /// Why it could not be read: code and message.
    pub failure: Option<(String, String)>,
    /// Digest of what is on it; `None` when nothing is.
    pub content_digest: Option<String>,
    /// Remarks of the reader.
    pub notes: Vec<String>,
}

/// What was read on a page.
#[derive(Debug, Clone)]
pub struct StoredReading {
    /// The page's id.
    pub id: PageId,
    /// Its words.
    pub page: Page,
    /// Digest of the image that was recognised.
    pub image_digest: Option<String>,
    /// Whether nothing is on it.
    pub blank: bool,
    /// Remarks of the reader.
    pub notes: Vec<String>,
}

impl Reader<'_> {
    /// Returns the file of a page and its number in it, from 1.
    pub fn page_place(&self, tenant: TenantId, page: PageId) -> Result<Option<(SourceFileId, u32)>> {
        self.one(
            "SELECT source_file_id, number FROM page WHERE tenant_id = ?1 AND page_id = ?2",
            params![tenant.to_string(), page.to_string()],
            |row| Ok((parsed(row, "source_file_id")?, row.get("number")?)),
        )
    }

    /// Returns the number in its file of the first page of the document that a page belongs to.
    pub fn first_page_of_document_with(
        &self,
        tenant: TenantId,
        file: SourceFileId,
        number: u32,
    ) -> Result<Option<u32>> {
        self.one(
            "SELECT first_page FROM document
             WHERE tenant_id = ?1 AND source_file_id = ?2 AND trashed = 0 AND first_page <= ?3 AND last_page >= ?3",
            params![tenant.to_string(), file.to_string(), number],
            |row| row.get("first_page"),
        )
    }

    /// Returns the pages of a part of a source file, in order.
    pub fn pages(&self, tenant: TenantId, source_file: SourceFileId, first: u32, last: u32) -> Result<Vec<PageRecord>> {
        self.all(
            &format!(
                "SELECT {COLUMNS} FROM page
                 WHERE tenant_id = ?1 AND source_file_id = ?2 AND number BETWEEN ?3 AND ?4 ORDER BY number"
            ),
            params![tenant.to_string(), source_file.to_string(), first, last],
            page_of_row,
        )
    }

    /// Returns what was read on the pages of a part of a source file, in order; unreadable pages are left out.
    pub fn readings(
        &self,
        tenant: TenantId,
        source_file: SourceFileId,
        first: u32,
        last: u32,
    ) -> Result<Vec<StoredReading>> {
        let rows = self.all(
            "SELECT r.page_id, r.words, r.image_digest, r.blank, r.notes
             FROM page p JOIN page_reading r ON r.page_id = p.page_id
             WHERE p.tenant_id = ?1 AND p.source_file_id = ?2 AND p.number BETWEEN ?3 AND ?4 ORDER BY p.number",
            params![tenant.to_string(), source_file.to_string(), first, last],
            |row| {
                let words: Vec<u8> = row.get("words")?;
                let blank = row.get::<_, i64>("blank")? != 0;
                Ok((parsed(row, "page_id")?, words, row.get("image_digest")?, blank, json(row, "notes")?))
            },
        )?;
        rows.into_iter()
            .map(|(id, words, image_digest, blank, notes)| {
                Ok(StoredReading { id, page: unpacked(&words)?, image_digest, blank, notes })
            })
            .collect()
    }

    /// Returns what the splitter needs to know of each readable page of a part of a source file, with the page's number.
    pub fn page_evidence<T: DeserializeOwned>(
        &self,
        tenant: TenantId,
        source_file: SourceFileId,
        pages: RangeInclusive<u32>,
    ) -> Result<Vec<(u32, T)>> {
        self.all(
            "SELECT p.number, r.evidence FROM page p JOIN page_reading r ON r.page_id = p.page_id
             WHERE p.tenant_id = ?1 AND p.source_file_id = ?2 AND p.number BETWEEN ?3 AND ?4 ORDER BY p.number",
            params![tenant.to_string(), source_file.to_string(), pages.start(), pages.end()],
            |row| Ok((row.get("number")?, json(row, "evidence")?)),
        )
    }

    /// Returns how the reading of each page of a part of a source file ended, in order.
    pub fn page_outcomes(
        &self,
        tenant: TenantId,
        source_file: SourceFileId,
        first: u32,
        last: u32,
    ) -> Result<Vec<PageOutcome>> {
        self.all(
            "SELECT p.number, p.failure_code, p.failure_message, r.content_digest, COALESCE(r.notes, '[]') AS notes
             FROM page p LEFT JOIN page_reading r ON r.page_id = p.page_id
             WHERE p.tenant_id = ?1 AND p.source_file_id = ?2 AND p.number BETWEEN ?3 AND ?4 ORDER BY p.number",
            params![tenant.to_string(), source_file.to_string(), first, last],
            |row| {
                let code: Option<String> = row.get("failure_code")?;
                let message: Option<String> = row.get("failure_message")?;
                Ok(PageOutcome {
                    number: row.get("number")?,
                    failure: code.map(|code| (code, message.unwrap_or_default())),
                    content_digest: row.get("content_digest")?,
                    notes: json(row, "notes")?,
                })
            },
        )
    }

    /// Returns the first page of a source file that could not be read, with its code and message.
    pub fn first_unreadable_page(&self, tenant: TenantId, source_file: SourceFileId) -> Result<Option<PageRecord>> {
        self.one(
            &format!(
                "SELECT {COLUMNS} FROM page WHERE tenant_id = ?1 AND source_file_id = ?2 AND failure_code IS NOT NULL
                 ORDER BY number LIMIT 1"
            ),
            params![tenant.to_string(), source_file.to_string()],
            page_of_row,
        )
    }

    /// Counts the pages of a source file that were read and those that could not be read.
    pub fn page_counts(&self, tenant: TenantId, source_file: SourceFileId) -> Result<(u64, u64)> {
        let counted = self.one(
            "SELECT COALESCE(SUM(CASE WHEN read_at IS NOT NULL AND failure_code IS NULL THEN 1 ELSE 0 END), 0),
                    COALESCE(SUM(CASE WHEN failure_code IS NOT NULL THEN 1 ELSE 0 END), 0)
             FROM page WHERE tenant_id = ?1 AND source_file_id = ?2",
            params![tenant.to_string(), source_file.to_string()],
            |row| Ok((row.get::<_, i64>(0)?.unsigned_abs(), row.get::<_, i64>(1)?.unsigned_abs())),
        )?;
        Ok(counted.unwrap_or_default())
    }
}

impl Writer<'_> {
    /// Adds the pages of a new source file, all unread; their ids in the order of the pages.
    pub fn add_pages(&self, tenant: TenantId, source_file: SourceFileId, pages: &[PageId]) -> Result<()> {
        let (tenant, source_file) = (tenant.to_string(), source_file.to_string());
        for (number, page) in (1_u32..).zip(pages) {
            self.execute(
                "INSERT INTO page (tenant_id, page_id, source_file_id, number) VALUES (?1, ?2, ?3, ?4)",
                params![tenant, page.to_string(), source_file, number],
            )?;
        }
        Ok(())
    }

    /// Stores how the reading of a page ended and gives back its lease.
    ///
    /// Answers false and changes nothing when the lease was lost or the page has been read by another.
    pub fn commit_reading(
        &self,
        tenant: TenantId,
        page: PageId,
        lease: &Lease,
        reading: &NewReading,
        now: Timestamp,
    ) -> Result<bool> {
        if !self.finish_lease(tenant, lease)? {
            return Ok(false);
        }
        let (code, message) = match reading {
            NewReading::Read { .. } => (None, None),
            NewReading::Unreadable { code, message } => (Some(code), Some(message)),
        };
        let marked = self.execute(
            "UPDATE page SET read_at = ?3, failure_code = ?4, failure_message = ?5
             WHERE tenant_id = ?1 AND page_id = ?2 AND read_at IS NULL",
            params![tenant.to_string(), page.to_string(), now.micros(), code, message],
        )?;
        if let (1, NewReading::Read { words, evidence, image_digest, blank, content_digest, notes }) = (marked, reading)
        {
            self.execute(
                "INSERT INTO page_reading (tenant_id, page_id, words, evidence, image_digest, blank, content_digest,
                     notes)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
                params![
                    tenant.to_string(),
                    page.to_string(),
                    words,
                    evidence,
                    image_digest,
                    i64::from(*blank),
                    content_digest,
                    to_json(notes)?
                ],
            )?;
        }
        Ok(marked == 1)
    }

    /// Marks every unread page of a source file as unreadable and takes it from whoever holds it.
    pub fn give_up_unread_pages(
        &self,
        tenant: TenantId,
        source_file: SourceFileId,
        (code, message): (&str, &str),
        now: Timestamp,
    ) -> Result<usize> {
        self.execute(
            "DELETE FROM lease WHERE tenant_id = ?1 AND unit_id IN
                 (SELECT page_id FROM page WHERE source_file_id = ?2 AND read_at IS NULL)",
            params![tenant.to_string(), source_file.to_string()],
        )?;
        self.execute(
            "UPDATE page SET read_at = ?3, failure_code = ?4, failure_message = ?5
             WHERE tenant_id = ?1 AND source_file_id = ?2 AND read_at IS NULL",
            params![tenant.to_string(), source_file.to_string(), now.micros(), code, message],
        )
    }
}

fn unpacked(words: &[u8]) -> Result<Page> {
    let mut decoder =
        zstd::stream::Decoder::new(words).map_err(|error| corrupt("a stored page is damaged").caused_by(error))?;
    let mut json = Vec::new();
    let limit = LARGEST_PAGE as u64;
    std::io::Read::read_to_end(&mut std::io::Read::take(&mut decoder, limit), &mut json)
        .map_err(|error| corrupt("a stored page is damaged").caused_by(error))?;
    serde_json::from_slice(&json).map_err(|error| corrupt("a stored page is damaged").caused_by(error))
}

fn page_of_row(row: &Row<'_>) -> Mapped<PageRecord> {
    let read: Option<i64> = row.get("read_at")?;
    let code: Option<String> = row.get("failure_code")?;
    let message: Option<String> = row.get("failure_message")?;
    let state = match (read, code) {
        (None, _) => PageState::Unread,
        (Some(_), None) => PageState::Read,
        (Some(_), Some(code)) => PageState::Unreadable { code, message: message.unwrap_or_default() },
    };
    Ok(PageRecord {
        id: parsed(row, "page_id")?,
        source_file: parsed(row, "source_file_id")?,
        number: row.get("number")?,
        state,
    })
}
