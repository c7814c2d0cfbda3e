//! Breakpoints as the client wants them, and what the debugger makes of their texts.

use mnc2_asm::program::{WatchExpression, WatchType};
use mnc2_asm::{Message, message, watch};
use mnc2_ide::debug::breakpoints::{
    AccessType, BREAKPOINTS_MAX, DataBreakpoint, Filter, Hits, LineBreakpoint, LogMessage, LogPart,
};
use mnc2_ide::debug::console::name;
use mnc2_ide::debug::motion::DataHit;
use mnc2_ide::debug::place::Place;

use super::place::{Reference, word_bytes};
use crate::protocol::DataAccess;

/// Separates the places of a data breakpoint.
pub(super) const AND: char = ';';

/// The filters that are on unless the client says otherwise.
pub(super) const DEFAULT_FILTERS: [Filter; 3] = [Filter::Mismatch, Filter::Assertion, Filter::Quit];

/// All breakpoints, by the request that sets them.
#[derive(Clone)]
pub(super) struct Points {
    /// The last number that was given.
    last_id: u32,
    /// Before lines.
    pub(super) source: Vec<Point>,
    /// At sections.
    pub(super) function: Vec<Point>,
    /// Before instructions.
    pub(super) instruction: Vec<Point>,
    /// At accesses, each with those of its places.
    pub(super) data: Vec<(Wanted, Result<Vec<DataBreakpoint>, Message>)>,
    /// At what goes wrong.
    pub(super) filters: Vec<Filter>,
}

/// A breakpoint before a line.
#[derive(Clone)]
pub(super) struct Point {
    /// What the client has said.
    pub(super) wanted: Wanted,
    /// Where it is, or why it is nowhere.
    pub(super) placed: Result<LineBreakpoint, Message>,
}

/// What the client has said.
#[derive(Clone, Default)]
pub(super) struct Wanted {
    /// Its number.
    pub(super) id: u32,
    /// Where.
    pub(super) at: At,
    /// What must hold.
    pub(super) condition: Option<String>,
    /// How often it must have been reached.
    pub(super) hits: Option<String>,
    /// What is said instead of stopping.
    pub(super) log: Option<String>,
}

/// Where a breakpoint is wanted.
#[derive(Clone, Default)]
pub(super) enum At {
    /// Not in this program.
    #[default]
    Elsewhere,
    /// Before a line, counted from 0.
    Line(usize),
    /// At the start of a section.
    Section(String),
    /// Before an instruction of the disassembly.
    Instruction(Option<usize>),
    /// At accesses of memory.
    Data(String, DataAccess),
}

impl Default for Points {
    /// Those of a client that has set none.
    fn default() -> Self {
        Self {
            last_id: 0,
            source: Vec::new(),
            function: Vec::new(),
            instruction: Vec::new(),
            data: Vec::new(),
            filters: Vec::from(DEFAULT_FILTERS),
        }
    }
}

impl Points {
    /// The reason of the protocol for a stop at breakpoints before a line.
    pub(super) fn kind(&self, ids: &[u32]) -> &'static str {
        let has = |points: &[Point]| points.iter().any(|point| ids.contains(&point.wanted.id));
        if has(&self.source) {
            "breakpoint"
        } else if has(&self.function) {
            "function breakpoint"
        } else if has(&self.instruction) {
            "instruction breakpoint"
        } else {
            "breakpoint"
        }
    }

    /// A number for a breakpoint.
    pub(super) fn give_id(&mut self) -> u32 {
        self.last_id += 1;
        self.last_id
    }
}

/// What a line has done to words of data breakpoints: all that it changes, or all that it accesses.
pub(super) fn changes(hits: &[DataHit]) -> Option<Message> {
    let line = hits.first()?.line + 1;
    let changed: Vec<&DataHit> = hits.iter().filter(|hit| hit.before != hit.after).collect();
    let text = |hit: &&DataHit| {
        let (name, after) = (name(&hit.place), hexadecimal(&hit.after));
        match hit.before == hit.after {
            true => format!("{name}: {after}"),
            false => format!("{name}: {} → {after}", hexadecimal(&hit.before)),
        }
    };
    let list = |hits: Vec<&DataHit>| hits.iter().map(text).collect::<Vec<_>>().join(", ");
    Some(if changed.is_empty() {
        message!(
            "line {line} accesses {words}",
            line,
            words = list(hits.iter().collect())
        )
    } else {
        message!("line {line} changes {words}", line, words = list(changed))
    })
}

/// Words as they are compared by eye.
fn hexadecimal(words: &[u64]) -> String {
    let texts: Vec<String> = words.iter().map(|word| format!("0x{word:x}")).collect();
    texts.join(" ")
}

impl Point {
    /// That a breakpoint is at another line than the one that was wanted.
    pub(super) fn moved(&self, line: usize) -> Option<Message> {
        match self.wanted.at {
            At::Line(wanted) if wanted != line => Some(message!(
                "moved to the next statement, in line {line}",
                line = line + 1
            )),
            _ => None,
        }
    }
}

/// The name of words in `setDataBreakpoints`.
pub(super) fn data_id(place: &Place) -> Option<String> {
    let count = place.words.end - place.words.start;
    Some(format!("{}:{count}", Reference::of(place)?.text()))
}

