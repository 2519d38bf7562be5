//! The REST API, as its clients see it: the program serves a workspace, and requests come over a socket.

mod agreement;
mod conditional;
mod contract;
mod deliveries;
mod errors;
mod every_operation;
mod isolation;
mod operations;
mod sessions;
mod site;
mod table;
mod uploads;
mod world;
