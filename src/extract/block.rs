//! Name and address blocks: a person's or a company's name over a postal address.

use super::value::{clean_text, pattern};
use crate::page::{Layout, Phrase, Rect};

pattern!(CITY_LINE, r"(?i)^[A-Z][A-Z .'’-]+[,.]?\s+(?:[A-Z]{2}|USA)[.,]?\s+\d{5}(?:\s?-\s?\d{4})?$");
pattern!(CITY_END, r"(?i)[A-Z .'’-]+[,.]?\s+(?:[A-Z]{2}|USA)[.,]?\s+\d{5}(?:\s?-\s?\d{4})?$");
pattern!(
    STREET,
    r"(?i)^(?:\d+[A-Z]?(?:-\d+)?\s+\S|P\.?\s?O\.?\s?BOX|POST OFFICE BOX|(?:PSC|UNIT|RR|HC|USS)\s+\d|ONE\s+\w+\s+(?:PLAZA|CENTER|WAY))"
);
pattern!(SECONDARY, r"(?i)^(?:APT|SUITE|STE|UNIT|FLOOR|FL|BLDG|BUILDING|ROOM|RM|LOT|#)\b");

/// A name over an address.
#[derive(Debug, Clone)]
pub struct AddressBlock {
    /// The lines of the name, each a run of words.
    pub names: Vec<Vec<usize>>,
    /// The lines of the address.
    pub address: Vec<Vec<usize>>,
    /// The rectangle around all.
    pub rect: Rect,
}

/// Tells whether a line of text is the last line of a United States address.
pub fn is_city_line(text: &str) -> bool {
    CITY_LINE.is_match(text.trim())
}

/// Tells whether a line of text begins a street address.
pub fn is_street_line(text: &str) -> bool {
    STREET.is_match(text.trim())
}

/// Splits the lines of one place into the lines of a name and those of an address.
pub fn split_lines(layout: &Layout<'_>, lines: &[Vec<usize>]) -> AddressBlock {
    let texts: Vec<String> = lines.iter().map(|line| clean_text(&layout.text(line))).collect();
    let city = texts.iter().position(|text| CITY_END.is_match(text));
    let street = texts.iter().position(|text| is_street_line(text) && text.chars().any(char::is_alphabetic));
    let start = match (street, city) {
        (Some(street), _) => street,
        // A line over the city that has no house number is still the street when a name stands over it.
        (None, Some(city)) if city >= 2 => city - 1,
        (None, Some(city)) => city,
        (None, None) => lines.len(),
    };
    let end = city.map_or(lines.len(), |city| city + 1).max(start);
    AddressBlock {
        names: lines[..start].to_vec(),
        address: lines[start..end].to_vec(),
        rect: layout.rect_around(&lines.iter().flatten().copied().collect::<Vec<_>>()),
    }
}

/// Finds the blocks of a page, top to bottom.
pub fn find(layout: &Layout<'_>, is_label: &[bool]) -> Vec<AddressBlock> {
    let phrases: Vec<Phrase> = layout
        .lines
        .iter()
        .flat_map(|line| layout.phrases(&line.words))
        .map(|phrase| without_labels(layout, phrase, is_label))
        .filter(|phrase| !phrase.words.is_empty())
        .collect();
    let mut blocks: Vec<AddressBlock> = phrases
        .iter()
        .enumerate()
        .filter(|(_, phrase)| CITY_END.is_match(&clean_text(&layout.text(&phrase.words))))
        .map(|(index, _)| grow_upwards(layout, &phrases, index))
        .filter(|block| !block.address.is_empty())
        .collect();
    blocks.sort_by(|a, b| a.rect.top.total_cmp(&b.rect.top));
    blocks
}

fn without_labels(layout: &Layout<'_>, phrase: Phrase, is_label: &[bool]) -> Phrase {
    let words: Vec<usize> = phrase.words.into_iter().filter(|&word| !is_label[word]).collect();
    let rect = layout.rect_around(&words);
    Phrase { words, rect }
}

/// Collects the phrases that stand over the city's line, aligned with it, up to a gap or six lines.
fn grow_upwards(layout: &Layout<'_>, phrases: &[Phrase], city: usize) -> AddressBlock {
    let mut members = vec![city];
    let mut top = &phrases[city];
    while members.len() < 6 {
        let next = phrases[..city].iter().enumerate().rev().find(|(index, phrase)| {
            let rect = &phrase.rect;
            let aligned = (rect.left - top.rect.left).abs() < 4.0
                || (rect.center_x() - top.rect.center_x()).abs() < 4.0
                || (rect.right - top.rect.right).abs() < 2.0;
            let gap = top.rect.top - rect.bottom;
            let size = rect.height().max(top.rect.height());
            !members.contains(index) && aligned && gap > -0.6 * size && gap < 1.1 * size
        });
        let Some((index, phrase)) = next else { break };
        members.push(index);
        top = phrase;
        let text = layout.text(&phrase.words);
        if CITY_END.is_match(&text) {
            members.pop();
            break;
        }
    }
    members.reverse();
    let lines: Vec<Vec<usize>> = members.into_iter().map(|index| phrases[index].words.clone()).collect();
    split_lines(layout, &lines)
}

/// Returns an address as one line, its printed lines joined with commas.
pub fn address_text(layout: &Layout<'_>, lines: &[Vec<usize>]) -> String {
    let mut joined = String::new();
    for line in lines {
        let text = clean_text(&layout.text(line));
        if text.is_empty() {
            continue;
        }
        if !joined.is_empty() {
            joined.push_str(if SECONDARY.is_match(&text) && !joined.contains(',') { " " } else { ", " });
        }
        joined.push_str(&text);
    }
    joined
}

/// Splits the names of persons that share one line: `Ann A. Doe and Bob B. Doe`, `DOE ANN OR DOE BOB`.
pub fn split_persons(text: &str) -> Vec<String> {
    pattern!(AND, r"(?i)\s+(?:and|&|or|and/or)\s+");
    let parts: Vec<&str> = AND.split(text).collect();
    let whole = parts.len() > 1 && parts.iter().all(|part| part.split_whitespace().count() >= 2);
    if whole { parts.iter().map(|part| clean_text(part)).collect() } else { vec![clean_text(text)] }
}

/// Splits a list of persons on one line, also one with commas, and drops what follows a slash, such as the number of a
/// license; there is at least one.
pub fn persons_of(text: &str) -> Vec<String> {
    let text = text.split('/').next().unwrap_or_default();
    let parts: Vec<&str> = text.split(',').map(str::trim).filter(|part| !part.is_empty()).collect();
    // `John A. Doe, Jr.` and `Acme, Inc.` are one name each.
    let persons: Vec<&str> =
        if parts.iter().all(|part| part.split_whitespace().count() >= 2) { parts } else { vec![text] };
    let persons: Vec<String> = persons.into_iter().flat_map(split_persons).collect();
    if persons.is_empty() { vec![clean_text(text)] } else { persons }
}
