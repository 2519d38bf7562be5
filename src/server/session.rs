//! Sessions of the page in requests: the cookie, the token against forged requests, the header of a trusted proxy.
//!
//! Invariant: a change that a cookie vouches for needs the token too, which no other site can know.

use super::answer::Refusal;
use super::app::App;
use crate::error::Result;
use crate::model::{Role, Secret};
use crate::ops::{self, Caller};
use axum::http::{HeaderMap, HeaderName, Method, StatusCode, header};

/// The name of the cookie.
const COOKIE: &str = "loanfile_session";

/// The header with the token that changes must come with.
const CSRF: HeaderName = HeaderName::from_static("x-csrf-token");

/// The cookie's token of a request that a session vouched for.
#[derive(Debug, Clone)]
pub struct SignedInBy(pub Secret);

/// Returns the token of a request's cookie.
pub fn token(headers: &HeaderMap) -> Option<String> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == COOKIE).map(|(_, value)| value.to_string())
}

/// Returns the caller whose session a cookie belongs to; `None` when it belongs to none.
///
/// # Errors
/// Any failure of the store.
pub fn caller(app: &App, token: &str, csrf: Option<&str>, method: &Method) -> Result<Option<Result<Caller, Refusal>>> {
    let Some(session) = ops::session(app.workspace(), token)? else { return Ok(None) };
    let is_change = ![Method::GET, Method::HEAD, Method::OPTIONS].contains(method);
    if is_change && !csrf.is_some_and(|sent| session.is_csrf(sent)) {
        let message = "the header x-csrf-token is missing or is not that of the session";
        return Ok(Some(Err(Refusal::new(StatusCode::FORBIDDEN, message))));
    }
    Ok(Some(Ok(session.caller)))
}

/// Returns the token against forged requests that came with a request.
pub fn csrf(headers: &HeaderMap) -> Option<String> {
    headers.get(CSRF).and_then(|value| value.to_str().ok()).map(str::to_string)
}

/// Returns whom a trusted proxy names, where the settings trust one.
pub fn named_by_proxy(app: &App, headers: &HeaderMap) -> Option<(String, Role)> {
    let settings = app.settings();
    let text = |name: &Option<String>| {
        let value = headers.get(name.as_deref()?)?.to_str().ok()?.trim();
        (!value.is_empty()).then(|| value.to_string())
    };
    let name = text(&settings.identity_header)?;
    let role = text(&settings.role_header).and_then(|role| role.parse().ok()).unwrap_or(Role::Reader);
    Some((name, role))
}

/// Returns the header that sets the cookie.
pub fn cookie(app: &App, headers: &HeaderMap, token: &str) -> String {
    format!("{COOKIE}={token}; Path=/; HttpOnly; SameSite=Strict{}", secure(app, headers))
}

/// Returns the header that takes the cookie back.
pub fn no_cookie(app: &App, headers: &HeaderMap) -> String {
    format!("{COOKIE}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0{}", secure(app, headers))
}

/// A browser on the same machine speaks without encryption; all others must not.
fn secure(app: &App, headers: &HeaderMap) -> &'static str {
    let host = headers.get(header::HOST).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    let is_local = ["localhost", "127.0.0.1", "[::1]"].contains(&name);
    if is_local && app.settings().tls_certificate.is_none() { "" } else { "; Secure" }
}
