//! Pairs of programs that compute equal integers in different ways, and near misses.

use mnc2_isa::Memory;

use crate::{ComparedWords, Limits, Places, RunsOutcome, Unproven, by_runs, refute, unproven};

fn lm1(count: u32) -> Places {
    Places {
        shown: false,
        at_end: vec![ComparedWords {
            count,
            ..ComparedWords::all_of(Memory::Lm1)
        }],
        from_zero: false,
    }
}

fn compared(one: &str, other: &str) -> Unproven {
    let [first, second] = [one, other].map(mnc2_asm::parse);
    for program in [&first, &second] {
        for line in program.iter() {
            assert!(
                !line.has_error(),
                "{one}\n\n{other}: {:?}",
                line.diagnostics
            );
        }
    }
    let places = lm1(8);
    let found = unproven(&first, &second, &places, &|| false).expect("both are followed");
    if found.is_nothing() {
        let ran = by_runs(&first, &second, &places, &Limits::default());
        assert_eq!(ran, RunsOutcome::Alike, "{one}\n\n{other}");
    }
    found
}

/// Checks whether two programs are proven to be equal in LM1, bit by bit.
fn check(one: &str, other: &str, is_proven: bool) {
    let found = compared(one, other);
    assert_eq!(found.is_nothing(), is_proven, "{one}\n\n{other}: {found:?}");
    assert!(found.by_bits > 0 || !is_proven, "{one}\n\n{other}");
}

/// A program that computes with the values `x`, `y` and `z` of LM0, in the precision of a letter: statements such as
/// `a = #add x y`, of which the last has no name and goes to LM1. First inputs are read from GRF1, second ones from GRF0.
fn program(text: &str, letter: &str) -> String {
    let mut names = Vec::new();
    let mut lines: Vec<String> = Vec::new();
    let mut place = |name: &str| {
        let known = names.iter().position(|it| it == name);
        8 * known.unwrap_or_else(|| {
            names.push(name.to_owned());
            names.len() - 1
        })
    };
    for name in ["x", "y", "z"] {
        let at = place(name);
        lines.push(format!("lpassa $lm{at}v $lr{at}v $ls{at}v"));
    }
    let text = text.replace('#', letter);
    for statement in text.split(';') {
        let (name, operation) = match statement.split_once(" = ") {
            Some((name, operation)) => (Some(name.trim()), operation),
            None => (None, statement),
        };
        let (mut mask, mut inputs) = (String::new(), Vec::new());
        let mut words = operation.split_whitespace();
        let opcode = words.next().unwrap_or_default();
        let mut flags = String::new();
        for word in words {
            match word.as_bytes() {
                [b'/', ..] => mask = word.to_owned(),
                [b'$', b'o', ..] => flags = format!(" {word}"),
                [b'a'..=b'z'] => {
                    let memory = ["s", "r"][inputs.len()];
                    inputs.push(format!("$l{memory}{}v", place(word)));
                }
                _ => inputs.push(word.to_owned()),
            }
        }
        let output = match name {
            Some(name) => {
                let at = place(name);
                format!("$lr{at}v{mask} $ls{at}v{mask}")
            }
            None => format!("$ln0v{mask}"),
        };
        lines.push(format!("{opcode} {} {output}{flags}", inputs.join(" ")));
    }
    lines.join("\nnop/3\n")
}

#[test]
fn identities_hold_in_every_width() {
    for (one, other) in [
        // (x | y) - (x & y) = x ^ y
        ("a = #or x y; b = #and x y; #sub a b", "#xor x y"),
        // ~x + 1 = -x
        ("a = #not x; #inc a", "a = zero; #sub a x"),
        // ~(x - 1) = -x
        ("a = #dec x; #not a", "a = zero; #sub a x"),
        // (x & y) + (x | y) = x + y
        ("a = #or x y; b = #and x y; #add a b", "#add x y"),
        // x + y - 2 (x & y) = x ^ y
        (
            "a = #and x y; b = #add x y; b = #sub b a; #sub b a",
            "#xor x y",
        ),
        // De Morgan.
        ("a = #not x; b = #not y; a = #and a b; #not a", "#or x y"),
        // The order of operands of logic.
        ("#xor x y", "#xor y x"),
        // Shifts by one variable amount distribute over logic.
        (
            "a = #and x y; #lsr a z",
            "a = #lsr x z; b = #lsr y z; #and a b",
        ),
        // A shift of a sum is a sum of shifted numbers.
        (
            "a = #add x y; a = #lsl a z; #not a",
            "a = #lsl x z; b = #lsl y z; a = #add b a; #not a",
        ),
        // A rotation to the left by x is one to the right by -x.
        ("#bsl x y", "a = zero; a = #sub a y; #bsr x a"),
        // Of the minimum and the maximum, each is what the other is not.
        ("#max x y", "a = #min x y; b = #xor x y; #xor a b"),
        ("u#max x y", "a = u#min x y; b = #xor x y; #xor a b"),
        // packbit is 2x + the sign of y.
        (
            "#packbit x y",
            "b = zero; a = #packbit b y; b = #add x x; #or a b",
        ),
    ] {
        for letter in ["l", "i", "s"] {
            check(&program(one, letter), &program(other, letter), true);
        }
    }
}

