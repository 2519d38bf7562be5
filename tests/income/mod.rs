//! Qualifying income: the worked examples of the rules, and what must hold whatever the papers say.

mod business_properties;
mod case;
mod document;
mod examples;
mod properties;
