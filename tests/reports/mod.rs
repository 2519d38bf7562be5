//! Reports over a package of which every row is worked out by hand.

mod filters;
mod formats;
mod loan_reports;
mod package;
mod page;
mod plans;
mod rows;
