//! The one search for all anchors.

use crate::support::definition;
use loanfile::library::{AnchorIndex, AnchorPage, AnchorPlace, DocumentType, Library};

fn named(id: &str, toml: &str) -> DocumentType {
    let mut made = definition(toml);
    made.id = loanfile::model::DocumentTypeId::new(id);
    made
}

fn found(index: &AnchorIndex, text: &str) -> Vec<String> {
    let phrases: Vec<&str> = index.phrases().map(|(_, phrase)| phrase).collect();
    let mut found: Vec<String> =
        index.find(text).map(|(phrase, start, end)| format!("{}@{start}-{end}", phrases[phrase])).collect();
    found.sort_unstable();
    found
}

#[test]
fn overlapping_phrases_are_all_found() {
    let index = AnchorIndex::new(&[named(
        "a",
        "[[anchors]]\ntext = \"Pay Date\"\n[[anchors]]\ntext = \"Date\"\n[[anchors]]\ntext = \"Date Paid\"\n",
    )]);
    assert_eq!(found(&index, "PAYDATEPAID"), ["DATE@3-7", "DATEPAID@3-11", "PAYDATE@0-7"]);
    assert_eq!(found(&index, "NOTHING"), [""; 0]);
}

#[test]
fn a_phrase_of_several_types_is_searched_once_and_speaks_for_each() {
    let index = AnchorIndex::new(&[
        named("a", "[[anchors]]\ntext = \"Net Pay\"\nweight = 2\npage = \"first\"\n"),
        named("b", "[[anchors]]\ntext = \"NET-PAY\"\nweight = 3\nplace = \"title\"\n"),
        named("c", "exclusions = [\"Net Pay\"]\n"),
    ]);
    assert_eq!(index.phrases().count(), 1);
    let uses: Vec<(usize, bool, AnchorPage, AnchorPlace)> = index
        .uses(0)
        .iter()
        .map(|anchor| (anchor.document_type, anchor.weight > 0.0, anchor.page, anchor.place))
        .collect();
    assert_eq!(
        uses,
        [
            (0, true, AnchorPage::First, AnchorPlace::Anywhere),
            (1, true, AnchorPage::Any, AnchorPlace::Title),
            (2, false, AnchorPage::Any, AnchorPlace::Anywhere),
        ]
    );
}

#[test]
fn a_library_without_types_finds_nothing() {
    let library = Library::new(Vec::new());
    assert_eq!(library.anchors().phrases().count(), 0);
    assert_eq!(library.anchors().find("WAGEANDTAXSTATEMENT").count(), 0);
}
