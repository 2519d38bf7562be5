//! Invented loans: their files, documents, tasks, events and pushes, written through the store as the pipeline does.

use crate::data::{Data, SPAN, START};
use crate::paper::{DOCUMENTS, FIELDS, PAGES, Paper, fields, papers};
use loanfile::library::Library;
use loanfile::model::{
    Correction, CorrectionKind, Document, DocumentId, DocumentPlace, DocumentTypeId, Event, EventId, EventType, Field,
    Finding, Loan, LoanId, LoanStatus, Origin, PageId, ProcessingStatus, Resolution, ReviewTask, Severity, SourceFile,
    SourceFileId, Stage, TaskField, TaskId, TaskKind, TaskStatus, TenantId, Timestamp, UploadStatus, ValidationStatus,
};
use loanfile::page::{Frame, Page, Rect, Word};
use loanfile::store::{ClassificationRecord, FindingOrigin, NewReading, Push, RunOutcome, Scope, Share, Term, Writer};
use loanfile::workspace::Workspace;
use serde_json::json;
use std::path::Path;
use std::time::{Duration, Instant};

/// How many loans one transaction writes.
const AT_ONCE: u32 = 20;

/// The target that documents are pushed to.
const TARGET: &str = "folder";

/// Makes a workspace with so many loans, each of [`DOCUMENTS`] documents, [`PAGES`] pages and [`FIELDS`] values.
pub fn make(folder: &Path, loans: u32) {
    let began = Instant::now();
    let (workspace, _) = Workspace::create(folder, "default").unwrap();
    let tenant = workspace.store.read(|reader| reader.tenant("default")).unwrap().unwrap().id;
    let mut maker =
        Maker { data: Data::new(), tenant, library: Library::standard(), reading: reading(), counted: [0; 3] };
    for first in (0..loans).step_by(AT_ONCE as usize) {
        let last = loans.min(first + AT_ONCE);
        let write = |writer: &Writer<'_>| {
            (first..last).for_each(|number| maker.loan(writer, number, SPAN / loans.max(1) * number));
            Ok(())
        };
        workspace.store.write_forgettable(write).unwrap();
    }
    let [documents, pages, fields] = maker.counted;
    let seconds = began.elapsed().as_secs_f64();
    println!("{loans} loans, {documents} documents, {pages} pages, {fields} values in {seconds:.0} s");
}

struct Maker {
    data: Data,
    tenant: TenantId,
    library: &'static Library,
    reading: NewReading,
    /// Documents, pages, values.
    counted: [u64; 3],
}

/// A document while its rows are written.
struct Making<'m> {
    document: Document,
    paper: &'m Paper<'m>,
    fields: Vec<Field>,
    at: Timestamp,
}

impl Maker {
    fn loan(&mut self, writer: &Writer<'_>, number: u32, after: Duration) {
        let at = START.plus(after);
        let loan = Loan {
            id: LoanId::new(self.data.id(at)),
            external_loan_id: format!("BIG-{number:06}"),
            status: if self.data.chance(200) { LoanStatus::Closed } else { LoanStatus::Active },
            configuration: None,
            created_at: at,
            updated_at: at,
        };
        writer.add_loan(self.tenant, &loan).unwrap();
        let (file, pages) = self.file(writer, &loan, at);
        let library = self.library;
        let papers = papers(&mut self.data, library);
        let mut left = FIELDS;
        let mut made = Vec::new();
        for (index, paper) in papers.iter().enumerate() {
            let statements = papers[index..].iter().filter(|paper| paper.kind.id.as_str() == "bank_statement").count();
            let room = if paper.kind.id.as_str() == "bank_statement" { left / statements } else { 0 };
            let id = self.document(writer, &loan, file, paper, &pages, room, &mut left);
            made.push(id);
        }
        if self.data.chance(200) {
            let message = "the loan has no homeowner's insurance declaration".to_string();
            let finding = Finding::new("document_missing", Severity::Warning, message);
            writer.replace_loan_findings(self.tenant, loan.id, &[finding]).unwrap();
        }
        crate::income::add(writer, &mut self.data, self.tenant, loan.id, made[1], at.plus(Duration::from_secs(900)));
        writer.complete_source_file(self.tenant, file, at.plus(Duration::from_secs(600))).unwrap();
        self.counted[0] += DOCUMENTS as u64;
        self.counted[1] += u64::from(PAGES);
    }

