//! Takes in what arrives in a folder.

use super::{Alarm, Arrival, ArrivalOutcome, Desk, Note, Round};
use crate::error::{Error, ErrorKind, Result};
use crate::los::{Inbox, Parcel};
use std::fs::File;
use std::path::Path;
use std::time::Duration;

/// A folder where files arrive.
pub(super) struct Inlet {
    inbox: Inbox,
    alarm: Alarm,
}

impl Inlet {
    pub(super) fn open(folder: &Path, settled: Duration) -> Result<Self> {
        let inbox = Inbox::open(folder, settled)?;
        Ok(Self { inbox, alarm: Alarm::watch(folder)? })
    }

    pub(super) fn alarm(&self) -> &Alarm {
        &self.alarm
    }

    pub(super) fn round(&mut self, desk: &Desk<'_>, round: &mut Round, note: &mut Note<'_>) -> Result<()> {
        let look = self.inbox.look()?;
        round.growing = look.growing;
        round.problems = look.problems.iter().map(|(file, problem)| format!("{}: {problem}", file.display())).collect();
        for parcel in look.parcels {
            // A parcel that is dropped is taken up again by the next round.
            if desk.is_stopping() {
                break;
            }
            let arrival = self.take(desk, parcel)?;
            note(round, &arrival)?;
        }
        Ok(())
    }

    fn take(&self, desk: &Desk<'_>, parcel: Parcel) -> Result<Arrival> {
        let loan = desk.loan(parcel.loan.as_deref());
        let file = parcel.file();
        let mut bytes = File::open(&file).map_err(|error| {
            Error::new(ErrorKind::Unavailable, format!("{} cannot be read: {error}", file.display())).caused_by(error)
        })?;
        let outcome = desk.take(&parcel.name, loan.as_deref(), &mut bytes)?;
        let path = parcel.path.clone();
        match (&outcome, &loan) {
            (ArrivalOutcome::Rejected { reason }, _) => self.inbox.rejected(parcel, reason)?,
            (_, loan) => self.inbox.done(parcel, loan.as_deref().unwrap_or_default())?,
        };
        Ok(Arrival { path, loan, outcome })
    }
}
