//! Requests that may be sent again: with the header `Idempotency-Key` the second one gets the answer of the first.
//!
//! Invariant: of two requests with one key at most one is carried out; a key is good for one request only, for a day.
//! What failed is forgotten, so that it can be tried again with the same key.

use super::answer::{Accepted, Answer, Created, Refusal};
use super::app::App;
use crate::error::{Error, ErrorKind, Result};
use crate::model::{Timestamp, hexadecimal};
use crate::ops::Caller;
use crate::store::KeyedRequest;
use axum::Json;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::time::Duration;

/// The header with the client's key.
pub const HEADER: HeaderName = HeaderName::from_static("idempotency-key");

/// The header that tells an answer that was given before.
const REPLAYED: HeaderName = HeaderName::from_static("idempotent-replayed");

/// For how long a key is remembered.
const REMEMBERED: Duration = Duration::from_secs(24 * 60 * 60);

/// After how long a request that never ended is taken for lost.
const LOST: Duration = Duration::from_secs(15 * 60);

/// The longest key.
const LONGEST: usize = 255;

/// Something to be done once, whatever happens to the connection.
pub struct Once {
    tenant: crate::model::TenantId,
    key: std::result::Result<Option<String>, Refusal>,
    request: String,
}

impl Once {
    /// Reads the key of a request, and tells the request from others by its route and body.
    pub fn of(caller: &Caller, headers: &HeaderMap, route: &str, body: &[u8]) -> Self {
        let key = match headers.get(HEADER) {
            None => Ok(None),
            Some(value) => match value.to_str() {
                Ok(key) if !key.is_empty() && key.len() <= LONGEST => {
                    Ok(Some(digest(&[caller.actor.as_bytes(), key.as_bytes()])))
                }
                _ => Err(Refusal::new(
                    StatusCode::BAD_REQUEST,
                    format!("the header idempotency-key has 1 to {LONGEST} printable characters"),
                )),
            },
        };
        Self { tenant: caller.tenant.id, key, request: digest(&[route.as_bytes(), body]) }
    }
}

fn digest(parts: &[&[u8]]) -> String {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update((part.len() as u64).to_be_bytes());
        hasher.update(part);
    }
    hexadecimal(&hasher.finalize())
}

/// An answer that can be given again.
pub trait Repeatable: Serialize + Send + 'static {
    /// Its status.
    const STATUS: StatusCode;
    /// Whether it holds a secret that is shown once: then only that it was given is remembered.
    const SECRET: bool = false;
}

impl<T: Serialize + Send + 'static> Repeatable for Created<T> {
    const STATUS: StatusCode = StatusCode::CREATED;
}

impl<T: Serialize + Send + 'static> Repeatable for Accepted<T> {
    const STATUS: StatusCode = StatusCode::ACCEPTED;
}

/// A body with the status 201 that holds a secret.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub struct CreatedSecret<T>(pub T);

impl<T: Serialize + Send + 'static> Repeatable for CreatedSecret<T> {
    const STATUS: StatusCode = StatusCode::CREATED;
    const SECRET: bool = true;
}

/// Does the work, or gives the answer that it had when it was done.
pub async fn respond<R: Repeatable>(
    app: &App,
    once: Once,
    work: impl FnOnce(&App) -> Result<R> + Send + 'static,
) -> Answer<Response> {
    let Once { tenant, key, request } = once;
    let Some(key) = key? else {
        return Ok((R::STATUS, Json(app.run(work).await?)).into_response());
    };
    app.run(move |app| {
        let store = &app.workspace().store;
        let now = app.workspace().now();
        let running = KeyedRequest { request_digest: request, status: None, body: None, created_at: now };
        let before = store.write(|writer| {
            writer.forget_keyed_requests_before(tenant, earlier(now, REMEMBERED))?;
            let known = writer.keyed_request(tenant, &key)?;
            let lost = |known: &KeyedRequest| known.status.is_none() && known.created_at < earlier(now, LOST);
            if known.as_ref().is_none_or(lost) {
                writer.save_keyed_request(tenant, &key, &running)?;
                return Ok(None);
            }
            Ok(known)
        })?;
        if let Some(before) = before {
            return again(&before, &running.request_digest);
        }
        let done = work(app).and_then(|reply| {
            serde_json::to_string(&reply).map_err(|error| Error::internal("an answer is no JSON").caused_by(error))
        });
        match done {
            Ok(body) => {
                let kept = (!R::SECRET).then(|| body.clone());
                let done = KeyedRequest { status: Some(R::STATUS.as_u16()), body: kept, ..running };
                store.write(|writer| writer.save_keyed_request(tenant, &key, &done))?;
                Ok(json_response(R::STATUS, body))
            }
            Err(error) => {
                store.write(|writer| writer.forget_keyed_request(tenant, &key))?;
                Err(error)
            }
        }
    })
    .await
}

fn earlier(now: Timestamp, by: Duration) -> Timestamp {
    Timestamp::from_micros(now.micros().saturating_sub(i64::try_from(by.as_micros()).unwrap_or(i64::MAX)))
}

fn again(before: &KeyedRequest, request: &str) -> Result<Response> {
    if before.request_digest != request {
        return Err(Error::conflict("this idempotency key came with another request before"));
    }
    match (before.status, &before.body) {
        (None, _) => Err(Error::conflict("a request with this idempotency key is running")),
        (Some(_), None) => {
            Err(Error::conflict("a request with this idempotency key was answered with a secret, which is shown once"))
        }
        (Some(status), Some(body)) => {
            let status = StatusCode::from_u16(status).unwrap_or(StatusCode::OK);
            let mut response = json_response(status, body.clone());
            response.headers_mut().insert(REPLAYED, HeaderValue::from_static("true"));
            Ok(response)
        }
    }
}

fn json_response(status: StatusCode, body: String) -> Response {
    (status, [(header::CONTENT_TYPE, "application/json")], body).into_response()
}

/// Returns the content of a body, by which one request is told from another.
pub fn content(body: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(body).unwrap_or_default()
}

/// Turns what is missing into a wrong value: the body named it, not the path.
pub fn as_value(error: Error) -> Error {
    if error.kind() == ErrorKind::NotFound { Error::invalid_input(error.to_string()) } else { error }
}
