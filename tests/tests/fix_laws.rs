//! Laws of fixes: on random programs and on public programs, each change that is offered causes no finding and leaves the chip
//! in the same state; and so does every fix that a finding has itself.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::PathBuf;
use std::{env, fs};

use mnc2_program::code::Code;
use mnc2_program::finding::Finding;
use mnc2_review::fixes::CONTEXT_FIXES;
use mnc2_tests::files;
use mnc2_tests::fix_cases::{Checked, applied, computes_the_same, offers};
use mnc2_tests::generate::Choices;
use mnc2_text::{Applicability, Fix, line};

/// The number of random programs to try, instead of [`PROGRAMS`].
const PROGRAMS_VARIABLE: &str = "MNC2_CURE_PROGRAMS";
const PROGRAMS: u64 = 150;

/// The folder of the programs of others, as for the other tests that read them.
const FOLDER_VARIABLE: &str = "MNC2_PUBLIC_PROGRAMS";

/// Number of changes that are run for each [`CONTEXT_FIXES`] entry and public program; all of them are checked.
const RUN_OF_EACH: usize = 2;

/// Lines around a change that are run with it.
const AROUND_LINES: usize = 6;

fn counts(findings: &[Finding]) -> BTreeMap<Code, usize> {
    let mut counts = BTreeMap::new();
    for finding in findings {
        *counts.entry(finding.diagnostic.code).or_default() += 1;
    }
    counts
}

/// Codes that are found more often than before.
fn worse(before: &Checked, after: &Checked) -> Vec<Code> {
    let then = counts(&before.findings);
    counts(&after.findings)
        .into_iter()
        .filter(|(code, count)| then.get(code).copied().unwrap_or(0) < *count)
        .map(|(code, _)| code)
        .collect()
}

/// A program of a few lines whose operands often meet.
fn random_program(choices: &mut Choices) -> String {
    let lines = 3 + choices.below(6);
    let mut program = String::new();
    if choices.below(4) == 0 {
        program.push_str(choices.one_of(&["maskr 1\n", "masknt 2\n", "maskrsm 24\n"]));
    }
    for _ in 0..lines {
        match choices.below(10) {
            0 => program.push_str("nop\n"),
            1 => program.push_str(choices.one_of(&["nop/2\n", "nop/5 # x\n", "# x\n", "\n"])),
            2 => program.push_str(choices.one_of(&[
                "imm i\"7\" $lr0\nnop\nladd $ln0v $lr0 $ls0v\n",
                "lpassa $peid $llr8\nladd $ls0v $lr8 $ln0v\n",
                "lpassa $ln0v $lr0v\nnop\nlinc $lr6 $ls8\n",
                "ladd $ln[0,2,4,6] $ls2 $lr[4,2,0,6]\nnop\nlinc $lr6 $ls8v\n",
                "lpassa $lm0v $ls16v\nladd $ls22 $ls22 $lr32\n",
            ])),
            _ => {
                let expressions = 1 + choices.below(3).min(choices.below(3));
                let step: Vec<String> = (0..expressions).map(|_| expression(choices)).collect();
                program.push_str(&step.join("; "));
                program.push_str(choices.one_of(&["\n", "\n", ";\n", " # x\n"]));
            }
        }
    }
    program
}

