//! Events, timelines and metrics.

mod events;
mod metrics;
mod timeline;
