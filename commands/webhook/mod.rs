//! `loanfile webhook`.

mod printing;

use crate::context::{Context, Format, Globals};
use crate::interrupt;
use crate::output::tell;
use anyhow::Result;
use clap::{Args, Subcommand, ValueEnum};
use loanfile::model::DeliveryStatus;
use loanfile::ops::{self, DeliveryQuery, NewWebhook, WebhookChange};
use serde_json::json;
use std::process::ExitCode;

/// Tell other systems of results over HTTP, and see what they were told
///
/// A webhook is told when a document was classified and when its fields were read: ids, types, confidences and counts,
/// never values. Deliveries are signed, kept until they are taken, and tried again for up to 24 hours. A server delivers
/// them all the time; "loanfile webhook deliver" does it once. Webhooks are called by their webhookId or its last digits.
#[derive(Args)]
#[command(after_help = "Examples:
  loanfile tenant set webhooksEnabled true
  loanfile webhook add https://los.example.com/hooks/loanfile
  loanfile webhook test 4fd2
  loanfile webhook deliveries 4fd2 --status failed
  loanfile webhook redeliver 4fd2 90c1
  loanfile webhook deliver

docs/webhooks.md says what is sent and how a receiver checks it.")]
pub struct Webhook {
    #[command(subcommand)]
    action: WebhookAction,
}

#[derive(Subcommand)]
enum WebhookAction {
    /// Add a webhook and show its secret, once
    #[command(after_help = "Examples:
  loanfile webhook add https://los.example.com/hooks/loanfile
  loanfile webhook add https://los.example.com/hook --type extraction.completed
  loanfile webhook add https://los.example.com/hook --format json")]
    Add(Add),
    /// List the webhooks, oldest first
    #[command(after_help = "Example:
  loanfile webhook list --format json")]
    List(List),
    /// Show a webhook, without its secret
    #[command(after_help = "Example:
  loanfile webhook show 4fd2")]
    Show(Named),
    /// Change what is said; the rest stays
    #[command(after_help = "Examples:
  loanfile webhook update 4fd2 --url https://los.example.com/hooks/new
  loanfile webhook update 4fd2 --pause
  loanfile webhook update 4fd2 --resume --type extraction.completed")]
    Update(Update),
    /// Give a webhook a new secret; the one before signs too for 24 hours
    #[command(after_help = "Example:
  loanfile webhook rotate 4fd2")]
    Rotate(Named),
    /// Remove a webhook with all that it was told and had to be told
    #[command(after_help = "Example:
  loanfile webhook remove 4fd2")]
    Remove(Named),
    /// Send a webhook.test now, once, and say what came of it
    #[command(after_help = "Ends with exit code 1 when it does not arrive.

Example:
  loanfile webhook test 4fd2")]
    Test(Named),
    /// List what a webhook was told, newest first
    #[command(after_help = "Examples:
  loanfile webhook deliveries 4fd2
  loanfile webhook deliveries 4fd2 --status failed --limit 100 --format json")]
    Deliveries(Deliveries),
    /// Have something delivered again, with the same id
    #[command(after_help = "Example:
  loanfile webhook redeliver 4fd2 90c1")]
    Redeliver(Redeliver),
    /// Deliver what is due, of all tenants, and end
    #[command(after_help = "Example:
  loanfile webhook deliver")]
    Deliver(Deliver),
}

