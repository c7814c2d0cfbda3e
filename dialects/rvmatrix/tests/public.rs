//! Comparisons with public sources of the vendor, which are not part of this repository.
//!
//! `MNC2_RVMATRIX_SOURCES` names a folder with a folder for each version, 0.2 and 0.3, and in it `gas/testsuite/gas/riscv/thead/` of
//! XUANTIE-RV/binutils-gdb and `source/thead_matrix/` of XUANTIE-RV/csi-nn2. Without it these tests state that they compared nothing.

use std::fs;
use std::path::{Path, PathBuf};

use mnc2_laws::texts;
use mnc2_rvmatrix::version::Version;
use mnc2_rvmatrix::{Code, Document, Machine, Options};
use mnc2_text::interface::{
    Assemble as _, Disassemble as _, Machine as _, Settings as _, Text as _,
};

/// A folder below that of each version that has it.
fn folders(below: &str) -> Vec<(Version, PathBuf)> {
    let Some(root) = texts::sources("MNC2_RVMATRIX_SOURCES", "") else {
        return Vec::new();
    };
    let folders = Version::ALL.map(|version| (version, root.join(version.name()).join(below)));
    folders.into_iter().filter(|(_, it)| it.is_dir()).collect()
}

/// A text without a chosen version, and the one that it is recognised to be in.
fn document(text: &str, expected: Version) -> Document {
    let document = Document::new(text, &Options::default());
    assert_eq!(document.names().version, expected);
    document
}

fn options(version: Version) -> Options {
    Options {
        version: Some(version),
        ..Options::default()
    }
}

#[test]
fn words_of_the_assembler() {
    for (version, folder) in folders("gas/testsuite/gas/riscv/thead") {
        words_agree(version, &folder);
    }
}

fn words_agree(version: Version, folder: &Path) {
    let source = fs::read_to_string(folder.join("matrix.s")).expect("matrix.s");
    let listing = fs::read_to_string(folder.join("matrix.d")).expect("matrix.d");
    // `[ 	]+0:[ 	]+0004802b[ 	]+mmov.mm[ 	]+m0,m1`, a regular expression.
    let words: Vec<&str> = listing
        .lines()
        .flat_map(|line| line.split(|character: char| !character.is_ascii_hexdigit()))
        .filter(|word| word.len() == 8 && word.bytes().all(|byte| byte.is_ascii_hexdigit()))
        .collect();
    let document = document(&source, version);
    let assembled = document.assemble(&|| false);
    assert_eq!(assembled.len(), words.len());
    for (encoded, word) in assembled.iter().zip(&words) {
        assert_eq!(encoded.hex, format!("0x{word}"), "{}", encoded.text);
        let text = options(version).disassemble(word).expect("a text");
        assert_eq!(text, encoded.text);
        let again = Document::new(&text, &options(version)).assemble(&|| false);
        assert_eq!(again.first().map(|again| &again.hex), Some(&encoded.hex));
    }
    let errors = document.findings(&|| false);
    let errors = errors
        .iter()
        .filter(|finding| finding.diagnostic.severity == mnc2_text::Severity::Error);
    assert_eq!(errors.count(), 0);
    let other = words.iter().filter(|word| {
        let readings = Options::default().other_readings(word);
        readings.iter().any(|(_, text)| text.is_some())
    });
    let (version, count, other) = (version.name(), words.len(), other.count());
    println!("{version}: {count} words, both ways; {other} are others in another version");
}

#[test]
fn rejections_of_the_assembler() {
    for (version, folder) in folders("gas/testsuite/gas/riscv/thead") {
        rejections_agree(version, &folder);
    }
}

fn rejections_agree(version: Version, folder: &Path) {
    let source =
        fs::read_to_string(folder.join("matrix-constraints.s")).expect("matrix-constraints.s");
    let listing =
        fs::read_to_string(folder.join("matrix-constraints.l")).expect("matrix-constraints.l");
    let rejected = listing
        .lines()
        .filter(|line| line.contains("Error:"))
        .count();
    let findings = Document::new(&source, &options(version)).findings(&|| false);
    let mut lines: Vec<u32> = findings
        .iter()
        .filter(|finding| {
            let reserved = [Code::Overlap, Code::GroupAlignment, Code::OddPair].map(Code::row);
            reserved.contains(&finding.diagnostic.code)
        })
        .map(|finding| finding.line)
        .collect();
    lines.dedup();
    assert_eq!(lines.len(), rejected);
    println!("{}: {rejected} rejections", version.name());
}

