//! From pages to values: reading a value as its kind, finding it, rows, arithmetic.

mod across_tables;
mod blocks;
mod checks;
mod choosing;
mod dates;
mod form_tables;
mod ledgers;
mod locators;
mod money;
mod numbers;
mod papers;
mod running_text;
mod sections;
mod sentences;
mod signatures;
mod signers;
mod tables;
mod texts;
