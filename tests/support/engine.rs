//! A workspace opened in the test itself.

use super::pdf;
use loanfile::model::{Origin, PageId};
use loanfile::ops::{self, Caller, Received, Repeat};
use loanfile::pipeline::{self, Engines, Silent, StepOutcome};
use loanfile::store::{Claim, Lease, NewReading, PageClaim, Scope, Share, TenantSettings, Term};
use loanfile::views::SourceFileView;
use loanfile::worker::{PoolSettings, WorkerPool};
use loanfile::workspace::{DEFAULT_TENANT, Workspace};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tempfile::TempDir;

/// A workspace with its caller and its reader processes.
pub struct Engine {
    /// The workspace.
    pub workspace: Workspace,
    /// Its default tenant.
    pub caller: Caller,
    /// Processes that read PDFs.
    pub workers: WorkerPool,
    _folder: TempDir,
}

impl Engine {
    /// Makes a workspace.
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (workspace, _) = Workspace::create(&folder.path().join("workspace"), DEFAULT_TENANT).unwrap();
        let caller = ops::caller(&workspace, DEFAULT_TENANT, "tester").unwrap();
        let mut settings = PoolSettings::new(2);
        settings.program = PathBuf::from(env!("CARGO_BIN_EXE_loanfile"));
        let workers = WorkerPool::new(settings).unwrap();
        Self { workspace, caller, workers, _folder: folder }
    }

    /// Takes a PDF with these pages into a loan.
    pub fn ingest(&self, loan: &str, name: &str, pages: &[&str]) -> SourceFileView {
        let bytes = pdf(pages);
        let input = ops::Ingest {
            external_loan_id: loan,
            file_name: name.to_string(),
            bytes: &mut bytes.as_slice(),
            password: None,
            repeat: Repeat::Skip,
            origin: Origin::Cli,
        };
        match ops::ingest(&self.workspace, &self.caller, &self.workers, input).unwrap() {
            Received::Taken(file) => file,
            Received::AlreadyThere(file) => panic!("{} was there already", file.file_name),
        }
    }

    /// Processes everything.
    pub fn process(&self) {
        let stop = AtomicBool::new(false);
        let input = ops::Process { loan: None, jobs: 2, workers: &self.workers, stop: &stop, progress: &Silent };
        ops::process(&self.workspace, &self.caller, &input).unwrap();
    }

    /// Changes the tenant's settings.
    pub fn set(&mut self, settings: TenantSettings) {
        let tenant = self.caller.tenant.id;
        self.workspace.store.write(|writer| writer.save_tenant_settings(tenant, &settings)).unwrap();
        self.caller.tenant.settings = settings;
    }

    /// Returns everything of the tenant.
    pub fn scope(&self) -> Scope {
        Scope::of_tenant(self.caller.tenant.id)
    }

    /// Claims the next document for a process of this name; a lease of 0 seconds has run out at once.
    pub fn claim(&self, owner: &str, seconds: u64) -> Option<Claim> {
        let (term, share) = (self.term(owner, seconds), Share { most: 1, sharers: 1 });
        let claims = self.workspace.store.write(|writer| writer.claim_documents(self.scope(), &term, share)).unwrap();
        claims.into_iter().next()
    }

    /// Claims up to two pages for a process of this name; a lease of 0 seconds has run out at once.
    pub fn claim_pages(&self, owner: &str, seconds: u64) -> Option<PageClaim> {
        self.claim_share_of_pages(owner, seconds, Share { most: 2, sharers: 1 }).into_iter().next()
    }

    /// Claims a share of the waiting pages, which may be of several files.
    pub fn claim_share_of_pages(&self, owner: &str, seconds: u64, share: Share) -> Vec<PageClaim> {
        let term = self.term(owner, seconds);
        self.workspace.store.write(|writer| writer.claim_pages(self.scope(), &term, share)).unwrap()
    }

    fn term<'t>(&self, owner: &'t str, seconds: u64) -> Term<'t> {
        let now = self.workspace.now();
        Term { owner, now, until: now.plus(Duration::from_secs(seconds)) }
    }

    /// Stores a reading under a lease; false when it was refused.
    pub fn commit(&self, page: PageId, lease: &Lease, reading: &NewReading) -> bool {
        let now = self.workspace.now();
        let tenant = self.caller.tenant.id;
        self.workspace.store.write(|writer| writer.commit_reading(tenant, page, lease, reading, now)).unwrap()
    }

    /// Runs the stage of a claim.
    pub fn execute(&self, claim: &Claim) -> StepOutcome {
        let library = self.workspace.library(self.caller.tenant.id).unwrap();
        let engines = Engines {
            library: &library,
            workers: &self.workers,
            blobs: &self.workspace.blobs,
            settings: &self.workspace.settings,
        };
        pipeline::execute_step(&self.workspace, &engines, self.caller.tenant.id, claim).unwrap()
    }
}
