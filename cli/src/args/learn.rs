//! The options of `mnc2 learn` and `mnc2 probe`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use mnc2_isa::Mode;

/// `mnc2 learn`
#[derive(Debug, Args)]
#[command(after_help = "\
A pair is a program (.vsm) and the output that your assembler made of it (.asm). Name both, the program first; or name the
program, whose output is next to it with the same name; or a folder, in which every program with an output next to it counts.

Each word is compared with the public encodings, and differences are reported with their lines and bits. The encodings that
the pairs show are written as rows, each with its evidence: the bits that hold a property of statements, and their content. `mnc2 asm`,
`mnc2 disasm` and editors read the file; it never overrides what is public.

Exit codes: 0 done, 1 there are contradictions, or lines that do not belong together, 2 usage error, or a file cannot be
read or written.

Examples:
  mnc2 probe -o probe.vsm
  assemble3 probe.vsm > probe.asm
  mnc2 learn probe.vsm probe.asm -o encodings/ours.toml
  mnc2 learn programs/")]
pub(crate) struct LearnArguments {
    /// Programs and outputs, or folders
    #[arg(value_name = "PAIRS", required = true)]
    pub(crate) pairs: Vec<PathBuf>,
    /// Write the rows to this file [default: standard output]
    #[arg(short = 'o', long, value_name = "OUT.toml")]
    pub(crate) output: Option<PathBuf>,
    /// Ignore all public encodings
    #[arg(long)]
    pub(crate) blank: bool,
}

/// The mode of a program that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProbeMode {
    /// Auto-stride.
    AutoStride,
    /// Flat.
    Flat,
}

impl From<ProbeMode> for Mode {
    fn from(mode: ProbeMode) -> Self {
        match mode {
            ProbeMode::AutoStride => Self::AutoStride,
            ProbeMode::Flat => Self::Flat,
        }
    }
}

/// `mnc2 probe`
#[derive(Debug, Args)]
#[command(after_help = "\
Assemble the program once with the vendor's assembler, then pass both files to `mnc2 learn`. Each statement resolves an
encoding that neither public pairs nor the file of encodings show, and differs from another statement in that alone. Nothing
has to be run.

Exit codes: 0 written, 2 usage error, or a file cannot be read or written.

Examples:
  mnc2 probe -o probe.vsm
  mnc2 probe --mode flat -o flat.vsm
  mnc2 probe --encodings encodings/ours.toml")]
pub(crate) struct ProbeArguments {
    /// Write the program to this file [default: standard output]
    #[arg(short = 'o', long, value_name = "OUT.vsm")]
    pub(crate) output: Option<PathBuf>,
    /// The instruction mode
    #[arg(long, value_enum, default_value_t = ProbeMode::AutoStride)]
    pub(crate) mode: ProbeMode,
    /// Omit the encodings of this file, written by `mnc2 learn`
    #[arg(long, value_name = "ENCODINGS.toml")]
    pub(crate) encodings: Option<PathBuf>,
    /// Cover all encodings, public ones too
    #[arg(long, conflicts_with = "encodings")]
    pub(crate) blank: bool,
}
