//! Origins as people read them: inputs that are alike folded, values in the requested format, and their tree.

use std::collections::{BTreeSet, HashSet};
use std::ops::Range;

use mnc2_asm::watch;
use mnc2_dataflow::number_format::Numbers;
use mnc2_emulator::chip_place::{ChipPlace, level_of};
use mnc2_isa::geometry::{MATRIX_PHYSICAL_ROWS, PES_PER_MAB};
use mnc2_isa::{ChipLevel, Memory, Precision};
use mnc2_program::access::{AccessRole, Direction, Store};
use mnc2_program::{OperandKind, Statement, WatchFormat, WatchKind};
use mnc2_text::{Message, message};

use super::origin::{Input, Origin, Writer, pattern_text};
use super::word_text::PlaceWords;
use super::{Debugger, place_expression};
use crate::set_by_user;
use mnc2_ide::features::run::Control;

/// Maximum number of lines of an answer.
const LINES_MAX: usize = 400;
/// Inputs that are alike, from which on a client folds them.
const FOLDED_MIN: usize = 5;
/// Inputs of a fold that are named one by one.
const NAMED_MAX: usize = 8;
/// Words of a value that are shown.
const WORDS_MAX: usize = 8;
/// Columns by which an origin is moved to the right below its input.
const INDENT: usize = 8;
/// Lines that are looked at for the formats of one answer; beyond it values are shown as bits.
const FORMAT_LINES_MAX: usize = 1_000_000;

/// Inputs that are alike: the same words of several elements, for one operand.
pub fn folded(inputs: &[Input]) -> Vec<Vec<&Input>> {
    let mut folds: Vec<Vec<&Input>> = Vec::new();
    for input in inputs.iter().filter(|input| !input.is_plain_base()) {
        let is_like = |fold: &Vec<&Input>| {
            fold.first().is_some_and(|first| {
                (
                    first.role,
                    &first.range,
                    first.place.store,
                    &first.place.words,
                ) == (
                    input.role,
                    &input.range,
                    input.place.store,
                    &input.place.words,
                )
            })
        };
        match folds.iter_mut().find(|fold| is_like(fold)) {
            Some(fold) => fold.push(input),
            None => folds.push(vec![input]),
        }
    }
    folds
}

/// The number of inputs that are alike, and how many of them are zero; `None` for a few.
pub fn label(fold: &[&Input]) -> Option<Message> {
    if fold.len() < FOLDED_MIN {
        return None;
    }
    let elements = elements(fold);
    let zeros = fold.iter().filter(|input| is_zero(input)).count();
    Some(match zeros {
        0 => elements,
        _ => message!("{elements}; {zeros} of them 0", elements, zeros),
    })
}

fn is_zero(input: &Input) -> bool {
    input.values.iter().all(|value| *value == 0)
}

/// Several elements in a few words: the MABs of the same PE number, or their names.
fn elements(fold: &[&Input]) -> Message {
    let first = fold.first().map(|input| &input.place);
    let level = first.map_or(ChipLevel::Pe, |place| level_of(place.store));
    let all: BTreeSet<usize> = fold.iter().map(|input| input.place.element).collect();
    if level == ChipLevel::Pe {
        let mabs: BTreeSet<usize> = all.iter().map(|pe| pe / PES_PER_MAB).collect();
        let pes: BTreeSet<usize> = all.iter().map(|pe| pe % PES_PER_MAB).collect();
        let is_product = mabs.len() * pes.len() == all.len();
        let mab = mabs.first().map(|mab| ChipLevel::Mab.name(*mab));
        match (pes.first(), mab) {
            (Some(pe), Some(_)) if is_product && pes.len() == 1 && mabs.len() > 1 => {
                let count = mabs.len();
                return message!("{count} MABs, PE {pe} of each", count, pe = *pe);
            }
            (_, Some(mab)) if is_product && mabs.len() == 1 && pes.len() == PES_PER_MAB => {
                return message!("the PEs of {mab}", mab);
            }
            (_, Some(_)) if is_product && pes.len() == PES_PER_MAB => {
                return message!("{count} MABs, all PEs of each", count = mabs.len());
            }
            _ => {}
        }
    }
    let names: Vec<String> = all.iter().map(|element| level.name(*element)).collect();
    Message::verbatim(names.join(", "))
}

/// The name of words without their element.
fn without_element(name: &str) -> String {
    match name.split_once('@') {
        Some((words, element)) => {
            let format = element.find(',').map_or("", |at| &element[at..]);
            format!("{words}{format}")
        }
        None => name.to_owned(),
    }
}

