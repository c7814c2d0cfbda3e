//! Editor features: `$` in a text marks the place of the request.

use expect_test::expect;
use mnc2_laws::Editor;
use mnc2_naplespu::{Code, Document, LANGUAGE, Options};
use mnc2_text::interface::{Page as _, Text as _};
use mnc2_text::{Change, Language};

const EDITOR: Editor = Editor(&LANGUAGE);

#[test]
fn hover_of_an_instruction() {
    EDITOR.check_hover(
        "add_$i32.m v1, v2, s3",
        &expect![[r#"
        `add_i32.m vd, va, sb` — sum · naplespu@2019

        `d = a + b`. It wraps around at 32 bits.

        Of a vector, the lanes whose bit of `rm` is 1 take part, with and without `.m`.

        ```text
        31:30 29:24  23:18  17:12  11:6   5 4    3:1     0
        00    000100 000001 000010 000011 0 0    110     1
        type  opcode d      a      b      - long vectors mask
        0x040420cd
        ```

        NaplesPU instruction set, "R type instructions""#]],
    );
    EDITOR.check_hover(
        "loop: nop\n bne$z s1, loop",
        &expect![[r#"
        `bnez sd, label` — branch if not zero · naplespu@2019

        Goes to a label if the register is not 0.

        The label is at address 0x0, -4 bytes from here.

        ```text
        31:28 27   26:24  23:18  17:0
        0111  0    110    000001 111111111111111100
        type  form opcode d      offset
        0x7607fffc
        ```

        NaplesPU instruction set, "J type instructions""#]],
    );
    EDITOR.check_hover(
        "movei s1, 11\n write$_cr s0, s1",
        &expect![[r#"
        `write_cr sd, sa` — write a control register · naplespu@2019

        The control register whose number is in the second register becomes the value in the first.

        The control register is THREAD_STATUS: 0 idle, 1 running, 2 ended, 3 trapped, 4 waiting at a barrier, 5 booting.

        ```text
        31:27 26:24  23:18  17:12  11:0
        01101 100    000000 000001 000000000000
        type  opcode d      a      -
        0x6c001000
        ```

        NaplesPU instruction set, "C type instructions""#]],
    );
    EDITOR.check_hover(
        "store_v16$i8_scratchpad v1, 4(sp)",
        &expect![[r#"
        `store_v16i8_scratchpad vd, offset(base)` — store 16 bytes · naplespu@2019

        The low byte of each lane. The specification prints opcode 32; the assembler and the hardware's source have 36.

        Of a vector, the lanes whose bit of `rm` is 1 take part, with and without `.m`.

        Lane i is at the address plus 4i, regardless of the size of the element.

        ```text
        31:30 29:24  23:18  17:12  11:3      2    1          0
        10    100100 000001 111101 000000100 0    1          0
        type  opcode d      base   imm       long scratchpad mask
        0xa407d022
        ```

        NaplesPU instruction set, "M type instructions""#]],
    );
    EDITOR.check_hover(
        "le$a s1, here\nhere:",
        &expect![[r#"
        `lea sd, label` — address · naplespu@2019

        Two instructions: `leah` and `leal` with the same label.

        The label is at address 0x8, 8 bytes from here.

        ```text
        31:27 26:24  23:18  17:2             1      0
        01100 001    000001 0000000000000000 0      0
        type  opcode d      imm              vector mask
        0x61040000
        ```

        ```text
        31:27 26:24  23:18  17:2             1      0
        01100 000    000001 0000000000001000 0      0
        type  opcode d      imm              vector mask
        0x60040020
        ```

        NaplesPU instruction set, "MOVEI type instructions""#]],
    );
    EDITOR.check_hover("addi s0, s$p, 1", &expect!["`sp` — the stack pointer"]);
    EDITOR.check_hover(
        "add_i32$",
        &expect![[r#"
        `add_i32 sd, sa, sb`, `add_i32 vd, va, sb`, `add_i32 vd, va, vb` — sum · naplespu@2019

        `d = a + b`. It wraps around at 32 bits.

        Of a vector, the lanes whose bit of `rm` is 1 take part, with and without `.m`.

        ```text
        31:30 29:24  23:18  17:12  11:6   5 4    3:1     0
        00    000100 ...... ...... ...... 0 0    000     0
        type  opcode d      a      b      - long vectors mask
        ```

        ```text
        31:30 29:24  23:18  17:12  11:6   5 4    3:1     0
        00    000100 ...... ...... ...... 0 0    110     0
        type  opcode d      a      b      - long vectors mask
        ```

        ```text
        31:30 29:24  23:18  17:12  11:6   5 4    3:1     0
        00    000100 ...... ...... ...... 0 0    111     0
        type  opcode d      a      b      - long vectors mask
        ```

        NaplesPU instruction set, "R type instructions""#]],
    );
    EDITOR.check_hover("nop\n1: nop\n jmp 1$b", &expect!["`1b` — at address 0x4"]);
    EDITOR.check_hover(
        ".set N, 4 * 4\n addi s0, s0, N$",
        &expect![[r#"
        ```asm
        N = 16 (0x10)
        ```"#]],
    );
    EDITOR.check_hover("quick$sort s0", &expect![""]);
}

#[test]
fn labels_macros_and_constants() {
    EDITOR.check_definition("f: nop\n jmp f$", "1:1 f");
    EDITOR.check_definition("1: nop\n1: bnez s0, 1$b\n1:", "2:1 1");
    EDITOR.check_definition("1: nop\n1: bnez s0, 1$f\n1:", "3:1 1");
    EDITOR.check_definition(".macro twice a\n.endm\n tw$ice s0", "1:8 twice");
    EDITOR.check_definition(".equ N, 4\n addi s0, s0, N$", "1:6 N");
    EDITOR.check_definition(" jmp nowhere$", "");
    // The manual describes it with the instruction's own type of word.
    for (text, section) in [
        ("jmp a", "J type instructions"),
        ("lea s0, a", "MOVEI type instructions"),
        ("leah s0, a", "MOVEI type instructions"),
    ] {
        let findings = Document::new(text, &Options::default()).findings(&|| false);
        let cited = findings.lines().map(|(_, diagnostic)| diagnostic);
        let cited = cited.filter(|it| it.code == Code::UndefinedLabel.row());
        let cited = cited.map(mnc2_text::Diagnostic::manual);
        assert_eq!(cited.collect::<Vec<_>>(), [section], "{text}");
    }
    EDITOR.check_references(
        ".globl f\nf$: nop\n jmp f\n lea s0, f",
        "1:8 f, 2:1 f, 3:6 f, 4:10 f",
    );
    EDITOR.check_references(
        "1: nop\n1$: bnez s0, 1b\n jmp 1b\n1: jmp 1b",
        "2:1 1, 2:13 1b, 3:6 1b",
    );
}

#[test]
fn registers_by_their_value() {
    let block = "movei s0, 1\naddi s1, s0, 2\nmovei s0, 3\nadd_i32 s2, s0$, s0\nstore32 s2, 4(s0)";
    EDITOR.check_definition(block, "3:7 s0");
    EDITOR.check_references(block, "3:7 s0, 4:13 s0, 4:17 s0, 5:15 s0");
    let first = block.replace('$', "").replacen("s1, s0", "s1, s$0", 1);
    EDITOR.check_references(&first, "1:7 s0, 2:10 s0");
    // A half keeps the other one, so it also reads.
    EDITOR.check_references(
        "moveih s0, 1\nmoveil s0, 2\naddi s1, s0$, 1",
        "2:8 s0, 3:10 s0",
    );
    EDITOR.check_definition("moveih s0, 1\nmoveil s0$, 2", "1:8 s0");
    // A scalar and a vector with one number are two registers.
    EDITOR.check_references(
        "movei s1, 1\nmovei v1, 1\nadd_i32 v2, v1$, s1",
        "2:7 v1, 3:13 v1",
    );
    // A value from before the text has no definition.
    EDITOR.check_definition("loop: addi s1, s0$, 1", "");
    EDITOR.check_definition("movei s0, 1\nloop: addi s1, s0$, 1", "1:7 s0");
    EDITOR.check_definition("movei s0, 1\nbeqz s2, 8\naddi s1, s0$, 1", "1:7 s0");
    EDITOR.check_references("addi s1, s0$, 1\nload32 s2, (s0)", "1:10 s0, 2:13 s0");
    let found = EDITOR.highlights("movei s0, 1\naddi s1, s0$, 1\naddi s0, s0, 1\nmovei s3, 2");
    assert_eq!(found, "!1:7 s0, 2:10 s0, !3:6 s0, 3:10 s0");
}

/// Values go round loops, through the arms of branches and into functions of the text.
#[test]
fn values_are_followed_over_branches() {
    let kernel = "movei s0, 0
 movei s1, 8
loop: load32 s2, (s3)
 beqz s2, skip
 addi s4, s2, 1
 jmp both
skip: movei s4, 0
both: add_i32 s0, s0, s4
 subi s1, s1, 1
 bnez s1, loop
 store32 s0, (s3)
";
    let at = |before: &str, after: &str| kernel.replacen(before, after, 1);
    EDITOR.check_definition(&at("s0, s0, s4", "s0, s0$, s4"), "1:7 s0, 8:15 s0");
    EDITOR.check_definition(&at("s0, s4", "s0, s4$"), "5:7 s4, 7:13 s4");
    EDITOR.check_references(&at("skip: movei s4", "skip: movei s4$"), "7:13 s4, 8:23 s4");
    EDITOR.check_definition(&at("store32 s0", "store32 s0$"), "8:15 s0");
    EDITOR.check_references(&at("movei s1", "movei s1$"), "2:8 s1, 9:11 s1");
    EDITOR.check_references(&at("subi s1", "subi s1$"), "9:7 s1, 9:11 s1, 10:7 s1");
    // What a call leaves is not known; an argument goes into a function of the text.
    EDITOR.check_definition("movei s0, 1\n jmpsr f\n addi s1, s0$, 1\nf: jret", "");
    EDITOR.check_definition("movei s0, 1\n jmpsr f\n jret\nf: addi s1, s0$, 1", "1:7 s0");
    // What a macro writes is written at its call.
    EDITOR.check_definition(
        ".macro set a\n movei \\a, 1\n.endm\n set s0\n addi s1, s0$, 1",
        "4:2 set",
    );
    // Nothing continues after a jump by writing `pc`.
    EDITOR.check_definition("movei s0, 1\n add_i32 pc, s2, s3\n addi s1, s0$, 1", "");
}

#[test]
fn names_are_changed_everywhere_or_not_at_all() {
    let (document, at) = EDITOR.open(".globl f\nf$: nop\n jmp f");
    assert_eq!(document.rename(at, "g").map(|changes| changes.len()), Ok(3));
    for wrong in ["", "1", "a b", "s0", "v63", "pc", "addi", "é", "f", "."] {
        assert!(document.rename(at, wrong).is_err(), "{wrong}");
    }
    for text in [
        "ad$di s0, s0, 1",
        "addi pc$, s0, 1",
        "movei v59$, 1",
        "1$: nop",
        "jmp 1$b\n1:",
        " $",
    ] {
        EDITOR.check_no_name(text);
    }
}

/// The text after a rename of what is at `$`, or why there is none.
fn renamed(text: &str, name: &str) -> String {
    let (document, at) = EDITOR.open(text);
    match document.rename(at, name) {
        Err(reason) => reason.to_string(),
        Ok(changes) => Change::apply_all(&changes, &text.replace('$', "")),
    }
}

#[test]
fn a_register_is_renamed_within_its_block() {
    let check = |text: &str, name: &str, expected: &str| {
        assert_eq!(renamed(text, name), expected, "{text}");
    };
    check(
        "f: movei s12$, 4\naddi s12, s12, 1\nstore32 s12, 8(s2)\njret\ng: addi s12, s12, 2",
        "s9",
        "f: movei s9, 4\naddi s9, s9, 1\nstore32 s9, 8(s2)\njret\ng: addi s12, s12, 2",
    );
    check(
        "add_i32 v2, v1, v1\nstore_v16i32 v2$, (s0)",
        "v7",
        "add_i32 v7, v1, v1\nstore_v16i32 v7, (s0)",
    );
    check(
        "movei s1$, 4\naddi s9, s1, 1",
        "s9",
        "`s9` is used in this block already",
    );
    check(
        "addi s1$, s1, 1",
        "s9",
        "the first value of `s1` comes from before this block",
    );
    let loops = "movei s1$, 4\nloop: subi s1, s1, 1\nbnez s1, loop";
    check(loops, "s9", "`s1` may be read after this block");
    let other = "movei s1$, 4\nstore32 s1, (s2)\nloop: subi s9, s9, 1\nbnez s9, loop";
    check(other, "s9", "`s9` may be read after this block");
    check(
        other,
        "s8",
        "movei s8, 4\nstore32 s8, (s2)\nloop: subi s9, s9, 1\nbnez s9, loop",
    );
    // The result of a function, an argument of a call, and code that is not seen.
    check(
        "movei s0$, 4\njret",
        "s9",
        "`s0` may be read after this block",
    );
    check(
        "movei s7$, 4\njmpsr f",
        "s9",
        "`s7` may be read after this block",
    );
    check(
        "movei s9$, 4\njmp far",
        "s10",
        "`s9` may be read after this block",
    );
    check("movei s9$, 4\njret", "s10", "movei s10, 4\njret");
    check(
        "movei s1$, 4",
        "v1",
        "`v1` is none of the registers `s0` to `s57`",
    );
    check(
        "movei s1$, 4",
        "pc",
        "`pc` is none of the registers `s0` to `s57`",
    );
    check(
        "movei v1$, 4",
        "v59",
        "`v59` is none of the registers `v0` to `v63` but `v59`",
    );
}

#[test]
fn branches_say_how_far_they_go() {
    let text = "a: nop\n jmp b\n beqz s0, a\nb: jmp b\n jmp -8\n jmp s1\n jmpsr far\n";
    let second = "3:12 ↑ 8 bytes to 0x0";
    let expected = [
        "2:7 ↓ 8 bytes to 0xc",
        second,
        "4:9 ↻ 0 bytes to 0xc",
        "5:8 ↑ 8 bytes to 0x8",
    ];
    assert_eq!(EDITOR.inlays(text, 0..9), expected.join("\n"));
    assert_eq!(EDITOR.inlays(text, 2..3), second);
}

#[test]
fn completion_knows_the_operand() {
    EDITOR.check_completion("ashr$", "ashr_i32 ashr_i32.m ashri ashri.m");
    EDITOR.check_completion("a: crt$", "crt_mask_i32");
    EDITOR.check_completion("add_i32 v1, v$", &vectors("v"));
    EDITOR.check_completion("add_i32 s1, v$", "");
    EDITOR.check_completion("add_i32 v1, v2, v6$", "v6 v60 v61 v62 v63");
    EDITOR.check_completion("cmpeq_i32 s1, r$", "rm ra");
    EDITOR.check_completion("load32 s1, ($", &scalars());
    let addresses = scalars().replace(' ', ") (");
    EDITOR.check_completion("load32 s1, $", &format!("({addresses})"));
    EDITOR.check_completion("l: load32 s1, l$", "l");
    EDITOR.check_completion("loadg32_scratchpad v1, (v6$", "v6 v60 v61 v62 v63");
    EDITOR.check_completion("loop: nop\n bnez s0, $", "loop");
    EDITOR.check_completion(".set SIZE, 4\n addi s0, s1, $", "SIZE");
    EDITOR.check_completion(".macro my_load\n.endm\n my_$", "my_load");
    EDITOR.check_completion(".pus$", ".pushsection");
    EDITOR.check_completion("nop # add$", "");
    EDITOR.check_completion("/*\n add$", "");
}

fn vectors(letter: &str) -> String {
    let names: Vec<String> = (0..64).map(|number| format!("{letter}{number}")).collect();
    names.join(" ")
}

fn scalars() -> String {
    let names: Vec<String> = (0..58).map(|number| format!("s{number}")).collect();
    format!("{} tr rm fp sp ra pc", names.join(" "))
}

#[test]
fn the_operand_that_is_typed_is_marked() {
    let check = |text: &str, expected: &str| {
        assert_eq!(EDITOR.signature(text), expected, "{text}");
    };
    check("add_i32 $", "add_i32 <sd>, sa, sb");
    check("add_i32 v1, v2, $", "add_i32 vd, va, <sb>");
    check("store32 s0, 4($", "store32 sd, <offset(base)>");
    check("beqz s0, $", "beqz sd, <label>");
    check("jret $", "jret");
    check("unknown s0, $", "");
}

#[test]
fn outline_folds_and_tokens() {
    let text = ".equ N, 4\n.macro load a\n nop\n.endm\n.globl f\nf: nop\n.Lloop:\n nop\n jret\n# one\n# two\n";
    expect![[r#"
        1-1 Constant N  4
        2-4 Macro load  a
        6-12 Function f
          7-7 Label .Lloop
    "#]]
    .assert_eq(&EDITOR.outline(text));
    assert_eq!(EDITOR.folds(text), "2-4, 6-12, 10-11 comment");
    let text = "nop\nadd_i32 v1, v2, s3\nstore32 s0, 4(sp)\nquicksort s0\n jret";
    expect![[r#"
        2:1 add_i32 Compute
        2:9 v1 Write
        2:13 v2 Read
        2:17 s3 Read
        3:1 store32 Transfer
        3:9 s0 Read
        3:15 sp Read
        4:1 quicksort Unknown"#]]
    .assert_eq(&EDITOR.tokens(text, 1..4));
}

#[test]
fn everything_that_is_listed_has_a_page() {
    assert_eq!(EDITOR.check_pages(), 172 + 128 + 21 + Code::ALL.len());
    assert_eq!(Options::default().explain("mv", Language::English), None);
}

#[test]
fn a_name_of_the_specification_has_the_page_of_the_assembler() {
    let page = |query: &str| {
        let page = Options::default().explain(query, Language::English);
        page.expect("a page")
    };
    let other = page("mullo");
    assert!(other.starts_with("the assembler has no `mullo`; it writes `mull_i32`\n\n`mull_i32"));
    assert!(page("loadg32").contains("\n\n`loadg32_scratchpad"));
    assert_eq!(
        page("load64"),
        "the specification has `load64`, the assembler does not"
    );
}

#[test]
fn a_constant_has_the_value_of_its_place() {
    let check = |text: &str, expected: &str| {
        assert_eq!(EDITOR.hover(text), expected, "{text}");
    };
    check("n = 1\naddi s0, s0, $n\nn = 2", "```asm\nn = 1 (0x1)\n```");
    check("n = 1\naddi s0, s0, n\n$n = 2", "```asm\nn = 2 (0x2)\n```");
    check(".set n, f\nf: jmp $n", "");
}
