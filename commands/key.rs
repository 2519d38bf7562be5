//! `loanfile key`.

use crate::context::{Context, Format, Globals};
use crate::output::tell;
use anyhow::Result;
use chrono::{Days, NaiveDate, NaiveTime, Utc};
use clap::{Args, Subcommand, ValueEnum};
use loanfile::model::{Role, Timestamp};
use loanfile::ops::{self, NewKey};
use loanfile::views::{NewKeyView, PageView};
use std::process::ExitCode;
use std::time::Duration;

/// Make, list, rotate and revoke API keys
///
/// A key works with its client secret and the tenant's UUID, for one tenant. Both texts are shown once, when they are
/// made; the workspace keeps keyed digests only. Keys are called by their keyId or by their handle, which is the first
/// 8 letters behind "lfk_" and no secret. All of this is in the audit log, without secrets.
#[derive(Args)]
#[command(after_help = "Roles:
  reader    looks at everything and changes nothing
  operator  also uploads, corrects, reviews, computes income, exports
  admin     also configurations, document types, settings, webhooks and keys

Examples:
  loanfile key create --role operator --name \"LOS import\"
  loanfile key create --role reader --expires 90d --format json
  loanfile key list --stale 90
  loanfile key rotate 4fKq02Zx --overlap 48
  loanfile key revoke 4fKq02Zx")]
pub struct Key {
    #[command(subcommand)]
    action: KeyAction,
}

#[derive(Subcommand)]
enum KeyAction {
    /// Make a key and show it, once
    #[command(after_help = "Examples:
  loanfile key create --role operator --name \"LOS import\"
  loanfile key create --role reader --expires 2027-06-30 --format json")]
    Create(Create),
    /// List the keys, oldest first
    #[command(after_help = "Examples:
  loanfile key list
  loanfile key list --stale 90 --format json")]
    List(List),
    /// Give a key a new text and a new secret; the old ones stay good for a while
    #[command(after_help = "Examples:
  loanfile key rotate 4fKq02Zx
  loanfile key rotate 4fKq02Zx --overlap 0 --format json")]
    Rotate(Rotate),
    /// Refuse a key from now on
    #[command(after_help = "Example:
  loanfile key revoke 4fKq02Zx")]
    Revoke(Revoke),
}

