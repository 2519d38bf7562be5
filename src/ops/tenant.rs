//! Tenants, and what each can set.

use super::Caller;
use super::change::change;
use crate::error::{Error, Result};
use crate::income::{Guideline, LargeDepositThreshold};
use crate::model::{Confidence, Role, TenantId};
use crate::reports;
use crate::review::ALWAYS_REVIEWED;
use crate::settings::EngineKind;
use crate::store::{Change, TenantSettings};
use crate::views::TenantView;
use crate::workspace::{Workspace, check_tenant_name};
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// Says that a setting is left to the workspace, or to the program.
const LEFT: &str = "default";

/// Adds a tenant with the usual settings; `actor` is who is named in its log.
///
/// # Errors
/// `InvalidInput` for a name that cannot be one, `Conflict` when it is taken.
pub fn create_tenant(workspace: &Workspace, actor: &str, name: &str) -> Result<TenantView> {
    check_tenant_name(name)?;
    let (id, now) = (TenantId::new(workspace.new_id()), workspace.now());
    let tenant = workspace.store.write(|writer| {
        if !writer.add_tenant(id, name, now)? {
            return Err(Error::conflict(format!("there is a tenant {name} already"))
                .hint("\"loanfile tenant list\" lists the tenants"));
        }
        let made = Change {
            actor,
            action: "tenant.create",
            subject: "tenant",
            subject_id: id.to_string(),
            before: Value::Null,
            after: json!({ "name": name }),
        };
        writer.log(id, made, now)?;
        writer.tenant(&id.to_string())
    })?;
    tenant.map(TenantView::from).ok_or_else(|| Error::internal("a tenant that was added is gone"))
}

/// Returns all tenants of a workspace by name: for whoever has its files.
///
/// # Errors
/// Any failure of the store.
pub fn tenants(workspace: &Workspace) -> Result<Vec<TenantView>> {
    let all = workspace.store.read(|reader| reader.tenants())?;
    Ok(all.into_iter().map(TenantView::from).collect())
}

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
/// `InvalidInput` for an unknown setting, or for a value that it cannot have; `NotPermitted` for a caller who is no admin.
pub fn set_tenant(workspace: &Workspace, caller: &Caller, name: &str, value: &str) -> Result<TenantSettings> {
    change_tenant(workspace, caller, Map::from_iter([(name.to_string(), given(name, value)?)]))
}

/// Changes settings by their names in JSON, all of them or none; those that are not named stay. Returns the settings as
/// they are then.
///
/// # Errors
/// As [`set_tenant`].
pub fn change_tenant(workspace: &Workspace, caller: &Caller, changes: Map<String, Value>) -> Result<TenantSettings> {
    caller.require(Role::Admin)?;
    change(workspace, caller, |changing| {
        let before = as_json(&changing.writer().tenant_settings(changing.tenant)?)?;
        let mut after = before.clone();
        for (name, value) in &changes {
            after = with_setting(after, name, value)?;
        }
        let settings: TenantSettings = serde_json::from_value(after).map_err(|error| unreadable().caused_by(error))?;
        check(workspace, &settings)?;
        changing.writer().save_tenant_settings(changing.tenant, &settings)?;
        let after = as_json(&settings)?;
        let told = |settings: &Value| changes.keys().map(|name| (name.clone(), settings[name].clone())).collect();
        changing.log_of("tenant.set", "tenant", changing.tenant.to_string(), told(&before), told(&after))?;
        Ok(settings)
    })
}

/// Returns settings with another value for one of them.
fn with_setting(settings: Value, name: &str, value: &Value) -> Result<Value> {
    let Value::Object(mut members) = settings else { return Err(unreadable()) };
    let Some(member) = members.get_mut(name) else {
        let known: Vec<&str> = members.keys().map(String::as_str).collect();
        return Err(
            Error::invalid_input(format!("there is no setting {name}")).hint(format!("there are {}", known.join(", ")))
        );
    };
    *member = value.clone();
    let changed = Value::Object(members);
    TenantSettings::deserialize(&changed).map_err(|error| {
        Error::invalid_input(format!("{name} cannot be {value}")).hint(expected(name)).caused_by(error)
    })?;
    Ok(changed)
}

