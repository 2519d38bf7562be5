//! CONVERTER: gives the document a PDF of its own pages.

use super::failed;
use crate::error::{Error, ErrorKind, Result};
use crate::model::{Secret, Stage};
use crate::pipeline::{Commit, Engines, Step, StepError, Subject};
use crate::store::Reader;
use crate::worker::{CopyPages, OpenFile, WorkerError};
use serde_json::json;

/// Gives the document a PDF of its own pages.
pub struct Converter;

impl Step for Converter {
    const STAGE: Stage = Stage::Converter;
    type Input = ();
    type Output = String;

    fn load(_reader: &Reader<'_>, _engines: &Engines<'_>, _subject: &Subject) -> Result<()> {
        Ok(())
    }

    fn run(engines: &Engines<'_>, subject: &Subject, (): ()) -> Result<String, StepError> {
        let (document, file) = (&subject.document, &subject.source_file);
        if document.page_count() == file.page_count && file.password.is_none() {
            // The whole file is the document: its bytes are the document's PDF, unchanged.
            return Ok(file.sha256.clone());
        }
        let folder = engines.blobs.temporary_folder(subject.tenant)?;
        let output = tempfile::Builder::new().suffix(".pdf").tempfile_in(&folder).map_err(unwritable)?.into_temp_path();
        let request = CopyPages {
            file: OpenFile {
                path: engines.blobs.path(subject.tenant, &file.sha256),
                password: file.password.as_ref().map(|password| Secret::expose(password).to_string()),
            },
            pages: (document.first_page..=document.last_page).collect(),
            texts: None,
            output: output.to_path_buf(),
        };
        engines.workers.copy_pages(request).map_err(refused)?;
        Ok(engines.blobs.keep_copy(subject.tenant, &output)?)
    }

    fn save(commit: &mut Commit<'_, '_>, sha256: String) -> Result<()> {
        commit.summarize(json!({ "pageCount": commit.document.page_count() }));
        commit.document.content_sha256 = Some(sha256);
        Ok(())
    }
}

fn refused(error: WorkerError) -> StepError {
    match error.code.as_str() {
        WorkerError::INTERRUPTED => Error::new(ErrorKind::Interrupted, "stopped").into(),
        WorkerError::UNAVAILABLE | WorkerError::OUTPUT_REFUSED => {
            Error::new(ErrorKind::Unavailable, error.message).into()
        }
        code => {
            failed(Stage::Converter, code, format!("its pages cannot be copied out of the file: {}", error.message))
        }
    }
}

fn unwritable(error: std::io::Error) -> Error {
    Error::new(ErrorKind::Unavailable, format!("the workspace cannot be written: {error}")).caused_by(error)
}
