//! Pushes documents that have passed to a LOS.

mod choice;
mod commit;
mod loan_lease;
mod record;

pub use choice::Selection;

use super::{Caller, find_loan};
use crate::error::{Error, ErrorKind, Result};
use crate::los::{self, Effect, Los};
use crate::model::LoanId;
use crate::pipeline::{Owner, reclaim_dead};
use crate::store::Scope;
use crate::views::ExportView;
use crate::workspace::{DEFAULT_TENANT, Workspace};
use choice::{Choice, Question, choose};
use commit::Commits;
use loan_lease::while_held;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often pushes are made to count while a loan's documents go one by one.
const COMMITTED: Duration = Duration::from_millis(250);

/// How long a loan that another process exports is waited for.
const PATIENCE: Duration = Duration::from_secs(60);

/// How often it is looked whether such a loan is free.
const LOOKED: Duration = Duration::from_millis(200);

/// What to export and where to.
pub struct Export<'e> {
    /// One loan, by the caller's id or its own; all when `None`.
    pub loan: Option<&'e str>,
    /// The name of the target; the one of the tenant's settings when `None`.
    pub target: Option<&'e str>,
    /// Whether anything is done at all.
    pub mode: ExportMode,
    /// Set by a signal: stop after the loan that is being pushed.
    pub stop: &'e AtomicBool,
}

/// Whether an export does something or only says what it would do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExportMode {
    /// It pushes.
    Push,
    /// It says what it would push.
    DryRun,
}

/// How an export ended.
#[derive(Debug)]
pub struct ExportReport {
    /// What was done; it counts, however the export ended.
    pub view: ExportView,
    /// Why it was broken off.
    pub broken_off: Option<Error>,
}

/// Pushes what has passed to a target. Documents that are there as they are now are not pushed again.
///
/// # Errors
/// `NotFound` for an unknown loan or target, `InvalidInput` for a target that is set wrongly. A LOS that cannot be
/// reached is not an error here but in the report, with what was pushed before.
pub fn export(workspace: &Workspace, caller: &Caller, input: &Export<'_>) -> Result<ExportReport> {
    let tenant = caller.tenant.id;
    let settings = workspace.store.read(|reader| reader.tenant_settings(tenant))?;
    let target = input.target.unwrap_or(&settings.los);
    let los = open(workspace, caller, target)?;
    let loans = match input.loan {
        Some(loan) => vec![workspace.store.read(|reader| find_loan(reader, caller, loan))?.id],
        None => workspace.store.read(|reader| reader.loans_to_export(tenant, target))?,
    };
    let job = Job { workspace, caller, target, los: los.as_ref(), selection: Selection::Passed };
    match input.mode {
        ExportMode::Push => job.push_all(loans, input.stop),
        ExportMode::DryRun => job.show_all(&loans),
    }
}

/// Pushes the documents that are to be exported as soon as possible to the target of the tenant's settings.
///
/// # Errors
/// Any failure of the store. A target that cannot be used is told in the report: the work before it counts.
pub fn export_awaiting(
    workspace: &Workspace,
    caller: &Caller,
    loan: Option<LoanId>,
    stop: &AtomicBool,
) -> Result<ExportReport> {
    let scope = Scope { loan, ..Scope::of_tenant(caller.tenant.id) };
    let loans = workspace.store.read(|reader| reader.loans_awaiting_export(scope))?;
    let settings = workspace.store.read(|reader| reader.tenant_settings(caller.tenant.id))?;
    let target = settings.los.as_str();
    if loans.is_empty() {
        let view = ExportView { target: target.to_string(), ..ExportView::default() };
        return Ok(ExportReport { view, broken_off: None });
    }
    match open(workspace, caller, target) {
        Ok(los) => {
            let job = Job { workspace, caller, target, los: los.as_ref(), selection: Selection::Awaiting };
            job.push_all(loans, stop)
        }
        Err(error) => {
            let view = ExportView { target: target.to_string(), ..ExportView::default() };
            Ok(ExportReport { view, broken_off: Some(error) })
        }
    }
}

fn open(workspace: &Workspace, caller: &Caller, target: &str) -> Result<Box<dyn Los>> {
    let settings = workspace.settings.target(target).ok_or_else(|| {
        let names = workspace.settings.target_names().join(", ");
        Error::not_found("export target", target).hint(format!("loanfile.toml has {names}; add it as [los.{target}]"))
    })?;
    los::open(&settings, workspace.root(), &subfolder(caller)).map_err(|error| {
        let named = Error::new(error.kind(), format!("target {target}: {error}"));
        match error.hint_text() {
            Some(hint) => named.hint(hint.to_string()),
            None => named,
        }
    })
}

/// Returns what keeps the loans of tenants apart in one target: nothing for the one that `init` makes.
fn subfolder(caller: &Caller) -> String {
    let id = caller.tenant.id.to_string();
    match caller.tenant.name.as_str() {
        DEFAULT_TENANT => String::new(),
        name => format!("{}~{}", los::safe_name(name), los::short_id(&id)),
    }
}

struct Job<'j> {
    workspace: &'j Workspace,
    caller: &'j Caller,
    target: &'j str,
    los: &'j dyn Los,
    selection: Selection,
}

