//! Writing PDFs: a document's own pages, with an invisible text layer when asked for.

use lopdf::{Document, LoadOptions};

/// Returns the file without its encryption, or `None` when the password does not open it.
pub(super) fn decrypted(bytes: &[u8], password: &str) -> Option<Vec<u8>> {
    let mut document = Document::load_mem_with_options(bytes, LoadOptions::with_password(password)).ok()?;
    let mut plain = Vec::new();
    document.save_to(&mut plain).ok()?;
    Some(plain)
}
