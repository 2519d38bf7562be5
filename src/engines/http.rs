//! An engine that is spoken to over HTTP: one request, tries again, polls, and an answer that is checked.
//!
//! Invariant: the key is sent to the engine's own address only and stands in no message; every try of a run carries the
//! run's id as its idempotency key; no body of a request or an answer is told.

use super::request::wire_request;
use super::response::{self, Answer};
use super::{EngineFailure, EngineRequest, FailureCode, IncomeEngine};
use crate::error::Result;
use crate::income::IncomeData;
use crate::model::{Secret, Timestamp};
use crate::remote::{Circuit, CircuitRules, Tries, Trouble, client, limited_body, retry_after, usable_address};
use reqwest::blocking::{Client, RequestBuilder, Response};
use reqwest::header::{ACCEPT, CONTENT_TYPE};
use reqwest::{StatusCode, Url};
use serde_json::Value;
use std::time::{Duration, Instant};
use uuid::Uuid;

/// The most bytes of an answer that are read.
const LONGEST_ANSWER: u64 = 16 * 1024 * 1024;
/// The most bytes of a refusal that are read.
const LONGEST_REFUSAL: u64 = 64 * 1024;
/// How long it is waited before a poll when the engine does not say, and the least and the most when it does.
const POLL_PAUSE: Duration = Duration::from_secs(5);
const LEAST_POLL_PAUSE: Duration = Duration::from_millis(100);
const MOST_POLL_PAUSE: Duration = Duration::from_secs(30);

/// An engine that is spoken to over HTTP.
pub struct HttpEngine {
    client: Client,
    address: Url,
    key: Secret,
    attempt: Duration,
    run: Duration,
    tries: Tries,
    circuit: CircuitRules,
}

/// How an engine is reached.
#[derive(Debug, Clone)]
pub struct HttpEngineSettings {
    /// Where it takes requests.
    pub url: String,
    /// The bearer key.
    pub key: Secret,
    /// How long a connection may take to be made.
    pub connect: Duration,
    /// How long one request may take.
    pub attempt: Duration,
    /// How long a run may take with all tries and polls.
    pub run: Duration,
    /// How often a request is tried.
    pub tries: Tries,
    /// When it is left alone.
    pub circuit: CircuitRules,
    /// Whether it may be spoken to without encryption.
    pub allow_http: bool,
}

/// A run that is asked for, with what it may take.
struct Asking<'a> {
    run: String,
    deadline: Instant,
    request: &'a EngineRequest<'a>,
}

type Failed = Trouble<EngineFailure>;

impl HttpEngine {
    /// Prepares to speak to an engine; nothing is sent yet.
    ///
    /// # Errors
    /// `InvalidInput` when the address cannot be used.
    pub fn new(settings: HttpEngineSettings) -> Result<Self> {
        Ok(Self {
            address: usable_address(&settings.url, settings.allow_http)?,
            client: client(settings.connect, settings.attempt)?,
            key: settings.key,
            attempt: settings.attempt,
            run: settings.run,
            tries: settings.tries,
            circuit: settings.circuit,
        })
    }

    /// Sends a request as often as it may be tried, and reads what comes back.
    fn ask(
        &self,
        asking: &Asking<'_>,
        circuit: &mut Circuit,
        request: &dyn Fn() -> RequestBuilder,
    ) -> Result<Answer, EngineFailure> {
        self.tries.run_until(Some(asking.deadline), || {
            if !circuit.allows(Timestamp::system_now()) {
                return Err(Trouble::Lasting(self.left_alone(circuit)));
            }
            let answer = self.send(asking, request());
            match &answer {
                Ok(_) => circuit.succeeded(),
                // An engine that refuses a request works.
                Err(Trouble::Lasting(failure)) if failure.code == FailureCode::Refused => circuit.succeeded(),
                Err(_) => circuit.failed(self.circuit, Timestamp::system_now()),
            }
            answer
        })
    }

