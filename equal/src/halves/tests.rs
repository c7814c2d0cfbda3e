//! Half precision and single precision, compared by the emulator; programs that are equivalent because of that; near misses.

use mnc2_emulator::alu::{PathMut, PathView};
use mnc2_emulator::float::convert::{extend_from_half, narrow, shorten_to_half, widen};
use mnc2_emulator::float::format::{HALF, SINGLE};
use mnc2_emulator::mau::VectorOperation;
use mnc2_isa::Precision;

use super::{extended, shortened};
use crate::terms::{Kind, Terms};
use crate::{
    Equivalence, Limits, Places, RunsOutcome, by_dataflow, by_dataflow_for_all_inputs, by_run,
};

/// The numbers of two long words of each lane.
type Lanes = (Vec<u64>, Vec<u64>);

fn view((most, least): &Lanes) -> PathView<'_> {
    PathView { most, least }
}

/// The MAU's results for the factors and the addend of each lane.
fn mau(precision: Precision, x: &Lanes, y: Option<&Lanes>, z: Option<&Lanes>) -> Lanes {
    let operation = VectorOperation {
        precision,
        half: None,
        shortened: false,
    };
    let mut output = (vec![0; x.0.len()], vec![0; x.0.len()]);
    let path = PathMut {
        most: &mut output.0,
        least: &mut output.1,
    };
    operation.execute(view(x), y.map(view), z.map(view), path, &mut []);
    output
}

/// Both long words in single precision.
fn singles(x: &Lanes, y: Option<&Lanes>, z: Option<&Lanes>) -> Lanes {
    let part = |of: fn(&Lanes) -> &Vec<u64>| {
        let lanes = |it: &Lanes| (of(it).clone(), vec![0; of(it).len()]);
        let (x, y, z) = (lanes(x), y.map(lanes), z.map(lanes));
        mau(Precision::Single, &x, y.as_ref(), z.as_ref()).0
    };
    (part(|it| &it.0), part(|it| &it.1))
}

/// All halves four times, in another order each time.
fn halves(factor: u64) -> Vec<u64> {
    let half = |number: u64, by: u64| (number * factor + by) & HALF.mask();
    let long = |number: u64| (0..4).map(move |it| half(number, 0x3777 * it) << (16 * it));
    (0..=HALF.mask()).map(|it| long(it).sum()).collect()
}

fn extended_lanes(halves: &[u64]) -> Lanes {
    halves.iter().map(|it| extend_from_half(*it)).unzip()
}

/// Addends: zeros with mantissas, infinities, ties with a product, and many others.
fn addends(round: u64) -> Lanes {
    let special = [
        0x0000_0000_8000_0000,
        0x0000_0001_8040_0000,
        0x7f80_0000_ff80_0000,
        0x7fff_ffff_0080_0000,
        0x7f7f_ffff_ff7f_ffff,
        0x3300_0000_b380_0000,
        0x4b80_0001_cb7f_ffff,
    ];
    let number = |lane: u64| match special.get((lane % 16) as usize) {
        Some(bits) => *bits,
        None => {
            let bits = (lane + round).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            // Exponents like a product has.
            bits & 0x8fff_ffff_8fff_ffff | 0x3000_0000_3000_0000
        }
    };
    (0..=HALF.mask())
        .map(|it| (number(it), number(it.wrapping_mul(7) + 3)))
        .unzip()
}

#[test]
fn an_operation_of_halves_is_that_of_the_extended_numbers() {
    // Each half meets itself, the next one, 1.0 and others, with and without a sign.
    for (round, factor) in [1, 5, 0x7771].into_iter().enumerate() {
        let [x, y] = [1, factor].map(halves);
        let z = addends(round as u64);
        let [wide_x, wide_y] = [&x, &y].map(|it| extended_lanes(it));
        let [x, y] = [x, y].map(|it| (it, Vec::new()));
        for (y, wide_y, z) in [
            (None, None, None),
            (None, None, Some(&z)),
            (Some(&y), Some(&wide_y), None),
            (Some(&y), Some(&wide_y), Some(&z)),
        ] {
            let one = mau(Precision::Half, &x, y, z);
            assert!(one == singles(&wide_x, wide_y, z), "{factor} {z:?}");
        }
    }
}

