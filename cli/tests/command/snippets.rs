//! The snippets of the VS Code extension: each is clean with its defaults, and the testcase judges a program.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::binary::{file, folder, mnc2, text};

/// Snippets as text by their names, with the default of each placeholder and the first of each choice.
fn snippets() -> Vec<(String, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../editors/vscode/snippets/mnc2.json");
    let snippets = fs::read_to_string(path).expect("the snippets");
    let snippets: Value = serde_json::from_str(&snippets).expect("JSON");
    let snippets = snippets.as_object().expect("an object").iter();
    snippets
        .map(|(name, snippet)| {
            let lines = snippet["body"].as_array().expect("lines").iter();
            let lines: String = lines
                .map(|line| format!("{}\n", expanded(line.as_str().expect("a line"))))
                .collect();
            (name.clone(), lines)
        })
        .collect()
}

/// A line of a snippet as an editor inserts it.
fn expanded(line: &str) -> String {
    let mut text = String::new();
    let mut rest = line;
    while let Some(at) = rest.find(['\\', '$']) {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some(escaped) = rest.strip_prefix('\\') {
            let length = escaped.chars().next().map_or(0, char::len_utf8);
            text.push_str(&escaped[..length]);
            rest = &escaped[length..];
        } else if let Some(placeholder) = rest.strip_prefix("${") {
            let (inside, after) = placeholder
                .split_once('}')
                .expect("a placeholder that ends");
            let default = inside.trim_start_matches(|digit: char| digit.is_ascii_digit());
            text.push_str(match default.strip_prefix('|') {
                Some(choices) => choices.split([',', '|']).next().unwrap_or_default(),
                None => default.trim_start_matches(':'),
            });
            rest = after;
        } else {
            rest = rest[1..].trim_start_matches(|digit: char| digit.is_ascii_digit());
        }
    }
    text + rest
}

#[test]
fn every_snippet_is_a_program_without_errors() {
    let folder = folder("snippets");
    let snippets = snippets();
    assert!(snippets.len() >= 7, "{}", snippets.len());
    for (name, snippet) in snippets {
        let program = file(&folder, "snippet.vsm", &snippet);
        let outcome = mnc2(["check", text(&program)]);
        assert_eq!(outcome.code, 0, "{name}:\n{snippet}{}", outcome.out);
    }
}

#[test]
fn the_testcase_accepts_a_right_program_and_refuses_a_wrong_one() {
    let folder = folder("snippets-testcase");
    let snippets = snippets();
    let testcase = snippets
        .iter()
        .find(|(name, _)| name.starts_with("Testcase"));
    let (_, testcase) = testcase.expect("the testcase");
    let testcase = file(&folder, "testcase.vsm", testcase);
    // 2 becomes 4.
    for (solution, code) in [("ladd $lm0 $lm0 $lr0\n", 0), ("lpassa $lm0 $lr0\n", 1)] {
        let solution = file(&folder, "solution.vsm", solution);
        let outcome = mnc2(["judge", text(&testcase), text(&solution)]);
        assert_eq!(outcome.code, code, "{}{}", outcome.out, outcome.err);
    }
}
