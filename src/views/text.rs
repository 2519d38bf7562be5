//! The words of pages, in reading order.

use crate::model::{BoundingBox, Confidence, DocumentId, PageId, Source};
use crate::page::{Page, Rect, Word, group_lines};
use serde::Serialize;
use utoipa::ToSchema;

/// A gap of more than this many line heights begins a new block.
const BLOCK_GAP: f32 = 0.9;

/// The words of a document.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct DocumentTextView {
    pub document_id: DocumentId,
    pub pages: Vec<PageTextView>,
}

/// The words of a page.
#[derive(Debug, Clone, Serialize, ToSchema)]
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
#[derive(Debug, Clone, Serialize, ToSchema)]
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
        let lines = group_lines(&page.words);
        let blocks = blocks(page, &lines);
        let words: Vec<WordView> = (0..)
            .zip(lines.iter().zip(&blocks))
            .flat_map(|(line, (members, block))| {
                members.iter().map(move |&index| word_view(page, &page.words[index], line, *block))
            })
            .collect();
        let (width, height) = page.frame.shown_size();
        Self {
            page_id,
            page_number,
            width,
            height,
            rotation: u32::from(page.frame.quarter_turns % 4) * 90,
            source: most_frequent_source(page),
            mean_confidence: mean(words.iter().map(|word| word.confidence)),
            text: lines.iter().map(|members| line_text(page, members)).collect::<Vec<_>>().join("\n"),
            words,
        }
    }
}

fn word_view(page: &Page, word: &Word, line: usize, block: usize) -> WordView {
    WordView {
        text: word.text.clone(),
        confidence: word.confidence,
        bounding_box: page.frame.shown_fractions(&word.rect),
        line,
        block,
    }
}

fn line_text(page: &Page, members: &[usize]) -> String {
    members.iter().map(|&index| page.words[index].text.as_str()).collect::<Vec<_>>().join(" ")
}

/// Returns the block of each line: lines that follow each other closely and lie under each other are one block.
fn blocks(page: &Page, lines: &[Vec<usize>]) -> Vec<usize> {
    let around = |members: &Vec<usize>| {
        members.iter().map(|&index| page.words[index].rect).reduce(|one, two| one.union(&two)).unwrap_or_default()
    };
    let rects: Vec<Rect> = lines.iter().map(around).collect();
    let mut block = 0;
    let mut blocks = Vec::with_capacity(rects.len());
    for (index, rect) in rects.iter().enumerate() {
        if let Some(before) = index.checked_sub(1).map(|before| &rects[before]) {
            let apart = -rect.overlap_y(before) > before.height().max(rect.height()) * BLOCK_GAP;
            if apart || rect.overlap_x(before) <= 0.0 {
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
