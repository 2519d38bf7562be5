//! The child's side: answers one request after the other until its input ends.

use super::protocol::{CopyPages, FileFacts, Message, OpenFile, Recognition, RenderPage, Request, Response};
use super::{WorkerError, limits};
use crate::ocr::{OcrError, RecognizedWord, Recognizer, Segmentation, Unavailable, installed_recognizer};
use crate::page::Page;
use crate::pdf::{self, Pdf, PdfError};
use crate::reading;
use image::GrayImage;
use std::cell::RefCell;
use std::fs::File;
use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::rc::Rc;

/// Stack of the thread that reads: page trees and contents of odd files nest deeply.
const STACK_BYTES: usize = 64 << 20;

/// The command line of a child after [`super::CHILD_ARGUMENT`].
struct Bounds {
    parent: u32,
    memory_bytes: u64,
    cpu_seconds: u64,
}

/// Answers the requests on standard input, and returns the exit code of the process.
///
/// The arguments are the parent's process id, the memory limit in bytes and the CPU limit in seconds.
pub fn run_child() -> u8 {
    let Some(bounds) = bounds(std::env::args().skip(2)) else { return 2 };
    if !limits::die_with_parent(bounds.parent) {
        return 3;
    }
    let worker = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(move || serve(&bounds));
    match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(Ok(()))) => 0,
        _ => 1,
    }
}

fn bounds(arguments: impl Iterator<Item = String>) -> Option<Bounds> {
    let numbers: Vec<u64> = arguments.map_while(|argument| argument.parse().ok()).collect();
    let [parent, memory_bytes, cpu_seconds] = numbers[..] else { return None };
    Some(Bounds { parent: parent as u32, memory_bytes, cpu_seconds })
}

fn serve(bounds: &Bounds) -> io::Result<()> {
    let answers = Answers(Rc::new(RefCell::new(limits::private_standard_output()?)));
    limits::no_core_files()?;
    limits::bound_memory(bounds.memory_bytes)?;
    let mut reader = Reader::new(answers.clone());
    for line in io::stdin().lock().lines() {
        limits::bound_cpu(bounds.cpu_seconds)?;
        let message = match serde_json::from_str::<Request>(&line?) {
            Ok(request) => reader.answer(&request, bounds),
            Err(error) => Message::Failed(WorkerError::new("internal", format!("request not understood: {error}"))),
        };
        answers.send(&message)?;
    }
    Ok(())
}

/// Where answers go.
#[derive(Clone)]
struct Answers(Rc<RefCell<File>>);

impl Answers {
    fn send(&self, message: &Message) -> io::Result<()> {
        let mut line = serde_json::to_vec(message)?;
        line.push(b'\n');
        self.0.borrow_mut().write_all(&line)
    }
}

/// Reads files; keeps the last one open and the recognizer warm.
struct Reader {
    open: Option<(OpenFile, Pdf)>,
    copier: Option<(OpenFile, pdf::write::PageCopier)>,
    recognizer: Announced,
    answers: Answers,
}

impl Reader {
    fn new(answers: Answers) -> Self {
        let recognizer = Announced::new(answers.clone());
        Self { open: None, copier: None, recognizer, answers }
    }

    /// Answers a request; a panic costs this request and what was open.
    fn answer(&mut self, request: &Request, bounds: &Bounds) -> Message {
        match catch_unwind(AssertUnwindSafe(|| self.respond(request, bounds))) {
            Ok(Ok(response)) => Message::Done(response),
            Ok(Err(error)) => Message::Failed(error),
            Err(_) => {
                *self = Self::new(self.answers.clone());
                Message::Failed(WorkerError::new(WorkerError::CRASHED, "the reader of the file panicked"))
            }
        }
    }

    fn respond(&mut self, request: &Request, bounds: &Bounds) -> Result<Response, WorkerError> {
        match request {
            Request::Facts(file) => {
                let pdf = self.pdf(file, bounds)?;
                Ok(Response::Facts(FileFacts { page_count: pdf.page_count(), encrypted: pdf.is_encrypted() }))
            }
            Request::ReadPage { file, page, recognition } => self.read_page(file, *page, *recognition, bounds),
            Request::RenderPage(request) => self.render_page(request, bounds),
            Request::CopyPages(request) => self.copy_pages(request, bounds),
        }
    }

