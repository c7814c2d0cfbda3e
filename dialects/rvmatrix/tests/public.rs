//! Comparisons with public sources of the vendor, which are not part of this repository.
//!
//! `MNC2_RVMATRIX_SOURCES` names a folder with `gas/testsuite/gas/riscv/thead/` of XUANTIE-RV/binutils-gdb and
//! `source/thead_matrix/` of XUANTIE-RV/csi-nn2. Without it these tests say that they compared nothing.

use std::fs;
use std::path::PathBuf;

use mnc2_rvmatrix::{Code, Document, Options, disassemble};

fn folder(below: &str) -> Option<PathBuf> {
    let Some(root) = std::env::var_os("MNC2_RVMATRIX_SOURCES") else {
        println!("MNC2_RVMATRIX_SOURCES is not set: nothing was compared");
        return None;
    };
    let folder = PathBuf::from(root).join(below);
    assert!(folder.is_dir(), "{}", folder.display());
    Some(folder)
}

#[test]
fn words_of_the_assembler() {
    let Some(folder) = folder("gas/testsuite/gas/riscv/thead") else {
        return;
    };
    let source = fs::read_to_string(folder.join("matrix.s")).expect("matrix.s");
    let listing = fs::read_to_string(folder.join("matrix.d")).expect("matrix.d");
    // `[ 	]+0:[ 	]+0004802b[ 	]+mmov.mm[ 	]+m0,m1`, a regular expression.
    let words: Vec<&str> = listing
        .lines()
        .flat_map(|line| line.split(|character: char| !character.is_ascii_hexdigit()))
        .filter(|word| word.len() == 8 && word.bytes().all(|byte| byte.is_ascii_hexdigit()))
        .collect();
    let document = Document::new(&source, &Options::default());
    let assembled = document.assemble(&|| false);
    assert_eq!(assembled.len(), words.len());
    for (encoded, word) in assembled.iter().zip(&words) {
        assert_eq!(encoded.hex, format!("0x{word}"), "{}", encoded.text);
        let text = disassemble(word, &Options::default()).expect("a text");
        assert_eq!(text, encoded.text);
        let again = Document::new(&text, &Options::default()).assemble(&|| false);
        assert_eq!(again.first().map(|again| &again.hex), Some(&encoded.hex));
    }
    let errors = document.findings(&|| false);
    let errors = errors
        .iter()
        .filter(|finding| finding.diagnostic.severity == mnc2_text::Severity::Error);
    assert_eq!(errors.count(), 0);
    println!("{} words, both ways", words.len());
}

#[test]
fn rejections_of_the_assembler() {
    let Some(folder) = folder("gas/testsuite/gas/riscv/thead") else {
        return;
    };
    let source =
        fs::read_to_string(folder.join("matrix-constraints.s")).expect("matrix-constraints.s");
    let listing =
        fs::read_to_string(folder.join("matrix-constraints.l")).expect("matrix-constraints.l");
    let rejected = listing
        .lines()
        .filter(|line| line.contains("Error:"))
        .count();
    let findings = Document::new(&source, &Options::default()).findings(&|| false);
    let mut lines: Vec<u32> = findings
        .iter()
        .filter(|finding| {
            matches!(
                finding.diagnostic.code,
                Code::Overlap | Code::GroupAlignment
            )
        })
        .map(|finding| finding.line)
        .collect();
    lines.dedup();
    assert_eq!(lines.len(), rejected);
    println!("{rejected} rejections");
}

#[test]
fn public_kernels_have_no_finding() {
    let Some(folder) = folder("source/thead_matrix") else {
        return;
    };
    let (mut files, mut lines) = (0, 0);
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.extension().is_none_or(|extension| extension != "S") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a text");
        let findings = Document::new(&text, &Options::default()).findings(&|| false);
        let said: Vec<String> = findings
            .iter()
            .map(|finding| format!("{}: {}", finding.line + 1, finding.diagnostic.message))
            .collect();
        assert!(said.is_empty(), "{}: {said:#?}", path.display());
        files += 1;
        lines += text.lines().count();
    }
    println!("{files} files, {lines} lines");
    assert!(files > 0);
}
