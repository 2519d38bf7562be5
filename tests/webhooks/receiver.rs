//! A receiver on this machine that behaves as a test says.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A request as the receiver saw it.
#[derive(Debug, Clone)]
pub struct Received {
    /// Names in lower case, with values.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: String,
    /// When it came.
    pub at: Instant,
}

impl Received {
    /// Returns a header.
    pub fn header(&self, name: &str) -> &str {
        let found = self.headers.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str()).unwrap_or_else(|| panic!("no header {name}: {:?}", self.headers))
    }

    /// Returns the id of the event.
    pub fn id(&self) -> &str {
        self.header("x-service-webhook-id")
    }
}

/// What a receiver does with a request.
#[derive(Debug, Clone)]
pub enum Behaviour {
    /// Answers with a status.
    Answer(u16),
    /// Sends elsewhere.
    Redirect(String),
    /// Takes the request and says nothing.
    Hang,
    /// Says that a gigabyte comes, and sends it.
    Gigabyte,
    /// Hangs up.
    Close,
}

/// A receiver that lives as long as the test program.
pub struct Receiver {
    /// Its port on this machine.
    pub port: u16,
    seen: Arc<Mutex<Vec<Received>>>,
    sent: Arc<AtomicUsize>,
    at_once: Arc<AtomicUsize>,
}

impl Receiver {
    /// Starts one that does with its nth request what a function says.
    pub fn start(behave: impl Fn(usize) -> Behaviour + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let (seen, sent) = (Arc::<Mutex<Vec<Received>>>::default(), Arc::<AtomicUsize>::default());
        let (open, at_once) = (Arc::<AtomicUsize>::default(), Arc::<AtomicUsize>::default());
        let receiver = Self { port, seen: Arc::clone(&seen), sent: Arc::clone(&sent), at_once: Arc::clone(&at_once) };
        let behave = Arc::new(behave);
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let (seen, sent, behave) = (Arc::clone(&seen), Arc::clone(&sent), Arc::clone(&behave));
                let (open, at_once) = (Arc::clone(&open), Arc::clone(&at_once));
                std::thread::spawn(move || {
                    at_once.fetch_max(open.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                    serve(stream.unwrap(), &seen, &sent, behave.as_ref());
                    open.fetch_sub(1, Ordering::SeqCst);
                });
            }
        });
        receiver
    }

    /// Starts one that answers everything with a status.
    pub fn answering(status: u16) -> Self {
        Self::start(move |_| Behaviour::Answer(status))
    }

    /// Returns where it is told.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/hook?key=k3y", self.port)
    }

    /// Returns the requests so far.
    pub fn seen(&self) -> Vec<Received> {
        self.seen.lock().unwrap().clone()
    }

    /// Returns how many bytes of a gigabyte it got rid of.
    pub fn sent(&self) -> usize {
        self.sent.load(Ordering::SeqCst)
    }

    /// Returns how many connections were open at once at most.
    pub fn most_at_once(&self) -> usize {
        self.at_once.load(Ordering::SeqCst)
    }
}

fn serve(
    stream: TcpStream,
    seen: &Mutex<Vec<Received>>,
    sent: &AtomicUsize,
    behave: &(dyn Fn(usize) -> Behaviour + Send + Sync),
) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut stream = stream;
    let Some(received) = request(&mut reader) else { return };
    let number = {
        let mut seen = seen.lock().unwrap();
        seen.push(received);
        seen.len() - 1
    };
    // Whoever hangs up early is not waited for.
    let _ = match behave(number) {
        Behaviour::Answer(status) => write!(stream, "HTTP/1.1 {status} Some\r\nContent-Length: 2\r\n\r\nok"),
        Behaviour::Redirect(to) => {
            write!(stream, "HTTP/1.1 302 Found\r\nLocation: {to}\r\nContent-Length: 0\r\n\r\n")
        }
        Behaviour::Hang => {
            let _ = stream.set_read_timeout(Some(Duration::from_secs(20)));
            // Ends when the other side gives up.
            reader.read(&mut [0; 1]).map(|_| ())
        }
        Behaviour::Gigabyte => gigabyte(&mut stream, sent),
        Behaviour::Close => Ok(()),
    };
}

fn gigabyte(stream: &mut TcpStream, sent: &AtomicUsize) -> std::io::Result<()> {
    write!(stream, "HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", 1 << 30)?;
    let portion = [b'x'; 65536];
    for _ in 0..(1 << 30) / portion.len() {
        stream.write_all(&portion)?;
        sent.fetch_add(portion.len(), Ordering::SeqCst);
    }
    Ok(())
}

fn request(reader: &mut BufReader<TcpStream>) -> Option<Received> {
    let mut line = String::new();
    reader.read_line(&mut line).ok().filter(|count| *count > 0)?;
    let mut headers = Vec::new();
    loop {
        let mut header = String::new();
        reader.read_line(&mut header).ok()?;
        let Some((name, value)) = header.trim_end().split_once(": ") else { break };
        headers.push((name.to_lowercase(), value.to_string()));
    }
    let length = headers.iter().find(|(name, _)| name == "content-length")?.1.parse().ok()?;
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    headers.push(("request-line".to_string(), line.trim_end().to_string()));
    Some(Received { headers, body: String::from_utf8(body).unwrap(), at: Instant::now() })
}
