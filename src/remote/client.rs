//! HTTP clients, and the addresses and keys that they may be given.

use crate::error::{Error, Result};
use crate::model::Secret;
use reqwest::blocking::{Client, Response};
use reqwest::header::RETRY_AFTER;
use reqwest::{Url, redirect};
use std::io::Read;
use std::path::Path;
use std::time::{Duration, Instant};

/// Makes a client that follows no redirection.
///
/// # Errors
/// `Internal` when the system gives no client.
pub fn client(connect: Duration, whole: Duration) -> Result<Client> {
    Client::builder()
        .connect_timeout(connect)
        .timeout(whole)
        .redirect(redirect::Policy::none())
        .user_agent(concat!("loanfile/", env!("CARGO_PKG_VERSION")))
        .build()
        .map_err(|error| Error::internal("no HTTP client can be made").caused_by(error))
}

/// Returns an address that a key may be sent to: encrypted unless that is waived, without credentials, query and
/// fragment.
///
/// # Errors
/// `InvalidInput` when it cannot be used.
pub fn usable_address(text: &str, allow_http: bool) -> Result<Url> {
    let wrong = |problem: &str| Error::invalid_input(format!("url is {text:?}: {problem}"));
    let mut address = Url::parse(text).map_err(|_| wrong("it is no address"))?;
    match address.scheme() {
        "https" => {}
        "http" if allow_http => {}
        "http" => return Err(wrong("it is not encrypted").hint("use https, or set allow_http = true")),
        _ => return Err(wrong("it begins neither with https nor with http")),
    }
    if address.host_str().is_none() || !address.username().is_empty() || address.password().is_some() {
        return Err(Error::invalid_input("url has no host, or holds credentials").hint("set key_env or key_file"));
    }
    address.set_query(None);
    address.set_fragment(None);
    Ok(address)
}

/// Returns a bearer key from an environment variable or the first line of a file, exactly one of them.
///
/// # Errors
/// `InvalidInput` when there is no key, or it holds letters that no key has.
pub fn bearer_key(variable: Option<&str>, file: Option<&Path>) -> Result<Secret> {
    let key = match (variable, file) {
        (Some(variable), None) => std::env::var(variable)
            .map_err(|_| Error::invalid_input(format!("the variable {variable}, which holds its key, is not set")))?,
        (None, Some(file)) => {
            let text = std::fs::read_to_string(file)
                .map_err(|error| Error::invalid_input(format!("{}: {error}", file.display())))?;
            text.lines().next().unwrap_or_default().to_string()
        }
        _ => {
            return Err(Error::invalid_input("it has no key").hint("set key_env or key_file, one of them"));
        }
    };
    let key = key.trim();
    if key.is_empty() || key.chars().any(|letter| !letter.is_ascii_graphic()) {
        return Err(Error::invalid_input("its key is empty or holds letters that no key has"));
    }
    Ok(Secret::new(key))
}

/// Reads an answer's body; `None` when it is longer than allowed.
///
/// # Errors
/// When the connection breaks, or the answer is not there at the deadline: `TimedOut`.
pub fn limited_body(mut response: Response, most: u64, deadline: Option<Instant>) -> std::io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    let mut portion = vec![0; 64 * 1024];
    loop {
        // The client's own limit is for each read: a server that sends a byte now and then would never pass it.
        if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(std::io::ErrorKind::TimedOut.into());
        }
        match response.read(&mut portion)? {
            0 => return Ok(Some(bytes)),
            count => bytes.extend(portion.iter().take(count)),
        }
        if bytes.len() as u64 > most {
            return Ok(None);
        }
    }
}

/// Returns how long a service asks to be left alone.
pub fn retry_after(response: &Response) -> Option<Duration> {
    let text = response.headers().get(RETRY_AFTER)?.to_str().ok()?.trim();
    if let Ok(seconds) = text.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let moment = chrono::DateTime::parse_from_rfc2822(text).ok()?;
    (moment.to_utc() - chrono::Utc::now()).to_std().ok()
}
