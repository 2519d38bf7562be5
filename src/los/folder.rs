//! A folder on a disk as a place that keeps files.
//!
//! Invariant: nothing is written outside the folder; each file is written under a temporary name, synced and renamed.

use super::shelf::{Content, Shelf};
use crate::error::{Error, ErrorKind, Result};
use std::fs::{self, File};
use std::io::{ErrorKind as IoKind, Write};
use std::path::{Component, Path, PathBuf};
use uuid::Uuid;

/// How temporary names begin.
const TEMPORARY: &str = ".tmp-";

/// A folder on a disk.
pub struct Folder {
    root: PathBuf,
}

impl Folder {
    /// Uses the folder; it need not exist.
    pub fn new(root: PathBuf) -> Self {
        Self { root }
    }

    /// Returns where a path leads; the invariant of the module.
    fn inside(&self, path: &str) -> Result<PathBuf> {
        let relative = Path::new(path);
        if relative.components().all(|part| matches!(part, Component::Normal(_))) {
            Ok(self.root.join(relative))
        } else {
            Err(Error::internal(format!("{path:?} leads out of the folder")))
        }
    }
}

impl Shelf for Folder {
    fn read(&self, path: &str) -> Result<Option<Vec<u8>>> {
        let file = self.inside(path)?;
        present(fs::read(&file)).map_err(|error| refused(&file, error))
    }

    fn size(&self, path: &str) -> Result<Option<u64>> {
        let file = self.inside(path)?;
        let found = present(fs::metadata(&file)).map_err(|error| refused(&file, error))?;
        Ok(found.filter(fs::Metadata::is_file).map(|metadata| metadata.len()))
    }

    fn write(&self, path: &str, content: Content<'_>) -> Result<()> {
        let file = self.inside(path)?;
        let folder = file.parent().unwrap_or(&self.root);
        make_folder(folder)?;
        let temporary = folder.join(format!("{TEMPORARY}{}", Uuid::now_v7()));
        let written = fill(&temporary, content).and_then(|()| {
            fs::rename(&temporary, &file).map_err(|error| refused(&file, error))?;
            sync_folder(folder)
        });
        if written.is_err() {
            // Best effort: a file that stays is removed by the next push.
            let _ = fs::remove_file(&temporary);
        }
        written
    }

    fn rename(&self, from: &str, to: &str) -> Result<()> {
        let (from, to) = (self.inside(from)?, self.inside(to)?);
        if !from.is_file() {
            return Ok(());
        }
        let folder = to.parent().unwrap_or(&self.root);
        make_folder(folder)?;
        fs::rename(&from, &to).map_err(|error| refused(&to, error))?;
        sync_folder(folder)?;
        let left = from.parent().unwrap_or(&self.root);
        sync_folder(left)?;
        // A folder that still holds something refuses, which is right.
        let _ = fs::remove_dir(left);
        Ok(())
    }

    fn remove(&self, path: &str) -> Result<()> {
        let file = self.inside(path)?;
        match present(fs::remove_file(&file)).map_err(|error| refused(&file, error))? {
            Some(()) => sync_folder(file.parent().unwrap_or(&self.root)),
            None => Ok(()),
        }
    }

    fn clear_unfinished(&self, path: &str) -> Result<()> {
        let folder = self.inside(path)?;
        for entry in walkdir::WalkDir::new(folder).max_depth(2).into_iter().flatten() {
            let unfinished = entry.file_name().to_str().is_some_and(|name| name.starts_with(TEMPORARY));
            if unfinished && entry.file_type().is_file() {
                present(fs::remove_file(entry.path())).map_err(|error| refused(entry.path(), error))?;
            }
        }
        Ok(())
    }

    fn location(&self, path: &str) -> String {
        self.root.join(path).display().to_string()
    }
}

fn fill(temporary: &Path, content: Content<'_>) -> Result<()> {
    let mut file = File::create(temporary).map_err(|error| refused(temporary, error))?;
    match content {
        Content::Bytes(bytes) => file.write_all(bytes).map_err(|error| refused(temporary, error))?,
        Content::Copy(source) => {
            let mut reader = File::open(source).map_err(|error| lost(source, error))?;
            std::io::copy(&mut reader, &mut file).map_err(|error| refused(temporary, error))?;
        }
    }
    file.sync_all().map_err(|error| refused(temporary, error))
}

/// Makes a folder and those above it, and has the disk remember them.
fn make_folder(folder: &Path) -> Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    if let Some(above) = folder.parent().filter(|above| !above.as_os_str().is_empty()) {
        make_folder(above)?;
    }
    match fs::create_dir(folder) {
        Err(error) if error.kind() != IoKind::AlreadyExists => Err(refused(folder, error)),
        _ => folder.parent().map_or(Ok(()), sync_folder),
    }
}

fn sync_folder(folder: &Path) -> Result<()> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    match File::open(folder).and_then(|file| file.sync_all()) {
        // A file system that cannot sync a folder has no better way either.
        Err(error) if error.kind() != IoKind::InvalidInput && error.kind() != IoKind::PermissionDenied => {
            Err(refused(folder, error))
        }
        _ => Ok(()),
    }
}

fn present<T>(result: std::io::Result<T>) -> std::io::Result<Option<T>> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error) if error.kind() == IoKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Says that a blob that a record names cannot be read.
pub(super) fn lost(source: &Path, error: std::io::Error) -> Error {
    Error::new(ErrorKind::Integrity, format!("a document's PDF cannot be read: {}: {error}", source.display()))
        .hint("restore the workspace from a backup")
        .caused_by(error)
}

fn refused(path: &Path, error: std::io::Error) -> Error {
    let message = match error.kind() {
        IoKind::StorageFull | IoKind::QuotaExceeded => format!("the disk of {} is full", path.display()),
        _ => format!("the export folder refuses {}: {error}", path.display()),
    };
    Error::new(ErrorKind::Unavailable, message)
        .hint("check that the folder exists, that you may write there and that there is space; then export again")
        .caused_by(error)
}
