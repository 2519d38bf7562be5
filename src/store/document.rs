//! Documents and why they have their type.

use super::row::{Mapped, failure, json, moment, parsed, parsed_option, to_json};
use super::{Reader, Writer};
use crate::error::Result;
use crate::model::{
    Confidence, Document, DocumentId, DocumentTypeId, LoanId, ProcessingStatus, SourceFileId, TenantId,
};
use rusqlite::{Row, params};
use serde::Serialize;
use serde::de::DeserializeOwned;

const COLUMNS: &str = "document_id, loan_id, source_file_id, source_position, first_page, last_page, processing_status,
    next_stage, revision, document_type_id, document_type_confidence, classification_manually_corrected,
    version_identifier, version_custom_name, current_version, duplicate_of, trashed, signature_expected,
    signature_found, validation, content_sha256, content_digest, values_digest, identity_digest, failure, failed_at,
    failure_attempts, created_at, updated_at, merged_into, word_sketch, copied_content";

/// How many documents of a loan are in a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DocumentTally {
    /// The loan.
    pub loan: LoanId,
    /// The state.
    pub status: ProcessingStatus,
    /// How many.
    pub documents: u64,
}

/// Why a document has its type.
#[derive(Debug, Clone, PartialEq)]
pub struct ClassificationRecord {
    /// The decision.
    pub document_type: DocumentTypeId,
    /// How sure it is.
    pub confidence: Confidence,
    /// Other types with their confidence, best first.
    pub runners_up: Vec<(DocumentTypeId, Confidence)>,
    /// What spoke for the decision.
    pub evidence: Vec<String>,
}

impl Reader<'_> {
    /// Returns a document.
    pub fn document(&self, tenant: TenantId, document: DocumentId) -> Result<Option<Document>> {
        self.one(
            &format!("SELECT {COLUMNS} FROM document WHERE tenant_id = ?1 AND document_id = ?2"),
            params![tenant.to_string(), document.to_string()],
            document_of_row,
        )
    }

    /// Returns a loan's documents that are not trashed, in the order of their papers.
    pub fn documents_of_loan(&self, tenant: TenantId, loan: LoanId) -> Result<Vec<Document>> {
        self.all(
            &format!(
                "SELECT {COLUMNS} FROM document WHERE tenant_id = ?1 AND loan_id = ?2 AND trashed = 0
                 ORDER BY source_position, first_page"
            ),
            params![tenant.to_string(), loan.to_string()],
            document_of_row,
        )
    }

    /// Returns a loan's documents that were put aside, in the order of their papers.
    pub fn trashed_documents(&self, tenant: TenantId, loan: LoanId) -> Result<Vec<Document>> {
        self.all(
            &format!(
                "SELECT {COLUMNS} FROM document WHERE tenant_id = ?1 AND loan_id = ?2 AND trashed = 1
                 ORDER BY source_position, first_page"
            ),
            params![tenant.to_string(), loan.to_string()],
            document_of_row,
        )
    }

    /// Returns documents of a type that are not trashed, newest first, at most so many.
    pub fn documents_of_type(
        &self,
        tenant: TenantId,
        document_type: &DocumentTypeId,
        most: u64,
    ) -> Result<Vec<Document>> {
        self.all(
            &format!(
                "SELECT {COLUMNS} FROM document WHERE tenant_id = ?1 AND document_type_id = ?2 AND trashed = 0
                 ORDER BY document_id DESC LIMIT ?3"
            ),
            params![tenant.to_string(), document_type.as_str(), most.min(i64::MAX as u64).cast_signed()],
            document_of_row,
        )
    }

    /// Returns the documents of a loan that show the same paper, as a version or as a copy, and have been versioned.
    pub fn related_documents(&self, tenant: TenantId, document: &Document) -> Result<Vec<Document>> {
        self.all(
            &format!(
                "SELECT {COLUMNS} FROM document
                 WHERE tenant_id = ?1 AND loan_id = ?2 AND document_id <> ?3 AND trashed = 0
                   AND version_identifier IS NOT NULL AND document_type_id = ?6
                   AND (identity_digest = ?4 OR content_digest = ?5)
                 ORDER BY source_position, first_page"
            ),
            params![
                tenant.to_string(),
                document.loan.to_string(),
                document.id.to_string(),
                document.identity_digest,
                document.content_digest,
                document.document_type.as_ref().map(DocumentTypeId::as_str)
            ],
            document_of_row,
        )
    }

    /// Returns the documents of a loan that have a document's type and number of pages, have been versioned, copy nothing
    /// and have words to compare.
    pub fn comparable_documents(&self, tenant: TenantId, document: &Document) -> Result<Vec<Document>> {
        self.all(
            &format!(
                "SELECT {COLUMNS} FROM document
                 WHERE tenant_id = ?1 AND loan_id = ?2 AND document_id <> ?3 AND trashed = 0
                   AND version_identifier IS NOT NULL AND document_type_id = ?4
                   AND last_page - first_page = ?5 AND duplicate_of IS NULL AND word_sketch IS NOT NULL
                 ORDER BY source_position, first_page"
            ),
            params![
                tenant.to_string(),
                document.loan.to_string(),
                document.id.to_string(),
                document.document_type.as_ref().map(DocumentTypeId::as_str),
                document.last_page - document.first_page
            ],
            document_of_row,
        )
    }

    /// Counts documents that are not trashed by loan and state; of one loan or of all.
    pub fn document_tallies(&self, tenant: TenantId, loan: Option<LoanId>) -> Result<Vec<DocumentTally>> {
        let whose = of_loan(loan);
        self.all(
            &format!(
                "SELECT loan_id, processing_status, COUNT(*) AS documents FROM document
                 WHERE tenant_id = ?1 AND trashed = 0 AND {whose} GROUP BY loan_id, processing_status"
            ),
            params![tenant.to_string(), loan.map(|id| id.to_string())],
            |row| {
                Ok(DocumentTally {
                    loan: parsed(row, "loan_id")?,
                    status: parsed(row, "processing_status")?,
                    documents: row.get::<_, i64>("documents")?.unsigned_abs(),
                })
            },
        )
    }

    /// Returns the failed documents that are not trashed; of one loan or of all.
    pub fn failed_documents(&self, tenant: TenantId, loan: Option<LoanId>) -> Result<Vec<Document>> {
        let whose = of_loan(loan);
        self.all(
            &format!(
                "SELECT {COLUMNS} FROM document
                 WHERE tenant_id = ?1 AND trashed = 0 AND processing_status = 'FAILED' AND {whose}
                 ORDER BY loan_id, source_position, first_page"
            ),
            params![tenant.to_string(), loan.map(|id| id.to_string())],
            document_of_row,
        )
    }

    /// Returns how many documents a source file was cut into.
    pub fn document_count(&self, tenant: TenantId, source_file: SourceFileId) -> Result<u64> {
        self.count(
            "SELECT COUNT(*) FROM document WHERE tenant_id = ?1 AND source_file_id = ?2",
            params![tenant.to_string(), source_file.to_string()],
        )
    }

    /// Returns why a document has its type.
    pub fn classification(&self, tenant: TenantId, document: DocumentId) -> Result<Option<ClassificationRecord>> {
        self.one(
            "SELECT document_type_id, confidence, runners_up, evidence FROM classification
             WHERE tenant_id = ?1 AND document_id = ?2",
            params![tenant.to_string(), document.to_string()],
            |row| {
                Ok(ClassificationRecord {
                    document_type: DocumentTypeId::new(row.get::<_, String>("document_type_id")?),
                    confidence: Confidence::new(row.get("confidence")?),
                    runners_up: json(row, "runners_up")?,
                    evidence: json(row, "evidence")?,
                })
            },
        )
    }

    /// Returns why the splitter cut a document out as it did.
    pub fn segment<T: DeserializeOwned>(&self, tenant: TenantId, document: DocumentId) -> Result<Option<T>> {
        self.one(
            "SELECT decision FROM segment WHERE tenant_id = ?1 AND document_id = ?2",
            params![tenant.to_string(), document.to_string()],
            |row| json(row, "decision"),
        )
    }
}

