//! Whether two names are those of one business.

use crate::income::employment::employers::same_number;

/// Words that tell only what form a business has.
const FORMS: [&str; 18] = [
    "INC",
    "INCORPORATED",
    "CORP",
    "CORPORATION",
    "CO",
    "COMPANY",
    "LLC",
    "LLP",
    "LP",
    "LTD",
    "LIMITED",
    "PC",
    "PLLC",
    "PA",
    "PLC",
    "THE",
    "AND",
    "DBA",
];

/// Tells whether two names can be those of one business: case, punctuation and the form of the business do not count.
pub(super) fn same_company(a: &str, b: &str) -> bool {
    let (a, b) = (words(a), words(b));
    !a.is_empty() && a.concat() == b.concat()
}

/// Tells whether two businesses are one: by their numbers where both have one, else by their names.
pub(super) fn same_business(a: (Option<&str>, Option<&str>), b: (Option<&str>, Option<&str>)) -> bool {
    let by_name = || a.1.zip(b.1).is_some_and(|(a, b)| same_company(a, b));
    same_number(a.0, b.0).unwrap_or_else(by_name)
}

fn words(name: &str) -> Vec<String> {
    let upper = name.to_uppercase().replace(['.', '\'', '’'], "");
    let all: Vec<String> = upper
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_string)
        .collect();
    let kept: Vec<String> = all.iter().filter(|word| !FORMS.contains(&word.as_str())).cloned().collect();
    if kept.is_empty() { all } else { kept }
}
