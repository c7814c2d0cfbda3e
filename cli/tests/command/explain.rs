//! `mnc2 explain` and `mnc2 expand` from outside.

use expect_test::expect;
use serde_json::Value;

use crate::binary::{mnc2, mnc2_reading};

#[test]
fn explains_what_has_a_name() {
    let check = |query: &str, words: &[&str]| {
        let outcome = mnc2(["explain", query]);
        assert_eq!((outcome.code, outcome.err.as_str()), (0, ""), "{query}");
        for word in words {
            assert!(
                outcome.out.contains(word),
                "{query} lacks {word}: {}",
                outcome.out
            );
        }
    };
    check("lpassa", &["passa", "3.6.12.5", "$llr0v $lls0v"]);
    check("passa", &["passa", "dpassa"]);
    check("l1bmm", &["3.6.8.8", "3.6.8.9", "3.6.8.10", "3.6.8.11"]);
    check("$lm", &["LM0", "3.6.1.6"]);
    check("E0301", &["E0301"]);
    check("e0301", &["E0301"]);
}

#[test]
fn an_unknown_name_is_answered_with_suggestions() {
    let outcome = mnc2(["explain", "lpasa"]);
    assert_eq!((outcome.code, outcome.out.as_str()), (2, ""));
    assert!(outcome.err.contains("`lpassa`"), "{}", outcome.err);
    assert_eq!(mnc2(["explain"]).code, 2);
    assert_eq!(mnc2(["explain", "--list", "lpassa"]).code, 2);
}

#[test]
fn the_lists_are_complete_and_counted() {
    let list = mnc2(["explain", "--list"]);
    assert_eq!(list.code, 0);
    for word in ["lnot", "mvr4", "l2bmdarw", "W0103", "$m"] {
        assert!(
            list.out
                .lines()
                .any(|line| line.split_whitespace().next() == Some(word)),
            "{word} is not listed"
        );
    }
    let assumed = mnc2(["explain", "--assumed"]);
    assert_eq!(assumed.code, 0);
    let lines: Vec<&str> = assumed.out.lines().collect();
    let (last, items) = lines.split_last().expect("there is a count");
    assert_eq!(*last, format!("{} assumptions", items.len()));
}

const PROGRAM: &[u8] = b"maskn 0b11000\nnop\nlpassa $lm4094v4j1 $ln0v\nlpassa $lm1 $ln0\n";

#[test]
fn expand_shows_every_cycle() {
    let outcome = mnc2_reading(PROGRAM, ["expand", "-", "--line", "3"]);
    expect![[r#"
        $lm4094v4j1  read: LM0, long word
            cycle  single words of PE 0, 1  single words of PE 2, 3
            0      0, 1                     4094, 4095
            1      4, 5                     2, 3
            2      8, 9                     6, 7
            3      12, 13                   10, 11
            - the base address register `$mb` is added in a run; it is 0 until written

        $ln0v  write: LM1, long word
            cycle  single words of every PE  mask
            0      0, 1                      written
            1      2, 3                      not written
            2      4, 5                      not written
            3      6, 7                      not written
            - the base address register `$nb` is added in a run; it is 0 until written
    "#]]
    .assert_eq(&outcome.out);
    assert_eq!((outcome.code, outcome.err.as_str()), (0, ""));
}

#[test]
fn expand_gives_data() {
    let outcome = mnc2_reading(PROGRAM, ["expand", "-", "--line", "3", "--format", "json"]);
    let object: Value = serde_json::from_str(&outcome.out).expect("one object");
    assert_eq!(object["line"], 3);
    let read = &object["operands"][0];
    assert_eq!(read["operand"], "$lm4094v4j1");
    assert_eq!(
        (&read["column"], &read["end_column"]),
        (&8.into(), &19.into())
    );
    assert_eq!(read["direction"], "read");
    assert_eq!(read["unit"], "single words");
    let cycle_1 = |place: usize| &read["places"][place]["accesses"][1];
    assert_eq!(
        cycle_1(0)["ranges"],
        serde_json::json!([{"first": 4, "count": 2}])
    );
    assert_eq!(
        cycle_1(1)["ranges"],
        serde_json::json!([{"first": 2, "count": 2}])
    );
    assert_eq!(cycle_1(1)["cycle"], 1);
    let write = &object["operands"][1]["places"][0]["accesses"];
    assert_eq!(
        (&write[0]["mask"], &write[1]["mask"]),
        (&"written".into(), &"skipped".into())
    );
}

#[test]
fn expand_gives_unit_operations_and_variable_masks() {
    let program = b"mvp/n128 $p0@0 $lc64@0.0\nlpassa $lm0v $lr0v/$imr5\n";
    let operand = |line: &str, index: usize| {
        let outcome = mnc2_reading(program, ["expand", "-", "--line", line, "--format", "json"]);
        let object: Value = serde_json::from_str(&outcome.out).expect("one object");
        object["operands"][index]["places"][0]["accesses"].clone()
    };
    // The transfer as a whole, then each of its unit operations.
    let range = |first: u32, count: u32| serde_json::json!([{ "first": first, "count": count }]);
    let transfer = operand("1", 1);
    let times: Vec<_> = (0..3)
        .map(|at| (&transfer[at]["unit_operation"], &transfer[at]["ranges"]))
        .collect();
    let ranges = [range(64, 128), range(64, 64), range(128, 64)];
    assert_eq!(
        times,
        [
            (&Value::Null, &ranges[0]),
            (&0.into(), &ranges[1]),
            (&1.into(), &ranges[2]),
        ]
    );
    assert_eq!(transfer[3], Value::Null);
    let masked = &operand("2", 1)[3];
    assert_eq!(
        (&masked["cycle"], &masked["mask"], &masked["mask_entry"]),
        (&3.into(), &"variable".into(), &5.into())
    );
}

#[test]
fn expand_says_what_is_in_its_way() {
    let of_line = |line: &str| mnc2_reading(PROGRAM, ["expand", "-", "--line", line]);
    let misaligned = of_line("4");
    assert_eq!(misaligned.code, 1);
    assert!(misaligned.err.contains("E0305"), "{misaligned:?}");
    assert!(misaligned.out.contains("$ln0"), "{misaligned:?}");
    let without_operands = of_line("2");
    assert_eq!(
        (without_operands.code, without_operands.out.as_str()),
        (0, "")
    );
    assert!(without_operands.err.contains("no operands"));
    assert_eq!(of_line("9").code, 2);
    assert_eq!(of_line("0").code, 2);
}
