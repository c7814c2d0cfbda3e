//! The value of an expression, what it names, and what it can continue with.

use mnc2_asm::{LineParser, watch};
use mnc2_assist::complete::{CursorContext, complete};
use mnc2_debug::chip::memory_reference::Reference;
use mnc2_debug::chip::place_expression::places;
use mnc2_emulator::chip_place::ChipPlace;
use mnc2_emulator::watch::{WatchValue, evaluate_with};
use mnc2_program::{OverChip, WatchFormat, WatchKind};
use mnc2_text::message;

use super::Chip;
use crate::protocol::{EvaluateArguments, EvaluateResponse};
use crate::session::Done;
use crate::session::view::Candidate;
use mnc2_debug::chip::word_text::{PlaceWords, type_name};

impl Chip {
    pub(super) fn value_of(&mut self, arguments: &EvaluateArguments) -> Done<EvaluateResponse> {
        let text = arguments.expression.trim();
        let hex = arguments.format.is_some_and(|format| format.hex);
        let parsed = watch::parse(text).map_err(|error| error.message)?;
        let debugger = &self.debugger;
        let plain = match &parsed.kind {
            WatchKind::Place(place) => Some((place, places(place, debugger.focus()))),
            _ => None,
        };
        let first = plain.as_ref().and_then(|(_, places)| places.first());
        let numbers = first.and_then(|place| debugger.numbers_around(place));
        let meant = first.and_then(|place| debugger.meant(place));
        let meant = meant.filter(|_| !hex);
        let default = meant.unwrap_or(WatchFormat::Hexadecimal);
        let value =
            evaluate_with(debugger.machine(), &parsed, debugger.pe(), default).or_else(|_| {
                // A format that does not fit the width is only a guess.
                let bits = WatchFormat::Hexadecimal;
                evaluate_with(debugger.machine(), &parsed, debugger.pe(), bits)
            })?;
        let mut result = value.to_string();
        let is_zero = plain.as_ref().is_some_and(|(_, places)| {
            let words = places.iter().map(|place| PlaceWords::read(debugger, place));
            words.flat_map(|words| words.words).all(|word| word == 0)
        });
        let is_guess = plain
            .as_ref()
            .is_some_and(|(place, _)| place.format.is_none());
        if is_guess && !hex && is_zero {
            // Nothing in it needs a format.
            result = result.replace("0x0", "0");
        } else if is_guess
            && default != WatchFormat::Hexadecimal
            && let Some((_, places)) = &plain
        {
            // The interpretation of the words is shown first, then the words.
            let words = places
                .iter()
                .map(|place| PlaceWords::read(debugger, place).text(None));
            result = format!("{result} · {}", words.collect::<Vec<_>>().join(", "));
        }
        let kind = match (&value, is_guess) {
            (WatchValue::Words(_), true) => type_name(numbers),
            _ => None,
        };
        let words = first.map(|place| PlaceWords::read(debugger, place));
        let memory_reference = first.and_then(Reference::from_place).map(Reference::text);
        Ok(EvaluateResponse {
            result,
            kind,
            variables_reference: words.map_or(0, |words| self.references.formats(&words)),
            memory_reference,
            ..EvaluateResponse::default()
        })
    }

    /// The words that an expression names, all in one place.
    pub(super) fn settable(&self, text: &str) -> Done<ChipPlace> {
        let parsed = watch::parse(text.trim()).map_err(|error| error.message)?;
        let WatchKind::Place(place) = &parsed.kind else {
            return Err(message!("`{text}` cannot be changed", text).into());
        };
        let mut found = places(place, self.debugger.focus());
        found.sort_by_key(|place| place.words.start);
        let mut all = found.into_iter();
        let Some(mut whole) = all.next() else {
            return Err(message!("`{text}` cannot be changed", text).into());
        };
        for next in all {
            if next.words.start != whole.words.end {
                return Err(message!(
                    "`{text}` has gaps between its words: change them one after the other",
                    text
                )
                .into());
            }
            whole.words.end = next.words.end;
        }
        Ok(whole)
    }
}

/// How many bytes of a text before the cursor are completed, and what they can become.
pub(super) fn completed(before: &str) -> (usize, Vec<Candidate>) {
    let is_of_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'$';
    let bytes = before.bytes().rev();
    let length = bytes.take_while(|byte| is_of_word(byte)).count();
    let word = &before[before.len() - length..];
    if !word.starts_with('$') {
        let questions = OverChip::ALL.into_iter();
        let found = questions.filter(|it| it.name().starts_with(word));
        let named = found.map(|it| (format!("{}(", it.name()), None, "function"));
        return (length, named.collect());
    }
    // What an expression reads is written like the input of an instruction.
    let line = format!("lpassa {word}");
    let mut parser = LineParser::without_suggestions();
    let parsed = parser.parse(&line);
    let surroundings = CursorContext::default();
    let found = complete(&mut parser, &parsed, &line, line.len(), &surroundings);
    let candidates = found.candidates.into_iter();
    let labels = candidates.map(|candidate| (candidate.label, None, "variable"));
    (length, labels.collect())
}
