//! Document types, and what fields are called here and elsewhere.

use crate::model::{DocumentTypeId, ValueKind};
use crate::ops::{self, FieldTypeChange, FieldTypeQuery, NewExternalField, TypeDraft, TypeFilter};
use crate::server::answer::{Answer, Created};
use crate::server::app::App;
use crate::server::ask::{Body, Ids, Query};
use crate::server::caller::{AsAdmin, AsReader};
use crate::server::idempotency::{self, Once};
use crate::views::{DocumentTypeView, ExternalFieldView, FieldTypeView, MappingView, PageView};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list, create))
        .routes(routes!(show, replace, remove))
        .routes(routes!(learn_from_document))
        .routes(routes!(field_types))
        .routes(routes!(name_field))
        .routes(routes!(external_fields, add_external_field))
        .routes(routes!(remove_external_field))
        .routes(routes!(mappings, add_mapping))
        .routes(routes!(remove_mapping))
}

/// Which types.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Which {
    /// Only those that documents may get, or only those that they may not; both when nothing is said.
    active: Option<bool>,
    /// Only those of this group.
    group: Option<String>,
}

/// List document types
#[utoipa::path(get, path = "/document-types", tag = "Document types", params(Which), extensions(("x-role" = json!("reader"))),
    responses((status = 200, description = "The standard ones and the tenant's own", body = PageView<DocumentTypeView>)))]
async fn list(
    State(app): State<App>,
    AsReader(caller): AsReader,
    Query(which): Query<Which>,
) -> Answer<Json<PageView<DocumentTypeView>>> {
    let list = move |app: &App| {
        let filter = TypeFilter { group: which.group.as_deref(), inactive_too: true };
        let mut data = ops::document_types(app.workspace(), &caller, filter)?;
        data.retain(|known| which.active.is_none_or(|active| known.active == active));
        Ok(PageView::whole(data))
    };
    app.run(list).await.map(Json)
}

/// A document type of the tenant's own.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct NewType {
    /// Its name for people.
    #[schema(min_length = 1, max_length = 100, example = "Solar Lease")]
    name: String,
    /// Its id; made of the name when nothing is said.
    document_type_id: Option<String>,
    /// The group it is listed under.
    group: Option<String>,
    /// Phrases in its title.
    #[serde(default)]
    title_phrases: Vec<String>,
    /// Phrases that are printed on it and on nothing else.
    #[serde(default)]
    key_phrases: Vec<String>,
    /// Phrases that speak against it.
    #[serde(default)]
    exclusions: Vec<String>,
    /// Its fields.
    #[serde(default)]
    fields: Vec<NewField>,
    /// Whether a signature is expected.
    #[serde(default)]
    signature_expected: bool,
    /// Whether it can support an income analysis.
    #[serde(default)]
    income_eligible: bool,
}

/// A field of a type of the tenant's own.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct NewField {
    /// Its name for people.
    #[schema(min_length = 1, example = "Monthly payment")]
    display_name: String,
    /// What kind of value it has; text when nothing is said.
    kind: Option<ValueKind>,
    /// As it is printed, with synonyms, best first; its name when nothing is said.
    #[serde(default)]
    labels: Vec<String>,
}

impl NewType {
    fn draft(self) -> TypeDraft {
        let fields = self.fields.into_iter().map(|field| (field.display_name, field.kind, field.labels)).collect();
        TypeDraft {
            name: self.name,
            id: self.document_type_id,
            group: self.group,
            title_phrases: self.title_phrases,
            key_phrases: self.key_phrases,
            exclusions: self.exclusions,
            fields,
            signature_expected: self.signature_expected,
            income_eligible: self.income_eligible,
        }
    }
}

/// Add a document type
///
/// It counts for the next document, without a restart.
#[utoipa::path(post, path = "/document-types", tag = "Document types", request_body = NewType,
    extensions(("x-role" = json!("admin")), ("x-creates" = json!(true))),
    responses((status = 201, description = "The type", body = DocumentTypeView)))]
async fn create(
    State(app): State<App>,
    AsAdmin(caller): AsAdmin,
    headers: HeaderMap,
    Body(new): Body<NewType>,
) -> Answer<Response> {
    let once = Once::of(&caller, &headers, "POST /document-types", &idempotency::content(&new));
    idempotency::respond(&app, once, move |app| {
        ops::draft_document_type(app.workspace(), &caller, new.draft(), None).map(Created)
    })
    .await
}

/// Read a document type
#[utoipa::path(get, path = "/document-types/{documentTypeId}", tag = "Document types",
    params(("documentTypeId" = String, Path, example = "w2")), extensions(("x-role" = json!("reader"))),
    responses((status = 200, description = "The type", body = DocumentTypeView)))]
async fn show(State(app): State<App>, AsReader(caller): AsReader, Ids([id]): Ids<1>) -> Answer<Json<DocumentTypeView>> {
    app.run(move |app| ops::document_type(app.workspace(), &caller, &DocumentTypeId::new(id))).await.map(Json)
}

