//! The page with charts: what it says, what it never holds, and that it says what the reports say.

use super::package::Package;
use loanfile::ops::{self, PageOf};
use loanfile::reports::ReportFilter;
use loanfile::reports::page::{
    Confidences, FoundCode, HeadFigure, IncomeBar, MonthOfDeposits, PageContent, StageTime, WaitingTask, amount,
    duration, html,
};
use regex::Regex;
use rust_decimal::Decimal;

const HOSTILE: &str = "</style><script>alert('1')</script><img src=x onerror=\"a\">&amp;\u{202e}\u{0}";

/// A page of which every word that comes from outside is hostile.
fn hostile() -> PageContent {
    let text = || HOSTILE.to_string();
    let mut confidences = Confidences::new(0.8);
    confidences.add(0.5);
    PageContent {
        title: text(),
        subtitle: text(),
        figures: vec![HeadFigure { label: text(), value: text(), note: text() }],
        stages: vec![StageTime { stage: text(), runs: 1, median_seconds: 1.0, p95_seconds: 2.0 }],
        types: confidences.clone(),
        values: confidences,
        deposits: vec![MonthOfDeposits {
            month: text(),
            count: 2,
            usual: Decimal::TEN,
            large_count: 1,
            large: Decimal::ONE_HUNDRED,
        }],
        large_deposit: text(),
        income: vec![IncomeBar { label: text(), included: Decimal::TEN, left_out: Decimal::ONE }],
        findings: vec![FoundCode { code: text(), is_error: true, count: 1, waived: 0, example: text() }],
        tasks: vec![WaitingTask {
            loan: text(),
            document: text(),
            kind: text(),
            reason: text(),
            since: text(),
            hours: 3.0,
        }],
        tasks_total: 1,
        made: text(),
    }
}

#[test]
fn words_of_documents_stay_words() {
    let page = html(&hostile());
    let tags = Regex::new(r"<(/?[a-z0-9]+)").unwrap();
    let known = [
        "html",
        "head",
        "meta",
        "title",
        "style",
        "body",
        "header",
        "h1",
        "h2",
        "p",
        "main",
        "dl",
        "div",
        "dt",
        "dd",
        "small",
        "section",
        "figure",
        "figcaption",
        "svg",
        "desc",
        "defs",
        "pattern",
        "rect",
        "line",
        "text",
        "table",
        "thead",
        "tbody",
        "tr",
        "th",
        "td",
        "footer",
    ];
    for tag in tags.captures_iter(&page) {
        let name = tag[1].trim_start_matches('/');
        assert!(known.contains(&name), "<{name}> stands in the page");
    }
    assert!(!page.contains("onerror=\""), "an attribute got through");
    assert!(!page.contains(['\u{0}', '\u{202e}']), "a control character got through");
    assert_eq!(page.matches("</style>").count(), 1);
    assert!(page.contains("&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;"));
}

#[test]
fn a_page_needs_no_network_and_no_script() {
    let page = html(&hostile()).replace("http://www.w3.org/2000/svg", "");
    let words = html(&PageContent::default());
    let outside_place = Regex::new(r"url\([^#]|\ssrc=|\shref=").unwrap();
    for page in [page.replace(HOSTILE, ""), words] {
        for outside in ["http:", "https:", "<script", "<link", "@import", "<iframe"] {
            assert!(!page.contains(outside), "{outside}");
        }
        assert!(!outside_place.is_match(&page.replace("src=x", "")));
    }
}

