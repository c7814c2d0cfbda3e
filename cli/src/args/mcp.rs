//! The command line of `mnc2 mcp`.

use std::path::PathBuf;

use clap::Args;

/// `mnc2 mcp`
#[derive(Debug, Args)]
#[command(after_help = "\
Serves the Model Context Protocol over standard input and output: the commands are tools for agents that write programs.
Programs are passed as text in a call, or as names of files in the folder; no other file is read, and none is written. The
time and the output of a call are limited.

Exit codes: 0 the client ended the session, 2 there is no such folder, or nothing can be written.

Examples:
  mnc2 mcp --folder .")]
pub(crate) struct McpArguments {
    /// Allow reading files below this folder; without it, programs are passed as text only
    #[arg(long, value_name = "DIR")]
    pub(crate) folder: Option<PathBuf>,
}
