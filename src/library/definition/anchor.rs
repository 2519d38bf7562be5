//! Phrases by which pages of a type are known.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A phrase by which pages of a type are known.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Anchor {
    /// The phrase; case, spaces and punctuation do not count.
    pub text: String,
    /// How much it says: 1 is a usual word of the type, 3 nearly settles it, 5 settles it.
    #[serde(default = "one")]
    pub weight: f32,
    /// Where on the page it counts.
    #[serde(default)]
    pub place: AnchorPlace,
    /// On which pages of the document it stands.
    #[serde(default)]
    pub page: AnchorPage,
}

fn one() -> f32 {
    1.0
}

/// Where on a page an anchor counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AnchorPlace {
    /// Anywhere.
    #[default]
    Anywhere,
    /// As a title: in the top third of the page, large or alone on its line.
    Title,
    /// In the last eighth of the page.
    Footer,
}

/// On which pages of a document an anchor stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AnchorPage {
    /// On any page.
    #[default]
    Any,
    /// On the first page only: it starts a document.
    First,
    /// On later pages only: it continues one.
    Continuation,
}
