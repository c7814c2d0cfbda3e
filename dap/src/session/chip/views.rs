//! Requests of our own for views of the chip currently where the run is stopped.

use mnc2_debug::chip::memory_reference::focus_name;
use mnc2_ide::features::chip::{self, After};
use mnc2_ide::features::memory;
use mnc2_ide::features::number_format::NumberFormat;
use mnc2_ide::session::Focus;
use mnc2_text::{Message, message};

use super::Chip;
use super::launch::no_element;
use crate::protocol::{
    ChipArguments, ChipBody, MemoryArguments, MemoryBody, Nothing, NowBody, ValueBody, WordBody,
};
use crate::session::view::ProgramView;
use crate::session::{Done, Session};

impl Session<'_> {
    /// The position of the run.
    pub(in crate::session) fn now(&mut self, _: Nothing) -> Done<NowBody> {
        let client = self.client;
        let program = self.stopped()?.path.to_string_lossy().into_owned();
        let shown = self.chip()?;
        let (debugger, recording) = (&shown.debugger, shown.debugger.recording());
        let statements = &debugger.snapshot().program;
        Ok(NowBody {
            program,
            line: client.line(debugger.shown_line()),
            target: shown.target_of(recording.line()),
            targets: shown.targets() as i64,
            cycle: debugger.cycle(),
            step: statements.steps_before(recording.line()),
            steps: statements.steps_before(recording.end()),
            focus: focus_name(debugger.focus()),
        })
    }

    /// The values at one address on all elements of the chip.
    pub(in crate::session) fn chip_view(&mut self, arguments: ChipArguments) -> Done<ChipBody> {
        let shown = self.chip()?;
        let question = chip::ChipQuestion {
            memory: arguments.memory.trim(),
            cycle: arguments.cycle,
            format: format(arguments.format.as_deref())?,
        };
        let picture = chip::picture(shown.debugger.machine(), &question, shown.before_line())?;
        Ok(ChipBody {
            level: chip::level_name(picture.level),
            format: picture.format.name(),
            values: picture.values.into_iter().map(value).collect(),
            elements: picture.elements,
        })
    }

    /// Words of a memory on one element of the chip.
    pub(in crate::session) fn memory_view(
        &mut self,
        arguments: MemoryArguments,
    ) -> Done<MemoryBody> {
        let shown = self.chip()?;
        let focus = match &arguments.focus {
            None => shown.debugger.focus(),
            Some(text) => Focus::parse(text).ok_or_else(|| no_element(text))?,
        };
        let question = memory::MemoryQuestion {
            memory: arguments.memory.trim(),
            focus,
            count: arguments.count.unwrap_or(memory::WORDS_MAX),
            format: format(arguments.format.as_deref())?,
        };
        let found = memory::words(shown.debugger.machine(), &question, shown.before_line())?;
        let words = found.words.into_iter();
        Ok(MemoryBody {
            element: found.element,
            level: chip::level_name(found.level),
            words: words
                .map(|word| WordBody {
                    name: word.name,
                    format: word.format.name(),
                    value: value(word.value),
                })
                .collect(),
            before: found.before,
            after: found.after,
        })
    }
}

impl Chip {
    fn before_line(&self) -> After<'_> {
        let snapshot = self.debugger.snapshot();
        After {
            program: &snapshot.program,
            flow: snapshot.flow(),
            line: self.debugger.line().checked_sub(1).map(|line| line as u32),
        }
    }
}

fn value(value: chip::ElementValue) -> ValueBody {
    ValueBody {
        bits: value.bits,
        text: value.text,
        number: value.number,
    }
}

fn format(wanted: Option<&str>) -> Result<Option<NumberFormat>, Message> {
    let Some(wanted) = wanted else {
        return Ok(None);
    };
    let format = NumberFormat::from_name(wanted);
    let format = format.ok_or_else(|| message!("there is no format `{wanted}`", wanted))?;
    Ok(Some(format))
}
