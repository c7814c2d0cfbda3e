//! The settings of the server, as plain values.

use mnc2_dataflow::depends::ChangeLevel;
use mnc2_isa::geometry;
use mnc2_program::rules::Layer;
use mnc2_project::{
    CLOCK_MHZ_DEFAULT, CLOCK_MHZ_MAX, SHORTEN_SECONDS_DEFAULT, SHORTEN_SECONDS_MAX, StepHints,
};
use mnc2_text::Language;

/// What a user can choose.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// `mnc2.profile`, `mnc2.mode`, `mnc2.levels`: the rules for checking; they override the project's.
    pub layer: Layer,
    /// `mnc2.focus`: the element whose values are shown after a run.
    pub focus: Focus,
    /// `mnc2.language`: the language that the user chose; `None` is the client's.
    pub language: Option<Language>,
    /// `mnc2.inlayHints`: what is shown next to the lines.
    pub hints: InlayHints,
    /// `mnc2.clockMhz`: the clock that times are estimated at; it overrides the project's.
    pub clock: Option<ClockRate>,
    /// `mnc2.shorten`: how a shorter program is searched for.
    pub shorten: Shorten,
    /// `mnc2.embedded`: whether programs within files of other languages are left alone.
    pub ignores_embedded: bool,
    /// `mnc2.architecture`: the file that describes the machine, for languages that have such files.
    pub architecture: Option<String>,
}

/// How a shorter program is searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shorten {
    /// The changes that a search may make.
    pub level: ChangeLevel,
    /// How long, in seconds; at least 1.
    pub seconds: u32,
    /// Whether a result may be equivalent only for inputs in the ranges of the testcase.
    pub ranges: bool,
}

impl Default for Shorten {
    fn default() -> Self {
        Self {
            level: ChangeLevel::default(),
            seconds: SHORTEN_SECONDS_DEFAULT,
            ranges: false,
        }
    }
}

impl Shorten {
    /// A valid number of seconds.
    pub fn seconds_of(seconds: u64) -> Option<u32> {
        let seconds = u32::try_from(seconds).ok()?;
        (1..=SHORTEN_SECONDS_MAX)
            .contains(&seconds)
            .then_some(seconds)
    }
}

/// Which kinds of inlay hints are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InlayHints {
    /// Step and cycle of lines.
    pub steps: StepHints,
    /// Addresses of strides and sizes.
    pub addresses: bool,
    /// The first step in which results can be read.
    pub readable: bool,
    /// The results of the last run.
    pub values: bool,
}

impl Default for InlayHints {
    /// What distracts least: hints at the ends of lines where they are needed, and values only after a run.
    fn default() -> Self {
        Self {
            steps: StepHints::default(),
            addresses: false,
            readable: false,
            values: true,
        }
    }
}

impl InlayHints {
    /// The switch of a kind of hint, by its name in the settings.
    pub fn switch(&mut self, name: &str) -> Option<&mut bool> {
        match name {
            "addresses" => Some(&mut self.addresses),
            "readable" => Some(&mut self.readable),
            "values" => Some(&mut self.values),
            _ => None,
        }
    }
}

/// A clock in megahertz.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockRate {
    /// The clock rate of the chip, at least 1.
    pub megahertz: u32,
}

impl Default for ClockRate {
    fn default() -> Self {
        Self {
            megahertz: CLOCK_MHZ_DEFAULT,
        }
    }
}

impl ClockRate {
    /// A clock of this many megahertz, if it is valid.
    pub fn from_megahertz(megahertz: u64) -> Option<Self> {
        let megahertz = u32::try_from(megahertz).ok()?;
        (1..=CLOCK_MHZ_MAX)
            .contains(&megahertz)
            .then_some(Self { megahertz })
    }
}

/// A PE, and with it the MAB, L1B, L2B and group that it belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Focus {
    /// The group, counted from 0.
    pub group: u8,
    /// L2B in the group.
    pub l2b: u8,
    /// L1B in the L2B.
    pub l1b: u8,
    /// MAB in the L1B.
    pub mab: u8,
    /// PE in the MAB.
    pub pe: u8,
}

impl Focus {
    /// Reads `n0c0b0m0p0`; missing parts are 0. `None` if it names no element of the chip.
    pub fn parse(text: &str) -> Option<Self> {
        let parts = [
            ('n', geometry::GROUPS),
            ('c', geometry::L2BS_PER_GROUP),
            ('b', geometry::L1BS_PER_L2B),
            ('m', geometry::MABS_PER_L1B),
            ('p', geometry::PES_PER_MAB),
        ];
        let mut numbers = [0_u8; 5];
        let mut rest = text.trim();
        for ((letter, count), number) in parts.into_iter().zip(&mut numbers) {
            let Some(digits) = rest.strip_prefix(letter) else {
                continue;
            };
            let length = digits
                .find(|character: char| !character.is_ascii_digit())
                .unwrap_or(digits.len());
            *number = digits[..length]
                .parse()
                .ok()
                .filter(|&number| usize::from(number) < count)?;
            rest = &digits[length..];
        }
        let [group, l2b, l1b, mab, pe] = numbers;
        rest.is_empty().then_some(Self {
            group,
            l2b,
            l1b,
            mab,
            pe,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_focus_names_one_element() {
        let focus = |group, l2b, l1b, mab, pe| {
            Some(Focus {
                group,
                l2b,
                l1b,
                mab,
                pe,
            })
        };
        assert_eq!(Focus::parse("n0c0b0m0p0"), focus(0, 0, 0, 0, 0));
        assert_eq!(Focus::parse("n3c1b7m15p3"), focus(3, 1, 7, 15, 3));
        assert_eq!(Focus::parse("m4"), focus(0, 0, 0, 4, 0));
        assert_eq!(Focus::parse(""), focus(0, 0, 0, 0, 0));
        for wrong in ["n4", "p4", "m16", "n", "p0n0", "n0 c0", "x", "n999"] {
            assert_eq!(Focus::parse(wrong), None, "{wrong}");
        }
    }
}
