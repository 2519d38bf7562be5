//! locators
