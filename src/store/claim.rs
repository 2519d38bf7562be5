//! Which unit of work comes next, and how much is left.
//!
//! Invariant: a claim and its lease are one transaction, so that two processes never get the same unit. The order is
//! that of the papers, which keeps the oldest work first and the result independent of who does it.

use super::row::parsed;
use super::{Lease, Reader, Writer};
use crate::error::Result;
use crate::model::{DocumentId, LoanId, PageId, SourceFileId, Stage, TenantId, Timestamp};
use rusqlite::params;

/// What a process works on: a tenant's loans, or one of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scope {
    /// The tenant.
    pub tenant: TenantId,
    /// The one loan, or all of them.
    pub loan: Option<LoanId>,
}

/// A document that is held for its next stage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// The document.
    pub document: DocumentId,
    /// Its pass through the pipeline.
    pub revision: u32,
    /// The stage it waits for.
    pub stage: Stage,
    /// The lease on it.
    pub lease: Lease,
}

/// Pages of one source file that are held to be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageClaim {
    /// The file.
    pub source_file: SourceFileId,
    /// The pages with their numbers and leases.
    pub pages: Vec<(PageId, u32, Lease)>,
}

/// How much work is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Backlog {
    /// Pages that have not been read.
    pub pages: u64,
    /// Documents that have not left the pipeline.
    pub documents: u64,
}

impl Backlog {
    /// Tells whether nothing is left to do.
    pub fn is_empty(&self) -> bool {
        self.pages == 0 && self.documents == 0
    }
}

/// A document can be taken when all pages of its file are read (before it is split), and, for its version, when no
/// older paper of the loan is still on its way: versions are numbered in the order of the papers.
const NEXT_DOCUMENT: &str = "
    SELECT d.document_id, d.revision, d.next_stage
    FROM document d LEFT JOIN lease l ON l.unit_id = d.document_id
    WHERE d.tenant_id = ?1 AND d.next_stage IS NOT NULL AND d.processing_status <> 'UPLOADING'
      AND (?2 IS NULL OR d.loan_id = ?2)
      AND (l.unit_id IS NULL OR l.expires_at <= ?3)
      AND (d.next_stage <> 'SPLITTER' OR NOT EXISTS
          (SELECT 1 FROM page p WHERE p.source_file_id = d.source_file_id AND p.read_at IS NULL))
      AND (d.next_stage <> 'VERSIONER' OR NOT EXISTS
          (SELECT 1 FROM document e
           WHERE e.loan_id = d.loan_id AND e.next_stage IS NOT NULL
             AND (e.source_position, e.first_page) < (d.source_position, d.first_page)))
    ORDER BY d.loan_id, d.source_position, d.first_page LIMIT 1";

const NEXT_SOURCE_FILE: &str = "
    SELECT d.source_file_id,
           (SELECT COUNT(*) FROM page p WHERE p.source_file_id = d.source_file_id AND p.read_at IS NULL) AS unread
    FROM document d
    WHERE d.tenant_id = ?1 AND d.next_stage IS NOT NULL AND d.next_stage = 'SPLITTER'
      AND (?2 IS NULL OR d.loan_id = ?2)
      AND EXISTS (SELECT 1 FROM page p LEFT JOIN lease l ON l.unit_id = p.page_id
                  WHERE p.source_file_id = d.source_file_id AND p.read_at IS NULL
                    AND (l.unit_id IS NULL OR l.expires_at <= ?3))
    ORDER BY d.loan_id, d.source_position LIMIT 1";

const NEXT_PAGES: &str = "
    SELECT p.page_id, p.number FROM page p LEFT JOIN lease l ON l.unit_id = p.page_id
    WHERE p.tenant_id = ?1 AND p.source_file_id = ?2 AND p.read_at IS NULL
      AND (l.unit_id IS NULL OR l.expires_at <= ?3)
    ORDER BY p.number LIMIT ?4";

impl Reader<'_> {
    /// Counts what is left to do.
    pub fn backlog(&self, scope: Scope) -> Result<Backlog> {
        let (tenant, loan) = (scope.tenant.to_string(), scope.loan.map(|id| id.to_string()));
        let documents = self.count(
            "SELECT COUNT(*) FROM document WHERE tenant_id = ?1 AND next_stage IS NOT NULL AND (?2 IS NULL OR loan_id = ?2)",
            params![tenant, loan],
        )?;
        let pages = self.count(
            "SELECT COUNT(*) FROM document d JOIN page p ON p.source_file_id = d.source_file_id AND p.read_at IS NULL
             WHERE d.tenant_id = ?1 AND d.next_stage IS NOT NULL AND d.next_stage = 'SPLITTER'
               AND (?2 IS NULL OR d.loan_id = ?2)",
            params![tenant, loan],
        )?;
        Ok(Backlog { pages, documents })
    }
}

impl Writer<'_> {
    /// Takes the next document that waits for a stage, if there is one that nobody holds.
    pub fn claim_document(&self, scope: Scope, owner: &str, now: Timestamp, until: Timestamp) -> Result<Option<Claim>> {
        let next = self.one(
            NEXT_DOCUMENT,
            params![scope.tenant.to_string(), scope.loan.map(|id| id.to_string()), now.micros()],
            |row| Ok((parsed(row, "document_id")?, row.get("revision")?, parsed(row, "next_stage")?)),
        )?;
        let Some((document, revision, stage)) = next else { return Ok(None) };
        let document: DocumentId = document;
        let lease = self.take_lease(scope.tenant, &document.to_string(), owner, now, until)?;
        Ok(lease.map(|lease| Claim { document, revision, stage, lease }))
    }

    /// Takes up to `most` pages of the oldest source file that has unread pages nobody holds.
    ///
    /// Takes no more than one `sharers`-th of what the file has left, so that others find some too.
    pub fn claim_pages(
        &self,
        scope: Scope,
        owner: &str,
        (now, until): (Timestamp, Timestamp),
        (most, sharers): (u64, u64),
    ) -> Result<Option<PageClaim>> {
        let next = self.one(
            NEXT_SOURCE_FILE,
            params![scope.tenant.to_string(), scope.loan.map(|id| id.to_string()), now.micros()],
            |row| Ok((parsed(row, "source_file_id")?, row.get::<_, i64>("unread")?.unsigned_abs())),
        )?;
        let Some((source_file, unread)) = next else { return Ok(None) };
        let source_file: SourceFileId = source_file;
        let count = unread.div_ceil(sharers.max(1)).clamp(1, most.max(1));
        let found: Vec<(PageId, u32)> = self.all(
            NEXT_PAGES,
            params![scope.tenant.to_string(), source_file.to_string(), now.micros(), count.cast_signed()],
            |row| Ok((parsed(row, "page_id")?, row.get("number")?)),
        )?;
        let mut pages = Vec::with_capacity(found.len());
        for (page, number) in found {
            if let Some(lease) = self.take_lease(scope.tenant, &page.to_string(), owner, now, until)? {
                pages.push((page, number, lease));
            }
        }
        self.begin_source_file(scope.tenant, source_file, now)?;
        Ok(Some(PageClaim { source_file, pages }))
    }
}
