//! Runs the annotated programs of `diagnostics/`, and checks that every code has fixtures.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;

use mnc2_program::code::Code;
use mnc2_program::finding::Finding;
use mnc2_program::{ModeChoice, Program};
use mnc2_review::fixes;
use mnc2_review::fixes::Subject;
use mnc2_tests::annotation::{self, Options};
use mnc2_tests::files;
use mnc2_text::{Severity, fix, line};

/// From this comment to the end of a file nothing may be found.
const NEAR_MISSES: [&str; 2] = ["# near misses", "; near misses"];

struct Fixture {
    name: String,
    bytes: Vec<u8>,
}

fn fixtures() -> Result<Vec<Fixture>, Box<dyn Error>> {
    let folder = files::root().join("tests/diagnostics");
    let mut fixtures = Vec::new();
    for path in files::below(&folder, "vsm")? {
        fixtures.push(Fixture {
            name: files::name(&path),
            bytes: fs::read(&path)?,
        });
    }
    Ok(fixtures)
}

#[test]
fn annotated_programs_raise_what_they_say() -> Result<(), Box<dyn Error>> {
    let fixtures = fixtures()?;
    let mut failures = String::new();
    for fixture in &fixtures {
        if let Err(difference) = annotation::compare(&fixture.bytes) {
            failures.push_str(&format!("\n{}\n{difference}", fixture.name));
        }
    }
    assert!(failures.is_empty(), "{failures}");
    println!("{} annotated programs", fixtures.len());
    Ok(())
}

/// The code that a file's name begins with: `E0305.vsm`, `E0305-lists.vsm`.
fn code_of(name: &str) -> Option<Code> {
    let stem = name.rsplit('/').next()?.split(['.', '-']).next()?;
    Code::find(stem)
}

#[test]
fn every_code_is_raised_and_nearly_raised() -> Result<(), Box<dyn Error>> {
    let mut raised: BTreeMap<&str, usize> = BTreeMap::new();
    let mut nearly: BTreeMap<&str, usize> = BTreeMap::new();
    let mut failures = String::new();
    for fixture in fixtures()? {
        let Some(code) = code_of(&fixture.name) else {
            continue;
        };
        let (source, _) = line::decode(&fixture.bytes);
        let annotations = annotation::read(&source)?;
        let checked = annotation::check_bytes(&fixture.bytes, &annotations.options);
        let near_from = line::lines(&source).position(|line| NEAR_MISSES.contains(&line));
        for finding in &checked.report.findings {
            if finding.diagnostic.code == code {
                *raised.entry(code.id()).or_default() += 1;
            }
            if near_from.is_some_and(|start| finding.line as usize > start) {
                failures.push_str(&format!(
                    "{}:{}: a near miss raises {}\n",
                    fixture.name,
                    finding.line + 1,
                    finding.diagnostic.code.id()
                ));
            }
        }
        if let Some(start) = near_from {
            let statements = checked
                .program
                .iter_from(start)
                .filter(|line| line.statement.is_some());
            // A file of parameters has no statements.
            let entries = line::lines(&source).skip(start + 1);
            let entries = entries.filter(|line| line.trim_start().starts_with('('));
            *nearly.entry(code.id()).or_default() += statements.count() + entries.count();
        }
    }
    for code in Code::ALL {
        if !raised.contains_key(code.id()) {
            failures.push_str(&format!("no fixture raises {}\n", code.id()));
        }
        if nearly.get(code.id()).is_none_or(|&count| count == 0) {
            failures.push_str(&format!("no near miss of {}\n", code.id()));
        }
    }
    assert!(failures.is_empty(), "{failures}");
    println!(
        "{} codes raised {} times, {} near misses",
        raised.len(),
        raised.values().sum::<usize>(),
        nearly.values().sum::<usize>()
    );
    Ok(())
}

#[test]
fn findings_lie_within_their_lines() -> Result<(), Box<dyn Error>> {
    for fixture in fixtures()? {
        let checked = annotation::check_bytes(&fixture.bytes, &Options::default());
        let lines: Vec<&str> = line::lines(&checked.source).collect();
        for finding in &checked.report.findings {
            let line = lines[finding.line as usize];
            let place = format!("{}:{}: {line}", fixture.name, finding.line + 1);
            let diagnostic = &finding.diagnostic;
            let range = diagnostic.range.start as usize..diagnostic.range.end as usize;
            assert!(
                !range.is_empty() && line.get(range).is_some(),
                "{place}\n{diagnostic:?}"
            );
            for note in &diagnostic.notes {
                let there = lines[note.line.unwrap_or(finding.line) as usize];
                let fits = note.range.as_ref().is_none_or(|range| {
                    there
                        .get(range.start as usize..range.end as usize)
                        .is_some()
                });
                assert!(fits, "{place}\n{note:?}");
            }
            assert!(
                !diagnostic.message.to_string().ends_with('.'),
                "{place}\n{diagnostic:?}"
            );
        }
    }
    Ok(())
}