#[test]
fn near_misses_are_not_proven() {
    for (one, other) in [
        ("a = #or x y; b = #and x y; #sub a b", "#or x y"),
        ("a = #not x; #inc a", "#not x"),
        // Signed for unsigned.
        ("a = #lsr x y; #not a", "a = u#lsr x y; #not a"),
        ("a = #max x y; #not a", "a = u#max x y; #not a"),
        // The least number is its own negation: the larger one of both is not always positive.
        (
            "a = zero; a = #sub a x; a = #max a x; #lsr a z",
            "a = zero; a = #sub a x; a = #max a x; u#lsr a z",
        ),
        // A shift by at least the word length is zero, a rotation is not.
        ("a = #lsl x y; #not a", "a = #bsl x y; #not a"),
        // The difference overflows.
        ("#max x y", "b = zero; a = #sub x y; a = #max a b; #add a y"),
        // The sign of the other operand.
        (
            "#packbit x y",
            "b = zero; a = #packbit b x; b = #add x x; #or a b",
        ),
    ] {
        for letter in ["l", "i", "s"] {
            check(&program(one, letter), &program(other, letter), false);
        }
    }
    // Other widths of what is equal in each.
    for (one, other) in [("l", "i"), ("i", "s"), ("l", "s")] {
        let sum = "a = #add x y; #not a";
        check(&program(sum, one), &program(sum, other), false);
    }
}

#[test]
fn the_amount_of_a_shift_is_modulo_twice_the_word_length() {
    for (letter, length) in [("s", 16), ("i", 32), ("l", 64)] {
        for opcode in ["#lsl", "#lsr", "u#lsr", "#bsl", "#bsr"] {
            // Bits above those that can express the word length are ignored.
            let amount = |mask: u32| {
                let mask = if letter == "s" {
                    mask << 16 | mask
                } else {
                    mask
                };
                let text = format!("k = imm i\"{mask:#x}\"; a = #and y k; {opcode} x a");
                program(&text, letter)
            };
            let plain = program(&format!("{opcode} x y"), letter);
            check(&plain, &amount(2 * length - 1), true);
            // Multiples of the word length change nothing in a rotation.
            let is_rotation = opcode.starts_with("#b");
            check(&plain, &amount(length - 1), is_rotation);
        }
    }
}

#[test]
fn flags_are_compared_and_choose() {
    // What a sign chooses, by flags and by a mask of bits.
    let by_flags = "a = ipassa x; b = iadd y z $omr1; a = ipassa z /$imr1; ipassa a";
    let by_bits = "b = iadd y z; k = imm i\"31\"; b = ilsr b k; c = iand b x; b = inot b; b = iand b z; ior b c";
    check(&program(by_flags, ""), &program(by_bits, ""), true);
    let swapped = by_bits.replace("inot b", "ipassa b");
    check(&program(by_flags, ""), &program(&swapped, ""), false);
    // Comparisons; overflow makes a signed difference something else.
    let chosen = |text: &str| {
        program(
            &format!("c = {text} $omr1; b = ipassa x; b = ipassa z /$imr1; ipassa b"),
            "",
        )
    };
    check(&chosen("uisub x y"), &chosen("uimax x y"), true);
    check(&chosen("isub x y"), &chosen("imax x y"), false);
    check(&chosen("uisub x y"), &chosen("uimin x y"), false);
    // Half words have flags of their own.
    check(&chosen("uisub x y"), &chosen("ussub x y"), false);
}

#[test]
fn a_flushed_word_is_zero_where_flags_are_not_set() {
    let flushed = "$omr1\nnop/3\nlpassa/$imr1 $lm16v $ln0v";
    let flushed = program("a = iadd x y", "") + " " + flushed;
    let by_bits = "b = iadd x y; k = imm i\"31\"; b = ilsr b k; b = inot b; iand b z";
    check(&flushed, &program(by_bits, ""), true);
    check(
        &flushed,
        &program(&by_bits.replace("b = inot b; ", ""), ""),
        false,
    );
}

