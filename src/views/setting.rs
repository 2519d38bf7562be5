//! Settings of a workspace.

use crate::settings::Setting;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// A setting with where it comes from.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[allow(missing_docs, reason = "the members are those of the API")]
pub struct SettingView {
    pub name: String,
    pub value: Value,
    /// `default`, `loanfile.toml`, or the name of a variable of the environment.
    pub origin: String,
}

impl From<Setting> for SettingView {
    fn from(setting: Setting) -> Self {
        let value = serde_json::to_value(&setting.value).unwrap_or_else(|_| json!(setting.value.to_string()));
        Self { name: setting.name, value, origin: setting.origin.to_string() }
    }
}
