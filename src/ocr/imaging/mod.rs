//! Pure functions over grey images: ink, skew, direction of text, ruled lines, boxes to tick.
//!
//! Invariant: values in, values out; no recognition and no files. Grey 0 is black; [`Ink`] holds 1 where there is ink.

mod check_boxes;
mod contrast;
mod direction;
mod greys;
mod ink;
mod rules;
mod skew;
mod specks;
mod text_lines;
mod turn;
mod unexplained;
mod upside_down;

pub use check_boxes::{SquareMark, check_boxes};
pub use contrast::evened;
pub use direction::{TextDirection, text_direction};
pub use greys::Greys;
pub use ink::Ink;
pub use rules::{RuledLine, ruled_lines};
pub use skew::skew_degrees;
pub use specks::{specks, without_specks};
pub use text_lines::text_lines;
pub use turn::{straightened, turned};
pub use unexplained::unexplained;
pub use upside_down::uprightness;