#[test]
fn floating_point_operations_that_move_bits_are_circuits() {
    // y where x has no sign, elsewhere minus zero.
    let by_bits = "k = imm i\"31\"; a = ilsr x k; k = imm ui\"0x80000000\"; c = iand a k; a = inot a; a = iand a y; ior a c";
    check(&program("frelu x y", ""), &program(by_bits, ""), true);
    check(
        &program("frelu x y", ""),
        &program(&by_bits.replace("0x8", "0x4"), ""),
        false,
    );
    // The maximum in the other order takes another zero.
    check(&program("fmax x y", ""), &program("fmax y x", ""), false);
    let chosen = |text: &str| {
        let text = format!("c = {text} $omr1; b = ipassa x; b = ipassa z /$imr1; ipassa b");
        program(&text, "")
    };
    check(&chosen("fmax x y"), &chosen("fmin y x"), true);
    check(&chosen("fmax x y"), &chosen("fmin x y"), false);
    check(&chosen("fmax x y"), &chosen("imax x y"), false);
}

#[test]
fn results_of_other_units_are_equal_for_equal_inputs() {
    let between = [
        "\nfvmul $lr80v $lm8v $ls80v\nnop/3\nfvadd $ls80v $lm16v $ls80v\nnop/3\niinc $ls80v $ln0v",
        "\nl1bmd $lr80v $lb0\nnop/20\nl1bmd+1 $lb0 $ln0v",
        "\nl1bmrdfadd $lr80v $lb0\nnop/60\nl1bmp $lb0 $ln0v",
        "\nlpassa $lr80v $t\nnop/3\nlpassa $lmt0v $ln0v",
    ];
    for between in between {
        let by = |sum: &str| program(sum, "l").replace("$ln0v", "$lr80v") + "\nnop/9" + between;
        let one = by("a = #or x y; b = #and x y; #sub a b");
        check(&one, &by("#xor x y"), true);
        check(&one, &by("#or x y"), false);
    }
}

#[test]
fn turned_words_are_equal_for_equal_words() {
    let by =
        |word: &str| program(word, "l").replace("$ln0v", "$lr80v") + "\nnop/9\nmsl $lr80v $ln0v";
    let one = by("a = #or x y; b = #and x y; #xor a b");
    check(&one, &by("#xor x y"), true);
    check(&one, &by("#or x y"), false);
}

#[test]
fn elements_of_the_chip_are_all_compared() {
    // x + p = (x ^ p) + 2 (x & p) for the number p of the PE.
    let sum = |id: &str| program(&format!("p = lpassa {id}; ladd x p"), "");
    let bits = program(
        "p = lpassa $peid; a = lxor x p; b = land x p; b = ladd b b; ladd a b",
        "",
    );
    check(&sum("$peid"), &bits, true);
    check(&sum("$subpeid"), &bits, false);
    // One PE has another number.
    let set = |number: u32| format!("zero $lm8v\nd set $lm8n0c0b0m3p1 1 {number:016x}\n");
    let one = |number| set(number) + &program("a = lor x y; b = land x y; ladd a b", "");
    let other = |number| set(number) + &program("ladd x y", "");
    check(&one(5), &other(5), true);
    check(&one(5), &other(4), false);
}

#[test]
fn one_number_of_all_makes_a_difference() {
    let same = program("lpassa x", "");
    let other = "k = imm ui\"0x12345678\"; a = ixor x k; a = ilnot a; ixor x a";
    let other = program(other, "");
    check(&same, &other, false);
    // Runs find it only from the start that the proof has found.
    let found = compared(&same, &other);
    let [one, other] = [&same, &other].map(|it| mnc2_asm::parse(it));
    let limits = Limits::default();
    assert_eq!(by_runs(&one, &other, &lm1(8), &limits), RunsOutcome::Alike);
    let RunsOutcome::Different(example) = refute(&one, &other, &lm1(8), &limits, &Ok(found)) else {
        panic!("it is an example");
    };
    let words = example.words.expect("words are set");
    assert_eq!(words.lines(), ["d set $lm0n0c0b0m0p0 1 1234567800000000"]);
    // What is compared with itself is equal.
    let always = "a = ixor x y; b = ixor y x; a = ixor a b; a = ilnot a; iadd x a";
    check(&program(always, ""), &program("iinc x", ""), true);
}
