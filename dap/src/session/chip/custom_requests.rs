//! Requests of our own: the focus, where values come from, and where another run differs.

use mnc2_dataflow::number_format::Numbers;
use mnc2_debug::chip::memory_reference::{Reference, focus_name, place_of_token, token};
use mnc2_debug::chip::origin::{Input, Origin, WRITERS_MAX, Writer, pattern_text};
use mnc2_debug::chip::place_expression::expression;
use mnc2_debug::stepping::StopReason;
use mnc2_emulator::chip_place::ChipPlace;
use mnc2_emulator::judge::Mismatch;
use mnc2_ide::session::Focus;
use mnc2_program::access::AccessRole;
use mnc2_text::message;

use super::launch::no_element;
use super::variables::FORMAT_LINES_MAX;
use super::{Chip, place_of_bytes};
use crate::protocol::{
    DivergenceArguments, DivergenceBody, FocusArguments, FocusBody, Nothing, OriginArguments,
    OriginBody, OriginInput, OriginWriter, Reloaded,
};
use crate::refusal::Refusal;
use crate::session::client_capabilities::Client;
use crate::session::program::program_path;
use crate::session::view::ProgramView;
use crate::session::{After, Done, Session};
use mnc2_debug::chip::origin_tree::{folded, label};
use mnc2_debug::chip::word_text::PlaceWords;

/// Maximum number of places of an expression whose origin is requested.
const PLACES_MAX: usize = 8;

impl Session<'_> {
    pub(in crate::session) fn focus(&mut self, arguments: FocusArguments) -> Done<FocusBody> {
        let chip = self.chip()?;
        if let Some(text) = arguments.focus {
            let focus = Focus::parse(&text).ok_or_else(|| no_element(&text))?;
            chip.debugger.set_focus(focus);
            chip.references.clear();
            self.invalidate();
        }
        Ok(FocusBody {
            focus: focus_name(self.chip()?.debugger.focus()),
        })
    }

    pub(in crate::session) fn origin(&mut self, arguments: OriginArguments) -> Done<OriginBody> {
        let client = self.client;
        let output = arguments.output.and_then(|line| client.line_of(line));
        let places = self.chip()?.places_of_origin(&arguments, output)?;
        let before = match arguments.line {
            Some(line) => client.line_of(line),
            None => None,
        };
        let mut body = OriginBody {
            is_complete: true,
            ..OriginBody::default()
        };
        for place in places {
            let origin = self.origin_of(&place, before)?;
            body.is_complete &= origin.is_complete;
            let chip = self.chip()?;
            let from_start = origin.from_start.iter().map(|words| {
                let words = words.clone();
                let place = ChipPlace {
                    words,
                    ..place.clone()
                };
                chip.debugger.name_before(0, &place, None)
            });
            body.from_start.extend(from_start);
            let writers = origin.writers.iter();
            let writers = writers.map(|writer| chip.writer(&origin, writer, &client));
            body.writers.extend(writers);
        }
        Ok(body)
    }

    /// Runs the program in another way, or another program, and reports where it differs first.
    pub(in crate::session) fn divergence(
        &mut self,
        arguments: DivergenceArguments,
    ) -> Done<DivergenceBody> {
        let client = self.client;
        let control = self.inbox.control();
        let mut configuration = self.stopped()?.configuration.clone();
        configuration.program = arguments.program.or(configuration.program);
        configuration.testcase = arguments.testcase.or(configuration.testcase);
        configuration.dirty = arguments.dirty.or(configuration.dirty);
        let found = self.work(|it| {
            let file = it.read_program(program_path(&configuration)?)?;
            let other = Chip::launch(it, file, &configuration)?;
            let debugger = &it.chip()?.debugger;
            Ok::<_, Refusal>(debugger.divergence(&other.debugger, control)?)
        })?;
        let Some(found) = found else {
            return Ok(DivergenceBody {
                is_equal: true,
                ..DivergenceBody::default()
            });
        };
        let [line, other_line] = found.lines.map(|line| line.map(|line| client.line(line)));
        let mut body = DivergenceBody {
            line,
            other_line,
            ..DivergenceBody::default()
        };
        if let Some((place, values)) = found.difference {
            let [value, other] =
                values.map(|words| PlaceWords::from_singles(words, &place).text(None));
            let after = found.lines[0].map_or(0, |line| line + 1);
            let debugger = &self.chip()?.debugger;
            body.name = Some(debugger.name_before(after, &place, None));
            body.value = Some(value);
            body.other_value = Some(other);
        }
        Ok(body)
    }

    /// Continues with the program as its file is now.
    pub(in crate::session) fn reload(&mut self, _: Nothing) -> Done<Reloaded> {
        let edited = self.read_again()?;
        self.after
            .push(After::Arrive(Vec::new(), "step", StopReason::Arrived));
        Ok(Reloaded {
            is_same_state: edited.is_same_state,
            dropped_edits: edited.dropped_edits as i64,
        })
    }

    fn origin_of(&mut self, place: &ChipPlace, before: Option<usize>) -> Done<Origin> {
        let control = self.inbox.control();
        self.chip()?;
        self.work(|it| {
            let debugger = &mut it.chip()?.debugger;
            let before = before.unwrap_or_else(|| debugger.line());
            Ok(debugger.origin(place, before, control)?)
        })
    }
}

