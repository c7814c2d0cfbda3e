//! Random programs in which all rules fire, at every level, and the wrong rules that the proof refuses.

use std::collections::{BTreeMap, BTreeSet};

use mnc2_dataflow::depends::ChangeLevel;
use mnc2_equal::{Equivalence, Limits, Places, RunsOutcome};
use mnc2_isa::{Memory, Mode};
use mnc2_program::ModeChoice;
use mnc2_program::rules::check::check as check_program;
use mnc2_program::rules::{RuleProfile, Rules};
use mnc2_text::Language;

use super::{all_ways, at, outcome, regrouped};
use crate::draft::Draft;
use crate::merging::tests::{Numbers, draft};
use crate::parallel;
use crate::planted::{self, Wrong};
use crate::rewriting::plan;
use crate::rewriting::rules::{self, RULES, RewriteRule, RuleEvidence};
use crate::search_input::Subject;
use crate::shorten::{Request, Shortened, shorten};

/// Random programs; more with `MNC2_REWRITE_PROGRAMS`.
const PROGRAMS: u64 = 4;

/// Random programs in which every rule fires.
const FIRING_PROGRAMS: u64 = 200;

/// Random programs at most until a wrong rule does something.
const PLANTED_PROGRAMS_MAX: u64 = 300;

/// Lines of a program.
const LINES: usize = 16;

/// The limit of work of a level.
const WORK: u64 = 1_000;

/// The least number of programs of one million in which each rule fires.
const FIRES_OF_MILLION: u64 = 10_000;

impl Numbers {
    /// An operand of a width.
    fn operand(&mut self, width: &str, memories: &[&str]) -> String {
        let words = [("", 1), ("l", 2), ("ll", 4)];
        let words = words.iter().find(|it| it.0 == width).map_or(1, |it| it.1);
        let memory = self.pick(memories);
        let address = words * self.below(12 / words);
        let cycles = self.pick(&["v", "v", ""]);
        format!("${width}{memory}{address}{cycles}")
    }

    fn line(&mut self) -> String {
        let width = self.pick(&["", "l"]);
        let x = self.operand(width, &["m", "r"]);
        let y = self.operand(width, &["s", "r"]);
        let to = self.operand(width, &["n", "r", "s"]);
        let mask = self.pick(&["", "", "", "/1100", "/$imr1"]);
        let op = self.pick(&["iadd", "isub", "imax", "fvadd", "fvmul", "ixor"]);
        match self.below(10) {
            0 => format!("ipassa {x} {to}{mask}"),
            1 => format!("imm i\"{}\" {to}", self.below(3)),
            2 => format!("isub {x} {y} $omr1"),
            3 => {
                let [x, y] = [["m", "r"], ["s", "r"]].map(|it| self.operand("l", &it));
                format!("lsub {x} {y} {}", self.operand("l", &["n", "r", "s"]))
            }
            4 => {
                let x = self.operand("ll", &["m", "r"]);
                format!("lpassa {x} {}", self.operand("ll", &["n", "r", "s"]))
            }
            5 => {
                // What the ALU computes is in `$aluf`.
                let [first, second] = [(); 2].map(|()| self.pick(&["iadd", "isub", "imax"]));
                format!("{first} {x} {y} $nowrite\n{second} $aluf {y} {to}")
            }
            6 | 7 => self.algebra(),
            _ => format!("{op} {x} {y} {to}{mask}"),
        }
    }

