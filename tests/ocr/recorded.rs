//! Recorded answers.

use super::drawing::{fill, paper};
use loanfile::model::Confidence;
use loanfile::ocr::{PixelBox, RecognizedWord, Recognizer, Recorded, Segmentation, Unavailable, image_digest};

#[test]
fn answers_belong_to_an_image_and_a_segmentation() {
    let mut image = paper(30, 10);
    fill(&mut image, 3, 3, 4, 4, 0);
    let words = vec![RecognizedWord {
        text: "Wages".into(),
        pixels: PixelBox::new(3, 3, 7, 7),
        confidence: Confidence::new(0.96),
    }];
    let mut recorded = Recorded::default();
    recorded.record(&image, Segmentation::Sparse, words.clone());

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("answers.json");
    std::fs::write(&path, recorded.to_json().unwrap()).unwrap();
    let mut opened = Recorded::open(&path).unwrap();

    assert_eq!(opened.recognize(&image, 200.0, Segmentation::Sparse).unwrap(), words);
    assert_eq!(opened.recognize(&image, 200.0, Segmentation::Line).unwrap_err().code, "ocr_failed");
    assert_eq!(opened.recognize(&paper(30, 10), 200.0, Segmentation::Sparse).unwrap_err().code, "ocr_failed");
}

#[test]
fn a_digest_depends_on_shape_and_pixels() {
    assert_ne!(image_digest(&paper(30, 10)), image_digest(&paper(10, 30)));
    let mut image = paper(30, 10);
    fill(&mut image, 0, 0, 1, 1, 254);
    assert_ne!(image_digest(&paper(30, 10)), image_digest(&image));
    assert_eq!(image_digest(&image), image_digest(&image.clone()));
}

#[test]
fn without_an_engine_the_answer_says_so() {
    let error = Unavailable.recognize(&paper(30, 10), 200.0, Segmentation::Sparse).unwrap_err();
    assert_eq!(error.code, "ocr_unavailable");
}
