//! Looks for each field's value at the places that its definition names, and scores what it finds.

use super::block::{address_text, split_lines, split_persons};
use super::candidate::Candidate;
use super::region::{self, misalignment};
use super::sheet::Sheet;
use super::value::{self, Reading, Run, clean_text};
use crate::library::{Choice, DocumentType, FieldDefinition, Part, Relation, Shape};
use crate::model::{Source, ValueKind};
use crate::page::{CheckBox, FormValue, LabelKey, LabelMatch, find_label, key};

/// Returns every possible value of every field.
pub fn candidates(sheets: &[Sheet<'_>], definition: &DocumentType) -> Vec<Candidate> {
    let mut found = Vec::new();
    for (field_index, field) in definition.fields.iter().enumerate() {
        for (sheet_index, sheet) in sheets.iter().enumerate() {
            let place = Place { sheet, definition, field, at: (field_index, sheet_index) };
            place.form_fields(&mut found);
            for (rank, &relation) in field.find.iter().enumerate() {
                let weight = 0.95f32.powi(i32::try_from(rank).unwrap_or(9));
                place.search(relation, weight, &mut found);
            }
        }
    }
    found
}

/// A field looked for on a sheet.
struct Place<'a, 'p> {
    sheet: &'a Sheet<'p>,
    definition: &'a DocumentType,
    field: &'a FieldDefinition,
    at: (usize, usize),
}

impl Place<'_, '_> {
    fn search(&self, relation: Relation, weight: f32, found: &mut Vec<Candidate>) {
        match relation {
            Relation::Letterhead | Relation::Addressee => self.unlabelled_block(relation, weight, found),
            Relation::CheckBox if self.field.kind == ValueKind::Enum => self.ticked_choice(weight, found),
            Relation::Itself => self.printed_choice(weight, found),
            Relation::Anywhere => self.anywhere(weight, found),
            _ => {
                for (rank, label) in self.sheet.any_places(&self.field.labels) {
                    let support = weight * label.score * 0.99f32.powi(i32::try_from(rank).unwrap_or(9));
                    self.beside_label(relation, label, support, found);
                }
            }
        }
    }

    fn beside_label(&self, relation: Relation, label: &LabelMatch, support: f32, found: &mut Vec<Candidate>) {
        let lines = match relation {
            Relation::Right => vec![region::right_of(self.sheet, label)],
            Relation::Below => region::below(self.sheet, label),
            Relation::Cell | Relation::Block => region::in_cell(self.sheet, label),
            Relation::Above => region::above(self.sheet, label),
            Relation::Row => return self.in_row(label, support, found),
            Relation::Column => return self.in_column(label, support, found),
            Relation::CheckBox => return self.check_box(label, support, found),
            Relation::YesNo => return self.yes_or_no(label, support, found),
            Relation::Letterhead | Relation::Addressee | Relation::Itself | Relation::Anywhere => return,
        };
        if relation == Relation::Block {
            let block = split_lines(&self.sheet.layout, &lines);
            self.from_block(relation, &block.names, &block.address, support, found);
        } else if let Some((reading, distance)) = self.read_lines(relation, label, &lines) {
            self.push(reading, support * distance, found);
        }
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
            if let Some(reading) = self.read_run(&words) {
                let far = self.gap(label, &reading);
                let distance = 0.97f32.powi(i32::try_from(index).unwrap_or(9)) * far;
                return Some((reading, distance));
            }
        }
        None
    }

    /// For running text only the first phrase beside a label is its value; figures may stand further off.
    fn first_value_words(&self, relation: Relation, label: &LabelMatch, line: &[usize]) -> Vec<usize> {
        let layout = &self.sheet.layout;
        let textual = matches!(
            self.field.kind,
            ValueKind::Text | ValueKind::Name | ValueKind::Address | ValueKind::Enum | ValueKind::AccountNumber
        );
        if !textual {
            return self.without_line_number(line);
        }
        let wordy = |words: &[usize]| words.iter().any(|&word| !layout.words[word].key.is_empty());
        let phrases = layout.phrases(line);
        let Some(phrase) = phrases.into_iter().find(|phrase| wordy(&phrase.words)) else { return Vec::new() };
        let far = match relation {
            Relation::Right => phrase.rect.left - label.rect.right > 0.35 * layout.page.frame.width,
            _ => false,
        };
        if far { Vec::new() } else { phrase.words }
    }

    /// A form repeats the number of a line before its box: `1a Wages ... 1a 84,250`.
    fn without_line_number(&self, line: &[usize]) -> Vec<usize> {
        let numbers: Vec<String> = self.field.lines.iter().map(|number| key(number)).collect();
        line.iter().copied().filter(|&word| !numbers.contains(&self.sheet.layout.words[word].key)).collect()
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
            (ValueKind::Date, Part::First) => value::read_date(&run).into_iter().next(),
            (ValueKind::Date, Part::Last) => value::read_date(&run).into_iter().nth(1),
            (ValueKind::Date, Part::EndOfPeriod) => {
                let dates = value::read_date(&run);
                if dates.len() >= 2 { dates.into_iter().nth(1) } else { dates.into_iter().next() }
            }
            (ValueKind::Text, Part::First) => {
                let mut reading = value::read(ValueKind::Text, &run)?;
                reading.value = clean_text(reading.value.split('/').next()?);
                Some(reading)
            }
            (ValueKind::Money, _) => {
                let reading = value::read(ValueKind::Money, &run)?;
                let bare = reading.quality < 0.6 && self.sheet.prints_cents;
                (!bare).then_some(reading)
            }
            (kind, _) => value::read(kind, &run).filter(|reading| has_shape(self.field.shape, reading)),
        }
    }

    fn gap(&self, label: &LabelMatch, reading: &Reading) -> f32 {
        let rect = self.sheet.layout.rect_around(&reading.words);
        let across = (rect.left - label.rect.right).max(label.rect.left - rect.right).max(0.0);
        let down = (rect.top - label.rect.bottom).max(0.0);
        1.0 - (across / 2400.0).min(0.12) - (down / 300.0).min(0.15)
    }

    /// Reads the amount where the labelled row meets one of the columns.
    fn in_row(&self, label: &LabelMatch, support: f32, found: &mut Vec<Candidate>) {
        let layout = &self.sheet.layout;
        let line = region::right_of(self.sheet, label);
        let figures = self.figures(&line);
        let heading = self
            .sheet
            .any_places(&self.field.columns)
            .map(|(_, heading)| heading)
            .filter(|heading| {
                heading.rect.bottom <= label.rect.top + 2.0
                    && heading.rect.left > label.rect.left
                    && !label.words.iter().any(|word| heading.words.contains(word))
            })
            .max_by(|a, b| {
                // The nearest heading above rules; of two side by side the one nearer to the row's label.
                let rank = |heading: &LabelMatch| heading.rect.top - heading.rect.left * 0.02;
                rank(a).total_cmp(&rank(b))
            });
        if let Some(heading) = heading {
            let under = figures
                .iter()
                .map(|reading| (reading, misalignment(&layout.rect_around(&reading.words), &heading.rect)))
                .filter(|(_, off)| *off < 14.0)
                .min_by(|a, b| a.1.total_cmp(&b.1));
            if let Some((reading, _)) = under {
                self.push(reading.clone(), support, found);
                return;
            }
        }
        let by_order = match self.field.part {
            Part::First => figures.first(),
            Part::Last if figures.len() == 2 => figures.last(),
            _ => None,
        };
        if let Some(reading) = by_order {
            self.push(reading.clone(), support * 0.9, found);
        }
    }

    /// Reads the amount where the labelled column meets one of the rows named at its left.
    fn in_column(&self, label: &LabelMatch, support: f32, found: &mut Vec<Candidate>) {
        let layout = &self.sheet.layout;
        for (_, row) in self.sheet.any_places(&self.field.columns) {
            let beside = row.rect.top > label.rect.top
                && row.rect.top - label.rect.bottom < 60.0
                && row.rect.left < label.rect.left;
            if !beside {
                continue;
            }
            let line = region::right_of(self.sheet, row);
            let under = self
                .figures(&line)
                .into_iter()
                .map(|reading| (misalignment(&layout.rect_around(&reading.words), &label.rect), reading))
                .filter(|(off, _)| *off < 24.0)
                .min_by(|a, b| a.0.total_cmp(&b.0));
            if let Some((_, reading)) = under {
                self.push(reading, support, found);
            }
        }
    }

    fn figures(&self, line: &[usize]) -> Vec<Reading> {
        let run = Run::new(&self.sheet.layout, line);
        value::read_amounts(&run).into_iter().filter(|reading| reading.quality > 0.5).collect()
    }

    fn check_box(&self, label: &LabelMatch, support: f32, found: &mut Vec<Candidate>) {
        let nearest = self
            .sheet
            .layout
            .page
            .check_boxes
            .iter()
            .map(|check_box| (box_distance(check_box, label), check_box))
            .filter(|(distance, _)| *distance < 45.0)
            .min_by(|a, b| a.0.total_cmp(&b.0));
        if let Some((distance, check_box)) = nearest {
            let score = support * (1.0 - distance / 200.0);
            found.push(self.box_candidate(check_box, check_box.ticked.to_string(), score));
        }
    }

    /// The choice whose words stand beside a ticked box.
    fn ticked_choice(&self, weight: f32, found: &mut Vec<Candidate>) {
        let layout = &self.sheet.layout;
        for choice in &self.field.choices {
            for word in choice.words.iter().chain([&choice.value]) {
                for place in find_label(layout, &LabelKey::new(word)) {
                    let ticked = layout
                        .page
                        .check_boxes
                        .iter()
                        .filter(|check_box| check_box.ticked && is_beside(check_box, &place))
                        .min_by(|a, b| box_distance(a, &place).total_cmp(&box_distance(b, &place)));
                    if let Some(check_box) = ticked {
                        let score = weight * place.score * (1.0 - box_distance(check_box, &place) / 150.0);
                        found.push(self.box_candidate(check_box, choice.value.clone(), score));
                    }
                }
            }
        }
    }

    /// The answer to a question: which of the boxes marked Yes and No on its line is ticked.
    fn yes_or_no(&self, label: &LabelMatch, support: f32, found: &mut Vec<Candidate>) {
        let layout = &self.sheet.layout;
        for (word, answer) in [("Yes", "true"), ("No", "false")] {
            let nearest = find_label(layout, &LabelKey::new(word))
                .into_iter()
                .filter(|place| {
                    place.rect.left > label.rect.left
                        && place.rect.overlap_y(&label.rect.grown(3.0)) > 0.5 * place.rect.height()
                })
                .min_by(|a, b| a.rect.left.total_cmp(&b.rect.left));
            let Some(place) = nearest else { continue };
            let ticked =
                layout.page.check_boxes.iter().find(|check_box| check_box.ticked && is_beside(check_box, &place));
            if let Some(check_box) = ticked {
                found.push(self.box_candidate(check_box, answer.to_owned(), support));
            }
        }
    }

    fn box_candidate(&self, check_box: &CheckBox, value: String, score: f32) -> Candidate {
        Candidate {
            field: self.at.0,
            sheet: self.at.1,
            raw: if check_box.ticked { "X".to_owned() } else { String::new() },
            value,
            words: Vec::new(),
            rect: check_box.rect,
            score,
            reading: check_box.confidence.value(),
            source: check_box.source,
        }
    }

    fn unlabelled_block(&self, relation: Relation, weight: f32, found: &mut Vec<Candidate>) {
        let blocks = &self.sheet.blocks;
        let sender = self.sender_of(blocks);
        match relation {
            Relation::Letterhead => {
                if let Some(sender) = sender {
                    let block = &blocks[sender];
                    self.from_block(relation, &block.names, &block.address, weight * 0.9, found);
                }
                if self.field.part == Part::Name {
                    self.large_title(weight, found);
                }
            }
            _ => {
                let other = blocks.iter().enumerate().find(|(index, _)| Some(*index) != sender);
                if let Some((_, block)) = other {
                    let persons: Vec<Vec<usize>> = block.names.clone();
                    self.from_block(relation, &persons, &block.address, weight * 0.9, found);
                }
            }
        }
    }

    /// The block of the paper's sender: the one that has the field's hints, else the first on the page when there
    /// is more than one.
    fn sender_of(&self, blocks: &[super::block::AddressBlock]) -> Option<usize> {
        let layout = &self.sheet.layout;
        let hinted = blocks.iter().position(|block| {
            let text = block.names.iter().map(|line| layout.text(line)).collect::<Vec<_>>().join(" ").to_uppercase();
            self.hinted(&text)
        });
        // A block that opens the page is its letterhead.
        let first_line = layout.lines.first().map_or(0.0, |line| line.rect.bottom);
        let opens = |block: &super::block::AddressBlock| {
            block.rect.top <= first_line || (block.names.is_empty() && block.rect.top < 0.13 * layout.page.frame.height)
        };
        hinted.or(if blocks.len() >= 2 || blocks.first().is_some_and(opens) { Some(0) } else { None })
    }

    fn hinted(&self, text: &str) -> bool {
        let padded = format!(" {} ", text.to_uppercase().replace(|c: char| !c.is_alphanumeric() && c != '&', " "));
        self.definition.sender_hints.iter().any(|hint| padded.contains(&format!(" {} ", hint.to_uppercase())))
    }

    /// A name in large type, or with a hint, near the top of the page.
    fn large_title(&self, weight: f32, found: &mut Vec<Candidate>) {
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

    fn from_block(
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
            Part::Name | Part::Whole | Part::First | Part::Last | Part::EndOfPeriod => {
                let Some(line) = names.iter().find(|line| !line.is_empty()) else { return };
                let text = clean_text(&layout.text(line));
                let first = if relation == Relation::Addressee { split_persons(&text).swap_remove(0) } else { text };
                (first, line.clone())
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
        };
        if value.chars().filter(|c| c.is_alphabetic()).count() < 2 {
            return;
        }
        let quality = if self.field.part == Part::Address && !super::block::is_city_line(&last_line(layout, address)) {
            0.85
        } else {
            1.0
        };
        let reading = Reading { raw: value.clone(), value, words, quality };
        self.push(reading, support, found);
    }

    /// The words of an enum's value, printed in a title or beside the thing it describes.
    fn printed_choice(&self, weight: f32, found: &mut Vec<Candidate>) {
        let layout = &self.sheet.layout;
        for choice in &self.field.choices {
            for word in choice.words.iter().chain([&choice.value]) {
                let key = LabelKey::new(word);
                for place in find_label(layout, &key) {
                    let height = 1.0 - 0.5 * place.rect.top / layout.page.frame.height;
                    let bold = place.words.iter().any(|&at| layout.words[at].word.bold);
                    let large = place.rect.height() > layout.usual_size() * 1.15;
                    let length = (key.len() as f32 / 40.0).min(0.2);
                    let emphasis = if bold || large { 0.85 } else { 0.65 };
                    let reading = Reading {
                        value: choice.value.clone(),
                        raw: layout.text(&place.words),
                        words: place.words.clone(),
                        quality: 1.0,
                    };
                    self.push(reading, weight * place.score * height * emphasis + length, found);
                }
            }
        }
    }

    fn anywhere(&self, weight: f32, found: &mut Vec<Candidate>) {
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

    fn form_fields(&self, found: &mut Vec<Candidate>) {
        for form_field in &self.sheet.layout.page.form_fields {
            let name = form_field.name.rsplit('.').next().unwrap_or_default();
            let name = name.split('[').next().unwrap_or_default();
            if !self.field.form_fields.iter().any(|wanted| wanted == name) {
                continue;
            }
            let value = match &form_field.value {
                FormValue::Text(text) if text.trim().is_empty() => continue,
                FormValue::Text(text) => clean_text(text),
                FormValue::Checked(ticked) => ticked.to_string(),
                FormValue::Signed(signed) => signed.to_string(),
            };
            found.push(Candidate {
                field: self.at.0,
                sheet: self.at.1,
                raw: value.clone(),
                value,
                words: Vec::new(),
                rect: form_field.rect,
                score: 1.0,
                reading: 1.0,
                source: Source::Acroform,
            });
        }
    }
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
    }
}

