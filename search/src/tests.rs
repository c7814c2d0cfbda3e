use std::time::Duration;

use expect_test::{Expect, expect};
use mnc2_equal::{ComparedWords, Places};
use mnc2_isa::Memory;
use mnc2_program::Scope;
use mnc2_program::rules::Rules;
use mnc2_text::line;

use super::{Proof, Refusal, Request, Searched, search};
use mnc2_schedule::search_input::Subject;

/// LM1 alone counts.
fn lm1() -> Places {
    Places {
        shown: true,
        at_end: vec![ComparedWords {
            memory: Memory::Lm1,
            scope: Scope::default(),
            first: 0,
            count: 64,
        }],
        from_zero: false,
    }
}

fn searched(source: &str, length: usize, seconds: u64) -> Result<Searched, Refusal> {
    let program = mnc2_asm::parse(source);
    let lines: Vec<&str> = line::lines(source).collect();
    let line = |line: usize| lines[line].to_owned();
    let places = lm1();
    let rules = Rules::default();
    let subject = Subject {
        time: Duration::from_secs(seconds),
        places: Some(&places),
        runs: 2,
        ..Subject::new(&program, &line, &rules)
    };
    let request = Request {
        length,
        // 4 billion cases take minutes without optimization.
        bits: 16,
        ..Request::new(subject)
    };
    search(request, 0..program.len(), &|| false, &mut |_| {})
}

/// Checks the result for a block whose results are in LM1.
fn check(source: &str, length: usize, expected: &Expect) {
    let said = match searched(source, length, 600) {
        Err(refusal) => refusal.message().to_string(),
        Ok(found) => {
            let mut said = String::new();
            for line in found.sequence.iter().flat_map(|it| &it.lines) {
                said.push_str(line);
                said.push('\n');
            }
            said.push_str(&found.summary().to_string());
            if let Some(sequence) = &found.sequence {
                said.push('\n');
                said.push_str(&sequence.certainty().to_string());
            }
            said
        }
    };
    expected.assert_eq(&said);
}

