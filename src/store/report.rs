//! Documents as reports read them: in the order in which they were received, one after the other.

use super::Reader;
use super::row::{Mapped, moment, moment_option, parsed, parsed_option, unreadable};
use crate::error::Result;
use crate::model::{
    Confidence, DocumentId, DocumentTypeId, FieldTypeId, LoanId, ProcessingStatus, Source, SourceFileId, Stage,
    TenantId, Timestamp, hexadecimal,
};
use rusqlite::{Row, params};
use uuid::Uuid;

/// A place in the order of documents by when they were received.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ReceivedKey {
    /// When the file was received.
    pub received_at: Timestamp,
    /// The file.
    pub source_file: SourceFileId,
    /// The document's first page in it.
    pub first_page: u32,
    /// The document.
    pub document: DocumentId,
}

/// A document with what reports say of it.
#[derive(Debug, Clone, PartialEq)]
pub struct ReceivedDocument {
    /// Its place in the order.
    pub key: ReceivedKey,
    /// Its loan.
    pub loan: LoanId,
    /// The caller's id for the loan.
    pub external_loan_id: String,
    /// The name of its file.
    pub file_name: String,
    /// Its last page in the file.
    pub last_page: u32,
    /// Where it is in the pipeline.
    pub status: ProcessingStatus,
    /// Its type.
    pub document_type: Option<DocumentTypeId>,
    /// How sure that is.
    pub document_type_confidence: Option<Confidence>,
    /// Whether it is the current version and no copy.
    pub counts: bool,
    /// When it was last pushed to a LOS.
    pub pushed_at: Option<Timestamp>,
}

/// A value of a document as far as reports look at it.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadValue {
    /// Which field.
    pub field_type: FieldTypeId,
    /// The value.
    pub value: String,
    /// How sure its reading was.
    pub confidence: Confidence,
    /// How it was read.
    pub source: Source,
    /// Whether a person set it.
    pub manually_corrected: bool,
    /// What the program had read before a person set it.
    pub extracted_value: Option<String>,
}

/// Which received documents are asked for.
#[derive(Debug, Clone, Copy, Default)]
pub struct ReceivedRange {
    /// Received at this moment or later.
    pub from: Option<Timestamp>,
    /// Received before this moment.
    pub before: Option<Timestamp>,
    /// Of this loan only.
    pub loan: Option<LoanId>,
    /// Behind this place.
    pub after: Option<ReceivedKey>,
}

const COLUMNS: &str = "s.created_at AS received_at, s.source_file_id, s.file_name, l.loan_id, l.external_loan_id,
    d.document_id, d.first_page, d.last_page, d.processing_status, d.document_type_id, d.document_type_confidence,
    d.current_version, d.duplicate_of, d.pushed_at";

/// The place before all others.
const START: ReceivedKey = ReceivedKey {
    received_at: Timestamp::from_micros(i64::MIN),
    source_file: SourceFileId::NIL,
    first_page: 0,
    document: DocumentId::NIL,
};

impl ReceivedKey {
    /// Returns the place as a word that callers hand back as it is.
    pub fn to_cursor(self) -> String {
        let mut bytes = self.received_at.micros().to_be_bytes().to_vec();
        bytes.extend_from_slice(self.source_file.uuid().as_bytes());
        bytes.extend_from_slice(&self.first_page.to_be_bytes());
        bytes.extend_from_slice(self.document.uuid().as_bytes());
        hexadecimal(&bytes)
    }

    /// Reads a place from its word; `None` for any other word.
    pub fn from_cursor(word: &str) -> Option<Self> {
        let byte = |at: usize| u8::from_str_radix(word.get(at * 2..at * 2 + 2)?, 16).ok();
        let bytes: Vec<u8> = (0..word.len() / 2).map(byte).collect::<Option<_>>()?;
        let (micros, rest) = bytes.split_first_chunk::<8>()?;
        let (file, rest) = rest.split_first_chunk::<16>()?;
        let (page, rest) = rest.split_first_chunk::<4>()?;
        let document: [u8; 16] = rest.try_into().ok()?;
        Some(Self {
            received_at: Timestamp::from_micros(i64::from_be_bytes(*micros)),
            source_file: SourceFileId::new(Uuid::from_bytes(*file)),
            first_page: u32::from_be_bytes(*page),
            document: DocumentId::new(Uuid::from_bytes(document)),
        })
    }
}

impl Reader<'_> {
    /// Returns the next documents that are not trashed, in the order in which they were received.
    pub fn received_documents(
        &self,
        tenant: TenantId,
        range: &ReceivedRange,
        limit: u64,
    ) -> Result<Vec<ReceivedDocument>> {
        // One statement for a loan and one for all: each walks an index in the order of the answer.
        let whose = if range.loan.is_some() {
            "s.loan_id = ?4 AND s.tenant_id = ?1"
        } else {
            "s.tenant_id = ?1 AND ?4 IS NULL"
        };
        let after = range.after.unwrap_or(START);
        self.all(
            &format!(
                "SELECT {COLUMNS} FROM source_file s
                 JOIN document d ON d.source_file_id = s.source_file_id
                 JOIN loan l ON l.loan_id = d.loan_id
                 WHERE {whose} AND s.created_at >= ?2 AND s.created_at < ?3 AND d.trashed = 0
                   AND (s.created_at, s.source_file_id, d.first_page, d.document_id) > (?5, ?6, ?7, ?8)
                 ORDER BY s.created_at, s.source_file_id, d.first_page, d.document_id LIMIT ?9"
            ),
            params![
                tenant.to_string(),
                range.from.map_or(i64::MIN, Timestamp::micros).max(after.received_at.micros()),
                range.before.map_or(i64::MAX, Timestamp::micros),
                range.loan.map(|id| id.to_string()),
                after.received_at.micros(),
                after.source_file.to_string(),
                after.first_page,
                after.document.to_string(),
                i64::try_from(limit).unwrap_or(i64::MAX),
            ],
            received_of_row,
        )
    }
}

