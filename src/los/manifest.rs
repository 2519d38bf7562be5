//! The manifest of a loan's folder: every file with its digest, size and what it is.
//!
//! Invariant: what the manifest says was true when it was written, and `_COMPLETE` holds the digest of the manifest
//! that is; a folder whose `_COMPLETE` says otherwise is being written.

use super::record::DocumentRecord;
use crate::model::{DocumentId, DocumentTypeId, hexadecimal};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::io::Write;

/// The name of the manifest.
pub const MANIFEST: &str = "manifest.json";

/// The name of the file that is written last: the digest of the manifest.
pub const COMPLETE: &str = "_COMPLETE";

/// The form of the manifest.
pub const SCHEMA: &str = "loanfile.los-folder.1";

/// Every file of a loan's folder.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Manifest {
    /// The form of the manifest.
    pub schema: String,
    /// The loan.
    pub loan_id: String,
    /// The caller's id for it.
    pub external_loan_id: String,
    /// When it was written.
    pub written_at: String,
    /// The last entry of the log of changes that was there then.
    pub audit_head: Option<AuditHead>,
    /// The files of present documents and of the loan as a whole, in order.
    pub files: Vec<FileEntry>,
    /// The files of documents that were replaced or withdrawn.
    pub superseded: Vec<FileEntry>,
}

/// The last entry of the log of changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AuditHead {
    /// Its place in the log.
    pub sequence: u64,
    /// Its hash.
    pub hash: String,
}

/// A file of a loan's folder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FileEntry {
    /// Where it is within the folder.
    pub path: String,
    /// The SHA-256 of its bytes.
    pub sha256: String,
    /// How many there are.
    pub size_bytes: u64,
    /// What it is.
    pub kind: FileKind,
    /// The document it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub document: Option<DocumentEntry>,
}

/// What a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FileKind {
    /// A document's PDF.
    Document,
    /// A document's values.
    Fields,
    /// About the loan as a whole.
    Loan,
}

/// Which state of which document a file holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DocumentEntry {
    /// The document.
    pub document_id: DocumentId,
    /// Its type.
    pub document_type_id: DocumentTypeId,
    /// Its version.
    pub version_identifier: String,
    /// What tells that state of it from another.
    pub push_key: String,
}

impl From<&DocumentRecord> for DocumentEntry {
    fn from(record: &DocumentRecord) -> Self {
        Self {
            document_id: record.document_id,
            document_type_id: record.document_type_id.clone(),
            version_identifier: record.version_identifier.clone(),
            push_key: record.push_key.clone(),
        }
    }
}

/// A document that is in a loan's folder, with its two files.
#[derive(Debug, Clone, PartialEq)]
pub struct Held {
    /// What the folder says about it.
    pub record: DocumentRecord,
    /// The path of its files, without the ending.
    pub path: String,
    /// Its PDF and its values.
    pub files: [FileEntry; 2],
}

impl Held {
    /// Returns the path of the PDF.
    pub fn pdf_path(&self) -> String {
        format!("{}.pdf", self.path)
    }

    /// Returns the path of the values.
    pub fn fields_path(&self) -> String {
        format!("{}.json", self.path)
    }
}

/// Returns the SHA-256 of bytes in hexadecimal.
pub fn sha256_of(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}

/// Takes bytes and keeps nothing but their digest.
#[derive(Default)]
pub struct DigestWriter(Sha256);

impl DigestWriter {
    /// Returns the SHA-256 of what was written, in hexadecimal.
    pub fn hexadecimal(self) -> String {
        hexadecimal(&self.0.finalize())
    }
}

impl Write for DigestWriter {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
