//! Names of a text: labels, macros and constants, and whether others can come from elsewhere.

use std::collections::{HashMap, HashSet};

use mnc2_assembly::{Line, Operand, Piece, PieceKind, Shape, Source, Sum, sum};
use mnc2_text::{LineRange, Place};

/// The names of a text.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    /// Labels with every place that defines them, in the order of the text: numeric ones have several.
    pub labels: HashMap<String, Vec<Place>>,
    /// Macros with the place of their name; the last definition of each.
    pub macros: HashMap<String, Place>,
    /// Names with a value; `None` if it is not known, or not always the same.
    pub constants: HashMap<String, Option<i64>>,
    /// Where a constant is defined first.
    pub constant_places: HashMap<String, Place>,
    /// Every definition of a constant, in the order of the text.
    definitions: HashMap<String, Vec<Definition>>,
    /// Names that `.globl`, `.extern`, `.weak` or `.type` has.
    pub globals: HashSet<String>,
    /// Whether parts of the program are not seen: macros, repetitions, conditions or other files.
    pub is_open: bool,
    /// For each line whether it is inside a macro or a repetition.
    pub in_macro: Vec<bool>,
}

/// A definition of a constant.
#[derive(Clone, Debug)]
pub struct Definition {
    /// Its name.
    pub place: Place,
    /// Its value, which can contain labels. `None` if it cannot be computed, or inside a macro.
    pub value: Option<Sum>,
}

/// Directives that give a name a value.
const ASSIGNMENTS: &[&str] = &[".set", ".equ", ".equiv"];

/// Directives that name symbols which other files define, or use.
const GLOBALS: &[&str] = &[".globl", ".global", ".extern", ".weak", ".type"];

/// Directives that reserve memory for a name.
pub(crate) const COMMONS: &[&str] = &[".comm", ".common", ".lcomm"];

/// Whether an operand begins with the sign of `name = value`.
pub(crate) fn is_assignment(line: &Line, operand: Option<&Operand>) -> bool {
    let first = operand.and_then(|operand| operand.pieces.first());
    first.is_some_and(|piece| matches!(line.part(&piece.range), "=" | "=="))
}

impl Symbols {
    /// The names of a text.
    #[must_use]
    pub fn new(source: &Source) -> Self {
        let mut symbols = Self::default();
        let mut depth = 0_usize;
        for (number, line) in source.lines().iter().enumerate() {
            let mut is_inside = depth > 0;
            for statement in &line.statements {
                let place = |range: &LineRange| Place {
                    line: number as u32,
                    range: range.clone(),
                };
                if depth == 0 {
                    for label in &statement.labels {
                        let name = line.part(label).to_owned();
                        symbols.labels.entry(name).or_default().push(place(label));
                    }
                }
                let Some(mnemonic) = &statement.mnemonic else {
                    continue;
                };
                let first = statement.operands.first();
                let first_word = first.and_then(|operand| operand.pieces.first());
                match line.part(mnemonic) {
                    word @ (".macro" | ".rept" | ".rep" | ".irp" | ".irpc") => {
                        if let (".macro", Some(name)) = (word, first_word) {
                            let name_place = place(&name.range);
                            let name = line.part(&name.range).to_owned();
                            symbols.macros.insert(name, name_place);
                        }
                        symbols.is_open = true;
                        depth += 1;
                        is_inside = true;
                    }
                    ".endm" | ".endmacro" | ".endr" => depth = depth.saturating_sub(1),
                    ".include" | ".incbin" => symbols.is_open = true,
                    word if word.starts_with(".if") => symbols.is_open = true,
                    word if GLOBALS.contains(&word) => {
                        // What follows the name in `.type` is not a name.
                        let words = statement.operands.iter().filter_map(|it| it.pieces.first());
                        let words = words.filter(|piece| piece.kind == PieceKind::Word);
                        let names = words.map(|piece| line.part(&piece.range).to_owned());
                        symbols.globals.extend(names);
                    }
                    word if COMMONS.contains(&word) && !is_inside => {
                        if let Some(Shape::Word(word)) = first.map(|operand| operand.shape(line)) {
                            let name = line.part(&word.range).to_owned();
                            let places = symbols.labels.entry(name).or_default();
                            // Several of them are one.
                            if places.is_empty() {
                                places.push(place(&word.range));
                            }
                        }
                    }
                    word if ASSIGNMENTS.contains(&word) => {
                        if let Some(Shape::Word(word)) = first.map(|operand| operand.shape(line)) {
                            let pieces = statement.operands.get(1).map(|it| it.pieces.as_slice());
                            let place = place(&word.range);
                            symbols.define(line, pieces.unwrap_or_default(), place, is_inside);
                        }
                    }
                    // `name = value`
                    _ => {
                        if let Some(operand) = first.filter(|it| is_assignment(line, Some(*it))) {
                            let place = place(mnemonic);
                            symbols.define(line, &operand.pieces[1..], place, is_inside);
                        }
                    }
                }
            }
            symbols.in_macro.push(is_inside);
        }
        symbols
    }

