//! People who sign in: their accounts, their sessions, and the program that manages them.

mod accounts;
mod program;
mod sessions;

use crate::support::Engine;
use loanfile::model::{Role, Secret};
use loanfile::ops::{self, NewUser};
use loanfile::views::UserView;

const PASSWORD: &str = "correct horse battery";

fn secret(text: &str) -> Secret {
    Secret::new(text)
}

fn added(engine: &Engine, name: &str, role: Role) -> UserView {
    let new = NewUser { name, role, password: &secret(PASSWORD) };
    ops::add_user(&engine.workspace, &engine.caller, &new).unwrap()
}
