//! Documents: their records, their pages, and what people change about them.

use crate::ops::{self, ContentRequest, DocumentQuery, Layer, PageImage, Seen, TypeNames};
use crate::server::answer::{Answer, Known, Listed, Refusal, Tagged, with_header};
use crate::server::app::App;
use crate::server::ask::{Body, Ids, Limit, OptionalBody, Query};
use crate::server::caller::{AsOperator, AsReader};
use crate::server::condition::only_if;
use crate::server::file::file_response;
use crate::views::{
    BoundaryView, ClassificationView, CorrectionView, DiffView, DocumentRecordView, PageView, VersionView,
};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(show, set_type))
        .routes(routes!(trash))
        .routes(routes!(retry))
        .routes(routes!(content))
        .routes(routes!(image))
        .routes(routes!(split))
        .routes(routes!(merge))
        .routes(routes!(boundaries))
        .routes(routes!(classification))
        .routes(routes!(versions))
        .routes(routes!(diff))
        .routes(routes!(history))
}

/// Which documents.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Which {
    /// `documentType` adds the type's name and group to each record.
    #[param(inline, value_type = Option<Included>)]
    include: Option<String>,
    /// Those that were put aside, and not the others.
    trashed: Option<bool>,
    /// How many, 1 to 500.
    #[serde(default)]
    #[param(value_type = Option<u32>, minimum = 1, maximum = 500, default = 10)]
    limit: Limit,
    /// `nextCursor` of the page before.
    #[param(pattern = "^[A-Za-z0-9_-]+$")]
    cursor: Option<String>,
}

/// What a record can come with.
#[derive(ToSchema)]
#[allow(dead_code, reason = "it only describes the parameter")]
enum Included {
    /// The name and group of its type.
    #[schema(rename = "documentType")]
    DocumentType,
}

/// What a record comes with.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct With {
    /// `documentType` adds the type's name and group.
    #[param(inline, value_type = Option<Included>)]
    include: Option<String>,
}

fn type_names(include: Option<&str>) -> Answer<TypeNames> {
    match include {
        None => Ok(TypeNames::LeftOut),
        Some("documentType") => Ok(TypeNames::Included),
        Some(other) => {
            let message = format!("include cannot be {other:?}: there is documentType");
            Err(Refusal::new(StatusCode::BAD_REQUEST, message))
        }
    }
}

/// List a loan's documents
///
/// In the order of their papers.
#[utoipa::path(get, path = "/loans/{loanId}/documents", tag = "Documents",
    params(("loanId" = String, Path, format = "uuid"), Which), extensions(("x-role" = json!("reader"))),
    responses((status = 200, description = "A page of documents", body = PageView<DocumentRecordView>)))]
async fn list(
    State(app): State<App>,
    AsReader(caller): AsReader,
    Ids([loan]): Ids<1>,
    Query(which): Query<Which>,
) -> Answer<Json<PageView<DocumentRecordView>>> {
    let type_names = type_names(which.include.as_deref())?;
    let page = which.limit.page(which.cursor);
    let list = move |app: &App| {
        let query = DocumentQuery { loan: &loan, trashed: which.trashed.unwrap_or_default(), type_names, page };
        ops::documents(app.workspace(), &caller, &query)
    };
    app.run(list).await.map(Json)
}

/// Read a document's record
#[utoipa::path(get, path = "/documents/{documentId}", tag = "Documents",
    params(("documentId" = String, Path, format = "uuid"), With),
    extensions(("x-role" = json!("reader")), ("x-tagged" = json!(true))),
    responses((status = 200, description = "The document", body = DocumentRecordView)))]
async fn show(
    State(app): State<App>,
    AsReader(caller): AsReader,
    Ids([document]): Ids<1>,
    Query(with): Query<With>,
    headers: HeaderMap,
) -> Answer<Tagged<DocumentRecordView>> {
    let type_names = type_names(with.include.as_deref())?;
    let (plain, body) = app
        .run(move |app| {
            let plain = ops::document_record(app.workspace(), &caller, &document, TypeNames::LeftOut)?;
            let shown = match type_names {
                TypeNames::LeftOut => plain.clone(),
                TypeNames::Included => ops::document_record(app.workspace(), &caller, &document, type_names)?,
            };
            Ok((plain, shown))
        })
        .await?;
    // The tag is that of the record itself: what it was shown with does not matter to a change.
    Ok(Tagged { tag: ops::tag_of(&plain)?, body, known: Known::of(&headers) })
}

