//! Copying pages with everything they refer to.
//!
//! Invariant: nothing of a page that is not chosen comes along: references to other pages become null. Nesting and
//! loops of a hostile file end: every object is copied once, and values nest only so deep.

use super::{finish, form, new_document};
use lopdf::{Dictionary, Document, Object, ObjectId, Stream};
use std::collections::{HashMap, VecDeque};

/// Direct values nested deeper than this become null.
const DEPTH: usize = 60;
/// What a page takes from the nodes above it.
const INHERITED: [&[u8]; 4] = [b"Resources", b"MediaBox", b"CropBox", b"Rotate"];
/// Entries that lead out of the page or into the structure of the whole file.
const LEFT_OUT: [&[u8]; 6] = [b"Parent", b"StructParents", b"B", b"PieceInfo", b"Thumb", b"AA"];

/// Copies pages into a new document.
pub fn copy(source: &Document, pages: &[ObjectId]) -> Document {
    let (target, tree) = new_document();
    let mut copier = Copier { source, target, known: HashMap::new(), waiting: VecDeque::new() };
    let places: Vec<ObjectId> = pages.iter().map(|_| copier.target.new_object_id()).collect();
    for (&page, &place) in pages.iter().zip(&places) {
        // A page that is chosen twice is found at its first place by what refers to it.
        copier.known.entry(page).or_insert(place);
    }
    for (&page, &place) in pages.iter().zip(&places) {
        let dictionary = copier.page(page, tree);
        copier.target.objects.insert(place, Object::Dictionary(dictionary));
        copier.drain();
    }
    let mut catalog = Dictionary::new();
    if let Ok(original) = source.catalog() {
        if let Ok(layers) = original.get(b"OCProperties") {
            let copied = copier.value(layers, 0);
            catalog.set("OCProperties", copied);
        }
        let form = form::rebuilt(&mut copier, original, &places);
        if let Some(form) = form {
            catalog.set("AcroForm", Object::Dictionary(form));
        }
    }
    copier.drain();
    let mut target = copier.target;
    finish(&mut target, tree, &places, catalog);
    target
}

/// Returns the pages of a document in order.
pub fn pages_of(document: &Document) -> Vec<ObjectId> {
    document.get_pages().into_values().collect()
}

/// The copying of one document.
pub struct Copier<'s> {
    /// The file that is copied from.
    pub source: &'s Document,
    /// The file that is made.
    pub target: Document,
    known: HashMap<ObjectId, ObjectId>,
    waiting: VecDeque<(ObjectId, ObjectId)>,
}

impl Copier<'_> {
    fn page(&mut self, id: ObjectId, tree: ObjectId) -> Dictionary {
        let Ok(original) = self.source.get_dictionary(id) else { return Dictionary::new() };
        let mut page = Dictionary::new();
        for (key, value) in original.iter().filter(|(key, _)| !LEFT_OUT.contains(&key.as_slice())) {
            let copied = if key == b"Annots" { form::annotations(self, value) } else { self.value(value, 0) };
            page.set(key.clone(), copied);
        }
        for key in INHERITED {
            if !page.has(key)
                && let Some(value) = inherited(self.source, original, key)
            {
                let copied = self.value(value, 0);
                page.set(key, copied);
            }
        }
        page.set("Type", Object::Name(b"Page".to_vec()));
        page.set("Parent", Object::Reference(tree));
        page
    }

    /// Copies a value; what it refers to is copied when its turn comes.
    pub fn value(&mut self, value: &Object, depth: usize) -> Object {
        if depth > DEPTH {
            return Object::Null;
        }
        match value {
            Object::Reference(id) => self.reference(*id),
            Object::Array(items) => Object::Array(items.iter().map(|item| self.value(item, depth + 1)).collect()),
            Object::Dictionary(dictionary) => Object::Dictionary(self.dictionary(dictionary, depth)),
            Object::Stream(stream) => {
                let dictionary = self.dictionary(&stream.dict, depth);
                let mut copied = Stream::new(dictionary, stream.content.clone());
                copied.allows_compression = false;
                Object::Stream(copied)
            }
            other => other.clone(),
        }
    }

    /// Copies a dictionary's entries.
    pub fn dictionary(&mut self, dictionary: &Dictionary, depth: usize) -> Dictionary {
        let mut copied = Dictionary::new();
        for (key, value) in dictionary {
            let value = self.value(value, depth + 1);
            copied.set(key.clone(), value);
        }
        copied
    }

    fn reference(&mut self, id: ObjectId) -> Object {
        if let Some(&place) = self.known.get(&id) {
            return Object::Reference(place);
        }
        let Ok(object) = self.source.get_object(id) else { return Object::Null };
        if is_page_node(object) {
            return Object::Null;
        }
        let place = self.target.new_object_id();
        self.known.insert(id, place);
        self.waiting.push_back((id, place));
        Object::Reference(place)
    }

    /// Copies everything that was referred to and is still missing.
    pub fn drain(&mut self) {
        while let Some((id, place)) = self.waiting.pop_front() {
            let copied = match self.source.get_object(id) {
                Ok(object) => self.value(object, 0),
                Err(_) => Object::Null,
            };
            self.target.objects.insert(place, copied);
        }
    }
}

/// A page that was not chosen, or a node of the page tree.
fn is_page_node(object: &Object) -> bool {
    object.as_dict().is_ok_and(|dictionary| dictionary.has_type(b"Page") || dictionary.has_type(b"Pages"))
}

/// Returns an entry of the nearest node above a page that has it.
fn inherited<'s>(source: &'s Document, page: &'s Dictionary, key: &[u8]) -> Option<&'s Object> {
    let mut node = page;
    for _ in 0..DEPTH {
        node = node.get(b"Parent").ok()?.as_reference().ok().and_then(|id| source.get_dictionary(id).ok())?;
        if let Ok(value) = node.get(key) {
            return Some(value);
        }
    }
    None
}
