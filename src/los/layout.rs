//! A loan as a folder of files: what belongs there, and how it gets there without ever being half there.
//!
//! Invariant: `_COMPLETE` is there only while every file that the manifest names is there. A push that was killed is
//! finished by the next one; what was there already is not written again.

use super::index_page;
use super::manifest::{
    COMPLETE, DigestWriter, DocumentEntry, FileEntry, FileKind, Held, MANIFEST, Manifest, SCHEMA, sha256_of,
};
use super::mismo;
use super::names::{safe_name, short_id};
use super::package::{Effect, LoanPackage, Los, PackedDocument, Pushed};
use super::record::{DocumentRecord, LoanRecord};
use super::shelf::{Content, Shelf};
use super::stacking::Stacking;
use super::tables;
use crate::error::{Error, ErrorKind, Result};
use serde::Serialize;
use std::collections::BTreeMap;

/// The folder that holds what was replaced or withdrawn.
const SUPERSEDED: &str = "superseded";

/// A folder a loan, on a disk or in a bucket.
pub struct LoanFolders<S> {
    shelf: S,
    /// What stands before each loan's folder; empty, or with a slash at its end.
    prefix: String,
    stacking: Stacking,
}

impl<S: Shelf> LoanFolders<S> {
    /// Keeps the folders of loans on a shelf, below a prefix, in an order.
    pub fn new(shelf: S, prefix: &str, stacking: Stacking) -> Self {
        Self { shelf, prefix: prefix.to_string(), stacking }
    }
}

impl<S: Shelf> Los for LoanFolders<S> {
    fn push(&self, package: &LoanPackage, done: &mut dyn FnMut(Effect) -> Result<()>) -> Result<()> {
        let folder = LoanFolder { shelf: &self.shelf, root: self.root(&package.loan), stacking: &self.stacking };
        let present = folder.settle(package)?;
        for document in &package.documents {
            let Some(held) = present.iter().find(|held| held.record.document_id == document.record.document_id) else {
                continue;
            };
            done(Effect::Pushed(Pushed {
                document: held.record.document_id,
                push_key: held.record.push_key.clone(),
                location: self.shelf.location(&folder.at(&held.pdf_path())),
            }))?;
        }
        package.withdrawn.iter().try_for_each(|document| done(Effect::Withdrawn(*document)))
    }
}

impl<S> LoanFolders<S> {
    /// Returns the path of a loan's folder: its readable name and what keeps two of the same name apart.
    fn root(&self, loan: &LoanRecord) -> String {
        let id = loan.loan_id.to_string();
        format!("{}{}~{}", self.prefix, safe_name(&loan.external_loan_id), short_id(&id))
    }
}

/// The folder of one loan.
struct LoanFolder<'s, S> {
    shelf: &'s S,
    root: String,
    stacking: &'s Stacking,
}

/// What is to be done about the folder of a loan.
struct Plan<'p> {
    /// What stays.
    kept: Vec<Held>,
    /// What is to be written.
    new: Vec<&'p PackedDocument>,
    /// What is to be moved away.
    replaced: Vec<FileEntry>,
}

