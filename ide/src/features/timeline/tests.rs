use expect_test::{Expect, expect};

use super::*;
use crate::session::Mnc2Document;

fn check(text: &str, first: usize, count: usize, expected: Expect) {
    check_part(text, Part::From { first, count }, expected);
}

fn check_part(text: &str, part: Part, expected: Expect) {
    let snapshot = Mnc2Document::new(1, text).snapshot();
    let Timeline {
        steps,
        score,
        rows_in_all,
        first: _,
        rows,
        arrows,
    } = timeline(&snapshot, part);
    let mut shown = format!("{steps} steps, {rows_in_all} rows, {score}\n");
    for row in rows {
        let uses = row
            .uses
            .iter()
            .map(|one| format!("{}: {}", one.column.title(), one.text));
        let uses = uses.collect::<Vec<_>>().join(" | ");
        shown += &format!("line {} step {}+{} {uses}\n", row.line, row.step, row.steps);
    }
    for arrow in arrows {
        let needed = arrow
            .needed_steps
            .map_or("-".to_owned(), |steps| steps.to_string());
        let certain = if arrow.is_certain { "" } else { " perhaps" };
        shown += &format!(
            "{} -> {} by {} ({}): {} of {needed}{certain}\n",
            arrow.from, arrow.to, arrow.operand, arrow.store, arrow.distance_steps
        );
    }
    expected.assert_eq(&shown);
}

const PROGRAM: &str = "# heading\n\
        linc $subpeid $lm0\n\
        nop/2\n\
        dvadd $lm0 $lm0 $nowrite; linc $lm0 $lr0v\n\
        dvadd $mauf $mauf $ln0 # forwarded\n\
        nop\n\
        l1bmm $lr0 $lb0\n\
        d get $lm0n0c0b0m0p0 1\n\
        quit\n\
        nop\n";

#[test]
fn steps_units_and_arrows() {
    check(
        PROGRAM,
        0,
        100,
        expect![[r#"
            7 steps, 6 rows, score=7 j=7 m=0 bytes=141
            line 1 step 0+1 ALU: linc $subpeid $lm0
            line 2 step 1+2 nop, wait: nop/2
            line 3 step 3+1 MAU: dvadd $lm0 $lm0 $nowrite | ALU: linc $lm0 $lr0v
            line 4 step 4+1 MAU: dvadd $mauf $mauf $ln0
            line 5 step 5+1 nop, wait: nop
            line 6 step 6+1 L1BM: l1bmm $lr0 $lb0
            1 -> 3 by $lm0 (LM0): 3 of 3
            3 -> 4 by dvadd (forwarding register): 1 of 1
            3 -> 6 by $lr0v (GRF0): 3 of 2
        "#]],
    );
}

#[test]
fn a_part_of_the_chart() {
    check(
        PROGRAM,
        2,
        1,
        expect![[r#"
            7 steps, 6 rows, score=7 j=7 m=0 bytes=141
            line 3 step 3+1 MAU: dvadd $lm0 $lm0 $nowrite | ALU: linc $lm0 $lr0v
            1 -> 3 by $lm0 (LM0): 3 of 3
        "#]],
    );
    check(
        PROGRAM,
        100,
        1,
        expect![[r#"
            7 steps, 6 rows, score=7 j=7 m=0 bytes=141
        "#]],
    );
    check(
        "",
        0,
        1,
        expect![[r#"
            0 steps, 0 rows, score=0 j=0 m=0 bytes=0
        "#]],
    );
}

#[test]
fn a_part_around_a_line() {
    let around = |line, count| Part::Around { line, count };
    check_part(
        PROGRAM,
        around(4, 1),
        expect![[r#"
            7 steps, 6 rows, score=7 j=7 m=0 bytes=141
            line 4 step 4+1 MAU: dvadd $mauf $mauf $ln0
            3 -> 4 by dvadd (forwarding register): 1 of 1
        "#]],
    );
    // A line without a row uses the row of the line before.
    check_part(
        PROGRAM,
        around(7, 2),
        expect![[r#"
            7 steps, 6 rows, score=7 j=7 m=0 bytes=141
            line 5 step 5+1 nop, wait: nop
            line 6 step 6+1 L1BM: l1bmm $lr0 $lb0
            3 -> 6 by $lr0v (GRF0): 3 of 2
        "#]],
    );
    check_part(
        PROGRAM,
        around(0, 2),
        expect![[r#"
            7 steps, 6 rows, score=7 j=7 m=0 bytes=141
            line 1 step 0+1 ALU: linc $subpeid $lm0
            line 2 step 1+2 nop, wait: nop/2
        "#]],
    );
}

#[test]
fn every_step_of_a_long_program_is_reached() {
    let steps = 3 * ROWS_MAX + 7;
    let snapshot = Mnc2Document::new(1, &"nop\n# no row\n".repeat(steps)).snapshot();
    let mut first = 0;
    let mut seen = 0;
    loop {
        let found = timeline(
            &snapshot,
            Part::From {
                first,
                count: usize::MAX,
            },
        );
        assert_eq!((found.first, found.rows_in_all), (first, steps));
        for row in &found.rows {
            assert_eq!((row.step, row.line as usize), (seen as u64, 2 * seen));
            seen += 1;
        }
        first += found.rows.len();
        if found.rows.is_empty() {
            break;
        }
    }
    assert_eq!(seen, steps);
    let last = Part::Around {
        line: u32::MAX,
        count: 10,
    };
    let found = timeline(&snapshot, last);
    assert_eq!(found.first, steps - 10);
    assert_eq!(
        found.rows.last().map(|row| row.step),
        Some(steps as u64 - 1)
    );
}

#[test]
fn transfers_beside_steps() {
    check(
        "mvp/n64 $d0@0 $p0@0\nmvp/n64 $p0@0 $lc0@0\nnop\nl2bmb $lc0 $lb0\n",
        0,
        100,
        expect![[r#"
                2 steps, 4 rows, score=4 j=2 m=2 bytes=60
                line 0 step 0+0 MV: mvp/n64 $d0@0 $p0@0
                line 1 step 0+0 MV: mvp/n64 $p0@0 $lc0@0
                line 2 step 0+1 nop, wait: nop
                line 3 step 1+1 L2BM: l2bmb $lc0 $lb0
                0 -> 1 by $p0@0 (PDM): 0 of -
                1 -> 3 by $lc0@0 (L2BM): 1 of -
            "#]],
    );
}

#[test]
fn halves_of_lines_are_left_out() {
    check(
        "lpassa\nladd $lm0 $lm2 $lr0v; \n",
        0,
        100,
        expect![[r#"
            2 steps, 2 rows, score=2 j=2 m=0 bytes=28
            line 0 step 0+1 ALU: lpassa
            line 1 step 1+1 ALU: ladd $lm0 $lm2 $lr0v
        "#]],
    );
}