/// The type that a document has.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct TypeCorrection {
    /// The type's id.
    #[schema(example = "paystub")]
    document_type_id: String,
}

/// Correct a document's type
///
/// Its values are read again as those of the new type, in the background; what a person corrected stays where the new
/// type has the same field.
#[utoipa::path(put, path = "/documents/{documentId}", tag = "Documents",
    params(("documentId" = String, Path, format = "uuid")), request_body = TypeCorrection,
    extensions(("x-role" = json!("operator")), ("x-conditional" = json!(true))),
    responses((status = 200, description = "The document as it is now", body = DocumentRecordView)))]
async fn set_type(
    State(app): State<App>,
    AsOperator(caller): AsOperator,
    Ids([document]): Ids<1>,
    headers: HeaderMap,
    Body(change): Body<TypeCorrection>,
) -> Answer<Json<DocumentRecordView>> {
    let asking = only_if(caller.clone(), &headers, Seen::Document(document.clone()));
    let set = move |app: &App| {
        if ops::correct_type(app.workspace(), &asking, &document, &change.document_type_id)? {
            app.ring();
        }
        let record = ops::document_record(app.workspace(), &caller, &document, TypeNames::LeftOut)?;
        ops::learn_from(app.workspace(), &caller, &[record.document_id])?;
        Ok(record)
    };
    app.run(set).await.map(Json)
}

/// Whether a document is put aside.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Trash {
    /// False takes it back.
    #[serde(default = "yes")]
    trashed: bool,
}

fn yes() -> bool {
    true
}

/// Put a document aside, or take it back
///
/// It leaves income, reports and exports, and its open tasks end.
#[utoipa::path(patch, path = "/documents/{documentId}/trash", tag = "Documents",
    params(("documentId" = String, Path, format = "uuid")), request_body = Option<Trash>,
    extensions(("x-role" = json!("operator"))),
    responses((status = 200, description = "The document as it is now", body = DocumentRecordView)))]
async fn trash(
    State(app): State<App>,
    AsOperator(caller): AsOperator,
    Ids([document]): Ids<1>,
    OptionalBody(body): OptionalBody<Trash>,
) -> Answer<Json<DocumentRecordView>> {
    let put_aside = body.is_none_or(|body| body.trashed);
    let change = move |app: &App| {
        if put_aside {
            ops::trash(app.workspace(), &caller, &document)?;
        } else {
            ops::restore(app.workspace(), &caller, &document)?;
        }
        app.ring();
        ops::document_record(app.workspace(), &caller, &document, TypeNames::LeftOut)
    };
    app.run(change).await.map(Json)
}

/// Run a failed document again
///
/// From the stage that failed on.
#[utoipa::path(post, path = "/documents/{documentId}/retry", tag = "Documents",
    params(("documentId" = String, Path, format = "uuid")),
    extensions(("x-role" = json!("operator")), ("x-conflict" = json!(true))),
    responses((status = 200, description = "The document as it is now", body = DocumentRecordView)))]
async fn retry(
    State(app): State<App>,
    AsOperator(caller): AsOperator,
    Ids([document]): Ids<1>,
) -> Answer<Json<DocumentRecordView>> {
    let retry = move |app: &App| {
        ops::retry(app.workspace(), &caller, &document)?;
        app.ring();
        ops::document_record(app.workspace(), &caller, &document, TypeNames::LeftOut)
    };
    app.run(retry).await.map(Json)
}

/// How the PDF is wanted.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct How {
    /// Whether scanned pages get an invisible text layer.
    searchable: Option<bool>,
}

