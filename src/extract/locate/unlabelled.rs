//! Values that stand without a label: letterheads, address blocks, titles in large type, shapes.

use super::Place;
use crate::extract::block::{AddressBlock, address_text, is_city_line, split_persons};
use crate::extract::candidate::Candidate;
use crate::extract::patterns::compiled;
use crate::extract::value::{self, Reading, Run, clean_text};
use crate::library::{Part, Relation};
use crate::model::ValueKind;
use crate::page::Layout;

/// A name has at most so many words.
const LONGEST_NAME: usize = 8;

impl Place<'_, '_> {
    pub(super) fn unlabelled_block(&self, relation: Relation, weight: f32, found: &mut Vec<Candidate>) {
        let blocks = &self.sheet.blocks;
        let sender = self.sender_of(blocks);
        match relation {
            Relation::Letterhead => {
                if let Some(sender) = sender {
                    let block = &blocks[sender];
                    self.read_block(relation, &block.names, &block.address, weight * 0.9, found);
                }
                if self.field.part == Part::Name {
                    self.large_title(weight, found);
                }
            }
            _ => {
                let other = blocks.iter().enumerate().find(|(index, _)| Some(*index) != sender);
                if let Some((_, block)) = other {
                    let persons: Vec<Vec<usize>> = block.names.clone();
                    self.read_block(relation, &persons, &block.address, weight * 0.9, found);
                }
            }
        }
    }

    /// The block of the paper's sender: the one that has the field's hints, else the first on the page when there
    /// is more than one.
    pub(super) fn sender_of(&self, blocks: &[AddressBlock]) -> Option<usize> {
        let layout = &self.sheet.layout;
        let hinted = blocks.iter().position(|block| {
            let text = block.names.iter().map(|line| layout.text(line)).collect::<Vec<_>>().join(" ").to_uppercase();
            self.hinted(&text)
        });
        // A block that opens the page is its letterhead.
        let first_line = layout.lines.first().map_or(0.0, |line| line.rect.bottom);
        let opens = |block: &AddressBlock| {
            block.rect.top <= first_line || (block.names.is_empty() && block.rect.top < 0.13 * layout.page.frame.height)
        };
        hinted.or(if blocks.len() >= 2 || blocks.first().is_some_and(opens) { Some(0) } else { None })
    }

    pub(super) fn hinted(&self, text: &str) -> bool {
        let padded = format!(" {} ", text.to_uppercase().replace(|c: char| !c.is_alphanumeric() && c != '&', " "));
        self.sheet.keys.hints.iter().any(|hint| padded.contains(hint.as_str()))
    }

    /// A name in large type, or with a hint, near the top of the page.
    pub(super) fn large_title(&self, weight: f32, found: &mut Vec<Candidate>) {
        let layout = &self.sheet.layout;
        let usual = layout.usual_size();
        let limit = layout.page.frame.height * 0.25;
        for line in layout.lines.iter().filter(|line| line.rect.top < limit) {
            for phrase in layout.phrases(&line.words) {
                let Some(reading) = value::read(ValueKind::Name, &Run::new(layout, &phrase.words)) else { continue };
                if phrase.words.iter().any(|&word| self.sheet.is_label[word]) {
                    continue;
                }
                let size = phrase.words.iter().map(|&word| layout.words[word].word.size).fold(0.0, f32::max);
                let hinted = self.hinted(&reading.value);
                let large = size > usual * 1.25;
                let support = match (hinted, large) {
                    (true, true) => 0.95,
                    (true, false) => 0.82,
                    (false, true) => 0.72,
                    (false, false) => continue,
                };
                let height = 1.0 - phrase.rect.top / layout.page.frame.height * 0.3;
                self.push(reading, weight * support * height, found);
            }
        }
    }

    /// Every name on the page with a hint of the sender, the bold and large ones first.
    pub(super) fn hinted_names(&self, weight: f32, found: &mut Vec<Candidate>) {
        let layout = &self.sheet.layout;
        for line in &layout.lines {
            for phrase in layout.phrases(&line.words) {
                let labelled = phrase.words.iter().any(|&word| self.sheet.is_label[word]);
                if labelled || phrase.words.len() > LONGEST_NAME || !self.hinted(&layout.text(&phrase.words)) {
                    continue;
                }
                let Some(reading) = value::read(ValueKind::Name, &Run::new(layout, &phrase.words)) else { continue };
                let emphasis = phrase.words.iter().any(|&word| {
                    let word = &layout.words[word].word;
                    word.bold || word.size > layout.usual_size() * 1.25
                });
                self.push(reading, weight * if emphasis { 0.9 } else { 0.8 }, found);
            }
        }
    }

