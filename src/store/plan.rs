//! How the database answers what it is asked: by which index, or by looking at all of a table.

use super::{Reader, Store, failed, locked};
use crate::error::Result;
use rusqlite::CachedStatement;

/// A statement with the steps in which it is answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// The statement.
    pub statement: String,
    /// The steps, such as `SEARCH loan USING INDEX ...`; nested ones behind the one they belong to.
    pub steps: Vec<String>,
}

impl Store {
    /// Notes every statement from now on, for [`Store::plans`].
    pub fn note_statements(&self) {
        self.noted.get_or_init(Default::default);
    }

    /// Returns how each statement that was noted is answered, in the order of their texts.
    ///
    /// # Errors
    /// Any failure of the store.
    pub fn plans(&self) -> Result<Vec<Plan>> {
        let Some(noted) = self.noted.get() else { return Ok(Vec::new()) };
        let noted = locked(noted).clone();
        self.read(|reader| noted.into_iter().map(|statement| reader.plan(statement)).collect())
    }
}

impl Reader<'_> {
    /// Prepares a statement.
    pub(super) fn prepared(&self, sql: &str) -> Result<CachedStatement<'_>> {
        if let Some(noted) = self.noted {
            locked(noted).insert(sql.to_string());
        }
        self.connection.prepare_cached(sql).map_err(failed)
    }

    fn plan(&self, statement: String) -> Result<Plan> {
        let mut explained = self.connection.prepare(&format!("EXPLAIN QUERY PLAN {statement}")).map_err(failed)?;
        // What a parameter is does not matter for the plan: they stay null.
        let mut rows = explained.raw_query();
        let mut steps = Vec::new();
        while let Some(row) = rows.next().map_err(failed)? {
            steps.push(row.get("detail").map_err(failed)?);
        }
        drop(rows);
        Ok(Plan { statement, steps })
    }
}
