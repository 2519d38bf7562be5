//! All tests, through public surfaces, as one program.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on should stop")]

mod ocr;
mod reading;
mod worker;
