//! The decision for one page, and putting its parts together.

use super::layer_check::{self, Verdict};
use super::layer_quality::LayerQuality;
use super::raster::{self, Raster};
use super::sheet::Sheet;
use super::{PageReading, ReadingError, ReadingNote, Timings, layer_frame, recognition, regions};
use crate::model::{Confidence, Source};
use crate::ocr::{OcrError, Recognizer, image_digest};
use crate::page::{CheckBox, Frame, InkMark, Page, Rule, Word};
use crate::pdf::{Layer, Pdf};
use std::time::Instant;

/// Images that together cover this share of a page make it a scan.
const SCAN_SHARE: f32 = 0.85;
/// A page with fewer words than this may have its text drawn as shapes.
const FEW_WORDS: usize = 12;
/// A page with more shapes than these, and than a word has letters for each of its words, may have some of it so.
const MANY_OUTLINES: usize = 120;
const LETTERS: usize = 4;
/// A page with at least this many printed words may be a page of text with a picture behind it.
const MANY_WORDS: usize = 30;
/// Glyphs of unknown meaning, per known word, from which a layer is not to be relied on.
const UNKNOWN_GLYPHS: f32 = 0.5;
/// The most that recognised words of an earlier program are believed.
const CONFIRMED_LAYER: f32 = 0.9;
/// How far they are believed when there is no way to look at the picture.
const UNCONFIRMED_LAYER: f32 = 0.4;

pub(super) struct PageReader<'a> {
    pdf: &'a Pdf,
    number: u32,
    recognizer: &'a mut dyn Recognizer,
    layer: Layer,
    notes: Vec<ReadingNote>,
    timings: Timings,
}

/// What a page's words, rules and boxes are, in its reading frame.
struct Content {
    frame: Frame,
    words: Vec<Word>,
    rules: Vec<Rule>,
    check_boxes: Vec<CheckBox>,
    ink_marks: Vec<InkMark>,
    image_digest: Option<String>,
    blank: bool,
}

impl<'a> PageReader<'a> {
    pub(super) fn new(pdf: &'a Pdf, number: u32, recognizer: &'a mut dyn Recognizer) -> Result<Self, ReadingError> {
        let started = Instant::now();
        let layer = pdf.layer(number)?;
        let timings = Timings { layer_ms: milliseconds(started), ..Timings::default() };
        Ok(Self { pdf, number, recognizer, layer, notes: Vec::new(), timings })
    }

    pub(super) fn read(mut self) -> Result<PageReading, ReadingError> {
        let content = self.content()?;
        let form_fields = layer_frame::fields(std::mem::take(&mut self.layer.form_fields), &content.frame);
        let page = Page {
            number: self.number,
            frame: content.frame,
            words: content.words,
            rules: content.rules,
            check_boxes: content.check_boxes,
            form_fields,
            ink_marks: content.ink_marks,
        };
        let PageReader { notes, timings, .. } = self;
        Ok(PageReading { page, image_digest: content.image_digest, blank: content.blank, notes, timings })
    }

    fn content(&mut self) -> Result<Content, ReadingError> {
        if !self.layer.ink && self.layer.words.is_empty() && self.layer.images.is_empty() {
            return Ok(self.layer_alone(true));
        }
        let readable = self.layer_is_readable();
        if self.image_share() >= SCAN_SHARE {
            let has_background = readable && self.text_words() >= MANY_WORDS && self.is_mostly_read()?;
            return if has_background { self.digital() } else { self.scan() };
        }
        if !readable {
            self.note(ReadingNote::LAYER_IGNORED, "the text layer does not read like text");
            return self.drawn(false);
        }
        if self.may_hold_outlined_text() && self.has_unread_lines()? {
            return self.drawn(true);
        }
        self.digital()
    }

    /// Returns the share of the page that images cover; overlaps count twice.
    fn image_share(&self) -> f32 {
        let whole = (self.layer.width * self.layer.height).max(1.0);
        self.layer.images.iter().map(|image| image.area()).sum::<f32>() / whole
    }

    /// Returns width and height of the page as shown.
    fn size(&self) -> (f32, f32) {
        (self.layer.width, self.layer.height)
    }

    fn text_words(&self) -> usize {
        self.layer.words.iter().filter(|word| word.source != Source::Acroform).count()
    }

    /// Tells whether print may be drawn as shapes: there is little text, or less than there are shapes.
    fn may_hold_outlined_text(&self) -> bool {
        let (words, outlines) = (self.text_words(), self.layer.outlines as usize);
        self.layer.ink && (words < FEW_WORDS || (outlines > MANY_OUTLINES && outlines > words * LETTERS))
    }

