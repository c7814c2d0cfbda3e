//! The completions at a cursor, as a list shows them.

mod likely;

use expect_test::{Expect, expect};

use super::*;

/// The completions at the cursor, and the word there.
fn offered(fixture: &str) -> (Completions, String) {
    let at = fixture.find('‸').expect("a cursor");
    let text = fixture.replace('‸', "");
    let program = mnc2_asm::parse(&text);
    let number = text[..at].matches('\n').count();
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let line = program.line(number).expect("the line is parsed");
    let line_text = text.lines().nth(number).unwrap_or_default();
    let offered = complete(
        &mut LineParser::without_suggestions(),
        line,
        line_text,
        at - start,
        &CursorContext::new(&program, number),
    );
    let word = line_text[offered.word.start as usize..offered.word.end as usize].to_owned();
    (offered, word)
}

/// Shows what is offered first at the cursor: text with examples in braces, detail.
fn check(fixture: &str, expected: Expect) {
    let (offered, word) = offered(fixture);
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
        shown.push_str(&format!("{written} | {}\n", candidate.detail));
    }
    expected.assert_eq(&shown);
}

/// The labels offered at a cursor, in order.
fn labels(fixture: &str) -> Vec<String> {
    let candidates = offered(fixture).0.candidates;
    candidates.into_iter().map(|it| it.label).collect()
}

