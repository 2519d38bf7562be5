//! Lines of text in columns on landscape letter paper, with numbered pages.
//!
//! Invariant: the same lines give the same bytes; fonts are those that every viewer has.

use super::{PdfError, empty_document, saved, set_pages};
use lopdf::{Dictionary, Document, Object, ObjectId, Stream, dictionary};

/// A line of a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportLine {
    text: String,
    bold: bool,
}

impl ReportLine {
    /// A line.
    pub fn plain(text: impl AsRef<str>) -> Self {
        Self { text: text.as_ref().to_string(), bold: false }
    }

    /// A line that stands out.
    pub fn bold(text: impl AsRef<str>) -> Self {
        Self { text: text.as_ref().to_string(), bold: true }
    }
}

const WIDTH: i64 = 792;
const HEIGHT: i64 = 612;
const MARGIN: i64 = 36;
const FONT_SIZE: f32 = 8.5;
const LEADING: i64 = 11;
/// A letter of the font is so wide, in parts of its size.
const LETTER: f32 = 0.6;

/// Returns a PDF with these lines; what does not fit into a line goes on in the next.
///
/// # Errors
/// `not_writable` when the file cannot be put together.
pub fn report(lines: &[ReportLine]) -> Result<Vec<u8>, PdfError> {
    let wrapped: Vec<ReportLine> = lines.iter().flat_map(wrapped).collect();
    // The last line of a page is its number.
    let per_page = usize::try_from((HEIGHT - 2 * MARGIN) / LEADING - 2).unwrap_or(1).max(1);
    let portions: Vec<&[ReportLine]> = wrapped.chunks(per_page).collect();
    let (mut document, _, tree) = empty_document("1.5");
    let fonts = Object::Dictionary(dictionary! {
        "F1" => font(&mut document, "Courier"),
        "F2" => font(&mut document, "Courier-Bold"),
    });
    let resources = document.add_object(dictionary! { "Font" => fonts });
    let mut pages = Vec::new();
    for (number, portion) in (1..).zip(&portions) {
        let content = content(portion, number, portions.len());
        let content = document.add_object(Stream::new(Dictionary::new(), content));
        let page = document.add_object(dictionary! {
            "Type" => "Page",
            "Parent" => tree,
            "MediaBox" => vec![0.into(), 0.into(), WIDTH.into(), HEIGHT.into()],
            "Resources" => resources,
            "Contents" => content,
        });
        pages.push(page);
    }
    set_pages(&mut document, tree, pages);
    saved(document)
}

fn font(document: &mut Document, name: &str) -> ObjectId {
    document.add_object(dictionary! {
        "Type" => "Font",
        "Subtype" => "Type1",
        "BaseFont" => name,
        "Encoding" => "WinAnsiEncoding",
    })
}

fn letters_in_line() -> usize {
    ((WIDTH - 2 * MARGIN) as f32 / (FONT_SIZE * LETTER)) as usize
}

fn wrapped(line: &ReportLine) -> Vec<ReportLine> {
    let most = letters_in_line();
    let letters: Vec<char> = line.text.chars().collect();
    let mut parts = Vec::new();
    let mut rest = letters.as_slice();
    while rest.len() > most {
        let (head, _) = rest.split_at(most);
        let end = head.iter().rposition(|letter| *letter == ' ').filter(|end| *end > most / 2).unwrap_or(most);
        let (head, tail) = rest.split_at(end);
        parts.push(head.iter().collect::<String>());
        let blanks = tail.iter().take_while(|letter| **letter == ' ').count();
        rest = tail.split_at(blanks).1;
    }
    parts.push(rest.iter().collect());
    parts.into_iter().map(|text| ReportLine { text, bold: line.bold }).collect()
}

fn content(lines: &[ReportLine], number: usize, count: usize) -> Vec<u8> {
    let mut content = Vec::new();
    let mut show = |line: &ReportLine, from_top: i64| {
        let (font, baseline) = (if line.bold { "F2" } else { "F1" }, HEIGHT - MARGIN - from_top);
        content.extend(format!("BT /{font} {FONT_SIZE} Tf {MARGIN} {baseline} Td (").into_bytes());
        content.extend(encoded(&line.text));
        content.extend(b") Tj ET\n");
    };
    for (line, place) in lines.iter().zip(1_i64..) {
        show(line, place * LEADING);
    }
    show(&ReportLine::plain(format!("Page {number} of {count}")), HEIGHT - 2 * MARGIN);
    content
}

/// Writes text in the letters of western Europe; others become a question mark.
fn encoded(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    for letter in text.chars() {
        let byte = match letter {
            '\u{2018}' | '\u{2019}' => b'\'',
            '\u{201c}' | '\u{201d}' => b'"',
            '\u{2013}' | '\u{2014}' => b'-',
            '\u{a0}'..='\u{ff}' | ' '..='~' => u8::try_from(u32::from(letter)).unwrap_or(b'?'),
            _ => b'?',
        };
        if matches!(byte, b'(' | b')' | b'\\') {
            bytes.push(b'\\');
        }
        bytes.push(byte);
    }
    bytes
}
