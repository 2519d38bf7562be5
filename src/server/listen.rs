//! Connections: accepted, bounded in number and time, ended with grace.
//!
//! Invariant: nobody holds a connection by being slow: heads of requests have some seconds, bodies must keep moving, and
//! there are never more connections than the limit.

use super::app::App;
use crate::error::{Error, ErrorKind, Result};
use axum::Router;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

/// How often it looks whether a client of HTTP/2 is still there.
const KEEP_ALIVE: Duration = Duration::from_secs(10);

/// How long requests may take to finish when the server stops.
const GRACE: Duration = Duration::from_secs(30);

/// How often it looks whether the server stops.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// The most connections at once.
const MOST_CONNECTIONS: usize = 1024;

/// Binds an address.
///
/// # Errors
/// `Unavailable` when the system refuses: the address is taken, or may not be used.
pub async fn bind(address: SocketAddr) -> Result<TcpListener> {
    TcpListener::bind(address).await.map_err(|error| {
        Error::new(ErrorKind::Unavailable, format!("{address} cannot be listened on: {error}"))
            .hint("choose another with --listen")
            .caused_by(error)
    })
}

/// Reads a certificate chain and its key from PEM files.
///
/// # Errors
/// `InvalidInput` when a file cannot be read or does not hold what it should.
pub fn tls(certificate: &Path, key: &Path) -> Result<TlsAcceptor> {
    let wrong = |path: &Path, error: String| {
        Error::invalid_input(format!("{} cannot be used for TLS: {error}", path.display()))
            .hint("give a PEM file with the certificate chain and one with its private key")
    };
    let chain: Vec<CertificateDer<'static>> = CertificateDer::pem_file_iter(certificate)
        .and_then(Iterator::collect)
        .map_err(|error| wrong(certificate, error.to_string()))?;
    let private = PrivateKeyDer::from_pem_file(key).map_err(|error| wrong(key, error.to_string()))?;
    let mut config = ServerConfig::builder()
        .with_no_client_auth()
        .with_single_cert(chain, private)
        .map_err(|error| wrong(certificate, error.to_string()))?;
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(TlsAcceptor::from(Arc::new(config)))
}

/// Serves connections until the server stops, then lets requests finish.
pub async fn serve(listener: TcpListener, tls: Option<TlsAcceptor>, router: Router, app: App) {
    let graceful = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let patience = Duration::from_secs(app.settings().head_seconds.max(1));
    loop {
        // A place first: who has none waits in the system's queue.
        let place = tokio::select! {
            place = Arc::clone(&places).acquire_owned() => place,
            () = stopped(&app) => break,
        };
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = stopped(&app) => break,
        };
        let stream = match accepted {
            Ok((stream, _)) => stream,
            Err(error) => {
                // Such as too many open files: others may end meanwhile.
                tracing::warn!(%error, "a connection was not accepted");
                tokio::time::sleep(LOOK_EVERY).await;
                continue;
            }
        };
        let (watcher, router, tls) = (graceful.watcher(), router.clone(), tls.clone());
        tokio::spawn(async move {
            let _ = stream.set_nodelay(true);
            match tls {
                None => connection(TokioIo::new(stream), router, watcher, patience).await,
                Some(tls) => {
                    if let Some(stream) = handshake(&tls, stream, patience).await {
                        connection(TokioIo::new(stream), router, watcher, patience).await;
                    }
                }
            }
            drop(place);
        });
    }
    drop(listener);
    if tokio::time::timeout(GRACE, graceful.shutdown()).await.is_err() {
        tracing::warn!("some requests did not finish in time and were broken off");
    }
}

async fn handshake(
    tls: &TlsAcceptor,
    stream: TcpStream,
    patience: Duration,
) -> Option<tokio_rustls::server::TlsStream<TcpStream>> {
    tokio::time::timeout(patience, tls.accept(stream)).await.ok()?.ok()
}

async fn connection<S>(stream: S, router: Router, watcher: hyper_util::server::graceful::Watcher, patience: Duration)
where
    S: hyper::rt::Read + hyper::rt::Write + Unpin + Send + 'static,
{
    let mut builder = Builder::new(TokioExecutor::new());
    builder.http1().timer(TokioTimer::new()).header_read_timeout(patience);
    builder.http2().timer(TokioTimer::new()).keep_alive_interval(KEEP_ALIVE).max_concurrent_streams(64);
    let served = watcher.watch(builder.serve_connection(stream, TowerToHyperService::new(router)).into_owned());
    // What a client broke off is nothing that the server could mend.
    let _ = served.await;
}

async fn stopped(app: &App) {
    while !app.is_stopping() {
        tokio::time::sleep(LOOK_EVERY).await;
    }
}
