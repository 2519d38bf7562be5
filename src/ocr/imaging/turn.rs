//! Turning images: by quarters exactly, by a slope with interpolation.

use image::{GrayImage, imageops};

/// Returns the image turned clockwise by quarter turns.
pub fn turned(image: GrayImage, quarter_turns: u8) -> GrayImage {
    match quarter_turns % 4 {
        0 => image,
        1 => imageops::rotate90(&image),
        2 => imageops::rotate180(&image),
        _ => imageops::rotate270(&image),
    }
}

/// Returns an image of the same size whose lines, sloping `skew_degrees` clockwise, run straight.
///
/// It is turned about its middle; corners that come from outside get the grey `paper`.
pub fn straightened(image: &GrayImage, skew_degrees: f32, paper: u8) -> GrayImage {
    let (width, height) = image.dimensions();
    let (sin, cos) = skew_degrees.to_radians().sin_cos();
    let (middle_x, middle_y) = (width as f32 / 2.0, height as f32 / 2.0);
    let mut straight = GrayImage::from_pixel(width, height, image::Luma([paper]));
    let pixels = image.as_raw();
    let stride = width as usize;
    for (y, row) in straight.chunks_exact_mut(stride.max(1)).enumerate() {
        let dy = y as f32 + 0.5 - middle_y;
        let (mut from_x, mut from_y) =
            (middle_x + (0.5 - middle_x) * cos - dy * sin - 0.5, middle_y + (0.5 - middle_x) * sin + dy * cos - 0.5);
        for pixel in row {
            if from_x >= 0.0 && from_y >= 0.0 {
                let (x, y) = (from_x as usize, from_y as usize);
                if x + 1 < stride && y + 1 < height as usize {
                    *pixel = interpolated(&pixels[y * stride + x..], stride, from_x - x as f32, from_y - y as f32);
                }
            }
            from_x += cos;
            from_y += sin;
        }
    }
    straight
}

/// Returns the grey between four neighbours, whose first is `pixels[0]`.
fn interpolated(pixels: &[u8], stride: usize, right: f32, down: f32) -> u8 {
    let [a, b, c, d] = [pixels[0], pixels[1], pixels[stride], pixels[stride + 1]].map(f32::from);
    let upper = a + (b - a) * right;
    let lower = c + (d - c) * right;
    (upper + (lower - upper) * down + 0.5) as u8
}
