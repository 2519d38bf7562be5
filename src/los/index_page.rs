//! The page to click through a loan's folder: its documents in order, with their values.
//!
//! Invariant: it needs nothing but the folder: no script, nothing from elsewhere; all text is escaped.

use super::manifest::Held;
use super::mismo::address;
use super::record::{FieldRecord, LoanRecord};
use super::stacking::Stacking;
use super::xml::escaped;

const STYLE: &str = "
:root { color-scheme: light dark; }
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 62rem; padding: 0 1rem; }
h1 { font-size: 1.5rem; margin-bottom: .2rem; }
h2 { font-size: 1.05rem; margin: 1.8rem 0 .4rem; border-bottom: 1px solid #8886; padding-bottom: .2rem; }
.about { opacity: .75; margin-top: 0; }
article { padding: .45rem 0; border-bottom: 1px solid #8883; }
article > p { margin: 0; display: flex; gap: .1rem .8rem; flex-wrap: wrap; align-items: baseline; }
article a { font-weight: 600; overflow-wrap: anywhere; }
.small { font-size: .85rem; opacity: .75; }
.doubt { font-size: .85rem; color: #b25000; }
details { margin: .25rem 0 0; }
summary { cursor: pointer; font-size: .85rem; opacity: .85; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; margin: .4rem 0 .6rem; font-size: .88rem; width: 100%; }
th { text-align: left; font-weight: 600; }
th, td { padding: .18rem .6rem .18rem 0; border-bottom: 1px solid #8882; vertical-align: top; }
td { overflow-wrap: anywhere; }
td:first-child { min-width: 9rem; overflow-wrap: normal; }
td:last-child { white-space: nowrap; }
td.figure, th.figure { text-align: right; white-space: nowrap; }
tr.look td { background: #f5a62326; }
@media (prefers-color-scheme: dark) { .doubt { color: #f2a65a; } }
@media print { details { display: none; } }
";

/// Returns the page of a loan and its documents, in the order given.
pub fn page(loan: &LoanRecord, documents: &[&Held], stacking: &Stacking) -> String {
    let name = escaped(&loan.external_loan_id);
    let pages: u32 = documents.iter().map(|held| held.record.page_count).sum();
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>Loan {name}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>Loan {name}</h1>\n\
         <p class=\"about\">{}, {} · <a href=\"documents.csv\">documents.csv</a> · <a href=\"fields.csv\">fields.csv</a> · \
         <a href=\"loan.json\">loan.json</a> · <a href=\"loan.mismo.xml\">loan.mismo.xml</a></p>\n",
        counted(documents.len(), "document"),
        counted(pages as usize, "page"),
    );
    let mut group = None;
    for held in documents {
        let title = stacking.group_title(&held.record);
        if group != Some(title) {
            group = Some(title);
            page.push_str(&format!("<h2>{}</h2>\n", escaped(title)));
        }
        page.push_str(&article(held));
    }
    page.push_str("</body>\n</html>\n");
    page
}

fn article(held: &Held) -> String {
    let record = &held.record;
    let name = record.title();
    let mut about = vec![format!("version {}", record.version_identifier), counted(record.page_count as usize, "page")];
    if let Some(confidence) = record.document_type_confidence.filter(|_| !record.classification_manually_corrected) {
        about.push(format!("type {:.0} % sure", confidence.value() * 100.0));
    }
    about.push(match (record.first_page, record.last_page) {
        (first, last) if first == last => format!("{} page {first}", record.source_file_name),
        (first, last) => format!("{} pages {first}-{last}", record.source_file_name),
    });
    match (record.signature_expected, record.signature_found) {
        (_, Some(true)) => about.push("signed".to_string()),
        (Some(true), Some(false)) => about.push("not signed".to_string()),
        _ => {}
    }
    let doubtful = record.fields.iter().filter(|field| field.needs_review).count();
    let doubt = match doubtful {
        0 => String::new(),
        _ => format!("<span class=\"doubt\">{} to look at</span>", counted(doubtful, "value")),
    };
    format!(
        "<article>\n<p><a href=\"{}\">{}</a><span class=\"small\">{}</span>{doubt}</p>\n{}</article>\n",
        escaped(&address(&held.pdf_path())),
        escaped(&name),
        escaped(&about.join(" · ")),
        values(held)
    )
}

fn values(held: &Held) -> String {
    let fields = &held.record.fields;
    if fields.is_empty() {
        return String::new();
    }
    let rows: String = fields.iter().map(row).collect();
    format!(
        "<details><summary>{} (<a href=\"{}\">JSON</a>)</summary>\n<div class=\"wide\"><table>\n\
         <tr><th>Field</th><th>Value</th><th class=\"figure\">Page</th><th class=\"figure\">Sure</th><th>Read from</th></tr>\n\
         {rows}</table></div></details>\n",
        counted(fields.len(), "value"),
        escaped(&address(&held.fields_path())),
    )
}

fn row(field: &FieldRecord) -> String {
    let look = if field.needs_review { " class=\"look\"" } else { "" };
    let row = field.row_index.map(|row| format!("{} {}: ", table_name(field), row + 1)).unwrap_or_default();
    let sure = if field.manually_corrected {
        "by hand".to_string()
    } else {
        format!("{:.0} %", field.field_confidence.value() * 100.0)
    };
    let page = field.page_number.map(|page| page.to_string()).unwrap_or_default();
    format!(
        "<tr{look}><td>{}{}</td><td>{}</td><td class=\"figure\">{page}</td><td class=\"figure\">{sure}</td><td>{}</td></tr>\n",
        escaped(&row),
        escaped(&field.display_name),
        escaped(&field.field_value),
        field.source.as_str().replace('_', " "),
    )
}

/// Returns the table of a value for people: the middle of its field's id.
fn table_name(field: &FieldRecord) -> String {
    field.field_type_id.as_str().split('.').nth(1).unwrap_or("row").replace('_', " ")
}

fn counted(count: usize, thing: &str) -> String {
    if count == 1 { format!("1 {thing}") } else { format!("{count} {thing}s") }
}
