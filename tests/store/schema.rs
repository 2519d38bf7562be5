//! The schema of a new workspace, of `schema.sql`, and of workspaces of other versions.

use crate::support::Program;
use loanfile::store::{SCHEMA, VERSION};
use rusqlite::Connection;

#[test]
fn migrations_lead_to_the_schema_that_is_written_down() {
    let program = Program::new();
    let described = Connection::open_in_memory().unwrap();
    described.execute_batch(SCHEMA).unwrap();
    assert_eq!(objects(&program.database()), objects(&described));
}

#[test]
fn every_table_and_column_is_described() {
    let mut tables = 0;
    for (index, line) in SCHEMA.lines().enumerate() {
        let column = line.starts_with("    ") && line.contains(|letter: char| letter.is_lowercase());
        if column && !line.trim_start().starts_with(['U', 'P', 'O', 'W']) {
            assert!(line.contains("-- "), "line {} has no comment: {line}", index + 1);
        }
        if line.starts_with("CREATE TABLE") {
            tables += 1;
            let before = SCHEMA.lines().nth(index - 1).unwrap();
            assert!(before.starts_with("-- "), "no comment above {line}");
        }
    }
    assert!(tables >= 14, "{tables} tables");
}

#[test]
fn every_table_names_its_tenant() {
    let program = Program::new();
    let database = program.database();
    let mut tables =
        database.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").unwrap();
    let names: Vec<String> = tables.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    for name in names {
        let sql = format!("SELECT COUNT(*) FROM pragma_table_info('{name}') WHERE name = 'tenant_id'");
        let found: i64 = database.query_row(&sql, [], |row| row.get(0)).unwrap();
        assert_eq!(found, 1, "{name}");
    }
}

#[test]
fn a_workspace_of_a_newer_program_is_refused_and_left_alone() {
    let program = Program::new();
    let newer = VERSION + 1;
    program.database().pragma_update(None, "user_version", newer).unwrap();
    let file = program.workspace().join("loanfile.db");
    let before = std::fs::read(&file).unwrap();
    for arguments in [&["show"][..], &["init"], &["process"], &["status"]] {
        let ran = program.run(arguments);
        assert_eq!(ran.code, Some(9), "{arguments:?}: {}", ran.stderr);
        assert!(ran.stderr.starts_with("error: the workspace has schema version"), "{}", ran.stderr);
        assert!(ran.stderr.contains("newer loanfile"), "{}", ran.stderr);
    }
    assert!(std::fs::read(&file).unwrap() == before, "the file was changed");
}

#[test]
fn what_is_no_database_is_refused() {
    let program = Program::new();
    for side in ["loanfile.db-wal", "loanfile.db-shm"] {
        let _ = std::fs::remove_file(program.workspace().join(side));
    }
    std::fs::write(program.workspace().join("loanfile.db"), vec![b'x'; 8192]).unwrap();
    let ran = program.run(&["show"]);
    assert_eq!(ran.code, Some(9), "{}", ran.stderr);
    assert!(ran.stderr.contains("damaged or is no database"), "{}", ran.stderr);
}

/// Returns tables and indices as SQL without comments and line breaks.
fn objects(database: &Connection) -> Vec<String> {
    let mut statement = database
        .prepare("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY name")
        .unwrap();
    let all = statement.query_map([], |row| row.get::<_, String>(0)).unwrap();
    all.map(|sql| {
        let sql = sql.unwrap();
        let code = sql.lines().map(|line| line.split("--").next().unwrap_or_default());
        let words = code.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ");
        // SQLite writes an added column and a new name in its own way.
        words.replace(" ,", ",").replace(" )", ")").replace('"', "")
    })
    .collect()
}
