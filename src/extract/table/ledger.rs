//! Lists of charges in lettered parts, such as a closing's costs: under the title of a part each line has a number, a
//! description that may name the payee, and amounts in columns. Two parts may stand side by side.

use super::row::{cell, read};
use super::{Cell, Row};
use crate::extract::sheet::Sheet;
use crate::extract::value::{Reading, Run, clean_text, read_amounts};
use crate::library::{ColumnDefinition, TableDefinition};
use crate::model::{Source, ValueKind};
use crate::page::{LabelMatch, Rect, Word};

/// A title less clear than this begins no part.
const CLEAR: f32 = 0.7;
/// A part begins at most so many points to the left of its title.
const MARGIN: f32 = 25.0;
/// A heading of an amount column stands at most this far, in points, over the first part.
const HEADING_REACH: f32 = 120.0;
/// A description's second line begins within so many points of where the first one does.
const ALIGNED: f32 = 8.0;

/// The beginning of a part, or of what ends the list.
struct Mark<'t> {
    rect: Rect,
    words: Vec<usize>,
    value: Option<&'t str>,
    ends: bool,
    /// The part's place among the table's sections.
    order: usize,
}

/// A line of the list before its columns are told apart.
struct Entry<'t> {
    part: Option<&'t str>,
    number: Option<usize>,
    description: Vec<usize>,
    amounts: Vec<(usize, Reading)>,
}

/// Returns the lines that have a description and an amount.
pub fn rows(sheets: &[Sheet<'_>], table: &TableDefinition) -> Vec<Row> {
    let mut rows = Vec::new();
    let amounts: Vec<&ColumnDefinition> =
        table.columns.iter().filter(|column| column.kind == ValueKind::Money).collect();
    for (index, sheet) in sheets.iter().enumerate() {
        let marks = marks(sheet, table);
        let headings = headings(sheet, &amounts, &marks);
        let mut parts: Vec<(usize, &Mark<'_>)> = marks.iter().enumerate().filter(|(_, mark)| !mark.ends).collect();
        // Parts side by side follow each other by their letters.
        parts.sort_by_key(|(_, mark)| mark.order);
        for (at, mark) in parts {
            let region = part(sheet, &marks, at);
            let entries = entries(sheet, table, mark, &region, &headings);
            rows.extend(entries.into_iter().filter_map(|entry| row(sheet, index, table, &amounts, entry)));
        }
    }
    rows
}

/// The titles of parts and the phrases that end the list, where they begin a phrase, from top to bottom.
fn marks<'t>(sheet: &Sheet<'_>, table: &'t TableDefinition) -> Vec<Mark<'t>> {
    let begins = |place: &&LabelMatch| place.score >= CLEAR && begins_phrase(sheet, place);
    let mut marks: Vec<Mark<'t>> = Vec::new();
    for (order, section) in table.sections.iter().enumerate() {
        let places = section.titles.iter().flat_map(|title| sheet.places(title)).filter(begins);
        marks.extend(places.map(|place| Mark {
            rect: place.rect,
            words: place.words.clone(),
            value: section.value.as_deref(),
            ends: section.skip,
            order,
        }));
    }
    let ends = table.ends.iter().flat_map(|end| sheet.places(end)).filter(begins);
    marks.extend(ends.map(|place| Mark {
        rect: place.rect,
        words: place.words.clone(),
        value: None,
        ends: true,
        order: 0,
    }));
    marks.sort_by(|a, b| a.rect.top.total_cmp(&b.rect.top).then(a.rect.left.total_cmp(&b.rect.left)));
    // Two names of one part on one line are its title and what is said of it.
    let mut kept: Vec<Mark<'t>> = Vec::new();
    for mark in marks {
        let told = |other: &Mark<'_>| {
            !mark.ends && !other.ends && other.order == mark.order && other.rect.overlap_y(&mark.rect) > 0.0
        };
        if !kept.iter().any(told) {
            kept.push(mark);
        }
    }
    kept
}

fn begins_phrase(sheet: &Sheet<'_>, place: &LabelMatch) -> bool {
    let layout = &sheet.layout;
    let Some(&first) = place.words.first() else { return false };
    let line = &layout.lines[layout.words[first].line].words;
    // A part's letter may be misread, or stand before a title that is given without it.
    let lettered = |word: &usize| *word >= first || layout.words[*word].key.chars().count() <= 1;
    layout.phrases(line).iter().any(|phrase| phrase.words.contains(&first) && phrase.words.iter().all(lettered))
}

/// What lies under a title: down to the next one in its column, as wide as the column.
fn part(sheet: &Sheet<'_>, marks: &[Mark<'_>], at: usize) -> Rect {
    let own = &marks[at].rect;
    let frame = &sheet.layout.page.frame;
    let apart = frame.width * 0.25;
    let titles = || marks.iter().filter(|mark| !mark.ends);
    // Where no part begins further left this one takes the page from its edge.
    let left = if titles().any(|mark| mark.rect.left < own.left - apart) { own.left - MARGIN } else { 0.0 };
    let right = titles()
        .map(|mark| mark.rect.left)
        .filter(|&left| left > own.left + apart)
        .fold(frame.width, |right, left| right.min(left - 2.0));
    let bottom = marks
        .iter()
        .filter(|mark| mark.rect.top > own.bottom - 2.0 && (left..right).contains(&mark.rect.left))
        .map(|mark| mark.rect.top - 1.0)
        .fold(frame.height, f32::min);
    Rect::new(left, own.top - 1.0, right, bottom)
}

