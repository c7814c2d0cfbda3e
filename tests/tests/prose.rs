//! Plain English in the texts that people read: phrases that read as if translated, each with what to write instead.
//!
//! Code blocks, code spans and Japanese pages are not read. `tests/prose.txt` counts the places that are not rewritten yet, by
//! file; a count may only fall. With `UPDATE_EXPECT=1` it is written again.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use regex::Regex;

/// A phrase to avoid.
struct Pattern {
    phrase: &'static str,
    instead: &'static str,
    /// A sentence that has it.
    found: &'static str,
    /// A sentence that is similar, and fine.
    fine: &'static str,
}

const PATTERNS: &[Pattern] = &[
    Pattern {
        phrase: r"\bdo(es)? the same\b",
        instead: "equivalent",
        found: "Two programs do the same.",
        fine: "The same program runs again.",
    },
    Pattern {
        phrase: r"\b(that|which) (nothing|no ?one|nobody) (write|wrote|read|wait|need)s?\b|\bno one (waits|reads|needs)\b",
        instead: "an adjective: uninitialized, unused, cancelled",
        found: "A word that nothing wrote.",
        fine: "Nothing else writes the word.",
    },
    Pattern {
        phrase: r"\b(seconds|steps|instructions|lines|findings|words|bytes|times) at most\b|\bfor as long again\b",
        instead: "maximum number of .., time limit",
        found: "It takes 20 seconds at most.",
        fine: "It takes at most 20 seconds.",
    },
    Pattern {
        phrase: r"\b(whatever|wherever|however) (the|they|it|order|its|these|those)\b|\bin whatever\b",
        instead: "any, regardless of",
        found: "3 steps, whatever the address.",
        fine: "3 steps. However, they can overlap.",
    },
    Pattern {
        phrase: r"\b(is|are) no ([b-eg-kn-z][a-z]*|a[a-z]+|f[a-df-z][a-z]*|l[a-df-np-z][a-z]*|m[a-np-z][a-z]*)",
        instead: "is not a ..",
        found: "It is no step.",
        fine: "It is no longer there, and is no more than a step.",
    },
    Pattern {
        phrase: r"\b(is stronger|goes before|has the word)\b",
        instead: "applies, overrides, takes precedence",
        found: "A code is stronger than its group.",
        fine: "The step before the word.",
    },
    Pattern {
        phrase: r"\b(page|file|message|program|server|command|list|line|text|row|title|hover|finding|setting|map|profile)s? (say|speak|ask|tell|know)s?\b",
        instead: "reports, supports, evaluates, requests, shows",
        found: "This page says how.",
        fine: "The page describes what users say.",
    },
    Pattern {
        phrase: r"\bwhat (is left|was tried|is beyond|it takes|it says)\b",
        instead: "the rest, input, output",
        found: "It reports what is left.",
        fine: "The left operand is what counts.",
    },
    Pattern {
        phrase: r"\bstands? (here|there|in|beside|for|on|at|above|below|before|after)\b|\blies? (in|at|on|beside)\b",
        instead: "is, appears",
        found: "The value stands in LM1.",
        fine: "The standard is in the manual.",
    },
    Pattern {
        phrase: r"\bgo(es)? on (with|to|by)\b|\bgives? back\b",
        instead: "continue, follow, return",
        found: "It goes on by one word.",
        fine: "It goes to the next word.",
    },
    Pattern {
        phrase: r"\bwrong usage\b|\bmend(s|ed)?\b|\bcures?\b",
        instead: "usage error, fix",
        found: "2 wrong usage",
        fine: "2 usage error, recommended and secure",
    },
    Pattern {
        phrase: r"(^|[.!?] )(Else|So|Thus)\b",
        instead: "Otherwise, ..; or state what holds",
        found: "It is long. So it takes time.",
        fine: "It is so long. Sometimes it takes time.",
    },
    Pattern {
        phrase: r"\b(held|holds?) (to|against)\b|\bseen by\b",
        instead: "validated against, checked by",
        found: "Each word is held against the table.",
        fine: "The table holds each word.",
    },
    Pattern {
        phrase: r"\bby dying\b|\bat hand\b|\ball the same\b|\bso many\b|\ba while\b",
        instead: "exiting, available, still, this many, for some time",
        found: "It runs all the same.",
        fine: "All of the same steps run.",
    },
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The English pages in a folder, and in the folders in it if `is_deep`.
fn pages(folder: &Path, is_deep: bool, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        let name = name.to_string_lossy();
        if path.is_dir() {
            if is_deep {
                pages(&path, is_deep, found);
            }
        } else if name.ends_with(".md") && !name.ends_with(".ja.md") {
            found.push(path);
        }
    }
}

