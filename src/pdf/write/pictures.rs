//! Pages as pictures, for a file whose objects cannot be taken apart.

use super::{finish, new_document, save, text_layer};
use crate::page::Page;
use crate::pdf::{Pdf, PdfError};
use image::codecs::jpeg::JpegEncoder;
use lopdf::{Dictionary, Object, Stream};

/// The resolution at which pages are drawn.
const DOTS_PER_INCH: f32 = 150.0;
/// JPEG quality: print stays crisp.
const QUALITY: u8 = 85;

/// Returns a PDF that shows a picture of each page.
pub fn draw(pdf: &Pdf, pages: &[u32], texts: Option<&[Page]>) -> Result<Vec<u8>, PdfError> {
    let (mut document, tree) = new_document();
    let mut places = Vec::with_capacity(pages.len());
    for &number in pages {
        let (width, height) = pdf.page_size(number)?;
        let picture = pdf.render_color(number, DOTS_PER_INCH)?;
        let mut bytes = Vec::new();
        JpegEncoder::new_with_quality(&mut bytes, QUALITY)
            .encode_image(&picture)
            .map_err(|error| PdfError::new("not_writable", error.to_string()))?;
        let mut image = Dictionary::new();
        for (key, name) in
            [("Type", "XObject"), ("Subtype", "Image"), ("ColorSpace", "DeviceRGB"), ("Filter", "DCTDecode")]
        {
            image.set(key, Object::Name(name.as_bytes().to_vec()));
        }
        image.set("Width", Object::Integer(picture.width().into()));
        image.set("Height", Object::Integer(picture.height().into()));
        image.set("BitsPerComponent", Object::Integer(8));
        let mut stream = Stream::new(image, bytes);
        stream.allows_compression = false;
        let image = document.add_object(stream);
        let content = format!("q {width:.2} 0 0 {height:.2} 0 0 cm /Page Do Q");
        let content = document.add_object(Stream::new(Dictionary::new(), content.into_bytes()));
        let mut images = Dictionary::new();
        images.set("Page", Object::Reference(image));
        let mut resources = Dictionary::new();
        resources.set("XObject", Object::Dictionary(images));
        let mut page = Dictionary::new();
        page.set("Type", Object::Name(b"Page".to_vec()));
        page.set("Parent", Object::Reference(tree));
        page.set("MediaBox", Object::Array([0.0, 0.0, width, height].map(Object::Real).to_vec()));
        page.set("Resources", Object::Dictionary(resources));
        page.set("Contents", Object::Reference(content));
        places.push(document.add_object(page));
    }
    finish(&mut document, tree, &places, Dictionary::new());
    if let Some(texts) = texts {
        for (&place, text) in places.iter().zip(texts) {
            text_layer::add(&mut document, place, text);
        }
    }
    save(document)
}
