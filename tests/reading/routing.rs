//! Which source a page's words are taken from. The recognizer here says one word and counts how often it was asked.

use super::papers::{Paper, pdf, rendered};
use image::GrayImage;
use loanfile::model::{Confidence, Source};
use loanfile::ocr::{OcrError, PixelBox, RecognizedWord, Recognizer, Segmentation, Unavailable};
use loanfile::page::Page;
use loanfile::pdf::Pdf;
use loanfile::reading::{PageReading, read_page};

const LETTER: [&str; 8] = [
    "To whom it may concern",
    "Please accept this letter as confirmation of employment.",
    "The employee has been employed since January 5, 2019.",
    "The current base salary is $71,200.00 per year, paid biweekly.",
    "The position is full time and permanent.",
    "Continued employment is expected, with overtime as required.",
    "If you require further information, please contact our office.",
    "Sincerely, Director of Human Resources",
];

/// Says "seen" wherever it is asked.
#[derive(Default)]
struct Counting {
    pages: u32,
    lines: u32,
}

impl Recognizer for Counting {
    fn recognize(&mut self, _: &GrayImage, _: f32, how: Segmentation) -> Result<Vec<RecognizedWord>, OcrError> {
        match how {
            Segmentation::Sparse => self.pages += 1,
            Segmentation::Line => self.lines += 1,
        }
        let pixels = PixelBox::new(10, 10, 60, 30);
        Ok(vec![RecognizedWord { text: "seen".into(), pixels, confidence: Confidence::new(0.9) }])
    }
}

fn read(paper: Paper, recognizer: &mut dyn Recognizer) -> PageReading {
    read_page(&Pdf::from_bytes(pdf(&[paper]), None).unwrap(), 1, recognizer).unwrap()
}

fn codes(reading: &PageReading) -> Vec<&str> {
    reading.notes.iter().map(|note| note.code.as_str()).collect()
}

fn count(page: &Page, source: Source) -> usize {
    page.words.iter().filter(|word| word.source == source).count()
}

fn scanned_letter() -> GrayImage {
    rendered(&Paper::letter().lines(72.0, 120.0, 12.0, &LETTER), 150.0)
}

#[test]
fn a_digital_page_is_read_from_its_layer() {
    let mut recognizer = Counting::default();
    let reading = read(Paper::letter().lines(72.0, 100.0, 12.0, &LETTER), &mut recognizer);
    assert_eq!((recognizer.pages, recognizer.lines), (0, 0));
    assert_eq!(count(&reading.page, Source::TextLayer), reading.page.words.len());
    assert!(reading.page.words.iter().any(|word| word.text == "$71,200.00"));
    assert!(!reading.blank && reading.notes.is_empty() && reading.image_digest.is_none());
}

#[test]
fn print_that_is_drawn_as_outlines_is_recognised_beside_the_text() {
    let form = |lines| Paper::letter().lines(300.0, 500.0, 12.0, &LETTER).outlined_lines(72.0, 100.0, 11.0, lines, 60);
    let mut recognizer = Counting::default();
    let reading = read(form(14), &mut recognizer);
    assert_eq!(recognizer.pages, 1);
    assert!(reading.page.words.iter().any(|word| word.text == "seen"));
    assert!(reading.page.words.iter().any(|word| word.text == "$71,200.00"), "the text stays");
    let mut recognizer = Counting::default();
    read(form(1), &mut recognizer);
    assert_eq!(recognizer.pages, 0, "an ornament is no print");
}

#[test]
fn a_layer_that_is_no_text_is_not_used() {
    let garbage = [
        "x~}q# Zq9Kd v^vK0 KA}rs eC9sH dNfETdf t~[UIM Kf2706D4",
        "h]mR o{yZgdl m4vE&|7C xFXdR u9FuT Uzq[xT",
        "PJgo x3IfzSsQ tdN(WkPZ BebRqSnSE pcaUCWcD wqpTHW UMQVxf",
    ];
    let mut recognizer = Counting::default();
    let reading = read(Paper::letter().lines(72.0, 100.0, 12.0, &garbage), &mut recognizer);
    assert_eq!(recognizer.pages, 1);
    assert_eq!(codes(&reading), ["text_layer_ignored"]);
    assert_eq!(count(&reading.page, Source::TextLayer), 0);
}

#[test]
fn a_scan_is_recognised_and_knows_its_digest() {
    let mut recognizer = Counting::default();
    let reading = read(Paper::letter().scan(scanned_letter()), &mut recognizer);
    assert_eq!(recognizer.pages, 1);
    assert_eq!(count(&reading.page, Source::Ocr), 1);
    let again = read(Paper::letter().scan(scanned_letter()), &mut recognizer);
    assert_eq!(reading.image_digest, again.image_digest);
    assert_eq!(reading.image_digest.map(|digest| digest.len()), Some(64));
}

