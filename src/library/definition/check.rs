//! What must hold between values.

use serde::{Deserialize, Serialize};

/// A relation that must hold between values; it moves their confidence both ways.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, tag = "kind", rename_all = "snake_case")]
pub enum Check {
    /// `sum` of the terms, each with its sign, is `equals`.
    Sum {
        /// The name under which the proof or the break is reported.
        id: String,
        /// Fields to add.
        plus: Vec<String>,
        /// Fields to take away.
        #[serde(default)]
        minus: Vec<String>,
        /// The field that holds the result.
        equals: String,
    },
    /// `field` is `rate` times `of`, within `tolerance`.
    Product {
        /// The name under which the proof or the break is reported.
        id: String,
        /// The field that holds the product.
        field: String,
        /// The field that is multiplied.
        of: String,
        /// The factor, such as 0.062.
        rate: f64,
        /// How far apart they may be, in money.
        tolerance: f64,
    },
    /// The column of a table adds up to a field.
    ColumnTotal {
        /// The name under which the proof or the break is reported.
        id: String,
        /// The table.
        table: String,
        /// The column.
        column: String,
        /// The field that holds the total.
        equals: String,
    },
}