#[derive(Args)]
struct Create {
    /// What it may do
    #[arg(long)]
    role: RoleName,
    /// What it is for
    #[arg(long)]
    name: Option<String>,
    /// Refuse it after this day (UTC), or after so many days, such as 90d; never when nothing is said
    #[arg(long, value_name = "DAY", value_parser = end)]
    expires: Option<Timestamp>,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

#[derive(Args)]
struct List {
    /// Only good keys that were not used for so many days
    #[arg(long, value_name = "DAYS")]
    stale: Option<u64>,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

#[derive(Args)]
struct Rotate {
    /// The key, by its keyId or its handle
    #[arg(value_name = "KEY")]
    key: String,
    /// For how many hours the old text and secret stay good, 0 to 720
    #[arg(long, value_name = "HOURS", default_value_t = 24)]
    overlap: u64,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

#[derive(Args)]
struct Revoke {
    /// The key, by its keyId or its handle
    #[arg(value_name = "KEY")]
    key: String,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

/// What a key, or a person, may do.
#[derive(Clone, Copy, ValueEnum)]
pub enum RoleName {
    Reader,
    Operator,
    Admin,
}

impl RoleName {
    /// Returns the role of the name.
    pub fn role(self) -> Role {
        match self {
            Self::Reader => Role::Reader,
            Self::Operator => Role::Operator,
            Self::Admin => Role::Admin,
        }
    }
}

impl Key {
    /// Does what was asked for.
    pub fn run(self, globals: &Globals) -> Result<ExitCode> {
        let context = globals.open()?;
        match self.action {
            KeyAction::Create(create) => create.run(&context)?,
            KeyAction::List(list) => list.run(&context)?,
            KeyAction::Rotate(rotate) => rotate.run(&context)?,
            KeyAction::Revoke(revoke) => revoke.run(&context)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl Create {
    fn run(self, context: &Context) -> Result<()> {
        let new = NewKey { role: self.role.role(), name: self.name.as_deref(), expires_at: self.expires };
        let made = ops::create_key(&context.workspace, &context.caller, &new)?;
        show(context, &made, self.format)
    }
}

impl List {
    fn run(self, context: &Context) -> Result<()> {
        let since = self.stale.map(|days| {
            let moment = Utc::now().checked_sub_days(Days::new(days)).unwrap_or_default();
            Timestamp::from_micros(moment.timestamp_micros())
        });
        let keys = ops::keys(&context.workspace, &context.caller, since)?;
        if self.format == Format::Json {
            return context.output.json(&PageView::whole(keys));
        }
        let mut rows = context.output.table(&["Handle", "Name", "Role", "Status", "Made", "Last used", "Ends"]);
        rows.keep_whole(0);
        for key in &keys {
            rows.add([
                key.handle.clone(),
                key.name.clone().unwrap_or_default(),
                key.role.to_string(),
                format!("{:?}", key.status).to_lowercase(),
                day(key.created_at),
                key.last_used_at.map_or_else(|| "never".to_string(), day),
                key.revoked_at.or(key.expires_at).map(day).unwrap_or_default(),
            ]);
            if let Some(previous) = &key.previous {
                rows.add([
                    previous.handle.clone(),
                    "  (before)".to_string(),
                    String::new(),
                    String::new(),
                    String::new(),
                    previous.last_used_at.map_or_else(|| "never".to_string(), day),
                    previous.ends_at.map(day).unwrap_or_default(),
                ]);
            }
        }
        rows.print(&context.output)?;
        if keys.is_empty() {
            tell(if self.stale.is_some() { "No key is stale." } else { "There are no keys." });
        }
        Ok(())
    }
}

impl Rotate {
    fn run(self, context: &Context) -> Result<()> {
        let overlap = Duration::from_secs(self.overlap.saturating_mul(3600));
        let made = ops::rotate_key(&context.workspace, &context.caller, &self.key, overlap)?;
        show(context, &made, self.format)
    }
}

impl Revoke {
    fn run(self, context: &Context) -> Result<()> {
        let revoked = ops::revoke_key(&context.workspace, &context.caller, &self.key)?;
        if self.format == Format::Json {
            return context.output.json(&revoked);
        }
        tell(&format!("Key {} is refused from now on.", revoked.handle));
        Ok(())
    }
}

fn show(context: &Context, made: &NewKeyView, format: Format) -> Result<()> {
    if format == Format::Json {
        return context.output.json(made);
    }
    for (name, value) in [
        ("Key id", made.key_id.to_string()),
        ("Role", made.role.to_string()),
        ("API key", made.api_key.clone()),
        ("Client secret", made.client_secret.clone()),
        ("Tenant", made.tenant_id.to_string()),
    ] {
        context.output.line(&format!("{name:<15}{value}"))?;
    }
    tell("The API key and the client secret are shown this once: keep them where only your system can read them.");
    if let Some(end) = made.previous_ends_at {
        tell(&format!("The ones before stay good until {end}."));
    }
    Ok(())
}

fn day(moment: Timestamp) -> String {
    moment.date().to_string()
}

/// Reads the end of a key: the last microsecond of a day, or so many days from now.
fn end(text: &str) -> Result<Timestamp, String> {
    let wrong = || format!("{text:?} is no day such as 2027-06-30 and no count of days such as 90d");
    let moment = match text.strip_suffix('d').and_then(|days| days.parse().ok()) {
        Some(days) => Utc::now().checked_add_days(Days::new(days)).ok_or_else(wrong)?,
        None => {
            let day: NaiveDate = text.parse().map_err(|_| wrong())?;
            day.succ_opt().ok_or_else(wrong)?.and_time(NaiveTime::MIN).and_utc()
        }
    };
    Ok(Timestamp::from_micros(moment.timestamp_micros()))
}
