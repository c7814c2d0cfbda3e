//! Annotated programs, a file for each code ([`mnc2_laws::annotated`]), and what depends on the options and on whole lines.

use mnc2_laws::annotated::Annotated;
use mnc2_tensil::{Document, Options};
use mnc2_text::interface::{Assemble as _, Disassemble as _, Settings as _, Text as _};

#[test]
fn annotated_programs() {
    let programs = Annotated {
        language: &mnc2_tensil::LANGUAGE,
        crate_folder: env!("CARGO_MANIFEST_DIR"),
        comment: "//",
        is_divided: true,
    };
    // Findings about a file as a whole, and about models, have their own tests.
    let models = [
        "TE0701", "TE0702", "TE0703", "TE0704", "TE0705", "TE0706", "TE0707", "TE0708",
    ];
    let elsewhere = [["TE0101", "TE0102"].as_slice(), &models].concat();
    programs.holds(&elsewhere, &[], 0);
}

/// The errors of a listing as line, code and sentence.
fn found(text: &str, settings: &[(&str, &str)]) -> Vec<String> {
    let mut options = Options::default();
    for (key, value) in settings {
        options.set(key, value).expect("a value");
    }
    let findings = Document::new(text, &options).findings(&|| false);
    let errors = findings.iter().filter(|it| it.diagnostic.is_error());
    let texts = errors.map(|finding| {
        let diagnostic = &finding.diagnostic;
        let (line, said) = (finding.line + 1, &diagnostic.message);
        format!("{line} {} {said}", diagnostic.code.id)
    });
    texts.collect()
}

#[test]
fn sizes_of_zeroes_are_below_the_depth_of_the_local_memory() {
    let found = found(
        "LoadWeights Zeroes 4(+1)\nLoadWeights Zeroes 3(+1)\nMatMul Zeroes Acc(0) 4(+1)\nMatMul Zeroes Acc(0) 3(+1)",
        &[("local_depth", "4"), ("array_size", "4")],
    );
    assert_eq!(
        found,
        [
            "1 TE0403 5 vectors are more than `Local` has: 4",
            "3 TE0403 5 vectors are more than `Local` has: 4",
        ]
    );
}

#[test]
fn bytes_that_are_no_instruction_are_found_in_their_listing() {
    let listing = |bytes: &[u8]| Options::default().listing(bytes).expect("a listing");
    let word = |header: u8| [0, 0, 0, 0, 0, 0, 0, header];
    let mut bytes = [word(0x24), word(0x22), word(0x60), word(0x48)].concat();
    bytes.push(1);
    assert_eq!(
        found(&listing(&bytes), &[]),
        [
            "1 TE0304 `DataMove` reserves the kind 0x4",
            "3 TE0201 no instruction has the opcode 0x6",
            "4 TE0103 it has bits that `SIMD O=NoOp(I)` does not have, and no listing can say them",
            "5 TE0103 an instruction of this architecture has 8 bytes, not 1",
        ]
    );
    // What people write stays a comment.
    for text in [
        "// 0x0000000000000022",
        "// reserved\n// 0x0000000000000024",
        "NoOp // 0x0000000000000024",
        "NoOp\n\n// 0x0000000000000024",
        "  NoOp\n// 0x0000000000000024",
        "# 0x0000000000000024",
        "// 0x24\nNoOp",
        "// 0x0000000000000024 reserved",
    ] {
        assert_eq!(found(text, &[]), [""; 0], "{text}");
    }
}

#[test]
fn long_lines_are_errors_and_long_comments_are_none() {
    let (long, limit) = ("x".repeat(16_385), " ".repeat(16_380));
    let sentence =
        "1 TE0102 this line has more than 16384 bytes before its comment and is not read";
    assert_eq!(found(&long, &[]), [sentence]);
    assert_eq!(found(&format!("NoOp {limit}NoOp"), &[]), [sentence]);
    for text in [
        format!("SIMD R1=0 // {long}"),
        format!("{limit}NoOp"),
        " ".repeat(20_000),
    ] {
        assert_eq!(found(&text, &[]), [""; 0]);
        let document = Document::new(&text, &Options::default());
        let count = usize::from(!text.trim().is_empty());
        assert_eq!(document.assemble(&|| false).len(), count);
    }
    let trouble = mnc2_tensil::Machine::new(&Document::new(&long, &Options::default()));
    assert!(trouble.is_err());
}
