//! `docs/tutorial.md`: every command in it is run in order, and what is printed there is what is printed.
//!
//! `TUTORIAL=write tests/run tutorial` puts the program's present answers into the page.

use regex::Regex;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What differs from run to run: ids, moments, and the figures of commands that tell times.
fn shape(command: &str, answer: &str) -> String {
    let replaced = [
        (r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "ID"),
        (r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", "MOMENT"),
        (r"\b[0-9a-f]{64}\b", "HASH"),
        (r"\b[0-9a-f]{8}\b", "ID"),
        (r"\blf[ks]_\w+", "SECRET"),
        (r"\b\d+(\.\d+)? (s|ms|seconds)\b", "TIME"),
        (r"\b\d+(\.\d+)? pages/s", "SPEED"),
    ];
    let mut text = replaced
        .into_iter()
        .fold(answer.to_string(), |text, (pattern, word)| Regex::new(pattern).unwrap().replace_all(&text, word).into());
    let tells_times = ["timeline", "metrics", "Loan Processing"].iter().any(|word| command.contains(word));
    if tells_times {
        text = Regex::new(r"[0-9.]+").unwrap().replace_all(&text, "N").into();
    }
    // Columns are as wide as what stands in them.
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    text.trim_end().lines().map(words).collect::<Vec<_>>().join("\n")
}

/// A folder in which the tutorial is followed.
struct Desk {
    folder: tempfile::TempDir,
}

impl Desk {
    fn new() -> Self {
        let desk = Self { folder: tempfile::tempdir().unwrap() };
        let samples = desk.folder.path().join("samples");
        std::fs::create_dir(&samples).unwrap();
        for name in ["born-digital.pdf", "conventional.toml"] {
            std::fs::copy(project().join("samples").join(name), samples.join(name)).unwrap();
        }
        desk
    }

    /// Returns what a command says, data and talk together, as a terminal shows it.
    fn answer(&self, command: &str) -> String {
        let program = Path::new(env!("CARGO_BIN_EXE_loanfile"));
        let path = format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
        let said = tempfile::NamedTempFile::new().unwrap();
        let place = || Stdio::from(said.as_file().try_clone().unwrap());
        Command::new("sh")
            .args(["-c", command])
            .current_dir(self.folder.path())
            .env("PATH", path)
            .env("LOANFILE_USER", "dana")
            .stdin(Stdio::null())
            .stdout(place())
            .stderr(place())
            .status()
            .unwrap();
        std::fs::read_to_string(said.path()).unwrap()
    }
}

/// Returns the commands of a block, each with what is shown below it.
fn steps(block: &str) -> Vec<(&str, String)> {
    let mut steps: Vec<(&str, String)> = Vec::new();
    for line in block.lines() {
        match (line.strip_prefix("$ "), steps.last_mut()) {
            (Some(command), _) => steps.push((command, String::new())),
            (None, Some((_, shown))) => {
                shown.push_str(line);
                shown.push('\n');
            }
            (None, None) => panic!("a block begins with a command: {line}"),
        }
    }
    steps
}

fn project() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn the_tutorial_shows_what_the_program_says() {
    let page = project().join("docs/tutorial.md");
    let text = std::fs::read_to_string(&page).unwrap();
    let desk = Desk::new();
    let mut written = String::new();
    let mut differing = Vec::new();
    let mut parts = text.split("```console\n");
    written.push_str(parts.next().unwrap());
    let mut count = 0;
    for part in parts {
        let (block, after) = part.split_once("```").unwrap();
        written.push_str("```console\n");
        for (command, shown) in steps(block) {
            count += 1;
            let answer = desk.answer(command);
            if shape(command, &answer) != shape(command, &shown) {
                differing.push(format!("$ {command}\n{answer}"));
            }
            writeln!(written, "$ {command}").unwrap();
            written.push_str(&answer);
        }
        write!(written, "```{after}").unwrap();
    }
    assert!(count > 12, "{count} commands");
    if std::env::var("TUTORIAL").is_ok_and(|wish| wish == "write") {
        std::fs::write(&page, written).unwrap();
        return;
    }
    assert!(differing.is_empty(), "TUTORIAL=write brings the page up to date:\n{}", differing.join("\n"));
    let wide = text.lines().find(|line| line.chars().count() > 120);
    assert!(wide.is_none(), "{wide:?}");
}
