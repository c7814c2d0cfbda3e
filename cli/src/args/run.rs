//! The command line of `mnc2 run`.

use std::num::NonZeroU32;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use mnc2_emulator::{OffChip, Start};
use mnc2_text::{Message, message};

use super::{
    DEFAULT_MEMORY_MIB_MAX, FindingsArguments, LanguageArguments, MemoryArguments, SimdArguments,
};
use crate::memory_files::{self, Print, element};

/// `mnc2 run`
#[derive(Debug, Args)]
#[command(after_help = "\
The dump goes to standard output, or to the file given with -d, and nothing else does. Findings and messages go to
standard error. A program with errors is not run unless --force is given.

--load, --save and --print name a PLACE: a memory (lm0 lm1 grf0 grf1 l1bm l2bm pdm dram), elements as in `d get`, then
`:ADDRESS` and `+COUNT`, both in long words. For PDM and DRAM the number of the group is enough: dram2:0x100+64.

--print PLACE,FORMAT prints what a `d get` at the end of the program would print. FORMAT is empty or one of
d f h bd bf bg bh, as in `d getf`.

--load PLACE[,TYPE]=FILE and --save PLACE[,TYPE]=FILE move values of a TYPE (u16 u32 u64 i16 i32 i64 f16 f32 f64), u64 by
default, from and to .npy files or raw little-endian files. Two 32-bit or four 16-bit values make a long word, the first one on
the MSB side. f16 is NumPy's float16, which is converted to and from the chip's half precision; u16 keeps the bits. A
.npy file to load names its type itself. Each element in turn gets its part of the file; a file that holds only as much
as one element takes (`+COUNT` sets how much) goes to every element. `--save PLACE=-` writes to standard output,
and the dump then goes to standard error unless -d names a file.

With --format json each line of the dump is an object with line, memory, element, address, value, statement and text
(what a host statement reads back: line and text), and standard error gets objects as `mnc2 check` writes them. Where the run
stopped is an object with the code `stopped`.

Exit codes: 0 run, 1 the program has errors, 2 a file cannot be read or written or an mnc2.toml has an error, 3 the run
stopped before its end: by --max-steps, --max-memory or --max-dump-lines, at an instruction that cannot be executed yet, or at a value
that cannot be shown with the type of its `d get`.

Examples:
  mnc2 run program.vsm
  mnc2 run program.vsm --until 12 --print 'lm0n0c0b0m0p0:0+4,f'
  mnc2 run program.vsm --trace-lines 10..12 --pe n0c0b0m2p1
  mnc2 run program.vsm --load lm0:0+64=weights.npy --save dram0:0+1024,f32=out.npy
  mnc2 run program.vsm --stats --format json
  mnc2 run program.vsm --simd none
  mnc2 run model.tmodel --input x=image.npy
  mnc2 run crt0.s memcpy.s program.s")]
pub(crate) struct RunArguments {
    /// Program to run; `-` is standard input, and the default
    #[arg(value_name = "FILE", conflicts_with = "input")]
    pub(crate) file: Option<PathBuf>,
    /// More files of the program, which are linked in this order; the last one is the program that --until is about (NaplesPU)
    #[arg(value_name = "FILES", conflicts_with = "input")]
    pub(crate) more: Vec<PathBuf>,
    /// Program to run, as an option for scripts written for the vendor's emulator
    #[arg(short = 'i', value_name = "FILE")]
    pub(crate) input: Option<PathBuf>,
    /// Write the dump to this file, which appears only when complete
    #[arg(short = 'd', value_name = "OUT")]
    pub(crate) dump: Option<PathBuf>,
    /// Stop after this line, counted from 1; the line itself is executed
    #[arg(long, value_name = "LINE", value_parser = line_number)]
    pub(crate) until: Option<NonZeroU32>,
    /// Execute the `d set` and `r` lines of this testcase first
    #[arg(long, value_name = "FILE")]
    pub(crate) testcase: Option<PathBuf>,
    /// Run a program with errors; lines with errors are skipped
    #[arg(long)]
    pub(crate) force: bool,
    /// Maximum number of steps; `nop/n` counts n
    #[arg(long, value_name = "COUNT")]
    pub(crate) max_steps: Option<u64>,
    /// Maximum size of PDM and DRAM, in mebibytes; 0 means unlimited
    #[arg(long, value_name = "MIB", default_value_t = DEFAULT_MEMORY_MIB_MAX)]
    pub(crate) max_memory: u64,
    /// Maximum number of dump lines; 0 means unlimited
    #[arg(long, value_name = "COUNT", default_value_t = RunArguments::DEFAULT_DUMP_LINES_MAX)]
    pub(crate) max_dump_lines: u64,
    /// Print this place after the run, at the end of the dump; may be repeated
    #[arg(long, value_name = "PLACE,FORMAT", value_parser = Print::parse)]
    pub(crate) print: Vec<Print>,
    #[command(flatten)]
    pub(crate) machine: MachineArguments,
    /// Report hazards of manual 3.6.3 as they occur, at the levels of `check`, and uninitialized reads, on standard error;
    /// the exit code of the run does not change
    #[arg(long)]
    pub(crate) strict: bool,
    /// Trace the reads and writes of every expression, to standard error or to FILE
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    pub(crate) trace: Option<Option<PathBuf>>,
    /// Trace these lines only; A.. and ..B are open ranges
    #[arg(long, value_name = "A..B", value_parser = line_range)]
    pub(crate) trace_lines: Option<RangeInclusive<u32>>,
    /// The PE whose reads and writes are traced; missing parts are 0
    #[arg(long, value_name = "PE", default_value = "n0c0b0m0p0", value_parser = element::pe)]
    pub(crate) pe: usize,
    /// Fill a memory from a raw or .npy file before the program starts; may be repeated
    #[arg(long, value_name = "PLACE=FILE", value_parser = memory_files::FileTransfer::parse)]
    pub(crate) load: Vec<memory_files::FileTransfer>,
    /// Write a memory to a raw or .npy file after the run, or with `-` to standard output; may be repeated
    #[arg(long, value_name = "PLACE=FILE", value_parser = memory_files::FileTransfer::parse)]
    pub(crate) save: Vec<memory_files::FileTransfer>,
    /// Report statistics on standard error: steps, use of units, FLOP, bytes moved, estimated time on the chip, time and
    /// memory of this run, and a hash of the final state
    #[arg(long)]
    pub(crate) stats: bool,
    #[command(flatten)]
    pub(crate) simd: SimdArguments,
    #[command(flatten)]
    pub(crate) findings: FindingsArguments,
    #[command(flatten)]
    pub(crate) language: LanguageArguments,
    #[command(flatten)]
    pub(crate) memory: MemoryArguments,
    /// Value of an input of a model (Tensil: .tmodel), from a .npy or .csv file of numbers, or from the bytes of another file; may
    /// be repeated
    #[arg(long = "input", value_name = "NAME=FILE", value_parser = model_input, help_heading = "Other languages")]
    pub(crate) inputs: Vec<(String, PathBuf)>,
}

