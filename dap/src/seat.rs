//! What the sessions of the clients of a host program share: the kernel that is debugged, and which client debugs it.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use mnc2_asm::parse;
use mnc2_emulator::{Machine, Recording};
use mnc2_program::Statement;
use mnc2_text::{Message, line, message};

/// What is debugged.
#[derive(Clone)]
pub struct HostKernel {
    /// The file of the program, as clients name it.
    pub path: PathBuf,
    /// The text of the file, which may have been edited since the kernel was loaded.
    pub text: String,
    /// Whether the host makes the transfers of the program's host statements, which are comments then.
    pub has_own_transfers: bool,
    /// The chip before the kernel.
    pub machine: Machine,
}

impl HostKernel {
    /// A text of the file as it runs.
    pub(crate) fn to_run(&self, text: &str) -> String {
        match self.has_own_transfers {
            true => without_host_lines(text),
            false => text.to_owned(),
        }
    }
}

/// A kernel after its session.
pub struct Debugged {
    /// The run where the client has left it, with the client's changes of memories and of the program.
    pub run: Recording,
    /// The text of the program that ran, whose lines are the lines of the run.
    pub text: String,
}

/// A program without its host statements, which are comments instead: the host makes its own transfers. Lines stay where they
/// are.
fn without_host_lines(text: &str) -> String {
    let program = parse(text);
    let mut kept = String::with_capacity(text.len());
    for (line, text) in program.iter().zip(line::lines_with_ends(text)) {
        if matches!(line.statement, Some(Statement::Host(_))) {
            kept.push_str("# ");
        }
        kept.push_str(text);
    }
    kept
}

/// What the sessions of the clients share.
pub(crate) struct Awaited {
    pub(crate) kernel: HostKernel,
    pub(crate) token: String,
    pub(crate) state: Mutex<State>,
}

#[derive(Default)]
pub(crate) struct State {
    /// The number of the client that debugs.
    pub(crate) debugging: Option<usize>,
    /// When the program ended for its client.
    pub(crate) ended: Option<Instant>,
    /// The result of the session.
    pub(crate) debugged: Option<Debugged>,
}

impl Awaited {
    /// A lock, also after a panic: the state is whole after each statement.
    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A client of a host, as its session knows it.
#[derive(Clone)]
pub(crate) struct Seat {
    pub(crate) awaited: Arc<Awaited>,
    pub(crate) client: usize,
}

impl Seat {
    /// The kernel that is debugged.
    pub(crate) fn kernel(&self) -> &HostKernel {
        &self.awaited.kernel
    }

    /// Whether a client has sent the host's token. The time does not depend on where a wrong one differs.
    pub(crate) fn knows(&self, token: &str) -> bool {
        let pairs = token.bytes().zip(self.awaited.token.bytes());
        let differences = pairs.fold(0, |all, (one, other)| all | (one ^ other));
        token.len() == self.awaited.token.len() && differences == 0
    }

    /// Makes this client the debugging client.
    ///
    /// # Errors
    /// If another one is.
    pub(crate) fn take(&self) -> Result<(), Message> {
        let mut state = self.awaited.state();
        match *state.debugging.get_or_insert(self.client) == self.client {
            true => Ok(()),
            false => Err(message!("another client debugs this kernel already")),
        }
    }

    /// Whether the program has ended for the client, which then has to leave.
    pub(crate) fn set_ended(&self, is_ended: bool) {
        self.awaited.state().ended = is_ended.then(Instant::now);
    }

    /// Hands the run over to the host.
    pub(crate) fn hand_over(&self, debugged: Debugged) {
        self.awaited.state().debugged = Some(debugged);
    }
}

#[cfg(test)]
mod tests {
    use super::without_host_lines;

    #[test]
    fn host_statements_are_comments() {
        let text = "nop\r\ne 0 0 i02 i00 0 000000000 000001\n  quit # c\nf\n";
        let expected = "nop\r\n# e 0 0 i02 i00 0 000000000 000001\n  quit # c\n# f\n";
        assert_eq!(without_host_lines(text), expected);
    }
}
