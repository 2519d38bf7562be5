//! A PDF of page images, for files whose objects cannot be copied.
//!
//! Invariant: every page asked for is there in its size; one that cannot be drawn is blank.

use super::page_tree::Placing;
use super::{empty_document, set_pages, text_layer};
use crate::page::Page;
use crate::pdf::{Pdf, PdfError};
use image::codecs::jpeg::JpegEncoder;
use image::{ExtendedColorType, ImageEncoder, RgbImage};
use lopdf::{Dictionary, Document, Object, ObjectId, Stream};

/// Resolution of the page images.
const DOTS_PER_INCH: f32 = 150.0;
/// Quality of the page images, from 1 to 100.
const QUALITY: u8 = 82;

/// Draws the pages into a new document.
pub(super) fn document(
    pdf: &Pdf,
    pages: &[u32],
    sizes: &[(f32, f32)],
    text: Option<&[Page]>,
) -> Result<Document, PdfError> {
    let (mut document, _, tree) = empty_document("1.5");
    let font = document.add_object(text_layer::font_entries());
    let mut written = Vec::with_capacity(pages.len());
    for (number, (width, height)) in pages.iter().zip(sizes) {
        let mut entries = Dictionary::new();
        let mut contents = Vec::new();
        let mut resources = Dictionary::new();
        if let Some(image) = pdf.render_color(*number, DOTS_PER_INCH).ok().and_then(|picture| image_stream(&picture)) {
            let image = document.add_object(image);
            resources.set("XObject", single("Im", image));
            let content = format!("q {width:.3} 0 0 {height:.3} 0 0 cm /Im Do Q\n");
            contents.push(document.add_object(Stream::new(Dictionary::new(), content.into_bytes())));
        }
        let recognised = text.and_then(|text| text.iter().find(|page| page.number == *number));
        if let Some(layer) = recognised.and_then(|page| text_layer::stream(&Placing::upright(*width, *height), page)) {
            resources.set("Font", single(text_layer::font_name(), font));
            contents.push(document.add_object(layer));
        }
        entries.set("Type", Object::Name(b"Page".to_vec()));
        entries.set("Parent", tree);
        entries.set("MediaBox", Object::Array(vec![0.into(), 0.into(), Object::Real(*width), Object::Real(*height)]));
        entries.set("Resources", Object::Dictionary(resources));
        entries.set("Contents", Object::Array(contents.into_iter().map(Object::Reference).collect()));
        written.push(document.add_object(entries));
    }
    set_pages(&mut document, tree, written);
    Ok(document)
}

fn single(name: &str, id: ObjectId) -> Object {
    let mut entries = Dictionary::new();
    entries.set(name, id);
    Object::Dictionary(entries)
}

fn image_stream(picture: &RgbImage) -> Option<Stream> {
    let mut jpeg = Vec::new();
    let encoder = JpegEncoder::new_with_quality(&mut jpeg, QUALITY);
    encoder.write_image(picture.as_raw(), picture.width(), picture.height(), ExtendedColorType::Rgb8).ok()?;
    let mut entries = Dictionary::new();
    for (key, value) in
        [("Type", "XObject"), ("Subtype", "Image"), ("ColorSpace", "DeviceRGB"), ("Filter", "DCTDecode")]
    {
        entries.set(key, Object::Name(value.as_bytes().to_vec()));
    }
    entries.set("Width", i64::from(picture.width()));
    entries.set("Height", i64::from(picture.height()));
    entries.set("BitsPerComponent", 8);
    Some(Stream::new(entries, jpeg).with_compression(false))
}
