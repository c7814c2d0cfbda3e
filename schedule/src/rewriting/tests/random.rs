//! Random programs in which all rules fire, at every level, and the wrong rules that the proof refuses.

mod lines;

use std::collections::{BTreeMap, BTreeSet};

use mnc2_dataflow::depends::ChangeLevel;
use mnc2_equal::{Equivalence, Limits, Places, RunsOutcome};
use mnc2_isa::{Memory, Mode};
use mnc2_program::rules::{RuleProfile, Rules};
use mnc2_text::Language;

use super::{all_ways, at, outcome, regrouped};
use crate::draft::Draft;
use crate::merging::tests::{Numbers, draft};
use crate::parallel;
use crate::planted::{self, Wrong};
use crate::rewriting::plan;
use crate::rules::{self, RULES, RewriteRule, RuleEvidence};
use crate::search_input::Subject;
use crate::shorten::{Request, Shortened, shorten};

/// Random programs; more with `MNC2_REWRITE_PROGRAMS`.
const PROGRAMS: u64 = 4;

/// Random programs in which every rule fires.
const FIRING_PROGRAMS: u64 = 200;

/// Programs in which all rules fire, which are tried first.
const FIRING_FIRST: [u64; 5] = [0, 3, 4, 13, 20];

/// Random programs at most until a wrong rule does something; all of `MNC2_PLANTED_PROGRAMS` are tried where that is set.
const PLANTED_PROGRAMS_MAX: u64 = 300;

/// The limit of work of a level.
const WORK: u64 = 250;

/// The least number of programs of one million in which each rule fires.
const FIRES_OF_MILLION: u64 = 10_000;

/// Whether two programs leave the same in the whole chip's places, from three dirty starts.
fn runs_alike(before: &Draft, after: &Draft, places: &Places) -> bool {
    let limits = Limits::default();
    let run = |number| mnc2_equal::by_run(&before.program, &after.program, places, &limits, number);
    (1..=3).all(|number| run(number) == RunsOutcome::Alike)
}

fn all_places() -> [Places; 4] {
    let memories = [Memory::Lm0, Memory::Lm1, Memory::Grf0, Memory::Grf1];
    let everything = Places::everything();
    [
        at(&[Memory::Lm1]),
        at(&memories[1..3]),
        at(&memories),
        everything,
    ]
}

/// The random program with a number.
fn numbered(number: u64) -> String {
    Numbers((number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1).program()
}

/// The result of a search at a level, with a limit of work.
fn searched(text: &str, places: &Places, level: ChangeLevel, jobs: usize) -> Shortened {
    let lines: Vec<&str> = text.lines().collect();
    let program = mnc2_asm::parse(text);
    let source = |line: usize| lines[line].to_owned();
    let rules = Rules::from_profile(RuleProfile::Assembler);
    let request = Request {
        level,
        keeps_hazards: true,
        work: Some(WORK),
        jobs,
        ..Request::new(Subject {
            places: Some(places),
            runs: 0,
            ..Subject::new(&program, &source, &rules)
        })
    };
    shorten(request, 0..lines.len(), &|| false, &mut |_| {})
        .unwrap_or_else(|it| panic!("{it:?}\n{text}"))
}

/// The rules that need no testcase.
fn unlimited_rules() -> impl Iterator<Item = &'static str> {
    let has_inputs = |it: &RewriteRule| it.known == RuleEvidence::Range;
    // Random programs have no `mask` statements.
    let all = RULES
        .into_iter()
        .filter(move |it| !has_inputs(it) && *it != &rules::STEP_MASKS);
    all.map(|it| it.id)
}

/// The rules that some way to write a program anew applies; every way is proven.
fn fired(text: &str, places: &Places) -> BTreeSet<&'static str> {
    let before = draft(text);
    let mut fired = BTreeSet::new();
    for mode in [Mode::AutoStride, Mode::Flat] {
        if let Some(found) = regrouped(&before, mode) {
            let written = found.draft.lines.join("\n");
            let is_same = outcome(&before, &found.draft, places) == Equivalence::Same;
            assert!(is_same, "{mode:?}\n{text}\n\n{written}");
            fired.insert(rules::REGROUPED.id);
        }
    }
    for found in all_ways(&before, places) {
        let written = found.draft.lines.join("\n");
        let is_same = outcome(&before, &found.draft, places) == Equivalence::Same;
        assert!(is_same, "{:?}\n{text}\n\n{written}", found.freedom);
        let applied = found.before.applied(found.freedom);
        fired.extend(applied.iter().map(|it| it.rule.id));
        let runs = found.before.runs.iter();
        let improved = runs.filter_map(|it| it.improved(found.freedom));
        fired.extend(improved.flat_map(|it| it.applied.keys()));
        // The search orders every result; masks that end writes are in the text.
        fired.insert(rules::ORDER.id);
        match found.freedom.numbers {
            plan::Numbers::Loaded => false,
            plan::Numbers::Squares => fired.insert(rules::SQUARES.id),
            plan::Numbers::Operations => fired.insert(rules::NUMBERS.id),
        };
        if found.freedom.masks && written.contains("/1") {
            fired.insert(rules::MASKS.id);
        }
    }
    fired
}

