//! Annotated programs: the expected diagnostics are in the comments of the program itself.
//!
//! `#~ error[E0305] multiple of 4` applies to its own line; each `^` after `#~` moves one line up. The words are part of the
//! message. `#~ note words` expects a note that points at the line. The first line can hold options separated by commas:
//! `#~ mode: flat`, `#~ profile: hardware`, `#~ on: W0106 W1013` (enabled optional codes), `#~ lines: alone` (each line is a
//! program of its own, so that examples need no `nop`s between them), `#~ form: linked`, `param` or `stparam` (otherwise the
//! name of a file decides). Lines `#~ param: ((:version :0.1) ..)` are the `.param` file of such a program, and lines
//! `#~ testcase: d get $lm0 1` the testcase of a solution, with the line of its marker. The world is
//! closed: an unexpected finding fails as well as a missing one; only notes need not be mentioned. A line
//! `#~ without fix: reason` gives the reason why the code of the file has no fix.

use mnc2_asm::testcase::Surroundings;
use mnc2_asm::{params, stparam};
use mnc2_isa::Mode;
use mnc2_program::code::Code;
use mnc2_program::finding::Finding;
use mnc2_program::rules::check::Report;
use mnc2_program::rules::{Layer, RuleProfile, Rules};
use mnc2_program::{FileForm, ModeChoice, Program};
use mnc2_review::{Files, Review, check_by};
use mnc2_text::{Level, Selector, Severity, line};

/// The start of an annotation.
pub const MARK: &str = "#~";

/// An expected finding or note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectation {
    /// The line that it applies to, counted from 0.
    pub line: usize,
    /// A finding or a note.
    pub kind: ExpectedKind,
    /// A part of the message.
    pub words: String,
}

/// The kind of an expectation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectedKind {
    /// A finding with this severity and code.
    Finding(Severity, Code),
    /// A note of some finding, pointing at the line.
    Note,
}

/// How to check a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Profile, mode and levels.
    pub layer: Layer,
    /// Whether each line is a program of its own.
    pub lines_alone: bool,
    /// The kind of text.
    pub form: FileForm,
}

/// The annotations of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Annotations {
    /// The options of the first line.
    pub options: Options,
    /// The expectations, in the order written.
    pub expectations: Vec<Expectation>,
    /// Why the code of the file has no fix.
    pub without_fix: Option<String>,
}

/// Parses the annotations of a program.
///
/// # Errors
/// The lines, counted from 1, whose annotation cannot be parsed, and why.
pub fn read(source: &str) -> Result<Annotations, String> {
    let mut annotations = Annotations::default();
    let mut wrong = String::new();
    for (number, line) in line::lines(source).enumerate() {
        let Some((_, annotation)) = line.split_once(MARK) else {
            continue;
        };
        if let Some(reason) = annotation.trim().strip_prefix("without fix:") {
            annotations.without_fix = Some(reason.trim().to_owned());
            continue;
        }
        if [PARAM, TESTCASE]
            .iter()
            .any(|it| annotation.trim().starts_with(it))
        {
            continue;
        }
        let is_option = |option: &str| {
            option
                .split_once(':')
                .is_some_and(|(name, _)| OPTIONS.contains(&name.trim()))
        };
        if annotation.split(',').all(is_option) {
            match options(annotation).filter(|_| number == 0) {
                Some(options) => annotations.options = options,
                None => wrong.push_str(&format!(
                    "line {}: `mode: flat`, `profile: hardware`, `on: W0106` and `lines: alone` stand in the first line\n",
                    number + 1
                )),
            }
            continue;
        }
        match expectation(number, annotation) {
            Ok(expectation) => annotations.expectations.push(expectation),
            Err(reason) => wrong.push_str(&format!("line {}: {reason}\n", number + 1)),
        }
    }
    if wrong.is_empty() {
        Ok(annotations)
    } else {
        Err(wrong)
    }
}

const OPTIONS: [&str; 5] = ["mode", "profile", "on", "lines", "form"];

/// The start of the lines of a `.param` file.
const PARAM: &str = "param:";
/// The start of the lines of a testcase.
const TESTCASE: &str = "testcase:";

fn options(text: &str) -> Option<Options> {
    let mut options = Options::default();
    for option in text.split(',') {
        let (name, value) = option.split_once(':')?;
        match (name.trim(), value.trim()) {
            ("mode", "auto") => options.layer.mode = Some(ModeChoice::Given(Mode::AutoStride)),
            ("mode", "flat") => options.layer.mode = Some(ModeChoice::Given(Mode::Flat)),
            ("profile", name) => options.layer.profile = Some(RuleProfile::find(name)?),
            ("on", ids) => {
                for id in ids.split_whitespace() {
                    let code = Code::find(id)?;
                    let level = code.row().severity.into();
                    options.layer.levels.push((Selector::from(code), level));
                }
            }
            ("lines", "alone") => options.lines_alone = true,
            ("form", "linked") => options.form = FileForm::Unlinked,
            ("form", "param") => options.form = FileForm::Placement,
            ("form", "stparam") => options.form = FileForm::Structure,
            _ => return None,
        }
    }
    Some(options)
}

