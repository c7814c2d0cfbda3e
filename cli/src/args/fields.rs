//! Options of `mnc2 check` that draw instruction words.

use clap::Args;
use mnc2_text::{Message, message};

/// Which steps are drawn.
#[derive(Debug, Args)]
pub(crate) struct FieldsArguments {
    /// Draw the instruction word of steps with field conflicts; `=all` draws every step, a number the step on
    /// that line
    #[arg(
        long,
        value_name = "WHICH",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "collisions",
        value_parser = which
    )]
    pub(crate) fields: Option<Drawn>,
}

/// Which steps are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Drawn {
    /// Those whose fields collide.
    Collisions,
    /// Every one.
    All,
    /// A line, counted from 1.
    Line(u32),
}

fn which(text: &str) -> Result<Drawn, Message> {
    match text {
        "collisions" => Ok(Drawn::Collisions),
        "all" => Ok(Drawn::All),
        _ => text
            .parse()
            .ok()
            .filter(|&line| line > 0)
            .map(Drawn::Line)
            .ok_or_else(|| message!("write `collisions`, `all` or a line number, counted from 1")),
    }
}
