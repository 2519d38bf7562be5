//! The words of pages, in reading order.

use crate::model::{BoundingBox, Confidence, DocumentId, PageId, Source};
use crate::page::{Layout, Line, Page};
use serde::Serialize;

/// A gap of more than this many line heights begins a new block.
const BLOCK_GAP: f32 = 0.9;

/// The words of a document.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct DocumentTextView {
    pub document_id: DocumentId,
    pub pages: Vec<PageTextView>,
}

/// The words of a page.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct PageTextView {
    pub page_id: PageId,
    /// The page's number in the document, from 1.
    pub page_number: u32,
    /// Width in points as shown.
    pub width: f32,
    /// Height in points as shown.
    pub height: f32,
    /// Degrees clockwise that set the page as shown upright.
    pub rotation: u32,
    /// How most words were read; null for a page without words.
    pub source: Option<Source>,
    pub mean_confidence: Option<f32>,
    pub text: String,
    pub words: Vec<WordView>,
}

/// A word.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct WordView {
    pub text: String,
    pub confidence: Confidence,
    pub bounding_box: BoundingBox,
    /// The line on the page, from 0.
    pub line: usize,
    /// The block of lines on the page, from 0.
    pub block: usize,
}

impl PageTextView {
    /// Shows the words of a page that has a number in its document.
    pub fn new(page_id: PageId, page_number: u32, page: &Page) -> Self {
        let layout = Layout::new(page);
        let (width, height) = page.frame.shown_size();
        let blocks = blocks(&layout.lines);
        let words: Vec<WordView> = layout
            .words
            .iter()
            .map(|placed| WordView {
                text: placed.word.text.clone(),
                confidence: placed.word.confidence,
                bounding_box: page.frame.shown_fractions(&placed.word.rect),
                line: placed.line,
                block: blocks.get(placed.line).copied().unwrap_or(0),
            })
            .collect();
        Self {
            page_id,
            page_number,
            width,
            height,
            rotation: u32::from(page.frame.quarter_turns % 4) * 90,
            source: most_frequent_source(page),
            mean_confidence: mean(words.iter().map(|word| word.confidence)),
            text: layout.lines.iter().map(|line| layout.text(&line.words)).collect::<Vec<_>>().join("\n"),
            words,
        }
    }
}

/// Returns the block of each line: lines that follow each other closely and lie under each other are one block.
fn blocks(lines: &[Line]) -> Vec<usize> {
    let mut block = 0;
    let mut blocks = Vec::with_capacity(lines.len());
    for (index, line) in lines.iter().enumerate() {
        if let Some(before) = index.checked_sub(1).map(|before| &lines[before]) {
            let gap = -line.rect.overlap_y(&before.rect);
            let apart = gap > before.rect.height().max(line.rect.height()) * BLOCK_GAP;
            if apart || line.rect.overlap_x(&before.rect) <= 0.0 {
                block += 1;
            }
        }
        blocks.push(block);
    }
    blocks
}

fn most_frequent_source(page: &Page) -> Option<Source> {
    let count = |source| page.words.iter().filter(|word| word.source == source).count();
    let sources = [Source::TextLayer, Source::Ocr, Source::Acroform];
    sources.into_iter().filter(|source| count(*source) > 0).max_by_key(|source| count(*source))
}

fn mean(confidences: impl ExactSizeIterator<Item = Confidence>) -> Option<f32> {
    let count = confidences.len();
    let total: f32 = confidences.map(Confidence::value).sum();
    (count > 0).then(|| total / count as f32)
}
