//! The options of the commands that rewrite some lines of a program.

use std::time::Duration;

use clap::Args;
use mnc2_program::rules::{Layer, RuleProfile};
use mnc2_text::{Message, message};

use super::ConfigArguments;
use super::rules::{ModeArgument, profile};

/// The rules for one program; they override `mnc2.toml`.
#[derive(Debug, Args)]
pub(crate) struct ProgramRulesArguments {
    /// Target of the program: assembler (the default), hardware or contest
    #[arg(long, value_parser = profile)]
    pub(crate) profile: Option<RuleProfile>,
    /// Instruction mode [default: flat if a flat address list occurs, otherwise auto-stride]
    #[arg(long, value_enum)]
    pub(crate) mode: Option<ModeArgument>,
    #[command(flatten)]
    pub(crate) config: ConfigArguments,
}

impl ProgramRulesArguments {
    /// The settings from the options.
    pub(crate) fn layer(&self) -> Layer {
        Layer {
            profile: self.profile,
            mode: self.mode.map(ModeArgument::choice),
            levels: Vec::new(),
        }
    }
}

/// Both ends are lines of the region.
pub(super) fn region(text: &str) -> Result<(usize, usize), Message> {
    let parsed = text
        .split_once("..")
        .and_then(|(first, last)| Some((first.parse().ok()?, last.parse().ok()?)));
    match parsed {
        Some((first, last)) if 0 < first && first <= last => Ok((first, last)),
        _ => Err(message!("write two lines, as in `10..40`")),
    }
}

/// At most a day.
pub(super) fn seconds(text: &str) -> Result<Duration, Message> {
    let seconds: f64 = text
        .parse()
        .map_err(|_| message!("write a number of seconds"))?;
    if !(0.0..=86_400.0).contains(&seconds) {
        return Err(message!("write a number of seconds up to 86400"));
    }
    Ok(Duration::from_secs_f64(seconds))
}
