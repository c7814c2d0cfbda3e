//! Programs of several files: models with their program and constants, and linked assembly.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::binary::{folder, mnc2_in};

const MODEL: &str = r#"{"name": "m", "prog": {"file_name": "m.tprog", "size": 24},
"consts": [{"file_name": "m.tdata", "base": 0, "size": 3}],
"inputs": [{"name": "x", "base": 0, "size": 2}], "outputs": [{"name": "y", "base": 4, "size": 2}],
"arch": {"array_size": 2, "dram0_depth": 16, "dram1_depth": 16, "local_depth": 16, "accumulator_depth": 16}}"#;

const LISTING: &str = "DataMove(<-) Local(2) DRAM1(0) 2(+1)\nLoadWeights Local(2) 2(+1)\nDataMove(<-) Local(0) DRAM0(0) 1(+1)\nMatMul Local(0) Acc(0) 1(+1)\nDataMove(<-) Local(0) Acc(0) 1(+1)\nDataMove(->) Local(0) DRAM0(4) 1(+1)\n";

/// A folder with a model, which exchanges both scalars, and adds 0.5.
fn model(name: &str) -> std::path::PathBuf {
    let folder = folder(name);
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).expect("a file");
    write("m.tmodel", MODEL);
    write("m.tasm", LISTING);
    let arch = &MODEL[MODEL.find("{\"array_size").expect("a machine")..MODEL.len() - 1];
    write("m.tarch", arch);
    let made = mnc2_in(&folder, ["asm", "m.tasm", "-o", "m.tprog"]);
    assert_eq!(made.code, 0, "{made:?}");
    let constants = [128_i16, 128, 0, 256, 256, 0];
    let bytes: Vec<u8> = constants.iter().flat_map(|it| it.to_le_bytes()).collect();
    fs::write(folder.join("m.tdata"), bytes).expect("a file");
    folder
}

