//! A program that is parsed at its first use.
//!
//! Parsing a long text takes longer than a handler may take, so opening a document only stores its text. The first
//! thread that needs the program parses it, and others that need it wait for that thread. Edits that come earlier are
//! queued with the lines that they have parsed, and are applied in order when the text has been parsed: nothing is
//! parsed twice.

use std::borrow::Cow;
use std::mem;
use std::ops::{Deref, Range};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use mnc2_asm::{LineParser, parse_lines};
use mnc2_program::{FileForm, Line, LineSource, Program};
use ropey::{Rope, RopeSlice};

/// Maximum size of a text that is read, in bytes. Every line of a longer text is treated as empty: it can be edited, but
/// nothing is shown about it.
pub const TEXT_BYTES_MAX: usize = if cfg!(test) { 1 << 20 } else { 192 << 20 };

/// The most lines of a text that is read: empty ones take memory too.
pub const TEXT_LINES_MAX: usize = 1 << 23;

/// Maximum size of a text whose lines are all kept, in bytes: they take up to a hundred times as much memory. The lines of a
/// longer text are read when they are needed.
pub const KEPT_BYTES_MAX: usize = if cfg!(test) { 3 << 18 } else { 32 << 20 };

/// The most lines that are all kept.
pub const KEPT_LINES_MAX: usize = 1 << 21;

/// Maximum number of edits that wait for a text to be parsed. The next one parses it itself.
const WAITING_EDITS_MAX: usize = 256;

/// A program, parsed or not. Cloning is cheap; clones are parsed together.
#[derive(Clone)]
pub struct Reading(Arc<Version>);

/// The source of a program, and the program after its first use.
struct Version {
    base: Arc<Base>,
    edits: Vec<Edit>,
    program: OnceLock<Program>,
}

/// A text from which programs are made.
struct Base {
    text: Rope,
    form: FileForm,
    extent: Extent,
    program: OnceLock<Program>,
    /// Held by the thread that parses it; others wait.
    turn: Mutex<()>,
    is_closed: AtomicBool,
}

/// How much of a text is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// All lines, which are kept.
    Whole,
    /// The lines that something needs.
    Needed,
    /// No lines are read.
    Nothing,
}

/// Lines that replace others.
#[derive(Clone)]
struct Edit {
    lines: Range<usize>,
    by: Vec<Arc<Line>>,
}

impl Reading {
    /// The program of a text.
    pub(super) fn new(text: Rope, form: FileForm, extent: Extent) -> Self {
        let base = Base {
            text,
            form,
            extent,
            program: OnceLock::new(),
            turn: Mutex::default(),
            is_closed: AtomicBool::new(false),
        };
        Self(Arc::new(Version {
            base: Arc::new(base),
            edits: Vec::new(),
            program: OnceLock::new(),
        }))
    }

    /// Whether both are the same version of the same document.
    pub fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Parses the text if that has not been done, and returns whether it is parsed: a parse stops when the document is
    /// closed or `is_cancelled` returns true. It does not stop at an edit, because the next version needs it.
    pub fn is_read_unless(&self, is_cancelled: &(dyn Fn() -> bool + Sync)) -> bool {
        let base = &self.0.base;
        let is_over = || base.is_closed.load(Ordering::Relaxed) || is_cancelled();
        base.program_unless(&is_over).is_some()
    }

    /// The document was closed.
    pub(super) fn close(&self) {
        self.0.base.is_closed.store(true, Ordering::Relaxed);
    }

    /// Replaces lines of the program. If it has not been parsed, that is postponed too.
    pub(super) fn replace(&mut self, lines: Range<usize>, by: Vec<Arc<Line>>) {
        let edit = Edit { lines, by };
        let is_read = self.0.program.get().is_some() || self.0.base.program.get().is_some();
        let next = if is_read || self.0.edits.len() >= WAITING_EDITS_MAX {
            let mut program = Program::clone(self);
            program.replace(edit.lines, edit.by);
            let base = Base {
                text: Rope::new(),
                form: self.0.base.form,
                extent: Extent::Whole,
                program: OnceLock::from(program.clone()),
                turn: Mutex::default(),
                is_closed: AtomicBool::new(false),
            };
            Version {
                base: Arc::new(base),
                edits: Vec::new(),
                program: OnceLock::from(program),
            }
        } else {
            let mut edits = match Arc::get_mut(&mut self.0) {
                Some(version) => mem::take(&mut version.edits),
                None => self.0.edits.clone(),
            };
            edits.push(edit);
            Version {
                base: Arc::clone(&self.0.base),
                edits,
                program: OnceLock::new(),
            }
        };
        self.0 = Arc::new(next);
    }
}

impl Deref for Reading {
    type Target = Program;

    /// The program; parses it, or waits for the thread that is parsing it.
    fn deref(&self) -> &Program {
        let Version {
            base,
            edits,
            program,
        } = &*self.0;
        program.get_or_init(|| {
            let read = base.program_unless(&|| false);
            let mut program = read.expect("no one cancels it").clone();
            for edit in edits {
                program.replace(edit.lines.clone(), edit.by.iter().cloned());
            }
            program
        })
    }
}

