//! A document's own PDF.

use super::{Caller, find_document};
use crate::error::{Error, ErrorKind, Result};
use crate::model::{Document, DocumentId, Secret, Source, SourceFile};
use crate::page::Page;
use crate::worker::{CopyPages, OpenFile, WorkerError, WorkerPool};
use crate::workspace::Workspace;
use std::io::Write;
use std::path::{Path, PathBuf};
use tempfile::TempPath;

/// Whether scanned pages get a text layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layer {
    /// The pages as they came.
    None,
    /// What was recognised on scanned pages lies over them, invisible.
    Searchable,
}

/// Which document's PDF, and how.
#[derive(Debug, Clone, Copy)]
pub struct ContentRequest<'r> {
    /// The document.
    pub document: &'r str,
    /// Whether scanned pages get a text layer.
    pub layer: Layer,
}

/// A document's own PDF, as a file that is there for as long as this value is.
pub struct Content {
    /// The document.
    pub document_id: DocumentId,
    file: ContentFile,
}

impl AsRef<Path> for Content {
    fn as_ref(&self) -> &Path {
        self.path()
    }
}

enum ContentFile {
    /// A blob.
    Stored(PathBuf),
    /// Made for this call.
    Made(TempPath),
}

impl Content {
    /// Returns where the PDF is.
    pub fn path(&self) -> &Path {
        match &self.file {
            ContentFile::Stored(path) => path,
            ContentFile::Made(path) => path,
        }
    }
}

/// Returns a document's own PDF: its pages only.
///
/// # Errors
/// `NotFound` for an unknown document, `Conflict` when it has not got that far, `Internal` when the text layer cannot
/// be written.
pub fn content(
    workspace: &Workspace,
    caller: &Caller,
    workers: &WorkerPool,
    request: ContentRequest<'_>,
) -> Result<Content> {
    let tenant = caller.tenant.id;
    let (document, file) = workspace.store.read(|reader| {
        let document = find_document(reader, caller, request.document)?;
        let file = reader
            .source_file(tenant, document.source_file)?
            .ok_or_else(|| Error::not_found("source file", document.source_file))?;
        Ok((document, file))
    })?;
    let Some(sha256) = &document.content_sha256 else { return Err(without_content(&document)) };
    let made = match request.layer {
        Layer::None => ContentFile::Stored(workspace.blobs.path(tenant, sha256)),
        Layer::Searchable => ContentFile::Made(searchable(workspace, caller, workers, &document, &file)?),
    };
    Ok(Content { document_id: document.id, file: made })
}

fn without_content(document: &Document) -> Error {
    let message = format!("document {} has no PDF of its own", document.id);
    match &document.failure {
        Some(failure) => Error::conflict(message).hint(format!("it failed: {}", failure.failure.message)),
        None => Error::conflict(message).hint("run \"loanfile process\" first"),
    }
}

fn searchable(
    workspace: &Workspace,
    caller: &Caller,
    workers: &WorkerPool,
    document: &Document,
    file: &SourceFile,
) -> Result<TempPath> {
    let tenant = caller.tenant.id;
    let (first, last) = (document.first_page, document.last_page);
    let readings = workspace.store.read(|reader| reader.readings(tenant, document.source_file, first, last))?;
    let texts: Vec<Page> =
        readings.into_iter().map(|reading| recognised(reading.page)).filter(|page| !page.words.is_empty()).collect();
    let folder = workspace.blobs.temporary_folder(tenant)?;
    let temporary = |suffix: &str| tempfile::Builder::new().suffix(suffix).tempfile_in(&folder).map_err(unwritable);
    let mut words = temporary(".json")?;
    serde_json::to_writer(&mut words, &texts)
        .map_err(|error| Error::internal("the words cannot be written").caused_by(error))?;
    words.flush().map_err(unwritable)?;
    let output = temporary(".pdf")?.into_temp_path();
    let password = file.password.as_ref().map(|password| Secret::expose(password).to_string());
    let request = CopyPages {
        file: OpenFile { path: workspace.blobs.path(tenant, &file.sha256), password },
        pages: (first..=last).collect(),
        texts: Some(words.path().to_path_buf()),
        output: output.to_path_buf(),
    };
    workers.copy_pages(request).map_err(refused)?;
    Ok(output)
}

/// Keeps the words that stand in no text layer yet.
fn recognised(mut page: Page) -> Page {
    page.words.retain(|word| word.source == Source::Ocr);
    page
}

fn refused(error: WorkerError) -> Error {
    let kind = match error.code.as_str() {
        WorkerError::INTERRUPTED => ErrorKind::Interrupted,
        WorkerError::UNAVAILABLE | WorkerError::OUTPUT_REFUSED => ErrorKind::Unavailable,
        _ => ErrorKind::Conflict,
    };
    Error::new(kind, format!("the pages cannot be copied: {}", error.message))
}

fn unwritable(error: std::io::Error) -> Error {
    Error::new(ErrorKind::Unavailable, format!("the workspace cannot be written: {error}")).caused_by(error)
}
