//! Where a value may stand with regard to its label: the words of that place, line by line.

use super::sheet::Sheet;
use crate::page::{LabelMatch, Phrase, Rect};

/// A block stands at most this far to the right of its label, as a share of the page's width.
const BLOCK_REACH: f32 = 0.3;
/// The lines of a block begin within so many points of each other.
const BLOCK_ALIGNED: f32 = 4.0;

/// Lines of words at a place, top to bottom, without the words of labels.
pub type PlaceLines = Vec<Vec<usize>>;

/// Returns the words to the right of a label on its last line, up to the next label.
pub fn right_of(sheet: &Sheet<'_>, label: &LabelMatch) -> Vec<usize> {
    let Some(&last) = label.words.last() else { return Vec::new() };
    let layout = &sheet.layout;
    let own = layout.rect(last);
    let mut after: Vec<usize> = (0..layout.words.len())
        .filter(|&index| {
            let rect = layout.rect(index);
            index != last && rect.left >= own.right - 1.0 && rect.overlap_y(own) > 0.4 * rect.height().min(own.height())
        })
        .collect();
    after.sort_by(|&a, &b| layout.rect(a).left.total_cmp(&layout.rect(b).left));
    after.into_iter().take_while(|&word| !sheet.is_label[word]).collect()
}

/// Returns the ruled box around a label, or `None` when no rules make one that is small enough for a form's box.
pub fn ruled_cell(sheet: &Sheet<'_>, label: &LabelMatch) -> Option<Rect> {
    let layout = &sheet.layout;
    let first = layout.rect(*label.words.first()?);
    let cell = layout.cell_at(first.center_x(), label.rect.center_y());
    let frame = &layout.page.frame;
    let closed = cell.bottom < frame.height && (cell.left > 0.0 || cell.right < frame.width);
    (closed && cell.height() < frame.height * 0.25).then_some(cell)
}

/// Returns the lines in the ruled box of a label, or under the label when there is no box.
pub fn in_cell(sheet: &Sheet<'_>, label: &LabelMatch) -> PlaceLines {
    match ruled_cell(sheet, label) {
        Some(cell) => {
            let from = Rect { top: cell.top.max(label.rect.top - 2.0), ..cell };
            lines_in(sheet, &from)
        }
        None => below(sheet, label),
    }
}

/// Returns the lines in the ruled box of a label and, where the box is only a narrow part for a code, in the part
/// beside it that holds the amount.
pub fn in_box(sheet: &Sheet<'_>, label: &LabelMatch) -> PlaceLines {
    let Some(cell) = ruled_cell(sheet, label) else { return below(sheet, label) };
    let frame = &sheet.layout.page.frame;
    let mut wide = Rect { top: cell.top.max(label.rect.top - 2.0), ..cell };
    if cell.width() < frame.width * 0.08 && cell.right < frame.width {
        let beside = sheet.layout.cell_at(cell.right + 2.0, (label.rect.bottom + cell.bottom) / 2.0);
        wide.right = beside.right.min(cell.right + frame.width * 0.2);
    }
    lines_in(sheet, &wide)
}

/// Returns the lines under a label, as wide as its column reaches, down to the next label or three lines.
pub fn below(sheet: &Sheet<'_>, label: &LabelMatch) -> PlaceLines {
    let region = region_below(sheet, label);
    let boxed = ruled_cell(sheet, label).is_some();
    let mut lines = Vec::new();
    let mut bottom = label.rect.bottom;
    let size = label.rect.height().max(6.0);
    for line in sheet.layout.lines_in(&region) {
        let rect = sheet.layout.rect_around(&line);
        let labelled = line.iter().filter(|&&word| sheet.is_label[word]).count();
        if labelled * 2 > line.len() || (!boxed && rect.top - bottom > size * 2.2) {
            break;
        }
        bottom = rect.bottom;
        let own = |word: &usize| !sheet.is_label[*word] && !belongs_to_label_at_left(sheet, *word, label);
        lines.push(line.into_iter().filter(own).collect());
    }
    lines
}

/// A word before the column's own left edge that follows another label on its line is that one's value.
fn belongs_to_label_at_left(sheet: &Sheet<'_>, word: usize, label: &LabelMatch) -> bool {
    let layout = &sheet.layout;
    let rect = layout.rect(word);
    let follows = |before: usize| {
        layout.words[before].line == layout.words[word].line
            && sheet.is_label[before]
            && rect.left - layout.rect(before).right < layout.words[word].word.size
    };
    rect.right < label.rect.left && word.checked_sub(1).is_some_and(follows)
}

