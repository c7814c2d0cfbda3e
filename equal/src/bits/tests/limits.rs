//! Limits of proofs bit by bit: programs that are too large or too hard are undecided, and a cancelled proof stops.

use std::cell::Cell;
use std::time::{Duration, Instant};

use mnc2_isa::Memory;

use crate::{ComparedWords, FollowStop, Places, Unproven, unproven};

fn compared(
    one: &str,
    other: &str,
    is_cancelled: &dyn Fn() -> bool,
) -> Result<Unproven, FollowStop> {
    let places = Places {
        shown: false,
        at_end: vec![ComparedWords {
            count: 8,
            ..ComparedWords::all_of(Memory::Lm1)
        }],
        from_zero: false,
    };
    let programs = [one, other].map(mnc2_asm::parse);
    for line in programs.iter().flat_map(|it| it.iter()) {
        assert!(!line.has_error(), "{:?}", line.diagnostics);
    }
    unproven(&programs[0], &programs[1], &places, is_cancelled)
}

/// The product of two numbers of 32 bits: for each bit of one, the other is shifted, or zero.
fn product(x: &str, y: &str) -> String {
    let mut text =
        format!("lpassa {x} $ls0v\nlpassa {y} $ls8v\nnop/2\nzero $lr64v\nimm i\"31\" $lr80v\n");
    for bit in 0..32 {
        let from_top = 31 - bit;
        text += &format!(
            "imm i\"{from_top}\" $lr72v\nimm i\"{bit}\" $lr88v\nnop/2\nilsl $ls8v $lr72v $nowrite\nilsr $aluf $lr80v $lr96v\n\
             ilsl $ls0v $lr88v $nowrite\nnop\niand $lr96v $aluf $nowrite\niadd $lr64v $aluf $lr64v\nnop/2\n"
        );
    }
    text + "lpassa $lr64v $ln0v"
}

#[test]
fn what_is_hard_to_prove_is_undecided() {
    let [one, other] = [("$lm0v", "$lr0v"), ("$lr0v", "$lm0v")].map(|(x, y)| product(x, y));
    let found = compared(&one, &one, &|| false).expect("it is followed");
    assert!(found.is_nothing());
    let start = Instant::now();
    let found = compared(&one, &other, &|| false).expect("it is followed");
    println!("{:?}", start.elapsed());
    assert!(!found.is_nothing(), "products in another order are hard");
    assert_eq!(found.example, None);
}

#[test]
fn what_follows_from_too_many_values_is_undecided() {
    let of_length = |count: usize, last: &str| {
        let step = "lor $aluf $lm0v $nowrite\nlxor $aluf $lr0v $nowrite\n";
        format!("lxor $lm0v $lr0v $nowrite\n{}{last}", step.repeat(count))
    };
    let lasts = [
        "land $aluf $lr8v $ln0v",
        "lnot $aluf $ls0v\nlnot $lr8v $ls8v\nnop/2\nlpassa $ls8v $lr16v\nnop/2\nlor $ls0v $lr16v $ls0v\nnop/2\nlnot $ls0v $ln0v",
    ];
    for (count, is_proven) in [(300, true), (1200, false)] {
        let [one, other] = lasts.map(|last| of_length(count, last));
        let found = compared(&one, &other, &|| false).expect("both are followed");
        assert_eq!(found.is_nothing(), is_proven, "{count}: {found:?}");
    }
}

#[test]
fn a_proof_that_is_cancelled_ends() {
    let [one, other] = [("$lm0v", "$lr0v"), ("$lr0v", "$lm0v")].map(|(x, y)| product(x, y));
    let asked = Cell::new(0);
    let start = Instant::now();
    let is_cancelled = || {
        asked.set(asked.get() + 1);
        asked.get() > 20
    };
    let found = compared(&one, &other, &is_cancelled);
    assert!(found.is_ok_and(|it| !it.is_nothing()));
    assert!(start.elapsed() < Duration::from_secs(10));
}