    fn pdf(&mut self, file: &OpenFile, bounds: &Bounds) -> Result<&Pdf, WorkerError> {
        if self.open.as_ref().is_none_or(|(open, _)| open != file) {
            self.open = None;
            allow_for(&file.path, bounds)?;
            let pdf = Pdf::open(&file.path, file.password.as_deref())?;
            self.open = Some((file.clone(), pdf));
        }
        let (_, pdf) = self.open.as_ref().ok_or_else(|| WorkerError::new("internal", "no file is open"))?;
        Ok(pdf)
    }

    fn read_page(
        &mut self,
        file: &OpenFile,
        page: u32,
        recognition: Recognition,
        bounds: &Bounds,
    ) -> Result<Response, WorkerError> {
        self.pdf(file, bounds)?;
        let Some((_, pdf)) = &self.open else { return Err(WorkerError::new("internal", "no file is open")) };
        self.recognizer.announced = false;
        let reading = match recognition {
            Recognition::AsNeeded => reading::read_page(pdf, page, &mut self.recognizer)?,
            Recognition::Off => reading::read_page(pdf, page, &mut Unavailable)?,
        };
        Ok(Response::Page(Box::new(reading)))
    }

    fn render_page(&mut self, request: &RenderPage, bounds: &Bounds) -> Result<Response, WorkerError> {
        let picture = self.pdf(&request.file, bounds)?.render_color(request.page, request.dots_per_inch)?;
        picture
            .save_with_format(&request.output, image::ImageFormat::Png)
            .map_err(|error| output_refused(&request.output, &error))?;
        Ok(Response::Written)
    }

    fn copy_pages(&mut self, request: &CopyPages, bounds: &Bounds) -> Result<Response, WorkerError> {
        let texts = request.texts.as_deref().map(read_pages).transpose()?;
        if self.copier.as_ref().is_none_or(|(open, _)| *open != request.file) {
            self.copier = None;
            allow_for(&request.file.path, bounds)?;
            let copier = pdf::write::PageCopier::open(&request.file.path, request.file.password.as_deref())?;
            self.copier = Some((request.file.clone(), copier));
        }
        let Some((_, copier)) = &mut self.copier else { return Err(WorkerError::new("internal", "no file is open")) };
        let bytes = copier.copy(&request.pages, texts.as_deref())?;
        std::fs::write(&request.output, bytes).map_err(|error| output_refused(&request.output, &error))?;
        Ok(Response::Written)
    }
}

/// Raises the memory limit by the size of the file, which is mapped into memory and so counts as address space.
fn allow_for(path: &Path, bounds: &Bounds) -> Result<(), WorkerError> {
    let bytes = std::fs::metadata(path).map_or(0, |metadata| metadata.len());
    limits::bound_memory(bounds.memory_bytes.saturating_add(bytes))
        .map_err(|error| WorkerError::new("internal", format!("memory limit not set: {error}")))
}

fn output_refused(output: &Path, error: &dyn std::fmt::Display) -> WorkerError {
    WorkerError::new(WorkerError::OUTPUT_REFUSED, format!("{} cannot be written: {error}", output.display()))
}

fn read_pages(path: &Path) -> Result<Vec<Page>, WorkerError> {
    let unreadable = |error: &dyn std::fmt::Display| {
        WorkerError::new("internal", format!("page texts {} cannot be read: {error}", path.display()))
    };
    let text = std::fs::read(path).map_err(|error| unreadable(&error))?;
    serde_json::from_slice(&text).map_err(|error| unreadable(&error))
}

impl From<PdfError> for WorkerError {
    fn from(error: PdfError) -> Self {
        Self::new(error.code, error.message)
    }
}

impl From<reading::ReadingError> for WorkerError {
    fn from(error: reading::ReadingError) -> Self {
        Self::new(error.code, error.message)
    }
}

/// Tells the parent when recognition of a page begins, so that a crash in it can be told from one in the file.
struct Announced {
    recognizer: Box<dyn Recognizer>,
    announced: bool,
    answers: Answers,
}

impl Announced {
    fn new(answers: Answers) -> Self {
        Self { recognizer: installed_recognizer(), announced: false, answers }
    }
}

impl Recognizer for Announced {
    fn recognize(
        &mut self,
        image: &GrayImage,
        dots_per_inch: f32,
        segmentation: Segmentation,
    ) -> Result<Vec<RecognizedWord>, OcrError> {
        if !self.announced {
            self.announced = true;
            // A parent that no longer listens has closed our input too: the loop ends there.
            let _ = self.answers.send(&Message::Recognizing);
        }
        self.recognizer.recognize(image, dots_per_inch, segmentation)
    }
}