/// The middles of the amount columns, from left to right: equal headings repeat under wider ones, so they are taken in
/// the order of the columns.
fn headings(sheet: &Sheet<'_>, amounts: &[&ColumnDefinition], marks: &[Mark<'_>]) -> Vec<(usize, Rect)> {
    let Some(top) = marks.iter().find(|mark| !mark.ends).map(|mark| mark.rect.top) else { return Vec::new() };
    let above = |place: &&LabelMatch| place.rect.bottom <= top + 2.0 && top - place.rect.bottom < HEADING_REACH;
    let mut places: Vec<(Rect, Vec<usize>)> = Vec::new();
    for (at, column) in amounts.iter().enumerate() {
        for place in column.headings.iter().flat_map(|heading| sheet.places(heading)).filter(above) {
            match places.iter_mut().find(|(rect, _)| rect.overlap_x(&place.rect) > 0.5 * place.rect.width()) {
                Some((_, columns)) => columns.push(at),
                None => places.push((place.rect, vec![at])),
            }
        }
    }
    places.sort_by(|a, b| a.0.left.total_cmp(&b.0.left));
    let mut next = 0;
    let mut headings = Vec::new();
    for (rect, columns) in places {
        if let Some(&at) = columns.iter().filter(|&&at| at >= next).min() {
            headings.push((at, rect));
            next = at + 1;
        }
    }
    headings
}

/// The lines of a part; one without a number or an amount goes on with the description above it.
fn entries<'t>(
    sheet: &Sheet<'_>,
    table: &TableDefinition,
    mark: &Mark<'t>,
    region: &Rect,
    headings: &[(usize, Rect)],
) -> Vec<Entry<'t>> {
    let layout = &sheet.layout;
    let mut entries: Vec<Entry<'t>> = Vec::new();
    for line in layout.lines_in(region) {
        if line.iter().any(|word| mark.words.contains(word)) {
            continue;
        }
        let mut words: Vec<usize> = line;
        let number = words.first().copied().filter(|&word| line_number(&layout.words[word].word).is_some());
        if number.is_some() {
            words.remove(0);
        }
        let amounts = take_amounts(sheet, &mut words, headings);
        let description = described(sheet, &words, headings);
        match entries.last_mut() {
            Some(above)
                if table.wraps && number.is_none() && amounts.is_empty() && goes_on(sheet, above, &description) =>
            {
                above.description.extend(description);
            }
            _ => entries.push(Entry { part: mark.value, number, description, amounts }),
        }
    }
    entries
}

/// The two figures that number a line; a reader of scans takes some of them for letters.
fn line_number(word: &Word) -> Option<String> {
    let scanned = word.source == Source::Ocr;
    let figure = |c: char| match c {
        'O' | 'o' | 'D' if scanned => '0',
        'I' | 'l' | 't' | 'i' if scanned => '1',
        'S' | 's' if scanned => '5',
        c => c,
    };
    let bare = word.text.trim_end_matches(['.', ')']);
    let begins = bare.starts_with(|c: char| c.is_ascii_digit() || matches!(c, 'O' | 'o'));
    let number: String = bare.chars().map(figure).collect();
    (begins && number.len() == 2 && number.bytes().all(|b| b.is_ascii_digit())).then_some(number)
}

