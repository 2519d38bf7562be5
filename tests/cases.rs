//! Whole documents as text: each folder under `tests/cases/<type>/<case>/` holds `page-1.txt`, `page-2.txt`, ... and
//! `expected.json`, and must come out as one document of its type with exactly the expected values.
//!
//! The pages are drawn as `support::drawn` explains. In `expected.json`, `fields` and `tables` hold what is printed.
//! `weaknesses` lists where the program does not get there yet, as a place (`net_pay`, `earnings.0.hours`) with what
//! comes out `today` (null for nothing) and what is `right` (null for nothing printed there). A weakness that is gone
//! fails too, so that the list stays true.

use crate::support::{all_fields, drawn, rows, scanned};
use loanfile::classify::classify;
use loanfile::extract::{Extraction, extract};
use loanfile::library::{DocumentType, Library};
use loanfile::page::Page;
use loanfile::split::{PageEvidence, evidence, segments};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

#[test]
fn every_case_comes_out_as_printed() {
    let complaints: Vec<String> = cases().iter().flat_map(|case| case.complaints(&case.pages)).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn every_case_comes_out_the_same_from_a_scan() {
    let complaints: Vec<String> = cases()
        .iter()
        .flat_map(|case| {
            let pages: Vec<Page> = case.pages.iter().cloned().map(scanned).collect();
            case.complaints(&pages)
        })
        .collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn every_type_is_shown_by_two_layouts() {
    let all = cases();
    for definition in Library::standard().types() {
        let layouts: Vec<&Case> = all.iter().filter(|case| case.is_of(definition) && case.is_filled()).collect();
        assert!(layouts.len() >= 2, "{}: {} filled layouts under tests/cases/", definition.id, layouts.len());
        let labels: BTreeSet<String> = layouts.iter().map(|case| case.words()).collect();
        assert_eq!(labels.len(), layouts.len(), "{}: two cases of the same words", definition.id);
    }
}

/// What `expected.json` says.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    /// What the case shows, for people.
    #[allow(dead_code, reason = "for people")]
    shows: String,
    r#type: String,
    #[serde(default)]
    fields: BTreeMap<String, String>,
    #[serde(default)]
    tables: BTreeMap<String, Vec<BTreeMap<String, String>>>,
    #[serde(default)]
    weaknesses: BTreeMap<String, Weakness>,
}

/// A place where the program is known to be wrong.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Weakness {
    today: Option<String>,
    right: Option<String>,
}

/// A folder of `tests/cases/`.
struct Case {
    name: String,
    pages: Vec<Page>,
    expected: Expected,
}

impl Case {
    fn read(folder: &Path, root: &Path) -> Self {
        let name = folder.strip_prefix(root).unwrap().display().to_string();
        let text =
            std::fs::read_to_string(folder.join("expected.json")).unwrap_or_else(|error| panic!("{name}: {error}"));
        let expected = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let pages: Vec<Page> = (1..)
            .map_while(|number| {
                let grid = std::fs::read_to_string(folder.join(format!("page-{number}.txt"))).ok()?;
                Some(drawn(&grid).numbered(number))
            })
            .collect();
        assert!(!pages.is_empty(), "{name}: no page-1.txt");
        Self { name, pages, expected }
    }

    /// Whether something is filled in: more than a form prints itself.
    fn is_filled(&self) -> bool {
        let printed = self.printed();
        printed.iter().any(|(place, value)| place != "tax_year" && value != "false")
    }

    /// The words without a figure, in their order: what two fillings of one layout have in common.
    fn words(&self) -> String {
        let words = self.pages.iter().flat_map(|page| &page.words).map(|word| word.text.as_str());
        words.filter(|word| !word.contains(|c: char| c.is_ascii_digit())).collect::<Vec<_>>().join(" ")
    }

    fn is_of(&self, definition: &DocumentType) -> bool {
        self.expected.r#type == definition.id.as_str()
    }

    /// Returns what is wrong with what comes out of the pages.
    fn complaints(&self, pages: &[Page]) -> Vec<String> {
        let library = Library::standard();
        let evidence: Vec<PageEvidence> = pages.iter().map(|page| evidence(page, library)).collect();
        let segments = segments(&evidence, library);
        let spans: Vec<(u32, u32)> = segments.iter().map(|segment| (segment.first, segment.last)).collect();
        if spans != [(1, u32::try_from(pages.len()).unwrap())] {
            return vec![format!("{}: cut into {spans:?}", self.name)];
        }
        let found = classify(pages, &segments[0], library);
        if found.document_type.as_str() != self.expected.r#type {
            return vec![format!("{}: taken for {} because of {:?}", self.name, found.document_type, found.evidence)];
        }
        let definition = library.get(&found.document_type).unwrap();
        self.wrong_values(definition, &extract(pages, definition))
    }

    fn wrong_values(&self, definition: &DocumentType, extraction: &Extraction) -> Vec<String> {
        let printed = self.printed();
        let found = places(definition, extraction);
        let mut all: Vec<&String> = printed.keys().chain(found.keys()).chain(self.expected.weaknesses.keys()).collect();
        all.sort();
        all.dedup();
        let wrong = all.into_iter().filter_map(|place| {
            let (right, today) = (printed.get(place), found.get(place));
            let complaint = match self.expected.weaknesses.get(place) {
                Some(known) if known.right.as_ref() != right => "its weakness does not say what is printed",
                Some(known) if today == right && known.today.as_ref() != right => "is right now: take its weakness out",
                Some(known) if known.today.as_ref() == today => return None,
                _ if right == today => return None,
                _ => "is wrong",
            };
            Some(format!("{}: {place} {complaint}: printed {right:?}, found {today:?}", self.name))
        });
        wrong.collect()
    }

    /// Returns the printed values by their places.
    fn printed(&self) -> BTreeMap<String, String> {
        let mut all = self.expected.fields.clone();
        for (table, rows) in &self.expected.tables {
            add_rows(&mut all, table, rows);
        }
        all
    }
}

fn places(definition: &DocumentType, extraction: &Extraction) -> BTreeMap<String, String> {
    let mut all = all_fields(extraction);
    for table in &definition.tables {
        add_rows(&mut all, &table.id, &rows(extraction, &table.id));
    }
    all
}

fn add_rows(all: &mut BTreeMap<String, String>, table: &str, rows: &[BTreeMap<String, String>]) {
    for (number, row) in rows.iter().enumerate() {
        all.extend(row.iter().map(|(column, value)| (format!("{table}.{number}.{column}"), value.clone())));
    }
}

fn cases() -> Vec<Case> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut found: Vec<Case> = folders(&root)
        .iter()
        .flat_map(|document_type| folders(document_type))
        .map(|folder| Case::read(&folder, &root))
        .collect();
    found.sort_by(|a, b| a.name.cmp(&b.name));
    assert!(!found.is_empty(), "no cases under tests/cases/");
    found
}

fn folders(of: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(of).unwrap_or_else(|error| panic!("{}: {error}", of.display()));
    entries.map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()).collect()
}
