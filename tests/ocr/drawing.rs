//! Draws what the functions under test look for.

use image::{GrayImage, Luma};

/// Returns a white image.
pub fn paper(width: u32, height: u32) -> GrayImage {
    GrayImage::from_pixel(width, height, Luma([255]))
}

/// Fills a rectangle with a grey.
pub fn fill(image: &mut GrayImage, left: u32, top: u32, width: u32, height: u32, grey: u8) {
    for y in top..(top + height).min(image.height()) {
        for x in left..(left + width).min(image.width()) {
            image.put_pixel(x, y, Luma([grey]));
        }
    }
}

/// Draws the outline of a rectangle.
pub fn outline(image: &mut GrayImage, left: u32, top: u32, width: u32, height: u32, thickness: u32) {
    fill(image, left, top, width, thickness, 0);
    fill(image, left, top + height - thickness, width, thickness, 0);
    fill(image, left, top, thickness, height, 0);
    fill(image, left + width - thickness, top, thickness, height, 0);
}

/// Draws lines of text-like shapes for 100 dots an inch: words of letters, each fourth of which has a tall stem and
/// each eleventh a tail.
pub fn text(image: &mut GrayImage, left: u32, top: u32, width: u32, lines: u32) {
    for line in 0..lines {
        let baseline = top + line * 18 + 12;
        let (mut x, mut letter) = (left, line * 3);
        while x + 6 < left + width {
            let (above, below) = (if letter % 4 == 0 { 4 } else { 0 }, if letter % 11 == 5 { 4 } else { 0 });
            fill(image, x, baseline - 7 - above, 2, 7 + above + below, 0);
            fill(image, x + 2, baseline - 7, 2, 2, 0);
            fill(image, x + 3, baseline - 6, 1, 6, 0);
            letter += 1;
            x += if letter % 6 == 0 { 11 } else { 6 };
        }
    }
}

/// Returns a page of about a letter sheet's proportions at 100 dots an inch with two blocks of text.
pub fn page_of_text() -> GrayImage {
    let mut image = paper(850, 1100);
    text(&mut image, 80, 120, 600, 18);
    text(&mut image, 80, 620, 420, 9);
    image
}