    /// Adds a file whose pages are read, a provisional document with them.
    fn file(&mut self, writer: &Writer<'_>, loan: &Loan, at: Timestamp) -> (SourceFileId, Vec<PageId>) {
        let tenant = self.tenant;
        let file = SourceFile {
            id: SourceFileId::new(self.data.id(at)),
            loan: loan.id,
            position: 1,
            file_name: format!("package-{}.pdf", loan.external_loan_id),
            size_bytes: 4_000_000,
            sha256: format!("{:064x}", self.data.id(at).as_u128()),
            page_count: PAGES,
            upload_status: UploadStatus::Received,
            failure: None,
            origin: Origin::Cli,
            password: None,
            created_at: at,
            updated_at: at,
        };
        writer.add_source_file(tenant, &file).unwrap();
        let pages: Vec<PageId> = (0..PAGES).map(|_| PageId::new(self.data.id(at))).collect();
        writer.add_pages(tenant, file.id, &pages).unwrap();
        let place =
            DocumentPlace { loan: loan.id, source_file: file.id, source_position: 1, first_page: 1, last_page: PAGES };
        let provisional = Document { trashed: true, ..Document::new(DocumentId::new(self.data.id(at)), place, at) };
        writer.save_document(tenant, &provisional).unwrap();
        let term = Term { owner: "maker", now: at, until: at.plus(Duration::from_secs(60)) };
        let scope = Scope { loan: Some(loan.id), ..Scope::of_tenant(tenant) };
        for claim in writer.claim_pages(scope, &term, Share { most: u64::from(PAGES), sharers: 1 }).unwrap() {
            for (page, _, lease) in claim.pages {
                assert!(writer.commit_reading(tenant, page, &lease, &self.reading, at).unwrap());
            }
        }
        let ended = Document { next_stage: None, processing_status: ProcessingStatus::Processing, ..provisional };
        writer.save_document(tenant, &ended).unwrap();
        self.event(writer, EventType::SourceFileReceived, &ended, None, at);
        (file.id, pages)
    }

    #[allow(clippy::too_many_arguments, reason = "what a document is made of")]
    fn document(
        &mut self,
        writer: &Writer<'_>,
        loan: &Loan,
        source_file: SourceFileId,
        paper: &Paper<'_>,
        pages: &[PageId],
        room: usize,
        left: &mut usize,
    ) -> DocumentId {
        let at = self.data.within(loan.created_at, 300);
        let (first_page, last_page) = (paper.first_page, paper.first_page + paper.pages - 1);
        let place = DocumentPlace { loan: loan.id, source_file, source_position: 1, first_page, last_page };
        let mut document = Document::new(DocumentId::new(self.data.id(at)), place, at);
        document.processing_status =
            if self.data.chance(5) { ProcessingStatus::Failed } else { ProcessingStatus::Extracted };
        document.next_stage = None;
        document.document_type = Some(paper.kind.id.clone());
        document.document_type_confidence = Some(self.data.confidence(paper.source));
        document.version_identifier = Some("1".to_string());
        document.current_version = !self.data.chance(60);
        let fields = fields(&mut self.data, paper, pages, room, at);
        *left = left.saturating_sub(fields.len());
        self.counted[2] += fields.len() as u64;
        let mut making = Making { document, paper, fields, at };
        let findings = self.findings(&mut making);
        writer
            .replace_findings(self.tenant, making.document.id, FindingOrigin::Stage(Stage::LosValidator), &findings)
            .unwrap();
        writer.replace_fields(self.tenant, making.document.id, &making.fields).unwrap();
        self.stages(writer, &making);
        self.tasks(writer, &making, &findings);
        self.corrections(writer, &making);
        writer.save_document(self.tenant, &making.document).unwrap();
        self.push(writer, &mut making);
        writer.save_document(self.tenant, &making.document).unwrap();
        making.document.id
    }

