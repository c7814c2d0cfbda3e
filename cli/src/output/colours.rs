//! The meanings of colours, equal in every command.

use std::fmt;

use anstyle::{AnsiColor, Style};
use mnc2_text::Severity;

use super::Look;

/// The meaning of a part of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Paint {
    /// Titles of columns, and where something is.
    Heading,
    /// Text that reports success.
    Good,
    /// Text that reports an error.
    Bad,
    /// Text that needs a look.
    Doubtful,
    /// Text that fills a place.
    Faint,
}

impl Paint {
    fn style(self) -> Style {
        let colored = |color: AnsiColor| color.on_default().bold();
        match self {
            Self::Heading => Style::new().bold(),
            Self::Good => colored(AnsiColor::Green),
            Self::Bad => colored(AnsiColor::Red),
            Self::Doubtful => colored(AnsiColor::Yellow),
            Self::Faint => Style::new().dimmed(),
        }
    }
}

impl From<Severity> for Paint {
    fn from(severity: Severity) -> Self {
        match severity {
            Severity::Error => Self::Bad,
            Severity::Warning => Self::Doubtful,
            Severity::Info | Severity::Hint => Self::Heading,
        }
    }
}

impl Look {
    /// A text with the colour of its meaning, where colours are enabled.
    pub(crate) fn paint(self, paint: Paint, text: impl fmt::Display) -> String {
        let style = match self.is_colored {
            true => paint.style(),
            false => Style::new(),
        };
        format!("{style}{text}{style:#}")
    }
}
