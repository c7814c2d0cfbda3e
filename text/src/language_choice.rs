//! How a text states which language it is in: `rvmatrix@0.2 mlen=256`, in settings and on the command line, or the modeline
//! `# mnc2: language=rvmatrix version=0.2 mlen=256` in one of its first lines.

use std::ops::Range;

use crate::line;

/// The start of a modeline after the sign of the comment.
const MARK: &str = "mnc2:";

/// The key that names the language in a modeline.
const LANGUAGE: &str = "language";

/// The option that a version after `@` is.
const VERSION: &str = "version";

/// Lines at the start of a text that are searched for a modeline.
pub const MODELINE_LINES_MAX: usize = 5;

/// Maximum number of options.
const OPTIONS_MAX: usize = 32;

/// Maximum length of a modeline in bytes; a longer line is something else.
const MODELINE_BYTES_MAX: usize = 1000;

/// A language with its options, as they are written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LanguageChoice {
    /// The identifier of the language.
    pub id: String,
    /// Names of options with their values.
    pub options: Vec<(String, String)>,
}

impl LanguageChoice {
    /// Reads `rvmatrix@0.2 mlen=256`; words without `=` are options without a value.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let mut words = text.split_ascii_whitespace();
        let first = words.next().unwrap_or_default();
        let (id, version) = match first.split_once('@') {
            Some((id, version)) => (id, Some((VERSION.to_owned(), version.to_owned()))),
            None => (first, None),
        };
        Self {
            id: id.to_owned(),
            options: version
                .into_iter()
                .chain(words.map(option))
                .take(OPTIONS_MAX)
                .collect(),
        }
    }

    /// The choices in the modeline of a text, given the lines at its start.
    pub fn from_modeline<'a>(first_lines: impl IntoIterator<Item = &'a str>) -> Option<Self> {
        let lines = first_lines.into_iter().take(MODELINE_LINES_MAX);
        lines
            .filter(|line| line.len() <= MODELINE_BYTES_MAX)
            .find_map(|line| {
                let (before, rest) = line::without_end(line).split_once(MARK)?;
                let sign = before.trim();
                // The sign of a comment in any language, and nothing else.
                if sign.is_empty() || sign.contains(|it: char| it.is_alphanumeric() || it == '"') {
                    return None;
                }
                let words = rest
                    .split_ascii_whitespace()
                    .filter(|word| word.contains('='));
                let mut options: Vec<_> = words.map(option).take(OPTIONS_MAX).collect();
                let at = options.iter().position(|(key, _)| key == LANGUAGE)?;
                let mut chosen = Self::parse(&options.remove(at).1);
                chosen.options.extend(options);
                Some(chosen)
            })
    }
}

impl LanguageChoice {
    /// The version that it states.
    #[must_use]
    pub fn version(&self) -> Option<&str> {
        let mut options = self.options.iter();
        let stated = options.find(|(key, _)| key == VERSION)?;
        Some(&stated.1)
    }

    /// What makes the modeline of a text in a language state a version: bytes, and the text that replaces them. A text without a
    /// modeline gets one after `sign`, which begins a comment. `None` if the modeline is not written as these are.
    #[must_use]
    pub fn with_version(
        text: &str,
        id: &str,
        sign: &str,
        version: &str,
    ) -> Option<(Range<usize>, String)> {
        let chosen = Self::from_modeline(line::lines(text));
        let word = format!("{LANGUAGE}={id}");
        let Some(chosen) = chosen else {
            return Some((0..0, format!("{sign} {MARK} {word} {VERSION}={version}\n")));
        };
        let at = text.find(&word)?;
        let rest = text[at..].lines().next().unwrap_or_default();
        let Some(stated) = chosen.version() else {
            let end = at + word.len();
            return Some((end..end, format!(" {VERSION}={version}")));
        };
        let start = rest
            .find(&format!("{VERSION}={stated}"))
            .map(|it| it + VERSION.len() + 1)
            .or_else(|| rest.find(&format!("@{stated}")).map(|it| it + 1))?;
        let start = at + start;
        Some((start..start + stated.len(), version.to_owned()))
    }
}

fn option(word: &str) -> (String, String) {
    let (key, value) = word.split_once('=').unwrap_or((word, ""));
    (key.to_owned(), value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(chosen: &LanguageChoice) -> String {
        let options = chosen
            .options
            .iter()
            .map(|(key, value)| format!(" {key}={value}"));
        format!("{}{}", chosen.id, options.collect::<String>())
    }

    #[test]
    fn a_version_is_stated_where_the_others_are() {
        for (text, expected) in [
            ("nop", "# mnc2: language=a version=0.3\nnop"),
            (
                "# mnc2: language=a x=1\n",
                "# mnc2: language=a version=0.3 x=1\n",
            ),
            (
                "\n# mnc2: language=a@0.2 x=1",
                "\n# mnc2: language=a@0.3 x=1",
            ),
            (
                "# mnc2: language=a x=1 version=0.2\n",
                "# mnc2: language=a x=1 version=0.3\n",
            ),
        ] {
            let (range, by) = LanguageChoice::with_version(text, "a", "#", "0.3").expect("an edit");
            let mut edited = text.to_owned();
            edited.replace_range(range, &by);
            assert_eq!(edited, expected);
            let stated = LanguageChoice::from_modeline(line::lines(&edited));
            assert_eq!(
                stated.as_ref().and_then(LanguageChoice::version),
                Some("0.3")
            );
        }
    }

    #[test]
    fn a_choice_names_language_version_and_options() {
        for (text, expected) in [
            ("rvmatrix", "rvmatrix"),
            ("rvmatrix@0.2", "rvmatrix version=0.2"),
            (
                " rvmatrix@0.2  mlen=256 x",
                "rvmatrix version=0.2 mlen=256 x=",
            ),
            ("", ""),
        ] {
            assert_eq!(said(&LanguageChoice::parse(text)), expected, "{text}");
        }
    }

    #[test]
    fn a_modeline_stands_in_a_comment_at_the_start() {
        let check = |text: &str, expected: Option<&str>| {
            let found = LanguageChoice::from_modeline(line::lines(text));
            assert_eq!(found.as_ref().map(said).as_deref(), expected, "{text}");
        };
        check(
            "# mnc2: language=rvmatrix version=0.2\nnop",
            Some("rvmatrix version=0.2"),
        );
        check(
            "\n// mnc2: language=rvmatrix@0.2 mlen=256 the first kernel",
            Some("rvmatrix version=0.2 mlen=256"),
        );
        check(
            "/* mnc2: mlen=256 language=rvmatrix */",
            Some("rvmatrix mlen=256"),
        );
        check(";mnc2:language=tinytc", Some("tinytc"));
        check("# mnc2: allow(E1010) language", None);
        check("see mnc2: language=rvmatrix", None);
        check(".string \"# mnc2: language=rvmatrix\"", None);
        check("mnc2: language=rvmatrix", None);
        check("\n\n\n\n# mnc2: language=x", Some("x"));
        check("\n\n\n\n\n# mnc2: language=x", None);
        check(
            &format!("# mnc2: language=x {}", "y".repeat(MODELINE_BYTES_MAX)),
            None,
        );
    }
}
