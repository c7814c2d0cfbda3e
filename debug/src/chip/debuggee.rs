//! The interface of every language, for the chip.

use mnc2_asm::watch;
use mnc2_emulator::chip_place::{ChipPlace, level_of};
use mnc2_isa::ChipLevel;
use mnc2_program::{WatchExpression, WatchFormat, WatchKind, WatchNumber, WatchType};
use mnc2_project::unknown;
use mnc2_text::{Frame, Message, message};

use super::memory_reference::{Reference, data_id, places_of_id};
use super::parse_words::words_from;
use super::{Breakpoints, DataBreakpoint, Debugger, LineBreakpoint, name, place_expression};
use crate::breakpoints::{
    BREAKPOINTS_MAX, Filter, WantedBreakpoints, WantedData, WantedLine, too_many,
};
use crate::stepping::{Motion, StopReason};
use crate::{DebugOutput, Debuggee, Watched};
use mnc2_ide::features::run::Control;

impl Debuggee for Debugger {
    fn next_line(&self) -> Option<usize> {
        (!self.is_at_end()).then(|| self.line())
    }

    fn cycle(&self) -> usize {
        self.cycle
    }

    fn percentage(&self) -> Option<i64> {
        Some((100 * self.line() / self.recording.end().max(1)) as i64)
    }

    fn obstacle(&self) -> Option<&Message> {
        self.obstacle.as_ref()
    }

    /// PEs are not threads: there is one run of the whole chip.
    fn threads(&self) -> Vec<String> {
        vec!["chip".to_owned()]
    }

    fn frames(&self, _: usize) -> Vec<Frame> {
        let line = self.shown_line();
        let mut frames = Frame::flat(Some(line as u32));
        if let (Some(frame), Some(section)) = (frames.first_mut(), self.section_of(line)) {
            frame.name.clone_from(&section.title);
        }
        frames
    }

    fn begin(&self, sink: &mut dyn FnMut(DebugOutput)) {
        self.begin(sink);
    }

    fn prepare(&mut self, control: &Control) -> Result<(), StopReason> {
        self.prepare(control)
    }

    fn stops_here(&self, sink: &mut dyn FnMut(DebugOutput)) -> Option<StopReason> {
        self.stops_here(sink)
    }

    fn go(
        &mut self,
        motion: Motion,
        control: &Control,
        sink: &mut dyn FnMut(DebugOutput),
    ) -> StopReason {
        self.go(motion, control, sink)
    }

    fn breakable(&self, line: usize) -> Option<usize> {
        self.breakable(line)
    }

    fn line_named(&self, name: &str) -> Result<usize, Message> {
        let name = name.trim();
        let sections = self.sections();
        let exact = sections.iter().find(|it| it.title == name);
        let found = exact.or_else(|| {
            let lower = name.to_lowercase();
            sections.iter().find(|it| it.title.to_lowercase() == lower)
        });
        found.map(|section| section.start as usize).ok_or_else(|| {
            let titles: Vec<&str> = sections.iter().map(|it| it.title.as_str()).collect();
            unknown(message!("section"), name, &titles)
        })
    }

    fn check_line(&self, wanted: &WantedLine) -> Result<usize, Message> {
        self.line_breakpoint(wanted)
            .map(|breakpoint| breakpoint.line)
    }

    fn watchable(&self, text: &str) -> Result<Watched, Message> {
        let places = self.places(text)?;
        match places.is_empty() {
            true => Err(not_in_memory(text)),
            false => Ok(watched(&places)),
        }
    }

    fn check_data(&self, wanted: &WantedData) -> Result<Watched, Message> {
        data_breakpoints(wanted)?;
        places_of_id(&wanted.name).map(|places| watched(&places))
    }

    fn filters(&self) -> &'static [Filter] {
        &Filter::ALL
    }

    fn wanted(&self) -> &WantedBreakpoints {
        &self.wanted
    }

    fn stop_at(&mut self, wanted: WantedBreakpoints) {
        let line = |it: &WantedLine| self.line_breakpoint(it);
        let breakpoints = Breakpoints::from_wanted(&wanted, line, data_breakpoints);
        self.set_breakpoints(breakpoints);
        self.wanted = wanted;
    }

    fn value(&self, text: &str) -> Result<Vec<Message>, Message> {
        let value = self.evaluate(&parsed(text)?)?;
        Ok(vec![Message::verbatim(value.to_string())])
    }

    fn change(&mut self, place: &str, value: &str) -> Result<Message, Message> {
        let format = match parsed(place)?.kind {
            WatchKind::Place(place) => place.format,
            _ => None,
        };
        let places = self.places_named(place)?;
        for (place, value) in places.iter().zip(values_of_cycles(value, places.len())?) {
            let format = format.or_else(|| self.meant(place));
            let format = format.unwrap_or_else(|| format_of(value, place));
            self.write(place, &words_from(value, place, format)?)?;
        }
        Ok(message!("changed from here on"))
    }

    fn origin(
        &mut self,
        text: &str,
        depth: usize,
        control: &Control,
    ) -> Result<Vec<Message>, Message> {
        self.told_origin(text, depth, control)
    }

    fn expressions(&self) -> Message {
        message!("anything else is an expression, such as `$lr0v,f` or `where($lm8 == 0x0)`")
    }

    fn as_chip(&mut self) -> Option<&mut Debugger> {
        Some(self)
    }
}

