//! The vendor's emulator tutorial, run from a checkout of the public repository that holds it.
//!
//! The folder named by `MNC2_PUBLIC_PROGRAMS` is searched for `tutorial.md`. An
//! unlabelled code block with a `d get` line is a program; the next unlabelled
//! blocks with `DEBUG-` lines are its dump, or its dumps if it is incomplete. In a dump block lines that do not
//! start with `DEBUG-` are the tutorial's remarks, and so is what follows the
//! word count of an echoed statement. Two programs are left to the reader, one
//! of them with a second dump, of what a likely error gives;
//! [`COMPLETIONS`] has solutions of our own for all three.

use std::path::{Path, PathBuf};

use mnc2_emulator::{Dump, Machine, RunOptions};

/// Words that only the dump of an incomplete case has, and the steps that complete the case; the first that fits.
const COMPLETIONS: [(&str, &str); 3] = [
    (
        // Products and sums left in single precision, and a half-precision third operand read as such.
        "(1.75, 0, 4.40625, 0)",
        "hvmul $lm0 $ln0 $ls0
         d geth $ls0n0c0b0m0 1
         hvfma $lm0 $ln0 $lr0 $ls0
         d geth $ls0n0c0b0m0 1",
    ),
    (
        "d geth $ls0n0c0b0m0 1",
        "hvmulr $lm0 $ln0 $ls0
         d geth $ls0n0c0b0m0 1
         hvfmar $lm0 $ln0 $lr0e $ls0
         d geth $ls0n0c0b0m0 1",
    ),
    (
        // The transpose of B goes into the matrix register, row by row a block; rows of A are the vectors.
        "d geth $ln32n0c0b0m0 16",
        "hmwrite $lln0v $llx0
         hmwrite $lln16v $llx8
         hmread $llx0 $llr0v
         hmread $llx8 $llr16v
         hbfn/9 $llm0v $lls0v
         hbfn/9 $llr0v $nowrite
         hmwrite $aluf $lly0
         hbfn/9 $llr16v $nowrite
         hmwrite $aluf $lly8
         hbfn/9 $llm16v $lls16v
         nop
         hmmulr $ly $ls0v $ln32v
         hmmulr $ly $ls8v $ln40v
         hmmulr $ly $ls16v $ln48v
         hmmulr $ly $ls24v $ln56v
         d geth $ln32n0c0b0m0 16",
    ),
];

/// The program to run for a case: as written, or completed if it has no steps.
fn completed(case: &Case) -> String {
    let program = mnc2_asm::parse(&case.program);
    if program.iter().any(|line| line.step().is_some()) {
        return case.program.clone();
    }
    let solution = COMPLETIONS
        .iter()
        .find(|(words, _)| case.dump.contains(words));
    solution.map_or(case.program.clone(), |(words, steps)| {
        case.program.replace(words, "") + steps
    })
}

struct Case {
    line: usize,
    program: String,
    dump: String,
}

/// Unlabelled code blocks, with the number of their first line.
fn blocks(text: &str) -> Vec<(usize, String)> {
    let mut blocks = Vec::new();
    let mut open: Option<(bool, usize, String)> = None;
    for (number, line) in text.lines().enumerate() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(label)) => open = Some((label.is_empty(), number + 2, String::new())),
            (None, None) => {}
            (Some(_), Some(_)) => {
                if let Some((true, first, block)) = open.take() {
                    blocks.push((first, block));
                }
                open = None;
            }
            (Some((_, _, block)), None) => {
                block.push_str(line);
                block.push('\n');
            }
        }
    }
    blocks
}

/// A dump without the tutorial's remarks.
fn without_remarks(dump: &str) -> String {
    dump.lines()
        .filter(|line| line.starts_with("DEBUG-"))
        .map(|line| {
            let statement = line
                .find("#d get")
                .map_or(line.len(), |at| at + "#d get".len());
            let words = line[statement..].split_whitespace();
            let end = words.take(2).last().map_or(line.len(), |count| {
                count.as_ptr() as usize - line.as_ptr() as usize + count.len()
            });
            // A data type is part of the first word: `#d getf $lm0 1`.
            let end = if line[statement..].starts_with(' ') {
                end
            } else {
                let mut words = line[statement..].split_whitespace().skip(2);
                words.next().map_or(end, |count| {
                    count.as_ptr() as usize - line.as_ptr() as usize + count.len()
                })
            };
            format!("{}\n", &line[..end])
        })
        .collect()
}

fn cases(text: &str) -> Vec<Case> {
    let blocks = blocks(text);
    let is_dump = |block: &str| block.lines().any(|line| line.starts_with("DEBUG-"));
    let is_program =
        |block: &str| !is_dump(block) && block.lines().any(|line| line.starts_with("d "));
    blocks
        .iter()
        .enumerate()
        .filter(|(_, (_, block))| is_program(block))
        .flat_map(|(index, (line, program))| {
            blocks[index + 1..]
                .iter()
                .skip_while(|(_, block)| !is_dump(block))
                .take_while(|(_, block)| is_dump(block))
                .map(|(_, dump)| Case {
                    line: *line,
                    program: program.clone(),
                    dump: without_remarks(dump),
                })
        })
        .collect()
}

fn find(folder: &Path, name: &str, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            find(&path, name, found);
        } else if path.file_name().is_some_and(|file| file == name) {
            found.push(path);
        }
    }
}

#[test]
fn tutorial_cases_print_the_same_dump() {
    let Some(folder) = std::env::var_os("MNC2_PUBLIC_PROGRAMS") else {
        println!("MNC2_PUBLIC_PROGRAMS is not set: no tutorial case was run");
        return;
    };
    let mut files = Vec::new();
    find(Path::new(&folder), "tutorial.md", &mut files);
    let (mut matching, mut failed) = (0, Vec::new());
    for file in &files {
        let text = std::fs::read_to_string(file).unwrap_or_default();
        for case in cases(&text) {
            let program = mnc2_asm::parse(&completed(&case));
            let mut lines: Vec<Dump> = Vec::new();
            let outcome = Machine::new()
                .run(&program, &RunOptions::default(), &mut lines)
                .outcome;
            let dump: String = lines.iter().map(|line| format!("{line}\n")).collect();
            if dump == case.dump {
                matching += 1;
            } else {
                let differing = dump.lines().zip(case.dump.lines()).find(|(a, b)| a != b);
                failed.push(format!(
                    "{}:{}: {outcome:?} {differing:?}",
                    file.display(),
                    case.line
                ));
            }
        }
    }
    let ran = matching + failed.len();
    println!(
        "{} tutorials, {ran} cases run, {matching} dumps the same",
        files.len()
    );
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