/// Returns the word with the label's number on the line under its own, where the two lines begin at one side.
pub fn in_turn(sheet: &Sheet<'_>, label: &LabelMatch) -> Vec<usize> {
    let layout = &sheet.layout;
    let Some(&first) = label.words.first() else { return Vec::new() };
    let own = &layout.lines[layout.words[first].line];
    let begins = layout.rect(own.words[0]);
    let turn = own.words.iter().take_while(|&&word| word != first).count();
    // Labels further apart head columns, and those with colons have their values beside them.
    let gap = |pair: &[usize]| layout.rect(pair[1]).left - layout.rect(pair[0]).right;
    let tight = own.words.len() >= 3 && own.words.windows(2).take(turn).all(|pair| gap(pair) < 2.0 * begins.height());
    let figures = own.words.iter().any(|&word| layout.words[word].key.bytes().any(|b| b.is_ascii_digit()));
    if !tight || figures || label.ends_label {
        return Vec::new();
    }
    let under = layout.lines[layout.words[first].line + 1..].iter().find(|line| {
        let rect = layout.rect(line.words[0]);
        let gap = rect.top - begins.bottom;
        (rect.left - begins.left).abs() < 12.0 && (-1.0..2.0 * begins.height().max(6.0)).contains(&gap)
    });
    let word = under.filter(|_| turn > 0).and_then(|line| line.words.get(turn).copied());
    word.filter(|&word| !sheet.is_label[word]).into_iter().collect()
}

/// The column of a label: half the way to its neighbours on the label's line, or to the rules of its box.
pub fn region_below(sheet: &Sheet<'_>, label: &LabelMatch) -> Rect {
    let layout = &sheet.layout;
    let frame = &layout.page.frame;
    let on_line = |index: &usize| {
        let rect = layout.rect(*index);
        !label.words.contains(index) && rect.overlap_y(&label.rect) > 0.3 * rect.height()
    };
    let mut left: f32 = 0.0;
    let mut own_left = label.rect.left;
    let mut right = frame.width;
    for index in (0..layout.words.len()).filter(on_line) {
        let rect = layout.rect(index);
        if rect.right <= label.rect.left && is_item_number(sheet, index, label) {
            own_left = own_left.min(rect.left);
        } else if rect.right <= label.rect.left {
            left = left.max(rect.right);
        } else if rect.left >= label.rect.right {
            right = right.min(rect.left);
        }
    }
    let reach = 90.0;
    // A value may stand a little to the left of its label (right-aligned figures), and reach far to the right.
    let mut region = Rect::new(
        ((left + own_left) / 2.0).max(own_left - reach),
        label.rect.bottom - 1.0,
        (right - 1.0).min(label.rect.right + 2.5 * reach),
        (label.rect.bottom + 60.0).min(frame.height),
    );
    if let Some(cell) = ruled_cell(sheet, label) {
        region.left = region.left.max(cell.left);
        region.right = if region.right > cell.right || right >= frame.width { cell.right } else { region.right };
        if cell.bottom > label.rect.bottom + 5.0 {
            region.bottom = cell.bottom;
        }
    }
    region
}

/// A form's item number stands a little to the left of its label, and the value may begin under it: `C  Business name`.
fn is_item_number(sheet: &Sheet<'_>, index: usize, label: &LabelMatch) -> bool {
    let key = &sheet.layout.words[index].key;
    (1..=2).contains(&key.chars().count()) && label.rect.left - sheet.layout.rect(index).right < 32.0
}

