//! The words that were read on a document's pages.

use super::{Caller, find_document};
use crate::error::{Error, Result};
use crate::views::{DocumentTextView, PageTextView};
use crate::workspace::Workspace;

/// Which pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageChoice {
    /// All.
    All,
    /// One, by its number in the document, from 1.
    One(u32),
}

/// Returns the words of a document's pages; pages that are not read or unreadable are left out.
///
/// # Errors
/// `NotFound` for an unknown document or a page that it does not have.
pub fn document_text(workspace: &Workspace, caller: &Caller, id: &str, choice: PageChoice) -> Result<DocumentTextView> {
    workspace.store.read(|reader| {
        let document = find_document(reader, caller, id)?;
        let (first, last) = match choice {
            PageChoice::All => (document.first_page, document.last_page),
            PageChoice::One(page) if page >= 1 && page <= document.page_count() => {
                let number = document.first_page + page - 1;
                (number, number)
            }
            PageChoice::One(page) => {
                return Err(Error::not_found("page", page)
                    .hint(format!("document {id} has pages 1 to {}", document.page_count())));
            }
        };
        let readings = reader.readings(caller.tenant.id, document.source_file, first, last)?;
        let pages = readings
            .iter()
            .map(|reading| PageTextView::new(reading.id, reading.page.number + 1 - document.first_page, &reading.page))
            .collect();
        Ok(DocumentTextView { document_id: document.id, pages })
    })
}
