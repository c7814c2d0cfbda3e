//! The checker, the emulator's strict mode and the manual's text agree on what can share a step and on what
//! is too close together: on every fixture, on random programs, and on programs with a small error.
//!
//! `MNC2_RANDOM_STEPS` is the number of random steps, and `MNC2_PUBLIC_PROGRAMS` names a folder whose programs are compared and
//! changed as well.

use std::collections::{BTreeMap, HashSet};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

use mnc2_tests::generate::Choices;
use mnc2_tests::mutation::{self, Kind};
use mnc2_tests::near_legal::{Maker, Style};
use mnc2_tests::opinions::{self, Counts, StepOpinion};
use mnc2_tests::second_opinion::parse;
use mnc2_tests::{files, markdown};
use mnc2_text::line;

const STEPS_VARIABLE: &str = "MNC2_RANDOM_STEPS";
const STEPS_WITHOUT_IT: usize = 2_000;
const STATEMENTS_OF_A_PROGRAM: usize = 100;
/// Maximum number of reported disagreements.
const FAILURES_MAX: usize = 20;

/// Programs of our own: fixtures, golden runs, examples and the blocks of the documentation.
fn own_programs() -> Result<Vec<(String, String)>, Box<dyn Error>> {
    let mut programs = Vec::new();
    for folder in ["tests", "examples"] {
        programs.extend(programs_below(&files::root().join(folder))?);
    }
    for path in files::below(&files::root().join("docs"), "md")? {
        let page = fs::read_to_string(&path)?;
        let blocks = markdown::blocks(&page).map_err(|line| format!("{line}: not closed"))?;
        for block in blocks.into_iter().filter(|block| block.language == "vsm") {
            programs.push((format!("{}:{}", files::name(&path), block.line), block.text));
        }
    }
    Ok(programs)
}

fn programs_below(folder: &Path) -> Result<Vec<(String, String)>, Box<dyn Error>> {
    let mut programs = Vec::new();
    for path in files::below(folder, "vsm")? {
        let (source, _) = line::decode(&fs::read(&path)?);
        programs.push((files::name(&path), source));
    }
    Ok(programs)
}

fn public_programs() -> Result<Vec<(String, String)>, Box<dyn Error>> {
    match env::var_os(files::PUBLIC_VARIABLE) {
        Some(folder) => programs_below(&PathBuf::from(folder)),
        None => {
            println!(
                "!!! NO PUBLIC PROGRAM WAS COMPARED: {} names no folder !!!",
                files::PUBLIC_VARIABLE
            );
            Ok(Vec::new())
        }
    }
}

/// Compares a whole program: each line as a step, and all of them with each other.
fn compare(source: &str) -> Result<Counts, String> {
    let source = opinions::without_wrong_lines(source);
    let is_flat = opinions::is_flat(&parse::program(&source)?);
    for line in source.lines() {
        if parse::statement(line) == Some(parse::Statement::Quit) {
            break;
        }
        opinions::compare_step(line, is_flat)?;
    }
    opinions::compare_hazards(&source)
}

#[test]
fn programs_are_seen_alike() -> Result<(), Box<dyn Error>> {
    let (mut counts, mut failures) = (Counts::default(), String::new());
    let own = own_programs()?;
    for (name, source) in own.iter().chain(&public_programs()?) {
        match compare(source) {
            Ok(found) => counts += found,
            Err(differences) => failures.push_str(&format!("{name}:\n{differences}")),
        }
    }
    println!("programs: {counts:?}");
    assert!(failures.is_empty(), "{failures}");
    assert!(own.len() > 100 && counts.hazards > 60, "{counts:?}");
    Ok(())
}

/// What occurred in a random run.
#[derive(Debug, Default)]
struct Met {
    steps: usize,
    legal: usize,
    wrong_by_themselves: usize,
    conflicts: BTreeMap<&'static str, usize>,
    hazards: Counts,
    failures: Vec<String>,
}