/// The places that a name of `dataBreakpointInfo` means.
fn places_of_id(id: &str) -> Result<Vec<Place>, Message> {
    let wrong = || message!("`{id}` names nothing that can be watched", id);
    let place = |text: &str| {
        let (reference, count) = text.rsplit_once(':').ok_or_else(wrong)?;
        let reference = Reference::parse(reference)?;
        let count: u32 = count.parse().map_err(|_| wrong())?;
        let size = word_bytes(reference.memory).ok_or_else(wrong)?;
        let bytes = i64::from(count) * i64::from(size);
        let (place, _) = reference.words(0..bytes).ok_or_else(wrong)?;
        Ok(place)
    };
    id.split(AND).map(place).collect()
}

/// A data breakpoint for each of its places.
pub(super) fn data_breakpoints(wanted: &Wanted) -> Result<Vec<DataBreakpoint>, Message> {
    let At::Data(id, access) = &wanted.at else {
        return Ok(Vec::new());
    };
    let condition = condition(wanted.condition.as_deref())?;
    let hits = hits(wanted.hits.as_deref())?;
    let places = places_of_id(id)?;
    check_count(places.len())?;
    Ok(places
        .into_iter()
        .map(|place| DataBreakpoint {
            id: wanted.id,
            place,
            access: match access {
                DataAccess::Read => AccessType::Read,
                DataAccess::Write => AccessType::Write,
                DataAccess::ReadWrite => AccessType::ReadWrite,
            },
            condition: condition.clone(),
            hits,
        })
        .collect())
}

/// Fails if there are too many breakpoints.
pub(super) fn check_count(count: usize) -> Result<(), Message> {
    if count > BREAKPOINTS_MAX {
        return Err(message!(
            "there can be at most {max:# breakpoint|# breakpoints}",
            max = BREAKPOINTS_MAX
        ));
    }
    Ok(())
}

/// A condition; `None` for an empty text.
pub(super) fn condition(text: Option<&str>) -> Result<Option<WatchExpression>, Message> {
    let Some(text) = text.map(str::trim).filter(|text| !text.is_empty()) else {
        return Ok(None);
    };
    let expression = watch::parse(text).map_err(|error| error.message)?;
    match expression.value_type() {
        WatchType::Truth => Ok(Some(expression)),
        WatchType::Numbers | WatchType::List => Err(message!(
            "`{text}` is neither true nor false: compare it, as in `$lr0 == 0x0`",
            text
        )),
    }
}

/// A number of hits; `None` for an empty text.
pub(super) fn hits(text: Option<&str>) -> Result<Option<Hits>, Message> {
    let Some(text) = text.map(str::trim).filter(|text| !text.is_empty()) else {
        return Ok(None);
    };
    match Hits::parse(text) {
        Some(hits) => Ok(Some(hits)),
        None => Err(message!(
            "`{text}` is no number of hits; write `3`, `> 3`, `== 3` or `% 3`",
            text
        )),
    }
}

/// A text with expressions between braces.
pub(super) fn log_message(text: &str) -> Result<LogMessage, Message> {
    let mut log = LogMessage::default();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((inside, after)) = after.split_once('}') else {
            return Err(message!(
                "an opening brace of the log message has no closing one"
            ));
        };
        log.parts.push(LogPart::Text(before.to_owned()));
        let expression = watch::parse(inside).map_err(|error| error.message)?;
        log.parts.push(LogPart::Value(expression));
        rest = after;
    }
    log.parts.push(LogPart::Text(rest.to_owned()));
    Ok(log)
}

#[cfg(test)]
mod tests {
    use mnc2_asm::Language;

    use super::*;

    fn say(message: &Message) -> String {
        message.say(Language::English)
    }

    #[test]
    fn what_is_wrong_with_a_breakpoint_is_said() {
        assert!(condition(None).is_ok_and(|it| it.is_none()));
        assert!(condition(Some("  ")).is_ok_and(|it| it.is_none()));
        assert!(condition(Some("$lr0 == 0x0")).is_ok_and(|it| it.is_some()));
        assert!(
            condition(Some("$lr0")).is_err_and(|it| say(&it).contains("neither true nor false"))
        );
        assert!(condition(Some("$lr0 ==")).is_err());
        assert!(hits(Some(">= 3")).is_ok_and(|it| it.is_some()));
        assert!(hits(Some("often")).is_err_and(|it| say(&it).contains("`often`")));
        let log = log_message("a {$lr0} b {1}").expect("a message");
        assert_eq!(log.parts.len(), 5);
        assert!(log_message("a {").is_err());
        assert!(log_message("a {}").is_err());
    }

    #[test]
    fn names_of_data_mean_their_places() {
        for id in ["lm0@n0c0b0m0p0:2", "pdm@n3+80:1;lm0@n0c0b0m0p0+4:1"] {
            let places = places_of_id(id).expect("places");
            let again: Vec<String> = places.iter().filter_map(data_id).collect();
            assert_eq!(again.join(";"), id);
        }
        for id in [
            "",
            "lm0",
            "lm0@n0c0b0m0p0",
            "lm0@n0c0b0m0p0:0",
            "lm0@n0c0b0m0p0:x",
        ] {
            assert!(places_of_id(id).is_err(), "{id}");
        }
    }
}
