//! From pages to values: reading a value as its kind, finding it, rows, arithmetic.

mod blocks;
mod checks;
mod choice;
mod dates;
mod labels;
mod locators;
mod numbers;
mod money;
mod rows;
mod tables;
mod texts;
