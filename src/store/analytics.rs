//! Figures over many documents and the stages that they went through.
//!
//! Invariant: what comes back does not grow with the documents: the database adds up, percentiles come from counts by
//! classes of durations.

use super::row::parsed;
use super::{Reader, failed};
use crate::error::Result;
use crate::model::{ProcessingStatus, Stage, TenantId, Timestamp};
use rusqlite::params;
use std::collections::BTreeMap;

/// What became of documents that were received in a time.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DocumentMetrics {
    /// How many are in each state.
    pub by_status: BTreeMap<ProcessingStatus, u64>,
    /// How many have their values and wait for nothing but an export, or have been exported.
    pub completed: u64,
    /// How many of those no person had to do with.
    pub touchless: u64,
    /// The time from the receipt of the file to the end of the last stage, added up over those, in seconds.
    pub turnaround_seconds: f64,
}

/// How a stage went with documents that were received in a time.
#[derive(Debug, Clone, PartialEq)]
pub struct StageMetrics {
    /// The stage.
    pub stage: Stage,
    /// How often it ran, each time that counted.
    pub runs: u64,
    /// How often it failed for good.
    pub failures: u64,
    /// How long all its runs took together, in milliseconds.
    pub total_ms: f64,
    /// How many runs are in each class of durations, by the shortest duration of the class in milliseconds.
    pub durations: BTreeMap<u64, u64>,
}

/// Files that were received in a time, with their documents.
const RECEIVED: &str = "FROM source_file s JOIN document d ON d.source_file_id = s.source_file_id
    WHERE s.tenant_id = ?1 AND s.created_at >= ?2 AND s.created_at < ?3 AND d.trashed = 0";

impl Reader<'_> {
    /// Adds up documents that were received in a time and are not trashed.
    pub fn document_metrics(
        &self,
        tenant: TenantId,
        from: Option<Timestamp>,
        before: Option<Timestamp>,
    ) -> Result<DocumentMetrics> {
        let completed =
            "d.processing_status IN ('EXTRACTED', 'EXPORTED') AND COALESCE(d.next_stage, 'EXPORT') = 'EXPORT'";
        let touched = "EXISTS (SELECT 1 FROM correction c WHERE c.document_id = d.document_id)
            OR EXISTS (SELECT 1 FROM review_task t WHERE t.tenant_id = d.tenant_id
                AND t.document_id = d.document_id AND (t.status = 'OPEN'
                OR t.resolution IN ('corrected', 'confirmed', 'waived')))";
        let sql = format!(
            "SELECT processing_status, COUNT(*) AS documents, SUM(completed) AS completed,
                 SUM(CASE WHEN completed = 1 AND touched = 0 THEN 1 ELSE 0 END) AS touchless,
                 SUM(CASE WHEN completed = 1 THEN COALESCE(finished_at - received_at, 0) ELSE 0 END) / 1000000.0
                     AS seconds
             FROM (SELECT d.processing_status, s.created_at AS received_at,
                     CASE WHEN {completed} THEN 1 ELSE 0 END AS completed,
                     CASE WHEN {touched} THEN 1 ELSE 0 END AS touched,
                     (SELECT MAX(r.finished_at) FROM stage_run r WHERE r.document_id = d.document_id) AS finished_at
                   {RECEIVED}) AS received
             GROUP BY processing_status"
        );
        let mut metrics = DocumentMetrics::default();
        let rows = self.all(&sql, params![tenant.to_string(), first(from), last(before)], |row| {
            let count = |name: &str| Ok::<_, rusqlite::Error>(row.get::<_, i64>(name)?.max(0).unsigned_abs());
            let status: ProcessingStatus = parsed(row, "processing_status")?;
            Ok((status, count("documents")?, count("completed")?, count("touchless")?, row.get::<_, f64>("seconds")?))
        })?;
        for (status, documents, completed, touchless, seconds) in rows {
            metrics.by_status.insert(status, documents);
            metrics.completed += completed;
            metrics.touchless += touchless;
            metrics.turnaround_seconds += seconds;
        }
        Ok(metrics)
    }

    /// Adds up the stages of documents that were received in a time and are not trashed, in the order of the pipeline.
    ///
    /// Durations are classed so that a class is never wider than a hundredth of its durations: up to a second each
    /// millisecond is a class, up to ten seconds ten are one, and so on.
    pub fn stage_metrics(
        &self,
        tenant: TenantId,
        from: Option<Timestamp>,
        before: Option<Timestamp>,
    ) -> Result<Vec<StageMetrics>> {
        let sql = "SELECT stage, outcome, duration_class, COUNT(*) AS runs, SUM(micros) / 1000.0 AS total
             FROM (SELECT stage, outcome, micros, CASE
                     WHEN ms < 1000 THEN ms
                     WHEN ms < 10000 THEN ms / 10 * 10
                     WHEN ms < 100000 THEN ms / 100 * 100
                     WHEN ms < 1000000 THEN ms / 1000 * 1000
                     ELSE ms / 10000 * 10000 END AS duration_class
                   FROM (SELECT r.stage, r.outcome, r.finished_at - r.started_at AS micros,
                           (r.finished_at - r.started_at) / 1000 AS ms
                         FROM source_file s JOIN document d ON d.source_file_id = s.source_file_id
                         JOIN stage_run r ON r.document_id = d.document_id
                         WHERE s.tenant_id = ?1 AND s.created_at >= ?2 AND s.created_at < ?3 AND d.trashed = 0
                   ) AS timed) AS classed
             GROUP BY stage, outcome, duration_class";
        let mut stages: BTreeMap<Stage, StageMetrics> = BTreeMap::new();
        let mut statement = self.prepared(sql)?;
        let mut rows = statement.query(params![tenant.to_string(), first(from), last(before)]).map_err(failed)?;
        while let Some(row) = rows.next().map_err(failed)? {
            let stage: Stage = parsed(row, "stage").map_err(failed)?;
            let runs = row.get::<_, i64>("runs").map_err(failed)?.max(0).unsigned_abs();
            let class = row.get::<_, i64>("duration_class").map_err(failed)?.max(0).unsigned_abs();
            let outcome: String = row.get("outcome").map_err(failed)?;
            let known = stages.entry(stage).or_insert_with(|| StageMetrics {
                stage,
                runs: 0,
                failures: 0,
                total_ms: 0.0,
                durations: BTreeMap::new(),
            });
            known.runs += runs;
            known.failures += if outcome == "failed" { runs } else { 0 };
            known.total_ms += row.get::<_, f64>("total").map_err(failed)?;
            *known.durations.entry(class).or_insert(0) += runs;
        }
        Ok(stages.into_values().collect())
    }
}

impl StageMetrics {
    /// Returns the shortest duration that so many hundredths of the runs do not pass, in milliseconds; nothing without
    /// runs. Exact to a millisecond below a second, to a hundredth above.
    pub fn percentile_ms(&self, hundredths: u64) -> Option<u64> {
        let rank = (self.runs * hundredths).div_ceil(100).max(1);
        let mut counted = 0;
        self.durations.iter().find_map(|(class, runs)| {
            counted += runs;
            (counted >= rank).then_some(*class)
        })
    }
}

fn first(from: Option<Timestamp>) -> i64 {
    from.map_or(i64::MIN, Timestamp::micros)
}

fn last(before: Option<Timestamp>) -> i64 {
    before.map_or(i64::MAX, Timestamp::micros)
}
