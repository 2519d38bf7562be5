//! API keys: their form, what is kept of them, who is let in.

mod authenticate;
mod form;
mod life;

use crate::support::Engine;
use loanfile::model::Role;
use loanfile::ops::{self, NewKey};
use loanfile::views::NewKeyView;

fn made(engine: &Engine, role: Role) -> NewKeyView {
    let new = NewKey { role, name: Some("import"), expires_at: None };
    ops::create_key(&engine.workspace, &engine.caller, &new).unwrap()
}
