//! Opening files: passwords, damage, what is no PDF, many pages.

use super::building::{Building, bytes_of, line, texts};
use loanfile::pdf::{Pdf, PdfError};
use lopdf::encryption::{EncryptionState, EncryptionVersion, Permissions};
use lopdf::{Document, Object, StringFormat, dictionary};

fn document() -> Document {
    let mut building = Building::new();
    building.page(&line("Wages and tips", 100.0, 700.0, 10.0), dictionary! {});
    building.finished()
}

/// Encrypts a document with a user and an owner password.
pub fn locked(mut document: Document, user: &str, owner: &str) -> Vec<u8> {
    let id = Object::String(b"0123456789abcdef".to_vec(), StringFormat::Literal);
    document.trailer.set("ID", vec![id.clone(), id]);
    let version = EncryptionVersion::V2 {
        document: &document,
        owner_password: owner,
        user_password: user,
        key_length: 128,
        permissions: Permissions::all(),
    };
    let state = EncryptionState::try_from(version).unwrap();
    document.encrypt(&state).unwrap();
    bytes_of(document)
}

fn code(result: Result<Pdf, PdfError>) -> &'static str {
    result.err().expect("the file should not open").code
}

#[test]
fn passwords_open_files() {
    let bytes = locked(document(), "reader", "owner");
    assert_eq!(code(Pdf::from_bytes(bytes.clone(), None)), "password_required");
    assert_eq!(code(Pdf::from_bytes(bytes.clone(), Some("guess"))), "wrong_password");
    for password in ["reader", "owner"] {
        let pdf = Pdf::from_bytes(bytes.clone(), Some(password)).unwrap();
        assert_eq!(texts(&pdf.layer(1).unwrap()), ["Wages", "and", "tips"], "{password}");
    }
    let open = locked(document(), "", "owner");
    assert_eq!(texts(&Pdf::from_bytes(open, Some("not needed")).unwrap().layer(1).unwrap()).len(), 3);
}

#[test]
fn what_is_no_pdf_is_said_so() {
    assert_eq!(code(Pdf::from_bytes(Vec::new(), None)), "empty_file");
    assert_eq!(code(Pdf::from_bytes(b"Dear Sir or Madam".to_vec(), None)), "not_a_pdf");
    assert_eq!(code(Pdf::from_bytes(vec![0; 100_000], None)), "not_a_pdf");
    assert_eq!(code(Pdf::from_bytes(b"%PDF-1.7\nnothing more".to_vec(), None)), "damaged");
    assert_eq!(code(Pdf::from_bytes(Building::new().bytes(), None)), "no_pages");
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(code(Pdf::open(&folder.path().join("missing.pdf"), None)), "unreadable");
    let empty = folder.path().join("empty.pdf");
    std::fs::write(&empty, b"").unwrap();
    assert_eq!(code(Pdf::open(&empty, None)), "empty_file");
}

#[test]
fn damaged_files_are_repaired_where_possible() {
    let bytes = bytes_of(document());
    let read = |bytes: Vec<u8>| texts(&Pdf::from_bytes(bytes, None).unwrap().layer(1).unwrap()).join(" ");
    let mut led_by_junk = b"HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n".to_vec();
    led_by_junk.extend(&bytes);
    assert_eq!(read(led_by_junk), "Wages and tips");
    let mut followed_by_junk = bytes.clone();
    followed_by_junk.extend([b'\n'; 3000]);
    assert_eq!(read(followed_by_junk), "Wages and tips");
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let table = text.rfind("startxref").unwrap();
    let without_table = bytes[..bytes.len().min(table)].to_vec();
    assert!(Pdf::from_bytes(without_table, None).is_ok());
}

#[test]
fn no_cut_or_changed_file_does_harm() {
    let bytes = bytes_of(document());
    for length in (0..bytes.len()).step_by(41) {
        read_everything(&bytes[..length]);
    }
    let mut seed = 12_345_u64;
    for _ in 0..150 {
        let mut changed = bytes.clone();
        for _ in 0..6 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let index = (seed >> 33) as usize % changed.len();
            changed[index] = (seed >> 20) as u8;
        }
        read_everything(&changed);
    }
}

/// Reads all there is; errors are welcome, panics are not.
fn read_everything(bytes: &[u8]) {
    if let Ok(pdf) = Pdf::from_bytes(bytes.to_vec(), None) {
        for page in 1..=pdf.page_count().min(3) {
            let _ = pdf.layer(page);
            let _ = pdf.page_image(page);
            let _ = pdf.render(page, 20.0);
        }
    }
}

#[test]
fn pages_are_counted_from_one() {
    let pdf = Pdf::from_bytes(bytes_of(document()), None).unwrap();
    assert_eq!(pdf.page_count(), 1);
    assert_eq!(pdf.page_size(1).unwrap(), (612.0, 792.0));
    for page in [0, 2, u32::MAX] {
        assert_eq!(pdf.layer(page).unwrap_err().code, "page_missing");
        assert_eq!(pdf.render(page, 72.0).unwrap_err().code, "page_missing");
        assert_eq!(pdf.page_image(page).unwrap_err().code, "page_missing");
    }
}

#[test]
fn a_long_file_reads_the_same_from_first_to_last() {
    let mut building = Building::new();
    for number in 1..=450 {
        building.page(&line(&format!("Page {number}"), 100.0, 700.0, 10.0), dictionary! {});
    }
    let pdf = building.open();
    for number in (1..=450).chain([7, 300]) {
        assert_eq!(texts(&pdf.layer(number).unwrap()), ["Page", &number.to_string()]);
    }
}

#[test]
fn a_tree_of_pages_that_leads_back_to_itself_ends() {
    let mut document = document();
    let tree = document.catalog().unwrap().get(b"Pages").unwrap().as_reference().unwrap();
    document.get_dictionary_mut(tree).unwrap().get_mut(b"Kids").unwrap().as_array_mut().unwrap().push(tree.into());
    let pdf = Pdf::from_bytes(bytes_of(document), None).unwrap();
    assert_eq!(pdf.page_count(), 1);
}