    fn define(&mut self, line: &Line, value: &[Piece], place: Place, is_inside: bool) {
        let value_of = |name: &str| self.value_at(name, place.line, place.range.start);
        let value = sum(line, value, &value_of).filter(|_| !is_inside);
        let name = line.part(&place.range).to_owned();
        let number = value.as_ref().and_then(Sum::as_number);
        self.constants
            .entry(name.clone())
            .and_modify(|known| *known = known.filter(|known| Some(*known) == number))
            .or_insert(number);
        let first = self.constant_places.entry(name.clone());
        first.or_insert_with(|| place.clone());
        let definitions = self.definitions.entry(name).or_default();
        definitions.push(Definition { place, value });
    }

    /// The number that a name has at a place: that of the last definition before it, as the assembler reads from above.
    #[must_use]
    pub fn value_at(&self, name: &str, line: u32, byte: u32) -> Option<i64> {
        let (before, _) = self.definitions_around(name, line, byte);
        before.last()?.value.as_ref()?.as_number()
    }

    /// The definition of a name that counts at a place: the last one before it, or else the first one after it.
    #[must_use]
    pub fn definition_at(&self, name: &str, line: u32, byte: u32) -> Option<&Definition> {
        let (before, after) = self.definitions_around(name, line, byte);
        before.last().or(after.first())
    }

    fn definitions_around(
        &self,
        name: &str,
        line: u32,
        byte: u32,
    ) -> (&[Definition], &[Definition]) {
        let all = self.definitions.get(name).map_or(&[][..], Vec::as_slice);
        let is_before = |definition: &Definition| {
            (definition.place.line, definition.place.range.start) < (line, byte)
        };
        all.split_at(all.partition_point(is_before))
    }

    /// The value of a name that always has the same.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<i64> {
        self.constants.get(name).copied().flatten()
    }

    /// The place that a label means at a place: of `1b` the last one before it, of `1f` the next one.
    #[must_use]
    pub fn label(&self, name: &str, line: u32, byte: u32) -> Option<&Place> {
        let Some((number, is_back)) = local(name) else {
            return self.labels.get(name)?.first();
        };
        let places = self.labels.get(number)?;
        let after = places.partition_point(|place| (place.line, place.range.start) <= (line, byte));
        match is_back {
            true => places.get(after.checked_sub(1)?),
            false => places.get(after),
        }
    }
}

/// The number of `1b` or `1f`, and whether it looks back.
#[must_use]
pub fn local(name: &str) -> Option<(&str, bool)> {
    let (number, direction) = name.split_at_checked(name.len().checked_sub(1)?)?;
    let is_local = matches!(direction, "b" | "f")
        && !number.is_empty()
        && number.bytes().all(|byte| byte.is_ascii_digit());
    is_local.then_some((number, direction == "b"))
}