impl Job<'_> {
    fn view(&self, dry_run: bool) -> ExportView {
        ExportView { target: self.target.to_string(), dry_run, ..ExportView::default() }
    }

    fn show_all(&self, loans: &[LoanId]) -> Result<ExportReport> {
        let mut view = self.view(true);
        for loan in loans {
            let Some(mut choice) = self.choose(*loan)? else { continue };
            view.held_back.append(&mut choice.held_back);
            view.withdrawn += choice.package.withdrawn.len() as u64;
            for (index, packed) in choice.package.documents.iter().enumerate() {
                if packed.pushed_before {
                    view.unchanged += 1;
                } else {
                    view.exported.extend(choice.exported(index, None));
                }
            }
        }
        Ok(ExportReport { view, broken_off: None })
    }

    fn push_all(&self, loans: Vec<LoanId>, stop: &AtomicBool) -> Result<ExportReport> {
        let tenant = self.caller.tenant.id;
        let owner = Owner::announce(self.workspace)?;
        reclaim_dead(self.workspace, tenant)?;
        let mut view = self.view(false);
        let mut waiting: VecDeque<LoanId> = loans.into();
        let mut busy_since: Option<Instant> = None;
        // How many loans in a row were found busy.
        let mut busy = 0;
        while let Some(loan) = waiting.pop_front() {
            if stop.load(Ordering::Relaxed) {
                let stopped = Error::new(ErrorKind::Interrupted, "stopped; export again to go on");
                return Ok(ExportReport { view, broken_off: Some(stopped) });
            }
            match self.push_loan(&owner, loan, &mut view) {
                Ok(true) => (busy, busy_since) = (0, None),
                Ok(false) => {
                    waiting.push_back(loan);
                    busy += 1;
                    let since = *busy_since.get_or_insert_with(Instant::now);
                    if since.elapsed() > PATIENCE {
                        let error = Error::new(ErrorKind::Busy, "another process exports a loan and does not finish")
                            .hint("export again when it is done");
                        return Ok(ExportReport { view, broken_off: Some(error) });
                    }
                    if busy >= waiting.len() {
                        std::thread::sleep(LOOKED);
                        reclaim_dead(self.workspace, tenant)?;
                    }
                }
                Err(error) => return Ok(ExportReport { view, broken_off: Some(error) }),
            }
        }
        Ok(ExportReport { view, broken_off: None })
    }

    fn choose(&self, loan: LoanId) -> Result<Option<Choice>> {
        let library = self.workspace.library(self.caller.tenant.id)?;
        let question = Question {
            workspace: self.workspace,
            caller: self.caller,
            library: &library,
            target: self.target,
            selection: self.selection,
        };
        self.workspace.store.read(|reader| {
            let Some(loan) = reader.loan(self.caller.tenant.id, &loan.to_string())? else { return Ok(None) };
            choose(&question, reader, loan).map(Some)
        })
    }

    /// Pushes a loan; false when another process holds it.
    fn push_loan(&self, owner: &Owner, loan: LoanId, view: &mut ExportView) -> Result<bool> {
        let held = while_held(self.workspace, self.caller.tenant.id, owner, loan, |lease| {
            let started = self.workspace.now();
            let Some(mut choice) = self.choose(loan)? else { return Ok(()) };
            view.held_back.append(&mut choice.held_back);
            let commits = Commits {
                workspace: self.workspace,
                caller: self.caller,
                target: self.target,
                choice: &choice,
                lease,
                started,
            };
            self.push(&commits, view)
        })?;
        Ok(held.is_some())
    }

    fn push(&self, commits: &Commits<'_>, view: &mut ExportView) -> Result<()> {
        let mut effects = Vec::new();
        let mut committed = Instant::now();
        let pushed = self.los.push(&commits.choice.package, &mut |effect| {
            effects.push(effect);
            if committed.elapsed() >= COMMITTED {
                count(commits, &mut effects, view)?;
                committed = Instant::now();
            }
            Ok(())
        });
        // What is there counts, even when the push was broken off after it.
        count(commits, &mut effects, view)?;
        pushed
    }
}

/// Makes effects count and adds them to the view.
fn count(commits: &Commits<'_>, effects: &mut Vec<Effect>, view: &mut ExportView) -> Result<()> {
    let choice = commits.choice;
    let is_new = |effect: &Effect| match effect {
        Effect::Withdrawn(_) => true,
        Effect::Pushed(pushed) => choice
            .package
            .documents
            .iter()
            .any(|packed| packed.record.document_id == pushed.document && !packed.pushed_before),
    };
    let (new, known): (Vec<Effect>, Vec<Effect>) = std::mem::take(effects).into_iter().partition(is_new);
    commits.commit(&new)?;
    view.unchanged += known.len() as u64;
    for effect in new {
        match effect {
            Effect::Withdrawn(_) => view.withdrawn += 1,
            Effect::Pushed(pushed) => {
                let index = choice.documents.iter().position(|chosen| chosen.document.id == pushed.document);
                let shown = index.and_then(|index| choice.exported(index, Some(pushed.location)));
                view.exported.extend(shown);
            }
        }
    }
    Ok(())
}
