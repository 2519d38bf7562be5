//! What all charts share: the frame with its words, marks, patterns, the scale.

use super::text::Escaped;
use std::fmt::Write;

/// The width of a chart in its own units; it is drawn as wide as the page lets it be.
pub(super) const WIDTH: f64 = 680.0;

/// How a mark is filled. Each differs from the others in lightness or has a pattern, so that it is told on grey paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fill {
    /// What is as it should be.
    Plain,
    /// The paler one of two.
    Pale,
    /// What somebody should look at: striped.
    Striped,
    /// What does not count: hatched, no ground.
    Hatched,
}

impl Fill {
    fn paint(self, name: &str) -> String {
        match self {
            Self::Plain => BLUE.to_string(),
            Self::Pale => PALE.to_string(),
            Self::Striped => format!("url(#{name}-striped)"),
            Self::Hatched => format!("url(#{name}-hatched)"),
        }
    }
}

/// Blue, pale blue and orange of a palette that colour-blind people tell apart.
const BLUE: &str = "#0072b2";
const PALE: &str = "#a6d0ea";
const ORANGE: &str = "#e69f00";
const INK: &str = "#222";

/// A chart while it is drawn.
pub(super) struct Chart {
    name: &'static str,
    width: f64,
    height: f64,
    title: String,
    description: String,
    marks: String,
}

/// On which side of its place a text stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

impl Chart {
    /// Begins a chart; its name is unlike that of any other on the page.
    pub fn new(name: &'static str, (width, height): (f64, f64), title: &str, description: &str) -> Self {
        let (title, description) = (title.to_string(), description.to_string());
        Self { name, width, height, title, description, marks: String::new() }
    }

    /// Draws a bar.
    pub fn bar(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), fill: Fill) {
        if width <= 0.0 || height <= 0.0 {
            return;
        }
        let paint = fill.paint(self.name);
        let _ = writeln!(
            self.marks,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{paint}\" \
             stroke=\"{INK}\" stroke-width=\"0.6\"/>"
        );
    }

    /// Draws a thin line, dashed when it is no axis.
    pub fn line(&mut self, (x1, y1): (f64, f64), (x2, y2): (f64, f64), class: &str) {
        let _ = writeln!(
            self.marks,
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" class=\"{class}\"/>"
        );
    }

    /// Writes a text.
    pub fn text(&mut self, (x, y): (f64, f64), anchor: Anchor, class: &str, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let text = Escaped(text);
        let _ = writeln!(
            self.marks,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" class=\"{class}\">{text}</text>"
        );
    }

    /// Draws what the fills mean, in a row from a place on.
    pub fn legend(&mut self, (x, y): (f64, f64), entries: &[(Fill, &str)]) {
        let mut x = x;
        for (fill, label) in entries {
            self.bar((x, y - 9.0), (14.0, 10.0), *fill);
            self.text((x + 19.0, y), Anchor::Start, "label", label);
            x += 19.0 + 6.2 * label.chars().count() as f64 + 20.0;
        }
    }

    /// Returns the chart in its frame.
    pub fn finish(self) -> String {
        let Self { name, width, height, title, description, marks } = self;
        let (title, description) = (Escaped(&title), Escaped(&description));
        format!(
            "<figure>\n<figcaption>{title}</figcaption>\n\
             <svg role=\"img\" aria-labelledby=\"{name}-title {name}-words\" viewBox=\"0 0 {width:.0} {height:.0}\" \
             xmlns=\"http://www.w3.org/2000/svg\">\n\
             <title id=\"{name}-title\">{title}</title>\n<desc id=\"{name}-words\">{description}</desc>\n\
             <defs>\n\
             <pattern id=\"{name}-striped\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" \
             patternTransform=\"rotate(45)\"><rect width=\"6\" height=\"6\" fill=\"{ORANGE}\"/>\
             <rect width=\"2\" height=\"6\" fill=\"{INK}\"/></pattern>\n\
             <pattern id=\"{name}-hatched\" width=\"7\" height=\"7\" patternUnits=\"userSpaceOnUse\" \
             patternTransform=\"rotate(-45)\"><rect width=\"7\" height=\"7\" fill=\"#fff\"/>\
             <rect width=\"1.4\" height=\"7\" fill=\"#555\"/></pattern>\n\
             </defs>\n{marks}</svg>\n</figure>\n"
        )
    }
}

/// Returns a round number that is not less than another, for the end of a scale.
pub(super) fn scale_end(most: f64) -> f64 {
    if most <= 0.0 || !most.is_finite() {
        return 1.0;
    }
    let power = 10_f64.powf(most.log10().floor());
    let steps = [1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0];
    steps.into_iter().map(|step| step * power).find(|end| *end >= most * 0.999_999).unwrap_or(most)
}
