//! Properties of any text: nothing panics, an edit is a fresh parse, formatting changes only space and settles.

use mnc2_laws::answers;
use mnc2_rvmatrix::{Document, LANGUAGE, Machine, Options};
use mnc2_text::Position;
use mnc2_text::interface::{Machine as _, Text as _};
use mnc2_text::random::Random;

const WORDS: &[&str] = &[
    "mmaqa.b ",
    "mldb ",
    "m0",
    "m9",
    ", ",
    "(a0)",
    "[",
    "]",
    "(",
    ")",
    "t0",
    "mcfgki ",
    "zero",
    "\n",
    "\r",
    "\r\n",
    ";",
    ":",
    "1b",
    "1:",
    ".macro f a\n",
    ".endm\n",
    "\\a",
    "\\",
    "\"",
    "'",
    "#",
    "#define X \\\n",
    "//",
    "/*",
    "*/",
    "li t0, ",
    "0x100404",
    "-1",
    "99999999999999999999",
    "mcfg ",
    "fmmacc.h ",
    "é",
    "\u{2028}",
    "\0",
    "\t",
    "j f\n",
    "f: ",
    ".equ N, ",
    "N",
    "<<",
    "%",
    "csrw xmsize, ",
    "mmov.mv.i ",
    "=",
    "{",
    "日本",
    ".rept 9\n",
    "call f\n",
    "ret\n",
];

fn random(numbers: &mut Random) -> String {
    (0..numbers.index(60))
        .map(|_| WORDS[numbers.index(WORDS.len())])
        .collect()
}

#[test]
fn any_text_has_answers() {
    let mut numbers = Random::new(0x9e37_79b9_7f4a_7c15);
    for _ in 0..60 {
        answers::hold(&LANGUAGE, &random(&mut numbers), |_| "fresh_name");
    }
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
    let mut numbers = Random::new(0x2545_f491_4f6c_dd1d);
    let (mut ran, mut steps) = (0, 0);
    for round in 0..1200 {
        let text = if round % 4 == 0 {
            random(&mut numbers)
        } else {
            let count = numbers.index(40);
            // Sizes that are legal for most.
            let start = "li t0, 0x80202\nmcfg zero, t0\n".to_owned();
            let rest: String = (0..count)
                .map(|_| format!("{}\n", STATEMENTS[numbers.index(STATEMENTS.len())]))
                .collect();
            start + &rest
        };
        let mut options = Options::default();
        let mlen = ["128", "256", "512"][numbers.index(3)];
        options.set("mlen", mlen).expect("a length");
        let Ok(mut machine) = Machine::new(&Document::new(&text, &options)) else {
            continue;
        };
        ran += 1;
        for _ in 0..200 {
            if machine.line().is_none() || machine.step().is_err() {
                break;
            }
        }
        steps += machine.steps();
        assert!(machine.state().len() > 8);
        drop(machine.written());
    }
    assert!(ran > 500 && steps > 3_000, "{ran} programs, {steps} steps");
}

#[test]
fn any_edit_is_a_fresh_parse() {
    let mut numbers = Random::new(0x1234_5678_9abc_def1);
    for _ in 0..60 {
        let text = random(&mut numbers);
        answers::stay_after_edits(&LANGUAGE, text, 4, &mut numbers, random);
    }
}

#[test]
fn large_texts_take_a_bounded_time() {
    let deep = "(".repeat(16_000);
    let nested: String = (0..2000)
        .map(|index| format!(".macro m{index}\n"))
        .collect();
    let many = "f: mmaqa.b m2, m1, m0\n".repeat(20_000);
    let calls = format!("f: nop\n{}", "bnez a0, f\n".repeat(20_000));
    let long = "mmov.mm m0, m1;".repeat(1000);
    for text in [
        format!("mldb m0, t0, {deep}"),
        format!("li t0, {}", "-".repeat(16_000)),
        nested,
        many,
        calls,
        long,
        "\\".repeat(16_000),
        "\"".repeat(16_000),
        "/*".repeat(8_000),
        "x".repeat(1 << 20),
        "1:".repeat(8_000),
        "f: la a0, f\n".repeat(20_000),
        "1: j 1b\n".repeat(20_000),
        ".globl f\nf:\n".repeat(10_000),
        (0..10_000)
            .map(|index| format!(".globl f{index}\nf{index}: nop\n"))
            .collect(),
        "mmaqa.b m2, m1, m0\n".repeat(20_000),
    ] {
        let document = Document::new(&text, &Options::default());
        drop(document.findings(&|| false));
        drop(document.symbols(&|| false));
        drop(document.folding(&|| false));
        drop(document.format(0..u32::MAX, &|| false));
        drop(document.references(Position { line: 0, byte: 0 }, true));
        drop(document.highlights(Position { line: 9, byte: 11 }));
    }
}

#[test]
fn memory_is_in_proportion_to_the_text() {
    mnc2_laws::memory::holds(
        mnc2_laws::checked!(mnc2_rvmatrix),
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
    let lines = STATEMENTS.iter().copied();
    let lines = lines.filter(|line| !line.starts_with(".rep") && *line != ".endr");
    let lines: Vec<&str> = lines.chain(LABELLED.iter().copied()).collect();
    let pieces = [
        "",
        "x",
        "\n",
        "\r",
        "/*",
        "*/",
        ".macro k a\n mmov.mm m\\a, m1\n.endm\n",
        "k 2\n",
        ".set N, 5\n",
        ".if 0\n",
        ".endif\n",
        "#define t0 1\n",
        "#if 0\n",
        "#endif\n",
        "mcfg zero, a0\n",
        "m1: ",
        ".include \"x\"\n",
        ".rept 2\n",
        ".endr\n",
    ];
    mnc2_laws::edited!(mnc2_rvmatrix).holds(&lines, &pieces);
}
