//! Silencing comments: `# mnc2: allow(E1010, W0409)` and `# mnc2: allow-file(W1002)`, the same in every language.
//!
//! After a statement, the first applies to its own line; on a line of its own, to the next statement. The second comes
//! before the first statement and applies to the whole file. Anything can follow the parenthesis: the reason. Prose
//! that happens to begin with `mnc2:` is ignored unless its first word is followed by codes in parentheses, or is
//! similar to a directive. [`Silencer`](crate::Silencer) decides which findings are silenced.

use crate::code_table::CodeTable;
use crate::diagnostic::Diagnostic;
use crate::fix::{Applicability, Edit, Fix};
use crate::line::{LineRange, SIMILARITY_MIN, similar};
use crate::message;
use crate::selector::Selector;
use crate::sentence::Message;

/// The start of a silencing comment, after the sign of the comment.
pub const MARK: &str = "mnc2:";

/// How a language writes silencing comments.
#[derive(Clone, Copy)]
pub struct CommentSyntax<'a, C> {
    /// The signs that begin a comment.
    pub signs: &'a [&'a str],
    /// The codes that can be silenced.
    pub find: &'a dyn Fn(&str) -> Result<Selector, Option<&'static str>>,
    /// A code to show how it is written.
    pub example: &'a str,
    /// The code for a comment that is not understood.
    pub unclear: C,
}

/// The reach of a silencing comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reach {
    /// `allow`: its line, or the next statement.
    Statement,
    /// `allow-file`: the whole file.
    File,
}

impl Reach {
    /// All values, from the smaller reach to the larger one.
    pub const ALL: [Self; 2] = [Self::Statement, Self::File];

    /// The word in the comment.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Statement => "allow",
            Self::File => "allow-file",
        }
    }

    /// A comment that silences a code; `sign` begins comments.
    #[must_use]
    pub fn comment(self, sign: &str, id: &str) -> String {
        format!("{sign} {MARK} {word}({id})", word = self.word())
    }

    /// A fix that silences a code, still without its edit.
    #[must_use]
    pub fn fix(self, id: &'static str) -> Fix {
        let title = match self {
            Self::Statement => message!("Silence {code} here with `allow`", code = id),
            Self::File => message!("Silence {code} in this file with `allow-file`", code = id),
        };
        Fix::new(Applicability::Suggestion, title)
    }
}

/// A comment such as `mnc2: allow(..)`, which silences findings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Silence {
    /// From `mnc2:` to the closing parenthesis.
    pub range: LineRange,
    /// The reach of the comment.
    pub reach: Reach,
    /// The codes and groups between the parentheses that exist, with their places.
    pub selectors: Vec<(Selector, LineRange)>,
}

impl Silence {
    /// The edit that adds a code. Its line is relative to the line of the fix; `text` is the line of the comment.
    #[must_use]
    pub fn add(&self, line: i32, text: &str, id: &str) -> Edit {
        let end = self.range.end - 1;
        let inside = text.get(self.range.start as usize..end as usize);
        let is_empty = inside.is_some_and(|inside| inside.trim_end().ends_with('('));
        let separator = if is_empty { "" } else { ", " };
        Edit::replace(line, end..end, format!("{separator}{id}"))
    }
}

/// Parses the silencing comments in the comment of a line, and reports what is wrong with them.
pub fn read<C: CodeTable>(
    line: &str,
    comment: &LineRange,
    form: &CommentSyntax<'_, C>,
    diagnostics: &mut Vec<Diagnostic<C>>,
) -> Box<[Silence]> {
    let start = comment.start as usize;
    let Some(text) = line.get(start..comment.end as usize) else {
        return Box::default();
    };
    if !text.contains(MARK) {
        return Box::default();
    }
    let mut silences = Vec::new();
    for (at, _) in text.match_indices(MARK) {
        let before = text[..at].trim_end();
        if form.signs.iter().any(|sign| before.ends_with(sign)) {
            silences.extend(directive(&text[at..], start + at, form, diagnostics));
        }
    }
    silences.into()
}

