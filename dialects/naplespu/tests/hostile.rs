//! Properties of any text: nothing panics, an edit is a fresh parse, formatting changes only space and settles.

use mnc2_laws::{answers, edits, memory};
use mnc2_naplespu::layout::BYTES_MAX;
use mnc2_naplespu::register::Register;
use mnc2_naplespu::{Document, LANGUAGE};
use mnc2_text::interface::Options;
use mnc2_text::random::Random;

const WORDS: &[&str] = &[
    "add_i32 ",
    "movei ",
    "v0",
    "v64",
    "s1",
    "4(s1)",
    "rm",
    "addi ",
    "pc",
    "load32 s0, ",
    "load_v16i32 ",
    "barrier ",
    "lea s0, ",
    "jmp f\n",
    ".m ",
    ".space ",
    ".section ",
    "f\n",
    ".long f",
    "jret\n",
    ".align ",
    ".",
];

/// A register has another number afterwards.
fn other_name(name: &str) -> &'static str {
    match Register::find(name) {
        Some(_) => "s57",
        None => "fresh_name",
    }
}

#[test]
fn any_text_has_answers_and_any_edit_is_a_fresh_parse() {
    answers::hold_for_any_assembly(&LANGUAGE, WORDS, other_name);
}

#[test]
fn expressions_at_the_ends_of_numbers_have_answers() {
    for expression in [
        "f + 9223372036854775807",
        "f - 9223372036854775807",
        "-9223372036854775808 + f",
        "(((f)))",
        "x",
        "y",
        "f - f",
        ". - 9223372036854775807",
    ] {
        for statement in [
            "jmp",
            "beqz s0,",
            "load32 s0,",
            "lea s0,",
            "_lea s0,",
            ".long",
            ".set z,",
        ] {
            let text =
                format!(".set x, y\n.set y, x\nnop\nf: nop\n{statement} {expression}\njmp z\n");
            answers::hold(&LANGUAGE, &text, other_name);
        }
    }
}

/// Statements of programs that run, so that random sequences of them run far.
const STATEMENTS: &[&str] = &[
    "movei rm, 0xffff",
    "moveih rm, 0",
    "moveil s0, 3",
    "movei s1, 64",
    "movei s2, 2",
    "movei v1, 7",
    "movei v59, 5",
    "add_i32 v2, v1, s1",
    "add_i32.m v3, v2, v1",
    "mulhs_i32 s3, s1, s0",
    "ashr_i32 v2, v2, v1",
    "shli s4, s1, -1",
    "cmplt_i32 s5, v1, v2",
    "crt_mask_i32 rm, v1",
    "shuffle_i32 v4, v1, v2",
    "getlanei s6, v1, 15",
    "fdiv_f32 v1, v1, v2",
    "ftoi_i32 s7, s8",
    "load32 s3, (s1)",
    "load32_s8 s3, -1(sp)",
    "store32 s3, 4(s1)",
    "load_v16i32 v5, (s1)",
    "store_v16i8 v5, 64(s1)",
    "store_v16i16_scratchpad v5, (s1)",
    "load_v16u8_scratchpad.m v6, 4(s1)",
    "stores32_scratchpad v5, (v6)",
    "loadg32_scratchpad v5, (v6)",
    "store32 s3, -4(s9)",
    "read_cr s3, s2",
    "write_cr s3, s1",
    "write_cr s2, s2",
    "barrier s2, s2",
    "barrier_thread s2, s2",
    "flush s1",
    "bnez s1, 1b",
    "beqz s9, 1b",
    "1: nop",
    "jmp 1b",
    "jmpsr 1b",
    "jmpsr s1",
    "jret",
    "addi pc, pc, 8",
    "add_i32 pc, pc, s2",
    "lea s1, 1b",
    "crp v1, v2, v3",
    ".long 5",
    ".p2align 4",
    ".data",
    ".text",
    ".rept 3",
    ".endr",
];

#[test]
fn any_program_runs_or_says_why_not() {
    let write = |numbers: &mut Random, options: &mut dyn Options| {
        let threads = numbers.one_of(&["1", "2", "8"]);
        options.set("threads", threads).expect("a number");
        if numbers.index(4) == 0 {
            return answers::assembly(numbers, WORDS);
        }
        let rest = (0..numbers.index(30)).map(|_| numbers.one_of(STATEMENTS));
        // Backward branches have a label.
        format!("1: movei s1, 64\n{}\n", rest.collect::<Vec<_>>().join("\n"))
    };
    let (ran, steps) = answers::run_any_program(&LANGUAGE, write, |mut machine| {
        assert!([4, 7, 25].contains(&machine.state().len()));
        let dump = machine.dump(&[], 1 << 20).expect("a dump");
        let loaded = machine.load(&dump);
        loaded.expect("a dump is what a run can be given");
        assert_eq!(machine.dump(&[], 1 << 20), Ok(dump));
    });
    assert!(ran > 300 && steps > 3_000, "{ran} programs, {steps} steps");
}

#[test]
fn large_texts_take_a_bounded_time() {
    let own = [
        format!("load32 s0, {}", "(".repeat(16_000)),
        format!("movei s0, {}", "-".repeat(16_000)),
        format!("f: nop\n{}", "bnez s0, f\n".repeat(20_000)),
        "f: add_i32 v2, v1, s0\n".repeat(20_000),
        "move_i32 v0, v1;".repeat(1000),
        "f: lea s0, f\n".repeat(20_000),
        "1: jmp 1b\n".repeat(20_000),
        "add_i32 v2, v1, s0\n".repeat(20_000),
    ];
    answers::take_bounded_time(&LANGUAGE, own);
    answers::take_bounded_time(&LANGUAGE, answers::large_assembly());
}

#[test]
fn of_a_program_that_is_too_large_only_some_data_is_made() {
    let sections: String = (0..300)
        .map(|index| format!(".section .s{index}\n.space 16777216\n"))
        .collect();
    for text in [
        sections,
        format!(".data\n{}", ".fill 16777216, 1, 1\n".repeat(3000)),
        format!(".data\n{}", ".dcb.l 4194304, 1\n".repeat(3000)),
    ] {
        let document = Document::new(&text, &mnc2_naplespu::Options::default());
        let layout = document.layout();
        assert!(layout.is_too_large);
        let bytes: usize = layout
            .data(document.names())
            .bytes
            .iter()
            .map(|(_, bytes)| bytes.len())
            .sum();
        assert!(bytes <= BYTES_MAX as usize, "{bytes}");
    }
}

#[test]
fn memory_is_in_proportion_to_the_text() {
    memory::holds(
        &LANGUAGE,
        |number| format!("ad_i32 s{}, s1, s2\n", number % 50),
        |number| format!("l{number}: add_i32 s{}, s1, s2\n", number % 50),
    );
}

/// Statements about labels and constants, and wrong ones.
const LABELLED: &[&str] = &[
    "f:",
    "g: nop",
    "s70: nop",
    "jmp g",
    "load32 s0, f",
    "movei s0, N",
    "bogus s1",
    "add_i32 s70, s1, s2",
    "moveil s33, 4",
    ".long g",
];

#[test]
fn after_edits_a_text_says_what_it_says_when_it_is_read_at_once() {
    let pieces = [
        ".macro k a\n add_i32 s\\a, s1, s2\n.endm\n",
        "s70: ",
        "moveih rm, 3\n",
        ".section .x\n",
        ".comm c, 8\n",
    ];
    edits::hold_in_assembly(&LANGUAGE, STATEMENTS, LABELLED, &pieces);
}