    fn findings(&mut self, making: &mut Making<'_>) -> Vec<Finding> {
        let mut findings = Vec::new();
        if self.data.chance(60) {
            findings.push(Finding::new("figures_disagree", Severity::Warning, "the parts do not add up to the total"));
        }
        if self.data.chance(40) {
            findings.push(Finding::new("signature_missing", Severity::Error, "the signature line is empty"));
        }
        if self.data.chance(15) {
            let message = "page 2 of 3 is missing";
            findings.push(Finding::new("pages_missing", Severity::Warning, message));
        }
        let failed = findings.iter().any(Finding::blocks);
        making.document.validation = if failed { ValidationStatus::Failed } else { ValidationStatus::Passed };
        findings
    }

    fn stages(&mut self, writer: &Writer<'_>, making: &Making<'_>) {
        let (document, tenant) = (&making.document, self.tenant);
        let mut at = making.at;
        let stages = [
            Stage::Converter,
            Stage::Recognizer,
            Stage::Classifier,
            Stage::Extractor,
            Stage::LosValidator,
            Stage::Versioner,
        ];
        for stage in stages {
            let end = self.data.within(at, if stage == Stage::Recognizer { 8 } else { 2 });
            writer.add_stage_run(tenant, (document.id, 1, stage), RunOutcome::Completed, (at, end)).unwrap();
            if matches!(stage, Stage::Recognizer | Stage::Extractor | Stage::Versioner) {
                self.event(writer, EventType::StageCompleted, document, Some(stage), end);
            }
            at = end;
        }
        self.event(writer, EventType::ClassificationResult, document, Some(Stage::Classifier), at);
        self.event(writer, EventType::ExtractionResult, document, Some(Stage::Extractor), at);
        let record = ClassificationRecord {
            document_type: making.paper.kind.id.clone(),
            confidence: document.document_type_confidence.unwrap(),
            runners_up: vec![(DocumentTypeId::new("other"), self.data.confidence(making.paper.source))],
            evidence: vec![format!("title: {}", making.paper.kind.name)],
        };
        writer.save_classification(tenant, document.id, &record).unwrap();
    }

    fn tasks(&mut self, writer: &Writer<'_>, making: &Making<'_>, findings: &[Finding]) {
        let doubtful: Vec<TaskField> = making
            .fields
            .iter()
            .filter(|field| field.confidence.value() < 0.8 && !field.manually_corrected)
            .map(|field| TaskField {
                field_type_id: field.field_type.clone(),
                row_index: field.row_index,
                field_confidence: field.confidence,
            })
            .collect();
        if !doubtful.is_empty() {
            let reason = format!("{} values are below the threshold", doubtful.len());
            self.task(writer, making, TaskKind::Extraction, reason, (doubtful, Vec::new()));
        }
        if findings.iter().any(Finding::blocks) {
            self.task(
                writer,
                making,
                TaskKind::Validation,
                "a check failed".to_string(),
                (Vec::new(), findings.to_vec()),
            );
        }
    }

