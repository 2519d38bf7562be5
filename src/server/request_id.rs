//! The id of a request: the client's when it sent a sane one, else a new one; in the response and in the log.

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use uuid::Uuid;

/// The header that carries it.
pub const HEADER: HeaderName = HeaderName::from_static("x-request-id");

/// The longest id that is taken from a client.
const LONGEST: usize = 128;

tokio::task_local! {
    static CURRENT: String;
}

/// Returns the id of the request that is served now; a dash outside of one.
pub fn current() -> String {
    CURRENT.try_with(Clone::clone).unwrap_or_else(|_| "-".to_string())
}

/// Gives a request its id and the response the same.
pub async fn attach(request: Request, next: Next) -> Response {
    let sent = request.headers().get(HEADER).and_then(|value| value.to_str().ok()).filter(|id| is_sane(id));
    let id = sent.map_or_else(|| Uuid::now_v7().to_string(), str::to_string);
    let mut response = CURRENT.scope(id.clone(), next.run(request)).await;
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(HEADER, value);
    }
    response
}

fn is_sane(id: &str) -> bool {
    !id.is_empty()
        && id.len() <= LONGEST
        && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.:".contains(&byte))
}