fn expression(choices: &mut Choices) -> String {
    let read = |choices: &mut Choices| {
        choices.one_of(&[
            "$lm0v",
            "$lm8v",
            "$ln0v",
            "$lr0v",
            "$lr0",
            "$lr4v",
            "$ls0v",
            "$ls[0,2,4,6]",
            "$ln[8,6,4,2]",
            "$t",
            "$aluf",
            "$mauf",
            "$lbf",
            "$lmt0v",
            "$ln0vj1",
        ])
    };
    let write = |choices: &mut Choices| {
        choices.one_of(&[
            "$lm0v",
            "$ln0v",
            "$ln8v",
            "$lr0v",
            "$lr0",
            "$ls0v",
            "$ls0v/$imr1",
            "$lr8v/1000",
            "$t",
            "$nowrite",
            "$ls[0,2,4,6]",
            "$omr1",
            "$ln0v $lr8v",
        ])
    };
    let wide_read = |choices: &mut Choices| {
        choices.one_of(&[
            "$llm0v", "$lln0v", "$llr0v", "$lls0v", "$t", "$aluf", "$lbf",
        ])
    };
    let wide_write =
        |choices: &mut Choices| choices.one_of(&["$llm0v", "$lln0v", "$llr0v", "$lls0v", "$t"]);
    match choices.below(14) {
        0 => format!("lpassa {} {}", read(choices), write(choices)),
        1 => format!(
            "ladd {} {} {}",
            read(choices),
            read(choices),
            write(choices)
        ),
        2 => format!(
            "ixor/$imr1 {} {} {}",
            read(choices),
            read(choices),
            write(choices)
        ),
        3 => format!(
            "fvadd {} -{} {}",
            read(choices),
            read(choices),
            write(choices)
        ),
        4 => format!(
            "dvfmau {} {} {} {}",
            read(choices),
            read(choices),
            read(choices),
            write(choices)
        ),
        5 => format!(
            "fvmul {} {} {}",
            read(choices),
            read(choices),
            write(choices)
        ),
        6 => format!("lpassa {} {}", wide_read(choices), wide_write(choices)),
        7 => format!(
            "hvmul {} {} {}",
            read(choices),
            read(choices),
            wide_write(choices)
        ),
        8 => format!("fmwrite {} $lx0", read(choices)),
        9 => format!(
            "fmread $ly0 {}",
            choices.one_of(&["$lr0v", "$ls0v", "$ln0v", "$t"])
        ),
        10 => format!(
            "l1bmm {} {}",
            choices.one_of(&["$lb0", "$lbi"]),
            choices.one_of(&["$lr0v", "$ls0v", "$ln0v"])
        ),
        11 => format!(
            "l1bmm@0 {} {}",
            choices.one_of(&["$lr0v", "$lm0v"]),
            choices.one_of(&["$lb0", "$lbi", "$lb64"])
        ),
        12 => choices
            .one_of(&[
                "l2bmb $lc0 $lb0",
                "l2bm@0 $lb0 $lc64",
                "wait i01",
                "noforward",
            ])
            .to_owned(),
        _ => format!(
            "{} {}",
            choices.one_of(&[
                "imm f\"1.5\"",
                "immu i\"7\"",
                "lpassa $peid",
                "fpassa $msb1"
            ]),
            write(choices)
        ),
    }
}

#[test]
fn fixes_keep_what_random_programs_compute() -> Result<(), Box<dyn Error>> {
    let programs = match env::var(PROGRAMS_VARIABLE) {
        Ok(number) => number.parse()?,
        Err(_) => PROGRAMS,
    };
    let mut offered: BTreeMap<&str, usize> = BTreeMap::new();
    let mut failures = String::new();
    for seed in 0..programs {
        let source = random_program(&mut Choices::new(seed));
        let checked = Checked::new(&source);
        for row in CONTEXT_FIXES {
            for (line, fix) in offers(&checked, row) {
                let count = offered.entry(row.name).or_default();
                *count += 1;
                let after = applied(&source, line, &fix);
                let mut worse = worse(&checked, &Checked::new(&after));
                // Distances, forwarding registers and mask entries are not checked where a line with an error takes part,
                // so fixing it can reveal findings about them.
                if checked
                    .program
                    .line(line as usize)
                    .is_some_and(|line| line.has_error())
                {
                    worse.retain(|code| {
                        !code.id()[1..].starts_with("10")
                            && ![Code::ForwardingNotFed, Code::MaskNeverWritten].contains(code)
                    });
                }
                if !worse.is_empty() {
                    failures.push_str(&format!(
                        "{} (seed {seed}) brings {worse:?}\n{source}=>\n{after}\n",
                        row.name
                    ));
                }
                // Only a part of frequent changes is run. A suggestion need not compute the same.
                let is_run = *count < 40 || seed % 8 == 0;
                let is_safe = fix.applicability == Applicability::Safe;
                if is_run
                    && is_safe
                    && let Err(difference) = computes_the_same(&source, &after, seed)
                {
                    failures.push_str(&format!("{} (seed {seed}): {difference}\n", row.name));
                }
            }
        }
    }
    println!("{programs} programs, offered {offered:?}");
    assert!(failures.is_empty(), "{failures}");
    for row in CONTEXT_FIXES {
        assert!(
            offered.contains_key(row.name),
            "{} was never offered",
            row.name
        );
    }
    Ok(())
}

