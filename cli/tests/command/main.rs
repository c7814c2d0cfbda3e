//! The real binary, started as a user starts it.

mod bench;
mod binary;
mod chart;
mod check;
mod check_many;
mod configuration;
mod debug;
#[cfg(feature = "rvmatrix")]
mod dialects;
mod equal;
mod examples;
mod explain;
mod faults;
mod fields;
mod fix;
mod format;
mod hostile;
mod judge;
mod language;
mod linked;
mod mcp;
mod memory;
mod observe;
mod pages;
mod run;
mod sarif;
mod search;
mod shell;
#[cfg(unix)]
mod watch;
mod words;
