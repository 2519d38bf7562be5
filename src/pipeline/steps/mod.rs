//! The code of the stages, one file each.

mod classifier;
mod converter;
mod extractor;
mod los_validator;
mod recognizer;
mod splitter;
mod versioner;

pub use classifier::Classifier;
pub use converter::Converter;
pub use extractor::Extractor;
pub use los_validator::LosValidator;
pub use recognizer::Recognizer;
pub use splitter::{Splitter, is_about_the_file};
pub use versioner::Versioner;

use crate::error::Result;
use crate::model::{Failure, Stage};
use crate::pipeline::{Engines, StepError, Subject};
use crate::store::{Reader, StoredReading};

/// Reads the words of a document's pages, up to the most that are searched.
fn searched_pages(reader: &Reader<'_>, engines: &Engines<'_>, subject: &Subject) -> Result<Vec<StoredReading>> {
    let document = &subject.document;
    let most = engines.settings.limits.document_pages.max(1);
    let last = document.last_page.min(document.first_page.saturating_add(most - 1));
    reader.readings(subject.tenant, document.source_file, document.first_page, last)
}

fn failed(stage: Stage, code: &str, message: impl Into<String>) -> StepError {
    StepError::Failed(Failure { stage, code: code.to_string(), message: message.into() })
}
