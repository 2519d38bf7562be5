//! Settings of a workspace: defaults, then `loanfile.toml`, then `LOANFILE_<SECTION>_<KEY>` variables.
//!
//! Invariant: an unknown key is refused by name, so that a misspelt setting is never silently the default.

use crate::error::{Error, Result};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use utoipa::ToSchema;

/// The settings of a workspace.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// What a source file and the reading of a page may cost.
    pub limits: Limits,
    /// How `process` works.
    pub process: ProcessSettings,
    /// Where documents are exported to, by name; without any, `default` is the folder `los` of the workspace.
    pub los: BTreeMap<String, LosTarget>,
    /// What computes qualifying income.
    pub income_engine: IncomeEngineSettings,
    /// How `serve` answers.
    pub server: ServerSettings,
    /// Where webhooks may be told.
    pub webhooks: WebhookSettings,
}

/// How `serve` answers; `docs/serve.md` says more.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ServerSettings {
    /// Where requests are taken.
    pub listen: SocketAddr,
    /// Where operators look: `/livez`, `/readyz` and `/metrics`.
    pub operations_listen: SocketAddr,
    /// What the paths of the API begin with; they begin with `/v1` as well.
    pub base_path: String,
    /// A PEM file with the certificate chain; without one connections are not encrypted.
    pub tls_certificate: Option<PathBuf>,
    /// A PEM file with its private key.
    pub tls_key: Option<PathBuf>,
    /// How long the head of a request may take to come, in seconds, and the handshake before it.
    pub head_seconds: u64,
    /// How many files one upload may have.
    pub upload_files: usize,
    /// How many requests a second a key may send; any number when nothing is said.
    pub requests_per_second: Option<NonZeroU32>,
    /// Whether the page for reviewers is served.
    pub ui: bool,
    /// The header in which a proxy in front says who is signed in; nobody is believed without it.
    pub identity_header: Option<String>,
    /// The header in which that proxy says the person's role.
    pub role_header: Option<String>,
}

impl Default for ServerSettings {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            operations_listen: SocketAddr::from(([127, 0, 0, 1], 9090)),
            base_path: "/api/v1".to_string(),
            tls_certificate: None,
            tls_key: None,
            head_seconds: 10,
            upload_files: 64,
            requests_per_second: None,
            ui: true,
            identity_header: None,
            role_header: None,
        }
    }
}

/// Where webhooks may be told; `docs/webhooks.md` says more.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WebhookSettings {
    /// Whether receivers may be spoken to without encryption.
    pub allow_http: bool,
    /// Whether receivers may be on this machine and in private networks.
    pub allow_private_addresses: bool,
    /// Whether receivers may have other ports than 443 and 8443.
    pub allow_any_port: bool,
    /// How long one try may take, in seconds.
    pub attempt_seconds: u64,
}

impl Default for WebhookSettings {
    fn default() -> Self {
        Self { allow_http: false, allow_private_addresses: false, allow_any_port: false, attempt_seconds: 10 }
    }
}

/// What computes qualifying income; `docs/income-engine.md` says more.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct IncomeEngineSettings {
    /// Which kind of engine.
    pub kind: EngineKind,
    /// Where an external engine takes requests.
    pub url: Option<String>,
    /// The environment variable that holds its bearer key.
    pub key_env: Option<String>,
    /// A file whose first line is its bearer key.
    pub key_file: Option<PathBuf>,
    /// How long a connection may take to be made, in seconds.
    pub connect_seconds: u64,
    /// How long one request may take, in seconds.
    pub attempt_seconds: u64,
    /// How long a whole run may take, in seconds, with all tries and polls.
    pub run_seconds: u64,
    /// How often a request is tried that meets a full, failing or silent engine.
    pub attempts: u32,
    /// How long the pause after the first try is, in milliseconds; each further one is twice as long.
    pub pause_milliseconds: u64,
    /// After so many failures in a row the engine is left alone for a while.
    pub circuit_failures: u32,
    /// For how long, in seconds.
    pub circuit_seconds: u64,
    /// Whether it may be spoken to without encryption.
    pub allow_http: bool,
    /// What computes when the external engine cannot; nothing when it is not set.
    pub fallback: Option<EngineFallback>,
}

