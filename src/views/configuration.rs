//! Loan configurations.

use crate::model::{Configuration, ConfigurationId, LoanConfiguration, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;

/// A loan configuration.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the members are those of the API")]
#[schema(as = LoanConfiguration)]
pub struct ConfigurationView {
    pub configuration_id: ConfigurationId,
    #[serde(flatten)]
    pub content: Configuration,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

impl From<LoanConfiguration> for ConfigurationView {
    fn from(kept: LoanConfiguration) -> Self {
        Self {
            configuration_id: kept.id,
            content: kept.content,
            created_at: kept.created_at,
            updated_at: kept.updated_at,
        }
    }
}
