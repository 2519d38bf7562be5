//! The rules of this program.

use super::{EngineFailure, EngineRequest, IncomeEngine};
use crate::income::{self, IncomeData};
use crate::remote::Circuit;

/// The rules of this program; they always answer.
pub struct Embedded;

impl Embedded {
    /// What results say of it.
    pub const NAME: &'static str = "embedded";
    /// Its version.
    pub const VERSION: &'static str = env!("CARGO_PKG_VERSION");
}

impl IncomeEngine for Embedded {
    fn name(&self) -> &str {
        Self::NAME
    }

    fn analyze(&self, request: &EngineRequest<'_>, _circuit: &mut Circuit) -> Result<IncomeData, EngineFailure> {
        Ok(income::analyze(request.case))
    }
}
