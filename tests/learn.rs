//! Learning a document type from samples.

use crate::support::{drawn_pages, value};
use loanfile::extract::extract;
use loanfile::learn::{Learned, Lesson, Unlearnable, judge, learn, with_type};
use loanfile::library::{AnchorPlace, Library, check, written};
use loanfile::model::{DocumentTypeId, ValueKind};
use loanfile::page::Page;

/// A sheet of an association of well owners; what is filled in comes in the order in which it is printed.
fn sheet(filled: [&str; 7]) -> Vec<Page> {
    let [name, street, number, date, fee, share, depth] = filled;
    drawn_pages(&[&format!(
        "
                     Shared Well Maintenance Certificate

 {name}
 {street}
 Ashford, OR 97520

 Certificate Number: {number}          Inspection Date: {date}

 Annual Well Assessment     Ownership Portion
 {fee:<26} {share}

 Pump Depth  {depth}

 The well owners named above have paid every assessment that was due on the day of the inspection.
"
    )])
}

fn samples() -> Vec<Vec<Page>> {
    vec![
        sheet(["Ida Quist", "14 Fern Lane", "WM-1180", "03/14/2024", "$412.50", "25%", "180 feet"]),
        sheet(["Ida Quist", "14 Fern Lane", "WM-2207", "11/02/2023", "$398.00", "12.5%", "95 feet"]),
    ]
}

fn lesson<'l>(samples: &'l [Vec<Page>], library: &'l Library) -> Lesson<'l> {
    let id = DocumentTypeId::new("well_certificate");
    Lesson { id, name: "Well Certificate", group: "property", samples, library }
}

fn learned() -> Learned {
    learn(&lesson(&samples(), Library::standard())).unwrap()
}

#[test]
fn a_third_paper_is_recognised_and_read() {
    let learned = learned();
    assert!(learned.recognises_all(), "{:?}", learned.trials);
    assert_eq!(check(&learned.definition), []);
    let other =
        sheet(["Tomas Bell-Reyes", "9 Dry Creek Road", "WM-3315", "07/30/2025", "$1,020.75", "50%", "240 feet"]);
    let library = with_type(Library::standard(), &learned.definition);
    let before = judge(&other, Library::standard());
    assert_ne!(before.decision.document_type.as_str(), "well_certificate");
    let verdict = judge(&other, &library);
    assert_eq!(verdict.decision.document_type.as_str(), "well_certificate");
    assert!(verdict.decision.confidence.value() > 0.9, "{:?}", verdict.decision);
    let read = extract(&other, &learned.definition);
    // (field, value)
    let expected = [
        ("certificate_number", "WM-3315"),
        ("inspection_date", "2025-07-30"),
        ("annual_well_assessment", "1020.75"),
        ("ownership_portion", "50"),
        ("pump_depth", "240 feet"),
    ];
    for (field, expected) in expected {
        assert_eq!(value(&read, field), Some(expected), "{field}");
    }
}

#[test]
fn kinds_are_told_from_the_values() {
    let definition = learned().definition;
    let kind = |id: &str| definition.field(id).map(|field| field.kind);
    assert_eq!(kind("certificate_number"), Some(ValueKind::Text));
    assert_eq!(kind("inspection_date"), Some(ValueKind::Date));
    assert_eq!(kind("annual_well_assessment"), Some(ValueKind::Money));
    assert_eq!(kind("ownership_portion"), Some(ValueKind::Percent));
}

#[test]
fn the_title_leads_and_who_is_named_in_all_samples_is_no_part_of_the_type() {
    let definition = learned().definition;
    let title = definition.anchors.iter().find(|anchor| anchor.place == AnchorPlace::Title).unwrap();
    assert_eq!(title.text, "Shared Well Maintenance Certificate");
    let text = written(&definition);
    for filled_in in ["Ida", "Quist", "Fern", "Ashford", "97520", "WM-"] {
        assert!(!text.contains(filled_in), "{filled_in} is in\n{text}");
    }
}

#[test]
fn papers_of_other_types_stay_what_they_are() {
    let library = with_type(Library::standard(), &learned().definition);
    let deed = drawn_pages(&["
                          GENERAL WARRANTY DEED

 The grantor conveys the land together with a share in the well and its pump, certificate number WM-1180.
"]);
    let before = judge(&deed, Library::standard());
    assert_eq!(judge(&deed, &library).decision.document_type, before.decision.document_type);
}

#[test]
fn too_little_to_learn_from_is_said() {
    let both = samples();
    let library = Library::standard();
    let reason = |samples: &[Vec<Page>]| learn(&lesson(samples, library)).map(|_| ()).unwrap_err();
    assert_eq!(reason(&both[..1]), Unlearnable::TooFewSamples);
    assert_eq!(reason(&[both[0].clone(), both[0].clone()]), Unlearnable::Alike(0, 1));
    assert_eq!(reason(&[both[0].clone(), drawn_pages(&[""])]), Unlearnable::Empty(1));
    let letter = drawn_pages(&["Dear Sir, thank you for the apples.\n\nYours, Ben"]);
    assert_eq!(reason(&[both[0].clone(), letter]), Unlearnable::NothingInCommon);
}
