//! The program that is debugged, and what the client asked about it.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use mnc2_asm::{Message, text};
use mnc2_ide::debug::Debugger;
use mnc2_ide::features::sections::{Section, sections};

use super::points::Points;
use super::tree::References;
use crate::protocol::LaunchArguments;

/// What tells whether a file was written since it was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stamp {
    modified: Option<SystemTime>,
    bytes: u64,
}

impl Stamp {
    /// The stamp of a file now; `None` if there is none.
    pub(super) fn of(path: &Path) -> Option<Self> {
        let metadata = fs::metadata(path).ok()?;
        Some(Self {
            modified: metadata.modified().ok(),
            bytes: metadata.len(),
        })
    }
}

/// The program that is debugged.
pub(super) struct Run {
    /// The run.
    pub(super) debugger: Debugger,
    /// The configuration that it was launched with.
    pub(super) configuration: LaunchArguments,
    /// Its file.
    pub(super) path: PathBuf,
    /// The file when it was read.
    pub(super) stamp: Option<Stamp>,
    /// The lines with statements that run, which are the instructions of the disassembly.
    pub(super) statements: Vec<u32>,
    /// The headings in its comments.
    pub(super) sections: Vec<Section>,
    /// Its breakpoints, by kind.
    pub(super) points: Points,
    /// The lists of variables that the client knows.
    pub(super) references: References,
    /// What went wrong where it is stopped: the name of its filter, and a sentence.
    pub(super) exceptions: Vec<(&'static str, Message)>,
    /// The lines before this one have printed what they print.
    pub(super) printed_to: usize,
}

/// The lines with statements, up to the one that ends the program.
fn statements(debugger: &Debugger) -> Vec<u32> {
    let program = debugger.recording().program();
    let lines = (0_u32..).zip(program.iter());
    let statements = lines.filter(|(_, line)| line.statement.is_some());
    statements.map(|(number, _)| number).collect()
}

impl Run {
    /// A run that has not begun.
    pub(super) fn new(
        debugger: Debugger,
        configuration: LaunchArguments,
        (path, stamp): (PathBuf, Option<Stamp>),
        points: Points,
    ) -> Self {
        Self {
            sections: sections(debugger.snapshot()),
            statements: statements(&debugger),
            debugger,
            configuration,
            stamp,
            path,
            points,
            references: References::default(),
            exceptions: Vec::new(),
            printed_to: 0,
        }
    }

    /// The program has another text now.
    pub(super) fn read_again(&mut self) {
        self.sections = sections(self.debugger.snapshot());
        self.statements = statements(&self.debugger);
        self.state_changed();
    }

    /// What follows need not print what it has printed, because the state is another one here.
    pub(super) fn state_changed(&mut self) {
        self.printed_to = self.printed_to.min(self.debugger.line());
    }

    /// A line as a target of `goto`: how many statements are before it.
    pub(super) fn target_of(&self, line: usize) -> usize {
        self.statements
            .partition_point(|&statement| (statement as usize) < line)
    }

    /// The target of the end.
    pub(super) fn targets(&self) -> usize {
        self.target_of(self.debugger.recording().end())
    }

    /// The line of a target of `goto`; `None` after the end.
    pub(super) fn line_of_target(&self, target: i64) -> Option<usize> {
        let target = usize::try_from(target).ok()?;
        let end = self.debugger.recording().end();
        match target.cmp(&self.targets()) {
            std::cmp::Ordering::Less => self.statements.get(target).map(|&line| line as usize),
            std::cmp::Ordering::Equal => Some(end),
            std::cmp::Ordering::Greater => None,
        }
    }

    /// The innermost section that a line is in.
    pub(super) fn section_of(&self, line: usize) -> Option<&Section> {
        let contains =
            |section: &&Section| (section.start as usize..=section.end as usize).contains(&line);
        self.sections.iter().rfind(contains)
    }

    /// The line that is shown as the one that runs next: at the end, the last one. What follows the last line break is
    /// no line to every editor.
    pub(super) fn shown_line(&self) -> usize {
        let snapshot = self.debugger.snapshot();
        let last = snapshot.program.len().saturating_sub(1);
        let is_rest = last > 0 && snapshot.line_text(last).is_empty();
        self.debugger.line().min(last - usize::from(is_rest))
    }

    /// A part of a line; empty if the line does not have it.
    pub(super) fn part(&self, line: usize, range: &mnc2_asm::LineRange) -> String {
        let content = self.debugger.snapshot().line_text(line);
        text::part(&content, range).to_owned()
    }
}
