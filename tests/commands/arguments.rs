//! Help, exit codes, workspaces.

use crate::support::{Program, pdf};

#[test]
fn help_documents_commands_and_exit_codes() {
    let program = Program::bare();
    let help = program.ok(&["--help"]);
    for said in ["init", "ingest", "process", "show", "status", "text", "extract-pdf", "130", "LOANFILE_WORKSPACE"] {
        assert!(help.contains(said), "{said} is not in\n{help}");
    }
    for command in ["init", "ingest", "process", "show", "status", "text", "extract-pdf"] {
        let help = program.ok(&[command, "--help"]);
        assert!(help.contains("Examples:"), "{command} has no examples\n{help}");
    }
}

#[test]
fn exit_codes_tell_what_went_wrong() {
    let program = Program::new();
    program.ingest("L-1", "letter.pdf", &pdf(&["a letter"]));
    let nobody = "0199c0de-0000-7000-8000-000000000000";
    let cases: [(&[&str], i32, &str); 9] = [
        (&["frobnicate"], 2, "unrecognized subcommand"),
        (&["ingest", "--loan", "L-1"], 2, "required"),
        (&["ingest", "--loan", "", "letter.pdf"], 2, "cannot be a loan's id"),
        (&["show", "--loan", "L-2"], 5, "no loan L-2"),
        (&["process", "--loan", "L-2"], 5, "no loan L-2"),
        (&["show", nobody], 5, "no document"),
        (&["text", "L-1/7"], 5, "no document L-1/7"),
        (&["--tenant", "acme", "show"], 5, "no tenant acme"),
        (&["extract-pdf", "L-1/1"], 1, "has no PDF of its own"),
    ];
    for (arguments, code, said) in cases {
        let ran = program.run(arguments);
        assert_eq!(ran.code, Some(code), "{arguments:?}: {}", ran.stderr);
        assert!(ran.stderr.contains(said), "{arguments:?}: {}", ran.stderr);
        assert!(ran.stderr.starts_with("error: "), "{arguments:?}: {}", ran.stderr);
    }
}

#[test]
fn without_a_workspace_nothing_is_made() {
    let program = Program::bare();
    for arguments in [&["show"][..], &["process"], &["status"], &["ingest", "--loan", "L-1", "letter.pdf"]] {
        let ran = program.run(arguments);
        assert_eq!(ran.code, Some(10), "{arguments:?}: {}", ran.stderr);
        assert!(ran.stderr.contains("init"), "{}", ran.stderr);
        assert!(!program.workspace().exists(), "{arguments:?}");
    }
}

#[test]
fn init_twice_is_harmless() {
    let program = Program::new();
    program.ingest("L-1", "letter.pdf", &pdf(&["a letter"]));
    program.file("workspace/loanfile.toml", b"[limits]\nfile_pages = 7\n");
    program.ok(&["init"]);
    assert_eq!(program.shown("L-1")["documents"].as_array().unwrap().len(), 1);
    let settings = std::fs::read_to_string(program.workspace().join("loanfile.toml")).unwrap();
    assert!(settings.contains("file_pages = 7"));
}

#[test]
fn init_makes_a_workspace_in_an_empty_folder_and_adds_tenants() {
    let program = Program::bare();
    std::fs::create_dir(program.workspace()).unwrap();
    program.ok(&["init"]);
    program.ok(&["init", "--tenant", "acme"]);
    program.ingest("L-1", "letter.pdf", &pdf(&["a letter"]));
    let other = program.run(&["--tenant", "acme", "show", "--loan", "L-1"]);
    assert_eq!(other.code, Some(5), "another tenant's loan is not there: {}", other.stdout);
}

#[test]
#[cfg(unix)]
fn a_workspace_is_its_owners_only() {
    use std::os::unix::fs::PermissionsExt;
    let program = Program::new();
    for (path, mode) in [("", 0o700), ("loanfile.db", 0o600)] {
        let metadata = std::fs::metadata(program.workspace().join(path)).unwrap();
        assert_eq!(metadata.permissions().mode() & 0o777, mode, "{path}");
    }
}

#[test]
fn settings_are_checked_by_name() {
    let program = Program::new();
    let mut misspelt = program.command(&["status"]);
    misspelt.env("LOANFILE_LIMITS_FILE_PAGE", "3");
    let output = misspelt.output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("file_page"), "{output:?}");
    program.file("workspace/loanfile.toml", b"[limits]\nfile_pages = \"many\"\n");
    let ran = program.run(&["status"]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.contains("loanfile.toml") && ran.stderr.contains("file_pages"), "{}", ran.stderr);
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let program = Program::new();
    let lines = "a line of a letter that is long enough\n".repeat(40);
    let pages: Vec<&str> = (0..60).map(|_| lines.as_str()).collect();
    program.ingest("L-1", "long.pdf", &pdf(&pages));
    program.ok(&["process", "--quiet"]);
    for arguments in [&["show", "--loan", "L-1", "--format", "json"][..], &["text", "L-1/1"]] {
        let mut command = program.command(arguments);
        command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
        let mut child = command.spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0), "{arguments:?}: {output:?}");
    }
}
