//! Public programs with directives for a linker, which their linker accepted: none of them gets an error, nor do the files of
//! their parameters, and the linker's comments about PDM agree with the known effects of the directives.
//!
//! They are not part of the repository: `MNC2_PUBLIC_PROGRAMS` names a folder that contains them.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use mnc2_asm::{params, stparam};
use mnc2_program::finding::Finding;
use mnc2_program::rules::link::key_of;
use mnc2_program::rules::{RuleProfile, Rules};
use mnc2_program::{FileForm, ModeChoice, ParamKey, Params};
use mnc2_project::linker_files::placement_of;
use mnc2_review::{Files, Review};
use mnc2_tests::files;
use mnc2_text::{Severity, line};

/// The files with an extension in the folder of public programs, loudly none.
fn public(extension: &str) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    match std::env::var_os(files::PUBLIC_VARIABLE) {
        Some(folder) => Ok(files::below(Path::new(&folder), extension)?),
        None => {
            let variable = files::PUBLIC_VARIABLE;
            println!("!!! NO PUBLIC PROGRAM WAS CHECKED: {variable} names no folder !!!");
            Ok(Vec::new())
        }
    }
}

fn read(path: &Path) -> Result<String, Box<dyn Error>> {
    Ok(line::decode(&fs::read(path)?).0)
}

fn params_of(program: &Path) -> Result<Option<Params>, Box<dyn Error>> {
    let path = placement_of(program);
    let text = path.map(|path| read(&path)).transpose()?;
    Ok(text.map(|text| params::read(&text).0))
}

/// The errors among findings, as text.
fn errors(path: &Path, findings: &[Finding]) -> Vec<String> {
    let errors = findings
        .iter()
        .filter(|finding| finding.diagnostic.is_error());
    errors
        .map(|finding| {
            let diagnostic = &finding.diagnostic;
            let (line, id) = (finding.line + 1, diagnostic.code.id());
            format!("{}:{line}: {id}: {}", path.display(), diagnostic.message)
        })
        .collect()
}

#[test]
fn linked_programs_have_no_errors() -> Result<(), Box<dyn Error>> {
    let mut faults = Vec::new();
    let (mut with_params, mut directives, mut warnings) = (0, 0, 0);
    let programs = public(FileForm::UNLINKED)?;
    for path in &programs {
        let program = mnc2_asm::parse_as(FileForm::Unlinked, &read(path)?);
        let params = params_of(path)?;
        with_params += usize::from(params.is_some());
        directives += program.linked_lines().count();
        for profile in RuleProfile::ALL {
            let rules = Rules::from_profile(profile).with_mode(ModeChoice::Infer);
            let files = Files {
                params: params.as_ref(),
                testcase: None,
            };
            let review = Review::with_files(&program, &rules, files, Vec::new());
            let report = review.report();
            warnings += report.count(Severity::Warning);
            faults.extend(errors(path, &report.findings));
        }
    }
    for path in public(FileForm::PLACEMENT)? {
        faults.extend(errors(&path, &params::read(&read(&path)?).1));
    }
    for path in public(FileForm::STRUCTURE)? {
        faults.extend(errors(&path, &stparam::check(&read(&path)?)));
    }
    println!(
        "{} programs, {with_params} with a .param file, {directives} directives; {warnings} warnings of all profiles",
        programs.len()
    );
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    Ok(())
}

/// A use of PDM: slot, address, words, whether they are written.
type Used = (u64, u64, u64, bool);

#[test]
fn the_linker_uses_the_words_that_are_known() -> Result<(), Box<dyn Error>> {
    let mut compared = 0;
    for path in public("vsm")? {
        let output = mnc2_asm::parse(&read(&path)?);
        let said: Vec<Used> = output
            .linked_lines()
            .filter_map(|(_, line)| line.pdm_use.as_deref())
            .map(|used| (used.slot, used.address, used.size, used.writes))
            .collect();
        let folder = path.parent().unwrap_or(Path::new(""));
        let mut sources = files::below(folder, FileForm::UNLINKED)?;
        let (Some(source), true) = (sources.pop(), sources.is_empty()) else {
            continue;
        };
        if said.is_empty() {
            continue;
        }
        let params = params_of(&source)?.ok_or("the program has a .param file")?;
        let program = mnc2_asm::parse_as(FileForm::Unlinked, &read(&source)?);
        let known: Vec<Used> = program
            .linked_lines()
            .filter_map(|(_, line)| {
                let directive = line.directive()?;
                let (key, _) = key_of(directive.name?, directive)?;
                let ParamKey::Slot(slot) = key else {
                    return None;
                };
                let (words, writes) = directive.pdm()?;
                Some((slot, params.entry(&key)?.address?, words, writes))
            })
            .collect();
        assert_eq!(said, known, "{}", path.display());
        compared += said.len();
    }
    println!("{compared} uses of PDM are those that the linker stated");
    Ok(())
}
