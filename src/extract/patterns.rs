//! Patterns that definitions ask for, compiled once a process: the same few hundred serve every page.

use regex::Regex;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

static COMPILED: LazyLock<RwLock<HashMap<String, Option<Arc<Regex>>>>> = LazyLock::new(RwLock::default);

/// Returns the pattern of a text; `None` when it is none.
pub fn compiled(text: &str) -> Option<Arc<Regex>> {
    if let Some(known) = COMPILED.read().unwrap_or_else(PoisonError::into_inner).get(text) {
        return known.clone();
    }
    let pattern = Regex::new(text).ok().map(Arc::new);
    COMPILED.write().unwrap_or_else(PoisonError::into_inner).insert(text.to_owned(), pattern.clone());
    pattern
}
