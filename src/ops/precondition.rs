//! Changes on the condition that a thing is still what the caller saw.
//!
//! Invariant: the condition is looked at in the transaction that makes the change, so nothing comes in between.

use super::{Caller, TypeNames, show};
use crate::error::{Error, ErrorKind, Result};
use crate::library::Library;
use crate::model::hexadecimal;
use crate::store::Reader;
use serde::Serialize;
use sha2::{Digest, Sha256};

/// A thing that can be seen with a tag.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Seen {
    /// A loan, by its id.
    Loan(String),
    /// A document's record, by its id.
    Document(String),
    /// A document's values, by its id.
    Values(String),
    /// The tenant's settings.
    Settings,
}

/// What must still be so when a change is made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Precondition {
    /// The thing.
    pub seen: Seen,
    /// One of these tags is still its tag; with none of them it need only be there.
    pub tags: Vec<String>,
}

impl Precondition {
    pub(super) fn check(&self, reader: &Reader<'_>, caller: &Caller, library: &Library) -> Result<()> {
        let tag = match &self.seen {
            Seen::Loan(id) => tag_of(&show::loan_within(reader, caller, id)?)?,
            Seen::Document(id) => tag_of(&show::record_within(reader, caller, library, id, TypeNames::LeftOut)?)?,
            Seen::Values(id) => tag_of(&show::values_within(reader, caller, library, id)?)?,
            Seen::Settings => tag_of(&reader.tenant_settings(caller.tenant.id)?)?,
        };
        if self.tags.is_empty() || self.tags.contains(&tag) {
            return Ok(());
        }
        Err(Error::new(ErrorKind::Stale, "it was changed since you looked at it: look again, then decide"))
    }
}

/// Returns the tag of a thing as it is shown: another one as soon as anything of it differs.
///
/// # Errors
/// `Internal` when it cannot be written as JSON.
pub fn tag_of(view: &impl Serialize) -> Result<String> {
    let json = serde_json::to_vec(view).map_err(|error| Error::internal("a view is no JSON").caused_by(error))?;
    Ok(hexadecimal(&Sha256::digest(&json)[..TAG_BYTES]))
}

/// The length of a tag before it is written in hexadecimal.
const TAG_BYTES: usize = 16;
