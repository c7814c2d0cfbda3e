//! Annotated programs: the expected findings are in the comments of the program itself.
//!
//! After the mark, such as `#~`, `error[RV0301] words` expects a finding of the line, and each `^` before it moves one line up;
//! the words are part of the message. `note words` and `help words` expect a note of the line. `key: value` sets an option of
//! the language, and `off: CODE` ignores findings with a code that the program is not about. Any other finding fails.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use mnc2_text::interface::{Code, Language, Options};
use mnc2_text::{Finding, Severity};

/// The annotated programs of a language.
pub struct Annotated {
    /// The language of the program.
    pub language: &'static Language,
    /// The folder of its crate; the programs are below `tests/diagnostics`.
    pub crate_folder: &'static str,
    /// What begins a comment.
    pub comment: &'static str,
    /// Whether `==` and `near misses` after a mark of a comment begin another program of the file.
    pub is_divided: bool,
}

/// An expected finding or note.
#[derive(Debug)]
struct Expected<'a> {
    line: usize,
    /// `None` for a note.
    finding: Option<(Severity, &'a str)>,
    words: &'a str,
}

/// What the annotations of a program state.
struct Stated<'a> {
    options: Box<dyn Options>,
    expected: Vec<Expected<'a>>,
    off: Vec<&'a str>,
}

impl Annotated {
    /// The law: each program has the findings that it states, each code is raised, apart from `elsewhere`, each file has
    /// near misses, or is one of `no_near_misses`, and safe fixes, at least `fixes_min`, leave no error in their line.
    ///
    /// # Panics
    /// With what breaks it.
    pub fn holds(&self, elsewhere: &[&str], no_near_misses: &[&str], fixes_min: usize) {
        let (mut failures, mut raised, mut fixes) = (String::new(), BTreeSet::new(), 0);
        raised.extend(elsewhere.iter().map(|id| (*id).to_owned()));
        for path in self.files() {
            let text = fs::read_to_string(&path).expect("a fixture");
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            let near = format!("\n{} near misses", self.comment);
            assert!(
                text.contains(&near) || no_near_misses.contains(&&*name),
                "{name}: near misses"
            );
            for (program, is_near) in self.programs(&text) {
                let stated = self.read(&program);
                assert!(!is_near || stated.expected.is_empty(), "{name}: {program}");
                let codes = stated.expected.iter().filter_map(|it| it.finding);
                raised.extend(codes.map(|(_, id)| id.to_owned()));
                fixes += fixed(&name, &program, &*stated.options);
                failures += &check(&name, &program, stated);
            }
        }
        assert!(failures.is_empty(), "{failures}");
        let all = self.language.codes().into_iter();
        let all: BTreeSet<String> = all.map(|code| code.id.to_owned()).collect();
        assert_eq!(raised, all);
        assert!(fixes >= fixes_min, "{fixes} fixes");
    }

    fn files(&self) -> Vec<PathBuf> {
        let folder = Path::new(self.crate_folder).join("tests/diagnostics");
        let entries = fs::read_dir(folder).expect("the folder");
        let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        paths
    }

    /// The programs of a file, and whether each is among the near misses.
    fn programs(&self, text: &str) -> Vec<(String, bool)> {
        if !self.is_divided {
            return vec![(text.to_owned(), false)];
        }
        let mut programs = vec![(String::new(), false)];
        for line in text.lines() {
            let is_near = programs.last().is_some_and(|(_, is_near)| *is_near);
            match line.strip_prefix(self.comment).map(str::trim) {
                Some("==") => programs.push((String::new(), is_near)),
                Some("near misses") => programs.push((String::new(), true)),
                _ => {
                    if let Some((program, _)) = programs.last_mut() {
                        program.push_str(line);
                        program.push('\n');
                    }
                }
            }
        }
        programs
    }

