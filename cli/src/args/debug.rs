//! The command line of `mnc2 debug`.

use std::path::PathBuf;

use clap::Args;

use super::run::MachineArguments;
use super::{LanguageArguments, ProgramRulesArguments};
use crate::memory_files::{self, element};

/// `mnc2 debug`
#[derive(Debug, Args)]
#[command(after_help = "\
Commands are typed at a prompt, read line by line from standard input, or given with -x. `help` lists them; any other input
is an expression, such as `$lr0v,f` or `where($lm8 == 0x0)`, and in other languages `t0` or `memory[t0 + 4] == 0x10`. Ctrl+C
stops a run.

Exit codes: 0 ended, 1 the program has errors, 2 a file cannot be read.

Examples:
  mnc2 debug program.vsm
  mnc2 debug solution.vsm --testcase testcase.vsm --pe n0c1b2m3p1
  mnc2 debug program.vsm -x 'goto 12' -x 'origin $lr0'
  mnc2 debug --language rvmatrix kernel.S -x 'break loop' -x continue -x values")]
pub(crate) struct DebugArguments {
    /// Program to debug
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Execute the `d set` and `r` lines of this testcase first
    #[arg(long, value_name = "FILE")]
    pub(crate) testcase: Option<PathBuf>,
    /// Execute this command instead of reading commands; may be repeated
    #[arg(short = 'x', long, value_name = "COMMAND")]
    pub(crate) execute: Vec<String>,
    /// Debug a program with errors, up to the first error
    #[arg(long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) machine: MachineArguments,
    /// The PE whose values are shown; missing parts are 0
    #[arg(long, value_name = "PE", default_value = "n0c0b0m0p0", value_parser = element::pe)]
    pub(crate) pe: usize,
    /// Fill a memory from a raw or .npy file before the program starts; may be repeated
    #[arg(long, value_name = "PLACE=FILE", value_parser = memory_files::FileTransfer::parse)]
    pub(crate) load: Vec<memory_files::FileTransfer>,
    #[command(flatten)]
    pub(crate) rules: ProgramRulesArguments,
    #[command(flatten)]
    pub(crate) language: LanguageArguments,
    /// Initial memories, registers or arguments: a JSON object of values by name such as {"0xADDRESS": "hex bytes"} [default: the
    /// program's name with .in.json, if there is such a file]
    #[arg(long, value_name = "IN.json", help_heading = "Other languages")]
    pub(crate) mem: Option<PathBuf>,
}
