//! Why a PDF or one of its pages cannot be read.

use std::fmt;

/// A failure to read or write a PDF: a stable code and a sentence for a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PdfError {
    /// A stable lower-case code: `unreadable`, `empty_file`, `not_a_pdf`, `damaged`, `no_pages`, `password_required`,
    /// `wrong_password`, `unsupported_encryption`, `page_missing`, `not_writable`.
    pub code: &'static str,
    /// What is wrong, in lower case without full stop.
    pub message: String,
}

impl PdfError {
    /// Makes an error from its code and message.
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }

    pub(super) fn damaged(message: impl Into<String>) -> Self {
        Self::new("damaged", message)
    }
}

impl fmt::Display for PdfError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for PdfError {}
