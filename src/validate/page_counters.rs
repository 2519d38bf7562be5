//! What the printed page counters of a document say about its completeness.
//!
//! Invariant: papers that number the pages of a whole package, or of which few counters could be read, give no finding.

use crate::model::{Finding, Severity};
use std::collections::{BTreeMap, BTreeSet};

/// A counter printed on a page of a document, such as `Page 2 of 5`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PrintedCounter {
    /// The page in the document, from 1.
    pub page: u32,
    /// The number that it bears.
    pub number: u32,
    /// How many pages the paper says it has.
    pub of: Option<u32>,
}

/// Reports pages that the counters of a document of `pages` pages say are missing or out of their order.
pub fn check_page_counters(pages: u32, counters: &[PrintedCounter]) -> Vec<Finding> {
    let counters = of_one_paper(counters);
    // Where fewer than half of the pages tell their number, the others may be anything.
    if counters.len() * 2 < pages as usize || counters.is_empty() {
        return Vec::new();
    }
    missing(pages, &counters).into_iter().chain(out_of_order(&counters)).collect()
}

/// The counters with the total that most of them bear.
fn of_one_paper(counters: &[PrintedCounter]) -> Vec<PrintedCounter> {
    let mut totals: BTreeMap<u32, usize> = BTreeMap::new();
    for total in counters.iter().filter_map(|counter| counter.of) {
        *totals.entry(total).or_default() += 1;
    }
    let Some((&total, _)) = totals.iter().max_by_key(|(_, count)| **count) else { return Vec::new() };
    counters.iter().copied().filter(|counter| counter.of == Some(total)).collect()
}

fn missing(pages: u32, counters: &[PrintedCounter]) -> Option<Finding> {
    let total = counters.first()?.of?;
    let seen: BTreeSet<u32> = counters.iter().map(|counter| counter.number).collect();
    let absent: Vec<u32> = (1..=total).filter(|number| !seen.contains(number)).collect();
    let unnumbered = (pages as usize).saturating_sub(counters.len());
    // More missing than there: the counter is that of the package and not of this paper.
    let plausible = absent.len() <= seen.len() || seen.contains(&1);
    if absent.len() <= unnumbered || !plausible {
        return None;
    }
    let listed = ranges(&absent);
    let noun = if absent.len() == 1 { "page" } else { "pages" };
    let verb = if absent.len() == 1 { "is" } else { "are" };
    let message = format!("{noun} {listed} of {total} {verb} missing by the printed page numbers");
    Some(Finding::new("pages_missing", Severity::Warning, message))
}

fn out_of_order(counters: &[PrintedCounter]) -> Option<Finding> {
    let pair = counters.windows(2).find(|pair| pair[1].number < pair[0].number)?;
    let message = format!("page {} comes after page {} by the printed page numbers", pair[1].number, pair[0].number);
    Some(Finding::new("pages_out_of_order", Severity::Warning, message).on_page(pair[1].page))
}

/// Writes numbers in rising order as `2, 4 to 6`.
fn ranges(numbers: &[u32]) -> String {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for &number in numbers {
        match runs.last_mut() {
            Some(run) if run.1 + 1 == number => run.1 = number,
            _ => runs.push((number, number)),
        }
    }
    let written = runs.iter().map(|(from, to)| if from == to { from.to_string() } else { format!("{from} to {to}") });
    written.collect::<Vec<_>>().join(", ")
}
