//! Lists that say which file belongs to which loan: `manifest.json` or `manifest.csv` beside the files.

use serde::Deserialize;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// Which file belongs to which loan.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LoanList {
    loans: HashMap<String, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    file: String,
    loan: String,
}

/// The forms that the JSON may have.
#[derive(Deserialize)]
#[serde(untagged)]
enum Json {
    Entries(Vec<Entry>),
    Pairs(HashMap<String, String>),
}

impl LoanList {
    /// The names that a list may have; the first one that is there counts.
    pub const NAMES: [&str; 2] = ["manifest.json", "manifest.csv"];

    /// Reads a list in the form that its name says.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn of_name(name: &str, text: &[u8]) -> Result<Self, String> {
        if name.ends_with(".csv") { Self::from_csv(text) } else { Self::from_json(text) }
    }

    /// Reads a list of JSON: an object of files with their loans, or an array of objects with `file` and `loan`.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn from_json(text: &[u8]) -> Result<Self, String> {
        match serde_json::from_slice(text) {
            Ok(Json::Pairs(loans)) => Ok(Self { loans }),
            Ok(Json::Entries(entries)) => {
                Ok(Self { loans: entries.into_iter().map(|entry| (entry.file, entry.loan)).collect() })
            }
            Err(_) => Err("it must be {\"FILE\": \"LOAN\", ...} or [{\"file\": ..., \"loan\": ...}, ...]".to_string()),
        }
    }

    /// Reads a list of CSV with the columns `file` and `loan`.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn from_csv(text: &[u8]) -> Result<Self, String> {
        let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(text);
        let entries: Result<Vec<Entry>, _> = reader.deserialize().collect();
        let entries = entries.map_err(|_| "it must have the columns file and loan, and no others".to_string())?;
        Ok(Self { loans: entries.into_iter().map(|entry| (entry.file, entry.loan)).collect() })
    }

    /// Reads the list of a folder; an empty one when it has none.
    ///
    /// # Errors
    /// The file, and what is wrong with it.
    pub fn of_folder(folder: &Path) -> Result<Self, (PathBuf, String)> {
        for name in Self::NAMES {
            let file = folder.join(name);
            match std::fs::read(&file) {
                Ok(text) => return Self::of_name(name, &text).map_err(|problem| (file, problem)),
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                Err(error) => return Err((file, error.to_string())),
            }
        }
        Ok(Self::default())
    }

    /// Returns the loan of a file, by its path from the list's folder.
    pub fn loan(&self, file: &str) -> Option<&str> {
        self.loans.get(file).map(String::as_str)
    }
}
