//! A page for people: one loan, or one period, with its charts and the figures behind them, as one HTML file.
//!
//! Invariant: data in, text out. The page needs no network and no script; everything that was read from documents is
//! escaped; each chart says in words what it shows; nothing is told by colour alone.

mod bars;
mod chart;
mod columns;
mod histogram;
mod section;
mod text;

pub use text::{amount, count, duration};

use rust_decimal::Decimal;
use text::Escaped;

/// What a page shows.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PageContent {
    /// What it is about: `Loan L-17`.
    pub title: String,
    /// What else belongs to the title: whose data, which time.
    pub subtitle: String,
    /// The figures at its head.
    pub figures: Vec<HeadFigure>,
    /// How long the stages took, in the order of the pipeline.
    pub stages: Vec<StageTime>,
    /// How sure the types are.
    pub types: Confidences,
    /// How sure the values are.
    pub values: Confidences,
    /// Deposits by month, the oldest first.
    pub deposits: Vec<MonthOfDeposits>,
    /// What makes a deposit a large one, for people; empty when nothing is said.
    pub large_deposit: String,
    /// Monthly income by stream, in the order of the income analysis.
    pub income: Vec<IncomeBar>,
    /// What the checks found, by code, the most frequent first.
    pub findings: Vec<FoundCode>,
    /// What waits for a reviewer, the longest first, as far as it is listed.
    pub tasks: Vec<WaitingTask>,
    /// How many tasks wait in all.
    pub tasks_total: u64,
    /// The line at its end: when and by what it was made.
    pub made: String,
}

/// A figure at the head of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeadFigure {
    /// What it counts.
    pub label: String,
    /// The figure.
    pub value: String,
    /// What else there is to say of it; may be empty.
    pub note: String,
}

/// How long a stage took.
#[derive(Debug, Clone, PartialEq)]
pub struct StageTime {
    /// The stage, for people.
    pub stage: String,
    /// How often it ran.
    pub runs: u64,
    /// Half of its runs took no longer, in seconds.
    pub median_seconds: f64,
    /// 95 of 100 took no longer.
    pub p95_seconds: f64,
}

/// How many confidences lie where.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Confidences {
    /// Below half, then in steps of five hundredths up to 1; of each those below the threshold and the others.
    pub bins: [(u64, u64); BINS],
    /// Below this a person is asked.
    pub threshold: f64,
}

/// How many steps [`Confidences`] tell apart.
pub const BINS: usize = 11;

impl Confidences {
    /// Makes empty ones.
    pub fn new(threshold: f64) -> Self {
        Self { bins: [(0, 0); BINS], threshold }
    }

    /// Counts a confidence.
    pub fn add(&mut self, confidence: f64) {
        // Compared as they are shown, so that 0.85 read back from single precision is not taken for less.
        let shown = (confidence * 10_000.0).round() / 10_000.0;
        let step = (shown * 20.0 - 9.0 + 1e-6).floor().max(0.0) as usize;
        if let Some((below, above)) = self.bins.get_mut(step.min(BINS - 1)) {
            *(if shown < self.threshold { below } else { above }) += 1;
        }
    }

    /// Returns how many there are, and how many of them are below the threshold.
    pub fn totals(&self) -> (u64, u64) {
        let below = self.bins.iter().map(|(below, _)| below).sum();
        (below + self.bins.iter().map(|(_, above)| above).sum::<u64>(), below)
    }
}

/// The deposits of a month.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MonthOfDeposits {
    /// The month: `2026-03`.
    pub month: String,
    /// How many there are.
    pub count: u64,
    /// What those come to that are not large.
    pub usual: Decimal,
    /// How many are large.
    pub large_count: u64,
    /// What the large ones come to.
    pub large: Decimal,
}

/// The monthly income of a stream, or of all streams of a kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IncomeBar {
    /// What it is.
    pub label: String,
    /// What counts for the total.
    pub included: Decimal,
    /// What was computed and does not count.
    pub left_out: Decimal,
}

/// How often a check found something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundCode {
    /// The finding's code.
    pub code: String,
    /// Whether it holds documents back.
    pub is_error: bool,
    /// How often, waived ones too.
    pub count: u64,
    /// How many of them a reviewer waived.
    pub waived: u64,
    /// The message of the first.
    pub example: String,
}

/// A task that waits for a reviewer.
#[derive(Debug, Clone, PartialEq)]
pub struct WaitingTask {
    /// The caller's id for the loan.
    pub loan: String,
    /// The type of the document.
    pub document: String,
    /// What it is about.
    pub kind: String,
    /// Why it was opened.
    pub reason: String,
    /// Since when, a day.
    pub since: String,
    /// How long, in hours.
    pub hours: f64,
}

/// Returns the page.
pub fn html(content: &PageContent) -> String {
    let mut page = String::from("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    page.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    // What a document says can never load or run anything, whatever becomes of the escaping.
    page.push_str(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n",
    );
    page.push_str(&format!(
        "<title>{}</title>\n<style>\n{}</style>\n</head>\n<body>\n",
        Escaped(&content.title),
        STYLE
    ));
    page.push_str(&format!(
        "<header><h1>{}</h1><p>{}</p></header>\n<main>\n",
        Escaped(&content.title),
        Escaped(&content.subtitle)
    ));
    page.push_str(&section::figures(&content.figures));
    for part in [
        section::stages(&content.stages),
        section::confidences(&content.types, &content.values),
        section::income(&content.income),
        section::deposits(&content.deposits, &content.large_deposit),
        section::findings(&content.findings),
        section::tasks(&content.tasks, content.tasks_total),
    ] {
        page.push_str(&part);
    }
    page.push_str(&format!("</main>\n<footer><p>{}</p></footer>\n</body>\n</html>\n", Escaped(&content.made)));
    page
}

const STYLE: &str = include_str!("style.css");
