//! From a loan's documents to the case that an engine looks at.

use super::{IncomeAsk, Overrides};
use crate::error::{Error, Result};
use crate::income::{IncomeCase, Override, Paper, papers, plain_confidence};
use crate::library::{DocumentType, Library};
use crate::model::{Document, Field, IncomeRunStatus, Loan, TenantId, digest_of_parts};
use crate::store::{IncomeRun, IncomeRunDocument, Reader, TenantSettings};
use chrono::NaiveDate;
use std::collections::HashMap;

/// A document that is looked at.
pub struct Gathered<'l> {
    /// The document.
    pub document: Document,
    /// Its type.
    pub definition: &'l DocumentType,
    /// How people name it, `LOAN/N`.
    pub name: String,
    /// The name of its source file.
    pub file_name: String,
    /// Its values.
    pub fields: Vec<Field>,
}

/// Returns the documents of a loan that income is computed from, in the order of its papers.
///
/// A document counts once its values can be read, as long as it was not put aside and no newer version or original of
/// it is there.
pub fn gather<'l>(
    reader: &Reader<'_>,
    tenant: TenantId,
    loan: &Loan,
    library: &'l Library,
) -> Result<Vec<Gathered<'l>>> {
    let files = reader.source_files(tenant, loan.id)?;
    let files: HashMap<_, _> = files.into_iter().map(|file| (file.id, file.file_name)).collect();
    let mut gathered = Vec::new();
    for (document, place) in reader.documents_of_loan(tenant, loan.id)?.into_iter().zip(1..) {
        let definition = document.document_type.as_ref().and_then(|id| library.get(id));
        let Some(definition) = definition.filter(|definition| document.counts() && papers::looks_at(definition)) else {
            continue;
        };
        let mut fields = reader.fields(tenant, document.id)?;
        // After its type was changed a document may still have values of the other type.
        fields.retain(|field| definition.describe(&field.field_type).is_some());
        let name = format!("{}/{place}", loan.external_loan_id);
        let file_name = files.get(&document.source_file).cloned().unwrap_or_default();
        gathered.push(Gathered { document, definition, name, file_name, fields });
    }
    Ok(gathered)
}

/// Refuses to go on when no paper among them is enough for a computation.
pub fn check_sufficient(loan: &Loan, gathered: &[Gathered<'_>]) -> Result<()> {
    if gathered.iter().any(|one| papers::suffices(one.definition)) {
        return Ok(());
    }
    Err(Error::conflict(format!("loan {} has no document that income can be computed from", loan.external_loan_id)).hint(
        "needed are pay stubs, W-2s, 1099s, tax returns, bank statements, employer letters, award letters or leases \
         whose values have been read (\"loanfile process\")",
    ))
}

/// What a case is made of beside documents.
pub struct Terms {
    ask: IncomeAsk,
    settings: TenantSettings,
    overrides: Vec<Override>,
    today: NaiveDate,
}

impl Terms {
    /// Looks up what was not asked for: the tenant's settings, the overrides of the last completed run.
    pub fn new(reader: &Reader<'_>, tenant: TenantId, loan: &Loan, ask: &IncomeAsk, today: NaiveDate) -> Result<Self> {
        let overrides = match &ask.overrides {
            Overrides::Given(given) => given.clone(),
            Overrides::AsBefore => match reader.latest_income_run(tenant, loan.id, IncomeRunStatus::Completed)? {
                Some(run) => reader.income_case(tenant, run.id)?.map(|case| case.overrides).unwrap_or_default(),
                None => Vec::new(),
            },
        };
        Ok(Self { ask: ask.clone(), settings: reader.tenant_settings(tenant)?, overrides, today })
    }

    /// Makes the case.
    pub fn case(&self, gathered: &[Gathered<'_>]) -> IncomeCase {
        let papers: Vec<Paper> = gathered.iter().map(Gathered::paper).collect();
        IncomeCase {
            guideline: self.ask.guideline.unwrap_or(self.settings.guideline),
            as_of_date: self.ask.as_of.unwrap_or(self.today),
            application_date: papers::application_date(&papers),
            transaction: papers::transaction(&papers),
            review_threshold: plain_confidence(self.settings.review_threshold),
            large_deposit: self.settings.large_deposit_threshold,
            papers,
            overrides: self.overrides.clone(),
        }
    }
}

impl Gathered<'_> {
    fn paper(&self) -> Paper {
        Paper::new(self.document.id, self.name.clone(), self.definition, &self.fields)
    }

    /// Returns what a run keeps of the document beside the case.
    pub fn record(&self) -> Result<IncomeRunDocument> {
        let json = serde_json::to_string(&self.paper().values)
            .map_err(|error| Error::internal("values cannot be written as JSON").caused_by(error))?;
        Ok(IncomeRunDocument {
            document: self.document.id,
            values_sha256: digest_of_parts([json]),
            file_name: self.file_name.clone(),
            document_type: self.definition.name.clone(),
        })
    }
}

/// Tells in words how the documents of two runs differ.
pub fn changed_documents(
    before: &[IncomeRunDocument],
    now: &[IncomeRunDocument],
    names: &[Gathered<'_>],
) -> Vec<String> {
    let name = |document: &IncomeRunDocument| {
        let found = names.iter().find(|one| one.document.id == document.document);
        found.map_or_else(|| format!("{} of {}", document.document_type, document.file_name), |one| one.name.clone())
    };
    let same = |one: &IncomeRunDocument, list: &[IncomeRunDocument]| {
        list.iter().find(|other| other.document == one.document).map(|other| other.values_sha256 == one.values_sha256)
    };
    let mut told = Vec::new();
    for document in now {
        match same(document, before) {
            None => told.push(format!("{} is new", name(document))),
            Some(false) => told.push(format!("{} has other values", name(document))),
            Some(true) => {}
        }
    }
    let gone = before.iter().filter(|document| same(document, now).is_none());
    told.extend(gone.map(|document| format!("{} is gone", name(document))));
    told
}

/// Tells whether two cases are the same but for the day.
pub fn same_but_for_the_day(case: &IncomeCase, before: &IncomeCase) -> Result<bool> {
    let on_that_day = IncomeCase { as_of_date: before.as_of_date, ..case.clone() };
    Ok(IncomeRun::digest(&on_that_day)? == IncomeRun::digest(before)?)
}
