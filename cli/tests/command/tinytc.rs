//! The tensor language, from outside: runs, constants, canonical text, and what stops them.

use std::fs;

use serde_json::{Value, json};

use crate::binary::{Outcome, file, folder, mnc2, mnc2_reading, text};

const AXPY: &str = "\
func @axpy(%alpha: f32, %x: memref<f32x4>, %y: memref<f32x4x?>) {
  %g = builtin.group_id : index
  %b = subview %y[0:4,%g] : memref<f32x4>
  %one = constant 1.0 : f32
  axpby.n %alpha, %x, %one, %b
}
func @nothing() {
}
";

/// Runs a program with a memory, as its texts.
fn run(name: &str, program: &str, memory: Option<&str>, options: &[&str]) -> (Outcome, Value) {
    let folder = folder(name);
    let program = file(&folder, "kernel.ir", program);
    let dump = folder.join("out.json");
    let mut arguments = vec!["run", "--language", "tinytc", text(&program)];
    arguments.extend(["--dump", text(&dump)]);
    let given = memory.map(|memory| file(&folder, "in.json", memory));
    if let Some(given) = &given {
        arguments.extend(["--mem", text(given)]);
    }
    let outcome = mnc2(arguments.iter().chain(options));
    let dump = fs::read_to_string(&dump).ok();
    let dump = dump.and_then(|it| serde_json::from_str(&it).ok());
    (outcome, dump.unwrap_or(Value::Null))
}

