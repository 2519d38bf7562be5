//! A small tree of XML elements whose children are written in a fixed order.
//!
//! Invariant: what is written is well-formed whatever the text holds.

use std::collections::BTreeMap;

/// An element: text, or other elements in an order that a list gives.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Element {
    name: String,
    attributes: Vec<(&'static str, String)>,
    text: String,
    children: Vec<Self>,
}

impl Element {
    /// Makes an element without content.
    pub fn new(name: &str) -> Self {
        Self { name: name.to_string(), ..Self::default() }
    }

    /// Makes an element of text.
    pub fn of_text(name: &str, text: &str) -> Self {
        Self { text: text.to_string(), ..Self::new(name) }
    }

    /// Adds an attribute.
    #[must_use]
    pub fn with(mut self, attribute: &'static str, value: impl Into<String>) -> Self {
        self.attributes.push((attribute, value.into()));
        self
    }

    /// Adds an element inside; an empty one is left out.
    pub fn add(&mut self, child: Self) {
        if !child.text.is_empty() || !child.children.is_empty() {
            self.children.push(child);
        }
    }

    /// Adds an element inside.
    #[must_use]
    pub fn holding(mut self, child: Self) -> Self {
        self.add(child);
        self
    }

    /// Returns the one element of that name inside, making it when it is missing.
    pub fn inner(&mut self, name: &str) -> &mut Self {
        let index = match self.children.iter().position(|child| child.name == name) {
            Some(index) => index,
            None => {
                self.children.push(Self::new(name));
                self.children.len() - 1
            }
        };
        &mut self.children[index]
    }

    /// Tells whether an element of that name is inside.
    pub fn has(&self, name: &str) -> bool {
        self.children.iter().any(|child| child.name == name)
    }

    /// Sets the text.
    pub fn set_text(&mut self, text: &str) {
        self.text = text.to_string();
    }

    /// Returns the document that it is the root of; the children of each element stand in the order given for its name.
    pub fn document(&self, order: &BTreeMap<String, Vec<String>>) -> String {
        let mut document = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        self.write(order, 0, &mut document);
        document
    }

    fn write(&self, order: &BTreeMap<String, Vec<String>>, depth: usize, document: &mut String) {
        let indent = "  ".repeat(depth);
        document.push_str(&format!("{indent}<{}", self.name));
        for (name, value) in &self.attributes {
            document.push_str(&format!(" {name}=\"{}\"", escaped(value)));
        }
        if self.children.is_empty() {
            document.push_str(&format!(">{}</{}>\n", escaped(&self.text), self.name));
            return;
        }
        document.push_str(">\n");
        let listed = order.get(&self.name);
        let rank = |child: &&Self| {
            listed.and_then(|names| names.iter().position(|name| *name == child.name)).unwrap_or(usize::MAX)
        };
        let mut children: Vec<&Self> = self.children.iter().collect();
        // A stable sort: elements of one name stay in the order in which they were added.
        children.sort_by_key(rank);
        for child in children {
            child.write(order, depth + 1, document);
        }
        document.push_str(&format!("{indent}</{}>\n", self.name));
    }
}

/// Returns text as it stands in XML and HTML; what neither may hold is left out.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\t' | '\n' | '\r' => safe.push(letter),
            '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => {}
            _ => safe.push(letter),
        }
    }
    safe
}