impl Debugger {
    /// The words that an expression names for the question what wrote them, and the format in it. What answers print can be
    /// asked about, registers that no operand names included.
    ///
    /// # Errors
    /// A sentence if it names no words.
    pub fn places_of_origin(
        &self,
        text: &str,
    ) -> Result<(Vec<ChipPlace>, Option<WatchFormat>), Message> {
        let text = text.trim();
        if let Some(place) = place_expression::named(text, self.focus) {
            return Ok((vec![place], None));
        }
        let WatchKind::Place(mut place) = watch::parse(text).map_err(|error| error.message)?.kind
        else {
            return Err(message!("`{text}` is not a place in memory", text));
        };
        let format = place.format;
        if let OperandKind::MatrixRows { side, .. } = place.operand {
            let store = Store::Memory(side);
            let written = || self.precision_of_rows(self.line(), store, &(0..store.words()));
            place.format = format.or_else(|| written().map(WatchFormat::from_precision));
        }
        let places = place_expression::places(&place, self.focus);
        if places.is_empty() {
            return Err(message!("`{text}` is not a place in memory", text));
        }
        Ok((places, format))
    }

    /// The precision of the last write to some rows of a matrix register before a line, which determines the size of a row;
    /// `None` for other stores, and without a write.
    fn precision_of_rows(&self, line: usize, store: Store, rows: &Range<u32>) -> Option<Precision> {
        if !matches!(store, Store::Memory(Memory::MatrixX | Memory::MatrixY)) {
            return None;
        }
        let (program, flow) = (&self.snapshot.program, self.snapshot.flow());
        let mut lines = (0..line).rev().filter(|&line| flow.touches(line, store));
        lines.find_map(|line| {
            let Some(Statement::Step(step)) = &program.line(line)?.statement else {
                return None;
            };
            let accesses = flow.line(line);
            let mut writes = accesses.iter().filter(|(_, it)| {
                let mut pieces = accesses.pieces(it).iter();
                it.direction == Direction::Write
                    && it.store == store
                    && pieces.any(|it| it.first < rows.end && rows.start < it.first + it.count)
            });
            let expression = usize::from(writes.next()?.1.expression);
            step.expressions.get(expression)?.spelling.precision
        })
    }

    /// The name of words before a line: rows of a matrix register in a precision, or otherwise in the precision in
    /// which they were written.
    pub fn name_before(
        &self,
        line: usize,
        place: &ChipPlace,
        precision: Option<Precision>,
    ) -> String {
        let is_row = |it: &Precision| {
            let between = MATRIX_PHYSICAL_ROWS / it.matrix_rows();
            place.words.start.is_multiple_of(between)
        };
        let written = || self.precision_of_rows(line, place.store, &place.words);
        let precision = precision.filter(is_row).or_else(written);
        let precision = precision.unwrap_or(Precision::Half);
        let expression = place_expression::expression_in(place, precision);
        expression.unwrap_or_else(|| place_expression::in_brackets(place))
    }

    /// The writes of the words that an expression names, line by line; with a depth above 1, also the writes of their inputs.
    ///
    /// # Errors
    /// A sentence if it names no words, or the search was cancelled.
    pub fn told_origin(
        &mut self,
        text: &str,
        depth: usize,
        control: &Control,
    ) -> Result<Vec<Message>, Message> {
        let (places, format) = self.places_of_origin(text)?;
        let mut tree = Tree {
            format,
            depth,
            lines: Vec::new(),
            seen: HashSet::new(),
        };
        let line = self.line();
        for place in &places {
            tree.add(self, place, (line, 0), control)?;
        }
        if tree.lines.len() > LINES_MAX {
            tree.lines.truncate(LINES_MAX);
            tree.lines.push(message!("the rest is omitted"));
        }
        Ok(tree.lines)
    }
}

/// The lines of an answer.
struct Tree {
    format: Option<WatchFormat>,
    depth: usize,
    lines: Vec<Message>,
    seen: HashSet<(ChipPlace, usize)>,
}

impl Tree {
    fn add(
        &mut self,
        debugger: &mut Debugger,
        place: &ChipPlace,
        (before, level): (usize, usize),
        control: &Control,
    ) -> Result<(), Message> {
        if self.lines.len() > LINES_MAX {
            return Ok(());
        }
        let origin = debugger.origin(place, before, control)?;
        for writer in &origin.writers {
            let written = part(&origin, &writer.words);
            let told = self.written(debugger, &written, writer);
            self.push(debugger, level, told);
            if writer.range.is_none() || !self.seen.insert((written, writer.line)) {
                continue;
            }
            for fold in folded(&writer.inputs) {
                for line in self.read(debugger, writer, &fold) {
                    self.push(debugger, level, line);
                }
                if level + 1 < self.depth {
                    let differs = fold
                        .iter()
                        .find(|input| input.values.iter().any(|it| *it != 0));
                    if let Some(next) = differs.or(fold.first()) {
                        let place = next.place.clone();
                        self.add(debugger, &place, (writer.line, level + 1), control)?;
                    }
                }
            }
        }
        for words in &origin.from_start {
            let place = self.name(debugger, before, &part(&origin, words));
            self.push(
                debugger,
                level,
                message!("{place}: as the run started", place),
            );
        }
        if !origin.is_complete {
            self.push(debugger, level, message!("more lines wrote parts of it"));
        }
        Ok(())
    }

