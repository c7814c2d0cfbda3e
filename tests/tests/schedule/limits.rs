//! Long programs, and those with hazards.

use mnc2_dataflow::depends::ChangeLevel;
use mnc2_program::code::Code;
use mnc2_program::rules::{RuleProfile, Rules};
use mnc2_schedule::findings::Hazard;
use mnc2_schedule::search_input::Subject;
use mnc2_schedule::shorten::{Refusal, Request, shorten};

use super::{assert_same, four_chains, shortened};

#[test]
fn long_programs_are_shortened_in_windows() {
    let lines = four_chains(40);
    let found = shortened(&lines, ChangeLevel::Order).expect("nothing stands against it");
    assert!(!found.is_whole, "it is longer than a window");
    assert_eq!(found.before, 40 * 4 * 6);
    // Two instructions of one unit for each chain.
    assert!(found.after < 40 * 4 * 2 + 40, "{}", found.after);
    assert!(assert_same(&lines, &found.lines, 0));
}

#[test]
fn long_programs_run_less_often() {
    for (nops, runs) in [(2, 2), (19_000, 1), (50_000, 0)] {
        let text = format!("lpassa $lm0v $lr0v\nnop/{nops}\nd get $lr0n0c0b0m0p0 1\nnop/5");
        let program = mnc2_asm::parse(&text);
        let lines: Vec<&str> = text.lines().collect();
        let source = |line: usize| lines[line].to_owned();
        let rules = Rules::default();
        let request = Request::new(Subject {
            runs: 2,
            ..Subject::new(&program, &source, &rules)
        });
        // What is after the region stays.
        let found = shorten(request, 2..lines.len(), &|| false, &mut |_| {});
        let found = found.expect("nothing stands against it");
        assert_eq!((found.before, found.after, found.runs), (5, 0, runs));
    }
}

#[test]
fn a_program_with_hazards_is_taken_only_if_asked_for() {
    let text = "mvp/n64 $p0@0 $lc0@0.0\nl2bmb@0 $lc0 $lb0\nnop/9";
    let program = mnc2_asm::parse(text);
    let lines: Vec<&str> = text.lines().collect();
    let source = |line: usize| lines[line].to_owned();
    let rules = Rules::from_profile(RuleProfile::Hardware);
    let of = |keeps_hazards: bool| {
        let request = Request {
            keeps_hazards,
            ..Request::new(Subject {
                runs: 1,
                ..Subject::new(&program, &source, &rules)
            })
        };
        shorten(request, 0..lines.len(), &|| false, &mut |_| {})
    };
    assert_eq!(
        of(false).map(|found| found.after),
        Err(Refusal::Hazard(Hazard {
            line: 1,
            code: Code::MvWithoutWait
        }))
    );
    assert_eq!(of(true).map(|found| found.after), Ok(1));
}
