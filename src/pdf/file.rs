//! An opened PDF file and access to its pages.
//!
//! Invariant: a panic of the reading crate stays inside this module and becomes a `damaged` error; what it may have
//! left half done is thrown away with the whole parsed file, which is parsed anew for the next page.

use super::PdfError;
use super::glyphs::KnownGlyphs;
use hayro::RenderCache;
use hayro_interpret::InterpreterCache;
use hayro_syntax::page::Page as SyntaxPage;
use hayro_syntax::{DecryptionError, LoadPdfError, PdfData};
use memmap2::Mmap;
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::fs::File;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

/// After so many pages the parsed file is dropped and parsed anew: the reading crate keeps the content of every page
/// it has seen, and a file of thousands of pages would pile up in memory.
const PAGES_BETWEEN_RENEWALS: u32 = 200;

/// How far into the file its header may stand.
const HEADER_SEARCH: usize = 1024;

/// A PDF file opened for reading; the bytes are mapped into memory, pages are read when asked for.
///
/// It belongs to one thread.
pub struct Pdf {
    bytes: PdfData,
    password: String,
    encrypted: bool,
    page_count: u32,
    parsed: RefCell<Option<Parsed>>,
    pages_since_renewal: Cell<u32>,
}

/// The parsed file with the caches of its fonts. The caches refer to the file, so they are declared, and dropped, first.
struct Parsed {
    interpreter: InterpreterCache<'static>,
    renderer: RenderCache<'static>,
    known_glyphs: KnownGlyphs,
    document: Box<hayro_syntax::Pdf>,
}

/// What a page needs while it is read.
pub(super) struct PageAccess<'a> {
    pub(super) page: &'a SyntaxPage<'a>,
    pub(super) interpreter: &'a InterpreterCache<'a>,
    pub(super) renderer: &'a RenderCache<'a>,
    pub(super) known_glyphs: &'a KnownGlyphs,
}

impl Pdf {
    /// Opens a file, with a user or owner password if it has one.
    ///
    /// The empty password is tried first, so a password that is not needed does no harm.
    ///
    /// # Errors
    /// `unreadable`, `empty_file`, `not_a_pdf`, `damaged`, `no_pages`, `password_required`, `wrong_password` or
    /// `unsupported_encryption`.
    pub fn open(path: &Path, password: Option<&str>) -> Result<Self, PdfError> {
        let unreadable = |error: std::io::Error| PdfError::new("unreadable", format!("cannot read the file: {error}"));
        let file = File::open(path).map_err(unreadable)?;
        if file.metadata().map_err(unreadable)?.len() == 0 {
            return Err(PdfError::new("empty_file", "the file is empty"));
        }
        // SAFETY: stored originals are immutable (written once under another name, then renamed), so the mapped bytes
        // do not change while they are read.
        #[allow(unsafe_code)]
        let map = unsafe { Mmap::map(&file) }.map_err(unreadable)?;
        Self::from_shared(Arc::new(map), password)
    }

    /// Opens a PDF that is held in memory; see [`Pdf::open`].
    ///
    /// # Errors
    /// As [`Pdf::open`].
    pub fn from_bytes(bytes: Vec<u8>, password: Option<&str>) -> Result<Self, PdfError> {
        Self::from_shared(Arc::new(bytes), password)
    }

    fn from_shared<B>(bytes: Arc<B>, password: Option<&str>) -> Result<Self, PdfError>
    where
        B: AsRef<[u8]> + Send + Sync + 'static,
    {
        if bytes.as_ref().as_ref().is_empty() {
            return Err(PdfError::new("empty_file", "the file is empty"));
        }
        let header = header_position(bytes.as_ref().as_ref());
        match Self::from_candidates(&bytes, header, password) {
            Err(error) if error.code == "damaged" && header.is_none() => {
                Err(PdfError::new("not_a_pdf", "the file is not a PDF"))
            }
            other => other,
        }
    }

    fn from_candidates<B>(bytes: &Arc<B>, header: Option<usize>, password: Option<&str>) -> Result<Self, PdfError>
    where
        B: AsRef<[u8]> + Send + Sync + 'static,
    {
        let whole = Self::from_pdf_data(PdfData::from(Arc::clone(bytes)), password);
        match (whole, header) {
            // Offsets may count from the header instead of the start of the file.
            (Err(error), Some(start)) if start > 0 && error.code == "damaged" => {
                let rest = Arc::new(Tail { bytes: Arc::clone(bytes), start });
                Self::from_pdf_data(PdfData::from(rest), password)
            }
            (whole, _) => whole,
        }
    }

    fn from_pdf_data(bytes: PdfData, password: Option<&str>) -> Result<Self, PdfError> {
        let encrypted = has_encryption(&bytes);
        let (bytes, password, parsed) = unlock(bytes, password)?;
        let page_count = u32::try_from(parsed.document.pages().len()).unwrap_or(u32::MAX);
        if page_count == 0 {
            return Err(PdfError::new("no_pages", "the PDF has no pages"));
        }
        let parsed = RefCell::new(Some(parsed));
        Ok(Self { bytes, password, encrypted, page_count, parsed, pages_since_renewal: Cell::new(0) })
    }

    /// Returns the number of pages, at least 1.
    pub fn page_count(&self) -> u32 {
        self.page_count
    }

    /// Tells whether the file is encrypted, be it with an empty password.
    pub fn is_encrypted(&self) -> bool {
        self.encrypted
    }

    /// Returns width and height of a page as shown, in points.
    ///
    /// # Errors
    /// `page_missing` or `damaged`.
    pub fn page_size(&self, page: u32) -> Result<(f32, f32), PdfError> {
        self.with_page(page, |access| access.page.render_dimensions())
    }

