//! Cursors: where the next page of a list begins, as text that says nothing to anybody else.
//!
//! Invariant: a cursor names the last member of its page, not a count, so that members that come or go while somebody
//! pages are neither repeated nor cause others to be left out. One list does not take the cursor of another.

use crate::error::{Error, Result};
use crate::views::PageView;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The most members of a page.
const LARGEST_PAGE: usize = 500;

/// The members of a page when nothing is said.
const USUAL_PAGE: usize = 10;

/// The length of the check that a cursor begins with, in bytes.
const CHECK: usize = 4;

/// Which page of a list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Paged {
    /// How many members, 1 to 500; 10 when nothing is said.
    pub limit: Option<usize>,
    /// The cursor that came with the page before.
    pub cursor: Option<String>,
}

impl Paged {
    /// Returns how many members are asked for.
    ///
    /// # Errors
    /// `InvalidInput` for fewer than 1 and more than 500.
    pub(super) fn limit(&self) -> Result<usize> {
        let limit = self.limit.unwrap_or(USUAL_PAGE);
        if !(1..=LARGEST_PAGE).contains(&limit) {
            return Err(Error::invalid_input(format!("limit is {limit}")).hint(format!("use 1 to {LARGEST_PAGE}")));
        }
        Ok(limit)
    }

    /// Returns behind which member of a list the page begins.
    ///
    /// # Errors
    /// `InvalidInput` for what is no cursor of this list.
    pub(super) fn after<K: DeserializeOwned>(&self, list: &str) -> Result<Option<K>> {
        let wrong = || Error::invalid_input("cursor is none of this list").hint("use nextCursor of the page before");
        self.cursor.as_deref().map(|text| decoded(list, text).ok_or_else(wrong)).transpose()
    }
}

/// Makes a page of members of which one more than asked for was fetched.
pub(super) fn page<T, K: Serialize>(
    list: &str,
    mut members: Vec<T>,
    limit: usize,
    key: impl FnOnce(&T) -> K,
) -> (Vec<T>, Option<String>) {
    let is_more = members.len() > limit;
    members.truncate(limit);
    let next = members.last().filter(|_| is_more).map(|last| encoded(list, &key(last)));
    (members, next)
}

/// Shows the members of a page.
pub(super) fn shown<T, V>((members, next_cursor): (Vec<T>, Option<String>), view: impl FnMut(T) -> V) -> PageView<V> {
    PageView { data: members.into_iter().map(view).collect(), next_cursor }
}

fn encoded(list: &str, key: &impl Serialize) -> String {
    let content = serde_json::to_vec(key).unwrap_or_default();
    let mut bytes = check(list, &content).to_vec();
    bytes.extend(content);
    URL_SAFE_NO_PAD.encode(bytes)
}

fn decoded<K: DeserializeOwned>(list: &str, text: &str) -> Option<K> {
    let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
    let (found, content) = bytes.split_at_checked(CHECK)?;
    (found == check(list, content)).then(|| serde_json::from_slice(content).ok())?
}

fn check(list: &str, content: &[u8]) -> [u8; CHECK] {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(list.as_bytes());
    hasher.update(content);
    hasher.finalize().to_be_bytes()
}
