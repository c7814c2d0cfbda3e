//! What runs and judgements left behind, and how long it stays true.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use mnc2_asm::numbers::Numbers;
use mnc2_asm::{LineRange, Message, Program};
use mnc2_emulator::Machine;

/// What a run left behind.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Ran {
    /// The line executed last.
    pub(crate) line: u32,
    /// Steps of the program, `nop/n` counting n.
    pub(crate) steps: u64,
    /// The dump.
    pub(crate) dump: Vec<DumpText>,
    /// What the last line wrote.
    pub(crate) written: Vec<WrittenText>,
    /// What comments expected of `d get` lines.
    pub(crate) expected: Expected,
    /// What limits left out, if they did.
    pub(crate) cut: Cut,
    /// Why it did not go on to the line asked for, when it was to run as far as it can.
    pub(crate) stopped: Option<Stopped>,
}

/// What limits left out of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cut {
    /// How many lines the dump would have, where it has not all of them.
    pub(crate) dump_lines: Option<u64>,
    /// Whether the limit of steps ended the run.
    pub(crate) at_step_limit: bool,
}

impl Cut {
    /// Whether anything was left out.
    pub(crate) const fn is_any(self) -> bool {
        self.dump_lines.is_some() || self.at_step_limit
    }
}

/// Where and why a run went no further.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stopped {
    /// The line that was not executed.
    pub(crate) line: u32,
    /// Why, with the line.
    pub(crate) message: Message,
}

/// A line of the dump.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct DumpText {
    /// The statement that printed it.
    pub(crate) line: u32,
    /// The interpreted value alone.
    pub(crate) value: String,
    /// How the instruction meant the value that wrote it, where the statement does not say how to read it.
    pub(crate) numbers: Option<Numbers>,
    /// As the emulator prints it.
    pub(crate) text: String,
}

/// What one operand of the last line wrote.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct WrittenText {
    /// The operand as the program spells it.
    pub(crate) operand: String,
    /// Where it stands in the line.
    pub(crate) range: LineRange,
    /// The element shown.
    pub(crate) element: String,
    /// Bits in hexadecimal for each cycle, after `[address]` where several long words of a memory
    /// above the PEs are written; `None` where a mask kept the cycle from writing.
    pub(crate) values: Vec<Option<String>>,
    /// The same as numbers, where the instruction says which numbers they are.
    pub(crate) texts: Vec<Option<String>>,
}

/// How values compare with what comments expect.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Expected {
    /// Values compared.
    pub(crate) values: usize,
    /// Values that are wrong, and expectations that cannot be read, in the order of lines.
    pub(crate) findings: Vec<RunFinding>,
}

/// Something that only a run finds out about a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RunFinding {
    /// The line, counted from 0.
    pub(crate) line: u32,
    /// The part of it.
    pub(crate) range: LineRange,
    /// What was found.
    pub(crate) message: Message,
}

/// The last run of a document.
#[derive(Debug)]
pub(crate) struct LastRun {
    /// What ran.
    pub(crate) program: Program,
    /// The document that loaded the memories before, by its URI.
    pub(crate) inputs: Option<String>,
    /// What came of it.
    pub(crate) ran: Ran,
}

impl LastRun {
    /// Lines before this one, counted from 0, are those that ran: what the run says about them is still true.
    pub(crate) fn valid_before(&self, program: &Program) -> u32 {
        self.program.shared_prefix(program) as u32
    }

    /// What the run found out about lines that have not changed since.
    pub(crate) fn findings(&self, program: &Program) -> Vec<&RunFinding> {
        if self.ran.expected.findings.is_empty() {
            return Vec::new();
        }
        let valid_before = self.valid_before(program);
        let findings = self.ran.expected.findings.iter();
        findings
            .take_while(|finding| finding.line < valid_before)
            .collect()
    }
}

/// The machine after a run.
#[derive(Clone)]
pub(crate) struct FinalState(Arc<Machine>);

impl FinalState {
    pub(crate) fn new(machine: Machine) -> Self {
        Self(Arc::new(machine))
    }

    pub(crate) fn machine(&self) -> &Machine {
        &self.0
    }
}

impl fmt::Debug for FinalState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FinalState")
    }
}

