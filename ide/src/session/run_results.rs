//! The results of runs and judgements, and how long they stay true.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use mnc2_dataflow::number_format::Numbers;
use mnc2_emulator::Machine;
use mnc2_emulator::changes::StatementChange;
use mnc2_emulator::dump::value::DumpValue;
use mnc2_emulator::machine::last_writes::WrittenValue;
use mnc2_program::Program;
use mnc2_text::{LineRange, Message};

use super::id::DocumentId;

/// The result of a run.
#[derive(Debug, Default, PartialEq)]
pub struct RunResult {
    /// The line executed last.
    pub line: u32,
    /// Steps of the program, where `nop/n` counts as n.
    pub steps: u64,
    /// The lines of the dump, up to the limits.
    pub dump: Vec<DumpText>,
    /// What the last line wrote.
    pub written: Vec<WrittenOperand>,
    /// How the values of `d get` lines compare with their comments.
    pub expected: Expected,
    /// The output that was omitted because of limits.
    pub cut: Cut,
    /// Why it stopped before the requested line, if it was to run as far as possible.
    pub stopped: Option<Stopped>,
    /// What each statement changes on the chip, in order.
    pub changes: Arc<Vec<StatementChange>>,
}

/// The output of a run that was omitted because of limits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cut {
    /// How many lines the dump would have, if it is cut.
    pub dump_lines: Option<u64>,
    /// Whether the limit of steps ended the run.
    pub at_step_limit: bool,
}

impl Cut {
    /// Whether any output was omitted.
    pub const fn is_any(self) -> bool {
        self.dump_lines.is_some() || self.at_step_limit
    }
}

/// Where and why a run went no further.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// The line that was not executed.
    pub line: u32,
    /// Why, with the line.
    pub message: Message,
}

/// A line of the dump.
#[derive(Debug, PartialEq)]
pub struct DumpText {
    /// The statement that printed it.
    pub line: u32,
    /// The value of a `d get`; `None` for what the host reads back.
    pub value: Option<DumpValue>,
    /// The format of the instruction that wrote the value, if the statement has no data type.
    pub numbers: Option<Numbers>,
    /// As the emulator prints it.
    pub text: String,
}

/// The value that one operand of the last line wrote.
#[derive(Debug, PartialEq, Eq)]
pub struct WrittenOperand {
    /// The operand as the program spells it.
    pub operand: String,
    /// Its place in the line.
    pub range: LineRange,
    /// The name of the element whose values are shown.
    pub element: String,
    /// The write of each cycle.
    pub values: Vec<WrittenValue>,
    /// The number format of the instruction, if it has one.
    pub numbers: Option<Numbers>,
}

/// How values compare with the expectations in comments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    /// Values compared, and assertions checked.
    pub values: usize,
    /// Wrong values, expectations that cannot be read, and assertions that do not hold, in the order of lines.
    pub findings: Vec<RunFinding>,
}

/// A finding about a line that only a run can make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunFinding {
    /// The line, counted from 0.
    pub line: u32,
    /// The part of the line.
    pub range: LineRange,
    /// The sentence that is reported.
    pub message: Message,
}

/// The last run of a document.
#[derive(Debug)]
pub struct LastRun {
    /// The program that ran.
    pub program: Program,
    /// The document that loaded the memories first.
    pub inputs: Option<DocumentId>,
    /// The result of the run.
    pub ran: RunResult,
}

impl LastRun {
    /// Lines before this one, counted from 0, are those that ran: the results for them are still true.
    pub fn valid_before(&self, program: &Program) -> u32 {
        self.program.shared_prefix(program) as u32
    }

    /// The run's findings about lines that have not changed since.
    pub fn findings(&self, program: &Program) -> Vec<&RunFinding> {
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
pub struct FinalState(Arc<Machine>);

impl FinalState {
    /// After a run that this machine made.
    pub fn new(machine: Machine) -> Self {
        Self(Arc::new(machine))
    }

    /// The machine as the run left it.
    pub fn machine(&self) -> &Machine {
        &self.0
    }
}

impl fmt::Debug for FinalState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FinalState")
    }
}

/// The judge's result for a document.
#[derive(Debug)]
pub struct Verdict {
    /// The testcase that was used.
    pub testcase: DocumentId,
    /// Whether the solution was accepted.
    pub accepted: bool,
    /// The verdict in one line.
    pub sentence: Message,
    /// Wrong values, at the lines of the testcase.
    pub findings: Vec<RunFinding>,
    /// Assertions that do not hold, at the lines of the solution.
    pub asserted: Vec<RunFinding>,
}