/// Parses the text from the mark on; `at` is where it begins in the line.
fn directive<C: CodeTable>(
    body: &str,
    at: usize,
    form: &CommentSyntax<'_, C>,
    diagnostics: &mut Vec<Diagnostic<C>>,
) -> Option<Silence> {
    let range = |start: usize, end: usize| crate::line::range(at + start..at + end);
    let rest = &body[MARK.len()..];
    let word_start = body.len() - rest.trim_start().len();
    let word_end = word_start
        + body[word_start..]
            .find(|character: char| !character.is_ascii_alphanumeric() && !"-_".contains(character))
            .unwrap_or(body.len() - word_start);
    let word = &body[word_start..word_end];
    let open = word_end + (body[word_end..].len() - body[word_end..].trim_start().len());
    let is_call = body[open..].starts_with('(');
    let Some(reach) = Reach::ALL.into_iter().find(|reach| reach.word() == word) else {
        let names_codes = is_call
            && !word.is_empty()
            && body[open + 1..]
                .split(')')
                .take(1)
                .flat_map(|inside| inside.split([',', ' ']))
                .any(|name| (form.find)(name).is_ok());
        let meant = match similar(word, Reach::ALL.map(Reach::word), SIMILARITY_MIN) {
            Some(meant) if is_call => Some(meant),
            Some(_) | None => names_codes.then_some(Reach::Statement.word()),
        };
        if let Some(meant) = meant {
            let place = range(word_start, word_end);
            let message = message!("there is no directive `{word}`", word);
            diagnostics.push(
                unclear(form, place.clone(), message)
                    .help(message!("did you mean `{near}`?", near = meant))
                    .suggest(
                        message!("Replace with `{near}`", near = meant),
                        place,
                        meant,
                    ),
            );
        }
        return None;
    };
    let close = body[open..].find(')').map(|length| open + length);
    let (true, Some(close)) = (is_call, close) else {
        let text = message!(
            "`{word}` needs codes in parentheses, as in `{word}({example})`",
            word,
            example = form.example
        );
        diagnostics.push(unclear(form, range(word_start, word_end), text).explained());
        return None;
    };
    let mut selectors = Vec::new();
    let mut start = open + 1;
    for item in body[open + 1..close].split(',') {
        let name = item.trim();
        let name_start = start + item.len() - item.trim_start().len();
        let place = range(name_start, name_start + name.len());
        start += item.len() + 1;
        match (form.find)(name) {
            Ok(selector) => selectors.push((selector, place)),
            Err(_) if name.is_empty() => {
                diagnostics.push(
                    unclear(form, range(open, close + 1), message!("a code is missing"))
                        .explained(),
                );
            }
            Err(meant) => {
                let diagnostic = unclear(
                    form,
                    place.clone(),
                    message!("there is no code `{name}`", name),
                );
                diagnostics.push(match meant {
                    Some(meant) => diagnostic
                        .help(message!("did you mean `{near}`?", near = meant))
                        .suggest(
                            message!("Replace with `{near}`", near = meant),
                            place,
                            meant,
                        ),
                    None => diagnostic.explained(),
                });
            }
        }
    }
    Some(Silence {
        range: range(0, close + 1),
        reach,
        selectors,
    })
}