#[test]
fn opcodes_share_the_step_with_those_before() {
    check(
        "lpas‸",
        expect![[r#"
            in place of `lpas`: 1
            lpassa | Copy
        "#]],
    );
    check(
        "nop; ‸",
        expect![[r#"
            in place of ``: 1
            wait | Wait for an MV instruction
        "#]],
    );
    check(
        "dmmulu $lx $lr0v $nowrite; dm‸",
        expect![[r#"
            in place of `dm`: 12
            dmwrite | Matrix register write
            dmax | Maximum
            dmin | Minimum
            dmread | Transposed matrix register read
            l1bmr4dmax | Long-word 4x4 reduction
            l1bmr4dmin | Long-word 4x4 reduction
            l1bmrdmax | Long-word 16x1 reduction
            l1bmrdmin | Long-word 16x1 reduction
            l2bmr2dmax | L1BM to L2BM combining reduction
            l2bmr2dmin | L1BM to L2BM combining reduction
            l2bmrdmax | L1BM to L2BM reduction
            l2bmrdmin | L1BM to L2BM reduction
        "#]],
    );
    check(
        "mvp‸",
        expect![[r#"
            in place of `mvp`: 8
            mvp/n64 | Transfer size
            mvp/i01 | Tag
            mvp/nd1 | Accesses per DAR entry
            mvp/p0 | Priority
            mvp/p1 | Priority
            mvp/p2 | Priority
            mvp/p3 | Priority
            mvnop | No operation
        "#]],
    );
}

#[test]
fn nothing_is_offered_after_the_last_operand_of_a_wrong_line() {
    for line in [
        "lpassa $lm1 $ln0v‸",
        "lpassa $lm1 $ls8v‸",
        "lpassa $lm0v $ls7v‸",
        "fvadd $lm1v $ls0v $lr0v‸",
        "nop; lpassa $lm1 $ln0v‸",
        "dvfmad $lm1v $lr0v $ls0v $ln0v‸ # wrong",
    ] {
        let text = line.replace('‸', "");
        let code = text.split('#').next().unwrap_or_default();
        assert!(mnc2_asm::parse(code).line(0).unwrap().has_error(), "{line}");
        assert!(labels(line).is_empty(), "{line}: {:?}", labels(line));
    }
    // Parts that can still become right, or are still missing, are offered.
    for line in [
        "lpassa $lm1 $ln‸",
        "lpassa $lm1 $‸",
        "fvadd $lm1v $ls0v‸",
        "lpassa $lm1 ‸",
        "lpassa $lm0v $lm0‸",
    ] {
        assert!(!labels(line).is_empty(), "{line}");
    }
}

#[test]
fn operands_are_those_of_the_position() {
    check(
        "lpassa $ln8v $ls16v\nlpassa $‸",
        expect![[r#"
            in place of `$`: 57
            $ln8v | LM1
            $ln16v | LM1
            $aluf | Forwarding of the ALU
            $lm0v | LM0
            $ln0v | LM1
            $lr0v | GRF0
            $ls0v | GRF1
            $llm0v | LM0
            $lln0v | LM1
            $llr0v | GRF0
            $lls0v | GRF1
            $lt | T-register
        "#]],
    );
    check(
        "dmwrite $aluf ‸",
        expect![[r#"
            in place of ``: 2
            $lx0 | Matrix register, side x
            $ly0 | Matrix register, side y
        "#]],
    );
    check(
        "imm ‸",
        expect![[r#"
            in place of ``: 6
            f"{1.0}" | Single-precision literal
            h"{1.0}" | Half-precision literal
            i"{1}" | Single-word signed literal
            s"{1}" | Half-word signed literal
            ui"{1}" | Single-word unsigned literal
            us"{1}" | Half-word unsigned literal
        "#]],
    );
    check(
        "l2bmdars ‸",
        expect![[r#"
            in place of ``: 1
            $lc0@.0 | L2BM in MV instructions
        "#]],
    );
    check(
        "l1bmm $llb0 $l‸m0v",
        expect![[r#"
            in place of `$lm0v`: 19
            $llm0v | LM0
            $lln0v | LM1
            $llr0v | GRF0
            $lls0v | GRF1
            $lt | T-register
            $llt | T-register
            $llm0 | LM0
            $lln0 | LM1
            $llr0 | GRF0
            $lls0 | GRF1
            $lmb | Base address register of LM0
            $lnb | Base address register of LM1
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
    // Masks of an opcode follow `/`.
    check(
        "lsub‸",
        expect![[r#"
        in place of `lsub`: 1
        ulsub | Integer difference
    "#]],
    );
    check(
        "lsub/‸",
        expect![[r#"
        in place of `lsub/`: 34
        lsub/$imr1 | Zero-flush mask of an opcode
        lsub/$llimr1 | Zero-flush mask of an opcode
        lsub/0000 | Zero-flush mask of an opcode
        lsub/0001 | Zero-flush mask of an opcode
        lsub/0010 | Zero-flush mask of an opcode
        lsub/0011 | Zero-flush mask of an opcode
        lsub/0100 | Zero-flush mask of an opcode
        lsub/0101 | Zero-flush mask of an opcode
        lsub/0110 | Zero-flush mask of an opcode
        lsub/0111 | Zero-flush mask of an opcode
        lsub/1000 | Zero-flush mask of an opcode
        lsub/1001 | Zero-flush mask of an opcode
    "#]],
    );
    check(
        "lpassa $lm4‸",
        expect![[r#"
            in place of `$lm4`: 3
            $lm4j0 | LM0
            $lm4v | LM0
            $lm4v2 | LM0
        "#]],
    );
    check(
        "lpassa $lm0v $llr0v/‸",
        expect![[r#"
            in place of `$llr0v/`: 34
            $llr0v/$imr1p | GRF0
            $llr0v/$llimr1 | GRF0
            $llr0v/0000p | GRF0
            $llr0v/0001p | GRF0
            $llr0v/0010p | GRF0
            $llr0v/0011p | GRF0
            $llr0v/0100p | GRF0
            $llr0v/0101p | GRF0
            $llr0v/0110p | GRF0
            $llr0v/0111p | GRF0
            $llr0v/1000p | GRF0
            $llr0v/1001p | GRF0
        "#]],
    );
    check(
        "l2bmb@‸",
        expect![[r#"
            in place of `l2bmb@`: 54
            l2bmb@0 | L1B set
            l2bmb@0/1 | L1B set
            l2bmb@0/2 | L1B set
            l2bmb@0/3 | L1B set
            l2bmb@0/4 | L1B set
            l2bmb@0/5 | L1B set
            l2bmb@0/6 | L1B set
            l2bmb@0/7 | L1B set
            l2bmb@1 | L1B set
            l2bmb@1/2 | L1B set
            l2bmb@1/4 | L1B set
            l2bmb@1/6 | L1B set
        "#]],
    );
    check(
        "mvp/n64‸",
        expect![[r#"
            in place of `mvp/n64`: 6
            mvp/n64i01 | Tag
            mvp/n64nd1 | Accesses per DAR entry
            mvp/n64p0 | Priority
            mvp/n64p1 | Priority
            mvp/n64p2 | Priority
            mvp/n64p3 | Priority
        "#]],
    );
    check(
        "hbfn‸",
        expect![[r#"
            in place of `hbfn`: 4
            hbfn/6 | Number of an opcode
            hbfn/7 | Number of an opcode
            hbfn/8 | Number of an opcode
            hbfn/9 | Number of an opcode
        "#]],
    );
}

#[test]
fn tags_under_way_come_first() {
    check(
        "mvp/n64i02 $p0@0 $d0@0\nmvp/n64i05 $p0@0 $d0@0\nnop; wait i02\nnop; wait ‸",
        expect![[r#"
            in place of ``: 3
            i05 | Tag
            i02 | Tag
            i01 | Tag
        "#]],
    );
}

#[test]
fn statements_are_completed_word_by_word() {
    check(
        "d ‸",
        expect![[r#"
            in place of ``: 9
            get | Debug get
            getbd | Debug get
            getbf | Debug get
            getbg | Debug get
            getbh | Debug get
            getd | Debug get
            getf | Debug get
            geth | Debug get
            set | Debug set
        "#]],
    );
    check(
        "d getf $lx0‸",
        expect![[r#"
            in place of `$lx0`: 6
            $lx0n0 | Matrix register, side x
            $lx0n0c0b0m0 | Matrix register, side x
            $lx0b0 | Matrix register, side x
            $lx0c0 | Matrix register, side x
            $lx0m0 | Matrix register, side x
            $lx0p0 | Matrix register, side x
        "#]],
    );
    check(
        "d set $llm0 2 ‸",
        expect![[r#"
            in place of ``: 4
            0000000000000000000000000000000000000000000000000000000000000000 | payload
            h0_0_0_0h0_0_0_0h0_0_0_0h0_0_0_0 | payload
            l0l0l0l0 | payload
            s0_0s0_0s0_0s0_0 | payload
        "#]],
    );
    check(
        "d set $lm0 2 s‸",
        expect![[r#"
            in place of `s`: 1
            s0_0s0_0 | payload
        "#]],
    );
    // Numbers that are typed are not completed: Enter would take a digit too many.
    check(
        "d set $lm0 2 s0_1s‸",
        expect![[r#"
            in place of `s0_1s`: 0
        "#]],
    );
    check(
        "maskr‸",
        expect![[r#"
            in place of `maskr`: 5
            maskrk {0b10001} | Write mask for the following lines
            maskrm {0b10001} | Write mask for the following lines
            maskrn {0b10001} | Write mask for the following lines
            maskrs {0b10001} | Write mask for the following lines
            maskrt {0b10001} | Write mask for the following lines
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
            000000000 | Host statement: write DRAM
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
            W1002 | MV instruction that may read L2BM too early
            W1011 | GRF or T-register read early after a write under a variable mask
            W1013 | L2BM instruction that does not wait for an MV instruction
            W1014 | MV instruction that does not wait for another one
            W1015 | MV instruction through a DAR entry too early after it was written
        "#]],
    );
    check(
        "nop # $lm‸",
        expect![[r#"
            in place of ``: 0
        "#]],
    );
}

#[test]
fn assertions_begin_with_a_word() {
    check(
        "#! ‸",
        expect![[r#"
        in place of ``: 3
        assert {$lr0 == 0} | check after this line that a condition holds
        log {$lr0,f} | show a value after this line
        budget {120} | limit the steps of the section
    "#]],
    );
    check(
        "nop #! as‸",
        expect![[r#"
        in place of `as`: 1
        assert {$lr0 == 0} | check after this line that a condition holds
    "#]],
    );
    check(
        "nop #! assert $l‸",
        expect![[r#"
        in place of ``: 0
    "#]],
    );
}

#[test]
fn what_cannot_be_read_yet_is_not_offered() {
    // GRF1 can be read two steps later at the earliest.
    let offered = labels("lpassa $lm0v $ls8v\nlpassa ‸");
    assert!(!offered.contains(&"$ls8v".to_owned()), "{offered:?}");
    let offered = labels("lpassa $lm0v $ls8v\nnop/2\nlpassa ‸");
    assert!(offered[..3].contains(&"$ls8v".to_owned()), "{offered:?}");
    // Forwarding registers hold the results of the last step.
    let offered = labels("lpassa $lm0v $ls8v\nlpassa ‸");
    assert!(offered.contains(&"$aluf".to_owned()), "{offered:?}");
    assert!(!offered.contains(&"$mauf".to_owned()), "{offered:?}");
    let offered = labels("lpassa ‸");
    assert!(!offered.iter().any(|it| it.ends_with("uf")), "{offered:?}");
}