impl Base {
    /// The program; `None` if `is_cancelled` returns true before the end.
    fn program_unless(&self, is_cancelled: &(dyn Fn() -> bool + Sync)) -> Option<&Program> {
        if let Some(program) = self.program.get() {
            return Some(program);
        }
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(program) = self.program.get() {
            return Some(program);
        }
        let late = |source| Program::unread(self.text.len_lines(), source);
        let program = match self.extent {
            Extent::Whole => Program::from_lines(read(&self.text, self.form, is_cancelled)?),
            Extent::Needed => late(Arc::new(LongText {
                text: self.text.clone(),
                form: self.form,
            })),
            Extent::Nothing => late(Arc::new(NoText)),
        };
        Some(self.program.get_or_init(|| program))
    }
}

/// Parses a line. If a rule panics, only the results for this line are lost, not the session.
pub(super) fn read_line(parser: &mut LineParser, form: FileForm, text: &str) -> Line {
    let parsed = catch_unwind(AssertUnwindSafe(|| parser.parse_as(form, text)));
    parsed.unwrap_or_else(|_| {
        *parser = LineParser::new();
        Line::default()
    })
}

/// A long text: its lines are read when something needs them.
#[derive(Debug)]
struct LongText {
    text: Rope,
    form: FileForm,
}

impl LineSource for LongText {
    fn read(&self, lines: Range<usize>) -> Vec<Arc<Line>> {
        let mut parser = LineParser::new();
        let texts = self.text.get_lines_at(lines.start).into_iter().flatten();
        texts
            .take(lines.len())
            .map(|line| Arc::new(read_line(&mut parser, self.form, &without_line_end(line))))
            .collect()
    }
}

/// A text that is not read.
#[derive(Debug)]
struct NoText;

impl LineSource for NoText {
    fn read(&self, lines: Range<usize>) -> Vec<Arc<Line>> {
        unread(lines.len())
    }
}

/// Whether a text is too long for all its lines to be kept.
pub(super) fn is_long(text: &Rope) -> bool {
    text.len_bytes() > KEPT_BYTES_MAX || text.len_lines() > KEPT_LINES_MAX
}

/// Whether a text is too long to be read.
pub(super) fn is_too_long(text: &Rope) -> bool {
    text.len_bytes() > TEXT_BYTES_MAX || text.len_lines() > TEXT_LINES_MAX
}

/// Lines that are not read.
pub(super) fn unread(count: usize) -> Vec<Arc<Line>> {
    vec![Arc::default(); count]
}

/// Parses every line; long texts use all processors, because a request waits for them.
fn read(
    text: &Rope,
    form: FileForm,
    is_cancelled: &(dyn Fn() -> bool + Sync),
) -> Option<Vec<Arc<Line>>> {
    let lines: Vec<Cow<'_, str>> = text.lines().map(without_line_end).collect();
    let parse = |parser: &mut LineParser, line: &str| read_line(parser, form, line);
    parse_lines(&lines, parse, is_cancelled)
}

/// The text of a line without its end.
pub(super) fn without_line_end(line: RopeSlice<'_>) -> Cow<'_, str> {
    match Cow::from(line) {
        Cow::Borrowed(text) => Cow::Borrowed(trim_line_end(text)),
        Cow::Owned(mut text) => {
            text.truncate(trim_line_end(&text).len());
            Cow::Owned(text)
        }
    }
}

fn trim_line_end(line: &str) -> &str {
    let line = line.strip_suffix('\n').unwrap_or(line);
    line.strip_suffix('\r').unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_before_the_first_look_are_those_after_it() {
        let text = Rope::from_str(&"nop\n".repeat(50));
        let mut parser = LineParser::new();
        let mut unread = Reading::new(text.clone(), FileForm::Program, Extent::Whole);
        let mut read = Reading::new(text, FileForm::Program, Extent::Whole);
        assert_eq!(read.len(), 51);
        for number in 0..WAITING_EDITS_MAX + 20 {
            let line = Arc::new(parser.parse(&format!("nop/{}", number + 2)));
            let start = number * 7 % 50;
            let kept = unread.clone();
            for reading in [&mut unread, &mut read] {
                reading.replace(start..start + 2, vec![Arc::clone(&line); 2]);
            }
            let is_read = number >= WAITING_EDITS_MAX;
            assert_eq!(unread.0.program.get().is_some(), is_read, "{number}");
            assert!(!unread.is(&kept) && unread.is(&unread.clone()));
        }
        assert_eq!(*unread, *read);
    }

    #[test]
    fn a_text_that_was_closed_is_parsed_only_for_who_needs_it() {
        let text = Rope::from_str(&"nop\n".repeat(50));
        let mut reading = Reading::new(text, FileForm::Program, Extent::Whole);
        assert!(!reading.is_read_unless(&|| true));
        reading.close();
        assert!(!reading.is_read_unless(&|| false));
        reading.replace(0..1, Vec::new());
        assert!(!reading.is_read_unless(&|| false), "an edit of it");
        assert_eq!(reading.len(), 50);
        assert!(reading.is_read_unless(&|| true), "it is parsed");
    }

    #[test]
    fn an_edit_does_not_stop_the_parse() {
        let text = Rope::from_str(&"nop\n".repeat(50));
        let mut reading = Reading::new(text, FileForm::Program, Extent::Whole);
        let before = reading.clone();
        reading.replace(0..1, Vec::new());
        assert!(before.is_read_unless(&|| false));
        assert!(
            reading.is_read_unless(&|| true),
            "the next version needs no further parse"
        );
    }

    #[test]
    fn a_version_stays_what_it_was() {
        let text = Rope::from_str("nop\nnop");
        let mut reading = Reading::new(text, FileForm::Program, Extent::Whole);
        let before = reading.clone();
        reading.replace(0..1, Vec::new());
        assert_eq!((before.len(), reading.len()), (2, 1));
    }
}
