//! Document types as tables.

use crate::output::Output;
use anyhow::Result;
use loanfile::library::{AnchorPage, AnchorPlace};
use loanfile::views::{DocumentTypeView, LearnedTypeView, TypeTrialView, TypeVerdictView};

/// Prints a list of types.
pub fn types(output: &Output, types: &[DocumentTypeView], with_state: bool) -> Result<()> {
    if types.is_empty() {
        return output.line("No type is in use here; --all lists those that are not.");
    }
    let mut headings = vec!["Id", "Name", "Group", ">Fields", ">Tables", "Origin"];
    if with_state {
        headings.push("In use");
    }
    let mut rows = output.table(&headings);
    for known in types {
        let mut cells = vec![
            known.document_type_id.to_string(),
            known.name.clone(),
            known.group.clone(),
            known.fields.len().to_string(),
            known.tables.len().to_string(),
            origin(known),
        ];
        if with_state {
            cells.push(yes_or_no(known.active).to_owned());
        }
        rows.add(cells);
    }
    rows.print(output)
}

/// Prints a type with its fields and tables.
pub fn document_type(output: &Output, shown: &DocumentTypeView) -> Result<()> {
    let mut rows = output.table(&["Type", shown.document_type_id.as_str()]);
    rows.add(["Name", &shown.name]);
    rows.add(["Group", &shown.group]);
    if !shown.aliases.is_empty() {
        rows.add(["Also known as", &shown.aliases.join(", ")]);
    }
    rows.add(["Origin", &origin(shown)]);
    rows.add(["In use", yes_or_no(shown.active)]);
    rows.add(["Signature", if shown.signature_expected { "expected" } else { "not expected" }]);
    rows.add(["Notary block", if shown.notary_expected { "expected" } else { "not expected" }]);
    rows.add(["Income", if shown.income_eligible { "supports an analysis" } else { "no" }]);
    rows.print(output)?;
    phrases(output, shown)?;
    fields(output, shown)
}

/// Prints what was learned from samples.
pub fn learned(output: &Output, learned: &LearnedTypeView) -> Result<()> {
    let mut rows = output.table(&["Sample", ">Pages", "Now", ">Conf.", "Then", ">Conf.", ">Values"]);
    for sample in &learned.samples {
        let [before, after] = [&sample.before, &sample.after];
        rows.add([
            sample.file_name.clone(),
            sample.page_count.to_string(),
            before.document_type.name.clone(),
            confidence(before),
            format!("{}{}", after.document_type.name, if sample.document_count > 1 { ", cut in parts" } else { "" }),
            confidence(after),
            sample.value_count.to_string(),
        ]);
    }
    rows.print(output)?;
    phrases(output, &learned.document_type)?;
    fields(output, &learned.document_type)
}

/// Prints which documents would change their type.
pub fn trial(output: &Output, trial: &TypeTrialView) -> Result<()> {
    let mut rows = output.table(&["Document", ">Pages", "Type now", ">Conf.", "Type then", ">Conf.", ">Values"]);
    for document in &trial.data {
        let span = document.source_pages;
        let pages =
            if span.first == span.last { span.first.to_string() } else { format!("{}-{}", span.first, span.last) };
        rows.add([
            format!("{}/{}", document.external_loan_id, document.number),
            pages,
            document.before.document_type.name.clone(),
            confidence(&document.before),
            if document.changes { document.after.document_type.name.clone() } else { "the same".to_owned() },
            confidence(&document.after),
            document.value_count.to_string(),
        ]);
    }
    rows.print(output)?;
    if !trial.data.is_empty() {
        output.line("")?;
    }
    let documents = if trial.tried == 1 { "document" } else { "documents" };
    output.line(&format!("{} of {} {documents} would change their type.", trial.changed, trial.tried))
}

/// Prints how a type of the tenant's own is recognised.
fn phrases(output: &Output, shown: &DocumentTypeView) -> Result<()> {
    let Some(definition) = &shown.definition else { return Ok(()) };
    output.line("")?;
    let mut rows = output.table(&["Recognised by", "Where", ">Weight"]);
    for title in &definition.title_phrases {
        rows.add([title.text.clone(), "title".to_owned(), title.weight.to_string()]);
    }
    for anchor in &definition.anchors {
        let place = match anchor.page {
            AnchorPage::Any if anchor.place == AnchorPlace::Footer => "foot of any page",
            AnchorPage::Any => "any page",
            AnchorPage::First => "first page",
            AnchorPage::Continuation => "later pages",
        };
        rows.add([anchor.text.clone(), place.to_owned(), anchor.weight.to_string()]);
    }
    rows.print(output)
}

fn fields(output: &Output, shown: &DocumentTypeView) -> Result<()> {
    output.line("")?;
    let own =
        |id: &str| id.strip_prefix(shown.document_type_id.as_str()).map(|id| id.trim_start_matches('.').to_owned());
    let mut rows = output.table(&["Field", "Name", "Kind"]);
    let columns = shown.tables.iter().flat_map(|table| &table.columns);
    for field in shown.fields.iter().chain(columns) {
        let id = field.field_type_id.as_str();
        rows.add([
            own(id).unwrap_or_else(|| id.to_owned()),
            field.display_name.clone(),
            field.kind.as_str().to_owned(),
        ]);
    }
    rows.print(output)
}

fn origin(shown: &DocumentTypeView) -> String {
    match (shown.standard, shown.sample_count) {
        (true, _) => "standard".to_owned(),
        (false, None | Some(0)) => "own".to_owned(),
        (false, Some(count)) => format!("own, {count} samples"),
    }
}

fn confidence(verdict: &TypeVerdictView) -> String {
    verdict.confidence.map(|confidence| confidence.to_string()).unwrap_or_default()
}

fn yes_or_no(answer: bool) -> &'static str {
    if answer { "yes" } else { "no" }
}
