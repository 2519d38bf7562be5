//! Content-addressed files: `blobs/<tenant>/<aa>/<sha256>`.
//!
//! Invariant: a blob's name is the digest of its bytes, it appears whole or not at all (temporary name, synced,
//! renamed, folder synced), and it never changes. Bytes are streamed; no blob is held in memory.

use crate::error::{Error, ErrorKind, Result};
use crate::model::{TenantId, hexadecimal};
use sha2::{Digest, Sha256};
use std::fs::{self, File};
use std::io::{ErrorKind as IoKind, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use tempfile::NamedTempFile;

const BUFFER: usize = 256 * 1024;

/// A temporary file this old belongs to no living process.
const ABANDONED: Duration = Duration::from_secs(24 * 60 * 60);

/// The blobs of a workspace.
pub struct Blobs {
    root: PathBuf,
}

/// Bytes that were received and hashed but are not a blob yet; dropped, they leave nothing behind.
pub struct StagedBlob {
    file: NamedTempFile,
    /// The SHA-256 of the bytes in hexadecimal.
    pub sha256: String,
    /// How many bytes there are.
    pub size_bytes: u64,
}

impl StagedBlob {
    /// Returns where the bytes are until they are kept.
    pub fn path(&self) -> &Path {
        self.file.path()
    }
}

impl Blobs {
    /// Uses the folder for blobs; it need not exist.
    pub fn new(root: PathBuf) -> Self {
        Self { root }
    }

    /// Receives bytes into a temporary file; `None` as soon as there are more than `limit`.
    ///
    /// # Errors
    /// `InvalidInput` when the bytes cannot be read, `Unavailable` when the disk refuses them.
    pub fn stage(&self, tenant: TenantId, reader: &mut dyn Read, limit: u64) -> Result<Option<StagedBlob>> {
        let folder = self.temporary_folder(tenant)?;
        let mut file = NamedTempFile::new_in(&folder).map_err(|error| refused(&folder, error))?;
        let mut digest = Sha256::new();
        let mut buffer = vec![0_u8; BUFFER];
        let mut size_bytes = 0_u64;
        loop {
            let count = match reader.read(&mut buffer) {
                Ok(0) => break,
                Ok(count) => count,
                Err(error) if error.kind() == IoKind::Interrupted => continue,
                Err(error) => return Err(Error::invalid_input(format!("it cannot be read: {error}")).caused_by(error)),
            };
            size_bytes += count as u64;
            if size_bytes > limit {
                return Ok(None);
            }
            digest.update(&buffer[..count]);
            file.write_all(&buffer[..count]).map_err(|error| refused(&folder, error))?;
        }
        let sha256 = hexadecimal(&digest.finalize());
        Ok(Some(StagedBlob { file, sha256, size_bytes }))
    }

    /// Makes a blob of the received bytes; harmless when the same blob exists.
    ///
    /// # Errors
    /// `Unavailable` when the disk refuses.
    pub fn keep(&self, tenant: TenantId, staged: StagedBlob) -> Result<()> {
        let path = self.path(tenant, &staged.sha256);
        if path.exists() {
            return Ok(());
        }
        let folder = path.parent().unwrap_or(&self.root).to_path_buf();
        fs::create_dir_all(&folder).map_err(|error| refused(&folder, error))?;
        staged.file.as_file().sync_all().map_err(|error| refused(&path, error))?;
        staged.file.persist(&path).map_err(|error| refused(&path, error.error))?;
        for synced in [folder.as_path(), folder.parent().unwrap_or(&self.root)] {
            File::open(synced).and_then(|folder| folder.sync_all()).map_err(|error| refused(synced, error))?;
        }
        Ok(())
    }

    /// Makes a blob of a file and returns its digest; the file itself stays.
    ///
    /// # Errors
    /// What [`Blobs::stage`] and [`Blobs::keep`] return.
    pub fn keep_copy(&self, tenant: TenantId, file: &Path) -> Result<String> {
        let mut reader = File::open(file).map_err(|error| refused(file, error))?;
        let staged =
            self.stage(tenant, &mut reader, u64::MAX)?.ok_or_else(|| Error::internal("an unlimited blob was cut"))?;
        let sha256 = staged.sha256.clone();
        self.keep(tenant, staged)?;
        Ok(sha256)
    }

    /// Returns where a blob of this digest is, whether or not it exists.
    pub fn path(&self, tenant: TenantId, sha256: &str) -> PathBuf {
        let shelf = sha256.get(..2).unwrap_or("00");
        self.root.join(tenant.to_string()).join(shelf).join(sha256)
    }

    /// Returns the folder for files that are not blobs yet; on the same disk as the blobs.
    ///
    /// # Errors
    /// `Unavailable` when it cannot be made.
    pub fn temporary_folder(&self, tenant: TenantId) -> Result<PathBuf> {
        let folder = self.root.join(tenant.to_string()).join("tmp");
        fs::create_dir_all(&folder).map_err(|error| refused(&folder, error))?;
        Ok(folder)
    }

    /// Tells whether files can be written; the folder is made when there is none.
    pub fn are_writable(&self) -> bool {
        fs::create_dir_all(&self.root).is_ok() && tempfile::tempfile_in(&self.root).is_ok()
    }

    /// Removes temporary files that a process left behind when it was killed long ago.
    pub fn sweep(&self, tenant: TenantId) {
        let folder = self.root.join(tenant.to_string()).join("tmp");
        let Ok(entries) = fs::read_dir(folder) else { return };
        for entry in entries.flatten() {
            let modified = entry.metadata().and_then(|metadata| metadata.modified());
            let age = modified.map(|modified| SystemTime::now().duration_since(modified).unwrap_or_default());
            if age.is_ok_and(|age| age > ABANDONED) {
                // Best effort: what cannot be removed now is met again next time.
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

fn refused(path: &Path, error: std::io::Error) -> Error {
    let message = match error.kind() {
        IoKind::StorageFull | IoKind::QuotaExceeded => "the disk is full".to_string(),
        IoKind::ReadOnlyFilesystem | IoKind::PermissionDenied => format!("{} cannot be written", path.display()),
        _ => format!("{}: {error}", path.display()),
    };
    let hint = match error.kind() {
        IoKind::StorageFull | IoKind::QuotaExceeded => "free some space and run it again; nothing was lost",
        _ => "check that the workspace's folder exists and that you may write there",
    };
    Error::new(ErrorKind::Unavailable, message).hint(hint).caused_by(error)
}
