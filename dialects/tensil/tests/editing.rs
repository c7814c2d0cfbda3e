//! Laws of editing, on all texts of the project.

use mnc2_laws::{Language, completing, texts};
use mnc2_tensil::LANGUAGE;
use mnc2_tensil::table::{Arity, OPERATIONS, Operation};

fn language() -> Language {
    Language::new(&LANGUAGE, tree_sitter_tensil::LANGUAGE.into())
}

/// All texts, and one that has each operation of the SIMD unit with all flags: what is offered is finished with what some line has.
fn all() -> Vec<(String, String)> {
    let mut found =
        texts::language_texts(env!("CARGO_MANIFEST_DIR"), ".tasm", "tensil.md", "tensil");
    let mut operations = String::new();
    // They are written alone, as `0` and as the source.
    let is_alone = |it| matches!(it, Operation::Zero | Operation::Move);
    for row in OPERATIONS.iter().filter(|row| !is_alone(row.operation)) {
        let sources = |first| match row.arity {
            Arity::Binary => format!("{first},R1"),
            _ => String::from(first),
        };
        let name = row.name;
        let (register, input) = (sources("R1"), sources("I"));
        operations += &format!("SIMD R1={name}({register})\nSIMD(R) R1={name}({input}) RAcc(0)\n");
        for flags in ["W", "WA"] {
            operations += &format!("SIMD({flags}) O={name}({register}) WAcc(1)\n");
            operations += &format!("SIMD(R{flags}) O={name}({input}) WAcc(1) RAcc(0)\n");
        }
    }
    found.push(("operations".to_owned(), operations));
    found
}

/// Numbers and strides need no offer.
fn is_free(_: &str, line: &str, at: usize) -> bool {
    line[at..].starts_with(|first: char| first.is_ascii_digit() || first == '@')
}

#[test]
fn what_is_offered_is_accepted() {
    completing::offers_what_is_accepted(&language(), &all(), |_| true, is_free, 500);
}
