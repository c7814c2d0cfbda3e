//! Laws of formatting, on fixtures, examples, random programs and public programs: the program stays the same,
//! comments keep their text, lines with errors are not touched, a second pass changes nothing, and a range is
//! laid out as the whole would be.

use std::borrow::Cow;
use std::error::Error;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use std::{env, fs};

use mnc2_asm::program::Line;
use mnc2_asm::{Program, format, text};
use mnc2_isa::Op;
use mnc2_tests::generate::{self, Choices};
use mnc2_tests::{files, ranges};

const FOLDER_VARIABLE: &str = "MNC2_PUBLIC_PROGRAMS";

/// What a line means and what is found in it, without where it stands.
fn meaning(line: &Line) -> String {
    let findings: Vec<(&str, String)> = line
        .diagnostics
        .iter()
        .map(|found| (found.code.id(), found.message.to_string()))
        .collect();
    format!(
        "{} {findings:?}",
        ranges::erased(&format!("{:?}", line.statement))
    )
}

/// What one text showed.
#[derive(Debug, Default)]
struct Seen {
    lines: usize,
    changed: usize,
    elapsed: Duration,
}

impl Seen {
    /// Formats a text and holds the result to every law.
    fn check(&mut self, name: &str, source: &str) {
        let program = Program::parse(source);
        let start = Instant::now();
        let formatted = format::format(source, &program);
        self.elapsed += start.elapsed();
        let again = Program::parse(&formatted);
        assert_eq!(
            format::format(&formatted, &again),
            formatted,
            "{name}: a second pass changes something"
        );
        let (before, after): (Vec<&str>, Vec<&str>) = (
            text::lines(source).collect(),
            text::lines(&formatted).collect(),
        );
        assert_eq!(before.len(), after.len(), "{name}");
        for (number, (old, new)) in before.iter().zip(&after).enumerate() {
            let (Some(was), Some(is)) = (program.line(number), again.line(number)) else {
                panic!("{name}: {} lines are parsed", program.len());
            };
            self.lines += 1;
            self.changed += usize::from(old != new);
            assert_eq!(
                meaning(was),
                meaning(is),
                "{name}:{}: {old:?} -> {new:?}",
                number + 1
            );
            assert!(
                !was.has_error() || old == new,
                "{name}:{}: {old:?}",
                number + 1
            );
            let comment = |line: &Line, text: &str| {
                line.comment.as_ref().map(|range| {
                    text[range.start as usize..range.end as usize]
                        .trim_end_matches([' ', '\t'])
                        .to_owned()
                })
            };
            assert_eq!(comment(was, old), comment(is, new), "{name}:{}", number + 1);
            assert!(
                new.len() == new.trim_end_matches([' ', '\t']).len()
                    || was.has_error()
                    || old == new,
                "{name}:{}: {new:?}",
                number + 1
            );
        }
        self.check_ranges(
            name,
            &program,
            &text::lines_with_ends(source).collect::<Vec<_>>(),
        );
    }

    /// Every edit of a range is that of the whole text.
    fn check_ranges(&self, name: &str, program: &Program, lines: &[&str]) {
        let line_text = |line: usize| Cow::Borrowed(lines[line]);
        let whole = format::edits(program, line_text, 0..program.len());
        let third = (program.len() / 3).max(1);
        for start in (0..program.len()).step_by(third) {
            let part = format::edits(program, line_text, start..start + third);
            let expected: Vec<_> = whole
                .iter()
                .filter(|edit| (start..start + third).contains(&edit.line))
                .cloned()
                .collect();
            assert_eq!(part, expected, "{name}: lines {start} and on");
        }
    }

    fn report(&self, what: &str) {
        println!(
            "formatted {what}: {} lines, {} changed; {:.2} µs a line",
            self.lines,
            self.changed,
            self.elapsed.as_secs_f64() * 1e6 / self.lines.max(1) as f64
        );
    }
}

#[test]
fn fixtures_and_examples_keep_their_meaning() -> Result<(), Box<dyn Error>> {
    let mut seen = Seen::default();
    for folder in ["tests/diagnostics", "tests/programs", "examples"] {
        for path in files::below(&files::root().join(folder), "vsm")? {
            seen.check(&files::name(&path), &text::decode(&fs::read(&path)?).0);
        }
    }
    seen.report("fixtures and examples");
    assert!(seen.lines > 1000, "{seen:?}");
    Ok(())
}

/// A statement with its spaces made more, and a comment or not.
fn spread(choices: &mut Choices, statement: &str) -> String {
    let mut line = choices.one_of(&["", "", " ", "\t", "    "]).to_owned();
    for character in statement.chars() {
        match character {
            ' ' => line.push_str(choices.one_of(&[" ", " ", "  ", "\t", "   \t"])),
            ';' => line.push_str(choices.one_of(&[";", " ;", "; ", "  ;\t"])),
            other => line.push(other),
        }
    }
    line.push_str(choices.one_of(&["", "", "  ", "#x", " # あ  b ", "\t#"]));
    line
}

#[test]
fn random_programs_keep_their_meaning() {
    let mut choices = Choices::new(11);
    let expressions: Vec<_> = generate::instructions()
        .filter(|(_, op)| !matches!(op, Op::Mv(_)))
        .collect();
    let all: Vec<_> = generate::instructions().collect();
    let mut seen = Seen::default();
    for program in 0..40 {
        let mut source = String::new();
        for _ in 0..100 {
            let statement = match choices.below(8) {
                0 => String::new(),
                1 | 2 => generate::control(&mut choices),
                3 | 4 => {
                    let (spelling, op) = choices.one_of(&all);
                    generate::instruction(&mut choices, spelling, op)
                }
                _ => {
                    let parts: Vec<String> = (0..1 + choices.below(4))
                        .map(|_| {
                            let (spelling, op) = choices.one_of(&expressions);
                            generate::instruction(&mut choices, spelling, op)
                        })
                        .collect();
                    parts.join(";")
                }
            };
            source.push_str(&spread(&mut choices, &statement));
            source.push_str(choices.one_of(&["\n", "\n", "\r\n", "\r", "\n\n"]));
        }
        seen.check(&format!("random program {program}"), &source);
    }
    seen.report("random programs");
    assert!(seen.changed > 500, "{seen:?}");
}

#[test]
fn public_programs_keep_their_meaning() -> Result<(), Box<dyn Error>> {
    let Some(folder) = env::var_os(FOLDER_VARIABLE).map(PathBuf::from) else {
        println!("!!! NO PUBLIC PROGRAM WAS FORMATTED: {FOLDER_VARIABLE} names no folder !!!");
        return Ok(());
    };
    let mut seen = Seen::default();
    let paths = files::below(&folder, "vsm")?;
    for path in &paths {
        let source = text::decode(&fs::read(path)?).0;
        seen.check(&path.display().to_string(), &source);
    }
    seen.report(&format!("{} public programs", paths.len()));
    Ok(())
}
