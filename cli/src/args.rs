//! The command line: commands, options and the text of `--help`.

mod bench;
mod check;
mod debug;
mod dialect;
mod equal;
mod fields;
mod fix;
mod format;
mod inspect;
mod judge;
mod learn;
mod mcp;
mod profile;
mod region;
mod rules;
mod run;
mod schedule;
mod search;
mod shell;
mod timeline;

use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

pub(crate) use self::bench::{BenchArguments, Simd};
pub(crate) use self::check::{CheckArguments, ReportFormat};
pub(crate) use self::debug::DebugArguments;
pub(crate) use self::dialect::{
    AsmArguments, DisasmArguments, EvalArguments, LanguageArguments, MemoryArguments,
};
pub(crate) use self::equal::EqualArguments;
pub(crate) use self::fields::{Drawn, FieldsArguments};
pub(crate) use self::fix::FixArguments;
pub(crate) use self::format::FormatArguments;
pub(crate) use self::inspect::InspectArguments;
pub(crate) use self::judge::JudgeArguments;
pub(crate) use self::learn::{LearnArguments, ProbeArguments};
pub(crate) use self::mcp::McpArguments;
pub(crate) use self::profile::{ProfileArguments, ProfileFormat};
pub(crate) use self::region::ProgramRulesArguments;
pub(crate) use self::rules::{ConfigArguments, RulesArguments};
pub(crate) use self::run::RunArguments;
pub(crate) use self::schedule::{Counted, ScheduleArguments};
pub(crate) use self::search::SearchArguments;
pub(crate) use self::shell::{CompletionsArguments, ManArguments};
pub(crate) use self::timeline::TimelineArguments;
use crate::output::Color;

/// Check, run and explain MN-Core 2 assembly (.vsm).
#[derive(Debug, Parser)]
#[command(
    name = "mnc2",
    version,
    about = "Check, run and explain MN-Core 2 assembly (.vsm)",
    after_help = "\
Exit codes: 0 done, 1 the program has errors, 2 wrong usage or a file that cannot be read or written,
3 the run stopped before its end.

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
    /// The language of findings and explanations; the default is that of LC_ALL, LC_MESSAGES or LANG
    #[arg(long, global = true, value_enum, value_name = "LANGUAGE")]
    pub(crate) lang: Option<Spoken>,
    /// What to do
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Report what the assembler would reject or warn about, and fix it
    Check(CheckArguments),
    /// Run a program and print what its `d get` statements dump
    Run(Box<RunArguments>),
    /// Step through a run, forward and backward
    Debug(Box<DebugArguments>),
    /// Judge contest solutions against their testcases
    Judge(JudgeArguments),
    /// Say whether two programs do the same, with a proof or a counter-example
    Equal(EqualArguments),
    /// Format programs in columns; only white space changes
    Format(FormatArguments),
    /// Show which addresses each operand touches, cycle by cycle
    Expand(ExpandArguments),
    /// Show which units work in which steps
    Timeline(TimelineArguments),
    /// Show where the steps of a program go: units, memories, sections, the longest chain of results
    Profile(ProfileArguments),
    /// Put a program's expressions in an order with fewer steps, proven to do the same
    Schedule(ScheduleArguments),
    /// Search other instructions and constants for a few lines that only compute
    Search(SearchArguments),
    /// Explain an opcode, an operand or a diagnostic code
    Explain(ExplainArguments),
    /// Offer the commands to agents, by the Model Context Protocol over standard input and output
    Mcp(McpArguments),
    /// Print the instruction words of a program in another language
    Asm(AsmArguments),
    /// Print the text of instruction words of another language
    Disasm(DisasmArguments),
    /// Print the value of a constant expression in another language
    Eval(EvalArguments),
    /// Learn instruction words from programs and the output of your own assembler
    Learn(LearnArguments),
    /// Write the smallest program whose words separate what is not known
    Probe(ProbeArguments),
    /// Show the modes and tags of a packed program (.idma.dat) or of the assembler's output (.asm)
    Inspect(InspectArguments),
    /// List the languages, what is supported, and what it was compared with
    Languages,
    /// Measure how fast this machine parses, checks and runs programs
    Bench(BenchArguments),
    /// Print a script for completing commands and options in a shell
    Completions(CompletionsArguments),
    /// Print a manual page, or write all of them to a folder
    Man(ManArguments),
}

/// How findings are computed and shown.
#[derive(Debug, Args)]
pub(crate) struct FindingsArguments {
    /// How to write the results
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// Show at most this many findings for each file, the worst first; 0 shows all. The default is 100 for text and 0
    /// for JSON
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
#[command(after_help = "\
PE memories are listed by single words for each cycle, and for each PE where `j` makes them differ. L1BM, L2BM, PDM and
DRAM are listed as ranges for each cycle, or for the transfer and its unit operations. Masks of the line and of the `mask`
statement in force are applied. What only a run decides is said in words.

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
    #[arg(long, value_name = "LINE", required_unless_present = "all", value_parser = run::line_number)]
    pub(crate) line: Option<NonZeroU32>,
    /// All lines that have operands
    #[arg(long, conflicts_with = "line")]
    pub(crate) all: bool,
    /// How to write the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
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
    /// What to explain
    #[arg(value_name = "QUERY", group = "what")]
    pub(crate) query: Option<String>,
    /// List everything that can be explained
    #[arg(long, group = "what")]
    pub(crate) list: bool,
    /// List the assumptions that neither the manual nor public knowledge decides
    #[arg(long, group = "what")]
    pub(crate) assumed: bool,
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
