use super::*;
use mnc2_program::{OperandKind, WatchFormat, WatchNumber};

#[track_caller]
fn read(text: &str) -> WatchExpression {
    match parse(text) {
        Ok(expression) => expression,
        Err(error) => panic!("{text}: {}", error.message),
    }
}

#[test]
fn every_place_can_be_named() {
    let check = |text: &str, level: &str, format: Option<WatchFormat>| {
        let expression = read(text);
        let WatchKind::Place(place) = &expression.kind else {
            panic!("{text}: {expression:?}");
        };
        assert_eq!(
            (format!("{:?}", place.level()).as_str(), place.format),
            (level, format),
            "{text}"
        );
        assert_eq!(place.range, 0..text.len() as u32, "{text}");
    };
    check("$lr0v", "Pe", None);
    check("$r1", "Pe", None);
    check("$lls0", "Pe", None);
    check("$lm0v4,f", "Pe", Some(WatchFormat::Single));
    check("$ln[0,2,4,6]", "Pe", None);
    check("$lm8n0c1b2m3p1,x", "Pe", Some(WatchFormat::Hexadecimal));
    check(
        "$lm8@n0c1b2m3p1, ui",
        "Pe",
        Some(WatchFormat::UnsignedSingleInteger),
    );
    check("$t", "Pe", None);
    check("$omr1", "Pe", None);
    check("$omr0n0c0b0m0p0", "Pe", None);
    check("$mb", "Pe", None);
    check("$lnb", "Pe", None);
    check("$lx0,d", "Mab", Some(WatchFormat::Double));
    check("$lly4@n0c0b0m3", "Mab", None);
    check("$lb16", "L1b", None);
    check("$llb16@n1c0b7", "L1b", None);
    check("$lc8", "L2b", None);
    check("$lc8@1.0", "L2b", None);
    check("$p0@3", "Group", None);
    check("$p0n3", "Group", None);
    check("$d0x10", "Group", None);
    check("$dar5", "Group", None);
    for forwarding in ["$aluf", "$mauf", "$lbf", "$mreadf"] {
        check(forwarding, "Pe", None);
    }
    check("$peid", "Pe", None);
}

