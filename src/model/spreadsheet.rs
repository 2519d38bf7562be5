//! Cells of CSV files that people open in a spreadsheet.

/// Returns a cell of text that no spreadsheet takes for a formula.
///
/// What begins like one gets an apostrophe, which spreadsheets take as "this is text". NUL, which ends a cell for some
/// readers, is dropped.
pub fn text_cell(cell: &str) -> String {
    let cell = cell.replace('\0', "");
    if cell.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']) {
        format!("'{cell}")
    } else {
        cell
    }
}

/// Tells whether a cell is a plain number, which no spreadsheet takes for a formula: a sign, digits, at most one point.
pub fn is_number_cell(cell: &str) -> bool {
    let digits = cell.strip_prefix('-').unwrap_or(cell);
    digits.starts_with(|first: char| first.is_ascii_digit())
        && digits.chars().all(|letter| letter.is_ascii_digit() || letter == '.')
        && digits.matches('.').count() <= 1
}
