//! `loanfile report validation`, `report checklist`, `report audit` and `report kept`.

use crate::context::{Context, Format};
use crate::output::tell;
use anyhow::Result;
use clap::Args;
use loanfile::los::short_id;
use loanfile::model::LoanReportKind;
use loanfile::ops::{self, LoanReportQuery};
use loanfile::views::{LoanReportView, PageView};

/// Show how the checks of a loan ended when all of its documents were processed
#[derive(Args)]
#[command(after_help = "Examples:
  loanfile report validation --loan L-17
  loanfile report validation --loan L-17 --format json | jq .summary")]
pub struct Validation {
    /// The loan, by your id for it or its loanId
    #[arg(long, value_name = "ID")]
    loan: String,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

/// Make a checklist of all that a configuration asks of a loan
#[derive(Args)]
#[command(after_help = "Examples:
  loanfile report checklist --loan L-17
  loanfile report checklist --loan L-17 --configuration conventional-closing

The checklist is kept with the loan; \"report kept\" lists what is kept.")]
pub struct Checklist {
    /// The loan, by your id for it or its loanId
    #[arg(long, value_name = "ID")]
    loan: String,
    /// The configuration, by its name or id; that of the loan when nothing is said
    #[arg(long, value_name = "NAME")]
    configuration: Option<String>,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

/// Tell what people changed in a loan's documents, and what was exported
#[derive(Args)]
#[command(after_help = "Examples:
  loanfile report audit --loan L-17
  loanfile report audit --loan L-17 --format json

The report is kept with the loan; \"report kept\" lists what is kept.")]
pub struct AuditOfLoan {
    /// The loan, by your id for it or its loanId
    #[arg(long, value_name = "ID")]
    loan: String,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

/// List the reports that are kept with a loan, or show one
#[derive(Args)]
#[command(after_help = "Examples:
  loanfile report kept --loan L-17
  loanfile report kept --loan L-17 --configuration conventional-closing
  loanfile report kept --loan L-17 0193a1b2-0000-7000-8000-000000000017")]
pub struct Kept {
    /// The report to show, by its id
    #[arg(value_name = "REPORT")]
    report: Option<String>,
    /// The loan, by your id for it or its loanId
    #[arg(long, value_name = "ID")]
    loan: String,
    /// Only reports against this configuration, by its name or id
    #[arg(long, value_name = "NAME", conflicts_with = "report")]
    configuration: Option<String>,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

impl Validation {
    /// Shows the newest report.
    pub fn run(&self, context: &Context) -> Result<()> {
        print(context, &ops::validation_report(&context.workspace, &context.caller, &self.loan)?, self.format)
    }
}

impl Checklist {
    /// Makes and shows a checklist.
    pub fn run(&self, context: &Context) -> Result<()> {
        let (kind, name) = (LoanReportKind::ConditionChecklist, self.configuration.as_deref());
        let report = ops::create_loan_report(&context.workspace, &context.caller, &self.loan, kind, name)?;
        print(context, &report, self.format)
    }
}

impl AuditOfLoan {
    /// Makes and shows an audit report.
    pub fn run(&self, context: &Context) -> Result<()> {
        let kind = LoanReportKind::Audit;
        let report = ops::create_loan_report(&context.workspace, &context.caller, &self.loan, kind, None)?;
        print(context, &report, self.format)
    }
}

impl Kept {
    /// Lists the reports, or shows one.
    pub fn run(&self, context: &Context) -> Result<()> {
        if let Some(report) = &self.report {
            let report = ops::loan_report(&context.workspace, &context.caller, &self.loan, report)?;
            return print(context, &report, self.format);
        }
        let query = LoanReportQuery { kind: None, configuration: self.configuration.as_deref() };
        let reports = ops::loan_reports(&context.workspace, &context.caller, &self.loan, query)?;
        if self.format == Format::Json {
            return context.output.json(&PageView::whole(reports));
        }
        let mut rows = context.output.table(&["Report", "Made", "Kind", "Result"]);
        for report in &reports {
            let summary = report.summary;
            let all = summary.passed + summary.failed + summary.missing;
            let result = match report.kind {
                LoanReportKind::Audit => format!("{} changes", report.items.len()),
                _ => format!("{} of {all} passed", summary.passed),
            };
            rows.add([
                report.report_id.to_string(),
                report.created_at.date().to_string(),
                words(report.kind).to_string(),
                result,
            ]);
        }
        rows.keep_whole(0);
        rows.print(&context.output)?;
        if reports.is_empty() {
            tell("No report is kept with the loan yet.");
        }
        Ok(())
    }
}

fn words(kind: LoanReportKind) -> &'static str {
    match kind {
        LoanReportKind::Validation => "validation",
        LoanReportKind::ConditionChecklist => "checklist",
        LoanReportKind::Audit => "audit",
    }
}

fn print(context: &Context, report: &LoanReportView, format: Format) -> Result<()> {
    if format == Format::Json {
        return context.output.json(report);
    }
    let documents = report.items.iter().filter_map(|item| Some((report.loan_id, item.document_id?)));
    let names = ops::document_names(&context.workspace, &context.caller, documents)?;
    let mut rows = context.output.table(&["Status", "Document", "What", "Detail"]);
    for item in &report.items {
        let document = item.document_id.map(|id| {
            // A document that was put aside has no place in its loan.
            names.get(&id).cloned().unwrap_or_else(|| short_id(&id.to_string()).to_string())
        });
        rows.add([
            item.status.to_string(),
            document.unwrap_or_default(),
            format!("{} ({})", item.label, item.code),
            item.detail.clone().unwrap_or_default(),
        ]);
    }
    rows.keep_whole(1);
    rows.print(&context.output)?;
    let summary = report.summary;
    if report.kind == LoanReportKind::Audit {
        tell(&format!("{} changes.", report.items.len()));
    } else {
        tell(&format!("{} passed, {} failed, {} missing.", summary.passed, summary.failed, summary.missing));
    }
    Ok(())
}
