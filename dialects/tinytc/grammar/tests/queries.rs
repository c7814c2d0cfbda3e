//! The queries fit the grammar, and capture what they are for.

use std::error::Error;

use tree_sitter::{Parser, Query, QueryCursor, StreamingIterator as _};
use tree_sitter_tinytc as tinytc;

const TEXT: &str = "; A kernel.
; TODO: faster.
func @k(%a: f32,
        %m: memref<f32x4> {alignment=4}) {
  %zero = constant 0 : index
  %s = for %i=%zero,%zero init(%x=%a) -> (f32) {
    yield (%x)
  }
  foreach (%j) = (%zero),(%zero) {
    store %s, %m[%j]
  }
}
";

/// Captured text by the name of the capture, in the order of the text, the first line of each.
fn captured(query: &str, name: &str) -> Result<Vec<String>, Box<dyn Error>> {
    let language = tinytc::LANGUAGE.into();
    let query = Query::new(&language, query)?;
    let index = query.capture_index_for_name(name).ok_or(name)?;
    let mut parser = Parser::new();
    parser.set_language(&language)?;
    let tree = parser.parse(TEXT, None).ok_or("no tree")?;
    assert!(!tree.root_node().has_error());
    let mut cursor = QueryCursor::new();
    let mut captures = cursor.captures(&query, tree.root_node(), TEXT.as_bytes());
    let mut found = Vec::new();
    while let Some((matched, at)) = captures.next() {
        let capture = matched.captures()[*at];
        if capture.index == index {
            let text = capture.node.utf8_text(TEXT.as_bytes())?;
            found.push(text.lines().next().unwrap_or_default().to_owned());
        }
    }
    Ok(found)
}

#[track_caller]
fn check(query: &str, name: &str, expected: &[&str]) {
    match captured(query, name) {
        Ok(found) => assert_eq!(found, expected, "@{name}"),
        Err(error) => panic!("@{name}: {error}"),
    }
}

#[test]
fn all_queries_name_nodes_that_exist() {
    let language = tinytc::LANGUAGE.into();
    for (query, patterns) in [
        (tinytc::HIGHLIGHTS_QUERY, 20),
        (tinytc::FOLDS_QUERY, 2),
        (tinytc::INDENTS_QUERY, 5),
        (tinytc::LOCALS_QUERY, 8),
        (tinytc::TEXTOBJECTS_QUERY, 12),
        (tinytc::INJECTIONS_QUERY, 1),
    ] {
        let query = Query::new(&language, query).expect("nodes of the grammar");
        assert!(query.pattern_count() >= patterns, "{query:?}");
    }
}

#[test]
fn functions_regions_and_comments_fold() {
    let expected = [
        "; A kernel.",
        "; TODO: faster.",
        "func @k(%a: f32,",
        "(%a: f32,",
        "{",
        "{",
        "{",
    ];
    check(tinytc::FOLDS_QUERY, "fold", &expected);
}

#[test]
fn regions_indent_and_braces_end_them() {
    check(tinytc::INDENTS_QUERY, "indent.begin", &["(", "{", "{", "{"]);
    check(tinytc::INDENTS_QUERY, "indent.end", &["}"; 3]);
}

#[test]
fn every_definition_has_its_scope() {
    let query = tinytc::LOCALS_QUERY;
    check(query, "local.definition.function", &["@k"]);
    check(query, "local.definition.parameter", &["%a", "%m"]);
    let values = ["%zero", "%s", "%i", "%x", "%j"];
    check(query, "local.definition.var", &values);
    let scopes = captured(query, "local.scope").expect("a query");
    assert_eq!(scopes.len(), 7, "{scopes:?}");
}

#[test]
fn text_objects_are_what_people_select() {
    let query = tinytc::TEXTOBJECTS_QUERY;
    check(query, "function.outer", &["func @k(%a: f32,"]);
    let parameters = ["%a: f32", "%m: memref<f32x4> {alignment=4}"];
    check(query, "parameter.inner", &parameters);
    check(query, "attribute.inner", &["4"]);
    check(
        query,
        "call.outer",
        &["constant 0 : index", "store %s, %m[%j]"],
    );
    check(query, "assignment.lhs", &["%zero", "%s"]);
    let loops = captured(query, "loop.outer").expect("a query");
    assert!(loops[0].starts_with("for ") && loops[1].starts_with("foreach ") && loops.len() == 2);
    check(query, "comment.outer", &["; A kernel.", "; TODO: faster."]);
    check(
        tinytc::INJECTIONS_QUERY,
        "injection.content",
        &["; A kernel.", "; TODO: faster."],
    );
}