    /// Lines that the rules of algebra apply to.
    fn algebra(&mut self) -> String {
        let x = self.operand("l", &["m"]);
        let to = self.operand("l", &["n", "r", "s"]);
        let number = self.below(5);
        match self.below(12) {
            5 if number > 2 => format!(
                "imm ui\"0x00ff0000\" $lr16v\nimm i\"{}\" $ls16v\nnop/9\nilsl {x} $ls16v $ls24v\n\
                 nop/9\niand $ls24v $lr16v {to}",
                number + 4
            ),
            10 | 11 => self.selection(&x, &to),
            9 => "lpassa $llr0v $lls0v\nnop/9\nlinc $ls0v $lr32v\nnop/9\nlinc $ls8v $lr40v"
                .to_owned(),
            8 => format!(
                "imm f\"inf\" $lr16v\nnop/9\nfvadd {x} {x} $omr1\nnop/9\nlpassa $lr16v {to}/$imr1"
            ),
            7 => format!(
                "imm s\"8\" $lr16v\nimm i\"16\" $ls16v\nnop/9\nsbsl {x} $lr16v $lr24v\nnop/9\n\
                 ibsl $lr24v $ls16v {to}"
            ),
            5 => format!("imm i\"1\" $ls16v\nnop/9\nilsl {x} $ls16v {to}"),
            4 => format!(
                "imm i\"16\" $ls16v\nimm i\"16\" $lr24v\nnop/9\nilsl {x} $ls16v $lr16v\nnop/9\n\
                 uilsr {x} $lr24v $ls24v\nnop/9\nior $lr16v $ls24v {to}"
            ),
            0 => format!(
                "imm f\"{number}.5\" $ls16v\nimm f\"8.0\" $ls24v\nnop/9\n\
                 fvadd {x} $ls16v $nowrite\nfvmul $mauf $ls24v {to}"
            ),
            1 => format!("imm f\"2.0\" $ls16v\nnop/9\nfvmul {x} $ls16v {to}"),
            2 => format!("imm h\"2.0\" $ls16v\nnop/9\nhvmulr {x} $ls16v {to}"),
            3 => format!("linc {x} $nowrite\nlinc $aluf {to}"),
            _ => {
                let load = |it: u64| format!("imm i\"{}\" $s{}/1000", 3 * it + number, 40 + it);
                (0..12).map(load).collect::<Vec<_>>().join("\n")
            }
        }
    }

    /// Lines that choose a number by flags.
    fn selection(&mut self, x: &str, to: &str) -> String {
        let y = self.operand("l", &["r", "s"]);
        let flags = self.pick(&[
            "isub", "isub", "lsub", "imax", "lmin", "uisub", "ussub", "fmax", "fvadd",
        ]);
        let choose = |from: &str, new: &str| format!("nop/9\n{from} {to}\nnop/9\n{new} {to}/$imr1");
        match self.below(4) {
            0 => {
                let chosen = choose(&format!("lpassa {y}"), &format!("lpassa {x}"));
                format!("{flags} {x} {y} $omr1\n{chosen}")
            }
            1 => {
                let result = choose("zero", &format!("{flags} {x} {y}"));
                format!("{flags} {x} {y} $omr1\n{result}")
            }
            2 => {
                let sign = choose(&format!("ixor {x} $ls16v"), &format!("lpassa {x}"));
                format!(
                    "zero $ls24v\nimm ui\"0x80000000\" $ls16v\nnop/9\nisub {x} $ls24v $omr1\n{sign}"
                )
            }
            _ => {
                let absolute = choose(&format!("isub $ls24v {x}"), &format!("lpassa {x}"));
                format!("zero $ls24v\nnop/9\nisub {x} $ls24v $omr1\n{absolute}")
            }
        }
    }