/// Download a document's own PDF
#[utoipa::path(get, path = "/documents/{documentId}/content", tag = "Documents",
    params(("documentId" = String, Path, format = "uuid"), How),
    extensions(("x-role" = json!("reader")), ("x-conflict" = json!(true))),
    responses((status = 200, description = "Its pages only", content_type = "application/pdf", body = inline(Binary))))]
async fn content(
    State(app): State<App>,
    AsReader(caller): AsReader,
    Ids([document]): Ids<1>,
    Query(how): Query<How>,
) -> Answer<Response> {
    let layer = if how.searchable.unwrap_or_default() { Layer::Searchable } else { Layer::None };
    let name = format!("attachment; filename=\"{document}.pdf\"");
    let content = move |app: &App| {
        ops::content(app.workspace(), &caller, app.workers(), ContentRequest { document: &document, layer })
    };
    let content = app.run(content).await?;
    let response = file_response("application/pdf", content).await?;
    Ok(with_header(response, header::CONTENT_DISPOSITION, &name))
}

/// The bytes of a file.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
#[allow(dead_code, reason = "it only describes bodies")]
struct Binary(Vec<u8>);

/// How large the picture is.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Resolution {
    /// Dots per inch.
    #[param(minimum = 72, maximum = 300, default = 110)]
    dpi: Option<u32>,
}

/// Draw a page of a document
#[utoipa::path(get, path = "/documents/{documentId}/pages/{n}/image", tag = "Documents",
    params(("documentId" = String, Path, format = "uuid"), ("n" = u32, Path, description = "The page's number in the document, from 1", minimum = 1), Resolution),
    extensions(("x-role" = json!("reader")), ("x-conflict" = json!(true))),
    responses((status = 200, description = "The page as a viewer shows it", content_type = "image/png", body = inline(Binary))))]
async fn image(
    State(app): State<App>,
    AsReader(caller): AsReader,
    Ids([document, page]): Ids<2>,
    Query(resolution): Query<Resolution>,
) -> Answer<Response> {
    let page = page.parse().map_err(|_| Refusal::new(StatusCode::NOT_FOUND, format!("no page {page}")))?;
    let draw = move |app: &App| {
        let request = PageImage { document: &document, page, dots_per_inch: resolution.dpi };
        ops::page_image(app.workspace(), &caller, app.workers(), request)
    };
    let path = app.run(draw).await?;
    let response = file_response("image/png", path).await?;
    // The pages of a file never change; who may see them can.
    Ok(with_header(response, header::CACHE_CONTROL, "private, max-age=300"))
}

/// Where documents begin.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Cuts {
    /// The pages, by their numbers in the document, at which another one begins: 2 to the last.
    first_pages: Vec<u32>,
}

/// Split a document
///
/// All parts are looked at again. Answers with them in order, the document itself first.
#[utoipa::path(post, path = "/documents/{documentId}/split", tag = "Documents",
    params(("documentId" = String, Path, format = "uuid")), request_body = Cuts, extensions(("x-role" = json!("operator"))),
    responses((status = 200, description = "The parts", body = Listed<DocumentRecordView>)))]
async fn split(
    State(app): State<App>,
    AsOperator(caller): AsOperator,
    Ids([document]): Ids<1>,
    Body(cuts): Body<Cuts>,
) -> Answer<Json<Listed<DocumentRecordView>>> {
    let split = move |app: &App| {
        let parts = ops::split(app.workspace(), &caller, &document, &cuts.first_pages)?;
        app.ring();
        let records = parts
            .iter()
            .map(|part| ops::document_record(app.workspace(), &caller, &part.to_string(), TypeNames::LeftOut));
        Ok(Listed { data: records.collect::<crate::error::Result<_>>()? })
    };
    app.run(split).await.map(Json)
}

/// Documents to be joined.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Joined {
    /// Neighbours in one file, in any order.
    #[schema(value_type = Vec<String>, min_items = 2)]
    document_ids: Vec<crate::model::DocumentId>,
}

