use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use cpu_time::ThreadTime;
use mnc2_dataflow::depends::ChangeLevel;
use mnc2_equal::{Equivalence, Limits, Places, RunsOutcome, by_dataflow, by_runs};
use mnc2_program::rules::Rules;
use mnc2_schedule::search_input::Subject;
use mnc2_schedule::shorten::{Objective, Request, shorten};
use mnc2_text::line;

use super::text_of;

/// Longest program, in bytes and in lines: a search compares every pair of expressions.
const BYTES_MAX: usize = 1500;
const LINES_MAX: usize = 20;

/// Time of each search. It decides how much is found, and no property.
const SEARCH: Duration = Duration::from_millis(2);

/// Processor time of a search, for its levels and their proofs, in a build for fuzzing.
const WORKED_MAX: Duration = Duration::from_secs(20);

/// Steps of each run that is compared.
const STEPS_MAX: u64 = 200;

/// For any program, level and region, a proposal is equivalent and takes neither more steps than before nor fewer than its
/// bound. A search ends in its time. A cancelled search returns no proposal.
///
/// # Panics
/// If not.
pub fn shortened(data: &[u8]) {
    let source = text_of(data, BYTES_MAX);
    let lines: Vec<&str> = line::lines(&source).take(LINES_MAX).collect();
    let program = mnc2_asm::parse(&lines.join("\n"));
    let rules = Rules::default();
    let source = |line: usize| lines[line].to_owned();
    let subject = Subject {
        time: SEARCH,
        runs: 0,
        ..Subject::new(&program, &source, &rules)
    };
    // The text itself chooses: a fuzzer that changes a line reaches every way.
    let choice = data
        .iter()
        .fold(0_usize, |sum, &byte| sum + usize::from(byte));
    let request = Request {
        level: ChangeLevel::ALL[choice % ChangeLevel::ALL.len()],
        score: [Objective::Steps, Objective::LinesAndBytes][choice / 4 % 2],
        keeps_hazards: choice / 8 % 2 == 0,
        ..Request::new(subject)
    };
    let first = if choice / 16 % 2 == 0 {
        0
    } else {
        lines.len() / 3
    };
    let region = first..lines.len();

    let waits = AtomicUsize::new(choice / 32 % 4);
    let less = |it: usize| Some(it.saturating_sub(1));
    let is_cancelled = || waits.fetch_update(Relaxed, Relaxed, less) == Ok(0);
    let _ = shorten(request, region.clone(), &is_cancelled, &mut |_| {});
    let begin = ThreadTime::now();
    let found = shorten(request, region, &|| false, &mut |_| {});
    let taken = begin.elapsed();
    assert!(taken <= WORKED_MAX, "{taken:?}: {lines:?}");
    let Ok(found) = found else {
        return;
    };
    assert!(found.after <= found.before, "{found:?}");
    assert!(
        !found.is_whole || found.bound.steps <= found.after,
        "{found:?}"
    );
    if let Some(anywhere) = &found.anywhere {
        assert!(anywhere.steps <= found.after, "{found:?}");
    }
    let rest = &lines[first + found.lines_before..];
    let written = lines[..first].iter().map(ToString::to_string);
    let written: Vec<String> = written
        .chain(found.lines.iter().cloned())
        .chain(rest.iter().map(ToString::to_string))
        .collect();
    let after = mnc2_asm::parse(&written.join("\n"));
    let places = Places::everything();
    let proven = by_dataflow(&program, &after, &places, &|| false);
    let is_unchanged = written == lines;
    assert!(
        proven == Equivalence::Same || is_unchanged,
        "{proven:?}: {written:?}"
    );
    let limits = Limits {
        runs: 1,
        steps: STEPS_MAX,
        bytes: 1 << 20,
        ..Limits::default()
    };
    let ran = by_runs(&program, &after, &places, &limits);
    assert!(
        !matches!(ran, RunsOutcome::Different(_)),
        "{ran:?}: {written:?}"
    );
}
