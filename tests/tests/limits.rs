//! The table of limits in `docs/reliability.md` agrees with the code: each constant has the stated value, and each
//! named test exists.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The text between backquotes.
fn quoted(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

/// A product or a shift of whole numbers. If the build chooses between two values, it is the value of the real build.
fn value(expression: &str) -> u64 {
    if let Some((_, real)) = expression.split_once("else {") {
        return value(real.trim_end_matches([' ', '}']));
    }
    if let Some((number, bits)) = expression.split_once("<<") {
        return value(number) << value(bits);
    }
    let factors = expression.split('*').map(|factor| {
        let digits = factor.trim().replace('_', "");
        digits
            .parse::<u64>()
            .unwrap_or_else(|_| panic!("{expression}"))
    });
    factors.product()
}

/// The value of a constant of a file.
fn constant(file: &str, name: &str) -> u64 {
    let text = fs::read_to_string(root().join(file)).unwrap_or_else(|_| panic!("{file}"));
    let definition = format!("const {name}: ");
    let (_, rest) = text
        .split_once(&definition)
        .unwrap_or_else(|| panic!("{name} in {file}"));
    let (_, expression) = rest.split_once('=').expect("a value");
    let (expression, _) = expression.split_once(';').expect("an end");
    value(expression.trim())
}

/// All of our Rust code.
fn code(folder: &Path, text: &mut String) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() && entry.file_name() != "target" {
            code(&path, text);
        } else if path.extension().is_some_and(|it| it == "rs") {
            text.push_str(&fs::read_to_string(&path).expect("a file of text"));
        }
    }
}

#[test]
fn the_table_of_limits_says_what_the_code_says() {
    let page = fs::read_to_string(root().join("docs/reliability.md")).expect("the page");
    let mut sources = String::new();
    for part in [
        "asm", "assist", "cli", "dap", "dataflow", "debug", "emulator", "equal", "host", "ide",
        "program", "project", "review", "schedule", "search", "server", "tests", "text", "words",
    ] {
        code(&root().join(part), &mut sources);
    }
    let mut limits = 0;
    for row in page.lines().filter(|row| row.starts_with('|')) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').collect();
        let (Some(last), is_test) = (cells.last(), row.contains("_")) else {
            continue;
        };
        if let [_, limit, place, _, _] = cells[..]
            && let [name, file] = quoted(place)[..]
        {
            let stated: u64 = limit.trim().parse().unwrap_or_else(|_| panic!("{row}"));
            assert_eq!(constant(file, name), stated, "{row}");
            limits += 1;
        } else if cells.len() != 3 || !is_test {
            continue;
        }
        let tests = quoted(last);
        let names = |it: &&str| {
            it.bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte == b'_' || byte.is_ascii_digit())
        };
        for test in tests
            .into_iter()
            .filter(names)
            .filter(|it| it.contains('_'))
        {
            assert!(sources.contains(&format!("fn {test}(")), "{test}");
        }
    }
    let said = format!("can meet | {limits}, checked");
    assert!(page.contains(&said), "the page says {said:?}");
}

#[test]
fn values_are_computed() {
    assert_eq!(value("64 * 1024 * 1_024"), 64 << 20);
    assert_eq!(value("32 << 20"), 1 << 25);
    assert_eq!(
        value("if cfg!(test) { 1 << 20 } else { 32 << 20 }"),
        32 << 20
    );
}
