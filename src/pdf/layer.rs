//! Everything that one pass over a page's drawing instructions yields, without rasterising.

use super::check_boxes;
use super::file::{PageAccess, Pdf};
use super::glyphs::Kind;
use super::recorder::{Recorder, Recording, TooMuch};
use super::words::{self, Wanted};
use super::{PdfError, form_fields, form_words, ink_marks, rules};
use crate::page::{CheckBox, FormField, InkMark, Rect, Rule, Word};
use hayro_interpret::kurbo::Rect as DrawnRect;
use hayro_interpret::{Context, InterpreterSettings, RenderContent, TransformExt, interpret_page};
use serde::{Deserialize, Serialize};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// Images smaller than this in both directions are ornaments.
const IMAGE_SIZE: f32 = 20.0;

/// What a page says of itself: words with places, lines, boxes, form fields, images.
///
/// All rectangles are in points on the page as shown, origin top left.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Layer {
    /// Width of the page as shown, in points.
    pub width: f32,
    /// Height of the page as shown, in points.
    pub height: f32,
    /// The words that a reader sees, in drawing order; those of form fields have the source `Acroform`.
    pub words: Vec<Word>,
    /// Words that are in the file but not seen: drawn invisibly, transparent, off the page or covered by something
    /// drawn later. Mostly the text of an earlier recognition; not to be trusted.
    pub invisible_words: Vec<Word>,
    /// Straight horizontal and vertical lines.
    pub rules: Vec<Rule>,
    /// Boxes to tick: drawn ones, characters, and buttons of a form.
    pub check_boxes: Vec<CheckBox>,
    /// The live form fields that are shown on the page.
    pub form_fields: Vec<FormField>,
    /// What is drawn that is no print.
    pub ink_marks: Vec<InkMark>,
    /// Where images lie, ornaments aside.
    pub images: Vec<Rect>,
    /// Curved and slanted shapes; print that is drawn as outlines has one or two a letter. Counted to a limit.
    pub outlines: u32,
    /// Visible glyphs whose characters are unknown.
    pub undecoded_glyphs: u32,
    /// Whether anything at all can be seen: false for a blank page.
    pub ink: bool,
}

impl Pdf {
    /// Reads a page's words, lines, boxes, fields and images in one pass.
    ///
    /// A page that draws beyond all measure yields what was read until the limit.
    ///
    /// # Errors
    /// `page_missing` or `damaged`.
    pub fn layer(&self, page: u32) -> Result<Layer, PdfError> {
        self.with_page(page, |access| read_layer(&access))
    }
}

fn read_layer(access: &PageAccess<'_>) -> Layer {
    let (width, height) = access.page.render_dimensions();
    let mut recording = record(access, width, height);
    hide_unseen(&mut recording);
    words::drop_repeated(&mut recording);
    let guess = characters_are_mostly_unknown(&recording);
    let mut visible = words::group(&recording, Wanted::Visible, guess);
    let invisible = words::group(&recording, Wanted::Invisible, guess);
    let widgets = form_fields::widgets(access);
    form_words::settle(&widgets, &mut visible);
    let mut check_boxes = check_boxes::find(&recording);
    check_boxes::add_buttons(&widgets, &mut check_boxes);
    let rules = rules::merged(&recording, &check_boxes);
    let large = |rect: &Rect| rect.width() >= IMAGE_SIZE && rect.height() >= IMAGE_SIZE;
    let words: Vec<Word> = visible.into_iter().map(|grouped| grouped.word).collect();
    Layer {
        width,
        height,
        ink: recording.ink
            || !words.is_empty()
            || recording.glyphs.iter().any(|glyph| glyph.visible && shows(glyph.kind)),
        invisible_words: invisible.into_iter().map(|grouped| grouped.word).collect(),
        rules,
        check_boxes,
        ink_marks: ink_marks::find(&recording),
        outlines: u32::try_from(recording.curves.len()).unwrap_or(u32::MAX),
        form_fields: widgets.into_iter().filter_map(form_fields::Widget::into_field).collect(),
        images: recording.images.iter().map(|image| image.rect).filter(large).collect(),
        undecoded_glyphs: undecoded(&recording, guess),
        words,
    }
}

/// Interprets the page, then its annotations, so that it is known which of them draws what.
fn record(access: &PageAccess<'_>, width: f32, height: f32) -> Recording {
    let mut recorder = Recorder::new(width, height, access.known_glyphs);
    let stopped = [RenderContent::PAGE, RenderContent::ANNOTATIONS].into_iter().find_map(|content| {
        if content == RenderContent::ANNOTATIONS {
            recorder.begin_annotations();
        }
        let settings = InterpreterSettings { render_content: content, ..InterpreterSettings::default() };
        let bounds = DrawnRect::new(0.0, 0.0, f64::from(width), f64::from(height));
        let transform = access.page.initial_transform(true).to_kurbo();
        let mut context = Context::new(transform, bounds, access.interpreter, access.page.xref(), settings);
        catch_unwind(AssertUnwindSafe(|| interpret_page(access.page, &mut context, &mut recorder))).err()
    });
    match stopped {
        Some(panic) if !panic.is::<TooMuch>() => resume_unwind(panic),
        _ => recorder.recording,
    }
}

/// Marks characters that something drawn later covers, and light ones on plain paper, as not seen.
fn hide_unseen(recording: &mut Recording) {
    let Recording { glyphs, covers, backgrounds, .. } = recording;
    for glyph in glyphs.iter_mut().filter(|glyph| glyph.visible) {
        let rect = glyph.rect();
        let (x, y) = (rect.center_x(), rect.center_y());
        let later = covers.partition_point(|(sequence, _)| *sequence <= glyph.sequence);
        let covered = covers[later..].iter().any(|(_, cover)| cover.contains(x, y));
        let earlier = backgrounds.partition_point(|(sequence, _)| *sequence < glyph.sequence);
        let legible = !glyph.light || backgrounds[..earlier].iter().any(|(_, area)| area.contains(x, y));
        glyph.visible = !covered && legible;
    }
}

/// Whether the page's fonts say so little that character codes are the better witness.
fn characters_are_mostly_unknown(recording: &Recording) -> bool {
    let count = |wanted: fn(Kind) -> bool| recording.glyphs.iter().filter(|glyph| wanted(glyph.kind)).count();
    let known = count(|kind| kind == Kind::Letter);
    let guessable = count(|kind| matches!(kind, Kind::Unknown(Some(_))));
    guessable > 3 && known < 2 * guessable
}

fn undecoded(recording: &Recording, guess: bool) -> u32 {
    let unknown = |kind: Kind| match kind {
        Kind::Unknown(Some(_)) => !guess,
        Kind::Unknown(None) => true,
        _ => false,
    };
    let count = recording.glyphs.iter().filter(|glyph| glyph.visible && unknown(glyph.kind)).count();
    u32::try_from(count).unwrap_or(u32::MAX)
}

fn shows(kind: Kind) -> bool {
    !matches!(kind, Kind::Space | Kind::Nothing | Kind::Unknown(Some(b' ')))
}