impl Options {
    /// The rules for checking the program.
    #[must_use]
    pub fn rules(&self) -> Rules {
        Rules::from_layers(&[&self.layer])
    }
}

fn expectation(number: usize, annotation: &str) -> Result<Expectation, String> {
    let text = annotation.trim_start_matches('^');
    let up = annotation.len() - text.len();
    let line = number
        .checked_sub(up)
        .ok_or_else(|| format!("{up} lines up there is nothing"))?;
    let (kind, words) = text
        .trim()
        .split_once(' ')
        .ok_or("some words of the message are missing")?;
    let kind = match kind.strip_suffix(']').and_then(|kind| kind.split_once('[')) {
        None if kind == "note" => ExpectedKind::Note,
        None => return Err(format!("`{kind}` is neither `severity[code]` nor `note`")),
        Some((severity, id)) => {
            let code = Code::find(id).ok_or_else(|| format!("there is no code {id}"))?;
            let severity = Severity::ALL
                .into_iter()
                .find(|known| known.name() == severity)
                .ok_or_else(|| format!("`{severity}` is no severity"))?;
            ExpectedKind::Finding(severity, code)
        }
    };
    Ok(Expectation {
        line,
        kind,
        words: words.trim().to_owned(),
    })
}

/// A program's bytes, decoded and checked as a tool does it.
#[derive(Clone, Debug)]
pub struct Checked {
    pub source: String,
    pub program: Program,
    /// The findings, including those about the encoding.
    pub report: Report,
}

/// Checks a file's bytes.
#[must_use]
pub fn check_bytes(bytes: &[u8], options: &Options) -> Checked {
    let (source, bad) = line::decode(bytes);
    let program = mnc2_asm::parse_as(options.form, &source);
    let rules = options.rules();
    let mut report = match options.form {
        FileForm::Program | FileForm::Unlinked => {
            let params = annotated_file(&source, PARAM).map(|text| params::read(&text).0);
            let testcase = annotated_file(&source, TESTCASE);
            let testcase = testcase.and_then(|text| Surroundings::read(&text));
            let files = Files {
                params: params.as_ref(),
                testcase: testcase.as_ref(),
            };
            Review::with_files(&program, &rules, files, Vec::new()).report()
        }
        FileForm::Placement => Review::with(&program, &rules, params::read(&source).1).report(),
        FileForm::Structure => Review::with(&program, &rules, stparam::check(&source)).report(),
    };
    if options.lines_alone {
        report.findings = alone(&program, &rules);
    }
    report
        .findings
        .extend(bad.map(|offset| Finding::not_utf8(Code::NotUtf8, &source, offset)));
    Checked {
        source,
        program,
        report,
    }
}