#[test]
fn the_element_can_be_written_in_two_ways() {
    let scope = |text: &str| match read(text).kind {
        WatchKind::Place(place) => place.scope,
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!(scope("$lm8n0c1b2m3p1"), scope("$lm8@n0c1b2m3p1"));
    assert_eq!(scope("$lc8@1.0"), scope("$lc8n1c0"));
    assert_eq!(scope("$p0@3"), scope("$p0@n3"));
    assert_eq!(scope("$lr0@m3p1").mab, Some(3));
    assert_eq!(scope("$lr0@m3p1").group, None);
}

#[test]
fn numbers() {
    let check = |text: &str, expected: WatchNumber| {
        assert_eq!(read(text).kind, WatchKind::Number(expected), "{text}");
    };
    check("12", WatchNumber::Integer(12));
    check("-3", WatchNumber::Integer(-3));
    check("0x1F", WatchNumber::Integer(31));
    check("0b101", WatchNumber::Integer(5));
    check("0xffffffffffffffff", WatchNumber::Integer((1 << 64) - 1));
    check("1.5", WatchNumber::Real(1.5));
    check("-2.5e-3", WatchNumber::Real(-0.0025));
    check("1e5", WatchNumber::Real(1e5));
    check(
        "f\"1.5\"",
        WatchNumber::Typed(WatchFormat::Single, 0x3fc0_0000),
    );
    check("h\"-1.5\"", WatchNumber::Typed(WatchFormat::Half, 0xbf00));
    check(
        "d\"0.1\"",
        WatchNumber::Typed(WatchFormat::Double, 0.1_f64.to_bits()),
    );
    check("d\"1e-310\"", WatchNumber::Typed(WatchFormat::Double, 0));
    check(
        "g\"1.5\"",
        WatchNumber::Typed(WatchFormat::PseudoSingle, 0x3fc0_0000),
    );
    check(
        "g\"0.1\"",
        WatchNumber::Typed(WatchFormat::PseudoSingle, 0x3dcc_ccc0),
    );
    check(
        "g\"-0.9999999\"",
        WatchNumber::Typed(WatchFormat::PseudoSingle, 0xbf80_0000),
    );
    check(
        "g\"inf\"",
        WatchNumber::Typed(WatchFormat::PseudoSingle, 0x7f80_0000),
    );
    check(
        "i\"-2\"",
        WatchNumber::Typed(WatchFormat::SingleInteger, 0xffff_fffe),
    );
    check(
        "us\"7\"",
        WatchNumber::Typed(WatchFormat::UnsignedHalfInteger, 7),
    );
}

/// The expression with all its parentheses.
fn grouped(expression: &WatchExpression) -> String {
    let both = |sign: &str, parts: &[WatchExpression; 2]| {
        format!("({} {sign} {})", grouped(&parts[0]), grouped(&parts[1]))
    };
    match &expression.kind {
        WatchKind::Place(place) => match &place.operand {
            OperandKind::PeMemory(memory) => format!("${}", memory.memory.letters()),
            other => format!("{other:?}"),
        },
        WatchKind::Number(WatchNumber::Integer(number)) => number.to_string(),
        WatchKind::Number(other) => format!("{other:?}"),
        WatchKind::Negated(part) => format!("-{}", grouped(part)),
        WatchKind::Not(part) => format!("!{}", grouped(part)),
        WatchKind::Arithmetic(Arithmetic::Plus, parts) => both("+", parts),
        WatchKind::Arithmetic(Arithmetic::Minus, parts) => both("-", parts),
        WatchKind::Arithmetic(Arithmetic::Times, parts) => both("*", parts),
        WatchKind::Arithmetic(Arithmetic::Divided, parts) => both("/", parts),
        WatchKind::Comparison(comparison, parts) => both(
            match comparison {
                ComparisonOperator::Equal => "==",
                ComparisonOperator::NotEqual => "!=",
                ComparisonOperator::Less => "<",
                ComparisonOperator::LessOrEqual => "<=",
                ComparisonOperator::Greater => ">",
                ComparisonOperator::GreaterOrEqual => ">=",
            },
            parts,
        ),
        WatchKind::And(parts) => both("&&", parts),
        WatchKind::Or(parts) => both("||", parts),
        WatchKind::OverChip(question, part) => format!("{}({})", question.name(), grouped(part)),
    }
}

#[test]
fn operators_bind_as_in_c() {
    let check = |text: &str, expected: &str| assert_eq!(grouped(&read(text)), expected, "{text}");
    check("1 + 2 * 3 - 4", "((1 + (2 * 3)) - 4)");
    check("1-2-3", "((1 - 2) - 3)");
    check("$lr0/2", "($r / 2)");
    check("-$lr0 * -(2)", "(-$r * -2)");
    check(
        "1 < 2 && 3 >= 4 || 5 != 6",
        "(((1 < 2) && (3 >= 4)) || (5 != 6))",
    );
    check("!(1 == 2) && 1 <= 2", "(!(1 == 2) && (1 <= 2))");
    check("any($lr0 != $ls0)", "any(($r != $s))");
    check(
        "count( $lr0 == max($ls0,f) ) > 3",
        "(count(($r == max($s))) > 3)",
    );
    check("distinct($lr0)", "distinct($r)");
    check("where($lm8 == 0x0)", "where(($m == 0))");
}

#[test]
fn what_is_wrong_is_said_where_it_is() {
    let check = |text: &str, part: &str, expected: &str| {
        let error = parse(text).expect_err(text);
        let range = error.range.start as usize..error.range.end as usize;
        assert_eq!(
            (&text[range], error.message.to_string().as_str()),
            (part, expected),
            "{text}"
        );
    };
    check("", "", "the expression is not complete");
    check("$lr0 ==", "", "the expression is not complete");
    check("$lr0 = 1", "=", "values are compared with `==`");
    check("$lr0 1", "1", "the expression ends before `1`");
    check(
        "$lr1",
        "1",
        "address 1 is not aligned: a long-word access needs a multiple of 2",
    );
    check(
        "1 + $lr999",
        "999",
        "address 999 is beyond GRF0: its addresses go from 0 to 511 single words",
    );
    check("$lq0", "$lq0", "unknown operand `$lq0`");
    check(
        "$lr0n0c9",
        "c9",
        "there is no L2B 9: the numbers go from 0 to 1",
    );
    check(
        "$lr0@n4",
        "n4",
        "there is no group 4: the numbers go from 0 to 3",
    );
    check(
        "$lr0@",
        "@",
        "`@` is followed by an element of the chip, such as `n0c0b0m0p0`",
    );
    check(
        "$lr0@q",
        "@q",
        "`@` is followed by an element of the chip, such as `n0c0b0m0p0`",
    );
    check("$lr0n0@n1", "@n1", "the element is given twice");
    check(
        "$lr0,q",
        "q",
        "there is no format `q`: there are `x`, `u`, `d`, `f`, `g`, `h`, `l`, `i`, `s`, `ui` and `us`",
    );
    check("$nowrite", "$nowrite", "`$nowrite` holds no value");
    check(
        "$lr0e",
        "e",
        "`e` belongs to the instruction that reads the value; leave it out",
    );
    check(
        "$lx",
        "$lx",
        "name a row of the matrix register, as in `$lx0`",
    );
    check("$lbi", "$lbi", "the turnaround register cannot be watched");
    check(
        "1 == 2 == 3",
        "==",
        "only two values are compared; join comparisons with `&&`",
    );
    check(
        "1 && 2",
        "1",
        "this is a number; a condition compares it, as in `$lr0 == 0`",
    );
    check(
        "(1 == 2) + 3",
        "(1 == 2)",
        "this is a condition; a number is needed here",
    );
    check(
        "where($lr0 == 0) == 1",
        "where($lr0 == 0)",
        "this is a list: it can only be the whole expression",
    );
    check(
        "distinct($lr0 + 1)",
        "$lr0 + 1",
        "`distinct` takes a place alone",
    );
    check("any(1 == 1)", "1 == 1", "`any` needs a place of the chip");
    check(
        "ayn($lr0 == 1)",
        "ayn",
        "there is no `ayn`; did you mean `any`?",
    );
    check(
        "any",
        "any",
        "`any` needs parentheses, as in `any($lr0 == 0)`",
    );
    check("(1 + 2", "(", "this `(` is not closed");
    check("(1 + 2 3)", "3", "expected `)` before `3`");
    check("f\"x\"", "x", "`x` is not a floating-point number");
    check("d\"x\"", "x", "`x` is not a floating-point number");
    check("f\"1", "f\"1", "a `\"` is missing");
    check(
        "q\"1\"",
        "q",
        "`q` is not a type of number here: there are `d`, `f`, `g`, `h`, `i`, `s`, `ui` and `us`",
    );
    check("0x", "0x", "`0x` is not a number");
    check("12ab", "12ab", "`12ab` is not a number");
    check(
        "0x10000000000000000",
        "0x10000000000000000",
        "`0x10000000000000000` does not fit in a long word",
    );
    check("é", "é", "`é` does not begin a value");
}

#[test]
fn long_and_deep_expressions_are_refused() {
    let deep = format!("{}1{}", "(".repeat(100), ")".repeat(100));
    assert!(parse(&deep).is_err());
    let long = format!("$lr0 == {}1", " ".repeat(EXPRESSION_BYTES_MAX));
    assert!(parse(&long).is_err());
    let many = vec!["1"; 500].join("+");
    assert!(parse(&many).is_ok());
}
