//! Names by which people tell versions apart.

use crate::support::{definition, standard};
use loanfile::library::{DocumentType, check};
use loanfile::model::{Confidence, Field, FieldTypeId, Source, Timestamp};
use loanfile::versions::custom_name;

/// A type, some of its values, and the name that they make.
type Case<'c> = (&'c str, &'c [(&'c str, &'c str)], Option<&'c str>);

#[test]
fn a_name_says_type_who_and_when() {
    let cases: [Case<'_>; 7] = [
        ("w2", &[("employer_name", "Tollgate Mills"), ("tax_year", "2024")], Some("W-2, Tollgate Mills, 2024")),
        ("w2", &[("tax_year", "2024"), ("employee_ssn", "123-45-6789")], Some("W-2, 2024")),
        ("w2", &[("employee_ssn", "123-45-6789"), ("employer_ein", "12-3456789")], None),
        (
            "bank_statement",
            &[
                ("bank_name", "Tollgate Savings"),
                ("account_number", "XXXX-00-4410"),
                ("statement_start_date", "2025-03-01"),
                ("statement_end_date", "2025-03-31"),
            ],
            Some("Bank Statement, Tollgate Savings, account 4410, 2025-03-01 to 2025-03-31"),
        ),
        // Half of a period is no period.
        (
            "bank_statement",
            &[("bank_name", "Tollgate Savings"), ("statement_start_date", "2025-03-01")],
            Some("Bank Statement, Tollgate Savings"),
        ),
        (
            "urla_1003",
            &[
                ("borrower_name", "Ada Moreno"),
                ("borrower_signature_date", "2025-01-12"),
                ("lender_loan_number", "778"),
            ],
            Some("Uniform Residential Loan Application, Ada Moreno, signed 2025-01-12"),
        ),
        ("closing_disclosure", &[("date_issued", "2025-04-02")], Some("Closing Disclosure, issued 2025-04-02")),
    ];
    for (document_type, values, name) in cases {
        let definition = standard(document_type);
        assert_eq!(custom_name(definition, &fields(definition, values)).as_deref(), name, "{values:?}");
    }
}

#[test]
fn without_a_pattern_the_identity_names_the_paper() {
    let sheet = definition(
        "identity = [\"maker_name\", \"serial\", \"run_start_date\", \"run_end_date\", \"maker_ssn\"]
         [[fields]]\nid = \"maker_name\"\nname = \"Maker\"\nkind = \"name\"
         [[fields]]\nid = \"serial\"\nname = \"Serial\"\nkind = \"text\"\nshape = \"code\"
         [[fields]]\nid = \"run_start_date\"\nname = \"From\"\nkind = \"date\"
         [[fields]]\nid = \"run_end_date\"\nname = \"To\"\nkind = \"date\"
         [[fields]]\nid = \"maker_ssn\"\nname = \"SSN\"\nkind = \"ssn\"",
    );
    let values = [
        ("maker_name", "Ada Moreno"),
        ("serial", "A-77"),
        ("run_start_date", "2025-01-01"),
        ("run_end_date", "2025-06-30"),
        ("maker_ssn", "123-45-6789"),
    ];
    let name = custom_name(&sheet, &fields(&sheet, &values));
    assert_eq!(name.as_deref(), Some("Sheet, Ada Moreno, 2025-01-01 to 2025-06-30"));
}

#[test]
fn a_pattern_may_not_name_numbers_of_persons_or_what_is_no_field() {
    for pattern in ["{maker_ssn}", "{nothing}", "made by {maker_ssn"] {
        let sheet = definition(&format!(
            "version_name = [\"{pattern}\"]\n[[fields]]\nid = \"maker_ssn\"\nname = \"SSN\"\nkind = \"ssn\""
        ));
        assert!(check(&sheet).iter().any(|problem| problem.place == "version_name"), "{pattern}");
    }
}

fn fields(definition: &DocumentType, values: &[(&str, &str)]) -> Vec<Field> {
    values.iter().map(|(name, value)| field(&definition.field_id(name), None, value)).collect()
}

/// A value that stands nowhere.
pub fn field(id: &FieldTypeId, row: Option<u32>, value: &str) -> Field {
    Field {
        field_type: id.clone(),
        row_index: row,
        value: value.to_string(),
        raw_value: value.to_string(),
        confidence: Confidence::CERTAIN,
        source: Source::TextLayer,
        manually_corrected: false,
        confirmed: false,
        extracted_value: None,
        place: None,
        updated_at: Timestamp::from_micros(0),
    }
}
