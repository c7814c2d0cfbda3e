//! Parses many lines at once: those of long texts on all processors, with the same result as one after the other,
//! since lines do not depend on each other. Lines with the same text are parsed once and shared.

use std::collections::HashMap;
use std::sync::Arc;
use std::thread;

use super::LineParser;
use crate::program::Line;

/// Lines that are worth a thread: a few milliseconds.
const LINES_OF_A_THREAD: usize = 512;

/// Maximum number of different lines that a thread compares others with. Few programs have more, and what is generated
/// repeats itself sooner.
const KNOWN_LINES_MAX: usize = 1 << 14;

/// Longer lines are hardly ever repeated.
const KNOWN_LINE_BYTES_MAX: usize = 256;

/// Parses lines.
pub(crate) fn parse(lines: &[&str]) -> Vec<Arc<Line>> {
    parse_lines(lines, |parser, line| parser.parse(line))
}

/// Parses lines with a function, which is given a parser and the text of a line without its end.
pub fn parse_lines<L: AsRef<str> + Sync>(
    lines: &[L],
    parse: impl Fn(&mut LineParser, &str) -> Line + Sync,
) -> Vec<Arc<Line>> {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    parse_on(
        lines,
        &parse,
        processors.min(lines.len() / LINES_OF_A_THREAD),
    )
}

/// The lines of one thread.
fn parse_share<L: AsRef<str>>(
    lines: &[L],
    parse: impl Fn(&mut LineParser, &str) -> Line,
) -> Vec<Arc<Line>> {
    let mut parser = LineParser::new();
    let mut known: HashMap<&str, Arc<Line>> = HashMap::new();
    let parsed = lines.iter().map(|line| {
        let text = line.as_ref();
        if let Some(line) = known.get(text) {
            return Arc::clone(line);
        }
        let line = Arc::new(parse(&mut parser, text));
        if known.len() < KNOWN_LINES_MAX && text.len() <= KNOWN_LINE_BYTES_MAX {
            known.insert(text, Arc::clone(&line));
        }
        line
    });
    parsed.collect()
}

fn parse_on<L: AsRef<str> + Sync>(
    lines: &[L],
    parse: &(impl Fn(&mut LineParser, &str) -> Line + Sync),
    threads: usize,
) -> Vec<Arc<Line>> {
    if threads <= 1 {
        return parse_share(lines, parse);
    }
    thread::scope(|scope| {
        let start = |share| {
            let work = move || parse_share(share, parse);
            (share, thread::Builder::new().spawn_scoped(scope, work))
        };
        let shares = lines.chunks(lines.len().div_ceil(threads));
        let started: Vec<_> = shares.map(start).collect();
        let ended =
            started
                .into_iter()
                .flat_map(|(share, thread)| match thread.map(|it| it.join()) {
                    Ok(Ok(parsed)) => parsed,
                    Ok(Err(panic)) => std::panic::resume_unwind(panic),
                    // The system gives no further thread.
                    Err(_) => parse_share(share, parse),
                });
        ended.collect()
    })
}

#[cfg(test)]
mod tests {
    use super::{Arc, Line, LineParser};

    fn parse_on(lines: &[&str], threads: usize) -> Vec<Arc<Line>> {
        super::parse_on(lines, &LineParser::parse, threads)
    }

    #[test]
    fn lines_with_the_same_text_are_shared() {
        let lines = parse_on(&["x", "nop", "x", "y", "x"], 1);
        let shared = |other: usize| Arc::ptr_eq(&lines[0], &lines[other]);
        assert_eq!([1, 2, 3, 4].map(shared), [false, true, false, true]);
        assert_eq!(lines[3], LineParser::new().parse("y").into());
    }

    #[test]
    fn threads_change_nothing() {
        let right = [
            "nop",
            "",
            "fvfma $lm0v $ln0v $lr0v $ls0v # x",
            "d set $lm0 1 l1",
        ];
        for wrong in [
            &["lpasa $lr0v $ls0v"][..],
            &["nop", "iad $lr0v $ls0v $ln0v"],
            &[],
        ] {
            // Errors from the first line on, or after correct ones.
            for first in [0, 150, 700] {
                let lines = (0..900).map(|line| match wrong {
                    [] => right[line % right.len()],
                    _ if line < first => right[line % right.len()],
                    _ => wrong[line % wrong.len()],
                });
                let lines: Vec<&str> = lines.collect();
                let expected = parse_on(&lines, 1);
                for threads in [2, 3, 7] {
                    assert!(
                        parse_on(&lines, threads) == expected,
                        "{wrong:?} {first} {threads}"
                    );
                }
            }
        }
    }
}