    fn push(&mut self, debugger: &Debugger, level: usize, line: Message) {
        self.lines.push(match level {
            0 => line,
            _ => {
                let said = line.say(debugger.language);
                Message::verbatim(format!("{:1$}{said}", "", INDENT * level))
            }
        });
    }

    /// The sentence about a write.
    fn written(&self, debugger: &Debugger, place: &ChipPlace, writer: &Writer) -> Message {
        let (line, cycle) = (writer.line + 1, writer.cycle);
        // What the user wrote is not of the format of the instruction before it.
        let values = match writer.range {
            Some(_) => self.values(debugger, line, place, &writer.values),
            None => self.values(debugger, 0, place, &writer.values),
        };
        let place = self.name(debugger, line, place);
        if writer.range.is_none() {
            let is_at_end = writer.line >= debugger.recording.end();
            return set_by_user(place, values, (!is_at_end).then_some(writer.line));
        }
        if let Some(pattern) = writer.pattern.map(pattern_text) {
            return message!(
                "{place}: line {line}, cycle {cycle}, kept {values} because of the mask {pattern}",
                place,
                line,
                cycle,
                values,
                pattern
            );
        }
        if writer.is_masked {
            return message!(
                "{place}: line {line}, cycle {cycle}, kept {values} because of a mask",
                place,
                line,
                cycle,
                values
            );
        }
        message!(
            "{place}: line {line}, cycle {cycle}, wrote {values}",
            place,
            line,
            cycle,
            values
        )
    }

    /// The sentences about the inputs in some elements.
    fn read(&self, debugger: &Debugger, writer: &Writer, fold: &[&Input]) -> Vec<Message> {
        let Some(first) = fold.first() else {
            return Vec::new();
        };
        let values =
            |input: &Input| self.values(debugger, writer.line, &input.place, &input.values);
        let name = |place: &ChipPlace| self.name(debugger, writer.line, place);
        if fold.len() == 1 {
            let (place, values) = (name(&first.place), values(first));
            return vec![match first.role {
                AccessRole::Data => message!("    it read {place}: {values}", place, values),
                AccessRole::Address => {
                    message!("    its address is from {place}: {values}", place, values)
                }
                AccessRole::Mask => message!("    its mask is {place}: {values}", place, values),
            }];
        }
        let place = without_element(&name(&first.place));
        let elements = elements(fold);
        let zeros = fold.iter().filter(|input| is_zero(input)).count();
        if fold.iter().all(|input| input.values == first.values) {
            let values = values(first);
            return vec![message!(
                "    it read {place} of {elements}: all {values}",
                place,
                elements,
                values
            )];
        }
        let mut lines = vec![match zeros {
            0 => message!("    it read {place} of {elements}", place, elements),
            _ => message!(
                "    it read {place} of {elements}; {zeros} of them 0",
                place,
                elements,
                zeros
            ),
        }];
        let others: Vec<&&Input> = fold.iter().filter(|input| !is_zero(input)).collect();
        lines.extend(others.iter().take(NAMED_MAX).map(|input| {
            let (place, values) = (name(&input.place), values(input));
            message!("        {place}: {values}", place, values)
        }));
        if others.len() > NAMED_MAX {
            let count = others.len() - NAMED_MAX;
            lines.push(message!("        {count} more that are not 0", count));
        }
        lines
    }

    /// The name of words before a line; the requested format determines the rows of a matrix register.
    fn name(&self, debugger: &Debugger, line: usize, place: &ChipPlace) -> String {
        let requested = self.format.and_then(WatchFormat::precision);
        debugger.name_before(line, place, requested)
    }

    /// Words before a line, in the requested format, or in the format of the instruction that wrote them.
    fn values(
        &self,
        debugger: &Debugger,
        line: usize,
        place: &ChipPlace,
        values: &[u64],
    ) -> String {
        let numbers = match self.format {
            Some(format) => format.precision().map(Numbers::Of),
            None if line <= FORMAT_LINES_MAX => debugger.numbers_before(line, place),
            None => None,
        };
        let mut words = PlaceWords::from_singles(values.to_vec(), place);
        let omitted = words.words.len().saturating_sub(WORDS_MAX);
        words.words.truncate(WORDS_MAX);
        let text = words.text(numbers);
        match omitted {
            0 => text,
            _ => format!("{text}, …"),
        }
    }
}

fn part(origin: &Origin, words: &Range<u32>) -> ChipPlace {
    ChipPlace {
        words: words.clone(),
        ..origin.place.clone()
    }
}
