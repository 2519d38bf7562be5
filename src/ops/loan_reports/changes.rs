//! What people changed in the papers of a loan, and what left: the lines of an audit report.
//!
//! Invariant: numbers of persons and accounts are masked by the kind of their field, also where the document has another
//! type by now.

use crate::error::Result;
use crate::library::{DocumentType, Library};
use crate::model::{
    Correction, CorrectionKind, Document, DocumentId, DocumentTypeId, EventType, FieldTypeId, Loan, ReportItem,
    ReportItemStatus, Timestamp, ValueKind, masked_number,
};
use crate::ops::Caller;
use crate::store::Reader;
use crate::views::FieldNames;
use serde_json::Value;

/// Log entries that no other record tells.
const LOGGED: [(&str, &str); 4] = [
    ("document.trash", "put aside"),
    ("document.restore", "taken back"),
    ("document.retry", "tried again"),
    ("loan.update", "loan changed"),
];

/// The most log entries of one record that are looked at.
const MOST_ENTRIES: u64 = 10_000;

/// A line with the moment that gives it its place.
struct Dated {
    at: Timestamp,
    item: ReportItem,
}

/// Returns the lines in the order in which things happened.
pub(super) fn items(reader: &Reader<'_>, caller: &Caller, library: &Library, loan: &Loan) -> Result<Vec<ReportItem>> {
    let tenant = caller.tenant.id;
    let names = FieldNames::new(reader.field_settings(tenant)?);
    let mut documents = reader.documents_of_loan(tenant, loan.id)?;
    documents.extend(reader.trashed_documents(tenant, loan.id)?);
    let mut lines = Vec::new();
    for document in &documents {
        let told = Told { document, library, names: &names };
        lines.extend(reader.corrections(tenant, document.id)?.iter().map(|correction| told.correction(correction)));
        for waiver in reader.waivers(tenant, document.id)? {
            let detail = format!("{}: {} ({})", waiver.waived_by, waiver.message, waiver.note);
            lines.push(told.line(waiver.waived_at, "waiver", &waiver.code, detail));
        }
        for push in reader.pushes_of_document(tenant, document.id)? {
            lines.push(told.line(
                push.pushed_at,
                "export",
                told.type_name(),
                format!("{}: {}", push.target, push.location),
            ));
        }
        let id = document.id.to_string();
        lines.extend(logged(reader, caller, &id, Some(document.id), told.type_name())?);
    }
    lines.extend(logged(reader, caller, &loan.id.to_string(), None, &loan.external_loan_id)?);
    lines.extend(versions(reader, caller, loan, &documents, library)?);
    lines.sort_by(|a, b| (a.at, a.item.document_id, &a.item.code).cmp(&(b.at, b.item.document_id, &b.item.code)));
    Ok(lines.into_iter().map(|line| line.item).collect())
}

fn dated(at: Timestamp, code: &str, label: &str, document: Option<DocumentId>, detail: &str) -> Dated {
    let item = ReportItem {
        code: code.to_string(),
        label: label.to_string(),
        status: ReportItemStatus::Noted,
        document_id: document,
        detail: Some(format!("{at} {detail}")),
    };
    Dated { at, item }
}

/// What is told of one document.
struct Told<'t> {
    document: &'t Document,
    library: &'t Library,
    names: &'t FieldNames,
}

impl Told<'_> {
    fn type_name(&self) -> &str {
        let definition = self.document.document_type.as_ref().and_then(|id| self.library.get(id));
        definition.map_or("document", |definition| definition.name.as_str())
    }

    fn line(&self, at: Timestamp, code: &str, label: &str, detail: String) -> Dated {
        dated(at, code, label, Some(self.document.id), &detail)
    }

    fn correction(&self, correction: &Correction) -> Dated {
        let label = match (&correction.field_type, correction.kind) {
            (Some(field), _) => self.names.name(owner(self.library, field), field).to_string(),
            (None, CorrectionKind::Type) => "type".to_string(),
            (None, _) => "pages".to_string(),
        };
        let row = correction.row_index.map(|row| format!(", row {row}")).unwrap_or_default();
        let shown =
            |value: &Option<String>| value.as_ref().map_or("none".to_string(), |value| self.shown(correction, value));
        let (before, after) = (shown(&correction.previous_value), shown(&correction.new_value));
        let detail = format!("{}: {before} -> {after}", correction.corrected_by);
        self.line(correction.corrected_at, correction.kind.as_str(), &format!("{label}{row}"), detail)
    }

    fn shown(&self, correction: &Correction, value: &str) -> String {
        let Some(field) = &correction.field_type else {
            let definition = self.library.get(&DocumentTypeId::new(value));
            return definition.map_or_else(|| value.to_string(), |definition| definition.name.clone());
        };
        // The kind of a field whose type is gone is not known: then it may be anything.
        let described = owner(self.library, field).and_then(|definition| definition.describe(field));
        masked_number(described.map_or(ValueKind::AccountNumber, |(_, kind)| kind), value)
    }
}

fn owner<'l>(library: &'l Library, field: &FieldTypeId) -> Option<&'l DocumentType> {
    library.get(&DocumentTypeId::new(field.as_str().split('.').next()?))
}

fn logged(
    reader: &Reader<'_>,
    caller: &Caller,
    subject: &str,
    document: Option<DocumentId>,
    label: &str,
) -> Result<Vec<Dated>> {
    let entries = reader.audit_entries(caller.tenant.id, Some(subject), 0, MOST_ENTRIES)?;
    let lines = entries.into_iter().filter_map(|entry| {
        let (_, words) = LOGGED.iter().find(|(action, _)| *action == entry.action)?;
        let changed = if document.is_none() { difference(&entry.before, &entry.after) } else { String::new() };
        let detail = format!("{}: {words}{changed}", entry.actor);
        Some(dated(entry.occurred_at, &entry.action.replace('.', "_"), label, document, &detail))
    });
    Ok(lines.collect())
}

/// Says which members of a record changed: `, status: "Active" -> "Closed"`.
fn difference(before: &Value, after: &Value) -> String {
    let (Some(before), Some(after)) = (before.as_object(), after.as_object()) else { return String::new() };
    let changed = after.iter().filter(|(name, value)| before.get(*name) != Some(*value));
    changed.map(|(name, value)| format!(", {name}: {} -> {value}", before.get(name).unwrap_or(&Value::Null))).collect()
}

/// Papers that took the place of others, that repeat others, or that came again after a correction.
fn versions(
    reader: &Reader<'_>,
    caller: &Caller,
    loan: &Loan,
    documents: &[Document],
    library: &Library,
) -> Result<Vec<Dated>> {
    let events = reader.events_of_loan(caller.tenant.id, loan.id)?;
    let lines =
        events.into_iter().filter(|event| event.event_type == EventType::VersioningResult).filter_map(|event| {
            let text = |member: &str| event.payload.get(member).and_then(Value::as_str);
            let reason = text("reason").filter(|reason| *reason != "first")?;
            let document = documents.iter().find(|document| Some(document.id) == event.document);
            let definition = document.and_then(|document| library.get(document.document_type.as_ref()?));
            let name = definition.map_or("document", |definition| definition.name.as_str());
            let version = text("versionIdentifier").map(|version| format!("version {version}, ")).unwrap_or_default();
            let detail = format!("{version}{}", reason.replace('_', " "));
            Some(dated(event.occurred_at, "version", name, event.document, &detail))
        });
    Ok(lines.collect())
}