#[test]
fn public_kernels_have_no_finding() {
    for (version, folder) in folders("source/thead_matrix") {
        let (mut files, mut lines) = (0, 0);
        for entry in fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.extension().is_none_or(|extension| extension != "S") {
                continue;
            }
            let text = fs::read_to_string(&path).expect("a text");
            let findings = document(&text, version).findings(&|| false);
            let said: Vec<String> = findings
                .iter()
                .map(|finding| format!("{}: {}", finding.line + 1, finding.diagnostic.message))
                .collect();
            assert!(said.is_empty(), "{}: {said:#?}", path.display());
            files += 1;
            lines += text.lines().count();
        }
        println!("{}: {files} files, {lines} lines", version.name());
        assert!(files > 0);
    }
}

/// A whole kernel, run: int8 by int8 into int32, against sums of products, for every length of rows.
#[test]
fn a_public_kernel_multiplies() {
    for (_, folder) in folders("source/thead_matrix") {
        let name = "gemm_int8_to_int32_nhwc_matrix.S";
        multiplies(&fs::read_to_string(folder.join(name)).expect("the kernel"));
    }
}

fn multiplies(text: &str) {
    for mlen in [128_usize, 256, 512] {
        let (rows, width) = (mlen / 32, mlen / 8);
        // Two full blocks of columns, half a block, and a rest.
        let (m, n, k) = (2 * rows, 4 * rows + rows + 3, 3 * width);
        let number = |seed: usize| ((seed * 2_654_435_761) >> 7) as i8;
        let input: Vec<i8> = (0..m * k).map(number).collect();
        let weights: Vec<i8> = (0..n * k).map(|seed| number(seed + 99)).collect();
        let bias: Vec<i32> = (0..n).map(|seed| seed as i32 * 1000 - 7).collect();
        // The kernel reads B in blocks: for each part of k, the rows of two blocks or of one.
        let mut packed: Vec<i8> = Vec::new();
        let mut first = 0;
        while first < n {
            let count = if n - first >= 2 * rows {
                2 * rows
            } else {
                rows
            };
            for part in 0..k / width {
                for row in first..first + count {
                    packed.extend((0..width).map(|column| {
                        let at = row * k + part * width + column;
                        if row < n { weights[at] } else { 0 }
                    }));
                }
            }
            first += count;
        }
        let mut options = Options::default();
        for (key, value) in [
            ("mlen", mlen),
            ("a0", 0x10_0000),
            ("a1", 0x20_0000),
            ("a2", 0x30_0000),
            ("a3", 0x40_0000),
            ("a4", rows),
            ("a5", k),
            ("a6", n),
        ] {
            options.set(key, &value.to_string()).expect("an option");
        }
        options
            .set("start", "gemm_int8_to_int32_nhwc_2rowxn_matrix")
            .expect("an option");
        let mut machine = Machine::new(&Document::new(text, &options)).expect("a machine");
        let bytes =
            |numbers: &[i8]| -> Vec<u8> { numbers.iter().map(|&number| number as u8).collect() };
        machine.write(0x20_0000, &bytes(&packed)).expect("memory");
        machine.write(0x30_0000, &bytes(&input)).expect("memory");
        let bias_bytes: Vec<u8> = bias
            .iter()
            .flat_map(|number| number.to_le_bytes())
            .collect();
        machine.write(0x40_0000, &bias_bytes).expect("memory");
        while machine.line().is_some() {
            assert!(machine.steps() < 1_000_000);
            machine
                .step()
                .unwrap_or_else(|trouble| panic!("{:?}: {}", trouble.line, trouble.message));
        }
        let output = machine.read(0x10_0000, m * n * 4);
        for i in 0..m {
            for j in 0..n {
                let products = (0..k).map(|k_index| {
                    i32::from(input[i * k + k_index]) * i32::from(weights[j * k + k_index])
                });
                let expected = bias[j] + products.sum::<i32>();
                let at = (i * n + j) * 4;
                assert_eq!(
                    output[at..at + 4],
                    expected.to_le_bytes(),
                    "MLEN {mlen} [{i},{j}]"
                );
            }
        }
        println!(
            "MLEN {mlen}: {m}x{k} by {k}x{n} in {} steps",
            machine.steps()
        );
    }
}
