//! Definitions written down again.

use loanfile::library::{DocumentType, Library, written};

#[test]
fn every_type_of_the_library_reads_back_as_it_was() {
    for known in Library::standard().types() {
        let text = written(known);
        let again: DocumentType = toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}\n{text}", known.id));
        assert_eq!(serde_json::to_value(&again).unwrap(), serde_json::to_value(known).unwrap(), "{}", known.id);
    }
}

#[test]
fn what_is_not_said_is_not_written() {
    let definition = crate::support::definition(
        "[[anchors]]\ntext = \"Well Certificate\"\nweight = 5\n[[fields]]\nid = \"fee\"\nname = \"Fee\"\nkind = \"money\"\nlabels = [\"Fee\"]\nfind = [\"right\"]\n",
    );
    let expected = "id = \"sheet\"\nname = \"Sheet\"\ngroup = \"other\"\n\n[[anchors]]\ntext = \"Well Certificate\"\nweight = 5.0\n\n[[fields]]\nid = \"fee\"\nname = \"Fee\"\nkind = \"money\"\nlabels = [\"Fee\"]\nfind = [\"right\"]\n";
    assert_eq!(written(&definition), expected);
}
