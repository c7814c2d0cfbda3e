//! A search ends when its time is up.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use cpu_time::ThreadTime;
use mnc2_equal::{ComparedWords, Places};
use mnc2_isa::Memory;
use mnc2_program::rules::{RuleProfile, Rules};
use mnc2_text::Language;

use super::*;

/// The time of a search.
const TIME: Duration = Duration::from_millis(200);

/// What a search may take besides: what it begins is ended, and the first result is proven in any case. A test build is slow.
const SLACK: Duration = Duration::from_secs(6);

/// The lines of a shorter program.
fn shortened(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let program = mnc2_asm::parse(text);
    let source = |line: usize| lines[line].to_owned();
    let rules = Rules::from_profile(RuleProfile::Assembler);
    let request = Request::new(Subject::new(&program, &source, &rules));
    let found = shorten(request, 0..lines.len(), &|| false, &mut |_| {});
    found.expect("a shorter program").lines
}

#[test]
fn headings_and_blank_lines_stay_between_their_sections() {
    let text = "\
# === load ===
lpassa $lm0v $ln0v
nop

# === compute ===
# all of it
lpassa $lm8v $ls8v
nop/3 # waits

# === done ===
lpassa $lm16v $lr16v

# the end
";
    let expected = "\
# === load ===
lpassa $lm0v $ln0v

# === compute ===
# all of it
lpassa $lm8v $ls8v
# waits

# === done ===
lpassa $lm16v $lr16v

# the end";
    assert_eq!(shortened(text).join("\n"), expected);
}

/// A search at a level; how long it took.
fn searched(text: &str, level: ChangeLevel) -> Duration {
    let lines: Vec<&str> = text.lines().collect();
    let program = mnc2_asm::parse(text);
    let source = |line: usize| lines[line].to_owned();
    let rules = Rules::from_profile(RuleProfile::Assembler);
    // Only this thread works.
    let worked = || ThreadTime::now().as_duration();
    let (begin, before) = (Instant::now(), worked());
    let clock = || begin + worked().saturating_sub(before);
    let request = Request {
        level,
        keeps_hazards: true,
        clock: &clock,
        ..Request::new(Subject {
            time: TIME,
            ..Subject::new(&program, &source, &rules)
        })
    };
    // A refusal ends in time, too.
    let _ = shorten(request, 0..lines.len(), &|| false, &mut |_| {});
    worked().saturating_sub(before)
}

#[test]
fn every_example_ends_within_its_time_at_every_level() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let entries = fs::read_dir(folder).expect("the examples").flatten();
    let mut texts: Vec<(String, String)> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|it| it == "vsm"))
        .map(|path| {
            let text = fs::read_to_string(&path).expect("an example");
            (path.display().to_string(), text)
        })
        .collect();
    assert!(texts.len() > 5, "{} examples", texts.len());
    let indirect = "mvp/n64nd1i04 $lc256@0.0 $di16@1\nnop; wait i04\n";
    texts.push(("an indirect transfer".to_owned(), indirect.to_owned()));
    for (name, text) in texts {
        for (number, level) in (1..).zip(ChangeLevel::ALL) {
            let taken = searched(&text, level);
            // Each level has its time, and as much again for the quick orders of the remaining windows.
            let most = 2 * TIME * number + SLACK;
            println!("{taken:?} {level:?} {name}");
            assert!(taken <= most, "{name}, {level:?}: {taken:?}");
        }
    }
}

/// A program of many copies that wait, longer than a window.
fn waiting(copies: usize) -> String {
    let copy = |it: usize| {
        let (from, to) = (8 * (it % 16), 8 * (it % 15));
        format!("lpassa $lm{from}v $lr{to}v\nnop/2\n")
    };
    (0..copies).map(copy).collect()
}

/// A search of a work at the level `rewrite`, which is interrupted after some reports of its progress.
fn interrupted(text: &str, reports: usize) -> (Shortened, usize) {
    let lines: Vec<&str> = text.lines().collect();
    let program = mnc2_asm::parse(text);
    let source = |line: usize| lines[line].to_owned();
    let rules = Rules::from_profile(RuleProfile::Assembler);
    let reported = AtomicUsize::new(0);
    let request = Request {
        level: ChangeLevel::Rewrite,
        work: Some(3_000),
        is_interrupted: &|| reported.load(Ordering::Relaxed) >= reports,
        ..Request::new(Subject {
            runs: 0,
            ..Subject::new(&program, &source, &rules)
        })
    };
    let found = shorten(request, 0..lines.len(), &|| false, &mut |_| {
        reported.fetch_add(1, Ordering::Relaxed);
    });
    let reported = reported.into_inner();
    (found.expect("the best so far"), reported)
}

