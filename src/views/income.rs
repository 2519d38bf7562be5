//! Income analyses: results, runs, differences.

use crate::income::{
    Guideline, IncomeData, Leaf, LeafDifference, Override, StreamDifference, StreamKind, amount, difference,
};
use crate::model::{DocumentId, FieldTypeId, IncomeRunId, IncomeRunStatus, LoanId, ProcessingStatus, Timestamp};
use crate::store::{IncomeRun, IncomeRunDocument};
use crate::views::ChangeView;
use rust_decimal::Decimal;
use serde::Serialize;
use std::collections::HashSet;
use utoipa::ToSchema;

/// The result of a loan's income analysis; all empty before the first.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct IncomeResultView {
    pub calculated_at: Option<Timestamp>,
    pub income_data: Option<IncomeData>,
    pub files: Vec<IncomeFileView>,
}

/// A document that a result rests on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct IncomeFileView {
    /// The document.
    pub file_id: DocumentId,
    /// The name of its source file.
    pub file_name: String,
    /// The name of its type.
    pub file_type: String,
}

/// The answer to a trigger: an active run, or the result that there is.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct IncomeTriggerView {
    /// The run.
    pub task_id: IncomeRunId,
    pub status: IncomeRunStatus,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    #[schema(ignore)]
    pub result: Option<IncomeResultView>,
    /// Why the run has no result.
    #[serde(skip)]
    pub failure: Option<IncomeFailureView>,
}

/// A run in the history of a loan.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct IncomeHistoryView {
    pub run_id: IncomeRunId,
    pub status: IncomeRunStatus,
    pub created_at: Timestamp,
    pub requested_by: String,
    /// By whose rules; in tables only.
    #[serde(skip)]
    pub guideline: Guideline,
    /// What came of it; in tables only.
    #[serde(skip)]
    pub outcome: String,
}

/// A run as a whole.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct IncomeRunView {
    pub run_id: IncomeRunId,
    pub loan_id: LoanId,
    pub status: IncomeRunStatus,
    pub guideline: Guideline,
    pub edition: String,
    pub engine: String,
    pub engine_version: Option<String>,
    pub requested_by: String,
    pub created_at: Timestamp,
    pub calculated_at: Option<Timestamp>,
    pub inputs_sha256: String,
    pub failure: Option<IncomeFailureView>,
    pub overrides: Vec<Override>,
    pub income_data: Option<IncomeData>,
    pub files: Vec<IncomeFileView>,
    /// All documents that it looked at.
    pub documents: Vec<IncomeInputView>,
}

/// Why a run has no result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct IncomeFailureView {
    pub code: String,
    pub message: String,
}

/// A document that a run looked at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct IncomeInputView {
    pub document_id: DocumentId,
    pub file_name: String,
    pub document_type: String,
    pub values_sha256: String,
}

/// A document that can support an income analysis.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct EligibleDocumentView {
    pub document_id: DocumentId,
    /// The name of its type.
    pub document_type: String,
    pub processing_status: ProcessingStatus,
    /// How people name it, `LOAN/N`; in tables only.
    #[serde(skip)]
    pub name: String,
    /// The name of its source file; in tables only.
    #[serde(skip)]
    pub file_name: String,
}

/// What a run gives when it is computed again.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct IncomeReplayView {
    pub run_id: IncomeRunId,
    /// Whether every figure is the same to the cent.
    pub equal: bool,
    /// What may have changed beside the papers: the edition of the rules, the program.
    pub notes: Vec<String>,
    pub difference: IncomeDiffView,
}

/// What income would be if something were otherwise; nothing of it is kept.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct IncomeWhatIfView {
    pub income_data: IncomeData,
    pub files: Vec<IncomeFileView>,
    /// From what is to what would be.
    pub difference: IncomeDiffView,
}

