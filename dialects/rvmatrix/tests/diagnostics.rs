//! Annotated programs ([`mnc2_laws::annotated`]).

use mnc2_laws::annotated::Annotated;
use mnc2_rvmatrix::{Code, Document, Options};
use mnc2_text::interface::Text as _;

#[test]
fn annotated_programs() {
    let programs = Annotated {
        language: &mnc2_rvmatrix::LANGUAGE,
        crate_folder: env!("CARGO_MANIFEST_DIR"),
        comment: "#",
        is_divided: false,
    };
    // One is raised where files are read, the other needs a long line.
    programs.holds(
        &[Code::NotUtf8.id(), Code::LongLine.id()],
        &[
            "RV0204",
            "RV0205",
            "altmacro",
            "expanded",
            "overlay",
            "wider-machine",
        ],
        9,
    );
}

#[test]
fn a_line_that_is_too_long_is_said_and_not_read() {
    let long = format!("mmov.mm m9, m0 # {}", "x".repeat(1 << 14));
    let findings = Document::new(&long, &Options::default()).findings(&|| false);
    let codes: Vec<_> = findings
        .iter()
        .map(|finding| finding.diagnostic.code)
        .collect();
    assert_eq!(codes, [Code::LongLine.row()]);
}
