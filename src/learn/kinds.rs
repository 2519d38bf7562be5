//! Guesses the kind of a field from its label and from what stands beside it.

use crate::extract::value::{is_mask, pattern};
use crate::library::Shape;
use crate::model::ValueKind;
use crate::page::key;

pattern!(MONEY, r"^\(?-?\s?(?:\$\s?[\d,]+(?:\.\d+)?|\d{1,3}(?:,\d{3})*\.\d{2})\)?-?(?:\s.*)?$");
pattern!(PERCENT, r"^-?\d+(?:\.\d+)?\s?%(?:\s.*)?$");
pattern!(SSN, r"^[\dXx*]{3}-[\dXx*]{2}-\d{4}$");
pattern!(EIN, r"^\d{2}-\d{7}$");
pattern!(PHONE, r"^(?:\+?1[ .-])?\(?\d{3}\)?[ .-]\s?\d{3}[ .-]\d{4}(?:\s?(?:x|ext\.?)\s?\d+)?$");
pattern!(EMAIL, r"^[^@\s]+@[^@\s]+\.[A-Za-z]{2,}$");
pattern!(
    DATE,
    r"(?i)^(?:\d{1,2}[/-]\d{1,2}[/-](?:\d{4}|\d{2})|\d{4}-\d{2}-\d{2}|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s\d{1,2}(?:st|nd|rd|th)?,?\s\d{4})$"
);
pattern!(YEAR, r"^(?:19|20)\d{2}$");
pattern!(INTEGER, r"^(?:\d{1,3}(?:,\d{3})+|\d{1,5})$");
pattern!(ADDRESS, r"^\d+[A-Za-z]?\s.*\b[A-Z]{2},?\s+\d{5}(?:-\d{4})?$");
pattern!(STREET, r"^\d+[A-Za-z]?\s+[A-Za-z].*$");
pattern!(CITY, r"^[A-Za-z][A-Za-z .'-]*,?\s+[A-Z]{2},?\s+\d{5}(?:-\d{4})?$");
pattern!(BOX, r"(?i)^(?:P\.?\s?O\.?\s+box|apt|unit|suite|ste|#)\b.*$");
pattern!(CODE, r"^[A-Za-z0-9*#][A-Za-z0-9*#./-]{2,23}$");
pattern!(NAME, r"^[A-Z][\w'’.-]*(?:,?\s+(?:[A-Z&][\w'’.-]*|and|of|the|de|van|von))+,?$");

/// Words of labels that stand before a person or a firm.
const NAMED: [&str; 28] = [
    "NAME",
    "NAMES",
    "BORROWER",
    "COBORROWER",
    "CUSTOMER",
    "OWNER",
    "HOMEOWNER",
    "LESSEE",
    "LESSOR",
    "BUYER",
    "SELLER",
    "TENANT",
    "LANDLORD",
    "APPLICANT",
    "CONTRACTOR",
    "INSTALLER",
    "AGENT",
    "PROVIDER",
    "COMPANY",
    "EMPLOYER",
    "EMPLOYEE",
    "LENDER",
    "PAYEE",
    "PAYER",
    "INSURED",
    "TRUSTEE",
    "MEMBER",
    "CLIENT",
];

/// What a value is taken to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Guess {
    /// The kind.
    pub kind: ValueKind,
    /// What it looks like beyond the kind.
    pub shape: Shape,
}

impl Guess {
    fn of(kind: ValueKind) -> Self {
        Self { kind, shape: Shape::Free }
    }

    /// Any text.
    pub fn text() -> Self {
        Self::of(ValueKind::Text)
    }

    /// Tells whether the kind alone says that this is a value: a date is one wherever it stands, a text is not.
    pub fn is_telling(self) -> bool {
        !matches!(self.kind, ValueKind::Text | ValueKind::Name | ValueKind::Address) || self.shape == Shape::Code
    }
}

/// Returns the kind that all the texts beside a label have; a text at the least.
pub fn guess(label: &str, texts: &[&str]) -> Guess {
    let all = |fits: &dyn Fn(&str) -> bool| texts.iter().all(|text| fits(text.trim()));
    let words: Vec<String> = label.split_whitespace().map(key).collect();
    let says = |word: &str| words.iter().any(|own| own == word);
    let shaped: [(&dyn Fn(&str) -> bool, ValueKind); 9] = [
        (&|text| EMAIL.is_match(text), ValueKind::Email),
        (&|text| SSN.is_match(text), ValueKind::Ssn),
        (&|text| EIN.is_match(text), ValueKind::Ein),
        (&|text| PHONE.is_match(text), ValueKind::Phone),
        (&|text| PERCENT.is_match(text), ValueKind::Percent),
        (&|text| DATE.is_match(text), ValueKind::Date),
        (&|text| MONEY.is_match(text), ValueKind::Money),
        (&|text| YEAR.is_match(text), ValueKind::Year),
        (&|text| ADDRESS.is_match(text), ValueKind::Address),
    ];
    if let Some((_, kind)) = shaped.iter().find(|(fits, _)| all(*fits)) {
        return Guess::of(*kind);
    }
    let number = says("NUMBER") || says("NO") || says("ID");
    if all(&is_account) && says("ACCOUNT") {
        return Guess::of(ValueKind::AccountNumber);
    }
    if all(&|text| INTEGER.is_match(text)) && !number {
        return Guess::of(ValueKind::Integer);
    }
    if all(&|text| CODE.is_match(text) && text.contains(|c: char| c.is_ascii_digit())) {
        return Guess { kind: ValueKind::Text, shape: Shape::Code };
    }
    if says("ADDRESS") && all(&|text| STREET.is_match(text)) {
        return Guess::of(ValueKind::Address);
    }
    if words.iter().any(|word| NAMED.contains(&word.as_str())) && all(&|text| NAME.is_match(text)) {
        return Guess::of(ValueKind::Name);
    }
    Guess::of(ValueKind::Text)
}

fn is_account(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    digits >= 3 && text.chars().all(|c| c.is_ascii_alphanumeric() || is_mask(c) || c == '-' || c == ' ')
}

/// Tells whether a text is a town with its state and ZIP code.
pub fn is_city_line(text: &str) -> bool {
    CITY.is_match(text.trim())
}

/// Tells whether a text is the line of a street, a box or an apartment.
pub fn is_street_line(text: &str) -> bool {
    STREET.is_match(text.trim()) || BOX.is_match(text.trim())
}
