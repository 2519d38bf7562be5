//! Small PDFs: pages of lines drawn in Helvetica.

use lopdf::content::{Content, Operation};
use lopdf::encryption::{EncryptionState, EncryptionVersion, Permissions};
use lopdf::{Document, Object, Stream, StringFormat, dictionary};

/// Returns a PDF with a page for each text; each line of a text is a line on the page.
pub fn pdf(pages: &[&str]) -> Vec<u8> {
    bytes(document(pages))
}

/// Returns a PDF that only a password opens.
pub fn locked_pdf(pages: &[&str], password: &str) -> Vec<u8> {
    let mut document = document(pages);
    let version = EncryptionVersion::V2 {
        document: &document,
        owner_password: password,
        user_password: password,
        key_length: 128,
        permissions: Permissions::all(),
    };
    let state = EncryptionState::try_from(version).unwrap();
    document.encrypt(&state).unwrap();
    bytes(document)
}

/// Returns the text of a wage statement; the wages tell one from another.
pub fn w2(employee: &str, ssn: &str, year: u32, wages: &str) -> String {
    format!(
        "Form W-2 Wage and Tax Statement {year}\n\
         a Employee's social security number\n{ssn}\n\
         b Employer identification number (EIN)\n12-3456789\n\
         c Employer's name, address, and ZIP code\nGranite Tools Inc\n12 Hill Road\nSpringfield, IL 62701\n\
         e Employee's first name and initial Last name\n{employee}\n\
         1 Wages, tips, other compensation\n{wages}\n\
         2 Federal income tax withheld\n9,100.00\n\
         Department of the Treasury - Internal Revenue Service\nCopy B - To Be Filed With Employee's FEDERAL Tax Return"
    )
}

fn document(pages: &[&str]) -> Document {
    let mut document = Document::with_version("1.5");
    let tree = document.new_object_id();
    let font = document.add_object(dictionary! { "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Helvetica" });
    let resources = document.add_object(dictionary! { "Font" => dictionary! { "F1" => font } });
    let kids: Vec<Object> = pages
        .iter()
        .map(|text| {
            let content = document.add_object(Stream::new(dictionary! {}, drawn(text)));
            let page = dictionary! { "Type" => "Page", "Parent" => tree, "Contents" => content };
            Object::Reference(document.add_object(page))
        })
        .collect();
    let count = i64::try_from(kids.len()).unwrap();
    document.objects.insert(
        tree,
        Object::Dictionary(dictionary! {
            "Type" => "Pages",
            "Kids" => kids,
            "Count" => count,
            "Resources" => resources,
            "MediaBox" => vec![0.into(), 0.into(), 612.into(), 792.into()],
        }),
    );
    let catalog = document.add_object(dictionary! { "Type" => "Catalog", "Pages" => tree });
    document.trailer.set("Root", catalog);
    let id = Object::String(b"0123456789abcdef".to_vec(), StringFormat::Literal);
    document.trailer.set("ID", vec![id.clone(), id]);
    document
}

fn drawn(text: &str) -> Vec<u8> {
    let mut operations = vec![
        Operation::new("BT", vec![]),
        Operation::new("Tf", vec!["F1".into(), 11.into()]),
        Operation::new("TL", vec![16.into()]),
        Operation::new("Td", vec![60.into(), 730.into()]),
    ];
    for line in text.lines() {
        operations.push(Operation::new("Tj", vec![Object::string_literal(line.trim())]));
        operations.push(Operation::new("T*", vec![]));
    }
    operations.push(Operation::new("ET", vec![]));
    Content { operations }.encode().unwrap()
}

fn bytes(mut document: Document) -> Vec<u8> {
    let mut bytes = Vec::new();
    document.save_to(&mut bytes).unwrap();
    bytes
}