/// Takes the amounts at the end of a line from its words, each with its column.
fn take_amounts(sheet: &Sheet<'_>, words: &mut Vec<usize>, headings: &[(usize, Rect)]) -> Vec<(usize, Reading)> {
    let layout = &sheet.layout;
    let edge = headings.first().map(|(_, rect)| rect.left - 0.25 * rect.width());
    let mut amounts: Vec<(usize, Reading)> = Vec::new();
    for mut amount in read_amounts(&Run::new(layout, words)).into_iter().rev() {
        let rect = layout.rect_around(&amount.words);
        let (Some(&last), Some(&end)) = (amount.words.last(), words.last()) else { break };
        let whole = amount.words.iter().all(|word| words.contains(word)) && last == end;
        let signed = amount.raw.contains(['$', '.', ',']);
        if !whole
            || edge.is_some_and(|edge| rect.center_x() < edge)
            || (edge.is_none() && !amounts.is_empty())
            || !signed
        {
            break;
        }
        let far = |heading: &Rect| (heading.center_x() - rect.center_x()).abs();
        let nearest = headings.iter().min_by(|a, b| far(&a.1).total_cmp(&far(&b.1)));
        amount.quality = amount.quality.max(0.9);
        words.retain(|word| !amount.words.contains(word));
        // What is left before an amount may be its sign alone.
        while words.last().is_some_and(|&word| layout.words[word].key.is_empty()) {
            words.pop();
        }
        amounts.push((nearest.map_or(0, |(at, _)| *at), amount));
    }
    amounts
}

/// The words of the description: what stands before the amount columns, up to a label of its own such as `Deed:`.
fn described(sheet: &Sheet<'_>, words: &[usize], headings: &[(usize, Rect)]) -> Vec<usize> {
    let layout = &sheet.layout;
    let edge = headings.first().map_or(f32::MAX, |(_, rect)| rect.left - 0.25 * rect.width());
    let phrases = layout.phrases(words);
    let labelled = |at: usize| at > 0 && layout.words[phrases[at].words[0]].ends_label;
    let end = (0..phrases.len()).find(|&at| labelled(at) || phrases[at].rect.left > edge).unwrap_or(phrases.len());
    phrases[..end].iter().flat_map(|phrase| phrase.words.iter().copied()).collect()
}

fn goes_on(sheet: &Sheet<'_>, above: &Entry<'_>, description: &[usize]) -> bool {
    if above.description.is_empty() || description.is_empty() {
        return false;
    }
    let (rect, here) = (sheet.layout.rect_around(&above.description), sheet.layout.rect_around(description));
    (rect.left - here.left).abs() < ALIGNED && here.top - rect.bottom < 0.6 * here.height()
}

/// Makes a row: the required text is the description, another text the line's number, a name the payee behind `to`.
fn row(
    sheet: &Sheet<'_>,
    index: usize,
    table: &TableDefinition,
    amounts: &[&ColumnDefinition],
    entry: Entry<'_>,
) -> Option<Row> {
    let mut cells: Vec<Cell> = Vec::new();
    for (at, amount) in entry.amounts {
        let column = amounts.get(at)?;
        if !cells.iter().any(|known| known.column == column.id) {
            cells.push(cell(sheet, index, column, amount));
        }
    }
    let text = |required: bool| {
        table.columns.iter().find(|column| column.kind == ValueKind::Text && column.required == required)
    };
    let payee = table.columns.iter().find(|column| column.kind == ValueKind::Name);
    let (what, to) = match payee {
        Some(_) => split_payee(sheet, &entry.description),
        None => (entry.description, Vec::new()),
    };
    let column = text(true)?;
    let description = cell(sheet, index, column, read(sheet, column, &what)?);
    let letters = description.value.chars().filter(|c| c.is_alphabetic()).count();
    if cells.is_empty() || letters < 3 {
        return None;
    }
    if let (Some(column), Some(number)) = (text(false), entry.number) {
        let word = &sheet.layout.words[number].word;
        let value = line_number(word)?;
        let reading = Reading { value, raw: word.text.clone(), words: vec![number], quality: 1.0 };
        cells.push(cell(sheet, index, column, reading));
    }
    if let Some(column) = payee {
        cells.extend(read(sheet, column, &to).map(|reading| cell(sheet, index, column, reading)));
    }
    if let (Some(column), Some(value)) =
        (table.columns.iter().find(|column| column.kind == ValueKind::Enum), entry.part)
    {
        let derived = Cell { column: column.id.clone(), value: value.to_owned(), ..description.clone() };
        cells.push(Cell { source: Source::Derived, ..derived });
    }
    cells.push(description);
    Some(Row { cells })
}

/// Parts a description at the `to` before a name; a period `8/1/2025 to 8/31/2025` is no payee.
fn split_payee(sheet: &Sheet<'_>, words: &[usize]) -> (Vec<usize>, Vec<usize>) {
    let text = |at: usize| clean_text(&sheet.layout.words[words[at]].word.text);
    let named = |at: usize| text(at).starts_with(|c: char| c.is_uppercase());
    let to = (1..words.len()).find(|&at| text(at) == "to" && at + 1 < words.len() && named(at + 1));
    match to {
        Some(at) => (words[..at].to_vec(), words[at + 1..].to_vec()),
        None => {
            let open = words.len() > 1 && text(words.len() - 1) == "to";
            (words[..words.len() - usize::from(open)].to_vec(), Vec::new())
        }
    }
}