#[test]
fn an_interrupted_search_gives_the_best_so_far() {
    let text = waiting(300);
    let (early, reports) = interrupted(&text, 2);
    assert_eq!(reports, 2, "no further window is begun");
    assert!(early.after < early.before, "{}", early.after);
    assert_eq!(early.proof, ProofKind::Dataflow);
    let (done, reports) = interrupted(&text, usize::MAX);
    assert!(reports > 2 && done.after < early.after, "{}", done.after);
}

#[test]
fn a_long_program_is_written_anew_in_parts_with_any_number_of_threads() {
    let body = "isub $s0 $m0v $omr1\nipassa $m0v $n0v\nnop\nisub $s0 $m0v $n0v/$imr1\nnop/2\n";
    let text = body.repeat(450);
    let lines: Vec<&str> = text.lines().collect();
    let program = mnc2_asm::parse(&text);
    let source = |line: usize| lines[line].to_owned();
    let rules = Rules::from_profile(RuleProfile::Assembler);
    let places = Places {
        shown: true,
        at_end: vec![ComparedWords::all_of(Memory::Lm1)],
        from_zero: false,
    };
    let found = [1, 3].map(|jobs| {
        let request = Request {
            level: ChangeLevel::Rewrite,
            work: Some(60_000),
            jobs,
            ..Request::new(Subject {
                runs: 0,
                places: Some(&places),
                ..Subject::new(&program, &source, &rules)
            })
        };
        shorten(request, 0..lines.len(), &|| false, &mut |_| {}).expect("a shorter program")
    });
    assert!(lines.len() > 2048);
    assert_eq!(found[0].lines, found[1].lines);
    assert_eq!(found[0].proof, ProofKind::Dataflow);
    let saved: i64 = found[0].applied.iter().map(|it| it.saved).sum();
    assert_eq!(saved, found[0].before - found[0].after);
    // Each part of 512 lines computes the four numbers once.
    assert!(found[0].after < 100, "{}", found[0].after);
}

/// A program with a transfer that is longer than L2BM, which proofs do not follow, and whose first lines have a shorter order.
fn shortened_if_unproven(is_unproven_allowed: bool) -> Result<Shortened, Refusal> {
    let lines = [
        "lpassa $lm1024v $lr8v",
        "nop/2",
        "lpassa $lm1032v $lr16v",
        "nop/2",
        "mvp/n65536 $lc0@0.0 $p0@0",
    ];
    let program = mnc2_asm::parse(&lines.join("\n"));
    let source = |line: usize| lines[line].to_owned();
    let rules = Rules::from_profile(RuleProfile::Assembler);
    let request = Request {
        level: ChangeLevel::Order,
        is_unproven_allowed,
        ..Request::new(Subject {
            runs: 2,
            ..Subject::new(&program, &source, &rules)
        })
    };
    shorten(request, 0..4, &|| false, &mut |_| {})
}

#[test]
fn what_is_not_proven_is_proposed_only_if_asked_for_and_says_so() {
    let refused = shortened_if_unproven(false);
    assert!(matches!(refused, Err(Refusal::NotProven(_))), "{refused:?}");
    let found = shortened_if_unproven(true).expect("runs that agree");
    assert!(found.after < found.before);
    assert_eq!(found.proof, ProofKind::Tried(2));
    let doubt = found.doubt().map(|it| it.say(Language::English));
    assert_eq!(doubt.as_deref(), Some("tried on 2 inputs, not proven"));
}

/// The units of work that it takes to write some lines anew, repeated some times, without a limit.
fn work_of_rewriting(body: &str, times: usize) -> usize {
    let text = body.repeat(times);
    let lines: Vec<&str> = text.lines().collect();
    let program = mnc2_asm::parse(&text);
    let source = |line: usize| lines[line].to_owned();
    let rules = Rules::from_profile(RuleProfile::Assembler);
    let subject = Subject::new(&program, &source, &rules);
    let proof = Proof::new(subject, 0, None, &|| false);
    let (clock, time) = Clock::counting(u64::MAX, &|| false);
    let original = Draft {
        program: program.clone(),
        start: 0,
        lines: lines.iter().map(|it| (*it).to_owned()).collect(),
    };
    let request = Request::new(subject);
    let patience = Patience {
        clock: &clock,
        until: None,
        is_cancelled: &|| false,
    };
    let mut progress = |_| {};
    let mut attempts = Attempts::new(&original, request, (time, patience), &proof, &mut progress);
    let deadline = attempts.patience.begin(time);
    let done = attempts.rewrite_all(&original, deadline);
    assert_eq!(done, Ok(()));
    assert!(attempts.best_cost.0 < original.steps());
    clock.work()
}

#[test]
fn the_work_for_a_line_does_not_grow_with_the_length() {
    let body = "isub $s0 $m0v $omr1\nipassa $m0v $n0v\nnop\nisub $s0 $m0v $n0v/$imr1\nnop/2\n";
    let [short, long] = [240, 960].map(|times| work_of_rewriting(body, times));
    println!("{short} units of work for 1 200 lines, {long} for 4 800");
    assert!(long < 5 * short, "{short}, {long}");
}
