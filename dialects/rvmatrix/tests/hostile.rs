//! Properties of any text: nothing panics, an edit is a fresh parse, formatting changes only space and settles.

use mnc2_laws::{answers, edits, memory};
use mnc2_rvmatrix::LANGUAGE;
use mnc2_text::interface::Options;
use mnc2_text::random::Random;

const WORDS: &[&str] = &[
    "mmaqa.b ",
    "mldb ",
    "m0",
    "m9",
    "(a0)",
    "t0",
    "mcfgki ",
    "zero",
    "#define X \\\n",
    "li t0, ",
    "0x100404",
    "mcfg ",
    "fmmacc.h ",
    "j f\n",
    "csrw xmsize, ",
    "mmov.mv.i ",
    "call f\n",
    "ret\n",
];

#[test]
fn any_text_has_answers_and_any_edit_is_a_fresh_parse() {
    answers::hold_for_any_assembly(&LANGUAGE, WORDS, |_| "fresh_name");
}

/// Words of programs that run, so that random sequences of them run far.
const STATEMENTS: &[&str] = &[
    "li t0, 0x100404",
    "li t0, -1",
    "li a0, 0x7fffffffffffffff",
    "li s0, 3",
    "mcfg zero, t0",
    "mcfgk t1, t0",
    "mcfgmi zero, 4",
    "mcfgki a1, 127",
    "mcfgni zero, 8",
    "mmaqa.b m2, m1, m0",
    "mmaqau.h m4, m1, m0",
    "pmmaqasu.b m3, m1, m0",
    "fmmacc.h m4, m2, m0",
    "fmmacc.d m6, m2, m0",
    "fwmmacc.s m6, m5, m0",
    "mldw m0, t0, (a0)",
    "mstd m6, a0, (t0)",
    "mld8mb m0, (a0)",
    "mst4mw m4, (t0)",
    "mmov.mv.x m1, m6[s0]",
    "mmov.mx m5, a0",
    "mn4clip.d.mm m1, m2, m3",
    "msra.s.mv.i m1, m1, m2[3]",
    "mmulh.d.mx m7, m7, a0",
    "csrw xmrstart, s0",
    "csrwi xmxrm, 3",
    "csrw xmcsr, t0",
    "fsrm t0",
    "csrr t0, xmsize",
    "addi t0, t0, 1",
    "mul a0, a0, t0",
    "div t1, a0, zero",
    "rem t1, a0, t0",
    "sd t0, 0(a0)",
    "ld t0, -8(a0)",
    "bnez t0, 1b",
    "1: nop",
    "j 1f",
    "jalr t1, 8(t0)",
    "call 1b",
    "ret",
    "mrelease",
    ".word 0x8021",
    ".rept 3",
    ".endr",
];

#[test]
fn any_program_runs_or_says_why_not() {
    let write = |numbers: &mut Random, options: &mut dyn Options| {
        let mlen = numbers.one_of(&["128", "256", "512"]);
        options.set("mlen", mlen).expect("a length");
        if numbers.index(4) == 0 {
            return answers::assembly(numbers, WORDS);
        }
        let rest = (0..numbers.index(40)).map(|_| numbers.one_of(STATEMENTS));
        let rest: Vec<_> = rest.collect();
        // Sizes that are legal for most.
        format!("li t0, 0x80202\nmcfg zero, t0\n{}\n", rest.join("\n"))
    };
    let (ran, steps) = answers::run_any_program(&LANGUAGE, write, |machine| {
        assert!(machine.state().len() > 8);
        drop(machine.computed(&[]));
    });
    assert!(ran > 500 && steps > 3_000, "{ran} programs, {steps} steps");
}

#[test]
fn large_texts_take_a_bounded_time() {
    let own = [
        format!("mldb m0, t0, {}", "(".repeat(16_000)),
        format!("li t0, {}", "-".repeat(16_000)),
        format!("f: nop\n{}", "bnez a0, f\n".repeat(20_000)),
        "f: mmaqa.b m2, m1, m0\n".repeat(20_000),
        "mmov.mm m0, m1;".repeat(1000),
        "f: la a0, f\n".repeat(20_000),
        "1: j 1b\n".repeat(20_000),
        "mmaqa.b m2, m1, m0\n".repeat(20_000),
    ];
    let all = own.into_iter().chain(answers::large_assembly());
    answers::take_bounded_time(&LANGUAGE, all);
}

#[test]
fn memory_is_in_proportion_to_the_text() {
    memory::holds(
        &LANGUAGE,
        |number| format!("mmaqa.z m{}, m1, m2\n", number % 8),
        |number| format!("l{number}: mmaqa.b m{}, m1, m2\n", number % 2 * 4),
    );
}

/// Statements about labels and constants, and wrong ones.
const LABELLED: &[&str] = &[
    "f:",
    "g: nop",
    "m3: nop",
    "j g",
    "la a0, f",
    "li a0, N",
    "bogus m1",
    "mmaqa.b m0, m1, a0",
];

#[test]
fn after_edits_a_text_says_what_it_says_when_it_is_read_at_once() {
    let pieces = [
        ".macro k a\n mmov.mm m\\a, m1\n.endm\n",
        "#define t0 1\n",
        "#if 0\n",
        "#endif\n",
        "mcfg zero, a0\n",
        "m1: ",
    ];
    edits::hold_in_assembly(&LANGUAGE, STATEMENTS, LABELLED, &pieces);
}
