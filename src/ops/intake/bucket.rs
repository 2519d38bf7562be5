//! Takes in what arrives in a bucket. Objects stay where they are; the store remembers which were looked at.

use super::{Arrival, ArrivalOutcome, Desk, Note, Round};
use crate::error::{Error, ErrorKind, Result};
use crate::los::Shelf as _;
use crate::los::{Bucket, BucketObject, BucketSettings, LoanList, bucket_and_prefix};
use crate::store::PulledObject;
use std::collections::HashMap;
use std::io::{Seek, SeekFrom};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A bucket where files arrive.
pub(super) struct Inlet {
    bucket: Bucket,
    prefix: String,
}

impl Inlet {
    /// Opens a bucket; the service's address is that of the environment (`AWS_ENDPOINT_URL`), else Amazon's.
    pub(super) fn open(url: &str) -> Result<Self> {
        let (bucket, prefix) = bucket_and_prefix(url)?;
        let endpoint = std::env::var("AWS_ENDPOINT_URL").ok().filter(|endpoint| !endpoint.is_empty());
        let allow_http = std::env::var("AWS_ALLOW_HTTP").is_ok_and(|value| value == "true");
        let region = std::env::var("AWS_REGION").ok();
        Ok(Self { bucket: Bucket::open(&BucketSettings { bucket, endpoint, region, allow_http })?, prefix })
    }

    pub(super) fn round(&mut self, desk: &Desk<'_>, round: &mut Round, note: &mut Note<'_>) -> Result<()> {
        let objects = self.bucket.list(&self.prefix)?;
        let lists = self.lists(&objects, round)?;
        for object in objects.iter().filter(|object| object.path.to_lowercase().ends_with(".pdf")) {
            if desk.is_stopping() {
                break;
            }
            let location = self.bucket.location(&object.path);
            let tenant = desk.caller.tenant.id;
            if desk.workspace.store.read(|reader| reader.pulled_object(tenant, &location, &object.etag))?.is_some() {
                continue;
            }
            let Some(arrival) = self.take(desk, object, &lists)? else { continue };
            let (source_file, reason) = match &arrival.outcome {
                ArrivalOutcome::Taken { source_file } | ArrivalOutcome::Known { source_file } => {
                    (Some(source_file.source_file_id), None)
                }
                ArrivalOutcome::Rejected { reason } => (None, Some(reason.clone())),
            };
            let etag = object.etag.clone();
            let pulled_at = desk.workspace.now();
            let pulled = PulledObject { location, etag, source_file, reason, pulled_at };
            desk.workspace.store.write(|writer| writer.add_pulled_object(tenant, &pulled))?;
            note(round, &arrival)?;
        }
        Ok(())
    }

    /// Returns the lists of loans below the prefix by the path of their folder, with a slash at its end.
    fn lists(&self, objects: &[BucketObject], round: &mut Round) -> Result<HashMap<String, LoanList>> {
        let mut lists = HashMap::new();
        for object in objects {
            let (folder, name) = object.path.rsplit_once('/').unwrap_or(("", &object.path));
            if !LoanList::NAMES.contains(&name) {
                continue;
            }
            let Some(text) = self.bucket.read(&object.path)? else { continue };
            match LoanList::of_name(name, &text) {
                Ok(list) => {
                    let folder = if folder.is_empty() { String::new() } else { format!("{folder}/") };
                    // In the order of their names the one of CSV comes first.
                    lists.insert(folder, list);
                }
                Err(problem) => round.problems.push(format!("{}: {problem}", self.bucket.location(&object.path))),
            }
        }
        Ok(lists)
    }

    /// Takes an object in; `None` when it is not there any more as it was listed.
    fn take(
        &self,
        desk: &Desk<'_>,
        object: &BucketObject,
        lists: &HashMap<String, LoanList>,
    ) -> Result<Option<Arrival>> {
        let path = object.path.strip_prefix(&self.prefix).unwrap_or(&object.path);
        let name = path.rsplit('/').next().unwrap_or(path);
        let beside = object.path.strip_suffix(name).unwrap_or_default();
        let listed = [beside, self.prefix.as_str()]
            .into_iter()
            .find_map(|folder| lists.get(folder)?.loan(object.path.strip_prefix(folder).unwrap_or(&object.path)));
        let loan = desk.loan(listed.or_else(|| path.split_once('/').map(|(folder, _)| folder)));
        let folder = desk.workspace.blobs.temporary_folder(desk.caller.tenant.id)?;
        let unwritable = |error: std::io::Error| {
            Error::new(ErrorKind::Unavailable, format!("the workspace cannot be written: {error}")).caused_by(error)
        };
        let mut file = tempfile::tempfile_in(folder).map_err(unwritable)?;
        if !self.bucket.fetch(object, &mut file)? {
            return Ok(None);
        }
        file.seek(SeekFrom::Start(0)).map_err(unwritable)?;
        let outcome = desk.take(name, loan.as_deref(), &mut file)?;
        Ok(Some(Arrival { path: path.to_string(), loan, outcome }))
    }
}

/// Waits a time, or until it is to stop.
pub(super) fn wait(time: Duration, stop: &AtomicBool) {
    let start = Instant::now();
    while start.elapsed() < time && !stop.load(Ordering::Relaxed) {
        std::thread::sleep(Duration::from_millis(100).min(time));
    }
}
