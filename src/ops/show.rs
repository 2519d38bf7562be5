//! Loans and documents as they stand.

use super::field_names::field_names;
use super::paging::{Paged, page};
use super::precondition::tag_of;
use super::{Caller, find_document, find_loan};
use crate::error::{Error, Result};
use crate::library::Library;
use crate::model::{
    Confidence, Document, DocumentId, DocumentTypeId, Field, FieldTypeId, Loan, LoanId, LoanStatus, SourceFile,
    SourceFileId,
};
use crate::store::{LoanRange, Reader};
use crate::views::{
    BoundaryView, CandidateTypeView, ClassificationView, DocumentParts, DocumentRecordView, DocumentView, FieldNames,
    FieldView, LoanView, PackageView, PageView, SourceFileView, TaskView,
};
use crate::workspace::Workspace;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

/// Which loans are asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LoanQuery {
    /// Where they stand; anywhere when nothing is said.
    pub status: Option<LoanStatus>,
    /// The one with this of the caller's ids.
    pub external_loan_id: Option<String>,
    /// Those whose ids have this in them, in any case.
    pub containing: Option<String>,
    /// Those behind this of the caller's ids; a cursor goes before it.
    pub after: Option<String>,
    /// Which page.
    pub page: Paged,
}

/// The name of the list of loans in cursors.
const LOANS: &str = "loans";

/// Returns a page of the tenant's loans, in the order of the caller's ids for them.
///
/// # Errors
/// `InvalidInput` for a limit or a cursor that cannot be.
pub fn loans(workspace: &Workspace, caller: &Caller, query: &LoanQuery) -> Result<PageView<LoanView>> {
    let limit = query.page.limit()?;
    let after: Option<String> = query.page.after(LOANS)?;
    let range = LoanRange {
        status: query.status,
        named: query.external_loan_id.as_deref(),
        containing: query.containing.as_deref(),
        after: after.as_deref().or(query.after.as_deref()),
        ..LoanRange::default()
    };
    workspace.store.read(|reader| {
        let loans = reader.loans_after(caller.tenant.id, &range, limit as u64 + 1)?;
        let (loans, next_cursor) = page(LOANS, loans, limit, |loan| loan.external_loan_id.clone());
        let data = loans.iter().map(|loan| loan_view(reader, caller, loan)).collect::<Result<_>>()?;
        Ok(PageView { data, next_cursor })
    })
}

/// Returns a loan.
///
/// # Errors
/// `NotFound` for an unknown loan.
pub fn loan(workspace: &Workspace, caller: &Caller, loan: &str) -> Result<LoanView> {
    workspace.store.read(|reader| loan_within(reader, caller, loan))
}

pub(super) fn loan_within(reader: &Reader<'_>, caller: &Caller, loan: &str) -> Result<LoanView> {
    loan_view(reader, caller, &find_loan(reader, caller, loan)?)
}

/// Returns the source files of a loan, in the order in which they came.
///
/// # Errors
/// `NotFound` for an unknown loan.
pub fn source_files(workspace: &Workspace, caller: &Caller, loan: &str) -> Result<Vec<SourceFileView>> {
    let tenant = caller.tenant.id;
    workspace.store.read(|reader| {
        let loan = find_loan(reader, caller, loan)?;
        let files = reader.source_files(tenant, loan.id)?;
        files.iter().map(|file| Ok(SourceFileView::new(file, reader.document_count(tenant, file.id)?))).collect()
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
        let file = file_of(reader, caller, &document)?;
        Showing::new(reader, caller, &library)?.document(&document, &file)
    })
}

fn file_of(reader: &Reader<'_>, caller: &Caller, document: &Document) -> Result<SourceFile> {
    let file = reader.source_file(caller.tenant.id, document.source_file)?;
    file.ok_or_else(|| Error::not_found("source file", document.source_file))
}

/// Returns a document without its fields.
///
/// # Errors
/// `NotFound` for an unknown document.
pub fn document_record(
    workspace: &Workspace,
    caller: &Caller,
    id: &str,
    type_names: TypeNames,
) -> Result<DocumentRecordView> {
    let library = workspace.library(caller.tenant.id)?;
    workspace.store.read(|reader| record_within(reader, caller, &library, id, type_names))
}

pub(super) fn record_within(
    reader: &Reader<'_>,
    caller: &Caller,
    library: &Library,
    id: &str,
    type_names: TypeNames,
) -> Result<DocumentRecordView> {
    let document = find_document(reader, caller, id)?;
    let file = file_of(reader, caller, &document)?;
    Showing::new(reader, caller, library)?.record(&document, &file, type_names)
}

/// Whether the names of types are shown with documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TypeNames {
    /// They are not.
    LeftOut,
    /// They are.
    Included,
}

/// Which documents of a loan are asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentQuery<'q> {
    /// The loan, by the caller's id or its own.
    pub loan: &'q str,
    /// Those that were put aside, and not the others.
    pub trashed: bool,
    /// Whether they come with the names of their types.
    pub type_names: TypeNames,
    /// Which page.
    pub page: Paged,
}

/// The name of the list of documents in cursors.
const DOCUMENTS: &str = "documents";

