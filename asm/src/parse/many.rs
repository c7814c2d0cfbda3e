//! Many lines at once: those of long texts on all processors, with the same result as one after the other.
//!
//! Lines are independent but for one thing, how many "did you mean" searches a parser makes. Each thread may make all of
//! them; where the threads before have made some, its lines are parsed again with what is left, if that makes a
//! difference. A text without a mistake is parsed once, and no text more than twice.

use std::sync::Arc;
use std::thread;

use super::{LineParser, SUGGESTION_BUDGET};
use crate::program::Line;

/// Lines that are worth a thread: some milliseconds.
const LINES_OF_A_THREAD: usize = 512;

/// Parses lines.
pub(crate) fn parse(lines: &[&str]) -> Vec<Arc<Line>> {
    parse_lines(lines, |parser, line| parser.parse(line))
}

/// Parses lines in a way of one's own, which is given a parser and the text of a line without its end.
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

/// The lines of one thread, with the searches that it made.
fn parse_share<L: AsRef<str>>(
    lines: &[L],
    parse: impl Fn(&mut LineParser, &str) -> Line,
    suggestions: u32,
) -> (Vec<Arc<Line>>, u32) {
    let mut parser = LineParser::new();
    parser.suggestions = suggestions;
    let parsed = lines
        .iter()
        .map(|line| Arc::new(parse(&mut parser, line.as_ref())));
    let parsed = parsed.collect();
    // Whoever parses may have begun with a new parser.
    (parsed, suggestions.saturating_sub(parser.suggestions))
}

fn parse_on<L: AsRef<str> + Sync>(
    lines: &[L],
    parse: &(impl Fn(&mut LineParser, &str) -> Line + Sync),
    threads: usize,
) -> Vec<Arc<Line>> {
    if threads <= 1 {
        return parse_share(lines, parse, SUGGESTION_BUDGET).0;
    }
    let shares: Vec<&[L]> = lines.chunks(lines.len().div_ceil(threads)).collect();
    let parsed: Vec<_> = thread::scope(|scope| {
        let start = |share| scope.spawn(move || parse_share(share, parse, SUGGESTION_BUDGET));
        let started: Vec<_> = shares.iter().map(|&share| start(share)).collect();
        let ended = started.into_iter().map(|thread| match thread.join() {
            Ok(parsed) => parsed,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        ended.collect()
    });
    let mut left = SUGGESTION_BUDGET;
    let mut all = Vec::with_capacity(lines.len());
    for (share, (parsed, made)) in shares.into_iter().zip(parsed) {
        // One that made all of its searches may have wanted more.
        let (parsed, made) = if made > left {
            parse_share(share, parse, left)
        } else {
            (parsed, made)
        };
        left -= made;
        all.extend(parsed);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::{Arc, Line, LineParser};

    fn parse_on(lines: &[&str], threads: usize) -> Vec<Arc<Line>> {
        super::parse_on(lines, &LineParser::parse, threads)
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
            // More mistakes than there are searches, from the first line on, or behind right ones.
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
