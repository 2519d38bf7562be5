//! The invisible text layer of a scanned page: each recognised word over its picture.

use crate::model::Source;
use crate::page::{Frame, Page, Rect, Word};
use lopdf::{Dictionary, Document, Object, ObjectId, Stream};
use std::fmt::Write;

/// The name under which the layer's font stands in the page's resources.
const FONT: &str = "LoanfileText";

/// Where the page as shown lies in the page's own coordinates.
struct Placement {
    left: f32,
    bottom: f32,
    right: f32,
    top: f32,
    rotation: i64,
}

/// Adds the words of a page that were read by OCR; a page without such words stays as it is.
pub fn add(document: &mut Document, page: ObjectId, text: &Page) {
    let words: Vec<&Word> = text.words.iter().filter(|word| word.source == Source::Ocr).collect();
    if words.is_empty() {
        return;
    }
    let Ok(dictionary) = document.get_dictionary(page) else { return };
    let Some(placement) = placement(document, dictionary) else { return };
    let content = content(&words, &text.frame, &placement);
    let resources = resources_with_font(document, page);
    let before = document.add_object(Stream::new(Dictionary::new(), b"q\n".to_vec()));
    let after = document.add_object(Stream::new(Dictionary::new(), content.into_bytes()));
    let mut contents = vec![Object::Reference(before)];
    if let Ok(dictionary) = document.get_dictionary(page) {
        contents.extend(contents_of(document, dictionary));
    }
    contents.push(Object::Reference(after));
    if let Ok(dictionary) = document.get_dictionary_mut(page) {
        dictionary.set("Contents", Object::Array(contents));
        dictionary.set("Resources", Object::Dictionary(resources));
    }
}

fn contents_of(document: &Document, page: &Dictionary) -> Vec<Object> {
    match page.get(b"Contents") {
        Ok(Object::Array(items)) => items.clone(),
        Ok(Object::Reference(id)) => match document.get_object(*id) {
            Ok(Object::Array(items)) => items.clone(),
            Ok(_) => vec![Object::Reference(*id)],
            Err(_) => Vec::new(),
        },
        _ => Vec::new(),
    }
}

fn resources_with_font(document: &Document, page: ObjectId) -> Dictionary {
    let entry = |dictionary: &Dictionary, key: &[u8]| {
        let value = dictionary.get(key).ok()?;
        document.dereference(value).ok()?.1.as_dict().ok().cloned()
    };
    let page = document.get_dictionary(page).cloned().unwrap_or_default();
    let mut resources = entry(&page, b"Resources").unwrap_or_default();
    let mut fonts = entry(&resources, b"Font").unwrap_or_default();
    let mut font = Dictionary::new();
    font.set("Type", Object::Name(b"Font".to_vec()));
    font.set("Subtype", Object::Name(b"Type1".to_vec()));
    font.set("BaseFont", Object::Name(b"Helvetica".to_vec()));
    font.set("Encoding", Object::Name(b"WinAnsiEncoding".to_vec()));
    fonts.set(FONT, Object::Dictionary(font));
    resources.set("Font", Object::Dictionary(fonts));
    resources
}

fn placement(document: &Document, page: &Dictionary) -> Option<Placement> {
    let sides = |key: &[u8]| -> Option<[f32; 4]> {
        let (_, value) = document.dereference(page.get(key).ok()?).ok()?;
        let numbers: Vec<f32> = value
            .as_array()
            .ok()?
            .iter()
            .filter_map(|item| document.dereference(item).ok()?.1.as_float().ok())
            .collect();
        let [a, b, c, d] = numbers.try_into().ok()?;
        Some([a.min(c), b.min(d), a.max(c), b.max(d)])
    };
    let media = sides(b"MediaBox").unwrap_or([0.0, 0.0, 612.0, 792.0]);
    let crop = sides(b"CropBox").unwrap_or(media);
    let rotation = page.get(b"Rotate").ok().and_then(|value| document.dereference(value).ok()?.1.as_i64().ok());
    Some(Placement {
        left: crop[0].max(media[0]),
        bottom: crop[1].max(media[1]),
        right: crop[2].min(media[2]),
        top: crop[3].min(media[3]),
        rotation: rotation.unwrap_or(0).rem_euclid(360),
    })
}

impl Placement {
    /// Returns a point of the page as shown in the page's own coordinates.
    fn point(&self, (across, down): (f32, f32)) -> (f32, f32) {
        match self.rotation {
            90 => (self.left + down, self.bottom + across),
            180 => (self.right - across, self.bottom + down),
            270 => (self.right - down, self.top - across),
            _ => (self.left + across, self.top - down),
        }
    }
}

fn content(words: &[&Word], frame: &Frame, placement: &Placement) -> String {
    // The page's own content is closed first: what it left in the graphics state must not move the layer.
    let mut content = format!("\nQ\nq BT 3 Tr /{FONT} 1 Tf\n");
    for word in words {
        let bytes = encoded(&word.text);
        let corner = |x: f32, y: f32| {
            let shown = frame.shown(&Rect::new(x, y, x, y));
            placement.point((shown.left, shown.top))
        };
        let (origin, end) = (corner(word.rect.left, word.rect.bottom), corner(word.rect.right, word.rect.bottom));
        let upper = corner(word.rect.left, word.rect.top);
        let natural: f32 = bytes.iter().map(|&byte| width(byte)).sum::<f32>().max(0.1);
        let along = ((end.0 - origin.0) / natural, (end.1 - origin.1) / natural);
        let up = (upper.0 - origin.0, upper.1 - origin.1);
        let text: String = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
        let _ = writeln!(
            content,
            "{:.3} {:.3} {:.3} {:.3} {:.2} {:.2} Tm <{text}> Tj",
            along.0, along.1, up.0, up.1, origin.0, origin.1
        );
    }
    content.push_str("ET Q\n");
    content
}

/// Returns a text in the font's encoding, which is Latin 1 but for a few punctuation marks.
fn encoded(text: &str) -> Vec<u8> {
    text.chars()
        .map(|c| match c {
            '‘' => 0x91,
            '’' => 0x92,
            '“' => 0x93,
            '”' => 0x94,
            '•' => 0x95,
            '–' => 0x96,
            '—' => 0x97,
            '€' => 0x80,
            other => u8::try_from(u32::from(other)).unwrap_or(b'?'),
        })
        .collect()
}

/// Returns the width of a character of Helvetica in ems, by the class it belongs to.
fn width(byte: u8) -> f32 {
    match byte {
        b'i' | b'j' | b'l' | b'\'' => 0.222,
        b' ' | b'f' | b't' | b'I' | b'.' | b',' | b':' | b';' | b'/' | b'\\' | b'!' | b'[' | b']' => 0.278,
        b'-' | b'(' | b')' | b'r' | b'`' => 0.333,
        b'c' | b'k' | b's' | b'v' | b'x' | b'y' | b'z' | b'J' => 0.5,
        b'F' | b'T' | b'Z' => 0.611,
        b'A' | b'B' | b'E' | b'K' | b'P' | b'S' | b'V' | b'X' | b'Y' | b'&' => 0.667,
        b'C' | b'D' | b'H' | b'N' | b'R' | b'U' | b'w' => 0.722,
        b'G' | b'O' | b'Q' => 0.778,
        b'm' | b'M' => 0.833,
        b'%' => 0.889,
        b'W' => 0.944,
        _ => 0.556,
    }
}
