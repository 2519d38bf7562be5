//! `If-Match`: a change only while the thing is what the client saw.

use super::answer::listed;
use crate::ops::{Caller, Precondition, Seen};
use axum::http::{HeaderMap, header};

/// Makes what a caller asks for depend on `If-Match`, where the request has it.
pub fn only_if(caller: Caller, headers: &HeaderMap, seen: Seen) -> Caller {
    let Some(given) = headers.get(header::IF_MATCH) else { return caller };
    // What is no text is the tag of nothing.
    let given = given.to_str().unwrap_or("\"\"").trim();
    let tags = if given == "*" { Vec::new() } else { listed(given).map(str::to_string).collect() };
    Caller { only_if: Some(Precondition { seen, tags }), ..caller }
}