impl Default for IncomeEngineSettings {
    fn default() -> Self {
        Self {
            kind: EngineKind::Embedded,
            url: None,
            key_env: None,
            key_file: None,
            connect_seconds: 5,
            attempt_seconds: 30,
            run_seconds: 120,
            attempts: 4,
            pause_milliseconds: 1000,
            circuit_failures: 5,
            circuit_seconds: 60,
            allow_http: false,
            fallback: None,
        }
    }
}

/// A kind of engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EngineKind {
    /// The rules of this program.
    Embedded,
    /// A service that is spoken to over HTTP.
    Http,
}

/// What computes in the place of an engine that cannot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EngineFallback {
    /// The rules of this program.
    Embedded,
}

/// A place that documents are exported to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum LosTarget {
    /// A folder a loan, on a disk.
    Folder {
        /// Where; a relative path starts at the workspace.
        path: PathBuf,
        /// A file with the order of the documents, in the place of the standard one.
        #[serde(default)]
        stacking: Option<PathBuf>,
    },
    /// A prefix a loan, in S3-compatible object storage. Keys are taken from the environment (`AWS_ACCESS_KEY_ID` and
    /// the others that its tools know).
    Bucket {
        /// Such as `s3://bucket/prefix`.
        url: String,
        /// The address of the service when it is not Amazon's.
        #[serde(default)]
        endpoint: Option<String>,
        /// The region; `us-east-1` when nothing is said.
        #[serde(default)]
        region: Option<String>,
        /// Whether the service may be spoken to without encryption.
        #[serde(default)]
        allow_http: bool,
        /// A file with the order of the documents, in the place of the standard one.
        #[serde(default)]
        stacking: Option<PathBuf>,
    },
    /// A LOS with an attachment API.
    Http {
        /// The address that the paths of the API follow.
        url: String,
        /// The environment variable that holds the bearer key.
        #[serde(default)]
        key_env: Option<String>,
        /// A file whose first line is the bearer key.
        #[serde(default)]
        key_file: Option<PathBuf>,
        /// How long one request may take, in seconds.
        #[serde(default = "LosTarget::timeout_seconds")]
        timeout_seconds: u64,
        /// How often a request is tried that meets a full, failing or silent service.
        #[serde(default = "LosTarget::attempts")]
        attempts: u32,
        /// Whether the service may be spoken to without encryption.
        #[serde(default)]
        allow_http: bool,
    },
}

impl LosTarget {
    fn timeout_seconds() -> u64 {
        60
    }

    fn attempts() -> u32 {
        5
    }
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
const SECTIONS: [&str; 5] = ["limits", "process", "income_engine", "server", "webhooks"];

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

    /// The name of the target that documents go to when none is named.
    pub const DEFAULT_TARGET: &str = "default";

    /// Returns the settings of a target of exports; `None` for an unknown name.
    pub fn target(&self, name: &str) -> Option<LosTarget> {
        let standard = || LosTarget::Folder { path: PathBuf::from("los"), stacking: None };
        self.los.get(name).cloned().or_else(|| (name == Self::DEFAULT_TARGET).then(standard))
    }

    /// Returns the names of the targets of exports, sorted.
    pub fn target_names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.los.keys().map(String::as_str).collect();
        if !names.contains(&Self::DEFAULT_TARGET) {
            names.push(Self::DEFAULT_TARGET);
        }
        names.sort_unstable();
        names
    }

    /// Returns the text of a settings file that says all the defaults.
    pub fn template() -> String {
        let defaults = toml::to_string(&Self::default()).unwrap_or_default();
        let mut text = String::from(
            "# Settings of this workspace. Lines that start with # show the defaults.\n\
             # LOANFILE_<SECTION>_<KEY> in the environment goes before this file, such as LOANFILE_LIMITS_FILE_PAGES.\n",
        );
        for line in defaults.lines().filter(|line| *line != "[los]") {
            let comment = if line.is_empty() || line.starts_with('[') { "" } else { "# " };
            text.push_str(comment);
            text.push_str(line);
            text.push('\n');
        }
        text.push_str(TARGETS);
        text
    }
}