impl Debugger {
    /// The words that an expression reads.
    ///
    /// # Errors
    /// A sentence if it is not an expression.
    pub fn places(&self, text: &str) -> Result<Vec<ChipPlace>, Message> {
        let expression = parsed(text)?;
        let places = expression.places().into_iter();
        Ok(places
            .flat_map(|place| place_expression::places(place, self.focus))
            .collect())
    }

    /// The words that an expression names, which is one operand and nothing else.
    ///
    /// # Errors
    /// A sentence if it is something else.
    pub fn places_named(&self, text: &str) -> Result<Vec<ChipPlace>, Message> {
        let expression = parsed(text)?;
        let places = match &expression.kind {
            WatchKind::Place(place) => place_expression::places(place, self.focus),
            _ => Vec::new(),
        };
        match places.is_empty() {
            true => Err(message!("`{text}` is not a place in memory", text)),
            false => Ok(places),
        }
    }

    fn line_breakpoint(&self, wanted: &WantedLine) -> Result<LineBreakpoint, Message> {
        wanted.placed(self.breakable(wanted.line), condition, parsed)
    }
}

/// A data breakpoint for each of its places.
fn data_breakpoints(wanted: &WantedData) -> Result<Vec<DataBreakpoint>, Message> {
    let condition = wanted.when.condition(condition)?;
    let hits = wanted.when.hits()?;
    let places = places_of_id(&wanted.name)?;
    if places.len() > BREAKPOINTS_MAX {
        return Err(too_many());
    }
    let places = places.into_iter();
    Ok(places
        .map(|place| DataBreakpoint {
            id: wanted.id,
            place,
            access: wanted.access,
            condition: condition.clone(),
            hits,
        })
        .collect())
}

/// Words whose accesses can stop a run.
pub fn watched(places: &[ChipPlace]) -> Watched {
    let names: Vec<String> = places.iter().map(name).collect();
    Watched {
        id: data_id(places),
        shown: names.join(", "),
        is_kept: places
            .iter()
            .all(|place| Reference::from_place(place).is_some()),
    }
}

/// The sentence that an expression names nothing that keeps its value.
pub fn not_in_memory(name: &str) -> Message {
    message!(
        "`{name}` is not in memory: data breakpoints watch LM, GRF, the T-register, L1BM, L2BM, PDM and DRAM",
        name
    )
}

fn parsed(text: &str) -> Result<WatchExpression, Message> {
    watch::parse(text.trim()).map_err(|error| error.message)
}

fn condition(text: &str) -> Result<WatchExpression, Message> {
    let expression = parsed(text)?;
    match expression.value_type() {
        WatchType::Truth => Ok(expression),
        WatchType::Numbers | WatchType::List => Err(message!(
            "`{text}` is neither true nor false: compare it, as in `$lr0 == 0x0`",
            text
        )),
    }
}

/// The value of each cycle: the same for all, or one of several in braces, as they are shown.
fn values_of_cycles(value: &str, cycles: usize) -> Result<Vec<&str>, Message> {
    let Some(inner) = value.strip_prefix('{').and_then(|it| it.strip_suffix('}')) else {
        return Ok(vec![value; cycles]);
    };
    let values: Vec<&str> = inner
        .split('}')
        .map(|it| it.trim_start_matches([' ', '{']))
        .collect();
    match values.len() == cycles {
        true => Ok(values),
        false => Err(message!(
            "the place has {cycles:# cycle|# cycles}, and the value has {count} in braces",
            cycles,
            count = values.len()
        )),
    }
}

/// How a number without a precision is meant that is written to a place of unknown meaning: as long as the place, and a real
/// number if it is written as one.
fn format_of(value: &str, place: &ChipPlace) -> WatchFormat {
    let is_real = matches!(
        parsed(value).map(|it| it.kind),
        Ok(WatchKind::Number(WatchNumber::Real(_)))
    );
    let is_single = level_of(place.store) == ChipLevel::Pe && place.words.len() == 1;
    match (is_real, is_single) {
        (true, true) => WatchFormat::Single,
        (true, false) => WatchFormat::Double,
        (false, _) => WatchFormat::Hexadecimal,
    }
}

#[cfg(test)]
mod tests {
    use mnc2_text::Language;

    use super::*;

    #[test]
    fn a_condition_is_true_or_false() {
        assert!(condition("$lr0 == 0x0").is_ok());
        let said = condition("$lr0").map_err(|it| it.say(Language::English));
        assert!(said.is_err_and(|it| it.contains("neither true nor false")));
        assert!(condition("$lr0 ==").is_err());
    }
}
