//! Gathers what a page for people shows, from the catalog's own reports and from the times and confidences behind them.
//!
//! Invariant: a page says what the reports say. Memory grows with months, codes and stages, not with rows.

use super::loan_processing::{percentile, processing_summary};
use super::page::{
    Confidences, FoundCode, HeadFigure, IncomeBar, MonthOfDeposits, PageContent, StageTime, WaitingTask, amount, count,
    duration,
};
use super::received::{each_received, each_stage_time};
use super::{Cell, Report, ReportFilter, ReportSource, deposit_detail, exceptions, income_summary, review_queue};
use crate::error::Result;
use crate::income::LargeDepositThreshold;
use crate::model::Stage;
use rust_decimal::Decimal;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

/// How many of the open tasks are listed.
const MOST_TASKS: usize = 40;

/// Months without deposits are shown while there are no more months than this.
const MOST_MONTHS: usize = 60;

/// Gathers the page of a filter; `one_loan` when it is about one, whose streams are then shown one by one.
///
/// # Errors
/// Any failure of the store.
pub fn overview(source: &ReportSource<'_>, filter: &ReportFilter, one_loan: bool) -> Result<PageContent> {
    let mut content = PageContent::default();
    let read = Documents::gather(source, filter, &mut content)?;
    content.stages = stages(source, filter)?;
    content.deposits = deposits(source, filter)?;
    content.large_deposit = large_deposit(source);
    content.income = income(source, filter, one_loan)?;
    content.findings = findings(source, filter)?;
    tasks(source, filter, &mut content)?;
    content.figures = figures(source, filter, &content, &read, one_loan)?;
    Ok(content)
}

/// What the documents come to.
#[derive(Default)]
struct Documents {
    loans: BTreeSet<crate::model::LoanId>,
    documents: u64,
    pages: u64,
}

