//! Uploads.

use crate::blobs::StagedBlob;
use crate::ops::{self, Upload};
use crate::server::answer::{Accepted, Answer, Listed, Refusal};
use crate::server::app::App;
use crate::server::ask::Ids;
use crate::server::caller::{AsOperator, AsReader};
use crate::server::idempotency::{self, Once};
use crate::views::{PageView, SourceFileView, UploadView};
use axum::Json;
use axum::body::Bytes;
use axum::extract::multipart::{Field, Multipart, MultipartError, MultipartRejection};
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use std::io::{self, Read};
use tokio::sync::mpsc;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// How many pieces of an upload wait to be written; a slow disk slows the sender.
const PIECES: usize = 8;

/// The name of the parts that are files.
const PART: &str = "files";

pub fn routes() -> OpenApiRouter<App> {
    let uploads = OpenApiRouter::new().routes(routes!(upload)).layer(DefaultBodyLimit::disable());
    OpenApiRouter::new().routes(routes!(list)).merge(uploads)
}

/// List a loan's source files
#[utoipa::path(get, path = "/loans/{loanId}/source-files", tag = "Source files",
    params(("loanId" = String, Path, format = "uuid")), extensions(("x-role" = json!("reader"))),
    responses((status = 200, description = "The files in the order in which they came", body = PageView<SourceFileView>)))]
async fn list(
    State(app): State<App>,
    AsReader(caller): AsReader,
    Ids([loan]): Ids<1>,
) -> Answer<Json<PageView<SourceFileView>>> {
    app.run(move |app| ops::source_files(app.workspace(), &caller, &loan)).await.map(|data| Json(PageView::whole(data)))
}

/// One or more PDFs.
#[derive(ToSchema)]
#[allow(dead_code, reason = "it only describes the parts")]
struct Files {
    /// A PDF a part.
    #[schema(value_type = Vec<String>, format = Binary)]
    files: Vec<Vec<u8>>,
}

/// Upload PDFs to a loan
///
/// All parts are taken, or none when one cannot be. Processing starts at once, in the background.
#[utoipa::path(post, path = "/loans/{loanId}/source-files", tag = "Source files",
    params(("loanId" = String, Path, format = "uuid")), extensions(("x-role" = json!("operator")), ("x-creates" = json!(true))),
    request_body(content = Files, content_type = "multipart/form-data"),
    responses((status = 202, description = "What was taken, in the order of the parts", body = Listed<UploadView>)))]
async fn upload(
    State(app): State<App>,
    AsOperator(caller): AsOperator,
    Ids([loan]): Ids<1>,
    headers: HeaderMap,
    multipart: Result<Multipart, MultipartRejection>,
) -> Answer<Response> {
    let known = {
        let (caller, loan) = (caller.clone(), loan.clone());
        move |app: &App| ops::loan(app.workspace(), &caller, &loan)
    };
    app.run(known).await?;
    let multipart = multipart.map_err(|_| {
        Refusal::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "the body is no multipart/form-data with PDFs in parts named files",
        )
    })?;
    let files = received(&app, caller.tenant.id, multipart).await?;
    let content: Vec<String> = files.iter().map(|file| format!("{} {}", file.staged.sha256, file.file_name)).collect();
    let once = Once::of(&caller, &headers, &format!("POST /loans/{loan}/source-files"), content.join("\n").as_bytes());
    idempotency::respond(&app, once, move |app| {
        let taken = ops::upload(app.workspace(), &caller, app.workers(), &loan, files)?;
        app.ring();
        Ok(Accepted(Listed { data: taken.into_iter().map(UploadView::from).collect() }))
    })
    .await
}

/// Writes the parts to disk as they come.
async fn received(app: &App, tenant: crate::model::TenantId, mut multipart: Multipart) -> Answer<Vec<Upload>> {
    let most = app.settings().upload_files;
    let mut files = Vec::new();
    while let Some(field) = multipart.next_field().await.map_err(broken)? {
        if field.name() != Some(PART) {
            let name = field.name().unwrap_or_default().to_string();
            return Err(Refusal::new(
                StatusCode::BAD_REQUEST,
                format!("there is a part {name:?}: parts are named files"),
            ));
        }
        if files.len() == most {
            return Err(Refusal::new(
                StatusCode::BAD_REQUEST,
                format!("there are more than {most} files: send them in several requests"),
            ));
        }
        let name = file_name(field.file_name(), files.len() + 1);
        let staged = staged(app, tenant, field, &name).await?;
        files.push(Upload { file_name: name, staged });
    }
    if files.is_empty() {
        return Err(Refusal::new(StatusCode::BAD_REQUEST, "there is no file: send PDFs in parts named files"));
    }
    Ok(files)
}

/// Returns the last part of a name; senders may say whole paths.
fn file_name(sent: Option<&str>, number: usize) -> String {
    let last = sent.unwrap_or_default().rsplit(['/', '\\']).next().unwrap_or_default();
    let name: String = last.chars().filter(|letter| !letter.is_control()).take(255).collect();
    if name.trim().is_empty() { format!("file-{number}.pdf") } else { name }
}

async fn staged(app: &App, tenant: crate::model::TenantId, mut field: Field<'_>, name: &str) -> Answer<StagedBlob> {
    let (sender, receiver) = mpsc::channel(PIECES);
    let limit = app.workspace().settings.limits.file_bytes;
    let writing = {
        let app = app.clone();
        tokio::spawn(async move {
            app.run(move |app| app.workspace().blobs.stage(tenant, &mut Pieces { receiver, rest: Bytes::new() }, limit))
                .await
        })
    };
    let fed = async {
        while let Some(piece) = field.chunk().await.map_err(broken)? {
            // Whoever writes has stopped: it says why.
            if sender.send(Ok(piece)).await.is_err() {
                break;
            }
        }
        Ok(())
    };
    let fed: Answer<()> = fed.await;
    if fed.is_err() {
        let _ = sender.send(Err(io::Error::from(io::ErrorKind::UnexpectedEof))).await;
    }
    drop(sender);
    let staged = writing.await.map_err(|_| Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, ""))?;
    fed?;
    staged?.ok_or_else(|| {
        Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, format!("{name}: it is larger than {} MiB", limit / (1024 * 1024)))
    })
}

fn broken(error: MultipartError) -> Refusal {
    Refusal::new(StatusCode::BAD_REQUEST, format!("the body cannot be read: {}", error.body_text()))
}

/// The pieces of an upload as something to read from.
struct Pieces {
    receiver: mpsc::Receiver<io::Result<Bytes>>,
    rest: Bytes,
}

impl Read for Pieces {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.rest.is_empty() {
            match self.receiver.blocking_recv() {
                Some(piece) => self.rest = piece?,
                None => return Ok(0),
            }
        }
        let count = self.rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.rest.split_to(count));
        Ok(count)
    }
}
