//! The identity under which a process holds leases, and how others learn that it died.
//!
//! Each process keeps a locked file as long as it lives; the system unlocks it however the process ends. So work that
//! a killed process held is taken over at once and not when its lease runs out.

use crate::error::{Error, ErrorKind, Result};
use crate::model::TenantId;
use crate::workspace::Workspace;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// A process that holds leases.
pub struct Owner {
    name: String,
    path: PathBuf,
    // Held, never read: closing it is what tells others.
    _lock: File,
}

impl Owner {
    /// Announces this process as a holder of leases.
    ///
    /// # Errors
    /// `Unavailable` when the workspace cannot be written.
    pub fn announce(workspace: &Workspace) -> Result<Self> {
        let folder = folder(workspace.root());
        let name = workspace.new_id().to_string();
        let path = folder.join(&name);
        let lock = fs::create_dir_all(&folder)
            .and_then(|()| File::create(&path))
            .and_then(|file| file.lock().map(|()| file))
            .map_err(|error| {
                Error::new(ErrorKind::Unavailable, format!("{} cannot be written: {error}", path.display()))
                    .hint("free some space, or check that you may write to the workspace's folder")
                    .caused_by(error)
            })?;
        Ok(Self { name, path, _lock: lock })
    }

    /// Returns the name under which it holds them.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl Drop for Owner {
    fn drop(&mut self) {
        // Best effort: a file that stays is unlocked and says the same.
        let _ = fs::remove_file(&self.path);
    }
}

/// Gives back what processes hold that have died.
///
/// # Errors
/// Any failure of the store.
pub fn reclaim_dead(workspace: &Workspace, tenant: TenantId) -> Result<()> {
    let owners = workspace.store.read(|reader| reader.lease_owners(tenant))?;
    for owner in owners {
        let path = folder(workspace.root()).join(&owner);
        if is_dead(&path) {
            workspace.store.write_forgettable(|writer| writer.release_owner(tenant, &owner))?;
            let _ = fs::remove_file(&path);
        }
    }
    Ok(())
}

/// Tells whether the process of a name still works on the workspace.
pub fn is_running(workspace: &Workspace, owner: &str) -> bool {
    !is_dead(&folder(workspace.root()).join(owner))
}

fn is_dead(path: &Path) -> bool {
    match File::open(path) {
        Ok(file) => file.try_lock().is_ok(),
        Err(error) => error.kind() == std::io::ErrorKind::NotFound,
    }
}

fn folder(root: &Path) -> PathBuf {
    root.join("running")
}
