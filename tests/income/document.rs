//! The page on income tells every warning and every fact.

use loanfile::income::StatedFact;
use regex::Regex;

#[test]
fn the_page_explains_every_warning() {
    let page = read("docs/income.md");
    let code = Regex::new(r#"\("([A-Z0-9_]+)", (?:Low|Medium|High)\)"#).unwrap();
    let source = read("src/income/notes.rs");
    let codes: Vec<&str> = code.captures_iter(&source).map(|found| found.get(1).unwrap().as_str()).collect();
    assert!(codes.len() > 40, "only {} codes were found", codes.len());
    let missing: Vec<&&str> = codes.iter().filter(|code| !page.contains(&format!("`{code}`"))).collect();
    assert!(missing.is_empty(), "docs/income.md does not explain {missing:?}");
}

#[test]
fn the_page_explains_every_fact_that_can_be_stated() {
    let page = read("docs/income.md");
    for fact in StatedFact::ALL {
        assert!(page.contains(&format!("`{}`", fact.name())), "docs/income.md does not explain {}", fact.name());
    }
}

fn read(name: &str) -> String {
    std::fs::read_to_string(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}
