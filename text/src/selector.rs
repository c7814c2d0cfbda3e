//! Selectors: how settings and comments name codes, one by one or by the part of the language.

use std::fmt;

use crate::code_table::CodeTable;
use crate::line::{SETTING_SIMILARITY_MIN, similar};

/// The digits at the end of an id that number the codes of a group.
const NUMBER_DIGITS: usize = 2;

/// The letters at the start of an id that name a language; fewer give the severity of a finding.
const LANGUAGE_LETTERS: usize = 2;

/// The name of [`Selector::ALL`] in settings.
const ALL_NAME: &str = "all";

/// One code (`E1010`), all codes with the same beginning (`E10`: errors about distances between steps; `RV`: all of a language
/// whose codes begin with two letters), or every code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Selector(&'static str);

impl Selector {
    /// Every code of every language, optional ones included.
    pub const ALL: Self = Self(ALL_NAME);

    /// The id of a code or the name of a group, in upper or lower case, among the ids that there are.
    ///
    /// # Errors
    /// The name that was probably meant, if any is similar.
    pub fn find(
        text: &str,
        ids: impl Iterator<Item = &'static str> + Clone,
    ) -> Result<Self, Option<&'static str>> {
        let fits = |id: &'static str| {
            let name = id.get(..text.len())?;
            let is_whole = name.len() == id.len() || is_group(name, id);
            (is_whole && name.eq_ignore_ascii_case(text)).then_some(Self(name))
        };
        match ids.clone().find_map(fits) {
            Some(selector) => Ok(selector),
            None => Err(similar(
                &text.to_ascii_uppercase(),
                ids,
                SETTING_SIMILARITY_MIN,
            )),
        }
    }

    /// Every group of these ids, in their order.
    #[must_use]
    pub fn groups(ids: impl Iterator<Item = &'static str>) -> Vec<Self> {
        let mut groups: Vec<Self> = Vec::new();
        for id in ids {
            let ends = [letters(id), id.len().saturating_sub(NUMBER_DIGITS)];
            for name in ends.into_iter().filter_map(|end| id.get(..end)) {
                if is_group(name, id) && !groups.contains(&Self(name)) {
                    groups.push(Self(name));
                }
            }
        }
        groups
    }

    /// Whether it names a code.
    #[must_use]
    pub fn selects(self, code: impl CodeTable) -> bool {
        self.selects_id(code.row().id)
    }

    /// Whether it names the code with this id.
    #[must_use]
    pub fn selects_id(self, id: &str) -> bool {
        self == Self::ALL || id.starts_with(self.0)
    }

    /// Whether it names one code only; such a selector overrides a group.
    #[must_use]
    pub fn is_one_code(self) -> bool {
        self.0.len() - letters(self.0) > NUMBER_DIGITS
    }

    /// How specific it is: a code overrides its group, a group its language, and a language `all`.
    #[must_use]
    pub fn specificity(self) -> usize {
        if self == Self::ALL { 0 } else { self.0.len() }
    }

    /// The name, as settings write it.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0
    }
}

/// The number of letters at the start of an id.
fn letters(id: &str) -> usize {
    id.bytes().take_while(u8::is_ascii_alphabetic).count()
}

/// Whether the beginning of an id names a group.
fn is_group(name: &str, id: &str) -> bool {
    let is_language = name.len() == letters(id) && name.len() >= LANGUAGE_LETTERS;
    is_language || name.len() + NUMBER_DIGITS == id.len()
}

impl<C: CodeTable> From<C> for Selector {
    fn from(code: C) -> Self {
        Self(code.row().id)
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

    const IDS: [&str; 6] = ["E1001", "E1009", "E1010", "W1002", "RV0101", "RV0203"];

    fn find(text: &str) -> Result<Selector, Option<&'static str>> {
        Selector::find(text, IDS.into_iter())
    }

    #[test]
    fn selectors_name_codes_and_groups() {
        let check = |text: &str, expected: Result<&str, Option<&str>>| {
            assert_eq!(find(text).map(Selector::name), expected, "{text}");
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
        check("rv0203", Ok("RV0203"));
        check("RV02", Ok("RV02"));
        check("RV", Ok("RV"));
        check("R", Err(None));
        check("RV0", Err(Some("RV0101")));
        check("RV0204", Err(Some("RV0203")));
    }

    #[test]
    fn a_group_holds_its_codes() {
        let [code, group, language] =
            ["RV0203", "RV02", "RV"].map(|name| find(name).expect("it exists"));
        assert!(code.is_one_code() && !group.is_one_code() && !language.is_one_code());
        assert!(find("E1010").is_ok_and(Selector::is_one_code));
        assert!(!Selector::ALL.is_one_code());
        let strength = [Selector::ALL, language, group, code].map(Selector::specificity);
        assert!(strength.is_sorted() && strength[0] < strength[1]);
        let selected = |selector: Selector| IDS.iter().filter(|id| selector.selects_id(id)).count();
        assert_eq!([code, group, language].map(selected), [1, 1, 2]);
        assert_eq!(selected(Selector::ALL), IDS.len());
        let groups: Vec<&str> = Selector::groups(IDS.into_iter())
            .iter()
            .map(|it| it.name())
            .collect();
        assert_eq!(groups, ["E10", "W10", "RV", "RV01", "RV02"]);
    }
}
