//! Threshold, light print, shadows and dirt.

use super::drawing::{fill, page_of_text, paper};
use image::{GrayImage, Luma};
use loanfile::ocr::PixelBox;
use loanfile::ocr::imaging::{Ink, evened, otsu_threshold, paper_and_ink, specks, without_specks};

/// Maps ink and paper of a black and white image to two greys.
fn in_greys(image: &GrayImage, ink: u8, paper: u8) -> GrayImage {
    let mut grey = image.clone();
    grey.pixels_mut().for_each(|pixel| *pixel = Luma([if pixel.0[0] < 128 { ink } else { paper }]));
    grey
}

#[test]
fn threshold_parts_ink_from_paper() {
    let page = in_greys(&page_of_text(), 150, 230);
    let threshold = otsu_threshold(&page);
    assert!((150..230).contains(&threshold), "{threshold}");
    assert_eq!(Ink::of(&page), Ink::of(&page_of_text()));
    assert_eq!(paper_and_ink(&page), (230, 150));
}

#[test]
fn good_print_is_left_alone() {
    assert!(evened(&in_greys(&page_of_text(), 40, 240)).is_none());
}

#[test]
fn light_print_becomes_dark_on_white() {
    let even = evened(&in_greys(&page_of_text(), 160, 235)).unwrap();
    let (paper, ink) = paper_and_ink(&even);
    assert!(paper > 245 && ink < 60, "paper {paper}, ink {ink}");
}

#[test]
fn a_shadow_over_half_the_page_goes() {
    let mut page = in_greys(&page_of_text(), 60, 240);
    for (x, _, pixel) in page.enumerate_pixels_mut() {
        let light = 1.0 - 0.5 * x as f32 / 850.0;
        pixel.0[0] = (f32::from(pixel.0[0]) * light) as u8;
    }
    let even = evened(&page).unwrap();
    let (expected, found) = (Ink::of(&page_of_text()), Ink::of(&even));
    let all = PixelBox::new(0, 0, 850, 1100);
    let (expected, found) = (expected.count(&all) as f64, found.count(&all) as f64);
    assert!((found / expected - 1.0).abs() < 0.02, "{found} of {expected}");
}

#[test]
fn lonely_dots_go_and_full_stops_stay() {
    let mut image = paper(400, 200);
    fill(&mut image, 100, 60, 30, 20, 0);
    let stop = (134, 77);
    fill(&mut image, stop.0, stop.1, 3, 3, 0);
    let dirt = (300, 120);
    fill(&mut image, dirt.0, dirt.1, 3, 3, 0);
    let ink = Ink::of(&image);
    let found = specks(&ink, 200.0);
    assert_eq!(found.len(), 1);
    let clean = without_specks(image, &found, 255);
    assert_eq!(clean.get_pixel(dirt.0 + 1, dirt.1 + 1).0[0], 255);
    assert_eq!(clean.get_pixel(stop.0 + 1, stop.1 + 1).0[0], 0);
    assert!(!ink.without(&found).at(dirt.0, dirt.1));
}

#[test]
fn ink_knows_its_bounds() {
    let mut image = paper(100, 50);
    fill(&mut image, 20, 10, 30, 5, 0);
    assert_eq!(Ink::of(&image).bounds(), Some(PixelBox::new(20, 10, 50, 15)));
    assert_eq!(Ink::below(&paper(10, 10), 100).bounds(), None);
}
