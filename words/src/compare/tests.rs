//! Programs next to outputs with changed, added and removed lines.

use cpu_time::ThreadTime;
use mnc2_isa::field::Field;

use super::*;
use crate::{assemble, encode, listing};
use mnc2_program::rules::Rules;

/// The words that the assembler would write, as far as they are known.
fn output_of(text: &str) -> Vec<String> {
    let assembly = assemble(text, &Rules::default());
    assert!(assembly.can_be_written(true), "{text}");
    assembly.lines.into_iter().map(|line| line.text).collect()
}

fn changed(line: &str, field: Field, content: u32) -> String {
    let Ok(listing::Item::Word(mut word)) = listing::item(line) else {
        panic!("{line} is no word");
    };
    word.set(field, content);
    listing::line(&word)
}

fn check(program: &str, lines: &[String], expected: &[&str]) -> OutputComparison {
    let output = AssemblerOutput::read(&lines.join("\n")).expect("an output");
    let program = mnc2_asm::parse(program);
    let found =
        compare(&program, &output, &Encodings::default(), &|| false).expect("both can be compared");
    let differences = found.differences.iter();
    let differences = differences.map(|it| (it.line, it.message("a.asm").to_string()));
    let apart = found.apart.iter();
    let apart = apart.map(|it| (it.line, it.message("a.asm").to_string()));
    let all = differences.chain(apart);
    let all: Vec<String> = all
        .map(|(line, text)| format!("{}: {text}", line + 1))
        .collect();
    assert_eq!(all, expected);
    found
}

const PROGRAM: &str =
    "lpassa $lm0v $lr0v # x\nnop/2\nd get $lm0n0c0b0m0p0 1\n\nlpassa $lr8v $ln0v\nquit\nwrong\n";

#[test]
fn its_own_output_does_not_differ() {
    let lines = output_of(PROGRAM);
    let found = check(PROGRAM, &lines, &[]);
    assert_eq!(found.pairs, [(0, 0), (1, 1), (1, 2), (2, 3), (4, 4)]);
    let lines = [0, 1, 3, 4].map(|line| found.output_line(line));
    assert_eq!(lines, [Some(0), Some(1), None, Some(4)]);
    let lines = [2, 3, 9].map(|line| found.program_line(line));
    assert_eq!(lines, [Some(1), Some(2), None]);
}

#[test]
fn observed_fields_are_named() {
    let mut lines = output_of(PROGRAM);
    lines[0] = changed(&lines[0], Field::Grf0WriteAddress, 16);
    lines[2] = changed(&lines[2], Field::Ll, 1);
    check(
        PROGRAM,
        &lines,
        &[
            "1: its word in `a.asm`, line 1, differs in bits 263:255, GRF0 write address (0x0 here, 0x10 there)",
            "2: its word in `a.asm`, line 3, differs in bits 291:290, ll (0x0 here, 0x1 there)",
        ],
    );
    let mut many = output_of(PROGRAM);
    for field in [
        Field::TSource,
        Field::Grf0Source,
        Field::Lm0Address,
        Field::Lm0Width,
        Field::AluOpcode,
    ] {
        many[0] = changed(&many[0], field, 3);
    }
    let output = AssemblerOutput::read(&many.join("\n")).expect("an output");
    let found = compare(
        &mnc2_asm::parse(PROGRAM),
        &output,
        &Encodings::default(),
        &|| false,
    )
    .expect("compared");
    let said = found.differences[0].message("a.asm").to_string();
    assert!(said.ends_with("; and 1 more"), "{said}");
}

#[test]
fn what_is_only_inferred_is_called_so() {
    let program = "lpassa $m0v $r0v\n";
    let mut lines = output_of(program);
    lines[0] = changed(&lines[0], Field::Lm0Width, 3);
    let found = check(
        program,
        &lines,
        &[
            "1: its word in `a.asm`, line 1, differs in what mnc2 only inferred: bits 154:153, LM0 width (0x0 here, 0x3 there)",
        ],
    );
    assert!(!found.differences[0].is_certain());
    assert_eq!(found.differences[0].range, 7..11);
    // A field that the step does not use may hold what belongs to the inferred part.
    lines[0] = changed(&lines[0], Field::ZeroFlushAndMaskWrite, 1);
    let output = AssemblerOutput::read(&lines.join("\n")).expect("an output");
    let found = compare(
        &mnc2_asm::parse(program),
        &output,
        &Encodings::default(),
        &|| false,
    )
    .expect("compared");
    assert!(!found.differences[0].is_certain());
}