impl<S: Shelf> LoanFolder<'_, S> {
    fn at(&self, path: &str) -> String {
        format!("{}/{path}", self.root)
    }

    /// Makes the folder what it should be and returns the documents that are in it, in order.
    fn settle(&self, package: &LoanPackage) -> Result<Vec<Held>> {
        let (old, complete) = self.manifest()?;
        if let Some(other) = old.as_ref().filter(|old| old.loan_id != package.loan.loan_id.to_string()) {
            let message = format!("{} holds loan {}", self.shelf.location(&self.root), other.external_loan_id);
            return Err(Error::conflict(message).hint("move that folder away, or export to another target"));
        }
        let plan = self.plan(package, old.as_ref())?;
        if complete && plan.new.is_empty() && plan.replaced.is_empty() {
            return Ok(plan.kept);
        }
        if old.is_none() && plan.new.is_empty() {
            // Nothing is there and nothing should be.
            return Ok(plan.kept);
        }
        self.shelf.clear_unfinished(&self.root)?;
        self.shelf.remove(&self.at(COMPLETE))?;
        let mut superseded = old.map(|old| old.superseded).unwrap_or_default();
        for entry in plan.replaced {
            superseded.push(self.set_aside(entry)?);
        }
        superseded.sort_by(|a, b| a.path.cmp(&b.path));
        superseded.dedup_by(|a, b| a.path == b.path);
        let mut present = plan.kept;
        for document in plan.new {
            present.push(self.write_document(document)?);
        }
        present.sort_by_cached_key(|held| self.stacking.place(&held.record));
        self.finish(package, &present, superseded)?;
        Ok(present)
    }

    /// Returns the manifest that is there, and whether the folder is whole.
    fn manifest(&self) -> Result<(Option<Manifest>, bool)> {
        let Some(bytes) = self.shelf.read(&self.at(MANIFEST))? else { return Ok((None, false)) };
        let complete = self.shelf.read(&self.at(COMPLETE))?;
        let complete = complete.is_some_and(|digest| String::from_utf8_lossy(&digest).trim() == sha256_of(&bytes));
        // One that cannot be understood is written again.
        Ok((serde_json::from_slice(&bytes).ok(), complete))
    }

    fn plan<'p>(&self, package: &'p LoanPackage, old: Option<&Manifest>) -> Result<Plan<'p>> {
        let mut there: BTreeMap<_, Vec<&FileEntry>> = BTreeMap::new();
        for entry in old.into_iter().flat_map(|old| &old.files) {
            if let Some(document) = &entry.document {
                there.entry(document.document_id).or_default().push(entry);
            }
        }
        let mut plan = Plan { kept: Vec::new(), new: Vec::new(), replaced: Vec::new() };
        for document in &package.documents {
            let entries = there.remove(&document.record.document_id).unwrap_or_default();
            let path = self.stacking.path(&document.record);
            match self.held(&entries)? {
                Some(held) if held.record.push_key == document.record.push_key && held.path == path => {
                    plan.kept.push(held);
                }
                _ => {
                    plan.replaced
                        .extend(entries.into_iter().filter(|entry| !is_state(entry, &path, document)).cloned());
                    plan.new.push(document);
                }
            }
        }
        for (id, entries) in there {
            match self.held(&entries)? {
                Some(held) if !package.withdrawn.contains(&id) => plan.kept.push(held),
                _ => plan.replaced.extend(entries.into_iter().cloned()),
            }
        }
        plan.kept.sort_by_cached_key(|held| self.stacking.place(&held.record));
        Ok(plan)
    }

    /// Returns a document whose two files are there as the manifest says; `None` when something is missing.
    fn held(&self, entries: &[&FileEntry]) -> Result<Option<Held>> {
        let of_kind = |kind| entries.iter().find(|entry| entry.kind == kind).copied();
        let (Some(pdf), Some(fields)) = (of_kind(FileKind::Document), of_kind(FileKind::Fields)) else {
            return Ok(None);
        };
        if self.shelf.size(&self.at(&pdf.path))? != Some(pdf.size_bytes) {
            return Ok(None);
        }
        let Some(bytes) = self.shelf.read(&self.at(&fields.path))? else { return Ok(None) };
        if sha256_of(&bytes) != fields.sha256 {
            return Ok(None);
        }
        let Ok(record) = serde_json::from_slice::<DocumentRecord>(&bytes) else { return Ok(None) };
        let path = pdf.path.strip_suffix(".pdf").unwrap_or(&pdf.path).to_string();
        Ok(Some(Held { record, path, files: [pdf.clone(), fields.clone()] }))
    }

    /// Moves a file that was replaced or withdrawn, and returns where it is then.
    fn set_aside(&self, entry: FileEntry) -> Result<FileEntry> {
        let name = entry.path.rsplit('/').next().unwrap_or(&entry.path);
        let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
        let key = entry.document.as_ref().and_then(|document| document.push_key.get(..8)).unwrap_or("00000000");
        let path = format!("{SUPERSEDED}/{stem} {key}.{ending}");
        // A killed push may have put the new file there already: only the old one is moved.
        let same = match self.shelf.size(&self.at(&entry.path))? {
            Some(size) if size == entry.size_bytes => {
                self.shelf.read(&self.at(&entry.path))?.is_some_and(|bytes| sha256_of(&bytes) == entry.sha256)
            }
            _ => false,
        };
        if same {
            self.shelf.rename(&self.at(&entry.path), &self.at(&path))?;
        }
        Ok(FileEntry { path, ..entry })
    }

    fn write_document(&self, document: &PackedDocument) -> Result<Held> {
        let record = &document.record;
        let path = self.stacking.path(record);
        let size_bytes = checked_size(document)?;
        let state = DocumentEntry::from(record);
        let pdf = FileEntry {
            path: format!("{path}.pdf"),
            sha256: record.content_sha256.clone(),
            size_bytes,
            kind: FileKind::Document,
            document: Some(state.clone()),
        };
        self.shelf.write(&self.at(&pdf.path), Content::Copy(&document.pdf))?;
        let bytes = json(record)?;
        let mut fields = self.write(&format!("{path}.json"), &bytes, FileKind::Fields)?;
        fields.document = Some(state);
        Ok(Held { record: record.clone(), path, files: [pdf, fields] })
    }

    fn write(&self, path: &str, bytes: &[u8], kind: FileKind) -> Result<FileEntry> {
        self.shelf.write(&self.at(path), Content::Bytes(bytes))?;
        let size_bytes = bytes.len() as u64;
        Ok(FileEntry { path: path.to_string(), sha256: sha256_of(bytes), size_bytes, kind, document: None })
    }

    /// Writes what is about the loan as a whole, the manifest, and last of all that the folder is whole.
    fn finish(&self, package: &LoanPackage, present: &[Held], superseded: Vec<FileEntry>) -> Result<()> {
        let stacked: Vec<&Held> = present.iter().collect();
        let loan =
            LoanFile { loan: &package.loan, documents: stacked.iter().map(|held| DocumentFile::of(held)).collect() };
        let files = [
            ("loan.json", json(&loan)?),
            ("documents.csv", tables::documents_csv(&stacked)?),
            ("fields.csv", tables::fields_csv(&stacked)?),
            ("loan.mismo.xml", mismo::message(&package.loan, &stacked).into_bytes()),
            ("index.html", index_page::page(&package.loan, &stacked, self.stacking).into_bytes()),
        ];
        let mut entries: Vec<FileEntry> = present.iter().flat_map(|held| held.files.clone()).collect();
        for (name, bytes) in files {
            entries.push(self.write(name, &bytes, FileKind::Loan)?);
        }
        let manifest = Manifest {
            schema: SCHEMA.to_string(),
            loan_id: package.loan.loan_id.to_string(),
            external_loan_id: package.loan.external_loan_id.clone(),
            written_at: package.now.to_string(),
            audit_head: package.audit_head.clone(),
            files: entries,
            superseded,
        };
        let bytes = json(&manifest)?;
        self.shelf.write(&self.at(MANIFEST), Content::Bytes(&bytes))?;
        self.shelf.write(&self.at(COMPLETE), Content::Bytes(format!("{}\n", sha256_of(&bytes)).as_bytes()))
    }
}

