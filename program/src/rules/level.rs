//! The level of every code.

use mnc2_text::{Level, Selector};

use crate::code::Code;

/// Optional codes that are reported where a testcase or the user names the outputs of a program, unless a setting names the
/// code. Accepted solutions raise them only where a write is really unused.
pub const WITH_OUTPUTS: [Code; 2] = [Code::DoesNotCount, Code::UnlikeNeighbours];

/// The level of every code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Levels {
    levels: [Level; Code::ALL.len()],
    /// Whether a profile or a setting names the code.
    is_chosen: [bool; Code::ALL.len()],
}

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
        Self {
            levels,
            is_chosen: [false; Code::ALL.len()],
        }
    }

    /// The levels for a program whose outputs are known: [`WITH_OUTPUTS`] are on where nothing is chosen for them.
    #[must_use]
    pub fn with_outputs(&self) -> Self {
        let mut levels = self.clone();
        for code in WITH_OUTPUTS {
            if !self.is_chosen[code as usize] {
                levels.levels[code as usize] = code.row().severity.into();
            }
        }
        levels
    }

    /// The level of a code.
    #[must_use]
    pub fn level(&self, code: Code) -> Level {
        self.levels[code as usize]
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
            self.levels[code as usize] = level;
            self.is_chosen[code as usize] = true;
        }
    }
}

impl Default for Levels {
    fn default() -> Self {
        Self::from_table()
    }
}
