//! Laws of formatting: the program stays the same, comments keep their text, lines with errors are not changed, a
//! second pass changes nothing, and a range is formatted like the whole.

use std::borrow::Cow;
use std::time::{Duration, Instant};

use mnc2_assist::format;
use mnc2_program::{Line, Program};
use mnc2_text::line;

use crate::ranges;

/// The meaning and the diagnostics of a line, without their ranges. The dump repeats `d get` with its spaces, which formatting
/// changes.
fn meaning(line: &Line) -> String {
    let findings: Vec<(&str, String)> = line
        .diagnostics
        .iter()
        .map(|found| (found.code.id(), found.message.to_string()))
        .collect();
    let statement = ranges::erased(&format!("{:?}", line.statement)).replace("\\t", " ");
    let words: Vec<&str> = statement.split_whitespace().collect();
    format!("{} {findings:?}", words.join(" "))
}

/// The figures for one text.
#[derive(Debug, Default)]
pub struct Seen {
    /// The number of lines.
    pub lines: usize,
    /// Lines that formatting changed.
    pub changed: usize,
    /// How long formatting took.
    pub elapsed: Duration,
}

impl Seen {
    /// Formats a text and checks every law.
    ///
    /// # Panics
    /// If a law is broken.
    pub fn check(&mut self, name: &str, source: &str) {
        let program = mnc2_asm::parse(source);
        let start = Instant::now();
        let formatted = format::format(source, &program);
        self.elapsed += start.elapsed();
        let again = mnc2_asm::parse(&formatted);
        assert_eq!(
            format::format(&formatted, &again),
            formatted,
            "{name}: a second pass changes something"
        );
        let (before, after): (Vec<&str>, Vec<&str>) = (
            line::lines(source).collect(),
            line::lines(&formatted).collect(),
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
            &line::lines_with_ends(source).collect::<Vec<_>>(),
        );
    }

    /// Every edit of a range equals an edit of the whole text.
    fn check_ranges(&self, name: &str, program: &Program, lines: &[&str]) {
        let line_text = |line: usize| Cow::Borrowed(lines[line]);
        let whole = format::edits(program, line_text, 0..program.len(), &|| false);
        let third = (program.len() / 3).max(1);
        for start in (0..program.len()).step_by(third) {
            let part = format::edits(program, line_text, start..start + third, &|| false);
            let expected: Vec<_> = whole
                .iter()
                .filter(|edit| (start..start + third).contains(&(edit.place.line as usize)))
                .cloned()
                .collect();
            assert_eq!(part, expected, "{name}: lines {start} and on");
        }
    }

    pub fn report(&self, what: &str) {
        println!(
            "formatted {what}: {} lines, {} changed; {:.2} µs a line",
            self.lines,
            self.changed,
            self.elapsed.as_secs_f64() * 1e6 / self.lines.max(1) as f64
        );
    }
}