/// Returns the lines of a block that begins to the right of a label and goes on under its own first line, down to the
/// next label at the left, a gap or a line that begins elsewhere.
pub fn block_beside(sheet: &Sheet<'_>, label: &LabelMatch) -> PlaceLines {
    let layout = &sheet.layout;
    let beside: Vec<usize> =
        right_of(sheet, label).into_iter().filter(|&word| !layout.words[word].key.is_empty()).collect();
    let Some(first) = layout.phrases(&beside).into_iter().next() else { return Vec::new() };
    let outside = ruled_cell(sheet, label).is_some_and(|cell| first.rect.left > cell.right);
    if outside || first.rect.left - label.rect.right > BLOCK_REACH * layout.page.frame.width {
        return Vec::new();
    }
    let mut bottom = first.rect.bottom;
    let size = first.rect.height().max(6.0);
    let mut lines = vec![first.words];
    let left = first.rect.left;
    let below = lines[0][0];
    for line in layout.lines.iter().filter(|line| line.rect.center_y() > layout.rect(below).bottom) {
        let starts = |phrase: &Phrase| (phrase.rect.left - left).abs() < BLOCK_ALIGNED;
        let Some(phrase) = layout.phrases(&line.words).into_iter().find(starts) else { continue };
        let gap = phrase.rect.top - bottom;
        let between = |word: &usize| {
            let rect = layout.rect(*word);
            rect.left > label.rect.left - 6.0 && rect.right < left
        };
        // The next column's label may stand close behind.
        let own: Vec<usize> = phrase.words.iter().copied().take_while(|&word| !sheet.is_label[word]).collect();
        let labelled = line.words.iter().any(between) || own.is_empty();
        if gap > 1.3 * size.max(phrase.rect.height()) || labelled {
            break;
        }
        bottom = layout.rect_around(&own).bottom;
        lines.push(own);
    }
    lines
}

/// Returns the lines above a label, nearest first: what stands on the line that the label explains. A label centred
/// under a longer value is shorter than it, so every phrase that reaches over the label is taken whole.
pub fn above(sheet: &Sheet<'_>, label: &LabelMatch) -> PlaceLines {
    let layout = &sheet.layout;
    let size = label.rect.height().max(6.0);
    let region = Rect::new(
        label.rect.left - 6.0,
        label.rect.top - size * 3.0,
        label.rect.right.max(label.rect.left + 160.0),
        label.rect.top + 1.0,
    );
    let within = |rect: &Rect| rect.center_y() > region.top && rect.center_y() < region.bottom;
    let mut lines: PlaceLines = layout
        .lines
        .iter()
        .filter(|line| within(&line.rect))
        .map(|line| {
            let phrases = layout.phrases(&line.words).into_iter().filter(|phrase| phrase.rect.overlap_x(&region) > 0.0);
            phrases.flat_map(|phrase| phrase.words).filter(|&word| !sheet.is_label[word]).collect::<Vec<_>>()
        })
        .filter(|line| !line.is_empty())
        .collect();
    lines.reverse();
    lines.truncate(1);
    if lines.is_empty() {
        lines.extend(only_phrase_above(sheet, label, &within));
    }
    lines
}

/// The line over a label that stands alone in the middle of the page: filled in by hand or machine, the rule over the
/// label begins at the margin.
fn only_phrase_above(sheet: &Sheet<'_>, label: &LabelMatch, within: &dyn Fn(&Rect) -> bool) -> Option<Vec<usize>> {
    let layout = &sheet.layout;
    let &first = label.words.first()?;
    let alone = layout.phrases(&layout.lines[layout.words[first].line].words).len() == 1;
    let centred = (label.rect.center_x() - layout.page.frame.width / 2.0).abs() < layout.page.frame.width * 0.05;
    let line = layout.lines.iter().rev().find(|line| within(&line.rect))?;
    let phrases = layout.phrases(&line.words);
    let own = phrases.len() == 1 && !line.words.iter().any(|&word| sheet.is_label[word]);
    (alone && centred && own).then(|| line.words.clone())
}

fn lines_in(sheet: &Sheet<'_>, region: &Rect) -> PlaceLines {
    sheet
        .layout
        .lines_in(region)
        .into_iter()
        .map(|line| line.into_iter().filter(|&word| !sheet.is_label[word]).collect::<Vec<_>>())
        .filter(|line| !line.is_empty())
        .collect()
}

/// How far in points a figure is from standing under its heading: the least of left, middle and right.
pub fn misalignment(figure: &Rect, heading: &Rect) -> f32 {
    let sides = [
        (figure.left - heading.left).abs(),
        (figure.right - heading.right).abs(),
        (figure.center_x() - heading.center_x()).abs(),
    ];
    let nearest = sides.into_iter().fold(f32::MAX, f32::min);
    if figure.overlap_x(heading) > 0.0 { nearest.min(8.0) } else { nearest }
}
