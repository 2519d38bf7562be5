//! The widgets of live form fields on a page, with names and values.
//!
//! Invariant: only widgets that a viewer shows count. A widget is found on its page, never through the form's list of
//! fields, which is often incomplete; what it lacks is inherited from its parents.

use super::file::PageAccess;
use crate::page::{FormField, FormValue, Rect};
use hayro_interpret::TransformExt;
use hayro_interpret::kurbo;
use hayro_syntax::object::{Array, Dict, Name, Object, Rect as FileRect, Stream, String as FileString};

const HIDDEN: u32 = 1 << 1;
const NO_VIEW: u32 = 1 << 5;
const MULTILINE: u32 = 1 << 12;
const PASSWORD: u32 = 1 << 13;
const PUSH_BUTTON: u32 = 1 << 16;
const COMB: u32 = 1 << 24;

/// How far up the parents are followed.
const DEPTH_LIMIT: usize = 32;
/// Most widgets of one page.
const WIDGET_LIMIT: usize = 5_000;
/// Longest value that is kept, in characters.
const VALUE_LIMIT: usize = 20_000;

/// A form field's place on the page.
#[derive(Debug, Clone)]
pub(super) struct Widget {
    pub(super) name: String,
    pub(super) rect: Rect,
    pub(super) kind: WidgetKind,
}

#[derive(Debug, Clone)]
pub(super) enum WidgetKind {
    Text(TextWidget),
    /// A box or round button; true when it is on.
    Button(bool),
    /// A place for a signature; true when it is signed.
    Signature(bool),
}

/// What a text or choice field holds and how it is set.
#[derive(Debug, Clone, Default)]
pub(super) struct TextWidget {
    pub(super) value: String,
    pub(super) multiline: bool,
    /// Number of cells when each letter has its own.
    pub(super) cells: Option<u32>,
    /// 0 left, 1 middle, 2 right.
    pub(super) alignment: u32,
    /// Type size in points; 0 means as large as fits.
    pub(super) size: f32,
    /// Whether the text runs along the height of the page as shown.
    pub(super) sideways: bool,
}

impl Widget {
    /// Returns the field as the page holds it.
    pub(super) fn into_field(self) -> Option<FormField> {
        let value = match self.kind {
            WidgetKind::Text(text) => FormValue::Text(text.value),
            WidgetKind::Button(on) => FormValue::Checked(on),
            WidgetKind::Signature(signed) => FormValue::Signed(signed),
        };
        Some(FormField { name: self.name, rect: self.rect, value })
    }
}

/// Returns the page's widgets that are shown.
pub(super) fn widgets(access: &PageAccess<'_>) -> Vec<Widget> {
    let Some(annotations) = access.page.raw().get::<Array<'_>>("Annots".as_bytes()) else { return Vec::new() };
    annotations.iter::<Dict<'_>>().take(WIDGET_LIMIT).filter_map(|annotation| widget(access, &annotation)).collect()
}

fn widget(access: &PageAccess<'_>, annotation: &Dict<'_>) -> Option<Widget> {
    if annotation.get::<Name<'_>>("Subtype")?.as_ref() != b"Widget" {
        return None;
    }
    if annotation.get::<u32>("F").unwrap_or(0) & (HIDDEN | NO_VIEW) != 0 {
        return None;
    }
    let line = Line::of(annotation);
    let flags = line.inherited::<u32>("Ff").unwrap_or(0);
    let kind = match line.inherited::<Name<'_>>("FT")?.as_ref() {
        b"Btn" if flags & PUSH_BUTTON != 0 => return None,
        b"Btn" => WidgetKind::Button(is_on(annotation, &line)),
        b"Sig" => WidgetKind::Signature(line.inherited::<Dict<'_>>("V").is_some()),
        b"Tx" | b"Ch" => WidgetKind::Text(text_widget(access, annotation, &line, flags)),
        _ => return None,
    };
    Some(Widget { name: line.name(), rect: shown_rect(access, annotation)?, kind })
}

/// A widget and its parents, from the widget upwards.
struct Line<'a>(Vec<Dict<'a>>);

