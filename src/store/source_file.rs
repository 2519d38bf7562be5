//! Source files.

use super::row::{Mapped, failure, moment, parsed, to_json};
use super::{Reader, Writer};
use crate::error::Result;
use crate::model::{Failure, LoanId, Secret, SourceFile, SourceFileId, Stage, TenantId, Timestamp, UploadStatus};
use rusqlite::{Row, params};

const COLUMNS: &str = "source_file_id, loan_id, position, file_name, size_bytes, sha256, page_count, upload_status,
    failure, failed_at, origin, password, created_at, updated_at";

impl Reader<'_> {
    /// Returns a source file.
    pub fn source_file(&self, tenant: TenantId, source_file: SourceFileId) -> Result<Option<SourceFile>> {
        self.one(
            &format!("SELECT {COLUMNS} FROM source_file WHERE tenant_id = ?1 AND source_file_id = ?2"),
            params![tenant.to_string(), source_file.to_string()],
            source_file_of_row,
        )
    }

    /// Returns a loan's source files in the order in which they came.
    pub fn source_files(&self, tenant: TenantId, loan: LoanId) -> Result<Vec<SourceFile>> {
        self.all(
            &format!("SELECT {COLUMNS} FROM source_file WHERE tenant_id = ?1 AND loan_id = ?2 ORDER BY position"),
            params![tenant.to_string(), loan.to_string()],
            source_file_of_row,
        )
    }

    /// Counts source files by loan, of one loan or of all; a loan without is not among them.
    pub fn source_file_counts(&self, tenant: TenantId, loan: Option<LoanId>) -> Result<Vec<(LoanId, u64)>> {
        let whose = if loan.is_some() { "loan_id = ?2" } else { "?2 IS NULL" };
        self.all(
            &format!(
                "SELECT loan_id, COUNT(*) AS files FROM source_file
                 WHERE tenant_id = ?1 AND {whose} GROUP BY loan_id"
            ),
            params![tenant.to_string(), loan.map(|id| id.to_string())],
            |row| Ok((parsed(row, "loan_id")?, row.get::<_, i64>("files")?.unsigned_abs())),
        )
    }

    /// Returns the first source file of a loan with the given bytes.
    pub fn source_file_of_digest(&self, tenant: TenantId, loan: LoanId, sha256: &str) -> Result<Option<SourceFile>> {
        self.one(
            &format!(
                "SELECT {COLUMNS} FROM source_file WHERE tenant_id = ?1 AND loan_id = ?2 AND sha256 = ?3
                 ORDER BY position LIMIT 1"
            ),
            params![tenant.to_string(), loan.to_string(), sha256],
            source_file_of_row,
        )
    }

    /// Returns the position that the next source file of a loan takes.
    pub fn next_source_position(&self, tenant: TenantId, loan: LoanId) -> Result<u32> {
        let last = self.count(
            "SELECT COALESCE(MAX(position), 0) FROM source_file WHERE tenant_id = ?1 AND loan_id = ?2",
            params![tenant.to_string(), loan.to_string()],
        )?;
        Ok(u32::try_from(last).unwrap_or(u32::MAX - 1) + 1)
    }

    /// Returns when the first page of a source file was taken up.
    pub fn processing_started_at(&self, tenant: TenantId, source_file: SourceFileId) -> Result<Option<Timestamp>> {
        let found = self.one(
            "SELECT processing_started_at FROM source_file WHERE tenant_id = ?1 AND source_file_id = ?2",
            params![tenant.to_string(), source_file.to_string()],
            |row| row.get::<_, Option<i64>>(0),
        )?;
        Ok(found.flatten().map(Timestamp::from_micros))
    }
}

