//! The program run on the sample packages gives what their `*.expected.json` files say.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

#[test]
fn the_digital_sample_comes_out_as_printed() {
    let outcome = Outcome::of_sample("born-digital");
    outcome.assert_documents();
    outcome.assert_values(Misses { fields: 0, rows: 0 });
    outcome.assert_evidence();
}

#[test]
fn the_scanned_sample_comes_out_as_printed() {
    let outcome = Outcome::of_sample("scanned");
    outcome.assert_documents();
    // Recognition misreads these today: a name cut short, a crossed box not seen, a few digits of small bilevel print.
    outcome.assert_values(Misses { fields: 3, rows: 6 });
    outcome.assert_evidence();
    outcome.assert_sources(&[("w2", "ocr"), ("paystub", "ocr"), ("bank_statement", "ocr")]);
}

#[test]
fn the_mixed_sample_comes_out_as_printed() {
    let outcome = Outcome::of_sample("mixed");
    outcome.assert_documents();
    // Recognition loses the first line of an address and half of a name in white on black, on the last page.
    outcome.assert_values(Misses { fields: 3, rows: 1 });
    outcome.assert_evidence();
    // The pay stubs are scans; the first lies under a text layer of garbage that must not be believed.
    outcome.assert_sources(&[("w2", "acroform"), ("paystub", "ocr"), ("bank_statement", "text_layer")]);
}

/// How many printed values may be missing or wrong.
struct Misses {
    fields: usize,
    rows: usize,
}

/// What the program made of a sample, beside what is printed in it.
struct Outcome {
    expected: Value,
    shown: Value,
}

impl Outcome {
    fn of_sample(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
        let text = std::fs::read_to_string(folder.join(format!("{name}.expected.json"))).unwrap();
        let expected: Value = serde_json::from_str(&text).unwrap();
        let loan = expected["loan"].as_str().unwrap();
        let pdf = folder.join(expected["file"].as_str().unwrap());
        let workspace = Workspace::new();
        workspace.run(&["init"]);
        workspace.run(&["ingest", "--loan", loan, pdf.to_str().unwrap()]);
        workspace.run(&["process", "--quiet"]);
        let shown = serde_json::from_str(&workspace.run(&["show", "--loan", loan, "--format", "json"])).unwrap();
        Self { expected, shown }
    }

    /// Asserts that the documents have the pages and types of the sample.
    fn assert_documents(&self) {
        let expected: Vec<_> = list(&self.expected["documents"])
            .iter()
            .map(|document| (document["firstPage"].clone(), document["lastPage"].clone(), document["type"].clone()))
            .collect();
        let found: Vec<_> = self
            .documents()
            .iter()
            .map(|document| {
                let pages = &document["sourcePages"];
                (pages["first"].clone(), pages["last"].clone(), document["documentTypeId"].clone())
            })
            .collect();
        assert_eq!(found, expected, "first page, last page and type of each document");
        for document in self.documents() {
            assert_eq!(document["processingStatus"], "EXTRACTED", "{document}");
        }
    }

    /// Asserts that no more than the known number of values are missing or wrong.
    fn assert_values(&self, known: Misses) {
        let mut field_misses = Vec::new();
        let mut row_misses = Vec::new();
        for (expected, document) in list(&self.expected["documents"]).iter().zip(self.documents()) {
            let found = Values::of(document);
            let place = format!("{} on page {}", expected["type"], expected["firstPage"]);
            for (field, value) in object(&expected["fields"]) {
                let value = value.as_str().unwrap();
                let read = found.scalar(field);
                if !read.is_some_and(|read| same(read, value)) {
                    field_misses.push(format!("{place}: {field} is {value}, found {read:?}"));
                }
            }
            for (table, rows) in object(&expected["tables"]) {
                for (index, row) in list(rows).iter().enumerate() {
                    for (column, value) in object(row) {
                        let value = value.as_str().unwrap();
                        let read = found.cell(table, index, column);
                        if !read.is_some_and(|read| same(read, value)) {
                            row_misses.push(format!("{place}: {table}.{index}.{column} is {value}, found {read:?}"));
                        }
                    }
                }
            }
        }
        assert!(field_misses.len() <= known.fields, "wrong or missing fields:\n{}", field_misses.join("\n"));
        assert!(row_misses.len() <= known.rows, "wrong or missing cells:\n{}", row_misses.join("\n"));
    }

