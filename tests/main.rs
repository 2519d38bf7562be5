//! All tests of the package, in one program so that they link once.

mod samples;