/// What a document type is to be: only whether documents may get it, or all of one of the tenant's own.
#[derive(Deserialize, ToSchema)]
#[serde(untagged)]
enum TypeEdit {
    /// Whether documents may get it.
    Active(Activity),
    /// All of it.
    Whole(NewType),
}

/// An edit, read so that whatever is wrong with it is told by name.
struct Edited(TypeEdit);

impl<'de> Deserialize<'de> for Edited {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let edit = if value.get("active").is_some() {
            Activity::deserialize(value).map(TypeEdit::Active)
        } else {
            NewType::deserialize(value).map(TypeEdit::Whole)
        };
        edit.map(Self).map_err(D::Error::custom)
    }
}

/// Whether documents may get a type.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Activity {
    /// Documents that have it keep it.
    active: bool,
}

/// Change a document type
///
/// `{"active": false}` takes any type out of use; one of the tenant's own can be replaced.
#[utoipa::path(put, path = "/document-types/{documentTypeId}", tag = "Document types",
    params(("documentTypeId" = String, Path, example = "solar_lease")), request_body = TypeEdit,
    extensions(("x-role" = json!("admin"))),
    responses((status = 200, description = "The type as it is now", body = DocumentTypeView)))]
async fn replace(
    State(app): State<App>,
    AsAdmin(caller): AsAdmin,
    Ids([id]): Ids<1>,
    Body(Edited(change)): Body<Edited>,
) -> Answer<Json<DocumentTypeView>> {
    let id = DocumentTypeId::new(id);
    let replace = move |app: &App| match change {
        TypeEdit::Active(Activity { active }) => ops::set_document_type_active(app.workspace(), &caller, &id, active),
        TypeEdit::Whole(new) => ops::draft_document_type(app.workspace(), &caller, new.draft(), Some(&id)),
    };
    app.run(replace).await.map(Json)
}

/// Remove a document type
///
/// One of the tenant's own that no document has; others are deactivated.
#[utoipa::path(delete, path = "/document-types/{documentTypeId}", tag = "Document types",
    params(("documentTypeId" = String, Path, example = "solar_lease")),
    extensions(("x-role" = json!("admin")), ("x-conflict" = json!(true))),
    responses((status = 204, description = "It is gone")))]
async fn remove(State(app): State<App>, AsAdmin(caller): AsAdmin, Ids([id]): Ids<1>) -> Answer<StatusCode> {
    app.run(move |app| ops::remove_document_type(app.workspace(), &caller, &DocumentTypeId::new(id))).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A document to learn from.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct TypeSample {
    /// A document that the tenant has.
    #[schema(value_type = String, format = Uuid)]
    document_id: crate::model::DocumentId,
}

/// Learn a document type from a document
///
/// The type's phrases become those that this document prints too, with those of its samples before.
#[utoipa::path(post, path = "/document-types/{documentTypeId}/samples", tag = "Document types",
    params(("documentTypeId" = String, Path, example = "solar_lease")), request_body = TypeSample,
    extensions(("x-role" = json!("admin"))),
    responses((status = 200, description = "The type as it is now", body = DocumentTypeView)))]
async fn learn_from_document(
    State(app): State<App>,
    AsAdmin(caller): AsAdmin,
    Ids([id]): Ids<1>,
    Body(sample): Body<TypeSample>,
) -> Answer<Json<DocumentTypeView>> {
    let learn = move |app: &App| {
        let (id, document) = (DocumentTypeId::new(id), sample.document_id.to_string());
        ops::document_type(app.workspace(), &caller, &id)?;
        // Now only the document can be what is not there: a wrong value, not a missing path.
        ops::add_sample(app.workspace(), &caller, &id, &document).map_err(idempotency::as_value)
    };
    app.run(learn).await.map(Json)
}

/// Which fields.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
struct WhichFields {
    /// Only those of this document type.
    document_type_id: Option<String>,
    /// Only those in use, or only those that are not.
    in_use: Option<bool>,
}

/// List field types
#[utoipa::path(get, path = "/field-types", tag = "Fields", params(WhichFields), extensions(("x-role" = json!("reader"))),
    responses((status = 200, description = "The fields and columns", body = PageView<FieldTypeView>)))]
async fn field_types(
    State(app): State<App>,
    AsReader(caller): AsReader,
    Query(which): Query<WhichFields>,
) -> Answer<Json<PageView<FieldTypeView>>> {
    let query = FieldTypeQuery { document_type: which.document_type_id, in_use: which.in_use };
    app.run(move |app| ops::field_types(app.workspace(), &caller, &query)).await.map(|data| Json(PageView::whole(data)))
}

/// What changes of a field type; what is left out stays.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct FieldEdit {
    /// The name in flat rows.
    #[schema(min_length = 1, max_length = 200, example = "Net pay")]
    display_name: Option<String>,
    /// Whether flat rows have it.
    in_use: Option<bool>,
}

/// Name a field, or take it in or out of use
#[utoipa::path(put, path = "/field-types/{fieldTypeId}", tag = "Fields",
    params(("fieldTypeId" = String, Path, example = "paystub.current_net_pay")), request_body = FieldEdit,
    extensions(("x-role" = json!("admin"))),
    responses((status = 200, description = "The field as it is now", body = FieldTypeView)))]
