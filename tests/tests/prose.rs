//! Plain English in everything that people read: phrases that read as if translated, each with what to write instead.
//!
//! `tests/prose/patterns.toml` has the phrases, `exceptions.toml` the places where one is right, with the reason. Pages, help,
//! messages, settings and the texts of editors and of the playground have none. `comments.txt` counts the places in comments that
//! are not rewritten yet, by folder; a count may only fall. `UPDATE_EXPECT=1` writes the counts again.

mod japanese;
mod subjects;
mod texts;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::{env, fs};

use mnc2_tests::files;
use regex::Regex;
use texts::{Kind, Unit};

/// A phrase to avoid.
struct Pattern {
    phrase: Regex,
    /// Near misses: a phrase that overlaps one of these is fine.
    allowed: Option<Regex>,
    instead: String,
    found: Vec<String>,
    fine: Vec<String>,
}

/// A place where a phrase is right.
struct Exception {
    file: String,
    text: String,
}

fn folder() -> PathBuf {
    files::root().join("tests/prose")
}

fn table(name: &str) -> toml::Table {
    let text = fs::read_to_string(folder().join(name)).expect("a table");
    text.parse().expect("TOML")
}

fn rows(table: &toml::Table, name: &str) -> Vec<toml::Table> {
    let rows = table[name].as_array().expect("an array of tables");
    let row = |row: &toml::Value| row.as_table().expect("a table").clone();
    rows.iter().map(row).collect()
}

fn word(row: &toml::Table, name: &str) -> String {
    row[name].as_str().expect("a string").to_owned()
}

fn patterns() -> Vec<Pattern> {
    let regex = |text: &str| Regex::new(&format!("(?i){text}")).expect("a regular expression");
    let sentences = |row: &toml::Table, name: &str| -> Vec<String> {
        let all = row[name].as_array().expect("sentences").iter();
        all.map(|text| text.as_str().expect("a sentence").to_owned())
            .collect()
    };
    let pattern = |row: toml::Table| Pattern {
        phrase: regex(&word(&row, "phrase")),
        allowed: row
            .get("allowed")
            .map(|text| regex(text.as_str().expect("a string"))),
        instead: word(&row, "instead"),
        found: sentences(&row, "found"),
        fine: sentences(&row, "fine"),
    };
    let table = table("patterns.toml");
    rows(&table, "pattern").into_iter().map(pattern).collect()
}

fn exceptions() -> Vec<Exception> {
    let exception = |row: toml::Table| {
        assert!(word(&row, "reason").len() > 10, "{row:?}");
        Exception {
            file: word(&row, "file"),
            text: word(&row, "text"),
        }
    };
    let table = table("exceptions.toml");
    rows(&table, "exception")
        .into_iter()
        .map(exception)
        .collect()
}

impl Pattern {
    /// Where a text has the phrase, in bytes.
    fn places(&self, text: &str) -> Vec<(usize, usize)> {
        let allowed: Vec<_> = (self.allowed.iter())
            .flat_map(|allowed| allowed.find_iter(text))
            .map(|found| found.range())
            .collect();
        let found = self.phrase.find_iter(text).map(|found| found.range());
        let is_allowed = |found: &std::ops::Range<usize>| {
            let overlaps =
                |near: &std::ops::Range<usize>| near.start < found.end && found.start < near.end;
            allowed.iter().any(overlaps)
        };
        found
            .filter(|found| !is_allowed(found))
            .map(|found| (found.start, found.end))
            .collect()
    }
}

/// A phrase in a text.
struct Place {
    kind: Kind,
    file: String,
    line: usize,
    message: String,
    context: String,
}

/// Pages that teach, in which a heading may be a question or an instruction.
const TUTORIALS: [&str; 3] = [
    "docs/hunting-a-hazard.md",
    "docs/golfing.md",
    "docs/walkthrough.md",
];

/// A heading that is a question or a clause instead of a noun that can be looked up.
fn is_clause(heading: &str) -> bool {
    let asks = [
        "What", "How", "Where", "When", "Why", "Who", "Which", "If", "Do", "Does", "Is", "Are",
        "Can",
    ];
    let first = heading.split_whitespace().next().unwrap_or_default();
    heading.ends_with('?') || asks.contains(&first)
}

/// The places of phrases in a unit of text.
fn places(unit: &Unit, patterns: &[Pattern]) -> Vec<Place> {
    // Positions stay the same, so that a place has its line.
    let flat = unit.text.replace('\n', " ");
    let mut found = Vec::new();
    let mut add = |start: usize, end: usize, message: String| {
        let before = flat[..start].char_indices().rev().nth(50);
        let after = flat[end..].char_indices().nth(50);
        found.push(Place {
            kind: unit.kind,
            file: unit.file.clone(),
            line: unit.line + unit.text[..start].matches('\n').count(),
            message,
            context: flat
                [before.map_or(0, |(at, _)| at)..after.map_or(flat.len(), |(at, _)| end + at)]
                .to_owned(),
        });
    };
    for pattern in patterns {
        for (start, end) in pattern.places(&flat) {
            add(
                start,
                end,
                format!(
                    "\"{}\"; write: {}",
                    flat[start..end].trim(),
                    pattern.instead
                ),
            );
        }
    }
    match unit.kind {
        Kind::Heading if is_clause(&flat) && !TUTORIALS.contains(&unit.file.as_str()) => {
            add(0, flat.len(), "a heading; write: a noun".to_owned());
        }
        Kind::AfterBlock if flat.starts_with(|first: char| first.is_ascii_lowercase()) => {
            let message = "a sentence around a code block; write: two sentences";
            add(0, 0, message.to_owned());
        }
        Kind::Comment if unit.is_doc && flat.split_whitespace().count() < 3 => {
            let message = "a doc comment of one or two words; delete it, or say more";
            add(0, flat.len(), message.to_owned());
        }
        _ => {}
    }
    found
}

