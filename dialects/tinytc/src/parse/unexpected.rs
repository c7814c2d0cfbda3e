//! Errors where the text does not follow the grammar, and the probable intention.

use mnc2_text::{Message, message};

use super::{Parsed, Parser};
use crate::code::Code;
use crate::ir::ByteRange;
use crate::issue::{Elsewhere, Issue};
use crate::lex::{self, TokenKind};
use crate::table;
use crate::version::Version;

impl Parser<'_> {
    /// Records that another token is expected here.
    pub(super) fn unexpected<T>(&mut self, expected: Message) -> Parsed<T> {
        let place = self.place();
        if self.kind() == Some(TokenKind::Unknown) {
            self.unknown_word(place);
            return None;
        }
        // At the end of the text, only the first missing token is reported.
        let is_said = |issue: &Issue| issue.code == Code::Syntax && issue.range == place;
        if self.token().is_none() && self.issues.iter().any(is_said) {
            return None;
        }
        let issue = if self.token().is_none() {
            Issue::new(
                Code::Syntax,
                place,
                message!("the function ends where {expected} is expected", expected),
            )
        } else {
            let found = self.word().to_owned();
            Issue::new(
                Code::Syntax,
                place,
                message!("{expected} is expected, not `{found}`", found, expected),
            )
        };
        let issue = match self.kind() {
            Some(TokenKind::Integer | TokenKind::Float) => issue.help(message!(
                "operands are values: a number becomes one by `%c = constant 4 : index`"
            )),
            _ => self.right_elsewhere(issue),
        };
        self.issues.push(issue);
        None
    }

    /// Notes whether another version has what is next.
    fn right_elsewhere(&self, issue: Issue) -> Issue {
        let other = self.version.other();
        let is_first = self.kind() == Some(TokenKind::Word) && self.word().starts_with('.');
        if is_first && lex::modifiers(other).any(|modifier| modifier == self.word()) {
            return issue.right_elsewhere(Elsewhere::PossiblyRight);
        }
        match table::key(other, self.word()).filter(|_| self.second() == ":") {
            Some(key) => {
                let issue = match table::spelling(self.version, key) {
                    Some(word) => {
                        issue.suggest(message!("write `{word}`", word), self.place(), word)
                    }
                    None => issue,
                };
                issue.right_elsewhere(Elsewhere::Right)
            }
            None => issue,
        }
    }

    /// Records an unknown word, with the word that was probably intended.
    fn unknown_word(&mut self, place: ByteRange) {
        let found = self.part(&place).to_owned();
        let mut issue = Issue::new(
            Code::UnknownWord,
            place.clone(),
            message!("the language has no `{word}`", word = found.clone()),
        );
        let (version, other) = (self.version, self.version.other());
        let words = || {
            table::words(version)
                .chain(lex::words(version))
                .chain(lex::modifiers(version))
        };
        if let Some(key) = elsewhere(other, &found) {
            let same = table::spelling(version, key);
            let same = same.or_else(|| table::words(version).find(|word| *word == key));
            issue = match same {
                Some(word) => issue
                    .help(message!(
                        "`{found}` is how version {other} writes `{word}`",
                        found,
                        other = other.name(),
                        word
                    ))
                    .suggest(message!("write `{word}`", word), place, word),
                None => issue.help(message!(
                    "version {other} has `{found}`",
                    other = other.name(),
                    found
                )),
            };
            issue = issue.right_elsewhere(Elsewhere::Right);
        } else if let Some(word) = mnc2_text::line::similar(&found, words(), 0.7) {
            issue = issue.suggest(message!("write `{word}`", word), place, word);
        }
        self.issues.push(issue);
    }
}

/// What another version calls a word, or something that begins with it: `group_id` of `group_id.x`.
fn elsewhere(other: Version, found: &str) -> Option<&'static str> {
    let head = found.split('.').next().unwrap_or_default();
    let known = table::key(other, found).or_else(|| table::key(other, head));
    let known = known.or_else(|| {
        let mut words = Version::ALL.into_iter().flat_map(table::words);
        let is_it = |word: &&str| word.strip_prefix("builtin.") == Some(found);
        words.find(is_it)
    });
    known.or_else(|| lex::modifiers(other).find(|modifier| *modifier == found))
}
