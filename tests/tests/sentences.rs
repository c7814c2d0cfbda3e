//! The messages of findings, word for word: the programs of `sentences/`, and under each line everything about it.
//!
//! A program ends at an empty line; the first line of a file can hold the options of an annotated program. Expected
//! messages are in lines that begin with `#>`: the sentence and its part of the line, notes with their parts, and the
//! lines after a fix. `UPDATE_EXPECT=1` rewrites them.

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::ops::Range;

use mnc2_program::finding::Finding;
use mnc2_tests::annotation::{self, Options};
use mnc2_tests::files;
use mnc2_text::{Fix, fix, line};

/// The start of an expected message.
const MARK: &str = "#>";

fn part<'a>(lines: &[&'a str], line: u32, range: &Range<u32>) -> &'a str {
    lines[line as usize]
        .get(range.start as usize..range.end as usize)
        .unwrap_or("(no part of the line)")
}

/// The lines that a fix changes.
fn fixed(source: &str, line: u32, fix: &Fix) -> String {
    let (fixed, _) = fix::apply(source, [(line, fix)]);
    let (before, after): (Vec<_>, Vec<_>) =
        (line::lines(source).collect(), line::lines(&fixed).collect());
    let same = |(one, other): &(&&str, &&str)| one == other;
    let head = before.iter().zip(&after).take_while(same).count();
    let (before, after) = (&before[head..], &after[head..]);
    let tail = (before.iter().rev().zip(after.iter().rev()))
        .take_while(same)
        .count();
    let changed = &after[..after.len() - tail];
    if changed.is_empty() {
        "(nothing)".to_owned()
    } else {
        changed.join(" ⏎ ")
    }
}

fn said(source: &str, finding: &Finding, written: &mut String) -> std::fmt::Result {
    let lines: Vec<&str> = line::lines(source).collect();
    let (line, diagnostic) = (finding.line, &finding.diagnostic);
    let place = part(&lines, line, &diagnostic.range);
    let (id, message) = (diagnostic.code.id(), &diagnostic.message);
    writeln!(written, "{MARK} {id} at `{place}`: {message}")?;
    for note in &diagnostic.notes {
        let message = &note.message;
        match (&note.range, note.line) {
            (None, _) => writeln!(written, "{MARK}    help: {message}")?,
            (Some(range), None) => {
                let place = part(&lines, line, range);
                writeln!(written, "{MARK}    note at `{place}`: {message}")?;
            }
            (Some(range), Some(other)) => {
                let place = part(&lines, other, range);
                let other = other + 1;
                writeln!(
                    written,
                    "{MARK}    note at `{place}` in line {other}: {message}"
                )?;
            }
        }
    }
    for fix in &diagnostic.fixes {
        let (title, fixed) = (&fix.title, fixed(source, line, fix));
        writeln!(written, "{MARK}    fix: {title}: {fixed}")?;
    }
    Ok(())
}

/// A file without the messages, and with them.
fn rewritten(file: &str) -> Result<(String, usize), Box<dyn Error>> {
    let bare: Vec<&str> = file
        .lines()
        .filter(|line| !line.starts_with(MARK))
        .collect();
    let first = bare.first().copied().unwrap_or_default();
    let options: Options = annotation::read(first)?.options;
    let (mut written, mut sentences) = (String::new(), 0);
    for (index, program) in bare.split(|line| line.is_empty()).enumerate() {
        if index > 0 {
            written.push('\n');
        }
        let source = program.join("\n");
        let findings = annotation::check_bytes(source.as_bytes(), &options)
            .report
            .findings;
        for (number, line) in (0..).zip(program) {
            written.push_str(line);
            written.push('\n');
            for finding in findings.iter().filter(|finding| finding.line == number) {
                said(&source, finding, &mut written)?;
                sentences += 1;
            }
        }
    }
    Ok((written, sentences))
}

#[test]
fn findings_say_what_stands_beside_them() -> Result<(), Box<dyn Error>> {
    let (mut failures, mut count) = (String::new(), 0);
    for path in files::below(&files::root().join("tests/sentences"), "vsm")? {
        let (written, sentences) = rewritten(&fs::read_to_string(&path)?)?;
        failures.push_str(&files::fresh(&path, &written).err().unwrap_or_default());
        count += sentences;
    }
    assert!(failures.is_empty(), "{failures}");
    assert!(count > 0, "nothing is said");
    println!("{count} sentences");
    Ok(())
}
