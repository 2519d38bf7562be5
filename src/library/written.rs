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

/// The same without the parts that only some have.
const BARER: &str = r#"
id = ""
name = ""
group = ""
[[anchors]]
text = ""
[[fields]]
id = ""
name = ""
kind = "text"
[[tables]]
id = ""
name = ""
[[tables.columns]]
id = ""
name = ""
kind = "text"
"#;

/// A type that is only named.
const NAMED: &str = r#"
id = ""
name = ""
group = ""
"#;

/// Settings that are written whatever they are.
const ALWAYS: [&str; 9] = ["id", "name", "group", "kind", "text", "weight", "value", "titles", "equals"];

/// Returns a definition as TOML; reading it again gives the same definition.
pub fn written(definition: &DocumentType) -> String {
    // It was read from TOML, or made of the words of it: it can be written.
    let whole = toml::to_string(definition).unwrap_or_default();
    let bare = [BARE, BARER, NAMED].map(spelled_out);
    let mut defaults: HashMap<&str, HashSet<&str>> = HashMap::new();
    for bare in &bare {
        add_defaults(bare, &mut defaults);
    }
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

/// Returns a definition with everything that it leaves out.
fn spelled_out(bare: &str) -> String {
    let definition = toml::from_str::<DocumentType>(bare);
    definition.ok().and_then(|definition| toml::to_string(&definition).ok()).unwrap_or_default()
}

/// Adds the lines of each part by its heading; the part before the first heading has none.
fn add_defaults<'b>(bare: &'b str, defaults: &mut HashMap<&'b str, HashSet<&'b str>>) {
    let mut section = "";
    for line in bare.lines().filter(|line| !line.is_empty()) {
        if line.starts_with('[') {
            section = line;
        } else {
            defaults.entry(section).or_default().insert(line);
        }
    }
}

fn setting(line: &str) -> &str {
    line.split('=').next().unwrap_or_default().trim()
}
