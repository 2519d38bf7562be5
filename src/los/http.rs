//! A LOS with an attachment API: a document is created, its bytes are put where the LOS says, and both are joined.
//!
//! Invariant: the key is sent to the LOS's own address only and stands in no message; every request that creates
//! carries the push key as its idempotency key, so that a repeated one has one effect.

use super::package::{Effect, LoanPackage, Los, PackedDocument, Pushed};
use crate::error::{Error, ErrorKind, Result};
use crate::model::Secret;
use crate::remote::{Tries, Trouble, client, limited_body, retry_after, usable_address};
use reqwest::blocking::{Body, Client, RequestBuilder, Response};
use reqwest::header::{CONTENT_LENGTH, CONTENT_TYPE};
use reqwest::{Method, StatusCode, Url};
use serde::Deserialize;
use serde_json::{Value, json};
use std::fs::File;
use std::time::Duration;

/// The most bytes of an answer that are read.
const LONGEST_ANSWER: u64 = 1024 * 1024;

/// The header that makes a repeated request have one effect.
const IDEMPOTENCY_KEY: &str = "Idempotency-Key";

/// A LOS with an attachment API.
pub struct HttpLos {
    client: Client,
    base: Url,
    key: Secret,
    tries: Tries,
}

/// How the LOS is reached.
#[derive(Debug, Clone)]
pub struct HttpSettings {
    /// The address that the paths of the API follow.
    pub url: String,
    /// The bearer key.
    pub key: Secret,
    /// How long one request may take.
    pub timeout: Duration,
    /// How often a request is tried.
    pub tries: Tries,
    /// Whether it may be spoken to without encryption.
    pub allow_http: bool,
}

#[derive(Deserialize)]
struct Created {
    id: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Place {
    id: String,
    upload_url: String,
}

impl HttpLos {
    /// Prepares to speak to a LOS; nothing is sent yet.
    ///
    /// # Errors
    /// `InvalidInput` when the address cannot be used.
    pub fn new(settings: HttpSettings) -> Result<Self> {
        let base = usable_address(&settings.url, settings.allow_http)?;
        let client = client(settings.timeout, settings.timeout)?;
        Ok(Self { client, base, key: settings.key, tries: settings.tries })
    }

    fn push_document(&self, package: &LoanPackage, document: &PackedDocument) -> Result<Pushed> {
        let record = &document.record;
        let loan = package.loan.external_loan_id.as_str();
        let title = record.title();
        let created: Created = self.ask(
            Method::POST,
            &["loans", loan, "documents"],
            &format!("{}-document", record.push_key),
            &json!({ "title": title, "record": record }),
        )?;
        let size_bytes =
            std::fs::metadata(&document.pdf).map_err(|error| super::folder::lost(&document.pdf, error))?.len();
        let place: Place = self.ask(
            Method::POST,
            &["loans", loan, "attachments"],
            &format!("{}-attachment", record.push_key),
            &json!({
                "title": title,
                "fileName": format!("{}.pdf", super::names::safe_name(&title)),
                "contentType": "application/pdf",
                "sizeBytes": size_bytes,
                "sha256": record.content_sha256,
            }),
        )?;
        self.put(&place.upload_url, document, size_bytes)?;
        let assigned = ["loans", loan, "documents", &created.id, "attachments", &place.id];
        self.send("assigning an attachment", &|| {
            let address = self.address(&assigned)?;
            Ok(self.with_key(self.client.request(Method::PUT, address)).header(CONTENT_LENGTH, 0))
        })?;
        let location = self.address(&["loans", loan, "documents", &created.id])?.to_string();
        Ok(Pushed { document: record.document_id, push_key: record.push_key.clone(), location })
    }

    /// Sends JSON and reads JSON.
    fn ask<T: serde::de::DeserializeOwned>(
        &self,
        method: Method,
        path: &[&str],
        idempotency_key: &str,
        body: &Value,
    ) -> Result<T> {
        let what = format!("{method} {}", path.last().copied().unwrap_or_default());
        let body = body.to_string();
        let response = self.send(&what, &|| {
            let address = self.address(path)?;
            let request = self.with_key(self.client.request(method.clone(), address));
            Ok(request
                .header(CONTENT_TYPE, "application/json")
                .header(IDEMPOTENCY_KEY, idempotency_key)
                .body(body.clone()))
        })?;
        let strange =
            || Error::new(ErrorKind::Unavailable, format!("the LOS gave an answer to {what} that makes no sense"));
        let bytes = limited_body(response, LONGEST_ANSWER, None).map_err(|error| strange().caused_by(error))?;
        let bytes = bytes.ok_or_else(strange)?;
        serde_json::from_slice(&bytes).map_err(|error| strange().caused_by(error))
    }

