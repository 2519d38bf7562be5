//! Takes a PDF into a loan.

use super::{Caller, find_loan};
use crate::blobs::StagedBlob;
use crate::error::{Error, ErrorKind, Result};
use crate::model::{
    Document, DocumentId, DocumentPlace, Event, EventId, EventType, LoanId, Origin, PageId, Secret, SourceFile,
    SourceFileId, Stage, Timestamp, UploadStatus,
};
use crate::store::{Change, Writer};
use crate::views::SourceFileView;
use crate::worker::{FileFacts, OpenFile, WorkerError, WorkerPool};
use crate::workspace::Workspace;
use serde_json::{Value, json};
use std::io::Read;

/// The most characters of a caller's id for a loan.
const LONGEST_LOAN_ID: usize = 255;

/// A file to take in.
pub struct Ingest<'i> {
    /// The caller's id for the loan; the loan is made when it is new.
    pub external_loan_id: &'i str,
    /// The file's name, without folders.
    pub file_name: String,
    /// Its bytes.
    pub bytes: &'i mut dyn Read,
    /// The password to try when the file needs one.
    pub password: Option<&'i Secret>,
    /// What to do with a file that the loan has already.
    pub repeat: Repeat,
    /// By which door it comes.
    pub origin: Origin,
}

/// What to do with a file that the loan has already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repeat {
    /// Leave it.
    Skip,
    /// Take it once more.
    Take,
}

/// What became of a file.
#[derive(Debug, Clone)]
pub enum Received {
    /// It was stored and waits for processing.
    Taken(SourceFileView),
    /// The loan has it already; this is the one it has.
    AlreadyThere(SourceFileView),
}

/// Stores a PDF unchanged and lines it up for processing.
///
/// # Errors
/// `InvalidInput` when the file cannot be taken (not a PDF, empty, damaged beyond repair, a password is needed, too
/// large): nothing is stored then. Anything else is trouble with the workspace.
pub fn ingest(workspace: &Workspace, caller: &Caller, workers: &WorkerPool, input: Ingest<'_>) -> Result<Received> {
    check_loan_id(input.external_loan_id)?;
    let tenant = caller.tenant.id;
    let limit = workspace.settings.limits.file_bytes;
    let Some(staged) = workspace.blobs.stage(tenant, input.bytes, limit)? else {
        return Err(Error::invalid_input(format!("it is larger than {} MiB", limit / (1024 * 1024)))
            .hint("raise limits.file_bytes in the workspace's loanfile.toml"));
    };
    if let (Repeat::Skip, Some(known)) = (input.repeat, known(workspace, caller, &input, &staged)?) {
        return Ok(Received::AlreadyThere(known));
    }
    let (facts, password) = open(workspace, workers, &staged, input.password)?;
    let new = NewFile {
        name: input.file_name.clone(),
        origin: input.origin,
        sha256: staged.sha256.clone(),
        size_bytes: staged.size_bytes,
        page_count: facts.page_count,
        password,
    };
    workspace.blobs.keep(tenant, staged)?;
    workspace.store.write(|writer| record_new(workspace, caller, writer, &input, new))
}

/// A file that was received whole and waits to be looked at.
pub struct Upload {
    /// Its name, without folders.
    pub file_name: String,
    /// Its bytes.
    pub staged: StagedBlob,
}

/// Stores PDFs of a loan unchanged and lines them up for processing: all of them, or none when one cannot be taken.
///
/// # Errors
/// `NotFound` for an unknown loan, `InvalidInput` that names the first file that cannot be taken, and why.
pub fn upload(
    workspace: &Workspace,
    caller: &Caller,
    workers: &WorkerPool,
    loan: &str,
    files: Vec<Upload>,
) -> Result<Vec<SourceFileView>> {
    let tenant = caller.tenant.id;
    workspace.store.read(|reader| find_loan(reader, caller, loan))?;
    let mut new_files = Vec::with_capacity(files.len());
    for file in &files {
        let (facts, password) =
            open(workspace, workers, &file.staged, None).map_err(|error| of_file(&file.file_name, error))?;
        new_files.push(NewFile {
            name: file.file_name.clone(),
            origin: Origin::Upload,
            sha256: file.staged.sha256.clone(),
            size_bytes: file.staged.size_bytes,
            page_count: facts.page_count,
            password,
        });
    }
    for file in files {
        workspace.blobs.keep(tenant, file.staged)?;
    }
    workspace.store.write(|writer| {
        let loan = find_loan(writer, caller, loan)?;
        let recorded = new_files.into_iter().map(|new| record(workspace, caller, writer, loan.id, new));
        recorded.collect()
    })
}

