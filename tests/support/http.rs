//! A real HTTP server on this machine that answers as a test says: with a status and a body, late, or not at all.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// A request as the server saw it.
#[derive(Debug, Clone)]
pub struct Seen {
    /// Method and path.
    pub line: String,
    /// Names in lower case, with values.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl Seen {
    /// Returns a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// What a server answers to its nth request: a status and a body, or nothing at all.
type Answer = dyn Fn(usize, &Seen) -> Option<(u16, String)>;

/// A server that answers each request as a function says: with a status and a body, or not at all.
pub struct Server {
    /// Where it listens.
    pub address: String,
    seen: Arc<Mutex<Vec<Seen>>>,
}

impl Server {
    /// Starts a server that lives as long as the test program.
    pub fn start(answer: impl Fn(usize, &Seen) -> Option<(u16, String)> + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let seen: Arc<Mutex<Vec<Seen>>> = Arc::default();
        let noted = Arc::clone(&seen);
        let answer = Arc::new(answer);
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let (noted, answer) = (Arc::clone(&noted), Arc::clone(&answer));
                std::thread::spawn(move || serve(stream.unwrap(), &noted, answer.as_ref()));
            }
        });
        Self { address, seen }
    }

    /// Returns the requests so far.
    pub fn seen(&self) -> Vec<Seen> {
        self.seen.lock().unwrap().clone()
    }

    /// Returns their methods and paths.
    pub fn lines(&self) -> Vec<String> {
        self.seen().into_iter().map(|seen| seen.line).collect()
    }
}

fn serve(stream: TcpStream, noted: &Mutex<Vec<Seen>>, answer: &Answer) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut stream = stream;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).unwrap_or(0) == 0 {
            return;
        }
        let mut headers = Vec::new();
        loop {
            let mut header = String::new();
            reader.read_line(&mut header).unwrap();
            let Some((name, value)) = header.trim_end().split_once(": ") else { break };
            headers.push((name.to_lowercase(), value.to_string()));
        }
        let length =
            headers.iter().find(|(name, _)| name == "content-length").map_or(0, |(_, value)| value.parse().unwrap());
        let mut body = vec![0; length];
        reader.read_exact(&mut body).unwrap();
        let seen = Seen { line: line.trim_end().trim_end_matches(" HTTP/1.1").to_string(), headers, body };
        let number = {
            let mut noted = noted.lock().unwrap();
            noted.push(seen.clone());
            noted.len() - 1
        };
        let Some((status, body)) = answer(number, &seen) else { return };
        let extra = if status == 429 { "Retry-After: 1\r\n" } else { "" };
        let whole = format!("HTTP/1.1 {status} Some\r\nContent-Length: {}\r\n{extra}\r\n{body}", body.len());
        if stream.write_all(whole.as_bytes()).is_err() {
            return;
        }
    }
}
