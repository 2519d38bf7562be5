//! Whether two names are those of one business.

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
    match (a.0.and_then(digits), b.0.and_then(digits)) {
        (Some(a), Some(b)) => a == b,
        _ => a.1.zip(b.1).is_some_and(|(a, b)| same_company(a, b)),
    }
}

/// The nine digits of an employer's number; a masked one tells nothing.
fn digits(number: &str) -> Option<String> {
    let digits: String = number.chars().filter(char::is_ascii_digit).collect();
    (digits.len() == 9).then_some(digits)
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

/// Parts things into groups of those that belong together, in the order in which their first came.
pub(super) fn grouped<T: Copy>(things: &[T], same: impl Fn(T, T) -> bool) -> Vec<Vec<T>> {
    let mut groups: Vec<Vec<T>> = Vec::new();
    for thing in things {
        let (together, mut others): (Vec<_>, Vec<_>) =
            groups.into_iter().partition(|group: &Vec<T>| group.iter().any(|known| same(*known, *thing)));
        let mut joined: Vec<T> = together.into_iter().flatten().collect();
        joined.push(*thing);
        others.push(joined);
        groups = others;
    }
    groups
}
