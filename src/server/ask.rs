//! What a request carries, read so that whatever is wrong with it is refused with a message that names it.

use super::answer::Refusal;
use crate::ops::Paged;
use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, FailedToBufferBody};
use axum::extract::{FromRequest, FromRequestParts, RawPathParams, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer, Error as _};
use utoipa::IntoParams;
use uuid::Uuid;

/// The members of a page when nothing is said.
const USUAL_PAGE: usize = 10;

/// The most members of a page.
const LARGEST_PAGE: usize = 500;

/// The path's parameters in order; those that are UUIDs by their kind are.
pub struct Ids<const N: usize>(pub [String; N]);

/// Parameters whose values are no UUIDs.
const NAMES: [&str; 4] = ["documentTypeId", "fieldTypeId", "n", "tenantId"];

impl<S: Send + Sync, const N: usize> FromRequestParts<S> for Ids<N> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let missing = || Refusal::new(StatusCode::NOT_FOUND, "no such path");
        let parameters = RawPathParams::from_request_parts(parts, state).await.map_err(|_| missing())?;
        let mut values = Vec::new();
        for (name, value) in &parameters {
            let value = match Uuid::parse_str(value) {
                _ if NAMES.contains(&name) => value.to_string(),
                Ok(id) => id.to_string(),
                Err(_) => return Err(Refusal::new(StatusCode::NOT_FOUND, format!("no {} {value}", thing(name)))),
            };
            values.push(value);
        }
        values.try_into().map(Self).map_err(|_| missing())
    }
}

/// Returns what a parameter such as `sourceFileId` is an id of: `source file`.
fn thing(parameter: &str) -> String {
    let mut words = String::new();
    for letter in parameter.trim_end_matches("Id").chars() {
        if letter.is_uppercase() {
            words.push(' ');
        }
        words.extend(letter.to_lowercase());
    }
    words
}

/// The parameters behind the question mark; those that are not known are ignored.
pub struct Query<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        match axum::extract::Query::from_request_parts(parts, state).await {
            Ok(axum::extract::Query(query)) => Ok(Self(query)),
            Err(rejection) => {
                let text = rejection.body_text();
                let reason = text.strip_prefix("Failed to deserialize query string: ").unwrap_or(&text);
                Err(Refusal::new(StatusCode::BAD_REQUEST, format!("the query cannot be read: {reason}")))
            }
        }
    }
}

/// How many members a page has, 1 to 500.
#[derive(Debug, Clone, Copy)]
pub struct Limit(pub usize);

impl Default for Limit {
    fn default() -> Self {
        Self(USUAL_PAGE)
    }
}

impl<'de> Deserialize<'de> for Limit {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let limit = text.parse().ok().filter(|limit| (1..=LARGEST_PAGE).contains(limit));
        limit.map(Self).ok_or_else(|| D::Error::custom(format!("limit is {text:?}: use 1 to {LARGEST_PAGE}")))
    }
}

/// Which page of a list.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Paging {
    /// How many members, 1 to 500.
    #[serde(default)]
    #[param(value_type = Option<u32>, minimum = 1, maximum = 500, default = 10)]
    pub limit: Limit,
    /// `nextCursor` of the page before.
    pub cursor: Option<String>,
}

/// A JSON body.
pub struct Body<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        if !is_json(&request) {
            return Err(Refusal::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "the body is not declared as JSON: send the header content-type: application/json",
            ));
        }
        let bytes = Bytes::from_request(request, state).await.map_err(unreadable)?;
        read_json(&bytes).map(Self)
    }
}

/// A JSON body that may be absent.
pub struct OptionalBody<T>(pub Option<T>);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for OptionalBody<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        let declared = is_json(&request);
        let bytes = Bytes::from_request(request, state).await.map_err(unreadable)?;
        if bytes.is_empty() {
            return Ok(Self(None));
        }
        if !declared {
            return Err(Refusal::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "the body is not declared as JSON: send the header content-type: application/json",
            ));
        }
        read_json(&bytes).map(Some).map(Self)
    }
}

fn is_json(request: &Request) -> bool {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    kind == "application/json" || (kind.starts_with("application/") && kind.ends_with("+json"))
}

/// Reads JSON; what is wrong is told with the member where it is.
pub fn read_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Refusal> {
    let mut deserializer = serde_json::Deserializer::from_slice(bytes);
    let wrong = |reason: String| Refusal::new(StatusCode::BAD_REQUEST, format!("the body cannot be read: {reason}"));
    // A list in the order of the members would be taken for the object otherwise.
    if bytes.trim_ascii_start().first().is_some_and(|first| *first == b'[') {
        return Err(wrong("it is a list, and an object is wanted".to_string()));
    }
    let value = T::deserialize(&mut deserializer).map_err(|error| wrong(error.to_string()))?;
    deserializer.end().map_err(|error| wrong(error.to_string()))?;
    Ok(value)
}

fn unreadable(rejection: BytesRejection) -> Refusal {
    match rejection {
        BytesRejection::FailedToBufferBody(FailedToBufferBody::LengthLimitError(_)) => {
            Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "the body is larger than 1 MiB")
        }
        _ => Refusal::new(StatusCode::BAD_REQUEST, "the body broke off"),
    }
}

/// Reads a member that can be left out (`None`), null (`Some(None)`) or set.
pub fn present<'de, T, D>(deserializer: D) -> Result<Option<Option<T>>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    Option::deserialize(deserializer).map(Some)
}

impl Limit {
    /// Returns the page that begins behind a cursor.
    pub fn page(self, cursor: Option<String>) -> Paged {
        Paged { limit: Some(self.0), cursor }
    }
}

impl Paging {
    /// Returns which page that is.
    pub fn page(self) -> Paged {
        self.limit.page(self.cursor)
    }
}

/// A JSON body as it was written; whoever takes it reads it.
pub struct RawJson(pub String);

impl<S: Send + Sync> FromRequest<S> for RawJson {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        let Body(value) = Body::<serde_json::Value>::from_request(request, state).await?;
        Ok(Self(value.to_string()))
    }
}
