//! A loan's folder: whole or not called so, never written twice, old states kept aside.

use super::packages::{document, field, package};
use loanfile::los::{
    COMPLETE, Content, Effect, FileKind, Folder, LoanFolders, LoanPackage, Los, MANIFEST, Manifest, Shelf, Stacking,
};
use loanfile::model::{ValueKind, hexadecimal};
use sha2::{Digest, Sha256};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Returns every file of a folder with its bytes, by path.
pub fn snapshot(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = walkdir::WalkDir::new(folder).into_iter().flatten();
    entries
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| {
            let path = entry.path().strip_prefix(folder).unwrap().to_str().unwrap().to_string();
            (path, std::fs::read(entry.path()).unwrap())
        })
        .collect()
}

/// Asserts that a loan's folder is whole: every file of the manifest is there as it says, and nothing else is.
pub fn assert_whole(files: &BTreeMap<String, Vec<u8>>) -> Manifest {
    let digest = |bytes: &[u8]| hexadecimal(&Sha256::digest(bytes));
    let manifest: Manifest = serde_json::from_slice(&files[MANIFEST]).unwrap();
    assert_eq!(String::from_utf8_lossy(&files[COMPLETE]).trim(), digest(&files[MANIFEST]));
    let mut named = vec![MANIFEST.to_string(), COMPLETE.to_string()];
    for entry in manifest.files.iter().chain(&manifest.superseded) {
        let bytes = files.get(&entry.path).unwrap_or_else(|| panic!("{} is not there", entry.path));
        assert_eq!((digest(bytes), bytes.len() as u64), (entry.sha256.clone(), entry.size_bytes), "{}", entry.path);
        named.push(entry.path.clone());
    }
    named.sort();
    assert_eq!(named, files.keys().cloned().collect::<Vec<_>>(), "nothing else is there");
    manifest
}

struct Case {
    folder: tempfile::TempDir,
}

impl Case {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    fn w2(&self, number: u64, version: &str, wages: &str) -> loanfile::los::PackedDocument {
        document(self.folder.path(), number, "w2", version, vec![field("w2.wages", ValueKind::Money, wages)])
    }

    fn root(&self) -> PathBuf {
        self.folder.path().join("los")
    }

    fn push(&self, package: &LoanPackage) -> Vec<Effect> {
        let los = LoanFolders::new(Folder::new(self.root()), "", Stacking::standard().clone());
        let mut effects = Vec::new();
        los.push(package, &mut |effect| {
            effects.push(effect);
            Ok(())
        })
        .unwrap();
        effects
    }

    fn files(&self) -> BTreeMap<String, Vec<u8>> {
        snapshot(&self.root().join("L-1~89abcdef"))
    }
}

fn present(manifest: &Manifest) -> Vec<&str> {
    let pdfs = manifest.files.iter().filter(|entry| entry.kind == FileKind::Document);
    pdfs.map(|entry| entry.path.rsplit('/').next().unwrap()).collect()
}

#[test]
fn pushing_again_changes_nothing() {
    let case = Case::new();
    let mut package = package("L-1", vec![case.w2(1, "1", "10.00"), case.w2(2, "1", "20.00")]);
    assert_eq!(case.push(&package).len(), 2);
    let first = case.files();
    let manifest = assert_whole(&first);
    assert_eq!(
        present(&manifest),
        ["600-002 W2 Granite 2025 v1 [00000001].pdf", "600-002 W2 Granite 2025 v1 [00000002].pdf"]
    );
    package.now = package.now.plus(std::time::Duration::from_secs(60));
    assert_eq!(case.push(&package).len(), 2);
    assert_eq!(case.files(), first);
}

