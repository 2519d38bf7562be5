//! Finds every field of a document type on a document's pages.
//!
//! Candidates come from labels, places, columns and shapes; the best-supported one wins, and what it lacks in support
//! or in distance to its rivals shows in its confidence. Arithmetic that must hold moves confidence up or down.
//! Invariant: pure; a value that is not printed is absent, a label never becomes a value.

mod block;
mod candidate;
mod checks;
mod choose;
mod derive;
mod locate;
mod patterns;
mod region;
mod running_text;
mod section;
mod sheet;
mod signatures;
mod table;
mod type_keys;
pub mod value;

pub use checks::{Checked, check_values};

use crate::calibration::Calibration;
use crate::library::DocumentType;
use crate::model::{Confidence, FieldTypeId, Source};
use crate::page::{Page, Rect};
use serde::{Deserialize, Serialize};

/// What was read from a document.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Extraction {
    /// Single values and the cells of rows.
    pub fields: Vec<ExtractedField>,
    /// Relations between values that hold.
    pub proofs: Vec<CheckOutcome>,
    /// Relations between values that do not hold.
    pub breaks: Vec<CheckOutcome>,
}

/// A check of the type that could be made on the values.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckOutcome {
    /// The check's id in the definition.
    pub check: String,
    /// The fields that took part.
    pub fields: Vec<FieldTypeId>,
    /// What the other values make of it.
    pub expected: String,
    /// What stands there.
    pub found: String,
}

/// A value read from a document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ExtractedField {
    /// The full id, such as `w2.employee_ssn` or `w2.box_12.amount`.
    pub field: FieldTypeId,
    /// The row within a table, from 0; `None` for a single value.
    pub row: Option<u32>,
    /// The canonical value.
    pub value: String,
    /// What is printed.
    pub raw: String,
    /// The number of the page in its source file.
    pub page: u32,
    /// Where it stands, in the page's reading frame.
    pub rect: Rect,
    /// How sure the program is that the value is right.
    pub confidence: Confidence,
    /// How it was read.
    pub source: Source,
}

/// Reads the fields and rows of a type from the pages of one document.
pub fn extract(pages: &[Page], definition: &DocumentType) -> Extraction {
    let keys = type_keys::TypeKeys::new(definition);
    let sheets: Vec<sheet::Sheet<'_>> = pages.iter().map(|page| sheet::Sheet::new(page, &keys)).collect();
    let candidates = locate::candidates(&sheets, definition);
    let mut fields = choose::choose(&sheets, definition, candidates);
    let rows = table::rows(&sheets, definition, &fields);
    let settled = derive::from_rows(definition, &fields, &rows);
    fields.extend(settled);
    fields.extend(signatures::read(&sheets, definition));
    fields.extend(rows);
    calibrate(&mut fields);
    checks::apply(definition, fields)
}

/// Turns the scores of the values into shares of right ones; what arithmetic says of them comes after.
fn calibrate(fields: &mut [ExtractedField]) {
    let calibration = Calibration::standard();
    for field in fields {
        field.confidence = calibration.of_value(field.confidence, field.source, field.row.is_some());
    }
}