impl Writer<'_> {
    /// Adds a document, or puts the record in the place of the one with its id.
    pub fn save_document(&self, tenant: TenantId, document: &Document) -> Result<()> {
        self.execute(
            &format!(
                "INSERT INTO document (tenant_id, {COLUMNS}, received_at)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21,
                     ?22, ?23, ?24, ?25, ?26, ?27, ?28, ?29, ?30, ?31, ?32, ?33,
                     (SELECT created_at FROM source_file WHERE source_file_id = ?4))
                 ON CONFLICT (document_id) DO UPDATE SET
                     first_page = ?6, last_page = ?7, processing_status = ?8, next_stage = ?9, revision = ?10,
                     document_type_id = ?11, document_type_confidence = ?12, classification_manually_corrected = ?13,
                     version_identifier = ?14, version_custom_name = ?15, current_version = ?16, duplicate_of = ?17,
                     trashed = ?18, signature_expected = ?19, signature_found = ?20, validation = ?21,
                     content_sha256 = ?22, content_digest = ?23, values_digest = ?24, identity_digest = ?25,
                     failure = ?26, failed_at = ?27, failure_attempts = ?28, updated_at = ?30, merged_into = ?31,
                     word_sketch = ?32, copied_content = ?33"
            ),
            params![
                tenant.to_string(),
                document.id.to_string(),
                document.loan.to_string(),
                document.source_file.to_string(),
                document.source_position,
                document.first_page,
                document.last_page,
                document.processing_status.as_str(),
                document.next_stage.map(|stage| stage.as_str()),
                document.revision,
                document.document_type.as_ref().map(DocumentTypeId::as_str),
                document.document_type_confidence.map(|confidence| f64::from(confidence.value())),
                i64::from(document.classification_manually_corrected),
                document.version_identifier,
                document.version_custom_name,
                i64::from(document.current_version),
                document.duplicate_of.map(|id| id.to_string()),
                i64::from(document.trashed),
                document.signature_expected.map(i64::from),
                document.signature_found.map(i64::from),
                document.validation.as_str(),
                document.content_sha256,
                document.content_digest,
                document.values_digest,
                document.identity_digest,
                document.failure.as_ref().map(|record| to_json(&record.failure)).transpose()?,
                document.failure.as_ref().map(|record| record.occurred_at.micros()),
                document.failure.as_ref().map(|record| record.attempts),
                document.created_at.micros(),
                document.updated_at.micros(),
                document.merged_into.map(|id| id.to_string()),
                document.word_sketch,
                document.copied_content,
            ],
        )?;
        Ok(())
    }

    /// Forgets what was made of a document's pages: why it was cut out, its type's reasons, values and findings.
    pub fn forget_reading(&self, tenant: TenantId, document: DocumentId) -> Result<()> {
        for table in ["segment", "classification", "extracted_field", "finding"] {
            self.execute(
                &format!("DELETE FROM {table} WHERE tenant_id = ?1 AND document_id = ?2"),
                params![tenant.to_string(), document.to_string()],
            )?;
        }
        Ok(())
    }

    /// Stores why a document has its type, in the place of an earlier reason.
    pub fn save_classification(
        &self,
        tenant: TenantId,
        document: DocumentId,
        record: &ClassificationRecord,
    ) -> Result<()> {
        self.execute(
            "INSERT INTO classification (tenant_id, document_id, document_type_id, confidence, runners_up, evidence)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)
             ON CONFLICT (document_id) DO UPDATE SET
                 document_type_id = ?3, confidence = ?4, runners_up = ?5, evidence = ?6",
            params![
                tenant.to_string(),
                document.to_string(),
                record.document_type.as_str(),
                f64::from(record.confidence.value()),
                to_json(&record.runners_up)?,
                to_json(&record.evidence)?,
            ],
        )?;
        Ok(())
    }

    /// Stores why the splitter cut a document out as it did.
    pub fn save_segment<T: Serialize>(&self, tenant: TenantId, document: DocumentId, decision: &T) -> Result<()> {
        self.execute(
            "INSERT INTO segment (tenant_id, document_id, decision) VALUES (?1, ?2, ?3)
             ON CONFLICT (document_id) DO UPDATE SET decision = ?3",
            params![tenant.to_string(), document.to_string(), to_json(decision)?],
        )?;
        Ok(())
    }
}