    /// Asserts that each value says where it was read and how sure the program is.
    fn assert_evidence(&self) {
        for document in self.documents() {
            let pages = &document["sourcePages"];
            let length = pages["last"].as_u64().unwrap() - pages["first"].as_u64().unwrap() + 1;
            for field in list(&document["fields"]).iter().filter(|field| field["source"] != "derived") {
                let page = field["pageNumber"].as_u64().unwrap_or_else(|| panic!("no page: {field}"));
                assert!((1..=length).contains(&page), "page outside the document: {field}");
                let confidence = field["fieldConfidence"].as_f64().unwrap();
                assert!((0.0..=1.0).contains(&confidence), "confidence: {field}");
                let side =
                    |name: &str| field["boundingBox"][name].as_f64().unwrap_or_else(|| panic!("no box: {field}"));
                assert!(side("left") >= 0.0 && side("left") + side("width") <= 1.001, "box off the page: {field}");
                assert!(side("top") >= 0.0 && side("top") + side("height") <= 1.001, "box off the page: {field}");
                assert!(side("width") > 0.0 && side("height") > 0.0, "empty box: {field}");
            }
        }
    }

    /// Asserts that most values of each document of a type were read from the given source.
    fn assert_sources(&self, sources: &[(&str, &str)]) {
        for (document_type, source) in sources {
            for document in self.documents().iter().filter(|document| document["documentTypeId"] == *document_type) {
                let fields = list(&document["fields"]);
                let from_source = fields.iter().filter(|field| field["source"] == *source).count();
                assert!(
                    from_source * 2 > fields.len(),
                    "{document_type}: {from_source} of {} values from {source}",
                    fields.len()
                );
            }
        }
    }

    fn documents(&self) -> &[Value] {
        list(&self.shown["documents"])
    }
}

/// The values of one document as the program shows them.
struct Values<'a> {
    fields: &'a [Value],
}

impl<'a> Values<'a> {
    fn of(document: &'a Value) -> Self {
        Self { fields: list(&document["fields"]) }
    }

    fn scalar(&self, field: &str) -> Option<&'a str> {
        self.find(|id, row| row.is_null() && id.split_once('.').is_some_and(|(_, rest)| rest == field))
    }

    fn cell(&self, table: &str, index: usize, column: &str) -> Option<&'a str> {
        let rest = format!("{table}.{column}");
        self.find(|id, row| row == index && id.split_once('.').is_some_and(|(_, tail)| tail == rest))
    }

    fn find(&self, wanted: impl Fn(&str, &Value) -> bool) -> Option<&'a str> {
        let field =
            self.fields.iter().find(|field| wanted(field["fieldTypeId"].as_str().unwrap(), &field["rowIndex"]))?;
        field["fieldValue"].as_str()
    }
}

/// A workspace of the program in a temporary folder.
struct Workspace {
    folder: TempDir,
}

impl Workspace {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    fn run(&self, arguments: &[&str]) -> String {
        let output = Command::new(PathBuf::from(env!("CARGO_BIN_EXE_loanfile")))
            .arg("--workspace")
            .arg(self.folder.path().join("workspace"))
            .args(arguments)
            .output()
            .unwrap();
        assert!(
            output.status.success(),
            "loanfile {arguments:?}: {}\n{}",
            output.status,
            String::from_utf8_lossy(&output.stderr)
        );
        String::from_utf8(output.stdout).unwrap()
    }
}

/// Tells whether two values are the same but for case, punctuation and white space between letters.
fn same(left: &str, right: &str) -> bool {
    let reduced = |text: &str| {
        let is_number = text.chars().any(|c| c.is_ascii_digit()) && !text.chars().any(char::is_alphabetic);
        if is_number {
            return text.to_owned();
        }
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    reduced(left) == reduced(right)
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn object(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}
