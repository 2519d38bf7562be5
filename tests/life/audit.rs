//! The log of changes, and that no tampering with it goes unseen.

use super::{processed, set, wage_statement};
use loanfile::ops::{self, AuditReport};
use rusqlite::Connection;

fn changed() -> crate::support::Engine {
    let engine = processed(&[&wage_statement(2024, "61,000.00")]);
    for wages in ["61001", "61002", "61003", "61004", "61005"] {
        set(&engine, "L-1/1", "wages_tips_other_compensation", wages);
    }
    engine
}

fn verified(engine: &crate::support::Engine, head: Option<&str>) -> AuditReport {
    ops::verify_audit(&engine.workspace, &engine.caller, head).unwrap()
}

#[test]
fn each_change_is_told_with_who_before_and_after() {
    let engine = changed();
    let entries = ops::audit(&engine.workspace, &engine.caller, None, 0, 100).unwrap();
    let actions: Vec<&str> = entries.iter().map(|entry| entry.action.as_str()).collect();
    assert_eq!(actions[..3], ["loan.create", "source_file.receive", "document.values"]);
    assert_eq!(actions.len(), 7);
    assert!(entries.iter().all(|entry| entry.actor == "tester"));
    let entries = &entries[2..];
    assert_eq!(entries[1].before[0]["w2.wages_tips_other_compensation"], "61001.00");
    assert_eq!(entries[1].after[0]["w2.wages_tips_other_compensation"], "61002.00");
    let id = super::document(&engine, "L-1/1").document_id.to_string();
    assert_eq!(ops::audit(&engine.workspace, &engine.caller, Some(&id), 5, 100).unwrap().len(), 2);
}

#[test]
fn numbers_of_persons_are_masked() {
    let engine = processed(&[&wage_statement(2024, "61,000.00")]);
    set(&engine, "L-1/1", "employee_ssn", "987-65-4321");
    let entries = ops::audit(&engine.workspace, &engine.caller, None, 0, 100).unwrap();
    assert_eq!(entries[2].after[0]["w2.employee_ssn"], "XXX-XX-4321");
    let (.., payload) =
        super::events(&engine).into_iter().rev().find(|(.., payload)| payload["newValue"].is_string()).unwrap();
    assert_eq!(payload["newValue"], "XXX-XX-4321");
    assert_eq!(super::value(&super::document(&engine, "L-1/1"), "employee_ssn"), Some("987-65-4321"));
}

#[test]
fn an_entry_that_is_edited_removed_moved_or_cut_off_shows() {
    let columns =
        ["actor", "action", "subject", "subject_id", "before", "after", "occurred_at", "previous_hash", "hash"];
    let mut tampering: Vec<(String, u64)> = Vec::new();
    for row in 1..=7 {
        for column in columns {
            tampering.push((format!("UPDATE audit_entry SET {column} = '7' WHERE sequence = {row}"), row));
        }
        if row < 7 {
            tampering.push((format!("DELETE FROM audit_entry WHERE sequence = {row}"), row + 1));
        }
    }
    tampering.push(("UPDATE audit_entry SET sequence = sequence + 100 WHERE sequence IN (2, 3)".to_string(), 4));
    let swap = "UPDATE audit_entry SET sequence = 99 WHERE sequence = 2; \
                UPDATE audit_entry SET sequence = 2 WHERE sequence = 3; \
                UPDATE audit_entry SET sequence = 3 WHERE sequence = 99";
    tampering.push((swap.to_string(), 2));
    let engine = changed();
    let whole = verified(&engine, None);
    assert_eq!((whole.entries, whole.damage), (7, None));
    let database = Connection::open(engine.workspace.root().join("loanfile.db")).unwrap();
    for (sql, first_bad) in tampering {
        database.execute_batch("CREATE TEMP TABLE kept AS SELECT * FROM audit_entry").unwrap();
        database.execute_batch(&sql).unwrap();
        let damage = verified(&engine, None).damage.unwrap_or_else(|| panic!("unseen: {sql}"));
        assert_eq!(damage.sequence, first_bad, "{sql}: {}", damage.message);
        database
            .execute_batch("DELETE FROM audit_entry; INSERT INTO audit_entry SELECT * FROM kept; DROP TABLE kept")
            .unwrap();
    }
    assert_eq!(verified(&engine, Some(&whole.head)).damage, None);
    database.execute_batch("DELETE FROM audit_entry WHERE sequence = 7").unwrap();
    assert_eq!(verified(&engine, None).damage, None, "a log that ends earlier is whole in itself");
    assert!(verified(&engine, Some(&whole.head)).damage.is_some(), "but not against the head that was noted");
}