/// Returns the size of a document's PDF, of which every byte was looked at: a damaged one must not get further.
fn checked_size(document: &PackedDocument) -> Result<u64> {
    let unreadable = |error| super::folder::lost(&document.pdf, error);
    let mut digest = DigestWriter::default();
    let mut file = std::fs::File::open(&document.pdf).map_err(unreadable)?;
    let size_bytes = std::io::copy(&mut file, &mut digest).map_err(unreadable)?;
    if digest.hexadecimal() == document.record.content_sha256 {
        return Ok(size_bytes);
    }
    let message = format!("the PDF of document {} is damaged: its bytes have changed", document.record.document_id);
    Err(Error::new(ErrorKind::Integrity, message).hint("restore the workspace from a backup"))
}

/// Tells whether an entry is of the very state of a document that is to be written, at the same path.
fn is_state(entry: &FileEntry, path: &str, document: &PackedDocument) -> bool {
    entry.path.strip_prefix(path).is_some_and(|ending| ending == ".pdf" || ending == ".json")
        && entry.document.as_ref().is_some_and(|there| there.push_key == document.record.push_key)
}

/// The file `loan.json`.
#[derive(Serialize)]
struct LoanFile<'l> {
    loan: &'l LoanRecord,
    documents: Vec<DocumentFile<'l>>,
}

#[derive(Serialize)]
struct DocumentFile<'l> {
    file: String,
    #[serde(flatten)]
    record: &'l DocumentRecord,
}

impl<'l> DocumentFile<'l> {
    fn of(held: &'l Held) -> Self {
        Self { file: held.pdf_path(), record: &held.record }
    }
}

fn json<T: Serialize>(value: &T) -> Result<Vec<u8>> {
    let mut bytes = serde_json::to_vec_pretty(value)
        .map_err(|error| Error::new(ErrorKind::Internal, "a record cannot be written as JSON").caused_by(error))?;
    bytes.push(b'\n');
    Ok(bytes)
}
