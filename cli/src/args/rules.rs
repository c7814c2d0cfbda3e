//! The options that set the rules for checking programs.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use mnc2_ide::languages;
use mnc2_isa::Mode;
use mnc2_program::ModeChoice;
use mnc2_program::rules::{Layer, RuleProfile};
use mnc2_text::{Level, Message, Selector, message};

/// The rules for checking programs; they override `mnc2.toml`.
#[derive(Debug, Args)]
pub(crate) struct RulesArguments {
    /// Instruction mode [default: flat if a flat address list occurs, otherwise auto-stride]
    #[arg(long, value_enum)]
    pub(crate) mode: Option<ModeArgument>,
    /// Target of the programs: assembler (the default), hardware or contest
    #[arg(long, value_parser = profile)]
    pub(crate) profile: Option<RuleProfile>,
    /// Set the level of a code, a group such as E10 or RV, or `all`: off, hint, info, warning or error; may be repeated
    #[arg(long = "level", value_name = "CODE=LEVEL", value_parser = level)]
    pub(crate) levels: Vec<(Selector, Level)>,
    #[command(flatten)]
    pub(crate) config: ConfigArguments,
}

/// Which `mnc2.toml` is used.
#[derive(Debug, Default, Args)]
pub(crate) struct ConfigArguments {
    /// Use this file instead of the nearest mnc2.toml in the program's folder or its parents
    #[arg(long, value_name = "FILE", conflicts_with = "no_config")]
    pub(crate) config: Option<PathBuf>,
    /// Ignore mnc2.toml
    #[arg(long)]
    pub(crate) no_config: bool,
}

impl RulesArguments {
    /// The settings from the options.
    pub(crate) fn layer(&self) -> Layer {
        Layer {
            profile: self.profile,
            mode: self.mode.map(ModeArgument::choice),
            levels: self.levels.clone(),
        }
    }
}

impl ModeArgument {
    pub(crate) fn choice(self) -> ModeChoice {
        match self {
            Self::Infer => ModeChoice::Infer,
            Self::Auto => ModeChoice::Given(Mode::AutoStride),
            Self::Flat => ModeChoice::Given(Mode::Flat),
        }
    }
}

/// Usage errors are in English, like all text about the command line itself.
pub(super) fn profile(text: &str) -> Result<RuleProfile, Message> {
    mnc2_project::profile(text)
}

fn level(text: &str) -> Result<(Selector, Level), Message> {
    let (code, level) = text
        .split_once('=')
        .ok_or_else(|| message!("write a code and a level, as in `E1010=warning` or `all=off`"))?;
    Ok((
        mnc2_project::selector(code.trim(), languages::known())?,
        mnc2_project::level(level.trim())?,
    ))
}

/// Instruction modes (manual 1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ModeArgument {
    /// Flat if a flat address list occurs.
    Infer,
    /// Auto-stride mode.
    Auto,
    /// Flat mode.
    Flat,
}
