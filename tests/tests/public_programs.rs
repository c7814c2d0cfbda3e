//! Checks the programs of others, which the assembler accepted: none of them may get an error.
//!
//! They are not part of the repository. `MNC2_PUBLIC_PROGRAMS` names a folder that contains them, and
//! `MNC2_PUBLIC_PROGRAMS_EXCLUDED` a file with a name per line, relative to the folder, of those that look like
//! programs but are not.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{env, fs};

use mnc2_asm::LineParser;
use mnc2_isa::{ControlOp, Op};
use mnc2_program::code::Code;
use mnc2_program::rules::{Layer, RuleProfile, Rules};
use mnc2_program::{ModeChoice, Statement};
use mnc2_review::check_by;
use mnc2_tests::annotation::{self, Options};
use mnc2_tests::files;
use mnc2_text::{Severity, line};

const FOLDER_VARIABLE: &str = "MNC2_PUBLIC_PROGRAMS";
const EXCLUDED_VARIABLE: &str = "MNC2_PUBLIC_PROGRAMS_EXCLUDED";

#[test]
fn accepted_programs_have_no_errors() -> Result<(), Box<dyn Error>> {
    let Some(folder) = env::var_os(FOLDER_VARIABLE).map(PathBuf::from) else {
        println!("!!! NO PUBLIC PROGRAM WAS CHECKED: {FOLDER_VARIABLE} names no folder !!!");
        return Ok(());
    };
    let excluded: Vec<PathBuf> = match env::var_os(EXCLUDED_VARIABLE) {
        Some(list) => fs::read_to_string(list)?
            .lines()
            .map(|name| folder.join(name.trim()))
            .collect(),
        None => Vec::new(),
    };
    let programs = files::below(&folder, "vsm")?;
    assert!(
        !programs.is_empty(),
        "no .vsm file below {}",
        folder.display()
    );
    let (mut clean, mut lines, mut elapsed) = (0, 0, Duration::ZERO);
    let mut passed_over: BTreeMap<&str, usize> = BTreeMap::new();
    let mut warnings: BTreeMap<&str, BTreeMap<String, usize>> = BTreeMap::new();
    let mut refused = Vec::new();
    for path in &programs {
        let bytes = fs::read(path)?;
        if let Some(reason) = why_no_program(path, &line::decode(&bytes).0, &excluded) {
            *passed_over.entry(reason).or_default() += 1;
            continue;
        }
        let start = Instant::now();
        let checked = annotation::check_bytes(&bytes, &Options::default());
        elapsed += start.elapsed();
        lines += checked.program.len();
        let mut errors = 0;
        let by_profile = RuleProfile::ALL.map(|profile| {
            let rules = Rules::from_profile(profile).with_mode(ModeChoice::Infer);
            let findings = check_by(&checked.program, &rules).findings;
            findings.into_iter().map(move |finding| (profile, finding))
        });
        for (profile, finding) in by_profile.into_iter().flatten() {
            let diagnostic = &finding.diagnostic;
            if diagnostic.severity() == Severity::Error {
                errors += 1;
                println!(
                    "{}:{}: {}: {}",
                    path.display(),
                    finding.line + 1,
                    diagnostic.code.id(),
                    diagnostic.message
                );
            } else {
                let name = format!("{} {}", diagnostic.severity().name(), diagnostic.code.id());
                let of_profile = warnings.entry(profile.row().name).or_default();
                *of_profile.entry(name).or_default() += 1;
            }
        }
        if errors == 0 {
            clean += 1;
        } else {
            refused.push(path);
        }
    }
    println!(
        "checked {} programs, {lines} lines: {clean} without an error, {} with; passed over {passed_over:?}; warnings {warnings:?}; {:.2} µs a line",
        clean + refused.len(),
        refused.len(),
        elapsed.as_secs_f64() * 1e6 / f64::max(f64::from(u32::try_from(lines)?), 1.0),
    );
    assert!(refused.is_empty(), "errors in {refused:?}");
    Ok(())
}

