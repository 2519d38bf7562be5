//! `loanfile show`.

use crate::context::{Context, Format, Globals};
use crate::loan::tell_of_more;
use crate::tables;
use anyhow::Result;
use clap::Args;
use loanfile::ops::{self, LoanQuery, PageChoice, Paged};
use loanfile::views::{DocumentView, FieldView};
use serde_json::json;
use std::process::ExitCode;

/// Show loans, a loan's documents, or a document with its fields
///
/// Without arguments it lists the loans. A confidence with a question mark is below the review threshold. Values are
/// shown in full, social security and account numbers too.
#[derive(Args)]
#[command(after_help = "Examples:
  loanfile show
  loanfile show --loan L-17
  loanfile show --loan L-17 --fields
  loanfile show --loan L-17 --boundaries
  loanfile show L-17/3
  loanfile show L-17/3 --page 2
  loanfile show --loan L-17 --format json")]
pub struct Show {
    /// A document: its id, or LOAN/N for the Nth document of a loan
    document: Option<String>,
    /// A loan, by your id for it or its loanId
    #[arg(long, value_name = "ID", conflicts_with = "document")]
    loan: Option<String>,
    /// Only this page of the document, counted from 1 within it
    #[arg(long, value_name = "N", requires = "document")]
    page: Option<u32>,
    /// Show the fields of each document of the loan too
    #[arg(long)]
    fields: bool,
    /// Show why each document of the loan begins where it does, and what else its first page could have been
    #[arg(long, requires = "loan", conflicts_with = "fields")]
    boundaries: bool,
    /// Show the documents of the loan that were put aside
    #[arg(long, requires = "loan", conflicts_with_all = ["fields", "boundaries"])]
    trashed: bool,
    /// List at most so many loans
    #[arg(long, value_name = "N", default_value_t = 100, conflicts_with_all = ["document", "loan"], value_parser = clap::value_parser!(u16).range(1..=500))]
    limit: u16,
    /// List the loans whose id comes after this one
    #[arg(long, value_name = "ID", conflicts_with_all = ["document", "loan"])]
    after: Option<String>,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

impl Show {
    /// Prints what was asked for.
    pub fn run(self, globals: &Globals) -> Result<ExitCode> {
        let context = globals.open()?;
        match (&self.document, &self.loan) {
            (Some(document), _) => self.document(&context, document)?,
            (None, Some(loan)) if self.boundaries => self.boundaries(&context, loan)?,
            (None, Some(loan)) if self.trashed => self.trashed(&context, loan)?,
            (None, Some(loan)) => self.loan(&context, loan)?,
            (None, None) => self.loans(&context)?,
        }
        Ok(ExitCode::SUCCESS)
    }

    fn trashed(&self, context: &Context, loan: &str) -> Result<()> {
        let documents = ops::trashed_documents(&context.workspace, &context.caller, loan)?;
        if self.format == Format::Json {
            return context.output.json(&documents);
        }
        let mut rows = context.output.table(&["Document", "Type", "Pages", "File"]);
        for document in &documents {
            let (first, last) = (document.source_pages.first, document.source_pages.last);
            rows.add([
                document.document_id.to_string(),
                document.document_type_id.as_ref().map(ToString::to_string).unwrap_or_default(),
                format!("{first}-{last}"),
                document.file_name.clone(),
            ]);
        }
        rows.print(&context.output)
    }

    fn loans(&self, context: &Context) -> Result<()> {
        let page = Paged { limit: Some(usize::from(self.limit)), cursor: None };
        let query = LoanQuery { after: self.after.clone(), page, ..LoanQuery::default() };
        let page = ops::loans(&context.workspace, &context.caller, &query)?;
        match self.format {
            Format::Json => context.output.json(&page)?,
            Format::Table => tables::loans(&context.output, &page.data)?,
        }
        tell_of_more(&page);
        Ok(())
    }

    fn loan(&self, context: &Context, loan: &str) -> Result<()> {
        let output = &context.output;
        let package = ops::loan_package(&context.workspace, &context.caller, loan)?;
        if self.format == Format::Json {
            return output.json(&package);
        }
        tables::package(output, &package)?;
        if self.fields {
            for (number, document) in (1..).zip(&package.documents) {
                output.line("")?;
                output.line(&title(number, document))?;
                tables::fields(output, &document.fields.iter().collect::<Vec<_>>())?;
            }
        }
        Ok(())
    }

    fn boundaries(&self, context: &Context, loan: &str) -> Result<()> {
        let boundaries = ops::boundaries(&context.workspace, &context.caller, loan)?;
        match self.format {
            Format::Json => context.output.json(&json!({ "data": boundaries })),
            Format::Table => tables::boundaries(&context.output, &boundaries),
        }
    }

    fn document(&self, context: &Context, id: &str) -> Result<()> {
        let output = &context.output;
        let mut document = ops::document(&context.workspace, &context.caller, id)?;
        if let Some(page) = self.page {
            return self.page(context, id, page, &document);
        }
        if self.format == Format::Json {
            return output.json(&document);
        }
        let fields = std::mem::take(&mut document.fields);
        tables::document(output, &document)?;
        output.line("")?;
        tables::fields(output, &fields.iter().collect::<Vec<_>>())
    }

    fn page(&self, context: &Context, id: &str, page: u32, document: &DocumentView) -> Result<()> {
        let output = &context.output;
        let text = ops::document_text(&context.workspace, &context.caller, id, PageChoice::One(page))?;
        let fields: Vec<&FieldView> = document.fields.iter().filter(|field| field.page_number == Some(page)).collect();
        let read = text.pages.into_iter().next();
        if self.format == Format::Json {
            return output.json(&json!({ "page": read, "fields": fields }));
        }
        let source_page = document.source_pages.first + page - 1;
        output.line(&format!("Page {page} of the document, page {source_page} of {}", document.file_name))?;
        match read {
            None => output.line("It has not been read, or could not be.")?,
            Some(read) => {
                let source = read.source.map_or("nothing", |source| source.as_str());
                let confidence = read.mean_confidence.map(|mean| format!(", mean confidence {mean:.2}"));
                output.line(&format!(
                    "{} words from {source}{}; {:.0} x {:.0} points, to be turned by {} degrees",
                    read.words.len(),
                    confidence.unwrap_or_default(),
                    read.width,
                    read.height,
                    read.rotation
                ))?;
            }
        }
        output.line("")?;
        tables::fields(output, &fields)
    }
}

fn title(number: u32, document: &DocumentView) -> String {
    let name = document.document_type.as_ref().map_or("not classified", |document_type| &document_type.name);
    let span = document.source_pages;
    format!("{number}. {name}, {} pages {} to {}", document.file_name, span.first, span.last)
}
