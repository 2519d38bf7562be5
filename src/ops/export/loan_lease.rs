//! A loan that is held for its export, so that no other process pushes it at the same time.

use crate::error::Result;
use crate::model::{LoanId, TenantId};
use crate::pipeline::Owner;
use crate::store::{Lease, Term};
use crate::workspace::Workspace;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// Runs a function while the loan is held; `None` when another process holds it.
///
/// The hold is prolonged as long as the function runs. Afterwards it is ended when the function succeeded; else it is
/// given back, and what remains of it tells the next export that the loan's push was broken off.
///
/// # Errors
/// What the function returns, and any failure of the store.
pub fn while_held<T>(
    workspace: &Workspace,
    tenant: TenantId,
    owner: &Owner,
    loan: LoanId,
    function: impl FnOnce(&Lease) -> Result<T>,
) -> Result<Option<T>> {
    let length = Duration::from_secs(workspace.settings.process.lease_seconds.max(1));
    let now = workspace.now();
    let term = Term { owner: owner.name(), now, until: now.plus(length) };
    let Some(lease) = workspace.store.write_forgettable(|writer| writer.claim_loan(tenant, loan, &term))? else {
        return Ok(None);
    };
    let (done, over) = channel::<()>();
    let result = std::thread::scope(|scope| {
        scope.spawn(move || {
            while over.recv_timeout(length / 3) == Err(RecvTimeoutError::Timeout) {
                let until = workspace.now().plus(length);
                // A renewal that fails is tried again; when it never succeeds, the commit is refused and says so.
                let _ = workspace.store.write_forgettable(|writer| writer.renew_leases(tenant, owner.name(), until));
            }
        });
        let _ends_the_thread: Sender<()> = done;
        function(&lease)
    });
    workspace.store.write_forgettable(|writer| match &result {
        Ok(_) => writer.finish_lease(tenant, &lease).map(|_| ()),
        Err(_) => writer.release_lease(tenant, &lease),
    })?;
    result.map(Some)
}