/// Names the file that an error is about.
fn of_file(name: &str, error: Error) -> Error {
    if error.kind() == ErrorKind::InvalidInput {
        return Error::invalid_input(format!("{name}: {error}"));
    }
    error
}

struct NewFile {
    name: String,
    origin: Origin,
    sha256: String,
    size_bytes: u64,
    page_count: u32,
    password: Option<Secret>,
}

/// Checks a caller's id for a loan.
///
/// # Errors
/// `InvalidInput` when it cannot be one.
pub fn check_loan_id(id: &str) -> Result<()> {
    let length = id.chars().count();
    if length == 0 || length > LONGEST_LOAN_ID || id.trim() != id || id.chars().any(char::is_control) {
        return Err(Error::invalid_input(format!("{id:?} cannot be a loan's id"))
            .hint("use 1 to 255 printable characters without spaces at the ends"));
    }
    Ok(())
}

fn known(
    workspace: &Workspace,
    caller: &Caller,
    input: &Ingest<'_>,
    staged: &StagedBlob,
) -> Result<Option<SourceFileView>> {
    let tenant = caller.tenant.id;
    workspace.store.read(|reader| {
        let Some(loan) = reader.loan(tenant, input.external_loan_id)? else { return Ok(None) };
        let Some(file) = reader.source_file_of_digest(tenant, loan.id, &staged.sha256)? else { return Ok(None) };
        let documents = reader.document_count(tenant, file.id)?;
        Ok(Some(SourceFileView::new(&file, documents)))
    })
}

/// Opens the file in a worker process; the password is kept only when the file needs it.
fn open(
    workspace: &Workspace,
    workers: &WorkerPool,
    staged: &StagedBlob,
    password: Option<&Secret>,
) -> Result<(FileFacts, Option<Secret>)> {
    if staged.size_bytes == 0 {
        return Err(Error::invalid_input("it is empty"));
    }
    let open = |password: Option<&Secret>| {
        let password = password.map(|password| password.expose().to_string());
        workers.facts(&OpenFile { path: staged.path().to_path_buf(), password })
    };
    let (facts, password) = match open(None) {
        Ok(facts) => (facts, None),
        Err(error) if error.code == "password_required" && password.is_some() => {
            (open(password).map_err(unreadable)?, password.cloned())
        }
        Err(error) => return Err(unreadable(error)),
    };
    let most = workspace.settings.limits.file_pages;
    if facts.page_count > most {
        return Err(Error::invalid_input(format!("it has {} pages, more than the {most} allowed", facts.page_count))
            .hint("raise limits.file_pages in the workspace's loanfile.toml"));
    }
    Ok((facts, password))
}

fn unreadable(error: WorkerError) -> Error {
    match error.code.as_str() {
        WorkerError::INTERRUPTED => Error::new(crate::error::ErrorKind::Interrupted, "stopped"),
        WorkerError::UNAVAILABLE => Error::new(crate::error::ErrorKind::Unavailable, error.message),
        "password_required" => {
            Error::invalid_input("it needs a password").hint("give it in LOANFILE_PASSWORD or with --password-file")
        }
        "wrong_password" => Error::invalid_input("the password does not open it"),
        _ => Error::invalid_input(error.message),
    }
}

