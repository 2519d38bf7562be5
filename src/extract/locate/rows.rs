//! Values where a labelled row and a labelled column meet.

use super::Place;
use crate::extract::candidate::Candidate;
use crate::extract::region::{self, misalignment};
use crate::extract::value::{self, Reading, Run};
use crate::library::Part;
use crate::model::ValueKind;
use crate::page::LabelMatch;

impl Place<'_, '_> {
    /// Reads the amount where the labelled row meets one of the columns.
    pub(super) fn in_row(&self, label: &LabelMatch, support: f32, found: &mut Vec<Candidate>) {
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
    pub(super) fn in_column(&self, label: &LabelMatch, support: f32, found: &mut Vec<Candidate>) {
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

    pub(super) fn figures(&self, line: &[usize]) -> Vec<Reading> {
        if self.field.kind == ValueKind::Percent {
            // Shares are printed with more places than amounts have: `33.333333 %`.
            let phrases = self.sheet.layout.phrases(line);
            let read = |words: &[usize]| value::read(ValueKind::Percent, &Run::new(&self.sheet.layout, words));
            return phrases.iter().filter_map(|phrase| read(&phrase.words)).collect();
        }
        let run = Run::new(&self.sheet.layout, line);
        value::read_amounts(&run).into_iter().filter(|reading| reading.quality > 0.5).collect()
    }
}
