//! Annotated listings: `//~ TE0301` expects findings with these codes in its line; any other finding fails.

use std::fs;
use std::path::Path;

use mnc2_tensil::{Document, Options};

#[test]
fn annotated_listings() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/diagnostics");
    let mut failures = String::new();
    let mut count = 0;
    for entry in fs::read_dir(folder).expect("the folder").flatten() {
        let text = fs::read_to_string(entry.path()).expect("a fixture");
        let findings = Document::new(&text, &Options::default()).findings(&|| false);
        for (number, line) in text.lines().enumerate() {
            let annotation = line.split_once("//~").map_or("", |(_, rest)| rest);
            let mut expected: Vec<&str> = annotation.split_whitespace().collect();
            expected.sort_unstable();
            let here = findings.iter().filter(|it| it.line as usize == number);
            let mut found: Vec<&str> = here.map(|it| it.diagnostic.code.id()).collect();
            found.sort_unstable();
            if found != expected {
                failures += &format!("{line}\n    {found:?}\n");
            }
            count += expected.len();
        }
    }
    assert!(failures.is_empty(), "{failures}");
    assert!(count > 30, "{count}");
}
