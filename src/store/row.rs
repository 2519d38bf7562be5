//! Between columns and typed values.

use super::{Reader, Writer, failed};
use crate::error::{Error, ErrorKind, Result};
use crate::model::{Failure, FailureRecord, Timestamp};
use rusqlite::types::Type;
use rusqlite::{OptionalExtension, Params, Row};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::str::FromStr;

pub(super) type Mapped<T> = rusqlite::Result<T>;

/// Reads a text column as the type it stands for.
pub(super) fn parsed<T>(row: &Row<'_>, column: &str) -> Mapped<T>
where
    T: FromStr,
    T::Err: std::fmt::Display,
{
    let text: String = row.get(column)?;
    text.parse().map_err(|error: T::Err| unreadable(format!("{column}: {error}")))
}

/// Reads a text column that may be null as the type it stands for.
pub(super) fn parsed_option<T>(row: &Row<'_>, column: &str) -> Mapped<Option<T>>
where
    T: FromStr,
    T::Err: std::fmt::Display,
{
    let text: Option<String> = row.get(column)?;
    text.map(|text| text.parse().map_err(|error: T::Err| unreadable(format!("{column}: {error}")))).transpose()
}

/// Reads a column of JSON text.
pub(super) fn json<T: DeserializeOwned>(row: &Row<'_>, column: &str) -> Mapped<T> {
    let text: String = row.get(column)?;
    serde_json::from_str(&text).map_err(|error| unreadable(format!("{column}: {error}")))
}

/// Reads a column of JSON text that may be null.
pub(super) fn json_option<T: DeserializeOwned>(row: &Row<'_>, column: &str) -> Mapped<Option<T>> {
    let text: Option<String> = row.get(column)?;
    text.map(|text| serde_json::from_str(&text).map_err(|error| unreadable(format!("{column}: {error}")))).transpose()
}

/// Reads a column of microseconds.
pub(super) fn moment(row: &Row<'_>, column: &str) -> Mapped<Timestamp> {
    row.get(column).map(Timestamp::from_micros)
}

/// Reads a column of microseconds that may be null.
pub(super) fn moment_option(row: &Row<'_>, column: &str) -> Mapped<Option<Timestamp>> {
    Ok(row.get::<_, Option<i64>>(column)?.map(Timestamp::from_micros))
}

/// Reads the columns of a failure.
pub(super) fn failure(row: &Row<'_>, attempts: u32) -> Mapped<Option<FailureRecord>> {
    let text: Option<String> = row.get("failure")?;
    let Some(text) = text else { return Ok(None) };
    let failure: Failure = serde_json::from_str(&text).map_err(|error| unreadable(format!("failure: {error}")))?;
    let occurred_at = moment_option(row, "failed_at")?.unwrap_or(Timestamp::from_micros(0));
    Ok(Some(FailureRecord { failure, occurred_at, attempts }))
}

/// Writes a value as JSON text.
pub(super) fn to_json<T: Serialize>(value: &T) -> Result<String> {
    serde_json::to_string(value).map_err(|error| Error::internal("a record cannot be written as JSON").caused_by(error))
}

/// Says that stored data does not make sense.
pub(super) fn corrupt(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::Integrity, message).hint("restore the workspace from a backup")
}

pub(super) fn unreadable(message: String) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(0, Type::Text, message.into())
}

impl Reader<'_> {
    pub(super) fn one<T>(
        &self,
        sql: &str,
        parameters: impl Params,
        map: impl FnOnce(&Row<'_>) -> Mapped<T>,
    ) -> Result<Option<T>> {
        let mut statement = self.prepared(sql)?;
        statement.query_row(parameters, map).optional().map_err(failed)
    }

    pub(super) fn all<T>(
        &self,
        sql: &str,
        parameters: impl Params,
        map: impl FnMut(&Row<'_>) -> Mapped<T>,
    ) -> Result<Vec<T>> {
        let mut statement = self.prepared(sql)?;
        let rows = statement.query_map(parameters, map).map_err(failed)?;
        rows.collect::<Mapped<Vec<T>>>().map_err(failed)
    }

    /// Gives each row to a function, so that they are never in memory together.
    pub(super) fn each(
        &self,
        sql: &str,
        parameters: impl Params,
        mut visit: impl FnMut(&Row<'_>) -> Mapped<()>,
    ) -> Result<()> {
        let mut statement = self.prepared(sql)?;
        let mut rows = statement.query(parameters).map_err(failed)?;
        while let Some(row) = rows.next().map_err(failed)? {
            visit(row).map_err(failed)?;
        }
        Ok(())
    }

    pub(super) fn count(&self, sql: &str, parameters: impl Params) -> Result<u64> {
        Ok(self.one(sql, parameters, |row| row.get::<_, i64>(0))?.unwrap_or(0).max(0).unsigned_abs())
    }
}

impl Writer<'_> {
    /// Runs a statement and returns how many rows it changed.
    pub(super) fn execute(&self, sql: &str, parameters: impl Params) -> Result<usize> {
        let mut statement = self.prepared(sql)?;
        statement.execute(parameters).map_err(failed)
    }
}
