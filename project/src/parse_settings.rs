//! Parses `mnc2.toml`: every problem is reported with its place, and none prevents the rest from being read.

use std::ops::Range;

use ignore::gitignore::GitignoreBuilder;
use mnc2_text::{Message, message};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::keys::{CLOCK_MHZ_MAX, KEYS, KeyKind};
use crate::path_pattern::{self, Room};
use crate::setting_value::{self, OtherLanguages};
use crate::{Project, SettingProblem};

/// Maximum number of problems that are reported for one file.
const PROBLEMS_MAX: usize = 100;

/// Parses the text of a file, which can name other languages and their codes.
#[must_use]
pub fn read(text: &str, others: &OtherLanguages) -> (Project, Vec<SettingProblem>) {
    let (document, errors) = DeTable::parse_recoverable(text);
    let mut reader = Reader {
        text,
        others,
        project: Project::default(),
        problems: Vec::new(),
        patterns: Room::default(),
    };
    // They are in the order of the text. A text of nothing but errors has hundreds of thousands.
    for error in errors.into_iter().take(PROBLEMS_MAX) {
        let place = error.span().unwrap_or(0..0);
        let said = error.message().replace('\n', ", ");
        reader.problem(place, Message::verbatim(said));
    }
    for (key, value) in entries(document.get_ref()) {
        reader.entry(&key.0, key.1, value);
    }
    let mut problems = reader.problems;
    problems.sort_by_key(|problem| problem.range.start);
    problems.truncate(PROBLEMS_MAX);
    (reader.project, problems)
}

/// A key and its place.
type KeyText = (String, Range<usize>);

/// The entries of a table in the order of the text.
fn entries<'a, 'i>(table: &'a DeTable<'i>) -> Vec<(KeyText, &'a Spanned<DeValue<'i>>)> {
    let mut entries: Vec<_> = table
        .iter()
        .map(|(key, value)| ((key.get_ref().to_string(), key.span()), value))
        .collect();
    entries.sort_by_key(|((_, span), _)| span.start);
    entries
}

struct Reader<'t> {
    text: &'t str,
    others: &'t OtherLanguages,
    project: Project,
    problems: Vec<SettingProblem>,
    /// The patterns so far.
    patterns: Room,
}

