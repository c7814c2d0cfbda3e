//! The laws of formatting, on fixtures, examples, random programs and public programs.

use std::error::Error;
use std::path::PathBuf;
use std::{env, fs};

use mnc2_isa::Op;
use mnc2_tests::files;
use mnc2_tests::formatting::Seen;
use mnc2_tests::generate::{self, Choices};
use mnc2_text::line;

const FOLDER_VARIABLE: &str = "MNC2_PUBLIC_PROGRAMS";

#[test]
fn fixtures_and_examples_keep_their_meaning() -> Result<(), Box<dyn Error>> {
    let mut seen = Seen::default();
    for folder in ["tests/diagnostics", "tests/programs", "examples"] {
        for path in files::below(&files::root().join(folder), "vsm")? {
            seen.check(&files::name(&path), &line::decode(&fs::read(&path)?).0);
        }
    }
    seen.report("fixtures and examples");
    assert!(seen.lines > 1000, "{seen:?}");
    Ok(())
}

/// A statement with more spaces, and with or without a comment.
fn spread(choices: &mut Choices, statement: &str) -> String {
    let mut line = choices.one_of(&["", "", " ", "\t", "    "]).to_owned();
    for character in statement.chars() {
        match character {
            ' ' => line.push_str(choices.one_of(&[" ", " ", "  ", "\t", "   \t"])),
            ';' => line.push_str(choices.one_of(&[";", " ;", "; ", "  ;\t"])),
            other => line.push(other),
        }
    }
    line.push_str(choices.one_of(&["", "", "  ", "#x", " # あ  b ", "\t#"]));
    line
}

#[test]
fn random_programs_keep_their_meaning() {
    let mut choices = Choices::new(11);
    let expressions: Vec<_> = generate::instructions()
        .filter(|(_, op)| !matches!(op, Op::Mv(_)))
        .collect();
    let all: Vec<_> = generate::instructions().collect();
    let mut seen = Seen::default();
    for program in 0..40 {
        let mut source = String::new();
        for _ in 0..100 {
            let statement = match choices.below(8) {
                0 => String::new(),
                1 | 2 => generate::control(&mut choices),
                3 | 4 => {
                    let (spelling, op) = choices.one_of(&all);
                    generate::instruction(&mut choices, spelling, op)
                }
                _ => {
                    let parts: Vec<String> = (0..1 + choices.below(4))
                        .map(|_| {
                            let (spelling, op) = choices.one_of(&expressions);
                            generate::instruction(&mut choices, spelling, op)
                        })
                        .collect();
                    parts.join(";")
                }
            };
            source.push_str(&spread(&mut choices, &statement));
            source.push_str(choices.one_of(&["\n", "\n", "\r\n", "\r", "\n\n"]));
        }
        seen.check(&format!("random program {program}"), &source);
    }
    seen.report("random programs");
    assert!(seen.changed > 500, "{seen:?}");
}

#[test]
fn public_programs_keep_their_meaning() -> Result<(), Box<dyn Error>> {
    let Some(folder) = env::var_os(FOLDER_VARIABLE).map(PathBuf::from) else {
        println!("!!! NO PUBLIC PROGRAM WAS FORMATTED: {FOLDER_VARIABLE} names no folder !!!");
        return Ok(());
    };
    let mut seen = Seen::default();
    let paths = files::below(&folder, "vsm")?;
    for path in &paths {
        let source = line::decode(&fs::read(path)?).0;
        seen.check(&path.display().to_string(), &source);
    }
    seen.report(&format!("{} public programs", paths.len()));
    Ok(())
}