/// How the tests confirm that a finding's own fix is right.
enum Proof {
    /// The line runs before and after, and is equivalent.
    Run,
    /// The line cannot run before: these lines must become those.
    Text(&'static [(&'static str, &'static str)]),
}

fn proof(code: Code) -> Proof {
    match code {
        Code::UnreadableStatement => Proof::Text(&[
            ("lpassa$lm0v $ln0v", "lpassa $lm0v $ln0v"),
            ("lpassa $lm0v$ln0v", "lpassa $lm0v $ln0v"),
            ("lpassa $lm0v, $ln0v", "lpassa $lm0v $ln0v"),
            ("lpassa $lm0v,$ln0v", "lpassa $lm0v $ln0v"),
            ("lpassa($lm0v, $ln0v)", "lpassa $lm0v $ln0v"),
            ("lpassa $lm0v $ln0v // copy", "lpassa $lm0v $ln0v # copy"),
            ("lpassa $lm0v $ln0v /* copy */", "lpassa $lm0v $ln0v # copy"),
            ("lpassa $lm[0 2 4 6] $ln0v", "lpassa $lm[0,2,4,6] $ln0v"),
            ("lpassa %lm0v %ln0v", "lpassa $lm0v $ln0v"),
            ("lpassa $lm0v $ln0v/imr1", "lpassa $lm0v $ln0v/$imr1"),
            ("lpassa $lm0v $ln0v \\", "lpassa $lm0v $ln0v"),
            ("imm i'3' $lr0", "imm i\"3\" $lr0"),
            ("imm f(1.0) $lr0", "imm f\"1.0\" $lr0"),
            ("nop(3)", "nop/3"),
            ("dget $lm0n0c0b0m0p0 4", "d get $lm0n0c0b0m0p0 4"),
            ("D GET $lm0n0c0b0m0p0 4", "d get $lm0n0c0b0m0p0 4"),
            ("d set $lm0p0 1 0x10", "d set $lm0p0 1 l10"),
        ]),
        Code::UnknownOpcode => Proof::Text(&[("LPASSA $lm0v $ln0v", "lpassa $lm0v $ln0v")]),
        Code::UnknownOperand => Proof::Text(&[("lpassa $LM0V $ln0v", "lpassa $lm0v $ln0v")]),
        Code::OperandCount => Proof::Text(&[("nop 3", "nop/3"), ("nop3", "nop/3")]),
        Code::LiteralMalformed => Proof::Text(&[
            ("imm f\"1.0f\" $lr0", "imm f\"1.0\" $lr0"),
            ("imm i\"1_000u\" $lr0", "imm i\"1000\" $lr0"),
            ("imm i3 $lr0", "imm i\"3\" $lr0"),
        ]),
        Code::MalformedTag => Proof::Text(&[
            ("nop; wait 1", "nop; wait i01"),
            ("nop; wait $i01", "nop; wait i01"),
            ("mvp/n64i1 $p0@0 $d0@1", "mvp/n64i01 $p0@0 $d0@1"),
        ]),
        Code::MvOption => Proof::Text(&[("mvp/64 $p0@0 $d0@1", "mvp/n64 $p0@0 $d0@1")]),
        Code::FullWidthCharacter => Proof::Text(&[
            ("lpassa $lm0v　$ln0v", "lpassa $lm0v $ln0v"),
            ("ｎｏｐ", "nop"),
            (
                "lpassa　$lm[０、2、4、6]　$ln0v",
                "lpassa $lm[0,2,4,6] $ln0v",
            ),
            ("imm f“1.0” $lr0", "imm f\"1.0\" $lr0"),
            ("lpassa $lm0v\u{200b} $ln0v", "lpassa $lm0v $ln0v"),
            ("nop ＃ 待つ", "nop # 待つ"),
        ]),
        Code::WidthNotAllowed => Proof::Text(&[("l2bmb $c0 $lb0", "l2bmb $lc0 $lb0")]),
        _ => Proof::Run,
    }
}

/// Fixes of alignment, spelling and the like are guesses, which need not keep anything; they are not compared.
#[test]
fn fixes_that_are_sure_keep_what_their_lines_compute() -> Result<(), Box<dyn Error>> {
    let mut run: BTreeMap<&str, usize> = BTreeMap::new();
    let mut guesses = 0;
    let mut failures = String::new();
    for path in files::below(&files::root().join("tests/diagnostics"), "vsm")? {
        let (source, _) = line::decode(&fs::read(&path)?);
        for line in line::lines(&source) {
            let checked = Checked::new(line);
            for finding in &checked.findings {
                let code = finding.diagnostic.code;
                for fix in &finding.diagnostic.fixes {
                    if fix.applicability != Applicability::Safe {
                        guesses += 1;
                        continue;
                    }
                    let after = applied(line, finding.line, fix);
                    if matches!(proof(code), Proof::Run) {
                        *run.entry(code.id()).or_default() += 1;
                        if let Err(difference) = computes_the_same(line, &after, 7) {
                            failures.push_str(&format!("{}: {difference}\n", code.id()));
                        }
                    }
                }
            }
        }
    }
    let mut texts = 0;
    for &code in Code::ALL {
        let Proof::Text(lines) = proof(code) else {
            continue;
        };
        for (broken, intended) in lines {
            texts += 1;
            let checked = Checked::new(broken);
            let mut fixed = (*broken).to_owned();
            for finding in checked.findings.iter().rev() {
                for fix in finding.diagnostic.fixes.iter().take(1) {
                    assert_eq!(fix.applicability, Applicability::Safe, "{broken}");
                    fixed = applied(&fixed, finding.line, fix);
                }
            }
            if fixed != *intended {
                failures.push_str(&format!("{broken} becomes {fixed}, not {intended}\n"));
            }
        }
    }
    println!("run {run:?}, {texts} compared as text, {guesses} guesses");
    assert!(failures.is_empty(), "{failures}");
    assert!(run.len() > 2, "{run:?}");
    Ok(())
}

#[test]
fn fixes_keep_what_accepted_programs_compute() -> Result<(), Box<dyn Error>> {
    let Some(folder) = env::var_os(FOLDER_VARIABLE).map(PathBuf::from) else {
        println!("!!! NO PUBLIC PROGRAM WAS CURED: {FOLDER_VARIABLE} names no folder !!!");
        return Ok(());
    };
    let mut offered: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let (mut programs, mut shortened, mut restored) = (0, 0, 0);
    let mut failures = String::new();
    for path in files::below(&folder, "vsm")? {
        let (source, _) = line::decode(&fs::read(&path)?);
        let checked = Checked::new(&source);
        let is_accepted = !checked.findings.iter().any(|it| it.diagnostic.is_error());
        if !is_accepted || !checked.program.iter().any(|line| line.step().is_some()) {
            continue;
        }
        programs += 1;
        for row in CONTEXT_FIXES {
            let mut run = 0;
            for (line, fix) in offers(&checked, row) {
                let count = offered.entry(row.name).or_default();
                count.0 += 1;
                let after = applied(&source, line, &fix);
                let worse = worse(&checked, &Checked::new(&after));
                if !worse.is_empty() {
                    let place = format!("{}:{}", path.display(), line + 1);
                    failures.push_str(&format!("{place}: {} brings {worse:?}\n", row.name));
                }
                let is_safe = fix.applicability == Applicability::Safe;
                if is_safe && run < RUN_OF_EACH && line % 7 == 3 {
                    run += 1;
                    count.1 += 1;
                    failures.push_str(&around_is_the_same(&source, line, &fix).unwrap_or_default());
                }
            }
        }
        let (without, with) = without_nops(&source, &checked);
        shortened += without;
        restored += with;
    }
    println!(
        "{programs} programs; offered and run {offered:?}; {shortened} times without a needed nop, {restored} restored"
    );
    assert!(failures.is_empty(), "{failures}");
    assert!(programs > 0 && shortened == restored);
    Ok(())
}

/// Runs the lines around a change, before and after it.
fn around_is_the_same(source: &str, line: u32, fix: &Fix) -> Option<String> {
    let lines: Vec<&str> = line::lines(source).collect();
    let edited = fix.edits.iter().flat_map(|edit| [edit.start, edit.end]);
    let edited = edited.map(|place| (i64::from(line) + i64::from(place.line)) as usize);
    let (start, end) = edited.fold((line as usize, line as usize), |(start, end), at| {
        (start.min(at), end.max(at))
    });
    let first = start.saturating_sub(AROUND_LINES);
    let last = (end + AROUND_LINES).min(lines.len());
    let before = lines[first..last].join("\n");
    let after = applied(&before, line - first as u32, fix);
    computes_the_same(&before, &after, u64::from(line)).err()
}

/// Removes each needed `nop` in turn; counts how often that caused a finding, and how often the fix restored a program without
/// errors that is no longer than before.
fn without_nops(source: &str, checked: &Checked) -> (usize, usize) {
    let missing = CONTEXT_FIXES.iter().find(|row| row.name == "missing-nop");
    let (mut shortened, mut restored) = (0, 0);
    let lines: Vec<&str> = line::lines(source).collect();
    let nops = lines
        .iter()
        .enumerate()
        .filter(|(_, line)| line.trim() == "nop");
    for (index, _) in nops.step_by(5) {
        let mut rest = lines.clone();
        rest.remove(index);
        let without = Checked::new(&rest.join("\n"));
        if !without.findings.iter().any(|it| it.diagnostic.is_error()) {
            continue;
        }
        shortened += 1;
        let Some(row) = missing else { continue };
        if let Some((line, fix)) = offers(&without, row).first() {
            let fixed = Checked::new(&applied(&without.source, *line, fix));
            let steps = |checked: &Checked| checked.program.steps_before(checked.program.len());
            let is_clean = !fixed.findings.iter().any(|it| it.diagnostic.is_error());
            if is_clean && steps(&fixed) <= steps(checked) {
                restored += 1;
            }
        }
    }
    (shortened, restored)
}
