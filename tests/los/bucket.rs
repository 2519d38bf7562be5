//! A bucket keeps a loan's files as a folder does; a real service is tried by `tests/scripts/bucket`.

use super::packages::{document, field, package};
use loanfile::los::{
    Bucket, COMPLETE, Content, LoanFolders, Los, MANIFEST, Manifest, Shelf, Stacking, bucket_and_prefix,
};
use loanfile::model::ValueKind;
use object_store::memory::InMemory;
use std::sync::Arc;

fn paths(bucket: &Bucket) -> Vec<String> {
    bucket.list("").unwrap().into_iter().map(|object| object.path).collect()
}

#[test]
fn files_are_kept_by_path() {
    let bucket = Bucket::over(Arc::new(InMemory::new()), "memory").unwrap();
    let path = "a b~1/600 Income/600-002 W-2 #1 {50%} señor [1].pdf";
    assert_eq!(bucket.read(path).unwrap(), None);
    bucket.write(path, Content::Bytes(b"one")).unwrap();
    assert_eq!(bucket.read(path).unwrap().as_deref(), Some(&b"one"[..]));
    assert_eq!(bucket.size(path).unwrap(), Some(3));
    bucket.rename(path, "a b~1/superseded/x.pdf").unwrap();
    bucket.rename(path, "a b~1/superseded/y.pdf").unwrap();
    assert_eq!(paths(&bucket), ["a b~1/superseded/x.pdf"]);
    bucket.remove("a b~1/superseded/x.pdf").unwrap();
    bucket.remove("a b~1/superseded/x.pdf").unwrap();
    assert!(paths(&bucket).is_empty());
}

#[test]
fn a_large_file_goes_in_parts_and_arrives_whole() {
    let folder = tempfile::tempdir().unwrap();
    let bytes: Vec<u8> = (0..20_000_003_u32).map(|index| (index % 251) as u8).collect();
    std::fs::write(folder.path().join("large"), &bytes).unwrap();
    let bucket = Bucket::over(Arc::new(InMemory::new()), "memory").unwrap();
    bucket.write("large.pdf", Content::Copy(&folder.path().join("large"))).unwrap();
    assert!(bucket.read("large.pdf").unwrap().unwrap() == bytes);
}

#[test]
fn a_loan_in_a_bucket_is_laid_out_as_in_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let memory = Arc::new(InMemory::new());
    let looking = Bucket::over(memory.clone(), "memory").unwrap();
    let los = LoanFolders::new(Bucket::over(memory, "memory").unwrap(), "some/prefix/", Stacking::standard().clone());
    let w2 = |version: &str, wages: &str| {
        package(
            "L-1",
            vec![document(folder.path(), 1, "w2", version, vec![field("w2.wages", ValueKind::Money, wages)])],
        )
    };
    los.push(&w2("1", "10.00"), &mut |_| Ok(())).unwrap();
    let first = looking.list("").unwrap();
    los.push(&w2("1", "10.00"), &mut |_| Ok(())).unwrap();
    assert_eq!(looking.list("").unwrap(), first, "nothing was written again");
    los.push(&w2("2", "11.00"), &mut |_| Ok(())).unwrap();
    let root = "some/prefix/L-1~89abcdef";
    let manifest: Manifest =
        serde_json::from_slice(&looking.read(&format!("{root}/{MANIFEST}")).unwrap().unwrap()).unwrap();
    let mut named: Vec<String> =
        manifest.files.iter().chain(&manifest.superseded).map(|entry| format!("{root}/{}", entry.path)).collect();
    named.extend([MANIFEST, COMPLETE].map(|name| format!("{root}/{name}")));
    named.sort();
    assert_eq!(paths(&looking), named);
    assert_eq!(manifest.superseded.len(), 2);
}

#[test]
fn addresses_of_buckets() {
    let parsed = |url: &str| bucket_and_prefix(url).map_err(|error| error.to_string());
    let both = |bucket: &str, prefix: &str| Ok((bucket.to_string(), prefix.to_string()));
    assert_eq!(parsed("s3://loans"), both("loans", ""));
    assert_eq!(parsed("s3://loans/"), both("loans", ""));
    assert_eq!(parsed("s3://loans/a//b/"), both("loans", "a/b/"));
    for wrong in ["loans/a", "s3://", "s3:///a", "s3://loans/../a", "https://loans", "s3://lo ans"] {
        assert!(parsed(wrong).is_err(), "{wrong}");
    }
}
