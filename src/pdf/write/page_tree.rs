//! The pages of a loaded file in order, with what they inherit, and how each is shown.
//!
//! Invariant: pages are found by the same rules as on the reading side, so that page numbers mean the same there.

use lopdf::{Dictionary, Document, Object, ObjectId};
use std::collections::HashSet;

/// What pages inherit from the tree above them.
const INHERITED: [&[u8]; 4] = [b"Resources", b"MediaBox", b"CropBox", b"Rotate"];
/// How deep the tree of pages may be.
const DEPTH_LIMIT: usize = 256;
/// Paper that is assumed where a page has no usable size (A4), in points.
const FALLBACK: [f32; 4] = [0.0, 0.0, 595.276, 841.89];

/// A page with inherited entries filled in.
pub(super) struct SourcePage {
    /// `None` for a page that stands in the tree itself, which no other object can refer to.
    pub(super) id: Option<ObjectId>,
    pub(super) entries: Dictionary,
}

/// How a page's own coordinates lead to the page as shown: the box that is shown, and quarter turns clockwise.
#[derive(Debug, Clone, Copy)]
pub(super) struct Placing {
    left: f32,
    bottom: f32,
    width: f32,
    height: f32,
    quarter_turns: u8,
}

/// Returns the pages of a file in order.
pub(super) fn pages(document: &Document) -> Vec<SourcePage> {
    let mut found = Vec::new();
    let mut visited = HashSet::new();
    if let Some(root) = document.catalog().ok().and_then(|catalog| catalog.get(b"Pages").ok()) {
        visited.extend(root.as_reference());
        if let Some(entries) = dictionary(document, root) {
            walk(document, entries, &Dictionary::new(), &mut visited, &mut found, 0);
        }
    }
    found
}

fn walk(
    document: &Document,
    node: &Dictionary,
    inherited: &Dictionary,
    visited: &mut HashSet<ObjectId>,
    found: &mut Vec<SourcePage>,
    depth: usize,
) {
    let Some(kids) = node.get(b"Kids").ok().and_then(|kids| resolve(document, kids).as_array().ok()) else { return };
    let passed_on = with_inherited(node, inherited);
    for kid in kids {
        let id = kid.as_reference().ok();
        if id.is_some_and(|id| !visited.insert(id)) {
            continue;
        }
        let Some(entries) = dictionary(document, kid) else { continue };
        let is_node =
            entries.get(b"Type").is_ok_and(|kind| resolve(document, kind).as_name().is_ok_and(|kind| kind == b"Pages"));
        if !is_node {
            let mut page = entries.clone();
            for (key, value) in with_inherited(entries, &passed_on).iter() {
                page.set(key.clone(), value.clone());
            }
            found.push(SourcePage { id, entries: page });
        } else if depth < DEPTH_LIMIT {
            walk(document, entries, &passed_on, visited, found, depth + 1);
        }
    }
}

fn with_inherited(node: &Dictionary, above: &Dictionary) -> Dictionary {
    let mut passed_on = above.clone();
    for key in INHERITED {
        if let Ok(value) = node.get(key) {
            passed_on.set(key, value.clone());
        }
    }
    passed_on
}

/// Follows references to the object itself; what is missing is null.
pub(super) fn resolve<'a>(document: &'a Document, object: &'a Object) -> &'a Object {
    document.dereference(object).map_or(&Object::Null, |(_, object)| object)
}

pub(super) fn dictionary<'a>(document: &'a Document, object: &'a Object) -> Option<&'a Dictionary> {
    resolve(document, object).as_dict().ok()
}

impl SourcePage {
    /// Returns how the page is shown.
    pub(super) fn placing(&self, document: &Document) -> Placing {
        let sides = |key: &[u8]| self.entries.get(key).ok().and_then(|value| rectangle(document, value));
        let media = sides(b"MediaBox").unwrap_or(FALLBACK);
        let crop = sides(b"CropBox").unwrap_or(media);
        let (left, bottom) = (crop[0].max(media[0]), crop[1].max(media[1]));
        let (width, height) = (crop[2].min(media[2]) - left, crop[3].min(media[3]) - bottom);
        let turns = self.entries.get(b"Rotate").ok().and_then(|value| resolve(document, value).as_float().ok());
        let quarter_turns = match (turns.unwrap_or(0.0) as i64).rem_euclid(360) {
            90 => 1,
            180 => 2,
            270 => 3,
            _ => 0,
        };
        let empty = width < 0.004 || height < 0.004;
        let (width, height) = if empty { (FALLBACK[2], FALLBACK[3]) } else { (width.max(1.0), height.max(1.0)) };
        Placing { left, bottom, width, height, quarter_turns }
    }
}

fn rectangle(document: &Document, value: &Object) -> Option<[f32; 4]> {
    let numbers = resolve(document, value).as_array().ok()?;
    let mut sides = numbers.iter().map(|number| resolve(document, number).as_float().ok());
    let [a, b, c, d] = [sides.next()??, sides.next()??, sides.next()??, sides.next()??];
    Some([a.min(c), b.min(d), a.max(c), b.max(d)])
}

impl Placing {
    /// Returns the placing of an unturned page of a size.
    pub(super) fn upright(width: f32, height: f32) -> Self {
        Self { left: 0.0, bottom: 0.0, width, height, quarter_turns: 0 }
    }

    /// Returns width and height of the page as shown.
    pub(super) fn shown_size(&self) -> (f32, f32) {
        if self.quarter_turns.is_multiple_of(2) { (self.width, self.height) } else { (self.height, self.width) }
    }

    /// Returns where a point of the page as shown lies in the page's own coordinates, which grow upwards.
    pub(super) fn own_point(&self, (x, y): (f32, f32)) -> (f32, f32) {
        let (right, up) = match self.quarter_turns {
            0 => (x, self.height - y),
            1 => (y, x),
            2 => (self.width - x, y),
            _ => (self.width - y, self.height - x),
        };
        (self.left + right, self.bottom + up)
    }
}