    fn send(&self, asking: &Asking<'_>, request: RequestBuilder) -> Result<Answer, Failed> {
        let left = asking.deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(Trouble::Lasting(self.too_late()));
        }
        let timeout = self.attempt.min(left);
        let until = Instant::now() + timeout;
        let request = request
            .bearer_auth(self.key.expose())
            .header(ACCEPT, "application/json")
            .header("Idempotency-Key", &asking.run)
            .header("X-Request-Id", Uuid::now_v7().to_string())
            .timeout(timeout);
        let response = request.send().map_err(|error| self.unreachable(&error))?;
        let status = response.status();
        let asked = retry_after(&response);
        match status {
            StatusCode::OK | StatusCode::ACCEPTED => {
                let body =
                    limited_body(response, LONGEST_ANSWER, Some(until)).map_err(|error| self.broken(&error, until))?;
                let body = body.ok_or_else(|| bad(format!("it is longer than {LONGEST_ANSWER} bytes")))?;
                response::read(&body, asking.request.case, self.name()).map_err(bad)
            }
            StatusCode::REQUEST_TIMEOUT | StatusCode::TOO_EARLY | StatusCode::TOO_MANY_REQUESTS => {
                Err(Trouble::Passing(self.unavailable(status), asked))
            }
            StatusCode::INTERNAL_SERVER_ERROR
            | StatusCode::BAD_GATEWAY
            | StatusCode::SERVICE_UNAVAILABLE
            | StatusCode::GATEWAY_TIMEOUT => Err(Trouble::Passing(self.unavailable(status), asked)),
            status if status.is_client_error() => Err(Trouble::Lasting(self.refused(status, response, until))),
            status => Err(bad(format!("its status is {}", status.as_u16()))),
        }
    }

    /// Returns where to ask for the result, at the engine's own address only.
    fn poll_address(&self, poll: &str) -> Result<Url, EngineFailure> {
        let address = self.address.join(poll).ok().filter(|address| address.origin() == self.address.origin());
        address.filter(|address| address.username().is_empty() && address.password().is_none()).ok_or_else(|| {
            EngineFailure::new(FailureCode::BadResponse, "the engine named an address for polling that is not its own")
        })
    }

    fn unreachable(&self, error: &reqwest::Error) -> Failed {
        // The address of an error may be that of a poll; only the engine's own is told.
        let (code, why) = match error {
            error if error.is_connect() => (FailureCode::Unreachable, "cannot be reached"),
            error if error.is_timeout() => (FailureCode::Timeout, "did not answer in time"),
            _ => (FailureCode::Unreachable, "broke the connection"),
        };
        Trouble::Passing(EngineFailure::new(code, format!("the engine {} {why}", self.name())), None)
    }

    fn broken(&self, error: &std::io::Error, until: Instant) -> Failed {
        let late = error.kind() == std::io::ErrorKind::TimedOut || Instant::now() >= until;
        let (code, why) = match late {
            true => (FailureCode::Timeout, "did not answer in time"),
            false => (FailureCode::Unreachable, "broke off in the middle of its answer"),
        };
        Trouble::Passing(EngineFailure::new(code, format!("the engine {} {why}", self.name())), None)
    }

    fn unavailable(&self, status: StatusCode) -> EngineFailure {
        let message = format!("the engine {} answered {}", self.name(), status.as_u16());
        EngineFailure::new(FailureCode::Unavailable, message)
    }

    fn refused(&self, status: StatusCode, response: Response, until: Instant) -> EngineFailure {
        let body = limited_body(response, LONGEST_REFUSAL, Some(until)).ok().flatten().unwrap_or_default();
        let words: Value = serde_json::from_slice(&body).unwrap_or_default();
        let said = words.get("message").and_then(Value::as_str).unwrap_or_default();
        let said = response::plain(&said.replace(self.key.expose(), "***"));
        let mut message = format!("the engine {} refused the request ({})", self.name(), status.as_u16());
        if !said.is_empty() {
            message.push_str(&format!(": {said}"));
        }
        if matches!(status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN) {
            message.push_str("; check the key that key_env or key_file of [income_engine] names");
        }
        EngineFailure::new(FailureCode::Refused, message)
    }

    fn left_alone(&self, circuit: &Circuit) -> EngineFailure {
        let until = circuit.open_until.map(|until| format!(" until {until}")).unwrap_or_default();
        let message =
            format!("the engine {} failed {} times in a row and is left alone{until}", self.name(), circuit.failures);
        EngineFailure::new(FailureCode::CircuitOpen, message)
    }

    fn too_late(&self) -> EngineFailure {
        let seconds = self.run.as_secs_f64();
        EngineFailure::new(FailureCode::Timeout, format!("the engine {} had no result in {seconds} s", self.name()))
    }
}

impl IncomeEngine for HttpEngine {
    fn name(&self) -> &str {
        self.address.as_str()
    }

    fn analyze(&self, request: &EngineRequest<'_>, circuit: &mut Circuit) -> Result<IncomeData, EngineFailure> {
        let asking = Asking { run: request.run.to_string(), deadline: Instant::now() + self.run, request };
        let body = wire_request(request).to_string();
        let mut answer = self.ask(&asking, circuit, &|| {
            self.client.post(self.address.clone()).header(CONTENT_TYPE, "application/json").body(body.clone())
        })?;
        loop {
            match answer {
                Answer::Completed(result) => return Ok(*result),
                Answer::Pending { poll, after } => {
                    let address = self.poll_address(&poll)?;
                    let pause = after.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
                    let pause = pause.unwrap_or(POLL_PAUSE).clamp(LEAST_POLL_PAUSE, MOST_POLL_PAUSE);
                    if pause >= asking.deadline.saturating_duration_since(Instant::now()) {
                        return Err(self.too_late());
                    }
                    std::thread::sleep(pause);
                    answer = self.ask(&asking, circuit, &|| self.client.get(address.clone()))?;
                }
            }
        }
    }
}

/// What makes no sense is not asked for again: the same request would get the same answer.
fn bad(why: String) -> Failed {
    Trouble::Lasting(EngineFailure::new(FailureCode::BadResponse, format!("the engine's answer cannot be used: {why}")))
}
