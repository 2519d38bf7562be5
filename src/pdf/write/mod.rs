//! Writing PDFs: a document's own pages, with an invisible text layer when asked for; reports of plain text.
//!
//! Pages are copied with everything they refer to into a new file, never by deleting the others: what is left behind
//! cannot be left over. Invariants: the same input gives the same bytes (no clock, no random numbers); the result is
//! never encrypted; pages that cannot be copied are written as images, so that every document has its PDF.

mod closure;
mod form;
mod page_tree;
mod pictures;
mod report;
mod text_layer;

pub use report::{ReportLine, report};

use super::file::panic_text;
use super::{Pdf, PdfError};
use crate::page::Page;
use lopdf::{Dictionary, Document, LoadOptions, Object, SaveOptions};
use page_tree::SourcePage;
use sha2::{Digest, Sha256};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// Most bytes that one compressed part of the file's structure may grow to.
const DECOMPRESSED_LIMIT: usize = 64 * 1024 * 1024;

/// A source file that is loaded once and from which many documents are copied.
pub struct PageCopier {
    pdf: Pdf,
    source: Option<Source>,
}

/// The loaded objects of a file whose pages are the ones that [`Pdf`] sees.
struct Source {
    document: Document,
    pages: Vec<SourcePage>,
}

/// Copies pages, counted from 1, into a new PDF; see [`PageCopier::copy`].
///
/// # Errors
/// As [`PageCopier::open`] and [`PageCopier::copy`].
pub fn copy_pages(
    source: &Path,
    password: Option<&str>,
    pages: &[u32],
    text: Option<&[Page]>,
) -> Result<Vec<u8>, PdfError> {
    PageCopier::open(source, password)?.copy(pages, text)
}

impl PageCopier {
    /// Loads a file; see [`Pdf::open`] for the password.
    ///
    /// # Errors
    /// As [`Pdf::open`].
    pub fn open(path: &Path, password: Option<&str>) -> Result<Self, PdfError> {
        let pdf = Pdf::open(path, password)?;
        let source = fs::read(path).ok().and_then(|bytes| Source::load(&bytes, password, &pdf));
        Ok(Self { pdf, source })
    }

    /// Copies pages, counted from 1, in the given order into a new PDF and returns its bytes.
    ///
    /// Live form fields of the pages stay live. With `text`, the words that were recognised by OCR are laid invisibly
    /// over their pages, so that the document can be searched; pages are found by their number. A file whose objects
    /// cannot be copied gives a PDF of images of its pages.
    ///
    /// # Errors
    /// `page_missing` for a page that the file does not have, `no_pages` for an empty list, `not_writable` when
    /// nothing works.
    pub fn copy(&self, pages: &[u32], text: Option<&[Page]>) -> Result<Vec<u8>, PdfError> {
        if pages.is_empty() {
            return Err(PdfError::new("no_pages", "no pages to copy"));
        }
        let sizes = pages.iter().map(|page| self.pdf.page_size(*page)).collect::<Result<Vec<_>, _>>()?;
        let copied =
            self.source.as_ref().filter(|source| source.agrees(pages, &sizes)).and_then(|source| {
                catch_unwind(AssertUnwindSafe(|| closure::copy(source, pages, text))).ok().flatten()
            });
        let document = match copied {
            Some(document) => document,
            None => pictures::document(&self.pdf, pages, &sizes, text)?,
        };
        saved(document)
    }
}

impl Source {
    fn load(bytes: &[u8], password: Option<&str>, pdf: &Pdf) -> Option<Self> {
        let document = load(bytes, password)?;
        let pages = page_tree::pages(&document);
        (pages.len() == pdf.page_count() as usize).then_some(Self { document, pages })
    }

    /// Tells whether the pages are those that the reading side sees: damaged files may be read in several ways.
    fn agrees(&self, pages: &[u32], sizes: &[(f32, f32)]) -> bool {
        pages.iter().zip(sizes).all(|(page, size)| {
            let shown = self.pages.get(*page as usize - 1).map(|page| page.placing(&self.document).shown_size());
            shown.is_some_and(|shown| (shown.0 - size.0).abs() < 1.0 && (shown.1 - size.1).abs() < 1.0)
        })
    }
}

/// Returns the file without its encryption, or `None` when the password does not open it.
pub(super) fn decrypted(bytes: &[u8], password: &str) -> Option<Vec<u8>> {
    let mut document = load(bytes, Some(password))?;
    let mut plain = Vec::new();
    document.save_to(&mut plain).ok()?;
    Some(plain)
}

fn load(bytes: &[u8], password: Option<&str>) -> Option<Document> {
    let attempt = |password: Option<&str>| {
        let options = LoadOptions {
            password: password.map(str::to_owned),
            max_decompressed_size: Some(DECOMPRESSED_LIMIT),
            ..LoadOptions::default()
        };
        let loaded = catch_unwind(AssertUnwindSafe(|| Document::load_mem_with_options(bytes, options)));
        loaded.ok()?.ok().filter(|document| !document.trailer.has(b"Encrypt"))
    };
    attempt(None).or_else(|| password.and_then(|password| attempt(Some(password))))
}

/// Saves with an identifier that follows from the content.
fn saved(mut document: Document) -> Result<Vec<u8>, PdfError> {
    let plain = written(|bytes| document.save_to(bytes))?;
    let digest = Sha256::digest(plain);
    let identifier = Object::String(digest.get(..16).unwrap_or_default().to_vec(), lopdf::StringFormat::Hexadecimal);
    document.trailer.set("ID", Object::Array(vec![identifier.clone(), identifier]));
    let options = SaveOptions::builder().use_object_streams(true).use_xref_streams(true).compression_level(6).build();
    written(|bytes| document.save_with_options(bytes, options))
}

fn written(save: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>) -> Result<Vec<u8>, PdfError> {
    let not_writable = |reason: String| PdfError::new("not_writable", format!("the PDF cannot be written: {reason}"));
    let mut bytes = Vec::new();
    match catch_unwind(AssertUnwindSafe(|| save(&mut bytes))) {
        Ok(Ok(())) => Ok(bytes),
        Ok(Err(error)) => Err(not_writable(error.to_string())),
        Err(panic) => Err(not_writable(panic_text(panic.as_ref()))),
    }
}

/// Makes an empty document with its catalog and page tree, whose object numbers are returned.
fn empty_document(version: &str) -> (Document, lopdf::ObjectId, lopdf::ObjectId) {
    let mut document = Document::with_version(version);
    document.reference_table.cross_reference_type = lopdf::xref::XrefType::CrossReferenceTable;
    let tree = document.new_object_id();
    let mut catalog = Dictionary::new();
    catalog.set("Type", Object::Name(b"Catalog".to_vec()));
    catalog.set("Pages", tree);
    let catalog = document.add_object(catalog);
    document.trailer.set("Root", catalog);
    (document, catalog, tree)
}

/// Fills the page tree.
fn set_pages(document: &mut Document, tree: lopdf::ObjectId, pages: Vec<lopdf::ObjectId>) {
    let mut entries = Dictionary::new();
    entries.set("Type", Object::Name(b"Pages".to_vec()));
    entries.set("Count", i64::try_from(pages.len()).unwrap_or(i64::MAX));
    entries.set("Kids", Object::Array(pages.into_iter().map(Object::Reference).collect()));
    document.objects.insert(tree, Object::Dictionary(entries));
}
