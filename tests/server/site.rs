//! The program itself serving a workspace, and a client that speaks with it.

use crate::support::{Program, text};
use reqwest::Method;
use reqwest::blocking::{Client, RequestBuilder, Response};
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Sends the server the signal that ends it when it is told so, or when the test ends, however that does: then its
/// standard input is closed. Removes `FOLDER`.
const KEEPER: &str = "exec 3<&0; \"$@\" <&- & exec 2>/dev/null; read _ <&3; kill -TERM $!; wait $!; code=$?; \
    test -z \"$FOLDER\" || rm -rf \"$FOLDER\"; exit $code";

/// How long anything may take before a test gives up.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// Three headers that belong together.
#[derive(Debug, Clone)]
pub struct Key {
    pub api_key: String,
    pub client_secret: String,
    pub tenant: String,
}

/// What the server answered.
#[derive(Debug, Clone)]
pub struct Answer {
    pub status: u16,
    pub headers: reqwest::header::HeaderMap,
    pub body: Vec<u8>,
}

/// A server with its workspace.
pub struct Site {
    pub program: Program,
    /// Where the API listens: `http://127.0.0.1:1234`.
    pub public: String,
    /// Where operators look.
    pub operations: String,
    pub client: Client,
    log: Arc<Mutex<Vec<String>>>,
    keeper: Child,
    input: Option<ChildStdin>,
}