    fn task(
        &mut self,
        writer: &Writer<'_>,
        making: &Making<'_>,
        kind: TaskKind,
        reason: String,
        (fields, findings): (Vec<TaskField>, Vec<Finding>),
    ) {
        let task = ReviewTask {
            id: TaskId::new(self.data.id(making.at)),
            loan: making.document.loan,
            document: making.document.id,
            kind,
            status: TaskStatus::Open,
            reason,
            fields,
            findings,
            assignee: None,
            created_at: making.at,
            resolved_at: None,
            resolved_by: None,
            resolution: None,
            note: None,
        };
        assert!(writer.open_task(self.tenant, &task).unwrap());
        self.event(writer, EventType::UserReviewCreated, &making.document, None, making.at);
        // Most were decided within two days.
        if self.data.chance(750) {
            let resolved_at = Some(self.data.within(making.at, 2 * 24 * 3600));
            let resolution = Some(Resolution::Confirmed);
            let resolved_by = Some("reviewer".to_string());
            let task = ReviewTask { status: TaskStatus::Resolved, resolved_at, resolved_by, resolution, ..task };
            writer.save_task(self.tenant, &task).unwrap();
            self.event(writer, EventType::UserReviewResolved, &making.document, None, task.resolved_at.unwrap());
        } else if self.data.chance(300) {
            writer.save_task(self.tenant, &ReviewTask { assignee: Some("reviewer".to_string()), ..task }).unwrap();
        }
    }

    fn corrections(&mut self, writer: &Writer<'_>, making: &Making<'_>) {
        let corrections: Vec<Correction> = making
            .fields
            .iter()
            .filter(|field| field.manually_corrected)
            .map(|field| Correction {
                id: self.data.id(making.at),
                document: making.document.id,
                kind: CorrectionKind::Value,
                field_type: Some(field.field_type.clone()),
                row_index: field.row_index,
                previous_value: field.extracted_value.clone(),
                new_value: Some(field.value.clone()),
                corrected_by: "reviewer".to_string(),
                corrected_at: making.at,
            })
            .collect();
        if !corrections.is_empty() {
            writer.add_corrections(self.tenant, making.document.id, &corrections).unwrap();
        }
    }

    /// Most documents that passed their checks are in the LOS a few minutes to hours later.
    fn push(&mut self, writer: &Writer<'_>, making: &mut Making<'_>) {
        let document = &mut making.document;
        let extracted = document.processing_status == ProcessingStatus::Extracted;
        if !extracted || document.validation != ValidationStatus::Passed || self.data.chance(80) {
            return;
        }
        document.processing_status = ProcessingStatus::Exported;
        let pushed_at = self.data.within(making.at, 4 * 3600);
        let key = format!("{}-1-{:032x}", document.id, self.data.id(making.at).as_u128());
        let location = format!("{}/{}.pdf", document.loan, document.id);
        let push = Push { document: document.id, target: TARGET.to_string(), key, location, pushed_at };
        assert!(writer.add_push(self.tenant, &push).unwrap());
        let document = document.clone();
        self.event(writer, EventType::DocumentExported, &document, Some(Stage::Export), pushed_at);
    }

    fn event(
        &mut self,
        writer: &Writer<'_>,
        kind: EventType,
        document: &Document,
        stage: Option<Stage>,
        at: Timestamp,
    ) {
        let event = Event {
            id: EventId::new(self.data.id(at)),
            event_type: kind,
            loan: document.loan,
            document: Some(document.id),
            source_file: Some(document.source_file),
            stage,
            occurred_at: at,
            payload: json!({ "pages": document.page_count() }),
        };
        writer.add_event(self.tenant, &event).unwrap();
    }
}

/// What every page reads: a few words, for nothing that is measured here looks at them.
fn reading() -> NewReading {
    let word = |index: u8| Word {
        text: format!("word{index}"),
        rect: Rect::new(72.0, 72.0 + 12.0 * f32::from(index), 110.0, 82.0 + 12.0 * f32::from(index)),
        confidence: loanfile::model::Confidence::new(1.0),
        source: loanfile::model::Source::TextLayer,
        size: 10.0,
        bold: false,
    };
    let page = Page {
        number: 1,
        frame: Frame::upright(612.0, 792.0),
        words: (0..12).map(word).collect(),
        rules: Vec::new(),
        check_boxes: Vec::new(),
        form_fields: Vec::new(),
        ink_marks: Vec::new(),
    };
    let evidence = loanfile::split::evidence(&page, Library::standard());
    NewReading::of_page(&page, &evidence, None, false, Vec::new()).unwrap()
}