async fn name_field(
    State(app): State<App>,
    AsAdmin(caller): AsAdmin,
    Ids([id]): Ids<1>,
    Body(change): Body<FieldEdit>,
) -> Answer<Json<FieldTypeView>> {
    let wanted = FieldTypeChange { display_name: change.display_name, in_use: change.in_use };
    app.run(move |app| ops::set_field_type(app.workspace(), &caller, &id, &wanted)).await.map(Json)
}

/// List external fields
#[utoipa::path(get, path = "/external-fields", tag = "Fields", extensions(("x-role" = json!("reader"))),
    responses((status = 200, description = "Fields of other systems", body = PageView<ExternalFieldView>)))]
async fn external_fields(
    State(app): State<App>,
    AsReader(caller): AsReader,
) -> Answer<Json<PageView<ExternalFieldView>>> {
    app.run(move |app| ops::external_fields(app.workspace(), &caller)).await.map(|data| Json(PageView::whole(data)))
}

/// A field of another system.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct NewExternal {
    /// Its name there.
    #[schema(min_length = 1, max_length = 200, example = "Borrower net pay")]
    name: String,
    /// Its identifier there.
    #[schema(min_length = 1, max_length = 200, example = "FE0117")]
    table_index: String,
    /// The name of that system.
    #[schema(min_length = 1, max_length = 200, example = "LOS")]
    source: String,
}

/// Add an external field
#[utoipa::path(post, path = "/external-fields", tag = "Fields", request_body = NewExternal,
    extensions(("x-role" = json!("admin")), ("x-creates" = json!(true))),
    responses((status = 201, description = "The field", body = ExternalFieldView)))]
async fn add_external_field(
    State(app): State<App>,
    AsAdmin(caller): AsAdmin,
    headers: HeaderMap,
    Body(new): Body<NewExternal>,
) -> Answer<Response> {
    let once = Once::of(&caller, &headers, "POST /external-fields", &idempotency::content(&new));
    let new = NewExternalField { name: new.name, table_index: new.table_index, source: new.source };
    idempotency::respond(&app, once, move |app| ops::add_external_field(app.workspace(), &caller, &new).map(Created))
        .await
}

/// Remove an external field
///
/// Its mappings go with it.
#[utoipa::path(delete, path = "/external-fields/{externalFieldId}", tag = "Fields",
    params(("externalFieldId" = String, Path, format = "uuid")), extensions(("x-role" = json!("admin"))),
    responses((status = 204, description = "It is gone")))]
async fn remove_external_field(
    State(app): State<App>,
    AsAdmin(caller): AsAdmin,
    Ids([id]): Ids<1>,
) -> Answer<StatusCode> {
    app.run(move |app| ops::remove_external_field(app.workspace(), &caller, &id)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// List mappings of fields to external fields
#[utoipa::path(get, path = "/external-field-mappings", tag = "Fields", extensions(("x-role" = json!("reader"))),
    responses((status = 200, description = "The mappings", body = PageView<MappingView>)))]
async fn mappings(State(app): State<App>, AsReader(caller): AsReader) -> Answer<Json<PageView<MappingView>>> {
    app.run(move |app| ops::mappings(app.workspace(), &caller)).await.map(|data| Json(PageView::whole(data)))
}

/// A field and what it is elsewhere.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct NewMapping {
    /// The field type's id.
    #[schema(example = "paystub.current_net_pay")]
    field_id: String,
    /// The external field's id.
    #[schema(value_type = String, format = Uuid)]
    external_field_id: crate::model::ExternalFieldId,
}

/// Map a field to an external field
#[utoipa::path(post, path = "/external-field-mappings", tag = "Fields", request_body = NewMapping,
    extensions(("x-role" = json!("admin")), ("x-creates" = json!(true))),
    responses((status = 201, description = "The mapping", body = MappingView)))]
async fn add_mapping(
    State(app): State<App>,
    AsAdmin(caller): AsAdmin,
    headers: HeaderMap,
    Body(new): Body<NewMapping>,
) -> Answer<Response> {
    let once = Once::of(&caller, &headers, "POST /external-field-mappings", &idempotency::content(&new));
    let map = move |app: &App| {
        let external = new.external_field_id.to_string();
        // What a body names and is not there is a wrong value, not a missing path.
        ops::add_mapping(app.workspace(), &caller, &new.field_id, &external).map(Created).map_err(idempotency::as_value)
    };
    idempotency::respond(&app, once, map).await
}

/// Remove a mapping
#[utoipa::path(delete, path = "/external-field-mappings/{mappingId}", tag = "Fields",
    params(("mappingId" = String, Path, format = "uuid")), extensions(("x-role" = json!("admin"))),
    responses((status = 204, description = "It is gone")))]
async fn remove_mapping(State(app): State<App>, AsAdmin(caller): AsAdmin, Ids([id]): Ids<1>) -> Answer<StatusCode> {
    app.run(move |app| ops::remove_mapping(app.workspace(), &caller, &id, None)).await?;
    Ok(StatusCode::NO_CONTENT)
}