/// What the judge said about a document.
#[derive(Debug)]
pub(crate) struct Verdict {
    /// The testcase, by its URI.
    pub(crate) testcase: String,
    /// Whether the solution was accepted.
    pub(crate) accepted: bool,
    /// The verdict in one line.
    pub(crate) sentence: Message,
    /// Wrong values, at the lines of the testcase.
    pub(crate) findings: Vec<RunFinding>,
}

/// What is known about a document from runs and judgements.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outcomes {
    /// Its last run; of an older text perhaps.
    pub(crate) last_run: Option<Arc<LastRun>>,
    /// The machine after its last run, if no other document has been run since.
    pub(crate) final_state: Option<FinalState>,
    /// What the judge said about this very text.
    pub(crate) verdict: Option<Arc<Verdict>>,
    /// What the judge said about another document with this one as the testcase.
    pub(crate) judged_with: Option<Arc<Verdict>>,
}

impl Outcomes {
    /// What runs found out about lines of a document.
    pub(crate) fn findings(&self, program: &Program) -> Vec<&RunFinding> {
        let of_run = self.last_run.iter().flat_map(|run| run.findings(program));
        let of_judge = self
            .judged_with
            .iter()
            .flat_map(|verdict| &verdict.findings);
        of_run.chain(of_judge).collect()
    }
}

/// The outcomes of all documents, by their URI.
#[derive(Debug, Default)]
pub(super) struct AllOutcomes {
    runs: HashMap<String, Arc<LastRun>>,
    /// The machine after the newest run, and whose run that was. One machine only: it can hold a gigabyte.
    final_state: Option<(String, FinalState)>,
    verdicts: HashMap<String, Arc<Verdict>>,
}

impl AllOutcomes {
    /// What is known about a document.
    pub(super) fn of(&self, uri: &str) -> Outcomes {
        let judged_with = self
            .verdicts
            .values()
            .find(|verdict| verdict.testcase == uri);
        Outcomes {
            last_run: self.runs.get(uri).cloned(),
            final_state: self
                .final_state
                .as_ref()
                .filter(|(of, _)| of == uri && self.runs.contains_key(uri))
                .map(|(_, state)| state.clone()),
            verdict: self.verdicts.get(uri).cloned(),
            judged_with: judged_with.cloned(),
        }
    }

    /// Remembers a run.
    pub(super) fn record_run(&mut self, uri: String, run: LastRun, state: FinalState) {
        self.runs.insert(uri.clone(), Arc::new(run));
        self.final_state = Some((uri, state));
    }

    /// Remembers a verdict. The one before about the same document, or by the same testcase, gives way;
    /// other testcases that it spoke of are returned.
    pub(super) fn record_verdict(&mut self, uri: String, verdict: Verdict) -> Vec<String> {
        let testcase = verdict.testcase.clone();
        let mut outdated =
            self.forget_verdicts(|other, of| other == uri || of.testcase == testcase);
        outdated.retain(|other| *other != testcase);
        self.verdicts.insert(uri, Arc::new(verdict));
        outdated
    }

    /// Forgets what an edit of a document makes untrue; the testcases that verdicts spoke of.
    pub(super) fn edited(&mut self, uri: &str) -> Vec<String> {
        self.runs
            .retain(|_, run| run.inputs.as_deref() != Some(uri));
        self.forget_verdicts(|other, of| other == uri || of.testcase == uri)
    }

    /// Forgets what other contents of files make untrue; the testcases that verdicts spoke of.
    pub(super) fn file_changed(&mut self, is_meant: impl Fn(&str) -> bool) -> Vec<String> {
        self.runs
            .retain(|_, run| !run.inputs.as_deref().is_some_and(&is_meant));
        self.forget_verdicts(|_, of| is_meant(&of.testcase))
    }

    /// Forgets what is known about a document that is closed; the testcases that verdicts spoke of.
    pub(super) fn closed(&mut self, uri: &str) -> Vec<String> {
        self.runs.remove(uri);
        if self.final_state.as_ref().is_some_and(|(of, _)| of == uri) {
            self.final_state = None;
        }
        self.forget_verdicts(|other, _| other == uri)
    }

    fn forget_verdicts(&mut self, is_meant: impl Fn(&str, &Verdict) -> bool) -> Vec<String> {
        self.verdicts
            .extract_if(|uri, verdict| is_meant(uri, verdict))
            .map(|(_, verdict)| verdict.testcase.clone())
            .collect()
    }
}
