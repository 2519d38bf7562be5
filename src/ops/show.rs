//! Loans and documents as they stand.

use super::field_names::field_names;
use super::{Caller, find_document, find_loan};
use crate::error::Result;
use crate::library::Library;
use crate::model::{Confidence, Document, DocumentId, Loan, LoanId, LoanStatus, SourceFile};
use crate::store::{LoanRange, Reader};
use crate::views::{BoundaryView, DocumentParts, DocumentView, FieldNames, LoanView, PackageView, TaskView};
use crate::workspace::Workspace;
use std::collections::{HashMap, HashSet};

/// Which loans are asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LoanQuery {
    /// Where they stand; anywhere when nothing is said.
    pub status: Option<LoanStatus>,
    /// Those behind this of the caller's ids for loans.
    pub after: Option<String>,
    /// How many at most; 100 when nothing is said.
    pub limit: Option<u64>,
}

/// A page of loans.
#[derive(Debug, Clone)]
pub struct LoanPage {
    /// The loans in the order of the caller's ids for them.
    pub loans: Vec<LoanView>,
    /// Behind which id the next page begins; `None` when there is none.
    pub next: Option<String>,
}

/// The loans of a page when nothing is said.
const USUAL_PAGE: u64 = 100;

/// Returns a page of the tenant's loans.
///
/// # Errors
/// Any failure of the store.
pub fn loans(workspace: &Workspace, caller: &Caller, query: &LoanQuery) -> Result<LoanPage> {
    let limit = query.limit.unwrap_or(USUAL_PAGE);
    let range = LoanRange { status: query.status, after: query.after.as_deref(), ..LoanRange::default() };
    workspace.store.read(|reader| {
        let mut loans = reader.loans_after(caller.tenant.id, &range, limit.saturating_add(1))?;
        let is_more = loans.len() as u64 > limit;
        loans.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        let next = loans.last().filter(|_| is_more).map(|loan| loan.external_loan_id.clone());
        Ok(LoanPage { loans: loans.iter().map(|loan| loan_view(reader, caller, loan)).collect::<Result<_>>()?, next })
    })
}

/// Returns a loan with its documents, their fields, and its review tasks.
///
/// # Errors
/// `NotFound` for an unknown loan.
pub fn loan_package(workspace: &Workspace, caller: &Caller, loan: &str) -> Result<PackageView> {
    let tenant = caller.tenant.id;
    let library = workspace.library(tenant)?;
    workspace.store.read(|reader| {
        let loan = find_loan(reader, caller, loan)?;
        let files = reader.source_files(tenant, loan.id)?;
        let files: HashMap<_, _> = files.into_iter().map(|file| (file.id, file)).collect();
        let showing = Showing::new(reader, caller, &library)?;
        let documents = reader.documents_of_loan(tenant, loan.id)?;
        let documents = documents
            .iter()
            .filter_map(|document| files.get(&document.source_file).map(|file| (document, file)))
            .map(|(document, file)| showing.document(document, file))
            .collect::<Result<Vec<_>>>()?;
        let tasks = reader.tasks_of_loan(tenant, loan.id)?;
        Ok(PackageView {
            loan: loan_view(reader, caller, &loan)?,
            findings: reader.loan_findings(tenant, loan.id)?,
            documents,
            tasks: tasks.into_iter().map(TaskView::from).collect(),
        })
    })
}

/// Returns the caller's id for a loan.
///
/// # Errors
/// `NotFound` for an unknown loan.
pub fn loan_name(workspace: &Workspace, caller: &Caller, loan: LoanId) -> Result<String> {
    workspace.store.read(|reader| Ok(find_loan(reader, caller, &loan.to_string())?.external_loan_id))
}

/// Returns a document with its fields.
///
/// # Errors
/// `NotFound` for an unknown document.
pub fn document(workspace: &Workspace, caller: &Caller, id: &str) -> Result<DocumentView> {
    let library = workspace.library(caller.tenant.id)?;
    workspace.store.read(|reader| {
        let document = find_document(reader, caller, id)?;
        let file = reader
            .source_file(caller.tenant.id, document.source_file)?
            .ok_or_else(|| crate::error::Error::not_found("source file", document.source_file))?;
        Showing::new(reader, caller, &library)?.document(&document, &file)
    })
}

