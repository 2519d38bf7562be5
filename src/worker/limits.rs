//! What a child may use, and the system calls that bind it to that.

use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io;
use std::os::fd::FromRawFd;
use std::time::Duration;

/// What a child may use for one request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Address space in bytes, the opened file's own size not counted.
    pub memory_bytes: u64,
    /// CPU seconds for one request: the backstop should the parent not be able to watch the clock.
    pub cpu_seconds: u64,
    /// Wall time for reading a page, recognition included.
    pub page_deadline: Duration,
    /// Wall time for any other request.
    pub other_deadline: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            memory_bytes: 2 << 30,
            cpu_seconds: 90,
            page_deadline: Duration::from_secs(45),
            other_deadline: Duration::from_secs(30),
        }
    }
}

/// Asks the system to kill this process when the thread that started it ends.
///
/// Returns false when the parent is gone already.
pub(super) fn die_with_parent(parent: u32) -> bool {
    // SAFETY: both calls take and return plain numbers and touch no memory of ours.
    #[allow(unsafe_code)]
    unsafe {
        #[cfg(target_os = "linux")]
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
        libc::getppid() == parent as libc::pid_t
    }
}

/// Keeps a crash from writing gigabytes of core file.
pub(super) fn no_core_files() -> io::Result<()> {
    set_limit(libc::RLIMIT_CORE, 0)
}

/// Bounds the address space of this process from now on.
pub(super) fn bound_memory(bytes: u64) -> io::Result<()> {
    set_limit(libc::RLIMIT_AS, bytes)
}

/// Lets this process use `seconds` of CPU time more than it has used so far.
pub(super) fn bound_cpu(seconds: u64) -> io::Result<()> {
    set_limit(libc::RLIMIT_CPU, cpu_seconds_used() + seconds)
}

fn cpu_seconds_used() -> u64 {
    // SAFETY: `rusage` is plain numbers, for which all zeroes is a valid value; the call fills it in.
    #[allow(unsafe_code)]
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_SELF, &raw mut usage);
        usage
    };
    (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec).max(0) as u64 + 1
}

#[cfg(target_env = "gnu")]
type Resource = libc::__rlimit_resource_t;
#[cfg(not(target_env = "gnu"))]
type Resource = libc::c_int;

/// Sets the soft limit, which may be raised again later, up to the hard one.
fn set_limit(resource: Resource, wanted: u64) -> io::Result<()> {
    // SAFETY: `limit` is a plain struct that lives through both calls; the first fills it, the second reads it.
    #[allow(unsafe_code)]
    let outcome = unsafe {
        let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
        if libc::getrlimit(resource, &raw mut limit) != 0 {
            return Err(io::Error::last_os_error());
        }
        limit.rlim_cur = (wanted as libc::rlim_t).min(limit.rlim_max);
        libc::setrlimit(resource, &raw const limit)
    };
    if outcome == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Returns standard output as a file of our own and lets everything else that prints there print to standard error.
///
/// Libraries in C print where they like; a line of theirs between two answers would break the conversation.
pub(super) fn private_standard_output() -> io::Result<File> {
    // SAFETY: descriptors 1 and 2 are open in a child; the new descriptor belongs to nobody else, so the file may own it.
    #[allow(unsafe_code)]
    unsafe {
        let answers = libc::dup(libc::STDOUT_FILENO);
        if answers < 0 || libc::dup2(libc::STDERR_FILENO, libc::STDOUT_FILENO) < 0 {
            return Err(io::Error::last_os_error());
        }
        Ok(File::from_raw_fd(answers))
    }
}