/// What differs between two results.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct IncomeDiffView {
    pub from: IncomeSideView,
    pub to: IncomeSideView,
    /// By how much the total moved.
    #[serde(with = "amount")]
    #[schema(value_type = f64)]
    pub effect: Decimal,
    pub streams: Vec<StreamDiffView>,
    /// How many streams are the same.
    pub unchanged: usize,
}

/// One of two results.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct IncomeSideView {
    /// The run; none for what was not recorded.
    pub run_id: Option<IncomeRunId>,
    pub guideline: Guideline,
    pub rules_version: String,
    pub engine: String,
    #[serde(with = "amount")]
    #[schema(value_type = f64)]
    pub total_monthly_income: Decimal,
}

/// A stream that differs.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct StreamDiffView {
    pub change: ChangeView,
    pub stream_key: String,
    #[serde(rename = "type")]
    pub kind: StreamKind,
    pub payer: String,
    #[serde(with = "amount::option")]
    #[schema(value_type = Option<f64>)]
    pub monthly_before: Option<Decimal>,
    #[serde(with = "amount::option")]
    #[schema(value_type = Option<f64>)]
    pub monthly_after: Option<Decimal>,
    pub included_before: Option<bool>,
    pub included_after: Option<bool>,
    pub method_before: Option<String>,
    pub method_after: Option<String>,
    /// By how much it moves the total.
    #[serde(with = "amount")]
    #[schema(value_type = f64)]
    pub effect: Decimal,
    /// The leaves of its proof that moved.
    pub leaves: Vec<LeafDiffView>,
}

/// A leaf that moved.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct LeafDiffView {
    pub change: ChangeView,
    pub label: String,
    pub before: Option<String>,
    pub after: Option<String>,
    pub document_id: Option<DocumentId>,
    pub document_name: Option<String>,
    pub field_type_id: Option<FieldTypeId>,
    pub row_index: Option<u32>,
    pub line: Option<String>,
    pub page: Option<u32>,
}

impl IncomeResultView {
    /// What there is before the first run.
    pub fn none() -> Self {
        Self { calculated_at: None, income_data: None, files: Vec::new() }
    }

    /// Shows the result of a completed run.
    pub fn new(run: IncomeRun, documents: &[IncomeRunDocument]) -> Self {
        let files = run.result.as_ref().map(|result| files_of(result, documents)).unwrap_or_default();
        Self { calculated_at: run.calculated_at, income_data: run.result, files }
    }
}

/// Returns the documents that a result rests on or warns of.
pub fn files_of(result: &IncomeData, documents: &[IncomeRunDocument]) -> Vec<IncomeFileView> {
    let mut named: HashSet<DocumentId> = HashSet::new();
    for stream in result.streams() {
        named.extend(stream.sources.iter().map(|source| source.document_id));
        let leaves = stream.proof.iter().flat_map(crate::income::Figure::leaves);
        named.extend(leaves.filter_map(crate::income::source_of).map(|source| source.document_id));
        named.extend(stream.warnings.iter().filter_map(|warning| warning.document_id));
    }
    named.extend(result.warnings.iter().filter_map(|warning| warning.document_id));
    let used = documents.iter().filter(|document| named.contains(&document.document));
    let view = |document: &IncomeRunDocument| IncomeFileView {
        file_id: document.document,
        file_name: document.file_name.clone(),
        file_type: document.document_type.clone(),
    };
    used.map(view).collect()
}

impl IncomeRunView {
    /// Shows a run.
    pub fn new(run: IncomeRun, overrides: Vec<Override>, documents: &[IncomeRunDocument]) -> Self {
        let input = |document: &IncomeRunDocument| IncomeInputView {
            document_id: document.document,
            file_name: document.file_name.clone(),
            document_type: document.document_type.clone(),
            values_sha256: document.values_sha256.clone(),
        };
        Self {
            run_id: run.id,
            loan_id: run.loan,
            status: run.status,
            guideline: run.guideline,
            edition: run.edition,
            engine: run.engine,
            engine_version: run.engine_version,
            requested_by: run.requested_by,
            created_at: run.created_at,
            calculated_at: run.calculated_at,
            inputs_sha256: run.inputs_sha256,
            failure: run.failure.map(IncomeFailureView::from),
            overrides,
            files: run.result.as_ref().map(|result| files_of(result, documents)).unwrap_or_default(),
            income_data: run.result,
            documents: documents.iter().map(input).collect(),
        }
    }
}

