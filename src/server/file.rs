//! Files as responses, read from disk as they are sent.

use super::answer::{Answer, Refusal, streamed};
use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use futures_util::StreamExt;
use std::path::Path;
use tokio_util::io::ReaderStream;

/// Sends the file that something stands for; that is held until the file is sent.
///
/// # Errors
/// A fault of the server when the file cannot be opened.
pub async fn file_response<F: AsRef<Path> + Send + 'static>(kind: &'static str, kept: F) -> Answer<Response> {
    let fault = |error: std::io::Error| {
        tracing::error!(%error, "a file cannot be read");
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "")
    };
    let file = tokio::fs::File::open(kept.as_ref()).await.map_err(fault)?;
    let length = file.metadata().await.map_err(fault)?.len();
    let pieces = ReaderStream::with_capacity(file, PIECE).map(move |piece| {
        let _held = &kept;
        piece
    });
    let mut response = streamed(kind, Body::from_stream(pieces));
    response.headers_mut().insert(header::CONTENT_LENGTH, HeaderValue::from(length));
    Ok(response)
}

/// How much of a file is in memory at once, in bytes.
const PIECE: usize = 64 * 1024;
