//! The arguments of `mnc2 format`.

use std::path::PathBuf;

use clap::Args;

/// `mnc2 format`
#[derive(Debug, Args)]
#[command(after_help = "\
Only white space changes. Opcodes, operands, expressions after `;` and trailing comments of consecutive lines
are brought below each other; lines that have an error, and the inside of comments, `d get` and host statements
stay as they are. A file that is laid out already is not written.

Exit codes: 0 done, 1 with --check or --diff a file would change, 2 a file cannot be read or written.")]
pub(crate) struct FormatArguments {
    /// Programs to lay out; `-` is standard input, whose result goes to standard output
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Write nothing; say which files would change
    #[arg(long)]
    pub(crate) check: bool,
    /// Write nothing; show what would change
    #[arg(long)]
    pub(crate) diff: bool,
}
