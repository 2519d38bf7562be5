//! What computes qualifying income: the rules of this program, or a service that is spoken to over HTTP.
//!
//! Invariant: an engine answers with a whole result that adds up, or with a failure that says why; nothing in between.

mod check;
mod embedded;
#[cfg(feature = "connectors")]
mod http;
mod request;
#[cfg(feature = "connectors")]
mod response;

pub use check::check;
pub use embedded::Embedded;
#[cfg(feature = "connectors")]
pub use http::{HttpEngine, HttpEngineSettings};
pub use request::{EngineRequest, wire_request};

use crate::income::IncomeData;
use crate::remote::Circuit;
use crate::settings::{EngineKind, IncomeEngineSettings};
use std::fmt;
use std::path::Path;

/// An engine that computes qualifying income.
pub trait IncomeEngine {
    /// Returns what it is known by: `embedded`, or its address.
    fn name(&self) -> &str;

    /// Computes; the circuit is how the engine answered lately and learns how it answers now.
    ///
    /// # Errors
    /// Why there is no result.
    fn analyze(&self, request: &EngineRequest<'_>, circuit: &mut Circuit) -> Result<IncomeData, EngineFailure>;
}

/// Why an engine gave no result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineFailure {
    /// Which kind of failure.
    pub code: FailureCode,
    /// In words; holds no key and no number of a person.
    pub message: String,
}

/// A kind of failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailureCode {
    /// It cannot be asked: an address, a key or a certificate is missing or wrong.
    Settings,
    /// It cannot be reached.
    Unreachable,
    /// It did not answer in time.
    Timeout,
    /// It says that it is full or broken.
    Unavailable,
    /// It does not take the request.
    Refused,
    /// Its answer makes no sense.
    BadResponse,
    /// It failed too often lately and was not asked.
    CircuitOpen,
}

impl FailureCode {
    /// Returns the public name: `ENGINE_TIMEOUT`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Settings => "ENGINE_SETTINGS",
            Self::Unreachable => "ENGINE_UNREACHABLE",
            Self::Timeout => "ENGINE_TIMEOUT",
            Self::Unavailable => "ENGINE_UNAVAILABLE",
            Self::Refused => "ENGINE_REFUSED",
            Self::BadResponse => "ENGINE_BAD_RESPONSE",
            Self::CircuitOpen => "ENGINE_CIRCUIT_OPEN",
        }
    }
}

impl EngineFailure {
    /// Makes a failure.
    pub fn new(code: FailureCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }
}

impl fmt::Display for EngineFailure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

/// Opens the engine of a workspace's settings; relative paths start at `root`.
///
/// # Errors
/// [`FailureCode::Settings`] when it cannot be asked as it is set.
pub fn open(settings: &IncomeEngineSettings, root: &Path) -> Result<Box<dyn IncomeEngine>, EngineFailure> {
    match settings.kind {
        EngineKind::Embedded => Ok(Box::new(Embedded)),
        EngineKind::Http => open_http(settings, root),
    }
}

#[cfg(feature = "connectors")]
fn open_http(settings: &IncomeEngineSettings, root: &Path) -> Result<Box<dyn IncomeEngine>, EngineFailure> {
    use crate::remote::{CircuitRules, Tries, bearer_key};
    use std::time::Duration;
    let wrong = |error: crate::error::Error| {
        let hint = error.hint_text().map(|hint| format!("; {hint}")).unwrap_or_default();
        EngineFailure::new(FailureCode::Settings, format!("[income_engine] of loanfile.toml: {error}{hint}"))
    };
    let file = settings.key_file.as_deref().map(|file| root.join(file));
    let url = settings.url.clone().ok_or_else(|| {
        EngineFailure::new(FailureCode::Settings, "[income_engine] of loanfile.toml is of kind http and has no url")
    })?;
    let seconds = |count: u64| Duration::from_secs(count.max(1));
    let engine = HttpEngine::new(HttpEngineSettings {
        url,
        key: bearer_key(settings.key_env.as_deref(), file.as_deref()).map_err(wrong)?,
        connect: seconds(settings.connect_seconds),
        attempt: seconds(settings.attempt_seconds),
        run: seconds(settings.run_seconds),
        tries: Tries { most: settings.attempts, pause: Duration::from_millis(settings.pause_milliseconds) },
        circuit: CircuitRules { failures: settings.circuit_failures, pause: seconds(settings.circuit_seconds) },
        allow_http: settings.allow_http,
    });
    Ok(Box::new(engine.map_err(wrong)?))
}

#[cfg(not(feature = "connectors"))]
fn open_http(_settings: &IncomeEngineSettings, _root: &Path) -> Result<Box<dyn IncomeEngine>, EngineFailure> {
    Err(EngineFailure::new(
        FailureCode::Settings,
        "this program was built without the feature `connectors` and has the embedded engine only",
    ))
}
