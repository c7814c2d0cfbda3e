//! A chunk of lines: what an edit makes anew, and what results of passes are kept about.
//!
//! Typed lines take some fifty times as much memory as their text. Therefore the lines of a long text stay unread until
//! something refers to them, and what only passes over them reads them again each time.

use std::borrow::Cow;
use std::fmt::Debug;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::chunk_cache::Kept;
use super::{Line, Statement, WriteMaskSetting};

/// Maximum number of lines in a chunk, unless a program is [made for another](super::Program::in_chunks_of).
pub(super) const CHUNK_LINES_MAX: usize = 128;

/// A text whose lines can be read at any time, with the same result each time.
pub trait LineSource: Debug + Send + Sync {
    /// The typed lines of a range, counted from 0: as many as the range has.
    fn read(&self, lines: Range<usize>) -> Vec<Arc<Line>>;
}

/// Lines that stay together; at least one, and immutable.
#[derive(Debug)]
pub struct Chunk {
    len: usize,
    /// The lines; empty as long as nothing has referred to them.
    lines: OnceLock<Box<[Arc<Line>]>>,
    /// Where the lines are read from; `None` if they were given.
    source: Option<(Arc<dyn LineSource>, Range<usize>)>,
    facts: OnceLock<Facts>,
    /// Results of passes over the chunk.
    pub kept: Kept,
}

/// What the lines of a chunk mean for other chunks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facts {
    /// The number of its steps.
    pub(super) steps: u64,
    /// Its last `mask` statement.
    pub(super) mask: Option<WriteMaskSetting>,
    /// The first line that ends the program, counted from the first one of the chunk.
    pub(super) end: Option<usize>,
    /// Properties of its lines.
    pub(super) marks: Marks,
}

/// What makes a pass that looks for some lines read a chunk.
#[derive(Clone, Copy, Debug)]
pub(super) struct Marks {
    /// Whether a line has an error of its own.
    pub(super) has_errors: bool,
    /// Whether a line has silencing comments.
    pub(super) has_silences: bool,
    /// Whether a line has an assertion.
    pub(super) has_assertions: bool,
    /// Whether a line is a directive for a linker, or a remark of a linker about one.
    pub(super) has_links: bool,
}

impl Chunk {
    /// A chunk about which nothing is known yet.
    pub(super) fn new(lines: &[Arc<Line>]) -> Arc<Self> {
        Arc::new(Self {
            len: lines.len(),
            lines: OnceLock::from(Box::from(lines)),
            source: None,
            facts: OnceLock::from(Facts::from_lines(lines)),
            kept: Kept::default(),
        })
    }

    /// A chunk whose lines are read when something needs them.
    pub(super) fn unread(source: Arc<dyn LineSource>, lines: Range<usize>) -> Arc<Self> {
        Arc::new(Self {
            len: lines.len(),
            lines: OnceLock::new(),
            source: Some((source, lines)),
            facts: OnceLock::new(),
            kept: Kept::default(),
        })
    }

    /// The number of lines.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a chunk has lines")]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether its lines would have to be read.
    #[must_use]
    pub fn is_unread(&self) -> bool {
        self.lines.get().is_none()
    }

    /// The lines, which it keeps from now on.
    #[must_use]
    pub fn lines(&self) -> &[Arc<Line>] {
        self.lines.get_or_init(|| self.read_again().into())
    }

    /// The lines for a pass, which does not keep them.
    #[must_use]
    pub fn pass(&self) -> Cow<'_, [Arc<Line>]> {
        match self.lines.get() {
            Some(lines) => Cow::Borrowed(lines),
            None => Cow::Owned(self.read_again()),
        }
    }

    /// The facts about its lines that other chunks need.
    pub(super) fn facts(&self) -> &Facts {
        self.facts.get_or_init(|| match self.lines.get() {
            Some(lines) => Facts::from_lines(lines),
            None => Facts::from_lines(&self.read()),
        })
    }

    /// Whether that is known without reading them.
    pub(super) fn has_facts(&self) -> bool {
        self.facts.get().is_some()
    }

    fn read_again(&self) -> Vec<Arc<Line>> {
        let lines = self.read();
        self.facts.get_or_init(|| Facts::from_lines(&lines));
        lines
    }

    fn read(&self) -> Vec<Arc<Line>> {
        let (source, range) = self.source.as_ref().expect("it has lines or a source");
        let mut lines = source.read(range.clone());
        lines.resize_with(self.len, Arc::default);
        lines
    }
}

impl Facts {
    fn from_lines(lines: &[Arc<Line>]) -> Self {
        Self {
            steps: steps_of(lines),
            mask: last_mask(lines),
            end: lines.iter().position(|line| line.ends_program()),
            marks: Marks {
                has_errors: lines.iter().any(|line| line.has_error()),
                has_silences: lines.iter().any(|line| !line.silences.is_empty()),
                has_assertions: lines.iter().any(|line| line.assertion.is_some()),
                has_links: lines.iter().any(|line| line.is_of_linker()),
            },
        }
    }
}

/// Steps of lines, `nop/n` being n.
pub(super) fn steps_of(lines: &[Arc<Line>]) -> u64 {
    lines
        .iter()
        .filter_map(|line| line.step())
        .map(|step| u64::from(step.steps()))
        .sum()
}

/// The setting of the last `mask` statement.
pub(super) fn last_mask(lines: &[Arc<Line>]) -> Option<WriteMaskSetting> {
    lines.iter().rev().find_map(|line| match &line.statement {
        Some(Statement::Mask(mask)) => Some(mask.setting),
        Some(Statement::Directive(directive)) if directive.ends_mask_setting() => {
            Some(WriteMaskSetting::default())
        }
        Some(
            Statement::Quit(_)
            | Statement::DebugGet(_)
            | Statement::DebugSet(_)
            | Statement::Host(_)
            | Statement::Mv(_)
            | Statement::Step(_)
            | Statement::Directive(_),
        )
        | None => None,
    })
}
