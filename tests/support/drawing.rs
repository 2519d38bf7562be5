//! Pages drawn with characters: text, ruled boxes and check boxes.

use loanfile::model::{Confidence, Source};
use loanfile::page::{CheckBox, InkMark, Page, Rect, Rule};

/// The cell of a character of `Page::from_grid`, in points.
const WIDTH: f32 = 6.0;
const HEIGHT: f32 = 12.0;
const MARGIN: f32 = 36.0;

/// Makes page 1 from a grid of characters.
///
/// Box-drawing characters (`─ │ ┌ ┬ ┼` and so on) become rules, `☐` and `☒` become empty and ticked check boxes, runs
/// of `~` writing by hand, all else is text as in `Page::from_grid`.
pub fn drawn(grid: &str) -> Page {
    let rows: Vec<Vec<char>> = grid.lines().map(|line| line.chars().collect()).collect();
    let text: Vec<String> = rows.iter().map(|row| row.iter().map(|&c| as_text(c)).collect()).collect();
    let mut page = Page::from_grid(&text.join("\n"));
    page.rules = horizontal_rules(&rows).chain(vertical_rules(&rows)).collect();
    page.check_boxes = check_boxes(&rows);
    page.ink_marks = ink_marks(&rows);
    page
}

/// Makes pages 1, 2, ... from grids.
pub fn drawn_pages(grids: &[&str]) -> Vec<Page> {
    (1..).zip(grids).map(|(number, grid)| drawn(grid).numbered(number)).collect()
}

/// Returns the page as optical recognition would give it: every word from the scan, none of them certain.
pub fn scanned(mut page: Page) -> Page {
    for word in &mut page.words {
        word.source = Source::Ocr;
        word.confidence = Confidence::new(0.93);
    }
    page
}

fn as_text(c: char) -> char {
    if runs_across(c) || runs_down(c) || matches!(c, '☐' | '☒' | '~') { ' ' } else { c }
}

fn runs_across(c: char) -> bool {
    "─┌┐└┘├┤┬┴┼".contains(c)
}

fn runs_down(c: char) -> bool {
    "│┌┐└┘├┤┬┴┼".contains(c)
}

fn middle_of(row: usize, column: usize) -> (f32, f32) {
    (MARGIN + (column as f32 + 0.5) * WIDTH, MARGIN + row as f32 * HEIGHT + 5.0)
}

fn at(rows: &[Vec<char>], row: usize, column: usize) -> char {
    rows.get(row).and_then(|line| line.get(column)).copied().unwrap_or(' ')
}

fn horizontal_rules(rows: &[Vec<char>]) -> impl Iterator<Item = Rule> {
    rows.iter().enumerate().flat_map(|(row, line)| {
        runs(line.len(), |column| runs_across(line[column])).map(move |(from, to)| {
            let ((left, y), (right, _)) = (middle_of(row, from), middle_of(row, to));
            Rule { rect: Rect::new(left, y, right, y) }
        })
    })
}

fn vertical_rules(rows: &[Vec<char>]) -> impl Iterator<Item = Rule> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    (0..columns).flat_map(move |column| {
        runs(rows.len(), move |row| runs_down(at(rows, row, column))).map(move |(from, to)| {
            let ((x, top), (_, bottom)) = (middle_of(from, column), middle_of(to, column));
            Rule { rect: Rect::new(x, top, x, bottom) }
        })
    })
}

fn ink_marks(rows: &[Vec<char>]) -> Vec<InkMark> {
    let marks = rows.iter().enumerate().flat_map(|(row, line)| {
        runs(line.len(), |column| line[column] == '~').map(move |(from, to)| {
            let ((left, y), (right, _)) = (middle_of(row, from), middle_of(row, to));
            InkMark { rect: Rect::new(left, y - 9.0, right, y + 7.0), source: Source::TextLayer }
        })
    });
    marks.collect()
}

/// Returns the first and last index of every run of two or more for which `holds`.
fn runs(length: usize, holds: impl Fn(usize) -> bool) -> impl Iterator<Item = (usize, usize)> {
    let mut found = Vec::new();
    let mut from = None;
    for index in 0..=length {
        match (index < length && holds(index), from) {
            (true, None) => from = Some(index),
            (false, Some(start)) => {
                if index - start >= 2 {
                    found.push((start, index - 1));
                }
                from = None;
            }
            _ => {}
        }
    }
    found.into_iter()
}

fn check_boxes(rows: &[Vec<char>]) -> Vec<CheckBox> {
    let mut found = Vec::new();
    for (row, line) in rows.iter().enumerate() {
        for (column, &c) in line.iter().enumerate().filter(|&(_, &c)| matches!(c, '☐' | '☒')) {
            let (x, y) = middle_of(row, column);
            found.push(CheckBox {
                rect: Rect::new(x - 4.0, y - 4.0, x + 4.0, y + 4.0),
                ticked: c == '☒',
                confidence: Confidence::CERTAIN,
                source: Source::TextLayer,
            });
        }
    }
    found
}
