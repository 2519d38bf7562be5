//! Arithmetic that proves values or puts them in doubt.

use crate::support::{definition, drawn};
use loanfile::extract::{Extraction, extract};
use loanfile::library::DocumentType;

fn sheet() -> DocumentType {
    let money = |id: &str, label: &str| {
        format!(
            "[[fields]]\nid = \"{id}\"\nname = \"{label}\"\nkind = \"money\"\nlabels = [\"{label}\"]\nfind = [\"right\"]\n"
        )
    };
    let fields = ["gross", "taxes", "net", "wages", "withheld"].map(|id| money(id, id));
    definition(&format!(
        r#"
        {}
        [[tables]]
        id = "items"
        name = "Items"
        titles = ["Items"]
        ends = ["gross"]
        [[tables.columns]]
        id = "description"
        name = "Description"
        kind = "text"
        headings = ["Items"]
        required = true
        [[tables.columns]]
        id = "amount"
        name = "Amount"
        kind = "money"
        headings = ["Amount"]
        [[checks]]
        kind = "sum"
        id = "net_pay"
        plus = ["gross"]
        minus = ["taxes"]
        equals = "net"
        [[checks]]
        kind = "product"
        id = "social_security"
        field = "withheld"
        of = "wages"
        rate = 0.062
        tolerance = 0.05
        [[checks]]
        kind = "column_total"
        id = "items_total"
        table = "items"
        column = "amount"
        equals = "gross""#,
        fields.join("\n")
    ))
}

fn read(grid: &str) -> Extraction {
    extract(&[drawn(grid)], &sheet())
}

/// Returns the ids of the checks that hold and of those that do not.
fn outcomes(extraction: &Extraction) -> (Vec<&str>, Vec<&str>) {
    let ids = |outcomes: &'_ [loanfile::extract::CheckOutcome]| -> Vec<String> {
        outcomes.iter().map(|outcome| outcome.check.clone()).collect()
    };
    let known = ["net_pay", "social_security", "items_total"];
    let named = |ids: Vec<String>| known.into_iter().filter(|id| ids.iter().any(|found| found == id)).collect();
    (named(ids(&extraction.proofs)), named(ids(&extraction.breaks)))
}

fn confidences(extraction: &Extraction) -> Vec<f32> {
    extraction.fields.iter().map(|field| field.confidence.value()).collect()
}

#[test]
fn checks_prove_or_break() {
    // (case, page, checks that hold, checks that do not)
    let cases: [(&str, &str, &[&str], &[&str]); 11] = [
        ("a sum that holds", "gross 100.00\ntaxes 20.00\nnet 80.00", &["net_pay"], &[]),
        ("a sum a cent off for rounding", "gross 100.00\ntaxes 20.00\nnet 80.01", &["net_pay"], &[]),
        ("a sum two cents off", "gross 100.00\ntaxes 20.00\nnet 80.02", &[], &["net_pay"]),
        ("a sum with negative parts", "gross 100.00\ntaxes -20.00\nnet 120.00", &["net_pay"], &[]),
        ("a part of the sum is missing", "gross 100.00\nnet 80.00", &[], &[]),
        ("the result is missing", "gross 100.00\ntaxes 20.00", &[], &[]),
        ("a product that holds", "wages 54,940.18\nwithheld 3,406.29", &["social_security"], &[]),
        ("a product within its tolerance", "wages 54,940.18\nwithheld 3,406.33", &["social_security"], &[]),
        ("a product that does not", "wages 54,940.18\nwithheld 3,460.29", &[], &["social_security"]),
        ("a product of nothing says nothing", "wages 0.00\nwithheld 0.00", &[], &[]),
        ("a rate with four decimals", "wages 0.5000\nwithheld 0.0310", &["social_security"], &[]),
    ];
    for (case, grid, holds, breaks) in cases {
        let found = read(grid);
        let (held, broken) = outcomes(&found);
        assert_eq!(held, holds, "{case}: holds");
        assert_eq!(broken, breaks, "{case}: does not hold");
    }
}

#[test]
fn a_proof_makes_its_values_sure() {
    let found = read("your taxes 20.00\nwhat remains is net 80.00\nof gross 100.00");
    assert_eq!(outcomes(&found).0, ["net_pay"]);
    assert!(confidences(&found).into_iter().all(|confidence| confidence >= 0.97), "{:?}", confidences(&found));
    assert_eq!(found.proofs[0].fields.len(), 3);
    assert_eq!((found.proofs[0].expected.as_str(), found.proofs[0].found.as_str()), ("80.00", "80.00"));
}

#[test]
fn a_break_puts_its_values_below_review() {
    let found = read("gross 100.00\ntaxes 20.00\nnet 60.00");
    assert!(confidences(&found).into_iter().all(|confidence| confidence < 0.65), "{:?}", confidences(&found));
    assert_eq!((found.breaks[0].expected.as_str(), found.breaks[0].found.as_str()), ("80.00", "60.00"));
    let ids: Vec<&str> = found.breaks[0].fields.iter().map(|field| field.as_str()).collect();
    assert_eq!(ids, ["sheet.gross", "sheet.taxes", "sheet.net"]);
}

const ITEMS: &str = "
Items                Amount
Regular               60.00
Overtime              40.00
";

#[test]
fn a_column_that_adds_up_makes_its_cells_sure() {
    let found = read(&format!("{ITEMS}gross                100.00"));
    assert_eq!(outcomes(&found), (vec!["items_total"], vec![]));
    let amounts = found.fields.iter().filter(|field| field.field.as_str() == "sheet.items.amount");
    assert!(amounts.clone().count() == 2 && amounts.clone().all(|cell| cell.confidence.value() >= 0.97));
}

#[test]
fn a_column_that_does_not_add_up_puts_no_single_cell_in_doubt() {
    let found = read(&format!("{ITEMS}gross                170.00"));
    assert_eq!(outcomes(&found), (vec![], vec!["items_total"]));
    assert!(confidences(&found).into_iter().all(|confidence| confidence > 0.65), "{:?}", confidences(&found));
}

#[test]
fn an_empty_column_is_no_check() {
    let found = read("Items                Amount\ngross                100.00");
    assert_eq!(outcomes(&found), (vec![], vec![]));
}
