//! Keeps the house: who may use what, what lies above what, nothing forgotten.

use regex::Regex;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Each outside crate that has a home, and its homes: few, and as a rule one.
const HOMES: [(&str, &[&str]); 35] = [
    ("rusqlite", &["src/store"]),
    ("lopdf", &["src/pdf"]),
    ("hayro", &["src/pdf"]),
    ("hayro_interpret", &["src/pdf"]),
    ("hayro_syntax", &["src/pdf"]),
    ("tesseract", &["src/ocr"]),
    ("rayon", &["src/pipeline"]),
    ("object_store", &["src/los"]),
    ("reqwest", &["src/remote", "src/los", "src/engines", "src/webhooks"]),
    ("notify", &["src/los"]),
    ("tokio", &["src/los", "src/server"]),
    ("rust_xlsxwriter", &["src/reports/write"]),
    ("parquet", &["src/reports/write"]),
    ("argon2", &["src/credentials"]),
    ("getrandom", &["src/credentials"]),
    ("hmac", &["src/credentials", "src/webhooks"]),
    ("ipnet", &["src/webhooks"]),
    ("subtle", &["src/credentials"]),
    ("axum", &["src/server"]),
    ("hyper", &["src/server"]),
    ("hyper_util", &["src/server"]),
    ("tower", &["src/server"]),
    ("tower_http", &["src/server"]),
    ("tokio_rustls", &["src/server"]),
    ("tokio_util", &["src/server"]),
    ("governor", &["src/server"]),
    ("metrics_exporter_prometheus", &["src/server"]),
    ("utoipa_axum", &["src/server"]),
    ("rpassword", &["commands"]),
    ("clap", &["commands"]),
    ("clap_complete", &["commands"]),
    ("clap_mangen", &["commands"]),
    ("indicatif", &["commands"]),
    ("comfy_table", &["commands"]),
    ("anyhow", &["commands"]),
];

/// The modules of the library from the lowest up: each may name only those before it.
const ORDER: [&str; 33] = [
    "error",
    "model",
    "calibration",
    "page",
    "library",
    "pdf",
    "ocr",
    "split",
    "classify",
    "extract",
    "learn",
    "validate",
    "review",
    "corrections",
    "versions",
    "income",
    "reading",
    "worker",
    "settings",
    "blobs",
    "credentials",
    "remote",
    "webhooks",
    "los",
    "engines",
    "store",
    "libraries",
    "workspace",
    "pipeline",
    "reports",
    "views",
    "ops",
    "server",
];

/// The modules that judge, with all that they may name: values in, values out.
const PURE: [(&str, &[&str]); 12] = [
    ("calibration", &["model", "error"]),
    ("page", &["model", "error"]),
    ("library", &["page", "model", "error"]),
    ("split", &["library", "page", "model", "error"]),
    ("classify", &["split", "calibration", "library", "page", "model", "error"]),
    ("extract", &["calibration", "library", "page", "model", "error"]),
    ("learn", &["classify", "split", "extract", "library", "page", "model", "error"]),
    ("validate", &["extract", "library", "page", "model", "error"]),
    ("review", &["validate", "extract", "classify", "library", "page", "model", "error"]),
    ("corrections", &["extract", "library", "model", "error"]),
    ("versions", &["extract", "library", "page", "model", "error"]),
    ("income", &["validate", "library", "model", "error"]),
];

/// Folders that may switch the lint against `unsafe` off, each time with a reason.
const UNSAFE_HOMES: [&str; 3] = ["src/ocr", "src/pdf", "src/worker"];

#[test]
fn schemas_of_the_api_have_names_of_their_own() {
    let declared = Regex::new(
        r"(?m)^#\[derive\([^)]*\bToSchema\b[^)]*\)\]\n((?:(?:#\[|    |\)\]|///).*\n)*)(?:pub(?:\([a-z]+\))? )?(?:struct|enum) (\w+)",
    )
    .unwrap();
    let named = Regex::new(r"schema\([^)]*\bas = (\w+)").unwrap();
    let mut known = BTreeSet::new();
    for file in sources().iter().filter(|file| file.is_under("src")) {
        for found in declared.captures_iter(&file.text) {
            let name = named.captures(&found[1]).map_or_else(|| found[2].to_string(), |name| name[1].to_string());
            // Schemas that only describe what they stand beside are written out there.
            let inline = name == "Binary";
            assert!(inline || known.insert(name.clone()), "{}: another schema is called {name}", file.name);
        }
    }
    assert!(known.len() > 100, "{}", known.len());
}

