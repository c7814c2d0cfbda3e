//! How the findings of `--strict` are written: one line of text or one JSON object each, in the order of the run.

use std::io::{self, Write};

use mnc2_emulator::strict::{FindingKind, Strict, StrictFinding};
use mnc2_review::RunReview;
use mnc2_text::{Message, Severity, message};

use crate::args::{Format, RunArguments};
use crate::columns::Columns;
use crate::findings::json;
use crate::findings::short::Short;
use crate::input::Source;
use crate::output::Look;

/// Default maximum number of findings shown as text.
const DEFAULT_FINDINGS_MAX: usize = 100;

/// The severity of an uninitialized read, for which the check has no code, because it depends on the initial state of the
/// machine. Such a read is often intended: the emulator starts with zeros.
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
        let name = finding.name();
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
        let summary = summary(findings.iter().map(|(finding, _)| &finding.kind));
        writeln!(out, "{}", summary.say(look.language))?;
    }
    Ok(())
}

/// How many findings of each kind there are.
fn summary<'a>(kinds: impl Iterator<Item = &'a FindingKind> + Clone) -> Message {
    let count =
        |is_counted: fn(&FindingKind) -> bool| kinds.clone().filter(|it| is_counted(it)).count();
    let hazards = match count(|kind| matches!(kind, FindingKind::Hazard { .. })) {
        1 => message!("1 hazard"),
        count => message!("{count} hazards", count),
    };
    let summary = match count(|kind| *kind == FindingKind::Unwritten) {
        1 => message!("--strict: {hazards}, 1 uninitialized read", hazards),
        count => message!(
            "--strict: {hazards}, {count} uninitialized reads",
            hazards,
            count
        ),
    };
    match count(|kind| *kind == FindingKind::Zeroed) {
        0 => summary,
        1 => message!("{summary}, 1 read of the judge's zeros", summary),
        count => message!(
            "{summary}, {count} reads of the judge's zeros",
            summary,
            count
        ),
    }
}
