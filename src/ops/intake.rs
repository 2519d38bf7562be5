//! Takes in what arrives in a folder or a bucket.

#[cfg(feature = "connectors")]
mod bucket;
mod folder;

use super::Caller;
use super::ingest::{Ingest, Received, Repeat, ingest};
#[cfg(not(feature = "connectors"))]
use crate::error::Error;
use crate::error::{ErrorKind, Result};
use crate::los::Alarm;
use crate::model::{Origin, Secret};
use crate::views::SourceFileView;
use crate::worker::WorkerPool;
use crate::workspace::Workspace;
use serde::Serialize;
use std::io::Read;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How long it is waited after something happened before it is looked again.
const PAUSE: Duration = Duration::from_millis(300);

/// Where files arrive and how they are taken.
pub struct IntakeSettings<'i> {
    /// A folder, or a bucket as `s3://bucket/prefix`.
    pub source: &'i str,
    /// The loan of files for which nothing names one.
    pub loan: Option<&'i str>,
    /// How often it is looked by itself; a file that has not changed for so long is complete.
    pub poll: Duration,
    /// The password to try when a file needs one.
    pub password: Option<&'i Secret>,
}

/// A place where files arrive.
pub struct Intake<'i> {
    inlet: Inlet,
    settings: IntakeSettings<'i>,
}

enum Inlet {
    Folder(folder::Inlet),
    #[cfg(feature = "connectors")]
    Bucket(bucket::Inlet),
}

/// What became of a file.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Arrival {
    /// Where it was, from the watched folder or prefix.
    pub path: String,
    /// The loan it belongs to.
    pub loan: Option<String>,
    /// What became of it.
    #[serde(flatten)]
    pub outcome: ArrivalOutcome,
}

/// What became of a file that arrived.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "outcome", rename_all = "camelCase")]
pub enum ArrivalOutcome {
    /// It was taken in.
    #[serde(rename_all = "camelCase")]
    Taken {
        /// The source file it became.
        source_file: SourceFileView,
    },
    /// The loan has it already.
    #[serde(rename_all = "camelCase")]
    Known {
        /// The source file that the loan has.
        source_file: SourceFileView,
    },
    /// It was not taken.
    Rejected {
        /// Why.
        reason: String,
    },
}

/// What one round came to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Round {
    /// How many files were taken in.
    pub taken: usize,
    /// How many were not taken, and how many could not be judged.
    pub rejected: usize,
    /// How many may still be growing.
    pub growing: usize,
    /// Lists of loans that cannot be understood.
    pub problems: Vec<String>,
}

impl<'i> Intake<'i> {
    /// Opens a place where files arrive.
    ///
    /// # Errors
    /// `NotFound` when there is no such folder, `InvalidInput` when a bucket is named wrongly.
    pub fn open(settings: IntakeSettings<'i>) -> Result<Self> {
        if let Some(loan) = settings.loan {
            super::check_loan_id(loan)?;
        }
        let inlet = match settings.source.strip_prefix("s3://") {
            None => Inlet::Folder(folder::Inlet::open(Path::new(settings.source), settings.poll)?),
            #[cfg(feature = "connectors")]
            Some(_) => Inlet::Bucket(bucket::Inlet::open(settings.source)?),
            #[cfg(not(feature = "connectors"))]
            Some(_) => {
                return Err(Error::invalid_input("this program was built without the feature `connectors`"));
            }
        };
        Ok(Self { inlet, settings })
    }

    /// Takes in what is complete, and tells of each file.
    ///
    /// # Errors
    /// Trouble with the place or the workspace; a file that was begun is taken up again by the next round.
    pub fn round(
        &mut self,
        workspace: &Workspace,
        caller: &Caller,
        workers: &WorkerPool,
        stop: &AtomicBool,
        told: &mut dyn FnMut(&Arrival) -> Result<()>,
    ) -> Result<Round> {
        let desk = Desk { workspace, caller, workers, settings: &self.settings, stop };
        let mut round = Round::default();
        let mut note = |round: &mut Round, arrival: &Arrival| {
            match arrival.outcome {
                ArrivalOutcome::Taken { .. } => round.taken += 1,
                ArrivalOutcome::Known { .. } => {}
                ArrivalOutcome::Rejected { .. } => round.rejected += 1,
            }
            told(arrival)
        };
        match &mut self.inlet {
            Inlet::Folder(inlet) => inlet.round(&desk, &mut round, &mut note)?,
            #[cfg(feature = "connectors")]
            Inlet::Bucket(inlet) => inlet.round(&desk, &mut round, &mut note)?,
        }
        Ok(round)
    }

    /// Waits until it is worth looking again, or until it is to stop.
    pub fn wait(&self, stop: &AtomicBool) {
        match &self.inlet {
            Inlet::Folder(inlet) => inlet.alarm().wait(PAUSE.min(self.settings.poll), self.settings.poll, stop),
            #[cfg(feature = "connectors")]
            Inlet::Bucket(_) => bucket::wait(self.settings.poll, stop),
        }
    }
}

/// What is told of each file while a round goes on.
type Note<'n> = dyn FnMut(&mut Round, &Arrival) -> Result<()> + 'n;

/// Where files are taken in.
struct Desk<'d> {
    workspace: &'d Workspace,
    caller: &'d Caller,
    workers: &'d WorkerPool,
    settings: &'d IntakeSettings<'d>,
    stop: &'d AtomicBool,
}

impl Desk<'_> {
    /// Returns the loan of a file: the one that is named for it, else the one for all.
    fn loan(&self, named: Option<&str>) -> Option<String> {
        named.or(self.settings.loan).map(str::to_string)
    }

    /// Takes a file in; what is wrong with the file itself is an outcome.
    fn take(&self, name: &str, loan: Option<&str>, bytes: &mut dyn Read) -> Result<ArrivalOutcome> {
        let Some(loan) = loan else {
            return Ok(ArrivalOutcome::Rejected { reason: NO_LOAN.to_string() });
        };
        let input = Ingest {
            external_loan_id: loan,
            file_name: name.to_string(),
            bytes,
            password: self.settings.password,
            repeat: Repeat::Skip,
            origin: Origin::Los,
        };
        match ingest(self.workspace, self.caller, self.workers, input) {
            Ok(Received::Taken(source_file)) => Ok(ArrivalOutcome::Taken { source_file }),
            Ok(Received::AlreadyThere(source_file)) => Ok(ArrivalOutcome::Known { source_file }),
            Err(error) if error.kind() == ErrorKind::InvalidInput => {
                let hint = error.hint_text().map(|hint| format!(" ({hint})")).unwrap_or_default();
                Ok(ArrivalOutcome::Rejected { reason: format!("{error}{hint}") })
            }
            Err(error) => Err(error),
        }
    }

    fn is_stopping(&self) -> bool {
        self.stop.load(std::sync::atomic::Ordering::Relaxed)
    }
}

const NO_LOAN: &str = "no loan is named for it; put it into a folder of the loan's id, name it in a manifest.json or \
                       manifest.csv, or give --loan";
