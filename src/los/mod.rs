//! The loan origination system, and what stands for one: where documents and their values are pushed.
//!
//! A target is opened by its settings; everything else is [`Los::push`]. Invariant: nothing here knows the store or
//! decides what may be exported; a push can be repeated at any time and has one effect.

mod alarm;
#[cfg(feature = "connectors")]
mod bucket;
mod folder;
#[cfg(feature = "connectors")]
mod http;
mod inbox;
mod index_page;
mod layout;
mod loan_list;
mod manifest;
mod mismo;
mod names;
mod package;
mod record;
mod shelf;
mod stacking;
mod tables;
mod xml;

pub use alarm::Alarm;
#[cfg(feature = "connectors")]
pub use bucket::{Bucket, BucketObject, BucketSettings, bucket_and_prefix};
pub use folder::Folder;
#[cfg(feature = "connectors")]
pub use http::{HttpLos, HttpSettings};
pub use inbox::{Inbox, Look, Parcel};
pub use layout::LoanFolders;
pub use loan_list::LoanList;
pub use manifest::{AuditHead, COMPLETE, DocumentEntry, FileEntry, FileKind, Held, MANIFEST, Manifest};
pub use mismo::mapped_fields;
pub use names::{safe_name, short_id};
pub use package::{Effect, LoanPackage, Los, PackedDocument, Pushed};
pub use record::{DocumentRecord, FieldRecord, LoanRecord, push_key, title};
pub use shelf::{Content, Shelf};
pub use stacking::{Place, Stacking};
pub use xml::escaped;

#[cfg(not(feature = "connectors"))]
use crate::error::Error;
use crate::error::Result;
#[cfg(feature = "connectors")]
use crate::remote::{Tries, bearer_key};
use crate::settings::LosTarget;
use std::path::Path;
#[cfg(feature = "connectors")]
use std::time::Duration;

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
        #[cfg(feature = "connectors")]
        LosTarget::Bucket { url, endpoint, region, allow_http, stacking } => {
            let stacking = stacking_of(stacking.as_deref(), root)?;
            let (bucket, prefix) = bucket_and_prefix(url)?;
            let prefix = if subfolder.is_empty() { prefix } else { format!("{prefix}{subfolder}/") };
            let settings =
                BucketSettings { bucket, endpoint: endpoint.clone(), region: region.clone(), allow_http: *allow_http };
            Ok(Box::new(LoanFolders::new(Bucket::open(&settings)?, &prefix, stacking)))
        }
        #[cfg(feature = "connectors")]
        LosTarget::Http { url, key_env, key_file, timeout_seconds, attempts, allow_http } => {
            let file = key_file.as_deref().map(|file| root.join(file));
            Ok(Box::new(HttpLos::new(HttpSettings {
                url: url.clone(),
                key: bearer_key(key_env.as_deref(), file.as_deref())?,
                timeout: Duration::from_secs((*timeout_seconds).max(1)),
                tries: Tries { most: *attempts, pause: FIRST_PAUSE },
                allow_http: *allow_http,
            })?))
        }
        #[cfg(not(feature = "connectors"))]
        LosTarget::Bucket { .. } | LosTarget::Http { .. } => Err(Error::invalid_input(
            "this program was built without the feature `connectors` and exports to folders only",
        )),
    }
}

/// How long the first pause is after a request that a LOS could not answer.
#[cfg(feature = "connectors")]
const FIRST_PAUSE: Duration = Duration::from_millis(500);

fn stacking_of(file: Option<&Path>, root: &Path) -> Result<Stacking> {
    file.map_or_else(|| Ok(Stacking::standard().clone()), |file| Stacking::load(&root.join(file)))
}
