//! Comparisons with public sources of the vendor, which are not part of this repository.
//!
//! `MNC2_RVMATRIX_SOURCES` names a folder with a folder for each version, 0.2 and 0.3, and in it `gas/testsuite/gas/riscv/thead/` of
//! XUANTIE-RV/binutils-gdb and `source/thead_matrix/` of XUANTIE-RV/csi-nn2. Without it these tests state that they compared nothing.

use std::fs;
use std::path::{Path, PathBuf};

use mnc2_laws::texts;
use mnc2_rvmatrix::version::Version;
use mnc2_rvmatrix::{Code, Document, Options};
use mnc2_text::interface::{Assemble as _, Disassemble as _, Text as _};

/// A folder of each version that has it.
pub(crate) fn folders(below: &str) -> Vec<(Version, PathBuf)> {
    let Some(root) = texts::sources("MNC2_RVMATRIX_SOURCES", "") else {
        return Vec::new();
    };
    let folders = Version::ALL.map(|version| (version, root.join(version.name()).join(below)));
    folders.into_iter().filter(|(_, it)| it.is_dir()).collect()
}

/// A text without a chosen version, which is recognised to be in the expected one.
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
