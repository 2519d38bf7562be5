//! A loan as XML in the shape of MISMO 3.4: what its documents are, where their PDFs lie, and the deal they tell of.
//!
//! Invariant: only what was read is written; which field fills which element, and the order of elements, is data.

use super::manifest::Held;
use super::record::{FieldRecord, LoanRecord};
use super::xml::Element;
use crate::model::DocumentTypeId;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The namespace of the reference model.
const NAMESPACE: &str = "http://www.mismo.org/residential/2009/schemas";

/// The reference model whose shape is followed.
const MODEL: &str = "3.4.032420160128";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Mapping {
    order: BTreeMap<String, Vec<String>>,
    values: Vec<Value>,
    classes: BTreeMap<DocumentTypeId, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Value {
    path: String,
    fields: Vec<String>,
}

/// # Panics
/// When the embedded file is wrong: a fault of the build, caught by the test that reads it.
fn mapping() -> &'static Mapping {
    static MAPPING: LazyLock<Mapping> = LazyLock::new(|| match toml::from_str(include_str!("mismo.toml")) {
        Ok(mapping) => mapping,
        Err(error) => panic!("mismo.toml: {error}"),
    });
    &MAPPING
}

/// Returns the fields of which elements are made.
pub fn mapped_fields() -> impl Iterator<Item = &'static str> {
    mapping().values.iter().flat_map(|value| value.fields.iter().map(String::as_str))
}

/// Returns the loan and its documents as XML, in the order given.
pub fn message(loan: &LoanRecord, documents: &[&Held]) -> String {
    let mapping = mapping();
    let mut root = Element::new("MESSAGE")
        .with("xmlns", NAMESPACE)
        .with("xmlns:xlink", "http://www.w3.org/1999/xlink")
        .with("MISMOReferenceModelIdentifier", MODEL);
    let version = Element::of_text("AboutVersionIdentifier", "loanfile, MISMO 3.4 shaped");
    root.add(nested(&["ABOUT_VERSIONS", "ABOUT_VERSION"], version));
    root.add(nested(&["DEAL_SETS", "DEAL_SET", "DEALS"], deal(mapping, loan, documents)));
    let mut list = Element::new("DOCUMENTS");
    for held in documents {
        list.add(document(mapping, held));
    }
    root.add(nested(&["DOCUMENT_SETS", "DOCUMENT_SET"], list));
    root.document(&mapping.order)
}

fn nested(names: &[&str], inner: Element) -> Element {
    names.iter().rev().fold(inner, |inner, name| Element::new(name).holding(inner))
}

fn deal(mapping: &Mapping, loan: &LoanRecord, documents: &[&Held]) -> Element {
    let mut deal = Element::new("DEAL");
    let identifier = Element::new("LOAN_IDENTIFIER")
        .holding(Element::of_text("LoanIdentifier", &loan.external_loan_id))
        .holding(Element::of_text("LoanIdentifierType", "LenderLoan"));
    deal.inner("LOANS").inner("LOAN").inner("LOAN_IDENTIFIERS").add(identifier);
    for value in &mapping.values {
        let Some(field) = value.fields.iter().find_map(|id| sure_value(id, documents)) else { continue };
        let target = value.path.split('/').fold(&mut deal, |element, name| element.inner(name));
        target.set_text(&field.field_value);
    }
    if deal.has("PARTIES") {
        let detail = Element::new("ROLE_DETAIL").holding(Element::of_text("PartyRoleType", "Borrower"));
        deal.inner("PARTIES").inner("PARTY").add(nested(&["ROLES", "ROLE"], detail));
    }
    deal
}

/// Returns the value of a field that needs no look, of the document that comes first in the stack.
fn sure_value<'d>(id: &str, documents: &[&'d Held]) -> Option<&'d FieldRecord> {
    let fields = documents.iter().flat_map(|held| &held.record.fields);
    fields
        .into_iter()
        .find(|field| field.field_type_id.as_str() == id && field.row_index.is_none() && !field.needs_review)
}

fn document(mapping: &Mapping, held: &Held) -> Element {
    let record = &held.record;
    let class = match mapping.classes.get(&record.document_type_id) {
        Some(name) => Element::new("DOCUMENT_CLASS").holding(Element::of_text("DocumentType", name)),
        None => Element::new("DOCUMENT_CLASS")
            .holding(Element::of_text("DocumentType", "Other"))
            .holding(Element::of_text("DocumentTypeOtherDescription", &record.document_type_name)),
    };
    let name =
        Element::of_text("DocumentName", record.version_custom_name.as_deref().unwrap_or(&record.document_type_name));
    let classification = Element::new("DOCUMENT_CLASSIFICATION")
        .holding(Element::new("DOCUMENT_CLASSES").holding(class))
        .holding(Element::new("DOCUMENT_CLASSIFICATION_DETAIL").holding(name));
    let path = held.pdf_path();
    let file = Element::new("FOREIGN_OBJECT")
        .holding(Element::of_text("MIMETypeIdentifier", "application/pdf"))
        .holding(Element::of_text("ObjectName", path.rsplit('/').next().unwrap_or(&path)))
        .holding(Element::of_text("ObjectURL", &address(&path)))
        .holding(Element::of_text("OriginalCreatorDigestValue", &record.content_sha256));
    Element::new("DOCUMENT")
        .with("MISMOReferenceModelIdentifier", MODEL)
        .holding(classification)
        .holding(nested(&["VIEWS", "VIEW", "VIEW_FILES", "VIEW_FILE"], file))
}

/// Returns a path as a relative address.
pub fn address(path: &str) -> String {
    let mut address = String::new();
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                address.push(char::from(byte))
            }
            _ => address.push_str(&format!("%{byte:02X}")),
        }
    }
    address
}
