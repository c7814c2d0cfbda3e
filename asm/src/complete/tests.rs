use expect_test::{Expect, expect};

use super::*;
use crate::Program;

/// Shows what is offered at the cursor of the last line that has one: rank, text with examples in braces, detail.
fn check(fixture: &str, expected: Expect) {
    let at = fixture.find('‸').expect("a cursor");
    let text = fixture.replace('‸', "");
    let program = Program::parse(&text);
    let number = text[..at].matches('\n').count();
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let line = program.line(number).expect("the line is parsed");
    let line_text = text.lines().nth(number).unwrap_or_default();
    let offered = complete(
        &mut LineParser::without_suggestions(),
        line,
        line_text,
        at - start,
        &Surroundings::of(&program, number),
    );
    let word = &line_text[offered.word.start as usize..offered.word.end as usize];
    let mut shown = format!("in place of `{word}`: {}\n", offered.candidates.len());
    for candidate in offered.candidates.iter().take(12) {
        let written: String = candidate
            .pieces
            .iter()
            .map(|piece| match piece {
                Piece::Text(text) => text.clone(),
                Piece::Stop(example) => format!("{{{example}}}"),
            })
            .collect();
        shown.push_str(&format!(
            "{} {written} | {}\n",
            candidate.rank, candidate.detail
        ));
    }
    expected.assert_eq(&shown);
}

