//! `loan.mismo.xml`: well-formed, in the right namespace, and in order.

use super::packages::{document, field, package};
use loanfile::library::Library;
use loanfile::los::{Folder, LoanFolders, Los, Stacking, mapped_fields};
use loanfile::model::{FieldTypeId, ValueKind};
use quick_xml::events::Event;

/// Returns the paths of all elements in order, with the text of those that have one.
fn elements(xml: &str) -> Vec<(String, String)> {
    let mut reader = quick_xml::Reader::from_str(xml);
    reader.config_mut().check_end_names = true;
    let (mut path, mut found): (Vec<String>, Vec<(String, String)>) = (Vec::new(), Vec::new());
    loop {
        match reader.read_event().unwrap() {
            Event::Start(start) => {
                path.push(String::from_utf8(start.name().as_ref().to_vec()).unwrap());
                found.push((path.join("/"), String::new()));
            }
            Event::End(_) => {
                path.pop();
            }
            Event::Text(text) => {
                let text = text.decode().unwrap();
                let last = found.iter_mut().rev().find(|(name, _)| *name == path.join("/"));
                if let Some((_, so_far)) = last.filter(|_| !text.trim().is_empty()) {
                    so_far.push_str(&text);
                }
            }
            Event::GeneralRef(entity) => {
                let entity = String::from_utf8(entity.to_vec()).unwrap();
                found.last_mut().unwrap().1.push_str(&format!("&{entity};"));
            }
            Event::Eof => return found,
            _ => {}
        }
    }
}

#[test]
fn the_deal_and_the_documents_stand_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let note = vec![
        field("promissory_note.note_date", ValueKind::Date, "2026-01-12"),
        field("promissory_note.principal_amount", ValueKind::Money, "250000.00"),
        field("promissory_note.borrower_name", ValueKind::Name, "Ada & \u{1} <Bob>"),
    ];
    let mut doubtful = field("promissory_note.interest_rate", ValueKind::Percent, "6.5");
    doubtful.needs_review = true;
    let disclosure = vec![
        field("closing_disclosure.loan_amount", ValueKind::Money, "1.00"),
        field("closing_disclosure.interest_rate", ValueKind::Percent, "6.625"),
    ];
    let documents = vec![
        document(folder.path(), 2, "closing_disclosure", "1", disclosure),
        document(folder.path(), 1, "promissory_note", "1", note.into_iter().chain([doubtful]).collect()),
        document(folder.path(), 3, "solar_lease", "1", Vec::new()),
    ];
    let los = LoanFolders::new(Folder::new(folder.path().join("los")), "", Stacking::standard().clone());
    los.push(&package("L<1>", documents), &mut |_| Ok(())).unwrap();
    let xml = std::fs::read_to_string(folder.path().join("los/L-1-~89abcdef/loan.mismo.xml")).unwrap();
    assert!(xml.contains("<MESSAGE xmlns=\"http://www.mismo.org/residential/2009/schemas\""), "{xml}");
    let found = elements(&xml);
    let at = |path: &str| {
        found.iter().position(|(name, _)| name.ends_with(path)).unwrap_or_else(|| panic!("no {path} in {xml}"))
    };
    let text = |path: &str| found[at(path)].1.as_str();
    let order =
        ["/DEAL_SETS", "/COLLATERALS", "/LOANS", "/LOAN_IDENTIFIERS", "/TERMS_OF_LOAN", "/PARTIES", "/DOCUMENT_SETS"];
    let places: Vec<usize> = order.iter().filter(|path| **path != "/COLLATERALS").map(|path| at(path)).collect();
    assert!(places.is_sorted(), "{xml}");
    assert!(at("NoteAmount") < at("NoteDate") && at("NoteDate") < at("NoteRatePercent"), "{xml}");
    assert_eq!(text("NoteAmount"), "250000.00", "the note goes before the disclosure");
    assert_eq!(text("NoteRatePercent"), "6.625", "a value that needs a look is not told");
    assert!(xml.contains("<FullName>Ada &amp;  &lt;Bob&gt;</FullName>"), "what XML may not hold is left out: {xml}");
    assert_eq!(text("LoanIdentifier"), "L&lt;1&gt;");
    let types: Vec<&str> =
        found.iter().filter(|(name, _)| name.ends_with("/DocumentType")).map(|(_, text)| text.as_str()).collect();
    assert_eq!(types, ["Note", "ClosingDisclosure", "Other"], "the documents are stacked");
    assert_eq!(text("DocumentTypeOtherDescription"), "SOLAR_LEASE");
    let files = found.iter().filter(|(name, _)| name.ends_with("/ObjectURL")).map(|(_, text)| text);
    for file in files {
        let path = file.replace("%20", " ").replace("%5B", "[").replace("%5D", "]");
        assert!(folder.path().join("los/L-1-~89abcdef").join(&path).is_file(), "{path}");
    }
}

#[test]
fn every_field_that_fills_an_element_is_one_of_the_library() {
    for id in mapped_fields() {
        let type_id = id.split('.').next().unwrap();
        let known = Library::standard()
            .types()
            .iter()
            .find(|definition| definition.id.as_str() == type_id)
            .and_then(|definition| definition.describe(&FieldTypeId::new(id)));
        assert!(known.is_some(), "mismo.toml names {id}");
    }
}