#[test]
fn what_is_printed_over_a_scan_is_kept() {
    let mut recognizer = Counting::default();
    let paper = Paper::letter().scan(scanned_letter()).text(72.0, 780.0, 8.0, "Loan number 12345 Page 4 uploaded");
    let reading = read(paper, &mut recognizer);
    assert_eq!(recognizer.pages, 1);
    assert_eq!(count(&reading.page, Source::TextLayer), 6);
    assert_eq!(count(&reading.page, Source::Ocr), 1);
}

#[test]
fn a_hidden_layer_that_the_picture_does_not_confirm_is_not_used() {
    let mut recognizer = Counting::default();
    let paper = Paper::letter().scan(scanned_letter()).hidden_lines(72.0, 120.0, 12.0, &LETTER);
    let reading = read(paper, &mut recognizer);
    assert!(recognizer.lines >= 2, "lines compared: {}", recognizer.lines);
    assert_eq!(recognizer.pages, 1);
    assert_eq!(codes(&reading), ["text_layer_ignored"]);
    assert_eq!(count(&reading.page, Source::TextLayer), 0);
}

#[test]
fn a_picture_with_text_on_a_digital_page_is_recognised_alone() {
    let picture = rendered(&Paper::new(300.0, 120.0).lines(10.0, 30.0, 12.0, &LETTER[..3]), 150.0);
    let paper = Paper::letter().lines(72.0, 100.0, 12.0, &LETTER).picture(picture, 100.0, 500.0, 300.0, 120.0);
    let mut recognizer = Counting::default();
    let reading = read(paper, &mut recognizer);
    assert_eq!(recognizer.pages, 1);
    let seen = reading.page.words.iter().find(|word| word.source == Source::Ocr).unwrap();
    assert!((100.0..130.0).contains(&seen.rect.left) && (500.0..520.0).contains(&seen.rect.top), "{:?}", seen.rect);
    assert!(count(&reading.page, Source::TextLayer) > 40);
}

#[test]
fn a_picture_without_text_is_not_recognised() {
    let mut picture = GrayImage::from_pixel(300, 120, image::Luma([230]));
    for (x, y, pixel) in picture.enumerate_pixels_mut() {
        pixel.0[0] = 140 + ((x / 3 + y / 2) % 100) as u8;
    }
    let paper = Paper::letter().lines(72.0, 100.0, 12.0, &LETTER).picture(picture, 100.0, 500.0, 300.0, 120.0);
    let mut recognizer = Counting::default();
    read(paper, &mut recognizer);
    assert_eq!(recognizer.pages, 0);
}

#[test]
fn blank_pages_are_told_from_written_ones() {
    let dirty = {
        let mut scan = GrayImage::from_pixel(1275, 1650, image::Luma([244]));
        for (x, y) in [(200, 300), (900, 1200), (640, 80)] {
            scan.put_pixel(x, y, image::Luma([60]));
            scan.put_pixel(x + 1, y, image::Luma([70]));
        }
        scan
    };
    let mut recognizer = Counting::default();
    for (name, paper) in [("empty", Paper::letter()), ("scan", Paper::letter().scan(dirty))] {
        let reading = read(paper, &mut recognizer);
        assert!(reading.blank && reading.page.words.is_empty(), "{name}: {reading:?}");
    }
    assert_eq!(recognizer.pages, 0);
    assert!(!read(Paper::letter().scan(scanned_letter()), &mut recognizer).blank);
}

#[test]
fn without_an_engine_scans_stay_unread_and_say_so() {
    let reading = read(Paper::letter().scan(scanned_letter()), &mut Unavailable);
    assert_eq!(codes(&reading), ["ocr_unavailable"]);
    assert!(reading.page.words.is_empty() && !reading.blank);

    let paper = Paper::letter().scan(scanned_letter()).hidden_lines(72.0, 120.0, 12.0, &LETTER);
    let reading = read(paper, &mut Unavailable);
    assert_eq!(codes(&reading), ["ocr_unavailable", "text_layer_unconfirmed"]);
    assert!(reading.page.words.iter().all(|word| word.confidence.value() < 0.5));
}

#[test]
fn text_drawn_sideways_is_set_upright() {
    let mut paper = Paper::letter();
    for (index, line) in LETTER.iter().enumerate() {
        paper = paper.text_running_up(100.0 + index as f32 * 22.0, 700.0, 12.0, line);
    }
    let reading = read(paper, &mut Counting::default());
    let frame = reading.page.frame;
    assert_eq!((frame.quarter_turns, frame.width, frame.height), (1, 792.0, 612.0));
    let salary = reading.page.words.iter().find(|word| word.text == "salary").unwrap();
    assert!(salary.rect.width() > salary.rect.height() * 2.0, "{:?}", salary.rect);
    let shown = frame.shown(&salary.rect);
    assert!((shown.right - 166.0).abs() < 6.0 && shown.bottom < 700.0, "{shown:?}");
}
