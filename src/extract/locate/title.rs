//! The title of a paper: the largest type near the top of the page, on one line or over several.

use super::Place;
use crate::extract::candidate::Candidate;
use crate::extract::value::{self, Run};
use crate::model::ValueKind;
use crate::page::Line;

/// A title stands in so much of the page, from its top.
const TOP: f32 = 0.42;
/// A line of a title has at least so many letters.
const FEWEST_LETTERS: usize = 4;
/// A line is centred when its middle is this near, as a share of the page's width, to the page's.
const CENTRED: f32 = 0.03;
/// Lines of one title differ at most so much in their type size, and stand at most so many sizes apart.
const SAME_SIZE: f32 = 0.06;
const LINE_GAP: f32 = 0.9;
/// A title is often among so many first lines.
const FIRST_LINES: usize = 3;
/// Less than this is no title.
const LEAST: f32 = 0.25;

impl Place<'_, '_> {
    /// Reads the line that looks most like a title, with the lines that go on with it.
    pub(super) fn title(&self, weight: f32, found: &mut Vec<Candidate>) {
        let layout = &self.sheet.layout;
        let lines = &layout.lines;
        let best = (0..lines.len())
            .map(|at| (self.looks(&lines[at]), at))
            .filter(|(looks, _)| *looks > LEAST)
            .max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
        let Some((looks, first)) = best else { return };
        let mut words = lines[first].words.clone();
        for at in first + 1..lines.len() {
            let gap = lines[at].rect.top - lines[at - 1].rect.bottom;
            let (above, here) = (self.size(&lines[at - 1]), self.size(&lines[at]));
            let goes_on = (here / above - 1.0).abs() < SAME_SIZE
                && gap < LINE_GAP * above
                && self.is_bold(&lines[at]) == self.is_bold(&lines[first])
                && self.looks(&lines[at]) > LEAST.max(looks - 0.25);
            if !goes_on {
                break;
            }
            words.extend(&lines[at].words);
        }
        if let Some(reading) = value::read(ValueKind::Text, &Run::new(layout, &words)) {
            self.push(reading, weight * (0.7 + 0.3 * looks.min(1.0)), found);
        }
    }

    /// How much a line looks like a title: large or bold type, in the middle, in capitals, no sender's name.
    fn looks(&self, line: &Line) -> f32 {
        let layout = &self.sheet.layout;
        let frame = &layout.page.frame;
        let text = layout.text(&line.words);
        let letters = text.chars().filter(|c| c.is_alphabetic()).count();
        let far = line.rect.top > TOP * frame.height;
        let labelled = line.words.iter().any(|&word| layout.words[word].ends_label && word != line.words[0]);
        let parts = layout.phrases(&line.words).len();
        if far || letters < FEWEST_LETTERS || labelled || parts > 1 || text.ends_with(',') || self.hinted(&text) {
            return 0.0;
        }
        let large = ((self.size(line) / layout.usual_size() - 1.0) / 0.5).clamp(0.0, 1.0);
        let centred = (line.rect.center_x() - frame.width / 2.0).abs() < CENTRED * frame.width;
        let capitals = !text.chars().any(char::is_lowercase);
        let score = |is: bool, worth: f32| if is { worth } else { 0.0 };
        let first = layout.lines.iter().take(FIRST_LINES).any(|other| other.rect.top >= line.rect.top);
        0.5 * large + score(first, 0.1) + score(self.is_bold(line), 0.15) + score(centred, 0.2) + score(capitals, 0.2)
            - 0.2 * line.rect.top / frame.height
    }

    fn size(&self, line: &Line) -> f32 {
        line.words.iter().map(|&word| self.sheet.layout.words[word].word.size).fold(0.0, f32::max).max(1.0)
    }

    fn is_bold(&self, line: &Line) -> bool {
        line.words.iter().all(|&word| self.sheet.layout.words[word].word.bold)
    }
}
