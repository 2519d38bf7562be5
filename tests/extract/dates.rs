//! Dates, periods and the completion of dates printed without a year.

use super::texts::read;
use loanfile::extract::value::{Run, complete_date, read_date};
use loanfile::model::ValueKind;
use loanfile::page::{Layout, Page};

fn dates(line: &str) -> Vec<String> {
    let page = Page::from_grid(line);
    let layout = Layout::new(&page);
    let words: Vec<usize> = (0..layout.words.len()).collect();
    read_date(&Run::new(&layout, &words)).into_iter().map(|reading| reading.value).collect()
}

#[test]
fn dates_are_read_in_every_printed_form() {
    let cases = [
        ("slashes", "08/31/2025", "2025-08-31"),
        ("without zeros", "8/1/2025", "2025-08-01"),
        ("two digits of the year", "08/31/25", "2025-08-31"),
        ("a year of the last century", "04/12/78", "1978-04-12"),
        ("dashes", "08-31-2025", "2025-08-31"),
        ("points", "08.31.2025", "2025-08-31"),
        ("ISO", "2025-08-31", "2025-08-31"),
        ("ISO with slashes", "2025/08/31", "2025-08-31"),
        ("the month's name", "August 31, 2025", "2025-08-31"),
        ("the month's name without a comma", "August 31 2025", "2025-08-31"),
        ("the month in short", "Aug 31, 2025", "2025-08-31"),
        ("the month in short with a point", "Aug. 31, 2025", "2025-08-31"),
        ("in capitals", "AUG 31, 2025", "2025-08-31"),
        ("September in four letters", "Sept 5, 2025", "2025-09-05"),
        ("an ordinal", "August 1st, 2025", "2025-08-01"),
        ("the day first", "31 August 2025", "2025-08-31"),
        ("the day first with dashes", "31-AUG-2025", "2025-08-31"),
        ("the day first in one word", "31AUG2025", "2025-08-31"),
        ("run together by the reader", "August31,2025", "2025-08-31"),
        ("a space torn in", "08/ 31/2025", "2025-08-31"),
        ("the year behind a comma", "04/01 , 2023", "2023-04-01"),
        ("the century printed before the year", "03/31 , 20 24", "2024-03-31"),
        ("words around", "as of 08/31/2025 at close", "2025-08-31"),
        ("a leap day", "02/29/2024", "2024-02-29"),
    ];
    for (case, printed, expected) in cases {
        assert_eq!(read(ValueKind::Date, printed).as_deref(), Some(expected), "{case}: {printed}");
    }
}

#[test]
fn what_is_no_date_is_not_read() {
    let cases = [
        ("no month 13", "13/31/2025"),
        ("no day 32", "08/32/2025"),
        ("no leap year", "02/29/2025"),
        ("a social security number", "912-45-1207"),
        ("a telephone number", "555-271-7719"),
        ("an amount", "1,204.10"),
        ("a year alone", "2025"),
        ("a month alone", "August"),
        ("part of a longer number", "1208/31/2025"),
        ("nothing", ""),
    ];
    for (case, printed) in cases {
        assert_eq!(read(ValueKind::Date, printed), None, "{case}: {printed}");
    }
}

#[test]
fn periods_give_their_start_and_end() {
    let whole = ["2025-07-01", "2025-07-31"];
    let cases = [
        ("a dash", "07/01/2025 - 07/31/2025", whole),
        ("no spaces", "07/01/2025-07/31/2025", whole),
        ("a long dash", "07/01/2025 – 07/31/2025", whole),
        ("to", "07/01/2025 to 07/31/2025", whole),
        ("through", "July 1, 2025 through July 31, 2025", whole),
        ("thru", "07/01/25 thru 07/31/25", whole),
        ("the year once", "July 1 - July 31, 2025", whole),
        ("the year once, to", "July 1 to July 31, 2025", whole),
        ("the year once, figures", "07/01 - 07/31/2025", whole),
        ("the year once, through", "07/01 through 07/31/2025", whole),
        ("the turn of the year", "December 16 - January 15, 2026", ["2025-12-16", "2026-01-15"]),
        ("the turn of the year in figures", "12/16 - 01/15/2026", ["2025-12-16", "2026-01-15"]),
        ("the day first", "1 July 2025 - 31 July 2025", whole),
    ];
    for (case, printed, expected) in cases {
        assert_eq!(dates(printed), expected, "{case}: {printed}");
    }
}

#[test]
fn a_single_date_is_no_period() {
    assert_eq!(dates("Statement date 07/31/2025"), ["2025-07-31"]);
    assert!(dates("no date at all").is_empty());
}

#[test]
fn the_month_of_a_period_printed_once_is_not_completed_yet() {
    // Right would be 2025-07-01 and 2025-07-31; today the end has no month of its own and nothing is read.
    assert!(dates("July 1 - 31, 2025").is_empty());
}

#[test]
fn dates_without_a_year_are_completed_from_their_period() {
    let july = (Some("2025-07-01"), Some("2025-07-31"));
    let winter = (Some("2025-12-16"), Some("2026-01-15"));
    let end_only = (None, Some("2025-07-31"));
    let start_only = (Some("2025-07-01"), None);
    let cases = [
        ("within", "07/05", july, Some("2025-07-05")),
        ("the first day", "07/01", july, Some("2025-07-01")),
        ("the last day", "7/31", july, Some("2025-07-31")),
        ("a name", "Jul 5", july, Some("2025-07-05")),
        ("a name with a point", "Jul. 5", july, Some("2025-07-05")),
        ("a dash", "07-05", july, Some("2025-07-05")),
        ("posted a day before", "06/30", july, Some("2025-06-30")),
        ("posted a day after", "08/01", july, Some("2025-08-01")),
        ("December of a statement over the turn of the year", "12/20", winter, Some("2025-12-20")),
        ("January of a statement over the turn of the year", "01/02", winter, Some("2026-01-02")),
        ("the end alone: before it", "07/05", end_only, Some("2025-07-05")),
        ("the end alone: after it is the year before", "12/20", end_only, Some("2024-12-20")),
        ("the start alone", "07/05", start_only, Some("2025-07-05")),
        ("a year of its own", "07/05/2024", july, Some("2024-07-05")),
        ("no such day", "02/30", july, None),
        ("no date", "Rent", july, None),
        ("a leap day of another year", "02/29", july, Some("2024-02-29")),
        ("no period known", "07/05", (None, None), None),
        ("a period that is no date", "07/05", (Some("July"), Some("July")), None),
        ("words around it", "on 07/05", july, None),
    ];
    for (case, printed, (start, end), expected) in cases {
        assert_eq!(complete_date(printed, start, end).as_deref(), expected, "{case}: {printed}");
    }
}
