//! Words as hOCR: the HTML that OCR tools exchange.

use super::{DocumentTextView, PageTextView, WordView};
use crate::model::BoundingBox;
use std::fmt::Write;

/// hOCR boxes are whole pixels: the page is given at this resolution.
const DOTS_PER_INCH: f32 = 300.0;

/// Returns a document's words as an hOCR 1.2 file.
pub fn hocr(document: &DocumentTextView) -> String {
    let mut html = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Transitional//EN\" \
         \"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd\">\n\
         <html xmlns=\"http://www.w3.org/1999/xhtml\" xml:lang=\"en\" lang=\"en\">\n<head>\n",
    );
    let _ = writeln!(html, "<title>{}</title>", document.document_id);
    html.push_str(
        "<meta http-equiv=\"Content-Type\" content=\"text/html; charset=utf-8\"/>\n\
         <meta name=\"ocr-system\" content=\"loanfile\"/>\n\
         <meta name=\"ocr-capabilities\" content=\"ocr_page ocr_carea ocr_line ocrx_word\"/>\n</head>\n<body>\n",
    );
    for page in &document.pages {
        write_page(&mut html, page);
    }
    html.push_str("</body>\n</html>\n");
    html
}

/// Writing into a string cannot fail, so the results are not looked at.
fn write_page(html: &mut String, page: &PageTextView) {
    let number = page.page_number;
    let whole = BoundingBox { left: 0.0, top: 0.0, width: 1.0, height: 1.0 };
    let _ = writeln!(
        html,
        "<div class=\"ocr_page\" id=\"page_{number}\" title=\"{}; ppageno {}; scan_res 300 300\">",
        pixels(page, &whole),
        number - 1
    );
    for (block, words) in grouped(&page.words, |word| word.block) {
        let _ = writeln!(
            html,
            "<div class=\"ocr_carea\" id=\"block_{number}_{block}\" title=\"{}\">",
            pixels(page, &around(words))
        );
        for (line, words) in grouped(words, |word| word.line) {
            let _ = writeln!(
                html,
                "<span class=\"ocr_line\" id=\"line_{number}_{line}\" title=\"{}\">",
                pixels(page, &around(words))
            );
            for word in words {
                let _ = writeln!(
                    html,
                    "<span class=\"ocrx_word\" title=\"{}; x_wconf {:.0}\">{}</span>",
                    pixels(page, &word.bounding_box),
                    word.confidence.value() * 100.0,
                    escaped(&word.text)
                );
            }
            html.push_str("</span>\n");
        }
        html.push_str("</div>\n");
    }
    html.push_str("</div>\n");
}

/// Cuts words in reading order into runs of the same key.
fn grouped(words: &[WordView], key: impl Fn(&WordView) -> usize) -> Vec<(usize, &[WordView])> {
    words.chunk_by(|one, two| key(one) == key(two)).map(|run| (key(&run[0]), run)).collect()
}

fn around(words: &[WordView]) -> BoundingBox {
    let boxes = || words.iter().map(|word| word.bounding_box);
    let left = boxes().map(|place| place.left).fold(f32::MAX, f32::min);
    let top = boxes().map(|place| place.top).fold(f32::MAX, f32::min);
    let right = boxes().map(|place| place.left + place.width).fold(0.0, f32::max);
    let bottom = boxes().map(|place| place.top + place.height).fold(0.0, f32::max);
    BoundingBox { left, top, width: right - left, height: bottom - top }
}

fn pixels(page: &PageTextView, place: &BoundingBox) -> String {
    let scale = DOTS_PER_INCH / 72.0;
    let (width, height) = (page.width * scale, page.height * scale);
    format!(
        "bbox {:.0} {:.0} {:.0} {:.0}",
        place.left * width,
        place.top * height,
        (place.left + place.width) * width,
        (place.top + place.height) * height
    )
}

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // XML has no way to write these.
            control if control.is_control() => escaped.push('\u{fffd}'),
            other => escaped.push(other),
        }
    }
    escaped
}
