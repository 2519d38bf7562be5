//! The command line as a whole: help, completions, manual, reference, settings, colour.

use crate::support::{Program, pdf};
use serde_json::Value;
use std::path::Path;

/// Returns every command as it is typed, without the program's name, from the reference.
pub fn commands(program: &Program) -> Vec<Vec<String>> {
    let reference = program.ok(&["cli-reference"]);
    let heading = |line: &str| {
        let words = line.strip_prefix("###")?.trim_start_matches('#').trim().strip_prefix("loanfile ")?;
        Some(words.split(' ').map(str::to_string).collect())
    };
    reference.lines().filter_map(heading).collect()
}

/// Returns those commands that do something, not those that only have others below them.
pub fn leaves(program: &Program) -> Vec<String> {
    let all: Vec<String> = commands(program).iter().map(|words| words.join(" ")).collect();
    let above = |one: &String| all.iter().any(|other| other.starts_with(&format!("{one} "))) && one != "income";
    all.iter().filter(|one| !above(one)).cloned().collect()
}

#[test]
fn every_command_has_help_with_examples_that_fits_80_columns() {
    let program = Program::bare();
    let all = commands(&program);
    assert!(all.len() > 70, "{} commands", all.len());
    for words in all {
        let arguments: Vec<&str> = words.iter().map(String::as_str).chain(["--help"]).collect();
        let help = program.ok(&arguments);
        let line = format!("loanfile {}", words.join(" "));
        let example = help.split_once("Example").map(|(_, examples)| examples).unwrap_or_default();
        assert!(example.contains(&line), "{line} has no example of itself\n{help}");
        let wide = help.lines().find(|line| line.chars().count() > 80);
        assert!(wide.is_none(), "{line}: {wide:?}");
    }
}

#[test]
fn the_reference_in_docs_is_fresh() {
    let fresh = Program::bare().ok(&["cli-reference"]);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/cli.md");
    let kept = std::fs::read_to_string(path).unwrap();
    assert!(fresh == kept, "docs/cli.md is old: loanfile cli-reference > docs/cli.md");
    for said in ["LOANFILE_WORKSPACE", "--tenant TENANT", "loanfile.toml", "NO_COLOR", "130  stopped by Ctrl-C"] {
        assert!(kept.contains(said), "{said}");
    }
    // Lines that clap would break in the middle of an example.
    let mut fenced = false;
    for line in kept.lines() {
        fenced = fenced != line.starts_with("```");
        assert!(!fenced || line.chars().count() <= 80, "{line}");
    }
}

#[test]
fn every_exit_code_of_the_program_is_written_down() {
    let help = Program::bare().ok(&["--help"]);
    for code in ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "130", "143"] {
        assert!(help.lines().any(|line| line.trim_start().split(' ').next() == Some(code)), "{code}\n{help}");
    }
}