    /// A program that the assembler accepts.
    fn program(&mut self) -> String {
        let mut lines = vec!["isub $lm0v $ls0v $omr1".to_owned(), "nop/9".to_owned()];
        while lines.len() < 2 * LINES {
            let line = self.line();
            if !check_program(&mnc2_asm::parse(&line), ModeChoice::Infer).has_errors() {
                lines.extend([line, "nop/9".to_owned()]);
            }
        }
        lines.join("\n")
    }
}

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
            assert_eq!(outcome(&before, &found.draft, places), Equivalence::Same);
            fired.insert(rules::REGROUPED.id);
        }
    }
    for found in all_ways(&before, places) {
        let written = found.draft.lines.join("\n");
        let is_same = outcome(&before, &found.draft, places) == Equivalence::Same;
        assert!(is_same, "{text}\n\n{written}");
        let applied = found.before.applied(found.freedom);
        fired.extend(applied.iter().map(|it| it.rule.id));
        let improved = found
            .before
            .runs
            .iter()
            .filter_map(|it| it.improved.as_ref());
        let improved = improved.filter(|_| found.freedom.algebra);
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
    for (rule, fires) in fires {
        assert!(
            fires >= count * FIRES_OF_MILLION / 1_000_000,
            "{rule} fires {fires} times"
        );
    }
}

#[test]
fn every_rule_fires_in_random_programs() {
    let mut missing: BTreeSet<&str> = unlimited_rules().collect();
    for number in 0..FIRING_PROGRAMS {
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

/// The wrong rules that random programs show.
const WRONG: [Wrong; 19] = [
    Wrong::SwappedWords,
    Wrong::OneFlag,
    Wrong::SplitLongWords,
    Wrong::AnyInputOrder,
    Wrong::TooEarly,
    Wrong::AllFree,
    Wrong::LostOld,
    Wrong::Scale,
    Wrong::Count,
    Wrong::Step,
    Wrong::Rotation,
    Wrong::Uncounted,
    Wrong::Undemanded,
    Wrong::Number,
    Wrong::Double,
    Wrong::Shift,
    Wrong::Extreme,
    Wrong::Overflow,
    Wrong::ShortMask,
];

/// Wrong rules with programs of their own.
const WRONG_ALONE: [Wrong; 4] = [
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
        Wrong::Count => &rules::INCREMENTS,
        Wrong::Step => &rules::CONSTANT_SUMS,
        Wrong::Rotation => &rules::BIT_MOVES,
        Wrong::Double => &rules::DOUBLES,
        Wrong::Shift => &rules::SHIFTS,
        Wrong::Extreme | Wrong::Overflow => &rules::SELECTIONS,
        Wrong::ShortMask => &rules::MASKS,
        Wrong::Uncounted => &rules::SQUARES,
        Wrong::Undemanded => &rules::SHARED_CONSTANTS,
        Wrong::Number => &rules::NUMBERS,
        Wrong::Cycle => &rules::REGROUPED,
        Wrong::OtherMask => &rules::STEP_MASKS,
        Wrong::Range => &rules::RANGES,
        Wrong::Remainder => &rules::REMAINDERS,
        Wrong::Unwritten
        | Wrong::Rotated
        | Wrong::Further
        | Wrong::Amount
        | Wrong::Carries
        | Wrong::MissingMab
        | Wrong::Direction => return None,
    })
}

#[test]
fn each_rule_has_a_wrong_variant() {
    for rule in RULES {
        // Those that are alone have tests of their own.
        let mut all = WRONG.into_iter().chain(WRONG_ALONE);
        let is_planted = all.any(|it| right(it) == Some(rule));
        assert!(
            is_planted,
            "{}: `planted::Wrong` needs a wrong variant of it",
            rule.id
        );
    }
}

#[test]
fn the_proof_refuses_what_each_wrong_rule_does() {
    for wrong in WRONG {
        let mut is_refused = false;
        for number in 0..PLANTED_PROGRAMS_MAX {
            let before = draft(&numbered(number));
            let places = &all_places()[number as usize % 3];
            for found in planted::with(wrong, || all_ways(&before, places)) {
                let is_proven = outcome(&before, &found.draft, places) == Equivalence::Same;
                is_refused |= !is_proven;
                assert!(
                    !is_proven || runs_alike(&before, &found.draft, places),
                    "{wrong:?}: proven, and wrong"
                );
            }
            if is_refused {
                break;
            }
        }
        assert!(is_refused, "{wrong:?} does nothing that the proof refuses");
    }
}