    fn layer_is_readable(&self) -> bool {
        let printed = || self.layer.words.iter().filter(|word| word.source != Source::Acroform);
        let unknown = self.layer.undecoded_glyphs as f32;
        let few_unknown = unknown < 8.0 || unknown < printed().count() as f32 * UNKNOWN_GLYPHS;
        few_unknown && LayerQuality::of(printed()).is_readable()
    }

    /// Tells whether a drawing of the page shows lines of text where the layer has no words.
    fn has_unread_lines(&mut self) -> Result<bool, ReadingError> {
        let lines = self.lines()?;
        Ok(lines.unread >= 2 || (lines.unread == 1 && self.layer.words.is_empty()))
    }

    /// Tells whether the layer has words for most lines: the picture under them is then mere background.
    fn is_mostly_read(&mut self) -> Result<bool, ReadingError> {
        let lines = self.lines()?;
        Ok(lines.read > lines.unread * 3)
    }

    fn lines(&mut self) -> Result<regions::Lines, ReadingError> {
        let started = Instant::now();
        let image = self.pdf.render(self.number, raster::drawing_resolution(self.size()) / 2.0)?;
        let lines = regions::lines(&image, &self.layer);
        self.timings.image_ms += milliseconds(started);
        Ok(lines)
    }

    /// Takes everything from the layer.
    fn layer_alone(&mut self, blank: bool) -> Content {
        let layer = &mut self.layer;
        let quarter_turns = layer_frame::quarter_turns(&layer.words);
        let (width, height) =
            if quarter_turns.is_multiple_of(2) { (layer.width, layer.height) } else { (layer.height, layer.width) };
        let frame = Frame { width, height, quarter_turns, skew_degrees: 0.0 };
        Content {
            words: layer_frame::words(std::mem::take(&mut layer.words), &frame),
            rules: layer_frame::rules(&layer.rules, &frame),
            check_boxes: layer_frame::check_boxes(&layer.check_boxes, &frame),
            ink_marks: layer_frame::ink_marks(&layer.ink_marks, &frame),
            frame,
            image_digest: None,
            blank,
        }
    }

    /// Reads a page drawn by software: its layer, and its pictures where they hold text.
    fn digital(&mut self) -> Result<Content, ReadingError> {
        let pictures = regions::worth_reading(&self.layer);
        if pictures.is_empty() {
            return Ok(self.layer_alone(false));
        }
        let started = Instant::now();
        let image = self.pdf.render(self.number, raster::drawing_resolution(self.size()))?;
        let raster = Raster::drawn(image, self.size());
        let drawn = regions::Drawn::new(raster);
        let parts = drawn.unread_parts(&pictures, &self.layer);
        self.timings.image_ms += milliseconds(started);
        let mut content = self.layer_alone(false);
        let started = Instant::now();
        for part in parts {
            match drawn.words_in(&part, self.recognizer) {
                Ok(words) => add_words(&mut content.words, layer_frame::words(words, &content.frame)),
                Err(error) => {
                    self.note_failure(&error);
                    break;
                }
            }
        }
        self.timings.recognition_ms += milliseconds(started);
        Ok(content)
    }

    /// Recognises a page by drawing it, since its layer is of no use, or, when that is `readable`, not all of it.
    fn drawn(&mut self, readable: bool) -> Result<Content, ReadingError> {
        let started = Instant::now();
        let image = self.pdf.render(self.number, raster::drawing_resolution(self.size()))?;
        self.timings.image_ms += milliseconds(started);
        let kept =
            self.layer.words.iter().filter(|word| readable || word.source == Source::Acroform).cloned().collect();
        self.recognized(Raster::drawn(image, self.size()), kept, Vec::new(), None)
    }

    /// Reads a scan: its picture, or its layer where the picture confirms it.
    fn scan(&mut self) -> Result<Content, ReadingError> {
        let started = Instant::now();
        let own_image = self.pdf.page_image(self.number)?;
        let digest = own_image.as_ref().map(|image| image_digest(&image.pixels));
        let raster = match own_image {
            Some(image) => Raster::scanned(image, self.size()),
            None => Raster::drawn(self.pdf.render(self.number, raster::drawing_resolution(self.size()))?, self.size()),
        };
        self.timings.image_ms += milliseconds(started);
        let readable = self.layer_is_readable();
        let (fields, printed): (Vec<Word>, Vec<Word>) =
            std::mem::take(&mut self.layer.words).into_iter().partition(|word| word.source == Source::Acroform);
        // What is printed over the picture is seen by every reader of the page, so it needs no confirmation.
        let mut kept = fields;
        if readable {
            kept.extend(printed);
        }
        let hidden = std::mem::take(&mut self.layer.invisible_words);
        let hidden = if LayerQuality::of(&hidden).is_readable() {
            hidden
        } else {
            self.note(ReadingNote::LAYER_IGNORED, "the text layer of the scan does not read like text");
            Vec::new()
        };
        self.recognized(raster, kept, hidden, digest)
    }

