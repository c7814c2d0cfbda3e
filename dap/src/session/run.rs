//! The program that is debugged, and the client's requests about it.

use std::ops::{Deref, DerefMut};
use std::path::PathBuf;

use mnc2_debug::Debuggee;
use mnc2_text::{Message, message};

use super::breakpoint_requests::Points;
use super::chip::Chip;
use super::machine::Machine;
use super::program::Stamp;
use super::view::ProgramView;
use crate::protocol::LaunchArguments;
use crate::refusal::Refusal;

/// A program in its language.
pub(super) enum Program {
    /// On the chip of MN-Core 2.
    Chip(Box<Chip>),
    Machine(Box<Machine>),
}

impl Deref for Program {
    type Target = dyn ProgramView;

    fn deref(&self) -> &Self::Target {
        match self {
            Self::Chip(chip) => &**chip,
            Self::Machine(machine) => &**machine,
        }
    }
}

impl DerefMut for Program {
    fn deref_mut(&mut self) -> &mut Self::Target {
        match self {
            Self::Chip(chip) => &mut **chip,
            Self::Machine(machine) => &mut **machine,
        }
    }
}

impl Program {
    /// What only MN-Core 2 has.
    pub(super) const fn as_chip(&mut self) -> Option<&mut Chip> {
        match self {
            Self::Chip(chip) => Some(chip),
            Self::Machine(_) => None,
        }
    }
}

/// The program that is debugged.
pub(super) struct Run {
    pub(super) shown: Program,
    /// The configuration that it was launched with.
    pub(super) configuration: LaunchArguments,
    pub(super) path: PathBuf,
    /// The file when it was read.
    pub(super) stamp: Option<Stamp>,
    /// Its breakpoints, by kind.
    pub(super) points: Points,
    /// What went wrong where it is stopped: the name of its filter, and a sentence.
    pub(super) exceptions: Vec<(&'static str, Message)>,
    /// The lines before this one have printed what they print.
    pub(super) printed_to: usize,
}

impl Run {
    /// A run that has not begun.
    pub(super) fn new(
        shown: Program,
        configuration: LaunchArguments,
        (path, stamp): (PathBuf, Option<Stamp>),
        points: Points,
    ) -> Self {
        Self {
            shown,
            configuration,
            path,
            stamp,
            points,
            exceptions: Vec::new(),
            printed_to: 0,
        }
    }

    pub(super) fn debuggee(&self) -> &dyn Debuggee {
        self.shown.debuggee()
    }

    /// The run, to continue.
    pub(super) fn debuggee_mut(&mut self) -> &mut dyn Debuggee {
        self.shown.debuggee_mut()
    }

    /// Whether each of its lines runs once, so that the line is the point in time.
    pub(super) fn is_straight(&self) -> bool {
        self.debuggee().steps().is_none()
    }

    /// What follows need not print what it has printed, because the state is another one here.
    pub(super) fn state_changed(&mut self) {
        let line = self.debuggee().next_line().unwrap_or(usize::MAX);
        self.printed_to = self.printed_to.min(line);
    }

    /// Drops answers about the previous point in time.
    pub(super) fn forget(&mut self) {
        self.shown.forget();
        self.exceptions.clear();
    }

    /// Why a request is not answered that is about MN-Core 2.
    pub(super) fn mnc2_only_refusal(&self, command: &str) -> Refusal {
        let language = self.shown.language_id();
        message!(
            "`{command}` is for programs in MN-Core 2 assembly only, and this one is read as `{language}`",
            command,
            language
        )
        .into()
    }
}