#[derive(Args)]
struct Add {
    /// Where it is told
    #[arg(value_name = "URL")]
    url: String,
    /// Of what; of everything when nothing is said (can be repeated)
    #[arg(long = "type", value_name = "TYPE")]
    types: Vec<String>,
    /// What it is for
    #[arg(long, value_name = "TEXT")]
    description: Option<String>,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

#[derive(Args)]
struct List {
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

#[derive(Args)]
struct Named {
    /// The webhook, by its webhookId or the last digits of it
    #[arg(value_name = "WEBHOOK")]
    webhook: String,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

#[derive(Args)]
struct Update {
    /// The webhook, by its webhookId or the last digits of it
    #[arg(value_name = "WEBHOOK")]
    webhook: String,
    /// Where it is told
    #[arg(long, value_name = "URL")]
    url: Option<String>,
    /// Of what (can be repeated)
    #[arg(long = "type", value_name = "TYPE")]
    types: Vec<String>,
    /// What it is for; "" for nothing
    #[arg(long, value_name = "TEXT")]
    description: Option<String>,
    /// Tell it nothing for now; what it had to be told waits
    #[arg(long, conflicts_with = "resume")]
    pause: bool,
    /// Tell it again
    #[arg(long)]
    resume: bool,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

#[derive(Args)]
struct Deliveries {
    /// The webhook, by its webhookId or the last digits of it
    #[arg(value_name = "WEBHOOK")]
    webhook: String,
    /// Only those in this state
    #[arg(long)]
    status: Option<StatusName>,
    /// Go on behind the page that came with this cursor
    #[arg(long, value_name = "CURSOR")]
    cursor: Option<String>,
    /// At most so many, 1 to 500
    #[arg(long, value_name = "N", default_value_t = 20)]
    limit: usize,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

#[derive(Args)]
struct Redeliver {
    /// The webhook, by its webhookId or the last digits of it
    #[arg(value_name = "WEBHOOK")]
    webhook: String,
    /// The delivery, by its deliveryId or the last digits of it
    #[arg(value_name = "DELIVERY")]
    delivery: String,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

#[derive(Args)]
struct Deliver {
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

/// What became of a delivery.
#[derive(Clone, Copy, ValueEnum)]
enum StatusName {
    Pending,
    Delivered,
    Failed,
}

impl StatusName {
    fn status(self) -> DeliveryStatus {
        match self {
            Self::Pending => DeliveryStatus::Pending,
            Self::Delivered => DeliveryStatus::Delivered,
            Self::Failed => DeliveryStatus::Failed,
        }
    }
}

impl Webhook {
    /// Does what was asked for.
    pub fn run(self, globals: &Globals) -> Result<ExitCode> {
        let context = globals.open()?;
        let (workspace, caller) = (&context.workspace, &context.caller);
        match self.action {
            WebhookAction::Add(add) => add.run(&context)?,
            WebhookAction::List(list) => printing::webhooks(&context, &ops::webhooks(workspace, caller)?, list.format)?,
            WebhookAction::Show(named) => {
                let found = ops::webhook(workspace, caller, &named.webhook)?;
                printing::webhook(&context, &found, named.format)?;
            }
            WebhookAction::Update(update) => update.run(&context)?,
            WebhookAction::Rotate(named) => {
                let made = ops::rotate_webhook_secret(workspace, caller, &named.webhook)?;
                printing::secret(&context, &made, named.format)?;
            }
            WebhookAction::Remove(named) => {
                let removed = ops::remove_webhook(workspace, caller, &named.webhook)?;
                let said = format!("Webhook {} is removed.", removed.webhook_id);
                printing::said(&context, &removed, named.format, &said)?;
            }
            WebhookAction::Test(named) => {
                let tried = ops::test_webhook(workspace, caller, &named.webhook)?;
                printing::delivery(&context, &tried, named.format)?;
                return Ok(if tried.status == DeliveryStatus::Delivered {
                    ExitCode::SUCCESS
                } else {
                    ExitCode::FAILURE
                });
            }
            WebhookAction::Deliveries(deliveries) => deliveries.run(&context)?,
            WebhookAction::Redeliver(again) => {
                let due = ops::redeliver(workspace, caller, &again.webhook, &again.delivery)?;
                let said =
                    format!("Delivery {} is due; a server or \"loanfile webhook deliver\" sends it.", due.delivery_id);
                printing::said(&context, &due, again.format, &said)?;
            }
            WebhookAction::Deliver(deliver) => deliver.run(&context)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl Add {
    fn run(self, context: &Context) -> Result<()> {
        let new = NewWebhook { url: &self.url, event_types: &self.types, description: self.description.as_deref() };
        let made = ops::create_webhook(&context.workspace, &context.caller, &new)?;
        printing::secret(context, &made, self.format)
    }
}

impl Update {
    fn run(self, context: &Context) -> Result<()> {
        let change = WebhookChange {
            url: self.url.as_deref(),
            event_types: (!self.types.is_empty()).then_some(self.types.as_slice()),
            description: self.description.as_deref(),
            active: match (self.pause, self.resume) {
                (true, _) => Some(false),
                (false, true) => Some(true),
                (false, false) => None,
            },
        };
        let changed = ops::update_webhook(&context.workspace, &context.caller, &self.webhook, &change)?;
        printing::webhook(context, &changed, self.format)
    }
}

impl Deliveries {
    fn run(self, context: &Context) -> Result<()> {
        let query = DeliveryQuery {
            status: self.status.map(StatusName::status),
            cursor: self.cursor.as_deref(),
            limit: Some(self.limit),
        };
        let page = ops::webhook_deliveries(&context.workspace, &context.caller, &self.webhook, &query)?;
        printing::deliveries(context, &page, self.format)
    }
}

impl Deliver {
    fn run(self, context: &Context) -> Result<()> {
        let round = ops::deliver_webhooks(&context.workspace, interrupt::listen()?.as_ref())?;
        if self.format == Format::Json {
            let told = json!({ "tried": round.tried, "delivered": round.delivered, "nextDue": round.next_due });
            return context.output.json(&told);
        }
        tell(&match round.tried {
            0 => "Nothing was due.".to_string(),
            tried => format!("Delivered {} of {tried} that were tried.", round.delivered),
        });
        if let Some(next) = round.next_due {
            tell(&format!("The next is due at {next}."));
        }
        Ok(())
    }
}