/// The top folder of a file, by which comments are counted.
fn area(file: &str) -> &str {
    file.split('/').next().unwrap_or(file)
}

#[test]
fn each_pattern_finds_its_phrase_and_passes_what_is_similar() {
    let patterns = patterns();
    assert!(patterns.len() >= 18, "{}", patterns.len());
    for pattern in &patterns {
        assert!(!pattern.found.is_empty() && !pattern.fine.is_empty());
        for sentence in &pattern.found {
            assert!(!pattern.places(sentence).is_empty(), "{sentence}");
        }
        for sentence in &pattern.fine {
            for other in &patterns {
                assert!(
                    other.places(sentence).is_empty(),
                    "{}: {sentence}",
                    other.phrase
                );
            }
        }
    }
}

#[test]
fn headings_and_sentences_around_blocks_are_found() {
    for heading in [
        "Do two programs do the same?",
        "What it does not say",
        "How sure it is",
    ] {
        assert!(is_clause(heading), "{heading}");
    }
    for heading in ["Limitations", "Comparing two programs", "Ways to whatever"] {
        assert!(!is_clause(heading), "{heading}");
    }
    let page =
        "# Title\n\nThe command\n\n```sh\nmnc2\n```\n\ncompiles it.\n\n```sh\n```\n\nIt is done.\n";
    let units = texts::page("docs/x.md", page);
    let found: Vec<usize> = units
        .iter()
        .flat_map(|unit| places(unit, &[]))
        .map(|place| place.line)
        .collect();
    assert_eq!(found, [9]);
}

#[test]
fn texts_are_in_plain_english() {
    let patterns = patterns();
    let exceptions = exceptions();
    let mut used = BTreeSet::new();
    let mut failures = Vec::new();
    let mut comments: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut read: BTreeMap<Kind, usize> = BTreeMap::new();
    for unit in texts::all() {
        *read.entry(unit.kind).or_default() += 1;
        for place in places(&unit, &patterns) {
            let excepted = exceptions.iter().position(|exception| {
                exception.file == place.file && place.context.contains(&exception.text)
            });
            if let Some(excepted) = excepted {
                used.insert(excepted);
                continue;
            }
            let shown = format!(
                "{}:{}: {} (in \"{}\")",
                place.file, place.line, place.message, place.context
            );
            match place.kind {
                Kind::Comment => comments
                    .entry(area(&place.file).to_owned())
                    .or_default()
                    .push(shown),
                _ => failures.push(shown),
            }
        }
    }
    // A kind that is no longer found must not pass.
    for (kind, least) in [
        (Kind::Page, 3000),
        (Kind::Heading, 900),
        (Kind::AfterBlock, 500),
        (Kind::Help, 200),
        (Kind::Message, 2000),
        (Kind::Setting, 300),
        (Kind::Script, 300),
        (Kind::Comment, 5000),
    ] {
        let count = read.get(&kind).copied().unwrap_or(0);
        assert!(count >= least, "{kind:?}: only {count} texts");
    }
    assert!(failures.is_empty(), "{failures:#?}");
    let stale: Vec<&str> = (exceptions.iter().enumerate())
        .filter(|(index, _)| !used.contains(index))
        .map(|(_, exception)| exception.text.as_str())
        .collect();
    assert!(
        stale.is_empty(),
        "exceptions that match nothing: {stale:#?}"
    );
    compare_comments(&comments);
}

/// Fails if a folder has more phrases in its comments than before.
fn compare_comments(comments: &BTreeMap<String, Vec<String>>) {
    let path = folder().join("comments.txt");
    if env::var_os(files::UPDATE_VARIABLE).is_some() {
        let count = |(area, found): (&String, &Vec<String>)| format!("{} {area}\n", found.len());
        let now: String = comments.iter().map(count).collect();
        fs::write(&path, now).expect("the counts are written");
    }
    let allowed = fs::read_to_string(&path).expect("the counts");
    let allowed: BTreeMap<&str, usize> = (allowed.lines())
        .filter_map(|line| line.split_once(' '))
        .map(|(count, area)| (area, count.parse().expect("a count")))
        .collect();
    for (area, found) in comments {
        let most = allowed.get(area.as_str()).copied().unwrap_or(0);
        assert!(
            found.len() <= most,
            "{area}: {} places in comments, at most {most}: {found:#?}",
            found.len()
        );
        if found.len() < most {
            println!(
                "{area}: {most} has fallen to {}; UPDATE_EXPECT=1",
                found.len()
            );
        }
    }
}
