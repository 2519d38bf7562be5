//! Builds small PDFs piece by piece.

use loanfile::page::Rect;
use loanfile::pdf::{Layer, Pdf};
use lopdf::{Dictionary, Document, Object, ObjectId, Stream, dictionary};

/// A file under construction; pages are letter size with Helvetica as `F1`, its bold as `F2`, ZapfDingbats as `F3`.
pub struct Building {
    pub document: Document,
    tree: ObjectId,
    pages: Vec<ObjectId>,
    fields: Vec<ObjectId>,
}

impl Building {
    pub fn new() -> Self {
        let mut document = Document::with_version("1.5");
        let tree = document.new_object_id();
        Self { document, tree, pages: Vec::new(), fields: Vec::new() }
    }

    /// Adds a page that draws `content`, with more entries for the page.
    pub fn page(&mut self, content: &str, entries: Dictionary) -> ObjectId {
        self.page_with(content.as_bytes().to_vec(), dictionary! {}, entries)
    }

    /// Adds a page with more resources.
    pub fn page_with(&mut self, content: Vec<u8>, resources: Dictionary, entries: Dictionary) -> ObjectId {
        let content = self.document.add_object(Stream::new(dictionary! {}, content));
        let fonts =
            dictionary! { "F1" => font("Helvetica"), "F2" => font("Helvetica-Bold"), "F3" => font("ZapfDingbats") };
        let mut all = dictionary! { "Font" => fonts };
        all.extend(&resources);
        let mut page = dictionary! {
            "Type" => "Page",
            "Parent" => self.tree,
            "Contents" => content,
            "Resources" => all,
            "MediaBox" => numbers(&[0.0, 0.0, 612.0, 792.0]),
        };
        for (key, value) in entries.iter() {
            page.set(key.clone(), value.clone());
        }
        let page = self.document.add_object(page);
        self.pages.push(page);
        page
    }

    /// Adds an object.
    pub fn add(&mut self, object: impl Into<Object>) -> ObjectId {
        self.document.add_object(object)
    }

    /// Adds a form object that draws `content` in a box of a size.
    pub fn drawing(&mut self, content: &str, width: f32, height: f32) -> ObjectId {
        let entries = dictionary! {
            "Type" => "XObject",
            "Subtype" => "Form",
            "BBox" => numbers(&[0.0, 0.0, width, height]),
            "Resources" => dictionary! { "Font" => dictionary! { "F1" => font("Helvetica"), "F3" => font("ZapfDingbats") } },
        };
        self.document.add_object(Stream::new(entries, content.as_bytes().to_vec()))
    }

    /// Lists a field at the top of the form.
    pub fn field(&mut self, id: ObjectId) {
        self.fields.push(id);
    }

    /// Completes the document.
    pub fn finished(mut self) -> Document {
        let kids: Vec<Object> = self.pages.iter().map(|page| Object::Reference(*page)).collect();
        let count = i64::try_from(kids.len()).unwrap();
        let tree = dictionary! { "Type" => "Pages", "Kids" => kids, "Count" => count };
        self.document.objects.insert(self.tree, Object::Dictionary(tree));
        let mut catalog = dictionary! { "Type" => "Catalog", "Pages" => self.tree };
        if !self.fields.is_empty() {
            let fields: Vec<Object> = self.fields.iter().map(|field| Object::Reference(*field)).collect();
            let settings = Object::string_literal("/Helv 0 Tf 0 g");
            catalog.set("AcroForm", dictionary! { "Fields" => fields, "DA" => settings });
        }
        let catalog = self.document.add_object(catalog);
        self.document.trailer.set("Root", catalog);
        self.document
    }

    /// Completes the document and returns its bytes.
    pub fn bytes(self) -> Vec<u8> {
        bytes_of(self.finished())
    }

    /// Completes the document and opens it.
    pub fn open(self) -> Pdf {
        Pdf::from_bytes(self.bytes(), None).unwrap()
    }
}

/// Returns the layer of a page that draws `content`.
pub fn layer(content: &str) -> Layer {
    layer_with(content, dictionary! {})
}

/// Returns the layer of a page with more entries.
pub fn layer_with(content: &str, entries: Dictionary) -> Layer {
    let mut building = Building::new();
    building.page(content, entries);
    building.open().layer(1).unwrap()
}

pub fn bytes_of(mut document: Document) -> Vec<u8> {
    let mut bytes = Vec::new();
    document.save_to(&mut bytes).unwrap();
    bytes
}

pub fn numbers(values: &[f32]) -> Object {
    Object::Array(values.iter().map(|value| Object::Real(*value)).collect())
}

/// Returns operators that show a line of text in Helvetica, its baseline starting at a point of the unturned page.
pub fn line(text: &str, x: f32, y: f32, size: f32) -> String {
    format!("BT /F1 {size} Tf {x} {y} Td ({text}) Tj ET\n")
}

/// Returns the visible words.
pub fn texts(layer: &Layer) -> Vec<&str> {
    layer.words.iter().map(|word| word.text.as_str()).collect()
}

/// Returns the words that are not seen.
pub fn unseen(layer: &Layer) -> Vec<&str> {
    layer.invisible_words.iter().map(|word| word.text.as_str()).collect()
}

/// Returns the place of a visible word.
pub fn place(layer: &Layer, text: &str) -> Rect {
    let found = layer.words.iter().find(|word| word.text == text);
    found.unwrap_or_else(|| panic!("no {text:?} among {:?}", texts(layer))).rect
}

/// Asserts that a rectangle lies where it should, to about two points.
pub fn assert_near(rect: Rect, expected: [f32; 4]) {
    let sides = [rect.left, rect.top, rect.right, rect.bottom];
    let near = sides.iter().zip(&expected).all(|(side, expected)| (side - expected).abs() < 2.0);
    assert!(near, "{sides:?} is not near {expected:?}");
}

fn font(name: &str) -> Dictionary {
    let mut font = dictionary! { "Type" => "Font", "Subtype" => "Type1", "BaseFont" => name };
    if name != "ZapfDingbats" {
        font.set("Encoding", "WinAnsiEncoding");
    }
    font
}
