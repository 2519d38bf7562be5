//! Settings of a workspace: defaults, then `loanfile.toml`, then `LOANFILE_<SECTION>_<KEY>` variables.
//!
//! Invariant: an unknown key is refused by name, so that a misspelt setting is never silently the default.

use crate::error::{Error, Result};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The settings of a workspace.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// What a source file and the reading of a page may cost.
    pub limits: Limits,
    /// How `process` works.
    pub process: ProcessSettings,
}

/// What a source file and the reading of a page may cost.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// The largest file that is taken, in bytes.
    pub file_bytes: u64,
    /// The most pages that a file may have.
    pub file_pages: u32,
    /// How long the reading of one page may take, in seconds.
    pub page_seconds: u64,
    /// How long opening a file may take, in seconds.
    pub file_seconds: u64,
    /// The memory that one worker process may take, in MiB.
    pub worker_memory_mib: u64,
    /// The most pages of one document that are searched for its type and its fields.
    pub document_pages: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            file_bytes: 512 * 1024 * 1024,
            file_pages: 20_000,
            page_seconds: 20,
            file_seconds: 30,
            worker_memory_mib: 2048,
            document_pages: 400,
        }
    }
}

/// How `process` works.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ProcessSettings {
    /// How many units are worked on at once; 0 for one a core.
    pub jobs: usize,
    /// After how many silent seconds another process may take over a unit of work.
    pub lease_seconds: u64,
}

impl Default for ProcessSettings {
    fn default() -> Self {
        Self { jobs: 0, lease_seconds: 60 }
    }
}

const PREFIX: &str = "LOANFILE_";
const SECTIONS: [&str; 2] = ["limits", "process"];

impl Settings {
    /// Returns the settings of a file and of the given environment variables.
    ///
    /// # Errors
    /// `InvalidInput` when the file is not TOML, or a key or value is not a setting; the message names it.
    pub fn load(file: &Path, variables: impl Iterator<Item = (String, String)>) -> Result<Self> {
        let text = match std::fs::read_to_string(file) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => {
                return Err(Error::invalid_input(format!("cannot read {}: {error}", file.display())));
            }
        };
        let refused =
            |error: toml::de::Error| Error::invalid_input(format!("{}: {}", file.display(), error.to_string().trim()));
        let mut table: toml::Table = toml::from_str(&text).map_err(refused)?;
        toml::from_str::<Self>(&text).map_err(refused)?;
        for (name, value) in variables {
            apply_variable(&mut table, &name, &value)?;
        }
        table.try_into().map_err(|error: toml::de::Error| {
            Error::invalid_input(format!("a {PREFIX}* variable: {}", error.to_string().trim()))
        })
    }

    /// Returns the text of a settings file that says all the defaults.
    pub fn template() -> String {
        let defaults = toml::to_string(&Self::default()).unwrap_or_default();
        let mut text = String::from(
            "# Settings of this workspace. Lines that start with # show the defaults.\n\
             # LOANFILE_<SECTION>_<KEY> in the environment goes before this file, such as LOANFILE_LIMITS_FILE_PAGES.\n",
        );
        for line in defaults.lines() {
            let comment = if line.is_empty() || line.starts_with('[') { "" } else { "# " };
            text.push_str(comment);
            text.push_str(line);
            text.push('\n');
        }
        text
    }
}

fn apply_variable(table: &mut toml::Table, name: &str, value: &str) -> Result<()> {
    let Some(rest) = name.strip_prefix(PREFIX) else { return Ok(()) };
    let rest = rest.to_lowercase();
    let Some((section, key)) =
        SECTIONS.iter().find_map(|section| Some((section, rest.strip_prefix(section)?.strip_prefix('_')?)))
    else {
        return Ok(());
    };
    let number = value
        .parse::<i64>()
        .map_err(|_| Error::invalid_input(format!("{name} is {value:?}, which is not a whole number")))?;
    let entry = table.entry(section.to_string()).or_insert_with(|| toml::Value::Table(toml::Table::new()));
    if let toml::Value::Table(section) = entry {
        section.insert(key.to_string(), toml::Value::Integer(number));
    }
    Ok(())
}