#[test]
fn opcodes_share_the_step_with_those_before() {
    check(
        "lpas‸",
        expect![[r#"
            in place of `lpas`: 1
            2 lpassa | Copy
        "#]],
    );
    check(
        "nop; ‸",
        expect![[r#"
            in place of ``: 1
            3 wait | Wait for an MV instruction
        "#]],
    );
    check(
        "dmmulu $lx $lr0v $nowrite; dm‸",
        expect![[r#"
            in place of `dm`: 12
            2 dmax | Maximum
            2 dmin | Minimum
            3 dmread | Transposed matrix register read
            3 dmwrite | Matrix register write
            3 l1bmr4dmax | Long-word 4x4 reduction
            3 l1bmr4dmin | Long-word 4x4 reduction
            3 l1bmrdmax | Long-word 16x1 reduction
            3 l1bmrdmin | Long-word 16x1 reduction
            4 l2bmr2dmax | L1BM to L2BM combining reduction
            4 l2bmr2dmin | L1BM to L2BM combining reduction
            4 l2bmrdmax | L1BM to L2BM reduction
            4 l2bmrdmin | L1BM to L2BM reduction
        "#]],
    );
    check(
        "mvp‸",
        expect![[r#"
            in place of `mvp`: 8
            1 mvp/n64 | Transfer size
            3 mvp/i01 | Tag
            3 mvp/nd1 | Accesses per DAR entry
            3 mvp/p0 | Priority
            3 mvp/p1 | Priority
            3 mvp/p2 | Priority
            3 mvp/p3 | Priority
            5 mvnop | No operation
        "#]],
    );
}

#[test]
fn operands_are_those_of_the_position() {
    check(
        "lpassa $ln8v $ls16v\nlpassa $‸",
        expect![[r#"
            in place of `$`: 59
            1 $ls16v | GRF1
            2 $aluf | Forwarding of the ALU
            2 $lbf | Forwarding of the transfer from L1BM
            2 $mauf | Forwarding of the MAU
            2 $mreadf | Forwarding of the transposed read
            3 $lm0v | LM0
            3 $ln0v | LM1
            3 $lr0v | GRF0
            3 $ls0v | GRF1
            4 $llm0v | LM0
            4 $lln0v | LM1
            4 $llr0v | GRF0
        "#]],
    );
    check(
        "dmwrite $aluf ‸",
        expect![[r#"
            in place of ``: 2
            3 $lx0 | Matrix register, side x
            3 $ly0 | Matrix register, side y
        "#]],
    );
    check(
        "imm ‸",
        expect![[r#"
        in place of ``: 6
        3 f"{1.0}" | Single-precision literal
        3 h"{1.0}" | Half-precision literal
        3 i"{1}" | Single-word signed literal
        3 s"{1}" | Half-word signed literal
        3 ui"{1}" | Single-word unsigned literal
        3 us"{1}" | Half-word unsigned literal
    "#]],
    );
    check(
        "l2bmdars ‸",
        expect![[r#"
            in place of ``: 1
            4 $lc0@.0 | L2BM in MV instructions
        "#]],
    );
    check(
        "l1bmm $llb0 $l‸m0v",
        expect![[r#"
            in place of `$lm0v`: 19
            4 $llm0v | LM0
            4 $lln0v | LM1
            4 $llr0v | GRF0
            4 $lls0v | GRF1
            4 $lt | T-register
            5 $llt | T-register
            6 $llm0 | LM0
            6 $lln0 | LM1
            6 $llr0 | GRF0
            6 $lls0 | GRF1
            8 $lmb | Base address register of LM0
            8 $lnb | Base address register of LM1
        "#]],
    );
    check(
        "imm f\"1.0\" $lm‸",
        expect![[r#"
        in place of `$lm`: 0
    "#]],
    );
}

#[test]
fn parts_follow_what_is_typed() {
    check(
        "lpassa $lm4‸",
        expect![[r#"
            in place of `$lm4`: 3
            4 $lm4j0 | LM0
            4 $lm4v | LM0
            4 $lm4v2 | LM0
        "#]],
    );
    check(
        "lpassa $lm0v $llr0v/‸",
        expect![[r#"
            in place of `$llr0v/`: 34
            4 $llr0v/$imr1p | GRF0
            4 $llr0v/$llimr1 | GRF0
            4 $llr0v/0000p | GRF0
            4 $llr0v/0001p | GRF0
            4 $llr0v/0010p | GRF0
            4 $llr0v/0011p | GRF0
            4 $llr0v/0100p | GRF0
            4 $llr0v/0101p | GRF0
            4 $llr0v/0110p | GRF0
            4 $llr0v/0111p | GRF0
            4 $llr0v/1000p | GRF0
            4 $llr0v/1001p | GRF0
        "#]],
    );
    check(
        "l2bmb@‸",
        expect![[r#"
            in place of `l2bmb@`: 54
            1 l2bmb@0 | L1B set
            1 l2bmb@0/1 | L1B set
            1 l2bmb@0/2 | L1B set
            1 l2bmb@0/3 | L1B set
            1 l2bmb@0/4 | L1B set
            1 l2bmb@0/5 | L1B set
            1 l2bmb@0/6 | L1B set
            1 l2bmb@0/7 | L1B set
            1 l2bmb@1 | L1B set
            1 l2bmb@1/2 | L1B set
            1 l2bmb@1/4 | L1B set
            1 l2bmb@1/6 | L1B set
        "#]],
    );
    check(
        "mvp/n64‸",
        expect![[r#"
            in place of `mvp/n64`: 12
            3 mvp/n64i01 | Tag
            3 mvp/n64nd1 | Accesses per DAR entry
            3 mvp/n64p0 | Priority
            3 mvp/n64p1 | Priority
            3 mvp/n64p2 | Priority
            3 mvp/n64p3 | Priority
            4 mvp/n64/i01 | Tag
            4 mvp/n64/nd1 | Accesses per DAR entry
            4 mvp/n64/p0 | Priority
            4 mvp/n64/p1 | Priority
            4 mvp/n64/p2 | Priority
            4 mvp/n64/p3 | Priority
        "#]],
    );
    check(
        "hbfn‸",
        expect![[r#"
            in place of `hbfn`: 38
            1 hbfn/6 | Number of an opcode
            1 hbfn/7 | Number of an opcode
            1 hbfn/8 | Number of an opcode
            1 hbfn/9 | Number of an opcode
            4 hbfn/$imr1 | Zero-flush mask of an opcode
            4 hbfn/$llimr1 | Zero-flush mask of an opcode
            4 hbfn/0000 | Zero-flush mask of an opcode
            4 hbfn/0001 | Zero-flush mask of an opcode
            4 hbfn/0010 | Zero-flush mask of an opcode
            4 hbfn/0011 | Zero-flush mask of an opcode
            4 hbfn/0100 | Zero-flush mask of an opcode
            4 hbfn/0101 | Zero-flush mask of an opcode
        "#]],
    );
}

#[test]
fn tags_under_way_come_first() {
    check(
        "mvp/n64i02 $p0@0 $d0@0\nmvp/n64i05 $p0@0 $d0@0\nnop; wait i02\nnop; wait ‸",
        expect![[r#"
            in place of ``: 3
            1 i05 | Tag
            3 i02 | Tag
            4 i01 | Tag
        "#]],
    );
}

#[test]
fn statements_are_completed_word_by_word() {
    check(
        "d ‸",
        expect![[r#"
        in place of ``: 9
        2 get | Debug get
        2 getbd | Debug get
        2 getbf | Debug get
        2 getbg | Debug get
        2 getbh | Debug get
        2 getd | Debug get
        2 getf | Debug get
        2 geth | Debug get
        2 set | Debug set
    "#]],
    );
    check(
        "d getf $lx0‸",
        expect![[r#"
            in place of `$lx0`: 6
            2 $lx0n0 | Matrix register, side x
            2 $lx0n0c0b0m0 | Matrix register, side x
            3 $lx0b0 | Matrix register, side x
            3 $lx0c0 | Matrix register, side x
            3 $lx0m0 | Matrix register, side x
            3 $lx0p0 | Matrix register, side x
        "#]],
    );
    check(
        "d set $llm0 2 ‸",
        expect![[r#"
            in place of ``: 4
            2 0000000000000000000000000000000000000000000000000000000000000000 | payload
            2 h0_0_0_0h0_0_0_0h0_0_0_0h0_0_0_0 | payload
            2 l0l0l0l0 | payload
            2 s0_0s0_0s0_0s0_0 | payload
        "#]],
    );
    check(
        "maskr‸",
        expect![[r#"
            in place of `maskr`: 5
            1 maskrk {0b10001} | Write mask for the following lines
            1 maskrm {0b10001} | Write mask for the following lines
            1 maskrn {0b10001} | Write mask for the following lines
            1 maskrs {0b10001} | Write mask for the following lines
            1 maskrt {0b10001} | Write mask for the following lines
        "#]],
    );
    check(
        "mask 0b110‸",
        expect![[r#"
            in place of `0b110`: 0
        "#]],
    );
    check(
        "r 0 ‸",
        expect![[r#"
            in place of ``: 1
            2 000000000 | Host statement: write DRAM
        "#]],
    );
}

#[test]
fn comments_hold_directives_only() {
    check(
        "nop # mn‸",
        expect![[r#"
            in place of ``: 0
        "#]],
    );
    check(
        "nop # mnc2: allow(E0101, w10‸",
        expect![[r#"
            in place of `w10`: 5
            1 W1002 | MV instruction that may read L2BM too early
            1 W1011 | GRF or T-register read early after a write under a variable mask
            1 W1013 | L2BM instruction that does not wait for an MV instruction
            1 W1014 | MV instruction that does not wait for another one
            1 W1015 | MV instruction through a DAR entry too early after it was written
        "#]],
    );
    check(
        "nop # $lm‸",
        expect![[r#"
            in place of ``: 0
        "#]],
    );
}
