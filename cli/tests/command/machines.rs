//! Listings of the Tensil tensor unit and NaplesPU programs, from outside: machine files, bytes, runs.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::binary::{file, folder, mnc2, mnc2_in, mnc2_reading, text};

/// A machine whose instructions have 4 bytes.
const TINY: &str = r#"{"data_type": "FP16BP8", "array_size": 2, "dram0_depth": 256, "dram1_depth": 256, "local_depth": 256,
"accumulator_depth": 256, "simd_registers_depth": 1, "stride0_depth": 1, "stride1_depth": 1}"#;

const LOAD: &str = "DataMove(<-) Local(0) DRAM1(0) 2(+1)\nLoadWeights Local(0) 2(+1)\n";
const MULTIPLY: &str = "DataMove(<-) Local(3) DRAM0(0)\nMatMul Local(3) Acc(0)
DataMove(<-) Local(4) Acc(0)\nDataMove(->) Local(4) DRAM0(1)\n";

fn read(path: &Path) -> Value {
    let written = fs::read_to_string(path).expect("a file");
    serde_json::from_str(&written).expect("an object")
}

#[test]
fn a_listing_becomes_bytes_and_bytes_a_listing() {
    let folder = folder("machines-bytes");
    let machine = file(&folder, "tiny.json", TINY);
    let listing = file(&folder, "a.tasm", format!("# two\n\n{LOAD}"));
    let program = folder.join("a.tprog");
    let with = ["--arch", text(&machine)];
    let outcome = mnc2(["asm"].iter().chain(&with).chain(&[text(&listing)]));
    assert_eq!(
        (outcome.code, outcome.out.as_str(), outcome.err.as_str()),
        (
            0,
            "0x00000222  DataMove(<-) Local(0) DRAM1(0) 2(+1)\n0x00020030  LoadWeights Local(0) 2(+1)\n",
            ""
        )
    );
    let output = ["asm", text(&listing), "-o", text(&program)];
    let outcome = mnc2(output.iter().chain(&with));
    assert_eq!((outcome.code, outcome.out.as_str()), (0, ""), "{outcome:?}");
    assert_eq!(
        fs::read(&program).expect("bytes"),
        [0, 0, 2, 0x22, 0, 2, 0, 0x30]
    );
    let outcome = mnc2(["disasm", text(&program)].iter().chain(&with));
    assert_eq!(
        (outcome.code, outcome.out.as_str()),
        (0, LOAD),
        "{outcome:?}"
    );
    let bytes = fs::read(&program).expect("bytes");
    let of_stream = ["disasm", "--language", "tensil", "-"];
    let outcome = mnc2_reading(&bytes, of_stream.iter().chain(&with));
    assert_eq!(
        (outcome.code, outcome.out.as_str()),
        (0, LOAD),
        "{outcome:?}"
    );
    let outcome = mnc2_reading(b"0x00000222\n", of_stream.iter().chain(&with));
    assert_eq!(
        outcome.out.lines().next(),
        LOAD.lines().next(),
        "{outcome:?}"
    );

    // Bytes that are not an instruction become a comment, and are reported. Every command reads the listing; none writes to it.
    let broken = file(&folder, "b.tprog", [0, 0, 2, 0x22, 0, 0, 0, 0x60]);
    let outcome = mnc2(["disasm", text(&broken)].iter().chain(&with));
    assert_eq!(outcome.code, 1, "{outcome:?}");
    assert!(outcome.out.ends_with("// 0x00000060\n"), "{outcome:?}");
    assert!(
        outcome
            .err
            .contains("instruction 1: no instruction has the opcode 0x6"),
        "{outcome:?}"
    );
    let outcome = mnc2(["check", text(&program)].iter().chain(&with));
    assert_eq!(outcome.code, 0, "{outcome:?}");
    let outcome = mnc2(["format", text(&program)].iter().chain(&with));
    assert!(
        outcome.code == 2 && outcome.err.contains("holds bytes"),
        "{outcome:?}"
    );
    // A program with an error is not written.
    let wrong = file(&folder, "c.tasm", "MatMul Local(0)\n");
    let never = folder.join("c.tprog");
    let outcome = mnc2(
        ["asm", text(&wrong), "-o", text(&never)]
            .iter()
            .chain(&with),
    );
    assert!(outcome.code == 1 && !never.exists(), "{outcome:?}");
}

