//! Annotated programs: the expected findings are in the comments of the program itself.
//!
//! `#~ error[RV0301] words` applies to its own line, and each `^` after `#~` moves one line up; the words are part of the message.
//! `#~ note words` expects a note that points at the line. The first line can set options: `#~ mlen: 256`. Any other finding
//! fails.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use mnc2_rvmatrix::{Code, Document, Options};
use mnc2_text::Severity;

#[derive(Debug)]
struct Expectation {
    line: usize,
    /// `None` for a note.
    finding: Option<(Severity, Code)>,
    words: String,
}

fn read(text: &str) -> (Options, Vec<Expectation>) {
    let mut options = Options::default();
    let mut expectations = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let Some((_, annotation)) = line.split_once("#~") else {
            continue;
        };
        let rest = annotation.trim_start_matches('^');
        let up = annotation.len() - rest.len();
        let rest = rest.trim();
        if line.starts_with("#~") {
            let (key, value) = rest.split_once(": ").expect("an option");
            options.set(key, value).expect("a value");
            continue;
        }
        let (kind, words) = rest.split_once(' ').unwrap_or((rest, ""));
        let finding = (kind != "note").then(|| {
            let (severity, id) = kind
                .trim_end_matches(']')
                .split_once('[')
                .expect("kind[code]");
            let severity = Severity::ALL
                .into_iter()
                .find(|known| known.name() == severity);
            (
                severity.expect("a severity"),
                Code::find(id).expect("a code"),
            )
        });
        expectations.push(Expectation {
            line: number - up,
            finding,
            words: words.to_owned(),
        });
    }
    (options, expectations)
}

fn fixtures() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/diagnostics");
    let entries = fs::read_dir(folder).expect("the folder");
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

#[test]
fn annotated_programs() {
    let mut failures = String::new();
    for path in fixtures() {
        let text = fs::read_to_string(&path).expect("a fixture");
        let (options, mut expected) = read(&text);
        let document = Document::new(&text, &options);
        let name = path
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let findings: Vec<_> = document.findings(&|| false).into_iter().collect();
        for finding in &findings {
            let diagnostic = &finding.diagnostic;
            let message = diagnostic.message.to_string();
            let line = finding.line as usize;
            let length = text.lines().nth(line).map_or(0, str::len) as u32;
            assert!(
                diagnostic.range.start <= diagnostic.range.end && diagnostic.range.end <= length
            );
            let found = expected.iter().position(|expected| {
                expected.line == line
                    && expected.finding == Some((diagnostic.severity, diagnostic.code))
                    && message.contains(&expected.words)
            });
            match found {
                Some(index) => drop(expected.remove(index)),
                None => {
                    failures += &format!(
                        "{name}:{}: unexpected {} {message}\n",
                        line + 1,
                        diagnostic.code.id()
                    );
                }
            }
        }
        let notes = || {
            findings.iter().flat_map(|finding| {
                let notes = finding.diagnostic.notes.iter();
                notes.filter_map(|note| Some((note.line?, note.message.to_string())))
            })
        };
        for missing in expected {
            let is_note = missing.finding.is_none()
                && notes().any(|(line, text)| {
                    line as usize == missing.line && text.contains(&missing.words)
                });
            if !is_note {
                failures += &format!("{name}:{}: missing {missing:?}\n", missing.line + 1);
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

/// What a fix writes is what was meant: nothing is wrong any more in that place.
#[test]
fn fixes_of_errors_leave_none_of_their_code() {
    let mut count = 0;
    for path in fixtures() {
        let text = fs::read_to_string(&path).expect("a fixture");
        let (options, _) = read(&text);
        for finding in Document::new(&text, &options).findings(&|| false) {
            for fix in finding.diagnostic.fixes.iter().filter(|fix| fix.is_safe()) {
                let (fixed, applied) = mnc2_text::fix::apply(&text, [(finding.line, fix)]);
                assert_eq!(applied, 1);
                let left = Document::new(&fixed, &options).findings(&|| false);
                let is_left = left.iter().any(|other| {
                    other.line == finding.line && other.diagnostic.severity == Severity::Error
                });
                assert!(
                    !is_left,
                    "{}:{}: {left:?}",
                    path.display(),
                    finding.line + 1
                );
                count += 1;
            }
        }
    }
    assert!(count > 8, "{count}");
}

#[test]
fn every_code_is_raised() {
    let mut raised: BTreeSet<&str> = fixtures()
        .iter()
        .flat_map(|path| read(&fs::read_to_string(path).expect("a fixture")).1)
        .filter_map(|expectation| Some(expectation.finding?.1.id()))
        .collect();
    // One is raised where files are read, the other needs a long line.
    raised.insert(Code::NotUtf8.id());
    raised.insert(Code::LongLine.id());
    let all: BTreeSet<&str> = Code::ALL.iter().map(|code| code.id()).collect();
    assert_eq!(raised, all);
}

#[test]
fn a_line_that_is_too_long_is_said_and_not_read() {
    let long = format!("mmov.mm m9, m0 # {}", "x".repeat(1 << 14));
    let findings = Document::new(&long, &Options::default()).findings(&|| false);
    let codes: Vec<Code> = findings
        .iter()
        .map(|finding| finding.diagnostic.code)
        .collect();
    assert_eq!(codes, [Code::LongLine]);
}