    /// Puts a document's bytes where the LOS says.
    fn put(&self, address: &str, document: &PackedDocument, size_bytes: u64) -> Result<()> {
        let strange =
            || Error::new(ErrorKind::Unavailable, "the LOS named an address for the bytes that cannot be used");
        let address = self.base.join(address).map_err(|error| strange().caused_by(error))?;
        if address.scheme() != "https" && address.origin() != self.base.origin() {
            return Err(strange().hint("it is not encrypted and not the LOS's own"));
        }
        let own = address.origin() == self.base.origin();
        self.send("uploading a PDF", &|| {
            let file = File::open(&document.pdf).map_err(|error| super::folder::lost(&document.pdf, error))?;
            let request = self.client.request(Method::PUT, address.clone());
            // An address elsewhere is signed by the LOS; the key is none of its business.
            let request = if own { self.with_key(request) } else { request };
            Ok(request.header(CONTENT_TYPE, "application/pdf").body(Body::sized(file, size_bytes)))
        })?;
        Ok(())
    }

    fn send(&self, what: &str, request: &dyn Fn() -> Result<RequestBuilder>) -> Result<Response> {
        self.tries.run(|| {
            let request = request().map_err(Trouble::Lasting)?;
            match request.send() {
                Ok(response) => judged(response, what),
                // The address may hold a signature: it is not told.
                Err(error) => Err(Trouble::Passing(unreachable(what, error.without_url()), None)),
            }
        })
    }

    fn with_key(&self, request: RequestBuilder) -> RequestBuilder {
        request.bearer_auth(self.key.expose())
    }

    fn address(&self, path: &[&str]) -> Result<Url> {
        let mut address = self.base.clone();
        match address.path_segments_mut() {
            Ok(mut segments) => {
                segments.pop_if_empty().extend(path);
            }
            Err(()) => return Err(Error::invalid_input("url cannot be followed by a path")),
        }
        Ok(address)
    }
}

impl Los for HttpLos {
    fn push(&self, package: &LoanPackage, done: &mut dyn FnMut(Effect) -> Result<()>) -> Result<()> {
        for document in &package.documents {
            let record = &document.record;
            if document.pushed_before {
                let location = String::new();
                let push_key = record.push_key.clone();
                done(Effect::Pushed(Pushed { document: record.document_id, push_key, location }))?;
            } else {
                done(Effect::Pushed(self.push_document(package, document)?))?;
            }
        }
        Ok(())
    }
}

fn judged(response: Response, what: &str) -> Result<Response, Trouble<Error>> {
    let status = response.status();
    if status.is_success() {
        return Ok(response);
    }
    let asked = retry_after(&response);
    let message = format!("the LOS answered {what} with {}", status.as_u16());
    match status {
        StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => Err(Trouble::Lasting(
            Error::new(ErrorKind::NotPermitted, message)
                .hint("check the key that key_env or key_file of the target names"),
        )),
        StatusCode::REQUEST_TIMEOUT | StatusCode::TOO_MANY_REQUESTS => {
            Err(Trouble::Passing(Error::new(ErrorKind::Unavailable, message), asked))
        }
        status if status.is_server_error() => {
            Err(Trouble::Passing(Error::new(ErrorKind::Unavailable, message).hint("export again when it is up"), asked))
        }
        _ => Err(Trouble::Lasting(
            Error::new(ErrorKind::Unavailable, message)
                .hint("check url of the target, and that the LOS knows the loan"),
        )),
    }
}

fn unreachable(what: &str, error: reqwest::Error) -> Error {
    let why = if error.is_timeout() { "in time" } else { "at all" };
    Error::new(ErrorKind::Unavailable, format!("the LOS did not answer {what} {why}"))
        .hint("check url of the target and the network; then export again")
        .caused_by(error)
}
