//! One try of a delivery.
//!
//! Invariant: the name is looked up once, all its addresses are vetted, and the connection is made to one of those: a
//! name that stands for something else a moment later leads nowhere. No proxy, no redirection, no more than a little of
//! the answer.

use super::address::{AddressRules, check_address, check_url, literal};
use super::sign::{seconds, signatures};
use crate::error::Result;
use crate::model::{Secret, Timestamp};
use crate::remote::limited_body;
use reqwest::blocking::{Client, Response};
use reqwest::{Url, redirect};
use std::io::ErrorKind as IoKind;
use std::net::{IpAddr, SocketAddr};
use std::time::{Duration, Instant};

/// The most of an answer that is read, in bytes.
const MOST_READ: u64 = 16 * 1024;

/// What is sent.
#[derive(Debug, Clone)]
pub struct Post<'p> {
    /// Where to.
    pub url: &'p str,
    /// By which receivers know repetitions.
    pub id: &'p str,
    /// When this try is made.
    pub timestamp: Timestamp,
    /// What is sent, byte for byte.
    pub body: &'p str,
    /// What it is signed with.
    pub secrets: &'p [Secret],
    /// How long the try may take.
    pub patience: Duration,
}

/// What came of a try.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receipt {
    /// What it means.
    pub answer: Answer,
    /// The status of the answer; `None` when there was none.
    pub status: Option<u16>,
}

/// What an answer means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// The receiver has taken it.
    Taken,
    /// The receiver wants to be told nothing more (410).
    Gone,
    /// It failed, for this reason; no word of the answer is in it.
    Failed(String),
}

/// Tries to deliver, once; `lookup` says which addresses a name has.
pub fn send(post: &Post<'_>, rules: AddressRules, lookup: impl Fn(&str) -> std::io::Result<Vec<IpAddr>>) -> Receipt {
    let failed = |why: String| Receipt { answer: Answer::Failed(why), status: None };
    let deadline = Instant::now() + post.patience;
    let vetted = check_url(post.url, rules).and_then(|url| {
        let addresses = vet(&url, rules, &lookup)?;
        Ok((url, addresses))
    });
    let (url, addresses) = match vetted {
        Ok((url, Ok(addresses))) => (url, addresses),
        Ok((_, Err(why))) => return failed(why),
        Err(error) => return failed(error.to_string()),
    };
    let signed = match signatures(post.secrets, post.id, post.timestamp, post.body) {
        Ok(signed) => signed,
        Err(error) => return failed(error.to_string()),
    };
    match post_to(post, url, &addresses, &signed, deadline) {
        Ok(response) => receipt(response, deadline),
        Err(error) if error.is_timeout() => failed(format!("no answer within {} seconds", post.patience.as_secs())),
        Err(error) if error.is_connect() => failed("no connection can be made".to_string()),
        Err(_) => failed("the connection broke".to_string()),
    }
}

/// Looks a host up and checks every address that it has: one that is not allowed refuses them all.
fn vet(
    url: &Url,
    rules: AddressRules,
    lookup: &impl Fn(&str) -> std::io::Result<Vec<IpAddr>>,
) -> Result<std::result::Result<Vec<SocketAddr>, String>> {
    let host = url.host_str().unwrap_or_default();
    let addresses = match literal(host) {
        Some(address) => vec![address],
        None => match lookup(host) {
            Ok(addresses) if !addresses.is_empty() => addresses,
            Err(error) if error.kind() == IoKind::TimedOut => {
                return Ok(Err("the name server does not answer".to_string()));
            }
            _ => return Ok(Err("the host has no address".to_string())),
        },
    };
    addresses.iter().try_for_each(|address| check_address(*address, rules))?;
    let port = url.port_or_known_default().unwrap_or(443);
    Ok(Ok(addresses.into_iter().map(|address| SocketAddr::new(address, port)).collect()))
}

fn post_to(
    post: &Post<'_>,
    url: Url,
    addresses: &[SocketAddr],
    signed: &str,
    deadline: Instant,
) -> reqwest::Result<Response> {
    let host = url.host_str().unwrap_or_default().to_string();
    let left = deadline.saturating_duration_since(Instant::now()).max(Duration::from_millis(1));
    let client = Client::builder()
        .timeout(left)
        .connect_timeout(left)
        .redirect(redirect::Policy::none())
        .no_proxy()
        .resolve_to_addrs(&host, addresses)
        .user_agent(concat!("loanfile/", env!("CARGO_PKG_VERSION")))
        .build()?;
    client
        .post(url)
        .header("content-type", "application/json")
        .header("x-service-webhook-id", post.id)
        .header("x-service-webhook-timestamp", seconds(post.timestamp))
        .header("x-service-webhook-signature", signed)
        .body(post.body.to_string())
        .send()
}

fn receipt(response: Response, deadline: Instant) -> Receipt {
    let status = response.status().as_u16();
    // Read so that the receiver sees its answer taken; what it says does not count, and a long one is cut off.
    let _ = limited_body(response, MOST_READ, Some(deadline));
    let answer = match status {
        200..=299 => Answer::Taken,
        410 => Answer::Gone,
        300..=399 => Answer::Failed(format!("the answer was {status}: redirections are not followed")),
        _ => Answer::Failed(format!("the answer was {status}")),
    };
    Receipt { answer, status: Some(status) }
}
