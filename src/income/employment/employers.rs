//! Which names and numbers are those of one employer.

/// Words that say what kind of company it is; papers leave them out as they like.
const FORMS: [&str; 16] = [
    "INC",
    "INCORPORATED",
    "LLC",
    "LLP",
    "LP",
    "PLLC",
    "PC",
    "PA",
    "CORP",
    "CORPORATION",
    "CO",
    "COMPANY",
    "LTD",
    "LIMITED",
    "NA",
    "THE",
];

/// How alike two names must be, where a letter may be read wrong.
const ALIKE: f64 = 0.95;

/// Tells whether two names can be those of one employer or business.
pub(in crate::income) fn same_employer(a: &str, b: &str) -> bool {
    let (a, b) = (bare(a), bare(b));
    if a.is_empty() || b.is_empty() {
        return false;
    }
    let begins = |long: &str, short: &str| {
        short.contains(' ') && long.strip_prefix(short).is_some_and(|rest| rest.starts_with(' '))
    };
    a == b
        || begins(&a, &b)
        || begins(&b, &a)
        || strsim::jaro_winkler(&a, &b) >= ALIKE && a.len().abs_diff(b.len()) <= 2
}

/// Tells whether two employer numbers are the same; masked ones tell nothing.
pub(in crate::income) fn same_number(a: Option<&str>, b: Option<&str>) -> Option<bool> {
    let digits = |text: &str| -> Option<String> {
        let digits: String = text.chars().filter(char::is_ascii_digit).collect();
        (digits.len() == 9).then_some(digits)
    };
    Some(digits(a?)? == digits(b?)?)
}

fn bare(name: &str) -> String {
    let upper = name.to_uppercase().replace('&', " AND ").replace(['\'', '.'], "");
    let words = upper.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    words.filter(|word| !FORMS.contains(word)).collect::<Vec<_>>().join(" ")
}
