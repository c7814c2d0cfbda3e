//! Selectors: how settings and comments name codes, one by one or by the part of the language.

use std::fmt;

use super::Code;
use crate::text::similar;

/// How similar a suggestion must be, from 0 to 1.
const MIN_SIMILARITY: f64 = 0.5;

/// Maximum number of bytes of a group's name, such as `E10`.
const GROUP_BYTES: usize = 3;

/// The name of [`Selector::ALL`] in settings.
const ALL_NAME: &str = "all";

/// One code (`E1010`), all codes with the same beginning (`E10`: errors about distances between steps), or every code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Selector(&'static str);

impl Selector {
    /// Every code, optional ones included.
    pub const ALL: Self = Self(ALL_NAME);

    /// Parses the id of a code or the name of a group, in upper or lower case.
    ///
    /// # Errors
    /// The name that was probably meant, if any is similar.
    pub fn parse(text: &str) -> Result<Self, Option<&'static str>> {
        let fits = |id: &&'static str| {
            (text.len() == id.len() || text.len() == GROUP_BYTES)
                && id
                    .get(..text.len())
                    .is_some_and(|start| start.eq_ignore_ascii_case(text))
        };
        let ids = || Code::ALL.iter().map(|code| code.id());
        match ids().find(fits) {
            Some(id) => Ok(Self(&id[..text.len()])),
            None => Err(similar(&text.to_ascii_uppercase(), ids(), MIN_SIMILARITY)),
        }
    }

    /// The codes that it names.
    pub fn codes(self) -> impl Iterator<Item = Code> {
        Code::ALL
            .iter()
            .copied()
            .filter(move |code| self.selects(*code))
    }

    /// Whether it names a code.
    #[must_use]
    pub fn selects(self, code: Code) -> bool {
        self == Self::ALL || code.id().starts_with(self.0)
    }

    /// Whether it names one code only; such a selector is stronger than a group.
    #[must_use]
    pub fn is_one_code(self) -> bool {
        self.specificity() > GROUP_BYTES
    }

    /// How specific it is: a code is stronger than its group, and a group stronger than `all`.
    #[must_use]
    pub fn specificity(self) -> usize {
        if self == Self::ALL { 0 } else { self.0.len() }
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0
    }

    /// Every group, in the order of codes.
    #[must_use]
    pub fn groups() -> Vec<Self> {
        let mut groups: Vec<Self> = Vec::new();
        for code in Code::ALL {
            let group = Self(&code.id()[..GROUP_BYTES]);
            if !groups.contains(&group) {
                groups.push(group);
            }
        }
        groups
    }
}

impl From<Code> for Selector {
    fn from(code: Code) -> Self {
        Self(code.id())
    }
}

impl fmt::Display for Selector {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selectors_name_codes_and_groups() {
        let check = |text: &str, expected: Result<&str, Option<&str>>| {
            assert_eq!(
                Selector::parse(text).map(Selector::name),
                expected,
                "{text}"
            );
        };
        check("E1010", Ok("E1010"));
        check("e1010", Ok("E1010"));
        check("W10", Ok("W10"));
        check("E100", Err(Some("E1001")));
        check("E1099", Err(Some("E1009")));
        check("W1010", Err(Some("E1010")));
        check("E", Err(None));
        check("", Err(None));
        check("é10", Err(None));
        check("E10100", Err(Some("E1010")));
    }

    #[test]
    fn a_group_holds_its_codes() {
        let group = Selector::parse("W10").expect("there is such a group");
        assert!(group.selects(Code::HazardUnderMask) && !group.selects(Code::GrfHazard));
        assert!(!group.is_one_code() && Selector::from(Code::GrfHazard).is_one_code());
        assert!(Selector::groups().contains(&group));
        assert!(Selector::ALL.specificity() < group.specificity());
        assert_eq!(Selector::ALL.codes().count(), Code::ALL.len());
    }
}
