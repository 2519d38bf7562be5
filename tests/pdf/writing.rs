//! Copying pages into new files.

use super::building::{Building, assert_near, bytes_of, layer_with, line, numbers, place, texts, unseen};
use super::files::locked;
use loanfile::model::{Confidence, Source};
use loanfile::page::{FormValue, Frame, Page, Rect, Word};
use loanfile::pdf::Pdf;
use loanfile::pdf::write::{PageCopier, copy_pages};
use lopdf::{Dictionary, Document, Object, ObjectId, Stream, dictionary};
use std::path::PathBuf;

/// A file in a folder of its own.
struct File {
    path: PathBuf,
    _folder: tempfile::TempDir,
}

impl File {
    fn new(bytes: &[u8]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("source.pdf");
        std::fs::write(&path, bytes).unwrap();
        Self { path, _folder: folder }
    }

    fn copy(&self, pages: &[u32]) -> Vec<u8> {
        copy_pages(&self.path, None, pages, None).unwrap()
    }
}

fn open(bytes: &[u8]) -> Pdf {
    Pdf::from_bytes(bytes.to_vec(), None).unwrap()
}

fn numbered(count: u32) -> Building {
    let mut building = Building::new();
    for number in 1..=count {
        building.page(&line(&format!("Page {number}"), 100.0, 700.0, 10.0), dictionary! {});
    }
    building
}

#[test]
fn a_copy_holds_the_pages_asked_for_in_order_and_nothing_else() {
    let file = File::new(&numbered(6).bytes());
    let copy = file.copy(&[5, 2]);
    let pdf = open(&copy);
    assert_eq!(pdf.page_count(), 2);
    assert_eq!(texts(&pdf.layer(1).unwrap()), ["Page", "5"]);
    assert_eq!(texts(&pdf.layer(2).unwrap()), ["Page", "2"]);
    let objects = Document::load_mem(&copy).unwrap().objects.len();
    assert!(objects < 12, "{objects} objects for two pages");
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let file = File::new(&numbered(4).bytes());
    assert_eq!(file.copy(&[2, 3]), file.copy(&[2, 3]));
    assert_ne!(file.copy(&[2, 3]), file.copy(&[1, 2]));
    let text = String::from_utf8_lossy(&file.copy(&[1])).into_owned();
    assert!(!text.contains("Date"), "no clock");
}

#[test]
fn pages_that_are_not_there_are_refused() {
    let file = File::new(&numbered(2).bytes());
    let copier = PageCopier::open(&file.path, None).unwrap();
    assert_eq!(copier.copy(&[3], None).unwrap_err().code, "page_missing");
    assert_eq!(copier.copy(&[0], None).unwrap_err().code, "page_missing");
    assert_eq!(copier.copy(&[], None).unwrap_err().code, "no_pages");
}

#[test]
fn what_pages_inherit_comes_along_and_links_to_other_pages_do_not() {
    let mut document = numbered(3).finished();
    let pages: Vec<ObjectId> = document.get_pages().into_values().collect();
    let tree = document.catalog().unwrap().get(b"Pages").unwrap().as_reference().unwrap();
    let resources = document.get_dictionary_mut(pages[0]).unwrap().remove(b"Resources").unwrap();
    document.get_dictionary_mut(pages[0]).unwrap().remove(b"MediaBox");
    let tree = document.get_dictionary_mut(tree).unwrap();
    tree.set("Resources", resources);
    tree.set("MediaBox", numbers(&[0.0, 0.0, 500.0, 800.0]));
    tree.set("Rotate", 90);
    let link = document.add_object(dictionary! {
        "Type" => "Annot", "Subtype" => "Link", "Rect" => numbers(&[0.0, 0.0, 10.0, 10.0]),
        "Dest" => vec![pages[2].into(), "Fit".into()],
    });
    document.get_dictionary_mut(pages[0]).unwrap().set("Annots", vec![Object::Reference(link)]);
    let file = File::new(&bytes_of(document));
    let copy = file.copy(&[1]);
    let pdf = open(&copy);
    assert_eq!(pdf.page_size(1).unwrap(), (800.0, 500.0));
    assert_eq!(texts(&pdf.layer(1).unwrap()), ["Page", "1"]);
    let copied = Document::load_mem(&copy).unwrap();
    assert_eq!(copied.objects.values().filter(|object| is_page(object)).count(), 1);
}