fn last_line(layout: &crate::page::Layout<'_>, lines: &[Vec<usize>]) -> String {
    lines.last().map(|line| clean_text(&layout.text(line))).unwrap_or_default()
}

/// A box and its word stand side by side on one line, the box usually first.
fn is_beside(check_box: &CheckBox, place: &LabelMatch) -> bool {
    let gap = (place.rect.left - check_box.rect.right).max(check_box.rect.left - place.rect.right);
    gap < 14.0 && check_box.rect.overlap_y(&place.rect) > 0.3 * check_box.rect.height().min(place.rect.height())
}

fn box_distance(check_box: &CheckBox, label: &LabelMatch) -> f32 {
    let across = (-check_box.rect.overlap_x(&label.rect)).max(0.0);
    let down = (-check_box.rect.overlap_y(&label.rect)).max(0.0);
    let off_center = (check_box.rect.center_x() - label.rect.center_x()).abs() * 0.1;
    across + down + off_center
}

/// Reads the choice whose words stand in the run; the longest match wins.
pub fn read_choice(choices: &[Choice], run: &Run, words: &[usize]) -> Option<Reading> {
    let (value, _) = choice_in(choices, run.text())?;
    Some(Reading { value, raw: clean_text(run.text()), words: words.to_vec(), quality: 1.0 })
}

/// Returns the choice that a text means and how many letters of it say so.
pub fn choice_in(choices: &[Choice], text: &str) -> Option<(String, usize)> {
    let text = crate::page::key(text);
    choices
        .iter()
        .flat_map(|choice| choice.words.iter().chain([&choice.value]).map(move |word| (choice, crate::page::key(word))))
        .filter(|(_, word)| !word.is_empty() && text.contains(word.as_str()))
        .max_by_key(|(_, word)| word.len())
        .map(|(choice, word)| (choice.value.clone(), word.len()))
}
