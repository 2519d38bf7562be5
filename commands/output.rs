//! Printing: data on standard output, talk on standard error.

use crate::context::Color;
use anyhow::Result;
use comfy_table::{Attribute, Cell, CellAlignment, ColumnConstraint, ContentArrangement, Table, presets};
use serde::Serialize;
use std::io::{IsTerminal, Write};

/// How to print.
pub struct Output {
    color: bool,
}

impl Output {
    /// Prints with or without colour.
    pub fn new(color: Color) -> Self {
        let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let forced = || set("CLICOLOR_FORCE") && std::env::var_os("CLICOLOR_FORCE").is_some_and(|value| value != "0");
        let color = match color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => !set("NO_COLOR") && (std::io::stdout().is_terminal() || forced()),
        };
        Self { color }
    }

    /// Prints a line of data; what could move the cursor of a terminal is escaped.
    pub fn line(&self, text: &str) -> Result<()> {
        self.raw(&format!("{}\n", printable(text)))
    }

    /// Prints text as it is.
    pub fn raw(&self, text: &str) -> Result<()> {
        let mut stdout = std::io::stdout().lock();
        stdout.write_all(text.as_bytes())?;
        stdout.flush()?;
        Ok(())
    }

    /// Prints a value as JSON.
    pub fn json<T: Serialize>(&self, value: &T) -> Result<()> {
        let mut stdout = std::io::BufWriter::new(std::io::stdout().lock());
        serde_json::to_writer_pretty(&mut stdout, value).map_err(std::io::Error::from)?;
        stdout.write_all(b"\n")?;
        stdout.flush()?;
        Ok(())
    }

    /// Starts a table with headings; those that begin with `>` stand over figures and are set to the right.
    pub fn table(&self, headings: &[&str]) -> Rows {
        let mut table = Table::new();
        table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
        if self.color {
            table.enforce_styling();
        } else {
            let width = table.width();
            table.force_no_tty();
            // On a terminal rows are wrapped, with or without colour.
            if let Some(width) = width {
                table.set_width(width);
            }
        }
        table.set_header(headings.iter().map(|heading| {
            let cell = Cell::new(heading.trim_start_matches('>'));
            if self.color { cell.add_attribute(Attribute::Bold) } else { cell }
        }));
        for (index, heading) in headings.iter().enumerate() {
            if let (true, Some(column)) = (heading.starts_with('>'), table.column_mut(index)) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        Rows { table, filled: false }
    }
}

/// A table being filled.
pub struct Rows {
    table: Table,
    filled: bool,
}

impl Rows {
    /// Never breaks the cells of a column: ids are copied whole.
    pub fn keep_whole(&mut self, column: usize) {
        if let Some(column) = self.table.column_mut(column) {
            column.set_constraint(ColumnConstraint::ContentWidth);
        }
    }

    /// Adds a row; what could move the cursor of a terminal is escaped.
    pub fn add<C: AsRef<str>>(&mut self, cells: impl IntoIterator<Item = C>) {
        self.filled = true;
        self.table.add_row(cells.into_iter().map(|cell| printable(cell.as_ref())).collect::<Vec<_>>());
    }

    /// Prints the table, unless it has no rows.
    pub fn print(self, output: &Output) -> Result<()> {
        if !self.filled {
            return Ok(());
        }
        let lines: Vec<String> = self.table.lines().map(|line| line.trim_end().to_string()).collect();
        output.raw(&format!("{}\n", lines.join("\n")))
    }
}

/// Says something to the person at the terminal.
pub fn tell(text: &str) {
    // When standard error is gone there is nobody to tell.
    let _ = writeln!(std::io::stderr().lock(), "{}", printable(text));
}

/// Returns text in which control and direction characters are shown instead of obeyed.
pub fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for letter in text.chars() {
        let directs = matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        if letter.is_control() || directs {
            shown.extend(letter.escape_default());
        } else {
            shown.push(letter);
        }
    }
    shown
}
