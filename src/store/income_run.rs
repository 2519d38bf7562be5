//! Runs of the income analysis, with what each looked at and what came of it.
//!
//! Invariant: a run is added once, ends once and is never deleted; a run that has ended does not change.

use super::row::{Mapped, corrupt, json_option, moment, moment_option, parsed, to_json};
use super::{Reader, Writer};
use crate::error::{Error, Result};
use crate::income::{Guideline, IncomeCase, IncomeData};
use crate::model::{DocumentId, IncomeRunId, IncomeRunStatus, LoanId, TenantId, Timestamp, digest_of_parts};
use rusqlite::{Row, params};

const COLUMNS: &str = "run_id, loan_id, status, guideline, edition, engine, engine_version, requested_by, created_at,
    calculated_at, inputs_sha256, result, failure_code, failure_message, owner";
const COMPRESSION_LEVEL: i32 = 3;
/// A case larger than this was not written by this program.
const LARGEST_CASE: u64 = 256 * 1024 * 1024;

/// A run.
#[derive(Debug, Clone, PartialEq)]
pub struct IncomeRun {
    /// Its id.
    pub id: IncomeRunId,
    /// The loan.
    pub loan: LoanId,
    /// Where it stands.
    pub status: IncomeRunStatus,
    /// By whose rules.
    pub guideline: Guideline,
    /// The edition of those rules.
    pub edition: String,
    /// What computed it; while active what was asked.
    pub engine: String,
    /// Its version; unknown until it has answered.
    pub engine_version: Option<String>,
    /// Who asked for it.
    pub requested_by: String,
    /// When it began.
    pub created_at: Timestamp,
    /// When it had its result.
    pub calculated_at: Option<Timestamp>,
    /// A digest of all that was looked at.
    pub inputs_sha256: String,
    /// The result.
    pub result: Option<IncomeData>,
    /// Why there is none.
    pub failure: Option<RunFailure>,
    /// The process that computes it.
    pub owner: Option<String>,
}

/// Why a run has no result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunFailure {
    /// Which kind of failure: `ENGINE_TIMEOUT`.
    pub code: String,
    /// In words.
    pub message: String,
}

/// A document that a run looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IncomeRunDocument {
    /// The document.
    pub document: DocumentId,
    /// A digest of its values.
    pub values_sha256: String,
    /// The name of its source file.
    pub file_name: String,
    /// The name of its type.
    pub document_type: String,
}

/// How a run ends.
#[derive(Debug, Clone, PartialEq)]
pub enum IncomeRunEnd {
    /// With a result.
    Completed(IncomeData),
    /// Without one.
    Failed(RunFailure),
    /// Another run was forced.
    Superseded,
}

impl IncomeRun {
    /// Returns the digest of a case as runs record it.
    ///
    /// # Errors
    /// `Internal` when the case cannot be written.
    pub fn digest(case: &IncomeCase) -> Result<String> {
        Ok(digest_of_parts([to_json(case)?]))
    }
}

impl Reader<'_> {
    /// Returns a run.
    pub fn income_run(&self, tenant: TenantId, run: IncomeRunId) -> Result<Option<IncomeRun>> {
        self.one(
            &format!("SELECT {COLUMNS} FROM income_run WHERE tenant_id = ?1 AND run_id = ?2"),
            params![tenant.to_string(), run.to_string()],
            run_of_row,
        )
    }

    /// Returns at most two runs whose ids end so.
    pub fn income_runs_ending_with(&self, tenant: TenantId, digits: &str) -> Result<Vec<IncomeRun>> {
        self.all(
            &format!(
                "SELECT {COLUMNS} FROM income_run
                 WHERE tenant_id = ?1 AND substr(run_id, -length(?2)) = ?2 ORDER BY run_id LIMIT 2"
            ),
            params![tenant.to_string(), digits],
            run_of_row,
        )
    }

    /// Returns a loan's runs, oldest first.
    pub fn income_runs(&self, tenant: TenantId, loan: LoanId) -> Result<Vec<IncomeRun>> {
        self.all(
            &format!("SELECT {COLUMNS} FROM income_run WHERE tenant_id = ?1 AND loan_id = ?2 ORDER BY run_id"),
            params![tenant.to_string(), loan.to_string()],
            run_of_row,
        )
    }

    /// Returns the newest run of a loan that stands so.
    pub fn latest_income_run(
        &self,
        tenant: TenantId,
        loan: LoanId,
        status: IncomeRunStatus,
    ) -> Result<Option<IncomeRun>> {
        self.one(
            &format!(
                "SELECT {COLUMNS} FROM income_run
                 WHERE tenant_id = ?1 AND loan_id = ?2 AND status = ?3 ORDER BY run_id DESC LIMIT 1"
            ),
            params![tenant.to_string(), loan.to_string(), status.as_str()],
            run_of_row,
        )
    }

    /// Returns what a run looked at, whole.
    pub fn income_case(&self, tenant: TenantId, run: IncomeRunId) -> Result<Option<IncomeCase>> {
        let packed = self.one(
            "SELECT income_case FROM income_run WHERE tenant_id = ?1 AND run_id = ?2",
            params![tenant.to_string(), run.to_string()],
            |row| row.get::<_, Vec<u8>>("income_case"),
        )?;
        packed.map(|packed| unpacked(&packed)).transpose()
    }

    /// Returns the documents that a run looked at.
    pub fn income_run_documents(&self, tenant: TenantId, run: IncomeRunId) -> Result<Vec<IncomeRunDocument>> {
        self.all(
            "SELECT document_id, values_sha256, file_name, document_type FROM income_run_document
             WHERE tenant_id = ?1 AND run_id = ?2 ORDER BY position",
            params![tenant.to_string(), run.to_string()],
            |row| {
                Ok(IncomeRunDocument {
                    document: parsed(row, "document_id")?,
                    values_sha256: row.get("values_sha256")?,
                    file_name: row.get("file_name")?,
                    document_type: row.get("document_type")?,
                })
            },
        )
    }
}