impl Site {
    /// Serves the workspace of a program on ports that nobody uses.
    pub fn start(program: Program, arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        let mut command = Command::new("sh");
        let folder = program.workspace();
        command.args(["-c", KEEPER, "sh", env!("CARGO_BIN_EXE_loanfile"), "--workspace", text(&folder), "serve"]);
        command.args(["--listen", "127.0.0.1:0", "--operations-listen", "127.0.0.1:0", "--log-format", "json"]);
        command.args(arguments).env_remove("FOLDER").current_dir(folder.parent().unwrap());
        command.env("RUST_LOG", "warn,loanfile=info").envs(variables.iter().copied());
        let receivers = ["ALLOW_HTTP", "ALLOW_PRIVATE_ADDRESSES", "ALLOW_ANY_PORT"];
        command.envs(receivers.map(|name| (format!("LOANFILE_WEBHOOKS_{name}"), "true")));
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut keeper = command.spawn().unwrap();
        let input = keeper.stdin.take();
        let log: Arc<Mutex<Vec<String>>> = Arc::default();
        let (told, mut lines) = (Arc::clone(&log), BufReader::new(keeper.stderr.take().unwrap()).lines());
        let mut ready = None;
        for line in lines.by_ref().map_while(Result::ok) {
            log.lock().unwrap().push(line.clone());
            if line.starts_with("Serving ") {
                ready = Some(line);
                break;
            }
        }
        let ready = ready.unwrap_or_else(|| panic!("it does not serve: {:?}", log.lock().unwrap()));
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                told.lock().unwrap().push(line);
            }
        });
        let (public, private) = ready.trim_start_matches("Serving ").split_once(", operators at ").unwrap();
        let end = public.match_indices('/').nth(2).unwrap().0;
        let client = Client::builder().timeout(PATIENCE).redirect(reqwest::redirect::Policy::none()).build().unwrap();
        Self { public: public[..end].to_string(), operations: private.to_string(), program, client, log, keeper, input }
    }

    /// Begins a request without credentials; the path has its base.
    pub fn open(&self, method: &str, path: &str) -> RequestBuilder {
        let method = Method::from_bytes(method.as_bytes()).unwrap();
        self.client.request(method, format!("{}{path}", self.public))
    }

    /// Begins a request with a key; the path is below the base.
    pub fn ask(&self, key: &Key, method: &str, path: &str) -> RequestBuilder {
        signed(self.open(method, &format!("/api/v1{path}")), key)
    }

    /// Sends a request without a body and reads the JSON of its answer, which must be a success.
    pub fn get(&self, key: &Key, path: &str) -> Value {
        let answer = Answer::of(self.ask(key, "GET", path));
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        answer.json()
    }

    /// Sends a JSON body and reads the JSON of the answer, which must have a status.
    pub fn send(&self, key: &Key, method: &str, path: &str, body: &Value, status: u16) -> Value {
        let answer = Answer::of(self.ask(key, method, path).json(body));
        assert_eq!(answer.status, status, "{method} {path}: {}", answer.text());
        answer.json()
    }

    /// Uploads a PDF to a loan.
    pub fn upload(&self, key: &Key, loan: &str, files: &[(&str, Vec<u8>)]) -> Answer {
        Answer::of(self.ask(key, "POST", &format!("/loans/{loan}/source-files")).multipart(form(files)))
    }

    /// Waits until nothing waits for the pipeline.
    pub fn settle(&self) {
        self.wait_for("an idle pipeline", || {
            let figures = Answer::of(self.client.get(format!("{}/metrics", self.operations))).text();
            let idle = |name: &str| figures.lines().any(|line| line == format!("{name} 0"));
            idle("loanfile_pages_waiting") && idle("loanfile_documents_waiting")
        });
    }

    /// Waits until something is so.
    pub fn wait_for(&self, what: &str, mut is_so: impl FnMut() -> bool) {
        let begun = Instant::now();
        while !is_so() {
            assert!(begun.elapsed() < PATIENCE, "waited in vain for {what}: {:?}", self.log());
            std::thread::sleep(Duration::from_millis(25));
        }
    }

    /// Returns the lines of the log so far.
    pub fn log(&self) -> Vec<String> {
        self.log.lock().unwrap().clone()
    }

    /// Sends the server the signal that ends it, and returns at once.
    pub fn signal(&mut self) {
        self.input.as_mut().unwrap().write_all(b"end\n").unwrap();
    }

    /// Ends the server in good order and returns its exit code.
    pub fn stop(&mut self) -> Option<i32> {
        drop(self.input.take());
        self.keeper.wait().unwrap().code()
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Answer {
    /// Sends a request and reads what comes back.
    pub fn of(request: RequestBuilder) -> Self {
        Self::from(request.send().unwrap())
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().unwrap())
    }

    /// Returns the message of a refusal, after a look at its body: nothing but status, message and error.
    pub fn refusal(&self, status: u16) -> String {
        assert_eq!(self.status, status, "{}", self.text());
        assert_eq!(self.header("content-type"), Some("application/json"), "{}", self.text());
        assert!(self.header("x-request-id").is_some());
        let body = self.json();
        let members: Vec<&str> = body.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(members.len(), 3, "{body}");
        assert_eq!(body["status"], status, "{body}");
        let reason = reqwest::StatusCode::from_u16(status).unwrap().canonical_reason().unwrap();
        assert_eq!(body["error"], reason, "{body}");
        body["message"].as_str().unwrap().to_string()
    }
}

impl From<Response> for Answer {
    fn from(response: Response) -> Self {
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        Self { status, headers, body: response.bytes().unwrap().to_vec() }
    }
}

/// Adds the three headers.
pub fn signed(request: RequestBuilder, key: &Key) -> RequestBuilder {
    request
        .header("x-api-key", &key.api_key)
        .header("x-service-client-secret", &key.client_secret)
        .header("tenant-id", &key.tenant)
}

/// Returns PDFs as parts of a body.
pub fn form(files: &[(&str, Vec<u8>)]) -> reqwest::blocking::multipart::Form {
    files.iter().fold(reqwest::blocking::multipart::Form::new(), |form, (name, bytes)| {
        let part = reqwest::blocking::multipart::Part::bytes(bytes.clone()).file_name((*name).to_string());
        form.part("files", part.mime_str("application/pdf").unwrap())
    })
}
