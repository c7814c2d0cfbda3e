//! Where results and the values in between are.

use expect_test::expect;
use mnc2_isa::{Memory, Mode};

use super::{at, check};
use crate::merging::tests::{draft, proven};
use crate::rewriting::rewritten;

#[test]
fn a_value_at_two_places_of_one_lm_is_computed_twice() {
    check(
        "\
iadd $lm0v $lr0v $ln0v
iadd $lm0v $lr0v $ln8v
iadd $ln16v $ls0v $lr16v
nop/2
lpassa $lr16v $ln24v
lpassa $lr16v $ln32v",
        &at(&[Memory::Lm1]),
        expect![[r#"
            iadd $ln16v $ls0v $lr8v
            lpassa $llr[8,12,8,12] $lln24v
            iadd $lm0v $lr0v $ln0v
            iadd $lm0v $lr0v $ln8v
        "#]],
    );
}

#[test]
fn results_are_computed_at_all_their_places() {
    check(
        "\
iadd $m0v $r0v $s0v $n0v
iadd $m4v $r4v $s4v $n4v
fvmul $lm16v $lr16v $ln16v
nop/2
fvmul $ln16v $ln16v $ls16v
nop/2
fvadd $ls16v $ls16v $ln24v $lr24v",
        &at(&[Memory::Lm1, Memory::Grf0, Memory::Grf1]),
        expect![[r#"
            fvmul $lm16v $lr16v $ln16v
            fvmul $ln16v $ln16v $ls16v
            iadd $lm0v $lr0v $ln0v $ls0v
            fvadd $ls16v $ls16v $ln24v $lr24v
        "#]],
    );
}

#[test]
fn a_value_in_between_is_computed_at_all_places_of_results() {
    check(
        "\
iadd $lm0v $lr0v $ls0v
nop/2
lpassa $ls0v $lr8v
ilsr $ls0v $lr16v $ln0v",
        &at(&[Memory::Lm1, Memory::Grf0, Memory::Grf1]),
        expect![[r#"
            iadd $lm0v $lr0v $ls0v $lr8v
            ilsr $ls0v $lr16v $ln0v
        "#]],
    );
}

#[test]
fn what_is_read_next_to_results_of_its_lm_is_in_another_memory_too() {
    check(
        "\
iadd $m0v $r0v $n0v
iadd $m4v $r4v $n4v
nop
iadd $n0v $s0v $r8v
iadd $n4v $s4v $r12v
nop
ipassa $r8v $n8v
ipassa $r12v $n12v",
        &at(&[Memory::Lm1]),
        expect![[r#"
            iadd $lm0v $lr0v $ln0v $lr8v
            iadd $lr8v $ls0v $ln8v
        "#]],
    );
}

#[test]
fn a_result_is_known_in_any_order_of_its_inputs() {
    let places = at(&[Memory::Lm1, Memory::Grf0]);
    let written = |operation: &str| {
        let first = format!("{operation} $lm0v $lr0v $ls0v");
        let second = format!("{operation} $lr0v $lm0v $ln0v");
        let before = draft(&format!("{first}\nnop/2\n{second}\nlpassa $ls0v $lr8v"));
        let found = rewritten(&before, (&places, None), Mode::Flat, 1, &|| false);
        proven(
            &before,
            found.into_iter().next().map(|it| it.draft),
            &places,
        )
    };
    for operation in [
        "iadd", "ladd", "lxor", "sor", "imax", "ulmin", "fvmul", "fvadd",
    ] {
        let both = format!("{operation} $lm0v $lr0v $ln0v $lr8v\n");
        assert_eq!(written(operation), both);
    }
    for operation in ["isub", "llsl", "dvadd"] {
        assert_eq!(written(operation).lines().count(), 2, "{operation}");
    }
}