impl<'a> Line<'a> {
    fn of(widget: &Dict<'a>) -> Self {
        let mut line = vec![widget.clone()];
        while line.len() < DEPTH_LIMIT {
            match line.last().and_then(|last| last.get::<Dict<'a>>("Parent")) {
                Some(parent) => line.push(parent),
                None => break,
            }
        }
        Self(line)
    }

    #[allow(private_bounds, reason = "the reading crate's bound cannot be named")]
    fn inherited<T: TryFromObject<'a>>(&self, key: &str) -> Option<T> {
        self.0.iter().find_map(|entries| T::read(entries, key))
    }

    fn name(&self) -> String {
        let mut parts: Vec<String> =
            self.0.iter().filter_map(|entries| entries.get::<FileString<'_>>("T")).map(|part| decoded(&part)).collect();
        parts.reverse();
        parts.join(".")
    }
}

/// What can be read from a dictionary; the reading crate's own trait for it is private.
trait TryFromObject<'a>: Sized {
    fn read(entries: &Dict<'a>, key: &str) -> Option<Self>;
}

macro_rules! readable {
    ($($kind:ty),*) => {
        $(impl<'a> TryFromObject<'a> for $kind {
            fn read(entries: &Dict<'a>, key: &str) -> Option<Self> {
                entries.get::<$kind>(key)
            }
        })*
    };
}

readable!(u32, Name<'a>, Dict<'a>, Object<'a>, Array<'a>, FileString<'a>);

/// Tells whether a box or round button is on: by the state it shows, or by a value that names one of its states.
fn is_on(annotation: &Dict<'_>, line: &Line<'_>) -> bool {
    let shown = annotation.get::<Name<'_>>("AS");
    if shown.as_ref().is_some_and(|state| state.as_ref() != b"Off") {
        return true;
    }
    let value = match line.inherited::<Object<'_>>("V") {
        Some(Object::Name(name)) => name.as_ref().to_vec(),
        Some(Object::String(text)) => text.as_bytes().to_vec(),
        _ => return false,
    };
    let states = annotation.get::<Dict<'_>>("AP").and_then(|looks| looks.get::<Dict<'_>>("N"));
    match states {
        Some(states) => value != b"Off" && states.contains_key(&value),
        None => value != b"Off" && shown.is_none(),
    }
}

fn text_widget(access: &PageAccess<'_>, annotation: &Dict<'_>, line: &Line<'_>, flags: u32) -> TextWidget {
    let value = if flags & PASSWORD != 0 { String::new() } else { field_value(line) };
    let settings =
        line.inherited::<FileString<'_>>("DA").map(|settings| decoded(&settings)).or_else(|| form_settings(access));
    let turn = annotation.get::<Dict<'_>>("MK").and_then(|look| look.get::<i32>("R")).unwrap_or(0);
    let page_turn = match access.page.rotation() {
        hayro_syntax::page::Rotation::Horizontal | hayro_syntax::page::Rotation::FlippedHorizontal => 90,
        _ => 0,
    };
    TextWidget {
        value,
        multiline: flags & MULTILINE != 0,
        cells: (flags & COMB != 0).then(|| line.inherited::<u32>("MaxLen")).flatten().filter(|cells| *cells > 0),
        alignment: line.inherited::<u32>("Q").unwrap_or(0),
        size: settings.as_deref().and_then(type_size).unwrap_or(0.0),
        sideways: (turn - page_turn).rem_euclid(180) == 90,
    }
}

fn field_value(line: &Line<'_>) -> String {
    let Some(value) = line.inherited::<Object<'_>>("V") else { return String::new() };
    let text = match value {
        Object::Array(several) => {
            let texts: Vec<String> = several.iter::<Object<'_>>().take(1000).map(|value| plain(&value)).collect();
            texts.join(" ")
        }
        single => plain(&single),
    };
    let text = displayed(line, text);
    text.chars().take(VALUE_LIMIT).collect()
}

