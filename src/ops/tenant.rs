//! What a tenant can set.

use super::Caller;
use super::change::change;
use crate::error::{Error, Result};
use crate::income::{Guideline, LargeDepositThreshold};
use crate::model::Confidence;
use crate::review::ALWAYS_REVIEWED;
use crate::store::TenantSettings;
use crate::workspace::Workspace;
use serde_json::{Value, json};

/// Returns the tenant's settings.
///
/// # Errors
/// Any failure of the store.
pub fn tenant_settings(workspace: &Workspace, caller: &Caller) -> Result<TenantSettings> {
    workspace.store.read(|reader| reader.tenant_settings(caller.tenant.id))
}

/// Changes one setting, by its name in JSON; returns the settings as they are then.
///
/// # Errors
/// `InvalidInput` for an unknown setting, or for a value that it cannot have.
pub fn set_tenant(workspace: &Workspace, caller: &Caller, name: &str, value: &str) -> Result<TenantSettings> {
    change(workspace, caller, |changing| {
        let before = as_json(&changing.writer().tenant_settings(changing.tenant)?)?;
        let Value::Object(mut members) = before.clone() else { return Err(unreadable()) };
        let Some(member) = members.get_mut(name) else {
            let known: Vec<&String> = members.keys().collect();
            let known = known.into_iter().map(String::as_str).collect::<Vec<_>>().join(", ");
            return Err(Error::invalid_input(format!("there is no setting {name}")).hint(format!("there are {known}")));
        };
        *member = given(name, value)?;
        let settings: TenantSettings = serde_json::from_value(Value::Object(members))
            .map_err(|error| Error::invalid_input(format!("{name} cannot be {value}: {error}")))?;
        check(&settings)?;
        changing.writer().save_tenant_settings(changing.tenant, &settings)?;
        let after = as_json(&settings)?;
        let id = changing.tenant.to_string();
        changing.log_of("tenant.set", "tenant", id, json!({ name: before[name] }), json!({ name: after[name] }))?;
        Ok(settings)
    })
}

/// Reads a value as people write it: a guideline by a short name, a threshold as `50%` or `5000`.
fn given(name: &str, value: &str) -> Result<Value> {
    let number = |text: &str| text.trim().parse::<f64>().ok();
    Ok(match (name, value.strip_suffix('%').and_then(number), number(value)) {
        ("guideline", ..) => json!(value.parse::<Guideline>()?),
        ("largeDepositThreshold", Some(percent), _) => json!({ "kind": "percent_of_income", "value": percent }),
        ("largeDepositThreshold", None, Some(amount)) => json!({ "kind": "amount", "value": amount }),
        _ => serde_json::from_str(value).unwrap_or_else(|_| Value::String(value.to_string())),
    })
}

fn check(settings: &TenantSettings) -> Result<()> {
    let threshold: Confidence = settings.review_threshold;
    if threshold.value() < ALWAYS_REVIEWED || threshold.value() > 1.0 {
        return Err(Error::invalid_input(format!("reviewThreshold cannot be {}", threshold.value()))
            .hint(format!("give a number from {ALWAYS_REVIEWED} to 1: what is below is always reviewed")));
    }
    let (LargeDepositThreshold::Amount(limit) | LargeDepositThreshold::PercentOfIncome(limit)) =
        settings.large_deposit_threshold;
    if limit.is_sign_negative() || limit.is_zero() {
        return Err(Error::invalid_input(format!("largeDepositThreshold cannot be {limit}"))
            .hint("give a percentage of the monthly income (50%) or an amount (5000)"));
    }
    Ok(())
}

fn as_json(settings: &TenantSettings) -> Result<Value> {
    serde_json::to_value(settings).map_err(|error| unreadable().caused_by(error))
}

fn unreadable() -> Error {
    Error::internal("the tenant's settings cannot be written as JSON")
}