    /// Runs `read` on a page; a panic inside becomes an error.
    pub(super) fn with_page<T>(&self, number: u32, read: impl FnOnce(PageAccess<'_>) -> T) -> Result<T, PdfError> {
        if number == 0 || number > self.page_count {
            let message = format!("there is no page {number}; the file has {}", self.page_count);
            return Err(PdfError::new("page_missing", message));
        }
        let mut slot = self.parsed.borrow_mut();
        if self.pages_since_renewal.get() >= PAGES_BETWEEN_RENEWALS {
            *slot = None;
        }
        if slot.is_none() {
            *slot = Some(parse(self.bytes.clone(), &self.password)?);
            self.pages_since_renewal.set(0);
        }
        self.pages_since_renewal.set(self.pages_since_renewal.get() + 1);
        let outcome = slot.as_ref().and_then(|parsed| {
            let access = parsed.page(number)?;
            Some(catch_unwind(AssertUnwindSafe(|| read(access))))
        });
        match outcome {
            Some(Ok(value)) => Ok(value),
            Some(Err(panic)) => {
                *slot = None;
                Err(PdfError::damaged(format!("page {number} cannot be read: {}", panic_text(panic.as_ref()))))
            }
            None => Err(PdfError::new("page_missing", format!("there is no page {number}"))),
        }
    }
}

impl Parsed {
    fn page(&self, number: u32) -> Option<PageAccess<'_>> {
        let pages = self.document.pages();
        let page = pages.get(number as usize - 1)?;
        // SAFETY: page and caches live exactly as long as `self`, and only lifetimes change. The caches hold references
        // into `document`, which is boxed, never moved out and dropped after them.
        #[allow(unsafe_code)]
        let access = unsafe {
            PageAccess {
                page: std::mem::transmute::<&SyntaxPage<'_>, &SyntaxPage<'_>>(page),
                interpreter: std::mem::transmute::<&InterpreterCache<'static>, &InterpreterCache<'_>>(
                    &self.interpreter,
                ),
                renderer: std::mem::transmute::<&RenderCache<'static>, &RenderCache<'_>>(&self.renderer),
                known_glyphs: &self.known_glyphs,
            }
        };
        Some(access)
    }
}

/// The bytes of a file from its header on.
struct Tail<B> {
    bytes: Arc<B>,
    start: usize,
}

impl<B: AsRef<[u8]>> AsRef<[u8]> for Tail<B> {
    fn as_ref(&self) -> &[u8] {
        self.bytes.as_ref().as_ref().get(self.start..).unwrap_or_default()
    }
}

fn header_position(bytes: &[u8]) -> Option<usize> {
    let head = bytes.get(..HEADER_SEARCH.min(bytes.len())).unwrap_or_default();
    head.windows(5).position(|window| window == b"%PDF-")
}

/// The trailer of an encrypted file names its encryption; it stands near the end, or near the start when linearised.
fn has_encryption(bytes: &PdfData) -> bool {
    const SPAN: usize = 4096;
    let bytes: &[u8] = bytes.as_ref();
    let head = &bytes[..SPAN.min(bytes.len())];
    let tail = &bytes[bytes.len().saturating_sub(SPAN)..];
    [head, tail].into_iter().any(|part| part.windows(8).any(|window| window == b"/Encrypt"))
}

/// Parses with the empty password, then with the given one as user password, then as owner password.
fn unlock(bytes: PdfData, password: Option<&str>) -> Result<(PdfData, String, Parsed), PdfError> {
    let refused = match parse(bytes.clone(), "") {
        Ok(parsed) => return Ok((bytes, String::new(), parsed)),
        Err(error) if error.code == "password_required" => error,
        Err(error) => return Err(error),
    };
    let Some(password) = password else { return Err(refused) };
    match parse(bytes.clone(), password) {
        Ok(parsed) => return Ok((bytes, password.to_owned(), parsed)),
        Err(error) if error.code == "password_required" => {}
        Err(error) => return Err(error),
    }
    let wrong = || PdfError::new("wrong_password", "the password does not open the PDF");
    // The reading crate knows owner passwords only for the newest encryption; the writing crate knows them all.
    let decrypted = super::write::decrypted(bytes.as_ref(), password).ok_or_else(wrong)?;
    let bytes = PdfData::from(decrypted);
    let parsed = parse(bytes.clone(), "")?;
    Ok((bytes, String::new(), parsed))
}

fn parse(bytes: PdfData, password: &str) -> Result<Parsed, PdfError> {
    let outcome = catch_unwind(AssertUnwindSafe(|| hayro_syntax::Pdf::new_with_password(bytes, password)));
    match outcome {
        Ok(Ok(document)) => Ok(Parsed {
            interpreter: InterpreterCache::new(),
            renderer: RenderCache::new(),
            known_glyphs: KnownGlyphs::default(),
            document: Box::new(document),
        }),
        Ok(Err(LoadPdfError::Invalid)) => Err(PdfError::damaged("the PDF is damaged beyond repair")),
        Ok(Err(LoadPdfError::Decryption(error))) => Err(encryption_error(error)),
        Err(panic) => Err(PdfError::damaged(format!("the PDF is damaged: {}", panic_text(panic.as_ref())))),
    }
}

fn encryption_error(error: DecryptionError) -> PdfError {
    match error {
        DecryptionError::PasswordProtected => {
            PdfError::new("password_required", "the PDF is protected by a password; give it with --password")
        }
        DecryptionError::UnsupportedAlgorithm => {
            PdfError::new("unsupported_encryption", "the PDF is encrypted in a way that is not supported")
        }
        DecryptionError::MissingIDEntry | DecryptionError::InvalidEncryption => {
            PdfError::damaged("the PDF's encryption entries are damaged")
        }
    }
}

pub(super) fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "unexpected content".to_owned())
}
