//! The command line: commands, options and what `--help` says.

mod bench;
mod check;
mod fields;
mod fix;
mod format;
mod judge;
mod rules;
mod run;
mod shell;
mod try_editor;

use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

pub(crate) use self::bench::BenchArguments;
pub(crate) use self::check::{CheckArguments, ReportFormat};
pub(crate) use self::fields::{Drawn, FieldsArguments};
pub(crate) use self::fix::FixArguments;
pub(crate) use self::format::FormatArguments;
pub(crate) use self::judge::JudgeArguments;
pub(crate) use self::rules::{ConfigArguments, RulesArguments};
pub(crate) use self::run::RunArguments;
pub(crate) use self::shell::{CompletionsArguments, ManArguments};
pub(crate) use self::try_editor::{Editor, TryArguments};

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
  mnc2 run program.vsm --until 12
  mnc2 expand program.vsm --line 3
  mnc2 explain lpassa"
)]
pub(crate) struct CommandLine {
    /// When to colour messages; `auto` looks at the terminal and at NO_COLOR
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub(crate) color: Color,
    /// The language of findings and explanations; without it LC_ALL, LC_MESSAGES or LANG decides
    #[arg(long, global = true, value_enum, value_name = "LANGUAGE")]
    pub(crate) lang: Option<Spoken>,
    /// What to do
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Report what the assembler would refuse or warn of
    Check(CheckArguments),
    /// Run a program and print what its `d get` statements dump
    Run(RunArguments),
    /// Judge a solution of the programming contest against a testcase
    Judge(JudgeArguments),
    /// Lay programs out in columns; only white space changes
    Format(FormatArguments),
    /// Show which addresses each operand of a line touches, cycle by cycle
    Expand(ExpandArguments),
    /// Explain an opcode, an operand or a diagnostic code
    Explain(ExplainArguments),
    /// Measure how fast programs are read, checked and run on this host
    Bench(BenchArguments),
    /// Open the examples in an editor with everything set up, in a profile that is thrown away
    Try(TryArguments),
    /// Print a script that completes commands and options in a shell
    Completions(CompletionsArguments),
    /// Print a manual page, or write all of them into a folder
    Man(ManArguments),
}

/// How findings are made and shown.
#[derive(Debug, Args)]
pub(crate) struct FindingsArguments {
    /// How results are written
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// Findings shown for a file, the worst first; 0 shows all. Text shows 100 unless told otherwise,
    /// JSON shows all
    #[arg(long, value_name = "COUNT")]
    pub(crate) max_findings: Option<usize>,
    #[command(flatten)]
    pub(crate) rules: RulesArguments,
}

/// Findings of one file that are shown as text when nothing else is asked for.
pub(crate) const DEFAULT_FINDINGS_MAX: usize = 100;

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
For PE memories every single word of a cycle is listed, per PE where `j` makes them differ; for L1BM, L2BM,
PDM and DRAM the range of a cycle, or of the transfer and its unit operations. Masks of the line and of the
`mask` statement in force are taken into account. What only a run knows is said in words.

Exit codes: 0 shown, 1 the line has errors (what can be understood is shown), 2 there is no such line or file.")]
pub(crate) struct ExpandArguments {
    /// Program; `-` is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The line, counted from 1
    #[arg(long, value_name = "LINE")]
    pub(crate) line: NonZeroU32,
    /// How the result is written
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
    /// List what is assumed, where neither the manual nor anything public decides
    #[arg(long, group = "what")]
    pub(crate) assumed: bool,
}

/// How results are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people.
    Text,
    /// One JSON object on each line.
    Json,
}

/// Languages that can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Spoken {
    /// English.
    En,
    /// Japanese.
    Ja,
}

/// When messages are coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless NO_COLOR is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    #[test]
    fn the_command_line_is_well_formed() {
        super::CommandLine::command().debug_assert();
    }
}
