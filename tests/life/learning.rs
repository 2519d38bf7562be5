//! What corrections teach, and that it can be taken back.

use super::{document, processed, set, settle, value};
use crate::support::Engine;
use loanfile::model::LearnedKind;
use loanfile::ops;

/// A gift letter that calls the amount by a name that no form uses.
fn letter(donor: &str, amount: &str) -> String {
    format!(
        "Gift Letter\n\
         Donor Name: {donor}\n\
         Relationship to Borrower: Uncle\n\
         Borrower Name: Ines Oyelaran\n\
         Sum bestowed hereby: {amount}\n\
         The donor certifies that no repayment is expected."
    )
}

fn learn(engine: &Engine, name: &str) -> usize {
    let id = document(engine, name).document_id;
    ops::learn_from(&engine.workspace, &engine.caller, &[id]).unwrap()
}

#[test]
fn a_corrected_value_teaches_the_label_beside_it() {
    let engine = processed(&[&letter("Bertrand Oyelaran", "$7,000.00")]);
    assert_eq!(value(&document(&engine, "L-1/1"), "gift_amount"), None);
    set(&engine, "L-1/1", "gift_amount", "7000");
    assert_eq!(learn(&engine, "L-1/1"), 1);
    let learned = ops::learned(&engine.workspace, &engine.caller).unwrap();
    assert_eq!((learned[0].kind, learned[0].field.as_deref()), (LearnedKind::Label, Some("gift_amount")));
    assert_eq!(learned[0].phrase, "Sum bestowed hereby:");
    engine.ingest("L-1", "next.pdf", &[&letter("Marta Oyelaran", "$8,250.00")]);
    engine.process();
    assert_eq!(value(&document(&engine, "L-1/2"), "gift_amount"), Some("8250.00"));
    // Taken back, the next one is read as before.
    let id = learned[0].learned_id.to_string();
    ops::forget(&engine.workspace, &engine.caller, &id[28..]).unwrap();
    engine.ingest("L-1", "third.pdf", &[&letter("Hugo Oyelaran", "$9,100.00")]);
    engine.process();
    assert_eq!(value(&document(&engine, "L-1/3"), "gift_amount"), None);
    let actions: Vec<String> = ops::audit(&engine.workspace, &engine.caller, None, 0, 100)
        .unwrap()
        .into_iter()
        .map(|entry| entry.action)
        .filter(|action| !action.starts_with("source_file.") && !action.starts_with("loan."))
        .collect();
    assert_eq!(actions, ["document.values", "type.learn", "type.forget"]);
}

#[test]
fn a_value_that_stands_nowhere_teaches_nothing() {
    let engine = processed(&[&letter("Bertrand Oyelaran", "$7,000.00")]);
    set(&engine, "L-1/1", "gift_amount", "123.45");
    assert_eq!(learn(&engine, "L-1/1"), 0);
}

#[test]
fn a_corrected_type_teaches_the_title() {
    let page = |who: &str, day: u32| {
        format!("STATEMENT OF GENEROSITY\nI, {who}, help with the house.\nSigned on May {day}, 2026\nWith love")
    };
    let engine = processed(&[&page("Ada Moreno", 3)]);
    assert_ne!(document(&engine, "L-1/1").document_type_id.clone().unwrap().as_str(), "gift_letter");
    ops::correct_type(&engine.workspace, &engine.caller, "L-1/1", "gift_letter").unwrap();
    assert_eq!(learn(&engine, "L-1/1"), 1);
    settle(&engine);
    assert_eq!(ops::learned(&engine.workspace, &engine.caller).unwrap()[0].phrase, "STATEMENT OF GENEROSITY");
    engine.ingest("L-1", "next.pdf", &[&page("Bo Lindqvist", 9)]);
    engine.process();
    assert_eq!(document(&engine, "L-1/2").document_type_id.clone().unwrap().as_str(), "gift_letter");
}