#[test]
fn a_sum_and_a_product_do_not_depend_on_the_order_of_their_numbers() {
    for round in 0..8 {
        let [x, y, z] = [0, 99, 7_777].map(|it| addends(round * 31 + it));
        let of = |x: &Lanes, y: Option<&Lanes>, z: Option<&Lanes>| singles(x, y, z);
        assert!(of(&x, None, Some(&z)) == of(&z, None, Some(&x)));
        assert!(of(&x, Some(&y), None) == of(&y, Some(&x), None));
        assert!(of(&x, Some(&y), Some(&z)) == of(&y, Some(&x), Some(&z)));
    }
}

#[test]
fn constants_are_converted_as_the_emulator_does() {
    for half in (0..=HALF.mask()).step_by(5) {
        let mut terms = Terms::new(false);
        let single = widen(HALF, SINGLE, half);
        let word = terms.constant(half << 16 | (half ^ 1));
        let found = [0, 1].map(|it| extended(&mut terms, word, it));
        let found = found.map(|it| terms.bits(it).expect("a constant"));
        assert_eq!(found, [single, widen(HALF, SINGLE, half ^ 1)], "{half:x}");
        let numbers = [
            single,
            single ^ 1 << 13,
            single + 1,
            !single & SINGLE.mask(),
        ];
        let values = numbers.map(|it| terms.constant(it));
        let found = shortened(&mut terms, &values).map(|it| terms.bits(it).expect("a constant"));
        let [a, b, c, d] = numbers;
        let long = shorten_to_half(a << 32 | b, c << 32 | d);
        assert_eq!(found, [long >> 32, long & 0xffff_ffff], "{half:x}");
    }
}

#[test]
fn numbers_that_are_rounded_to_halves_stay_only_if_half_precision_has_them() {
    let mut kept = 0;
    for half in 0..=HALF.mask() {
        let single = widen(HALF, SINGLE, half);
        // All bits flipped, one by one, of some.
        let flipped = 0..if half % 7 == 0 { 32 } else { 0 };
        let flipped = flipped.map(|it| single ^ 1 << it);
        let mut terms = Terms::new(false);
        for number in flipped.chain([single]) {
            let value = terms.constant(number);
            let is_half = crate::kept_numbers::is_half(&mut terms, value);
            let again = widen(HALF, SINGLE, narrow(SINGLE, HALF, number));
            assert_eq!(is_half, again == number, "{number:x}");
            kept += u32::from(is_half);
        }
    }
    assert!(kept > HALF.mask() as u32);
}

#[test]
fn what_is_extended_is_rounded_to_itself() {
    let mut terms = Terms::new(false);
    let word = terms.computed(Kind::List, &[]);
    let first = extended(&mut terms, word, 0);
    let second = extended(&mut terms, word, 1);
    let halves = shortened(&mut terms, &[second, first, first, second]);
    let again = [(0, 0), (0, 1), (1, 0), (1, 1)];
    let again = again.map(|(word, index)| extended(&mut terms, halves[word], index));
    assert_eq!(again, [second, first, first, second]);
}

fn parsed(lines: &[&str]) -> mnc2_program::Program {
    let program = mnc2_asm::parse(&lines.join("\n"));
    for line in program.iter() {
        assert!(!line.has_error(), "{:?} in {lines:?}", line.diagnostics);
    }
    program
}

/// Whether two programs with the same first and last lines are proven equivalent; runs agree if they are.
#[track_caller]
fn check([before, one, other]: [&str; 3], is_same: bool) {
    // Registers differ in what they hold at the end.
    let after = "nop/3\nzero $llr0v\nzero $llr16v\nzero $llr32v\nzero $lls0v\nnop/3\nfvpassa $lr0v $nowrite";
    let places = Places::everything();
    let [one, other] = [one, other].map(|it| parsed(&[before, "nop/3", it, after]));
    for (one, other) in [(&one, &other), (&other, &one)] {
        let found = by_dataflow(one, other, &places, &|| false) == Equivalence::Same;
        assert_eq!(found, is_same);
        if is_same {
            let run = |number| by_run(one, other, &places, &Limits::default(), number);
            assert!((0..4).all(|it| run(it) == RunsOutcome::Alike));
        }
    }
}