    /// Recognises an image of the page. `kept` words stay in any case, `hidden` ones replace recognition when confirmed.
    fn recognized(
        &mut self,
        raster: Raster,
        kept: Vec<Word>,
        hidden: Vec<Word>,
        digest: Option<String>,
    ) -> Result<Content, ReadingError> {
        let started = Instant::now();
        let mut sheet = Sheet::levelled(raster);
        if let Err(error) = sheet.stand_up(self.recognizer) {
            self.note_failure(&error);
        }
        self.timings.image_ms += milliseconds(started);
        let started = Instant::now();
        let frame = sheet.frame;
        let kept = layer_frame::words(kept, &frame);
        let hidden = layer_frame::words(hidden, &frame);
        let mut blank = sheet.is_blank() && kept.is_empty();
        let mut words = if sheet.is_blank() { Vec::new() } else { self.words_of(&sheet, hidden) };
        let (mut rules, mut check_boxes) =
            if blank { Default::default() } else { recognition::drawings(&sheet, &words) };
        let mut ink_marks =
            if blank { Vec::new() } else { recognition::ink_marks(&sheet, &words, &rules, &check_boxes) };
        recognition::drop_rule_pieces(&mut words, &rules);
        // Marks without words or lines are dirt, unless they are large.
        blank |= words.is_empty()
            && kept.is_empty()
            && rules.is_empty()
            && sheet.ink_share() < 0.004
            && self.notes.is_empty();
        if blank {
            check_boxes.clear();
        }
        let mut all = kept;
        add_words(&mut all, words);
        add_drawings(&mut rules, &mut check_boxes, &self.layer, &frame);
        ink_marks.extend(layer_frame::ink_marks(&self.layer.ink_marks, &frame));
        self.timings.recognition_ms += milliseconds(started);
        Ok(Content { frame, words: all, rules, check_boxes, ink_marks, image_digest: digest, blank })
    }

    /// Returns the words of a sheet, from the hidden layer if the sheet confirms it.
    fn words_of(&mut self, sheet: &Sheet, hidden: Vec<Word>) -> Vec<Word> {
        let confirmed = match hidden.is_empty() {
            true => Ok(Verdict::Refuted),
            false => layer_check::check(sheet, &hidden, self.recognizer),
        };
        if confirmed == Ok(Verdict::Confirmed) {
            return believed(hidden, CONFIRMED_LAYER);
        }
        match confirmed.and_then(|_| recognition::words(sheet, self.recognizer)) {
            Ok(words) => {
                if !hidden.is_empty() {
                    self.note(ReadingNote::LAYER_IGNORED, "the text layer says something else than the picture");
                }
                words
            }
            Err(error) => {
                self.note_failure(&error);
                if !hidden.is_empty() {
                    self.note(
                        ReadingNote::LAYER_UNCONFIRMED,
                        "the scan's text layer could not be compared with its picture",
                    );
                }
                believed(hidden, UNCONFIRMED_LAYER)
            }
        }
    }

    fn note(&mut self, code: &str, message: &str) {
        self.notes.push(ReadingNote::new(code, message));
    }

    fn note_failure(&mut self, error: &OcrError) {
        let code = match error.code {
            OcrError::UNAVAILABLE => ReadingNote::OCR_UNAVAILABLE,
            _ => ReadingNote::RECOGNITION_FAILED,
        };
        if !self.notes.iter().any(|note| note.code == code) {
            self.note(code, &error.message);
        }
    }
}

fn believed(mut words: Vec<Word>, at_most: f32) -> Vec<Word> {
    for word in &mut words {
        word.confidence = word.confidence.min(Confidence::new(at_most));
    }
    words
}

/// Adds recognised words where there is no word yet.
fn add_words(words: &mut Vec<Word>, recognized: Vec<Word>) {
    let there = words.len();
    for word in recognized {
        let taken = words[..there].iter().any(|other| {
            other
                .rect
                .intersection(&word.rect)
                .is_some_and(|common| common.area() > word.rect.area().min(other.rect.area()) * 0.4)
        });
        if !taken {
            words.push(word);
        }
    }
}

/// Adds what the page's drawing instructions say of lines and boxes, which is exact, to what was seen.
fn add_drawings(rules: &mut Vec<Rule>, check_boxes: &mut Vec<CheckBox>, layer: &Layer, frame: &Frame) {
    rules.extend(layer_frame::rules(&layer.rules, frame));
    let exact = layer_frame::check_boxes(&layer.check_boxes, frame);
    check_boxes.retain(|seen| !exact.iter().any(|known| known.rect.intersection(&seen.rect).is_some()));
    check_boxes.extend(exact);
}

fn milliseconds(since: Instant) -> u32 {
    u32::try_from(since.elapsed().as_millis()).unwrap_or(u32::MAX)
}
