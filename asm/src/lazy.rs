//! Programs of long texts: their lines are parsed when something needs them.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use super::LineParser;
use mnc2_program::{Line, LineSource, Program};
use mnc2_text::line;

/// Lines between two places of the index.
const INDEX_LINES: usize = if cfg!(test) { 5 } else { 128 };

/// A text, and where some of its lines begin.
struct LongText {
    text: Arc<String>,
    /// The first byte of each line whose number is a multiple of [`INDEX_LINES`].
    starts: Vec<usize>,
}

/// The program of a text, each line of which is parsed when something needs it: in 1/1000 of the time and, until
/// then, 1/50 of the memory of [`parse`](crate::parse()), with the same lines.
#[must_use]
pub fn parse_lazily(text: Arc<String>) -> Program {
    read_late(&Program::default(), text)
}

/// The program of a text, in chunks of the size that another program has.
fn read_late(like: &Program, text: Arc<String>) -> Program {
    let mut starts = Vec::new();
    let (mut count, mut start) = (0, 0);
    for line in line::lines_with_ends(&text) {
        if count % INDEX_LINES == 0 {
            starts.push(start);
        }
        count += 1;
        start += line.len();
    }
    like.reading(count, Arc::new(LongText { text, starts }))
}

impl LineSource for LongText {
    fn read(&self, lines: Range<usize>) -> Vec<Arc<Line>> {
        let Some(&start) = self.starts.get(lines.start / INDEX_LINES) else {
            return Vec::new();
        };
        let mut parser = LineParser::new();
        line::lines(&self.text[start..])
            .skip(lines.start % INDEX_LINES)
            .take(lines.len())
            .map(|line| Arc::new(parser.parse(line)))
            .collect()
    }
}

impl fmt::Debug for LongText {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "LongText({} bytes)", self.text.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mnc2_program::ModeChoice;
    use mnc2_program::rules::check::{Findings, check};
    use mnc2_text::random::Random;

    const LINES: &[&str] = &[
        "nop/2",
        "lpassa $lm0v $ln0v",
        "lpassa $ln0v $lr0v; nop",
        "maskr 1",
        "x",
        "lpassa $lm0 $lr0 # mnc2: off E0102",
        "#! budget 3",
        "lpassa $mauf $lr8v",
        "lpassa $lr[0,2,4,6] $ls0",
        "",
    ];

    /// An empty program in small chunks: a short text has many borders.
    fn small() -> Program {
        Program::in_chunks_of(6)
    }

    fn random_text(random: &mut Random) -> String {
        let ends = ["\n", "\r\n", "\r"];
        let line = |random: &mut Random| LINES[random.index(LINES.len())];
        let mut text = String::new();
        for _ in 0..random.index(60) {
            text += line(random);
            text += ends[random.index(ends.len())];
        }
        text + if random.index(20) == 0 {
            "quit\nnop"
        } else {
            line(random)
        }
    }

    #[test]
    fn lines_read_late_are_those_read_at_once() {
        let mut random = Random::new(7);
        for _ in 0..400 {
            let text = random_text(&mut random);
            let mut whole = small();
            whole.replace(0..0, crate::parse(&text).iter().cloned());
            let long = read_late(&small(), Arc::new(text.clone()));
            assert_eq!(
                (long.len(), long.resident_lines()),
                (whole.len(), 0),
                "{text:?}"
            );

            assert_eq!(
                check(&long, ModeChoice::Infer),
                check(&whole, ModeChoice::Infer)
            );
            let first = random.index(whole.len() + 2);
            let passed: Vec<_> = long
                .pieces_from(first)
                .flat_map(|it| it.into_owned())
                .collect();
            assert!(passed.iter().eq(whole.iter_from(first)));
            assert_eq!(long.end(), whole.end());
            let line = random.index(whole.len());
            assert_eq!(long.resident_lines(), 0, "no pass keeps lines");
            assert_eq!(long.steps_before(line), whole.steps_before(line));
            assert_eq!(long.mask_setting_at(line), whole.mask_setting_at(line));
            assert_eq!(long.line(line), whole.line(line));
            assert!(long.resident_lines() > 0, "who refers to a line keeps it");

            let mut edited = long.clone();
            let mut expected = whole.clone();
            let end = line + random.index(whole.len() - line + 1);
            let other = Arc::new(LineParser::new().parse("maskt 1"));
            edited.replace(line..end, [Arc::clone(&other)]);
            expected.replace(line..end, [other]);
            assert_eq!(
                check(&edited, ModeChoice::Infer),
                check(&expected, ModeChoice::Infer)
            );
            assert!(edited == expected && long == whole);
        }
    }

    #[test]
    fn findings_are_written_without_keeping_lines() {
        let text = "x\nnop\nlpassa $lr[0,2,4,6] $ls0\n".repeat(40);
        let long = read_late(&small(), Arc::new(text.clone()));
        let found = Findings::check(&long, ModeChoice::Infer);
        let whole = Findings::check(&crate::parse(&text), ModeChoice::Infer);
        assert!(found.iter().eq(whole.iter()));
        assert!(found.len() >= 40);
        assert_eq!(long.resident_lines(), 0);
    }
}