/// Join neighbouring documents to one
///
/// The first of them stays; it is looked at again. The others are put aside.
#[utoipa::path(post, path = "/documents/merge", tag = "Documents", request_body = Joined, extensions(("x-role" = json!("operator"))),
    responses((status = 200, description = "The document that they are now", body = DocumentRecordView),
        (status = 404, description = "There is no such document in the tenant's data", body = crate::server::answer::ErrorBody)))]
async fn merge(
    State(app): State<App>,
    AsOperator(caller): AsOperator,
    Body(joined): Body<Joined>,
) -> Answer<Json<DocumentRecordView>> {
    let merge = move |app: &App| {
        let ids: Vec<String> = joined.document_ids.iter().map(ToString::to_string).collect();
        let kept = ops::merge(app.workspace(), &caller, &ids)?;
        app.ring();
        ops::document_record(app.workspace(), &caller, &kept.to_string(), TypeNames::LeftOut)
    };
    app.run(merge).await.map(Json)
}

/// Read why a document begins where it does
///
/// Null before it was cut out of its file.
#[utoipa::path(get, path = "/documents/{documentId}/boundaries", tag = "Documents",
    params(("documentId" = String, Path, format = "uuid")), extensions(("x-role" = json!("reader"))),
    responses((status = 200, description = "The decision, with its evidence and the next best one", body = Option<BoundaryView>)))]
async fn boundaries(
    State(app): State<App>,
    AsReader(caller): AsReader,
    Ids([document]): Ids<1>,
) -> Answer<Json<Option<BoundaryView>>> {
    app.run(move |app| ops::boundary(app.workspace(), &caller, &document)).await.map(Json)
}

/// Read why a document is of its type
#[utoipa::path(get, path = "/documents/{documentId}/classification", tag = "Documents",
    params(("documentId" = String, Path, format = "uuid")), extensions(("x-role" = json!("reader"))),
    responses((status = 200, description = "The decision, with evidence and runners-up", body = ClassificationView)))]
async fn classification(
    State(app): State<App>,
    AsReader(caller): AsReader,
    Ids([document]): Ids<1>,
) -> Answer<Json<ClassificationView>> {
    app.run(move |app| ops::classification(app.workspace(), &caller, &document)).await.map(Json)
}

/// List the versions of a document
#[utoipa::path(get, path = "/documents/{documentId}/versions", tag = "Documents",
    params(("documentId" = String, Path, format = "uuid")), extensions(("x-role" = json!("reader"))),
    responses((status = 200, description = "Versions of the same paper in the loan, and copies", body = PageView<VersionView>)))]
async fn versions(
    State(app): State<App>,
    AsReader(caller): AsReader,
    Ids([document]): Ids<1>,
) -> Answer<Json<PageView<VersionView>>> {
    app.run(move |app| ops::versions_of(app.workspace(), &caller, &document))
        .await
        .map(|data| Json(PageView::whole(data)))
}

/// Compare two documents
#[utoipa::path(get, path = "/documents/{documentId}/diff/{otherId}", tag = "Documents",
    params(("documentId" = String, Path, format = "uuid"), ("otherId" = String, Path, format = "uuid")),
    extensions(("x-role" = json!("reader"))),
    responses((status = 200, description = "What differs between their values", body = DiffView)))]
async fn diff(
    State(app): State<App>,
    AsReader(caller): AsReader,
    Ids([before, after]): Ids<2>,
) -> Answer<Json<DiffView>> {
    app.run(move |app| ops::diff_documents(app.workspace(), &caller, &before, &after)).await.map(Json)
}

/// List the corrections of a document
#[utoipa::path(get, path = "/documents/{documentId}/history", tag = "Documents",
    params(("documentId" = String, Path, format = "uuid")), extensions(("x-role" = json!("reader"))),
    responses((status = 200, description = "Corrections in order", body = PageView<CorrectionView>)))]
async fn history(
    State(app): State<App>,
    AsReader(caller): AsReader,
    Ids([document]): Ids<1>,
) -> Answer<Json<PageView<CorrectionView>>> {
    app.run(move |app| ops::corrections_of(app.workspace(), &caller, &document))
        .await
        .map(|data| Json(PageView::whole(data)))
}
