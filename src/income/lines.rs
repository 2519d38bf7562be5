//! Lines and boxes of forms by tax year, as data: `lines.toml`.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

type Table = BTreeMap<String, BTreeMap<String, Place>>;

/// Where a value stands on a form.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Place {
    /// The same in every year.
    Always(String),
    /// From a year on, oldest first.
    Since(Vec<Since>),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Since {
    year: i32,
    line: String,
}

static LINES: LazyLock<Table> = LazyLock::new(|| {
    toml::from_str(include_str!("lines.toml")).unwrap_or_else(|error| unreachable!("lines.toml: {error}"))
});

/// Returns the line or box of a field in a tax year; of an unknown year as the newest form has it.
pub(super) fn line(document_type: &str, field: &str, year: Option<i32>) -> Option<String> {
    match LINES.get(document_type)?.get(field)? {
        Place::Always(line) => Some(line.clone()),
        Place::Since(places) => {
            let applies = |place: &&Since| year.is_none_or(|year| place.year <= year);
            places.iter().rev().find(applies).map(|place| place.line.clone())
        }
    }
}
