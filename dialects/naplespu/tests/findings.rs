//! Annotated programs, a file for each code ([`mnc2_laws::annotated`]).

use mnc2_laws::annotated::Annotated;
use mnc2_naplespu::{Document, Options};
use mnc2_text::interface::{Settings as _, Text as _};

#[test]
fn annotated_programs() {
    let programs = Annotated {
        language: &mnc2_naplespu::LANGUAGE,
        crate_folder: env!("CARGO_MANIFEST_DIR"),
        comment: "#",
        is_divided: true,
    };
    // Findings about a file as a whole have their own tests.
    let elsewhere = ["NP0101", "NP0102", "NP0405", "NP0406", "NP0407"];
    programs.holds(&elsewhere, &[], 0);
}

#[test]
fn a_mask_of_the_options_is_that_of_the_start() {
    let count = |mask: Option<&str>| {
        let mut options = Options::default();
        if let Some(mask) = mask {
            options.set("rm", mask).expect("a register");
        }
        let document = Document::new("add_i32 v0, v1, v2", &options);
        document.findings(&|| false).len()
    };
    assert_eq!(count(None), 1);
    assert_eq!(count(Some("0")), 1);
    assert_eq!(count(Some("1")), 0);
}
