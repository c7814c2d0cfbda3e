//! The command line of `mnc2 mcp`.

use std::path::PathBuf;

use clap::Args;

/// `mnc2 mcp`
#[derive(Debug, Args)]
#[command(after_help = "\
Speaks the Model Context Protocol over standard input and output: the commands are tools, for agents that write programs.
Programs come as text in a call, or as names of files in the folder; no other file is read, and none is written. A call
ends after some time, and what it says has a limit.

Exit codes: 0 the client ended the session, 2 there is no such folder, or nothing can be written.

Examples:
  mnc2 mcp --folder .")]
pub(crate) struct McpArguments {
    /// Read files of this folder, and of folders in it; without it programs come as text only
    #[arg(long, value_name = "DIR")]
    pub(crate) folder: Option<PathBuf>,
}
