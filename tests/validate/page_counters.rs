//! Pages that are missing or out of order by their printed numbers.

use loanfile::validate::{PrintedCounter, check_page_counters};

/// Returns codes and messages for a document whose pages bear these counters; 0 stands for a page without one.
fn found(of: u32, numbers: &[u32]) -> Vec<(String, String)> {
    let counters: Vec<PrintedCounter> = (1..)
        .zip(numbers)
        .filter(|(_, number)| **number > 0)
        .map(|(page, number)| PrintedCounter { page, number: *number, of: Some(of) })
        .collect();
    let pages = u32::try_from(numbers.len()).unwrap();
    check_page_counters(pages, &counters).into_iter().map(|finding| (finding.code, finding.message)).collect()
}

#[test]
fn whole_papers_give_no_finding() {
    assert_eq!(found(3, &[1, 2, 3]), []);
    assert_eq!(found(3, &[1, 0, 3]), [], "the page without a number is the second");
    assert_eq!(found(1, &[1]), []);
    assert_eq!(check_page_counters(2, &[]), []);
}

#[test]
fn missing_pages_are_named() {
    let message = |numbers: &str, verb: &str| {
        [("pages_missing".to_owned(), format!("{numbers} {verb} missing by the printed page numbers"))]
    };
    assert_eq!(found(5, &[1, 2, 4, 5]), message("page 3 of 5", "is"));
    assert_eq!(found(6, &[1, 3]), message("pages 2, 4 to 6 of 6", "are"));
    assert_eq!(found(4, &[2, 3, 4]), message("page 1 of 4", "is"));
}

#[test]
fn counters_of_a_package_say_nothing_of_a_paper() {
    assert_eq!(found(90, &[41, 42]), []);
    assert_eq!(found(5, &[0, 0, 2, 0]), [], "most pages tell nothing");
}

#[test]
fn pages_out_of_order_are_told_with_the_page() {
    let counters = [(1, 1), (2, 3), (3, 2)].map(|(page, number)| PrintedCounter { page, number, of: Some(3) });
    let findings = check_page_counters(3, &counters);
    assert_eq!(findings.len(), 1);
    assert_eq!((findings[0].code.as_str(), findings[0].page), ("pages_out_of_order", Some(3)));
}
