//! The routes, by what they are about.

mod admin;
mod analytics;
mod documents;
mod extracted;
mod income;
mod loan_reports;
mod loans;
mod people;
mod reports;
mod source_files;
mod tasks;
mod types;
mod webhooks;

use super::app::App;
use super::openapi;
use utoipa_axum::router::OpenApiRouter;

/// Returns the routes that are open to who has not signed in yet.
pub fn open() -> OpenApiRouter<App> {
    people::open_routes()
}

/// Returns every route of the API with its description.
pub fn all() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(openapi::head())
        .merge(loans::routes())
        .merge(source_files::routes())
        .merge(documents::routes())
        .merge(extracted::routes())
        .merge(tasks::routes())
        .merge(types::routes())
        .merge(loan_reports::routes())
        .merge(income::routes())
        .merge(reports::routes())
        .merge(analytics::routes())
        .merge(admin::routes())
        .merge(people::routes())
        .merge(webhooks::routes())
}
