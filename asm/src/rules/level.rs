//! Levels: how findings are reported.

use crate::code::{Code, Selector, Severity};

/// How the findings of a code are reported. The order is that of importance, the least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Not reported; a rule that makes only such findings need not run.
    Off,
    /// Reported as a suggestion.
    Hint,
    /// Reported as worth knowing.
    Info,
    /// Reported as a warning.
    Warning,
    /// Reported as an error.
    Error,
}

impl Level {
    /// Every level, the least first.
    pub const ALL: [Self; 5] = [
        Self::Off,
        Self::Hint,
        Self::Info,
        Self::Warning,
        Self::Error,
    ];

    /// The name used in settings.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Hint => "hint",
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }

    /// The level with this name.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name() == name)
    }

    /// The severity that findings are reported with; `None` if they are not reported.
    #[must_use]
    pub const fn severity(self) -> Option<Severity> {
        match self {
            Self::Off => None,
            Self::Hint => Some(Severity::Hint),
            Self::Info => Some(Severity::Info),
            Self::Warning => Some(Severity::Warning),
            Self::Error => Some(Severity::Error),
        }
    }
}

impl From<Severity> for Level {
    fn from(severity: Severity) -> Self {
        match severity {
            Severity::Error => Self::Error,
            Severity::Warning => Self::Warning,
            Severity::Info => Self::Info,
            Severity::Hint => Self::Hint,
        }
    }
}

/// The level of every code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Levels([Level; Code::ALL.len()]);

impl Levels {
    /// The levels of the table of codes: optional codes are off, the others have their severity.
    #[must_use]
    pub fn of_table() -> Self {
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
        for code in selector.codes() {
            self.0[code as usize] = level;
        }
    }
}

impl Default for Levels {
    fn default() -> Self {
        Self::of_table()
    }
}
