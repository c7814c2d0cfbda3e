//! The command line: commands, options and the text of `--help`.

mod bench;
mod check;
mod debug;
mod diff;
mod emu;
mod equal;
mod fields;
mod fix;
mod format;
mod inspect;
mod judge;
mod languages;
mod learn;
mod mcp;
mod profile;
mod region;
mod rules;
mod run;
mod schedule;
mod search;
mod shell;
mod simd;
mod timeline;

use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

pub(crate) use self::bench::BenchArguments;
pub(crate) use self::check::{CheckArguments, OutputArguments, ReportFormat};
pub(crate) use self::debug::DebugArguments;
pub(crate) use self::diff::DiffArguments;
pub(crate) use self::emu::{EmuAction, EmuArguments};
pub(crate) use self::equal::EqualArguments;
pub(crate) use self::fields::{Drawn, FieldsArguments};
pub(crate) use self::fix::FixArguments;
pub(crate) use self::format::FormatArguments;
pub(crate) use self::inspect::InspectArguments;
pub(crate) use self::judge::JudgeArguments;
pub(crate) use self::languages::{
    AsmArguments, DisasmArguments, EvalArguments, LanguageArguments, MemoryArguments,
};
pub(crate) use self::learn::{LearnArguments, ProbeArguments};
pub(crate) use self::mcp::McpArguments;
pub(crate) use self::profile::{ProfileArguments, ProfileFormat};
pub(crate) use self::region::ProgramRulesArguments;
pub(crate) use self::rules::{ConfigArguments, ModeArgument, RulesArguments};
pub(crate) use self::run::RunArguments;
pub(crate) use self::schedule::{Counted, ScheduleArguments};
pub(crate) use self::search::SearchArguments;
pub(crate) use self::shell::{CompletionsArguments, ManArguments};
pub(crate) use self::simd::SimdArguments;
pub(crate) use self::timeline::TimelineArguments;
use crate::output::Color;

/// Check, run and explain MN-Core 2 assembly (.vsm).
#[derive(Debug, Parser)]
#[command(
    name = "mnc2",
    disable_version_flag = true,
    arg_required_else_help = true,
    about = "Check, run and explain MN-Core 2 assembly (.vsm)",
    after_help = "\
Exit codes: 0 done, 1 the program has errors, 2 usage error, or a file cannot be read or written,
3 the run stopped before its end, 4 not decided (equal).

Examples:
  mnc2 check program.vsm
  mnc2 check . --watch
  mnc2 run program.vsm --until 12
  mnc2 debug program.vsm
  mnc2 judge testcase.vsm solution.vsm
  mnc2 equal before.vsm after.vsm
  mnc2 expand program.vsm --line 3
  mnc2 timeline program.vsm
  mnc2 profile program.vsm
  mnc2 schedule program.vsm -o shorter.vsm
  mnc2 search program.vsm --region 10..14
  mnc2 explain lpassa
  mnc2 mcp --folder ."
)]
pub(crate) struct CommandLine {
    /// When to colour messages; `auto` colours on a terminal unless NO_COLOR is set
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub(crate) color: Color,
    /// Language of findings, explanations and help [default: from LC_ALL, LC_MESSAGES or LANG]
    #[arg(long, global = true, value_enum, value_name = "LANGUAGE")]
    pub(crate) lang: Option<Spoken>,
    /// Print the version
    #[arg(short = 'V', long)]
    pub(crate) version: bool,
    /// With --version: print which revision of the manual the results were compared with
    #[arg(long, requires = "version")]
    pub(crate) verbose: bool,
    /// Command
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Report errors and warnings of programs, and fix them
    Check(CheckArguments),
    /// Run a program and print the output of its `d get` statements
    Run(Box<RunArguments>),
    /// Step through a run, forward and backward
    Debug(Box<DebugArguments>),
    /// Judge contest solutions against their testcases
    Judge(JudgeArguments),
    /// Find the first step at which two runs differ
    Diff(DiffArguments),
    /// Check whether two programs are equivalent (proof or counterexample)
    Equal(EqualArguments),
    /// Format programs (changes white space only)
    Format(FormatArguments),
    /// Show the addresses of each operand, cycle by cycle
    Expand(ExpandArguments),
    /// Show the use of each unit, step by step
    Timeline(TimelineArguments),
    /// Profile a program: use of units and memories, sections, critical path
    Profile(ProfileArguments),
    /// Reorder a program to take fewer steps (proven equivalent)
    Schedule(ScheduleArguments),
    /// Search for a shorter instruction sequence for a block
    Search(SearchArguments),
    /// Explain an opcode, an operand or a diagnostic code
    Explain(ExplainArguments),
    /// Serve the commands to agents over the Model Context Protocol (standard input and output)
    Mcp(McpArguments),
    /// Assemble a program to instruction words
    Asm(AsmArguments),
    /// Disassemble instruction words to text
    Disasm(DisasmArguments),
    /// Evaluate a constant expression (other languages)
    Eval(EvalArguments),
    /// Learn instruction word encodings from programs and the output of your own assembler
    Learn(LearnArguments),
    /// Generate the smallest program that resolves the remaining unknown encodings
    Probe(ProbeArguments),
    /// Show the modes and tags of a packed program (.idma.dat) or of the assembler's output (.asm)
    Inspect(InspectArguments),
    /// Replace the vendor's assembler and emulator, under their names
    Emu(EmuArguments),
    /// List the languages, their support and the references that it was compared with
    Languages {
        /// Output format
        #[arg(long, value_enum, default_value_t = Format::Text)]
        format: Format,
    },
    /// Measure the speed of parsing, checking and running programs on this machine
    Bench(BenchArguments),
    /// Print a shell completion script
    Completions(CompletionsArguments),
    /// Print a manual page, or write all manual pages to a folder
    Man(ManArguments),
}