#[test]
fn each_chart_says_in_words_what_it_shows() {
    let page = html(&hostile());
    let charts = Regex::new(r#"<svg role="img" aria-labelledby="([a-z]+)-title ([a-z]+)-words""#).unwrap();
    let named: Vec<String> = charts.captures_iter(&page).map(|found| found[1].to_string()).collect();
    assert_eq!(named, ["stages", "types", "values", "income", "deposits", "findings"]);
    for name in named {
        let described =
            Regex::new(&format!(r#"<title id="{name}-title">[^<]+</title>\s*<desc id="{name}-words">[^<]{{10,}}"#));
        assert!(described.unwrap().is_match(&page), "{name}");
    }
    let ids = Regex::new(r#"id="([^"]+)""#).unwrap();
    let mut ids: Vec<String> = ids.captures_iter(&page).map(|found| found[1].to_string()).collect();
    let all = ids.len();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), all, "an id is given twice");
}

#[test]
fn a_page_without_data_says_so() {
    let page = html(&PageContent { title: "Loan L-9".to_string(), ..PageContent::default() });
    for sentence in [
        "No document has been processed.",
        "No document has a type or a value yet.",
        "No income analysis has been completed.",
        "No bank statement states a deposit.",
        "The checks found nothing.",
        "Nothing waits for a reviewer.",
    ] {
        assert!(page.contains(sentence), "{sentence}");
    }
    assert!(!page.contains("<svg"));
}

#[test]
fn confidences_are_counted_by_step_and_by_the_threshold() {
    let mut confidences = Confidences::new(0.82);
    // 0.85 of single precision is a little less than 0.85.
    for confidence in [0.0, 0.499, 0.5, 0.81, 0.82, f64::from(0.85_f32), 0.95, 1.0] {
        confidences.add(confidence);
    }
    let steps: Vec<(u64, u64)> = confidences.bins.to_vec();
    assert_eq!(steps[0], (2, 0), "below half");
    assert_eq!(steps[1], (1, 0), "from 50%");
    assert_eq!(steps[7], (1, 1), "from 80%: one below the threshold, one at it");
    assert_eq!(steps[8], (0, 1), "from 85%");
    assert_eq!(steps[10], (0, 2), "from 95%");
    assert_eq!(confidences.totals(), (8, 4));
}

#[test]
fn times_and_amounts_are_said_as_people_say_them() {
    let times = [(0.0004, "0 ms"), (0.42, "420 ms"), (0.9996, "1.0 s"), (12.34, "12.3 s"), (99.96, "2 min")];
    for (seconds, said) in times.into_iter().chain([(5400.0, "1.5 h"), (3.0 * 86_400.0, "3.0 days")]) {
        assert_eq!(duration(seconds), said);
    }
    for (cents, said) in [(0, "$0"), (99_950, "$1,000"), (123_456_789, "$1,234,568"), (-4_000, "-$40"), (-40, "$0")] {
        assert_eq!(amount(Decimal::new(cents, 2)), said);
    }
}

#[test]
fn the_page_of_a_loan_says_what_its_reports_say() {
    let package = Package::new();
    let page = ops::report_page(&package.workspace, &package.caller, &PageOf::Loan("L-1")).unwrap();
    assert!(page.contains("<h1>Loan L-1</h1>"));
    let of_loan = ReportFilter::read(None, None, Some("L-1")).unwrap();
    let deposits = package.rows("Deposit Detail", &of_loan);
    let column = |report: &str, key: &str| {
        let report = ops::report_named(&package.workspace, &package.caller, report).unwrap();
        report.columns().iter().position(|column| column.key == key).unwrap()
    };
    let (date, money) = (column("Deposit Detail", "date"), column("Deposit Detail", "amount"));
    assert!(!deposits.is_empty());
    let mut months: std::collections::BTreeMap<&str, Decimal> = std::collections::BTreeMap::new();
    for row in &deposits {
        *months.entry(&row[date][..7]).or_default() += row[money].parse::<Decimal>().unwrap();
    }
    for (month, total) in months {
        let row = Regex::new(&format!(r"<tr><td>{month}</td><td[^>]*>\d+</td><td[^>]*>([^<]+)</td>")).unwrap();
        assert_eq!(row.captures(&page).map(|found| found[1].to_string()), Some(amount(total)), "{month}");
    }
    let loans = column("Exceptions", "externalLoanId");
    let found = package.rows("Exceptions", &of_loan);
    assert!(found.iter().all(|row| row[loans] == "L-1"));
    let figure = format!("<dt>Findings</dt><dd>{}<small>", found.len());
    assert!(page.contains(&figure), "{figure}");
    let waiting = package.rows("Review Queue", &of_loan).len();
    assert!(page.contains(&format!("<dt>Open tasks</dt><dd>{waiting}<small>")));
    assert!(ops::report_page(&package.workspace, &package.caller, &PageOf::Loan("L-404")).is_err());
}

#[test]
fn the_page_of_a_period_is_of_its_days() {
    let package = Package::new();
    let march = PageOf::Period { from: Some("2026-03-01"), to: Some("2026-03-31") };
    let page = ops::report_page(&package.workspace, &package.caller, &march).unwrap();
    let filter = ReportFilter::read(Some("2026-03-01"), Some("2026-03-31"), None).unwrap();
    let documents = package.rows("Loan Processing", &filter).len();
    assert!(page.contains(&format!("<dt>Documents</dt><dd>{documents}<small>")));
    assert!(page.contains("<h1>2026-03-01 to 2026-03-31</h1>"));
    let output = package.program.workspace().join("march.html");
    let output = output.to_str().unwrap();
    let ran =
        package.program.run(&["report", "html", "--from", "2026-03-01", "--to", "2026-03-31", "--output", output]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(std::fs::read_to_string(output).unwrap().ends_with("</html>\n"));
    let wrong = package.program.run(&["report", "html", "--output", output]);
    assert_eq!(wrong.code, Some(2), "neither loan nor time: {}", wrong.stderr);
}