/// One statement for a loan and one for all: a condition that serves both would keep the loan's index from being used.
fn of_loan(loan: Option<LoanId>) -> &'static str {
    if loan.is_some() { "loan_id = ?2" } else { "?2 IS NULL" }
}

fn document_of_row(row: &Row<'_>) -> Mapped<Document> {
    let truth = |column: &str| Ok::<bool, rusqlite::Error>(row.get::<_, i64>(column)? != 0);
    let truth_option =
        |column: &str| Ok::<_, rusqlite::Error>(row.get::<_, Option<i64>>(column)?.map(|value| value != 0));
    let attempts = row.get::<_, Option<u32>>("failure_attempts")?.unwrap_or(1);
    Ok(Document {
        id: parsed(row, "document_id")?,
        loan: parsed(row, "loan_id")?,
        source_file: parsed(row, "source_file_id")?,
        source_position: row.get("source_position")?,
        first_page: row.get("first_page")?,
        last_page: row.get("last_page")?,
        processing_status: parsed(row, "processing_status")?,
        next_stage: parsed_option(row, "next_stage")?,
        revision: row.get("revision")?,
        document_type: row.get::<_, Option<String>>("document_type_id")?.map(DocumentTypeId::new),
        document_type_confidence: row.get::<_, Option<f32>>("document_type_confidence")?.map(Confidence::new),
        classification_manually_corrected: truth("classification_manually_corrected")?,
        version_identifier: row.get("version_identifier")?,
        version_custom_name: row.get("version_custom_name")?,
        current_version: truth("current_version")?,
        duplicate_of: parsed_option(row, "duplicate_of")?,
        trashed: truth("trashed")?,
        merged_into: parsed_option(row, "merged_into")?,
        signature_expected: truth_option("signature_expected")?,
        signature_found: truth_option("signature_found")?,
        validation: parsed(row, "validation")?,
        content_sha256: row.get("content_sha256")?,
        content_digest: row.get("content_digest")?,
        values_digest: row.get("values_digest")?,
        identity_digest: row.get("identity_digest")?,
        failure: failure(row, attempts)?,
        word_sketch: row.get("word_sketch")?,
        copied_content: row.get("copied_content")?,
        created_at: moment(row, "created_at")?,
        updated_at: moment(row, "updated_at")?,
    })
}