impl RunArguments {
    /// Default maximum number of dump lines: about a gigabyte. A `d get` of a whole DRAM would be 54 times as long.
    pub(crate) const DEFAULT_DUMP_LINES_MAX: u64 = 10_000_000;
}

/// The initial content of the memories.
#[derive(Debug, Args)]
pub(crate) struct MachineArguments {
    /// Fill memories and registers with reproducible garbage first; each SEED gives different garbage
    #[arg(long, value_name = "SEED", num_args = 0..=1, require_equals = true, default_missing_value = "1")]
    pub(crate) dirty: Option<u64>,
    /// Initial content of PDM and DRAM: zero or reproducible garbage [default: as the other memories]
    #[arg(long, value_enum, value_name = "CONTENT")]
    pub(crate) offchip: Option<OffChipArgument>,
}

impl MachineArguments {
    /// The start of the machine.
    pub(crate) fn start(&self) -> Start {
        let start = Start::with_seed(self.dirty);
        match self.offchip {
            None => start,
            Some(OffChipArgument::Zero) => Start {
                off_chip: OffChip::Zero,
                ..start
            },
            Some(OffChipArgument::Undefined) => Start {
                off_chip: OffChip::Undefined,
                ..start
            },
        }
    }
}

/// Content of uninitialized PDM and DRAM.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OffChipArgument {
    /// Zero.
    Zero,
    /// Garbage.
    Undefined,
}

/// A line, counted from 1.
pub(super) fn line_number(text: &str) -> Result<NonZeroU32, Message> {
    match text.parse::<u32>() {
        Ok(number) => NonZeroU32::new(number).ok_or_else(|| message!("lines count from 1")),
        Err(_) => Err(message!("write a line number, counted from 1")),
    }
}

/// Lines such as `10..12`, `10..`, `..12` or `10`, counted from 1, both ends included; stored counted from 0.
fn line_range(text: &str) -> Result<RangeInclusive<u32>, Message> {
    let line = |text: &str| line_number(text.trim()).map(|line| line.get() - 1);
    let (first, last) = match text.split_once("..") {
        Some((first, last)) => {
            let first = match first.trim() {
                "" => 0,
                first => line(first)?,
            };
            let last = match last.trim() {
                "" => u32::MAX,
                last => line(last)?,
            };
            (first, last)
        }
        None => (line(text)?, line(text)?),
    };
    if first > last {
        return Err(message!("the first line is after the last line"));
    }
    Ok(first..=last)
}

/// Reads `NAME=FILE`.
fn model_input(text: &str) -> Result<(String, PathBuf), Message> {
    match text.split_once('=') {
        Some((name, file)) if !name.is_empty() && !file.is_empty() => {
            Ok((name.to_owned(), file.into()))
        }
        _ => Err(message!("write an input and its file, such as x=image.npy")),
    }
}

#[cfg(test)]
mod tests {
    use super::line_range;

    #[test]
    fn ranges_of_lines() {
        for (text, expected) in [
            ("10..12", Some((9, 11))),
            ("3", Some((2, 2))),
            ("3..", Some((2, u32::MAX))),
            ("..3", Some((0, 2))),
            ("..", Some((0, u32::MAX))),
            ("0..3", None),
            ("4..3", None),
            ("a..b", None),
            ("", None),
        ] {
            let read = line_range(text).ok();
            let ends = read.map(|range| (*range.start(), *range.end()));
            assert_eq!(ends, expected, "{text}");
        }
    }
}
