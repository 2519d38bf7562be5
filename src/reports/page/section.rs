//! The sections of a page: each a heading, a chart and the table behind it. What has no data says so.

use super::bars::{Bar, Bars};
use super::chart::Fill;
use super::text::{Escaped, amount, clipped, count, counted, duration, percent};
use super::{
    Confidences, FoundCode, HeadFigure, IncomeBar, MonthOfDeposits, StageTime, WaitingTask, columns, histogram,
};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use std::fmt::Write;

/// Most bars in a chart; what is behind them stands in the table only.
const MOST_BARS: usize = 14;

/// Most months in a chart.
const MOST_MONTHS: usize = 24;

pub(super) fn figures(figures: &[HeadFigure]) -> String {
    let mut text = String::from("<dl class=\"figures\">\n");
    for figure in figures {
        let (label, value, note) = (Escaped(&figure.label), Escaped(&figure.value), Escaped(&figure.note));
        let _ = writeln!(text, "<div><dt>{label}</dt><dd>{value}<small>{note}</small></dd></div>");
    }
    text.push_str("</dl>\n");
    text
}

pub(super) fn stages(stages: &[StageTime]) -> String {
    if stages.is_empty() {
        return empty("Processing time", "No document has been processed.");
    }
    let bar = |stage: &StageTime| Bar {
        name: stage.stage.clone(),
        parts: vec![(stage.p95_seconds, Fill::Pale), (stage.median_seconds, Fill::Plain)],
        figures: format!("{} / {}", duration(stage.median_seconds), duration(stage.p95_seconds)),
    };
    let words = stages.iter().map(|stage| {
        let (median, p95) = (duration(stage.median_seconds), duration(stage.p95_seconds));
        format!("{}: half within {median}, 95 of 100 within {p95}.", stage.stage)
    });
    let chart = Bars {
        name: "stages",
        title: "Processing time of a document by stage",
        words: &words.collect::<Vec<_>>().join(" "),
        legend: &[(Fill::Plain, "half took no longer"), (Fill::Pale, "95 of 100 took no longer")],
        nested: true,
    };
    let rows = stages.iter().map(|stage| {
        vec![stage.stage.clone(), count(stage.runs), duration(stage.median_seconds), duration(stage.p95_seconds)]
    });
    let table = table(&["Stage", ">Runs", ">Half within", ">95 of 100 within"], rows);
    section("Processing time", &(chart.draw(&stages.iter().map(bar).collect::<Vec<_>>()) + &table))
}

pub(super) fn confidences(types: &Confidences, values: &Confidences) -> String {
    if types.totals().0 == 0 && values.totals().0 == 0 {
        return empty("Confidence", "No document has a type or a value yet.");
    }
    let charts = histogram::draw("types", "document types", types) + &histogram::draw("values", "values", values);
    let row = |what: &str, confidences: &Confidences| {
        let (all, below) = confidences.totals();
        vec![what.to_string(), count(all), count(below), percent(below, all)]
    };
    let rows = [row("Document types", types), row("Values", values)];
    let table = table(&["", ">In all", ">Below the threshold", ">Share"], rows);
    section("Confidence", &format!("<div class=\"pair\">\n{charts}</div>\n{table}"))
}

pub(super) fn income(income: &[IncomeBar]) -> String {
    if income.is_empty() {
        return empty("Income", "No income analysis has been completed.");
    }
    let number = |amount: Decimal| amount.to_f64().unwrap_or_default().max(0.0);
    let figures = |bar: &IncomeBar| match (bar.included.is_zero(), bar.left_out.is_zero()) {
        (_, true) => amount(bar.included),
        (true, false) => format!("({})", amount(bar.left_out)),
        (false, false) => format!("{} ({})", amount(bar.included), amount(bar.left_out)),
    };
    let bar = |bar: &IncomeBar| Bar {
        name: bar.label.clone(),
        parts: vec![(number(bar.included), Fill::Plain), (number(bar.left_out), Fill::Hatched)],
        figures: figures(bar),
    };
    let total: Decimal = income.iter().map(|bar| bar.included).sum();
    let words = income.iter().map(|bar| {
        let left_out = if bar.left_out.is_zero() { "" } else { ", the amount in brackets is left out" };
        format!("{}: {}{left_out}.", bar.label, figures(bar))
    });
    let chart = Bars {
        name: "income",
        title: "Monthly income by stream",
        words: &format!("In all {} count a month. {}", amount(total), words.collect::<Vec<_>>().join(" ")),
        legend: &[(Fill::Plain, "counts"), (Fill::Hatched, "left out (in brackets)")],
        nested: false,
    };
    let drawn: Vec<Bar> = income.iter().take(MOST_BARS).map(bar).collect();
    let rows = income.iter().map(|bar| vec![bar.label.clone(), amount(bar.included), amount(bar.left_out)]);
    let rows = rows.chain([vec!["Total".to_string(), amount(total), String::new()]]);
    section("Income", &(chart.draw(&drawn) + &table(&["Stream", ">Counts a month", ">Left out"], rows)))
}

