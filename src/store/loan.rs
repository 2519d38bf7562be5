//! Loans.

use super::row::{Mapped, moment, parsed, parsed_option};
use super::{Reader, Writer};
use crate::error::Result;
use crate::model::{Confidence, Loan, LoanId, LoanStatus, TenantId, Timestamp};
use rusqlite::{Row, params};

const COLUMNS: &str = "loan_id, external_loan_id, status, created_at, updated_at, configuration_id";

/// How many field values a loan has, and how many of them a person should look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LoanTally {
    /// Field records of documents that are not trashed.
    pub fields: u64,
    /// Those below the review threshold that no person has set.
    pub fields_to_review: u64,
}

/// Which loans are asked for; what is `None` does not matter.
#[derive(Debug, Clone, Copy, Default)]
pub struct LoanRange<'r> {
    /// Where they stand.
    pub status: Option<LoanStatus>,
    /// With a file that was received at this moment or later.
    pub from: Option<Timestamp>,
    /// With a file that was received before this moment.
    pub before: Option<Timestamp>,
    /// With this of the caller's ids.
    pub named: Option<&'r str>,
    /// With this somewhere in the caller's id, in any case.
    pub containing: Option<&'r str>,
    /// Behind this of the caller's ids for loans.
    pub after: Option<&'r str>,
}

impl Reader<'_> {
    /// Returns a loan by its id or by the caller's id for it.
    pub fn loan(&self, tenant: TenantId, name_or_id: &str) -> Result<Option<Loan>> {
        self.one(
            &format!(
                "SELECT {COLUMNS} FROM loan WHERE tenant_id = ?1 AND (external_loan_id = ?2 OR loan_id = ?2)
                 ORDER BY external_loan_id <> ?2 LIMIT 1"
            ),
            params![tenant.to_string(), name_or_id],
            loan_of_row,
        )
    }

    /// Returns a tenant's loans in the order of the caller's ids for them.
    pub fn loans(&self, tenant: TenantId) -> Result<Vec<Loan>> {
        self.all(
            &format!("SELECT {COLUMNS} FROM loan WHERE tenant_id = ?1 ORDER BY external_loan_id"),
            [tenant.to_string()],
            loan_of_row,
        )
    }

    /// Returns a tenant's next loans in the order of the caller's ids for them: those behind an id, at most so many.
    pub fn loans_after(&self, tenant: TenantId, which: &LoanRange<'_>, limit: u64) -> Result<Vec<Loan>> {
        let status = if which.status.is_some() { "status = ?4" } else { "?4 IS NULL" };
        let named = if which.named.is_some() { "external_loan_id = ?7" } else { "?7 IS NULL" };
        let containing =
            if which.containing.is_some() { "instr(lower(external_loan_id), lower(?8)) > 0" } else { "?8 IS NULL" };
        // Only loans that got a file in that time; one look into an index a loan.
        let received = if which.from.is_some() || which.before.is_some() {
            "EXISTS (SELECT 1 FROM source_file s
                     WHERE s.loan_id = loan.loan_id AND s.created_at >= ?5 AND s.created_at < ?6)"
        } else {
            "?5 < ?6"
        };
        self.all(
            &format!(
                "SELECT {COLUMNS} FROM loan
                 WHERE tenant_id = ?1 AND external_loan_id > ?2 AND {named} AND {containing} AND {status} AND {received}
                 ORDER BY external_loan_id LIMIT ?3"
            ),
            params![
                tenant.to_string(),
                which.after.unwrap_or_default(),
                i64::try_from(limit).unwrap_or(i64::MAX),
                which.status.map(LoanStatus::as_str),
                which.from.map_or(i64::MIN, Timestamp::micros),
                which.before.map_or(i64::MAX, Timestamp::micros),
                which.named,
                which.containing,
            ],
            loan_of_row,
        )
    }

    /// Counts a loan's field values.
    pub fn loan_tally(&self, tenant: TenantId, loan: LoanId, threshold: Confidence) -> Result<LoanTally> {
        let counted = self.one(
            "SELECT COUNT(*) AS fields,
                    COALESCE(SUM(CASE WHEN f.confidence < ?3 AND f.manually_corrected = 0 AND f.confirmed = 0 THEN 1 ELSE 0 END), 0) AS doubtful
             FROM document d JOIN extracted_field f ON f.document_id = d.document_id
             WHERE d.tenant_id = ?1 AND d.loan_id = ?2 AND d.trashed = 0",
            params![tenant.to_string(), loan.to_string(), f64::from(threshold.value())],
            |row| Ok(LoanTally { fields: row.get::<_, i64>("fields")?.unsigned_abs(), fields_to_review: row.get::<_, i64>("doubtful")?.unsigned_abs() }),
        )?;
        Ok(counted.unwrap_or_default())
    }
}

impl Writer<'_> {
    /// Returns the loan of the caller's id, making it as `new` when there is none.
    pub fn loan_or_new(&self, tenant: TenantId, external_loan_id: &str, new: LoanId, now: Timestamp) -> Result<Loan> {
        if let Some(loan) = self.loan(tenant, external_loan_id)? {
            return Ok(loan);
        }
        let loan = Loan {
            id: new,
            external_loan_id: external_loan_id.to_string(),
            status: LoanStatus::Active,
            configuration: None,
            created_at: now,
            updated_at: now,
        };
        self.add_loan(tenant, &loan)?;
        Ok(loan)
    }

    /// Adds a loan whose external id is new.
    pub fn add_loan(&self, tenant: TenantId, loan: &Loan) -> Result<()> {
        self.execute(
            "INSERT INTO loan (tenant_id, loan_id, external_loan_id, status, configuration_id, created_at, updated_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            params![
                tenant.to_string(),
                loan.id.to_string(),
                loan.external_loan_id,
                loan.status.as_str(),
                loan.configuration.map(|id| id.to_string()),
                loan.created_at.micros(),
                loan.updated_at.micros()
            ],
        )?;
        Ok(())
    }

    /// Writes a loan's external id, status, configuration and time of change.
    pub fn save_loan(&self, tenant: TenantId, loan: &Loan) -> Result<()> {
        self.execute(
            "UPDATE loan SET external_loan_id = ?3, status = ?4, configuration_id = ?5, updated_at = ?6
             WHERE tenant_id = ?1 AND loan_id = ?2",
            params![
                tenant.to_string(),
                loan.id.to_string(),
                loan.external_loan_id,
                loan.status.as_str(),
                loan.configuration.map(|id| id.to_string()),
                loan.updated_at.micros()
            ],
        )?;
        Ok(())
    }

    /// Notes that something of a loan changed.
    pub fn touch_loan(&self, tenant: TenantId, loan: LoanId, now: Timestamp) -> Result<()> {
        self.execute(
            "UPDATE loan SET updated_at = ?3 WHERE tenant_id = ?1 AND loan_id = ?2",
            params![tenant.to_string(), loan.to_string(), now.micros()],
        )?;
        Ok(())
    }
}

fn loan_of_row(row: &Row<'_>) -> Mapped<Loan> {
    Ok(Loan {
        id: parsed(row, "loan_id")?,
        external_loan_id: row.get("external_loan_id")?,
        status: parsed(row, "status")?,
        created_at: moment(row, "created_at")?,
        updated_at: moment(row, "updated_at")?,
        configuration: parsed_option(row, "configuration_id")?,
    })
}
