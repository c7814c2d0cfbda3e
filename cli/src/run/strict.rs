//! How the findings of `--strict` are written: one line of text or one JSON object each, in the order of the run.

use std::io::{self, Write};

use mnc2_emulator::strict::{FindingKind, Strict, StrictFinding};
use mnc2_program::code::Code;
use mnc2_review::RunReview;
use mnc2_text::{Severity, message};

use crate::args::{Format, RunArguments};
use crate::columns::Columns;
use crate::findings::json;
use crate::findings::short::Short;
use crate::input::Source;
use crate::output::Look;

/// Default maximum number of findings shown as text.
const DEFAULT_FINDINGS_MAX: usize = 100;

/// The name of an uninitialized read. The check has no code for it, because it depends on the initial state of the
/// machine.
const UNWRITTEN: &str = "unwritten";
/// Such a read is often intended: the emulator starts with zeros.
const UNWRITTEN_SEVERITY: Severity = Severity::Info;

/// Writes the findings of strict mode in a program that levels and silencing comments leave.
pub(super) fn write(
    out: &mut impl Write,
    arguments: &RunArguments,
    source: &Source,
    strict: &mut Strict,
    mut review: RunReview<'_>,
    look: Look,
) -> io::Result<()> {
    let findings = strict.take_findings();
    let findings: Vec<(&StrictFinding, Severity)> = findings
        .iter()
        .filter_map(|finding| {
            let severity = match finding.code() {
                Some(code) => review.severity(finding.line, code)?,
                None => UNWRITTEN_SEVERITY,
            };
            Some((finding, severity))
        })
        .collect();
    let lines = source.lines();
    let columns = Columns::new(&lines);
    let limit = match (arguments.findings.max_findings, arguments.findings.format) {
        (Some(0), _) | (None, Format::Json) => usize::MAX,
        (Some(count), _) => count,
        (None, Format::Text) => DEFAULT_FINDINGS_MAX,
    };
    for &(finding, severity) in findings.iter().take(limit) {
        let name = finding.code().map_or(UNWRITTEN, Code::id);
        match arguments.findings.format {
            Format::Json => {
                let as_what = (severity, name);
                json::write_run_finding(out, source, &columns, finding, as_what, look.language)?;
            }
            Format::Text => {
                let short = Short {
                    line: finding.line,
                    range: &finding.range,
                    severity,
                    code: name,
                    message: &finding.message().say(look.language),
                };
                short.write(out, &source.name, &columns, look)?;
            }
        }
    }
    if arguments.findings.format == Format::Text {
        let left_out = findings.len().saturating_sub(limit) as u64 + strict.left_out();
        if left_out > 0 {
            let more = message!(
                "--strict: {count} more not shown (--max-findings 0 shows all)",
                count = left_out
            );
            writeln!(out, "{}", more.say(look.language))?;
        }
        let hazards = findings
            .iter()
            .filter(|(finding, _)| is_hazard(finding))
            .count();
        let unwritten = findings.len() - hazards;
        let hazards = match hazards {
            1 => message!("1 hazard"),
            count => message!("{count} hazards", count),
        };
        let summary = match unwritten {
            1 => message!("--strict: {hazards}, 1 uninitialized read", hazards),
            count => message!(
                "--strict: {hazards}, {count} uninitialized reads",
                hazards,
                count
            ),
        };
        writeln!(out, "{}", summary.say(look.language))?;
    }
    Ok(())
}

fn is_hazard(finding: &StrictFinding) -> bool {
    matches!(finding.kind, FindingKind::Hazard { .. })
}
