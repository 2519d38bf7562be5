//! A folder that files are taken from: complete ones only, each once, with a place for what was taken and what was not.
//!
//! A file is claimed by renaming it into `processing/`, together with a note on where it came from, and ends in `done/`
//! or `rejected/`. Invariant: a file is always in exactly one place, and no other process takes what a living one has
//! claimed; what a dead one had claimed is taken up again.

use super::loan_list::LoanList;
use super::names::{safe_name, short_id};
use crate::error::{Error, ErrorKind, Result};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs::{self, File};
use std::io::ErrorKind as IoKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};
use uuid::Uuid;

const PROCESSING: &str = "processing";
const DONE: &str = "done";
const REJECTED: &str = "rejected";

/// The note beside a claimed file; locked as long as the process lives that claimed it.
const CLAIM: &str = "claim.json";

/// What is added to a file's name to say that it is complete.
const READY: &str = ".ready";

/// A claim without a note that is this old was broken off.
const ABANDONED: Duration = Duration::from_secs(60);

/// A folder that files are taken from.
pub struct Inbox {
    root: PathBuf,
    /// How long a file must not have changed.
    settled: Duration,
    seen: HashMap<PathBuf, Sight>,
}

/// How a file looked, and since when it has looked so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Sight {
    size_bytes: u64,
    modified: Option<SystemTime>,
    since: Instant,
}

impl Sight {
    fn is_as(&self, other: &Self) -> bool {
        self.size_bytes == other.size_bytes && self.modified == other.modified
    }
}

/// What a look at the folder found.
#[derive(Debug, Default)]
pub struct Look {
    /// Files that were claimed, in the order of their paths.
    pub parcels: Vec<Parcel>,
    /// How many files may still be growing.
    pub growing: usize,
    /// Lists of loans that cannot be understood, with the reason; the files beside them stay where they are.
    pub problems: Vec<(PathBuf, String)>,
}

/// A file that this process has claimed.
#[derive(Debug)]
pub struct Parcel {
    /// Where it was, from the inbox.
    pub path: String,
    /// Its name.
    pub name: String,
    /// The loan that a list or a folder names.
    pub loan: Option<String>,
    folder: PathBuf,
    // Held, never read: closing it is what tells others.
    _lock: File,
}

#[derive(Debug, Serialize, Deserialize)]
struct Claim {
    path: String,
    name: String,
    loan: Option<String>,
}

impl Parcel {
    /// Returns where the file is while it is claimed.
    pub fn file(&self) -> PathBuf {
        self.folder.join(&self.name)
    }
}

impl Inbox {
    /// Uses a folder; a file is complete when it has not changed for so long, or when a file of its name and `.ready`
    /// says so.
    ///
    /// # Errors
    /// `NotFound` when there is no such folder, `Unavailable` when it cannot be written.
    pub fn open(root: &Path, settled: Duration) -> Result<Self> {
        if !root.is_dir() {
            return Err(Error::not_found("folder", root.display()).hint("make it, or name another with --watch"));
        }
        for folder in [PROCESSING, DONE, REJECTED] {
            let folder = root.join(folder);
            fs::create_dir_all(&folder).map_err(|error| refused(&folder, error))?;
        }
        Ok(Self { root: root.to_path_buf(), settled, seen: HashMap::new() })
    }

    /// Claims what is complete, and what processes had claimed that have died.
    ///
    /// # Errors
    /// `Unavailable` when the folder cannot be read or written.
    pub fn look(&mut self) -> Result<Look> {
        let mut look = Look { parcels: self.left_behind()?, ..Look::default() };
        let mut lists = HashMap::new();
        let mut seen = HashMap::new();
        for path in self.files()? {
            let Some(sight) = sight_of(&path) else { continue };
            let before = self.seen.get(&path).filter(|before| before.is_as(&sight)).copied();
            let is_complete =
                ready_file(&path).is_file() || before.is_some_and(|before| before.since.elapsed() >= self.settled);
            if !is_complete {
                seen.insert(path, before.unwrap_or(sight));
                look.growing += 1;
                continue;
            }
            match self.loan_of(&path, &mut lists) {
                Ok(loan) => look.parcels.extend(self.claim(&path, &sight, loan)?),
                // The list may still be growing too.
                Err(problem) => look.problems.push(problem),
            }
        }
        look.problems.dedup();
        self.seen = seen;
        Ok(look)
    }

