//! Who sends a request, and what they may do.
//!
//! Invariant: a handler gets its caller through [`AsReader`], [`AsOperator`] or [`AsAdmin`] and in no other way, so that
//! each declares the role it needs; without credentials nothing is told, not even whether a path exists.

use super::answer::Refusal;
use super::app::App;
use super::session::{self, SignedInBy};
use crate::model::{Role, Secret};
use crate::ops::{self, Caller};
use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// The header with the API key.
pub const API_KEY: HeaderName = HeaderName::from_static("x-api-key");
/// The header with the client secret.
pub const CLIENT_SECRET: HeaderName = HeaderName::from_static("x-service-client-secret");
/// The header with the tenant's id.
pub const TENANT: HeaderName = HeaderName::from_static("tenant-id");

/// Lets only those pass who prove who they are.
pub async fn authenticate(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let caller = match session::token(request.headers()) {
        Some(token) if !Credentials::are_in(request.headers()) => {
            let (method, csrf) = (request.method().clone(), session::csrf(request.headers()));
            request.extensions_mut().insert(SignedInBy(Secret::new(token.clone())));
            app.run(move |app| {
                // Who was signed in and is no more gets the answer of who never was.
                let nobody = || Err(ops::unauthenticated().into());
                Ok(session::caller(app, &token, csrf.as_deref(), &method)?.unwrap_or_else(nobody))
            })
            .await
            .and_then(|caller| caller)
        }
        _ => {
            let credentials = Credentials::of(request.headers());
            app.run(move |app| credentials.caller(app)).await
        }
    };
    let caller = match caller {
        Ok(caller) => caller,
        Err(refusal) => return refusal.into_response(),
    };
    if let Some(Err(seconds)) = app.rate().map(|rate| rate.take(&caller.actor)) {
        let refusal = Refusal::new(StatusCode::TOO_MANY_REQUESTS, "too many requests").after(seconds);
        return refusal.into_response();
    }
    let known = KnownCaller { actor: caller.actor.clone(), tenant: caller.tenant.id.to_string() };
    request.extensions_mut().insert(caller);
    let mut response = next.run(request).await;
    response.extensions_mut().insert(known);
    response
}

/// Who was served, for the log.
#[derive(Debug, Clone)]
pub struct KnownCaller {
    /// The handle of the key or the name of the user.
    pub actor: String,
    /// The tenant's id.
    pub tenant: String,
}

struct Credentials {
    api_key: String,
    client_secret: String,
    tenant: String,
}

impl Credentials {
    /// Tells whether a request comes with any of the three headers.
    fn are_in(headers: &HeaderMap) -> bool {
        [API_KEY, CLIENT_SECRET, TENANT].iter().any(|name| headers.contains_key(name))
    }

    /// A header that is missing, is no text or comes twice counts as an empty one, which is refused like a wrong one.
    fn of(headers: &HeaderMap) -> Self {
        let text = |name: &HeaderName| {
            let mut values = headers.get_all(name).iter();
            let only = values.next().filter(|_| values.next().is_none());
            only.and_then(|value| value.to_str().ok()).unwrap_or_default().to_string()
        };
        Self { api_key: text(&API_KEY), client_secret: text(&CLIENT_SECRET), tenant: text(&TENANT) }
    }

    fn caller(&self, app: &App) -> crate::error::Result<Caller> {
        ops::authenticate(app.workspace(), &self.api_key, &self.client_secret, &self.tenant)
    }
}

macro_rules! callers {
    ($($(#[$doc:meta])* $name:ident: $role:expr),+ $(,)?) => {$(
        $(#[$doc])*
        pub struct $name(pub Caller);

        impl<S: Send + Sync> FromRequestParts<S> for $name {
            type Rejection = Refusal;

            async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Refusal> {
                let unknown = || Refusal::new(StatusCode::UNAUTHORIZED, "nobody is signed in");
                let caller = parts.extensions.get::<Caller>().cloned().ok_or_else(unknown)?;
                caller.require($role)?;
                Ok(Self(caller))
            }
        }
    )+};
}

callers! {
    /// A caller who may look at things.
    AsReader: Role::Reader,
    /// A caller who may upload, correct, review, compute and export.
    AsOperator: Role::Operator,
    /// A caller who may configure.
    AsAdmin: Role::Admin,
}
