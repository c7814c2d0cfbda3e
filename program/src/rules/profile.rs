//! Profiles: which rules matter for the target of a program.

use super::{Level, Levels};
use crate::ModeChoice;
use crate::code::Code;
use mnc2_isa::Mode;
use mnc2_text::Selector;

/// The target of a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RuleProfile {
    /// The vendor's assembler and emulator.
    #[default]
    Assembler,
    /// The board with the chip.
    Hardware,
    /// The judge of the programming contest.
    Contest,
}

/// A row of the table of profiles.
#[derive(Clone, Copy, Debug)]
pub struct ProfileRow {
    /// The name used in settings.
    pub name: &'static str,
    /// Its purpose, in a sentence.
    pub doc: &'static str,
    /// The instruction mode that it sets.
    pub mode: ModeChoice,
    /// Its differences from the table of codes.
    pub levels: &'static [(Code, Level)],
}

impl RuleProfile {
    /// All profiles, the default first.
    pub const ALL: [Self; 3] = [Self::Assembler, Self::Hardware, Self::Contest];

    /// The profile with this name.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|profile| profile.row().name == name)
    }

    /// The row with the mode and the levels.
    #[must_use]
    pub fn row(self) -> &'static ProfileRow {
        match self {
            Self::Assembler => &ASSEMBLER,
            Self::Hardware => &HARDWARE,
            Self::Contest => &CONTEST,
        }
    }

    /// The level of every code.
    #[must_use]
    pub fn levels(self) -> Levels {
        let mut levels = Levels::from_table();
        for &(code, level) in self.row().levels {
            levels.set(Selector::from(code), level);
        }
        levels
    }
}

static ASSEMBLER: ProfileRow = ProfileRow {
    name: "assembler",
    doc: "What the vendor's assembler reports, and what is doubtful in a program that it accepts.",
    mode: ModeChoice::Infer,
    levels: &[],
};

static HARDWARE: ProfileRow = ProfileRow {
    name: "hardware",
    doc: "Adds what the board needs and the assembler does not check: a `wait` between MV instructions and \
          what depends on them, the tags of `wait`, the DAR, and the length of a program.",
    mode: ModeChoice::Infer,
    levels: &[
        (Code::KernelTooLong, Level::Warning),
        (Code::MvWithoutWait, Level::Warning),
        (Code::MvBesideMv, Level::Warning),
        (Code::DarTiming, Level::Warning),
        (Code::TagNeverIssued, Level::Warning),
        (Code::TagStillPending, Level::Warning),
    ],
};

/// The contest runs programs in the emulator, which finishes each statement immediately: if the assembler accepts a distance,
/// another `nop` only costs points.
static CONTEST: ProfileRow = ProfileRow {
    name: "contest",
    doc: "Solutions of the programming contest: flat mode, no `d set`; what matters on the board only is a hint.",
    mode: ModeChoice::Given(Mode::Flat),
    levels: &[
        (Code::DebugSetInContest, Level::Warning),
        (Code::L2bmMvDoubtful, Level::Hint),
        (Code::HazardUnderMask, Level::Hint),
    ],
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_profile_lowers_an_error_or_repeats_the_table() {
        for profile in RuleProfile::ALL {
            let row = profile.row();
            assert_eq!(RuleProfile::find(row.name), Some(profile));
            let table = Levels::from_table();
            for &(code, level) in row.levels {
                assert_ne!(
                    table.level(code),
                    Level::Error,
                    "{}: {}",
                    row.name,
                    code.id()
                );
                assert_ne!(table.level(code), level, "{}: {}", row.name, code.id());
            }
        }
        assert_eq!(RuleProfile::Assembler.levels(), Levels::from_table());
    }
}
