//! The program itself, run in a workspace of its own.

use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use tempfile::TempDir;

/// A folder with a workspace, and the program that works on it.
pub struct Program {
    folder: TempDir,
}

/// What a run of the program came to.
pub struct Ran {
    /// The exit code; `None` when a signal ended it.
    pub code: Option<i32>,
    /// What it printed.
    pub stdout: String,
    /// What it said.
    pub stderr: String,
}

impl Program {
    /// Makes a folder without a workspace.
    pub fn bare() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    /// Makes a workspace.
    pub fn new() -> Self {
        let program = Self::bare();
        program.ok(&["init"]);
        program
    }

    /// Returns the folder of the workspace.
    pub fn workspace(&self) -> PathBuf {
        self.folder.path().join("workspace")
    }

    /// Writes a file beside the workspace and returns its path.
    pub fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, bytes).unwrap();
        path
    }

    /// Takes a PDF into a loan.
    pub fn ingest(&self, loan: &str, name: &str, bytes: &[u8]) {
        let path = self.file(name, bytes);
        self.ok(&["ingest", "--loan", loan, text(&path)]);
    }

    /// Returns the command line of a subcommand.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_loanfile"));
        command.arg("--workspace").arg(self.workspace()).args(arguments);
        command.current_dir(self.folder.path()).env_remove("LOANFILE_PASSWORD").stdin(Stdio::null());
        command
    }

    /// Runs a subcommand.
    pub fn run(&self, arguments: &[&str]) -> Ran {
        ran(&self.command(arguments).output().unwrap())
    }

    /// Runs a subcommand that reads bytes from standard input.
    pub fn run_with_input(&self, arguments: &[&str], input: &[u8]) -> Ran {
        let mut command = self.command(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(input).unwrap();
        ran(&child.wait_with_output().unwrap())
    }

    /// Runs a subcommand that must succeed and returns what it printed.
    pub fn ok(&self, arguments: &[&str]) -> String {
        let ran = self.run(arguments);
        assert_eq!(ran.code, Some(0), "{arguments:?}: {}{}", ran.stdout, ran.stderr);
        ran.stdout
    }

    /// Starts a subcommand and returns while it runs.
    pub fn start(&self, arguments: &[&str]) -> Child {
        self.command(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    }

    /// Returns a loan as `show --format json` prints it.
    pub fn shown(&self, loan: &str) -> Value {
        serde_json::from_str(&self.ok(&["show", "--loan", loan, "--format", "json"])).unwrap()
    }

    /// Returns a loan without what differs between two runs of the same work.
    pub fn settled(&self, loan: &str) -> Value {
        let mut shown = self.shown(loan);
        without_ids_and_times(&mut shown);
        if let Some(tasks) = shown["tasks"].as_array_mut() {
            tasks.sort_by_key(Value::to_string);
        }
        shown
    }

    /// Opens the store of the workspace for looking at it.
    pub fn database(&self) -> rusqlite::Connection {
        let path = self.workspace().join("loanfile.db");
        rusqlite::Connection::open_with_flags(path, rusqlite::OpenFlags::SQLITE_OPEN_READ_WRITE).unwrap()
    }

    /// Returns how often each event stands in the store: by file, first page, type and stage, and the count.
    pub fn events(&self) -> Vec<(String, i64, String, String, i64)> {
        let database = self.database();
        let mut statement = database
            .prepare(
                "SELECT s.file_name, d.first_page, e.event_type, COALESCE(e.stage, ''), COUNT(*)
                 FROM event e JOIN document d ON d.document_id = e.document_id
                 JOIN source_file s ON s.source_file_id = e.source_file_id
                 GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4",
            )
            .unwrap();
        let rows = statement
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?)))
            .unwrap();
        rows.map(Result::unwrap).collect()
    }
}

/// Returns a path as an argument.
pub fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Sends a signal by its name, such as `INT`.
pub fn signal(child: &Child, name: &str) {
    let status = Command::new("kill").arg(format!("-{name}")).arg(child.id().to_string()).status().unwrap();
    assert!(status.success(), "kill -{name}");
}

fn ran(output: &Output) -> Ran {
    Ran {
        code: output.status.code(),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

fn without_ids_and_times(value: &mut Value) {
    match value {
        Value::Object(members) => {
            let kept = ["documentTypeId", "fieldTypeId", "externalLoanId"];
            let changing = |key: &str| {
                let ends = ["Id", "Ids", "At"].iter().any(|end| key.ends_with(end));
                (ends && !kept.contains(&key)) || key == "duplicateOf"
            };
            members.retain(|key, _| !changing(key));
            members.values_mut().for_each(without_ids_and_times);
        }
        Value::Array(members) => members.iter_mut().for_each(without_ids_and_times),
        _ => {}
    }
}
