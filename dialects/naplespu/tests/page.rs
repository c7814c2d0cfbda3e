//! The page of the language names every code, and the example of each raises it.

use std::fs;
use std::path::Path;

use mnc2_naplespu::{Code, Document, Options};
use mnc2_text::interface::Text as _;

#[test]
fn every_code_has_its_section_with_an_example_that_raises_it() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/languages/naplespu.md");
    let page = fs::read_to_string(path).expect("the page");
    let sections: Vec<&str> = page.split("\n### ").skip(1).collect();
    assert_eq!(sections.len(), Code::ALL.len());
    for (section, code) in sections.iter().zip(Code::ALL) {
        let (id, rest) = section.split_once('\n').expect("a heading");
        assert_eq!(id, code.id());
        let title = code.row().title;
        assert!(
            rest.to_lowercase().contains(&title.to_lowercase()),
            "{id}: {title}"
        );
        // Bytes and long lines cannot be shown.
        if matches!(code, Code::NotUtf8 | Code::LongLine) {
            continue;
        }
        let example = rest
            .split("```asm\n")
            .nth(1)
            .and_then(|rest| rest.split("```").next());
        let example = example.expect("an example");
        let mut options = Options::default();
        let modeline = example
            .lines()
            .next()
            .and_then(|line| line.strip_prefix("# mnc2: language=naplespu"));
        for (key, value) in modeline
            .unwrap_or_default()
            .split_whitespace()
            .filter_map(|word| word.split_once('='))
        {
            options.set(key, value).expect("an option");
        }
        let findings = Document::new(example, &options).findings(&|| false);
        let codes: Vec<Code> = findings
            .iter()
            .map(|finding| finding.diagnostic.code)
            .collect();
        assert!(codes.contains(code), "{id}: {codes:?}");
    }
}

#[test]
fn the_first_example_of_the_page_is_right() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/languages/naplespu.md");
    let page = fs::read_to_string(path).expect("the page");
    let example = page
        .split("```asm\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next())
        .expect("an example");
    let document = Document::new(example, &Options::default());
    assert_eq!(document.findings(&|| false), []);
    assert_eq!(document.assemble(&|| false).len(), 11);
}
