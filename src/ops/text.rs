//! The words that were read on a document's pages.

use super::{Caller, find_document};
use crate::error::{Error, Result};
use crate::model::PageId;
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

/// Returns the words of a page by its id; its number is that in its document, or in its file while it is in none.
///
/// # Errors
/// `NotFound` for an unknown page, and for one of which no words were read.
pub fn page_text(workspace: &Workspace, caller: &Caller, id: &str) -> Result<PageTextView> {
    let tenant = caller.tenant.id;
    let unknown = || Error::not_found("page", id);
    let page: PageId = id.parse().map_err(|_| unknown())?;
    workspace.store.read(|reader| {
        let (file, number) = reader.page_place(tenant, page)?.ok_or_else(unknown)?;
        let readings = reader.readings(tenant, file, number, number)?;
        let reading = readings.first().ok_or_else(|| Error::not_found("words of page", id))?;
        let first = reader.first_page_of_document_with(tenant, file, number)?.unwrap_or(1);
        Ok(PageTextView::new(reading.id, number + 1 - first, &reading.page))
    })
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
