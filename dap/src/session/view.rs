//! What a client is shown of a program, which depends on its language.

use mnc2_debug::{Debuggee, Watched};
use mnc2_ide::features::run::Control;
use mnc2_text::{Language, Message};

use super::Done;
use crate::protocol::{
    EvaluateArguments, EvaluateResponse, MemoryEvent, NewValue, OtherCapabilities, Scope, Variable,
    VariablesArguments,
};

/// The context of a request for values.
#[derive(Clone, Copy)]
pub(super) struct Asking<'a> {
    /// The language of the user.
    pub(super) language: Language,
    /// Whether the client requests parts of long lists.
    pub(super) pages: bool,
    /// What interrupts a long answer.
    pub(super) control: &'a Control,
}

/// An instruction of the disassembly.
pub(super) struct Instruction {
    /// Its line, counted from 0.
    pub(super) line: usize,
    /// Its word, or the fields of the word that it sets.
    pub(super) bytes: Option<String>,
    pub(super) text: String,
    /// The section that begins with it.
    pub(super) symbol: Option<String>,
}

/// A value that was changed, and the bytes that changed with it.
pub(super) type Changed = (NewValue, Option<MemoryEvent>);

/// What can be typed next: its text, what it is, and its kind in the protocol.
pub(super) type Candidate = (String, Option<String>, &'static str);

/// A program that is debugged, as a client sees it. Lines count from 0.
pub(super) trait ProgramView {
    /// The run that is shown.
    fn debuggee(&self) -> &dyn Debuggee;

    /// The run, to continue.
    fn debuggee_mut(&mut self) -> &mut dyn Debuggee;

    /// The identifier of its language.
    fn language_id(&self) -> &'static str;

    /// The text as it runs, and its type.
    fn text(&self) -> (String, &'static str);

    /// The difference to the capabilities that were sent before the program was known.
    fn capabilities(&self, _language: Language) -> Option<OtherCapabilities> {
        None
    }

    /// What is printed at the end of a run without a debugger.
    fn results(&self) -> Vec<String> {
        Vec::new()
    }

    /// Invalidates the lists that the client has received.
    fn forget(&mut self);

    /// A line as a target of `goto`.
    fn target_of(&self, line: usize) -> i64;

    /// The line of a target of `goto`.
    fn line_of_target(&self, target: i64) -> Option<usize>;

    /// How many instructions the disassembly has.
    fn instructions(&mut self) -> usize;

    /// An instruction of the disassembly.
    fn instruction(&mut self, number: usize) -> Option<Instruction>;

    /// The number of the first instruction in a line.
    fn instruction_in(&mut self, line: usize) -> Option<usize>;

    /// The number of the instruction that runs next in a frame that is shown in a line.
    fn next_instruction(&mut self, line: usize) -> Option<usize> {
        self.instruction_in(line)
    }

    /// The scopes of a frame.
    fn scopes(&mut self, frame: (usize, usize), language: Language) -> Vec<Scope>;

    /// Variables of a list.
    fn variables(
        &mut self,
        arguments: &VariablesArguments,
        asking: Asking<'_>,
    ) -> Done<Vec<Variable>>;

    /// The value of an expression.
    fn evaluate(&mut self, arguments: &EvaluateArguments) -> Done<EvaluateResponse>;

    /// Changes a variable of a list.
    fn set_variable(&mut self, list: i64, name: &str, value: &str) -> Done<Changed>;

    /// Changes what an expression names.
    fn set_expression(&mut self, text: &str, value: &str) -> Done<Changed>;

    /// A variable of a list whose accesses can stop the run; `None` if the list does not have it.
    fn watchable_in(&self, list: i64, name: &str) -> Option<Result<Watched, Message>>;

    /// Bytes of a memory whose accesses can stop the run.
    fn watchable_bytes(&self, reference: &str, bytes: i64) -> Result<Watched, Message>;

    /// How many bytes of a text before the cursor are completed, and what they can become.
    fn complete(&self, before: &str) -> (usize, Vec<Candidate>);

    /// The address that a reference to memory means, and the end of its memory.
    fn extent(&self, reference: &str) -> Result<(i128, i128), Message>;

    /// Reads bytes of the memory of a reference, which contains them.
    fn read_bytes(&self, reference: &str, address: u64, count: usize) -> Vec<u8>;

    /// Changes bytes of the memory of a reference, which contains them.
    fn write_bytes(&mut self, reference: &str, address: u64, bytes: &[u8]) -> Result<(), Message>;
}
