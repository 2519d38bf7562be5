//! Annotations of copied pages and the form that their widgets belong to.
//!
//! Invariant: a field keeps its name, value and settings; of its widgets only those on copied pages come along.

use super::closure::{Copy, array_of};
use super::page_tree::{dictionary, resolve};
use lopdf::{Dictionary, Object, ObjectId};
use std::collections::HashSet;

/// How far up the parents of a field are followed.
const DEPTH_LIMIT: usize = 32;
/// Most annotations of a page.
const ANNOTATION_LIMIT: usize = 20_000;

/// The fields at the top of the new form, in the order in which their widgets stand.
#[derive(Default)]
pub(super) struct Fields {
    top: Vec<ObjectId>,
}

/// Copies the annotations of a page.
pub(super) fn annotations(
    copy: &mut Copy<'_>,
    page: &Dictionary,
    page_id: ObjectId,
    fields: &mut Fields,
) -> Vec<Object> {
    let from = copy.from;
    // Numbers first: annotations refer to each other.
    let annotations: Vec<(&Dictionary, ObjectId)> = array_of(from, page, b"Annots")
        .iter()
        .take(ANNOTATION_LIMIT)
        .filter_map(|annotation| {
            let entries = dictionary(from, annotation)?;
            let id = copy.to.new_object_id();
            if let Ok(old) = annotation.as_reference() {
                copy.assign(old, id);
            }
            Some((entries, id))
        })
        .collect();
    for (entries, id) in &annotations {
        let copied = annotation_copy(copy, entries, *id, page_id, fields);
        copy.to.objects.insert(*id, Object::Dictionary(copied));
    }
    annotations.into_iter().map(|(_, id)| Object::Reference(id)).collect()
}

fn annotation_copy(
    copy: &mut Copy<'_>,
    entries: &Dictionary,
    id: ObjectId,
    page_id: ObjectId,
    fields: &mut Fields,
) -> Dictionary {
    let is_widget =
        entries.get(b"Subtype").ok().map(|kind| resolve(copy.from, kind)).and_then(|kind| kind.as_name().ok())
            == Some(b"Widget");
    // Actions of a widget lead to other fields, and so to other pages.
    let left_out: &[&[u8]] = if is_widget {
        &[b"P", b"StructParent", b"Parent", b"Kids", b"A", b"AA"]
    } else {
        &[b"P", b"StructParent", b"AA"]
    };
    let mut copied = entry_copies(copy, entries, left_out);
    copied.set("P", page_id);
    if is_widget {
        let parent = entries.get(b"Parent").ok();
        match parent.and_then(|parent| field_copy(copy, parent, id, fields, &mut HashSet::new())) {
            Some(parent) => copied.set("Parent", parent),
            None => fields.top.push(id),
        }
    }
    copied
}

/// Copies a field above a widget, once, and adds the child to it.
fn field_copy(
    copy: &mut Copy<'_>,
    field: &Object,
    child: ObjectId,
    fields: &mut Fields,
    climbed: &mut HashSet<ObjectId>,
) -> Option<ObjectId> {
    let old = field.as_reference().ok()?;
    if climbed.len() >= DEPTH_LIMIT || !climbed.insert(old) {
        return None;
    }
    if let Some(known) = copy.assigned(old) {
        if let Ok(kids) = copy.to.get_dictionary_mut(known).and_then(|known| known.get_mut(b"Kids")) {
            kids.as_array_mut().ok()?.push(Object::Reference(child));
        }
        return Some(known);
    }
    let entries = dictionary(copy.from, field)?;
    let id = copy.to.new_object_id();
    copy.assign(old, id);
    let mut copied = entry_copies(copy, entries, &[b"Parent", b"Kids", b"A", b"AA"]);
    copied.set("Kids", Object::Array(vec![Object::Reference(child)]));
    match entries.get(b"Parent").ok() {
        Some(parent) => {
            if let Some(parent) = field_copy(copy, parent, id, fields, climbed) {
                copied.set("Parent", parent);
            } else {
                fields.top.push(id);
            }
        }
        None => fields.top.push(id),
    }
    copy.to.objects.insert(id, Object::Dictionary(copied));
    Some(id)
}

/// Copies entries; a signature's value covers the bytes of the old file and would be broken in the new one.
fn entry_copies(copy: &mut Copy<'_>, entries: &Dictionary, left_out: &[&[u8]]) -> Dictionary {
    let signature = entries.get(b"FT").ok().map(|kind| resolve(copy.from, kind)).and_then(|kind| kind.as_name().ok())
        == Some(b"Sig");
    let mut copied = Dictionary::new();
    for (key, value) in entries.iter() {
        let unwanted = left_out.contains(&key.as_slice()) || (signature && key == b"V");
        if !unwanted {
            copied.set(key.clone(), copy.object(value, 0));
        }
    }
    copied
}

/// Returns the form for the copied fields, with the fonts and settings of the old one.
pub(super) fn rebuilt(copy: &mut Copy<'_>, fields: Fields) -> Option<Object> {
    if fields.top.is_empty() {
        return None;
    }
    let old = copy.from.catalog().ok().and_then(|catalog| catalog.get(b"AcroForm").ok());
    let old = old.and_then(|form| dictionary(copy.from, form)).cloned().unwrap_or_default();
    let mut form = Dictionary::new();
    for key in ["DR", "DA", "Q", "NeedAppearances"] {
        if let Ok(value) = old.get(key.as_bytes()) {
            form.set(key, copy.object(value, 0));
        }
    }
    form.set("Fields", Object::Array(fields.top.into_iter().map(Object::Reference).collect()));
    Some(Object::Dictionary(form))
}
