//! The arguments of `mnc2 check`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{DEFAULT_FINDINGS_MAX, FieldsArguments, FixArguments, RulesArguments};

/// `mnc2 check`
#[derive(Debug, Args)]
#[command(after_help = "\
Exit codes: 0 no errors (warnings may be reported), 1 errors (with --deny-warnings also warnings), 2 a file
cannot be read.

Folders are searched for .vsm files; what .gitignore and the `exclude` of mnc2.toml name is left out.

With --fix files are mended first, and what is left is reported. Only what is sure is done: an accepted
program computes the same as before. --diff shows it and writes nothing.

With --format json every finding is one object on one line: file, line, column, end_line, end_column, severity,
code, message, manual, notes. Lines and columns count from 1, columns count characters, the end is exclusive.

Examples:
  mnc2 check .
  mnc2 check kernels/ --fix --diff
  mnc2 check kernels/ --profile hardware --level E1010=warning
  mnc2 check . --format sarif --output mnc2.sarif")]
pub(crate) struct CheckArguments {
    /// Programs to check, and folders to search for them; `-` is standard input
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// How findings are written
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    pub(crate) format: ReportFormat,
    /// Write the findings to a file instead of standard output, which gets the summary
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Findings shown for a file, the worst first; 0 shows all. Text shows 100 unless told otherwise, the
    /// other formats show all
    #[arg(long, value_name = "COUNT")]
    pub(crate) max_findings: Option<usize>,
    /// Let warnings fail the check as errors do
    #[arg(long)]
    pub(crate) deny_warnings: bool,
    #[command(flatten)]
    pub(crate) rules: RulesArguments,
    #[command(flatten)]
    pub(crate) fix: FixArguments,
    #[command(flatten)]
    pub(crate) fields: FieldsArguments,
}

/// How the findings of a check are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// For people.
    Text,
    /// One JSON object on each line.
    Json,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// Workflow commands of GitHub Actions, shown beside the lines of a change.
    Github,
}

impl CheckArguments {
    /// How many findings of a file are written.
    pub(crate) fn limit(&self) -> usize {
        match (self.max_findings, self.format) {
            (Some(0), _)
            | (None, ReportFormat::Json | ReportFormat::Sarif | ReportFormat::Github) => usize::MAX,
            (Some(count), _) => count,
            (None, ReportFormat::Text) => DEFAULT_FINDINGS_MAX,
        }
    }
}
