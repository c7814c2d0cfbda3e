//! Parses many lines at once: those of long texts on all processors, with the same result as one after the other,
//! since lines do not depend on each other.

use std::sync::Arc;
use std::thread;

use super::LineParser;
use crate::program::Line;

/// Lines that are worth a thread: a few milliseconds.
const LINES_OF_A_THREAD: usize = 512;

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
    let parsed = lines
        .iter()
        .map(|line| Arc::new(parse(&mut parser, line.as_ref())));
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
