//! Bars that lie: a row a thing, its name on the left, its figures on the right.

use super::chart::{Anchor, Chart, Fill, WIDTH};
use super::text::clipped;

/// A row of the chart.
pub(super) struct Bar {
    /// Its name.
    pub name: String,
    /// Its parts from the left on.
    pub parts: Vec<(f64, Fill)>,
    /// Its figures, for people.
    pub figures: String,
}

/// What the rows are drawn with.
pub(super) struct Bars<'b> {
    /// The chart's name.
    pub name: &'static str,
    /// What it shows.
    pub title: &'b str,
    /// The same in words, with its figures.
    pub words: &'b str,
    /// What the fills mean; nothing when there is but one.
    pub legend: &'b [(Fill, &'b str)],
    /// Whether the parts lie on each other rather than beside each other.
    pub nested: bool,
}

const NAME_WIDTH: f64 = 178.0;
const FIGURES_WIDTH: f64 = 122.0;
const ROW: f64 = 25.0;
/// As many wide letters as there is room for.
const NAME_LETTERS: usize = 22;

impl Bars<'_> {
    /// Draws the rows.
    pub fn draw(&self, rows: &[Bar]) -> String {
        let legend = if self.legend.is_empty() { 0.0 } else { 24.0 };
        let height = ROW * rows.len() as f64 + legend + 6.0;
        let mut chart = Chart::new(self.name, (WIDTH, height), self.title, self.words);
        let length = |row: &Bar| match self.nested {
            true => row.parts.iter().map(|(length, _)| *length).fold(0.0, f64::max),
            false => row.parts.iter().map(|(length, _)| *length).sum(),
        };
        let most = rows.iter().map(length).fold(0.0, f64::max);
        let room = WIDTH - NAME_WIDTH - FIGURES_WIDTH;
        let scale = if most > 0.0 { room / most } else { 0.0 };
        for (index, row) in rows.iter().enumerate() {
            let y = 4.0 + ROW * index as f64;
            chart.text((NAME_WIDTH - 8.0, y + 14.0), Anchor::End, "label", &clipped(&row.name, NAME_LETTERS));
            let mut x = NAME_WIDTH;
            for (part, fill) in &row.parts {
                // What is there at all is seen.
                let width = if *part > 0.0 { (part * scale).max(1.5) } else { 0.0 };
                chart.bar((x, y + 2.0), (width, ROW - 8.0), *fill);
                x += if self.nested { 0.0 } else { width };
            }
            let end = NAME_WIDTH + length(row) * scale;
            chart.text((end + 7.0, y + 14.0), Anchor::Start, "figure", &row.figures);
        }
        let bottom = 4.0 + ROW * rows.len() as f64;
        chart.line((NAME_WIDTH, 2.0), (NAME_WIDTH, bottom), "axis");
        if !self.legend.is_empty() {
            chart.legend((NAME_WIDTH, bottom + 18.0), self.legend);
        }
        chart.finish()
    }
}
