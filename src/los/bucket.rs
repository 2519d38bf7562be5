//! A bucket of S3-compatible object storage as a place that keeps files.
//!
//! Invariant: an object is there whole or not at all, as the service keeps it; what an interrupted upload of a large
//! file leaves is no object and is the service's to remove.

use super::shelf::{Content, Shelf};
use crate::error::{Error, ErrorKind, Result};
use object_store::aws::AmazonS3Builder;
use object_store::path::Path as Key;
use object_store::{ObjectStore, ObjectStoreExt, PutPayload, RetryConfig, WriteMultipart};
use std::fs::File;
use std::future::Future;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};

/// Files larger than this are sent in parts of this size.
const PART: usize = 8 * 1024 * 1024;

/// How many parts are under way at once.
const PARTS_AT_ONCE: usize = 4;

/// How often a request is repeated that meets a full, failing or silent service, and for how long.
const RETRIES: usize = 4;
const PATIENCE: Duration = Duration::from_secs(30);

/// A bucket, or a prefix of one.
pub struct Bucket {
    store: Arc<dyn ObjectStore>,
    runtime: Runtime,
    /// The address of the bucket, for people.
    name: String,
}

/// How a bucket is reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BucketSettings {
    /// The bucket's name.
    pub bucket: String,
    /// The address of the service when it is not Amazon's.
    pub endpoint: Option<String>,
    /// The region.
    pub region: Option<String>,
    /// Whether it may be spoken to without encryption.
    pub allow_http: bool,
}

/// Returns the bucket and the prefix of an address such as `s3://bucket/some/prefix`; a prefix ends with a slash.
///
/// # Errors
/// `InvalidInput` when it is no such address.
pub fn bucket_and_prefix(url: &str) -> Result<(String, String)> {
    let wrong = || Error::invalid_input(format!("{url:?} is no address of a bucket")).hint("use s3://bucket/prefix");
    let rest = url.strip_prefix("s3://").ok_or_else(wrong)?;
    let (bucket, prefix) = rest.split_once('/').unwrap_or((rest, ""));
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-' | '_');
    if bucket.is_empty() || !bucket.chars().all(is_name) {
        return Err(wrong());
    }
    let parts: Vec<&str> = prefix.split('/').filter(|part| !part.is_empty()).collect();
    if parts.iter().any(|part| matches!(*part, "." | "..")) {
        return Err(wrong());
    }
    let prefix = if parts.is_empty() { String::new() } else { format!("{}/", parts.join("/")) };
    Ok((bucket.to_string(), prefix))
}

impl Bucket {
    /// Prepares to speak to a service; nothing is sent yet. Credentials are those of the environment.
    ///
    /// # Errors
    /// `InvalidInput` when the settings cannot be used.
    pub fn open(settings: &BucketSettings) -> Result<Self> {
        let mut builder = AmazonS3Builder::from_env()
            .with_bucket_name(&settings.bucket)
            .with_allow_http(settings.allow_http)
            .with_retry(RetryConfig { max_retries: RETRIES, retry_timeout: PATIENCE, ..RetryConfig::default() })
            .with_region(settings.region.as_deref().unwrap_or("us-east-1"));
        if let Some(endpoint) = &settings.endpoint {
            if endpoint.starts_with("http://") && !settings.allow_http {
                return Err(Error::invalid_input(format!("endpoint is {endpoint:?}: it is not encrypted"))
                    .hint("use https, or set allow_http = true"));
            }
            builder = builder.with_endpoint(endpoint);
        }
        let store = builder.build().map_err(|error| {
            Error::invalid_input(format!("bucket {} cannot be used", settings.bucket)).caused_by(error)
        })?;
        Self::over(Arc::new(store), &format!("s3://{}", settings.bucket))
    }

    /// Uses any object storage under a name.
    ///
    /// # Errors
    /// `Unavailable` when the system has no means for it.
    pub fn over(store: Arc<dyn ObjectStore>, name: &str) -> Result<Self> {
        let runtime = Builder::new_current_thread().enable_all().build().map_err(|error| {
            Error::new(ErrorKind::Unavailable, "the system has no means to speak over a network").caused_by(error)
        })?;
        Ok(Self { store, runtime, name: name.to_string() })
    }

    /// Returns the objects below a prefix, in the order of their paths.
    ///
    /// # Errors
    /// `Unavailable` when the service does not answer.
    pub fn list(&self, prefix: &str) -> Result<Vec<BucketObject>> {
        use futures_util::TryStreamExt;
        let key = key(prefix.trim_end_matches('/'))?;
        let found: Vec<_> =
            self.wait(self.store.list(Some(&key)).try_collect()).map_err(|error| self.refused(prefix, error))?;
        let mut objects: Vec<BucketObject> = found
            .into_iter()
            .map(|object| BucketObject {
                path: object.location.to_string(),
                size_bytes: object.size,
                etag: object.e_tag.unwrap_or_else(|| object.last_modified.timestamp_micros().to_string()),
            })
            .collect();
        objects.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(objects)
    }

