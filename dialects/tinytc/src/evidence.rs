//! The version that a text is written in, by its words.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::version::Version;
use crate::{lex, table};

/// How many words of a text belong to one version alone, by version.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Evidence(pub [u32; 2]);

/// Words that one version alone has.
static TELLING: LazyLock<HashMap<&'static str, Version>> = LazyLock::new(|| {
    let mut found = HashMap::new();
    for version in Version::ALL {
        let words = table::words(version);
        // `subgroup_size` is a builtin of 0.4, and an attribute in both.
        let is_own = |word: &&str| {
            table::key(version.other(), word).is_none() && lex::words(version).all(|it| it != *word)
        };
        found.extend(words.filter(is_own).map(|word| (word, version)));
    }
    found
});

/// Instructions of linear algebra whose transposes are optional in 0.4 alone.
const TRANSPOSED: &[&str] = &["axpby", "gemm", "gemv", "sum", "cooperative_matrix_load"];

impl Evidence {
    /// Counts the words of a text.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let mut found = Self::default();
        for line in text.lines() {
            let code = line.split(';').next().unwrap_or_default();
            let mut rest = code;
            while let Some(start) = rest.find(|it: char| it.is_ascii_alphabetic()) {
                let before = rest[..start].chars().next_back();
                let tail = &rest[start..];
                let end = tail.find(|it: char| !(it.is_ascii_alphanumeric() || "_.".contains(it)));
                let (word, after) = tail.split_at(end.unwrap_or(tail.len()));
                rest = after;
                if before.is_none_or(|before| !"%@$\"._0123456789".contains(before))
                    && let Some(version) = telling(word, after)
                {
                    found.0[version as usize] += 1;
                }
            }
        }
        found
    }

    /// The version that has more of the words; `None` if both have as many.
    #[must_use]
    pub fn version(self) -> Option<Version> {
        let [older, newer] = self.0;
        match older.cmp(&newer) {
            std::cmp::Ordering::Greater => Some(Version::February2025),
            std::cmp::Ordering::Less => Some(Version::Release04),
            std::cmp::Ordering::Equal => None,
        }
    }
}

impl std::ops::Add for Evidence {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self([self.0[0] + other.0[0], self.0[1] + other.0[1]])
    }
}

/// The only version that has a word with its modifiers, before some text.
fn telling(word: &str, after: &str) -> Option<Version> {
    // A word that is still typed may become another one.
    let after = after.trim_start();
    let goes_on = |it: char| it.is_ascii_digit() || "%:($-".contains(it);
    if !after.starts_with(goes_on) {
        return None;
    }
    if let Some(version) = TELLING.get(word) {
        return Some(*version);
    }
    let (head, modifiers) = word.split_once('.').unwrap_or((word, ""));
    if let Some(version) = TELLING.get(head) {
        return Some(*version);
    }
    let is_bare = modifiers.is_empty() || modifiers == "atomic" || modifiers.ends_with("_checked");
    let is_operand = after.starts_with('%');
    if TRANSPOSED.contains(&head) && is_bare && is_operand {
        return Some(Version::Release04);
    }
    if head == "gemm" && modifiers.split('.').filter(|it| it.len() == 1).count() == 1 {
        return Some(Version::Release04);
    }
    match modifiers {
        _ if modifiers.starts_with("atomic.") => Some(Version::Release04),
        _ if modifiers.ends_with(".atomic") => Some(Version::February2025),
        _ if head == "store" && modifiers.starts_with("atomic") => Some(Version::February2025),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_tell_the_version() {
        let older = Some(Version::February2025);
        let newer = Some(Version::Release04);
        for (text, expected) in [
            ("func @f() {}", None),
            ("%0 = constant 1 : i32 ; add", None),
            ("%add = constant 1 : i32", None),
            ("%0 = arith.add %a, %b : i32", older),
            ("%0 = add %a, %b : i32", newer),
            ("%0=add%a,%b:i32", newer),
            ("gemm %a, %b, %c, %d, %e", newer),
            ("gemm.t %a, %b, %c, %d, %e", newer),
            ("gemm.n.n %a, %b, %c, %d, %e", None),
            ("gemm.n.n.atomic %a, %b, %c, %d, %e", older),
            ("gemm.atomic.n.n %a, %b, %c, %d, %e", newer),
            ("store.atomic %a, %b[]", older),
            ("%0 = group_id.x : index", newer),
            ("%0 = builtin.group_id : index", older),
            ("func @f() attributes{subgroup_size=16} {}", None),
            ("func @f() attributes{\"add\"=16} {}", None),
            ("store %a, %b[]", None),
            ("arith.add %a sin %a cos %a", newer),
            ("arith.add %a sin %a", None),
            ("%x = exp", None),
        ] {
            assert_eq!(Evidence::new(text).version(), expected, "{text}");
        }
    }
}