#[test]
fn outside_crates_stay_in_their_homes() {
    for (name, homes) in HOMES {
        let used = Regex::new(&format!(r"(?:^|[^:\w]){name}(?:::|;|\s+as\s)")).unwrap();
        for file in sources().iter().filter(|file| !homes.iter().any(|home| file.is_under(home))) {
            file.assert_no_line(|line| used.is_match(line) && !line.trim_start().starts_with("mod "), &|| {
                format!("{name} is used in {homes:?} only")
            });
        }
    }
}

#[test]
fn modules_name_only_what_lies_below_them() {
    let named = Regex::new(r"\bcrate::([a-z_]+)").unwrap();
    for file in sources().iter().filter(|file| file.is_under("src")) {
        let Some(own) = file.module() else { continue };
        let rank = |module: &str| ORDER.iter().position(|known| *known == module);
        let here = rank(&own).unwrap_or_else(|| panic!("{}: give {own} its place in ORDER", file.name));
        let pure = PURE.iter().find(|(module, _)| *module == own);
        for (_, other) in file.code().flat_map(|line| named.captures_iter(line)).map(|found| found.extract::<1>()) {
            let other = other[0];
            let allowed = other == own
                || match pure {
                    Some((_, allowed)) => allowed.contains(&other),
                    None => rank(other).is_some_and(|there| there < here),
                };
            assert!(allowed, "{}: {own} names {other}, which does not lie below it", file.name);
        }
    }
}

#[test]
fn the_judging_modules_touch_no_file_clock_thread_or_environment() {
    let outside =
        Regex::new(r"std::(?:fs|time|thread|process|env|net|io)\b|\b(?:Utc|Local|Instant|SystemTime)::now").unwrap();
    let pure = |file: &&Source| PURE.iter().any(|(module, _)| file.module().as_deref() == Some(*module));
    for file in sources().iter().filter(pure) {
        file.assert_no_line(|line| outside.is_match(line), &|| "values in, values out".to_owned());
    }
}

#[test]
fn only_the_program_prints() {
    let prints = Regex::new(r"\b(?:e?print(?:ln)?|dbg)!").unwrap();
    for file in sources().iter().filter(|file| file.is_under("src")) {
        file.assert_no_line(|line| prints.is_match(line), &|| "the library does not print".to_owned());
    }
}

#[test]
fn unsafe_code_stays_beside_its_bindings() {
    for file in sources().iter().filter(|file| !UNSAFE_HOMES.iter().any(|home| file.is_under(home))) {
        file.assert_no_line(|line| line.contains("unsafe_code") || line.contains("unsafe {"), &|| {
            format!("unsafe code stands in {UNSAFE_HOMES:?} only")
        });
    }
}

#[test]
fn every_module_says_what_it_is_for() {
    for file in sources().iter().chain(&tests()) {
        let first = file.text.lines().next().unwrap_or_default();
        assert!(first.starts_with("//! ") && first.len() > "//! ".len(), "{}: opens with no //! line", file.name);
    }
}

#[test]
fn no_file_is_forgotten() {
    for (root, folder) in [("tests/main.rs", "tests"), ("src/lib.rs", "src"), ("commands/main.rs", "commands")] {
        let mut reached = BTreeSet::new();
        reach(Path::new(root), true, &mut reached);
        if folder == "tests" {
            reach(Path::new("tests/benches/big_workspace/main.rs"), true, &mut reached);
        }
        let all: BTreeSet<String> = read_all(folder).into_iter().map(|file| file.name).collect();
        let forgotten: Vec<&String> = all.difference(&reached).collect();
        assert!(forgotten.is_empty(), "{root} does not reach {forgotten:?}");
    }
}

