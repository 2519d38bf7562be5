//! Which unit of work comes next, and how much is left.
//!
//! Invariant: a claim and its lease are one transaction, so that two processes never get the same unit. The order is
//! that of the papers, which keeps the oldest work first and the result independent of who does it.

use super::row::parsed;
use super::{Lease, Reader, Writer};
use crate::error::Result;
use crate::model::{Document, DocumentId, LoanId, PageId, SourceFileId, Stage, TenantId, Timestamp};
use rusqlite::params;

/// What a process works on: a tenant's loans, or one of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scope {
    /// The tenant.
    pub tenant: TenantId,
    /// The one loan, or all of them.
    pub loan: Option<LoanId>,
    /// Only documents that were sent back by a person, as far as nothing stands in their way.
    pub sent_back: bool,
}

impl Scope {
    /// Returns all of a tenant's work.
    pub fn of_tenant(tenant: TenantId) -> Self {
        Self { tenant, loan: None, sent_back: false }
    }

    /// Returns the documents of a tenant that were sent back by a person.
    pub fn sent_back(tenant: TenantId) -> Self {
        Self { tenant, loan: None, sent_back: true }
    }
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

/// The most files that one claim takes pages of.
const MOST_FILES: usize = 8;

/// For whom and until when units are taken.
#[derive(Debug, Clone, Copy)]
pub struct Term<'t> {
    /// The process.
    pub owner: &'t str,
    /// The present moment.
    pub now: Timestamp,
    /// When another process may take them over.
    pub until: Timestamp,
}

/// How much of what waits one claim takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Share {
    /// The most units.
    pub most: u64,
    /// Among how many the work is shared: a claim takes no more than its part, so that others find some too.
    pub sharers: u64,
}

impl Share {
    fn of(self, waiting: u64) -> u64 {
        waiting.div_ceil(self.sharers.max(1)).clamp(1, self.most.max(1))
    }

    /// How many units have to be looked at to know what a part is.
    fn seen(self) -> u64 {
        self.most.saturating_mul(self.sharers.max(1)).min(1024)
    }
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

/// A document that waits for EXPORT has left the pipeline: it is pushed with its loan, not claimed here.
///
/// A document can be taken when all pages of its file are read (before it is split), and, for its version, when every
/// older paper of the loan has one or is free to be taken with it: versions are numbered in the order of the papers.
const NEXT_DOCUMENTS: &str = "
    SELECT d.document_id, d.revision, d.next_stage
    FROM document d LEFT JOIN lease l ON l.unit_id = d.document_id
    WHERE d.tenant_id = ?1 AND d.next_stage IS NOT NULL AND d.next_stage <> 'EXPORT'
      AND d.processing_status <> 'UPLOADING'
      AND (?2 IS NULL OR d.loan_id = ?2) AND (?5 = 0 OR d.revision > 1 AND d.next_stage <> 'SPLITTER')
      AND (l.unit_id IS NULL OR l.expires_at <= ?3)
      AND (d.next_stage <> 'SPLITTER' OR NOT EXISTS
          (SELECT 1 FROM page p WHERE p.source_file_id = d.source_file_id AND p.read_at IS NULL))
      AND (d.next_stage <> 'VERSIONER' OR NOT EXISTS
          (SELECT 1 FROM document e LEFT JOIN lease m ON m.unit_id = e.document_id
           WHERE e.loan_id = d.loan_id AND e.next_stage IS NOT NULL AND e.next_stage <> 'EXPORT'
             AND (e.source_position, e.first_page) < (d.source_position, d.first_page)
             AND (e.next_stage <> 'VERSIONER' OR m.expires_at > ?3)))
    ORDER BY d.loan_id, d.source_position, d.first_page LIMIT ?4";

const NEXT_SOURCE_FILE: &str = "
    SELECT d.source_file_id
    FROM document d
    WHERE d.tenant_id = ?1 AND d.next_stage IS NOT NULL AND d.next_stage = 'SPLITTER'
      AND (?2 IS NULL OR d.loan_id = ?2)
      AND EXISTS (SELECT 1 FROM page p LEFT JOIN lease l ON l.unit_id = p.page_id
                  WHERE p.source_file_id = d.source_file_id AND p.read_at IS NULL
                    AND (l.unit_id IS NULL OR l.expires_at <= ?3))
    ORDER BY d.loan_id, d.source_position LIMIT 1";

const FREE_PAGES: &str = "
    SELECT COUNT(*) FROM (
      SELECT 1 FROM document d JOIN page p ON p.source_file_id = d.source_file_id AND p.read_at IS NULL
        LEFT JOIN lease l ON l.unit_id = p.page_id
      WHERE d.tenant_id = ?1 AND d.next_stage IS NOT NULL AND d.next_stage = 'SPLITTER'
        AND (?2 IS NULL OR d.loan_id = ?2)
        AND (l.unit_id IS NULL OR l.expires_at <= ?3)
      LIMIT ?4) free";

const NEXT_PAGES: &str = "
    SELECT p.page_id, p.number FROM page p LEFT JOIN lease l ON l.unit_id = p.page_id
    WHERE p.tenant_id = ?1 AND p.source_file_id = ?2 AND p.read_at IS NULL
      AND (l.unit_id IS NULL OR l.expires_at <= ?3)
    ORDER BY p.number LIMIT ?4";

impl Reader<'_> {
    /// Tells whether an older paper of the document's loan has not left the pipeline.
    pub fn has_older_waiting(&self, tenant: TenantId, document: &Document) -> Result<bool> {
        let found = self.count(
            "SELECT COUNT(*) FROM document
             WHERE tenant_id = ?1 AND loan_id = ?2 AND next_stage IS NOT NULL AND next_stage <> 'EXPORT'
               AND (source_position, first_page) < (?3, ?4)",
            params![tenant.to_string(), document.loan.to_string(), document.source_position, document.first_page],
        )?;
        Ok(found > 0)
    }

