//! The real binary, started as a user starts it.

mod any_input;
mod bench;
mod binary;
mod chart;
mod check;
mod check_many;
mod commands;
mod configuration;
mod debug;
mod diff;
mod embedded;
mod emu;
mod equal;
#[cfg(feature = "languages")]
mod every_language;
#[cfg(feature = "languages")]
mod every_option;
mod examples;
mod explain;
mod faults;
mod fields;
mod fix;
mod format;
mod hostile;
mod judge;
mod language;
#[cfg(feature = "languages")]
mod languages;
mod lessons;
mod linked;
mod machines;
mod mcp;
mod memory;
mod named;
mod observe;
mod pages;
mod public_judge;
mod run;
mod sarif;
mod search;
mod several_files;
mod shell;
mod snippets;
#[cfg(feature = "languages")]
mod tinytc;
#[cfg(unix)]
mod watch;
mod words;
