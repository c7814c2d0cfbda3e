//! A search ends when its time is up.

use std::fs;
use std::path::Path;
use std::time::Duration;

use cpu_time::ThreadTime;
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