#[test]
fn arguments_are_read_and_written_by_name() {
    let given = r#"{"alpha": 2, "x": [1, 2, 3, 4], "y": [0, 0, 0, 0, "nan", "inf", "-inf", 1e39]}"#;
    let options = ["--entry", "axpy", "--groups", "2"];
    let (outcome, dump) = run("tinytc-axpy", AXPY, Some(given), &options);
    assert_eq!((outcome.code, outcome.err.as_str()), (0, ""), "{outcome:?}");
    let expected = json!({
        "alpha": 2.0,
        "x": [1.0, 2.0, 3.0, 4.0],
        "y": [2.0, 4.0, 6.0, 8.0, "nan", "inf", "-inf", "inf"],
    });
    assert_eq!(dump, expected);
    // What was written is read again.
    let (outcome, dump) = run("tinytc-again", AXPY, Some(&dump.to_string()), &options);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert_eq!(dump["y"][3], 16.0, "{dump}");
    // Without a dump, the values are printed.
    let folder = folder("tinytc-printed");
    let kernel = file(&folder, "kernel.ir", AXPY);
    let memory = file(&folder, "in.json", given);
    let printed = |more: &[&str]| {
        let arguments = ["run", "--language=tinytc", "--entry=axpy", text(&kernel)];
        mnc2(
            arguments
                .iter()
                .chain(&["--mem", text(&memory)])
                .chain(more),
        )
    };
    let outcome = printed(&[]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert!(
        outcome.out.contains("  %y = 4x2\n    [0] = 2 NaN\n"),
        "{outcome:?}"
    );
    let outcome = printed(&["--until", "3", "--format", "json"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    let objects = outcome.out.lines().map(serde_json::from_str::<Value>);
    let objects: Vec<Value> = objects.collect::<Result<_, _>>().expect("objects");
    assert!(
        objects.iter().any(|it| it["name"] == "arguments"),
        "{outcome:?}"
    );
    let outcome = printed(&["--max-steps", "2"]);
    assert!(
        outcome.code == 3 && outcome.err.contains("stopped after 2 instructions"),
        "{outcome:?}"
    );
}

/// A run that is refused or stops: its message and exit code.
#[track_caller]
fn refused(
    name: &str,
    program: &str,
    memory: Option<&str>,
    options: &[&str],
    expected: (i32, &str),
) {
    let (outcome, _) = run(name, program, memory, options);
    assert_eq!(outcome.code, expected.0, "{outcome:?}");
    assert!(
        outcome.err.contains(expected.1),
        "{expected:?}: {outcome:?}"
    );
    assert!(!outcome.err.contains("panicked"), "{outcome:?}");
}

#[test]
fn bad_memory_is_refused() {
    let axpy = ["--entry=axpy"];
    for (at, (memory, expected)) in [
        ("", "is not a memory"),
        ("{", "is not a memory"),
        ("[1, 2]", "is not a memory"),
        (r#"{"alpha": null}"#, "`null` is not a value"),
        (r#"{"beta": 1}"#, "`@axpy` has no parameter `%beta`"),
        (
            r#"{"alpha": [1]}"#,
            "`%alpha` has type `f32`: a list is not a number",
        ),
        (r#"{"alpha": "one"}"#, "\"one\" is not a number"),
        (
            r#"{"x": [1, true]}"#,
            "element 1, counted from 0: true is not a number",
        ),
        (r#"{"x": [1, 2, 3]}"#, "there are 3 elements instead of 4"),
        (
            r#"{"x": {"data": [1, 2, 3, 4], "shape": [5]}}"#,
            "do not match the type",
        ),
        (r#"{"x": 7}"#, "it is a list of numbers"),
        (r#"{"y": [1, 2, 3]}"#, "its sizes are not known"),
        (
            r#"{"y": {"data": [], "shape": [4, 9223372036854775807]}}"#,
            "its sizes",
        ),
        (
            r#"{"y": {"data": [1], "shape": [4, -1]}}"#,
            "its sizes are not a memory",
        ),
        (
            r#"{"y": {"data": [1], "shape": [4, 0.5]}}"#,
            "whole numbers",
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let name = format!("tinytc-memory-{at}");
        refused(&name, AXPY, Some(memory), &axpy, (2, expected));
    }
    refused(
        "tinytc-no-file",
        AXPY,
        None,
        &["--entry=axpy", "--mem=/nowhere.json"],
        (2, "nowhere.json"),
    );
}

#[test]
fn bad_choices_are_refused() {
    let cases: [(&[&str], i32, &str); 7] = [
        (&[], 1, "choose one of `axpy` or `nothing` as the entry"),
        (&["--entry=axpby"], 1, "no function `@axpby`"),
        (&["--entry=axpy", "--groups=0"], 2, "1 to 1048576"),
        (&["--entry=axpy", "--groups=many"], 2, "many"),
        (&["--entry=axpy", "--set=subgroup_size=8"], 2, "16"),
        (&["--entry=axpy", "--set=work_group_size=16x1000"], 1, ""),
        (
            &["--entry=axpy"],
            3,
            "the argument `%alpha` is not given; write a JSON object such as `{\"alpha\": 1.0}`",
        ),
    ];
    for (at, (options, code, expected)) in cases.into_iter().enumerate() {
        let name = format!("tinytc-choice-{at}");
        let (outcome, _) = run(&name, AXPY, None, options);
        assert!(outcome.err.contains(expected), "{expected}: {outcome:?}");
        if !expected.is_empty() {
            assert_eq!(outcome.code, code, "{outcome:?}");
        } else {
            assert_ne!(outcome.code, 0, "{outcome:?}");
        }
    }
}

#[test]
fn what_is_not_defined_stops_with_its_line() {
    for (name, body, expected, line) in [
        (
            "bounds",
            "%0 = constant 4 : index\n  %1 = load %x[%0] : f32\n  axpby.n %1, %x, %1, %x",
            "index 4 is outside of mode 0, which has size 4",
            3,
        ),
        (
            "unset",
            "%t = alloca : memref<f32x4,local>\n  %0 = constant 0 : index\n  %1 = load %t[%0] : f32\n  axpby.n %1, %x, %1, %x",
            "nothing was written to it",
            4,
        ),
        (
            "race",
            "%0 = constant 0 : index\n  parallel {\n    %1 = builtin.subgroup_local_id : i32\n    %2 = cast %1 : f32\n    store %2, %x[%0]\n  }",
            "work-item",
            6,
        ),
        (
            "division",
            "%0 = size %x[0] : index\n  %1 = arith.sub %0, %0 : index\n  %2 = arith.div %0, %1 : index\n  %3 = cast %2 : f32\n  axpby.n %3, %x, %3, %x",
            "zero",
            4,
        ),
    ] {
        let program = format!("func @f(%x: memref<f32x4>) {{\n  {body}\n}}\n");
        let given = r#"{"x": [1, 2, 3, 4]}"#;
        let (outcome, dump) = run(&format!("tinytc-stop-{name}"), &program, Some(given), &[]);
        assert_eq!(outcome.code, 3, "{name}: {outcome:?}");
        let place = format!("kernel.ir:{line}:");
        assert!(
            outcome.err.contains(&place) && outcome.err.contains(expected),
            "{name}: {outcome:?}"
        );
        // Memory at this point in time is still written.
        assert!(dump["x"].is_array(), "{name}: {dump}");
    }
    // Errors in the text prevent a run.
    refused(
        "tinytc-errors",
        "func @f() {\n  axbpy\n}\n",
        None,
        &[],
        (1, "TC0102"),
    );
    refused("tinytc-empty", "", None, &[], (1, "TC0105"));
    // Nothing runs for ever.
    let endless = "func @f(%n: i64) {\n  %0 = constant 0 : i64\n  for %i: i64 = %0,%n {\n    barrier\n  }\n}\n";
    let given = r#"{"n": 9223372036854775807}"#;
    refused(
        "tinytc-endless",
        endless,
        Some(given),
        &["--max-steps=100000"],
        (3, "stopped after 100000 instructions"),
    );
    let huge = "func @f() {\n  %0 = alloca : memref<f64x1000000x1000000,local>\n}\n";
    refused("tinytc-huge", huge, None, &[], (3, "a run holds at most"));
}

#[test]
fn constant_expressions_have_values() {
    let eval = |program: &str, more: &[&str]| {
        let arguments = ["eval", "--language", "tinytc", "-"];
        mnc2_reading(program.as_bytes(), arguments.iter().chain(more))
    };
    for (body, expected) in [
        ("%0 = constant 1 : i64 %1 = arith.not %0 : i64", "-2\n"),
        ("%0 = constant 100 : i8 %1 = arith.add %0, %0 : i8", "-56\n"),
        ("%0 = constant 0.5 : f32", "0x1p-1\n"),
        (
            "%0 = constant [1.0, -2.0] : c64 %1 = arith.conj %0 : c64",
            "[0x1p+0,0x1p+1]\n",
        ),
        (
            "%0 = constant 1.0 : f16 %1 = constant 3.0 : f16 %2 = arith.div %0, %1 : f16",
            "0x1.554p-2\n",
        ),
        (
            "%0 = constant true : bool %1 = arith.not %0 : bool",
            "false\n",
        ),
    ] {
        let outcome = eval(&format!("func @f() {{ {body} }}"), &[]);
        assert_eq!(
            (outcome.code, outcome.out.as_str()),
            (0, expected),
            "{outcome:?}"
        );
    }
    let outcome = eval(
        "func @f() { %half = constant 0.5 : f32 }",
        &["--format=json"],
    );
    let object: Value = serde_json::from_str(&outcome.out).expect("an object");
    let expected = json!({ "name": "half", "type": "f32", "text": "0x1p-1", "value": "0.5" });
    assert_eq!(object, expected);
    for (program, expected) in [
        ("func @f(%a: f32) { }", "no constant expression"),
        (
            "func @f() { %0 = constant 0 : i32 %1 = arith.div %0, %0 : i32 }",
            "TC0421",
        ),
        ("func @f() { %0 = constant 1.5 : i32 }", "TC0"),
        ("not a program \u{0} \u{fffd}", "TC0"),
        ("", "TC0105"),
    ] {
        let outcome = eval(program, &[]);
        assert_eq!(outcome.code, 1, "{outcome:?}");
        assert!(
            outcome.err.contains(expected) && outcome.out.is_empty(),
            "{outcome:?}"
        );
    }
    let outcome = mnc2_reading(b"nop\n", ["eval", "-"]);
    assert!(
        outcome.code == 2 && outcome.err.contains("constant expressions"),
        "{outcome:?}"
    );
}

#[test]
fn the_canonical_text_has_the_comments() {
    let format = |program: &str| {
        let arguments = ["format", "--canonical", "--language", "tinytc", "-"];
        mnc2_reading(program.as_bytes(), arguments)
    };
    let outcome = format(
        "; A kernel.\nfunc @k(%0 : f32 , %m:memref<f32 x 4,strided<1>,global>){ ; begin\n%7=constant 0.5:f32 axpby.n %0 , %m,%7,%m }",
    );
    let canonical = "\
; A kernel.
func @k(%0: f32,
        %m: memref<f32x4>) { ; begin
  %1 = constant 0.5 : f32
  axpby.n %0, %m, %1, %m
}
";
    assert_eq!(
        (outcome.code, outcome.out.as_str()),
        (0, canonical),
        "{outcome:?}"
    );
    assert_eq!(format(canonical).out, canonical);
    // What cannot be read is not lost.
    for broken in ["func @k(%0: f32 {\n  axpby %\n", "}{ \u{1} ;", "; alone"] {
        let outcome = format(broken);
        let words = |text: &str| text.split_whitespace().collect::<String>();
        assert_eq!(words(&outcome.out), words(broken), "{outcome:?}");
    }
    let folder = folder("tinytc-format");
    let kernel = file(&folder, "kernel.ir", canonical.replace("%m, %1", "%m,%1"));
    let arguments = [
        "format",
        "--canonical",
        "--language",
        "tinytc",
        text(&kernel),
    ];
    let outcome = mnc2(arguments.iter().chain(&["--check"]));
    assert_eq!(outcome.code, 1, "{outcome:?}");
    assert_eq!(mnc2(arguments).code, 0);
    assert_eq!(fs::read_to_string(&kernel).expect("a file"), canonical);
    assert_eq!(mnc2(arguments.iter().chain(&["--check"])).code, 0);
}

/// Names, defaults and line breaks stay, on the command line as in an editor.
#[test]
fn only_white_space_is_formatted() {
    let program = "func @k(%5 : f32 , %m:memref<f32 x 4,strided<1>,global>){ ; %5 scales\n%7=constant 0.5:f32   axpby.n %5 , %m,%7,%m }\n";
    let arguments = ["format", "--language", "tinytc", "-"];
    let outcome = mnc2_reading(program.as_bytes(), arguments);
    let formatted = "\
func @k(%5: f32, %m: memref<f32x4,strided<1>,global>) { ; %5 scales
  %7 = constant 0.5 : f32 axpby.n %5, %m, %7, %m }
";
    assert_eq!(
        (outcome.code, outcome.out.as_str()),
        (0, formatted),
        "{outcome:?}"
    );
    assert_eq!(mnc2_reading(formatted.as_bytes(), arguments).out, formatted);
    // Only tinytc has a canonical text.
    for (language, name) in [("rvmatrix", "RISC-V"), ("mnc2", "MN-Core 2")] {
        let outcome = mnc2_reading(b"", ["format", "--canonical", "--language", language, "-"]);
        assert_eq!(outcome.code, 2, "{outcome:?}");
        assert!(
            outcome.err.contains(name) && outcome.err.contains("has no canonical text"),
            "{outcome:?}"
        );
    }
}

#[test]
fn differences_have_lines_that_are_added_and_removed() {
    let program = "func @f(%5: f32, %6: f32) {\n\n\n}\n";
    let arguments = [
        "format",
        "--canonical",
        "--diff",
        "--language",
        "tinytc",
        "-",
    ];
    let outcome = mnc2_reading(program.as_bytes(), arguments);
    assert_eq!(outcome.code, 1, "{outcome:?}");
    let expected = "\
--- <stdin>
+++ <stdin>
@@ -1,4 +1,3 @@
-func @f(%5: f32, %6: f32) {
-
-
+func @f(%0: f32,
+        %1: f32) {
 }
";
    assert_eq!(outcome.out, expected);
}

#[test]
fn there_are_no_machine_words() {
    for command in ["asm", "disasm"] {
        let outcome = mnc2_reading(b"func @f() { }", [command, "--language", "tinytc", "-"]);
        assert_ne!(outcome.code, 0, "{outcome:?}");
        assert!(outcome.err.contains("has no machine words"), "{outcome:?}");
    }
}
