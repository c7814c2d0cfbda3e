//! The command line of `mnc2 schedule`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use mnc2_asm::Profile;
use mnc2_asm::rules::Layer;

use super::rules::{ModeArgument, profile};
use super::{ConfigArguments, Format};

/// `mnc2 schedule`
#[derive(Debug, Args)]
#[command(after_help = "\
Writes the program with its expressions in an order that takes fewer steps, and says whether a shorter one is possible. The result
does the same on the whole chip: that is proven from the data of both programs, and the checker finds nothing new. Comments stay with
their lines. What cannot be proven is not written.

A region of some 80 steps is solved as a whole. A longer one is taken in overlapping parts. When time is up, the best order so far is
written.

With --format json one object is written: file, before, after, shortest, bound (steps, reason, lines) and text.

Exit codes: 0 written, shorter or not; 1 the program has errors, or nothing may move; 2 a file cannot be read or written.

Examples:
  mnc2 schedule program.vsm -o shorter.vsm
  mnc2 schedule program.vsm --region 10..40 --time 60")]
pub(crate) struct ScheduleArguments {
    /// Program; `-` is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Write the result to this file, which appears only when it is complete
    #[arg(short = 'o', long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
    /// What may change
    #[arg(long, value_enum, default_value_t = Change::Forwarding)]
    pub(crate) level: Change,
    /// Only the lines from A to B, counted from 1
    #[arg(long, value_name = "A..B", value_parser = region)]
    pub(crate) region: Option<(usize, usize)>,
    /// Search this many seconds at most; what is left of a long program is then put into a quick order, for as long again
    #[arg(long, value_name = "SECONDS", default_value = "20", value_parser = seconds)]
    pub(crate) time: Duration,
    /// How to write the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// What the program is written for: assembler (the default), hardware or contest
    #[arg(long, value_parser = profile)]
    pub(crate) profile: Option<Profile>,
    /// Instruction mode that the program is written for; by default flat if a flat address list occurs,
    /// otherwise auto-stride
    #[arg(long, value_enum)]
    pub(crate) mode: Option<ModeArgument>,
    #[command(flatten)]
    pub(crate) config: ConfigArguments,
}

impl ScheduleArguments {
    /// The settings from the options.
    pub(crate) fn layer(&self) -> Layer {
        Layer {
            profile: self.profile,
            mode: self.mode.map(ModeArgument::choice),
            levels: Vec::new(),
        }
    }
}

/// What may change in a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Change {
    /// The order of expressions, and which of them share a step
    Order,
    /// Also memory that is read just after it was written: from the forwarding register
    Forwarding,
}

/// Both ends are lines of the region.
fn region(text: &str) -> Result<(usize, usize), String> {
    let parsed = text
        .split_once("..")
        .and_then(|(first, last)| Some((first.parse().ok()?, last.parse().ok()?)));
    match parsed {
        Some((first, last)) if 0 < first && first <= last => Ok((first, last)),
        _ => Err("write two lines, as in `10..40`".to_owned()),
    }
}

/// At most a day.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text
        .parse()
        .map_err(|_| "write a number of seconds".to_owned())?;
    if !(0.0..=86_400.0).contains(&seconds) {
        return Err("write a number of seconds up to 86400".to_owned());
    }
    Ok(Duration::from_secs_f64(seconds))
}