/// Asserts that a result has the bound of the original expressions that lower levels have, and shows it if its own is another one.
#[track_caller]
fn assert_bounds_stay(found: &Shortened, original: &mut Option<i64>) {
    if !found.is_whole {
        return;
    }
    assert!(found.bound.steps <= found.after, "{found:?}");
    if found.level < ChangeLevel::Forwarding {
        return;
    }
    let bound = found.original_bound.expect("a region that is one problem");
    assert_eq!(*original.get_or_insert(bound), bound, "{:?}", found.level);
    let shown = found.certainty().say(Language::English);
    let clause = format!("original expressions takes fewer than {bound} step");
    let is_other = bound != found.bound.steps && found.level > ChangeLevel::Forwarding;
    assert_eq!(shown.contains(&clause), is_other, "{shown}");
}

/// Shortens a program at every level, and compares what the results leave; the rules that fired.
fn at_every_level(number: u64) -> BTreeSet<&'static str> {
    let text = numbered(number);
    let places = &all_places()[number as usize % 4];
    let mut all = fired(&text, places);
    let before = draft(&text);
    let (mut least, mut original_bound) = (i64::MAX, None);
    for level in ChangeLevel::ALL {
        let found = searched(&text, places, level, 1);
        let written = found.lines.join("\n");
        let after = found.after;
        assert!(
            after <= least,
            "{number}: {level:?} takes {after} steps\n{text}"
        );
        least = after;
        assert_bounds_stay(&found, &mut original_bound);
        if found.lines != before.lines {
            let is_alike = runs_alike(&before, &draft(&written), places);
            assert!(is_alike, "{number}: {level:?}\n{text}\n\n{written}");
        }
        all.extend(found.applied.iter().map(|it| it.rule.id));
    }
    all
}

#[test]
fn programs_rewritten_at_every_level_leave_the_same() {
    let given = std::env::var("MNC2_REWRITE_PROGRAMS").ok();
    let count = given.and_then(|it| it.parse().ok()).unwrap_or(PROGRAMS);
    let first = std::env::var("MNC2_REWRITE_FIRST").ok();
    let first = first.and_then(|it| it.parse().ok()).unwrap_or(0);
    let numbers: Vec<u64> = (first..first + count).collect();
    let mut fires: BTreeMap<&str, u64> = unlimited_rules().map(|it| (it, 0)).collect();
    for some in numbers.chunks(500) {
        let found = parallel::map(parallel::processors(), some, |number| {
            at_every_level(*number)
        });
        for rule in found.into_iter().flatten() {
            *fires.entry(rule).or_default() += 1;
        }
        println!(
            "{} programs, 0 differences; fires: {fires:?}",
            some.last().map_or(0, |it| it + 1 - first)
        );
    }
    for rule in unlimited_rules() {
        let fires = fires[rule];
        assert!(
            fires >= count * FIRES_OF_MILLION / 1_000_000,
            "{rule} fires {fires} times"
        );
    }
}

#[test]
fn every_rule_fires_in_random_programs() {
    let mut missing: BTreeSet<&str> = unlimited_rules().collect();
    for number in FIRING_FIRST.into_iter().chain(0..FIRING_PROGRAMS) {
        let (text, places) = (numbered(number), &all_places()[number as usize % 3]);
        for rule in fired(&text, places) {
            missing.remove(rule);
        }
        if missing.is_empty() {
            return;
        }
    }
    panic!("{missing:?} do not fire: `Numbers::algebra` needs lines for them");
}

#[test]
fn the_number_of_threads_changes_nothing() {
    for number in 0..2 {
        let (text, places) = (numbered(number), &all_places()[number as usize]);
        for level in [
            ChangeLevel::Merging,
            ChangeLevel::Unit,
            ChangeLevel::Rewrite,
        ] {
            let [one, several] = [1, 3].map(|jobs| searched(&text, places, level, jobs));
            let [one, several] =
                [one, several].map(|it| (it.lines, it.after, it.bound, it.applied));
            assert_eq!(one, several, "{level:?}\n{text}");
        }
    }
}