/// How findings are computed and shown.
#[derive(Debug, Args)]
pub(crate) struct FindingsArguments {
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// Maximum number of findings shown for each file, most severe first; 0 shows all [default: 100 for text, 0 for JSON]
    #[arg(long, value_name = "COUNT")]
    pub(crate) max_findings: Option<usize>,
    #[command(flatten)]
    pub(crate) rules: RulesArguments,
}

/// Default number of findings of one file that are shown as text.
pub(crate) const DEFAULT_FINDINGS_MAX: usize = 100;

/// Default maximum of `--max-memory`, in mebibytes.
pub(crate) const DEFAULT_MEMORY_MIB_MAX: u64 = 4096;

/// The bytes that `--max-memory` lets PDM and DRAM take.
pub(crate) const fn memory_bytes_max(mebibytes: u64) -> u64 {
    match mebibytes {
        0 => u64::MAX,
        _ => mebibytes.saturating_mul(1 << 20),
    }
}

impl FindingsArguments {
    /// The limit, if there is one.
    pub(crate) fn max_findings(&self) -> Option<usize> {
        match (self.max_findings, self.format) {
            (Some(0), _) | (None, Format::Json) => None,
            (Some(count), _) => Some(count),
            (None, Format::Text) => Some(DEFAULT_FINDINGS_MAX),
        }
    }
}

/// `mnc2 expand`
#[derive(Debug, Args)]
#[command(group = clap::ArgGroup::new("which").required(true), after_help = "\
PE memories are listed by single words for each cycle, and for each PE where `j` makes them differ. L1BM, L2BM, PDM and
DRAM are listed as ranges for each cycle, or for the transfer and its unit operations. Masks of the line and of the `mask`
statement in force are applied. Addresses that only a run decides are described in words.

With --format json each line gives one object: file, line and operands.

Exit codes: 0 shown, 1 a line has errors (what can be understood is shown), 2 there is no such line or file.

Examples:
  mnc2 expand program.vsm --line 3
  mnc2 expand program.vsm --all --format json")]
pub(crate) struct ExpandArguments {
    /// Program; `-` is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The line, counted from 1
    #[arg(long, value_name = "LINE", group = "which", value_parser = run::line_number)]
    pub(crate) line: Option<NonZeroU32>,
    /// All lines that have operands
    #[arg(long, group = "which")]
    pub(crate) all: bool,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) rules: RulesArguments,
}

/// `mnc2 explain`
#[derive(Debug, Args)]
#[command(
    group = clap::ArgGroup::new("what").required(true),
    after_help = "\
Examples:
  mnc2 explain lpassa       an opcode; `passa` without the precision works too
  mnc2 explain '$lm'        an operand (quoted, for the shell's sake)
  mnc2 explain E0301        a diagnostic code"
)]
pub(crate) struct ExplainArguments {
    /// An opcode, an operand, a code, a statement, a section of the manual, or an idea such as `hazard`
    #[arg(value_name = "QUERY", group = "what")]
    pub(crate) query: Option<String>,
    /// List everything that can be explained
    #[arg(long, group = "what")]
    pub(crate) list: bool,
    /// List the assumptions about behaviour that is not published
    #[arg(long, group = "what")]
    pub(crate) assumed: bool,
    /// Search the book for words
    #[arg(long, value_name = "WORDS", group = "what")]
    pub(crate) search: Option<String>,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) language: LanguageArguments,
}

/// How results are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people.
    Text,
    /// One JSON object on each line.
    Json,
}

/// The languages to choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Spoken {
    /// English.
    En,
    /// Japanese.
    Ja,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    #[test]
    fn the_command_line_is_well_formed() {
        super::CommandLine::command().debug_assert();
    }
}
