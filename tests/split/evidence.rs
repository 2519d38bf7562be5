//! What one page says.

use super::{LETTER, PAYSTUB, W2, W2_BACK, evidence_of, statement};
use crate::support::{drawn, scanned};
use loanfile::library::{Library, OTHER};
use loanfile::page::Page;
use loanfile::split::{PageEvidence, evidence};

fn says(page: &Page) -> PageEvidence {
    evidence(page, Library::standard())
}

fn best(evidence: &PageEvidence) -> &str {
    evidence.scores.first().map_or(OTHER, |score| &score.document_type)
}

#[test]
fn a_page_speaks_for_its_type() {
    let statement = statement("****7702");
    for (grid, document_type) in [(W2, "w2"), (PAYSTUB, "paystub"), (statement.as_str(), "bank_statement")] {
        let found = says(&drawn(grid));
        assert_eq!(best(&found), document_type);
        assert!(found.scores[0].first > 5.0 && found.scores[0].opening > 0.0, "{:?}", found.scores[0]);
        assert!(!found.scores[0].phrases.is_empty());
        let from_a_scan = says(&scanned(drawn(grid)));
        assert_eq!(best(&from_a_scan), document_type, "from a scan");
    }
}

#[test]
fn a_back_page_speaks_for_a_later_page() {
    let found = says(&drawn(W2_BACK));
    let w2 = found.scores.iter().find(|score| score.document_type == "w2").unwrap();
    assert!(w2.later > 3.0 && w2.opening == 0.0, "{w2:?}");
}

#[test]
fn misread_anchors_are_found_in_a_scan() {
    let misread = W2.replace("social security", "sccial security").replace("withheld", "withhe1d");
    let found = says(&scanned(drawn(&misread)));
    assert_eq!(best(&found), "w2");
}

#[test]
fn the_number_of_another_form_is_no_misread_one() {
    let says_appraisal =
        |grid: &str| says(&scanned(drawn(grid))).scores.iter().any(|score| score.document_type == "appraisal_1004");
    assert!(says_appraisal("Fannie Mae Form 1004 March 2005"));
    assert!(!says_appraisal("Fannie Mae Form 1003 January 2021"));
}

#[test]
fn a_phrase_in_running_text_is_a_mention() {
    let title = says(&drawn("Earnings Statement\n\nTamsin Brackenridge"));
    let prose =
        says(&drawn("please send us your latest Earnings Statement so that we can go on with your application"));
    let support = |found: &PageEvidence| found.scores.iter().map(|score| score.first).fold(0.0, f32::max);
    assert!(support(&title) > 2.0 * support(&prose), "{} {}", support(&title), support(&prose));
}

#[test]
fn an_anchor_is_whole_words() {
    assert!(says(&drawn("Pay Periodical   Net Payment   Pay Dateline")).scores.is_empty());
}

#[test]
fn an_exclusion_speaks_against_a_type() {
    let plain = says(&drawn("Account Summary\nPrevious Balance   100.00"));
    let excluded = says(&drawn("Account Summary\nPrevious Balance   100.00\nMinimum Payment Due   25.00"));
    let support = |found: &PageEvidence| {
        found.scores.iter().find(|score| score.document_type == "bank_statement").map_or(0.0, |score| score.first)
    };
    assert!(support(&plain) > 0.0 && support(&excluded) < support(&plain));
}

#[test]
fn long_numbers_in_the_upper_half_identify() {
    let found = says(&drawn("Account 000441-78   EIN 98-0041207\nAmount $1,234,567.89   Date 06/20/2025   No. 12"));
    let identifiers: Vec<&str> = found.identifiers.iter().map(String::as_str).collect();
    assert_eq!(identifiers, ["00044178", "980041207"]);
    let low = format!("{}000441-78", "\n".repeat(50));
    assert!(says(&drawn(&low)).identifiers.is_empty());
}

#[test]
fn the_head_is_the_first_lines_without_figures() {
    let found = says(&drawn("HARROWGATE SAVINGS BANK        07/01/2025\nNettlebury\n\n\n\n\n\n\n\n\n\nRent Fernridge"));
    let head: Vec<&str> = found.head.iter().map(String::as_str).collect();
    assert_eq!(head, ["HARROWGATESAVINGSBANK", "NETTLEBURY"]);
}

#[test]
fn a_page_says_how_many_words_it_has_and_how_large_it_is() {
    let found = says(&drawn("one two three").numbered(9));
    assert_eq!((found.number, found.words, found.size), (9, 3, (612, 792)));
}

#[test]
fn a_blank_page_and_a_letter_speak_for_nothing() {
    for found in evidence_of(&["", LETTER]) {
        assert!(found.scores.is_empty(), "{:?}", found.scores);
    }
}

#[test]
fn evidence_is_stored_and_read_back() {
    let found = says(&drawn(W2));
    let stored = serde_json::to_string(&found).unwrap();
    let read: PageEvidence = serde_json::from_str(&stored).unwrap();
    assert_eq!(read, found);
}
