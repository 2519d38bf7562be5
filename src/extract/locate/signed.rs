//! The date beside a signature: it stands over the same rule as the signature, or on the line that names the signer.

use super::Place;
use crate::extract::candidate::Candidate;
use crate::extract::value::{Run, read_date};
use crate::library::Part;
use crate::page::{LabelMatch, Rect};

/// A label in a longer run of words than this names no signer under a rule.
const LONGEST_PHRASE: usize = 7;
/// The date stands at most this many times the label's height over it.
const REACH_UP: f32 = 3.6;
/// Dates further up or down than across belong to another signature: a point down weighs as much as so many across.
const DOWN_WEIGHT: f32 = 4.0;

impl Place<'_, '_> {
    /// Reads the date of the first signer with one of the labels; with the part `last` that of the second.
    pub(super) fn signed_date(&self, weight: f32, found: &mut Vec<Candidate>) {
        let mut signers: Vec<&LabelMatch> = self
            .sheet
            .any_places(&self.field.labels)
            .map(|(_, label)| label)
            .filter(|label| self.is_signer(label))
            .collect();
        signers.sort_by(|a, b| a.rect.top.total_cmp(&b.rect.top).then(a.rect.left.total_cmp(&b.rect.left)));
        signers.dedup_by(|b, a| a.rect.overlap_y(&b.rect) > 0.0 && b.rect.left - a.rect.right < 20.0);
        let wanted = usize::from(self.field.part == Part::Last);
        if let Some(label) = signers.get(wanted) {
            self.date_near(label, weight, found);
        }
    }

    /// Signers begin short phrases, `Landlord: Ann Doe`, `Buyer's Signature`, and the word `Date` stands beside them.
    fn is_signer(&self, label: &LabelMatch) -> bool {
        let layout = &self.sheet.layout;
        let line = &layout.lines[layout.words[label.words[0]].line];
        let begins = |words: &[usize]| words.first() == label.words.first() && words.len() <= LONGEST_PHRASE;
        let dated = layout.words.iter().any(|placed| {
            matches!(placed.key.as_str(), "DATE" | "DATED")
                && placed.word.rect.left > label.rect.left - 1.0
                && (placed.word.rect.center_y() - label.rect.center_y()).abs() < REACH_UP * label.rect.height()
        });
        dated && layout.phrases(&line.words).iter().any(|phrase| begins(&phrase.words))
    }

    fn date_near(&self, label: &LabelMatch, weight: f32, found: &mut Vec<Candidate>) {
        let layout = &self.sheet.layout;
        let height = label.rect.height().max(8.0);
        let region = Rect::new(
            label.rect.left - 6.0,
            label.rect.top - REACH_UP * height,
            layout.page.frame.width,
            label.rect.bottom + 0.5 * height,
        );
        let far = |rect: &Rect| {
            (rect.left - label.rect.left).max(0.0) + DOWN_WEIGHT * (label.rect.center_y() - rect.center_y()).abs()
        };
        let nearest = layout
            .lines_in(&region)
            .iter()
            .flat_map(|line| read_date(&Run::new(layout, line)))
            .map(|reading| (far(&layout.rect_around(&reading.words)), reading))
            .min_by(|a, b| a.0.total_cmp(&b.0));
        if let Some((_, reading)) = nearest {
            self.push(reading, weight * 0.95, found);
        }
    }
}
