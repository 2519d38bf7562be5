//! Values in running text.

use crate::support::{definition, drawn, value};
use loanfile::extract::extract;

fn read(kind: &str, sentence: &str, grid: &str) -> Option<String> {
    let field = format!(
        "[[fields]]\nid = \"x\"\nname = \"X\"\nkind = \"{kind}\"\nfind = [\"sentence\"]\nsentences = [{sentence:?}]"
    );
    value(&extract(&[drawn(grid)], &definition(&field)), "x").map(str::to_owned)
}

#[test]
fn a_value_stands_where_the_clause_leaves_a_place_open() {
    for (case, kind, sentence, grid, expected) in [
        (
            "a date",
            "date",
            "were married on {}",
            "The parties were married on June 12, 2004 in Reno.",
            Some("2004-06-12"),
        ),
        ("a date in words", "date", "signed this {}", "Signed this 22nd day of April, 2024.", Some("2024-04-22")),
        (
            "over the end of a line",
            "date",
            "married on {}",
            "The parties were lawfully married on June\n12, 2004.",
            Some("2004-06-12"),
        ),
        ("an amount", "money", "as alimony {}", "shall pay as alimony the sum of $500.00 per month", Some("500.00")),
        (
            "a name up to a comma",
            "name",
            "appoint {}",
            "I do appoint Thomas E. Strand, of Mesa, my agent",
            Some("Thomas E. Strand"),
        ),
        (
            "a company with its form",
            "name",
            "the company is {}",
            "The name of the company is Peak Trail, LLC, formed",
            Some("Peak Trail, LLC"),
        ),
        (
            "a name before the clause",
            "name",
            "{} shall pay",
            "as agreed, Robert Alan Cole shall pay support",
            Some("Robert Alan Cole"),
        ),
        (
            "a few words between",
            "date",
            "petition * filed on {}",
            "the petition for divorce was filed on May 1, 2018",
            Some("2018-05-01"),
        ),
        (
            "an address up to its ZIP code",
            "address",
            "located at {}",
            "located at 88 Summit Road, Boulder, CO 80302. The agent",
            Some("88 Summit Road, Boulder, CO 80302"),
        ),
        (
            "words of the value itself",
            "name",
            "IN THE {* COURT OF * COUNTY}",
            "IN THE DISTRICT COURT OF DALLAS COUNTY",
            Some("DISTRICT COURT OF DALLAS COUNTY"),
        ),
        (
            "a comma inside a place between words",
            "text",
            "COURT OF {} COUNTY",
            "SUPERIOR COURT OF UTAH, SALEM COUNTY",
            None,
        ),
        (
            "an old form of a letter within the clause",
            "date",
            "passed on {}",
            "PA\u{17f}\u{17f}ED ON May 1, 2018.",
            Some("2018-05-01"),
        ),
        ("another clause", "date", "were married on {}", "The parties separated on June 12, 2004.", None),
    ] {
        assert_eq!(read(kind, sentence, grid).as_deref(), expected, "{case}");
    }
}

#[test]
fn a_short_line_ends_a_caption() {
    let grid =
        "COUNTY OF KENT\nFAMILY DIVISION\nThis is an order of the court made after a hearing of both of the parties";
    assert_eq!(read("text", "COUNTY OF {}", grid).as_deref(), Some("KENT"));
}
