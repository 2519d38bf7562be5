//! SPLITTER: cuts a source file into documents.
//!
//! It works for the provisional document that stands for the whole file: that one is narrowed to the first segment,
//! the others are added. By then every page has been read or given up.

use super::failed;
use crate::error::Result;
use crate::library::Library;
use crate::model::{Document, DocumentId, DocumentPlace, PageRecord, PageState, Stage};
use crate::page::{Frame, Page};
use crate::pipeline::{Commit, Engines, Step, StepError, Subject, rule};
use crate::split::{self, PageEvidence, Segment};
use crate::store::Reader;
use serde_json::json;

/// Cuts a source file into documents.
pub struct Splitter;

/// The evidence of the readable pages, and the first page that is not readable.
pub struct Evidence {
    pages: Vec<(u32, PageEvidence)>,
    unreadable: Option<PageRecord>,
}

impl Step for Splitter {
    const STAGE: Stage = Stage::Splitter;
    type Input = Evidence;
    type Output = Vec<Segment>;

    fn load(reader: &Reader<'_>, engines: &Engines<'_>, subject: &Subject) -> Result<Evidence> {
        let source_file = subject.source_file.id;
        Ok(Evidence {
            pages: page_evidence(reader, engines.library, subject)?,
            unreadable: reader.first_unreadable_page(subject.tenant, source_file)?,
        })
    }

    fn run(engines: &Engines<'_>, subject: &Subject, input: Evidence) -> Result<Vec<Segment>, StepError> {
        if let (true, Some(PageState::Unreadable { code, message })) =
            (input.pages.is_empty(), input.unreadable.map(|page| page.state))
            && is_about_the_file(&code)
        {
            return Err(failed(Stage::Splitter, &code, message));
        }
        let pages = with_unreadable(input.pages, subject.source_file.page_count, engines.library);
        Ok(split::segments(&pages, engines.library))
    }

    fn save(commit: &mut Commit<'_, '_>, segments: Vec<Segment>) -> Result<()> {
        let pages = commit.source_file.page_count;
        commit.summarize(json!({ "pageCount": pages, "documentCount": segments.len() }));
        let mut segments = segments.into_iter();
        if let Some(first) = segments.next() {
            commit.document.first_page = first.first;
            commit.document.last_page = first.last;
            commit.writer.save_segment(commit.tenant, commit.document.id, &first)?;
        }
        for segment in segments {
            let document = added_document(commit, &segment);
            commit.writer.save_document(commit.tenant, &document)?;
            commit.writer.save_segment(commit.tenant, document.id, &segment)?;
        }
        Ok(())
    }
}

/// Returns the evidence of the readable pages; pages that were read before the library changed are judged again by their
/// stored words, one at a time.
fn page_evidence(reader: &Reader<'_>, library: &Library, subject: &Subject) -> Result<Vec<(u32, PageEvidence)>> {
    let (tenant, source_file) = (subject.tenant, subject.source_file.id);
    let mut pages: Vec<(u32, PageEvidence)> = reader.page_evidence(tenant, source_file, 1..=u32::MAX)?;
    for (number, evidence) in pages.iter_mut().filter(|(_, evidence)| evidence.library != library.version()) {
        if let Some(reading) = reader.readings(tenant, source_file, *number, *number)?.pop() {
            *evidence = split::evidence(&reading.page, library);
        }
    }
    Ok(pages)
}

/// Tells whether a code says that the file as a whole cannot be opened, and not one of its pages.
pub fn is_about_the_file(code: &str) -> bool {
    matches!(
        code,
        "unreadable"
            | "empty_file"
            | "not_a_pdf"
            | "damaged"
            | "no_pages"
            | "password_required"
            | "wrong_password"
            | "unsupported_encryption"
    )
}

/// An unreadable page says nothing: it stays with what is before it.
fn with_unreadable(read: Vec<(u32, PageEvidence)>, page_count: u32, library: &Library) -> Vec<PageEvidence> {
    let mut read = read.into_iter().peekable();
    (1..=page_count)
        .map(|number| match read.next_if(|(page, _)| *page == number) {
            Some((_, evidence)) => evidence,
            None => split::evidence(&empty_page(number), library),
        })
        .collect()
}

fn empty_page(number: u32) -> Page {
    Page {
        number,
        frame: Frame::upright(612.0, 792.0),
        words: Vec::new(),
        rules: Vec::new(),
        check_boxes: Vec::new(),
        form_fields: Vec::new(),
        ink_marks: Vec::new(),
    }
}

fn added_document(commit: &Commit<'_, '_>, segment: &Segment) -> Document {
    let provisional = &commit.document;
    let place = DocumentPlace {
        loan: provisional.loan,
        source_file: provisional.source_file,
        source_position: provisional.source_position,
        first_page: segment.first,
        last_page: segment.last,
    };
    let mut document = Document::new(DocumentId::new(commit.new_id()), place, commit.now);
    document.processing_status = rule(Stage::Splitter).status_after;
    document.next_stage = rule(Stage::Splitter).next;
    document
}
