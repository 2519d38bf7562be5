//! Cases of income from TOML: papers with the values that stand on them.

use chrono::NaiveDate;
use loanfile::income::{Guideline, IncomeCase, LargeDepositThreshold, Override, Paper, PaperValue, Transaction};
use loanfile::library::Library;
use loanfile::model::{DocumentId, DocumentTypeId, FieldTypeId};
use serde::Deserialize;
use std::collections::BTreeMap;
use uuid::Uuid;

/// A case as a test writes it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenCase {
    pub name: String,
    #[serde(default)]
    pub guideline: Guideline,
    #[serde(default = "standard_day")]
    pub as_of: NaiveDate,
    #[serde(default)]
    pub application_date: Option<NaiveDate>,
    #[serde(default)]
    pub transaction: Option<Transaction>,
    #[serde(default)]
    pub papers: Vec<WrittenPaper>,
    #[serde(default)]
    pub overrides: Vec<Override>,
    #[serde(default)]
    pub expect: Expected,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenPaper {
    #[serde(rename = "type")]
    pub document_type: String,
    #[serde(default)]
    pub fields: BTreeMap<String, String>,
    #[serde(default)]
    pub tables: BTreeMap<String, Vec<BTreeMap<String, String>>>,
    #[serde(default)]
    pub confidence: Option<f64>,
}

/// What must come out; what is not said is not looked at.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expected {
    pub total: Option<String>,
    pub liabilities: Option<String>,
    #[serde(default)]
    pub streams: Vec<ExpectedStream>,
    /// Codes of warnings that must be there, of streams or of none.
    #[serde(default)]
    pub warnings: Vec<String>,
    /// Codes of warnings that must not be there.
    #[serde(default)]
    pub no_warnings: Vec<String>,
    /// Names of types of missing documents.
    #[serde(default)]
    pub missing: Vec<String>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExpectedStream {
    #[serde(rename = "type")]
    pub kind: String,
    pub payer: Option<String>,
    pub monthly: String,
    pub include: Option<bool>,
    pub direction: Option<String>,
    pub change: Option<String>,
    pub method: Option<String>,
    #[serde(default)]
    pub warnings: Vec<String>,
}

fn standard_day() -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 10, 31).unwrap()
}

impl WrittenCase {
    pub fn case(&self) -> IncomeCase {
        IncomeCase {
            guideline: self.guideline,
            as_of_date: self.as_of,
            application_date: self.application_date,
            transaction: self.transaction.unwrap_or(Transaction::Unknown),
            review_threshold: 0.8,
            large_deposit: LargeDepositThreshold::default(),
            papers: (1..).zip(&self.papers).map(|(number, paper)| paper.paper(&self.name, number)).collect(),
            overrides: self.overrides.clone(),
        }
    }
}

impl WrittenPaper {
    /// Makes the paper; a field that its type does not have is a mistake of the test.
    pub fn paper(&self, case: &str, number: u32) -> Paper {
        let library = Library::standard();
        let id = DocumentTypeId::new(self.document_type.clone());
        let definition = library.get(&id).unwrap_or_else(|| panic!("{case}: there is no type {id}"));
        let value = |field: &str, row_index: Option<u32>, value: &str| {
            let field_type_id = FieldTypeId::new(format!("{id}.{field}"));
            assert!(definition.describe(&field_type_id).is_some(), "{case}: there is no field {field_type_id}");
            PaperValue {
                field_type_id,
                row_index,
                value: value.to_string(),
                confidence: self.confidence.unwrap_or(0.97),
                checked_by_person: false,
                manually_corrected: false,
                page: Some(number),
                bounding_box: None,
            }
        };
        let mut values: Vec<PaperValue> = self.fields.iter().map(|(field, text)| value(field, None, text)).collect();
        for (table, rows) in &self.tables {
            for (index, row) in (0..).zip(rows) {
                for (column, text) in row {
                    values.push(value(&format!("{table}.{column}"), Some(index), text));
                }
            }
        }
        Paper {
            document_id: DocumentId::new(Uuid::from_u128(u128::from(number))),
            name: format!("L-1/{number}"),
            document_type: definition.name.clone(),
            document_type_id: id,
            values,
        }
    }
}