/// Authors who wait for MV instructions ran their programs on the board, so the profile for the board must not doubt any
/// of them. A contest solution never runs on the board and need not wait at all.
#[test]
fn programs_that_wait_do_not_wait_too_little() -> Result<(), Box<dyn Error>> {
    let Some(folder) = env::var_os(FOLDER_VARIABLE).map(PathBuf::from) else {
        println!("!!! NO PUBLIC PROGRAM WAS CHECKED: {FOLDER_VARIABLE} names no folder !!!");
        return Ok(());
    };
    let (mut waiting, mut moving) = (0, 0);
    let mut doubted = Vec::new();
    for path in files::below(&folder, "vsm")? {
        let bytes = fs::read(&path)?;
        let checked = annotation::check_bytes(&bytes, &Options::default());
        let statements = || {
            let lines = checked.program.iter();
            lines.filter_map(|line| line.statement.as_ref())
        };
        let moves = statements().any(|it| matches!(it, Statement::Mv(_)));
        let waits = statements().any(|it| {
            matches!(it, Statement::Step(step) if step.expressions.iter().any(|expression| {
                expression.op == Op::Control(ControlOp::Wait)
            }))
        });
        moving += usize::from(moves);
        waiting += usize::from(moves && waits);
        let rules = Rules::from_profile(RuleProfile::Hardware).with_mode(ModeChoice::Infer);
        let report = check_by(&checked.program, &rules);
        let found = report.findings.iter().filter(|finding| {
            let code = finding.diagnostic.code;
            matches!(code, Code::MvWithoutWait | Code::MvBesideMv)
        });
        for finding in found.filter(|_| waits) {
            let line = finding.line + 1;
            doubted.push(format!("{}:{line}", path.display()));
        }
    }
    println!("{moving} programs with MV instructions, {waiting} of them wait");
    assert!(doubted.is_empty(), "{doubted:#?}");
    Ok(())
}

/// The contest assembles in flat mode in any case, which must make no difference.
#[test]
fn the_mode_given_changes_nothing_that_the_mode_found_accepts() -> Result<(), Box<dyn Error>> {
    let Some(folder) = env::var_os(FOLDER_VARIABLE).map(PathBuf::from) else {
        println!("!!! NO PUBLIC PROGRAM WAS CHECKED: {FOLDER_VARIABLE} names no folder !!!");
        return Ok(());
    };
    for path in files::below(&folder, "vsm")? {
        let bytes = fs::read(&path)?;
        let flat = Options {
            layer: Layer {
                mode: Some(ModeChoice::Given(mnc2_isa::Mode::Flat)),
                ..Layer::default()
            },
            ..Options::default()
        };
        let found = annotation::check_bytes(&bytes, &Options::default()).report;
        let given = annotation::check_bytes(&bytes, &flat).report;
        assert_eq!(found.findings, given.findings, "{}", path.display());
    }
    Ok(())
}

/// The `d set` lines of testcases are read without a syntax tree.
#[test]
fn a_syntax_tree_says_the_same_of_debug_statements() -> Result<(), Box<dyn Error>> {
    let Some(folder) = env::var_os(FOLDER_VARIABLE).map(PathBuf::from) else {
        println!("!!! NO PUBLIC PROGRAM WAS CHECKED: {FOLDER_VARIABLE} names no folder !!!");
        return Ok(());
    };
    let mut parser = LineParser::new();
    let mut compared = 0;
    for path in files::below(&folder, "vsm")? {
        let source = line::decode(&fs::read(&path)?).0;
        for line in line::lines(&source).filter(|line| line.trim_start().starts_with('d')) {
            assert!(parser.parse(line) == parser.parse_with_tree(line), "{line}");
            compared += 1;
        }
    }
    println!("compared {compared} debug statements");
    assert!(compared > 0, "none below {}", folder.display());
    Ok(())
}

/// Some published files are not programs: resource forks, templates, Ruby that prints a program.
fn why_no_program(path: &Path, source: &str, excluded: &[PathBuf]) -> Option<&'static str> {
    if excluded.iter().any(|name| name == path) {
        return Some("excluded");
    }
    let is_resource_fork = path
        .file_name()
        .is_some_and(|name| name.to_string_lossy().starts_with("._"));
    if is_resource_fork {
        return Some("resource fork");
    }
    // Comments can contain anything.
    let code = || {
        source
            .lines()
            .map(|line| line.split('#').next().unwrap_or_default().trim())
    };
    if code().any(|line| line.contains("$TODO") || line.contains("[TODO]")) {
        return Some("template");
    }
    let is_ruby = |line: &str| line.starts_with("puts ") || line.contains(" do |");
    code().any(is_ruby).then_some("Ruby")
}
