//! Scans read with the real engine, in a child process as the program does it.

use super::papers::{Paper, pdf, rendered};
use crate::worker::pool;
use image::GrayImage;
use loanfile::model::Source;
use loanfile::ocr::imaging;
use loanfile::reading::PageReading;
use loanfile::worker::OpenFile;

const STUB: [&str; 6] = [
    "Earnings statement for the period ending 06/30/2024",
    "Regular pay 80.00 hours 32.50 2,600.00",
    "Overtime pay 6.00 hours 48.75 292.50",
    "Federal income tax withheld 318.40",
    "Social security tax withheld 179.34",
    "Net pay deposited to checking account 2,210.77",
];

fn stub() -> Paper {
    Paper::letter().lines(72.0, 150.0, 13.0, &STUB)
}

fn scan(turn: u8, skew_degrees: f32) -> GrayImage {
    imaging::turned(imaging::straightened(&rendered(&stub(), 150.0), -skew_degrees, 255), turn)
}

fn read(papers: &[Paper]) -> Vec<PageReading> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("papers.pdf");
    std::fs::write(&path, pdf(papers)).unwrap();
    let (pool, file) = (pool(1), OpenFile::plain(&path));
    (1..=papers.len() as u32).map(|page| pool.read_page(&file, page).unwrap()).collect()
}

/// Returns the share of the stub's words that were read.
fn recall(reading: &PageReading) -> f32 {
    let expected: Vec<&str> = STUB.iter().flat_map(|line| line.split(' ')).collect();
    let found = expected.iter().filter(|word| reading.page.words.iter().any(|read| read.text == **word)).count();
    found as f32 / expected.len() as f32
}

#[test]
fn turned_and_slanted_scans_are_read_upright() {
    let cases = [(0, 0.0), (1, 0.0), (2, 0.0), (3, 1.5), (0, -2.0)];
    let papers: Vec<Paper> = cases
        .iter()
        .map(|(turn, skew)| {
            let paper = if turn % 2 == 0 { Paper::letter() } else { Paper::new(792.0, 612.0) };
            paper.scan(scan(*turn, *skew))
        })
        .collect();
    for (reading, (turn, skew)) in read(&papers).iter().zip(cases) {
        let frame = reading.page.frame;
        assert_eq!(frame.quarter_turns, (4 - turn) % 4, "turned by {turn}");
        assert!((frame.skew_degrees - skew).abs() <= 0.15, "slope {skew}, found {}", frame.skew_degrees);
        assert!(recall(reading) > 0.9, "turned by {turn}, slope {skew}: {}", recall(reading));
        let net = reading.page.words.iter().find(|word| word.text == "2,210.77").unwrap();
        assert!((net.rect.bottom - 267.0).abs() < 4.0, "turned by {turn}: {:?}", net.rect);
        assert_eq!(net.source, Source::Ocr);
    }
}

#[test]
fn a_hidden_layer_is_used_only_when_the_picture_confirms_it() {
    let other = [
        "Account summary for the month of May 2021",
        "Opening balance on the first day 14,201.33",
        "Deposits and other credits in total 5,120.00",
        "Withdrawals and other debits 4,017.25",
        "Service charges and fees assessed 12.00",
        "Closing balance on the last day 15,292.08",
    ];
    let honest = Paper::letter().scan(scan(0, 0.0)).hidden_lines(72.0, 150.0, 13.0, &STUB);
    let lying = Paper::letter().scan(scan(0, 0.0)).hidden_lines(72.0, 150.0, 13.0, &other);
    let readings = read(&[honest, lying]);
    assert!(readings[0].page.words.iter().all(|word| word.source == Source::TextLayer));
    assert!(readings[0].notes.is_empty());
    assert!(readings[1].page.words.iter().all(|word| word.source == Source::Ocr));
    assert_eq!(readings[1].notes[0].code, "text_layer_ignored");
    assert!(recall(&readings[0]) > 0.9 && recall(&readings[1]) > 0.9);
}
