//! An edit costs the function that it is in, not the text.

use cpu_time::ThreadTime;

use mnc2_text::interface::Text as _;
use mnc2_tinytc::{Document, Options};

/// A function of 20 lines.
fn kernel(number: usize) -> String {
    let values: String = (0..14)
        .map(|index| {
            format!("    %v{index} = arith.add %x, %a : f32\n    store %v{index}, %m[%i,%i]\n")
        })
        .collect();
    format!(
        "func @kernel{number}(%a: f32, %m: memref<f32x64x64>, %n: index) {{\n  foreach (%i) = (%n),(%n) {{\n    %x = load %m[%i,%i] : f32\n{values}  }}\n}}\n"
    )
}

#[test]
fn an_edit_reads_one_function() {
    let text: String = (0..312).map(kernel).collect();
    let lines = text.lines().count();
    assert!(lines > 10_000);
    let start = ThreadTime::now();
    let mut document = Document::new(&text, &Options::default());
    assert_eq!(document.findings(&|| false), []);
    let whole = start.elapsed();
    let mut edits = Vec::new();
    for round in 0..200 {
        let at = text.len() / 200 * round;
        let at = at + text[at..].find("%x").expect("a value");
        let start = ThreadTime::now();
        document.edit(at + 1..at + 2, "q");
        let found = document.findings(&|| false).len();
        edits.push(start.elapsed());
        assert!(found > 0, "the name was changed in one place");
        document.edit(at + 1..at + 2, "x");
    }
    edits.sort();
    println!(
        "{lines} lines in {whole:?}, an edit in {:?} (p95)",
        edits[190]
    );
    // The functions share nothing, so an edit is far from reading all of them.
    assert!(edits[100] * 4 < whole, "{:?} of {whole:?}", edits[100]);
}
