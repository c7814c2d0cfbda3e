//! The level of every code.

use mnc2_text::{Level, Selector};

use crate::code::Code;

/// The level of every code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Levels([Level; Code::ALL.len()]);

impl Levels {
    /// The levels of the table of codes: optional codes are off, the others have their severity.
    #[must_use]
    pub fn from_table() -> Self {
        let mut levels = [Level::Off; Code::ALL.len()];
        for &code in Code::ALL {
            let row = code.row();
            if !row.is_optional {
                levels[code as usize] = row.severity.into();
            }
        }
        Self(levels)
    }

    /// The level of a code.
    #[must_use]
    pub fn level(&self, code: Code) -> Level {
        self.0[code as usize]
    }

    /// Whether findings of a code are reported: expensive rules run only if they are.
    #[must_use]
    pub fn wants(&self, code: Code) -> bool {
        self.level(code) > Level::Off
    }

    /// Whether findings of an optional rule are reported: one that looks at the whole program.
    #[must_use]
    pub fn wants_optional(&self) -> bool {
        let mut optional = Code::ALL.iter().filter(|code| code.row().is_optional);
        optional.any(|&code| self.wants(code))
    }

    /// Sets the level of all codes that a selector names.
    pub fn set(&mut self, selector: Selector, level: Level) {
        for code in Code::selected_by(selector) {
            self.0[code as usize] = level;
        }
    }
}

impl Default for Levels {
    fn default() -> Self {
        Self::from_table()
    }
}
