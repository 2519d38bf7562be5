//! What a borrower's papers belong to, and the files they came in.

use super::{
    ConfigurationId, FailureRecord, LoanId, LoanStatus, Origin, PageId, Secret, SourceFileId, Timestamp, UploadStatus,
};

/// A loan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loan {
    /// Its id.
    pub id: LoanId,
    /// The caller's id for it, unique within the tenant.
    pub external_loan_id: String,
    /// Where it stands.
    pub status: LoanStatus,
    /// What its papers are checked against; `None` for the checks of their types only.
    pub configuration: Option<ConfigurationId>,
    /// When it was created.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
}

/// An uploaded PDF.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceFile {
    /// Its id.
    pub id: SourceFileId,
    /// The loan it belongs to.
    pub loan: LoanId,
    /// Its place in the order in which the loan's files came, from 1.
    pub position: u32,
    /// The name it came with, without folders.
    pub file_name: String,
    /// Its size.
    pub size_bytes: u64,
    /// The SHA-256 of its bytes in hexadecimal: its key among the blobs.
    pub sha256: String,
    /// How many pages it has.
    pub page_count: u32,
    /// Where it stands.
    pub upload_status: UploadStatus,
    /// Why it failed.
    pub failure: Option<FailureRecord>,
    /// By which door it came.
    pub origin: Origin,
    /// The password that opens it.
    pub password: Option<Secret>,
    /// When it was received.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
}

/// The identity of a page and how its reading ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageRecord {
    /// Its id.
    pub id: PageId,
    /// The file it belongs to.
    pub source_file: SourceFileId,
    /// Its number in the file, from 1.
    pub number: u32,
    /// What became of it.
    pub state: PageState,
}

/// What became of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PageState {
    /// Not yet read.
    Unread,
    /// Its words are stored.
    Read,
    /// It could not be read and is not tried again.
    Unreadable {
        /// A stable code such as `page_deadline`.
        code: String,
        /// What happened, for a person.
        message: String,
    },
}