const TARGETS: &str = "\
# Where documents are exported to (docs/los.md says more). The target named default is used when none is named.
# [los.default]
# kind = \"folder\"
# path = \"los\"
";

fn apply_variable(table: &mut toml::Table, name: &str, value: &str) -> Result<()> {
    let Some(rest) = name.strip_prefix(PREFIX) else { return Ok(()) };
    let rest = rest.to_lowercase();
    let Some((section, key)) =
        SECTIONS.iter().find_map(|section| Some((section, rest.strip_prefix(section)?.strip_prefix('_')?)))
    else {
        return Ok(());
    };
    let value = match (value.parse::<i64>(), value.parse::<bool>()) {
        (Ok(number), _) => toml::Value::Integer(number),
        (_, Ok(truth)) => toml::Value::Boolean(truth),
        _ if ["income_engine", "server"].contains(section) => toml::Value::String(value.to_string()),
        _ => return Err(Error::invalid_input(format!("{name} is {value:?}, which is not a whole number"))),
    };
    let entry = table.entry(section.to_string()).or_insert_with(|| toml::Value::Table(toml::Table::new()));
    if let toml::Value::Table(section) = entry {
        section.insert(key.to_string(), value);
    }
    Ok(())
}

/// Where the value of a setting comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// Nobody said anything else.
    Default,
    /// The file of settings.
    File,
    /// This variable of the environment.
    Environment(String),
}

impl std::fmt::Display for Origin {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Default => formatter.write_str("default"),
            Self::File => formatter.write_str("loanfile.toml"),
            Self::Environment(name) => formatter.write_str(name),
        }
    }
}

/// A setting as it is in force.
#[derive(Debug, Clone, PartialEq)]
pub struct Setting {
    /// Its section and key, such as `limits.file_pages`.
    pub name: String,
    /// Its value.
    pub value: toml::Value,
    /// Where that comes from.
    pub origin: Origin,
}

impl Settings {
    /// Returns every setting that is in force with where it comes from, by section; what is not set is absent.
    ///
    /// # Errors
    /// As [`Settings::load`].
    pub fn origins(file: &Path, variables: &[(String, String)]) -> Result<Vec<Setting>> {
        let settings = Self::load(file, variables.iter().cloned())?;
        let unreadable = |error: toml::ser::Error| Error::internal("settings cannot be shown").caused_by(error);
        let all = toml::Table::try_from(&settings).map_err(unreadable)?;
        let said: toml::Table =
            std::fs::read_to_string(file).ok().and_then(|text| toml::from_str(&text).ok()).unwrap_or_default();
        let mut leaves = Vec::new();
        flatten("", &toml::Value::Table(all), &mut leaves);
        let origin = |name: &str| {
            let variable = variables.iter().map(|(variable, _)| variable).find(|variable| {
                let rest = variable.strip_prefix(PREFIX).map(str::to_lowercase);
                rest.is_some_and(|rest| rest == name.replace('.', "_"))
            });
            match (variable, find(&said, name)) {
                (Some(variable), _) => Origin::Environment(variable.clone()),
                (None, true) => Origin::File,
                (None, false) => Origin::Default,
            }
        };
        let with_origin = |(name, value): (String, toml::Value)| Setting { origin: origin(&name), name, value };
        Ok(leaves.into_iter().map(with_origin).collect())
    }
}

/// Adds the values of a table by their dotted names.
fn flatten(prefix: &str, value: &toml::Value, leaves: &mut Vec<(String, toml::Value)>) {
    match value {
        toml::Value::Table(members) => {
            for (name, member) in members {
                let name = if prefix.is_empty() { name.clone() } else { format!("{prefix}.{name}") };
                flatten(&name, member, leaves);
            }
        }
        other => leaves.push((prefix.to_string(), other.clone())),
    }
}

/// Tells whether a table says something under a dotted name.
fn find(table: &toml::Table, name: &str) -> bool {
    match name.split_once('.') {
        None => table.contains_key(name),
        Some((section, rest)) => {
            table.get(section).and_then(toml::Value::as_table).is_some_and(|inner| find(inner, rest))
        }
    }
}
