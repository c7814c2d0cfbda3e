//! The rules for checking a program: the mode, and the level of every code.
//!
//! Settings come in layers (a project file, an editor, a command line), each of which can set the profile, the mode and levels.
//! A later layer overrides an earlier one; within a layer, a code overrides a group, a group overrides `all`, and a later entry
//! overrides an earlier one. Comments in the program override all layers: a review applies them.

pub mod check;
pub mod hazard;
mod level;
pub mod link;
mod profile;
pub mod step;

pub use level::{Levels, WITH_OUTPUTS};
pub use profile::{ProfileRow, RuleProfile};

use crate::ModeChoice;
use mnc2_text::{Level, LevelChoices, Selector};

/// The rules for checking a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The instruction mode, or how it is found.
    pub mode: ModeChoice,
    /// The level of every code.
    pub levels: Levels,
}

/// The settings from one place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layer {
    /// The profile, if it is set.
    pub profile: Option<RuleProfile>,
    /// The mode, if it is set.
    pub mode: Option<ModeChoice>,
    /// Levels of codes and groups, in the order written.
    pub levels: Vec<(Selector, Level)>,
}

impl Rules {
    /// The settings of a profile.
    #[must_use]
    pub fn from_profile(profile: RuleProfile) -> Self {
        Self {
            mode: profile.row().mode,
            levels: profile.levels(),
        }
    }

    /// The settings of several places together, the weakest first.
    #[must_use]
    pub fn from_layers(layers: &[&Layer]) -> Self {
        let strongest = || layers.iter().rev();
        let profile = strongest().find_map(|layer| layer.profile);
        let mut rules = Self::from_profile(profile.unwrap_or_default());
        if let Some(mode) = strongest().find_map(|layer| layer.mode) {
            rules.mode = mode;
        }
        let levels = LevelChoices::from_layers(layers.iter().map(|it| it.levels.as_slice()));
        for (selector, level) in levels.iter() {
            rules.levels.set(selector, level);
        }
        rules
    }

    /// The rules with another mode.
    #[must_use]
    pub fn with_mode(mut self, mode: ModeChoice) -> Self {
        self.mode = mode;
        self
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self::from_profile(RuleProfile::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::Code;
    use mnc2_isa::Mode;

    fn layer(levels: &[(&str, Level)]) -> Layer {
        Layer {
            levels: levels
                .iter()
                .map(|(name, level)| {
                    (
                        Selector::find(name, Code::ids()).expect("it exists"),
                        *level,
                    )
                })
                .collect(),
            ..Layer::default()
        }
    }

    #[test]
    fn a_code_wins_over_a_group_and_a_later_layer_over_an_earlier_one() {
        let weak = layer(&[("W1002", Level::Error), ("W10", Level::Off)]);
        let rules = Rules::from_layers(&[&weak]);
        assert_eq!(rules.levels.level(Code::L2bmMvDoubtful), Level::Error);
        assert_eq!(rules.levels.level(Code::HazardUnderMask), Level::Off);
        let strong = layer(&[("W10", Level::Hint)]);
        let rules = Rules::from_layers(&[&weak, &strong]);
        assert_eq!(rules.levels.level(Code::L2bmMvDoubtful), Level::Hint);
        assert!(rules.levels.wants(Code::MvBesideMv));
    }

    #[test]
    fn a_group_wins_over_all() {
        let weak = layer(&[("W10", Level::Hint), ("W1002", Level::Error)]);
        let mut weak = weak;
        weak.levels.push((Selector::ALL, Level::Off));
        let rules = Rules::from_layers(&[&weak]);
        assert_eq!(rules.levels.level(Code::L2bmMvDoubtful), Level::Error);
        assert_eq!(rules.levels.level(Code::HazardUnderMask), Level::Hint);
        assert_eq!(rules.levels.level(Code::GrfHazard), Level::Off);
    }

    #[test]
    fn the_strongest_profile_and_mode_are_taken() {
        let contest = Layer {
            profile: Some(RuleProfile::Contest),
            ..Layer::default()
        };
        let infer = Layer {
            mode: Some(ModeChoice::Infer),
            ..Layer::default()
        };
        assert_eq!(
            Rules::from_layers(&[&contest]).mode,
            ModeChoice::Given(Mode::Flat)
        );
        let both = Rules::from_layers(&[&contest, &infer]);
        assert_eq!(both.mode, ModeChoice::Infer);
        assert_eq!(both.levels, RuleProfile::Contest.levels());
        assert_eq!(Rules::from_layers(&[]), Rules::default());
    }
}