/// Returns a page of a loan's documents without their fields, in the order of their papers.
///
/// # Errors
/// `NotFound` for an unknown loan, `InvalidInput` for a limit or a cursor that cannot be.
pub fn documents(
    workspace: &Workspace,
    caller: &Caller,
    query: &DocumentQuery<'_>,
) -> Result<PageView<DocumentRecordView>> {
    let tenant = caller.tenant.id;
    let limit = query.page.limit()?;
    let after: Option<(u32, u32, DocumentId)> = query.page.after(DOCUMENTS)?;
    let place = |document: &Document| (document.source_position, document.first_page, document.id);
    let library = workspace.library(tenant)?;
    workspace.store.read(|reader| {
        let loan = find_loan(reader, caller, query.loan)?;
        let mut found = if query.trashed {
            reader.trashed_documents(tenant, loan.id)?
        } else {
            reader.documents_of_loan(tenant, loan.id)?
        };
        found.sort_by_key(place);
        found.retain(|document| after.is_none_or(|after| place(document) > after));
        let (found, next_cursor) = page(DOCUMENTS, found, limit, place);
        let showing = Showing::new(reader, caller, &library)?;
        // Neighbours are of one file mostly: each file is asked for once.
        let mut files: HashMap<SourceFileId, SourceFile> = HashMap::new();
        let mut data = Vec::with_capacity(found.len());
        for document in &found {
            let file = match files.entry(document.source_file) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(new) => new.insert(file_of(reader, caller, document)?),
            };
            data.push(showing.record(document, file, query.type_names)?);
        }
        Ok(PageView { data, next_cursor })
    })
}

/// The name of the list of a document's values in cursors.
const VALUES: &str = "values";

/// Returns a page of a document's values in the order of its type, and the tag of all of them.
///
/// # Errors
/// `NotFound` for an unknown document, `InvalidInput` for a limit or a cursor that cannot be.
pub fn values(
    workspace: &Workspace,
    caller: &Caller,
    document: &str,
    paged: &Paged,
) -> Result<(PageView<FieldView>, String)> {
    let limit = paged.limit()?;
    let after: Option<(FieldTypeId, Option<u32>, usize)> = paged.after(VALUES)?;
    let library = workspace.library(caller.tenant.id)?;
    let all = workspace.store.read(|reader| values_within(reader, caller, &library, document))?;
    let tag = tag_of(&all)?;
    // Behind the value that the page before ended with; where that is gone, behind the place where it was.
    let start = after.map_or(0, |(field, row, place)| {
        let found = all.iter().position(|value| value.field_type_id == field && value.row_index == row);
        found.map_or(place, |found| found + 1).min(all.len())
    });
    let rest: Vec<FieldView> = all.into_iter().skip(start).collect();
    let key = |last: &FieldView| (last.field_type_id.clone(), last.row_index, start + limit - 1);
    let (data, next_cursor) = page(VALUES, rest, limit, key);
    Ok((PageView { data, next_cursor }, tag))
}

pub(super) fn values_within(
    reader: &Reader<'_>,
    caller: &Caller,
    library: &Library,
    document: &str,
) -> Result<Vec<FieldView>> {
    let document = find_document(reader, caller, document)?;
    let file = file_of(reader, caller, &document)?;
    Ok(Showing::new(reader, caller, library)?.document(&document, &file)?.fields)
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

/// Returns why a document is of its type.
///
/// # Errors
/// `NotFound` for an unknown document.
pub fn classification(workspace: &Workspace, caller: &Caller, document: &str) -> Result<ClassificationView> {
    let tenant = caller.tenant.id;
    let library = workspace.library(tenant)?;
    workspace.store.read(|reader| {
        let document = find_document(reader, caller, document)?;
        let (runners_up, evidence) = reader
            .classification(tenant, document.id)?
            .map(|record| (record.runners_up, record.evidence))
            .unwrap_or_default();
        let candidate = |(id, confidence): (DocumentTypeId, Confidence)| CandidateTypeView {
            name: library.get(&id).map_or_else(|| id.to_string(), |definition| definition.name.clone()),
            document_type_id: id,
            confidence,
        };
        Ok(ClassificationView {
            document_id: document.id,
            document_type_id: document.document_type,
            document_type_confidence: document.document_type_confidence,
            classification_manually_corrected: document.classification_manually_corrected,
            runners_up: runners_up.into_iter().map(candidate).collect(),
            evidence,
        })
    })
}

/// Returns why a document begins where it does; `None` before it was cut out of its file.
///
/// # Errors
/// `NotFound` for an unknown document.
pub fn boundary(workspace: &Workspace, caller: &Caller, document: &str) -> Result<Option<BoundaryView>> {
    workspace.store.read(|reader| {
        let document = find_document(reader, caller, document)?;
        let file_name = file_of(reader, caller, &document)?.file_name;
        let segment = reader.segment(caller.tenant.id, document.id)?;
        Ok(segment.map(|segment| BoundaryView::new(document.id, file_name, segment)))
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
        let fields = self.reader.fields(self.caller.tenant.id, document.id)?;
        self.parts(document, file, &fields, DocumentView::new)
    }

    fn record(&self, document: &Document, file: &SourceFile, type_names: TypeNames) -> Result<DocumentRecordView> {
        let mut record = self.parts(document, file, &[], DocumentRecordView::new)?;
        if type_names == TypeNames::LeftOut {
            record.document_type = None;
        }
        Ok(record)
    }

    fn parts<V>(
        &self,
        document: &Document,
        file: &SourceFile,
        fields: &[Field],
        view: impl FnOnce(DocumentParts<'_>) -> V,
    ) -> Result<V> {
        let (reader, tenant) = (self.reader, self.caller.tenant.id);
        let pages = reader.pages(tenant, document.source_file, document.first_page, document.last_page)?;
        Ok(view(DocumentParts {
            document,
            file,
            pages: &pages,
            definition: document.document_type.as_ref().and_then(|id| self.library.get(id)),
            fields,
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
