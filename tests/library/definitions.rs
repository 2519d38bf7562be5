//! The data files of the standard library.

use crate::support::{definition, standard};
use loanfile::library::{DocumentType, Library, OTHER, TableLayout, check};
use loanfile::model::{DocumentTypeId, FieldTypeId, ValueKind};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/library/types");
    walkdir::WalkDir::new(root)
        .into_iter()
        .map(|entry| entry.unwrap().into_path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect()
}

#[test]
fn every_file_is_a_type_of_the_library_under_its_own_name_and_group() {
    let mut ids = BTreeSet::new();
    for path in files() {
        let shown = path.display();
        let read: DocumentType =
            toml::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap_or_else(|error| panic!("{shown}: {error}"));
        let part = |path: Option<&Path>| path.and_then(Path::file_stem).unwrap().to_string_lossy().into_owned();
        assert_eq!(read.id.as_str(), part(Some(&path)), "{shown}: the file is named after the type");
        assert_eq!(read.group, part(path.parent()), "{shown}: the folder is named after the group");
        assert!(Library::standard().get(&read.id).is_some(), "{shown}: is not in the library");
        assert!(ids.insert(read.id.to_string()), "{shown}: the type stands in two files");
    }
    let known: BTreeSet<String> = Library::standard().types().iter().map(|known| known.id.to_string()).collect();
    assert_eq!(known, ids);
}

#[test]
fn every_definition_is_sound() {
    let problems: Vec<String> =
        Library::standard().types().iter().flat_map(check).map(|problem| problem.to_string()).collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn types_are_listed_by_id() {
    let ids: Vec<&str> = Library::standard().types().iter().map(|known| known.id.as_str()).collect();
    let mut sorted = ids.clone();
    sorted.sort_unstable();
    assert_eq!(ids, sorted);
    assert!(ids.contains(&OTHER));
    assert!(Library::standard().get(&DocumentTypeId::new("no_such_type")).is_none());
}

#[test]
fn every_type_but_other_has_anchors_that_begin_a_document() {
    for known in Library::standard().types().iter().filter(|known| known.id.as_str() != OTHER) {
        let most: f32 = known.anchors.iter().map(|anchor| anchor.weight).fold(0.0, f32::max);
        assert!(most >= 2.0, "{}: no anchor says much", known.id);
    }
    assert!(standard(OTHER).anchors.is_empty(), "other holds what no type claims");
}

#[test]
fn choices_are_told_apart_by_their_words() {
    for known in Library::standard().types() {
        let fields = known.fields.iter().map(|field| (&field.id, &field.choices));
        // Titles side by side may repeat a word: there the choices are taken in turn.
        let tables = known.tables.iter().filter(|table| table.layout != TableLayout::Across);
        let columns = tables.flat_map(|table| &table.columns).map(|column| (&column.id, &column.choices));
        for (id, choices) in fields.chain(columns) {
            let mut words = BTreeSet::new();
            for choice in choices {
                let own: BTreeSet<String> =
                    choice.words.iter().chain([&choice.value]).map(|word| loanfile::page::key(word)).collect();
                for word in own {
                    assert!(words.insert(word.clone()), "{}.{id}: {word} means two values", known.id);
                }
            }
        }
    }
}

#[test]
fn full_ids_are_built_from_the_type() {
    let w2 = standard("w2");
    assert_eq!(w2.field_id("tax_year").as_str(), "w2.tax_year");
    assert_eq!(w2.column_id("box_12", "amount").as_str(), "w2.box_12.amount");
}

#[test]
fn fields_and_columns_are_described_by_their_full_ids() {
    let w2 = standard("w2");
    let describe = |id: &str| w2.describe(&FieldTypeId::new(id));
    assert_eq!(describe("w2.tax_year"), Some(("Tax year", ValueKind::Year)));
    assert_eq!(describe("w2.box_12.amount"), Some(("Amount", ValueKind::Money)));
    for unknown in
        ["w2.no_such_field", "w2.box_12.no_such_column", "w2.no_such_table.amount", "paystub.tax_year", "w2", ""]
    {
        assert_eq!(describe(unknown), None, "{unknown}");
    }
}

#[test]
fn what_a_definition_leaves_out_has_a_default() {
    let bare = definition("");
    assert!(bare.fields.is_empty() && bare.tables.is_empty() && bare.anchors.is_empty() && bare.checks.is_empty());
    assert!(!bare.income_eligible && !bare.signature_expected && !bare.notary_expected);
    let anchored = definition("[[anchors]]\ntext = \"Net Pay\"");
    assert_eq!(anchored.anchors[0].weight, 1.0);
}

#[test]
fn unknown_words_are_refused() {
    let refused = |toml: &str| {
        let whole = format!("id = \"x\"\nname = \"X\"\ngroup = \"other\"\n{toml}");
        toml::from_str::<DocumentType>(&whole).is_err()
    };
    assert!(refused("colour = \"red\""), "on the type");
    assert!(refused("[[fields]]\nid = \"a\"\nname = \"A\"\nkind = \"money\"\nlabel = [\"A\"]"), "on a field");
    assert!(refused("[[fields]]\nid = \"a\"\nname = \"A\"\nkind = \"dollars\""), "a kind");
    assert!(refused("[[fields]]\nid = \"a\"\nname = \"A\"\nkind = \"money\"\nfind = [\"beside\"]"), "a relation");
    assert!(refused("[[checks]]\nkind = \"difference\"\nid = \"a\""), "a check");
    assert!(refused("[[anchors]]\nweight = 2"), "an anchor without its text");
}

#[test]
fn a_definition_is_stored_and_read_back() {
    for known in Library::standard().types() {
        let stored = serde_json::to_value(known).unwrap();
        let read: DocumentType = serde_json::from_value(stored.clone()).unwrap();
        assert_eq!(serde_json::to_value(&read).unwrap(), stored, "{}", known.id);
    }
}
