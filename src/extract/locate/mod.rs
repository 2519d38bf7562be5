//! Looks for each field's value at the places that its definition names, and scores what it finds.

mod before;
mod boxes;
mod choices;
mod clauses;
mod following;
mod form_fields;
mod micr;
mod passage;
mod rest;
mod rows;
mod sentences;
mod signed;
mod title;
mod unlabelled;

pub use choices::choice_in;

use super::block::{address_text, is_city_line, persons_of, split_lines};
use super::candidate::Candidate;
use super::region;
use super::section::Sections;
use super::sheet::Sheet;
use super::value::{self, Reading, Run, clean_text};
use crate::library::{DocumentType, FieldDefinition, Part, Relation, Shape};
use crate::model::ValueKind;
use crate::page::{LabelMatch, Rect, key};
use choices::{read_answer, read_choice};

/// Returns every possible value of every field.
pub fn candidates(sheets: &[Sheet<'_>], definition: &DocumentType) -> Vec<Candidate> {
    let sections = Sections::find(sheets, definition);
    let mut found = Vec::new();
    let fields = definition.fields.iter().enumerate().filter(|(_, field)| field.kind != ValueKind::Signature);
    for (field_index, field) in fields {
        let numbers: Vec<String> = field.lines.iter().map(|number| key(number)).collect();
        let places: Vec<Place<'_, '_>> = sheets
            .iter()
            .enumerate()
            .map(|(sheet_index, sheet)| Place {
                sheet,
                definition,
                field,
                sections: &sections,
                numbers: &numbers,
                at: (field_index, sheet_index),
            })
            .collect();
        before::named(&places, &mut found);
        for place in &places {
            place.form_fields(&mut found);
            for (rank, &relation) in field.find.iter().enumerate() {
                let weight = 0.95f32.powi(i32::try_from(rank).unwrap_or(9));
                place.search(relation, weight, &mut found);
            }
        }
    }
    found
}

/// An address whose parts have boxes of their own counts at least so much.
const WHOLE_ADDRESS: f32 = 0.93;

/// A field looked for on a sheet.
struct Place<'a, 'p> {
    sheet: &'a Sheet<'p>,
    definition: &'a DocumentType,
    field: &'a FieldDefinition,
    sections: &'a Sections,
    /// The keys of the field's line numbers.
    numbers: &'a [String],
    at: (usize, usize),
}

impl Place<'_, '_> {
    fn search(&self, relation: Relation, weight: f32, found: &mut Vec<Candidate>) {
        match relation {
            Relation::Letterhead | Relation::Addressee => self.unlabelled_block(relation, weight, found),
            Relation::CheckBox if self.offers_choices() => self.ticked_choice(weight, found),
            Relation::CheckBox if self.field.kind == ValueKind::Text => self.ticked_texts(weight, found),
            Relation::Sentence => self.in_sentences(weight, found),
            Relation::Following => self.following(weight, found),
            Relation::Passage => self.passage(weight, found),
            Relation::Closing => self.closing(weight, found),
            Relation::Signed => self.signed_date(weight, found),
            Relation::Title => self.title(weight, found),
            // Signers are counted over all sheets.
            Relation::Before => {}
            Relation::Itself => self.printed_choice(weight, found),
            Relation::Anywhere => self.anywhere(weight, found),
            Relation::Hinted => self.hinted_names(weight, found),
            Relation::MagneticInk => self.magnetic_ink(weight, found),
            Relation::Earliest | Relation::Latest => self.outermost_date(relation, weight, found),
            _ => {
                for (rank, label) in self.sheet.any_places(&self.field.labels) {
                    if !self.sections.hold_label(&self.field.section, self.at.1, label) {
                        continue;
                    }
                    let support = weight * label.score * 0.99f32.powi(i32::try_from(rank).unwrap_or(9));
                    self.beside_label(relation, label, support, found);
                }
            }
        }
    }

    /// An enum has choices, and a yes or no may have sentences that say one or the other, each with a box.
    fn offers_choices(&self) -> bool {
        match self.field.kind {
            ValueKind::Enum => true,
            ValueKind::Checkbox => !self.field.choices.is_empty(),
            _ => false,
        }
    }

    fn beside_label(&self, relation: Relation, label: &LabelMatch, support: f32, found: &mut Vec<Candidate>) {
        let lines = match relation {
            Relation::Right => vec![region::right_of(self.sheet, label)],
            Relation::Below => region::below(self.sheet, label),
            Relation::Cell | Relation::Block => region::in_cell(self.sheet, label),
            Relation::Above => region::above(self.sheet, label),
            Relation::InTurn => vec![region::in_turn(self.sheet, label)],
            Relation::Row => return self.in_row(label, support, found),
            Relation::Column => return self.in_column(label, support, found),
            Relation::CheckBox => return self.check_box(label, support, found),
            Relation::YesNo => return self.yes_or_no(label, support, found),
            Relation::Letterhead
            | Relation::Addressee
            | Relation::Itself
            | Relation::Anywhere
            | Relation::Hinted
            | Relation::MagneticInk
            | Relation::Earliest
            | Relation::Latest
            | Relation::Sentence
            | Relation::Following
            | Relation::Passage
            | Relation::Closing
            | Relation::Signed
            | Relation::Before
            | Relation::Title => return,
        };
        if relation == Relation::Block {
            let beside = region::block_beside(self.sheet, label);
            let block = split_lines(&self.sheet.layout, &beside);
            // Notes beside a box have no address.
            if !block.address.is_empty() && beside.len() > 1 {
                self.read_block(relation, &block.names, &block.address, support, found);
            }
            let block = split_lines(&self.sheet.layout, &lines);
            let mut read = Vec::new();
            self.read_block(relation, &block.names, &block.address, support, &mut read);
            found.extend(read.into_iter().map(|candidate| self.completed(label, candidate)));
        } else if let Some((reading, distance)) = self.read_lines(relation, label, &lines) {
            self.push(self.with_rest(relation, label, reading), support * distance, found);
        }
    }

    /// Adds the parts of a block that have boxes of their own: the city under the street.
    fn completed(&self, label: &LabelMatch, candidate: Candidate) -> Candidate {
        let Candidate { value, raw, words, score, .. } = candidate.clone();
        let whole = self.with_rest(Relation::Block, label, Reading { value, raw, words, quality: 1.0 });
        if whole.words == candidate.words {
            return candidate;
        }
        let score = score.max(WHOLE_ADDRESS * label.score);
        Candidate::from_reading(&self.sheet.layout, self.at, whole, score)
    }

    fn push(&self, reading: Reading, score: f32, found: &mut Vec<Candidate>) {
        found.push(Candidate::from_reading(&self.sheet.layout, self.at, reading, score));
    }

    /// Reads the first line that holds a value of the kind; the further it is, the less it is worth.
    fn read_lines(&self, relation: Relation, label: &LabelMatch, lines: &[Vec<usize>]) -> Option<(Reading, f32)> {
        let kind = self.field.kind;
        let spans_lines = matches!(kind, ValueKind::Address)
            || (relation == Relation::Cell && matches!(kind, ValueKind::Text | ValueKind::Name));
        if spans_lines && relation != Relation::Right {
            return self.read_block_of_lines(lines).map(|reading| (reading, 1.0));
        }
        for (index, line) in lines.iter().enumerate() {
            let words = self.first_value_words(relation, label, line);
            if words.is_empty() {
                continue;
            }
            if relation == Relation::Below && self.is_table_row(line, &words) {
                break;
            }
            let numbered = self.after_line_number(line);
            let alone = || self.whole_dollars_alone_in_box(relation, label, &words);
            if let Some(reading) = numbered.or_else(|| self.read_run(&words)).or_else(alone) {
                let reading = if kind == ValueKind::Address { self.with_city_line(label, reading) } else { reading };
                let far = self.gap(label, &reading);
                let distance = 0.97f32.powi(i32::try_from(index).unwrap_or(9)) * far;
                return Some((reading, distance));
            }
        }
        None
    }

    /// Whole dollars that are all that stands in the label's ruled box: an amount, though others are printed with cents.
    fn whole_dollars_alone_in_box(&self, relation: Relation, label: &LabelMatch, words: &[usize]) -> Option<Reading> {
        let [word] = words else { return None };
        let boxed = relation == Relation::Cell && region::ruled_cell(self.sheet, label).is_some();
        let text = &self.sheet.layout.words[*word].word.text;
        let whole = text.len() >= 2 && !text.starts_with('0') && text.bytes().all(|b| b.is_ascii_digit() || b == b',');
        // The year that ends a label: `Benefits repaid in 2025`.
        let year = text.len() == 4 && (text.starts_with("19") || text.starts_with("20"));
        if self.field.kind != ValueKind::Money || !boxed || !whole || year {
            return None;
        }
        let reading = value::read(ValueKind::Money, &Run::new(&self.sheet.layout, words))?;
        Some(Reading { quality: reading.quality.max(0.85), ..reading })
    }

    /// A line that begins with a date is a row of a table, and its amounts belong to no single field.
    fn is_table_row(&self, line: &[usize], words: &[usize]) -> bool {
        let layout = &self.sheet.layout;
        let Some(&first) = line.first() else { return false };
        let leading = layout.lines[layout.words[first].line].words.first().copied();
        self.field.kind == ValueKind::Money
            && leading.is_some_and(|word| !words.contains(&word) && value::is_short_date(&layout.words[word].word.text))
    }

    /// For running text only the first phrase beside a label is its value; figures may stand further off.
    fn first_value_words(&self, relation: Relation, label: &LabelMatch, line: &[usize]) -> Vec<usize> {
        let layout = &self.sheet.layout;
        let textual = matches!(
            self.field.kind,
            ValueKind::Text
                | ValueKind::Name
                | ValueKind::Address
                | ValueKind::Enum
                | ValueKind::AccountNumber
                | ValueKind::Checkbox
        );
        if !textual {
            return self.without_line_number(line);
        }
        if self.field.part == Part::Line {
            return line.to_vec();
        }
        let wordy = |words: &[usize]| words.iter().any(|&word| !layout.words[word].key.is_empty());
        let phrases = layout.phrases(&self.without_line_number(line));
        let Some(phrase) = phrases.into_iter().find(|phrase| wordy(&phrase.words)) else { return Vec::new() };
        let far = match relation {
            Relation::Right => phrase.rect.left - label.rect.right > 0.35 * layout.page.frame.width,
            _ => false,
        };
        if far { Vec::new() } else { phrase.words }
    }

    /// A form repeats the number of a line before its box: `1a Wages ... 1a 84,250`.
    fn without_line_number(&self, line: &[usize]) -> Vec<usize> {
        line.iter().copied().filter(|&word| !self.numbers.contains(&self.sheet.layout.words[word].key)).collect()
    }

    /// The amount that follows the number of the line, which a form prints before its box: of several amounts on a
    /// line it is the one that counts, and whole dollars are no less an amount there.
    fn after_line_number(&self, line: &[usize]) -> Option<Reading> {
        let layout = &self.sheet.layout;
        if self.field.kind != ValueKind::Money {
            return None;
        }
        let is_number = |at: usize| self.numbers.contains(&layout.words[line[at]].key);
        let at = (0..line.len()).rev().find(|&at| is_number(at) && at + 1 < line.len() && !is_number(at + 1))?;
        let rest = self.without_line_number(&line[at + 1..]);
        let mut reading = self.read_run(&rest)?;
        let follows = reading.words.first().is_some_and(|first| rest.iter().take(3).any(|word| word == first));
        reading.quality = reading.quality.max(0.9);
        follows.then_some(reading)
    }

    fn read_block_of_lines(&self, lines: &[Vec<usize>]) -> Option<Reading> {
        let layout = &self.sheet.layout;
        if self.field.kind == ValueKind::Address {
            let lines: Vec<Vec<usize>> = lines.to_vec();
            let value = address_text(layout, &lines);
            let words: Vec<usize> = lines.concat();
            return (value.len() > 5).then(|| Reading { raw: value.clone(), value, words, quality: 0.9 });
        }
        let line = lines.iter().find(|line| !line.is_empty())?;
        value::read(self.field.kind, &Run::new(layout, line))
    }

    fn read_run(&self, words: &[usize]) -> Option<Reading> {
        let run = Run::new(&self.sheet.layout, words);
        match (self.field.kind, self.field.part) {
            (ValueKind::Enum, _) => read_choice(&self.field.choices, &run, words),
            (ValueKind::Checkbox, _) => {
                read_answer(&self.field.choices, &run, words).or_else(|| self.answer_apart(words))
            }
            (ValueKind::Date, Part::First) => value::read_date(&run).into_iter().next(),
            (ValueKind::Date, Part::Last) => value::read_date(&run).into_iter().nth(1),
            (ValueKind::Date, Part::EndOfPeriod) => {
                let dates = value::read_date(&run);
                if dates.len() >= 2 { dates.into_iter().nth(1) } else { dates.into_iter().next() }
            }
            (ValueKind::Integer | ValueKind::Duration, Part::Years | Part::Months) => {
                value::read_count(&run, self.field.part == Part::Years)
            }
            (ValueKind::Money, Part::Last) => {
                value::read_amounts(&run).into_iter().rfind(|reading| reading.quality > 0.5)
            }
            (ValueKind::Name, Part::Line) => {
                // All of it, with the clause for assigns that a name goes without elsewhere.
                value::read(ValueKind::Name, &run).and_then(|_| value::read(ValueKind::Text, &run))
            }
            (ValueKind::Name, Part::First) => {
                let mut reading = value::read(ValueKind::Name, &run)?;
                reading.value = persons_of(&reading.value).swap_remove(0);
                Some(reading)
            }
            (ValueKind::Name, Part::SecondName) => {
                let mut reading = value::read(ValueKind::Name, &run)?;
                let further = persons_of(&reading.value).split_off(1);
                reading.value = further.join("; ");
                (!further.is_empty()).then_some(reading)
            }
            (ValueKind::Text, Part::First) => {
                let mut reading = value::read(ValueKind::Text, &run)?;
                reading.value = clean_text(reading.value.split('/').next()?);
                Some(reading)
            }
            (ValueKind::Name, Part::BeforeComma | Part::AfterComma) => {
                comma_part(value::read(ValueKind::Name, &run)?, self.field.part)
            }
            (ValueKind::Name, Part::GivenName | Part::MiddleNames) => {
                name_part(value::read(ValueKind::Name, &run)?, self.field.part)
            }
            (ValueKind::Duration, _) => value::read_duration(&run, self.field.unit),
            // `NONE` in the box of an amount.
            (ValueKind::Money, _) if self.field.choices.iter().any(|choice| choice.means(run.text())) => {
                read_choice(&self.field.choices, &run, words)
            }
            (ValueKind::Money, _) => {
                let reading = value::read(ValueKind::Money, &run)?;
                let bare = reading.quality < 0.6 && self.sheet.prints_cents;
                (!bare).then_some(reading)
            }
            (kind, _) => value::read(kind, &run).filter(|reading| has_shape(self.field.shape, reading)),
        }
    }

    /// Adds the line of the city under a street beside its label.
    fn with_city_line(&self, label: &LabelMatch, street: Reading) -> Reading {
        let layout = &self.sheet.layout;
        let rect = layout.rect_around(&street.words);
        let height = rect.height().max(label.rect.height()).max(6.0);
        let under = Rect::new(label.rect.left - 8.0, rect.bottom, rect.right + 40.0, rect.bottom + 1.6 * height);
        let lines = layout.lines_in(&under);
        let Some(city) = lines.first().filter(|line| is_city_line(&layout.text(line))) else { return street };
        Reading {
            value: format!("{}, {}", street.value.trim_end_matches(','), clean_text(&layout.text(city))),
            raw: format!("{} {}", street.raw, layout.text(city)),
            words: street.words.iter().chain(city).copied().collect(),
            quality: street.quality,
        }
    }

    /// A yes or no that stands apart from what else is printed on the line, such as the amount asked about.
    fn answer_apart(&self, words: &[usize]) -> Option<Reading> {
        let layout = &self.sheet.layout;
        let begins = |words: &[usize]| matches!(layout.words[words[0]].key.as_str(), "YES" | "NO");
        let phrase = layout.phrases(words).into_iter().skip(1).find(|phrase| begins(&phrase.words))?;
        read_answer(&[], &Run::new(layout, &phrase.words), &phrase.words)
    }

    fn gap(&self, label: &LabelMatch, reading: &Reading) -> f32 {
        let rect = self.sheet.layout.rect_around(&reading.words);
        let across = (rect.left - label.rect.right).max(label.rect.left - rect.right).max(0.0);
        let down = (rect.top - label.rect.bottom).max(0.0);
        1.0 - (across / 2400.0).min(0.12) - (down / 300.0).min(0.15)
    }
}

/// The first word of the given names, or those after it.
fn name_part(mut reading: Reading, part: Part) -> Option<Reading> {
    let (first, rest) = reading.value.split_once(' ').unwrap_or((&reading.value, ""));
    let wanted = if part == Part::GivenName { first } else { rest };
    reading.value = clean_text(wanted);
    (!reading.value.is_empty()).then_some(reading)
}

/// A person before a comma, or the firm behind it.
fn comma_part(mut reading: Reading, part: Part) -> Option<Reading> {
    reading.value = match part {
        Part::BeforeComma => clean_text(reading.value.split(',').next()?),
        _ => clean_text(reading.value.split_once(',')?.1),
    };
    Some(reading)
}

/// A code has a digit and is no date and no amount.
fn has_shape(shape: Shape, reading: &Reading) -> bool {
    let text = reading.value.as_str();
    match shape {
        Shape::Free => true,
        Shape::Code => {
            let digits = text.chars().filter(char::is_ascii_digit).count();
            let money = text.contains('.') && text.chars().all(|c| c.is_ascii_digit() || ",.$".contains(c));
            digits > 0 && text.chars().count() <= 24 && !money && value::complete_date(text, None, None).is_none()
        }
        Shape::WrittenAmount => value::is_written_amount(text),
    }
}
