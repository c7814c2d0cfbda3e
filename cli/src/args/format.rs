//! The arguments of `mnc2 format`.

use std::path::PathBuf;

use clap::Args;

use super::LanguageArguments;

/// `mnc2 format`
#[derive(Debug, Args)]
#[command(after_help = "\
Only white space changes, in every language. In MN-Core 2, opcodes, operands, expressions after `;` and trailing comments
of consecutive lines are aligned. Lines with an error, and the inside of comments, `d get` and host statements, stay as
they are. A file that is already formatted is not written. With `-` a file or pipe gets every byte of the program; a
terminal gets control characters as visible signs.

With --canonical, a tinytc program becomes the text that its compiler prints, with its comments: a line for each
instruction and parameter, numbered values counted from 0, no defaults.

Exit codes: 0 done, 1 with --check or --diff a file would change, 2 a file cannot be read or written.

Examples:
  mnc2 format program.vsm
  mnc2 format --check kernels/*.vsm
  mnc2 format --canonical kernel.ir --language tinytc
  mnc2 format - < program.vsm")]
pub(crate) struct FormatArguments {
    /// Programs to format; `-` reads standard input and writes standard output
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// List the files that would change, without writing them
    #[arg(long)]
    pub(crate) check: bool,
    /// Show the changes, without writing them
    #[arg(long)]
    pub(crate) diff: bool,
    /// Write the canonical text of the compiler; tinytc only
    #[arg(long)]
    pub(crate) canonical: bool,
    #[command(flatten)]
    pub(crate) language: LanguageArguments,
}
