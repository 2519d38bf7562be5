//! Tells Cargo that the embedded document types are part of the program.

fn main() {
    println!("cargo::rerun-if-changed=src/library/types");
}
