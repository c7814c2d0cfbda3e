//! Errors where the text does not follow the grammar, and the probable intention.

use mnc2_text::{Message, message};

use super::{Parsed, Parser};
use crate::code::Code;
use crate::ir::ByteRange;
use crate::issue::{Issue, Version};
use crate::lex::{self, TokenKind};
use crate::table::Row;

/// Words of newer versions that are more than the end of a word of this one, with that word.
const NEWER: &[(&str, &str)] = &[
    ("equal", "cmp.eq"),
    ("not_equal", "cmp.ne"),
    ("greater_than", "cmp.gt"),
    ("greater_than_equal", "cmp.ge"),
    ("less_than", "cmp.lt"),
    ("less_than_equal", "cmp.le"),
    ("subgroup_exclusive_scan_add", "subgroup_add.exclusive_scan"),
    ("subgroup_inclusive_scan_add", "subgroup_add.inclusive_scan"),
    ("subgroup_reduce_add", "subgroup_add.reduce"),
    ("subgroup_exclusive_scan_max", "subgroup_max.exclusive_scan"),
    ("subgroup_inclusive_scan_max", "subgroup_max.inclusive_scan"),
    ("subgroup_reduce_max", "subgroup_max.reduce"),
    ("subgroup_exclusive_scan_min", "subgroup_min.exclusive_scan"),
    ("subgroup_inclusive_scan_min", "subgroup_min.inclusive_scan"),
    ("subgroup_reduce_min", "subgroup_min.reduce"),
];

/// Words of newer versions for which this one has nothing.
const ONLY_NEWER: &[&str] = &[
    "atomic_add",
    "atomic_load",
    "atomic_max",
    "atomic_min",
    "atomic_store",
    "cooperative_matrix_apply",
    "cooperative_matrix_atomic_add",
    "cooperative_matrix_atomic_store",
    "cooperative_matrix_construct",
    "cooperative_matrix_extract",
    "cooperative_matrix_insert",
    "cooperative_matrix_prefetch",
    "cooperative_matrix_reduce_add",
    "cooperative_matrix_reduce_max",
    "cooperative_matrix_reduce_min",
    "cos",
    "exp2",
    "foreach_tile",
    "group_id.x",
    "group_id.y",
    "group_id.z",
    "log",
    "log2",
    "native_cos",
    "native_exp2",
    "native_log",
    "native_log2",
    "native_sin",
    "num_groups.x",
    "num_groups.y",
    "num_groups.z",
    "num_subgroups.x",
    "num_subgroups.y",
    "sin",
    "subgroup_id.x",
    "subgroup_id.y",
    "subgroup_linear_id",
];

/// What a word of newer versions is here.
fn newer(word: &str) -> Option<&'static str> {
    let found = NEWER.iter().find(|(newer, _)| *newer == word);
    found.map(|(_, here)| *here)
}

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
            _ if self.is_word("subgroup_size") && self.second() == ":" => {
                let word = "builtin.subgroup_size";
                let issue = issue.suggest(message!("write `{word}`", word), self.place(), word);
                issue.with_version(Version::Other)
            }
            _ => issue,
        };
        self.issues.push(issue);
        None
    }

    /// Records an unknown word, with the word that was probably intended.
    fn unknown_word(&mut self, place: ByteRange) {
        let found = self.part(&place).to_owned();
        let mut issue = Issue::new(
            Code::UnknownWord,
            place.clone(),
            message!("the language has no `{word}`", word = found.clone()),
        );
        let elsewhere = ["arith.", "builtin.", "cmp.", "math."]
            .into_iter()
            .map(|family| format!("{family}{found}"))
            .find(|word| Row::find(word).is_some());
        let elsewhere = elsewhere.or_else(|| newer(&found).map(str::to_owned));
        let words = || {
            crate::table::words()
                .chain(lex::WORDS.iter().copied())
                .chain(lex::MODIFIERS.iter().copied())
        };
        if let Some(word) = elsewhere {
            issue = issue
                .help(message!(
                    "`{found}` is how other versions write `{word}`",
                    found,
                    word = word.clone()
                ))
                .suggest(message!("write `{word}`", word = word.clone()), place, word)
                .with_version(Version::Other);
        } else if ONLY_NEWER.contains(&found.as_str()) {
            issue = issue
                .help(message!("newer versions have `{found}`", found))
                .with_version(Version::Other);
        } else if let Some(word) = mnc2_text::line::similar(&found, words(), 0.7) {
            issue = issue.suggest(message!("write `{word}`", word), place, word);
        }
        self.issues.push(issue);
    }
}