/// Two operations on long words; the operands have a place for a digit.
fn pair(operation: &str, operands: &str) -> String {
    let operand = |first: u32| operands.replace('#', &first.to_string());
    let to = |first: u32| format!("$ln{first}v4");
    format!(
        "{operation} {} {}\n{operation} {} {}",
        operand(0),
        to(0),
        operand(2),
        to(2)
    )
}

#[test]
fn a_sum_with_a_constant_is_one_of_halves() {
    let before = "imm f\"1.5\" $llr0v\nimm h\"1.5\" $ls0v";
    let sums = [pair("fvadd", "$lm#v4 $lr0v"), pair("fvadd", "$lr0v $lm#v4")];
    for sum in &sums {
        check([before, sum, "hvadd $llr0vr $llm0v $lln0v"], true);
        check([before, sum, "hvadd $ls0v $llm0v $lln0v"], true);
        check([before, sum, "hvadd -$ls0v $llm0v $lln0v"], false);
        check([before, sum, "hvadd $ls0v -$llm0v $lln0v"], false);
        // The number may have more digits than a half.
        check([before, sum, "hvadd $llm0vr $llr0v $lln0v"], false);
    }
    let difference = pair("fvadd", "$lm#v4 -$lr0v");
    check([before, &difference, "hvadd -$llr0vr $llm0v $lln0v"], true);
    check([before, &difference, "hvadd -$ls0v $llm0v $lln0v"], true);
    let negated = pair("fvadd", "-$lm#v4 -$lr0v");
    check([before, &negated, "hvadd -$llr0vr -$llm0v $lln0v"], true);
}

#[test]
fn constants_that_are_no_halves_are_not_rounded() {
    for (bits, is_same) in [
        ("0x3f804000", true),
        ("0x3f802000", false),
        ("0x30800000", true),
        ("0x30000000", false),
        ("0x4f7fc000", true),
        ("0x4f800000", false),
        ("0x00000000", true),
        ("0x7f800000", true),
    ] {
        let before = format!("imm ui\"{bits}\" $llr0v");
        let sum = pair("fvadd", "$lm#v4 $lr0v");
        check([&before, &sum, "hvadd $llr0vr $llm0v $lln0v"], is_same);
    }
}

/// Four words with some bits cleared and others set, in `$llr16v`.
fn masked(cleared: &str, set: &str) -> String {
    let mut lines = vec![
        format!("imm ui\"{cleared}\" $lr0v"),
        format!("imm ui\"{set}\" $ls0v"),
    ];
    for first in [0, 2] {
        lines.push("nop/3".to_owned());
        lines.push(format!("iand $lm{}v4 $lr0v $nowrite", 32 + first));
        lines.push(format!("ior $aluf $ls0v $lr{}v4", 16 + first));
    }
    lines.join("\n")
}

#[test]
fn products_are_those_of_halves_if_both_factors_are_known() {
    for (cleared, set, is_same) in [
        ("0x807fc000", "0x3f800000", true),
        ("0x81ffc000", "0x3e000000", true),
        ("0x807fe000", "0x3f800000", false),
        ("0xffffc000", "0x00000000", false),
        ("0xbfffc000", "0x3f800000", true),
        ("0xffffc000", "0x3f800000", false),
    ] {
        let before = masked(cleared, set);
        let product = pair("fvmul", "$lr{16+#} $ls0v");
        let product = product.replace("{16+0}", "16v4").replace("{16+2}", "18v4");
        let half = |lines: &str| format!("imm f\"0.5\" $lls0v\nnop/3\n{lines}");
        let products = [product.as_str(), "hvmul $llr16vr $lls0vr $lln0v"].map(half);
        check([&before, &products[0], &products[1]], is_same);
        let fma = product
            .replace("fvmul", "fvfma")
            .replace("$ls0v ", "$ls0v $lm#v4 ");
        let fma = fma.replacen('#', "0", 1).replacen('#', "2", 1);
        let all = [fma.as_str(), "hvfma $lls0vr $llr16vr $llm0v $lln0v"].map(half);
        check([&before, &all[0], &all[1]], is_same);
    }
}

