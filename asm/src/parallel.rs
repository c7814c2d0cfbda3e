//! Parses many lines. The lines of long texts are parsed on all processors, with the same result as one after the other, since
//! lines do not depend on each other. Lines with the same text are parsed once and shared.

use std::sync::Arc;
use std::thread;

use foldhash::{HashMap, HashMapExt as _};

use super::LineParser;
use mnc2_program::Line;

/// Lines that are worth a thread: a few milliseconds.
const LINES_OF_A_THREAD: usize = 512;

/// Maximum number of different lines that a thread compares others with. Few programs have more, and what is generated
/// repeats itself sooner.
const KNOWN_LINES_MAX: usize = 1 << 14;

/// Longer lines are hardly ever repeated.
const KNOWN_LINE_BYTES_MAX: usize = 256;

/// Lines between two checks for cancellation in a thread.
const LINES_BETWEEN_QUESTIONS: usize = 256;

/// Parses lines without their ends.
pub(crate) fn parse(lines: &[&str]) -> Vec<Arc<Line>> {
    let parsed = parse_lines(lines, |parser, line| parser.parse(line), &|| false);
    parsed.expect("no one cancels it")
}

/// Parses lines with a function, which is given a parser and the text of a line without its end. `None` if `is_cancelled`
/// returns true before the end; each thread calls it now and then.
pub fn parse_lines<L: AsRef<str> + Sync>(
    lines: &[L],
    parse: impl Fn(&mut LineParser, &str) -> Line + Sync,
    is_cancelled: &(dyn Fn() -> bool + Sync),
) -> Option<Vec<Arc<Line>>> {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    parse_on(
        lines,
        &parse,
        is_cancelled,
        processors.min(lines.len() / LINES_OF_A_THREAD),
    )
}

/// The lines of one thread.
fn parse_share<L: AsRef<str>>(
    lines: &[L],
    parse: impl Fn(&mut LineParser, &str) -> Line,
    is_cancelled: &(dyn Fn() -> bool + Sync),
) -> Option<Vec<Arc<Line>>> {
    let mut parser = LineParser::new();
    let mut known: HashMap<&str, Arc<Line>> = HashMap::new();
    let parsed = lines.iter().enumerate().map(|(number, line)| {
        if number.is_multiple_of(LINES_BETWEEN_QUESTIONS) && is_cancelled() {
            return None;
        }
        let text = line.as_ref();
        if let Some(line) = known.get(text) {
            return Some(Arc::clone(line));
        }
        let line = Arc::new(parse(&mut parser, text));
        if known.len() < KNOWN_LINES_MAX && text.len() <= KNOWN_LINE_BYTES_MAX {
            known.insert(text, Arc::clone(&line));
        }
        Some(line)
    });
    parsed.collect()
}

fn parse_on<L: AsRef<str> + Sync>(
    lines: &[L],
    parse: &(impl Fn(&mut LineParser, &str) -> Line + Sync),
    is_cancelled: &(dyn Fn() -> bool + Sync),
    threads: usize,
) -> Option<Vec<Arc<Line>>> {
    if threads <= 1 {
        return parse_share(lines, parse, is_cancelled);
    }
    thread::scope(|scope| {
        let start = |share| {
            let work = move || parse_share(share, parse, is_cancelled);
            (share, thread::Builder::new().spawn_scoped(scope, work))
        };
        let shares = lines.chunks(lines.len().div_ceil(threads));
        let started: Vec<_> = shares.map(start).collect();
        let mut all = Some(Vec::with_capacity(lines.len()));
        for (share, thread) in started {
            let parsed = match thread.map(|it| it.join()) {
                Ok(Ok(parsed)) => parsed,
                Ok(Err(panic)) => std::panic::resume_unwind(panic),
                // The system gives no further thread.
                Err(_) => parse_share(share, parse, is_cancelled),
            };
            all = all.zip(parsed).map(|(mut all, parsed)| {
                all.extend(parsed);
                all
            });
        }
        all
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::{Arc, LINES_BETWEEN_QUESTIONS, Line, LineParser};

    fn parse_on(lines: &[&str], threads: usize) -> Vec<Arc<Line>> {
        super::parse_on(lines, &LineParser::parse, &|| false, threads).expect("no one cancels it")
    }

    #[test]
    fn what_no_one_waits_for_stops() {
        let lines: Vec<String> = (0..20_000).map(|number| format!("nop/{number}")).collect();
        for threads in [1, 2, 7] {
            let (parsed, asked) = (AtomicUsize::new(0), AtomicUsize::new(0));
            let parse = |_: &mut LineParser, _: &str| {
                parsed.fetch_add(1, Ordering::SeqCst);
                Line::default()
            };
            let is_cancelled = || asked.fetch_add(1, Ordering::SeqCst) >= 10;
            let lines = super::parse_on(&lines, &parse, &is_cancelled, threads);
            assert!(lines.is_none(), "{threads}");
            let parsed = parsed.into_inner();
            assert!(
                parsed <= 10 * LINES_BETWEEN_QUESTIONS,
                "{threads}: {parsed}"
            );
        }
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
