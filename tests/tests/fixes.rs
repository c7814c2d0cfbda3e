//! The result of each fix, and the proof that it does not change what a program computes.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fs;
use std::path::PathBuf;

use mnc2_isa::Mode;
use mnc2_program::ModeChoice;
use mnc2_program::code::Code;
use mnc2_program::finding::Finding;
use mnc2_program::message::language;
use mnc2_program::rules::check::check;
use mnc2_review::fixes::{CONTEXT_FIXES, Subject, fixes};
use mnc2_tests::files;
use mnc2_tests::fix_cases::{self, Case, Checked};
use mnc2_text::{Applicability, Language, line};

/// Seeds of the garbage that every case runs on.
const SEEDS: [u64; 2] = [1, 0xdead_beef];

fn path(name: &str) -> PathBuf {
    files::root().join(format!("tests/fixes/{name}.vsm"))
}

fn count(findings: &[Finding]) -> BTreeMap<Code, usize> {
    let mut counts = BTreeMap::new();
    for finding in findings {
        *counts.entry(finding.diagnostic.code).or_default() += 1;
    }
    counts
}

/// Every entry of [`CONTEXT_FIXES`] has a file of cases, and every file of cases has an entry.
#[test]
fn every_context_fix_does_as_its_cases_say() -> Result<(), Box<dyn Error>> {
    let mut failures = String::new();
    for row in CONTEXT_FIXES {
        let file = fs::read_to_string(path(row.name))
            .map_err(|error| format!("the context fix {} has no cases: {error}", row.name))?;
        let mut written = String::new();
        let (mut offered, mut refused) = (0, 0);
        let (cases, end) = fix_cases::cases(&file)?;
        for (text, case) in cases {
            let checked = Checked::new(&case.before);
            let made = checked
                .fixed(row, &case.head)
                .map_err(|error| format!("{}: case {}: {error}", row.name, case.head))?;
            written.push_str(&format!("{text}#~ case {}\n{}", case.head, case.before));
            let Some((line, fix)) = made else {
                refused += 1;
                let impossible = checked.impossible(row, &case.head)?;
                let reason = impossible.map_or(String::new(), |it| format!(": {}", it.reason));
                written.push_str(&format!("#~ refused{reason}\n#~ end\n"));
                continue;
            };
            offered += 1;
            let after = fix_cases::applied(&checked.source, line, &fix);
            written.push_str(&format!("#~ becomes\n{after}#~ end\n"));
            failures.push_str(&proof(&case, &after, fix.applicability).unwrap_or_default());
        }
        written.push_str(&end);
        failures.push_str(
            &files::fresh(&path(row.name), &written)
                .err()
                .unwrap_or_default(),
        );
        assert!(
            offered > 0 && refused > 0,
            "{} needs a case where it is offered and one where it is not",
            row.name
        );
    }
    assert!(failures.is_empty(), "{failures}");
    for file in files::below(&files::root().join("tests/fixes"), "vsm")? {
        let stem = file.file_stem().unwrap_or_default().to_string_lossy();
        assert!(
            CONTEXT_FIXES.iter().any(|row| row.name == stem),
            "{stem} is not a context fix"
        );
    }
    Ok(())
}

/// What is wrong with a change, if anything.
fn proof(case: &Case, after: &str, applicability: Applicability) -> Option<String> {
    let mut wrong = String::new();
    let (then, now) = (
        count(&Checked::new(&case.before).findings),
        count(&Checked::new(after).findings),
    );
    for (code, count) in &now {
        if then.get(code).copied().unwrap_or(0) < *count {
            wrong.push_str(&format!("brings {}\n", code.id()));
        }
    }
    if applicability == Applicability::Safe {
        for seed in SEEDS {
            wrong.push_str(
                &fix_cases::computes_the_same(&case.before, after, seed)
                    .err()
                    .unwrap_or_default(),
            );
        }
    }
    (!wrong.is_empty()).then(|| format!("case {}\n{}=>\n{after}{wrong}\n", case.head, case.before))
}

/// A menu shows titles and nothing else.
#[test]
fn no_two_fixes_of_a_finding_share_a_title() -> Result<(), Box<dyn Error>> {
    let modes = [
        ModeChoice::Infer,
        ModeChoice::Given(Mode::Flat),
        ModeChoice::Given(Mode::AutoStride),
    ];
    let (mut findings, mut several) = (0, 0);
    language::install();
    for path in files::below(&files::root().join("tests"), "vsm")? {
        let (source, _) = line::decode(&fs::read(&path)?);
        let lines: Vec<&str> = line::lines(&source).collect();
        let line = |line: u32| Cow::Borrowed(lines.get(line as usize).copied().unwrap_or_default());
        let program = mnc2_asm::parse(&source);
        for mode in modes {
            let subject = Subject {
                program: &program,
                text: &line,
                mode,
            };
            for finding in check(&program, mode).findings {
                let fixes = fixes(&subject, &finding);
                findings += 1;
                several += usize::from(fixes.len() > 1);
                for language in [Language::English, Language::Japanese] {
                    let titles: Vec<String> =
                        fixes.iter().map(|fix| fix.title.say(language)).collect();
                    let different: BTreeSet<&String> = titles.iter().collect();
                    let place = format!("{}:{}", path.display(), finding.line + 1);
                    assert_eq!(different.len(), titles.len(), "{place}: {titles:?}");
                }
            }
        }
    }
    assert!(findings > 2000 && several > 200, "{several} of {findings}");
    Ok(())
}