/// The wrong rules that random programs show, each with the number of the first program in which the proof refuses it.
const WRONG: [(Wrong, u64); 23] = [
    (Wrong::SwappedWords, 0),
    (Wrong::OneFlag, 21),
    (Wrong::SplitLongWords, 3),
    (Wrong::AnyInputOrder, 3),
    (Wrong::TooEarly, 52),
    (Wrong::AllFree, 1),
    (Wrong::LostOld, 4),
    (Wrong::Scale, 40),
    (Wrong::Count, 45),
    (Wrong::Fold, 0),
    (Wrong::DeMorgan, 0),
    (Wrong::Covered, 0),
    (Wrong::EqualExtremes, 7),
    (Wrong::Step, 106),
    (Wrong::Rotation, 111),
    (Wrong::Uncounted, 15),
    (Wrong::Undemanded, 156),
    (Wrong::Number, 9),
    (Wrong::Double, 7),
    (Wrong::Shift, 126),
    (Wrong::Extreme, 105),
    (Wrong::ShortMask, 0),
    (Wrong::Halves, 17),
];

/// Wrong rules with programs of their own.
const WRONG_ALONE: [Wrong; 5] = [
    Wrong::Overflow,
    Wrong::Cycle,
    Wrong::OtherMask,
    Wrong::Range,
    Wrong::Remainder,
];

/// The rule that a wrong one is a variant of; transfers have no rule of the table.
const fn right(wrong: Wrong) -> Option<&'static RewriteRule> {
    Some(match wrong {
        Wrong::SwappedWords | Wrong::OneFlag | Wrong::SplitLongWords => &rules::LONG_WORDS,
        Wrong::AnyInputOrder | Wrong::AllFree | Wrong::LostOld => &rules::VALUES,
        Wrong::TooEarly => &rules::ORDER,
        Wrong::Scale => &rules::SCALED_SUMS,
        Wrong::Count | Wrong::Fold => &rules::SUMS,
        Wrong::Step => &rules::CONSTANT_SUMS,
        Wrong::Rotation => &rules::BIT_MOVES,
        Wrong::Double => &rules::DOUBLES,
        Wrong::Shift => &rules::SHIFTS,
        Wrong::DeMorgan | Wrong::Covered => &rules::BITS,
        Wrong::EqualExtremes => &rules::EXTREMES,
        Wrong::Extreme | Wrong::Overflow => &rules::SELECTIONS,
        Wrong::ShortMask => &rules::MASKS,
        Wrong::Uncounted => &rules::SQUARES,
        Wrong::Undemanded => &rules::SHARED_CONSTANTS,
        Wrong::Number => &rules::NUMBERS,
        Wrong::Cycle => &rules::REGROUPED,
        Wrong::OtherMask => &rules::STEP_MASKS,
        Wrong::Range => &rules::RANGES,
        Wrong::Remainder => &rules::REMAINDERS,
        Wrong::Halves => &rules::HALVES,
        Wrong::Unwritten
        | Wrong::Rotated
        | Wrong::Further
        | Wrong::Amount
        | Wrong::Carries
        | Wrong::MissingMab
        | Wrong::Direction
        | Wrong::MissingPe
        | Wrong::TurnedBack
        | Wrong::OtherSent => return None,
    })
}

#[test]
fn each_rule_has_a_wrong_variant() {
    for rule in RULES {
        // Those that are alone have tests of their own.
        let mut all = WRONG.map(|it| it.0).into_iter().chain(WRONG_ALONE);
        let is_planted = all.any(|it| right(it) == Some(rule));
        assert!(
            is_planted,
            "{}: `planted::Wrong` needs a wrong variant of it",
            rule.id
        );
    }
}

/// Whether the proof refuses what a wrong rule does in a program; what is proven is right.
fn is_refused(wrong: Wrong, number: u64) -> bool {
    let before = draft(&numbered(number));
    let places = &all_places()[number as usize % 3];
    let mut refused = false;
    for found in planted::with(wrong, || all_ways(&before, places)) {
        let is_proven = outcome(&before, &found.draft, places) == Equivalence::Same;
        refused |= !is_proven;
        assert!(
            !is_proven || runs_alike(&before, &found.draft, places),
            "{wrong:?}: proven, and wrong"
        );
    }
    refused
}

#[test]
fn the_proof_refuses_what_each_wrong_rule_does() {
    let given = std::env::var("MNC2_PLANTED_PROGRAMS").ok();
    let given: Option<u64> = given.and_then(|it| it.parse().ok());
    parallel::map(parallel::processors(), &WRONG, |&(wrong, first)| {
        let is_refused = |&number: &u64| is_refused(wrong, number);
        let refused: Vec<u64> = if let Some(count) = given {
            (0..count).filter(is_refused).collect()
        } else {
            let mut numbers = (first..PLANTED_PROGRAMS_MAX).chain(0..first);
            numbers.find(is_refused).into_iter().collect()
        };
        println!(
            "{wrong:?}: refused in {} programs, first {:?}",
            refused.len(),
            refused.first()
        );
        assert!(
            !refused.is_empty(),
            "{wrong:?} does nothing that the proof refuses"
        );
    });
}
