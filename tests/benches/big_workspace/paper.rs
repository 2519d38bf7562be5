//! Invented documents of a loan with their values.

use crate::data::Data;
use loanfile::library::{DocumentType, Library};
use loanfile::model::{BoundingBox, DocumentTypeId, Field, FieldPlace, FieldTypeId, PageId, Source, Timestamp};
use rust_decimal::Decimal;

/// How many documents a loan has.
pub const DOCUMENTS: usize = 20;

/// How many pages a loan has.
pub const PAGES: u32 = 50;

/// How many values a loan has.
pub const FIELDS: usize = 1004;

const STATEMENTS: usize = 3;

/// The types of a loan's papers beside bank statements, and how many pages each has.
const PAPERS: [(&str, u32); DOCUMENTS - STATEMENTS] = [
    ("urla_1003", 9),
    ("paystub", 1),
    ("paystub", 1),
    ("w2", 1),
    ("w2", 1),
    ("form_1040", 2),
    ("credit_report", 5),
    ("driver_license", 1),
    ("appraisal_1004", 6),
    ("purchase_agreement", 4),
    ("loan_estimate", 3),
    ("closing_disclosure", 5),
    ("promissory_note", 1),
    ("hazard_insurance", 1),
    ("flood_certificate", 1),
    ("title_commitment", 1),
    ("mortgage_statement", 1),
];

/// A document before it is stored.
pub struct Paper<'l> {
    /// Its type.
    pub kind: &'l DocumentType,
    /// Its first page in the file.
    pub first_page: u32,
    /// How many pages it has.
    pub pages: u32,
    /// How its pages are read.
    pub source: Source,
}

/// Lays out the papers of a loan over its pages.
pub fn papers<'l>(data: &mut Data, library: &'l Library) -> Vec<Paper<'l>> {
    let statement = PAPERS.len()..DOCUMENTS;
    let used: u32 = PAPERS.iter().map(|(_, pages)| pages).sum();
    let each = (PAGES - used) / u32::try_from(STATEMENTS).unwrap();
    let mut first_page = 1;
    PAPERS
        .iter()
        .copied()
        .chain(statement.map(|_| ("bank_statement", each)))
        .map(|(id, pages)| {
            let kind = library.get(&DocumentTypeId::new(id)).unwrap_or_else(|| panic!("no type {id}"));
            let source = if data.chance(300) { Source::Ocr } else { Source::TextLayer };
            let paper = Paper { kind, first_page, pages, source };
            first_page += pages;
            paper
        })
        .collect()
}

/// Fills the fields of a document in; one of several hundred was corrected by a person.
pub fn fields(data: &mut Data, paper: &Paper<'_>, pages: &[PageId], room: usize, at: Timestamp) -> Vec<Field> {
    let mut fields = Vec::new();
    for definition in &paper.kind.fields {
        let value = data.value(definition);
        fields.push(field(data, paper, pages, (paper.kind.field_id(&definition.id), None), value, at));
    }
    if paper.kind.id.as_str() == "bank_statement" {
        statement(data, paper, pages, room, at, &mut fields);
    }
    fields
}

/// The accounts and as many transactions as there is room for.
fn statement(
    data: &mut Data,
    paper: &Paper<'_>,
    pages: &[PageId],
    room: usize,
    at: Timestamp,
    fields: &mut Vec<Field>,
) {
    let account = format!("{:010}", data.random.below(1_000_000_000));
    let month = 1 + data.random.below(12);
    let mut put = |data: &mut Data, table: &str, column: &str, row: u32, value: String| {
        let id = paper.kind.column_id(table, column);
        let field = field(data, paper, pages, (id, Some(row)), value, at);
        fields.push(field);
    };
    let mut balance = Decimal::new(i64::from(data.random.below(2_000_000)), 2);
    let beginning = balance;
    let (mut deposits, mut withdrawals) = (Decimal::ZERO, Decimal::ZERO);
    const ACCOUNT_VALUES: usize = 5;
    let rows = room.saturating_sub(paper.kind.fields.len() + ACCOUNT_VALUES) / 4;
    for row in 0..u32::try_from(rows).unwrap() {
        let deposit = data.chance(300);
        let most = if deposit { 300_000 } else { 40_000 };
        let amount = Decimal::new(i64::from(100 + data.random.below(most)), 2);
        let description = if deposit { data.one_of(&DEPOSITS) } else { data.one_of(&WITHDRAWALS) }.to_string();
        if deposit {
            deposits += amount
        } else {
            withdrawals += amount
        }
        let signed = if deposit { amount } else { -amount };
        balance += signed;
        let day = 1 + row * 27 / u32::try_from(rows).unwrap();
        put(data, "transactions", "account_number", row, account.clone());
        put(data, "transactions", "date", row, format!("2025-{month:02}-{day:02}"));
        put(data, "transactions", "description", row, description);
        put(data, "transactions", "amount", row, signed.to_string());
    }
    // One account in twenty does not add up.
    let ending = if data.chance(50) { balance + Decimal::ONE_HUNDRED } else { balance };
    put(data, "accounts", "account_number", 0, account);
    put(data, "accounts", "beginning_balance", 0, beginning.to_string());
    put(data, "accounts", "total_deposits", 0, deposits.to_string());
    put(data, "accounts", "total_withdrawals", 0, withdrawals.to_string());
    put(data, "accounts", "ending_balance", 0, ending.to_string());
}

fn field(
    data: &mut Data,
    paper: &Paper<'_>,
    pages: &[PageId],
    (field_type, row_index): (FieldTypeId, Option<u32>),
    value: String,
    at: Timestamp,
) -> Field {
    let page_number = paper.first_page + data.random.below(paper.pages);
    let corrected = data.chance(4);
    Field {
        field_type,
        row_index,
        raw_value: value.clone(),
        extracted_value: corrected.then(|| format!("{value}7")),
        value,
        confidence: data.confidence(paper.source),
        source: if corrected { Source::Manual } else { paper.source },
        manually_corrected: corrected,
        confirmed: false,
        place: Some(FieldPlace {
            page: pages[page_number as usize - 1],
            page_number,
            bounding_box: BoundingBox {
                left: data.random.share() * 0.7,
                top: data.random.share() * 0.9,
                width: 0.12,
                height: 0.015,
            },
        }),
        updated_at: at,
    }
}

const DEPOSITS: [&str; 6] = [
    "DIRECT DEP PAYROLL EASTLAKE FOODS",
    "MOBILE DEPOSIT",
    "ONLINE TRANSFER FROM SAVINGS",
    "ZELLE FROM G HOLLIS",
    "ATM CASH DEPOSIT",
    "INTEREST PAYMENT",
];
const WITHDRAWALS: [&str; 8] = [
    "POS PURCHASE GROCERY",
    "ACH DEBIT ELECTRIC CO",
    "CHECK 1042",
    "ONLINE TRANSFER TO SAVINGS",
    "ATM WITHDRAWAL",
    "CARD PAYMENT",
    "NSF FEE",
    "RENT AUTOPAY",
];
