//! Keeping form fields alive on copied pages.
//!
//! Every widget becomes a field of its own that carries what it inherited, so that no field reaches over to pages
//! that were not copied.

use super::closure::Copier;
use lopdf::{Dictionary, Document, Object, ObjectId};

/// What a widget takes from the fields above it.
const INHERITED: [&[u8]; 9] = [b"FT", b"V", b"DV", b"Ff", b"MaxLen", b"Opt", b"DA", b"Q", b"TU"];
/// Fields nest at most this deep.
const DEPTH: usize = 30;

/// Copies the annotations of a page; links that lead to other pages lose their target.
pub fn annotations(copier: &mut Copier<'_>, value: &Object) -> Object {
    let source = copier.source;
    let Ok((_, Object::Array(items))) = source.dereference(value) else { return Object::Null };
    let copied = items
        .iter()
        .filter_map(|item| source.dereference(item).ok()?.1.as_dict().ok())
        .map(|annotation| {
            let mut copied = if annotation.get(b"Subtype").is_ok_and(|name| name.as_name().ok() == Some(b"Widget")) {
                widget(copier, annotation)
            } else {
                entries(copier, annotation)
            };
            copied.remove(b"P");
            Object::Reference(copier.target.add_object(copied))
        })
        .collect();
    Object::Array(copied)
}

fn entries(copier: &mut Copier<'_>, annotation: &Dictionary) -> Dictionary {
    let mut copied = Dictionary::new();
    let left_out: [&[u8]; 5] = [b"Parent", b"P", b"Popup", b"IRT", b"StructParent"];
    for (key, value) in annotation.iter().filter(|(key, _)| !left_out.contains(&key.as_slice())) {
        let value = copier.value(value, 1);
        copied.set(key.clone(), value);
    }
    copied
}

fn widget(copier: &mut Copier<'_>, annotation: &Dictionary) -> Dictionary {
    let source = copier.source;
    let mut copied = entries(copier, annotation);
    copied.remove(b"Kids");
    for key in INHERITED {
        if !copied.has(key)
            && let Some(value) = inherited(source, annotation, key)
        {
            let value = copier.value(value, 1);
            copied.set(key, value);
        }
    }
    let name = full_name(source, annotation);
    if !name.is_empty() {
        copied.set("T", Object::string_literal(name));
    }
    copied
}

fn above<'s>(source: &'s Document, field: &'s Dictionary) -> Option<&'s Dictionary> {
    source.dereference(field.get(b"Parent").ok()?).ok()?.1.as_dict().ok()
}

fn inherited<'s>(source: &'s Document, widget: &'s Dictionary, key: &[u8]) -> Option<&'s Object> {
    let mut field = widget;
    for _ in 0..DEPTH {
        field = above(source, field)?;
        if let Ok(value) = field.get(key) {
            return Some(value);
        }
    }
    None
}

/// The names from the root to the widget. A partial name may hold no dot, so they are joined with underscores.
fn full_name(source: &Document, widget: &Dictionary) -> Vec<u8> {
    let mut parts: Vec<Vec<u8>> = Vec::new();
    let mut field = Some(widget);
    for _ in 0..DEPTH {
        let Some(current) = field else { break };
        if let Ok((_, Object::String(name, _))) = current.get(b"T").and_then(|name| source.dereference(name)) {
            // UTF-16 names are left as they are only when they stand alone: joined bytes would be garbage.
            parts.push(name.strip_prefix(b"\xfe\xff").map_or_else(|| name.clone(), low_bytes));
        }
        field = above(source, current);
    }
    parts.reverse();
    parts.join(&b'_')
}

/// Field names are ASCII in practice; of UTF-16 the lower byte is that.
fn low_bytes(name: &[u8]) -> Vec<u8> {
    name.chunks(2).filter_map(|pair| pair.get(1).copied()).collect()
}

/// Returns the form of the new document, when the copied pages have fields.
pub fn rebuilt(copier: &mut Copier<'_>, catalog: &Dictionary, pages: &[ObjectId]) -> Option<Dictionary> {
    let fields = widgets(&copier.target, pages);
    if fields.is_empty() {
        return None;
    }
    let source = copier.source;
    let mut form = Dictionary::new();
    if let Ok(original) = catalog.get(b"AcroForm").and_then(|form| source.dereference(form)?.1.as_dict()) {
        for key in [b"DR".as_slice(), b"DA", b"Q", b"NeedAppearances"] {
            if let Ok(value) = original.get(key) {
                let value = copier.value(value, 1);
                form.set(key, value);
            }
        }
    }
    form.set("Fields", Object::Array(fields.into_iter().map(Object::Reference).collect()));
    Some(form)
}

fn widgets(target: &Document, pages: &[ObjectId]) -> Vec<ObjectId> {
    let annotations = pages
        .iter()
        .filter_map(|&page| target.get_dictionary(page).ok()?.get(b"Annots").ok()?.as_array().ok())
        .flatten()
        .filter_map(|annotation| annotation.as_reference().ok());
    annotations
        .filter(|&id| target.get_dictionary(id).is_ok_and(|annotation| annotation.has(b"FT") && annotation.has(b"T")))
        .collect()
}
