//! The command line of `mnc2 run`.

use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use mnc2_emulator::{OffChip, Start};

use super::FindingsArguments;
use crate::data::{self, element};

/// `mnc2 run`
#[derive(Debug, Args)]
#[command(after_help = "\
The dump goes to standard output, or to the file given with -d, and nothing else does; findings and
messages go to standard error. A program with errors is not run unless --force is given.

With --format json each line of the dump is an object with line, memory, element, address, value, statement
and text (what a host statement reads back: line and text), and standard error holds objects as `mnc2 check`
writes them; where the run stopped is one with the code `stopped`.

--load and --save take MEMORY=FILE, with MEMORY one of lm0 lm1 grf0 grf1 l1bm l2bm pdm dram, then the elements as
in `d get`, then `:ADDRESS` and for --save `+COUNT` in long words: pdm0=in.bin, dram2:0x100+64=out.npy,
lm0n0c0b0m0p0=out.bin. Each element in turn gets its part of the file. Raw files hold the long words as a host
has them in memory, least significant byte first. Of .npy files two 32-bit or four 16-bit values make a long word,
the first one on the MSB side; they are saved as 64-bit unsigned integers.

Exit codes: 0 run, 1 the program has errors, 2 a file cannot be read or written,
3 stopped before the end: by --max-steps or --max-dump-lines, at an instruction that cannot be executed yet,
or at a value that cannot be shown as its `d get` says.")]
pub(crate) struct RunArguments {
    /// Program to run; `-`, or none, is standard input
    #[arg(value_name = "FILE", conflicts_with = "input")]
    pub(crate) file: Option<PathBuf>,
    /// The same, spelled as the vendor's emulator has it
    #[arg(short = 'i', value_name = "FILE")]
    pub(crate) input: Option<PathBuf>,
    /// Write the dump to this file instead; it appears only when it is complete
    #[arg(short = 'd', value_name = "OUT")]
    pub(crate) dump: Option<PathBuf>,
    /// Stop after this line, counted from 1; the line itself is executed
    #[arg(long, value_name = "LINE")]
    pub(crate) until: Option<NonZeroU32>,
    /// Execute the `d set` and `r` lines of this testcase first
    #[arg(long, value_name = "FILE")]
    pub(crate) testcase: Option<PathBuf>,
    /// Run although the program has errors; lines with errors of their own are skipped
    #[arg(long)]
    pub(crate) force: bool,
    /// Stop when this many steps were executed; `nop/n` counts n
    #[arg(long, value_name = "COUNT")]
    pub(crate) max_steps: Option<u64>,
    /// Stop before the dump grows beyond this many lines; 0 is no limit
    #[arg(long, value_name = "COUNT", default_value_t = RunArguments::DEFAULT_DUMP_LINES_MAX)]
    pub(crate) max_dump_lines: u64,
    #[command(flatten)]
    pub(crate) machine: MachineArguments,
    /// Threads that compute a step, at most one for each cycle; the result does not depend on their number
    #[arg(long, value_name = "COUNT", default_value_t = 1)]
    pub(crate) threads: usize,
    /// Report every hazard of manual 3.6.3 that really occurs, and every read of memory that nothing ever wrote,
    /// on standard error; the exit code stays that of the run
    #[arg(long)]
    pub(crate) strict: bool,
    /// Tell what every expression reads and writes, on standard error or in FILE
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    pub(crate) trace: Option<Option<PathBuf>>,
    /// The PE whose reads and writes are traced; missing parts are 0
    #[arg(long, value_name = "PE", default_value = "n0c0b0m0p0", value_parser = element::pe)]
    pub(crate) pe: usize,
    /// Fill a memory from a raw or .npy file before the program starts; may be repeated
    #[arg(long, value_name = "MEMORY=FILE", value_parser = data::Transfer::parse)]
    pub(crate) load: Vec<data::Transfer>,
    /// Write a memory to a raw or .npy file after the run; may be repeated
    #[arg(long, value_name = "MEMORY=FILE", value_parser = data::Transfer::parse)]
    pub(crate) save: Vec<data::Transfer>,
    /// Report what the run cost as JSON on standard error: steps, seconds, steps_per_second, memory_bytes,
    /// and state_hash, which tells final states apart
    #[arg(long)]
    pub(crate) stats: bool,
    #[command(flatten)]
    pub(crate) findings: FindingsArguments,
}

impl RunArguments {
    /// Lines of a dump when nothing else is asked for: about a gigabyte. A `d get` of a whole DRAM
    /// would be 54 times as many.
    pub(crate) const DEFAULT_DUMP_LINES_MAX: u64 = 10_000_000;
}

/// What the memories hold before the program starts.
#[derive(Debug, Args)]
pub(crate) struct MachineArguments {
    /// Start memories and registers with reproducible garbage; another SEED makes other garbage
    #[arg(long, value_name = "SEED", num_args = 0..=1, require_equals = true, default_missing_value = "1")]
    pub(crate) dirty: Option<u64>,
    /// Start PDM and DRAM with zero or with reproducible garbage; without this option they start like the rest
    #[arg(long, value_enum, value_name = "CONTENT")]
    pub(crate) offchip: Option<OffChipArgument>,
}

impl MachineArguments {
    /// The start of the machine.
    pub(crate) fn start(&self) -> Start {
        let off_chip = match (self.offchip, self.dirty) {
            (Some(OffChipArgument::Zero), _) | (None, None) => OffChip::Zero,
            (Some(OffChipArgument::Undefined), _) | (None, Some(_)) => OffChip::Undefined,
        };
        Start {
            dirty: self.dirty,
            off_chip,
        }
    }
}

/// Contents of PDM and DRAM that nothing wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OffChipArgument {
    /// Zero.
    Zero,
    /// Garbage.
    Undefined,
}
