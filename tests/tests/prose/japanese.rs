//! Japanese in one form: no space between Japanese and Latin characters, and one spelling for each word.

use std::fs;
use std::path::{Path, PathBuf};

use mnc2_tests::files;

use super::{rows, table, word};

/// A word with one spelling.
struct Spelling {
    wrong: String,
    right: String,
    /// Characters after which it is another word.
    after: String,
    /// Characters before which it is another word.
    but: String,
}

fn spellings() -> Vec<Spelling> {
    let optional = |row: &toml::Table, name: &str| {
        row.get(name)
            .map(|text| text.as_str().expect("a string").to_owned())
            .unwrap_or_default()
    };
    let table = table("japanese.toml");
    rows(&table, "word")
        .into_iter()
        .map(|row| Spelling {
            wrong: word(&row, "wrong"),
            right: word(&row, "right"),
            after: optional(&row, "after"),
            but: optional(&row, "but"),
        })
        .collect()
}

fn is_japanese(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}' | '々')
}

/// Latin letters, digits, and what begins or ends code and places. Emphasis is not one of them: Markdown needs a space there.
fn is_latin(c: char) -> bool {
    c.is_ascii_alphanumeric() || "`{}$[])".contains(c)
}

/// What is wrong with a line.
fn faults(line: &str, spellings: &[Spelling]) -> Vec<String> {
    let characters: Vec<char> = line.chars().collect();
    let mut found: Vec<String> = characters
        .windows(3)
        .filter(|three| {
            let is_pair = |a, b| is_japanese(a) && is_latin(b);
            three[1] == ' ' && (is_pair(three[0], three[2]) || is_pair(three[2], three[0]))
        })
        .map(|three| format!("a space in \"{}\"", three.iter().collect::<String>()))
        .collect();
    for spelling in spellings {
        for (at, _) in line.match_indices(&spelling.wrong) {
            let before = line[..at].chars().next_back();
            let after = line[at + spelling.wrong.len()..].chars().next();
            let is_other = before.is_some_and(|c| spelling.after.contains(c))
                || after.is_some_and(|c| spelling.but.contains(c));
            if !is_other {
                found.push(format!("{}; write: {}", spelling.wrong, spelling.right));
            }
        }
    }
    found
}

/// Every Japanese page, catalogue and list of texts.
fn texts() -> Vec<PathBuf> {
    let root = files::root();
    let mut paths = Vec::new();
    for extension in ["md", "toml", "json", "ts"] {
        for folder in [
            "program",
            "cli",
            "dialects",
            "docs",
            "editors/vscode",
            "web/site",
        ] {
            paths.extend(files::below(&root.join(folder), extension).expect("files"));
        }
    }
    paths.push(root.join("README.ja.md"));
    paths.retain(|path| is_translation(&files::name(path)));
    paths
}

fn is_translation(file: &str) -> bool {
    let is_ours = !file.contains("node_modules/") && !file.contains("/dist/");
    let is_japanese = file.ends_with(".ja.md")
        || file.ends_with(".ja.json")
        || (file.contains("/ja/") && file.ends_with(".toml"))
        || file.ends_with("/ja.toml")
        || file.starts_with("web/site/words/");
    is_ours && is_japanese
}

fn lines(path: &Path) -> Vec<(usize, String)> {
    let text = fs::read_to_string(path).expect("a text");
    let is_page = path.extension().is_some_and(|extension| extension == "md");
    let mut is_code = false;
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if is_page && line.trim_start().starts_with("```") {
            is_code = !is_code;
        } else if !is_code {
            found.push((index + 1, line.to_owned()));
        }
    }
    found
}

#[test]
fn spaces_and_spellings_are_found() {
    let spellings = spellings();
    for line in [
        "PE のメモリ",
        "値は `$lm0`にある",
        "{count} 個",
        "言語サーバ",
        "検査する",
        "書いた語",
        "メモリー",
    ] {
        assert_eq!(faults(line, &spellings).len(), 1, "{line}");
    }
    for line in [
        "PEのメモリ",
        "言語サーバーとバッファリング",
        "長語、単語、用語、機械語、語長",
        "**太字。** 続き",
        "MN-Core 2のワード",
        "\"a word\" = \"ワード\"",
    ] {
        assert!(faults(line, &spellings).is_empty(), "{line}");
    }
}

#[test]
fn japanese_has_one_spacing_and_one_spelling() {
    let spellings = spellings();
    let (mut failures, mut count) = (Vec::new(), 0);
    for path in texts() {
        for (number, line) in lines(&path) {
            count += usize::from(line.chars().any(is_japanese));
            for fault in faults(&line, &spellings) {
                failures.push(format!("{}:{number}: {fault}", files::name(&path)));
            }
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
    assert!(count > 3000, "{count} lines");
}