fn unclear<C: CodeTable>(
    form: &CommentSyntax<'_, C>,
    range: LineRange,
    message: Message,
) -> Diagnostic<C> {
    Diagnostic::new(form.unclear, range, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::codes! {
        /// Codes of a language that exists only here.
        enum Code, not_utf8 NotUtf8, page "{ID}";
        NotUtf8 W0103 Warning "1" "file that is not UTF-8", "save the file as UTF-8";
        Unclear W0105 Warning "1" "comment that is not understood", "name codes";
    }

    const IDS: [&str; 4] = ["E1010", "W0401", "W0409", "W1002"];

    /// Checks the parts of silencing comments and the places of diagnostics, as text.
    fn check(line: &str, silences: &[&str], places: &[&str]) {
        check_in("#", line, silences, places);
    }

    fn check_in(sign: &str, line: &str, silences: &[&str], places: &[&str]) {
        let unclear = Code::find(Code::Unclear.id()).expect("it is in the table");
        assert_ne!(unclear, Code::NOT_UTF8);
        let mut diagnostics = Vec::new();
        let start = line.find(sign).unwrap_or(line.len()) as u32;
        let form = CommentSyntax {
            signs: &[sign],
            find: &|name| Selector::find(name, IDS.into_iter()),
            example: "E1010",
            unclear,
        };
        let text = |range: &LineRange| &line[range.start as usize..range.end as usize];
        let found: Vec<String> = read(line, &(start..line.len() as u32), &form, &mut diagnostics)
            .iter()
            .map(|silence| {
                let selectors: Vec<&str> = silence
                    .selectors
                    .iter()
                    .inspect(|(selector, range)| {
                        assert!(text(range).eq_ignore_ascii_case(selector.name()));
                    })
                    .map(|(selector, _)| selector.name())
                    .collect();
                assert!(text(&silence.range).starts_with(MARK));
                format!("{} {}", silence.reach.word(), selectors.join(" "))
            })
            .collect();
        assert_eq!(found, silences, "{line}");
        let found: Vec<&str> = diagnostics
            .iter()
            .map(|diagnostic| text(&diagnostic.range))
            .collect();
        assert_eq!(found, places, "{line}");
    }

    #[test]
    fn comments_are_read() {
        check("nop # mnc2: allow(E1010)", &["allow E1010"], &[]);
        check(
            "# mnc2:allow ( e1010 ,W04 ) the mask decides",
            &["allow E1010 W04"],
            &[],
        );
        check(
            "nop # fast # mnc2: allow-file(W1002)",
            &["allow-file W1002"],
            &[],
        );
        check(
            "# mnc2: allow(E1010) # mnc2: allow(W0409)",
            &["allow E1010", "allow W0409"],
            &[],
        );
        check("nop #mnc2: allow(E1010)# あ", &["allow E1010"], &[]);
    }

    #[test]
    fn other_signs_begin_comments_too() {
        check_in("//", "nop // mnc2: allow(E1010)", &["allow E1010"], &[]);
        check_in("/*", "nop /* mnc2: allow(E1010) */", &["allow E1010"], &[]);
        check_in(";", "nop ; fast # mnc2: allow(E1010)", &[], &[]);
        check_in(";", "; a ; mnc2: alow(E1010)", &[], &["alow"]);
        check_in("//", "// # mnc2: allow(E1010)", &[], &[]);
    }

    #[test]
    fn prose_is_left_alone() {
        for line in [
            "nop",
            "# mnc2: this kernel runs on every PE",
            "# see mnc2: allow(E1010)",
            "# mnc2:",
            "#",
            "# mnc2 allow(E1010)",
            "# あmnc2: x",
            "# mnc2: f(x) of every PE (see E1010)",
            "# mnc2: (E1010)",
        ] {
            check(line, &[], &[]);
        }
    }

    #[test]
    fn what_is_not_understood_is_pointed_at() {
        check("# mnc2: allow", &[], &["allow"]);
        check("# mnc2: allow E1010", &[], &["allow"]);
        check("# mnc2: allow(E1010", &[], &["allow"]);
        check("# mnc2: alow(E1010)", &[], &["alow"]);
        check("# mnc2: forbid(E1010)", &[], &["forbid"]);
        check("# mnc2: allow()", &["allow "], &["()"]);
        check(
            "# mnc2: allow(E1010, X1, W9999)",
            &["allow E1010"],
            &["X1", "W9999"],
        );
        check("# mnc2: allow(あ)", &["allow "], &["あ"]);
    }
}
