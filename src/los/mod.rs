//! The loan origination system, and what stands for one: where documents and their values are pushed.
//!
//! A target is opened by its settings; everything else is [`Los::push`]. Invariant: nothing here knows the store or
//! decides what may be exported; a push can be repeated at any time and has one effect.

mod folder;
mod index_page;
mod layout;
mod manifest;
mod mismo;
mod names;
mod package;
mod record;
mod shelf;
mod stacking;
mod tables;
mod xml;

pub use folder::Folder;
pub use layout::LoanFolders;
pub use manifest::{AuditHead, COMPLETE, DocumentEntry, FileEntry, FileKind, Held, MANIFEST, Manifest};
pub use mismo::mapped_fields;
pub use names::{safe_name, short_id};
pub use package::{Effect, LoanPackage, Los, PackedDocument, Pushed};
pub use record::{DocumentRecord, FieldRecord, LoanRecord, push_key};
pub use shelf::{Content, Shelf};
pub use stacking::{Place, Stacking};
pub use tables::text as csv_text;

use crate::error::Result;
use crate::settings::LosTarget;
use std::path::Path;

/// Opens a target for a tenant; relative paths start at `root`.
///
/// `subfolder` keeps tenants apart in one target; it is empty, or a safe name.
///
/// # Errors
/// `InvalidInput` when the settings of the target cannot be used.
pub fn open(target: &LosTarget, root: &Path, subfolder: &str) -> Result<Box<dyn Los>> {
    match target {
        LosTarget::Folder { path, stacking } => {
            let stacking = stacking_of(stacking.as_deref(), root)?;
            let folder = Folder::new(root.join(path).join(subfolder));
            Ok(Box::new(LoanFolders::new(folder, "", stacking)))
        }
        LosTarget::Bucket { .. } | LosTarget::Http { .. } => Err(crate::error::Error::invalid_input("not yet")),
    }
}

fn stacking_of(file: Option<&Path>, root: &Path) -> Result<Stacking> {
    file.map_or_else(|| Ok(Stacking::standard().clone()), |file| Stacking::load(&root.join(file)))
}
