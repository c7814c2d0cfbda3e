//! Conditions that stop a run: lines, accesses of values, and errors.
//!
//! [`WantedBreakpoints`] has the texts of a person or a client. A debugger makes [`Breakpoints`] of them, over the expressions and the
//! locations of its machine.

use mnc2_text::{Message, message};

use super::{DebugOutput, nothing_runs};

/// Maximum number of breakpoints of each kind.
pub const BREAKPOINTS_MAX: usize = 10_000;

/// A number of the caller's for a breakpoint; it comes back with a stop.
pub type BreakpointId = u32;

/// How often a breakpoint must have been reached, counted from the start of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hits {
    /// Each time from this one on.
    AtLeast(u64),
    /// At this time alone.
    Exactly(u64),
    /// Each time after this one.
    MoreThan(u64),
    /// Each time that is a multiple.
    Every(u64),
}

impl Hits {
    /// Reads `3`, `>= 3`, `> 3`, `== 3` or `% 3`; a number alone is the time from which on it stops.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let split = text.find(|character: char| character.is_ascii_digit())?;
        let count = text[split..].trim().parse().ok()?;
        match text[..split].trim() {
            "" | ">=" => Some(Self::AtLeast(count)),
            "=" | "==" => Some(Self::Exactly(count)),
            ">" => Some(Self::MoreThan(count)),
            "%" if count > 0 => Some(Self::Every(count)),
            _ => None,
        }
    }

    /// Whether a breakpoint stops at this time, counted from 1.
    pub const fn stops(self, hit: u64) -> bool {
        match self {
            Self::AtLeast(count) => hit >= count,
            Self::Exactly(count) => hit == count,
            Self::MoreThan(count) => hit > count,
            Self::Every(count) => hit.is_multiple_of(count),
        }
    }
}

/// Stops before a line.
#[derive(Clone, Debug)]
pub struct LineBreakpoint<E> {
    /// The number that the caller uses for it.
    pub id: BreakpointId,
    /// The line, counted from 0; it has something that runs.
    pub line: usize,
    /// The condition for a stop.
    pub condition: Option<E>,
    /// How often it must have been reached while the condition held, counted from the start of the program.
    pub hits: Option<Hits>,
    /// The message that is logged instead of a stop.
    pub log: Option<LogMessage<E>>,
}

impl<E> LineBreakpoint<E> {
    /// Its number if it stops the run, having been reached this many times. A breakpoint with a log message logs it instead.
    pub(super) fn stop(
        &self,
        reached: u64,
        is_true: impl FnOnce(&E) -> Result<bool, Message>,
        text: impl Fn(&E) -> String,
        sink: &mut dyn FnMut(DebugOutput),
    ) -> Option<BreakpointId> {
        let is_counted = self.hits.is_none_or(|hits| hits.stops(reached));
        if !is_counted || !holds(self.condition.as_ref(), is_true, sink) {
            return None;
        }
        let Some(log) = &self.log else {
            return Some(self.id);
        };
        sink(DebugOutput::Log {
            line: self.line,
            text: log.text(text),
        });
        None
    }
}

/// Whether a condition holds. If it cannot be evaluated, it holds, so that the run stops, and the error is a remark.
pub(super) fn holds<E>(
    condition: Option<&E>,
    is_true: impl FnOnce(&E) -> Result<bool, Message>,
    sink: &mut dyn FnMut(DebugOutput),
) -> bool {
    condition.map(is_true).transpose().map_or_else(
        |error| {
            sink(DebugOutput::Remark(error));
            true
        },
        |holds| holds.unwrap_or(true),
    )
}

/// A text with expressions between braces.
#[derive(Clone, Debug)]
pub struct LogMessage<E> {
    /// The text before each expression, and the expression.
    parts: Vec<(String, E)>,
    /// The text after the last expression.
    rest: String,
}

impl<E> LogMessage<E> {
    /// Parses a text such as `t0 is {t0}`.
    ///
    /// # Errors
    /// A sentence if a brace is not closed, or what is between them is not an expression.
    pub fn parse(
        text: &str,
        expression: impl Fn(&str) -> Result<E, Message>,
    ) -> Result<Self, Message> {
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let Some((inside, after)) = after.split_once('}') else {
                return Err(message!(
                    "an opening brace of the log message has no closing one"
                ));
            };
            parts.push((before.to_owned(), expression(inside)?));
            rest = after;
        }
        Ok(Self {
            parts,
            rest: rest.to_owned(),
        })
    }

    /// The text with its values.
    fn text(&self, value: impl Fn(&E) -> String) -> String {
        let mut text = String::new();
        for (before, expression) in &self.parts {
            text.push_str(before);
            text.push_str(&value(expression));
        }
        text + &self.rest
    }
}

