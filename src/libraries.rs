//! The library of each tenant: the standard types without those it deactivated, and its own.
//!
//! Invariant: asking costs one look at an index; a library is made anew only when the tenant's types have changed, by
//! whichever process.

use crate::error::{Error, ErrorKind, Result};
use crate::learn;
use crate::library::{DocumentType, Library};
use crate::model::{DocumentTypeId, LearnedKind, LearnedPhrase, TenantId};
use crate::store::{Reader, StoredType, TypeStamp};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

/// The libraries that were asked for, each as it was last.
#[derive(Debug, Default)]
pub struct Libraries {
    kept: Mutex<HashMap<TenantId, (TypeStamp, Arc<Library>)>>,
}

impl Libraries {
    /// Returns a tenant's library as the store has it.
    ///
    /// # Errors
    /// `Integrity` when a stored definition cannot be understood, and any failure of the store.
    pub fn of(&self, reader: &Reader<'_>, tenant: TenantId) -> Result<Arc<Library>> {
        let stamp = reader.document_type_stamp(tenant)?;
        if stamp == TypeStamp::default() {
            return Ok(Library::shared_standard());
        }
        let kept = || self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, library)) = kept().get(&tenant).filter(|(known, _)| *known == stamp) {
            return Ok(Arc::clone(library));
        }
        let own = made(reader.document_types(tenant)?, &stamp)?;
        let library = Arc::new(taught(own, &reader.learned_phrases(tenant)?));
        kept().insert(tenant, (stamp, Arc::clone(&library)));
        Ok(library)
    }
}

fn made(stored: Vec<StoredType>, stamp: &TypeStamp) -> Result<Library> {
    let inactive: BTreeSet<_> = stored.iter().filter(|own| !own.active).map(|own| own.id.clone()).collect();
    let own = stored.iter().filter_map(|own| Some((own, own.definition.as_deref()?)));
    let own = own.map(|(own, text)| read(own, text)).collect::<Result<Vec<_>>>()?;
    Ok(Library::standard().with(own, inactive, stamp.to_string()))
}

/// Adds to the types what the tenant's corrections taught.
fn taught(library: Library, phrases: &[LearnedPhrase]) -> Library {
    let mut types: BTreeMap<&DocumentTypeId, DocumentType> = BTreeMap::new();
    for phrase in phrases {
        let Some(known) = library.get(&phrase.document_type) else { continue };
        let definition = types.entry(&phrase.document_type).or_insert_with(|| known.clone());
        *definition = match phrase.kind {
            LearnedKind::Label => learn::with_label(definition, &phrase.field, &phrase.phrase),
            LearnedKind::Anchor => learn::with_title(definition, &phrase.phrase, phrase.seen),
        };
    }
    if types.is_empty() {
        return library;
    }
    library.with(types.into_values().collect(), library.inactive().clone(), library.version().to_string())
}

fn read(own: &StoredType, text: &str) -> Result<DocumentType> {
    toml::from_str(text).map_err(|error| {
        Error::new(ErrorKind::Integrity, format!("the definition of document type {} cannot be understood", own.id))
            .hint(format!("replace it with \"loanfile doctype add --replace {}.toml\"", own.id))
            .caused_by(error)
    })
}
