//! Words that are read from the turnaround register instead of L1BM.

use expect_test::expect;
use mnc2_equal::Places;

use super::{check, stays};
use crate::merging::tests::{draft, lm1};
use crate::planted::{Wrong, with};
use crate::redundancy::{shared, turnaround};

const THROUGH: &str = "\
l1bmm@3 $lm0v $lb0 # sent
nop/2
l1bmm $lb0 $lr0v
nop
iadd $lr0v $ls0v $ln0v
l1bmm $lb0 $ls8v
nop
isub $lm8v $ls8v $ln8v";

#[test]
fn what_was_just_sent_is_read_from_the_turnaround_register() {
    check(
        THROUGH,
        &lm1(),
        expect![[r#"
        # sent
        l1bmm@3 $lm0v $lbi
        l1bmm $lbi $lr0v
        iadd $lr0v $ls0v $ln0v
        isub $lm8v $lr0v $ln8v
    "#]],
    );
    let wide = "l1bmrffadd $llm0v $llb0\nnop/2\nl1bmm $llb0 $lln0v";
    check(
        wide,
        &lm1(),
        expect![[r#"
        l1bmrffadd $llm0v $llbi
        l1bmm $llbi $lln0v
    "#]],
    );
    let one = "l1bmm@3 $lm0v $lb0\nnop/9\nl1bmm $lb0 $ln0v";
    for other in [
        // Another type of transfer, a rotation, other words, and another transfer that sends.
        one.replace("l1bmm $lb0", "l1bmp $lb0"),
        one.replace("l1bmm@3", "l1bmd+1")
            .replace("l1bmm $lb0", "l1bmd $lb0"),
        one.replace("l1bmm $lb0", "l1bmm $lb4"),
        one.replace("nop/9", "l1bmm@2 $lm8v $lb64\nnop/9\nl1bmp $lb65 $ln8v"),
        one.to_owned() + "\nl1bmp $lb1 $ln8v",
    ] {
        stays(&other, &lm1());
    }
    stays(one, &Places::everything());
}

#[test]
fn the_proof_refuses_what_another_transfer_sent() {
    let before = draft(
        "l1bmm@3 $lm0v $lb0\nl1bmm@2 $lm8v $lb64\nnop/9\nl1bmp $lb65 $ln8v\nl1bmm $lb0 $ln0v",
    );
    let proposed = || turnaround::ways(&before, 4);
    assert!(proposed().is_none() && with(Wrong::OtherSent, proposed).is_some());
    let after = with(Wrong::OtherSent, || shared(&before, &lm1(), &|| false));
    let written = after
        .map(|it| it.draft.lines.join("\n"))
        .unwrap_or_default();
    assert!(!written.contains("$lbi $ln0v"), "{written}");
}
