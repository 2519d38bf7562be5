//! Types learn from documents that the tenant has.

use super::Caller;
use super::document_types::{NewType, add_document_type, own_type, unknown};
use super::find_document;
use crate::error::{Error, Result};
use crate::learn::{self, Lesson};
use crate::library::{DocumentType, Library, written};
use crate::model::{Document, DocumentTypeId};
use crate::page::Page;
use crate::store::Reader;
use crate::views::DocumentTypeView;
use crate::workspace::Workspace;
use std::collections::BTreeSet;

/// How many documents of the type are looked at beside the sample.
const OTHERS: u64 = 9;

/// Teaches a type of the tenant's own what a document shows: what it has in common with others of the type becomes
/// anchors and fields; alone, its title does.
///
/// # Errors
/// `NotFound` for an unknown type, `InvalidInput` for an unknown document and for one that teaches nothing, `Conflict` for
/// a document that is not read yet.
pub fn add_sample(
    workspace: &Workspace,
    caller: &Caller,
    id: &DocumentTypeId,
    document: &str,
) -> Result<DocumentTypeView> {
    let library = workspace.library(caller.tenant.id)?;
    let (samples, sample_count) = workspace.store.read(|reader| {
        let own = own_type(reader, caller, id)?.ok_or_else(|| unknown(id))?;
        let missing = |_| Error::invalid_input(format!("documentId cannot be {document}: there is no such document"));
        let sample = find_document(reader, caller, document).map_err(missing)?;
        let mut samples = vec![pages(reader, caller, &sample)?];
        if samples[0].is_empty() {
            return Err(Error::conflict(format!("document {document} has no words yet: it is still being read")));
        }
        for other in reader.documents_of_type(caller.tenant.id, id, OTHERS)? {
            if other.id != sample.id {
                samples.push(pages(reader, caller, &other)?);
            }
        }
        samples.retain(|pages| !pages.is_empty());
        Ok((samples, own.sample_count))
    })?;
    let known = library.get(id).ok_or_else(|| unknown(id))?;
    let taught = taught(known, &samples, &library).ok_or_else(|| {
        Error::invalid_input("nothing can be learned of this document: no phrase of it tells it from other types")
    })?;
    let text = written(&taught);
    let new = NewType { origin: "what was learned", text: &text, sample_count: sample_count + 1, replace: true };
    add_document_type(workspace, caller, new)
}

fn pages(reader: &Reader<'_>, caller: &Caller, document: &Document) -> Result<Vec<Page>> {
    let (first, last) = (document.first_page, document.last_page);
    let readings = reader.readings(caller.tenant.id, document.source_file, first, last)?;
    Ok(readings.into_iter().map(|reading| reading.page).collect())
}

/// Returns the type with what samples teach added to what it has; `None` when they teach nothing new.
fn taught(known: &DocumentType, samples: &[Vec<Page>], library: &Library) -> Option<DocumentType> {
    let lesson = Lesson { id: known.id.clone(), name: &known.name, group: &known.group, samples, library };
    if let Ok(learned) = learn::learn(&lesson) {
        return Some(joined(known.clone(), learned.definition));
    }
    let title = learn::title(&known.id, samples.first()?, library)?;
    Some(learn::with_title(known, &title, 1))
}

fn joined(mut known: DocumentType, learned: DocumentType) -> DocumentType {
    let phrases: BTreeSet<String> = known.anchors.iter().map(|anchor| anchor.text.to_lowercase()).collect();
    known.anchors.extend(learned.anchors.into_iter().filter(|anchor| !phrases.contains(&anchor.text.to_lowercase())));
    let fields: BTreeSet<String> = known.fields.iter().map(|field| field.id.clone()).collect();
    known.fields.extend(learned.fields.into_iter().filter(|field| !fields.contains(&field.id)));
    known
}
