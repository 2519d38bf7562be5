//! A workspace: the folder that holds a store, blobs and settings, with its clock and its source of ids.
//!
//! Invariant: opening makes nothing; only [`Workspace::create`] does. Several processes may have one open.

use crate::blobs::Blobs;
use crate::credentials::Pepper;
use crate::error::{Error, ErrorKind, Result};
use crate::libraries::Libraries;
use crate::library::Library;
use crate::model::{TenantId, Timestamp};
use crate::settings::Settings;
use crate::store::{Reader, Store};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use uuid::Uuid;

/// The name of the tenant that `init` makes.
pub const DEFAULT_TENANT: &str = "default";

const DATABASE: &str = "loanfile.db";
const SETTINGS: &str = "loanfile.toml";
const PEPPER: &str = "key.pepper";

/// Where moments and ids come from.
#[derive(Debug)]
pub enum Clock {
    /// The machine's clock and random UUIDs that sort by time.
    System,
    /// A millisecond more at each question, and ids that count up: the same in every run of a test.
    Counting {
        /// The moment that was told last, in microseconds.
        now: AtomicI64,
        /// The number in the id that was given last.
        id: AtomicU64,
    },
}

impl Clock {
    /// Returns a clock that starts at a moment and only moves when it is asked.
    pub fn counting(start: Timestamp) -> Self {
        Self::Counting { now: AtomicI64::new(start.micros()), id: AtomicU64::new(0) }
    }
}

/// An open workspace.
pub struct Workspace {
    root: PathBuf,
    clock: Clock,
    libraries: Libraries,
    /// Its settings.
    pub settings: Settings,
    /// Its records.
    pub store: Store,
    /// Its files.
    pub blobs: Blobs,
}

/// The longest name of a tenant, in letters.
const LONGEST_NAME: usize = 64;

/// Checks that a tenant can have a name.
///
/// # Errors
/// `InvalidInput` for one that is empty, too long, hard to type again or the UUID that another tenant may have.
pub fn check_tenant_name(name: &str) -> Result<()> {
    let wrong = |why: &str| {
        Err(Error::invalid_input(format!("{name:?} cannot be a tenant's name: {why}"))
            .hint("take 1 to 64 letters, digits, dots, dashes, underscores and spaces"))
    };
    if name.is_empty() {
        return wrong("it is empty");
    }
    if name.chars().count() > LONGEST_NAME {
        return wrong("it is too long");
    }
    if !name.chars().all(|letter| letter.is_alphanumeric() || "-_. ".contains(letter)) {
        return wrong("it has other signs than those");
    }
    if name.starts_with(['-', '.', ' ']) || name.ends_with(' ') {
        return wrong("it begins or ends with a sign");
    }
    if Uuid::parse_str(name).is_ok() {
        return wrong("a UUID stands for the tenant that has it");
    }
    Ok(())
}

/// What [`Workspace::create`] found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Creation {
    /// Nothing; it was made.
    Made,
    /// A workspace, which was left as it is.
    Existed,
}

impl Workspace {
    /// Makes a workspace in a folder, or opens the one that is there; its tenant is added when it is missing.
    ///
    /// # Errors
    /// `InvalidInput` for a name that no tenant can have, `Unavailable` when the folder cannot be written, `Integrity` when a newer program made the workspace.
    pub fn create(root: &Path, tenant: &str) -> Result<(Self, Creation)> {
        check_tenant_name(tenant)?;
        let creation = if root.join(DATABASE).exists() { Creation::Existed } else { Creation::Made };
        if !root.exists() {
            fs::create_dir_all(root).map_err(|error| unwritable(root, error))?;
            keep_private(root)?;
        }
        let store = Store::open(&root.join(DATABASE))?;
        keep_private(&root.join(DATABASE))?;
        let settings_file = root.join(SETTINGS);
        if !settings_file.exists() {
            fs::write(&settings_file, Settings::template()).map_err(|error| unwritable(&settings_file, error))?;
        }
        let workspace = Self::assemble(root, store, Clock::System)?;
        let (id, now) = (TenantId::new(workspace.new_id()), workspace.now());
        workspace.store.write(|writer| writer.add_tenant(id, tenant, now))?;
        Ok((workspace, creation))
    }