#[test]
fn completions_know_every_command() {
    let program = Program::bare();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = program.ok(&["completions", shell]);
        for word in ["ingest", "timeline", "rotate", "overlap"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    assert_eq!(program.run(&["completions", "tcl"]).code, Some(2));
    let checked = program.file("loanfile.bash", program.ok(&["completions", "bash"]).as_bytes());
    let status = std::process::Command::new("bash").arg("-n").arg(checked).status().unwrap();
    assert!(status.success());
}

#[test]
fn manual_pages_are_written_for_every_command() {
    let program = Program::bare();
    assert!(program.ok(&["man"]).contains(".TH loanfile 1"));
    let folder = program.workspace().join("man1");
    program.ok(&["man", "--output", folder.to_str().unwrap()]);
    for words in commands(&program) {
        let page = folder.join(format!("loanfile-{}.1", words.join("-")));
        let text = std::fs::read_to_string(&page).unwrap_or_else(|error| panic!("{}: {error}", page.display()));
        assert!(text.contains(".SH SYNOPSIS"), "{}", page.display());
    }
}

#[test]
fn settings_say_where_they_come_from() {
    let program = Program::new();
    program.file("workspace/loanfile.toml", b"[limits]\nfile_pages = 7\n[process]\njobs = 3\n");
    let mut command = program.command(&["config", "show", "--origin", "--format", "json"]);
    command.env("LOANFILE_PROCESS_JOBS", "2").env("LOANFILE_INCOME_ENGINE_URL", "https://income.example");
    let output = command.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let shown: Value = serde_json::from_slice(&output.stdout).unwrap();
    let setting = |name: &str| {
        let all = shown["data"].as_array().unwrap();
        let found = all.iter().find(|setting| setting["name"] == name).unwrap_or_else(|| panic!("{name}: {all:?}"));
        (found["value"].to_string(), found["origin"].as_str().unwrap().to_string())
    };
    let expected = |value: &str, origin: &str| (value.to_string(), origin.to_string());
    assert_eq!(setting("limits.file_pages"), expected("7", "loanfile.toml"));
    assert_eq!(setting("process.jobs"), expected("2", "LOANFILE_PROCESS_JOBS"));
    assert_eq!(setting("process.lease_seconds"), expected("60", "default"));
    assert_eq!(setting("income_engine.url"), expected("\"https://income.example\"", "LOANFILE_INCOME_ENGINE_URL"));
    let table = program.ok(&["config", "show"]);
    assert!(table.contains("limits.file_pages") && !table.contains("From"), "{table}");
}

#[cfg(feature = "server")]
#[test]
fn settings_of_the_server_are_texts_and_numbers() {
    let program = Program::new();
    let template = std::fs::read_to_string(program.workspace().join("loanfile.toml")).unwrap();
    let (_, section) = template.split_once("[server]").unwrap();
    for line in ["# listen = \"127.0.0.1:8080\"", "# base_path = \"/api/v1\"", "# upload_files = 64", "# ui = true"] {
        assert!(section.contains(line), "{line}\n{template}");
    }
    let shown = |name: &str, value: &str| {
        let mut command = program.command(&["config", "show", "--format", "json"]);
        command.env(format!("LOANFILE_SERVER_{}", name.to_uppercase()), value);
        let output = command.output().unwrap();
        let all: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
        let found = all["data"].as_array().into_iter().flatten().find(|set| set["name"] == format!("server.{name}"));
        (found.map(|set| set["value"].clone()), String::from_utf8(output.stderr).unwrap())
    };
    assert_eq!(shown("listen", "0.0.0.0:8443").0, Some("0.0.0.0:8443".into()));
    assert_eq!(shown("operations_listen", "[::1]:9090").0, Some("[::1]:9090".into()));
    assert_eq!(shown("requests_per_second", "50").0, Some(50.into()));
    assert_eq!(shown("identity_header", "x-remote-user").0, Some("x-remote-user".into()));
    assert_eq!(shown("ui", "false").0, Some(false.into()));
    for (name, value) in [("listen", "nowhere"), ("requests_per_second", "0"), ("surprise", "1")] {
        let (found, told) = shown(name, value);
        assert!(found.is_none() && told.contains("LOANFILE_"), "{name}: {told}");
    }
}

#[test]
fn an_option_wins_over_its_variable() {
    let program = Program::new();
    program.ok(&["tenant", "create", "acme"]);
    let tenant = |arguments: &[&str]| {
        let mut command = program.command(arguments);
        let output = command.env("LOANFILE_TENANT", "acme").output().unwrap();
        String::from_utf8_lossy(&output.stdout).lines().next().unwrap_or_default().to_string()
    };
    assert!(tenant(&["tenant", "show"]).starts_with("Tenant acme "));
    assert!(tenant(&["--tenant", "default", "tenant", "show"]).starts_with("Tenant default "));
}

#[test]
fn colour_is_where_it_is_wanted() {
    let program = Program::new();
    program.ingest("L-1", "letter.pdf", &pdf(&["a letter"]));
    let colored = |variables: &[(&str, &str)], option: Option<&str>| {
        let mut command = program.command(&["status"]);
        command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").envs(variables.iter().copied());
        if let Some(when) = option {
            command.args(["--color", when]);
        }
        command.output().unwrap().stdout.contains(&0x1b)
    };
    let (forced, never) = (("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1"));
    assert!(!colored(&[], None), "no terminal");
    assert!(colored(&[forced], None));
    assert!(!colored(&[("CLICOLOR_FORCE", "0")], None));
    assert!(!colored(&[("CLICOLOR_FORCE", "")], None));
    assert!(!colored(&[forced, never], None));
    assert!(colored(&[forced, ("NO_COLOR", "")], None), "an empty NO_COLOR says nothing");
    assert!(colored(&[never], Some("always")));
    assert!(!colored(&[forced], Some("never")));
}