#[test]
fn a_model_runs_with_inputs_from_files() {
    let folder = model("model-run");
    fs::write(folder.join("x.csv"), "1,2\n-0.5\n").expect("a file");
    fs::write(folder.join("x.raw"), [0, 1, 0, 2, 0x80, 0xff, 0, 0]).expect("a file");
    let mut array = b"\x93NUMPY\x01\x00".to_vec();
    let header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2), }\n";
    array.extend((header.len() as u16).to_le_bytes());
    array.extend(header.as_bytes());
    array.extend(
        [1.0_f32, 2.0, -0.5, 0.0]
            .iter()
            .flat_map(|it| it.to_le_bytes()),
    );
    fs::write(folder.join("x.npy"), array).expect("a file");
    let outcome = mnc2_in(&folder, ["check", "m.tmodel"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    for input in ["x=x.csv", "x=x.raw", "x=x.npy"] {
        let run = ["run", "m.tmodel", "--input", input, "--dump", "out.json"];
        let outcome = mnc2_in(&folder, run);
        assert_eq!(outcome.code, 0, "{input}: {outcome:?}");
        let dump = fs::read_to_string(folder.join("out.json")).expect("a dump");
        let dump: Value = serde_json::from_str(&dump).expect("an object");
        assert_eq!(
            dump["y"],
            serde_json::json!([[2.5, 1.5], [0.5, 0.0]]),
            "{input}"
        );
        let outcome = mnc2_in(&folder, ["run", "m.tmodel", "--input", input]);
        assert_eq!(
            outcome.out, "y\n  [0] = 2.5 1.5\n  [1] = 0.5 0\n",
            "{input}"
        );
    }
    for (input, said) in [
        ("z=x.csv", "the model has no input `z`: it is `x`"),
        ("x=m.tdata", "8 bytes"),
        ("x=none.npy", "cannot read `none.npy`"),
        ("x=m.tasm.npy", "cannot read"),
        ("x", "write an input and its file"),
    ] {
        let outcome = mnc2_in(&folder, ["run", "m.tmodel", "--input", input]);
        assert_eq!(outcome.code, 2, "{input}: {outcome:?}");
        assert!(outcome.err.contains(said), "{input}: {outcome:?}");
    }
    fs::write(folder.join("a.vsm"), "nop\n").expect("a file");
    let outcome = mnc2_in(&folder, ["run", "a.vsm", "--input", "x=x.csv"]);
    assert_eq!(
        (outcome.code, outcome.err.lines().count()),
        (2, 1),
        "{outcome:?}"
    );
}

#[test]
fn an_estimate_names_its_rules() {
    let folder = model("model-estimate");
    for program in ["m.tmodel", "m.tasm", "m.tprog"] {
        let outcome = mnc2_in(&folder, ["profile", program, "--format", "json"]);
        assert_eq!(outcome.code, 0, "{program}: {outcome:?}");
        let object: Value = serde_json::from_str(&outcome.out).expect("an object");
        // 3 rows moved and 3 loaded, 2 vectors moved 3 times, and a multiplication of 2 vectors, which takes twice the
        // array's size of 2 more.
        assert_eq!(object["cycles"], 3 + 3 + 3 * 2 + (2 + 2 * 2), "{program}");
        assert_eq!(object["estimate"], true);
        let rules = object["rules"].as_array().expect("a list");
        let cycles: u64 = rules.iter().filter_map(|it| it["cycles"].as_u64()).sum();
        assert_eq!(object["cycles"], cycles);
        let outcome = mnc2_in(&folder, ["profile", program]);
        assert!(
            outcome
                .out
                .starts_with("estimate: 18 cycles, 6 instructions\n"),
            "{outcome:?}"
        );
    }
    let outcome = mnc2_in(&folder, ["profile", "m.tasm", "--coverage"]);
    assert_eq!(outcome.code, 2, "{outcome:?}");
    fs::write(folder.join("a.s"), "# mnc2: language=naplespu\njret\n").expect("a file");
    let outcome = mnc2_in(&folder, ["profile", "a.s"]);
    assert!(
        outcome.code == 2 && outcome.err.contains("no public rules"),
        "{outcome:?}"
    );
}

#[cfg(unix)]
#[test]
fn files_of_a_model_are_regular_files_in_its_folder() {
    let folder = model("model-files");
    let outside = folder.with_extension("outside");
    fs::write(&outside, "s3cret").expect("a file");
    let check = |folder: &Path| mnc2_in(folder, ["check", "m.tmodel"]);
    fs::remove_file(folder.join("m.tprog")).expect("a file");
    std::os::unix::fs::symlink(&outside, folder.join("m.tprog")).expect("a link");
    let outcome = check(&folder);
    assert!(
        outcome.code == 1 && outcome.out.contains("TE0704"),
        "{outcome:?}"
    );
    assert!(!outcome.out.contains("s3cret"), "{outcome:?}");
    let named = MODEL.replace("m.tprog", "../model-files.outside");
    fs::write(folder.join("m.tmodel"), named).expect("a file");
    assert_eq!(check(&folder).code, 1);
    fs::remove_file(outside).expect("a file");
}

const START: &str = "\t.globl _start\n_start: movei s0, 1\n\tmovei s1, 2\n\tjmpsr f\n1:\tjmp 1b\n";

#[test]
fn files_of_a_run_are_linked_and_their_language_is_recognized() {
    let folder = folder("linked-run");
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).expect("a file");
    write("crt0.s", START);
    write("f.s", "\t.globl f\nf:\tadd_i32 s0, s0, s1\n\tjret\n");
    write("other.s", "\t.globl f\nf:\tjret\n");
    write("wrong.s", "f:\tadd_i32 s0, s0, s1\n\tjret\n");
    write("plain.vsm", "nop\n");
    let outcome = mnc2_in(&folder, ["run", "crt0.s", "f.s"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert!(outcome.out.contains("s0 = 0x3\n"), "{outcome:?}");
    let outcome = mnc2_in(&folder, ["check", "crt0.s", "f.s"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    let outcome = mnc2_in(
        &folder,
        ["check", "--format", "short", "crt0.s", "f.s", "other.s"],
    );
    assert_eq!(outcome.out.matches("NP0406").count(), 2, "{outcome:?}");
    for (files, code, said) in [
        (
            &["crt0.s", "wrong.s"][..],
            1,
            "no file of this program defines `f`",
        ),
        (
            &["crt0.s", "f.s", "other.s"],
            1,
            "`f` is also defined in `f.s`, line 2",
        ),
        (&["crt0.s", "gone.s"], 2, "cannot read `gone.s`"),
        (
            &["plain.vsm", "f.s"],
            2,
            "`plain.vsm` is not a file of a linked program",
        ),
        (&["crt0.s", "f.s", "--max-steps", "2"], 3, "crt0.s:4:1"),
    ] {
        let run = ["run"].iter().chain(files);
        let outcome = mnc2_in(&folder, run);
        assert_eq!(outcome.code, code, "{files:?}: {outcome:?}");
        assert!(outcome.err.contains(said), "{files:?}: {outcome:?}");
    }
}
