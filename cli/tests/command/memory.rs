//! The start content of memories, and `--load` and `--save`.

use std::fs;

use crate::binary::{file, folder, mnc2_in, mnc2_reading, text};

#[test]
fn memories_start_dirty_or_clean() {
    let zeros = |options: &[&str]| {
        let program = b"d getd $lm0n0c0b0m0p0 1\nd getd $d0n0 1\n";
        let outcome = mnc2_reading(program, ["run"].iter().chain(options));
        assert_eq!(outcome.code, 0, "{}", outcome.err);
        let lines = outcome.out.lines();
        lines
            .map(|line| line.contains("(0x0000000000000000)"))
            .collect::<Vec<_>>()
    };
    assert_eq!(zeros(&[]), [true, true]);
    assert_eq!(zeros(&["--offchip", "undefined"]), [true, false]);
    assert_eq!(zeros(&["--dirty"]), [false, false]);
    assert_eq!(zeros(&["--dirty=7", "--offchip", "zero"]), [false, true]);
    let dump = |option: &str| mnc2_reading(b"d getd $lm0n0c0b0m0p0 1\n", ["run", option]).out;
    assert_eq!(dump("--dirty"), dump("--dirty=1"));
    assert_ne!(dump("--dirty"), dump("--dirty=2"));
}

#[test]
fn memory_moves_from_and_to_files() {
    let folder = folder("run-memory");
    let input = folder.join("in.bin");
    let output = folder.join("out.npy");
    let words: Vec<u8> = (1..=64_u64).flat_map(u64::to_le_bytes).collect();
    fs::write(&input, &words).expect("the input can be written");
    let load = format!("pdm1:64={}", text(&input));
    let save = format!("dram2:0x40+64={}", text(&output));
    let run = |options: &[&str]| {
        mnc2_reading(
            b"mvp/n64 $p64@1 $d64@2\n",
            ["run", "--strict"].iter().chain(options),
        )
    };
    let outcome = run(&["--load", &load, "--save", &save]);
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    assert!(
        outcome.err.contains("0 hazards, 0 uninitialized reads"),
        "{}",
        outcome.err
    );
    let saved = fs::read(&output).expect("the output was written");
    assert_eq!(saved.len(), 128 + words.len());
    assert!(saved.starts_with(b"\x93NUMPY\x01\x00"));
    assert!(saved.ends_with(&words));

    // Strict mode also includes data that was loaded below the PEs.
    let four = folder.join("four.bin");
    fs::write(&four, &words[..32]).expect("the input can be written");
    let load = format!("grf0n0c0b0m0p0:2={}", text(&four));
    let program = b"lpassa $lr4v $ln0v\n";
    let hazards =
        |options: &[&str]| mnc2_reading(program, ["run", "--strict"].iter().chain(options)).err;
    assert!(hazards(&[]).contains("PE n0c0b0m0p0 and 4095 more"));
    assert!(hazards(&["--load", &load]).contains("PE n0c0b0m0p1 and 4094 more"));

    // A saved file can be loaded; the PEs get their parts in order.
    let load = format!("lm0n0c0b0m0={}", text(&output));
    let back = folder.join("back.bin");
    let save = format!("lm0n0c0b0m0p2+16={}", text(&back)).replace("p2+", "p2:0+");
    let program = b"d getd $lm0n0c0b0m0p3 1\n";
    let outcome = mnc2_reading(program, ["run", "--load", &load, "--save", &save]);
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    assert!(
        outcome.out.contains("(0x0000000000000031)"),
        "{}",
        outcome.out
    );
    assert_eq!(
        fs::read(&back).expect("the output was written"),
        words[32 * 8..48 * 8]
    );

    let odd = folder.join("odd.bin");
    for (place, file, told) in [
        (
            "lm0n0c0b0m0",
            &words[..40],
            "5 long words, but each of 4 elements takes an equal part",
        ),
        (
            "lm0n0c0b0m0p0:2044",
            &words[..40],
            "it holds 5 long words, but the maximum is 4",
        ),
        (
            "pdm0:0+6",
            &words[..40],
            "it holds 5 long words, but 6 are wanted",
        ),
        (
            "pdm0",
            &words[1..],
            "511 bytes are not a whole number of long words",
        ),
    ] {
        fs::write(&odd, file).expect("the file can be written");
        let outcome = run(&["--load", &format!("{place}={}", text(&odd))]);
        assert_eq!((outcome.code, outcome.out.as_str()), (2, ""), "{place}");
        assert!(outcome.err.contains(told), "{place}: {}", outcome.err);
    }

    for wrong in ["pdm9", "lm0:1+5", "dram0"] {
        let outcome = run(&["--load", &format!("{wrong}={}", text(&folder))]);
        assert_eq!((outcome.code, outcome.out.as_str()), (2, ""), "{wrong}");
    }
    let outcome = run(&["--save", &format!("dram0={}", text(&output))]);
    assert_eq!(
        outcome.code, 2,
        "4 GiB are not saved without being asked for"
    );
}

/// A `.npy` file of one dimension.
fn npy(descr: &str, count: usize, data: &[u8]) -> Vec<u8> {
    let header = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({count},), }}\n");
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((header.len() as u16).to_le_bytes());
    bytes.extend(header.as_bytes());
    bytes.extend(data);
    bytes
}

