//! Requests of our own for views of the chip at the moment where the run is stopped.

use mnc2_asm::{Message, message};
use mnc2_ide::features::chip::{self, After};
use mnc2_ide::features::memory;
use mnc2_ide::features::numbers::Format;
use mnc2_ide::session::Focus;

use super::launch::no_element;
use super::place::focus_name;
use super::run::Run;
use super::{Done, Session};
use crate::protocol::{
    ChipArguments, ChipBody, MemoryArguments, MemoryBody, Nothing, NowBody, ValueBody, WordBody,
};

impl Session<'_> {
    /// Where the run stands.
    pub(super) fn now(&mut self, _: Nothing) -> Done<NowBody> {
        let client = self.client;
        let run = self.stopped()?;
        let program = &run.debugger.snapshot().program;
        let recording = run.debugger.recording();
        Ok(NowBody {
            program: run.path.to_string_lossy().into_owned(),
            line: client.line(run.shown_line()),
            target: run.target_of(recording.line()) as i64,
            targets: run.targets() as i64,
            cycle: run.debugger.cycle(),
            step: program.steps_before(recording.line()),
            steps: program.steps_before(recording.end()),
            focus: focus_name(run.debugger.focus()),
        })
    }

    /// The values at one address on all elements of the chip.
    pub(super) fn chip(&mut self, arguments: ChipArguments) -> Done<ChipBody> {
        let run = self.stopped()?;
        let question = chip::Question {
            memory: arguments.memory.trim(),
            cycle: arguments.cycle,
            format: format(arguments.format.as_deref())?,
        };
        let picture = chip::picture(run.debugger.machine(), &question, run.before_line())?;
        Ok(ChipBody {
            level: chip::level_name(picture.level),
            format: picture.format.name(),
            values: picture.values.into_iter().map(value).collect(),
            elements: picture.elements,
        })
    }

    /// Words of a memory on one element of the chip.
    pub(super) fn memory_view(&mut self, arguments: MemoryArguments) -> Done<MemoryBody> {
        let run = self.stopped()?;
        let focus = match &arguments.focus {
            None => run.debugger.focus(),
            Some(text) => Focus::parse(text).ok_or_else(|| no_element(text))?,
        };
        let question = memory::Question {
            memory: arguments.memory.trim(),
            focus,
            count: arguments.count.unwrap_or(memory::WORDS_MAX),
            format: format(arguments.format.as_deref())?,
        };
        let found = memory::words(run.debugger.machine(), &question, run.before_line())?;
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

impl Run {
    /// What has run.
    fn before_line(&self) -> After<'_> {
        let snapshot = self.debugger.snapshot();
        After {
            program: &snapshot.program,
            flow: snapshot.flow(),
            line: self.debugger.line().checked_sub(1).map(|line| line as u32),
        }
    }
}

fn value(value: chip::Value) -> ValueBody {
    ValueBody {
        bits: value.bits,
        text: value.text,
        number: value.number,
    }
}

fn format(wanted: Option<&str>) -> Result<Option<Format>, Message> {
    let Some(wanted) = wanted else {
        return Ok(None);
    };
    let format = Format::of_name(wanted);
    let format = format.ok_or_else(|| message!("there is no format `{wanted}`", wanted))?;
    Ok(Some(format))
}