#[test]
fn a_new_version_takes_the_place_of_the_old_one() {
    let case = Case::new();
    case.push(&package("L-1", vec![case.w2(1, "1", "10.00"), case.w2(2, "1", "20.00")]));
    case.push(&package("L-1", vec![case.w2(1, "2", "11.00"), case.w2(2, "1", "20.00")]));
    let files = case.files();
    let manifest = assert_whole(&files);
    assert_eq!(
        present(&manifest),
        ["600-002 W2 Granite 2025 v1 [00000002].pdf", "600-002 W2 Granite 2025 v2 [00000001].pdf"]
    );
    assert_eq!(manifest.superseded.len(), 2);
    assert!(
        manifest
            .superseded
            .iter()
            .all(|entry| entry.path.starts_with("superseded/600-002 W2 Granite 2025 v1 [00000001]"))
    );
    let csv = String::from_utf8(files["fields.csv"].clone()).unwrap();
    assert!(csv.contains("11.00") && !csv.contains("10.00"), "{csv}");
}

#[test]
fn a_changed_value_under_the_same_version_keeps_the_old_state_too() {
    let case = Case::new();
    case.push(&package("L-1", vec![case.w2(1, "1", "10.00")]));
    case.push(&package("L-1", vec![case.w2(1, "1", "11.00")]));
    case.push(&package("L-1", vec![case.w2(1, "1", "12.00")]));
    let manifest = assert_whole(&case.files());
    assert_eq!(present(&manifest), ["600-002 W2 Granite 2025 v1 [00000001].pdf"]);
    assert_eq!(manifest.superseded.len(), 4);
}

#[test]
fn what_is_not_spoken_of_stays_and_what_is_withdrawn_goes() {
    let case = Case::new();
    let withdrawn = case.w2(3, "1", "30.00");
    case.push(&package("L-1", vec![case.w2(1, "1", "10.00"), case.w2(2, "1", "20.00"), withdrawn.clone()]));
    let mut next = package("L-1", vec![case.w2(2, "1", "20.00")]);
    next.withdrawn.insert(withdrawn.record.document_id);
    let effects = case.push(&next);
    assert!(effects.contains(&Effect::Withdrawn(withdrawn.record.document_id)), "{effects:?}");
    let manifest = assert_whole(&case.files());
    assert_eq!(
        present(&manifest),
        ["600-002 W2 Granite 2025 v1 [00000001].pdf", "600-002 W2 Granite 2025 v1 [00000002].pdf"]
    );
    // Taken back, it is there again.
    case.push(&package("L-1", vec![withdrawn]));
    assert_eq!(present(&assert_whole(&case.files())).len(), 3);
}

#[test]
fn what_somebody_removed_or_damaged_is_written_again() {
    let case = Case::new();
    let package = package("L-1", vec![case.w2(1, "1", "10.00"), case.w2(2, "1", "20.00")]);
    case.push(&package);
    let whole = case.files();
    let folder = case.root().join("L-1~89abcdef");
    for name in whole
        .keys()
        .filter(|name| name.ends_with(".pdf") || name.starts_with("6") || *name == MANIFEST || *name == COMPLETE)
    {
        std::fs::remove_file(folder.join(name)).unwrap();
        case.push(&package);
        assert_whole(&case.files());
        assert!(case.files().contains_key(name), "{name}");
        std::fs::write(folder.join(name), b"damaged").unwrap();
        case.push(&package);
        assert_whole(&case.files());
    }
}

#[test]
fn a_damaged_pdf_goes_nowhere() {
    let case = Case::new();
    let packed = case.w2(1, "1", "10.00");
    std::fs::write(&packed.pdf, b"%PDF-1.5 document X").unwrap();
    let los = LoanFolders::new(Folder::new(case.root()), "", Stacking::standard().clone());
    let error = los.push(&package("L-1", vec![packed]), &mut |_| Ok(())).unwrap_err();
    assert_eq!(error.kind(), loanfile::error::ErrorKind::Integrity, "{error}");
    assert!(snapshot(&case.root()).keys().all(|path| !path.ends_with(".pdf")));
}

