//! Parses the programs of others line by line, as the assembler does, and prints how many have an error node. They are not part
//! of the repository: the environment variable names a folder that holds them.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{env, fs};

use tree_sitter::{Node, Parser};

const FOLDER_VARIABLE: &str = "MNC2_PUBLIC_PROGRAMS";

/// What one file came to.
struct Parsed {
    lines: usize,
    broken_lines: Vec<usize>,
    elapsed: Duration,
}

#[test]
fn public_programs_parse_without_errors() -> Result<(), Box<dyn Error>> {
    let Some(folder) = env::var_os(FOLDER_VARIABLE) else {
        println!("!!! NO PUBLIC PROGRAM WAS PARSED: {FOLDER_VARIABLE} names no folder !!!");
        return Ok(());
    };
    let mut files = Vec::new();
    collect_programs(Path::new(&folder), &mut files)?;
    files.sort();
    assert!(!files.is_empty(), "no .vsm file below {}", folder.display());

    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_mnc2::LANGUAGE.into())?;
    let (mut lines, mut clean_files, mut broken_lines) = (0, 0, 0);
    let mut elapsed = Duration::ZERO;
    let mut unexpected = Vec::new();
    for file in &files {
        let bytes = fs::read(file)?;
        let text = String::from_utf8_lossy(&bytes);
        let parsed = parse_lines(&mut parser, &text)?;
        lines += parsed.lines;
        broken_lines += parsed.broken_lines.len();
        elapsed += parsed.elapsed;
        if parsed.broken_lines.is_empty() {
            clean_files += 1;
            continue;
        }
        let reason = why_no_program(file, &text);
        println!(
            "{}: errors in {} of {} lines, first in line {} ({})",
            file.display(),
            parsed.broken_lines.len(),
            parsed.lines,
            parsed.broken_lines[0],
            reason.unwrap_or("UNEXPECTED"),
        );
        if reason.is_none() {
            unexpected.push(file);
        }
    }
    println!(
        "parsed {} files, {lines} lines: {clean_files} files and {} lines without an error node",
        files.len(),
        lines - broken_lines,
    );
    println!(
        "{:.2} µs a line",
        elapsed.as_secs_f64() * 1e6 / lines as f64
    );
    assert!(unexpected.is_empty(), "error nodes in {unexpected:?}");
    Ok(())
}

fn collect_programs(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            collect_programs(&path, files)?;
        } else if path
            .extension()
            .is_some_and(|extension| extension == "vsm" || extension == "_vsm")
        {
            files.push(path);
        }
    }
    Ok(())
}

fn parse_lines(parser: &mut Parser, text: &str) -> Result<Parsed, Box<dyn Error>> {
    let start = Instant::now();
    let mut lines = 0;
    let mut broken_lines = Vec::new();
    for line in text.lines() {
        lines += 1;
        let tree = parser.parse(line, None).ok_or("the parser gave up")?;
        if has_error(tree.root_node()) {
            broken_lines.push(lines);
        }
    }
    Ok(Parsed {
        lines,
        broken_lines,
        elapsed: start.elapsed(),
    })
}

/// Whether the tree holds an error, or operands without a space between: one that was cut in two.
fn has_error(root: Node<'_>) -> bool {
    root.has_error() || has_touching_operands(root)
}

fn has_touching_operands(node: Node<'_>) -> bool {
    let is_list = matches!(node.kind(), "expression" | "mv_statement");
    let mut cursor = node.walk();
    let children: Vec<_> = node.children(&mut cursor).collect();
    let touching = children
        .windows(2)
        .any(|pair| pair[0].end_byte() == pair[1].start_byte());
    (is_list && touching) || children.into_iter().any(has_touching_operands)
}

/// Some published files are not programs: resource forks, templates to be filled in, Ruby.
fn why_no_program(file: &Path, text: &str) -> Option<&'static str> {
    let is_resource_fork = file
        .file_name()
        .is_some_and(|name| name.to_string_lossy().starts_with("._"));
    if is_resource_fork {
        return Some("resource fork");
    }
    if text.contains("$TODO") || text.contains("[TODO]") {
        return Some("template");
    }
    let is_ruby = |line: &str| {
        ["puts ", "def ", "require "]
            .iter()
            .any(|word| line.trim_start().starts_with(word))
            || line.contains(" do |")
            || line.contains(".each")
    };
    text.lines().any(is_ruby).then_some("Ruby")
}
