//! `loanfile income diff` and `loanfile income replay`, and how differences are printed.

use crate::context::{Context, Format};
use crate::output::{Output, tell};
use anyhow::Result;
use clap::Args;
use loanfile::income::amount::shown;
use loanfile::ops;
use loanfile::views::{ChangeView, IncomeDiffView, IncomeSideView, LeafDiffView, StreamDiffView};
use rust_decimal::Decimal;

#[derive(Args)]
pub struct Diff {
    /// The first run, as a rule the older one: its id or the last digits of it
    before: String,
    /// The second run
    after: String,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

#[derive(Args)]
pub struct Replay {
    /// The run: its id or the last digits of it
    run: String,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

impl Diff {
    /// Prints what differs.
    pub fn run(self, context: &Context) -> Result<()> {
        let diff = ops::income_diff(&context.workspace, &context.caller, &self.before, &self.after)?;
        if self.format == Format::Json {
            return context.output.json(&diff);
        }
        print(&context.output, &diff)
    }
}

impl Replay {
    /// Computes again and tells whether it is the same.
    pub fn run(self, context: &Context) -> Result<()> {
        let replay = ops::replay_income(&context.workspace, &context.caller, &self.run)?;
        if self.format == Format::Json {
            return context.output.json(&replay);
        }
        let total = shown(replay.difference.to.total_monthly_income);
        if replay.equal {
            context.output.line(&format!("Equal to the cent: {total} a month."))?;
        } else {
            context.output.line("Not equal:")?;
            print(&context.output, &replay.difference)?;
        }
        for note in &replay.notes {
            tell(&format!("Note: {note}."));
        }
        Ok(())
    }
}

/// Prints what differs between two results.
pub fn print(output: &Output, diff: &IncomeDiffView) -> Result<()> {
    output.line(&format!("A  {}", side(&diff.from)))?;
    output.line(&format!("B  {}", side(&diff.to)))?;
    output.line(&format!("   {} a month", signed(diff.effect)))?;
    for stream in &diff.streams {
        output.line("")?;
        print_stream(output, stream)?;
    }
    if diff.streams.is_empty() {
        tell("No stream differs.");
    } else {
        let counted = |count: usize, one: &str, more: &str| format!("{count} {}", if count == 1 { one } else { more });
        let differ = counted(diff.streams.len(), "stream differs", "streams differ");
        tell(&format!("{differ}, {}.", counted(diff.unchanged, "is the same", "are the same")));
    }
    Ok(())
}

fn side(side: &IncomeSideView) -> String {
    let run = match side.run_id {
        Some(run) => format!("run {}", loanfile::los::short_id(&run.to_string())),
        None => "not recorded".to_string(),
    };
    format!("{} a month ({run}, {}, {})", shown(side.total_monthly_income), side.guideline, side.engine)
}

fn print_stream(output: &Output, stream: &StreamDiffView) -> Result<()> {
    let mark = match stream.change {
        ChangeView::Added => "+",
        ChangeView::Removed => "-",
        ChangeView::Changed | ChangeView::Unchanged => "~",
    };
    let moved = match (stream.monthly_before, stream.monthly_after) {
        (Some(before), Some(after)) if before == after => shown(after),
        (Some(before), Some(after)) => format!("{} -> {}", shown(before), shown(after)),
        (before, after) => shown(before.or(after).unwrap_or_default()),
    };
    let counted = match (stream.included_before, stream.included_after) {
        (Some(true), Some(false)) => ", now left out of the total",
        (Some(false), Some(true)) => ", now in the total",
        (Some(false), _) | (None, Some(false)) => ", not in the total",
        _ => "",
    };
    output.line(&format!("{mark} {}: {moved}{counted} ({} in the total)", name(stream), signed(stream.effect)))?;
    if let (Some(before), Some(after)) = (&stream.method_before, &stream.method_after)
        && before != after
    {
        output.line(&format!("    method: {before} -> {after}"))?;
    }
    for leaf in &stream.leaves {
        output.line(&format!("    {}", leaf_line(leaf)))?;
    }
    Ok(())
}

fn name(stream: &StreamDiffView) -> String {
    stream.kind.of(&stream.payer)
}

fn leaf_line(leaf: &LeafDiffView) -> String {
    let none = || "nothing".to_string();
    let value = |value: &Option<String>| value.clone().unwrap_or_else(none);
    let mut place = Vec::new();
    place.extend(leaf.document_name.clone());
    place.extend(leaf.page.map(|page| format!("p. {page}")));
    place.extend(leaf.line.clone());
    let place = if place.is_empty() { String::new() } else { format!(" ({})", place.join(", ")) };
    format!("{}{place}: {} -> {}", leaf.label, value(&leaf.before), value(&leaf.after))
}

fn signed(amount: Decimal) -> String {
    if amount.is_sign_negative() && !amount.is_zero() { shown(amount) } else { format!("+{}", shown(amount)) }
}
