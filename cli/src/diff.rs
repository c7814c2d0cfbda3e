//! `mnc2 diff`: the first step at which two runs differ, and what differs in the text there.

use std::io::Write;

use mnc2_debug::chip::Debugger;
use mnc2_debug::chip::divergence::Divergence;
use mnc2_debug::chip::word_text::PlaceWords;
use mnc2_ide::features::run::Control;
use mnc2_text::{Message, message};

use crate::args::DiffArguments;
use crate::debug::{OnChip, refused};
use crate::exit::{Exit, Failure};
use crate::input::{Source, is_stdin};
use crate::languages;
use crate::output::{Paint, Streams, visible};
use crate::rules::RuleBook;

pub(crate) fn command(arguments: &DiffArguments, streams: &mut Streams) -> Result<Exit, Failure> {
    if is_stdin(&arguments.good) && is_stdin(&arguments.bad) {
        let message = message!("standard input can be one of the programs, not both");
        return Err(Failure::Message(message.say(streams.language)));
    }
    let language = streams.language;
    let layer = arguments.rules.layer();
    let book = RuleBook::with_layer(layer, &arguments.rules.config, language)?;
    let control = Control::default();
    let mut runs = Vec::with_capacity(2);
    for path in [&arguments.good, &arguments.bad] {
        let source = languages::read_mnc2_program(path, &book)?;
        if book.complain_to(streams) {
            return Ok(Exit::Failure);
        }
        let chip = OnChip {
            file: path,
            testcase: arguments.testcase.as_deref(),
            start: arguments.machine.start(),
            load: &[],
            pe: 0,
            force: arguments.force,
        };
        match chip.launch(&source, &book, &control, language)? {
            Ok(run) => runs.push((source, run)),
            Err(failure) => return refused(&source, &failure, true, streams),
        }
    }
    let [good, bad] = &runs[..] else {
        return Ok(Exit::Failure);
    };
    let found = good.1.divergence(&bad.1, &control);
    let found = found.map_err(|problem| Failure::Message(problem.say(language)))?;
    let Some(found) = found else {
        let same = message!("both runs write the same");
        writeln!(streams.out, "{}", same.say(language))?;
        return Ok(Exit::Success);
    };
    Shown { good, bad, found }.write(streams)?;
    Ok(Exit::ProgramErrors)
}

/// A program and its run.
type Run = (Source, Debugger);

struct Shown<'a> {
    good: &'a Run,
    bad: &'a Run,
    found: Divergence,
}

impl Shown<'_> {
    fn write(&self, streams: &mut Streams) -> Result<(), Failure> {
        let language = streams.language;
        writeln!(streams.out, "{}", self.place().say(language))?;
        if let Some((place, values)) = &self.found.difference {
            let numbers =
                self.found.lines[0].and_then(|line| self.good.1.numbers_before(line + 1, place));
            let [good, bad] = values
                .clone()
                .map(|it| PlaceWords::from_singles(it, place).text(numbers));
            let after = self.found.lines[0].map_or(0, |line| line + 1);
            let place = self.good.1.name_before(after, place, None);
            let said = message!(
                "{place}: {good} in the first, {bad} in the second",
                place,
                good,
                bad
            );
            writeln!(streams.out, "{}", said.say(language))?;
        }
        for lines in &self.found.changes {
            for (sign, run, line) in [("-", self.good, lines[0]), ("+", self.bad, lines[1])] {
                let Some(line) = line else { continue };
                let text = run.0.lines().get(line).copied().unwrap_or_default();
                let number = line + 1;
                let paint = if sign == "-" { Paint::Bad } else { Paint::Good };
                let text = streams
                    .look()
                    .paint(paint, format_args!("{sign} {number}: {}", visible(text)));
                writeln!(streams.out.drawn(), "{text}")?;
            }
        }
        Ok(())
    }

    /// The place of the difference.
    fn place(&self) -> Message {
        let names = [&self.good.0, &self.bad.0].map(|source| visible(&source.name).into_owned());
        let [good, bad] = names;
        match self.found.lines {
            [Some(line), Some(other)] if self.found.is_order => message!(
                "line {line} of {good} and line {other} of {bad} write the same, and their order leaves different values",
                line = line + 1,
                good,
                other = other + 1,
                bad
            ),
            [Some(line), Some(other)] => message!(
                "line {line} of {good} and line {other} of {bad} write different values",
                line = line + 1,
                good,
                other = other + 1,
                bad
            ),
            [Some(line), None] => message!("only {good} has line {line}", good, line = line + 1),
            [None, Some(line)] => message!("only {bad} has line {line}", bad, line = line + 1),
            [None, None] => message!("both runs write the same"),
        }
    }
}
