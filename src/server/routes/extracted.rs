//! Values of documents, and the words they were read from.

use crate::corrections::Action;
use crate::ops::{self, PageChoice, Seen, TypeNames, ValueChange};
use crate::server::answer::{Answer, Known, Listed, Refusal, Tagged};
use crate::server::app::App;
use crate::server::ask::{Body, Ids, Paging, Query};
use crate::server::caller::{AsOperator, AsReader};
use crate::server::condition::only_if;
use crate::views::{DocumentTextView, FieldView, PageTextView, PageView};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list, correct)).routes(routes!(document_words)).routes(routes!(page_words))
}

/// List a document's values
///
/// In the order of its type.
#[utoipa::path(get, path = "/extractedData/documents/{documentId}", tag = "Extracted data",
    params(("documentId" = String, Path, format = "uuid"), Paging),
    extensions(("x-role" = json!("reader")), ("x-tagged" = json!(true))),
    responses((status = 200, description = "A page of values; the tag is that of all of them", body = PageView<FieldView>)))]
async fn list(
    State(app): State<App>,
    AsReader(caller): AsReader,
    Ids([document]): Ids<1>,
    Query(paging): Query<Paging>,
    headers: HeaderMap,
) -> Answer<Tagged<PageView<FieldView>>> {
    let (body, tag) = app.run(move |app| ops::values(app.workspace(), &caller, &document, &paging.page())).await?;
    Ok(Tagged { body, tag, known: Known::of(&headers) })
}

/// Corrections of a document's values: all of them are made, or none.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Corrections {
    /// One a value.
    #[schema(min_items = 1)]
    fields: Vec<FieldCorrection>,
}

/// A correction of a value.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct FieldCorrection {
    /// The field or column.
    #[schema(example = "paystub.current_net_pay")]
    field_type_id: String,
    /// The row of the table, from 0; one past the last adds a row. Needed for a column, refused for a single value.
    row_index: Option<u32>,
    /// The value, in any form that can be read as the field's kind; null removes it, and on a column the whole row.
    #[schema(example = "2150.75")]
    field_value: Option<String>,
    /// False puts the value back to what was read.
    manually_corrected: Option<bool>,
}

impl FieldCorrection {
    fn change(self, document: &str, number: usize) -> ValueChange {
        let action = match (self.manually_corrected, self.field_value) {
            (Some(false), _) => Action::Revert,
            (_, Some(value)) => Action::Set(value),
            (_, None) => Action::Remove,
        };
        ValueChange {
            document: document.to_string(),
            field: self.field_type_id,
            row: self.row_index,
            action,
            origin: format!("fields[{number}]"),
        }
    }
}

/// Correct a document's values
///
/// Checks run again in the background.
#[utoipa::path(put, path = "/extractedData/documents/{documentId}", tag = "Extracted data",
    params(("documentId" = String, Path, format = "uuid")), request_body = Corrections,
    extensions(("x-role" = json!("operator")), ("x-conditional" = json!(true))),
    responses((status = 200, description = "The values that changed, as they are now", body = Listed<FieldView>)))]
async fn correct(
    State(app): State<App>,
    AsOperator(caller): AsOperator,
    Ids([document]): Ids<1>,
    headers: HeaderMap,
    Body(corrections): Body<Corrections>,
) -> Answer<Json<Listed<FieldView>>> {
    if corrections.fields.is_empty() {
        return Err(Refusal::new(StatusCode::BAD_REQUEST, "fields is empty: say what is to be corrected"));
    }
    let asking = only_if(caller.clone(), &headers, Seen::Values(document.clone()));
    let correct = move |app: &App| {
        let fields = corrections.fields;
        let named: Vec<(String, Option<u32>)> =
            fields.iter().map(|field| (field.field_type_id.clone(), field.row_index)).collect();
        let changes = fields.into_iter().enumerate().map(|(number, field)| field.change(&document, number)).collect();
        ops::document_record(app.workspace(), &caller, &document, TypeNames::LeftOut)?;
        let corrected = ops::correct_values(app.workspace(), &asking, changes)?;
        ops::learn_from(app.workspace(), &caller, &corrected.documents)?;
        app.ring();
        let mut values = ops::document(app.workspace(), &caller, &document)?.fields;
        values.retain(|value| {
            named.iter().any(|(field, row)| value.field_type_id.as_str() == field && value.row_index == *row)
        });
        Ok(Listed { data: values })
    };
    app.run(correct).await.map(Json)
}

/// Read the words on a document's pages
#[utoipa::path(get, path = "/ocr-data/documents/{documentId}", tag = "OCR data",
    params(("documentId" = String, Path, format = "uuid")), extensions(("x-role" = json!("reader"))),
    responses((status = 200, description = "Its pages that could be read", body = DocumentTextView)))]
async fn document_words(
    State(app): State<App>,
    AsReader(caller): AsReader,
    Ids([document]): Ids<1>,
) -> Answer<Json<DocumentTextView>> {
    app.run(move |app| ops::document_text(app.workspace(), &caller, &document, PageChoice::All)).await.map(Json)
}

/// Read the words on a page
#[utoipa::path(get, path = "/ocr-data/pages/{pageId}", tag = "OCR data",
    params(("pageId" = String, Path, format = "uuid")), extensions(("x-role" = json!("reader"))),
    responses((status = 200, description = "The page", body = PageTextView)))]
async fn page_words(
    State(app): State<App>,
    AsReader(caller): AsReader,
    Ids([page]): Ids<1>,
) -> Answer<Json<PageTextView>> {
    app.run(move |app| ops::page_text(app.workspace(), &caller, &page)).await.map(Json)
}