impl From<crate::store::RunFailure> for IncomeFailureView {
    fn from(failure: crate::store::RunFailure) -> Self {
        Self { code: failure.code, message: failure.message }
    }
}

impl From<IncomeRun> for IncomeHistoryView {
    fn from(run: IncomeRun) -> Self {
        let outcome = match (&run.result, &run.failure) {
            (Some(result), _) => amount::shown(result.total_monthly_income),
            (None, Some(failure)) => format!("{}: {}", failure.code, failure.message),
            (None, None) => String::new(),
        };
        Self {
            run_id: run.id,
            status: run.status,
            created_at: run.created_at,
            requested_by: run.requested_by,
            guideline: run.guideline,
            outcome,
        }
    }
}

impl IncomeDiffView {
    /// Shows what differs between two results, each with its run if it was recorded.
    pub fn new(from: (Option<IncomeRunId>, &IncomeData), to: (Option<IncomeRunId>, &IncomeData)) -> Self {
        let found = difference(from.1, to.1);
        Self {
            from: IncomeSideView::new(from),
            to: IncomeSideView::new(to),
            effect: to.1.total_monthly_income - from.1.total_monthly_income,
            streams: found.streams.iter().filter_map(StreamDiffView::new).collect(),
            unchanged: found.unchanged,
        }
    }
}

impl IncomeSideView {
    fn new((run_id, result): (Option<IncomeRunId>, &IncomeData)) -> Self {
        Self {
            run_id,
            guideline: result.guideline,
            rules_version: result.rules_version.clone(),
            engine: format!("{} {}", result.engine.name, result.engine.version),
            total_monthly_income: result.total_monthly_income,
        }
    }
}

impl StreamDiffView {
    fn new(found: &StreamDifference<'_>) -> Option<Self> {
        let stream = found.after.or(found.before)?;
        Some(Self {
            change: change(found.before.is_some(), found.after.is_some()),
            stream_key: stream.stream_key.clone(),
            kind: stream.kind,
            payer: stream.payer.clone(),
            monthly_before: found.before.map(|stream| stream.monthly_amount),
            monthly_after: found.after.map(|stream| stream.monthly_amount),
            included_before: found.before.map(|stream| stream.include_in_total),
            included_after: found.after.map(|stream| stream.include_in_total),
            method_before: found.before.map(|stream| stream.method.clone()),
            method_after: found.after.map(|stream| stream.method.clone()),
            effect: found.effect,
            leaves: found.leaves.iter().filter_map(LeafDiffView::new).collect(),
        })
    }
}

impl LeafDiffView {
    fn new(found: &LeafDifference<'_>) -> Option<Self> {
        let leaf = found.after.as_ref().or(found.before.as_ref())?;
        let value = |leaf: &Option<Leaf<'_>>| leaf.as_ref().map(|leaf| leaf.value.clone());
        Some(Self {
            change: change(found.before.is_some(), found.after.is_some()),
            label: leaf.label.to_string(),
            before: value(&found.before),
            after: value(&found.after),
            document_id: leaf.source.map(|source| source.document_id),
            document_name: leaf.source.map(|source| source.document_name.clone()),
            field_type_id: leaf.source.map(|source| source.field_type_id.clone()),
            row_index: leaf.source.and_then(|source| source.row_index),
            line: leaf.source.and_then(|source| source.line.clone()),
            page: leaf.source.and_then(|source| source.page),
        })
    }
}

fn change(before: bool, after: bool) -> ChangeView {
    match (before, after) {
        (false, _) => ChangeView::Added,
        (true, false) => ChangeView::Removed,
        (true, true) => ChangeView::Changed,
    }
}
