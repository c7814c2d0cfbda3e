//! Words that go round the PEs of a MAB.

use expect_test::expect;
use mnc2_equal::Places;

use super::{check, stays};
use crate::merging::tests::{draft, lm1};
use crate::planted::{Wrong, with};
use crate::redundancy::{shared, turns};

const THREE: &str = "\
msr $lm0v $nowrite
msr $aluf $nowrite # on
msr $aluf $lr0v
nop/2
ladd $lr0v $ls0v $ln0v";

#[test]
fn turns_that_follow_each_other_are_one() {
    check(
        THREE,
        &lm1(),
        expect![[r#"
        # on
        msl $lm0v $lr0v
        ladd $lr0v $ls0v $ln0v
    "#]],
    );
    check(
        THREE,
        &Places::everything(),
        expect![[r#"
        # on
        msl $lm0v $lr0v
        ladd $lr0v $ls0v $ln0v
    "#]],
    );
    check(
        &THREE.replace("msr", "msl"),
        &lm1(),
        expect![[r#"
        # on
        msr $lm0v $lr0v
        ladd $lr0v $ls0v $ln0v
    "#]],
    );
    // There and back.
    check(
        &THREE.replace("msr $aluf $lr0v", "msl $aluf $lr0v"),
        &lm1(),
        expect![[r#"
            # on
            msr $lm0v $lr0v
            ladd $lr0v $ls0v $ln0v
        "#]],
    );
    for other in [
        // No single turn is two turns, and a result in between is needed.
        "msr $lm0v $nowrite\nmsr $aluf $ln0v".to_owned(),
        THREE.replace("msr $aluf $nowrite", "msr $aluf $ln8v"),
        THREE.replace("msr $aluf $nowrite", "lnot $aluf $nowrite"),
        THREE.replace("msr $aluf $nowrite", "msr/$imr1 $aluf $nowrite"),
    ] {
        stays(&other, &lm1());
    }
}

#[test]
fn what_all_pes_have_is_not_turned() {
    let text = "\
l1bmp $lb0 $lr0v
nop/2
msr $lr0v $ls0v
nop/2
ladd $ls0v $lm0v $ln0v";
    check(
        text,
        &lm1(),
        expect![[r#"
        l1bmp $lb0 $lr0v
        ladd $lr0v $lm0v $ln0v
    "#]],
    );
    for transfer in ["l1bmm", "l1bmd"] {
        stays(&text.replace("l1bmp", transfer), &lm1());
    }
}

#[test]
fn the_proof_refuses_turns_in_the_other_direction() {
    let before = draft(&THREE.replace("msr", "msl"));
    let proposed = || turns::ways(&before, 2);
    let wrong = with(Wrong::Direction, proposed);
    assert!(!wrong.is_empty() && wrong != proposed());
    let after = with(Wrong::Direction, || shared(&before, &lm1(), &|| false)).map(|it| it.draft);
    assert!(after.is_none());
}
