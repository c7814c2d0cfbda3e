//! Annotated programs: the expected findings are in the comments of the program itself.
//!
//! `;~ error[TC0103] words` applies to its own line, and each `^` after `;~` moves one line up; the words are part of the message.
//! `;~ note words` expects a note that points at the line, `;~ help words` a remark that points at no place. The first line can be `;~ used: no`, if values without a use are
//! not what the program is about. Any other finding fails.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use mnc2_text::Severity;
use mnc2_tinytc::{Code, Document, Options};

#[derive(Debug)]
struct Expectation {
    line: usize,
    /// `None` for a note or a remark.
    finding: Option<(Severity, Code)>,
    words: String,
}

fn read(text: &str) -> Vec<Expectation> {
    let mut expectations = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let Some((_, annotation)) = line.split_once(";~") else {
            continue;
        };
        let rest = annotation.trim_start_matches('^');
        let up = annotation.len() - rest.len();
        let rest = rest.trim();
        if line.starts_with(";~") {
            assert_eq!(rest, "used: no");
            continue;
        }
        let (kind, words) = rest.split_once(' ').unwrap_or((rest, ""));
        let finding = (!matches!(kind, "note" | "help")).then(|| {
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
    expectations
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
        let mut expected = read(&text);
        let document = Document::new(&text, &Options::default());
        let name = path
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let mut findings = document.findings(&|| false);
        if text.starts_with(";~ used: no") {
            findings.retain(|_, diagnostic| diagnostic.code != Code::UnusedValue);
        }
        let findings: Vec<_> = findings.into_iter().collect();
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
                let line = finding.line;
                notes.map(move |note| (note.line.unwrap_or(line), note.message.to_string()))
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
        let options = Options::default();
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

/// A program for another version is told so once, and nothing is changed without being looked at.
#[test]
fn another_version_is_one_finding() {
    let text = "func @f(%a: f32, %A: memref<f32x4x4>) {
  gemm %a, %A, %A, %a, %A
  %x = add %a, %a : f32
  %y = mul %x, %a : f32
  %z = less_than %x, %y : bool
  %i = group_id.x : index
  %w = arith.addd %a, %y : f32
}
";
    let options = Options::default();
    let errors = |text: &str| {
        let found = Document::new(text, &options).findings(&|| false);
        let errors = found.iter().filter(|it| it.diagnostic.is_error());
        errors.collect::<Vec<_>>()
    };
    let found = errors(text);
    let lines: Vec<u32> = found.iter().map(|it| it.line).collect();
    assert_eq!(lines, [2, 6], "{found:#?}");
    let [fix] = found[0].diagnostic.fixes.as_slice() else {
        panic!("one fix: {found:#?}");
    };
    assert!(!fix.is_safe());
    let (fixed, _) = mnc2_text::fix::apply(text, [(2, fix)]);
    let expected = text
        .replace("= add", "= arith.add")
        .replace("= mul", "= arith.mul");
    assert_eq!(fixed, expected.replace("less_than", "cmp.lt"));
    // Without such a word, what is missing is an error.
    let text = "func @f(%a: f32, %A: memref<f32x4x4>) {
  gemm %a, %A, %A, %a, %A
  axpby %a, %A, %a, %A
}
";
    assert_eq!(errors(text).len(), 2);
    let alone = errors("func @f(%a: f32) {\n  %0 = add %a, %a : f32\n}\n");
    assert_eq!(alone.len(), 1);
    assert!(alone[0].diagnostic.fixes.iter().all(|fix| !fix.is_safe()));
}

#[test]
fn every_code_is_raised() {
    let mut raised: BTreeSet<&str> = fixtures()
        .iter()
        .flat_map(|path| read(&fs::read_to_string(path).expect("a fixture")))
        .filter_map(|expectation| Some(expectation.finding?.1.id()))
        .collect();
    // It is raised where files are read.
    raised.insert(Code::NotUtf8.id());
    let all: BTreeSet<&str> = Code::ALL.iter().map(|code| code.id()).collect();
    assert_eq!(raised, all);
}

/// Every rule is held to what it must not say, too. A file without a function has no room for one.
#[test]
fn every_fixture_has_near_misses() {
    for path in fixtures() {
        let text = fs::read_to_string(&path).expect("a fixture");
        let near = text.split_once("\n; near misses\n").map(|(_, near)| near);
        let is_empty = path.ends_with("TC0105.ir");
        assert!(
            near.is_some_and(|near| near.contains("func ")) || is_empty,
            "{}",
            path.display()
        );
    }
}
