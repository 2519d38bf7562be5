//! Takes documents through their stages: order, transactions, leases, threads.
//!
//! The table of stages stands in `stage`, a stage's code in `steps`, the one function that runs a stage and makes it
//! count is [`execute_step`], and [`run`] is the engine that calls it on this machine. Invariant: what a stage did
//! counts once, whoever did it and however often: result, status, events and tasks are one transaction under a lease.

mod checks;
mod commit;
mod derived;
mod driver;
mod owner;
mod pages;
mod progress;
mod record;
mod settlement;
mod stage;
mod step;
mod steps;

pub use checks::recheck_loan;
pub use commit::Commit;
pub use derived::derive;
pub use driver::{Outcome, Plan, run};
pub use owner::{Owner, is_running, reclaim_dead};
pub use progress::{Progress, Silent, Snapshot};
pub use record::{Record, Told};
pub use settlement::settle_loan;
pub use stage::{Rule, rule};
pub use step::{Engines, Prepared, Step, StepError, StepOutcome, Subject, commit_steps, execute_step, prepare_step};
