//! All tests, through public surfaces, as one program.

mod ocr;
mod reading;
mod worker;
