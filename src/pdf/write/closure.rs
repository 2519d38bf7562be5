//! Copies pages with everything they refer to into a new document.
//!
//! Invariant: no page that was not asked for comes along; references to it become null.

use super::page_tree::resolve;
use super::{Source, empty_document, form, set_pages, text_layer};
use crate::page::Page;
use lopdf::{Dictionary, Document, Object, ObjectId, Stream};
use std::collections::{HashMap, VecDeque};

/// How deep objects may be nested in one another without a reference.
const DEPTH_LIMIT: usize = 120;
/// Entries of a page that belong to the file it came from.
const PAGE_ENTRIES_LEFT_OUT: [&[u8]; 7] =
    [b"Parent", b"StructParents", b"B", b"PieceInfo", b"Metadata", b"AA", b"Annots"];

/// A copy in progress.
pub(super) struct Copy<'a> {
    pub(super) from: &'a Document,
    pub(super) to: Document,
    ids: HashMap<ObjectId, ObjectId>,
    waiting: VecDeque<(ObjectId, ObjectId)>,
    /// The font of the text layer, once a page needs it.
    pub(super) text_font: Option<ObjectId>,
}

/// Copies pages, counted from 1; `None` when one of them is missing.
pub(super) fn copy(source: &Source, pages: &[u32], text: Option<&[Page]>) -> Option<Document> {
    let version = source.document.version.as_str();
    let version = if ("1.4".."3").contains(&version) { version } else { "1.4" };
    let (to, catalog, tree) = empty_document(version);
    let mut copy = Copy { from: &source.document, to, ids: HashMap::new(), waiting: VecDeque::new(), text_font: None };
    let mut new_pages = Vec::with_capacity(pages.len());
    // Numbers first: pages of the document may refer to each other.
    for number in pages {
        let page = source.pages.get(*number as usize - 1)?;
        let id = copy.to.new_object_id();
        if let Some(old) = page.id {
            copy.ids.insert(old, id);
        }
        new_pages.push((*number, page, id));
    }
    let mut fields = form::Fields::default();
    for (number, page, id) in &new_pages {
        let recognised = text.and_then(|text| text.iter().find(|page| page.number == *number));
        let layer = recognised.and_then(|words| text_layer::stream(&page.placing(&source.document), words));
        let replaced: &[&[u8]] = if layer.is_some() { &[b"Resources", b"Contents"] } else { &[] };
        let mut entries = copy.page_entries(&page.entries, tree, replaced);
        let annotations = form::annotations(&mut copy, &page.entries, *id, &mut fields);
        if !annotations.is_empty() {
            entries.set("Annots", Object::Array(annotations));
        }
        if let Some(layer) = layer {
            text_layer::add(&mut copy, &mut entries, &page.entries, layer);
        }
        copy.to.objects.insert(*id, Object::Dictionary(entries));
    }
    copy.catalog_entries(catalog, fields);
    copy.finish();
    set_pages(&mut copy.to, tree, new_pages.iter().map(|(_, _, id)| *id).collect());
    Some(copy.to)
}

impl Copy<'_> {
    fn page_entries(&mut self, page: &Dictionary, tree: ObjectId, replaced: &[&[u8]]) -> Dictionary {
        let mut entries = Dictionary::new();
        for (key, value) in page.iter() {
            let key = key.as_slice();
            if !PAGE_ENTRIES_LEFT_OUT.contains(&key) && !replaced.contains(&key) {
                entries.set(key, self.object(value, 0));
            }
        }
        entries.set("Type", Object::Name(b"Page".to_vec()));
        entries.set("Parent", tree);
        entries
    }

    /// Brings along what decides how pages look: the form, and which optional content is shown.
    fn catalog_entries(&mut self, catalog: ObjectId, fields: form::Fields) {
        let form = form::rebuilt(self, fields);
        let optional = self.from.catalog().ok().and_then(|old| old.get(b"OCProperties").ok()).cloned();
        let optional = optional.map(|optional| self.object(&optional, 0));
        if let Ok(entries) = self.to.get_dictionary_mut(catalog) {
            for (key, value) in [("AcroForm", form), ("OCProperties", optional)] {
                if let Some(value) = value {
                    entries.set(key, value);
                }
            }
        }
    }

    /// Copies a value; objects it refers to are copied later.
    pub(super) fn object(&mut self, object: &Object, depth: usize) -> Object {
        if depth > DEPTH_LIMIT {
            return Object::Null;
        }
        match object {
            Object::Reference(id) => self.reference(*id),
            Object::Array(values) => Object::Array(values.iter().map(|value| self.object(value, depth + 1)).collect()),
            Object::Dictionary(entries) => Object::Dictionary(self.dictionary(entries, depth)),
            Object::Stream(stream) => Object::Stream(Stream {
                dict: self.dictionary(&stream.dict, depth),
                content: stream.content.clone(),
                allows_compression: stream.allows_compression,
                start_position: None,
            }),
            plain => plain.clone(),
        }
    }

    pub(super) fn dictionary(&mut self, entries: &Dictionary, depth: usize) -> Dictionary {
        let mut copied = Dictionary::new();
        for (key, value) in entries.iter() {
            copied.set(key.clone(), self.object(value, depth + 1));
        }
        copied
    }

    fn reference(&mut self, id: ObjectId) -> Object {
        if let Some(new) = self.ids.get(&id) {
            return Object::Reference(*new);
        }
        match self.from.objects.get(&id) {
            None => Object::Null,
            Some(object) if belongs_to_the_file(object) => Object::Null,
            Some(_) => {
                let new = self.to.new_object_id();
                self.ids.insert(id, new);
                self.waiting.push_back((id, new));
                Object::Reference(new)
            }
        }
    }

    /// Says under which number an object is written, when something else than this copier writes it.
    pub(super) fn assign(&mut self, old: ObjectId, new: ObjectId) {
        self.ids.insert(old, new);
    }

    pub(super) fn assigned(&self, old: ObjectId) -> Option<ObjectId> {
        self.ids.get(&old).copied()
    }

    fn finish(&mut self) {
        while let Some((old, new)) = self.waiting.pop_front() {
            if let Some(object) = self.from.objects.get(&old) {
                let copied = self.object(object, 0);
                self.to.objects.insert(new, copied);
            }
        }
    }
}

/// Pages, the tree of pages, the catalog and the tree of tags lead to everything else in the file.
fn belongs_to_the_file(object: &Object) -> bool {
    let Ok(entries) = object.as_dict() else { return false };
    let kind = entries.get(b"Type").ok().and_then(|kind| kind.as_name().ok());
    matches!(kind, Some(b"Page" | b"Pages" | b"Catalog" | b"StructTreeRoot" | b"StructElem" | b"Outlines"))
}

/// Returns the objects of an array that may be referred to.
pub(super) fn array_of<'a>(document: &'a Document, entries: &'a Dictionary, key: &[u8]) -> &'a [Object] {
    entries.get(key).ok().and_then(|value| resolve(document, value).as_array().ok()).map_or(&[], Vec::as_slice)
}