fn random_program(seed: u64, met: &mut Met) {
    let mut choices = Choices::new(seed);
    let style = Style {
        is_flat: seed % 2 == 1,
        is_data_dependent: seed / 2 % 2 == 1,
        deviation: [8, 30, 1000][seed as usize % 3],
    };
    let mut maker = Maker::new(&mut choices, style);
    let mut lines = maker.start();
    for _ in 0..STATEMENTS_OF_A_PROGRAM {
        let line = maker.statement();
        match opinions::compare_step(&line, style.is_flat) {
            Ok(StepOpinion::Legal) => {
                met.steps += 1;
                met.legal += 1;
                lines.push(line);
            }
            Ok(StepOpinion::NoStep) => lines.push(line),
            Ok(StepOpinion::Conflict(code)) => {
                met.steps += 1;
                *met.conflicts.entry(code.id()).or_default() += 1;
            }
            Ok(StepOpinion::WrongByItself) => met.wrong_by_themselves += 1,
            Err(difference) => met.failures.push(difference),
        }
    }
    // Turnaround between different types of transfer is seen only between lines.
    let source = opinions::without_wrong_lines(&lines.join("\n"));
    match opinions::compare_hazards(&source) {
        Ok(counts) => met.hazards += counts,
        Err(difference) => met.failures.push(format!("seed {seed}:\n{difference}")),
    }
}

#[test]
fn random_steps_are_seen_alike() -> Result<(), Box<dyn Error>> {
    let wanted = match env::var(STEPS_VARIABLE) {
        Ok(count) => count.parse()?,
        Err(_) => STEPS_WITHOUT_IT,
    };
    let mut met = Met::default();
    for seed in 0.. {
        random_program(seed, &mut met);
        if met.hazards.steps >= wanted || met.failures.len() > FAILURES_MAX {
            break;
        }
    }
    println!("random: {met:?}");
    assert!(met.failures.is_empty(), "{}", met.failures.join("\n"));
    // The edge of what is allowed: both legal and illegal steps are frequent.
    let conflicts = met.steps - met.legal;
    assert!(conflicts * 20 > met.steps && met.legal * 2 > met.steps);
    assert!(met.hazards.hazards * 20 > met.hazards.steps);
    assert!(met.hazards.dependent > 0 && met.conflicts.len() >= 10);
    Ok(())
}

/// The effect of the changes of one kind.
#[derive(Clone, Copy, Debug, Default)]
struct Outcome {
    made: usize,
    wrong_by_itself: usize,
    conflict: usize,
    too_early: usize,
    still_right: usize,
}

#[test]
fn mistakes_are_seen_alike() -> Result<(), Box<dyn Error>> {
    let mut outcomes: BTreeMap<Kind, Outcome> = BTreeMap::new();
    let (mut seen, mut failures) = (HashSet::new(), Vec::new());
    for (name, source) in own_programs()?.iter().chain(&public_programs()?) {
        let source = opinions::without_wrong_lines(source);
        let is_flat = opinions::is_flat(&parse::program(&source)?);
        for mutant in mutation::mutants(&source) {
            // Programs repeat themselves.
            if !seen.insert(mutant.source.clone()) {
                continue;
            }
            let outcome = outcomes.entry(mutant.kind).or_default();
            outcome.made += 1;
            let step = match mutant.line.as_deref() {
                Some(line) => opinions::compare_step(line, is_flat),
                None => Ok(StepOpinion::NoStep),
            };
            let found = match step {
                Ok(StepOpinion::WrongByItself) => {
                    outcome.wrong_by_itself += 1;
                    continue;
                }
                Ok(StepOpinion::Conflict(_)) => {
                    outcome.conflict += 1;
                    continue;
                }
                Ok(StepOpinion::Legal | StepOpinion::NoStep) => {
                    let source = opinions::without_wrong_lines(&mutant.source);
                    opinions::compare_hazards(&source)
                }
                Err(difference) => Err(difference),
            };
            match found {
                Ok(counts) if counts.hazards > 0 => outcome.too_early += 1,
                Ok(_) => outcome.still_right += 1,
                Err(difference) => {
                    failures.push(format!("{name}: {:?}\n{difference}", mutant.source));
                }
            }
        }
        if failures.len() > FAILURES_MAX {
            break;
        }
    }
    println!("mistakes: {outcomes:#?}");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert_eq!(outcomes.len(), 3);
    for (kind, outcome) in outcomes {
        assert!(
            outcome.too_early > 10 && outcome.still_right > 10,
            "{kind:?}: {outcome:?}"
        );
    }
    Ok(())
}
