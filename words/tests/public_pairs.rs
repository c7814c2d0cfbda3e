//! Public pairs of a program and the output of the real assembler: what `mnc2 asm` writes is that output, whole, the lines
//! for the emulator included.
//!
//! The folder named by `MNC2_PUBLIC_PROGRAMS` is searched for `.vsm` files with an `.asm` file next to them.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

use mnc2_program::rules::Rules;
use mnc2_text::line;
use mnc2_words::assembler_output::is_output;
use mnc2_words::{Pair, assemble, learn};

/// Folders are not searched deeper than this.
const DEPTH_MAX: usize = 12;

/// The programs below a folder.
fn programs(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            if depth < DEPTH_MAX {
                programs(&path, depth + 1, found);
            }
        } else if path.extension().is_some_and(|it| it == "vsm") {
            found.push(path);
        }
    }
}

#[test]
fn public_outputs_are_equal_whole() -> Result<(), Box<dyn Error>> {
    let Some(folder) = env::var_os("MNC2_PUBLIC_PROGRAMS") else {
        println!("!!! NO PUBLIC OUTPUT WAS COMPARED: MNC2_PUBLIC_PROGRAMS names no folder !!!");
        return Ok(());
    };
    let mut found = Vec::new();
    programs(Path::new(&folder), 0, &mut found);
    found.sort();
    let (mut equal, mut lines, mut others) = (0, 0, Vec::new());
    let mut different = Vec::new();
    for path in &found {
        let Ok(output) = fs::read(path.with_extension("asm")) else {
            continue;
        };
        let (program, output) = (line::decode(&fs::read(path)?).0, line::decode(&output).0);
        if !is_output(&output) {
            continue;
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let pair = Pair {
            name: &name,
            program: &program,
            output: &output,
        };
        let assembly = assemble(&program, &Rules::default());
        let ours: Vec<&str> = assembly
            .lines
            .iter()
            .map(|line| line.text.as_str())
            .collect();
        let theirs: Vec<&str> = output.lines().collect();
        let first = ours.iter().zip(&theirs).position(|(a, b)| a != b);
        if ours.len() == theirs.len() && first.is_none() {
            equal += 1;
            lines += theirs.len();
        } else if !learn(&[pair], false).misaligned.is_empty() {
            // The program was changed after it had been assembled.
            others.push(name.into_owned());
        } else {
            different.push(format!(
                "{name}: {} lines and {}, first difference {:?}",
                ours.len(),
                theirs.len(),
                first.map(|at| (at + 1, ours[at], theirs[at]))
            ));
        }
    }
    println!(
        "{equal} outputs are equal, {lines} lines; of other versions of their programs: {others:?}"
    );
    assert!(different.is_empty(), "{different:#?}");
    assert!(equal > 0, "no pair below {}", Path::new(&folder).display());
    Ok(())
}

/// Lines for the emulator are printed anew: `$t` as `$lt`, payloads as digits in upper case; the rest as written.
#[test]
fn lines_for_the_emulator_are_printed_anew() {
    let source = "\
  d set $lm0n0c0b0m0p0 1 3ff4ccccccccCCCD # one
d set $tp1 2 00000000000000ff0000000000000001
d set $lr0 1 h1_2_3_4a
d getf  $tn0c0b0m0p0 4
d get $lm0n0c0b0m0p0 1
c 0 0 i01 i00 0 000000000 000001 00000000000000ab
f
";
    let assembly = assemble(source, &Rules::default());
    let lines: Vec<&str> = assembly
        .lines
        .iter()
        .map(|line| line.text.as_str())
        .collect();
    assert_eq!(
        lines,
        [
            "d set $lm0n0c0b0m0p0 1 3FF4CCCCCCCCCCCD",
            "d set $ltp1 2 00000000000000FF0000000000000001",
            "d set $lr0 1 000100020003004A",
            "d getf  $ltn0c0b0m0p0 4",
            "d get $lm0n0c0b0m0p0 1",
            "c 0 0 i01 i00 0 000000000 000001 00000000000000ab",
            "f",
        ]
    );
}