    /// Says that a file was taken in.
    ///
    /// # Errors
    /// `Unavailable` when the folder cannot be written.
    pub fn done(&self, parcel: Parcel, loan: &str) -> Result<PathBuf> {
        let folder = self.root.join(DONE).join(safe_name(loan));
        self.put_away(parcel, &folder, None)
    }

    /// Says that a file was not taken in, and why.
    ///
    /// # Errors
    /// `Unavailable` when the folder cannot be written.
    pub fn rejected(&self, parcel: Parcel, reason: &str) -> Result<PathBuf> {
        let mut folder = self.root.join(REJECTED);
        if let Some(loan) = &parcel.loan {
            folder = folder.join(safe_name(loan));
        }
        self.put_away(parcel, &folder, Some(reason))
    }

    /// Returns the files that may be taken, in the order of their paths.
    fn files(&self) -> Result<Vec<PathBuf>> {
        let own = [PROCESSING, DONE, REJECTED];
        let walk = walkdir::WalkDir::new(&self.root).sort_by_file_name().into_iter().filter_entry(|entry| {
            let name = entry.file_name().to_str().unwrap_or_default();
            entry.depth() == 0 || !(name.starts_with('.') || entry.depth() == 1 && own.contains(&name))
        });
        let mut files = Vec::new();
        for entry in walk {
            match entry {
                Ok(entry) if entry.file_type().is_file() && is_pdf_name(entry.path()) => files.push(entry.into_path()),
                Ok(_) => {}
                // What vanished while it was walked is somebody else's.
                Err(error) if error.io_error().is_some_and(|error| error.kind() == IoKind::NotFound) => {}
                Err(error) => {
                    let path = error.path().unwrap_or(&self.root).to_path_buf();
                    let error = error.into_io_error().unwrap_or_else(|| IoKind::Other.into());
                    return Err(refused(&path, error));
                }
            }
        }
        Ok(files)
    }

    /// Returns a file's loan: the one that a list beside it or in the inbox names, else the first folder's name.
    fn loan_of(
        &self,
        path: &Path,
        lists: &mut HashMap<PathBuf, Result<LoanList, (PathBuf, String)>>,
    ) -> Result<Option<String>, (PathBuf, String)> {
        let beside = path.parent().unwrap_or(&self.root).to_path_buf();
        for folder in [beside, self.root.clone()] {
            let list = lists.entry(folder.clone()).or_insert_with(|| LoanList::of_folder(&folder));
            let relative = path.strip_prefix(&folder).unwrap_or(path);
            match list {
                Ok(list) => {
                    if let Some(loan) = list.loan(&shown(relative)) {
                        return Ok(Some(loan.to_string()));
                    }
                }
                Err(problem) => return Err(problem.clone()),
            }
        }
        let relative = path.strip_prefix(&self.root).unwrap_or(path);
        let folders = relative.components().count().saturating_sub(1);
        Ok(relative
            .components()
            .next()
            .filter(|_| folders > 0)
            .map(|part| part.as_os_str().to_string_lossy().into_owned()))
    }

    /// Claims a file; `None` when another process was faster or the file has changed after all.
    fn claim(&self, path: &Path, sight: &Sight, loan: Option<String>) -> Result<Option<Parcel>> {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let folder = self.root.join(PROCESSING).join(Uuid::now_v7().to_string());
        fs::create_dir(&folder).map_err(|error| refused(&folder, error))?;
        let relative = shown(path.strip_prefix(&self.root).unwrap_or(path));
        let claim = Claim { path: relative, name: name.clone(), loan };
        let lock = write_claim(&folder, &claim).map_err(|error| refused(&folder, error))?;
        let claimed = folder.join(&name);
        let give_up = || {
            let _ = fs::remove_dir_all(&folder);
        };
        match fs::rename(path, &claimed) {
            Ok(()) => {}
            Err(error) if error.kind() == IoKind::NotFound => {
                give_up();
                return Ok(None);
            }
            Err(error) => {
                give_up();
                return Err(refused(path, error));
            }
        }
        let unchanged = sight_of(&claimed).is_some_and(|now| now.is_as(sight));
        if !unchanged && fs::rename(&claimed, path).is_ok() {
            give_up();
            return Ok(None);
        }
        // Best effort: one that stays says that a file is complete that is gone.
        let _ = fs::remove_file(ready_file(path));
        Ok(Some(Parcel { path: claim.path, name, loan: claim.loan, folder, _lock: lock }))
    }