/// Writes the file unless the loan has it already; the loan too, when it is new.
fn record_new(
    workspace: &Workspace,
    caller: &Caller,
    writer: &Writer<'_>,
    input: &Ingest<'_>,
    new: NewFile,
) -> Result<Received> {
    let (tenant, now) = (caller.tenant.id, workspace.now());
    let new_loan = LoanId::new(workspace.new_id());
    let loan = writer.loan_or_new(tenant, input.external_loan_id, new_loan, now)?;
    // Asked again under the lock: another process may have taken the same file in between.
    let known = writer.source_file_of_digest(tenant, loan.id, &new.sha256)?;
    if let (Repeat::Skip, Some(known)) = (input.repeat, known) {
        let documents = writer.document_count(tenant, known.id)?;
        return Ok(Received::AlreadyThere(SourceFileView::new(&known, documents)));
    }
    if loan.id == new_loan {
        let after = json!({ "externalLoanId": loan.external_loan_id, "status": loan.status });
        let subject_id = loan.id.to_string();
        let change = Change {
            actor: &caller.actor,
            action: "loan.create",
            subject: "loan",
            subject_id,
            before: Value::Null,
            after,
        };
        writer.log(tenant, change, now)?;
    }
    record(workspace, caller, writer, loan.id, new).map(Received::Taken)
}

/// Writes a file of a loan, its pages, its provisional document and their events.
fn record(
    workspace: &Workspace,
    caller: &Caller,
    writer: &Writer<'_>,
    loan: LoanId,
    new: NewFile,
) -> Result<SourceFileView> {
    let (tenant, now) = (caller.tenant.id, workspace.now());
    let file = SourceFile {
        id: SourceFileId::new(workspace.new_id()),
        loan,
        position: writer.next_source_position(tenant, loan)?,
        file_name: new.name,
        size_bytes: new.size_bytes,
        sha256: new.sha256,
        page_count: new.page_count,
        upload_status: UploadStatus::Received,
        failure: None,
        origin: new.origin,
        password: new.password,
        created_at: now,
        updated_at: now,
    };
    writer.add_source_file(tenant, &file)?;
    let pages: Vec<PageId> = (0..file.page_count).map(|_| PageId::new(workspace.new_id())).collect();
    writer.add_pages(tenant, file.id, &pages)?;
    let document = provisional(DocumentId::new(workspace.new_id()), &file, now);
    writer.save_document(tenant, &document)?;
    for (event_type, stage, payload) in events(&file) {
        let event = Event {
            id: EventId::new(workspace.new_id()),
            event_type,
            loan: file.loan,
            document: Some(document.id),
            source_file: Some(file.id),
            stage,
            occurred_at: now,
            payload,
        };
        writer.add_event(tenant, &event)?;
    }
    let change = Change {
        actor: &caller.actor,
        action: "source_file.receive",
        subject: "source_file",
        subject_id: file.id.to_string(),
        before: Value::Null,
        after: json!({ "loanId": loan, "fileName": file.file_name, "sha256": file.sha256, "origin": file.origin }),
    };
    writer.log(tenant, change, now)?;
    writer.touch_loan(tenant, loan, now)?;
    Ok(SourceFileView::new(&file, 1))
}

/// The document that stands for the whole file until the splitter has looked at it.
fn provisional(id: DocumentId, file: &SourceFile, now: Timestamp) -> Document {
    let place = DocumentPlace {
        loan: file.loan,
        source_file: file.id,
        source_position: file.position,
        first_page: 1,
        last_page: file.page_count,
    };
    Document::new(id, place, now)
}

fn events(file: &SourceFile) -> [(EventType, Option<Stage>, Value); 3] {
    let received = json!({
        "sourceFileId": file.id,
        "fileName": file.file_name,
        "sizeBytes": file.size_bytes,
        "sha256": file.sha256,
        "pageCount": file.page_count,
        "origin": file.origin,
    });
    [
        (EventType::StageStarted, Some(Stage::Import), json!({})),
        (EventType::SourceFileReceived, Some(Stage::Import), received),
        (EventType::StageCompleted, Some(Stage::Import), json!({ "pageCount": file.page_count })),
    ]
}
