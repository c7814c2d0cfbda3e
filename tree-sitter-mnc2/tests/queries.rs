//! Every query fits the grammar, uses only the capture names that its editor documents, and finds the expected nodes.

use std::error::Error;
use std::fs;
use std::path::Path;

use tree_sitter::{Language, Parser, Query, QueryCursor, StreamingIterator as _, Tree};
use tree_sitter_mnc2::helix;

mod capture_names;

/// A file below `queries`, its text, and the capture names that the editor documents for such files.
struct QueryFile {
    path: &'static str,
    text: &'static str,
    documented: &'static str,
}

const QUERY_FILES: [QueryFile; 10] = [
    QueryFile {
        path: "highlights.scm",
        text: tree_sitter_mnc2::HIGHLIGHTS_QUERY,
        documented: capture_names::NEOVIM_HIGHLIGHTS,
    },
    QueryFile {
        path: "folds.scm",
        text: tree_sitter_mnc2::FOLDS_QUERY,
        documented: "fold",
    },
    QueryFile {
        path: "indents.scm",
        text: tree_sitter_mnc2::INDENTS_QUERY,
        documented: capture_names::NEOVIM_INDENTS,
    },
    QueryFile {
        path: "locals.scm",
        text: tree_sitter_mnc2::LOCALS_QUERY,
        documented: capture_names::NEOVIM_LOCALS,
    },
    QueryFile {
        path: "textobjects.scm",
        text: tree_sitter_mnc2::TEXTOBJECTS_QUERY,
        documented: capture_names::NEOVIM_TEXTOBJECTS,
    },
    QueryFile {
        path: "injections.scm",
        text: tree_sitter_mnc2::INJECTIONS_QUERY,
        documented: capture_names::INJECTIONS,
    },
    QueryFile {
        path: "helix/highlights.scm",
        text: helix::HIGHLIGHTS_QUERY,
        documented: capture_names::HELIX_HIGHLIGHTS,
    },
    QueryFile {
        path: "helix/locals.scm",
        text: helix::LOCALS_QUERY,
        documented: capture_names::HELIX_LOCALS,
    },
    QueryFile {
        path: "helix/textobjects.scm",
        text: helix::TEXTOBJECTS_QUERY,
        documented: capture_names::HELIX_TEXTOBJECTS,
    },
    QueryFile {
        path: "helix/injections.scm",
        text: helix::INJECTIONS_QUERY,
        documented: capture_names::INJECTIONS,
    },
];

/// One statement of every kind, with every kind of part.
const SAMPLE: &str = "\
# comment
quit
d getbh $llm0n0c1b2m3p4 4
d set $t 4 0123456789abcdef l1 s1_2 h1_2_3_4
maskllrs 0b10001
c 0 0 i01 i00 0 000000000 000001 0123456789abcdef
mvp/n64i01nd4p3 $di512@2 $lc0@2.1
mvp/q7 $p0 $d0
hbfn/9/$llimr1 -$lm0v4j0e/ll1000t $lmt[0,2,4,6] -$maufr $nowrite
l2bmb@[0,2] $lc0 $lb0; l2bmb@2/5 $lc0 $lb0; l1bmd+1 $lbi $lr0v # both
imm f\"1.0\" $lr0; wait i01; x 1 foo
";

#[test]
fn queries_use_only_documented_captures() -> Result<(), Box<dyn Error>> {
    for file in &QUERY_FILES {
        let query = query(file)?;
        for name in query.capture_names() {
            assert!(
                file.documented.contains(name),
                "{}: @{name} is not documented",
                file.path
            );
        }
        assert_ne!(query.pattern_count(), 0, "{} holds no pattern", file.path);
    }
    Ok(())
}

#[test]
fn every_query_file_is_tested() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("queries");
    let mut found = Vec::new();
    for (prefix, folder) in [("", folder.clone()), ("helix/", folder.join("helix"))] {
        for entry in fs::read_dir(folder)? {
            let name = entry?.file_name().into_string().map_err(|_| "not a name")?;
            if Path::new(&name)
                .extension()
                .is_some_and(|extension| extension == "scm")
            {
                found.push(format!("{prefix}{name}"));
            }
        }
    }
    found.sort();
    let mut tested: Vec<_> = QUERY_FILES
        .iter()
        .map(|file| file.path.to_owned())
        .collect();
    tested.sort();
    assert_eq!(found, tested);
    Ok(())
}

#[test]
fn every_token_is_highlighted() -> Result<(), Box<dyn Error>> {
    let tree = parse(SAMPLE)?;
    for file in QUERY_FILES
        .iter()
        .filter(|file| file.path.ends_with("highlights.scm"))
    {
        let mut covered = vec![false; SAMPLE.len()];
        for (_, range) in captures(file, &tree)? {
            covered[range].fill(true);
        }
        for (at, character) in SAMPLE.char_indices() {
            assert!(
                covered[at] || character.is_whitespace(),
                "{}: {character:?} is not highlighted in {:?}",
                file.path,
                SAMPLE[..=at].lines().last(),
            );
        }
    }
    Ok(())
}

