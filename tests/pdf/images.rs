//! Pages as images: rendered ones, and the single image of a scanned page with its own pixels.

use super::building::{Building, assert_near, line, numbers};
use image::GrayImage;
use loanfile::pdf::Pdf;
use lopdf::{Dictionary, Object, Stream, dictionary};

/// A page that is one picture of 60 x 80 pixels, dark in its top left quarter; `matrix` places it.
fn scan(matrix: &str, entries: Dictionary, more: &str) -> Pdf {
    let mut building = Building::new();
    let pixels: Vec<u8> = (0..80).flat_map(|y| (0..60).map(move |x| if x < 30 && y < 40 { 0 } else { 255 })).collect();
    let picture = dictionary! {
        "Type" => "XObject", "Subtype" => "Image", "Width" => 60, "Height" => 80, "BitsPerComponent" => 8,
        "ColorSpace" => "DeviceGray",
    };
    let picture = building.add(Stream::new(picture, pixels));
    let resources = dictionary! { "XObject" => dictionary! { "Im" => picture } };
    let mut all = dictionary! { "MediaBox" => numbers(&[0.0, 0.0, 60.0, 80.0]) };
    for (key, value) in entries {
        all.set(key, value);
    }
    building.page_with(format!("q {matrix} cm /Im Do Q {more}").into_bytes(), resources, all);
    building.open()
}

/// Says which quarter of an image is dark: top left, top right, bottom left, bottom right.
fn dark_quarters(image: &GrayImage) -> [bool; 4] {
    let (width, height) = image.dimensions();
    [(1, 1), (3, 1), (1, 3), (3, 3)].map(|(x, y)| image.get_pixel(width * x / 4, height * y / 4).0[0] < 128)
}

#[test]
fn a_scanned_page_gives_its_own_pixels_as_the_page_is_shown() {
    let cases = [
        ("upright", "60 0 0 80 0 0", 0, (60, 80)),
        ("upside down", "-60 0 0 -80 60 80", 0, (60, 80)),
        ("mirrored", "-60 0 0 80 60 0", 0, (60, 80)),
        ("upright on a turned page", "60 0 0 80 0 0", 90, (80, 60)),
        ("on a page turned twice", "60 0 0 80 0 0", 180, (60, 80)),
        ("on a page turned back", "60 0 0 80 0 0", 270, (80, 60)),
    ];
    for (name, matrix, turn, size) in cases {
        let pdf = scan(matrix, dictionary! { "Rotate" => turn }, "");
        let image = pdf.page_image(1).unwrap().expect(name);
        assert_eq!(image.pixels.dimensions(), size, "{name}");
        assert!((image.dots_per_inch - 72.0).abs() < 0.5, "{name}");
        let rendered = pdf.render(1, 72.0).unwrap();
        assert_eq!(rendered.dimensions(), size, "{name}");
        assert_eq!(dark_quarters(&image.pixels), dark_quarters(&rendered), "{name}");
        assert_eq!(dark_quarters(&image.pixels).iter().filter(|dark| **dark).count(), 1, "{name}");
    }
}

#[test]
fn a_picture_lying_in_the_file_is_stood_up() {
    // Drawn turned by a quarter, it fills a page that is wider than high.
    let pdf = scan("0 60 -80 0 80 0", dictionary! { "MediaBox" => numbers(&[0.0, 0.0, 80.0, 60.0]) }, "");
    let image = pdf.page_image(1).unwrap().unwrap();
    assert_eq!(image.pixels.dimensions(), (80, 60));
    assert_eq!(dark_quarters(&image.pixels), dark_quarters(&pdf.render(1, 72.0).unwrap()));
}

#[test]
fn a_picture_is_cut_to_the_page_and_made_even() {
    let cut = scan("60 0 0 80 0 0", dictionary! { "CropBox" => numbers(&[0.0, 40.0, 60.0, 80.0]) }, "");
    let image = cut.page_image(1).unwrap().unwrap();
    assert_eq!(image.pixels.dimensions(), (60, 40));
    assert_near(image.rect, [0.0, 0.0, 60.0, 40.0]);
    assert_eq!(dark_quarters(&image.pixels), [true, false, true, false]);
    // A fax has twice as many dots along as across.
    let uneven = scan("120 0 0 80 0 0", dictionary! { "MediaBox" => numbers(&[0.0, 0.0, 120.0, 80.0]) }, "");
    let image = uneven.page_image(1).unwrap().unwrap();
    assert_eq!(image.pixels.dimensions(), (120, 80));
}

#[test]
fn other_pages_have_no_image_of_their_own() {
    let small = scan("30 0 0 40 0 0", dictionary! {}, "");
    assert!(small.page_image(1).unwrap().is_none());
    let slanted = scan("60 6 -6 80 0 0", dictionary! {}, "");
    assert!(slanted.page_image(1).unwrap().is_none());
    let drawn = scan("60 0 0 80 0 0", dictionary! {}, &"1 1 m 9 9 l S ".repeat(60));
    assert!(drawn.page_image(1).unwrap().is_none());
    let with_footer = scan("60 0 0 80 0 0", dictionary! {}, &line("Page 1", 5.0, 5.0, 5.0));
    assert!(with_footer.page_image(1).unwrap().is_some());
}

#[test]
fn a_stencil_is_read_like_a_picture() {
    let mut building = Building::new();
    let rows: Vec<u8> = (0..80).flat_map(|y| if y < 40 { [0x00, 0xff] } else { [0xff, 0xff] }).collect();
    let stencil = dictionary! {
        "Type" => "XObject", "Subtype" => "Image", "Width" => 16, "Height" => 80, "BitsPerComponent" => 1,
        "ImageMask" => true,
    };
    let stencil = building.add(Stream::new(stencil, rows));
    let resources = dictionary! { "XObject" => dictionary! { "Im" => stencil } };
    let page = dictionary! { "MediaBox" => numbers(&[0.0, 0.0, 16.0, 80.0]) };
    building.page_with(b"q 16 0 0 80 0 0 cm /Im Do Q".to_vec(), resources, page);
    let image = building.open().page_image(1).unwrap().unwrap();
    assert_eq!(dark_quarters(&image.pixels), [true, false, false, false]);
}

#[test]
fn rendering_is_white_paper_at_the_resolution_asked_for() {
    let mut building = Building::new();
    building.page("0 0 1 rg 0 0 306 792 re f", dictionary! {});
    building
        .page("", dictionary! { "MediaBox" => Object::Array(vec![0.into(), 0.into(), 14_400.into(), 14_400.into()]) });
    let pdf = building.open();
    let gray = pdf.render(1, 100.0).unwrap();
    assert_eq!(gray.dimensions(), (850, 1100));
    assert!(gray.get_pixel(200, 500).0[0] < 60 && gray.get_pixel(700, 500).0[0] == 255);
    let color = pdf.render_color(1, 50.0).unwrap();
    assert_eq!(color.get_pixel(100, 200).0, [0, 0, 255]);
    let huge = pdf.render(2, 300.0).unwrap();
    assert!(u64::from(huge.width()) * u64::from(huge.height()) <= 40_100_000);
    assert_eq!(huge.width(), huge.height());
}
