//! Reading and writing PDFs, on small files that the tests build themselves.

mod building;
mod check_boxes;
mod files;
mod forms;
mod images;
mod ink_marks;
mod lines;
mod words;
mod writing;