/// Reads a value as people write it: a guideline by a short name, a threshold as `50%` or `5000`, names with commas.
fn given(name: &str, value: &str) -> Result<Value> {
    let number = |text: &str| text.trim().parse::<f64>().ok();
    Ok(match (name, value.strip_suffix('%').and_then(number), number(value)) {
        ("guideline", ..) => json!(value.parse::<Guideline>()?),
        ("largeDepositThreshold", Some(percent), _) => json!({ "kind": "percent_of_income", "value": percent }),
        ("largeDepositThreshold", None, Some(amount)) => json!({ "kind": "amount", "value": amount }),
        ("incomeEngine", ..) if value == LEFT => Value::Null,
        ("reportsEnabled", ..) => report_names(value),
        ("los" | "incomeEngine", ..) => json!(value),
        _ => serde_json::from_str(value).unwrap_or_else(|_| Value::String(value.to_string())),
    })
}

/// Reads names of reports: all, none, names with commas between them, or a JSON array.
fn report_names(value: &str) -> Value {
    match value.trim() {
        "all" | "null" => Value::Null,
        "none" => json!([]),
        array if array.starts_with('[') => serde_json::from_str(array).unwrap_or_else(|_| json!(value)),
        names => names.split(',').map(str::trim).filter(|name| !name.is_empty()).collect(),
    }
}

/// Says what a setting can be.
fn expected(name: &str) -> &'static str {
    match name {
        "reviewThreshold" => "give a number from 0.65 to 1",
        "largeDepositThreshold" => "give a percentage of the monthly income (50%) or an amount (5000)",
        "incomeEngine" => "give embedded, http, or default for the one of loanfile.toml",
        "reportsEnabled" => "give all, none, or names with commas between them",
        _ => "give true or false",
    }
}

fn check(workspace: &Workspace, settings: &TenantSettings) -> Result<()> {
    let threshold: Confidence = settings.review_threshold;
    if threshold.value() < ALWAYS_REVIEWED || threshold.value() > 1.0 {
        return Err(Error::invalid_input(format!("reviewThreshold cannot be {}", threshold.value()))
            .hint(format!("give a number from {ALWAYS_REVIEWED} to 1: what is below is always reviewed")));
    }
    let (LargeDepositThreshold::Amount(limit) | LargeDepositThreshold::PercentOfIncome(limit)) =
        settings.large_deposit_threshold;
    if limit.is_sign_negative() || limit.is_zero() {
        return Err(Error::invalid_input(format!("largeDepositThreshold cannot be {limit}"))
            .hint(expected("largeDepositThreshold")));
    }
    if settings.income_engine == Some(EngineKind::Http) && workspace.settings.income_engine.url.is_none() {
        return Err(Error::invalid_input("incomeEngine cannot be http: loanfile.toml has no address of an engine")
            .hint("set url under [income_engine] there first"));
    }
    if workspace.settings.target(&settings.los).is_none() {
        return Err(Error::invalid_input(format!("los cannot be {:?}: there is no such target", settings.los))
            .hint(format!("loanfile.toml has {}", workspace.settings.target_names().join(", "))));
    }
    let unknown = settings.reports_enabled.iter().flatten().find(|name| reports::report(name).is_none());
    if let Some(name) = unknown {
        let known: Vec<&str> = reports::catalog().iter().map(|report| report.name()).collect();
        return Err(Error::invalid_input(format!("reportsEnabled cannot have {name:?}: there is no such report"))
            .hint(format!("there are {}; letter case counts", known.join(", "))));
    }
    Ok(())
}

fn as_json(settings: &TenantSettings) -> Result<Value> {
    serde_json::to_value(settings).map_err(|error| unreadable().caused_by(error))
}

fn unreadable() -> Error {
    Error::internal("the tenant's settings cannot be written as JSON")
}
