//! Hazards that stand in the text are those that a run shows: on the fixtures of the hazard codes, the check and
//! the emulator's strict mode find the same at the same lines, except where the data decide.

use std::collections::BTreeSet;
use std::error::Error;
use std::fs;

use mnc2_asm::{Code, ModeChoice, Program, check};
use mnc2_emulator::strict::Strict;
use mnc2_emulator::{Machine, RunOptions};
use mnc2_tests::files;

type Found = BTreeSet<(u32, &'static str)>;

/// Codes of hazards, by their number.
fn is_hazard(code: Code) -> bool {
    code.id()[1..].starts_with("10")
}

/// Under a variable mask the data decide which words of a GRF are written, and only the run knows them.
fn is_known_in_advance(code: Code) -> bool {
    is_hazard(code) && code != Code::GrfHazardUnderMask
}

fn in_the_text(program: &Program) -> Found {
    check(program, ModeChoice::Infer)
        .findings
        .iter()
        .map(|finding| (finding.line, &finding.diagnostic))
        .filter(|(_, diagnostic)| is_known_in_advance(diagnostic.code))
        .map(|(line, diagnostic)| (line, diagnostic.code.id()))
        .collect()
}

fn in_the_run(program: &Program) -> Found {
    let mut strict = Strict::new();
    let options = RunOptions::default();
    Machine::new().run_observed(program, &options, &mut Vec::new(), &mut strict);
    strict
        .take_findings()
        .iter()
        .filter_map(|finding| Some((finding.line, finding.code()?)))
        .filter(|(_, code)| is_known_in_advance(*code))
        .map(|(line, code)| (line, code.id()))
        .collect()
}

#[test]
fn the_text_and_the_run_show_the_same_hazards() -> Result<(), Box<dyn Error>> {
    let folder = files::root().join("tests/diagnostics");
    let (mut failures, mut count) = (String::new(), 0);
    for path in files::below(&folder, "vsm")? {
        let name = files::name(&path);
        let stem = name.trim_start_matches("tests/diagnostics/");
        if Code::find(stem.get(..5).unwrap_or_default()).is_none_or(|code| !is_hazard(code)) {
            continue;
        }
        let program = Program::parse(&fs::read_to_string(&path)?);
        let (text, run) = (in_the_text(&program), in_the_run(&program));
        count += text.len();
        for (line, code) in text.symmetric_difference(&run) {
            let only = if run.contains(&(*line, *code)) {
                "run"
            } else {
                "text"
            };
            failures.push_str(&format!("{name}:{}: {code} only in the {only}\n", line + 1));
        }
    }
    assert!(failures.is_empty(), "{failures}");
    assert!(count > 20, "{count} hazards");
    Ok(())
}