/// Which accesses of a value stop a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AccessType {
    /// Reads of any value.
    Read,
    /// Writes that a mask does not prevent, of any value.
    #[default]
    Write,
    /// Writes that leave another value than before.
    Change,
    /// Reads, and writes of any value.
    ReadWrite,
}

/// Stops when a value is accessed.
#[derive(Clone, Debug)]
pub struct DataBreakpoint<E, P> {
    /// The number that the caller uses for it.
    pub id: BreakpointId,
    /// The location of the value.
    pub place: P,
    /// The accesses that stop the run.
    pub access: AccessType,
    /// The condition after the line.
    pub condition: Option<E>,
    /// How often it must have happened so that the condition held.
    pub hits: Option<Hits>,
}

/// An error, or the end of a run, that can stop it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Filter {
    /// A step reads too early, or what strict mode calls a hazard.
    Hazard,
    /// Uninitialized data is read.
    Unwritten,
    /// A unit computes infinity from finite numbers.
    Infinity,
    /// A `d get` shows another value than its comment expects.
    Mismatch,
    /// An assertion of the program does not hold.
    Assertion,
    /// `quit`, or the end of the program.
    Quit,
}

impl Filter {
    /// All filters, in the order of the variants.
    pub const ALL: [Self; 6] = [
        Self::Hazard,
        Self::Unwritten,
        Self::Infinity,
        Self::Mismatch,
        Self::Assertion,
        Self::Quit,
    ];

    /// The name in protocols and commands.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hazard => "hazard",
            Self::Unwritten => "unwritten",
            Self::Infinity => "infinity",
            Self::Mismatch => "mismatch",
            Self::Assertion => "assertion",
            Self::Quit => "quit",
        }
    }
}

/// Everything that stops a run, over the expressions and the locations of a machine.
#[derive(Clone, Debug)]
pub struct Breakpoints<E, P> {
    /// Breakpoints before lines, in any order.
    pub lines: Vec<LineBreakpoint<E>>,
    /// Breakpoints at accesses of values.
    pub data: Vec<DataBreakpoint<E, P>>,
    /// The errors that stop the run.
    pub filters: Vec<Filter>,
}

impl<E, P> Default for Breakpoints<E, P> {
    fn default() -> Self {
        Self {
            lines: Vec::new(),
            data: Vec::new(),
            filters: Vec::new(),
        }
    }
}

impl<E, P> Breakpoints<E, P> {
    /// The breakpoints of texts. A text that cannot be placed is left out.
    pub(super) fn from_wanted(
        wanted: &WantedBreakpoints,
        line: impl Fn(&WantedLine) -> Result<LineBreakpoint<E>, Message>,
        data: impl Fn(&WantedData) -> Result<Vec<DataBreakpoint<E, P>>, Message>,
    ) -> Self {
        let lines = wanted.lines.iter().filter_map(|it| line(it).ok());
        let data = wanted.data.iter().filter_map(|it| data(it).ok());
        Self {
            lines: lines.collect(),
            data: data.flatten().collect(),
            filters: wanted.filters.clone(),
        }
    }

    /// Whether it matters how often one was reached.
    pub(super) fn are_counted(&self) -> bool {
        self.lines.iter().any(|it| it.hits.is_some())
            || self.data.iter().any(|it| it.hits.is_some())
    }

    /// The number of breakpoints.
    pub(super) const fn count(&self) -> usize {
        self.lines.len() + self.data.len()
    }
}

/// When a breakpoint stops, and the message that it logs instead, as written; an empty text means none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct When {
    /// The condition for a stop.
    pub condition: Option<String>,
    /// How often it must have been reached.
    pub hits: Option<String>,
    /// The message that is logged instead of a stop.
    pub log: Option<String>,
}

impl When {
    fn given(text: Option<&String>) -> Option<&str> {
        text.map(|it| it.trim()).filter(|it| !it.is_empty())
    }

    /// The parsed condition; `None` without one.
    pub(super) fn condition<E>(
        &self,
        condition: impl Fn(&str) -> Result<E, Message>,
    ) -> Result<Option<E>, Message> {
        Self::given(self.condition.as_ref())
            .map(condition)
            .transpose()
    }

