//! People who sign in to the page, and their sessions.

use crate::error::ErrorKind;
use crate::model::{Role, Secret};
use crate::ops::{self, NewUser};
use crate::server::answer::{Answer, ErrorBody, Refusal, with_header};
use crate::server::app::App;
use crate::server::ask::{Body, Ids};
use crate::server::caller::{AsAdmin, AsReader};
use crate::server::idempotency::{self, Once};
use crate::server::session::{self, SignedInBy};
use crate::views::{PageView, SessionView, UserView};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list, add)).routes(routes!(remove)).routes(routes!(sign_out))
}

/// Returns the routes that are open to who has not signed in yet.
pub fn open_routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(current, sign_in))
}

/// List users
#[utoipa::path(get, path = "/users", tag = "Users", extensions(("x-role" = json!("admin"))),
    responses((status = 200, description = "Who may sign in to the page", body = PageView<UserView>)))]
async fn list(State(app): State<App>, AsAdmin(caller): AsAdmin) -> Answer<Json<PageView<UserView>>> {
    app.run(move |app| ops::users(app.workspace(), &caller)).await.map(|data| Json(PageView::whole(data)))
}

/// A user to be made.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct UserDraft {
    /// The name that they sign in with.
    #[schema(min_length = 1, max_length = 64, example = "kim")]
    name: String,
    /// What they may do.
    role: Role,
    /// At least 12 characters.
    #[schema(min_length = 12, max_length = 256, format = Password)]
    password: String,
}

/// Add a user
#[utoipa::path(post, path = "/users", tag = "Users", request_body = UserDraft,
    extensions(("x-role" = json!("admin")), ("x-creates" = json!(true))),
    responses((status = 201, description = "The user", body = UserView)))]
async fn add(
    State(app): State<App>,
    AsAdmin(caller): AsAdmin,
    headers: HeaderMap,
    Body(wanted): Body<UserDraft>,
) -> Answer<Response> {
    let once = Once::of(&caller, &headers, "POST /users", &idempotency::content(&wanted));
    let add = move |app: &App| {
        let password = Secret::new(wanted.password);
        let new = NewUser { name: &wanted.name, role: wanted.role, password: &password };
        ops::add_user(app.workspace(), &caller, &new).map(crate::server::answer::Created)
    };
    idempotency::respond(&app, once, add).await
}

/// Remove a user
///
/// Their sessions end.
#[utoipa::path(delete, path = "/users/{userId}", tag = "Users", params(("userId" = String, Path, format = "uuid")),
    extensions(("x-role" = json!("admin"))), responses((status = 204, description = "They are gone")))]
async fn remove(State(app): State<App>, AsAdmin(caller): AsAdmin, Ids([user]): Ids<1>) -> Answer<StatusCode> {
    app.run(move |app| ops::remove_user(app.workspace(), &caller, &user)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Who signs in.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SignIn {
    /// The user's name.
    #[schema(example = "kim")]
    user: String,
    /// The password.
    #[schema(format = Password)]
    password: String,
    /// The tenant, by name or id; the usual one when nothing is said.
    tenant: Option<String>,
}

/// Sign in to the page
///
/// Sets a cookie that only this site gets and no script reads. Changes must come with the header `x-csrf-token`.
#[utoipa::path(post, path = "/session", tag = "Session", security(()), request_body = SignIn,
    responses((status = 200, description = "The session", body = SessionView),
        (status = 401, description = "Tenant, name and password do not belong together", body = ErrorBody),
        (status = 429, description = "Too many tries", body = ErrorBody)))]
async fn sign_in(State(app): State<App>, headers: HeaderMap, Body(asked): Body<SignIn>) -> Answer<Response> {
    let signed_in = app
        .try_run(move |app| {
            let password = Secret::new(asked.password);
            ops::sign_in(app.workspace(), asked.tenant.as_deref(), &asked.user, &password)
        })
        .await
        .map_err(|error| match error.kind() {
            ErrorKind::Busy => Refusal::new(StatusCode::TOO_MANY_REQUESTS, error.to_string()).after(60),
            _ => error.into(),
        })?;
    let cookie = session::cookie(&app, &headers, signed_in.token.expose());
    Ok(with_header(Json(signed_in.view).into_response(), header::SET_COOKIE, &cookie))
}

/// Read the session
///
/// Of the cookie; where a trusted proxy says who is signed in, it begins one.
#[utoipa::path(get, path = "/session", tag = "Session", security(()),
    responses((status = 200, description = "The session", body = SessionView),
        (status = 401, description = "Nobody is signed in", body = ErrorBody)))]
async fn current(State(app): State<App>, request: Request) -> Answer<Response> {
    let headers = request.headers().clone();
    if let Some(token) = session::token(&headers) {
        let found = app.run(move |app| ops::session(app.workspace(), &token)).await?;
        if let Some(found) = found {
            return Ok(Json(found.view()).into_response());
        }
    }
    let nobody = || Refusal::new(StatusCode::UNAUTHORIZED, "nobody is signed in");
    let (name, role) = session::named_by_proxy(&app, &headers).ok_or_else(nobody)?;
    let begun = app.run(move |app| ops::sign_in_as(app.workspace(), None, &name, role)).await?;
    let cookie = session::cookie(&app, &headers, begun.token.expose());
    Ok(with_header(Json(begun.view).into_response(), header::SET_COOKIE, &cookie))
}

/// Sign out
#[utoipa::path(delete, path = "/session", tag = "Session", extensions(("x-role" = json!("reader"))),
    responses((status = 204, description = "The session is over")))]
async fn sign_out(
    State(app): State<App>,
    AsReader(_): AsReader,
    headers: HeaderMap,
    by: Option<Extension<SignedInBy>>,
) -> Answer<Response> {
    if let Some(Extension(SignedInBy(token))) = by {
        app.run(move |app| ops::sign_out(app.workspace(), token.expose())).await?;
    }
    let response = StatusCode::NO_CONTENT.into_response();
    Ok(with_header(response, header::SET_COOKIE, &session::no_cookie(&app, &headers)))
}
