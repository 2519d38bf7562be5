//! Stages that counted: the key that makes a stage executed twice have one effect.

use super::{Reader, Writer};
use crate::error::Result;
use crate::model::{DocumentId, Stage, TenantId, Timestamp};
use rusqlite::params;

/// How a stage ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunOutcome {
    /// Well.
    Completed,
    /// For good, without a result.
    Failed,
}

impl RunOutcome {
    fn as_str(self) -> &'static str {
        match self {
            Self::Completed => "completed",
            Self::Failed => "failed",
        }
    }
}

impl Reader<'_> {
    /// Counts how often a stage of a document failed for good.
    pub fn failed_runs(&self, tenant: TenantId, document: DocumentId, stage: Stage) -> Result<u32> {
        let runs = self.count(
            "SELECT COUNT(*) FROM stage_run
             WHERE tenant_id = ?1 AND document_id = ?2 AND stage = ?3 AND outcome = 'failed'",
            params![tenant.to_string(), document.to_string(), stage.as_str()],
        )?;
        Ok(u32::try_from(runs).unwrap_or(u32::MAX))
    }

    /// Counts the stages of a tenant's documents that counted.
    pub fn stage_run_count(&self, tenant: TenantId) -> Result<u64> {
        self.count("SELECT COUNT(*) FROM stage_run WHERE tenant_id = ?1", [tenant.to_string()])
    }
}

impl Writer<'_> {
    /// Notes that a stage ended; false when it has ended before.
    pub fn add_stage_run(
        &self,
        tenant: TenantId,
        (document, revision, stage): (DocumentId, u32, Stage),
        outcome: RunOutcome,
        (started, finished): (Timestamp, Timestamp),
    ) -> Result<bool> {
        let added = self.execute(
            "INSERT INTO stage_run (tenant_id, document_id, revision, stage, outcome, started_at, finished_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (document_id, revision, stage) DO NOTHING",
            params![
                tenant.to_string(),
                document.to_string(),
                revision,
                stage.as_str(),
                outcome.as_str(),
                started.micros(),
                finished.micros()
            ],
        )?;
        Ok(added == 1)
    }
}
