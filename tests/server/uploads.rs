//! Uploads: all parts are taken, or none.

use super::site::{Answer, Site, form};
use super::world::World;
use crate::support::{locked_pdf, pdf};
use reqwest::blocking::multipart::{Form, Part};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;

fn part(name: &str, bytes: &[u8]) -> Part {
    Part::bytes(bytes.to_vec()).file_name(name.to_string())
}

fn send(site: &Site, world: &World, form: Form) -> Answer {
    let path = world.first.path("/loans/{loanId}/source-files");
    Answer::of(site.ask(&world.first.operator, "POST", &path).multipart(form))
}

fn names(site: &Site, world: &World) -> Vec<String> {
    let files = site.get(&world.first.reader, &world.first.path("/loans/{loanId}/source-files"));
    files["data"].as_array().unwrap().iter().map(|file| file["fileName"].as_str().unwrap().to_string()).collect()
}

/// All files below a folder.
fn stored(folder: &Path) -> BTreeSet<String> {
    let files = walkdir::WalkDir::new(folder).into_iter().map(Result::unwrap);
    files.filter(|entry| entry.file_type().is_file()).map(|entry| entry.path().display().to_string()).collect()
}

#[test]
fn several_files_are_taken_in_their_order() {
    let world = World::get();
    let site = world.copy(&["--jobs", "0"], &[]);
    let letters: Vec<Vec<u8>> = ["one", "two", "three"].iter().map(|text| pdf(&[text])).collect();
    let files =
        [("b.pdf", letters[0].clone()), ("folder\\a.pdf", letters[1].clone()), ("../../c.pdf", letters[2].clone())];
    let taken = send(&site, world, form(&files));
    assert_eq!(taken.status, 202, "{}", taken.text());
    let taken = taken.json()["data"].as_array().unwrap().clone();
    let name = |file: &Value| file["fileName"].as_str().unwrap().to_string();
    assert_eq!(
        taken.iter().map(name).collect::<Vec<_>>(),
        ["b.pdf", "a.pdf", "c.pdf"],
        "folders of the sender are not kept"
    );
    for (file, bytes) in taken.iter().zip(&letters) {
        let members: Vec<&str> = file.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(members.len(), 5, "{members:?}");
        assert_eq!(file["sizeBytes"], bytes.len());
        assert_eq!(file["uploadStatus"], "RECEIVED");
    }
    assert!(names(&site, world).ends_with(&["b.pdf".to_string(), "a.pdf".to_string(), "c.pdf".to_string()]));
}

#[test]
fn one_bad_part_refuses_all_and_stores_nothing() {
    let world = World::get();
    let settings = [("LOANFILE_LIMITS_FILE_BYTES", "20000"), ("LOANFILE_SERVER_UPLOAD_FILES", "3")];
    let site = world.copy(&["--jobs", "0"], &[settings[0], settings[1], ("LOANFILE_LIMITS_FILE_PAGES", "4")]);
    let blobs = site.program.workspace().join("blobs");
    let (files, kept) = (names(&site, world), stored(&blobs));
    let good = pdf(&["a good letter"]);
    let whole = pdf(&["one", "two", "three"]);
    let bad: [(&str, Vec<u8>, u16, &str); 6] = [
        ("notes.txt", b"no PDF at all".to_vec(), 400, "notes.txt"),
        ("empty.pdf", Vec::new(), 400, "empty.pdf"),
        ("half.pdf", whole[..whole.len() / 8].to_vec(), 400, "half.pdf"),
        ("locked.pdf", locked_pdf(&["secret"], "open sesame"), 400, "locked.pdf"),
        ("long.pdf", pdf(&["1", "2", "3", "4", "5"]), 400, "long.pdf"),
        ("large.pdf", [&good[..], &[b' '; 30_000]].concat(), 413, "large.pdf"),
    ];
    for (name, bytes, status, named) in bad {
        for last in [true, false] {
            let (a, b) = if last {
                (part("good.pdf", &good), part(name, &bytes))
            } else {
                (part(name, &bytes), part("good.pdf", &good))
            };
            let told = send(&site, world, Form::new().part("files", a).part("files", b)).refusal(status);
            assert!(told.contains(named), "{name}: {told}");
        }
    }
    let four = (0..4).fold(Form::new(), |form, _| form.part("files", part("good.pdf", &good)));
    assert!(send(&site, world, four).refusal(400).contains('3'), "too many files");
    let misnamed = Form::new().part("files", part("good.pdf", &good)).part("file", part("other.pdf", &good));
    assert!(send(&site, world, misnamed).refusal(400).contains("\"file\""), "a part of another name");
    send(&site, world, Form::new()).refusal(400);
    let path = world.first.path("/loans/{loanId}/source-files");
    let raw = |kind: &str, body: &'static str| {
        Answer::of(site.ask(&world.first.operator, "POST", &path).header("content-type", kind).body(body))
    };
    raw("application/pdf", "%PDF-1.4").refusal(415);
    raw("multipart/form-data", "x").refusal(415);
    raw("multipart/form-data; boundary=b", "--b\r\nContent-Disposition: form-data; name=\"files\"\r\n\r\nhalf")
        .refusal(400);
    assert_eq!(names(&site, world), files);
    assert_eq!(stored(&blobs), kept, "no byte of a refused upload stays");
    assert_eq!(send(&site, world, form(&[("good.pdf", good)])).status, 202);
}

#[test]
fn fifty_uploads_at_once_lose_nothing() {
    let world = World::get();
    let site = world.copy(&["--jobs", "0"], &[]);
    let before = names(&site, world).len();
    std::thread::scope(|scope| {
        for number in 0..50 {
            let site = &site;
            scope.spawn(move || {
                let name = format!("letter-{number}.pdf");
                let taken = send(site, world, form(&[(&name, pdf(&[&format!("letter {number}")]))]));
                assert_eq!(taken.status, 202, "{}", taken.text());
            });
        }
    });
    let all: BTreeSet<String> = names(&site, world).into_iter().filter(|name| name.starts_with("letter-")).collect();
    assert_eq!((all.len(), names(&site, world).len()), (50, before + 50));
}
