//! A page as a picture.

use super::{Caller, find_document};
use crate::error::{Error, ErrorKind, Result};
use crate::model::Secret;
use crate::worker::{OpenFile, RenderPage, WorkerError, WorkerPool};
use crate::workspace::Workspace;
use tempfile::TempPath;

/// The resolutions that can be asked for, in dots per inch.
const RESOLUTIONS: std::ops::RangeInclusive<u32> = 72..=300;

/// The resolution when nothing is said: a letter page fills a screen.
const USUAL: u32 = 110;

/// Which page, and how large.
#[derive(Debug, Clone, Copy)]
pub struct PageImage<'r> {
    /// The document.
    pub document: &'r str,
    /// The page's number in it, from 1.
    pub page: u32,
    /// Dots per inch, 72 to 300; 110 when nothing is said.
    pub dots_per_inch: Option<u32>,
}

/// Draws a page as a viewer shows it; returns a PNG file that is there for as long as the path is held.
///
/// # Errors
/// `NotFound` for an unknown document or page, `InvalidInput` for a resolution that is not offered, `Conflict` when the
/// page cannot be drawn.
pub fn page_image(
    workspace: &Workspace,
    caller: &Caller,
    workers: &WorkerPool,
    request: PageImage<'_>,
) -> Result<TempPath> {
    let tenant = caller.tenant.id;
    let dots = request.dots_per_inch.unwrap_or(USUAL);
    if !RESOLUTIONS.contains(&dots) {
        return Err(Error::invalid_input(format!("dpi is {dots}")).hint("use 72 to 300"));
    }
    let (document, file) = workspace.store.read(|reader| {
        let document = find_document(reader, caller, request.document)?;
        let file = reader
            .source_file(tenant, document.source_file)?
            .ok_or_else(|| Error::not_found("source file", document.source_file))?;
        Ok((document, file))
    })?;
    if !(1..=document.page_count()).contains(&request.page) {
        return Err(Error::not_found("page", request.page));
    }
    let folder = workspace.blobs.temporary_folder(tenant)?;
    let output = tempfile::Builder::new().suffix(".png").tempfile_in(&folder).map_err(|error| {
        Error::new(ErrorKind::Unavailable, format!("the workspace cannot be written: {error}")).caused_by(error)
    })?;
    let output = output.into_temp_path();
    let password = file.password.as_ref().map(|password| Secret::expose(password).to_string());
    let render = RenderPage {
        file: OpenFile { path: workspace.blobs.path(tenant, &file.sha256), password },
        page: document.first_page + request.page - 1,
        dots_per_inch: dots as f32,
        output: output.to_path_buf(),
    };
    workers.render_page(render).map_err(refused)?;
    Ok(output)
}

fn refused(error: WorkerError) -> Error {
    let kind = match error.code.as_str() {
        WorkerError::INTERRUPTED => ErrorKind::Interrupted,
        WorkerError::UNAVAILABLE | WorkerError::OUTPUT_REFUSED => ErrorKind::Unavailable,
        _ => ErrorKind::Conflict,
    };
    Error::new(kind, format!("the page cannot be drawn: {}", error.message))
}