/// Returns a loan's documents that were put aside.
///
/// # Errors
/// `NotFound` for an unknown loan.
pub fn trashed_documents(workspace: &Workspace, caller: &Caller, loan: &str) -> Result<Vec<DocumentView>> {
    let tenant = caller.tenant.id;
    let library = workspace.library(caller.tenant.id)?;
    workspace.store.read(|reader| {
        let loan = find_loan(reader, caller, loan)?;
        let showing = Showing::new(reader, caller, &library)?;
        let mut views = Vec::new();
        for document in reader.trashed_documents(tenant, loan.id)? {
            let Some(file) = reader.source_file(tenant, document.source_file)? else { continue };
            views.push(showing.document(&document, &file)?);
        }
        Ok(views)
    })
}

/// Returns how people name documents, `LOAN/N`; one that was put aside or is gone has no such name.
///
/// # Errors
/// Any failure of the store.
pub fn document_names(
    workspace: &Workspace,
    caller: &Caller,
    documents: impl IntoIterator<Item = (LoanId, DocumentId)>,
) -> Result<HashMap<DocumentId, String>> {
    let tenant = caller.tenant.id;
    let asked: HashMap<LoanId, HashSet<DocumentId>> =
        documents.into_iter().fold(HashMap::new(), |mut asked, (loan, id)| {
            asked.entry(loan).or_default().insert(id);
            asked
        });
    workspace.store.read(|reader| {
        let mut names = HashMap::new();
        for (id, documents) in asked {
            let Some(loan) = reader.loan(tenant, &id.to_string())? else { continue };
            for (document, place) in reader.documents_of_loan(tenant, id)?.into_iter().zip(1..) {
                if documents.contains(&document.id) {
                    names.insert(document.id, format!("{}/{place}", loan.external_loan_id));
                }
            }
        }
        Ok(names)
    })
}

/// Returns why the documents of a loan begin where they do, in the order of their papers; a document that was not cut
/// out yet is not among them.
///
/// # Errors
/// `NotFound` for an unknown loan.
pub fn boundaries(workspace: &Workspace, caller: &Caller, loan: &str) -> Result<Vec<BoundaryView>> {
    let tenant = caller.tenant.id;
    workspace.store.read(|reader| {
        let loan = find_loan(reader, caller, loan)?;
        let files = reader.source_files(tenant, loan.id)?;
        let files: HashMap<_, _> = files.into_iter().map(|file| (file.id, file.file_name)).collect();
        let mut found = Vec::new();
        for document in reader.documents_of_loan(tenant, loan.id)? {
            let Some(segment) = reader.segment(tenant, document.id)? else { continue };
            let file_name = files.get(&document.source_file).cloned().unwrap_or_default();
            found.push(BoundaryView::new(document.id, file_name, segment));
        }
        Ok(found)
    })
}

/// What documents are shown with.
struct Showing<'s> {
    reader: &'s Reader<'s>,
    caller: &'s Caller,
    library: &'s Library,
    names: FieldNames,
}

impl<'s> Showing<'s> {
    fn new(reader: &'s Reader<'s>, caller: &'s Caller, library: &'s Library) -> Result<Self> {
        Ok(Self { reader, caller, library, names: field_names(reader, caller)? })
    }

    fn document(&self, document: &Document, file: &SourceFile) -> Result<DocumentView> {
        let (reader, tenant) = (self.reader, self.caller.tenant.id);
        let pages = reader.pages(tenant, document.source_file, document.first_page, document.last_page)?;
        Ok(DocumentView::new(DocumentParts {
            document,
            file,
            pages: &pages,
            definition: document.document_type.as_ref().and_then(|id| self.library.get(id)),
            fields: &reader.fields(tenant, document.id)?,
            names: &self.names,
            findings: reader.findings(tenant, document.id)?,
            open_tasks: reader.open_tasks(tenant, document.id)?,
            review_threshold: threshold(self.caller),
        }))
    }
}

pub(super) fn loan_view(reader: &Reader<'_>, caller: &Caller, loan: &Loan) -> Result<LoanView> {
    let tally = reader.loan_tally(caller.tenant.id, loan.id, threshold(caller))?;
    Ok(LoanView::new(loan, tally))
}

pub(super) fn threshold(caller: &Caller) -> Confidence {
    let set = caller.tenant.settings.review_threshold;
    if set.value() < crate::review::ALWAYS_REVIEWED { Confidence::new(crate::review::ALWAYS_REVIEWED) } else { set }
}
