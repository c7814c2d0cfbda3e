//! The arguments of `mnc2 check`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::memory_files::MemoryRange;

use super::{
    DEFAULT_FINDINGS_MAX, FieldsArguments, FixArguments, Format, LanguageArguments, RulesArguments,
};

/// `mnc2 check`
#[derive(Debug, Args)]
#[command(after_help = "\
Folders are searched for .vsm files, except those that .gitignore and the `exclude` list of mnc2.toml name.

--fix fixes the files, then reports the remaining findings. It applies only safe fixes: they do not change the results of
an accepted program. With `-` it reads standard input and writes the fixed program to standard output; findings then
go to standard error. --diff shows the changes and writes nothing.

Where a testcase is known, or --at names the outputs, writes that no output depends on (W1110) and operands that break the
progression of their neighbours (W1112) are reported, too. A PLACE is as in `mnc2 equal --help`.

--format short writes `path:line:column: error[E0305]: message`, one line for each finding.
--format json writes one object a line: file, line, column, end_line, end_column, severity, code, message, manual,
notes and fixes. A fix has a title, `safe` (whether --fix applies it) and edits, each a range and its new text.
Lines and columns count from 1, columns count characters, and the end of a range is exclusive.

Exit codes: 0 no errors (there may be warnings), 1 errors (with --deny-warnings also warnings), 2 a file cannot be
read or written, or an mnc2.toml has an error.

Examples:
  mnc2 check .
  mnc2 check kernels/ --watch
  mnc2 check kernels/ --fix --diff
  mnc2 check kernels/ --statistics
  mnc2 check kernels/ --profile hardware --level E1010=warning
  mnc2 check kernels/ --level all=off --level E10=error
  mnc2 check --fix - < old.vsm > new.vsm
  mnc2 check . --format sarif --output mnc2.sarif")]
pub(crate) struct CheckArguments {
    /// Programs to check, and folders to search for programs; `-` is standard input
    #[arg(value_name = "PATH", default_value = ".")]
    pub(crate) paths: Vec<PathBuf>,
    /// Output format
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    pub(crate) format: ReportFormat,
    /// Write the findings to this file, and only the summary to standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Maximum number of findings shown for each file, most severe first; 0 shows all [default: 100 for text, otherwise 0]
    #[arg(long, value_name = "COUNT")]
    pub(crate) max_findings: Option<usize>,
    /// Count findings by code instead of listing them
    #[arg(long, conflicts_with = "fields")]
    pub(crate) statistics: bool,
    /// Show findings only, without summary, progress and notes
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// Check again when a program or mnc2.toml changes; Ctrl+C ends
    #[arg(long)]
    pub(crate) watch: bool,
    /// Link programs with directives, with `vsmlink` if it is in the PATH, and report errors in its output at their source lines
    #[arg(long, conflicts_with_all = ["fix", "diff"])]
    pub(crate) link: bool,
    /// Fail on warnings as on errors
    #[arg(long)]
    pub(crate) deny_warnings: bool,
    #[command(flatten)]
    pub(crate) outputs: OutputArguments,
    #[command(flatten)]
    pub(crate) rules: RulesArguments,
    #[command(flatten)]
    pub(crate) fix: FixArguments,
    #[command(flatten)]
    pub(crate) fields: FieldsArguments,
    #[command(flatten)]
    pub(crate) language: LanguageArguments,
}

/// The outputs of the programs that are checked.
#[derive(Debug, Args)]
pub(crate) struct OutputArguments {
    /// Treat the programs as solutions of this testcase [default: the testcase that `mnc2 judge` takes]
    #[arg(long, value_name = "FILE")]
    pub(crate) testcase: Option<PathBuf>,
    /// Only this place is an output, at the end; may be repeated
    #[arg(long, value_name = "PLACE", value_parser = MemoryRange::parse, conflicts_with = "testcase")]
    pub(crate) at: Vec<MemoryRange>,
}

/// How the findings of a check are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// For people, with the source lines.
    Text,
    /// One line for each finding, as compilers write them.
    Short,
    /// One JSON object on each line.
    Json,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// Workflow commands of GitHub Actions, shown at the lines of a change.
    Github,
}

impl From<Format> for ReportFormat {
    fn from(format: Format) -> Self {
        match format {
            Format::Text => Self::Text,
            Format::Json => Self::Json,
        }
    }
}

impl CheckArguments {
    /// How many findings of a file are shown.
    pub(crate) fn limit(&self) -> usize {
        match (self.max_findings, self.format) {
            (Some(0), _)
            | (
                None,
                ReportFormat::Short
                | ReportFormat::Json
                | ReportFormat::Sarif
                | ReportFormat::Github,
            ) => usize::MAX,
            (Some(count), _) => count,
            (None, ReportFormat::Text) => DEFAULT_FINDINGS_MAX,
        }
    }
}