/// After a fix the line may still have other findings, but not the fixed one. The inserted text can contain line ends.
#[test]
fn every_fix_removes_its_finding() -> Result<(), Box<dyn Error>> {
    let mut fixes = 0;
    for fixture in fixtures()? {
        let (source, _) = line::decode(&fixture.bytes);
        let options = annotation::read(&source)?.options;
        let checked = annotation::check_bytes(&fixture.bytes, &options);
        let count = |findings: &[Finding], code: Code| {
            findings
                .iter()
                .filter(|finding| finding.diagnostic.code == code)
                .count()
        };
        for finding in &checked.report.findings {
            for fix in &finding.diagnostic.fixes {
                fixes += 1;
                let (fixed, applied) = fix::apply(&checked.source, [(finding.line, fix)]);
                assert_eq!(applied, 1, "{}", fix.title);
                let code = finding.diagnostic.code;
                let after = annotation::check_bytes(fixed.as_bytes(), &options);
                assert!(
                    count(&after.report.findings, code) < count(&checked.report.findings, code),
                    "{}:{}: {} does not remove its finding\n{fixed}",
                    fixture.name,
                    finding.line + 1,
                    fix.title
                );
            }
        }
    }
    println!("{fixes} fixes remove their findings");
    Ok(())
}

/// Whether a single line has a finding of this code.
fn is_of_a_line(program: &Program, code: Code) -> bool {
    let mut lines = program.iter();
    lines.any(|line| line.diagnostics.iter().any(|found| found.code == code))
}

/// The meaning of the rest of a line is known only once it can be parsed and its opcodes are known.
fn hides_the_rest(code: Code) -> bool {
    code.id()[1..].starts_with("01") || matches!(code, Code::UnknownOpcode | Code::UnknownOperand)
}

/// Each fix removes its finding and causes no other; each code has a fix, or a reason why not.
#[test]
fn every_offered_fix_helps_and_every_code_has_one_or_a_reason() -> Result<(), Box<dyn Error>> {
    let mut offered: BTreeMap<Code, usize> = BTreeMap::new();
    let mut reasons: BTreeMap<Code, String> = BTreeMap::new();
    let mut failures = String::new();
    for fixture in fixtures()? {
        let (source, _) = line::decode(&fixture.bytes);
        let annotations = annotation::read(&source)?;
        reasons.extend(code_of(&fixture.name).zip(annotations.without_fix));
        let options = annotations.options;
        let checked = annotation::check_bytes(&fixture.bytes, &options);
        let lines: Vec<&str> = line::lines(&checked.source).collect();
        let line = |line: u32| Cow::Borrowed(lines.get(line as usize).copied().unwrap_or_default());
        let subject = Subject {
            program: &checked.program,
            text: &line,
            mode: ModeChoice::Given(checked.report.mode),
        };
        let counts = |findings: &[Finding]| {
            let mut counts: BTreeMap<Code, usize> = BTreeMap::new();
            for finding in findings {
                *counts.entry(finding.diagnostic.code).or_default() += 1;
            }
            counts
        };
        let before = counts(&checked.report.findings);
        for finding in &checked.report.findings {
            let code = finding.diagnostic.code;
            for fix in fixes::fixes(&subject, finding) {
                *offered.entry(code).or_default() += 1;
                let (fixed, _) = fix::apply(&checked.source, [(finding.line, &fix)]);
                let checked_again = annotation::check_bytes(fixed.as_bytes(), &options);
                let after = counts(&checked_again.report.findings);
                let count = |of: &BTreeMap<Code, usize>, code| of.get(&code).copied().unwrap_or(0);
                let brought: Vec<Code> = after
                    .keys()
                    .copied()
                    .filter(|&other| count(&after, other) > count(&before, other))
                    .filter(|&other| other.row().severity == Severity::Error)
                    // Rules over several lines pass over a line with an error, so a fix can reveal what they find.
                    .filter(|&other| is_of_a_line(&checked_again.program, other))
                    .filter(|_| !hides_the_rest(code))
                    .collect();
                if count(&after, code) >= count(&before, code) || !brought.is_empty() {
                    failures.push_str(&format!(
                        "{}:{}: {} of {}: brings {brought:?}\n",
                        fixture.name,
                        finding.line + 1,
                        fix.title,
                        code.id()
                    ));
                }
            }
        }
    }
    for &code in Code::ALL {
        match (offered.contains_key(&code), reasons.get(&code)) {
            (true, Some(_)) => failures.push_str(&format!("{} has a fix after all\n", code.id())),
            (false, None) => {
                failures.push_str(&format!("{} has no fix and no reason\n", code.id()));
            }
            (true, None) | (false, Some(_)) => {}
        }
    }
    assert!(failures.is_empty(), "{failures}");
    println!(
        "{} codes with {} fixes, {} without",
        offered.len(),
        offered.values().sum::<usize>(),
        reasons.len()
    );
    Ok(())
}
