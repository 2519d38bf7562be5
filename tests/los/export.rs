//! `loanfile export`: what goes, what stays, what counts.