/// What runs and judgements found about a document.
#[derive(Clone, Debug, Default)]
pub struct Outcomes {
    /// Its last run, perhaps of an older text.
    pub last_run: Option<Arc<LastRun>>,
    /// The machine after its last run, if no other document has run since.
    pub final_state: Option<FinalState>,
    /// The judge's result for the current text.
    pub verdict: Option<Arc<Verdict>>,
    /// The judge's result for another document with this one as the testcase.
    pub judged_with: Option<Arc<Verdict>>,
}

impl Outcomes {
    /// The findings of runs about lines of a document.
    pub fn findings(&self, program: &Program) -> Vec<&RunFinding> {
        let of_run = self.last_run.iter().flat_map(|run| run.findings(program));
        let of_judge = self
            .judged_with
            .iter()
            .flat_map(|verdict| &verdict.findings);
        let mut findings: Vec<_> = of_run.chain(of_judge).collect();
        // A run of the same text has found some of them already.
        let asserted = self.verdict.iter().flat_map(|verdict| &verdict.asserted);
        for finding in asserted {
            if !findings.contains(&finding) {
                findings.push(finding);
            }
        }
        findings
    }
}

/// The results for all documents, by document.
#[derive(Debug, Default)]
pub(super) struct AllOutcomes {
    runs: HashMap<DocumentId, Arc<LastRun>>,
    /// The machine after the newest run, and the document that ran. Only one machine is kept: it can take a gigabyte.
    final_state: Option<(DocumentId, FinalState)>,
    verdicts: HashMap<DocumentId, Arc<Verdict>>,
}

impl AllOutcomes {
    /// What is known about a document.
    pub(super) fn for_document(&self, id: &DocumentId) -> Outcomes {
        let judged_with = self
            .verdicts
            .values()
            .find(|verdict| verdict.testcase == *id);
        Outcomes {
            last_run: self.runs.get(id).cloned(),
            final_state: self
                .final_state
                .as_ref()
                .filter(|(of, _)| of == id && self.runs.contains_key(id))
                .map(|(_, state)| state.clone()),
            verdict: self.verdicts.get(id).cloned(),
            judged_with: judged_with.cloned(),
        }
    }

    pub(super) fn record_run(&mut self, id: DocumentId, run: LastRun, state: FinalState) {
        self.runs.insert(id.clone(), Arc::new(run));
        self.final_state = Some((id, state));
    }

    /// Stores a verdict. It replaces the verdict about the same document and any verdict with the same testcase;
    /// returns the other testcases that these referred to.
    pub(super) fn record_verdict(&mut self, id: DocumentId, verdict: Verdict) -> Vec<DocumentId> {
        let testcase = verdict.testcase.clone();
        let mut outdated =
            self.forget_verdicts(|other, of| *other == id || of.testcase == testcase);
        outdated.retain(|other| *other != testcase);
        self.verdicts.insert(id, Arc::new(verdict));
        outdated
    }

    /// Forgets what an edit of a document makes untrue. Returns the testcases that verdicts referred to.
    pub(super) fn edited(&mut self, id: &DocumentId) -> Vec<DocumentId> {
        self.runs.retain(|_, run| run.inputs.as_ref() != Some(id));
        self.forget_verdicts(|other, of| other == id || of.testcase == *id)
    }

    /// Forgets what changed files make untrue. Returns the testcases that verdicts referred to.
    pub(super) fn file_changed(
        &mut self,
        is_meant: impl Fn(&DocumentId) -> bool,
    ) -> Vec<DocumentId> {
        self.runs
            .retain(|_, run| !run.inputs.as_ref().is_some_and(&is_meant));
        self.forget_verdicts(|_, of| is_meant(&of.testcase))
    }

    /// Forgets what is known about a document that is closed. Returns the testcases that verdicts referred to.
    pub(super) fn closed(&mut self, id: &DocumentId) -> Vec<DocumentId> {
        self.runs.remove(id);
        if self.final_state.as_ref().is_some_and(|(of, _)| of == id) {
            self.final_state = None;
        }
        self.forget_verdicts(|other, _| other == id)
    }

    fn forget_verdicts(
        &mut self,
        is_meant: impl Fn(&DocumentId, &Verdict) -> bool,
    ) -> Vec<DocumentId> {
        self.verdicts
            .extract_if(|id, verdict| is_meant(id, verdict))
            .map(|(_, verdict)| verdict.testcase.clone())
            .collect()
    }
}
