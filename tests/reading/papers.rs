//! Small PDFs made in the test.

use image::GrayImage;
use loanfile::pdf::Pdf;
use lopdf::{Document, Object, Stream, dictionary};
use std::fmt::Write;

/// A page to be made; places are in points from the top left corner.
pub struct Paper {
    width: f32,
    height: f32,
    content: String,
    pictures: Vec<GrayImage>,
}

impl Paper {
    pub fn new(width: f32, height: f32) -> Self {
        Self { width, height, content: String::new(), pictures: Vec::new() }
    }

    pub fn letter() -> Self {
        Self::new(612.0, 792.0)
    }

    /// Writes text with its baseline at `top`.
    pub fn text(self, left: f32, top: f32, size: f32, text: &str) -> Self {
        self.write(left, top, size, text, 0)
    }

    /// Writes text that is in the file but not drawn, as recognition programs do.
    pub fn hidden_text(self, left: f32, top: f32, size: f32, text: &str) -> Self {
        self.write(left, top, size, text, 3)
    }

    fn write(mut self, left: f32, top: f32, size: f32, text: &str, mode: u8) -> Self {
        let escaped = text.replace('\\', "\\\\").replace('(', "\\(").replace(')', "\\)");
        let y = self.height - top;
        writeln!(self.content, "BT /F1 {size} Tf {mode} Tr 1 0 0 1 {left} {y} Tm ({escaped}) Tj ET").unwrap();
        self
    }

    /// Writes lines of text below one another.
    pub fn lines(self, left: f32, top: f32, size: f32, lines: &[&str]) -> Self {
        lines
            .iter()
            .enumerate()
            .fold(self, |paper, (index, line)| paper.text(left, top + index as f32 * size * 1.8, size, line))
    }

    /// The same, not drawn.
    pub fn hidden_lines(self, left: f32, top: f32, size: f32, lines: &[&str]) -> Self {
        lines
            .iter()
            .enumerate()
            .fold(self, |paper, (index, line)| paper.hidden_text(left, top + index as f32 * size * 1.8, size, line))
    }

    /// Writes text that runs up the page, from its lower end.
    pub fn text_running_up(mut self, left: f32, bottom: f32, size: f32, text: &str) -> Self {
        let y = self.height - bottom;
        writeln!(self.content, "BT /F1 {size} Tf 0 Tr 0 1 -1 0 {left} {y} Tm ({text}) Tj ET").unwrap();
        self
    }

    /// Draws lines of shapes like letters with slanted sides, as programs do that turn print into outlines.
    pub fn outlined_lines(mut self, left: f32, top: f32, size: f32, lines: u32, letters: u32) -> Self {
        for line in 0..lines {
            let y = self.height - top - line as f32 * size * 1.8;
            for letter in 0..letters {
                // A gap after every fifth letter.
                let x = left + (letter + letter / 5) as f32 * size * 0.55;
                let (middle, right, high) =
                    (x + size * 0.2, x + size * 0.42, y + size * (0.5 + 0.1 * (letter % 3) as f32));
                let stroke = size * 0.1;
                writeln!(
                    self.content,
                    "{x} {y} m {middle} {high} l {right} {y} l {} {y} l {middle} {} l {} {y} l f",
                    right - stroke,
                    high - 2.0 * stroke,
                    x + stroke
                )
                .unwrap();
            }
        }
        self
    }

    /// Places a picture.
    pub fn picture(mut self, picture: GrayImage, left: f32, top: f32, width: f32, height: f32) -> Self {
        let (name, y) = (self.pictures.len(), self.height - top - height);
        writeln!(self.content, "q {width} 0 0 {height} {left} {y} cm /I{name} Do Q").unwrap();
        self.pictures.push(picture);
        self
    }

    /// Fills the page with a picture.
    pub fn scan(self, picture: GrayImage) -> Self {
        let (width, height) = (self.width, self.height);
        self.picture(picture, 0.0, 0.0, width, height)
    }
}

/// Returns a PDF of the pages.
pub fn pdf(papers: &[Paper]) -> Vec<u8> {
    let mut document = Document::with_version("1.5");
    let pages = document.new_object_id();
    let font = document.add_object(dictionary! { "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Helvetica" });
    let kids: Vec<Object> = papers.iter().map(|paper| add_page(&mut document, pages, font, paper).into()).collect();
    let tree = dictionary! { "Type" => "Pages", "Count" => papers.len() as i64, "Kids" => kids };
    document.objects.insert(pages, Object::Dictionary(tree));
    let catalog = document.add_object(dictionary! { "Type" => "Catalog", "Pages" => pages });
    document.trailer.set("Root", catalog);
    let mut bytes = Vec::new();
    document.save_to(&mut bytes).unwrap();
    bytes
}

fn add_page(document: &mut Document, pages: lopdf::ObjectId, font: lopdf::ObjectId, paper: &Paper) -> lopdf::ObjectId {
    let mut pictures = lopdf::Dictionary::new();
    for (name, picture) in paper.pictures.iter().enumerate() {
        let dictionary = dictionary! {
            "Type" => "XObject", "Subtype" => "Image", "ColorSpace" => "DeviceGray", "BitsPerComponent" => 8,
            "Width" => i64::from(picture.width()), "Height" => i64::from(picture.height()),
        };
        let mut stream = Stream::new(dictionary, picture.as_raw().clone());
        stream.compress().unwrap();
        let id = document.add_object(stream);
        pictures.set(format!("I{name}"), id);
    }
    let content = document.add_object(Stream::new(dictionary! {}, paper.content.clone().into_bytes()));
    document.add_object(dictionary! {
        "Type" => "Page", "Parent" => pages, "Contents" => content,
        "MediaBox" => vec![0.into(), 0.into(), paper.width.into(), paper.height.into()],
        "Resources" => dictionary! { "Font" => dictionary! { "F1" => font }, "XObject" => pictures },
    })
}

/// Returns a page as an image.
pub fn rendered(paper: &Paper, dots_per_inch: f32) -> GrayImage {
    let bytes = pdf(std::slice::from_ref(paper));
    Pdf::from_bytes(bytes, None).unwrap().render(1, dots_per_inch).unwrap()
}
