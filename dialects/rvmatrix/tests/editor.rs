//! Editor features: `$` in a text marks the place of the request.

use expect_test::expect;
use mnc2_laws::Editor;
use mnc2_rvmatrix::{Document, LANGUAGE, Options};
use mnc2_text::Language;
use mnc2_text::interface::{Page as _, Text as _};

const EDITOR: Editor = Editor(&LANGUAGE);

/// Every offer for an operand is accepted with the other operands after it.
#[test]
fn what_is_offered_is_accepted() {
    let mut count = 0;
    for line in [
        "mmaqa.b |m2|, |m1|, |m0|",
        "fmmacc.h |m4|, |m2|, |m0|",
        "fmmacc.d |m6|, |m2|, |m0|",
        "madd.s.mm |m4|, |m2|, |m0|",
        "madd.s.mv.x |m4|, |m2|, |m0|[s0]",
        "madd.s.mx |m4|, |m2|, |a0|",
        "mldb |m0|, |t0|, |(a0)|",
        "mst4mw |m4|, |(t0)|",
        "mcfg |zero|, |t0|",
        "csrw |xmcsr|, t0",
        "csrr |t0|, |xmsize|",
        "add |a0|, |a1|, |a2|",
        "sd |a0|, |(sp)|",
    ] {
        let parts: Vec<&str> = line.split('|').collect();
        for at in (1..parts.len()).step_by(2) {
            let before: String = parts[..at].concat();
            let after: String = parts[at + 1..].concat();
            let (document, place) = EDITOR.open(&format!("mcfgmi zero, 2\n {before}$"));
            let offered = document.completion(place, Language::English);
            assert!(!offered.is_empty(), "{before}");
            for one in offered {
                // The item may not fit the operands after it; then another item does.
                let others = ["m0", "m1", "m2", "m3", "m4", "m6"];
                let is_right = |after: &str| {
                    let text = format!("mcfgmi zero, 2\n {before}{}{after}", one.insert);
                    let document = Document::new(&text, &Options::default());
                    let findings = document.findings(&|| false);
                    findings
                        .iter()
                        .all(|it| it.line == 0 || !it.diagnostic.is_error())
                };
                let mut afters = vec![after.clone()];
                for (from, to) in [("m0", others), ("m1", others), ("m2", others)]
                    .iter()
                    .flat_map(|(from, to)| to.iter().map(move |to| (*from, *to)))
                {
                    afters.push(after.replace(from, to));
                }
                let found = afters.iter().any(|after| is_right(after));
                assert!(found, "{before}{}{after}", one.insert);
                count += 1;
            }
        }
    }
    assert!(count > 200, "{count}");
}