impl Documents {
    fn gather(source: &ReportSource<'_>, filter: &ReportFilter, content: &mut PageContent) -> Result<Self> {
        let threshold = f64::from(source.settings.review_threshold.value());
        let threshold = (threshold * 10_000.0).round() / 10_000.0;
        content.types = Confidences::new(threshold);
        content.values = Confidences::new(threshold);
        let mut read = Self::default();
        each_received(source, filter, None, |document| {
            read.loans.insert(document.loan);
            read.documents += 1;
            read.pages += u64::from(document.last_page + 1 - document.key.first_page);
            if document.counts {
                if let Some(confidence) = document.document_type_confidence {
                    content.types.add(confidence.value().into());
                }
                let values = &mut content.values;
                source.reader.confidences(source.tenant, document.key.document, |confidence, _| {
                    values.add(confidence.value().into());
                })?;
            }
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(read)
    }
}

fn figures(
    source: &ReportSource<'_>,
    filter: &ReportFilter,
    content: &PageContent,
    read: &Documents,
    one_loan: bool,
) -> Result<Vec<HeadFigure>> {
    let summary = processing_summary(source, filter)?;
    let figure = |label: &str, value: String, note: String| HeadFigure { label: label.to_string(), value, note };
    let (values, doubtful) = content.values.totals();
    let findings: u64 = content.findings.iter().map(|found| found.count).sum();
    let errors: u64 =
        content.findings.iter().filter(|found| found.is_error).map(|found| found.count - found.waived).sum();
    let income: Decimal = content.income.iter().map(|bar| bar.included).sum();
    let last = if one_loan {
        let streams = content.income.iter().filter(|bar| !bar.included.is_zero()).count();
        let value = if content.income.is_empty() { "-".to_string() } else { amount(income) };
        figure(
            "Monthly income",
            value,
            if streams == 1 { "1 stream".to_string() } else { format!("{streams} streams") },
        )
    } else {
        figure("Loans", count(read.loans.len() as u64), "with documents of this time".to_string())
    };
    let median = summary.median_seconds.map_or_else(|| "-".to_string(), duration);
    let p95 = summary.p95_seconds.map(|seconds| format!("95 of 100 within {}", duration(seconds)));
    let oldest = content.tasks.first().map(|task| format!("oldest: {}", task.since));
    Ok(vec![
        figure("Documents", count(summary.documents), format!("{} pages", count(read.pages))),
        figure("In the LOS", count(summary.exported), share(summary.exported, summary.documents)),
        figure("Half there within", median, p95.unwrap_or_default()),
        figure("Failed", count(summary.failed), share(summary.failed, summary.documents)),
        figure("Values read", count(values), format!("{} below the threshold", count(doubtful))),
        figure("Findings", count(findings), format!("{errors} hold documents back")),
        figure("Open tasks", count(content.tasks_total), oldest.unwrap_or_default()),
        last,
    ])
}

fn share(part: u64, whole: u64) -> String {
    if whole == 0 { String::new() } else { format!("{:.1}% of all", part as f64 * 100.0 / whole as f64) }
}

fn stages(source: &ReportSource<'_>, filter: &ReportFilter) -> Result<Vec<StageTime>> {
    let mut taken: BTreeMap<Stage, Vec<f64>> = BTreeMap::new();
    each_stage_time(source, filter, |stage, micros| taken.entry(stage).or_default().push(micros.max(0) as f64 / 1e6))?;
    let times = taken.into_iter().map(|(stage, mut seconds)| {
        seconds.sort_by(f64::total_cmp);
        StageTime {
            stage: title(stage),
            runs: seconds.len() as u64,
            median_seconds: percentile(&seconds, 0.5).unwrap_or_default(),
            p95_seconds: percentile(&seconds, 0.95).unwrap_or_default(),
        }
    });
    Ok(times.collect())
}

fn title(stage: Stage) -> String {
    let name = match stage {
        Stage::Import => "Import",
        Stage::Splitter => "Splitting",
        Stage::Converter => "Conversion",
        Stage::Recognizer => "Reading",
        Stage::Classifier => "Classification",
        Stage::Extractor => "Extraction",
        Stage::LosValidator => "Checks",
        Stage::Versioner => "Versions",
        Stage::Export => "Export",
    };
    name.to_string()
}

fn deposits(source: &ReportSource<'_>, filter: &ReportFilter) -> Result<Vec<MonthOfDeposits>> {
    let mut months: BTreeMap<String, MonthOfDeposits> = BTreeMap::new();
    each_row(&deposit_detail::DEPOSIT_DETAIL, source, filter, |row| {
        let month: String = row.text("date").chars().take("2026-03".len()).collect();
        let month = if month.is_empty() { "no date".to_string() } else { month };
        let deposits = months.entry(month.clone()).or_insert_with(|| without_deposits(month));
        deposits.count += 1;
        if row.truth("large") {
            deposits.large_count += 1;
            deposits.large += row.number("amount");
        } else {
            deposits.usual += row.number("amount");
        }
    })?;
    fill_gaps(&mut months);
    Ok(months.into_values().collect())
}

fn without_deposits(month: String) -> MonthOfDeposits {
    MonthOfDeposits { month, count: 0, usual: Decimal::ZERO, large_count: 0, large: Decimal::ZERO }
}

/// A month without deposits is shown as such, or time would seem to jump.
fn fill_gaps(months: &mut BTreeMap<String, MonthOfDeposits>) {
    let number = |month: &String| {
        let (year, month) = month.split_once('-')?;
        Some(year.parse::<usize>().ok()? * 12 + month.parse::<usize>().ok()?.checked_sub(1)?)
    };
    let known: Vec<usize> = months.keys().filter_map(number).collect();
    let (Some(first), Some(last)) = (known.first(), known.last()) else { return };
    if last.saturating_sub(*first) >= MOST_MONTHS {
        return;
    }
    for at in *first..*last {
        let month = format!("{:04}-{:02}", at / 12, at % 12 + 1);
        months.entry(month.clone()).or_insert_with(|| without_deposits(month));
    }
}

fn large_deposit(source: &ReportSource<'_>) -> String {
    match source.settings.large_deposit_threshold {
        LargeDepositThreshold::Amount(least) => format!("A deposit of more than {} is large.", amount(least)),
        LargeDepositThreshold::PercentOfIncome(percent) => {
            format!("A deposit of more than {}% of the loan's monthly income is large.", percent.normalize())
        }
    }
}

fn income(source: &ReportSource<'_>, filter: &ReportFilter, one_loan: bool) -> Result<Vec<IncomeBar>> {
    let mut bars: Vec<IncomeBar> = Vec::new();
    each_row(&income_summary::INCOME_SUMMARY, source, filter, |row| {
        let label = match (one_loan, row.text("payer")) {
            (true, payer) if !payer.is_empty() && payer != row.text("type") => format!("{}, {payer}", row.text("type")),
            _ => row.text("type"),
        };
        let at = bars.iter().position(|bar| !one_loan && bar.label == label);
        let bar = match at {
            Some(at) => bars.get_mut(at),
            None => {
                bars.push(IncomeBar { label, included: Decimal::ZERO, left_out: Decimal::ZERO });
                bars.last_mut()
            }
        };
        if let Some(bar) = bar {
            let part = if row.truth("includedInTotal") { &mut bar.included } else { &mut bar.left_out };
            *part += row.number("monthlyAmount");
        }
    })?;
    Ok(bars)
}

fn findings(source: &ReportSource<'_>, filter: &ReportFilter) -> Result<Vec<FoundCode>> {
    let mut codes: BTreeMap<(String, bool), FoundCode> = BTreeMap::new();
    each_row(&exceptions::EXCEPTIONS, source, filter, |row| {
        let (code, is_error) = (row.text("code"), row.text("severity") == "error");
        let found = codes.entry((code.clone(), is_error)).or_insert_with(|| FoundCode {
            code,
            is_error,
            count: 0,
            waived: 0,
            example: row.text("message"),
        });
        found.count += 1;
        found.waived += u64::from(row.truth("waived"));
    })?;
    let mut found: Vec<FoundCode> = codes.into_values().collect();
    found.sort_by_key(|found| std::cmp::Reverse(found.count));
    Ok(found)
}

fn tasks(source: &ReportSource<'_>, filter: &ReportFilter, content: &mut PageContent) -> Result<()> {
    let (tasks, total) = (&mut content.tasks, &mut content.tasks_total);
    let longest = |tasks: &mut Vec<WaitingTask>| {
        tasks.sort_by(|a, b| b.hours.total_cmp(&a.hours));
        tasks.truncate(MOST_TASKS);
    };
    each_row(&review_queue::REVIEW_QUEUE, source, filter, |row| {
        *total += 1;
        tasks.push(WaitingTask {
            loan: row.text("externalLoanId"),
            document: row.text("docTypeName"),
            kind: row.text("kind").to_lowercase(),
            reason: row.text("reason"),
            since: row.text("createdAt").chars().take("2026-03-31".len()).collect(),
            hours: row.cell("waitingHours").number().unwrap_or_default(),
        });
        if tasks.len() > 4 * MOST_TASKS {
            longest(tasks);
        }
    })?;
    longest(tasks);
    Ok(())
}

/// A row of a report, by the keys of its columns.
struct Row<'r> {
    keys: &'r [&'static str],
    cells: &'r [Cell],
}

impl Row<'_> {
    fn cell(&self, key: &str) -> &Cell {
        let at = self.keys.iter().position(|known| *known == key);
        at.and_then(|at| self.cells.get(at)).unwrap_or(&Cell::Empty)
    }

    fn text(&self, key: &str) -> String {
        self.cell(key).text()
    }

    fn number(&self, key: &str) -> Decimal {
        match self.cell(key) {
            Cell::Number(number) => *number,
            _ => Decimal::ZERO,
        }
    }

    fn truth(&self, key: &str) -> bool {
        matches!(self.cell(key), Cell::Truth(true))
    }
}

fn each_row(
    report: &dyn Report,
    source: &ReportSource<'_>,
    filter: &ReportFilter,
    mut visit: impl FnMut(&Row<'_>),
) -> Result<()> {
    let keys: Vec<&'static str> = report.columns().iter().map(|column| column.key).collect();
    report.rows(source, filter, &mut |cells| {
        visit(&Row { keys: &keys, cells: &cells });
        Ok(())
    })
}
