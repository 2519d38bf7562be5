//! Which documents of a loan go to a target, which are there, and which stay.

use super::record::{Pages, document_record};
use crate::error::Result;
use crate::library::Library;
use crate::los::{self, AuditHead, LoanPackage, LoanRecord, PackedDocument};
use crate::model::{Document, Finding, Loan, ProcessingStatus, Stage, ValidationStatus};
use crate::ops::Caller;
use crate::store::Reader;
use crate::views::{ExportedView, HeldBackView, HoldReason};
use crate::workspace::Workspace;
use std::collections::HashMap;

/// What an export is asked to push.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Selection {
    /// Every document that has passed.
    Passed,
    /// Those among them that are to be exported as soon as possible.
    Awaiting,
}

/// A loan as it is to be pushed, and what stays behind.
pub struct Choice {
    /// The loan.
    pub loan: Loan,
    /// What is pushed, with what is there already.
    pub package: LoanPackage,
    /// The documents that the package holds, in the same order.
    pub documents: Vec<Chosen>,
    /// What stays.
    pub held_back: Vec<HeldBackView>,
}

/// A document that goes or is there already.
pub struct Chosen {
    /// Its record.
    pub document: Document,
    /// How people name it, `LOAN/N`.
    pub short_name: String,
    /// What it is.
    pub name: String,
}

/// What is asked about a loan.
pub struct Question<'q> {
    /// The workspace.
    pub workspace: &'q Workspace,
    /// Who exports.
    pub caller: &'q Caller,
    /// The document types.
    pub library: &'q Library,
    /// The name of the target.
    pub target: &'q str,
    /// What is to go.
    pub selection: Selection,
}

impl Choice {
    /// Shows a document of the package as exported.
    pub fn exported(&self, index: usize, location: Option<String>) -> Option<ExportedView> {
        let Chosen { document, short_name, name } = self.documents.get(index)?;
        Some(ExportedView {
            loan_id: self.loan.id,
            external_loan_id: self.loan.external_loan_id.clone(),
            document_id: document.id,
            short_name: short_name.clone(),
            document_type_id: document.document_type.clone()?,
            name: name.clone(),
            version_identifier: document.version_identifier.clone()?,
            location,
        })
    }
}

/// Looks at a loan: what goes to a target and what stays.
///
/// # Errors
/// Any failure of the store.
pub fn choose(question: &Question<'_>, reader: &Reader<'_>, loan: Loan) -> Result<Choice> {
    let Question { workspace, caller, library, target, selection } = *question;
    let tenant = caller.tenant.id;
    let pushed = reader.pushes_of_loan(tenant, loan.id, target)?;
    let files = reader.source_files(tenant, loan.id)?;
    let files: HashMap<_, _> = files.into_iter().map(|file| (file.id, file)).collect();
    let (mut packed, mut documents, mut held_back) = (Vec::new(), Vec::new(), Vec::new());
    for (document, place) in reader.documents_of_loan(tenant, loan.id)?.into_iter().zip(1..) {
        let short_name = format!("{}/{place}", loan.external_loan_id);
        let name = name(&document, library);
        let findings = reader.findings(tenant, document.id)?;
        if let Some((reason, detail)) = hold(&document, &findings) {
            held_back.push(held(&loan, Chosen { document, short_name, name }, reason, detail));
            continue;
        }
        let Some(file) = files.get(&document.source_file) else { continue };
        let pages = Pages { file, first: document.first_page };
        let fields = reader.fields(tenant, document.id)?;
        let Some(record) = document_record(caller, library, &document, pages, &fields, &findings) else {
            let chosen = Chosen { document, short_name, name };
            held_back.push(held(&loan, chosen, HoldReason::Processing, "it has no version yet".to_string()));
            continue;
        };
        let is_there = pushed.iter().any(|push| push.document == document.id && push.key == record.push_key);
        let pushed_before =
            is_there && document.processing_status == ProcessingStatus::Exported && document.next_stage.is_none();
        if selection == Selection::Awaiting && !pushed_before && document.next_stage != Some(Stage::Export) {
            continue;
        }
        let pdf = workspace.blobs.path(tenant, &record.content_sha256);
        packed.push(PackedDocument { record, pdf, pushed_before });
        documents.push(Chosen { document, short_name, name });
    }
    let package = LoanPackage {
        loan: LoanRecord {
            loan_id: loan.id,
            external_loan_id: loan.external_loan_id.clone(),
            status: loan.status.as_str().to_string(),
        },
        documents: packed,
        withdrawn: reader.withdrawn_documents(tenant, loan.id, target)?.into_iter().collect(),
        audit_head: reader
            .last_audit_entry(tenant)?
            .map(|entry| AuditHead { sequence: entry.sequence, hash: entry.hash }),
        now: workspace.now(),
    };
    Ok(Choice { loan, package, documents, held_back })
}

/// Returns why a document stays; `None` when it may go.
pub fn hold(document: &Document, findings: &[Finding]) -> Option<(HoldReason, String)> {
    if let Some(original) = document.duplicate_of {
        return Some((HoldReason::Duplicate, format!("it repeats document {original}")));
    }
    if !document.current_version {
        return Some((HoldReason::Superseded, "a newer version took its place".to_string()));
    }
    match (document.processing_status, document.next_stage) {
        (ProcessingStatus::Failed, _) => {
            let failure = document.failure.as_ref().map(|record| &record.failure);
            let told = failure.map(|failure| format!("{} {}: {}", failure.stage, failure.code, failure.message));
            return Some((HoldReason::Failed, told.unwrap_or_else(|| "a stage failed".to_string())));
        }
        (_, Some(stage)) if stage != Stage::Export => {
            return Some((HoldReason::Processing, format!("it waits for {stage}; run \"loanfile process\"")));
        }
        (ProcessingStatus::Extracted | ProcessingStatus::Exported, _) => {}
        (status, _) => return Some((HoldReason::Processing, format!("it is {}", status.as_str()))),
    }
    match document.validation {
        ValidationStatus::Passed => None,
        ValidationStatus::NotRun => Some((HoldReason::Processing, "its checks have not run".to_string())),
        ValidationStatus::Failed => {
            let blocking = findings.iter().filter(|finding| finding.blocks());
            let told: Vec<String> = blocking.map(|finding| format!("{}: {}", finding.code, finding.message)).collect();
            let told = if told.is_empty() { "its checks failed".to_string() } else { told.join("; ") };
            Some((HoldReason::Blocked, told))
        }
    }
}

fn held(loan: &Loan, chosen: Chosen, reason: HoldReason, detail: String) -> HeldBackView {
    let Chosen { document, short_name, name } = chosen;
    HeldBackView {
        loan_id: loan.id,
        external_loan_id: loan.external_loan_id.clone(),
        document_id: document.id,
        short_name,
        document_type_id: document.document_type,
        name,
        processing_status: document.processing_status,
        reason,
        detail,
    }
}

/// Returns how a document is called: its type and what tells it from others of the type.
fn name(document: &Document, library: &Library) -> String {
    let definition = document.document_type.as_ref().and_then(|id| library.get(id));
    let type_name = definition.map_or("not classified", |definition| definition.name.as_str());
    los::title(type_name, document.version_custom_name.as_deref())
}