#[test]
fn a_double_is_a_sum() {
    check(
        "imm i\"1\" $ls0v\nnop\nilsl $lm0v $ls0v $ln0v\n",
        1,
        &expect![[r#"
            iadd $lm0v $lm0v $ln0v
            3 steps before, 2 in the best order of the same instructions, 1 after
            equivalent, proven by dataflow"#]],
    );
}

#[test]
fn not_and_and_find_constants() {
    // x & 0xff00ff00 from shifts of halves.
    check(
        "imm us\"8\" $nowrite\nslsr $lm0v $aluf $lr0v\nimm us\"8\" $ls8v\nnop\nslsl $lr0v $ls8v $ln0v\n",
        2,
        &expect![[r#"
            imm ui"0xff00ff00" $nowrite
            land $lm0v $aluf $ln0v
            5 steps before, 4 in the best order of the same instructions, 2 after
            equivalent, proven bit by bit"#]],
    );
}

#[test]
fn what_is_shortest_stays() {
    check(
        "iadd $lm0v $lr0v $ln0v\n",
        1,
        &expect![
            "nothing shorter: no sequence of up to 1 instruction over the values of the block and 226 constants"
        ],
    );
    check(
        "ixor $lm0v $lr0v $nowrite\niadd $aluf $ls0v $ln0v\n",
        1,
        &expect![
            "nothing shorter: no sequence of up to 1 instruction over the values of the block and 226 constants"
        ],
    );
}

#[test]
fn floats_are_tried_and_not_proven() {
    check(
        "fvpassa -$lm0v $nowrite\nfvpassa -$mauf $ln0v\n",
        1,
        &expect![[r#"
            fvpassa $lm0v $ln0v
            2 steps before, 1 after
            tried on 15937 inputs, not proven"#]],
    );
}

#[test]
fn all_inputs_of_a_half_are_tried() {
    check(
        "snot $lm0v $nowrite\nsinc $aluf $nowrite\nsnot $aluf $ln0v\n",
        2,
        &expect![[r#"
            sdec $lm0v $ln0v
            3 steps before, 1 after
            equivalent, proven bit by bit"#]],
    );
}

#[test]
fn two_chains_meet() {
    // ~(~a + b) is a - b.
    check(
        "inot $lm0v $nowrite\niadd $aluf $lr0v $nowrite\ninot $aluf $lr8v\niinc $ls0v $nowrite\nixor $lr8v $aluf $ln0v\n",
        3,
        &expect![[r#"
            isub $lm0v $lr0v $lr8v
            iinc $ls0v $nowrite
            lxor $lr8v $aluf $ln0v
            5 steps before, 3 after
            equivalent, proven bit by bit"#]],
    );
}

#[test]
fn a_choice_by_flags_is_a_maximum() {
    check(
        "imax $lm0v $lr0v $omr1\nlpassa $lr0v $ln0v\nlpassa $lm0v $ln0v/$imr1\n",
        1,
        &expect![[r#"
            imax $lm0v $lr0v $ln0v
            3 steps before, 1 after
            equivalent, proven by dataflow"#]],
    );
}

#[test]
fn bits_of_a_sign_are_a_choice_by_flags() {
    // r0 where m0 is not negative, or else what LM1 holds.
    check(
        "imm i\"31\" $ls0v\nnop\nilsr $lm0v $ls0v $lr8v\nlpassa $ln0v $ls8v\nnop\nland $ls8v $lr8v $ls8v\nlnot $lr8v $nowrite\nland $lr0v $aluf $lr16v\nnop\nlor $lr16v $ls8v $ln0v\n",
        2,
        &expect![[r#"
            frsqrt $lm0v $omr1
            dpassa $lr0v $ln0v/$imr1
            10 steps before, 7 in the best order of the same instructions, 2 after
            equivalent, proven bit by bit"#]],
    );
}

#[test]
fn a_choice_by_flags_is_proven_on_all_inputs() {
    check(
        "snot $lm0v $omr1\nzero $ln0v\nspassa $lm0v $ln0v/$imr1\n",
        2,
        &expect![[r#"
            snot $lm0v $omr1
            imm/$imr1 i"-1" $ln0v
            3 steps before, 2 after
            equivalent, proven bit by bit"#]],
    );
    // Where it is not set, the result is zero.
    check(
        "zero $ls0v\nnop\nsmax $lm0v $ls0v $omr1\nsinc/$imr1 $lm0v $nowrite\nsinc $aluf $ln0v\n",
        2,
        &expect![
            "nothing shorter: no sequence of up to 2 instructions over the values of the block and 226 constants"
        ],
    );
}

#[test]
fn several_results_are_searched_one_by_one() {
    check(
        "snot $lm0v $nowrite\nsinc $aluf $nowrite\nsnot $aluf $ln0v\nsinc $lm8v $nowrite\nlpassa $aluf $ln8v\n",
        1,
        &expect![[r#"
            sdec $lm0v $ln0v
            sinc $lm8v $ln8v
            5 steps before, 2 after
            equivalent, proven bit by bit"#]],
    );
}

#[test]
fn what_is_no_block_is_refused() {
    check(
        "l1bmm $lb0 $lm0v\n",
        1,
        &expect![
            "line 1 has an instruction that is not searched; only instructions of the ALU on the memories of the PE and vector instructions of the MAU are"
        ],
    );
    check(
        "iadd $aluf $lm0v $ln0v\n",
        1,
        &expect![
            "line 1 reads a forwarding register that a line before sets; let the region begin there"
        ],
    );
    check(
        "iadd $lr0v $lm0v $lr8v\n",
        1,
        &expect!["the results of these lines are not used"],
    );
    check(
        "iinc $lm0v $ln0v/$imr1\n",
        1,
        &expect!["line 1 uses a mask register that a line before sets; let the region begin there"],
    );
    check(
        "maskn 1\niinc $lm0v $ln0v\nmask 0\n",
        1,
        &expect![
            "line 1 is not a step, and only instructions of the ALU and vector instructions of the MAU are searched"
        ],
    );
    check(
        "mvp/n4 $p0@0 $d0@0\n",
        1,
        &expect![
            "line 1 is not a step, and only instructions of the ALU and vector instructions of the MAU are searched"
        ],
    );
    check(
        "# nothing\n",
        1,
        &expect!["there is no instruction among these lines"],
    );
    check(
        "iinc $lm0v $ln0v\n",
        1,
        &expect![
            "nothing shorter: no sequence of up to 1 instruction over the values of the block and 226 constants"
        ],
    );
}

#[test]
fn time_that_is_up_ends_a_search() {
    let found = searched(
        "ixor $lm0v $lr0v $nowrite\niadd $aluf $ls0v $nowrite\nixor $aluf $lm0v $nowrite\niadd $aluf $ls0v $ln0v\n",
        4,
        0,
    );
    let found = found.unwrap();
    assert_eq!(found.sequence, None);
    assert_eq!((found.finished, found.length), (0, 4));
    let expected = expect![
        "time is up, and nothing shorter is found so far: not all sequences of up to 4 instructions over the values of the block and 226 constants were tried"
    ];
    expected.assert_eq(&found.summary().to_string());
    let later = Searched {
        finished: 2,
        ..found
    };
    let expected = expect![
        "time is up, and nothing shorter is found so far: all sequences of up to 2 instructions over the values of the block and 226 constants were tried, but not all longer ones of up to 4"
    ];
    expected.assert_eq(&later.summary().to_string());
}

/// Of two sums that are equally short, only one has its operands in the order of the block.
#[test]
fn a_proven_sequence_takes_precedence_among_equally_short_ones() {
    check(
        "lpassa $lm0v $ls8v\nnop/2\ndvadd $lr0v $ls8v $ln0v\n",
        1,
        &expect![[r#"
            dvadd $lr0v $lm0v $ln0v
            4 steps before, 2 in the best order of the same instructions, 1 after
            equivalent, proven by dataflow"#]],
    );
}

/// Proposals are equivalent on dirty chips, regardless of the block.
#[test]
fn proposals_of_random_blocks_do_the_same() {
    let mut random = mnc2_schedule::lane_values::Random::new(7);
    let opcodes = [
        "iadd", "isub", "iand", "ixor", "ior", "smax", "ilsl", "inot", "iinc",
    ];
    let inputs = ["$lm0v", "$lr0v", "$aluf", "$aluf"];
    let mut found = 0;
    for number in 0..24 {
        let mut source = String::from("imm i\"1\" $nowrite\n");
        for step in 0..3 {
            let mut pick =
                |list: &[&'static str]| list[(random.bits() % list.len() as u64) as usize];
            let opcode = pick(&opcodes);
            // Every other block ends with a choice by flags.
            let output = match (step, number % 2) {
                (1, 1) => "$omr1",
                (2, 1) => "$ln0v/$imr1",
                (2, _) => "$ln0v",
                _ => "$nowrite",
            };
            let first = pick(&inputs);
            let second = match opcode {
                "inot" | "iinc" => "",
                _ => pick(&["$aluf", "$ls0v"]),
            };
            source.push_str(&format!("{opcode} {first} {second} {output}\n"));
        }
        let Ok(searched) = searched(&source, 1, 20) else {
            continue;
        };
        let Some(sequence) = searched.sequence else {
            continue;
        };
        found += 1;
        let after = mnc2_asm::parse(&(sequence.lines.join("\n") + "\n"));
        let before = mnc2_asm::parse(&source);
        let limits = mnc2_equal::Limits {
            runs: 8,
            seed: 77,
            ..Default::default()
        };
        let ran = mnc2_equal::by_runs(&before, &after, &lm1(), &limits);
        assert_eq!(
            ran,
            mnc2_equal::RunsOutcome::Alike,
            "{source}\n{sequence:?}"
        );
        assert!(matches!(
            sequence.proof,
            Proof::Dataflow | Proof::Bits | Proof::AllInputs(_) | Proof::Tried(_)
        ));
    }
    assert!(found >= 4, "{found} blocks have a shorter form");
}
