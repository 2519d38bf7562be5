//! Reports that are kept with a loan: listed, shown, made.

mod changes;

use super::change::{Changing, change};
use super::configurations::find_configuration;
use super::{Caller, find_loan};
use crate::error::{Error, Result};
use crate::model::{
    DocumentId, Field, Finding, Loan, LoanConfiguration, LoanReport, LoanReportKind, ReportId, ReportItem,
};
use crate::store::{LoanReportFilter, Reader};
use crate::validate::{self, DocumentFacts};
use crate::views::LoanReportView;
use crate::workspace::Workspace;
use serde_json::{Value, json};
use std::collections::HashMap;

/// Which reports of a loan are asked for.
#[derive(Debug, Clone, Copy, Default)]
pub struct LoanReportQuery<'q> {
    /// Of this kind.
    pub kind: Option<LoanReportKind>,
    /// Against this configuration, by its name or id.
    pub configuration: Option<&'q str>,
}

/// Returns the reports of a loan, oldest first.
///
/// # Errors
/// `NotFound` for an unknown loan or configuration.
pub fn loan_reports(
    workspace: &Workspace,
    caller: &Caller,
    loan: &str,
    query: LoanReportQuery<'_>,
) -> Result<Vec<LoanReportView>> {
    workspace.store.read(|reader| {
        let loan = find_loan(reader, caller, loan)?;
        let configuration = query.configuration.map(|name| find_configuration(reader, caller, name)).transpose()?;
        let filter = LoanReportFilter { kind: query.kind, configuration: configuration.map(|kept| kept.id) };
        let reports = reader.loan_reports(caller.tenant.id, loan.id, filter)?;
        Ok(reports.into_iter().map(LoanReportView::from).collect())
    })
}

/// Returns a report of a loan.
///
/// # Errors
/// `NotFound` for an unknown loan, and for a report that is none of its.
pub fn loan_report(workspace: &Workspace, caller: &Caller, loan: &str, report: &str) -> Result<LoanReportView> {
    workspace.store.read(|reader| {
        let loan = find_loan(reader, caller, loan)?;
        let id = report.parse::<ReportId>().ok();
        let found = id.map(|id| reader.loan_report(caller.tenant.id, id)).transpose()?.flatten();
        let found = found.filter(|found| found.loan == loan.id);
        found.map(LoanReportView::from).ok_or_else(|| {
            Error::not_found("report", report).hint("\"loanfile report kept --loan ID\" lists a loan's reports")
        })
    })
}

/// Returns how the checks of a loan ended the last time that it settled, against the configuration that it has now.
///
/// # Errors
/// `NotFound` for an unknown loan, and while no document of it has been checked.
pub fn validation_report(workspace: &Workspace, caller: &Caller, loan: &str) -> Result<LoanReportView> {
    workspace.store.read(|reader| {
        let loan = find_loan(reader, caller, loan)?;
        let tenant = caller.tenant.id;
        let newest = reader.latest_loan_report(tenant, loan.id, LoanReportKind::Validation, loan.configuration)?;
        newest.map(LoanReportView::from).ok_or_else(|| {
            Error::not_found("validation report of loan", &loan.external_loan_id)
                .hint("it is made when all of the loan's documents were processed: \"loanfile process\"")
        })
    })
}

/// Makes a checklist or an audit report of a loan and keeps it.
///
/// A checklist is made against the configuration of a name or id, else against that of the loan.
///
/// # Errors
/// `NotFound` for an unknown loan or configuration, `InvalidInput` for a validation report, which only the checks make,
/// and for a checklist without a configuration.
pub fn create_loan_report(
    workspace: &Workspace,
    caller: &Caller,
    loan: &str,
    kind: LoanReportKind,
    configuration: Option<&str>,
) -> Result<LoanReportView> {
    change(workspace, caller, |changing| {
        let loan = find_loan(changing.writer(), caller, loan)?;
        let (configuration, items) = match kind {
            LoanReportKind::Validation => {
                return Err(Error::invalid_input("a validation report is made by the checks, not on demand")
                    .hint("\"loanfile report validation\" shows the newest"));
            }
            LoanReportKind::ConditionChecklist => {
                let kept = configuration_for(changing.writer(), caller, &loan, configuration)?;
                let items = checklist(changing, &loan, &kept)?;
                (Some(kept.id), items)
            }
            LoanReportKind::Audit => (None, changes::items(changing.writer(), caller, &changing.library, &loan)?),
        };
        let report = LoanReport {
            id: ReportId::new(changing.record.new_id()),
            loan: loan.id,
            kind,
            configuration,
            created_by: changing.actor().to_string(),
            created_at: changing.record.now,
            items,
        };
        changing.writer().add_loan_report(changing.tenant, &report)?;
        let made = json!({ "loanId": loan.id, "kind": kind, "configurationId": configuration });
        changing.log_of("loan_report.create", "loan_report", report.id.to_string(), Value::Null, made)?;
        Ok(report.into())
    })
}

fn configuration_for(
    reader: &Reader<'_>,
    caller: &Caller,
    loan: &Loan,
    named: Option<&str>,
) -> Result<LoanConfiguration> {
    if let Some(name) = named {
        return find_configuration(reader, caller, name);
    }
    reader.configuration_of_loan(caller.tenant.id, loan.id)?.ok_or_else(|| {
        Error::invalid_input(format!("loan {} has no configuration to make a checklist of", loan.external_loan_id))
            .hint("name one with --configuration; \"loanfile configuration list\" lists them")
    })
}

fn checklist(changing: &Changing<'_, '_>, loan: &Loan, kept: &LoanConfiguration) -> Result<Vec<ReportItem>> {
    let (reader, tenant) = (changing.writer(), changing.tenant);
    let documents = reader.documents_of_loan(tenant, loan.id)?;
    let mut fields: Vec<Vec<Field>> = Vec::with_capacity(documents.len());
    let mut waived: HashMap<DocumentId, Vec<Finding>> = HashMap::new();
    for document in &documents {
        fields.push(reader.fields(tenant, document.id)?);
        let findings = reader.findings(tenant, document.id)?;
        waived.insert(document.id, findings.into_iter().filter(|finding| finding.waived).collect());
    }
    let facts: Vec<DocumentFacts<'_>> = documents
        .iter()
        .zip(&fields)
        .map(|(document, fields)| DocumentFacts::of_values(document, fields, &changing.library))
        .collect();
    let is_waived = |document: DocumentId, finding: &Finding| {
        let of_document = waived.get(&document).into_iter().flatten();
        of_document.into_iter().any(|known| known.code == finding.code && known.message == finding.message)
    };
    Ok(validate::checklist(&facts, &kept.content, &changing.library, changing.record.now.date(), &is_waived))
}
