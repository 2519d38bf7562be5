//! What can be done, each thing once: one function a user action.
//!
//! The command line and the API call these and nothing below. Invariant: each takes the workspace and the caller
//! first and answers with a view or a plain report; nothing here prints.

mod analytics;
mod audit;
mod authenticate;
mod change;
mod configurations;
mod content;
mod corrections;
mod data;
#[cfg(feature = "server")]
mod deliver;
mod document_types;
mod export;
mod external_fields;
mod field_names;
mod image;
mod income;
mod ingest;
mod intake;
mod keys;
mod learn;
mod learned;
mod loan_reports;
mod loans;
mod paging;
mod precondition;
mod process;
mod reports;
mod review;
mod segments;
#[cfg(feature = "server")]
mod sessions;
mod settings;
mod settle;
mod show;
mod status;
mod tenant;
mod text;
mod trash;
mod try_type;
mod type_draft;
mod type_samples;
#[cfg(feature = "server")]
mod users;
mod versions;
#[cfg(feature = "server")]
mod webhook_deliveries;
#[cfg(feature = "server")]
mod webhooks;

pub use crate::corrections::Action;
pub use analytics::{EventQuery, events, metrics, timeline};
pub use audit::{AuditReport, Damage, audit, audit_page, verify_audit};
pub use authenticate::{authenticate, unauthenticated};
pub use configurations::{
    LoansInUse, NO_CONFIGURATION, NewConfiguration, Notation, SameName, add_configuration, configuration,
    configurations, read_configuration, remove_configuration, replace_configuration,
};
pub use content::{Content, ContentRequest, Layer, content};
pub use corrections::{Corrected, ValueChange, correct_type, correct_values, corrections_of, parse_field};
pub use data::loan_data;
#[cfg(feature = "server")]
pub use deliver::{DeliveryRound, deliver_webhooks};
pub use document_types::{
    NewType, TypeFilter, add_document_type, document_type, document_type_definition, document_types,
    set_document_type_active,
};
pub use export::{Export, ExportMode, ExportReport, Selection, export, export_awaiting};
pub use external_fields::{
    NewExternalField, add_external_field, add_mapping, external_fields, mappings, remove_external_field, remove_mapping,
};
pub use field_names::{FieldTypeChange, FieldTypeQuery, field_types, set_field_type};
pub use image::{PageImage, page_image};
pub use income::{
    Begun, Force, Freshness, IncomeAsk, Overrides, PendingRun, SuppliedValue, WhatIf, WorksheetFiles, finish_income,
    income_diff, income_eligible, income_freshness, income_history, income_result, income_run, income_run_of,
    income_trigger_view, income_what_if, income_worksheet, replay_income, start_income, trigger_income,
};
pub use ingest::{Ingest, Received, Repeat, Upload, check_loan_id, ingest, upload};
pub use intake::{Arrival, ArrivalOutcome, Intake, IntakeSettings, Round};
pub use keys::{NewKey, create_key, keys, revoke_key, rotate_key};
pub use learn::{Learn, SampleFile, learn_document_type};
pub use learned::{forget, learn_from, learned};
pub use loan_reports::{LoanReportQuery, create_loan_report, loan_report, loan_reports, validation_report};
pub use loans::{CreateLoan, UpdateLoan, create_loan, update_loan};
pub use paging::Paged;
pub use precondition::{Precondition, Seen, tag_of};
pub use process::{Process, ProcessReport, process};
pub use reports::{
    PageOf, ReportPage, ai_performance, cross_check, loan_processing, report_catalog, report_named, report_page,
    write_report,
};
pub use review::{TaskQuery, Verdict, assign_task, next_task, resolve_task, task, task_page, tasks};
pub use segments::{merge, split};
#[cfg(feature = "server")]
pub use sessions::{Session, SignedIn, session, sign_in, sign_in_as, sign_out};
pub use settings::settings;
pub use settle::settle;
pub use show::{
    DocumentQuery, LoanQuery, TypeNames, boundaries, boundary, classification, document, document_names,
    document_record, documents, loan, loan_name, loan_package, loans, source_files, trashed_documents, values,
};
pub use status::status;
pub use tenant::{change_tenant, create_tenant, set_tenant, tenant_settings, tenants};
pub use text::{PageChoice, document_text, page_text};
pub use trash::{restore, retry, trash};
pub use try_type::{TriedType, try_document_type};
pub use type_draft::{TypeDraft, draft_document_type, remove_document_type};
pub use type_samples::add_sample;
#[cfg(feature = "server")]
pub use users::{NewUser, UserAccess, add_user, remove_user, set_password, set_user_access, users};
pub use versions::{diff_documents, versions_of};
#[cfg(feature = "server")]
pub use webhook_deliveries::{DeliveryQuery, redeliver, test_webhook, webhook_deliveries};
#[cfg(feature = "server")]
pub use webhooks::{
    NewWebhook, WebhookChange, create_webhook, remove_webhook, rotate_webhook_secret, update_webhook, webhook, webhooks,
};

