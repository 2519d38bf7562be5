//! `loanfile report cross-check`.

use crate::context::{Context, Format};
use crate::output::tell;
use anyhow::Result;
use clap::Args;
use loanfile::ops;
use loanfile::views::{CrossCheckFact, CrossCheckView};

/// Hold the closing papers of a loan against each other: a row a fact, a column a document
#[derive(Args)]
#[command(after_help = "Examples:
  loanfile report cross-check --loan L-17
  loanfile report cross-check --loan L-17 --format json | jq '.facts[] | select(.agrees | not)'

In the table = says that a document agrees with the first one that states the fact, ! that it does not.
\"report run 'Closing Cross-Check'\" gives the same for many loans, a row a fact.")]
pub struct CrossCheck {
    /// The loan, by your id for it or its loanId
    #[arg(long, value_name = "ID")]
    loan: String,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

impl CrossCheck {
    /// Prints the table.
    pub fn run(&self, context: &Context) -> Result<()> {
        let view = ops::cross_check(&context.workspace, &context.caller, &self.loan)?;
        if self.format == Format::Json {
            return context.output.json(&view);
        }
        if view.facts.is_empty() {
            tell("No papers of this loan state facts that others state too.");
            return Ok(());
        }
        print_table(context, &view)
    }
}

/// Columns have the numbers of the documents; a list below says which they are.
fn print_table(context: &Context, view: &CrossCheckView) -> Result<()> {
    let numbers: Vec<&str> =
        view.documents.iter().map(|document| document.name.rsplit('/').next().unwrap_or_default()).collect();
    let mut headings = vec!["", "Fact", "Value"];
    headings.extend(&numbers);
    let mut rows = context.output.table(&headings);
    for fact in &view.facts {
        rows.add(cells(fact));
    }
    rows.print(&context.output)?;
    for fact in view.facts.iter().filter(|fact| !fact.agrees) {
        context.output.line("")?;
        context.output.line(&format!("! {}", fact.fact))?;
        for (document, stated) in view.documents.iter().zip(&fact.stated) {
            if let Some(stated) = stated.as_ref().filter(|stated| !stated.agrees) {
                let what = format!("  {} ({}): {}", document.name, document.doc_type_name, stated.value);
                context.output.line(&what)?;
            }
        }
    }
    context.output.line("")?;
    let mut legend = context.output.table(&["", "Document", "Type"]);
    for (number, document) in numbers.iter().zip(&view.documents) {
        legend.add([*number, &document.name, &document.doc_type_name]);
    }
    legend.print(&context.output)?;
    let differing = view.facts.iter().filter(|fact| !fact.agrees).count();
    tell(&format!("{} facts, {differing} on which documents disagree (!).", view.facts.len()));
    Ok(())
}

fn cells(fact: &CrossCheckFact) -> Vec<String> {
    let mark = if fact.agrees { "" } else { "!" };
    let mut cells = vec![mark.to_string(), fact.fact.to_string(), fact.value.clone()];
    cells.extend(fact.stated.iter().map(|stated| match stated {
        None => String::new(),
        Some(stated) if stated.agrees => "=".to_string(),
        Some(_) => "!".to_string(),
    }));
    cells
}