impl Writer<'_> {
    /// Adds a source file.
    pub fn add_source_file(&self, tenant: TenantId, file: &SourceFile) -> Result<()> {
        self.execute(
            "INSERT INTO source_file (tenant_id, source_file_id, loan_id, position, file_name, size_bytes, sha256,
                 page_count, upload_status, origin, password, created_at, updated_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?12)",
            params![
                tenant.to_string(),
                file.id.to_string(),
                file.loan.to_string(),
                file.position,
                file.file_name,
                i64::try_from(file.size_bytes).unwrap_or(i64::MAX),
                file.sha256,
                file.page_count,
                file.upload_status.as_str(),
                file.origin.as_str(),
                file.password.as_ref().map(Secret::expose),
                file.created_at.micros(),
            ],
        )?;
        Ok(())
    }

    /// Notes that work on a source file and its provisional document begins, once.
    pub fn begin_source_file(&self, tenant: TenantId, source_file: SourceFileId, now: Timestamp) -> Result<()> {
        let begun = self.execute(
            "UPDATE source_file SET upload_status = 'PROCESSING', processing_started_at = ?3, updated_at = ?3
             WHERE tenant_id = ?1 AND source_file_id = ?2 AND upload_status = 'RECEIVED'",
            params![tenant.to_string(), source_file.to_string(), now.micros()],
        )?;
        if begun == 1 {
            self.execute(
                "UPDATE document SET processing_status = 'PROCESSING', updated_at = ?3
                 WHERE tenant_id = ?1 AND source_file_id = ?2 AND processing_status = 'UPLOADING'",
                params![tenant.to_string(), source_file.to_string(), now.micros()],
            )?;
        }
        Ok(())
    }

    /// Notes that a source file could not be split.
    pub fn fail_source_file(
        &self,
        tenant: TenantId,
        source_file: SourceFileId,
        failure: &Failure,
        now: Timestamp,
    ) -> Result<()> {
        self.execute(
            "UPDATE source_file SET upload_status = ?3, failure = ?4, failed_at = ?5, updated_at = ?5
             WHERE tenant_id = ?1 AND source_file_id = ?2",
            params![
                tenant.to_string(),
                source_file.to_string(),
                UploadStatus::Failed.as_str(),
                to_json(failure)?,
                now.micros()
            ],
        )?;
        Ok(())
    }

    /// Notes that the work on a source file goes on from a stage that had failed; pages that were given up are read
    /// again when it is to be split again.
    pub fn retry_source_file(
        &self,
        tenant: TenantId,
        source_file: SourceFileId,
        stage: Stage,
        now: Timestamp,
    ) -> Result<()> {
        self.execute(
            "UPDATE source_file SET upload_status = 'PROCESSING', failure = NULL, failed_at = NULL, updated_at = ?3
             WHERE tenant_id = ?1 AND source_file_id = ?2",
            params![tenant.to_string(), source_file.to_string(), now.micros()],
        )?;
        if stage == Stage::Splitter {
            self.execute(
                "UPDATE page SET read_at = NULL, failure_code = NULL, failure_message = NULL
                 WHERE tenant_id = ?1 AND source_file_id = ?2 AND failure_code IS NOT NULL",
                params![tenant.to_string(), source_file.to_string()],
            )?;
        }
        Ok(())
    }

    /// Notes that a source file is done when none of its documents is left in the pipeline.
    pub fn complete_source_file(&self, tenant: TenantId, source_file: SourceFileId, now: Timestamp) -> Result<()> {
        self.execute(
            "UPDATE source_file SET upload_status = 'COMPLETED', updated_at = ?3
             WHERE tenant_id = ?1 AND source_file_id = ?2 AND upload_status = 'PROCESSING'
               AND NOT EXISTS (SELECT 1 FROM document d
                               WHERE d.source_file_id = source_file.source_file_id
                                 AND d.next_stage IS NOT NULL AND d.next_stage <> 'EXPORT')",
            params![tenant.to_string(), source_file.to_string(), now.micros()],
        )?;
        Ok(())
    }
}

fn source_file_of_row(row: &Row<'_>) -> Mapped<SourceFile> {
    Ok(SourceFile {
        id: parsed(row, "source_file_id")?,
        loan: parsed(row, "loan_id")?,
        position: row.get("position")?,
        file_name: row.get("file_name")?,
        size_bytes: row.get::<_, i64>("size_bytes")?.unsigned_abs(),
        sha256: row.get("sha256")?,
        page_count: row.get("page_count")?,
        upload_status: parsed(row, "upload_status")?,
        failure: failure(row, 1)?,
        origin: parsed(row, "origin")?,
        password: row.get::<_, Option<String>>("password")?.map(Secret::new),
        created_at: moment(row, "created_at")?,
        updated_at: moment(row, "updated_at")?,
    })
}
