//! Names of files and folders: whatever a caller says, they stay in their place.

use super::packages::{document, package};
use crate::support::Random;
use loanfile::los::{Effect, Folder, LoanFolders, Los, Stacking, safe_name};
use std::collections::BTreeSet;
use std::path::Path;

#[test]
fn odd_names_become_safe_ones() {
    let cases = [
        ("L-17", "L-17"),
        ("../../etc/passwd", "-..-etc-passwd"),
        ("..", "_"),
        (".", "_"),
        ("", "_"),
        ("   ", "_"),
        (".hidden", "hidden"),
        ("trailing. . ", "trailing"),
        ("/absolute", "-absolute"),
        ("C:\\loans\\17", "C--loans-17"),
        ("con", "_con"),
        ("NUL.txt", "_NUL.txt"),
        ("com1 .pdf", "_com1 .pdf"),
        ("console", "console"),
        ("a\0b", "a b"),
        ("line\nbreak\ttab", "line break tab"),
        ("pay\u{202e}fdp.exe", "payfdp.exe"),
        ("zero\u{200b}width", "zerowidth"),
        ("señor 貸付", "señor 貸付"),
        ("what? <now> \"this\" | that*", "what- -now- -this- - that-"),
    ];
    for (text, name) in cases {
        assert_eq!(safe_name(text), name, "{text:?}");
    }
}

#[test]
fn no_name_leaves_the_folder_or_is_too_long() {
    let root = tempfile::tempdir().unwrap();
    let outside = root.path().join("outside");
    std::fs::create_dir(&outside).unwrap();
    let target = outside.join("los");
    let mut random = Random::new(5);
    let alphabet: Vec<char> = "../\\:~ aB9\0\u{202e}\u{200b}é貸\n\t%[]{}#?*CON".chars().collect();
    let mut names: Vec<String> = vec!["x".repeat(255), "貸".repeat(255), "../".repeat(80), "~".to_string()];
    for _ in 0..30 {
        let length = 1 + (random.share() * 40.0) as usize;
        names.push(
            (0..length).map(|_| alphabet[(random.share() * alphabet.len() as f32) as usize % alphabet.len()]).collect(),
        );
    }
    let los = LoanFolders::new(Folder::new(target.clone()), "", Stacking::standard().clone());
    for name in &names {
        let mut packed = document(root.path(), 7, "w2", "1", Vec::new());
        packed.record.version_custom_name = Some(name.clone());
        packed.record.document_type_name = name.clone();
        let mut located = Vec::new();
        los.push(&package(name, vec![packed]), &mut |effect| {
            located.push(effect);
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{name:?}: {error}"));
        let Some(Effect::Pushed(pushed)) = located.first() else { panic!("{name:?}: nothing pushed") };
        let file = Path::new(&pushed.location);
        assert!(file.is_file() && file.canonicalize().unwrap().starts_with(target.canonicalize().unwrap()), "{name:?}");
        for part in file.strip_prefix(&target).unwrap().components() {
            let part = part.as_os_str().to_str().unwrap();
            assert!(part.len() <= 255 && !part.starts_with('.') && !part.ends_with([' ', '.']), "{part:?}");
        }
        std::fs::remove_dir_all(&target).unwrap();
    }
    let beside: BTreeSet<_> = std::fs::read_dir(&outside).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(beside.is_empty(), "written outside: {beside:?}");
}

#[test]
fn every_type_of_the_library_has_its_place_in_the_stack() {
    for definition in loanfile::library::Library::standard().types() {
        assert!(Stacking::standard().lists(&definition.id), "{} is not in stacking.toml", definition.id);
    }
}

#[test]
fn a_workspace_may_stack_in_its_own_order() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("order.toml");
    let own = "rest = 20\n[[groups]]\nnumber = 10\ntitle = \"First things\"\ntypes = [\"paystub\"]\n\
               [[groups]]\nnumber = 20\ntitle = \"Rest\"\ntypes = []\n";
    std::fs::write(&file, own).unwrap();
    let stacking = Stacking::load(&file).unwrap();
    let paystub = document(folder.path(), 1, "paystub", "1", Vec::new()).record;
    let w2 = document(folder.path(), 2, "w2", "1", Vec::new()).record;
    assert_eq!(stacking.path(&paystub), "010 First things/010-001 PAYSTUB Granite 2025 v1 [00000001]");
    assert_eq!(stacking.path(&w2), "020 Rest/020-999 W2 Granite 2025 v1 [00000002]");
    assert!(stacking.place(&paystub) < stacking.place(&w2));
    for (broken, reason) in [
        (own.replace("rest = 20", "rest = 30"), "rest names group 30"),
        (own.replace("number = 20", "number = 10"), "two groups have the number 10"),
        (own.replace("types = []", "types = [\"paystub\"]"), "paystub is listed twice"),
        (own.replace("title", "tittle"), "tittle"),
    ] {
        std::fs::write(&file, broken).unwrap();
        let error = Stacking::load(&file).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
}