    fn read<'a>(&self, text: &'a str) -> Stated<'a> {
        let mark = format!("{}~", self.comment);
        let mut stated = Stated {
            options: self.language.options(),
            expected: Vec::new(),
            off: Vec::new(),
        };
        for (number, line) in text.lines().enumerate() {
            let Some((_, annotation)) = line.split_once(&mark) else {
                continue;
            };
            let rest = annotation.trim_start_matches('^');
            let up = annotation.len() - rest.len();
            let (kind, words) = rest.trim().split_once(' ').unwrap_or((rest.trim(), ""));
            match kind.strip_suffix(':') {
                Some("off") => stated.off.push(words),
                Some(key) => stated.options.set(key, words).expect("an option"),
                None => stated.expected.push(Expected {
                    line: number - up,
                    finding: (!matches!(kind, "note" | "help")).then(|| severity_and_id(kind)),
                    words: words.trim(),
                }),
            }
        }
        stated
    }
}

/// The severity and the code of a kind such as `error[RV0301]`.
fn severity_and_id(kind: &str) -> (Severity, &str) {
    let (severity, id) = kind
        .strip_suffix(']')
        .and_then(|kind| kind.split_once('['))
        .unwrap_or_else(|| panic!("{kind}: severity[code]"));
    let mut known = Severity::ALL.into_iter();
    let severity = known.find(|known| known.name() == severity);
    (severity.expect("a severity"), id)
}

/// The findings of a text.
fn findings(text: &str, options: &dyn Options) -> Vec<Finding<Code>> {
    let text = options.read(text);
    text.findings(&|| false).into_iter().collect()
}

/// What of a program is not as it states.
fn check(name: &str, text: &str, stated: Stated<'_>) -> String {
    let mut failures = String::new();
    let mut expected = stated.expected;
    let mut found = findings(text, &*stated.options);
    found.retain(|finding| !stated.off.contains(&finding.diagnostic.code.id));
    for finding in &found {
        let diagnostic = &finding.diagnostic;
        let (line, message) = (finding.line as usize, diagnostic.message.to_string());
        let shown = text.lines().nth(line).unwrap_or_default();
        let range = &diagnostic.range;
        assert!(range.start <= range.end && range.end as usize <= shown.len());
        let place = expected.iter().position(|expected| {
            expected.line == line
                && expected.finding == Some((diagnostic.severity, diagnostic.code.id))
                && message.contains(expected.words)
        });
        match place {
            Some(place) => drop(expected.remove(place)),
            None => {
                let (line, id) = (line + 1, diagnostic.code.id);
                failures += &format!("{name}:{line}: {shown}\n    unexpected {id} {message}\n");
            }
        }
    }
    let notes = || {
        found.iter().flat_map(|finding| {
            let notes = finding.diagnostic.notes.iter();
            notes.map(|note| {
                let line = note.line.unwrap_or(finding.line);
                (line as usize, note.message.to_string())
            })
        })
    };
    for missing in expected {
        let mut notes = notes();
        let is_it =
            |(line, said): (usize, String)| line == missing.line && said.contains(missing.words);
        if missing.finding.is_some() || !notes.any(is_it) {
            failures += &format!("{name}:{}: missing {missing:?}\n", missing.line + 1);
        }
    }
    failures
}

/// A safe fix leaves no error in its line. Returns the number of safe fixes.
fn fixed(name: &str, text: &str, options: &dyn Options) -> usize {
    let mut count = 0;
    for finding in findings(text, options) {
        for fix in finding.diagnostic.fixes.iter().filter(|fix| fix.is_safe()) {
            let (fixed, applied) = mnc2_text::fix::apply(text, [(finding.line, fix)]);
            assert_eq!(applied, 1);
            let left = findings(&fixed, options);
            let is_left = left
                .iter()
                .any(|other| other.line == finding.line && other.diagnostic.is_error());
            assert!(!is_left, "{name}:{}: {left:?}", finding.line + 1);
            count += 1;
        }
    }
    count
}