    /// Takes over what processes had claimed that have died.
    fn left_behind(&self) -> Result<Vec<Parcel>> {
        let processing = self.root.join(PROCESSING);
        let entries = fs::read_dir(&processing).map_err(|error| refused(&processing, error))?;
        let mut folders: Vec<PathBuf> =
            entries.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
        folders.sort();
        let mut parcels = Vec::new();
        for folder in folders {
            let Ok(lock) = File::open(folder.join(CLAIM)) else {
                remove_abandoned(&folder);
                continue;
            };
            if matches!(lock.try_lock(), Err(fs::TryLockError::WouldBlock)) {
                continue;
            }
            let note = fs::read(folder.join(CLAIM)).ok().and_then(|note| serde_json::from_slice::<Claim>(&note).ok());
            let Some(claim) = note else { continue };
            if folder.join(&claim.name).is_file() {
                parcels.push(Parcel { path: claim.path, name: claim.name, loan: claim.loan, folder, _lock: lock });
            } else {
                // It died before or after it had the file.
                let _ = fs::remove_dir_all(&folder);
            }
        }
        Ok(parcels)
    }

    fn put_away(&self, parcel: Parcel, folder: &Path, reason: Option<&str>) -> Result<PathBuf> {
        fs::create_dir_all(folder).map_err(|error| refused(folder, error))?;
        let mut target = folder.join(&parcel.name);
        if target.exists() {
            let claim = parcel.folder.file_name().unwrap_or_default().to_string_lossy();
            target = folder.join(format!("{}~{}", short_id(&claim), parcel.name));
        }
        if let Some(reason) = reason {
            let mut note = target.clone().into_os_string();
            note.push(".reason.txt");
            fs::write(&note, format!("{reason}\n")).map_err(|error| refused(folder, error))?;
        }
        fs::rename(parcel.file(), &target).map_err(|error| refused(&target, error))?;
        // Best effort: an empty claim is removed by the next look of any process.
        let _ = fs::remove_dir_all(&parcel.folder);
        Ok(target)
    }
}

/// Removes an empty folder of a claim that nobody is about to write.
fn remove_abandoned(folder: &Path) {
    let modified = fs::metadata(folder).and_then(|metadata| metadata.modified());
    let age = modified.map(|modified| SystemTime::now().duration_since(modified).unwrap_or_default());
    if age.is_ok_and(|age| age > ABANDONED) {
        // A folder that holds something refuses, which is right.
        let _ = fs::remove_dir(folder);
    }
}

fn write_claim(folder: &Path, claim: &Claim) -> std::io::Result<File> {
    // Locked before it says anything: whoever reads it finds it whole or held.
    let file = File::create(folder.join(CLAIM))?;
    // A file system that knows no locks serves one process at a time.
    let _ = file.lock();
    serde_json::to_writer(&file, claim)?;
    file.sync_all()?;
    Ok(file)
}

fn sight_of(path: &Path) -> Option<Sight> {
    let metadata = fs::metadata(path).ok()?;
    Some(Sight { size_bytes: metadata.len(), modified: metadata.modified().ok(), since: Instant::now() })
}

fn ready_file(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(READY);
    PathBuf::from(name)
}

/// Tells whether a file's name says that it is a PDF.
pub(super) fn is_pdf_name(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pdf"))
}

/// Returns a path with slashes.
fn shown(path: &Path) -> String {
    path.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

fn refused(path: &Path, error: std::io::Error) -> Error {
    Error::new(ErrorKind::Unavailable, format!("the inbox refuses {}: {error}", path.display()))
        .hint("check that you may read and write there, and that there is space")
        .caused_by(error)
}