fn plain(value: &Object<'_>) -> String {
    match value {
        Object::String(text) => decoded(text),
        Object::Name(name) => name.as_str().to_owned(),
        Object::Number(number) => number.as_f64().to_string(),
        Object::Stream(text) => stream_text(text),
        _ => String::new(),
    }
}

fn stream_text(text: &Stream<'_>) -> String {
    text.decoded_data().map(|bytes| decode(&bytes)).unwrap_or_default()
}

/// A choice field keeps the exported value; what is shown stands beside it in the list of options.
fn displayed(line: &Line<'_>, value: String) -> String {
    let Some(options) = line.inherited::<Array<'_>>("Opt") else { return value };
    let pairs = options.iter::<Object<'_>>().take(5000).filter_map(|option| match option {
        Object::Array(pair) => {
            let mut pair = pair.iter::<FileString<'_>>();
            Some((decoded(&pair.next()?), decoded(&pair.next()?)))
        }
        _ => None,
    });
    pairs.into_iter().find(|(exported, _)| *exported == value).map_or(value, |(_, shown)| shown)
}

fn form_settings(access: &PageAccess<'_>) -> Option<String> {
    let catalog = access.page.xref().get::<Dict<'_>>(access.page.xref().root_id())?;
    catalog.get::<Dict<'_>>("AcroForm")?.get::<FileString<'_>>("DA").map(|settings| decoded(&settings))
}

/// Reads the type size from settings such as `/Helv 9 Tf 0 g`.
fn type_size(settings: &str) -> Option<f32> {
    let parts: Vec<&str> = settings.split_ascii_whitespace().collect();
    let operator = parts.iter().position(|part| *part == "Tf")?;
    parts.get(operator.checked_sub(1)?)?.parse().ok()
}

fn shown_rect(access: &PageAccess<'_>, annotation: &Dict<'_>) -> Option<Rect> {
    let rect = annotation.get::<FileRect>("Rect")?;
    let drawn = kurbo::Rect::new(rect.x0, rect.y0, rect.x1, rect.y1);
    let shown = access.page.initial_transform(true).to_kurbo().transform_rect_bbox(drawn);
    let finite = shown.is_finite() && shown.width() > 0.0 && shown.height() > 0.0;
    finite.then(|| Rect::new(shown.x0 as f32, shown.y0 as f32, shown.x1 as f32, shown.y1 as f32))
}

fn decoded(text: &FileString<'_>) -> String {
    decode(text.as_bytes())
}

/// Decodes a text string: UTF-16 or UTF-8 when marked so, otherwise the PDF's own encoding.
fn decode(bytes: &[u8]) -> String {
    match bytes {
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes),
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        _ => bytes.iter().map(|byte| pdf_character(*byte)).collect(),
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units = bytes.as_chunks::<2>().0.iter().map(|pair| unit(*pair));
    char::decode_utf16(units).map(|character| character.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

/// PDFDocEncoding: Latin-1 but for these.
fn pdf_character(byte: u8) -> char {
    const HIGH: [char; 31] = [
        '\u{2022}', '\u{2020}', '\u{2021}', '\u{2026}', '\u{2014}', '\u{2013}', '\u{192}', '\u{2044}', '\u{2039}',
        '\u{203a}', '\u{2212}', '\u{2030}', '\u{201e}', '\u{201c}', '\u{201d}', '\u{2018}', '\u{2019}', '\u{201a}',
        '\u{2122}', '\u{fb01}', '\u{fb02}', '\u{141}', '\u{152}', '\u{160}', '\u{178}', '\u{17d}', '\u{131}',
        '\u{142}', '\u{153}', '\u{161}', '\u{17e}',
    ];
    const ACCENTS: [char; 8] = ['\u{2d8}', '\u{2c7}', '\u{2c6}', '\u{2d9}', '\u{2dd}', '\u{2db}', '\u{2da}', '\u{2dc}'];
    match byte {
        0x18..=0x1f => ACCENTS[usize::from(byte - 0x18)],
        0x80..=0x9e => HIGH[usize::from(byte - 0x80)],
        0xa0 => '\u{20ac}',
        _ => char::from(byte),
    }
}
