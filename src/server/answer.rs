//! What goes back to a client: a JSON body, or a refusal with the one body that all errors have.
//!
//! Invariant: a body of an error has `status`, `message` and `error` and nothing else, whoever refuses; what the program
//! itself did wrong is told by a request id only.

use super::request_id;
use crate::error::{Error, ErrorKind};
use axum::Json;
use axum::body::Body;
use axum::http::header::{self, HeaderName};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

/// What a handler returns.
pub type Answer<T> = Result<T, Refusal>;

/// After how many seconds a client may try again what was refused for now.
const RETRY_SECONDS: u16 = 2;

/// Why a request was not served.
#[derive(Debug)]
pub struct Refusal {
    status: StatusCode,
    message: String,
    retry_after: Option<u16>,
}

/// The body of every error.
#[derive(Debug, Serialize, ToSchema)]
pub struct ErrorBody {
    /// The status of the response.
    #[schema(example = 404)]
    pub status: u16,
    /// What is wrong.
    #[schema(example = "no loan 0198f2a4-0000-7000-8000-000000000000")]
    pub message: String,
    /// The reason phrase of the status.
    #[schema(example = "Not Found")]
    pub error: String,
}

impl Refusal {
    /// Refuses with a status and a message that a person can act on.
    pub fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self { status, message: message.into(), retry_after: None }
    }

    /// Says after how many seconds it is worth another try.
    #[must_use]
    pub fn after(mut self, seconds: u16) -> Self {
        self.retry_after = Some(seconds);
        self
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        match error.kind() {
            ErrorKind::NotFound => Self::new(StatusCode::NOT_FOUND, error.to_string()),
            ErrorKind::InvalidInput => Self::new(StatusCode::BAD_REQUEST, with_hint(&error)),
            ErrorKind::Conflict => Self::new(StatusCode::CONFLICT, with_hint(&error)),
            ErrorKind::Stale => Self::new(StatusCode::PRECONDITION_FAILED, error.to_string()),
            ErrorKind::Unauthenticated => Self::new(StatusCode::UNAUTHORIZED, error.to_string()),
            ErrorKind::NotPermitted => Self::new(StatusCode::FORBIDDEN, with_hint(&error)),
            ErrorKind::Busy | ErrorKind::Unavailable | ErrorKind::Interrupted => {
                tracing::warn!(cause = %chain(&error), "unavailable");
                Self::new(StatusCode::SERVICE_UNAVAILABLE, error.to_string()).after(RETRY_SECONDS)
            }
            ErrorKind::Integrity | ErrorKind::NoWorkspace | ErrorKind::Internal => {
                tracing::error!(cause = %chain(&error), "internal error");
                Self::new(StatusCode::INTERNAL_SERVER_ERROR, "")
            }
        }
    }
}

/// A hint that speaks of the command line says nothing to a client of the API.
fn with_hint(error: &Error) -> String {
    match error.hint_text().map(without_asides) {
        Some(hint) if !hint.contains("\"loanfile ") && !hint.contains("--") && !hint.contains("loanfile.toml") => {
            format!("{error}; {hint}")
        }
        _ => error.to_string(),
    }
}

/// Takes out what a hint says of a command in brackets.
fn without_asides(hint: &str) -> String {
    match hint.split_once(" (\"loanfile ") {
        Some((before, rest)) => format!("{before}{}", rest.split_once(')').map_or("", |(_, after)| after)),
        None => hint.to_string(),
    }
}

fn chain(error: &Error) -> String {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        text.push_str(": ");
        text.push_str(&error.to_string());
        cause = error.source();
    }
    text
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let reason = self.status.canonical_reason().unwrap_or("Error").to_string();
        let message = if self.status == StatusCode::INTERNAL_SERVER_ERROR {
            format!("something went wrong on the server; its log says what under request {}", request_id::current())
        } else {
            self.message
        };
        let body = ErrorBody { status: self.status.as_u16(), message, error: reason };
        let mut response = (self.status, Json(body)).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

/// A body with the status 201.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub struct Created<T>(pub T);

impl<T: Serialize> IntoResponse for Created<T> {
    fn into_response(self) -> Response {
        (StatusCode::CREATED, Json(self.0)).into_response()
    }
}

/// A body with the status 202.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub struct Accepted<T>(pub T);

impl<T: Serialize> IntoResponse for Accepted<T> {
    fn into_response(self) -> Response {
        (StatusCode::ACCEPTED, Json(self.0)).into_response()
    }
}

/// Many things of a kind: `{"data": [...]}`.
#[derive(Debug, Serialize, ToSchema)]
pub struct Listed<T> {
    /// The things.
    pub data: Vec<T>,
}

/// A body with its tag; nothing when the client has that one already.
pub struct Tagged<T> {
    /// The body.
    pub body: T,
    /// The tag, without quotes.
    pub tag: String,
    /// The tags that the client has.
    pub known: Known,
}

/// What a client said of the copies that it has.
#[derive(Debug, Clone)]
pub struct Known(Option<String>);

impl Known {
    /// Reads `If-None-Match`.
    pub fn of(headers: &HeaderMap) -> Self {
        Self(headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok()).map(str::to_string))
    }

    fn includes(&self, tag: &str) -> bool {
        self.0.as_deref().is_some_and(|tags| tags.trim() == "*" || listed(tags).any(|known| known == tag))
    }
}

/// Returns the tags of a header such as `"a", W/"b"`, without quotes.
pub fn listed(tags: &str) -> impl Iterator<Item = &str> {
    tags.split(',').map(|tag| tag.trim().trim_start_matches("W/").trim_matches('"'))
}

impl<T: Serialize> IntoResponse for Tagged<T> {
    fn into_response(self) -> Response {
        let tag = HeaderValue::from_str(&format!("\"{}\"", self.tag)).ok();
        let mut response = if self.known.includes(&self.tag) {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            Json(self.body).into_response()
        };
        if let Some(tag) = tag {
            response.headers_mut().insert(header::ETAG, tag);
        }
        response
    }
}

/// Bytes of a kind, as a stream.
pub fn streamed(kind: &'static str, body: Body) -> Response {
    ([(header::CONTENT_TYPE, HeaderValue::from_static(kind))], body).into_response()
}

/// Adds a header to a response.
pub fn with_header(mut response: Response, name: HeaderName, value: &str) -> Response {
    if let Ok(value) = HeaderValue::from_str(value) {
        response.headers_mut().insert(name, value);
    }
    response
}