#[test]
fn no_file_names_a_place_of_somebodys_machine() {
    // Put together here so that this file does not name them itself.
    let places = [["/ho", "me/"], ["/Us", "ers/"], ["/ro", "ot/"], ["/wo", "rk/"], ["/tm", "p/wt"], ["C:", "\\"]]
        .map(|parts| parts.concat());
    for (name, text) in project_texts() {
        for (number, line) in (1..).zip(text.lines()) {
            let found = places.iter().find(|place| line.contains(place.as_str()));
            assert!(found.is_none(), "{name}:{number}: names {found:?}");
        }
    }
}

#[test]
fn every_case_lies_under_a_type_of_the_library() {
    let root = project().join("tests/cases");
    for entry in std::fs::read_dir(root).unwrap() {
        let id = entry.unwrap().file_name().to_string_lossy().into_owned();
        let id = loanfile::model::DocumentTypeId::new(id);
        assert!(loanfile::library::Library::standard().get(&id).is_some(), "tests/cases/{id}: no such type");
    }
}

/// A source file of the project.
struct Source {
    name: String,
    text: String,
}

impl Source {
    fn is_under(&self, folder: &str) -> bool {
        self.name.starts_with(&format!("{folder}/"))
    }

    /// Returns the top module of the library that the file belongs to; `None` for the library's root.
    fn module(&self) -> Option<String> {
        let inside = self.name.strip_prefix("src/")?;
        let top = inside.split('/').next()?.trim_end_matches(".rs");
        (top != "lib").then(|| top.to_owned())
    }

    /// Returns the lines without their comments.
    fn code(&self) -> impl Iterator<Item = &str> {
        self.text.lines().map(|line| line.split("//").next().unwrap_or_default())
    }

    fn assert_no_line(&self, wrong: impl Fn(&str) -> bool, rule: &dyn Fn() -> String) {
        for (number, line) in (1..).zip(self.code()) {
            assert!(!wrong(line), "{}:{number}: {}: {}", self.name, rule(), line.trim());
        }
    }
}

fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn sources() -> Vec<Source> {
    read_all("src").into_iter().chain(read_all("commands")).collect()
}

fn tests() -> Vec<Source> {
    read_all("tests")
}

fn read_all(folder: &str) -> Vec<Source> {
    walkdir::WalkDir::new(project().join(folder))
        .sort_by_file_name()
        .into_iter()
        .map(|entry| entry.unwrap().into_path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .map(|path| Source { text: std::fs::read_to_string(&path).unwrap(), name: shown(&path) })
        .collect()
}

/// Returns a path from the project's folder, with slashes.
fn shown(path: &Path) -> String {
    let inside = path.strip_prefix(project()).unwrap_or(path);
    inside.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

/// Adds a file and all files that its `mod` lines name.
fn reach(file: &Path, is_root: bool, reached: &mut BTreeSet<String>) {
    let module = Regex::new(r"^\s*(?:pub(?:\([a-z]+\))?\s+)?mod\s+(\w+);").unwrap();
    let text =
        std::fs::read_to_string(project().join(file)).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    reached.insert(shown(&project().join(file)));
    let parent = file.parent().unwrap();
    let stem = file.file_stem().unwrap();
    let inside: PathBuf = if is_root || stem == "mod" { parent.to_owned() } else { parent.join(stem) };
    let modules = text.lines().scan("", |before, line| Some((std::mem::replace(before, line), line)));
    // A module with a path of its own lies under another root.
    let own = modules.filter(|(before, _)| !before.contains("#[path"));
    for found in own.filter_map(|(_, line)| module.captures(line)) {
        let name = &found[1];
        let beside = inside.join(format!("{name}.rs"));
        let own_folder = inside.join(name).join("mod.rs");
        let next = if project().join(&beside).exists() { beside } else { own_folder };
        reach(&next, false, reached);
    }
}

/// Returns every text file of the project that belongs to it, by name.
fn project_texts() -> Vec<(String, String)> {
    let skipped = |name: &str| {
        matches!(
            name,
            "target" | ".git" | ".loanfile" | "out" | "__pycache__" | "node_modules" | "test-results" | "Cargo.lock"
        )
    };
    walkdir::WalkDir::new(project())
        .into_iter()
        .filter_entry(|entry| !entry.file_name().to_str().is_some_and(skipped))
        .map(Result::unwrap)
        .filter(|entry| entry.file_type().is_file())
        .filter_map(|entry| Some((shown(entry.path()), std::fs::read_to_string(entry.path()).ok()?)))
        .collect()
}