    /// Its number of hits.
    pub(super) fn hits(&self) -> Result<Option<Hits>, Message> {
        let hits = |text: &str| {
            Hits::parse(text).ok_or_else(|| {
                message!(
                    "`{text}` is not a number of hits; write `3`, `> 3`, `== 3` or `% 3`",
                    text
                )
            })
        };
        Self::given(self.hits.as_ref()).map(hits).transpose()
    }

    /// The parsed message; `None` without one.
    fn log<E>(
        &self,
        expression: impl Fn(&str) -> Result<E, Message>,
    ) -> Result<Option<LogMessage<E>>, Message> {
        let log = self.log.as_deref().filter(|text| !text.is_empty());
        log.map(|text| LogMessage::parse(text, expression))
            .transpose()
    }
}

/// A breakpoint before a line, as it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WantedLine {
    /// The number that the caller uses for it.
    pub id: BreakpointId,
    /// The line, counted from 0.
    pub line: usize,
    /// The condition, the number of hits and the message to log.
    pub when: When,
}

impl WantedLine {
    /// The breakpoint at the line where it really stops, if there is one.
    pub(super) fn placed<E>(
        &self,
        line: Option<usize>,
        condition: impl Fn(&str) -> Result<E, Message>,
        expression: impl Fn(&str) -> Result<E, Message>,
    ) -> Result<LineBreakpoint<E>, Message> {
        Ok(LineBreakpoint {
            id: self.id,
            line: line.ok_or_else(nothing_runs)?,
            condition: self.when.condition(condition)?,
            hits: self.when.hits()?,
            log: self.when.log(expression)?,
        })
    }
}

/// A breakpoint at accesses of a value, as it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WantedData {
    /// The number that the caller uses for it.
    pub id: BreakpointId,
    /// The expression that names the value.
    pub name: String,
    /// The accesses that stop the run.
    pub access: AccessType,
    /// The condition, the number of hits and the message to log.
    pub when: When,
}

/// Everything that is to stop a run, as it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WantedBreakpoints {
    /// Breakpoints before lines, in any order.
    pub lines: Vec<WantedLine>,
    /// Breakpoints at accesses of values.
    pub data: Vec<WantedData>,
    /// The errors that stop the run.
    pub filters: Vec<Filter>,
}

impl WantedBreakpoints {
    /// A number for one more breakpoint.
    ///
    /// # Errors
    /// A sentence if there are too many.
    pub(super) fn next_id(&self) -> Result<BreakpointId, Message> {
        if self.lines.len() + self.data.len() >= BREAKPOINTS_MAX {
            return Err(too_many());
        }
        let lines = self.lines.iter().map(|it| it.id);
        let ids = lines.chain(self.data.iter().map(|it| it.id));
        Ok(ids.max().unwrap_or(0) + 1)
    }
}

/// The sentence that there are more than [`BREAKPOINTS_MAX`].
pub fn too_many() -> Message {
    message!(
        "there can be at most {max:# breakpoint|# breakpoints}",
        max = BREAKPOINTS_MAX
    )
}

/// Something that goes wrong at a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exception {
    /// Which filter it belongs to.
    pub filter: Filter,
    /// The error, as a sentence.
    pub message: Message,
}

#[cfg(test)]
mod tests {
    use mnc2_text::Language;

    use super::*;

    #[test]
    fn what_is_wrong_with_a_breakpoint_is_said() {
        let when = |condition: &str, hits: &str, log: &str| When {
            condition: Some(condition.to_owned()),
            hits: Some(hits.to_owned()),
            log: Some(log.to_owned()),
        };
        let number = |text: &str| text.parse::<u8>().map_err(|_| message!("`{text}`", text));
        assert_eq!(when("  ", "", "").condition(number), Ok(None));
        assert_eq!(when("7", "", "").condition(number), Ok(Some(7)));
        assert!(when("x", "", "").condition(number).is_err());
        assert_eq!(when("", ">= 3", "").hits(), Ok(Some(Hits::AtLeast(3))));
        let hits = when("", "often", "").hits();
        assert!(hits.is_err_and(|it| it.say(Language::English).contains("`often`")));
        let log = |text: &str| when("", "", text).log(number);
        let said = log("a {1} b {2}").map(|it| it.map(|it| it.text(|it| format!("<{it}>"))));
        assert_eq!(said, Ok(Some("a <1> b <2>".to_owned())));
        assert!(log("a {").is_err());
        assert!(log("a {}").is_err());
    }
}
