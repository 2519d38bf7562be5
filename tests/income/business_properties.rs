//! What must hold of businesses and rentals whatever their papers say.

use super::case::WrittenCase;
use super::examples::cases;
use loanfile::income::{IncomeData, Override, StatedFact, StreamKind, analyze};
use rust_decimal::Decimal;
use std::collections::BTreeMap;

const KINDS: [StreamKind; 7] = [
    StreamKind::ScheduleC,
    StreamKind::ScheduleF,
    StreamKind::Partnership,
    StreamKind::SCorporation,
    StreamKind::Corporation,
    StreamKind::Rental,
    StreamKind::Royalty,
];

fn named(name: &str) -> WrittenCase {
    cases().into_iter().find(|written| written.name == name).unwrap_or_else(|| panic!("there is no case {name}"))
}

/// The streams of businesses and rentals as (key, amount, counted).
fn streams(result: &IncomeData) -> Vec<(String, Decimal, bool)> {
    let of_ours = result.streams().filter(|stream| KINDS.contains(&stream.kind));
    of_ours.map(|stream| (stream.stream_key.clone(), stream.monthly_amount, stream.include_in_total)).collect()
}

#[test]
fn the_order_of_papers_changes_no_business_or_rental() {
    for written in cases() {
        let mut case = written.case();
        let before = analyze(&case);
        case.papers.reverse();
        let after = analyze(&case);
        assert_eq!(streams(&before), streams(&after), "{}", written.name);
        let middle = case.papers.len() / 2;
        case.papers.rotate_left(middle);
        assert_eq!(streams(&before), streams(&analyze(&case)), "{}", written.name);
    }
}

#[test]
fn no_share_of_a_business_leaves_its_k1_and_no_line_of_its_return() {
    let kinds = [
        ("T21 Partnership of 40 percent, distributions consistent", "partnership:Lake Brewing Partners", "form_1065"),
        (
            "T22 with distributions that cover the K-1 needs no test",
            "s_corporation:Winter Dental Supply, Inc.",
            "form_1120s",
        ),
    ];
    for (name, key, form) in kinds {
        let mut case = named(name).case();
        let facts = BTreeMap::from([(StatedFact::OwnershipPercent, "0".to_string())]);
        case.overrides.push(Override { stream_key: key.to_string(), include: None, facts });
        let result = analyze(&case);
        let stream = result.streams().find(|stream| stream.stream_key == key).unwrap();
        assert!(
            stream.sources.iter().all(|source| source.document_type_id.as_str() != form),
            "{name}: {:?}",
            stream.sources
        );
        let boxes: Decimal = stream.sources.iter().map(|source| source.value.parse::<Decimal>().unwrap()).sum();
        let monthly = (boxes / Decimal::from(24)).round_dp(2);
        assert_eq!(stream.monthly_amount, monthly, "{name}");
    }
}

#[test]
fn a_line_of_zero_changes_nothing() {
    let zero = |form: &str, field: &str| (form.to_string(), field.to_string());
    let added = [
        zero("schedule_c", "other_income"),
        zero("schedule_c", "depletion"),
        zero("schedule_c", "business_miles"),
        zero("schedule_c", "amortization_casualty_loss"),
        zero("schedule_f", "ccc_loans_forfeited_taxable"),
        zero("schedule_f", "business_use_of_home"),
        zero("form_1065", "depletion"),
        zero("form_1120s", "other_income_or_loss"),
        zero("form_1120", "special_deductions"),
    ];
    for written in cases() {
        let before = streams(&analyze(&written.case()));
        for (form, field) in &added {
            let mut with = written.clone();
            for paper in with.papers.iter_mut().filter(|paper| paper.document_type == *form) {
                paper.fields.entry(field.clone()).or_insert_with(|| "0.00".to_string());
            }
            assert_eq!(before, streams(&analyze(&with.case())), "{}: {form}.{field}", written.name);
        }
    }
}

#[test]
fn a_fall_beyond_the_stable_band_never_gives_more_than_the_newest_year() {
    let template = named("Schedule C that fell by a tenth counts its newest year");
    for profit in (-60_000..60_000).step_by(2_500) {
        let mut written = template.clone();
        written.papers[0].fields.insert("net_profit_or_loss".to_string(), format!("{profit}.00"));
        let result = analyze(&written.case());
        let stream = result.streams().next().unwrap();
        let newest = Decimal::from(profit) / Decimal::from(12);
        let change = (Decimal::from(profit) - Decimal::from(60_000)) / Decimal::from(600);
        if change < Decimal::from(-5) {
            assert_eq!(
                stream.monthly_amount,
                newest.round_dp_with_strategy(2, rust_decimal::RoundingStrategy::MidpointAwayFromZero)
            );
            assert_eq!(stream.include_in_total, change >= Decimal::from(-20), "{profit}");
        }
    }
}

#[test]
fn every_figure_of_a_proof_follows_from_its_leaves() {
    for written in cases() {
        let result = analyze(&written.case());
        for stream in result.streams().filter(|stream| KINDS.contains(&stream.kind)) {
            let proof = stream.proof.as_ref().unwrap();
            assert_eq!(proof.recalculated(), stream.monthly_amount, "{}", written.name);
        }
    }
}