/// What is read: pages at the top and below `docs`, and the help of the command line.
fn texts() -> BTreeMap<String, String> {
    let root = root();
    let mut paths = Vec::new();
    pages(&root, false, &mut paths);
    pages(&root.join("docs"), true, &mut paths);
    paths.push(root.join("cli/src/args.rs"));
    for entry in fs::read_dir(root.join("cli/src/args")).expect("the arguments") {
        paths.push(entry.expect("a file").path());
    }
    let name = |path: &Path| {
        let path = path.strip_prefix(&root).unwrap_or(path);
        path.to_string_lossy().replace('\\', "/")
    };
    let read = |path: &Path| fs::read_to_string(path).expect("a text");
    paths.iter().map(|path| (name(path), read(path))).collect()
}

/// The lines of a text that are prose, each without its code.
fn prose(name: &str, text: &str) -> Vec<(usize, String)> {
    let is_page = name.ends_with(".md");
    let mut is_code = false;
    let mut lines = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let trimmed = line.trim_start();
        if is_page && trimmed.starts_with("```") {
            is_code = !is_code;
        } else if !is_code && (is_page || !is_rust(trimmed)) {
            lines.push((index + 1, without_code(line)));
        }
    }
    lines
}

/// Whether a line of the arguments' source is code, and not help.
fn is_rust(line: &str) -> bool {
    line.ends_with([';', '{', '}', ',']) && !line.starts_with("///")
}

fn without_code(line: &str) -> String {
    let parts = line.split('`').enumerate();
    let parts = parts.map(|(index, part)| if index % 2 == 0 { part } else { "code" });
    parts.collect()
}

fn compiled() -> Vec<(Regex, &'static Pattern)> {
    let compile = |pattern: &'static Pattern| {
        let regex = Regex::new(pattern.phrase).expect("a regular expression");
        (regex, pattern)
    };
    PATTERNS.iter().map(compile).collect()
}

#[test]
fn each_pattern_finds_its_phrase_and_passes_what_is_similar() {
    for (regex, pattern) in compiled() {
        assert!(regex.is_match(pattern.found), "{}", pattern.found);
    }
    for Pattern { fine, .. } in PATTERNS {
        for (regex, pattern) in compiled() {
            assert!(!regex.is_match(fine), "{}: {fine}", pattern.phrase);
        }
    }
}

#[test]
fn texts_are_in_plain_english() {
    let patterns = compiled();
    let mut counts = BTreeMap::new();
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (name, text) in texts() {
        for (line, prose) in prose(&name, &text) {
            for (regex, pattern) in &patterns {
                for found in regex.find_iter(&prose) {
                    *counts.entry(name.clone()).or_insert(0_usize) += 1;
                    places.entry(name.clone()).or_default().push(format!(
                        "{name}:{line}: \"{}\"; write: {}",
                        found.as_str().trim(),
                        pattern.instead
                    ));
                }
            }
        }
    }
    let baseline = Path::new(env!("CARGO_MANIFEST_DIR")).join("prose.txt");
    let now: String = counts
        .iter()
        .map(|(name, count)| format!("{count} {name}\n"))
        .collect();
    if env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&baseline, &now).expect("the counts are written");
    }
    let expected = fs::read_to_string(&baseline).expect("the counts");
    let allowed: BTreeMap<&str, usize> = expected
        .lines()
        .filter_map(|line| line.split_once(' '))
        .map(|(count, name)| (name, count.parse().expect("a count")))
        .collect();
    let more: Vec<&String> = places
        .iter()
        .filter(|(name, found)| found.len() > allowed.get(name.as_str()).copied().unwrap_or(0))
        .flat_map(|(_, found)| found)
        .collect();
    assert!(more.is_empty(), "{more:#?}");
    assert_eq!(now, expected, "the counts have fallen: UPDATE_EXPECT=1");
}
