//! The REST API, as its clients see it: the program serves a workspace, and requests come over a socket.

mod contract;
mod errors;
mod every_operation;
mod isolation;
mod sessions;
mod site;
mod table;
mod world;