fn is_page(object: &Object) -> bool {
    object.as_dict().is_ok_and(|entries| entries.has_type(b"Page"))
}

#[test]
fn form_fields_stay_live_with_names_and_values() {
    let mut building = Building::new();
    let parent = building.document.new_object_id();
    let widgets: Vec<ObjectId> = (0..2)
        .map(|_| {
            building.add(dictionary! {
                "Type" => "Annot", "Subtype" => "Widget", "Rect" => numbers(&[100.0, 600.0, 300.0, 620.0]),
                "Parent" => parent,
            })
        })
        .collect();
    building.document.set_object(
        parent,
        dictionary! {
            "T" => Object::string_literal("wages"), "FT" => "Tx", "V" => Object::string_literal("84,250.00"),
            "Kids" => widgets.iter().map(|widget| Object::Reference(*widget)).collect::<Vec<_>>(),
        },
    );
    building.field(parent);
    for widget in &widgets {
        building.page("", dictionary! { "Annots" => vec![Object::Reference(*widget)] });
    }
    let file = File::new(&building.bytes());
    let copy = file.copy(&[2]);
    let layer = open(&copy).layer(1).unwrap();
    assert_eq!(texts(&layer), ["84,250.00"]);
    assert_eq!(layer.form_fields[0].name, "wages");
    assert_eq!(layer.form_fields[0].value, FormValue::Text("84,250.00".into()));
    let copied = Document::load_mem(&copy).unwrap();
    let form = copied.catalog().unwrap().get(b"AcroForm").unwrap().as_dict().unwrap();
    let field = form.get(b"Fields").unwrap().as_array().unwrap()[0].as_reference().unwrap();
    let kids = copied.get_dictionary(field).unwrap().get(b"Kids").unwrap().as_array().unwrap();
    assert_eq!(kids.len(), 1, "the widget of the other page stays behind");
    assert!(form.has(b"DA"));
}

#[test]
fn a_copy_of_a_locked_file_is_open() {
    let file = File::new(&locked(numbered(3).finished(), "reader", "owner"));
    for password in ["reader", "owner"] {
        let copy = copy_pages(&file.path, Some(password), &[2], None).unwrap();
        assert_eq!(texts(&open(&copy).layer(1).unwrap()), ["Page", "2"], "{password}");
    }
    assert_eq!(copy_pages(&file.path, None, &[2], None).unwrap_err().code, "password_required");
}

/// A page as OCR would have read it: one recognised word, and one that was no OCR's.
fn recognised(frame: Frame, rect: Rect) -> Page {
    let word = |text: &str, rect: Rect, source: Source| Word {
        text: text.into(),
        rect,
        confidence: Confidence::CERTAIN,
        source,
        size: 10.0,
        bold: false,
    };
    let words = vec![
        word("Gross\u{2019}", rect, Source::Ocr),
        word("layer", Rect::new(10.0, 10.0, 40.0, 20.0), Source::TextLayer),
    ];
    Page { number: 1, frame, words, rules: vec![], check_boxes: vec![], form_fields: vec![], ink_marks: vec![] }
}