impl Writer<'_> {
    /// Adds a run that is being computed, with what it looks at.
    pub fn add_income_run(
        &self,
        tenant: TenantId,
        run: &IncomeRun,
        case: &IncomeCase,
        documents: &[IncomeRunDocument],
    ) -> Result<()> {
        self.execute(
            "INSERT INTO income_run (tenant_id, run_id, loan_id, status, guideline, edition, engine, engine_version,
                 requested_by, created_at, inputs_sha256, income_case, owner)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
            params![
                tenant.to_string(),
                run.id.to_string(),
                run.loan.to_string(),
                run.status.as_str(),
                run.guideline.as_str(),
                run.edition,
                run.engine,
                run.engine_version,
                run.requested_by,
                run.created_at.micros(),
                run.inputs_sha256,
                packed(case)?,
                run.owner,
            ],
        )?;
        for (position, document) in (0_i64..).zip(documents) {
            self.execute(
                "INSERT INTO income_run_document
                     (tenant_id, run_id, position, document_id, values_sha256, file_name, document_type)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                params![
                    tenant.to_string(),
                    run.id.to_string(),
                    position,
                    document.document.to_string(),
                    document.values_sha256,
                    document.file_name,
                    document.document_type,
                ],
            )?;
        }
        Ok(())
    }

    /// Ends an active run; false when it has ended before.
    pub fn end_income_run(
        &self,
        tenant: TenantId,
        run: IncomeRunId,
        end: &IncomeRunEnd,
        now: Timestamp,
    ) -> Result<bool> {
        let (status, result, failure) = match end {
            IncomeRunEnd::Completed(result) => (IncomeRunStatus::Completed, Some(result), None),
            IncomeRunEnd::Failed(failure) => (IncomeRunStatus::Failed, None, Some(failure)),
            IncomeRunEnd::Superseded => (IncomeRunStatus::Superseded, None, None),
        };
        let ended = self.execute(
            "UPDATE income_run SET status = ?3, result = ?4, failure_code = ?5, failure_message = ?6,
                 calculated_at = ?7, edition = COALESCE(?8, edition), engine = COALESCE(?9, engine),
                 engine_version = COALESCE(?10, engine_version), owner = NULL
             WHERE tenant_id = ?1 AND run_id = ?2 AND status = 'active'",
            params![
                tenant.to_string(),
                run.to_string(),
                status.as_str(),
                result.map(to_json).transpose()?,
                failure.map(|failure| &failure.code),
                failure.map(|failure| &failure.message),
                result.map(|_| now.micros()),
                result.map(|result| &result.rules_version),
                result.map(|result| &result.engine.name),
                result.map(|result| &result.engine.version),
            ],
        )?;
        Ok(ended == 1)
    }
}

fn packed(case: &IncomeCase) -> Result<Vec<u8>> {
    zstd::bulk::compress(to_json(case)?.as_bytes(), COMPRESSION_LEVEL)
        .map_err(|error| Error::internal("an income case cannot be compressed").caused_by(error))
}

fn unpacked(packed: &[u8]) -> Result<IncomeCase> {
    let damaged = || corrupt("a stored income run is damaged");
    let decoder = zstd::stream::Decoder::new(packed).map_err(|error| damaged().caused_by(error))?;
    let mut json = Vec::new();
    std::io::Read::read_to_end(&mut std::io::Read::take(decoder, LARGEST_CASE), &mut json)
        .map_err(|error| damaged().caused_by(error))?;
    serde_json::from_slice(&json).map_err(|error| damaged().caused_by(error))
}

fn run_of_row(row: &Row<'_>) -> Mapped<IncomeRun> {
    let code: Option<String> = row.get("failure_code")?;
    let message: Option<String> = row.get("failure_message")?;
    Ok(IncomeRun {
        id: parsed(row, "run_id")?,
        loan: parsed(row, "loan_id")?,
        status: parsed(row, "status")?,
        guideline: parsed(row, "guideline")?,
        edition: row.get("edition")?,
        engine: row.get("engine")?,
        engine_version: row.get("engine_version")?,
        requested_by: row.get("requested_by")?,
        created_at: moment(row, "created_at")?,
        calculated_at: moment_option(row, "calculated_at")?,
        inputs_sha256: row.get("inputs_sha256")?,
        result: json_option(row, "result")?,
        failure: code.map(|code| RunFailure { code, message: message.unwrap_or_default() }),
        owner: row.get("owner")?,
    })
}
