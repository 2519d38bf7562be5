//! The store: its schema, its leases, its claims.

mod claims;
mod schema;
