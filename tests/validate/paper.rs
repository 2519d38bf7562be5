//! Papers made in the test: a type and its values, as they are after extraction.

use crate::support::standard;
use loanfile::library::Library;
use loanfile::model::{
    BoundingBox, Confidence, Configuration, Document, DocumentId, DocumentPlace, DocumentTypeId, Field, FieldPlace,
    FieldTypeId, Finding, LoanId, PageId, ProcessingStatus, Source, SourceFileId, Timestamp,
};
use loanfile::ops::{Notation, read_configuration};
use loanfile::validate::{self, DocumentFacts, LoanFindings};
use uuid::Uuid;

/// A document with its values.
pub struct Paper {
    pub document: Document,
    fields: Vec<Field>,
}

impl Paper {
    /// Makes a paper of a type, on pages 11 to 13 of its file, with values by the fields' names within the type.
    ///
    /// A name may be that of a table's column; its values are then those of rows in their order.
    pub fn new(document_type: &str, values: &[(&str, &str)]) -> Self {
        let id = DocumentId::new(Uuid::now_v7());
        let (loan, source_file) = (LoanId::new(Uuid::nil()), SourceFileId::new(Uuid::nil()));
        let place = DocumentPlace { loan, source_file, source_position: 1, first_page: 11, last_page: 13 };
        let mut document = Document::new(id, place, Timestamp::from_micros(0));
        document.processing_status = ProcessingStatus::Extracted;
        document.document_type = Some(DocumentTypeId::new(document_type));
        document.signature_expected = Some(standard(document_type).signature_expected);
        let mut paper = Self { document, fields: Vec::new() };
        for (name, value) in values {
            paper.add(name, value);
        }
        paper.document.signature_found = validate::signature_found(standard(document_type), &paper.fields);
        paper
    }

    fn add(&mut self, name: &str, value: &str) {
        let document_type = self.document.document_type.clone().unwrap();
        let field_type = FieldTypeId::new(format!("{document_type}.{name}"));
        assert!(standard(document_type.as_str()).describe(&field_type).is_some(), "{field_type} is no field");
        let rows = self.fields.iter().filter(|field| field.field_type == field_type).count();
        let bounding_box = BoundingBox { left: 0.1, top: 0.2, width: 0.3, height: 0.01 };
        self.fields.push(Field {
            field_type,
            row_index: name.contains('.').then(|| u32::try_from(rows).unwrap()),
            value: value.to_owned(),
            raw_value: value.to_owned(),
            confidence: Confidence::new(0.95),
            source: Source::TextLayer,
            manually_corrected: false,
            confirmed: false,
            extracted_value: None,
            place: Some(FieldPlace { page: PageId::new(Uuid::nil()), page_number: 12, bounding_box }),
            updated_at: Timestamp::from_micros(0),
        });
    }

    /// The same with every value as sure as given.
    pub fn read_at(mut self, confidence: f32) -> Self {
        self.fields.iter_mut().for_each(|field| field.confidence = Confidence::new(confidence));
        self
    }

    /// The same with every value set by a person.
    pub fn corrected(mut self) -> Self {
        self.fields.iter_mut().for_each(|field| field.manually_corrected = true);
        self
    }

    /// The same after a change of its record.
    pub fn with(mut self, change: impl FnOnce(&mut Document)) -> Self {
        change(&mut self.document);
        self
    }

    fn facts(&self) -> DocumentFacts<'_> {
        let definition = self.document.document_type.as_ref().and_then(|id| Library::standard().get(id));
        DocumentFacts { document: &self.document, definition, fields: &self.fields, counters: &[] }
    }
}

/// Checks one paper on a day.
pub fn checked(paper: &Paper, configuration: Option<&Configuration>, today: &str) -> Vec<Finding> {
    validate::document(&paper.facts(), configuration, today.parse().unwrap())
}

/// Checks papers as those of one loan on a day.
pub fn checked_loan(papers: &[Paper], configuration: Option<&Configuration>, today: &str) -> LoanFindings {
    let facts: Vec<DocumentFacts<'_>> = papers.iter().map(Paper::facts).collect();
    let backwards: Vec<DocumentFacts<'_>> = facts.iter().rev().copied().collect();
    let today = today.parse().unwrap();
    let found = validate::loan(&facts, configuration, Library::standard(), today);
    assert_eq!(found, validate::loan(&backwards, configuration, Library::standard(), today), "the order matters");
    found
}

/// Returns what was found about a loan's papers as `type: severity code: expected / found`.
pub fn told(papers: &[Paper], configuration: Option<&Configuration>, today: &str) -> Vec<String> {
    let found = checked_loan(papers, configuration, today);
    let of_papers = papers.iter().flat_map(|paper| {
        let (_, findings) = found.of_documents.iter().find(|(id, _)| *id == paper.document.id).unwrap();
        let document_type = paper.document.document_type.as_ref().unwrap();
        findings.iter().map(move |finding| format!("{document_type}: {}", brief(finding)))
    });
    found.of_loan.iter().map(|finding| format!("loan: {}", brief(finding))).chain(of_papers).collect()
}

/// Returns a finding as `severity code: expected / found`.
pub fn brief(finding: &Finding) -> String {
    let part = |text: &Option<String>| text.clone().unwrap_or_default();
    format!("{} {}: {} / {}", finding.severity, finding.code, part(&finding.expected), part(&finding.found))
}

/// Reads a configuration that a test writes down in TOML; its name is given.
pub fn configuration(toml: &str) -> Configuration {
    read_configuration(&format!("name = \"test\"\n{toml}"), Notation::Toml, Library::standard()).unwrap()
}
