//! What holds for any evidence.

use crate::support::Random;
use loanfile::library::Library;
use loanfile::split::{PageEvidence, Segment, TypeScore, segments};

const TYPES: [&str; 5] = ["w2", "paystub", "bank_statement", "other", "no_such_type"];

fn page(random: &mut Random, number: u32) -> PageEvidence {
    let scores = (0..random.below(4))
        .map(|_| TypeScore {
            document_type: TYPES[random.below(5) as usize].to_owned(),
            first: random.share() * 16.0 - 4.0,
            later: random.share() * 10.0 - 4.0,
            opening: random.share() * 8.0 - 1.0,
            phrases: vec![("Net Pay".to_owned(), random.share() * 5.0)],
        })
        .collect();
    let counter = (random.below(2) == 0).then(|| {
        let number = 1 + random.below(9);
        serde_json::json!({ "number": number, "of": (random.below(2) == 0).then(|| number + random.below(4)) })
    });
    PageEvidence {
        number,
        words: random.below(400),
        scores,
        counter: counter.map(|counter| serde_json::from_value(counter).unwrap()),
        identifiers: (0..random.below(3)).map(|_| format!("99000{:02}", random.below(6))).collect(),
        head: (0..random.below(3)).map(|_| format!("HEADLINE{}", random.below(4))).collect(),
        size: (612, if random.below(5) == 0 { 1008 } else { 792 }),
        library: String::new(),
    }
}

fn file(seed: u64) -> Vec<PageEvidence> {
    let mut random = Random::new(seed);
    let length = 1 + random.below(60);
    let first = 1 + random.below(3);
    (first..first + length).map(|number| page(&mut random, number)).collect()
}

fn cut(pages: &[PageEvidence]) -> Vec<Segment> {
    segments(pages, Library::standard())
}

#[test]
fn segments_cover_all_pages_once_and_in_order() {
    for seed in 0..500 {
        let pages = file(seed);
        let found = cut(&pages);
        let covered: Vec<u32> = found.iter().flat_map(|segment| segment.first..=segment.last).collect();
        let numbers: Vec<u32> = pages.iter().map(|page| page.number).collect();
        assert_eq!(covered, numbers, "seed {seed}");
    }
}

#[test]
fn segments_have_types_of_the_library_and_finite_margins() {
    for seed in 0..500 {
        for segment in cut(&file(seed)) {
            assert!(Library::standard().get(&segment.document_type).is_some(), "seed {seed}: {segment:?}");
            assert!(segment.margin.is_finite() && segment.margin >= 0.0, "seed {seed}: {segment:?}");
        }
    }
}

#[test]
fn the_same_pages_are_cut_the_same_way_every_time() {
    for seed in 0..100 {
        let pages = file(seed);
        assert_eq!(cut(&pages), cut(&pages), "seed {seed}");
    }
}

#[test]
fn a_page_that_counts_on_continues_whatever_else_it_says() {
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let mut pages: Vec<PageEvidence> = (1..=4).map(|number| page(&mut random, number)).collect();
        for (number, page) in (1..).zip(&mut pages) {
            page.counter = serde_json::from_value(serde_json::json!({ "number": number, "of": 4 })).unwrap();
            page.scores.retain(|score| score.document_type == "bank_statement");
            page.size = (612, 792);
        }
        assert_eq!(cut(&pages).len(), 1, "seed {seed}");
    }
}