    pub(super) fn read_block(
        &self,
        relation: Relation,
        names: &[Vec<usize>],
        address: &[Vec<usize>],
        support: f32,
        found: &mut Vec<Candidate>,
    ) {
        let layout = &self.sheet.layout;
        let (value, words) = match self.field.part {
            Part::Address => (address_text(layout, address), address.concat()),
            Part::Whole if self.field.kind == ValueKind::Text => {
                // A text takes all of the block, a name over its address.
                let first = |line: &Vec<usize>| layout.phrases(line).into_iter().next().map(|phrase| phrase.words);
                let lines: Vec<Vec<usize>> = names.iter().chain(address).filter_map(first).collect();
                (address_text(layout, &lines), lines.concat())
            }
            Part::SecondName => {
                let persons: Vec<(String, &Vec<usize>)> = names
                    .iter()
                    .flat_map(|line| {
                        split_persons(&clean_text(&layout.text(line))).into_iter().map(move |person| (person, line))
                    })
                    .filter(|(person, _)| person.split_whitespace().count() >= 2)
                    .collect();
                let Some((person, line)) = persons.get(1) else { return };
                (person.clone(), (*line).clone())
            }
            _ => {
                // A scrap of a misread label is one short word; a name has two where there is a choice.
                let several = names.iter().find(|line| line.len() >= 2);
                let Some(line) = several.or_else(|| names.iter().find(|line| !line.is_empty())) else { return };
                let text = clean_text(&layout.text(line));
                let text = if self.field.kind == ValueKind::Name { value::bare_name(&text) } else { text };
                let first = if relation == Relation::Addressee { split_persons(&text).swap_remove(0) } else { text };
                (first, line.clone())
            }
        };
        if value.chars().filter(|c| c.is_alphabetic()).count() < 2 {
            return;
        }
        let quality =
            if self.field.part == Part::Address && !is_city_line(&last_line(layout, address)) { 0.85 } else { 1.0 };
        let reading = Reading { raw: value.clone(), value, words, quality };
        self.push(reading, support, found);
    }

    /// What matches the field's pattern, in the order of reading.
    fn matching(&self, pattern: &str, weight: f32, found: &mut Vec<Candidate>) {
        let Some(pattern) = compiled(pattern) else { return };
        let layout = &self.sheet.layout;
        let all: Vec<usize> = (0..layout.words.len()).collect();
        let run = Run::new(layout, &all);
        for place in pattern.find_iter(run.text()) {
            let raw = place.as_str().trim().to_owned();
            let words = run.words(place.start(), place.end());
            self.push(Reading { value: raw.clone(), raw, words, quality: 1.0 }, weight * 0.9, found);
        }
    }

    /// The first or last in time of the dates on the page, when there are several.
    pub(super) fn outermost_date(&self, relation: Relation, weight: f32, found: &mut Vec<Candidate>) {
        let layout = &self.sheet.layout;
        let phrases = layout.lines.iter().flat_map(|line| layout.phrases(&line.words));
        let mut dates: Vec<Reading> =
            phrases.flat_map(|phrase| value::read_date(&Run::new(layout, &phrase.words))).collect();
        dates.sort_by(|a, b| a.value.cmp(&b.value));
        let several = dates.first().map(|date| &date.value) != dates.last().map(|date| &date.value);
        let date = if relation == Relation::Earliest { dates.into_iter().next() } else { dates.pop() };
        if let Some(date) = date.filter(|_| several) {
            self.push(date, weight * 0.8, found);
        }
    }

    pub(super) fn anywhere(&self, weight: f32, found: &mut Vec<Candidate>) {
        if let Some(pattern) = &self.field.pattern {
            return self.matching(pattern, weight, found);
        }
        let layout = &self.sheet.layout;
        for line in &layout.lines {
            for phrase in layout.phrases(&line.words) {
                let words: Vec<usize> =
                    phrase.words.iter().copied().filter(|&word| !self.sheet.is_label[word]).collect();
                if words.is_empty() {
                    continue;
                }
                if let Some(reading) = self.read_run(&words) {
                    let size = words.iter().map(|&word| layout.words[word].word.size).fold(0.0, f32::max);
                    let large = (size / layout.usual_size()).clamp(0.5, 2.0) / 2.0;
                    self.push(reading, weight * 0.7 * (0.6 + 0.4 * large), found);
                }
            }
        }
    }
}

fn last_line(layout: &Layout<'_>, lines: &[Vec<usize>]) -> String {
    lines.last().map(|line| clean_text(&layout.text(line))).unwrap_or_default()
}
