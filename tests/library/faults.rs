//! What `check` says about broken definitions.

use crate::support::definition;
use loanfile::library::check;

/// Returns the complaints about a definition as `place: rule`.
fn complaints(toml: &str) -> Vec<String> {
    check(&definition(toml)).iter().map(|problem| format!("{}: {}", problem.place, problem.rule)).collect()
}

fn field(more: &str) -> String {
    format!("[[fields]]\nid = \"amount\"\nname = \"Amount\"\nkind = \"money\"\n{more}\n")
}

fn table(columns: &str) -> String {
    format!("[[tables]]\nid = \"items\"\nname = \"Items\"\n{columns}")
}

fn column(id: &str, kind: &str) -> String {
    format!("[[tables.columns]]\nid = \"{id}\"\nname = \"X\"\nkind = \"{kind}\"\n")
}

fn total(table: &str, column: &str) -> String {
    format!(
        "[[checks]]\nkind = \"column_total\"\nid = \"total\"\ntable = \"{table}\"\ncolumn = \"{column}\"\nequals = \"amount\"\n"
    )
}

#[test]
fn a_sound_definition_has_no_problem() {
    let sound = [
        "identity = [\"amount\"]\n".to_owned(),
        "[[anchors]]\ntext = \"Net Pay\"\nweight = 2\n".to_owned(),
        field("labels = [\"Amount\"]\nfind = [\"right\"]"),
        table(&column("description", "text")),
        total("items", "description"),
    ]
    .concat();
    assert_eq!(complaints(&sound), [""; 0]);
}

#[test]
fn each_fault_is_named_with_its_place() {
    let once = field("labels = [\"Amount\"]\nfind = [\"right\"]");
    // (case, definition, complaint)
    let cases = [
        ("a field twice", format!("{once}{once}"), "amount: a field stands once"),
        (
            "a field's id",
            once.replace("\"amount\"", "\"Amount due\""),
            "Amount due: an id is lower-case letters, digits and underscores",
        ),
        (
            "a table named like a field",
            format!("{once}{}", table(&column("rate", "money")).replace("items", "amount")),
            "amount: a table has a name of its own",
        ),
        (
            "a column twice",
            table(&format!("{}{}", column("rate", "money"), column("rate", "money"))),
            "items.rate: a column stands once",
        ),
        ("a field that is an enum without choices", once.replace("money", "enum"), "amount: an enum lists its choices"),
        (
            "a column that is an enum without choices",
            table(&column("category", "enum")),
            "items.category: an enum lists its choices",
        ),
        (
            "a field found by labels without labels",
            field("find = [\"below\"]"),
            "amount: a field that is found by a label has labels",
        ),
        (
            "a row without columns",
            field("labels = [\"Amount\"]\nfind = [\"row\"]"),
            "amount: a field found in a row names the columns' headings",
        ),
        (
            "a column without rows",
            field("labels = [\"Amount\"]\nfind = [\"column\"]"),
            "amount: a field found in a row names the columns' headings",
        ),
        (
            "a field found in sentences without sentences",
            field("find = [\"sentence\"]"),
            "amount: a field found in a sentence has sentences",
        ),
        (
            "a sentence without a place for the value",
            field("find = [\"sentence\"]\nsentences = [\"the sum of\"]"),
            "amount: a sentence leaves a place open in braces",
        ),
        (
            "an anchor without letters",
            "[[anchors]]\ntext = \" - \"\n".to_owned(),
            " - : an anchor has at least two letters or digits",
        ),
        (
            "an anchor that weighs too much",
            "[[anchors]]\ntext = \"Net Pay\"\nweight = 11\n".to_owned(),
            "Net Pay: an anchor's weight lies between 0 and 10",
        ),
        (
            "an anchor that weighs against its type",
            "[[anchors]]\ntext = \"Net Pay\"\nweight = -1\n".to_owned(),
            "Net Pay: an anchor's weight lies between 0 and 10",
        ),
        (
            "an identity of no field",
            "identity = [\"account\"]\n".to_owned(),
            "account: identity fields and checks name fields of the type",
        ),
        (
            "a sum of no field",
            format!("{once}[[checks]]\nkind = \"sum\"\nid = \"total\"\nplus = [\"gross\"]\nequals = \"amount\"\n"),
            "gross: identity fields and checks name fields of the type",
        ),
        (
            "a sum that takes away no field",
            format!(
                "{once}[[checks]]\nkind = \"sum\"\nid = \"total\"\nplus = [\"amount\"]\nminus = [\"taxes\"]\nequals = \"amount\"\n"
            ),
            "taxes: identity fields and checks name fields of the type",
        ),
        (
            "a product of no field",
            format!(
                "{once}[[checks]]\nkind = \"product\"\nid = \"tax\"\nfield = \"amount\"\nof = \"wages\"\nrate = 0.062\ntolerance = 0.05\n"
            ),
            "wages: identity fields and checks name fields of the type",
        ),
        (
            "a total that is no field",
            format!("{}{}", table(&column("rate", "money")), total("items", "rate").replace("\"amount\"", "\"gross\"")),
            "gross: identity fields and checks name fields of the type",
        ),
        (
            "a total of no table",
            format!("{}{}{}", once, table(&column("rate", "money")), total("lines", "rate")),
            "lines.rate: checks name tables and columns of the type",
        ),
        (
            "a total of no column",
            format!("{}{}{}", once, table(&column("rate", "money")), total("items", "hours")),
            "items.hours: checks name tables and columns of the type",
        ),
    ];
    for (case, toml, complaint) in cases {
        assert_eq!(complaints(&toml), [complaint], "{case}");
    }
}

#[test]
fn a_type_is_named_by_a_slug() {
    let broken = "id = \"Form W-2\"\nname = \"W-2\"\ngroup = \"income\"";
    let problems = check(&toml::from_str(broken).unwrap());
    assert_eq!(problems.len(), 1);
    assert_eq!(problems[0].to_string(), "Form W-2: id: an id is lower-case letters, digits and underscores");
}

#[test]
fn places_without_a_label_need_none() {
    for relation in ["letterhead", "addressee", "anywhere", "itself"] {
        assert_eq!(complaints(&field(&format!("find = [\"{relation}\"]"))), [""; 0], "{relation}");
    }
}

#[test]
fn what_a_definition_says_of_the_paper_names_its_fields() {
    let cases = [
        ("past_dates = [\"amount\"]", "amount: past dates are dates of the type"),
        ("expires = [{ field = \"end\" }]", "end: what expires is told by dates of the type"),
        (
            "expires = [{ field = \"end\", renewed_by = [\"holder\"] }]",
            "holder: what a renewal has in common are fields",
        ),
        (
            "attachments = [{ field = \"amount\", document_type = \"w2\", name = \"W-2\" }]",
            "amount: what is attached is told by check boxes of the type",
        ),
        (
            "notary_expected = true\nnotary_elements = [\"seal\"]",
            "notary_seal: the elements of a notary's block are fields of the type",
        ),
        ("notary_expected = true", "notary_elements: a type of which a notary's block is expected says what it holds"),
    ];
    for (toml, expected) in cases {
        let found = complaints(&format!("{toml}\n{}", field("labels = [\"Amount\"]\nfind = [\"right\"]")));
        assert!(found.iter().any(|complaint| complaint.starts_with(expected)), "{toml}: {found:?}");
    }
}
