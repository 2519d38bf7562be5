//! What a document type would do to the documents of the workspace, before it goes live.

use super::document_types::{read_definition, unknown};
use super::{Caller, find_loan};
use crate::error::Result;
use crate::learn;
use crate::library::DocumentType;
use crate::model::{Document, DocumentTypeId};
use crate::page::Page;
use crate::views::{PageSpan, TypeChangeView, TypeTrialView, TypeVerdictView};
use crate::workspace::Workspace;

/// The type to try.
#[derive(Debug, Clone, Copy)]
pub enum TriedType<'t> {
    /// One that the tenant has, active or not.
    Known(&'t DocumentTypeId),
    /// A definition, and what it is called in messages.
    Written {
        /// Its file.
        origin: &'t str,
        /// The definition (TOML).
        text: &'t str,
    },
}

/// Judges every document again as if a type were active, and says which have it or would have it.
///
/// Documents stay cut as they are, and a type that a person set is left alone. Nothing is changed.
///
/// # Errors
/// `NotFound` for an unknown type or loan, `InvalidInput` for a definition with faults.
pub fn try_document_type(
    workspace: &Workspace,
    caller: &Caller,
    tried: TriedType<'_>,
    loan: Option<&str>,
) -> Result<TypeTrialView> {
    let tenant = caller.tenant.id;
    let library = workspace.library(tenant)?;
    let definition: DocumentType = match tried {
        TriedType::Known(id) => library.get(id).cloned().ok_or_else(|| unknown(id))?,
        TriedType::Written { origin, text } => read_definition(origin, text)?,
    };
    let after = learn::with_type(&library, &definition);
    let loans = workspace.store.read(|reader| match loan {
        Some(loan) => Ok(vec![find_loan(reader, caller, loan)?]),
        None => reader.loans(tenant),
    })?;
    let mut view = TypeTrialView { document_type_id: definition.id, tried: 0, changed: 0, data: Vec::new() };
    for loan in loans {
        let documents = workspace.store.read(|reader| reader.documents_of_loan(tenant, loan.id))?;
        for (number, document) in (1..).zip(documents) {
            let Some(now) = document.document_type.clone() else { continue };
            let pages = pages(workspace, caller, &document)?;
            if document.trashed || document.classification_manually_corrected || pages.is_empty() {
                continue;
            }
            let verdict = learn::judge(&pages, &after);
            let then = &verdict.decision.document_type;
            view.tried += 1;
            if now != view.document_type_id && *then != view.document_type_id {
                continue;
            }
            view.changed += u64::from(now != *then);
            view.data.push(TypeChangeView {
                document_id: document.id,
                loan_id: loan.id,
                external_loan_id: loan.external_loan_id.clone(),
                number,
                source_pages: PageSpan { first: document.first_page, last: document.last_page },
                changes: now != *then,
                before: TypeVerdictView::new(&after, &now, document.document_type_confidence),
                after: TypeVerdictView::decided(&after, &verdict.decision),
                value_count: learn::values(&pages, &after, &verdict),
            });
        }
    }
    Ok(view)
}

/// Returns the words of a document's pages, up to the most that are searched.
fn pages(workspace: &Workspace, caller: &Caller, document: &Document) -> Result<Vec<Page>> {
    let most = workspace.settings.limits.document_pages.max(1);
    let last = document.last_page.min(document.first_page.saturating_add(most - 1));
    let tenant = caller.tenant.id;
    let readings =
        workspace.store.read(|reader| reader.readings(tenant, document.source_file, document.first_page, last))?;
    Ok(readings.into_iter().map(|reading| reading.page).collect())
}
