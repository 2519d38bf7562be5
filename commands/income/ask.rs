//! How income is to be computed, as arguments say it.

use anyhow::{Result, anyhow, bail};
use chrono::NaiveDate;
use clap::Args;
use loanfile::error::Error;
use loanfile::income::{Guideline, Override, StatedFact};
use loanfile::ops::{IncomeAsk, Overrides};

/// Options that say how income is computed.
#[derive(Args)]
pub struct Asked {
    /// By whose rules: fannie, freddie, fha, va, usda or bank-statement; the tenant's when nothing is said
    #[arg(long, value_name = "NAME")]
    guideline: Option<String>,
    /// Count a stream that the rules leave out; its key (can be repeated)
    #[arg(long, value_name = "KEY")]
    include: Vec<String>,
    /// Leave out a stream that the rules count; its key (can be repeated)
    #[arg(long, value_name = "KEY")]
    exclude: Vec<String>,
    /// State what no paper says about a stream; --state help lists the facts (can be repeated)
    #[arg(long, value_name = "KEY:FACT=VALUE")]
    state: Vec<String>,
    /// Drop the decisions that were given before
    #[arg(long)]
    no_overrides: bool,
    /// The day as of which papers are old or new; today when nothing is said
    #[arg(long, value_name = "YYYY-MM-DD")]
    as_of: Option<NaiveDate>,
}

impl Asked {
    /// Returns what is asked.
    pub fn ask(&self) -> Result<IncomeAsk> {
        let guideline = self.guideline.as_deref().map(str::parse::<Guideline>).transpose()?;
        let given = self.overrides()?;
        let overrides =
            if given.is_empty() && !self.no_overrides { Overrides::AsBefore } else { Overrides::Given(given) };
        Ok(IncomeAsk { guideline, overrides, as_of: self.as_of })
    }

    fn overrides(&self) -> Result<Vec<Override>> {
        let mut overrides: Vec<Override> = Vec::new();
        for (keys, include) in [(&self.include, true), (&self.exclude, false)] {
            for key in keys {
                let found = of_stream(&mut overrides, key);
                if found.include == Some(!include) {
                    bail!(Error::invalid_input(format!("{key} is both to be included and excluded")));
                }
                found.include = Some(include);
            }
        }
        for stated in &self.state {
            let (key, fact, value) = parse(stated)?;
            of_stream(&mut overrides, key).facts.insert(fact, value.to_string());
        }
        Ok(overrides)
    }
}

fn of_stream<'o>(overrides: &'o mut Vec<Override>, key: &str) -> &'o mut Override {
    let place = overrides.iter().position(|known| known.stream_key.eq_ignore_ascii_case(key));
    let place = place.unwrap_or_else(|| {
        overrides.push(Override { stream_key: key.to_string(), include: None, facts: Default::default() });
        overrides.len() - 1
    });
    &mut overrides[place]
}

/// Parts `KEY:FACT=VALUE`; a key may hold colons itself.
fn parse(stated: &str) -> Result<(&str, StatedFact, &str)> {
    let facts = || {
        let names: Vec<&str> = StatedFact::ALL.iter().map(|fact| fact.name()).collect();
        format!("write KEY:FACT=VALUE; the facts are {}", names.join(", "))
    };
    let wrong = |why: String| anyhow!(Error::invalid_input(why).hint(facts()));
    let (left, value) = stated.split_once('=').ok_or_else(|| wrong(format!("\"{stated}\" states nothing")))?;
    let (key, name) = left.rsplit_once(':').ok_or_else(|| wrong(format!("\"{stated}\" names no stream")))?;
    let fact = StatedFact::ALL.into_iter().find(|fact| fact.name().eq_ignore_ascii_case(name.trim()));
    let fact = fact.ok_or_else(|| wrong(format!("there is no fact {name}")))?;
    if !fact.accepts(value) {
        bail!(wrong(format!("{} cannot be \"{value}\"", fact.name())));
    }
    Ok((key.trim(), fact, value))
}