#[test]
fn hover_of_an_instruction() {
    EDITOR.check_hover(
        "mma$qaus.h m2, m1, m0",
        &expect![[r#"
            `mmaqaus.h md, ms2, ms1` — integer matrix multiplication, unsigned by signed · rvmatrix@0.2

            Adds the product of A and the transpose of B to C, whose elements are four times as wide. A (`ms1`, written last) is unsigned, B is signed; the sum wraps around.

            ```text
            for i in 0..sizeM, j in 0..sizeN, k in 0..sizeK/e:
              C[i,j] += unsigned(A[i,k]) * signed(B[j,k])
            all other elements of md = 0
            ```

            Largest shapes with MLEN 128:

            | | rows | columns | element | registers |
            |---|---|---|---|---|
            | A (ms1) | 4 | 8 | 16 bits | 1 |
            | B (ms2) | 4 | 8 | 16 bits | 1 |
            | C (md) | 4 | 4 | 64 bits | 2 |

            Illegal unless the machine has MATRIX_MULT_I16I64, bit 2 of `xmisa`.

            ```text
            31:28 27:25 24   23:21 20:18 17:15 14:12 11:10 9:7 6:0
            0010  000   0    001   000   010   000   01    010 0101011
            func  uop   size ms2   ms1   -     func3 size  md  custom-1
            0x2021052b
            ```

            RISC-V matrix extension 0.2, "Matrix Multiplication Instructions""#]],
    );
    EDITOR.check_hover(
        "mldw m0, t0, (a$0)",
        &expect![
            "`a0` — `x10`, argument: a call may change it · RISC-V integer register of 64 bits"
        ],
    );
    EDITOR.check_hover(
        "lb$u a0, 4(x5)",
        &expect!["`lbu rd, number(rs1)` — `rd = u8[rs1 + number]` · RISC-V base instruction"],
    );
    EDITOR.check_hover(
        "sgt a0, a1, a$2",
        &expect![
            "`a2` — `x12`, argument: a call may change it · RISC-V integer register of 64 bits"
        ],
    );
    EDITOR.check_hover(
        "fadd.s fa$0, f31, f9",
        &expect!["`fa0` — `f10`, argument: a call may change it · RISC-V floating-point register"],
    );
    EDITOR.check_hover(
        "fen$ce",
        &expect!["`fence` — changes no register · RISC-V base instruction"],
    );
    EDITOR.check_hover(
        "#define N 4\n li t0, N$",
        &expect![[r#"
            ```asm
            #define N 4 (0x4)
            ```"#]],
    );
    // A name with another meaning has no page of its own.
    EDITOR.check_hover(".word a$0", &expect![""]);
    EDITOR.check_hover(
        "csrr t0, xml$enb",
        &expect![[r#"
        `xmlenb` — bytes of a row of a matrix register · 0xcc3, read only · rvmatrix@0.2

        MLEN/8, a constant of the machine."#]],
    );
    EDITOR.check_hover(
        "mmov.mm m$0, m1",
        &expect![
            "`m0` — matrix register: with MLEN 128 it has 4 rows of 16 bytes, row by row, little endian · rvmatrix@0.2"
        ],
    );
    EDITOR.check_hover(
        ".equ SIZE, 4 * 4\nmcfgki zero, SI$ZE",
        &expect![[r#"
        ```asm
        SIZE = 16 (0x10)
        ```"#]],
    );
    EDITOR.check_hover(
        "mv$ a0, a1",
        &expect!["`mv rd, rs1` — `rd = rs1` · RISC-V base instruction"],
    );
}

#[test]
fn labels_macros_and_constants() {
    EDITOR.check_definition("f: nop\n j f$", "1:1 f");
    EDITOR.check_definition("1: nop\n1: bnez a0, 1$b\n1:", "2:1 1");
    EDITOR.check_definition("1: nop\n1: bnez a0, 1$f\n1:", "3:1 1");
    EDITOR.check_definition(".macro load a\n.endm\n lo$ad m0", "1:8 load");
    EDITOR.check_definition(".equ N, 4\n mcfgki zero, N$ * 2", "1:6 N");
    EDITOR.check_definition(" j nowhere$", "");
    EDITOR.check_references(
        ".globl f\nf$: nop\n j f\n call f",
        "1:8 f, 2:1 f, 3:4 f, 4:7 f",
    );
    EDITOR.check_references(
        "1: nop\n1$: bnez a0, 1b\n j 1b\n1: j 1b",
        "2:1 1, 2:13 1b, 3:4 1b",
    );
    EDITOR.check_references(
        ".macro lo$ad a\n.endm\n load m0\n load m1",
        "1:8 load, 3:2 load, 4:2 load",
    );
}

#[test]
fn matrix_registers_by_their_value() {
    let block = "mldb m0, a0, (a1)\nmldb m1, a0, (a2)\nmldw m2, a0, (a3)\nmmaqa.b m2, m1, m0\nmldb m0, a0, (a4)\nmmaqa.b m2, m1, m0$\nmstw m2, a0, (a5)";
    EDITOR.check_definition(block, "5:6 m0");
    EDITOR.check_references(block, "5:6 m0, 6:17 m0");
    let first = block.replace('$', "").replacen("m1, m0", "m1, m$0", 1);
    EDITOR.check_definition(&first, "1:6 m0");
    EDITOR.check_references(&first, "1:6 m0, 4:17 m0");
    // The accumulator reads what was there, and is a new value for what follows.
    let sum = block.replace('$', "").replace("mstw m2", "mstw m$2");
    EDITOR.check_definition(&sum, "6:9 m2");
    EDITOR.check_references(&sum, "6:9 m2, 7:6 m2");
    // Both halves of a pair have their writers.
    EDITOR.check_definition(
        "mldh m2, a0, (a1)\nmldh m3, a0, (a2)\nfmmacc.h m4, m2$, m0",
        "1:6 m2, 2:6 m3",
    );
    // Several instructions in a line come one after the other.
    EDITOR.check_definition("mldb m0, a0, (a1); mmaqa.b m2, m1, m0$", "1:6 m0");
    EDITOR.check_references("mldb m0$, a0, (a1); mmaqa.b m2, m1, m0", "1:6 m0, 1:36 m0");
    // Numbers with a fraction have values, too; a store only reads.
    let floats = "flw fa0, 0(a0)\nfadd.s fa1, f10, fa0$\nfsw fa0, 0(a1)\nfcvt.s.w fa0, a0";
    EDITOR.check_definition(floats, "1:5 fa0");
    EDITOR.check_references(floats, "1:5 fa0, 2:13 f10, 2:18 fa0, 3:5 fa0");
    // A value from before the text has no definition.
    EDITOR.check_definition("loop: mmaqa.b m2, m1, m0$", "");
    EDITOR.check_definition("mldb m0, a0, (a1)\nloop: mmaqa.b m2, m1, m0$", "1:6 m0");
    EDITOR.check_references(
        "loop: mmaqa.b m2, m1, m0$\nmstb m0, a0, (a1)",
        "1:23 m0, 2:6 m0",
    );
}

/// Every base instruction has its operands and a formula, or a description.
#[test]
fn base_instructions_are_explained() {
    let mut formulas = Vec::new();
    for (name, base) in mnc2_rvmatrix::base::mnemonics() {
        let page = Options::default().explain(name, Language::English);
        let page = page.expect("a page");
        // `move` and similar instructions have one description.
        if let Some(formula) = base.formula() {
            assert!(page.contains(&formula), "{page}");
            for operand in ["rs1", "rs2", "number", "label", "symbol"] {
                let is_written = base.operands().contains(operand);
                assert_eq!(formula.contains(operand), is_written, "{name}: {formula}");
            }
            formulas.push(formula);
        }
        let count = base.operands().split(',').count();
        let has_result = base.operands().starts_with("rd");
        assert_eq!(base.writes_register(count), has_result, "{name}");
    }
    assert!(formulas.len() > 100);
}

/// Values go round loops and through the arms of branches.
#[test]
fn values_are_followed_over_branches() {
    let kernel = "mldw m2, t1, (a4)
 li t2, 4
loop:
 mldb m0, t0, (a0)
 beqz a3, odd
 mldb m1, t0, (a1)
 j both
odd: mldb m1, t0, (a2)
both: mmaqa.b m2, m1, m0
 addi t2, t2, -1
 bnez t2, loop
 mstw m2, t1, (a4)
";
    let at = |before: &str, after: &str| kernel.replacen(before, after, 1);
    EDITOR.check_definition(&at("mmaqa.b m2", "mmaqa.b m2$"), "1:6 m2, 9:15 m2");
    EDITOR.check_definition(&at("m2, m1, m0", "m2, m1$, m0"), "6:7 m1, 8:11 m1");
    EDITOR.check_references(
        &at("(a2)\nboth", "(a2)\nboth$")
            .replace("both$", "both")
            .replacen("odd: mldb m1", "odd: mldb m1$", 1),
        "8:11 m1, 9:19 m1",
    );
    EDITOR.check_definition(&at("mstw m2", "mstw m2$"), "9:15 m2");
    EDITOR.check_definition(&at("addi t2, t2", "addi t2, t2$"), "2:5 t2, 10:7 t2");
    EDITOR.check_references(&at("li t2", "li t2$"), "2:5 t2, 10:11 t2");
    EDITOR.check_references(&at("addi t2", "addi t2$"), "10:7 t2, 10:11 t2, 11:7 t2");
    // What a call leaves is not known, and neither is what a condition of the preprocessor leaves out.
    EDITOR.check_definition("li t0, 1\n call f\n mv a0, t$0", "");
    EDITOR.check_definition("li t0, 1\n#ifdef A\n li t0, 2\n#endif\n mv a0, t$0", "");
    // Arguments go into a function of the text.
    EDITOR.check_definition("li a0, 1\n call f\n ret\nf: mv a1, a$0\n ret", "1:4 a0");
}

#[test]
fn sizes_are_hinted() {
    let text = "#define ROWS 4
 li t0, ROWS
 mcfgm zero, t0
 mcfgni zero, 2
 mcfgki zero, 16
f: mcfgm zero, a0
 mcfgmi zero, 8
 mmaqa.b m2, m1, m0";
    expect![[r#"
        3:16 M × N × K = 4 × ? × ?
        4:16 M × N × K = 4 × 2 × ?
        5:17 M × N × K = 4 × 2 × 16
        7:16 M × N × K = 8 × ? × ?"#]]
    .assert_eq(&EDITOR.inlays(text, 0..9));
    EDITOR.check_definition("#define N 4\n#define M 2\n li t0, N$", "1:9 N");
}

#[test]
fn highlights_tell_reads_from_writes() {
    let found = EDITOR.highlights("mldb m0, a0, (a1)\nmmaqa.b m2, m1, m0$\nmld2mb m0, (a1)");
    assert_eq!(found, "!1:6 m0, 2:17 m0, !3:8 m0");
}

#[test]
fn names_are_changed_everywhere_or_not_at_all() {
    let (document, at) = EDITOR.open("f$: nop\n j f");
    assert_eq!(document.rename(at, "g").map(|changes| changes.len()), Ok(2));
    for wrong in ["", "1", "a b", "a0", "m0", "mldb", "add", "é", "xmsize"] {
        assert!(document.rename(at, wrong).is_err(), "{wrong}");
    }
    for text in [
        "mm$ov.mm m0, m1",
        "mmov.mm m0$, m1",
        "1$: nop",
        "j 1$b\n1:",
        " $",
    ] {
        EDITOR.check_no_name(text);
    }
}

#[test]
fn completion_knows_the_operand() {
    EDITOR.check_completion("fw$", "fwmmacc.h fwmmacc.s");
    EDITOR.check_completion("a: mmov.$", "mmov.mm mmov.mv.x mmov.mv.i mmov.mx");
    EDITOR.check_completion("mmov.mv.x m0, m1[$", "s0 s1 a0 a1 a2 a3 a4 a5");
    EDITOR.check_completion("mmov.mv.i m0, m1[$", "0 1 2 3");
    EDITOR.check_completion("mldb $", "m0 m1 m2 m3 m4 m5 m6 m7");
    EDITOR.check_completion("mldb m0, t$", "tp t0 t1 t2 t3 t4 t5 t6");
    let addresses = "(zero) (ra) (sp)";
    assert!(EDITOR.offers("mldb m0, t1, $").starts_with(addresses));
    assert!(EDITOR.offers("lw a0, $").starts_with(addresses));
    EDITOR.check_completion("mldb m0, t1, (a$", "a0 a1 a2 a3 a4 a5 a6 a7");
    EDITOR.check_completion("lw a0, 8(a$", "a0 a1 a2 a3 a4 a5 a6 a7");
    EDITOR.check_completion("li a0, $", "");
    EDITOR.check_completion("l: nop\n beq a0, a1, $", "l");
    EDITOR.check_completion("mmaqa.b m2, $", "m0 m1 m3 m4 m5 m6 m7");
    EDITOR.check_completion("mmaqa.h $", "m0 m2 m4 m6");
    EDITOR.check_completion("mmaqa.h m2, $", "m0 m1 m4 m5 m6 m7");
    EDITOR.check_completion("mld4mb $", "m0 m4");
    EDITOR.check_completion("csrw xm$", "xmrstart xmcsr xmxrm");
    EDITOR.check_completion("csrr t0, xmr$", "xmrstart xmregsize");
    EDITOR.check_completion("loop: nop\n bnez a0, lo$", "loop");
    EDITOR.check_completion(".macro my_load\n.endm\n my_$", "my_load");
    EDITOR.check_completion("nop # mld$", "");
    EDITOR.check_completion("/*\n mld$", "");
    EDITOR.check_completion("#define X mld$", "");
}

#[test]
fn the_operand_that_is_typed_is_marked() {
    assert_eq!(
        EDITOR.signature("madd.s.mv.x $"),
        "madd.s.mv.x <md>, ms2, ms1[rs1]"
    );
    let row = EDITOR.signature("madd.s.mv.x m0, m1, m2[$");
    assert_eq!(row, "madd.s.mv.x md, ms2, <ms1[rs1]>");
    assert_eq!(EDITOR.signature("mldb m0, $"), "mldb md, <rs2>, (rs1)");
    assert_eq!(EDITOR.signature("mv a0, $"), "");
    assert_eq!(EDITOR.signature("mrelease $"), "mrelease");
}

#[test]
fn outline_and_folds() {
    let text = ".equ N, 4\n.macro load a, b=1\n nop\n.endm\n.globl f\nf: nop\n.Lloop:\n nop\n ret\n# one\n# two\n";
    let outline = [
        "1-1 Constant N  4",
        "2-4 Macro load  a, b",
        "6-12 Function f",
        "  7-7 Label .Lloop",
    ];
    assert_eq!(EDITOR.outline(text).lines().collect::<Vec<_>>(), outline);
    assert_eq!(EDITOR.folds(text), "2-4, 6-12, 10-11 comment");
}

#[test]
fn everything_that_is_listed_has_a_page() {
    assert!(EDITOR.check_pages() > 100);
    let page = |name| Options::default().explain(name, Language::English);
    assert_eq!(page("fmadd.q"), None);
    assert!(page("fmadd.s").is_some_and(|page| page.contains("fd = fs1 * fs2 + fs3")));
    assert!(page("mzero").is_some_and(|page| page.contains("rvmatrix@0.3")));
}