impl Reader<'_> {
    /// Gives the state of each received document that is not trashed to a function, with the microseconds from its
    /// receipt to its push as far as it was pushed; in no particular order, after no place.
    pub fn processing_times(
        &self,
        tenant: TenantId,
        range: &ReceivedRange,
        mut visit: impl FnMut(ProcessingStatus, Option<i64>),
    ) -> Result<()> {
        let whose = whose(range.loan);
        self.each(
            &format!(
                "SELECT d.processing_status, d.pushed_at - d.received_at AS taken FROM document d
                 WHERE d.tenant_id = ?1 AND d.trashed = 0 AND {whose}"
            ),
            params![
                tenant.to_string(),
                range.from.map_or(i64::MIN, Timestamp::micros),
                range.before.map_or(i64::MAX, Timestamp::micros),
                range.loan.map(|id| id.to_string()),
            ],
            |row| {
                // Without a name or a text of its own: there is one such row a document of the tenant.
                let status = row.get_ref(0)?.as_str()?.parse().map_err(unreadable)?;
                visit(status, row.get(1)?);
                Ok(())
            },
        )
    }

    /// Gives each run of a stage of the received documents that are not trashed to a function, with the microseconds that
    /// it took; in no particular order, after no place.
    pub fn stage_times(
        &self,
        tenant: TenantId,
        range: &ReceivedRange,
        mut visit: impl FnMut(Stage, i64),
    ) -> Result<()> {
        let whose = whose(range.loan);
        self.each(
            &format!(
                "SELECT r.stage, r.finished_at - r.started_at AS taken
                 FROM document d JOIN stage_run r ON r.document_id = d.document_id
                 WHERE d.tenant_id = ?1 AND d.trashed = 0 AND {whose}"
            ),
            params![
                tenant.to_string(),
                range.from.map_or(i64::MIN, Timestamp::micros),
                range.before.map_or(i64::MAX, Timestamp::micros),
                range.loan.map(|id| id.to_string()),
            ],
            |row| {
                visit(parsed(row, "stage")?, row.get("taken")?);
                Ok(())
            },
        )
    }

    /// Gives each value of a document to a function, in the order of its type.
    pub fn values_read(
        &self,
        tenant: TenantId,
        document: DocumentId,
        mut visit: impl FnMut(ReadValue) -> Result<()>,
    ) -> Result<()> {
        let mut ended = Ok(());
        self.each(
            "SELECT field_type_id, value, confidence, source, manually_corrected, extracted_value
             FROM extracted_field WHERE tenant_id = ?1 AND document_id = ?2 ORDER BY position",
            params![tenant.to_string(), document.to_string()],
            |row| {
                if ended.is_ok() {
                    ended = visit(ReadValue {
                        field_type: FieldTypeId::new(row.get::<_, String>(0)?),
                        value: row.get(1)?,
                        confidence: Confidence::new(row.get(2)?),
                        source: super::field::source(row.get_ref(3)?.as_str()?)?,
                        manually_corrected: row.get::<_, i64>(4)? != 0,
                        extracted_value: row.get(5)?,
                    });
                }
                Ok(())
            },
        )?;
        ended
    }

    /// Gives each value of a document that the program read to a function: how sure it was, and whether a person set
    /// another.
    pub fn confidences(
        &self,
        tenant: TenantId,
        document: DocumentId,
        mut visit: impl FnMut(Confidence, bool),
    ) -> Result<()> {
        self.each(
            "SELECT confidence, manually_corrected FROM extracted_field
             WHERE tenant_id = ?1 AND document_id = ?2 AND (manually_corrected = 0 OR extracted_value IS NOT NULL)",
            params![tenant.to_string(), document.to_string()],
            |row| {
                visit(Confidence::new(row.get(0)?), row.get::<_, i64>(1)? != 0);
                Ok(())
            },
        )
    }
}

/// The documents of a loan are found by the loan, and only those of all loans by the time.
fn whose(loan: Option<LoanId>) -> &'static str {
    match loan {
        Some(_) => "d.loan_id = ?4 AND COALESCE(d.received_at, 0) >= ?2 AND COALESCE(d.received_at, 0) < ?3",
        None => "d.received_at >= ?2 AND d.received_at < ?3 AND ?4 IS NULL",
    }
}

fn received_of_row(row: &Row<'_>) -> Mapped<ReceivedDocument> {
    let current = row.get::<_, i64>("current_version")? != 0;
    let copy: Option<DocumentId> = parsed_option(row, "duplicate_of")?;
    Ok(ReceivedDocument {
        key: ReceivedKey {
            received_at: moment(row, "received_at")?,
            source_file: parsed(row, "source_file_id")?,
            first_page: row.get("first_page")?,
            document: parsed(row, "document_id")?,
        },
        loan: parsed(row, "loan_id")?,
        external_loan_id: row.get("external_loan_id")?,
        file_name: row.get("file_name")?,
        last_page: row.get("last_page")?,
        status: parsed(row, "processing_status")?,
        document_type: row.get::<_, Option<String>>("document_type_id")?.map(DocumentTypeId::new),
        document_type_confidence: row.get::<_, Option<f32>>("document_type_confidence")?.map(Confidence::new),
        counts: current && copy.is_none(),
        pushed_at: moment_option(row, "pushed_at")?,
    })
}
