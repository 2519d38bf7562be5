//! Names of files and folders that are safe on every system and readable by people.
//!
//! Invariant: a name is one part of a path: no separator, nothing that leads upwards, nothing that a system reserves,
//! nothing invisible; and it is short enough for every file system.

/// The most bytes of a name that is made of a caller's words.
const LONGEST: usize = 120;

/// What a name becomes of which nothing is left.
const NOTHING: &str = "_";

/// Names that Windows keeps for devices, whatever follows a dot.
const RESERVED: [&str; 24] = [
    "con", "prn", "aux", "nul", "com0", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9", "lpt0",
    "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
];

/// Returns text as a safe name, at most 120 bytes long.
pub fn safe_name(text: &str) -> String {
    let mut name = String::new();
    for letter in text.chars() {
        match letter {
            _ if is_invisible(letter) => {}
            _ if letter.is_whitespace() || letter.is_control() => space(&mut name),
            '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|' => name.push('-'),
            _ => name.push(letter),
        }
    }
    let mut end = name.len().min(LONGEST);
    while !name.is_char_boundary(end) {
        end -= 1;
    }
    name.truncate(end);
    // Dots and spaces at the ends are dropped by some systems and hide a file on others.
    let name = name.trim_matches([' ', '.', '~']);
    if name.is_empty() {
        return NOTHING.to_string();
    }
    let stem = name.split('.').next().unwrap_or_default().trim_end();
    let reserved = RESERVED.iter().any(|reserved| stem.eq_ignore_ascii_case(reserved));
    if reserved { format!("_{name}") } else { name.to_string() }
}

/// Returns the last eight hexadecimal digits of an id.
///
/// Ids begin with the time: those made within a minute share their first digits.
pub fn short_id(id: &str) -> &str {
    id.get(id.len().saturating_sub(8)..).unwrap_or(id)
}

fn space(name: &mut String) {
    if !name.is_empty() && !name.ends_with(' ') {
        name.push(' ');
    }
}

/// Tells whether a letter is not seen, or turns what follows it around.
fn is_invisible(letter: char) -> bool {
    matches!(
        letter,
        '\u{00ad}' | '\u{034f}' | '\u{061c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{fff0}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}