    /// Tells whether a document of a loan has not left the pipeline.
    pub fn has_waiting(&self, tenant: TenantId, loan: LoanId) -> Result<bool> {
        let found = self.count(
            "SELECT EXISTS (SELECT 1 FROM document
                            WHERE tenant_id = ?1 AND loan_id = ?2
                              AND next_stage IS NOT NULL AND next_stage <> 'EXPORT')",
            params![tenant.to_string(), loan.to_string()],
        )?;
        Ok(found > 0)
    }

    /// Counts what is left to do.
    pub fn backlog(&self, scope: Scope) -> Result<Backlog> {
        let (tenant, loan) = (scope.tenant.to_string(), scope.loan.map(|id| id.to_string()));
        // One statement for a loan and one for all: a condition that serves both would keep the index from being used.
        let whose = if loan.is_some() { "loan_id = ?2" } else { "?2 IS NULL" };
        let documents = self.count(
            &format!(
                "SELECT COUNT(*) FROM document
                 WHERE tenant_id = ?1 AND next_stage IS NOT NULL AND next_stage <> 'EXPORT' AND {whose}"
            ),
            params![tenant, loan],
        )?;
        let pages = self.count(
            &format!(
                "SELECT COUNT(*)
                 FROM document d JOIN page p ON p.source_file_id = d.source_file_id AND p.read_at IS NULL
                 WHERE d.tenant_id = ?1 AND d.next_stage IS NOT NULL AND d.next_stage = 'SPLITTER' AND {whose}"
            ),
            params![tenant, loan],
        )?;
        Ok(Backlog { pages, documents })
    }
}

impl Writer<'_> {
    /// Takes the next documents that wait for a stage and that nobody holds, in the order of their papers.
    pub fn claim_documents(&self, scope: Scope, term: &Term<'_>, share: Share) -> Result<Vec<Claim>> {
        let (tenant, loan) = (scope.tenant.to_string(), scope.loan.map(|id| id.to_string()));
        let found: Vec<(DocumentId, u32, Stage)> = self.all(
            NEXT_DOCUMENTS,
            params![tenant, loan, term.now.micros(), share.seen().cast_signed(), i64::from(scope.sent_back)],
            |row| Ok((parsed(row, "document_id")?, row.get("revision")?, parsed(row, "next_stage")?)),
        )?;
        let count = share.of(found.len() as u64);
        let mut claims = Vec::new();
        for (document, revision, stage) in found.into_iter().take(count as usize) {
            let Some(lease) = self.take_lease(scope.tenant, &document.to_string(), term)? else { break };
            claims.push(Claim { document, revision, stage, lease });
        }
        Ok(claims)
    }

    /// Takes pages that are unread and that nobody holds: of one large source file, or of several small ones, the
    /// oldest first.
    pub fn claim_pages(&self, scope: Scope, term: &Term<'_>, share: Share) -> Result<Vec<PageClaim>> {
        let (tenant, loan) = (scope.tenant.to_string(), scope.loan.map(|id| id.to_string()));
        let free = self.count(FREE_PAGES, params![tenant, loan, term.now.micros(), share.seen().cast_signed()])?;
        let mut left = if free == 0 { 0 } else { share.of(free) };
        let mut claims: Vec<PageClaim> = Vec::new();
        while left > 0 && claims.len() < MOST_FILES {
            let next = self
                .one(NEXT_SOURCE_FILE, params![tenant, loan, term.now.micros()], |row| parsed(row, "source_file_id"))?;
            let Some(source_file) = next else { break };
            // A lease that has run out at once leaves the file the oldest one.
            if claims.iter().any(|claim| claim.source_file == source_file) {
                break;
            }
            let pages = self.hold_pages(scope, source_file, term, left)?;
            left -= (pages.len().max(1) as u64).min(left);
            self.begin_source_file(scope.tenant, source_file, term.now)?;
            claims.push(PageClaim { source_file, pages });
        }
        Ok(claims)
    }

    fn hold_pages(
        &self,
        scope: Scope,
        source_file: SourceFileId,
        term: &Term<'_>,
        most: u64,
    ) -> Result<Vec<(PageId, u32, Lease)>> {
        let found: Vec<(PageId, u32)> = self.all(
            NEXT_PAGES,
            params![scope.tenant.to_string(), source_file.to_string(), term.now.micros(), most.cast_signed()],
            |row| Ok((parsed(row, "page_id")?, row.get("number")?)),
        )?;
        let mut pages = Vec::with_capacity(found.len());
        for (page, number) in found {
            if let Some(lease) = self.take_lease(scope.tenant, &page.to_string(), term)? {
                pages.push((page, number, lease));
            }
        }
        Ok(pages)
    }
}