#[test]
fn a_small_file_goes_to_every_element() {
    let folder = folder("run-every-element");
    let two: Vec<u8> = [7_u64, 9].into_iter().flat_map(u64::to_le_bytes).collect();
    file(&folder, "two.bin", &two);
    file(
        &folder,
        "p.vsm",
        "d getd $lm2n0c0b0m0p0 1\nd getd $lm2n3c1b7m15p3 1\n",
    );
    for place in ["lm0:0+2", "lm0"] {
        let load = format!("{place}=two.bin");
        let outcome = mnc2_in(&folder, ["run", "p.vsm", "--load", &load]);
        assert_eq!(outcome.code, 0, "{}", outcome.err);
        assert_eq!(
            outcome.out.matches("(0x0000000000000009)").count(),
            2,
            "{outcome:?}"
        );
    }
    let outcome = mnc2_in(&folder, ["run", "p.vsm", "--load", "lm0:0+3=two.bin"]);
    assert_eq!(outcome.code, 2);
    assert!(
        outcome
            .err
            .contains("holds 2 long words, but 3 are wanted for all of 4096 elements"),
        "{outcome:?}"
    );
}

#[test]
fn values_have_a_type_in_files() {
    let folder = folder("run-types");
    file(&folder, "nop.vsm", "nop\n");
    let singles: Vec<u8> = [1.0_f32, -2.0]
        .into_iter()
        .flat_map(f32::to_le_bytes)
        .collect();
    file(&folder, "f4.npy", npy("<f4", 2, &singles));
    // 1.0, -2.0, 65504.0 and infinity as float16.
    let halves: Vec<u8> = [0x3c00_u16, 0xc000, 0x7bff, 0x7c00]
        .into_iter()
        .flat_map(u16::to_le_bytes)
        .collect();
    file(&folder, "f2.npy", npy("<f2", 4, &halves));
    file(&folder, "nan.npy", npy("<f2", 4, &[0xff; 8]));
    file(&folder, "three.npy", npy("<f4", 3, &[0; 12]));
    file(&folder, "z.npz", "PK");
    let place = "lm0n0c0b0m0p0:0+1";
    let run = |options: &[String]| {
        let fixed = ["run".to_owned(), "nop.vsm".to_owned()];
        mnc2_in(&folder, fixed.iter().chain(options))
    };
    // Two values of 32 bits form a long word; float16 becomes the half precision of the chip.
    for (source, format, shown) in [
        ("f4.npy", "f", "(1, -2) (0x3f800000, 0xc0000000)"),
        (
            "f2.npy",
            "h",
            "(1, -2, 65536, inf) (0x3e00, 0xc000, 0x5e00, 0x7e00)",
        ),
    ] {
        let outcome = run(&[
            "--load".to_owned(),
            format!("{place}={source}"),
            "--print".to_owned(),
            format!("{place},{format}"),
        ]);
        assert_eq!(outcome.code, 0, "{}", outcome.err);
        assert!(outcome.out.contains(shown), "{source}: {}", outcome.out);
    }
    let saved = |name: &str, source: &str, target: &str| {
        let load = format!("{place}={source}");
        let save = format!("{place},{name}={target}");
        let outcome = run(&["--load".to_owned(), load, "--save".to_owned(), save]);
        (outcome.code, outcome.err)
    };
    assert_eq!(saved("f32", "f4.npy", "out.npy").0, 0);
    let bytes = fs::read(folder.join("out.npy")).expect("it was written");
    assert!(
        String::from_utf8_lossy(&bytes).contains("'<f4', 'fortran_order': False, 'shape': (2,)")
    );
    assert!(bytes.ends_with(&singles));
    assert_eq!(saved("f32", "f4.npy", "out.bin").0, 0);
    assert_eq!(
        fs::read(folder.join("out.bin")).expect("it was written"),
        singles
    );
    for (name, source, target, told) in [
        ("f16", "f2.npy", "out.npy", "65536 is too large for float16"),
        ("f8", "f4.npy", "out.npy", "`f8` is not a type of values"),
        ("u64", "nan.npy", "out.npy", "NaN"),
        (
            "u64",
            "three.npy",
            "out.npy",
            "3 values of type f32 are not a whole number of long words",
        ),
        ("u64", "z.npz", "out.npy", "one .npy file for each array"),
        ("u64", "f4.npy", "out.npz", "one .npy file for each array"),
        (
            "u64",
            "nop.vsm",
            "out.npy",
            "not a whole number of long words",
        ),
        ("u64", "missing.npy", "out.npy", "missing.npy"),
        ("u64", ".", "out.npy", "cannot load `.`"),
    ] {
        let (code, err) = saved(name, source, target);
        assert_eq!(code, 2, "{source}: {err}");
        assert!(err.contains(told), "{source}: {err}");
    }
    let wrong = run(&["--load".to_owned(), format!("{place},i32=f4.npy")]);
    assert!(
        wrong.err.contains("holds values of type f32, not i32"),
        "{wrong:?}"
    );
}

#[test]
fn memory_can_go_to_standard_output() {
    let folder = folder("run-stdout");
    file(
        &folder,
        "p.vsm",
        "imm i\"65\" $ln0\nd getd $ln0n0c0b0m0p0 1\n",
    );
    let save = ["run", "p.vsm", "--save", "lm1n0c0b0m0p0:0+1=-"];
    let outcome = mnc2_in(&folder, save);
    assert_eq!((outcome.code, outcome.out.as_str()), (0, "A\0\0\0A\0\0\0"));
    assert!(outcome.err.starts_with("DEBUG-LM1("), "{outcome:?}");
    let outcome = mnc2_in(&folder, save.iter().chain(&["-d", "dump"]));
    assert_eq!((outcome.code, outcome.err.as_str()), (0, ""));
    assert!(folder.join("dump").exists() && !folder.join("-").exists());
}
