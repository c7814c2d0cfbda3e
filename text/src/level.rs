//! Levels: how findings are reported.

use crate::code_table::{CodeTable, Severity};
use crate::selector::Selector;

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

/// Levels as users set them, the weakest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LevelChoices(Vec<(Selector, Level)>);

impl LevelChoices {
    /// The levels of several places, the weakest first. Within a place, a code overrides a group, a group overrides
    /// `all`, and a later entry overrides an earlier one.
    pub fn from_layers<'a>(layers: impl IntoIterator<Item = &'a [(Selector, Level)]>) -> Self {
        let mut all = Vec::new();
        for layer in layers {
            let start = all.len();
            all.extend_from_slice(layer);
            all[start..].sort_by_key(|(selector, _): &(Selector, Level)| selector.specificity());
        }
        Self(all)
    }

    /// Each of them; a later one takes precedence.
    pub fn iter(&self) -> impl Iterator<Item = (Selector, Level)> {
        self.0.iter().copied()
    }

    /// The level of a code: by default the level of its row; an optional code is off.
    #[must_use]
    pub fn level(&self, code: impl CodeTable) -> Level {
        self.level_or(code, code.row().severity)
    }

    /// The level of a finding with this severity.
    #[must_use]
    pub fn level_or(&self, code: impl CodeTable, severity: Severity) -> Level {
        let mut strongest = self.0.iter().rev();
        match strongest.find(|(selector, _)| selector.selects(code)) {
            Some((_, level)) => *level,
            None if code.row().is_optional => Level::Off,
            None => severity.into(),
        }
    }
}
