//! Deciding the type of a document over all its pages.

use crate::split::{LETTER, PAYSTUB, W2, W2_BACK, statement, statement_later};
use crate::support::{drawn_pages, scanned};
use loanfile::classify::{Classification, classify};
use loanfile::library::{Library, OTHER};
use loanfile::model::DocumentTypeId;
use loanfile::page::Page;
use loanfile::split::Segment;

/// Decides the type of pages of which the sequence decision said that they are of a type.
fn decide(pages: &[Page], hint: &str) -> Classification {
    let segment = Segment {
        first: 1,
        last: u32::try_from(pages.len()).unwrap(),
        document_type: DocumentTypeId::new(hint),
        evidence: Vec::new(),
        runner_up: None,
        margin: 0.0,
    };
    classify(pages, &segment, Library::standard())
}

fn type_of(grids: &[&str]) -> String {
    decide(&drawn_pages(grids), OTHER).document_type.to_string()
}

#[test]
fn each_type_is_known_by_its_pages() {
    let (first, later) = (statement("****7702"), statement_later("****7702"));
    // (case, pages, type)
    let cases: [(&str, Vec<&str>, &str); 6] = [
        ("a W-2", vec![W2], "w2"),
        ("a W-2 with its back", vec![W2, W2_BACK], "w2"),
        ("a paystub", vec![PAYSTUB], "paystub"),
        ("a statement", vec![&first, &later], "bank_statement"),
        ("a letter", vec![LETTER], "other"),
        ("a blank page", vec![""], "other"),
    ];
    for (case, grids, expected) in cases {
        assert_eq!(type_of(&grids), expected, "{case}");
        let pages: Vec<Page> = drawn_pages(&grids).into_iter().map(scanned).collect();
        assert_eq!(decide(&pages, OTHER).document_type.as_str(), expected, "{case}, from a scan");
    }
}

#[test]
fn a_later_page_alone_is_not_known() {
    // Right would be a bank statement: its first page is missing, and one heading of a section is too little today.
    assert_eq!(type_of(&[&statement_later("****7702")]), "other");
}

#[test]
fn wages_that_look_like_a_form_number_stay_on_a_w2() {
    for wages in ["1,099.00", "1099", "$1,099"] {
        assert_eq!(type_of(&[&W2.replace("52,340.18", wages).replace("54,940.18", wages)]), "w2", "{wages}");
    }
}

#[test]
fn a_form_1099_is_no_w2() {
    let form = "
 Form 1099-MISC    Miscellaneous Information    OMB No. 1545-0115    2025

 PAYER'S TIN 98-0041207   RECIPIENT'S TIN 912-45-1207
 1 Rents                  2 Royalties           4 Federal income tax withheld
   1,200.00                                       120.00
";
    assert_ne!(type_of(&[form]), "w2");
}

#[test]
fn the_first_page_says_more_than_later_ones() {
    let mixed = statement("****7702");
    assert_eq!(type_of(&[W2, &mixed]), "w2");
    assert_eq!(type_of(&[&mixed, W2]), "bank_statement");
}

#[test]
fn the_neighbours_decide_a_doubtful_page() {
    let doubtful = drawn_pages(&["Net Pay   1,990.45"]);
    assert_eq!(decide(&doubtful, OTHER).document_type.as_str(), OTHER);
    assert_eq!(decide(&doubtful, "paystub").document_type.as_str(), "paystub");
}

#[test]
fn a_type_without_any_sign_on_the_page_is_not_believed() {
    for hint in ["w2", "paystub", "bank_statement"] {
        assert_eq!(decide(&drawn_pages(&[LETTER]), hint).document_type.as_str(), OTHER, "{hint}");
    }
}

#[test]
fn confidence_is_a_probability_and_grows_with_the_evidence() {
    let sure = decide(&drawn_pages(&[W2]), "w2");
    let doubtful = decide(&drawn_pages(&["Net Pay   1,990.45"]), "paystub");
    let unknown = decide(&drawn_pages(&[LETTER]), OTHER);
    assert!(sure.confidence.value() > 0.95, "{}", sure.confidence);
    assert!(doubtful.confidence < sure.confidence, "{}", doubtful.confidence);
    assert!(unknown.confidence < sure.confidence, "{}", unknown.confidence);
    for found in [sure, doubtful, unknown] {
        assert!((0.0..=1.0).contains(&found.confidence.value()));
    }
}

#[test]
fn rivals_are_named_best_first_and_never_the_winner() {
    let mixed = format!("{PAYSTUB}\n{}", statement("****7702"));
    let found = decide(&drawn_pages(&[&mixed]), OTHER);
    assert!(!found.runners_up.is_empty());
    assert!(found.runners_up.len() <= 3);
    assert!(found.runners_up.iter().all(|(id, _)| *id != found.document_type));
    assert!(found.runners_up.iter().all(|(_, confidence)| *confidence <= found.confidence));
    assert!(found.runners_up.windows(2).all(|pair| pair[0].1 >= pair[1].1));
}

#[test]
fn the_evidence_names_what_was_printed() {
    let found = decide(&drawn_pages(&[W2, W2_BACK]), "w2");
    assert!(found.evidence.iter().any(|reason| reason.starts_with("\"Wage and Tax Statement")), "{:?}", found.evidence);
    assert!(found.evidence.len() <= 8);
    assert!(decide(&drawn_pages(&[LETTER]), OTHER).evidence.is_empty());
}

#[test]
fn the_same_pages_are_of_the_same_type_every_time() {
    let mixed = format!("{PAYSTUB}\n{W2}\n{}", statement("****7702"));
    let pages = drawn_pages(&[&mixed]);
    let first = decide(&pages, OTHER);
    for _ in 0..20 {
        assert_eq!(decide(&pages, OTHER), first);
    }
}
