//! Amounts of money in the ways they are printed and misread.

use super::texts::{read, readings};
use loanfile::model::ValueKind;

#[test]
fn amounts_are_read_in_every_printed_form() {
    // (case, what is printed, canonical value)
    let cases = [
        ("plain", "1234.50", "1234.50"),
        ("grouped", "1,234.50", "1234.50"),
        ("millions", "12,345,678.90", "12345678.90"),
        ("a dollar sign", "$84,250.00", "84250.00"),
        ("a dollar sign apart", "$ 84,250.00", "84250.00"),
        ("a currency code", "USD 410.00", "410.00"),
        ("whole dollars with a sign", "$1,250", "1250.00"),
        ("whole dollars grouped", "84,250", "84250.00"),
        ("zero", "0.00", "0.00"),
        ("zero without a digit before the point", ".00", "0.00"),
        ("cents only", ".75", "0.75"),
        ("leading zeros", "000123.45", "123.45"),
        ("parentheses", "(12.00)", "-12.00"),
        ("parentheses around whole dollars with a point", "(3,000.)", "-3000.00"),
        ("parentheses and a dollar sign", "($1,250.75)", "-1250.75"),
        ("parentheses apart", "( 12.00 )", "-12.00"),
        ("leading minus", "-12.00", "-12.00"),
        ("minus before the dollar sign", "-$12.00", "-12.00"),
        ("minus after the dollar sign", "$-12.00", "-12.00"),
        ("minus apart", "- 12.00", "-12.00"),
        ("trailing minus", "12.00-", "-12.00"),
        ("a typographic minus", "−12.00", "-12.00"),
        ("a dash for a minus", "–12.00", "-12.00"),
        ("a negative zero is zero", "-0.00", "0.00"),
        ("check protection", "***1,990.45", "1990.45"),
        ("check protection after the sign", "$****1,990.45", "1990.45"),
        ("check protection on both sides", "**1,990.45**", "1990.45"),
        ("a rate with four decimals", "25.1250", "25.1250"),
        ("a rate with four decimals after a sign", "$31.5000", "31.5000"),
        ("a rate with three decimals", "25.125", "25.125"),
        ("a space after the comma", "1, 234.50", "1234.50"),
        ("a space before the cents", "1,234 .50", "1234.50"),
        ("a comma for the point", "1,234,50", "1234.50"),
        ("a point for the comma", "1.234.50", "1234.50"),
        ("a full stop behind", "1,234.50.", "1234.50"),
        ("a comma behind", "1,234.50,", "1234.50"),
        ("an O for a zero", "1,O50.OO", "1050.00"),
        ("an l for a one", "l,250.00", "1250.00"),
        ("an S for a five", "84,2S0.00", "84250.00"),
        ("a B for an eight", "B4,250.00", "84250.00"),
        ("the sign misread", "§84,250.00", "84250.00"),
        ("words before", "Deposit of $400.00", "400.00"),
        ("words behind", "400.00 per month", "400.00"),
        ("a bare number before it", "12 400.00", "400.00"),
    ];
    for (case, printed, expected) in cases {
        assert_eq!(read(ValueKind::Money, printed).as_deref(), Some(expected), "{case}: {printed}");
    }
}

#[test]
fn whole_dollars_with_a_point_end_at_the_gap_of_a_column() {
    let values = |line: &str| readings(line).into_iter().map(|reading| reading.value).collect::<Vec<_>>();
    assert_eq!(values("9,610.     205.     7,090."), ["9610.00", "205.00", "7090.00"]);
    assert_eq!(values("9,610. 205"), ["9610205.00"], "a number torn by its reader");
}

#[test]
fn what_is_no_amount_is_not_read() {
    let cases = [
        ("a date", "08/31/2025"),
        ("a date with dashes", "08-31-2025"),
        ("an ISO date", "2025-08-31"),
        ("a social security number", "912-45-1207"),
        ("a masked social security number", "XXX-XX-1207"),
        ("an employer number", "98-0041207"),
        ("a telephone number", "555-271-7719"),
        ("a percentage", "6.2%"),
        ("a code", "QT-00417"),
        ("a form", "W-2"),
        ("a hash", "#1180"),
        ("a fraction", "1/2"),
        ("a word of letters that look like digits", "SOIL"),
        ("a longer number", "1234567890123456"),
        ("nothing", ""),
        ("punctuation", "$ - ."),
    ];
    for (case, printed) in cases {
        assert_eq!(read(ValueKind::Money, printed), None, "{case}: {printed}");
    }
}

#[test]
fn amounts_side_by_side_stay_apart() {
    let cases = [
        ("two", "1,234.50 5,678.00", vec!["1234.50", "5678.00"]),
        ("three with signs", "$12.00 -$3.50 (1.00)", vec!["12.00", "-3.50", "-1.00"]),
        ("hours and a rate", "31.5000 80.00 2,520.00 30,240.00", vec!["31.5000", "80.00", "2520.00", "30240.00"]),
        ("a trailing minus between", "301.12- 3,613.44", vec!["-301.12", "3613.44"]),
        ("zeros", "0.00 240.00", vec!["0.00", "240.00"]),
        ("a date before", "07/05 1,800.00", vec!["1800.00"]),
        ("words between", "12.00 of 15.00", vec!["12.00", "15.00"]),
        ("cents without a dollar", ".50 .75", vec!["0.50", "0.75"]),
    ];
    for (case, printed, expected) in cases {
        let found: Vec<String> = readings(printed).into_iter().map(|reading| reading.value).collect();
        assert_eq!(found, expected, "{case}: {printed}");
    }
}

#[test]
fn the_shape_of_an_amount_shows_in_its_quality() {
    let quality = |printed: &str| readings(printed).first().map_or(0.0, |reading| reading.quality);
    assert_eq!(quality("1,234.50"), 1.0);
    assert!(quality("$1,234") > quality("1,234"), "a sign says more than a comma");
    assert!(quality("1,234") > quality("1234"), "a bare number may be anything");
    assert!(quality("1,234.50") > quality("1,2S4.50"), "a mended digit costs");
    assert!(quality("1,2S4.50") > quality("1,2S4.5O"), "two mended digits cost more");
    assert!(quality("1,234.50") > quality("1, 234.50"), "a torn amount costs");
    assert!(quality("1234") < 0.9, "a bare number is weak");
}

#[test]
fn a_reading_knows_its_words() {
    let found = readings("Total $ 1,234.50 due");
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].raw, "$ 1,234.50");
    assert_eq!(found[0].words, [1, 2]);
}
