//! Runs the cases of `test/corpus`, which are in the format of the tree-sitter command:
//!
//! ```text
//! =====
//! name
//! =====
//! source
//! -----
//!
//! (tree)
//! ```
//!
//! Trees are compared without regard to white space. With the environment variable `UPDATE_CORPUS` set, the
//! trees found are written back; read them before they are committed.

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use tree_sitter::Parser;

const FEWEST_CASES: usize = 150;
const FEWEST_CASES_WITH_ERRORS: usize = 20;

#[derive(Debug, PartialEq)]
struct Case {
    name: String,
    source: String,
    tree: String,
}

#[test]
fn corpus_cases_have_their_trees() -> Result<(), Box<dyn Error>> {
    let update = env::var_os("UPDATE_CORPUS").is_some();
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_mnc2::LANGUAGE.into())?;

    let (mut cases_count, mut error_cases_count) = (0, 0);
    let mut failures = String::new();
    for file in corpus_files()? {
        let mut cases = read_cases(&fs::read_to_string(&file)?);
        for case in &mut cases {
            let tree = parser
                .parse(&case.source, None)
                .ok_or("the parser gave up")?;
            let found = pretty(&tree.root_node().to_sexp());
            cases_count += 1;
            error_cases_count += usize::from(tree.root_node().has_error());
            if pretty(&case.tree) == found {
                continue;
            }
            let file = file.display();
            writeln!(
                failures,
                "{file}: {}\n{}",
                case.name,
                difference(&case.tree, &found)
            )?;
            case.tree = found;
        }
        if update {
            fs::write(&file, cases.iter().map(write_case).collect::<String>())?;
        }
    }
    println!("{cases_count} cases, {error_cases_count} of them with errors");
    assert!(
        cases_count >= FEWEST_CASES,
        "only {cases_count} cases were found"
    );
    assert!(
        error_cases_count >= FEWEST_CASES_WITH_ERRORS,
        "only {error_cases_count} cases with errors were found",
    );
    assert!(
        update || failures.is_empty(),
        "trees differ (- expected, + found)\n{failures}"
    );
    Ok(())
}

#[test]
fn cases_are_read_as_they_are_written() {
    let case = |name: &str, source: &str, tree: &str| Case {
        name: name.to_owned(),
        source: source.to_owned(),
        tree: tree.to_owned(),
    };
    let cases = [
        case("One line", "nop", "(source_file\n  (step))"),
        case("Nothing", "", "(source_file)"),
        case("Blank lines around", "\nnop\n\n", "(source_file)"),
    ];
    let text: String = cases.iter().map(write_case).collect();
    assert_eq!(read_cases(&text), cases);
}

#[test]
fn trees_are_compared_without_white_space() {
    assert_eq!(
        pretty("(a\n b:\n  (c) (MISSING \"x\"))"),
        pretty("(a b: (c) (MISSING \"x\"))")
    );
    assert_ne!(pretty("(a (b) (c))"), pretty("(a (b (c)))"));
    assert_eq!(pretty("(a b: (c (d)))"), "(a\n  b: (c\n    (d)))");
}

fn corpus_files() -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("test/corpus");
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        files.push(entry?.path());
    }
    files.retain(|file| file.extension().is_some_and(|extension| extension == "txt"));
    files.sort();
    Ok(files)
}

fn is_ruler(line: &str, mark: char) -> bool {
    line.len() >= 3 && line.chars().all(|character| character == mark)
}

fn read_cases(text: &str) -> Vec<Case> {
    let lines: Vec<&str> = text.split('\n').collect();
    let is_header = |at: usize| {
        at + 2 < lines.len() && is_ruler(lines[at], '=') && is_ruler(lines[at + 2], '=')
    };
    let headers: Vec<usize> = (0..lines.len()).filter(|at| is_header(*at)).collect();
    let ends = headers.iter().skip(1).copied().chain([lines.len()]);
    headers
        .iter()
        .zip(ends)
        .filter_map(|(&header, end)| {
            let body = &lines[header + 3..end];
            let divider = body.iter().position(|line| is_ruler(line, '-'))?;
            Some(Case {
                name: lines[header + 1].to_owned(),
                source: body[..divider].join("\n"),
                tree: body[divider + 1..].join("\n").trim().to_owned(),
            })
        })
        .collect()
}

fn write_case(case: &Case) -> String {
    let Case { name, source, tree } = case;
    let (head, rule) = ("=".repeat(80), "-".repeat(80));
    // A source without a line is nothing at all, not one empty line.
    let line_end = if source.is_empty() { "" } else { "\n" };
    format!("{head}\n{name}\n{head}\n{source}{line_end}{rule}\n\n{tree}\n\n")
}

/// A tree with each node on its own line, after its field.
fn pretty(tree: &str) -> String {
    let mut text = String::new();
    let mut depth = 0;
    let mut after_field = false;
    for word in tree
        .replace('(', " (")
        .replace(')', " ) ")
        .split_whitespace()
    {
        if word == ")" {
            depth -= 1;
            text.push(')');
            continue;
        }
        let opens = word.starts_with('(');
        let on_own_line = (opens || word.ends_with(':')) && !after_field;
        if on_own_line && !text.is_empty() {
            text.push('\n');
            text.push_str(&"  ".repeat(depth));
        } else if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(word);
        depth += usize::from(opens);
        after_field = word.ends_with(':');
    }
    text
}

/// The lines of both trees, without common lines at both ends.
fn difference(expected: &str, found: &str) -> String {
    let expected: Vec<&str> = expected.lines().collect();
    let found: Vec<&str> = found.lines().collect();
    let same_head = expected
        .iter()
        .zip(&found)
        .take_while(|(left, right)| left == right)
        .count();
    let (expected, found) = (&expected[same_head..], &found[same_head..]);
    let same_tail = expected
        .iter()
        .rev()
        .zip(found.iter().rev())
        .take_while(|(left, right)| left == right)
        .count();
    let lines = |lines: &[&str], mark: char| {
        lines[..lines.len() - same_tail]
            .iter()
            .map(|line| format!("{mark} {line}\n"))
            .collect::<String>()
    };
    lines(expected, '-') + &lines(found, '+')
}