#[test]
fn recognised_words_are_laid_invisibly_over_their_places() {
    let upright = Frame::upright(612.0, 792.0);
    let rect = Rect::new(100.0, 202.0, 180.0, 212.0);
    let cases: [(&str, Dictionary, Frame); 5] = [
        ("upright", dictionary! {}, upright),
        ("cut", dictionary! { "CropBox" => numbers(&[50.0, 60.0, 550.0, 700.0]) }, Frame::upright(500.0, 640.0)),
        ("turned page", dictionary! { "Rotate" => 90 }, Frame::upright(792.0, 612.0)),
        ("page turned back", dictionary! { "Rotate" => 270 }, Frame::upright(792.0, 612.0)),
        (
            "scan on its side",
            dictionary! {},
            Frame { quarter_turns: 1, width: 792.0, height: 612.0, skew_degrees: 0.0 },
        ),
    ];
    for (name, entries, frame) in cases {
        // The page leaves its coordinates scaled and its state open.
        let mut building = Building::new();
        building.page("q 5 0 0 5 100 100 cm q", entries);
        let file = File::new(&building.bytes());
        let page = recognised(frame, rect);
        let copy = copy_pages(&file.path, None, &[1], Some(std::slice::from_ref(&page))).unwrap();
        let layer = open(&copy).layer(1).unwrap();
        assert_eq!(texts(&layer), Vec::<&str>::new(), "{name}");
        assert_eq!(unseen(&layer), ["Gross\u{2019}"], "{name}");
        let (found, expected) = (layer.invisible_words[0].rect, frame.shown(&rect));
        let near = |one: f32, other: f32| (one - other).abs() < 3.5;
        assert!(
            near(found.left, expected.left)
                && near(found.right, expected.right)
                && near(found.top, expected.top)
                && near(found.bottom, expected.bottom),
            "{name}: {found:?} {expected:?}"
        );
        assert!(!layer.ink, "{name}");
    }
}

#[test]
fn a_text_layer_leaves_the_page_and_its_fonts_as_they_are() {
    let mut building = Building::new();
    building.page(&line("visible", 100.0, 700.0, 10.0), dictionary! {});
    building.page(&line("other", 100.0, 700.0, 10.0), dictionary! {});
    let file = File::new(&building.bytes());
    let page = recognised(Frame::upright(612.0, 792.0), Rect::new(100.0, 200.0, 180.0, 212.0));
    let copy = copy_pages(&file.path, None, &[1, 2], Some(&[page])).unwrap();
    let pdf = open(&copy);
    let first = pdf.layer(1).unwrap();
    assert_eq!((texts(&first), unseen(&first)), (vec!["visible"], vec!["Gross\u{2019}"]));
    assert_near(place(&first, "visible"), [100.0, 84.5, 127.8, 94.1]);
    let second = pdf.layer(2).unwrap();
    assert_eq!((texts(&second), unseen(&second).len()), (vec!["other"], 0));
}

#[test]
fn a_file_that_cannot_be_taken_apart_is_copied_as_pictures() {
    // The page stands in the tree itself, twice: readers see two pages, and no object can be copied for one.
    let mut building = numbered(1);
    let content = building.add(Stream::new(dictionary! {}, b"0 g 100 100 200 200 re f".to_vec()));
    let mut document = building.finished();
    let tree = document.catalog().unwrap().get(b"Pages").unwrap().as_reference().unwrap();
    let inline =
        dictionary! { "Type" => "Page", "MediaBox" => numbers(&[0.0, 0.0, 400.0, 400.0]), "Contents" => content };
    let kids = document.get_dictionary_mut(tree).unwrap().get_mut(b"Kids").unwrap().as_array_mut().unwrap();
    kids.push(Object::Dictionary(inline));
    let file = File::new(&bytes_of(document));
    let copy = file.copy(&[2]);
    let pdf = open(&copy);
    assert_eq!(pdf.page_size(1).unwrap(), (400.0, 400.0));
    let image = pdf.render(1, 72.0).unwrap();
    assert!(image.get_pixel(200, 200).0[0] < 40 && image.get_pixel(20, 20).0[0] > 240);
}

#[test]
fn copies_of_copies_stay_the_same_to_read() {
    let content = format!("{} 100 500 m 300 500 l S 100 600 9 9 re S", line("Wages and tips", 100.0, 700.0, 10.0));
    let before = layer_with(&content, dictionary! { "Rotate" => 180 });
    let mut building = Building::new();
    building.page(&content, dictionary! { "Rotate" => 180 });
    let once = File::new(&building.bytes()).copy(&[1]);
    let twice = File::new(&once).copy(&[1]);
    assert_eq!(open(&twice).layer(1).unwrap(), before);
}
