//! A page of a list.

use serde::Serialize;
use utoipa::ToSchema;

/// A page of a list with the cursor of the next one.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct PageView<T> {
    pub data: Vec<T>,
    /// Null when there is no further page.
    pub next_cursor: Option<String>,
}

impl<T> PageView<T> {
    /// Shows a list that has no pages: all of it is there.
    pub fn whole(data: Vec<T>) -> Self {
        Self { data, next_cursor: None }
    }
}
