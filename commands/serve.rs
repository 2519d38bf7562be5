//! `loanfile serve`.

use crate::context::Globals;
use crate::interrupt;
use crate::output::tell;
use anyhow::Result;
use clap::{Args, ValueEnum};
use loanfile::server::{self, Serve as Input};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use tracing_subscriber::EnvFilter;

/// Serve the REST API and the page for reviewers
///
/// Takes uploads and processes them in the background. Programs sign in with the three headers of an API key ("loanfile
/// key create"), people with a user ("loanfile user add"). Settings are in the section [server] of loanfile.toml; the
/// options here go before them. Ctrl-C or a termination signal lets requests finish, gives back what is not done, and
/// ends.
#[derive(Args)]
#[command(after_help = "Examples:
  loanfile serve
  loanfile serve --listen 0.0.0.0:8443 --tls-certificate chain.pem \\
    --tls-key key.pem
  loanfile serve --jobs 0            # another process runs \"process\"
  loanfile serve --log-format json --ui off")]
pub struct Serve {
    /// Where requests are taken
    #[arg(long, value_name = "ADDRESS:PORT")]
    listen: Option<SocketAddr>,
    /// Where operators look: /livez, /readyz, /metrics
    #[arg(long, value_name = "ADDRESS:PORT")]
    operations_listen: Option<SocketAddr>,
    /// What the paths of the API begin with; /v1 works as well
    #[arg(long, value_name = "PATH")]
    base_path: Option<String>,
    /// A PEM file with the certificate chain
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    tls_certificate: Option<PathBuf>,
    /// A PEM file with its private key
    #[arg(long, value_name = "FILE", requires = "tls_certificate")]
    tls_key: Option<PathBuf>,
    /// How many pages or documents to work on at once; 0 to only answer [default: one a core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=256))]
    jobs: Option<u16>,
    /// Whether the page for reviewers is served
    #[arg(long, value_name = "ON|OFF")]
    ui: Option<Switch>,
    /// How to write the log, on standard error; RUST_LOG says how much
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    log_format: LogFormat,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Switch {
    On,
    Off,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// Lines for people
    Text,
    /// A JSON object a line
    Json,
}

impl Serve {
    /// Serves until a signal comes.
    pub fn run(self, globals: &Globals) -> Result<ExitCode> {
        let context = globals.open()?;
        log(self.log_format);
        let stop = interrupt::listen()?;
        let mut settings = context.workspace.settings.server.clone();
        settings.listen = self.listen.unwrap_or(settings.listen);
        settings.operations_listen = self.operations_listen.unwrap_or(settings.operations_listen);
        settings.base_path = self.base_path.unwrap_or(settings.base_path);
        settings.tls_certificate = self.tls_certificate.or(settings.tls_certificate);
        settings.tls_key = self.tls_key.or(settings.tls_key);
        settings.ui = self.ui.map_or(settings.ui, |ui| ui == Switch::On);
        let jobs = self.jobs.map_or_else(|| context.workspace.jobs(), usize::from);
        let scheme = if settings.tls_certificate.is_some() { "https" } else { "http" };
        let base = settings.base_path.clone();
        let ready = |public: SocketAddr, private: SocketAddr| {
            tell(&format!("Serving {scheme}://{public}{base}, operators at http://{private}"));
        };
        server::serve(context.workspace, Input { settings, jobs, stop: &stop, ready: &ready })?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Begins to write the log.
pub fn log(format: LogFormat) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("warn,loanfile=info"));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    match format {
        LogFormat::Text => log.with_ansi(false).init(),
        LogFormat::Json => log.json().flatten_event(true).init(),
    }
}
