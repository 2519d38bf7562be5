//! Writes a definition down as the files of the library are written: only what differs from the defaults.

use super::definition::DocumentType;
use std::collections::{HashMap, HashSet};

/// One of each part that a definition may have, with nothing said that has a default.
const BARE: &str = r#"
id = ""
name = ""
group = ""
[[anchors]]
text = ""
[[fields]]
id = ""
name = ""
kind = "text"
[[fields.choices]]
value = ""
[[fields.from_rows]]
[[tables]]
id = ""
name = ""
[[tables.sections]]
titles = []
[[tables.columns]]
id = ""
name = ""
kind = "text"
[[tables.columns.choices]]
value = ""
"#;

/// Settings that are written whatever they are.
const ALWAYS: [&str; 9] = ["id", "name", "group", "kind", "text", "weight", "value", "titles", "equals"];

/// Returns a definition as TOML; reading it again gives the same definition.
pub fn written(definition: &DocumentType) -> String {
    // Neither can fail: the one is a constant, the other was read from TOML or made of its words.
    let (Ok(bare), Ok(whole)) = (toml::from_str::<DocumentType>(BARE), toml::to_string(definition)) else {
        return String::new();
    };
    let bare = toml::to_string(&bare).unwrap_or_default();
    let defaults = defaults(&bare);
    let (mut text, mut section) = (String::new(), String::new());
    for line in whole.lines() {
        if line.starts_with('[') {
            section = line.to_owned();
        }
        let needed = ALWAYS.contains(&setting(line));
        let default = !needed && defaults.get(section.as_str()).is_some_and(|known| known.contains(line));
        let blank = line.is_empty() && (text.is_empty() || text.ends_with("\n\n"));
        if !default && !blank {
            text.push_str(line);
            text.push('\n');
        }
    }
    text
}

/// Returns the lines of each part by its heading; the part before the first heading has none.
fn defaults(bare: &str) -> HashMap<&str, HashSet<&str>> {
    let mut parts: HashMap<&str, HashSet<&str>> = HashMap::new();
    let mut section = "";
    for line in bare.lines().filter(|line| !line.is_empty()) {
        if line.starts_with('[') {
            section = line;
        } else {
            parts.entry(section).or_default().insert(line);
        }
    }
    parts
}

fn setting(line: &str) -> &str {
    line.split('=').next().unwrap_or_default().trim()
}
