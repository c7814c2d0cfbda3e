//! How commands end.

use std::io;
use std::path::Path;

/// How a command ended; the numbers are the exit codes that `--help` states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    Success = 0,
    /// The program has errors or an assertion does not hold, or two programs differ.
    ProgramErrors = 1,
    /// Usage error, or input or output failed.
    Failure = 2,
    /// The run stopped before its end.
    Stopped = 3,
    /// Whether two programs are equivalent is not decided.
    Undecided = 4,
}

/// The reason for an early end of a command.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A message for the user.
    Message(String),
    /// A stream failed; a reader that closed it is not a failure.
    Stream(io::Error),
}

impl Failure {
    /// The failure to write a file, with the reason from the system.
    pub(crate) fn cannot_write(path: &Path) -> impl Fn(io::Error) -> Self + Copy {
        move |error| Self::Message(format!("cannot write `{}`: {error}", path.display()))
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Stream(error)
    }
}