#[test]
fn the_folder_of_another_loan_is_left_alone() {
    let case = Case::new();
    case.push(&package("L-1", vec![case.w2(1, "1", "10.00")]));
    let mut other = package("L-1", vec![case.w2(2, "1", "20.00")]);
    other.loan.loan_id = loanfile::model::LoanId::new(uuid::Uuid::from_u64_pair(9, 0x0123_4567_89ab_cdef));
    let before = case.files();
    let los = LoanFolders::new(Folder::new(case.root()), "", Stacking::standard().clone());
    let error = los.push(&other, &mut |_| Ok(())).unwrap_err();
    assert_eq!(error.kind(), loanfile::error::ErrorKind::Conflict, "{error}");
    assert_eq!(case.files(), before);
}

/// A folder that stops working after some changes, as if the process were killed there.
struct Failing<'f> {
    inner: Folder,
    left: &'f RefCell<u32>,
}

impl Failing<'_> {
    fn change<T>(&self, change: impl FnOnce() -> loanfile::error::Result<T>) -> loanfile::error::Result<T> {
        let mut left = self.left.borrow_mut();
        *left = left.checked_sub(1).ok_or_else(|| loanfile::error::Error::internal("killed"))?;
        change()
    }
}

impl Shelf for Failing<'_> {
    fn read(&self, path: &str) -> loanfile::error::Result<Option<Vec<u8>>> {
        self.inner.read(path)
    }
    fn size(&self, path: &str) -> loanfile::error::Result<Option<u64>> {
        self.inner.size(path)
    }
    fn write(&self, path: &str, content: Content<'_>) -> loanfile::error::Result<()> {
        self.change(|| self.inner.write(path, content))
    }
    fn rename(&self, from: &str, to: &str) -> loanfile::error::Result<()> {
        self.change(|| self.inner.rename(from, to))
    }
    fn remove(&self, path: &str) -> loanfile::error::Result<()> {
        self.change(|| self.inner.remove(path))
    }
    fn clear_unfinished(&self, path: &str) -> loanfile::error::Result<()> {
        self.inner.clear_unfinished(path)
    }
    fn location(&self, path: &str) -> String {
        self.inner.location(path)
    }
}

#[test]
fn a_push_that_is_broken_off_at_any_change_is_finished_by_the_next() {
    let undisturbed = Case::new();
    let states = |case: &Case| {
        let mut last =
            package("L-1", vec![case.w2(1, "2", "11.00"), case.w2(2, "1", "21.00"), case.w2(4, "1", "40.00")]);
        last.withdrawn.insert(case.w2(3, "1", "30.00").record.document_id);
        (package("L-1", vec![case.w2(1, "1", "10.00"), case.w2(2, "1", "20.00"), case.w2(3, "1", "30.00")]), last)
    };
    let (first, last) = states(&undisturbed);
    undisturbed.push(&first);
    undisturbed.push(&last);
    let expected = undisturbed.files();
    assert_whole(&expected);
    let mut broken_off = 0;
    for changes in 0..200 {
        let case = Case::new();
        let (first, last) = states(&case);
        case.push(&first);
        let left = RefCell::new(changes);
        let failing = Failing { inner: Folder::new(case.root()), left: &left };
        let mut told = 0;
        let pushed = LoanFolders::new(failing, "", Stacking::standard().clone()).push(&last, &mut |_| {
            told += 1;
            Ok(())
        });
        if pushed.is_ok() {
            break;
        }
        broken_off += 1;
        assert_eq!(told, 0, "nothing is told of before it is there for good");
        let files = case.files();
        if files.contains_key(COMPLETE) {
            assert_whole(&files);
        }
        case.push(&last);
        assert_eq!(case.files(), expected, "broken off after {changes} changes");
    }
    assert!(broken_off > 15, "only {broken_off} places were tried");
}

#[test]
fn temporary_files_of_a_killed_push_are_removed() {
    let case = Case::new();
    let folder = case.root().join("L-1~89abcdef");
    std::fs::create_dir_all(folder.join("600 Income")).unwrap();
    std::fs::write(folder.join("600 Income/.tmp-0001"), b"half").unwrap();
    std::fs::write(folder.join(".tmp-0002"), b"half").unwrap();
    case.push(&package("L-1", vec![case.w2(1, "1", "10.00")]));
    assert_whole(&case.files());
}
