//! What holds for every case: neither the order of papers nor an unrelated paper changes anything, doubled amounts
//! give doubled income, and every figure follows from its leaves.

use super::case::{WrittenCase, WrittenPaper};
use super::examples::cases;
use loanfile::income::{IncomeCase, IncomeData, Origin, PaperValue, analyze};
use loanfile::library::Library;
use loanfile::model::{DocumentTypeId, ValueKind};
use rust_decimal::Decimal;
use std::collections::BTreeMap;

#[test]
fn the_order_of_papers_changes_nothing() {
    for written in cases() {
        let case = written.case();
        let expected = analyze(&case);
        let mut turned = case.clone();
        turned.papers.reverse();
        assert_eq!(analyze(&turned), expected, "{}: reversed", written.name);
        let mut moved = case;
        let middle = moved.papers.len() / 2;
        moved.papers.rotate_left(middle);
        assert_eq!(analyze(&moved), expected, "{}: rotated", written.name);
    }
}

#[test]
fn an_unrelated_paper_changes_nothing() {
    let unrelated = [
        ("flood_certificate", "borrower_name"),
        ("driver_license", "full_name"),
        ("disclosure_notice", "borrower_name"),
    ];
    let known = |(id, field): &&(&str, &str)| {
        let definition = Library::standard().get(&DocumentTypeId::new(*id));
        definition.is_some_and(|definition| definition.field(field).is_some())
    };
    let (id, field) = unrelated.iter().find(known).unwrap();
    let fields = BTreeMap::from([((*field).to_string(), "Jane Sample".to_string())]);
    let paper = WrittenPaper { document_type: (*id).to_string(), fields, tables: BTreeMap::new(), confidence: None };
    for written in cases() {
        let case = written.case();
        let expected = analyze(&case);
        let mut more = case;
        more.papers.insert(0, paper.paper(&written.name, 900));
        assert_eq!(analyze(&more), expected, "{}", written.name);
    }
}

#[test]
fn equal_cases_give_equal_results() {
    for written in cases() {
        assert_eq!(as_json(&analyze(&written.case())), as_json(&analyze(&written.case())), "{}", written.name);
    }
}

#[test]
fn a_result_survives_being_written_and_read() {
    for written in cases() {
        let result = analyze(&written.case());
        let read: IncomeData = serde_json::from_str(&as_json(&result)).unwrap();
        assert_eq!(as_json(&read), as_json(&result), "{}", written.name);
    }
}

#[test]
fn every_figure_follows_from_its_leaves() {
    for written in cases() {
        for stream in analyze(&written.case()).streams() {
            let proof = stream.proof.as_ref().unwrap();
            assert_eq!(proof.recalculated(), proof.value, "{}: {}", written.name, stream.stream_key);
            assert_eq!(proof.value, stream.monthly_amount, "{}: {}", written.name, stream.stream_key);
            let assumed = proof.leaves().into_iter().filter(|leaf| matches!(leaf.origin, Origin::AssumedZero { .. }));
            let told = stream.warnings.iter().filter(|warning| warning.code == "LINE_ASSUMED_ZERO");
            let told: Vec<&str> = told.map(|warning| warning.message.as_str()).collect();
            for leaf in assumed {
                let named = told.iter().any(|message| message.contains(&leaf.label));
                assert!(named, "{}: {} is zero and nobody is told", written.name, leaf.label);
            }
        }
    }
}

#[test]
fn the_total_is_what_the_included_streams_add_up_to() {
    for written in cases() {
        let result = analyze(&written.case());
        let included = result.streams().filter(|stream| stream.include_in_total);
        let sum: Decimal = included.map(|stream| stream.monthly_amount).sum();
        assert_eq!(sum, result.total_monthly_income, "{}", written.name);
    }
}

/// Miles are not dollars, but a stream that counts them has other amounts too.
#[test]
fn doubled_amounts_give_doubled_streams() {
    for written in cases().into_iter().filter(|written| !counts_miles(written)) {
        let once = analyze(&written.case());
        let twice = analyze(&doubled(written.case()));
        let pairs = once.streams().zip(twice.streams());
        for (one, two) in pairs {
            assert_eq!(one.stream_key, two.stream_key, "{}", written.name);
            let apart = (two.monthly_amount - one.monthly_amount * Decimal::TWO).abs();
            let told = format!("{}: {} {} {}", written.name, one.stream_key, one.monthly_amount, two.monthly_amount);
            assert!(apart <= Decimal::new(1, 2), "{told}");
            assert_eq!(one.include_in_total, two.include_in_total, "{told}");
        }
    }
}

/// The depreciation of miles is a rate for each; so is what is said of amounts a person stated.
fn counts_miles(written: &WrittenCase) -> bool {
    let of_miles = |field: &String| field.contains("miles");
    written.papers.iter().any(|paper| paper.fields.keys().any(of_miles))
}

fn doubled(mut case: IncomeCase) -> IncomeCase {
    for paper in &mut case.papers {
        let definition = Library::standard().get(&paper.document_type_id).unwrap();
        let is_money = |value: &&mut PaperValue| {
            definition.describe(&value.field_type_id).is_some_and(|(_, kind)| kind == ValueKind::Money)
        };
        for value in paper.values.iter_mut().filter(is_money) {
            let amount: Decimal = value.value.parse().unwrap();
            value.value = (amount * Decimal::TWO).to_string();
        }
    }
    for given in &mut case.overrides {
        for (fact, text) in &mut given.facts {
            if fact.is_money() {
                *text = (text.parse::<Decimal>().unwrap() * Decimal::TWO).to_string();
            }
        }
    }
    case
}

fn as_json(result: &IncomeData) -> String {
    serde_json::to_string(result).unwrap()
}
