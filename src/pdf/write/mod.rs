//! Writing PDFs: a document's own pages, with an invisible text layer when asked for.
//!
//! Pages are copied with everything they refer to into a new file; nothing is deleted from a copy of the whole. The
//! same input gives the same bytes. Invariant: the source file is never changed.

mod closure;
mod form;
mod pictures;
mod text_layer;

use super::{Pdf, PdfError};
use crate::page::Page;
use lopdf::{Dictionary, Document, LoadOptions, Object, ObjectId};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// No stream that is decoded while loading may grow past this: a bomb must not fill the memory.
const STREAM_LIMIT: usize = 256 << 20;

/// Copies runs of pages of one file into new files; the source is loaded once.
pub struct PageCopier {
    source: Source,
}

/// Where pages are copied from.
enum Source {
    /// The objects of the file.
    Objects { document: Box<Document>, pages: Vec<ObjectId> },
    /// Pictures of the pages, for a file whose objects cannot be taken apart but whose pages can be shown.
    Pictures(Box<Pdf>),
}

impl PageCopier {
    /// Opens a file for copying.
    ///
    /// # Errors
    /// As [`Pdf::open`].
    pub fn open(path: &Path, password: Option<&str>) -> Result<Self, PdfError> {
        let shown = Pdf::open(path, password)?;
        let source = match load(path, password, shown.page_count()) {
            Some((document, pages)) => Source::Objects { document: Box::new(document), pages },
            None => Source::Pictures(Box::new(shown)),
        };
        Ok(Self { source })
    }

    /// Returns a PDF of the given pages, numbered from 1, in the given order.
    ///
    /// `texts` holds the recognised pages in the same order; words that were read by OCR become an invisible layer.
    ///
    /// # Errors
    /// `page_missing`, `damaged` or `not_writable`.
    pub fn copy(&mut self, pages: &[u32], texts: Option<&[Page]>) -> Result<Vec<u8>, PdfError> {
        match &self.source {
            Source::Objects { document, pages: known } => {
                let chosen: Vec<ObjectId> = pages
                    .iter()
                    .map(|&number| {
                        let index = (number as usize).checked_sub(1);
                        index.and_then(|index| known.get(index)).copied().ok_or_else(|| missing(number))
                    })
                    .collect::<Result<_, _>>()?;
                let outcome = catch_unwind(AssertUnwindSafe(|| copy_objects(document, &chosen, texts)));
                outcome.unwrap_or_else(|panic| Err(PdfError::damaged(super::file::panic_text(panic.as_ref()))))
            }
            Source::Pictures(pdf) => pictures::draw(pdf, pages, texts),
        }
    }
}

fn missing(number: u32) -> PdfError {
    PdfError::new("page_missing", format!("there is no page {number}"))
}

/// Loads the objects of a file; `None` when they do not give the pages that the reader shows.
fn load(path: &Path, password: Option<&str>, page_count: u32) -> Option<(Document, Vec<ObjectId>)> {
    let bytes = std::fs::read(path).ok()?;
    let document = load_bytes(&bytes, password)?;
    let pages: Vec<ObjectId> = document.get_pages().into_values().collect();
    (pages.len() == page_count as usize && !document.is_encrypted()).then_some((document, pages))
}

fn load_bytes(bytes: &[u8], password: Option<&str>) -> Option<Document> {
    let options = |password: Option<&str>| LoadOptions {
        password: password.map(str::to_owned),
        max_decompressed_size: Some(STREAM_LIMIT),
        ..LoadOptions::default()
    };
    let attempt = |password: Option<&str>| {
        let load = || Document::load_mem_with_options(bytes, options(password)).ok();
        catch_unwind(AssertUnwindSafe(load)).ok().flatten()
    };
    match attempt(None) {
        Some(document) if !document.is_encrypted() => Some(document),
        _ => attempt(Some(password.unwrap_or_default())),
    }
}

fn copy_objects(source: &Document, pages: &[ObjectId], texts: Option<&[Page]>) -> Result<Vec<u8>, PdfError> {
    let mut target = closure::copy(source, pages);
    if let Some(texts) = texts {
        for (page, text) in closure::pages_of(&target).into_iter().zip(texts) {
            text_layer::add(&mut target, page, text);
        }
    }
    save(target)
}

fn save(mut document: Document) -> Result<Vec<u8>, PdfError> {
    let mut bytes = Vec::new();
    document.save_to(&mut bytes).map_err(|error| PdfError::new("not_writable", error.to_string()))?;
    Ok(bytes)
}

/// Makes an empty document whose page tree is to hold `pages`, and returns it with the tree's id.
fn new_document() -> (Document, ObjectId) {
    let mut document = Document::with_version("1.7");
    let tree = document.new_object_id();
    (document, tree)
}

/// Completes a document: page tree, catalog, trailer.
fn finish(document: &mut Document, tree: ObjectId, pages: &[ObjectId], mut catalog: Dictionary) {
    let kids: Vec<Object> = pages.iter().map(|&id| Object::Reference(id)).collect();
    let mut node = Dictionary::new();
    node.set("Type", Object::Name(b"Pages".to_vec()));
    node.set("Count", Object::Integer(i64::try_from(kids.len()).unwrap_or(i64::MAX)));
    node.set("Kids", Object::Array(kids));
    document.objects.insert(tree, Object::Dictionary(node));
    catalog.set("Type", Object::Name(b"Catalog".to_vec()));
    catalog.set("Pages", Object::Reference(tree));
    let catalog = document.add_object(catalog);
    document.trailer.set("Root", Object::Reference(catalog));
}

/// Returns the file without its encryption, or `None` when the password does not open it.
pub(super) fn decrypted(bytes: &[u8], password: &str) -> Option<Vec<u8>> {
    let document = load_bytes(bytes, Some(password)).filter(|document| !document.is_encrypted())?;
    save(document).ok()
}