pub(super) fn deposits(deposits: &[MonthOfDeposits], large_deposit: &str) -> String {
    if deposits.is_empty() {
        return empty("Deposits", "No bank statement states a deposit.");
    }
    let drawn = deposits.get(deposits.len().saturating_sub(MOST_MONTHS)..).unwrap_or(deposits);
    let mut text = String::new();
    if !large_deposit.is_empty() {
        let _ = writeln!(text, "<p>{}</p>", Escaped(large_deposit));
    }
    text.push_str(&columns::draw(drawn));
    if drawn.len() < deposits.len() {
        let _ = writeln!(text, "<p>The chart shows the last {MOST_MONTHS} months, the table all.</p>");
    }
    let rows = deposits.iter().map(|month| {
        let total = amount(month.usual + month.large);
        vec![month.month.clone(), count(month.count), total, count(month.large_count), amount(month.large)]
    });
    text.push_str(&table(&["Month", ">Deposits", ">Amount", ">Large ones", ">Amount"], rows));
    section("Deposits", &text)
}

pub(super) fn findings(findings: &[FoundCode]) -> String {
    if findings.is_empty() {
        return empty("Findings", "The checks found nothing.");
    }
    let bar = |found: &FoundCode| Bar {
        name: found.code.clone(),
        parts: vec![(found.count as f64, if found.is_error { Fill::Striped } else { Fill::Pale })],
        figures: count(found.count),
    };
    let words = findings.iter().map(|found| {
        let weight = if found.is_error { "error" } else { "warning" };
        format!("{}, {weight}: {}.", found.code, counted(found.count, "time", "times"))
    });
    let chart = Bars {
        name: "findings",
        title: "Findings by code",
        words: &words.collect::<Vec<_>>().join(" "),
        legend: &[(Fill::Striped, "errors: hold documents back"), (Fill::Pale, "warnings")],
        nested: false,
    };
    let drawn: Vec<Bar> = findings.iter().take(MOST_BARS).map(bar).collect();
    let rows = findings.iter().map(|found| {
        let weight = if found.is_error { "error" } else { "warning" };
        let example = clipped(&found.example, 120);
        vec![found.code.clone(), weight.to_string(), count(found.count), count(found.waived), example]
    });
    section("Findings", &(chart.draw(&drawn) + &table(&["Code", "=Weight", ">Found", ">Waived", "For example"], rows)))
}

pub(super) fn tasks(tasks: &[WaitingTask], total: u64) -> String {
    if total == 0 {
        return empty("Open tasks", "Nothing waits for a reviewer.");
    }
    let listed = tasks.len() as u64;
    let mut text = if listed < total {
        format!("<p>{} wait for a reviewer; these {listed} wait longest.</p>\n", counted(total, "task", "tasks"))
    } else {
        String::new()
    };
    let rows = tasks.iter().map(|task| {
        let reason = clipped(&task.reason, 160);
        let waiting = duration(task.hours * 3600.0);
        vec![task.loan.clone(), task.document.clone(), task.kind.clone(), reason, task.since.clone(), waiting]
    });
    text.push_str(&table(&["Loan", "Document", "=About", "Why", "=Since", ">Waits"], rows));
    section("Open tasks", &text)
}

fn section(heading: &str, body: &str) -> String {
    format!("<section>\n<h2>{heading}</h2>\n{body}</section>\n")
}

fn empty(heading: &str, why: &str) -> String {
    section(heading, &format!("<p class=\"none\">{why}</p>\n"))
}

/// A heading that begins with `>` stands over numbers, one with `=` over short words that are not broken.
fn table(headings: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let class = |heading: &str| match heading.chars().next() {
        Some('>') => " class=\"number\"",
        Some('=') => " class=\"short\"",
        _ => "",
    };
    let mut text = String::from("<table>\n<thead><tr>");
    for heading in headings {
        let _ = write!(text, "<th scope=\"col\"{}>{}</th>", class(heading), heading.trim_start_matches(['>', '=']));
    }
    text.push_str("</tr></thead>\n<tbody>\n");
    for row in rows {
        text.push_str("<tr>");
        for (heading, cell) in headings.iter().zip(&row) {
            let _ = write!(text, "<td{}>{}</td>", class(heading), Escaped(cell));
        }
        text.push_str("</tr>\n");
    }
    text.push_str("</tbody>\n</table>\n");
    text
}
