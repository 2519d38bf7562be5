//! What income would be if papers, values, decisions or the guideline were otherwise.

use super::IncomeAsk;
use super::compare::result_of;
use super::gather::{Gathered, Terms, check_sufficient, gather};
use super::run::{compute, income_freshness};
use crate::corrections::{self, Action, Edit};
use crate::engines::EngineRequest;
use crate::error::{Error, ErrorKind, Result};
use crate::income::{IncomeCase, IncomeData};
use crate::model::{FieldTypeId, IncomeRunId, Loan};
use crate::ops::{Caller, find_document, find_loan};
use crate::store::{IncomeRunDocument, Reader};
use crate::views::{IncomeDiffView, IncomeWhatIfView, files_of};
use crate::workspace::Workspace;

/// What is taken to be otherwise.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct WhatIf {
    /// Another guideline, other decisions, another day.
    pub ask: IncomeAsk,
    /// Documents that are left out, by id or as `LOAN/N`.
    pub without: Vec<String>,
    /// Values that are taken to be these.
    pub values: Vec<SuppliedValue>,
}

/// A value that is taken to be another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SuppliedValue {
    /// The document, by id or as `LOAN/N`; without it the only one that has the field.
    pub document: Option<String>,
    /// The field, in full (`paystub.net_pay`) or, with a document, within its type.
    pub field: String,
    /// The row of its table, from 0.
    pub row: Option<u32>,
    /// The value, in any form that can be read as the field's kind.
    pub value: String,
}

/// Computes a loan's income with something otherwise, and compares it with what it is; nothing is recorded.
///
/// # Errors
/// `NotFound` for an unknown loan or document, `InvalidInput` for a document that is not looked at or a value that cannot
/// be set, `Conflict` when nothing is left that income can be computed from, `Unavailable` when the engine has no result.
pub fn income_what_if(
    workspace: &Workspace,
    caller: &Caller,
    loan: &str,
    what_if: &WhatIf,
) -> Result<IncomeWhatIfView> {
    let tenant = caller.tenant.id;
    let library = workspace.library(tenant)?;
    let today = workspace.now().date();
    let (loan, is, would_be, documents) = workspace.store.read(|reader| {
        let loan = find_loan(reader, caller, loan)?;
        let mut gathered = gather(reader, tenant, &loan, &library)?;
        check_sufficient(&loan, &gathered)?;
        let is = Terms::new(reader, tenant, &loan, &IncomeAsk::default(), today)?.case(&gathered);
        change_papers(reader, caller, workspace, &mut gathered, what_if)?;
        check_sufficient(&loan, &gathered)?;
        let would_be = Terms::new(reader, tenant, &loan, &what_if.ask, today)?.case(&gathered);
        let documents = gathered.iter().map(Gathered::record).collect::<Result<Vec<IncomeRunDocument>>>()?;
        Ok((loan, is, would_be, documents))
    })?;
    let freshness = income_freshness(workspace, caller, &loan.id.to_string(), &IncomeAsk::default())?;
    let (run, before) = match freshness.last.filter(|_| freshness.reasons.is_empty()) {
        Some(run) => (Some(run.id), result_of(&run)?.clone()),
        None => (None, computed(workspace, caller, &loan, &is)?),
    };
    let after = computed(workspace, caller, &loan, &would_be)?;
    let difference = IncomeDiffView::new((run, &before), (None, &after));
    Ok(IncomeWhatIfView { files: files_of(&after, &documents), income_data: after, difference })
}

fn computed(workspace: &Workspace, caller: &Caller, loan: &Loan, case: &IncomeCase) -> Result<IncomeData> {
    let library = workspace.library(caller.tenant.id)?;
    let run = IncomeRunId::new(workspace.new_id());
    let request = EngineRequest { run, loan: &loan.external_loan_id, case, library: &library };
    compute(workspace, caller, &request)?
        .map_err(|failure| Error::new(ErrorKind::Unavailable, format!("{failure} ({})", failure.code.as_str())))
}

fn change_papers(
    reader: &Reader<'_>,
    caller: &Caller,
    workspace: &Workspace,
    gathered: &mut Vec<Gathered<'_>>,
    what_if: &WhatIf,
) -> Result<()> {
    for value in &what_if.values {
        let place = match &value.document {
            Some(document) => place_of(reader, caller, gathered, document)?,
            None => only_place(gathered, value)?,
        };
        let Some(one) = gathered.get_mut(place) else { continue };
        let full = value.field.strip_prefix(one.definition.id.as_str()).is_some_and(|rest| rest.starts_with('.'));
        let field = if full { FieldTypeId::new(&value.field) } else { one.definition.field_id(&value.field) };
        let edit = Edit { field_type: field, row_index: value.row, action: Action::Set(value.value.clone()) };
        corrections::apply(one.definition, &mut one.fields, &edit, workspace.now())
            .map_err(|problem| Error::invalid_input(format!("{} of {}: {problem}", edit.field_type, one.name)))?;
    }
    for document in &what_if.without {
        let place = place_of(reader, caller, gathered, document)?;
        gathered.remove(place);
    }
    Ok(())
}

fn place_of(reader: &Reader<'_>, caller: &Caller, gathered: &[Gathered<'_>], document: &str) -> Result<usize> {
    let id = find_document(reader, caller, document)?.id;
    gathered.iter().position(|one| one.document.id == id).ok_or_else(|| {
        let names: Vec<&str> = gathered.iter().map(|one| one.name.as_str()).collect();
        Error::invalid_input(format!("{document} is no document that this loan's income is computed from"))
            .hint(format!("there are {}", names.join(", ")))
    })
}

/// Finds the document that is meant by a field alone: the only one that has a value of it, or could have.
fn only_place(gathered: &[Gathered<'_>], value: &SuppliedValue) -> Result<usize> {
    let field = FieldTypeId::new(&value.field);
    let could: Vec<usize> =
        (0..).zip(gathered).filter(|(_, one)| one.definition.describe(&field).is_some()).map(|(at, _)| at).collect();
    let has_it = |place: &&usize| {
        let one = gathered.get(**place);
        one.is_some_and(|one| one.fields.iter().any(|known| known.field_type == field && known.row_index == value.row))
    };
    let with_value: Vec<usize> = could.iter().filter(has_it).copied().collect();
    match (with_value.as_slice(), could.as_slice()) {
        ([only], _) | ([], [only]) => Ok(*only),
        ([], []) => Err(Error::invalid_input(format!("no document of the loan has the field {field}"))
            .hint("write DOCUMENT:FIELD=VALUE or TYPE.FIELD=VALUE; \"loanfile data\" shows fields")),
        ([], several) | (several, _) => {
            let names: Vec<&str> =
                several.iter().filter_map(|place| gathered.get(*place)).map(|one| one.name.as_str()).collect();
            Err(Error::invalid_input(format!("{} documents have the field {field}", several.len())).hint(format!(
                "name one of them: {}:{field}={}",
                names.join(" or "),
                value.value
            )))
        }
    }
}
