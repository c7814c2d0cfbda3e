//! The captures of the highlights query in a program, for tests that cannot run queries: the TextMate grammar of the
//! VS Code extension is compared with them. `UPDATE_EXPECT=1` rewrites them.

use std::path::Path;

use tree_sitter::{Parser, Query, QueryCursor, StreamingIterator as _};

#[test]
fn the_captures_of_the_textmate_test_are_fresh() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../editors/vscode/test/grammar");
    let program = folder.join("statements.vsm");
    let text = std::fs::read_to_string(&program).expect("the program is there");
    let expected = folder.join("statements.captures");
    let found = captures(&text);
    assert!(found.lines().count() > 100, "{found}");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&expected, found).expect("the file can be written");
    } else {
        let known = std::fs::read_to_string(&expected).unwrap_or_default();
        assert!(
            known == found,
            "{} is old: run with UPDATE_EXPECT=1",
            expected.display()
        );
    }
}

/// One line for each captured part: line, first and last column (counted from 0, the last not included), name, text.
fn captures(text: &str) -> String {
    let language = tree_sitter_mnc2::LANGUAGE.into();
    let mut parser = Parser::new();
    parser.set_language(&language).expect("the versions fit");
    let tree = parser.parse(text, None).expect("there is no limit");
    assert!(!tree.root_node().has_error(), "the program has no error");
    let query = Query::new(&language, tree_sitter_mnc2::HIGHLIGHTS_QUERY).expect("it is a query");
    let mut cursor = QueryCursor::new();
    let mut found = Vec::new();
    let mut matches = cursor.matches(&query, tree.root_node(), text.as_bytes());
    while let Some(one) = matches.next() {
        for capture in one.captures() {
            let name = query.capture_names()[capture.index as usize];
            if name == "spell" {
                continue;
            }
            let (start, end) = (capture.node.start_position(), capture.node.end_position());
            let part = &text[capture.node.byte_range()];
            found.push((start.row, start.column, end.column, name, part.to_owned()));
        }
    }
    found.sort_unstable();
    found
        .into_iter()
        .map(|(row, start, end, name, part)| format!("{row}:{start}-{end} {name} {part}\n"))
        .collect()
}