#[test]
fn folds_are_runs_of_lines_of_one_kind() -> Result<(), Box<dyn Error>> {
    let text =
        "# a\n# b\nmvnop/i01\nmvnop/i02\n\nnop # c\nnop # d\nd set $t 1 l1\nd set $t 1 l2\nnop\n";
    let file = QUERY_FILES
        .iter()
        .find(|file| file.path == "folds.scm")
        .ok_or("no folds")?;
    let tree = parse(text)?;
    let query = query(file)?;
    let mut cursor = QueryCursor::new();
    let mut matches = cursor.matches(&query, tree.root_node(), text.as_bytes());
    let mut folds = Vec::new();
    while let Some(one) = matches.next() {
        let starts = one
            .captures()
            .iter()
            .map(|capture| capture.node.start_byte());
        let ends = one.captures().iter().map(|capture| capture.node.end_byte());
        let (start, end) = (
            starts.min().ok_or("no capture")?,
            ends.max().ok_or("no capture")?,
        );
        if text[start..end].contains('\n') {
            folds.push(&text[start..end]);
        }
    }
    assert_eq!(
        folds,
        [
            "# a\n# b",
            "mvnop/i01\nmvnop/i02",
            "d set $t 1 l1\nd set $t 1 l2"
        ]
    );
    Ok(())
}

#[test]
fn queries_find_what_they_are_for() -> Result<(), Box<dyn Error>> {
    let text = "# a\n# b\nmvp/n64i01 $p0 $d0\nnop; wait i01\nlpassa $lm0 $ln[0,2,4,6]\n";
    check(
        text,
        "folds.scm",
        "fold",
        &["# a", "# b", "mvp/n64i01 $p0 $d0"],
    )?;
    check(text, "locals.scm", "local.definition", &["i01"])?;
    check(text, "locals.scm", "local.reference", &["i01"])?;
    check(text, "indents.scm", "indent.auto", &[text])?;
    check(text, "injections.scm", "injection.content", &["# a", "# b"])?;
    let operands = ["$p0", "$d0", "i01", "$lm0", "$ln[0,2,4,6]"];
    check(text, "textobjects.scm", "parameter.inner", &operands)?;
    check(text, "helix/textobjects.scm", "parameter.around", &operands)?;
    let statements = [
        "mvp/n64i01 $p0 $d0",
        "nop; wait i01",
        "lpassa $lm0 $ln[0,2,4,6]",
    ];
    check(text, "textobjects.scm", "statement.outer", &statements)?;
    check(
        text,
        "helix/textobjects.scm",
        "function.around",
        &statements,
    )?;
    check(
        text,
        "helix/textobjects.scm",
        "entry.inside",
        &["0", "2", "4", "6"],
    )?;
    check(text, "helix/locals.scm", "local.definition.label", &["i01"])?;
    Ok(())
}

/// The texts that the query in `path` captures as `capture`, in the order of the text.
fn check(text: &str, path: &str, capture: &str, expected: &[&str]) -> Result<(), Box<dyn Error>> {
    let file = QUERY_FILES
        .iter()
        .find(|file| file.path == path)
        .ok_or("no such query")?;
    let tree = parse(text)?;
    let mut ranges: Vec<_> = captures(file, &tree)?
        .into_iter()
        .filter(|(name, _)| name == capture)
        .map(|(_, range)| (range.start, range.end))
        .collect();
    ranges.sort_unstable();
    ranges.dedup();
    let found: Vec<_> = ranges
        .into_iter()
        .map(|(start, end)| &text[start..end])
        .collect();
    assert_eq!(found, expected, "{path} @{capture}");
    Ok(())
}

fn language() -> Language {
    tree_sitter_mnc2::LANGUAGE.into()
}

fn parse(text: &str) -> Result<Tree, Box<dyn Error>> {
    let mut parser = Parser::new();
    parser.set_language(&language())?;
    let tree = parser.parse(text, None).ok_or("the parser gave up")?;
    assert!(
        !tree.root_node().has_error(),
        "{}",
        tree.root_node().to_sexp()
    );
    Ok(tree)
}

fn query(file: &QueryFile) -> Result<Query, Box<dyn Error>> {
    Query::new(&language(), file.text).map_err(|error| format!("{}: {error}", file.path).into())
}

type Capture = (String, std::ops::Range<usize>);

fn captures(file: &QueryFile, tree: &Tree) -> Result<Vec<Capture>, Box<dyn Error>> {
    let query = query(file)?;
    let mut cursor = QueryCursor::new();
    // The text decides predicates only, and no query holds one.
    let mut matches = cursor.matches(&query, tree.root_node(), [].as_slice());
    let mut found = Vec::new();
    while let Some(one) = matches.next() {
        for capture in one.captures() {
            let name = query.capture_names()[capture.index as usize];
            found.push((name.to_owned(), capture.node.byte_range()));
        }
    }
    Ok(found)
}