use crate::error::{Error, ErrorKind, Result};
use crate::model::{Document, Loan, Role};
use crate::store::{Reader, Tenant};
use crate::worker::{Limits, PoolSettings, WorkerPool};
use crate::workspace::Workspace;
use std::str::FromStr;
use std::time::Duration;

/// Who asks.
#[derive(Debug, Clone, PartialEq)]
pub struct Caller {
    /// The tenant on whose behalf.
    pub tenant: Tenant,
    /// The person, as the audit log names them.
    pub actor: String,
    /// What they may do.
    pub role: Role,
    /// On which condition they want to change something.
    pub only_if: Option<Precondition>,
}

impl Caller {
    /// Returns somebody who asks without a condition.
    pub fn new(tenant: Tenant, actor: impl Into<String>, role: Role) -> Self {
        Self { tenant, actor: actor.into(), role, only_if: None }
    }

    /// Checks that the caller may do what a role may.
    ///
    /// # Errors
    /// `NotPermitted` when the caller's role is a lesser one; the message names the role that is needed.
    pub fn require(&self, needed: Role) -> Result<()> {
        if self.role >= needed {
            return Ok(());
        }
        Err(Error::new(ErrorKind::NotPermitted, format!("the role {} may not do this: it needs {needed}", self.role)))
    }
}

/// Returns the caller who acts for the tenant of a name or a UUID, under a person's name: an admin, because whoever
/// has the workspace's files has everything.
///
/// # Errors
/// `NotFound` when there is no such tenant.
pub fn caller(workspace: &Workspace, tenant: &str, actor: &str) -> Result<Caller> {
    let (found, names) = workspace.store.read(|reader| Ok((reader.tenant(tenant)?, reader.tenant_names()?)))?;
    let tenant = found.ok_or_else(|| {
        Error::not_found("tenant", tenant)
            .hint(format!("the workspace has {}; \"loanfile tenant create NAME\" adds one", names.join(", ")))
    })?;
    Ok(Caller::new(tenant, actor, Role::Admin))
}

/// Returns processes that open PDFs within the workspace's limits.
///
/// # Errors
/// `Unavailable` when the system refuses.
pub fn workers(workspace: &Workspace, count: usize) -> Result<WorkerPool> {
    let set = &workspace.settings.limits;
    let mut settings = PoolSettings::new(count);
    settings.limits = Limits {
        memory_bytes: set.worker_memory_mib.saturating_mul(1024 * 1024),
        cpu_seconds: set.page_seconds.max(set.file_seconds).saturating_mul(2),
        page_deadline: Duration::from_secs(set.page_seconds.max(1)),
        other_deadline: Duration::from_secs(set.file_seconds.max(1)),
    };
    WorkerPool::new(settings)
        .map_err(|error| Error::new(ErrorKind::Unavailable, format!("no reader process can be started: {error}")))
}

fn find_loan(reader: &Reader<'_>, caller: &Caller, name_or_id: &str) -> Result<Loan> {
    reader
        .loan(caller.tenant.id, name_or_id)?
        .ok_or_else(|| Error::not_found("loan", name_or_id).hint("\"loanfile show\" lists the loans"))
}

/// A record is named by at least so many of its id's last digits.
const LEAST_DIGITS: usize = 4;

/// Finds a record by its id, or by the last digits of it, as tables show them.
fn by_id_or_ending<I: FromStr, T>(
    name: &str,
    kind: &str,
    unknown: impl Fn() -> Error,
    whole: impl FnOnce(I) -> Result<Option<T>>,
    ending_with: impl FnOnce(&str) -> Result<Vec<T>>,
) -> Result<T> {
    if let Ok(id) = name.parse() {
        return whole(id)?.ok_or_else(unknown);
    }
    let is_ending = name.len() >= LEAST_DIGITS && name.chars().all(|letter| letter.is_ascii_hexdigit());
    let mut found = if is_ending { ending_with(&name.to_lowercase())? } else { Vec::new() };
    match found.len() {
        1 => found.pop().ok_or_else(unknown),
        0 => Err(unknown()),
        count => Err(Error::invalid_input(format!("{count} {kind} end with {name}")).hint("give more of the id")),
    }
}

/// Finds a document by its id, or by its place in a loan as `LOAN/N`.
fn find_document(reader: &Reader<'_>, caller: &Caller, name: &str) -> Result<Document> {
    let found = match (name.parse(), name.rsplit_once('/')) {
        (Ok(id), _) => reader.document(caller.tenant.id, id)?,
        (Err(_), Some((loan, place))) => document_at(reader, caller, loan, place)?,
        (Err(_), None) => None,
    };
    found.ok_or_else(|| Error::not_found("document", name).hint("\"loanfile show --loan ID\" lists a loan's documents"))
}

fn document_at(reader: &Reader<'_>, caller: &Caller, loan: &str, place: &str) -> Result<Option<Document>> {
    let Some(index) = place.parse::<usize>().ok().and_then(|place| place.checked_sub(1)) else { return Ok(None) };
    let loan = find_loan(reader, caller, loan)?;
    Ok(reader.documents_of_loan(caller.tenant.id, loan.id)?.into_iter().nth(index))
}