    /// Writes an object's bytes into a file, provided that it still is the one of the etag; false when it is not.
    ///
    /// # Errors
    /// `Unavailable` when the service does not answer or the disk refuses.
    pub fn fetch(&self, object: &BucketObject, into: &mut dyn std::io::Write) -> Result<bool> {
        use futures_util::TryStreamExt;
        let key = key(&object.path)?;
        self.wait(async {
            let options = object_store::GetOptions::new().with_if_match(Some(object.etag.clone()));
            let mut stream = match self.store.get_opts(&key, options).await {
                Ok(result) => result.into_stream(),
                Err(object_store::Error::Precondition { .. } | object_store::Error::NotFound { .. }) => {
                    return Ok(false);
                }
                Err(error) => return Err(self.refused(&object.path, error)),
            };
            while let Some(bytes) = stream.try_next().await.map_err(|error| self.refused(&object.path, error))? {
                into.write_all(&bytes).map_err(|error| {
                    Error::new(ErrorKind::Unavailable, format!("the disk refuses an object: {error}")).caused_by(error)
                })?;
            }
            Ok(true)
        })
    }

    fn wait<F: Future>(&self, future: F) -> F::Output {
        self.runtime.block_on(future)
    }

    async fn send_in_parts(&self, key: &Key, file: &mut File, path: &Path) -> Result<()> {
        let upload = self.store.put_multipart(key).await.map_err(|error| self.refused(key.as_ref(), error))?;
        let mut parts = WriteMultipart::new_with_chunk_size(upload, PART);
        let mut buffer = vec![0_u8; PART];
        loop {
            let count = match file.read(&mut buffer) {
                Ok(count) => count,
                Err(error) => {
                    // Best effort: the service removes what is left of it in its own time.
                    let _ = parts.abort().await;
                    return Err(super::folder::lost(path, error));
                }
            };
            if count == 0 {
                break;
            }
            parts.write(&buffer[..count]);
            parts.wait_for_capacity(PARTS_AT_ONCE).await.map_err(|error| self.refused(key.as_ref(), error))?;
        }
        parts.finish().await.map_err(|error| self.refused(key.as_ref(), error))?;
        Ok(())
    }

    fn refused(&self, path: &str, error: object_store::Error) -> Error {
        use object_store::Error::{PermissionDenied, Unauthenticated};
        let message = format!("{} refuses {path}", self.name);
        match &error {
            PermissionDenied { .. } | Unauthenticated { .. } => Error::new(ErrorKind::NotPermitted, message)
                .hint("check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and what they may do"),
            _ => Error::new(ErrorKind::Unavailable, message)
                .hint("check url and endpoint of the target and the network; then try again"),
        }
        .caused_by(error)
    }
}

/// An object of a bucket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BucketObject {
    /// Its path within the bucket.
    pub path: String,
    /// Its size.
    pub size_bytes: u64,
    /// What tells these bytes from those of another time.
    pub etag: String,
}

impl Shelf for Bucket {
    fn read(&self, path: &str) -> Result<Option<Vec<u8>>> {
        let key = key(path)?;
        let read = self.wait(async { self.store.get(&key).await?.bytes().await });
        present(read).map(|bytes| bytes.map(|bytes| bytes.to_vec())).map_err(|error| self.refused(path, error))
    }

    fn size(&self, path: &str) -> Result<Option<u64>> {
        let key = key(path)?;
        let found = present(self.wait(self.store.head(&key))).map_err(|error| self.refused(path, error))?;
        Ok(found.map(|object| object.size))
    }

    fn write(&self, path: &str, content: Content<'_>) -> Result<()> {
        let key = key(path)?;
        let bytes = match content {
            Content::Bytes(bytes) => bytes.to_vec(),
            Content::Copy(source) => {
                let unreadable = |error| super::folder::lost(source, error);
                let mut file = File::open(source).map_err(unreadable)?;
                if file.metadata().map_err(unreadable)?.len() > PART as u64 {
                    return self.wait(self.send_in_parts(&key, &mut file, source));
                }
                let mut bytes = Vec::new();
                file.read_to_end(&mut bytes).map_err(unreadable)?;
                bytes
            }
        };
        self.wait(self.store.put(&key, PutPayload::from(bytes))).map_err(|error| self.refused(path, error))?;
        Ok(())
    }

    fn rename(&self, from: &str, to: &str) -> Result<()> {
        let (old, new) = (key(from)?, key(to)?);
        match present(self.wait(self.store.copy(&old, &new))).map_err(|error| self.refused(to, error))? {
            Some(()) => self.remove(from),
            None => Ok(()),
        }
    }

    fn remove(&self, path: &str) -> Result<()> {
        let key = key(path)?;
        present(self.wait(self.store.delete(&key))).map(|_| ()).map_err(|error| self.refused(path, error))
    }

    fn clear_unfinished(&self, _path: &str) -> Result<()> {
        // What was not finished is no object.
        Ok(())
    }

    fn location(&self, path: &str) -> String {
        format!("{}/{path}", self.name)
    }
}

fn key(path: &str) -> Result<Key> {
    Key::parse(path).map_err(|error| Error::internal(format!("{path:?} is no key of an object")).caused_by(error))
}

fn present<T>(result: object_store::Result<T>) -> object_store::Result<Option<T>> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(object_store::Error::NotFound { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}