#[test]
fn the_machine_file_is_named_or_lies_beside() {
    let folder = folder("machines-file");
    file(&folder, "a.tasm", "DataMove(<-) Local(0) DRAM1(0) 2(+1)\n");
    let bytes = |options: &[&str]| {
        let arguments = ["asm", "a.tasm"].iter().chain(options).copied();
        let outcome = mnc2_in(&folder, arguments);
        let word = outcome.out.split(' ').next().unwrap_or_default().to_owned();
        (word.len().saturating_sub(2) / 2, outcome)
    };
    assert_eq!(bytes(&[]).0, 8, "the default");
    fs::create_dir(folder.join("boards")).expect("a folder");
    file(&folder, "boards/tiny.tarch", TINY);
    file(
        &folder,
        "mnc2.toml",
        "[languages]\n'*.tasm' = 'tensil arch=boards/tiny.tarch'\n",
    );
    assert_eq!(bytes(&[]).0, 4, "the project");
    fs::remove_file(folder.join("mnc2.toml")).expect("it is there");
    file(&folder, "any.tarch", TINY);
    assert_eq!(bytes(&[]).0, 4, "beside");
    assert_eq!(
        bytes(&["--set", "local_depth=65536"]).0,
        6,
        "an option over the file"
    );
    file(&folder, "wide.tarch", TINY.replace("256", "65536"));
    assert_eq!(bytes(&[]).0, 8, "two files say nothing");
    assert_eq!(bytes(&["--arch", "wide.tarch"]).0, 7);
    file(&folder, "wrong.tarch", r#"{"array_size": 0}"#);
    let (_, outcome) = bytes(&["--arch", "wrong.tarch"]);
    assert!(
        outcome.code == 2 && outcome.err.contains("wrong.tarch"),
        "{outcome:?}"
    );
}

#[test]
fn a_run_goes_on_where_another_one_ended() {
    let folder = folder("machines-run");
    let machine = file(&folder, "tiny.tarch", TINY);
    let (load, multiply) = (
        file(&folder, "load.tasm", LOAD),
        file(&folder, "rest.tasm", MULTIPLY),
    );
    let given = file(
        &folder,
        "in.json",
        r#"{"DRAM0": [[256, 512]], "DRAM1": "000100000002000000000001"}"#,
    );
    let (middle, end) = (folder.join("middle.json"), folder.join("end.json"));
    for (program, from, to) in [(&load, &given, &middle), (&multiply, &middle, &end)] {
        let arguments = [
            "run",
            text(program),
            "--arch",
            text(&machine),
            "--mem",
            text(from),
        ];
        let outcome = mnc2(arguments.iter().chain(&["--dump", text(to)]));
        assert_eq!(outcome.code, 0, "{outcome:?}");
    }
    let weights = json!([[256, 0], [512, 0], [0, 256]]);
    let expected =
        json!({ "DRAM0": [[256, 512]], "DRAM1": weights, "Local": weights, "weights": weights });
    assert_eq!(read(&middle), expected);
    let end = read(&end);
    assert_eq!(end["DRAM0"], json!([[256, 512], [768, 512]]));
    assert_eq!(end["Acc"], json!([[768, 512]]));
}

#[test]
fn registers_and_memory_of_naplespu_are_named() {
    let folder = folder("machines-naplespu");
    let program = file(
        &folder,
        "kernel.s",
        "\tmoveih rm, 0\n\tmoveil rm, 0xffff\n\tload32 s2, (s1)\n\tadd_i32 v2, v1, s2\n\tjmpsr f\n\tstore32 s2, 4(s1)\n\tload32 s4, 2(s1)\nf:\tjret\n",
    );
    let lanes: Vec<u32> = (0..16).collect();
    let given = json!({ "0x1000": "0a000000", "s1": "0x1000", "v1": lanes });
    let given = file(&folder, "in.json", given.to_string());
    let dump = folder.join("out.json");
    let arguments = ["run", "--language", "naplespu", text(&program)];
    let outcome = mnc2(
        arguments
            .iter()
            .chain(&["--mem", text(&given), "--dump", text(&dump)]),
    );
    assert_eq!(outcome.code, 3, "{outcome:?}");
    let found = read(&dump);
    let lanes: Vec<String> = (10..26).map(|lane| format!("0x{lane:x}")).collect();
    assert_eq!(found["v2"], json!(lanes), "{found}");
    assert_eq!(
        (&found["s2"], &found["ra"]),
        (&json!("0xa"), &json!("0x14")),
        "{found}"
    );
    assert_eq!(found["0x1000"], json!("0a000000"), "{found}");
    assert_eq!(found["0x1004"], json!("0a000000"), "{found}");
    let trap = found["trap"].as_str().expect("why it stopped");
    assert!(trap.contains("0x80"), "{trap}");
}
