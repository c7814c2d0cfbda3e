//! Folded constants are as in the compiler. `MNC2_TINYTC_SOURCES` and `MNC2_TINYTC_04_SOURCES` name folders with its sources of
//! February 2025 and of the release 0.4.0, by their own paths.

use std::fs;

use mnc2_tinytc::eval::expressions;
use mnc2_tinytc::{Document, Options};

/// A quotient of complex numbers whose last place depends on the C++ library that the compiler is built with.
const OF_ANOTHER_LIBRARY: &str = "@known_arith_complex: [0x1.13b13cp-2,-0x1.4ec4eep-1] : c32";

#[test]
fn constants_are_folded_as_the_compiler_does() {
    check("MNC2_TINYTC_SOURCES", 44, &[OF_ANOTHER_LIBRARY]);
}

#[test]
fn constants_of_04_are_folded_as_the_compiler_does() {
    check("MNC2_TINYTC_04_SOURCES", 47, &[]);
}

/// Compares the constants of `constant-propagation.ir`: how many are equal, and which are not.
fn check(variable: &str, expected: usize, others: &[&str]) {
    let Some(folder) = mnc2_laws::texts::sources(variable, "test/lit/opt") else {
        return;
    };
    let text = fs::read_to_string(folder.join("constant-propagation.ir")).expect("the file");
    let document = Document::new(&text, &Options::default());
    let (mut equal, mut missing) = (0, Vec::new());
    for piece in document.source().pieces() {
        let Some(function) = piece.function() else {
            continue;
        };
        let values = expressions(function).into_iter().flatten();
        let mut ours: Vec<String> = values
            .map(|folded| format!("{} : {}", folded.value.canonical(), folded.ty))
            .collect();
        let checks = piece.text().lines().filter_map(|line| {
            let (_, check) = line.split_once("; CHECK")?;
            let (_, value) = check.split_once("= constant ")?;
            Some(value.trim().to_owned())
        });
        for wanted in checks {
            match ours.iter().position(|value| *value == wanted) {
                Some(at) => {
                    ours.remove(at);
                    equal += 1;
                }
                None => missing.push(format!("@{}: {wanted}", function.name)),
            }
        }
    }
    println!("{equal} constants are equal, {} are not", missing.len());
    assert_eq!(missing, others);
    assert_eq!(equal, expected);
}