#[test]
fn extended_operands_are_the_factors_of_halves() {
    let products = pair("fvmul", "$m#ve $r#ve");
    let products = products
        .replace("2ve", "1ve")
        .replace("0ve", "0v2e")
        .replace("1ve", "1v2e");
    check(["", &products, "hvmul $lm0v $lr0v $lln0v"], true);
    check(["", &products, "hvmul $lr0v $lm0v $lln0v"], true);
    check(["", &products, "hvmul -$lr0v $lm0v $lln0v"], false);
    check(["", &products, "hvmul $lr0v $lm8v $lln0v"], false);
    let sums = pair("fvadd", "$m#ve $lr#v4");
    let sums = sums.replace("m2ve", "m1v2e").replace("m0ve", "m0v2e");
    check(["", &sums, "hvadd $lm0v $llr0v $lln0v"], true);
    check(["", &sums, "hvadd $ls0v $llr0v $lln0v"], false);
    // The addend is rounded to a half.
    let rounded = "hvpassar $llr0vr $lr32v\nnop/3\nhvadd $lm0v $lr32ve $lln0v\nzero $lr32v";
    check(["", &sums, rounded], false);
}

#[test]
fn flags_of_halves_choose_words_of_two_long_words() {
    let before = "imm f\"1.5\" $llr0v\nimm f\"inf\" $lls0v";
    let chosen =
        |flags: &str, first: u32| format!("{flags}\nnop/2\nlpassa $ls0v $ln{first}v4/$imr1\nnop/2");
    let one = format!(
        "{}\n{}\nzero $omr1",
        chosen("fvadd $lm0v4 $lr0v $omr1", 0),
        chosen("fvadd $lm2v4 $lr0v $omr1", 2)
    );
    let halves = |flags: &str, mask: &str| {
        format!("{flags} $omr1\nnop/2\nlpassa $lls0v $lln0v/${mask}1\nnop/2\nzero $omr1")
    };
    let sum = "hvadd $llr0vr $llm0v";
    check([before, &one, &halves(sum, "llimr")], true);
    check(
        [
            before,
            &one,
            &halves(&sum.replace("$llr", "-$llr"), "llimr"),
        ],
        false,
    );
    check(
        [before, &one, &halves(&sum.replace("m0", "m16"), "llimr")],
        false,
    );
    // Each flag is about a half word then, of which the first long word has four.
    let in_long_word = halves(sum, "imr").replace("$ll", "$l");
    let in_long_word = in_long_word.replace("hvadd $lr0vr $lm0v", sum);
    check([before, &one, &in_long_word], false);
    // The sum in place of the flags: two steps of one, as of the other.
    let sums = pair("fvadd", "$lm#v4 $lr0v");
    check(
        [before, &sums, "hvadd $llr0vr $llm0v $lln0v/$llimr1"],
        false,
    );
}

#[test]
fn inputs_that_are_halves_are_not_for_all_inputs() {
    let places = Places::in_testcase();
    let proof = |numbers: &str, is_for_all: bool| {
        let inputs = format!("d set $lm0n0c0b0m0p0 2 {numbers}");
        let product = pair("fvmul", "$lm#v4 $lm#v4");
        let [one, other] = [product.as_str(), "hvmul $llm0vr $llm0vr $lln0v"]
            .map(|it| parsed(&[&inputs, it, "nop/3", "d get $ln0n0c0b0m0 8"]));
        let found = if is_for_all {
            by_dataflow_for_all_inputs(&one, &other, &places, 1, &|| false)
        } else {
            by_dataflow(&one, &other, &places, &|| false)
        };
        found == Equivalence::Same
    };
    let halves = "3f800000404000004080000000000000";
    assert!(proof(halves, false) && !proof(halves, true));
    assert!(!proof(&halves.replace("40400000", "40402000"), false));
}