    /// Opens the workspace of a folder.
    ///
    /// # Errors
    /// `NoWorkspace` when there is none, and what the store and the settings refuse.
    pub fn open(root: &Path) -> Result<Self> {
        Self::open_with_clock(root, Clock::System)
    }

    /// Opens the workspace of a folder with a clock of the caller's choice.
    ///
    /// # Errors
    /// As [`Workspace::open`].
    pub fn open_with_clock(root: &Path, clock: Clock) -> Result<Self> {
        let database = root.join(DATABASE);
        if !database.is_file() {
            return Err(Error::new(ErrorKind::NoWorkspace, format!("no workspace in {}", root.display())).hint(
                format!(
                    "make one with \"loanfile --workspace {} init\", or name another with --workspace",
                    root.display()
                ),
            ));
        }
        Self::assemble(root, Store::open(&database)?, clock)
    }

    fn assemble(root: &Path, store: Store, clock: Clock) -> Result<Self> {
        let settings = Settings::load(&root.join(SETTINGS), std::env::vars())?;
        let blobs = Blobs::new(root.join("blobs"));
        Ok(Self { root: root.to_path_buf(), clock, libraries: Libraries::default(), settings, store, blobs })
    }

    /// Returns the folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Returns a tenant's document types as they are now.
    ///
    /// # Errors
    /// `Integrity` when a stored definition cannot be understood, and any failure of the store.
    pub fn library(&self, tenant: TenantId) -> Result<Arc<Library>> {
        self.store.read(|reader| self.libraries.of(reader, tenant))
    }

    /// Returns a tenant's document types as a transaction sees them.
    ///
    /// # Errors
    /// As [`Workspace::library`].
    pub fn library_within(&self, reader: &Reader<'_>, tenant: TenantId) -> Result<Arc<Library>> {
        self.libraries.of(reader, tenant)
    }

    /// Returns the file of the settings.
    pub fn settings_file(&self) -> PathBuf {
        self.root.join(SETTINGS)
    }

    /// Returns the file of the secret that goes into the digests of API keys.
    pub fn pepper_file(&self) -> PathBuf {
        self.root.join(PEPPER)
    }

    /// Returns that secret; `None` when the workspace has none, because it never had a key.
    ///
    /// # Errors
    /// As [`Pepper::load`].
    pub fn pepper(&self) -> Result<Option<Pepper>> {
        Pepper::load(&self.pepper_file())
    }

    /// Makes that secret.
    ///
    /// # Errors
    /// As [`Pepper::make`].
    pub fn make_pepper(&self) -> Result<Pepper> {
        Pepper::make(&self.pepper_file())
    }

    /// Returns the present moment.
    pub fn now(&self) -> Timestamp {
        match &self.clock {
            Clock::System => Timestamp::system_now(),
            Clock::Counting { now, .. } => Timestamp::from_micros(now.fetch_add(1000, Ordering::Relaxed)),
        }
    }

    /// Returns a new id; later ones sort after earlier ones.
    pub fn new_id(&self) -> Uuid {
        match &self.clock {
            Clock::System => Uuid::now_v7(),
            Clock::Counting { id, .. } => Uuid::from_u64_pair(0x7000, id.fetch_add(1, Ordering::Relaxed) + 1),
        }
    }

    /// Returns how many units of work run at once by the settings.
    pub fn jobs(&self) -> usize {
        match self.settings.process.jobs {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            jobs => jobs,
        }
    }
}

/// Borrowers' papers are nobody else's business: only the owner may look.
#[cfg(unix)]
fn keep_private(path: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let metadata = fs::metadata(path).map_err(|error| unwritable(path, error))?;
    let mode = if metadata.is_dir() { 0o700 } else { 0o600 };
    if metadata.permissions().mode() & 0o777 == mode {
        return Ok(());
    }
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).map_err(|error| unwritable(path, error))
}

#[cfg(not(unix))]
fn keep_private(_path: &Path) -> Result<()> {
    Ok(())
}

fn unwritable(path: &Path, error: std::io::Error) -> Error {
    Error::new(ErrorKind::Unavailable, format!("{} cannot be written: {error}", path.display()))
        .hint("choose another folder with --workspace, or free some space")
        .caused_by(error)
}