impl Reader<'_> {
    fn problem(&mut self, range: Range<usize>, message: Message) {
        let start = range.start.min(self.text.len());
        self.problems.push(SettingProblem {
            range: start..range.end.clamp(start, self.text.len()),
            message,
        });
    }

    /// The value, or `None` with its problem noted.
    fn noted<T>(&mut self, place: Range<usize>, result: Result<T, Message>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(message) => {
                self.problem(place, message);
                None
            }
        }
    }

    fn entry(&mut self, name: &str, place: Range<usize>, value: &Spanned<DeValue<'_>>) {
        let Some(key) = KEYS.iter().find(|key| key.in_file == Some(name)) else {
            let names: Vec<&str> = KEYS.iter().filter_map(|key| key.in_file).collect();
            self.problem(place, setting_value::unknown(message!("key"), name, &names));
            return;
        };
        match key.kind {
            KeyKind::Profile => {
                self.project.layer.profile = self.choice(name, value, setting_value::profile);
            }
            KeyKind::Mode => {
                self.project.layer.mode = self.choice(name, value, setting_value::mode);
            }
            KeyKind::Levels => self.levels(name, value),
            KeyKind::Testcase => self.testcases(name, value),
            KeyKind::Encodings => {
                let path = |text: &str| Ok(text.to_owned());
                self.project.encodings = self.choice(name, value, path);
            }
            KeyKind::Megahertz => self.project.clock_mhz = self.megahertz(name, value),
            KeyKind::Patterns => self.exclude(name, value),
            KeyKind::Languages => self.languages(name, value),
            // They are settings of editors.
            KeyKind::Focus
            | KeyKind::Language
            | KeyKind::Switch
            | KeyKind::StepHints
            | KeyKind::ShortenLevel
            | KeyKind::Seconds
            | KeyKind::Path => {}
        }
    }

    fn wrong_type(&mut self, name: &str, value: &Spanned<DeValue<'_>>, expected: Message) {
        let found = value.get_ref().type_str();
        self.problem(
            value.span(),
            message!(
                "`{name}` must be {expected}, but this is of type {found}",
                name,
                expected,
                found
            ),
        );
    }

    fn choice<T>(
        &mut self,
        name: &str,
        value: &Spanned<DeValue<'_>>,
        read: impl Fn(&str) -> Result<T, Message>,
    ) -> Option<T> {
        match value.get_ref().as_str() {
            Some(text) => self.noted(value.span(), read(text)),
            None => {
                self.wrong_type(name, value, message!("a string"));
                None
            }
        }
    }

    fn levels(&mut self, name: &str, value: &Spanned<DeValue<'_>>) {
        let Some(table) = value.get_ref().as_table() else {
            self.wrong_type(
                name,
                value,
                message!(
                    "a table, such as `{example}`",
                    example = "levels = { E1010 = \"warning\" }"
                ),
            );
            return;
        };
        for ((code, place), value) in entries(table) {
            let selector = self.noted(place, setting_value::selector(&code, self.others));
            let level = self.choice(&code, value, setting_value::level);
            if let (Some(selector), Some(level)) = (selector, level) {
                self.project.layer.levels.push((selector, level));
            }
        }
    }

    fn testcases(&mut self, name: &str, value: &Spanned<DeValue<'_>>) {
        match value.get_ref() {
            DeValue::String(path) => self.testcase("**", value.span(), path),
            DeValue::Table(table) => {
                for ((pattern, place), value) in entries(table) {
                    match value.get_ref().as_str() {
                        Some(path) => self.testcase(&pattern, place, path),
                        None => {
                            self.wrong_type(&pattern, value, message!("the path of a testcase"));
                        }
                    }
                }
            }
            _ => {
                let expected = message!("a path, or a table from patterns to paths");
                self.wrong_type(name, value, expected);
            }
        }
    }

    fn testcase(&mut self, pattern: &str, place: Range<usize>, path: &str) {
        let matcher = path_pattern::matcher(pattern, &mut self.patterns);
        if let Some(matcher) = self.noted(place, matcher) {
            self.project.testcases.push((matcher, path.to_owned()));
        }
    }

    fn languages(&mut self, name: &str, value: &Spanned<DeValue<'_>>) {
        let Some(table) = value.get_ref().as_table() else {
            let expected = message!(
                "a table, such as `{example}`",
                example = "languages = { \"*.S\" = \"rvmatrix@0.2\" }"
            );
            self.wrong_type(name, value, expected);
            return;
        };
        for ((pattern, place), value) in entries(table) {
            let matcher = path_pattern::matcher(&pattern, &mut self.patterns);
            let matcher = self.noted(place, matcher);
            let others = self.others;
            let chosen = self.choice(&pattern, value, |text| {
                setting_value::document_language(text, others)
            });
            if let (Some(matcher), Some(chosen)) = (matcher, chosen) {
                self.project.languages.push((matcher, chosen));
            }
        }
    }

    fn megahertz(&mut self, name: &str, value: &Spanned<DeValue<'_>>) -> Option<u32> {
        let DeValue::Integer(integer) = value.get_ref() else {
            self.wrong_type(name, value, message!("a whole number"));
            return None;
        };
        let number = u32::from_str_radix(integer.as_str(), integer.radix())
            .ok()
            .filter(|number| (1..=CLOCK_MHZ_MAX).contains(number));
        if number.is_none() {
            let message = message!(
                "`{name}` must be from 1 to {max}",
                name,
                max = CLOCK_MHZ_MAX
            );
            self.problem(value.span(), message);
        }
        number
    }

    fn exclude(&mut self, name: &str, value: &Spanned<DeValue<'_>>) {
        let Some(patterns) = value.get_ref().as_array() else {
            self.wrong_type(name, value, message!("a list of patterns"));
            return;
        };
        // Paths are relative to the folder of the file.
        let mut builder = GitignoreBuilder::new("");
        for one in patterns.iter() {
            match one.get_ref().as_str() {
                Some(text) => {
                    let added = path_pattern::add_line(&mut builder, text, &mut self.patterns);
                    self.noted(one.span(), added);
                }
                None => self.wrong_type(name, one, message!("a list of strings")),
            }
        }
        let built = path_pattern::lines(&builder);
        self.project.exclude = self.noted(value.span(), built);
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use mnc2_isa::Mode;
    use mnc2_program::ModeChoice;
    use mnc2_program::code::Code;
    use mnc2_program::rules::{RuleProfile, Rules};
    use mnc2_text::Level;
    use mnc2_text::LevelChoices;

    use super::*;
    use crate::line_and_byte;

    mnc2_text::codes! {
        /// Codes of a language that exists only here.
        enum RvCode, not_utf8 NotUtf8, page "{ID}";
        NotUtf8 RV0101 Warning "1" "file that is not UTF-8", "save the file as UTF-8";
        Overlap RV0401 Warning "2" "overlap", "registers do not overlap";
    }

    fn read(text: &str) -> (Project, Vec<SettingProblem>) {
        let others = OtherLanguages {
            ids: vec!["rvmatrix"],
            codes: RvCode::ALL.iter().map(|code| code.row()).collect(),
        };
        super::read(text, &others)
    }

    /// Parses a file that has no problems.
    fn project(text: &str) -> Project {
        let (project, problems) = read(text);
        assert_eq!(problems, [], "{text}");
        project
    }

    /// Checks the problems as `line:column message`, counted from 1.
    fn check(text: &str, expected: &[&str]) {
        let (_, problems) = read(text);
        let found: Vec<String> = problems
            .iter()
            .map(|problem| {
                let (line, byte) = line_and_byte(text, problem.range.start);
                format!("{}:{} {}", line + 1, byte + 1, problem.message)
            })
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn every_key_is_read() {
        let project = project(
            "profile = 'contest'\nmode = \"auto\"\nclock-mhz = 750\nexclude = ['old/', '*.tmp.vsm']\n\
             [languages]\n'k/*.S' = 'rvmatrix@0.2 mlen=256'\n'*.s' = 'mnc2'\n[levels]\nE1010 = 'warning'\nW10 = 'off'\nRV04 = 'error'\n[testcase]\n'04-*/*.vsm' = 'mul.vsm'\n'**/*.vsm' = 'all.vsm'\n",
        );
        assert_eq!(project.layer.profile, Some(RuleProfile::Contest));
        assert_eq!(
            project.layer.mode,
            Some(ModeChoice::Given(Mode::AutoStride))
        );
        assert_eq!(project.clock_mhz, Some(750));
        let levels = Rules::from_layers(&[&project.layer]).levels;
        assert_eq!(levels.level(Code::GrfHazard), Level::Warning);
        assert_eq!(levels.level(Code::L2bmMvDoubtful), Level::Off);
        let choices = LevelChoices::from_layers([project.layer.levels.as_slice()]);
        assert_eq!(choices.level(RvCode::Overlap), Level::Error);
        assert_eq!(choices.level(RvCode::NotUtf8), Level::Warning);
        let testcase = |program: &str| project.testcase(Path::new(program)).and_then(Path::to_str);
        assert_eq!(testcase("04-Mul/a.vsm"), Some("mul.vsm"));
        assert_eq!(testcase("04-Mul/deep/a.vsm"), Some("all.vsm"));
        assert_eq!(testcase("a.txt"), None);
        let language = |path: &str| Some(project.language(Path::new(path))?.id.as_str());
        assert_eq!(language("k/a.S"), Some("rvmatrix"));
        assert_eq!((language("a.s"), language("a.S")), (Some("mnc2"), None));
        let excludes = |path: &str| project.excludes(Path::new(path), false);
        assert!(excludes("old/a.vsm") && excludes("deep/old/a.vsm") && excludes("x/a.tmp.vsm"));
        assert!(!excludes("new/a.vsm") && !excludes("") && !excludes("/old/a.vsm"));
    }

    #[test]
    fn one_testcase_serves_all_programs() {
        let project = project("testcase = 'testcase.vsm'");
        let testcase = project.testcase(Path::new("a/b.vsm"));
        assert_eq!(testcase, Some(Path::new("testcase.vsm")));
    }

    #[test]
    fn problems_have_a_place_and_a_suggestion() {
        check(
            "profil = 'contest'\n",
            &["1:1 there is no key `profil`; did you mean `profile`?"],
        );
        check(
            "profile = 'hardwear'\nmode = 'quick'\nlevels = 3\n",
            &[
                "1:11 there is no profile `hardwear`; did you mean `hardware`?",
                "2:8 there is no mode `quick`: use one of `infer`, `auto`, `flat`",
                "3:10 `levels` must be a table, such as `levels = { E1010 = \"warning\" }`, but this is of type integer",
            ],
        );
        check(
            "[levels]\n  E10l0 = 'off'\n  E1010 = 'warn'\n  W1002 = true\n",
            &[
                "2:3 there is no diagnostic code or group `E10l0`; did you mean `E1010`?",
                "3:11 there is no level `warn`; did you mean `warning`?",
                "4:11 `W1002` must be a string, but this is of type boolean",
            ],
        );
        check(
            "clock-mhz = 0\nexclude = 'x'\n[testcase]\n'[' = 'x'\na = 1\n",
            &[
                "1:13 `clock-mhz` must be from 1 to 100000",
                "2:11 `exclude` must be a list of patterns, but this is of type string",
                "4:1 unclosed character class; missing ']'",
                "5:5 `a` must be the path of a testcase, but this is of type integer",
            ],
        );
        check(
            "[languages]\n'*.S' = 'rvmatrx@0.2'\n'*.s' = 1\n",
            &[
                "2:9 there is no language `rvmatrx`; did you mean `rvmatrix`?",
                "3:9 `*.s` must be a string, but this is of type integer",
            ],
        );
    }

    #[test]
    fn patterns_are_bounded_before_they_are_compiled() {
        let deep = "{".repeat(52_700);
        let many = format!("{{{}}}", "a,".repeat(30_000));
        for pattern in [&deep, &"*a".repeat(20_000), &many] {
            for text in [
                format!("exclude = ['{pattern}', 'old/']"),
                format!("[testcase]\n'{pattern}' = 'a'\n'old/*' = 'b'"),
            ] {
                let (project, problems) = read(&text);
                assert_eq!(problems.len(), 1, "{problems:?}");
                let message = problems[0].message.to_string();
                assert_eq!(message, "this pattern is longer than 512 bytes");
                let old = Path::new("old/a.vsm");
                assert!(project.excludes(old, false) || project.testcase(old).is_some());
            }
        }
    }

    #[test]
    fn what_is_broken_does_not_hide_the_rest() {
        let (project, problems) = read("profile = \nmode = 'flat'\nmode = 'auto'\n[levels\n");
        assert!(problems.len() >= 2, "{problems:?}");
        assert!(project.layer.mode.is_some());
        for text in [
            "\u{feff}mode = 'flat'",
            "",
            "\0",
            "[[levels]]",
            "a.b.c = 1",
            "é",
        ] {
            for problem in read(text).1 {
                assert!(text.get(problem.range.clone()).is_some(), "{problem:?}");
            }
        }
    }
}