impl Chip {
    /// The places that are asked about; `output` is the line of an output, counted from 0.
    fn places_of_origin(
        &self,
        arguments: &OriginArguments,
        output: Option<usize>,
    ) -> Done<Vec<ChipPlace>> {
        if let Some(line) = output {
            return Ok(vec![self.wrong_place(line, arguments)?]);
        }
        if let Some(place) = &arguments.place {
            return Ok(vec![place_of_token(place)?]);
        }
        if let Some(reference) = &arguments.memory_reference {
            let bytes = arguments.bytes.unwrap_or(1).max(1);
            return Ok(vec![place_of_bytes(reference, bytes)?]);
        }
        let Some(text) = &arguments.expression else {
            return Err(message!("`expression` or `memoryReference` is missing").into());
        };
        let mut found = match self.debugger.places_of_origin(text) {
            Ok((places, _)) => places,
            Err(_) => self.debugger.places(text)?,
        };
        found.truncate(PLACES_MAX);
        if found.is_empty() {
            return Err(message!("`{text}` names no words of the chip", text).into());
        }
        Ok(found)
    }

    /// The words of the first wrong value of an output of the testcase that was read from the element and address of the
    /// arguments, or from any.
    fn wrong_place(&self, line: usize, arguments: &OriginArguments) -> Done<ChipPlace> {
        let is_wanted = |wrong: &Mismatch| {
            let source = wrong.source.as_ref();
            let (element, address) = (&arguments.element, arguments.address);
            wrong.line as usize == line
                && element
                    .as_ref()
                    .is_none_or(|it| source.is_some_and(|from| from.element == *it))
                && address.is_none_or(|it| source.is_some_and(|from| from.address == it))
        };
        let wrong = self.debugger.wrong_values().into_iter();
        let mut places = wrong.filter(|(wrong, _)| is_wanted(wrong));
        let place = places.find_map(|(_, place)| place);
        Ok(place.ok_or_else(|| {
            message!(
                "line {line} of the testcase has no wrong value here",
                line = line + 1
            )
        })?)
    }

    fn writer(&self, origin: &Origin, writer: &Writer, client: &Client) -> OriginWriter {
        let place = ChipPlace {
            words: writer.words.clone(),
            ..origin.place.clone()
        };
        let numbers = match &writer.range {
            Some(_) => self.numbers_before(writer.line + 1, &place, 1),
            None => None,
        };
        let text = match &writer.range {
            Some(_) => self
                .debugger
                .snapshot()
                .line_text(writer.line)
                .trim()
                .to_owned(),
            None => message!("a change by the user").say(client.language),
        };
        let value = PlaceWords::from_singles(writer.values.clone(), &place).text(numbers);
        OriginWriter {
            line: client.line(writer.line),
            target: self.target_of(writer.line),
            is_edit: writer.range.is_none(),
            is_masked: writer.is_masked,
            text,
            expression: writer.expression as i64,
            cycle: writer.cycle as i64,
            name: self.debugger.name_before(writer.line + 1, &place, None),
            memory_reference: Reference::from_place(&place).map(Reference::text),
            value: match (writer.is_masked, writer.pattern.map(pattern_text)) {
                (true, Some(pattern)) => {
                    message!("{value}, kept by the mask {pattern}", value, pattern)
                        .say(client.language)
                }
                (true, None) => message!("{value}, kept by a mask", value).say(client.language),
                (false, _) => value,
            },
            inputs: self.inputs(writer, client),
        }
    }

    /// The inputs of a writer, those that are alike one after another.
    fn inputs(&self, writer: &Writer, client: &Client) -> Vec<OriginInput> {
        let mut inputs = Vec::new();
        for fold in folded(&writer.inputs) {
            let label = label(&fold).map(|label| label.say(client.language));
            inputs.extend(fold.iter().map(|input| {
                let numbers = self.numbers_before(writer.line, &input.place, writer.inputs.len());
                OriginInput {
                    fold: label.clone(),
                    ..self.input(writer.line, input, numbers)
                }
            }));
        }
        inputs
    }

    /// The format of words before a line, unless it would take too long to find for all places.
    fn numbers_before(&self, line: usize, place: &ChipPlace, places: usize) -> Option<Numbers> {
        let is_quick = line.saturating_mul(places) <= FORMAT_LINES_MAX / WRITERS_MAX;
        is_quick
            .then(|| self.debugger.numbers_before(line, place))
            .flatten()
    }

    fn input(&self, line: usize, touch: &Input, numbers: Option<Numbers>) -> OriginInput {
        OriginInput {
            operand: self.part(line, &touch.range),
            role: match touch.role {
                AccessRole::Data => "data",
                AccessRole::Address => "address",
                AccessRole::Mask => "mask",
            },
            fold: None,
            name: self.debugger.name_before(line, &touch.place, None),
            expression: expression(&touch.place),
            memory_reference: Reference::from_place(&touch.place).map(Reference::text),
            bytes: Reference::bytes_of(&touch.place),
            place: token(&touch.place),
            value: PlaceWords::from_singles(touch.values.clone(), &touch.place).text(numbers),
        }
    }
}