#[test]
fn nothing_is_said_about_unknown_fields() {
    let program = "l1bmm@0 $lm0v $lb0\nlinc $lm0v $lr0v\n";
    let mut lines = output_of("nop/2");
    let own = mnc2_asm::parse(program);
    let step = own
        .line(1)
        .and_then(|line| line.step().cloned())
        .expect("a step");
    let encoded = encode(&step, own.mask_setting_at(1), Mode::AutoStride);
    assert_eq!(encoded.status(), Status::Unknown);
    lines[1] = listing::line(&encoded.word);
    lines[1] = changed(&lines[1], Field::AluOpcode, 5);
    let output = AssemblerOutput::read(&lines.join("\n")).expect("an output");
    let found = compare(&own, &output, &Encodings::default(), &|| false).expect("compared");
    assert!(found.differences.iter().all(|it| it.line != 1), "{found:?}");
}

#[test]
fn added_and_removed_lines_are_said_once() {
    let lines = output_of(PROGRAM);
    let longer = PROGRAM.replace("nop/2\n", "nop/2\nlpassa $lm4v $ln4v\n");
    let found = check(
        &longer,
        &lines,
        &[
            "3: `a.asm` is the output of another text: from its line 4 on it has 0 lines where this program has 1",
        ],
    );
    assert_eq!(found.pairs.last(), Some(&(5, 4)));
    let shorter = PROGRAM.replace("nop/2\n", "");
    check(
        &shorter,
        &lines,
        &[
            "2: `a.asm` is the output of another text: from its line 2 on it has 2 lines where this program has 0",
        ],
    );
    check(
        "nop\n",
        &lines,
        &[
            "1: `a.asm` is the output of another text: from its line 1 on it has 5 lines where this program has 1",
        ],
    );
}

#[test]
fn what_cannot_be_compared_is_left_alone() {
    let output = AssemblerOutput::read(&output_of("nop").join("\n")).expect("an output");
    for program in ["lpassa $lm0v\n", "@free left\n"] {
        assert_eq!(
            compare(
                &mnc2_asm::parse_as(mnc2_program::FileForm::Unlinked, program),
                &output,
                &Encodings::default(),
                &|| false
            ),
            None
        );
    }
    let long = mnc2_asm::parse(&format!("nop/{}\n", WORDS_MAX + 1));
    assert_eq!(
        compare(&long, &output, &Encodings::default(), &|| false),
        None
    );
    let flat = AssemblerOutput::read(&format!("j {}", "01".repeat(200))).expect("an output");
    assert_eq!(
        compare(
            &mnc2_asm::parse("nop\n"),
            &flat,
            &Encodings::default(),
            &|| false
        ),
        None
    );
}

/// An edit compares the whole program again, so the work must grow with its lines and no faster: the words of a program
/// that is eight times as long take about eight times as long.
#[test]
fn the_work_grows_with_the_lines() {
    let time = |lines: usize| {
        let of = |lines: usize| -> String {
            let line = |at: usize| format!("lpassa $lm{}v $lr0v\n", at % 64 * 2);
            (0..lines).map(line).collect()
        };
        let program = mnc2_asm::parse(&of(lines));
        let words = output_of(&of(64));
        let words: Vec<&str> = words
            .iter()
            .map(String::as_str)
            .cycle()
            .take(lines)
            .collect();
        let output = AssemblerOutput::read(&words.join("\n")).expect("an output");
        let run = || {
            let start = ThreadTime::now();
            let found = compare(&program, &output, &Encodings::default(), &|| false);
            assert!(found.is_some());
            start.elapsed()
        };
        (0..5).map(|_| run()).min().unwrap_or_default()
    };
    let (short, long) = (time(500), time(4000));
    assert!(long < short * 8 * 4, "{short:?} {long:?}");
}
