//! What memories start with, and `--load` and `--save`.

use std::fs;

use crate::binary::{folder, mnc2_reading, text};

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
        outcome.err.contains("0 hazards, 0 reads"),
        "{}",
        outcome.err
    );
    let saved = fs::read(&output).expect("the output was written");
    assert_eq!(saved.len(), 128 + words.len());
    assert!(saved.starts_with(b"\x93NUMPY\x01\x00"));
    assert!(saved.ends_with(&words));

    // Strict mode knows of what was loaded below the PEs too.
    let four = folder.join("four.bin");
    fs::write(&four, &words[..32]).expect("the input can be written");
    let load = format!("grf0n0c0b0m0p0:2={}", text(&four));
    let program = b"lpassa $lr4v $ln0v\n";
    let hazards =
        |options: &[&str]| mnc2_reading(program, ["run", "--strict"].iter().chain(options)).err;
    assert!(hazards(&[]).contains("PE n0c0b0m0p0 and 4095 more"));
    assert!(hazards(&["--load", &load]).contains("PE n0c0b0m0p1 and 4094 more"));

    // What was saved can be loaded; PE after PE gets its part.
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
            &words[..24],
            "3 long words, and each of 4 elements takes an equal part",
        ),
        (
            "lm0n0c0b0m0p0:2044",
            &words[..40],
            "takes an equal part, 4 at most",
        ),
        (
            "pdm0:0+6",
            &words[..40],
            "each of 1 elements takes 6 of them",
        ),
        (
            "pdm0",
            &words[1..],
            "511 bytes are no whole number of long words",
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