/// The file that a program has in the annotations with a start.
fn annotated_file(source: &str, start: &str) -> Option<String> {
    let lines = line::lines(source).filter_map(|line| {
        let annotation = line.split_once(MARK)?.1;
        annotation.trim().strip_prefix(start)
    });
    let lines: Vec<&str> = lines.collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// The findings of lines that are programs of their own. Other lines write the mask entries that they read, and end the
/// settings that they begin.
fn alone(program: &Program, rules: &Rules) -> Vec<Finding> {
    let mut rules = rules.clone();
    for code in [Code::MaskNeverWritten, Code::MaskLeftOn] {
        rules.levels.set(Selector::from(code), Level::Off);
    }
    let mut findings = Vec::new();
    for (number, line) in program.iter().enumerate() {
        let one = Program::from_lines(vec![line.clone()]);
        for mut finding in check_by(&one, &rules).findings {
            finding.line = number as u32;
            findings.push(finding);
        }
    }
    findings
}

/// Checks a program and compares the result with its annotations.
///
/// # Errors
/// Missing (`-`) and unexpected (`+`) findings, one per line.
pub fn compare(bytes: &[u8]) -> Result<Checked, String> {
    let (source, _) = line::decode(bytes);
    let annotations = read(&source)?;
    let checked = check_bytes(bytes, &annotations.options);
    let mut unexpected: Vec<&Finding> = checked.report.findings.iter().collect();
    let mut differences = Vec::new();
    for expectation in &annotations.expectations {
        let found = match expectation.kind {
            ExpectedKind::Finding(severity, code) => unexpected
                .iter()
                .position(|finding| {
                    finding.line as usize == expectation.line
                        && finding.diagnostic.code == code
                        && finding.diagnostic.severity() == severity
                        && finding
                            .diagnostic
                            .message
                            .to_string()
                            .contains(&expectation.words)
                })
                .map(|at| unexpected.remove(at))
                .is_some(),
            ExpectedKind::Note => has_note(&checked.report, expectation),
        };
        if !found {
            let kind = match expectation.kind {
                ExpectedKind::Finding(severity, code) => shown(severity, code),
                ExpectedKind::Note => "note".to_owned(),
            };
            differences.push((expectation.line, '-', kind, expectation.words.clone()));
        }
    }
    for finding in unexpected {
        let diagnostic = &finding.diagnostic;
        differences.push((
            finding.line as usize,
            '+',
            shown(diagnostic.severity(), diagnostic.code),
            diagnostic.message.to_string(),
        ));
    }
    differences.sort_by_key(|&(line, sign, ..)| (line, sign == '+'));
    if differences.is_empty() {
        return Ok(checked);
    }
    let lines: Vec<&str> = line::lines(&source).collect();
    let mut text = String::from("`-` is expected but missing, `+` is there but not expected\n");
    let mut last = None;
    for (line, sign, kind, words) in differences {
        if last != Some(line) {
            text.push_str(&format!("{:>4} | {}\n", line + 1, lines[line]));
            last = Some(line);
        }
        text.push_str(&format!("   {sign} | {kind} {words}\n"));
    }
    Err(text)
}

fn shown(severity: Severity, code: Code) -> String {
    format!("{}[{}]", severity.name(), code.id())
}

fn has_note(report: &Report, expectation: &Expectation) -> bool {
    report.findings.iter().any(|finding| {
        finding.diagnostic.notes.iter().any(|note| {
            note.line.unwrap_or(finding.line) as usize == expectation.line
                && note.message.to_string().contains(&expectation.words)
        })
    })
}

/// Whether any finding is an error or warning; infos and hints do not disturb a clean program.
#[must_use]
pub fn is_clean(report: &Report) -> bool {
    report
        .findings
        .iter()
        .all(|finding| finding.diagnostic.severity() > Severity::Warning)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_world_is_closed() {
        let check = |source: &str, expected: Result<(), &str>| {
            let found = compare(source.as_bytes());
            match (found, expected) {
                (Ok(_), Ok(())) => {}
                (Err(found), Err(part)) => assert!(found.contains(part), "{source}\n{found}"),
                (found, expected) => panic!("{source}\n{:?}\n{expected:?}", found.err()),
            }
        };
        check("lpassa $lm0 $ln0", Ok(()));
        check("lpassa $lm1 $ln0", Err("+ | error[E0305] address 1"));
        check("lpassa $lm1 $ln0 #~ error[E0305] multiple of 2", Ok(()));
        check("lpassa $lm1 $ln0\n#~^ error[E0305] multiple of 2", Ok(()));
        check("lpassa $lm1 $ln0\n\n#~^^ error[E0305] of 2", Ok(()));
        check(
            "lpassa $lm1 $ln0 #~ error[E0305] of 4",
            Err("- | error[E0305] of 4"),
        );
        check(
            "lpassa $lm0 $ln0 #~ error[E0305] of 2",
            Err("- | error[E0305] of 2"),
        );
        check(
            "lpassa $lm1 $ln1 #~ error[E0305] of 2",
            Err("+ | error[E0305]"),
        );
        check("nop #~ error[E0999] x", Err("there is no code"));
        check(
            "lpassa $lm1 $ln0 #~ warning[E0305] of 2",
            Err("- | warning[E0305]"),
        );
        check("nop #~ grave[E0305] x", Err("`grave` is no severity"));
        check("nop #~ error[E0305]", Err("words"));
        check("nop #~^ error[E0305] x", Err("there is nothing"));
        check("nop #~ note elsewhere", Err("- | note elsewhere"));
        check("nop\n#~ mode: flat", Err("first line"));
        check("#~ mode: flat\nlpassa $lm[0,0,2,2] $ln0", Ok(()));
        check("#~ mode: any\nnop", Err("first line"));
        check("#~ profile: any\nnop", Err("first line"));
        check("d set $lm0 1 0000000000000000", Ok(()));
        check(
            "#~ profile: contest\nd set $lm0 1 0000000000000000",
            Err("+ | warning[W0512]"),
        );
        check(
            "#~ mode: flat, on: W0512\nd set $lm0 1 0000000000000000 #~ warning[W0512] judge",
            Ok(()),
        );
        check(
            "lpassa $lm0 $ln0\nlpassa $ln0 $lm0",
            Err("+ | error[E1009]"),
        );
        check(
            "#~ lines: alone, mode: auto\nlpassa $lm0 $ln0\nlpassa $ln0 $lm0",
            Ok(()),
        );
    }

    #[test]
    fn a_note_is_looked_for_where_it_points() {
        let source = "nop; lpassa $lm0 $ln0 #~ error[E0801] with `nop`\n#~^ note whole step";
        assert!(compare(source.as_bytes()).is_ok());
    }
}
