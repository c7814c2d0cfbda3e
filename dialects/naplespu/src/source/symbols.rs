//! Names of a text: labels, macros and constants, and whether others can come from elsewhere.

use std::collections::{HashMap, HashSet};

use mnc2_text::{LineRange, Place};

use super::{Shape, Source, evaluate};

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
    /// Names that `.globl`, `.type` or `.comm` has.
    pub globals: HashSet<String>,
    /// Whether parts of the program are not seen: macros, repetitions, conditions or other files.
    pub is_open: bool,
    /// For each line whether it is inside a macro or a repetition.
    pub in_macro: Vec<bool>,
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
                    word @ (".macro" | ".rept" | ".irp" | ".irpc") => {
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
                    ".if" | ".ifdef" | ".ifndef" | ".include" | ".incbin" => symbols.is_open = true,
                    ".globl" | ".global" | ".type" | ".comm" => {
                        if let Some(word) = first_word {
                            symbols.globals.insert(line.part(&word.range).to_owned());
                        }
                    }
                    ".set" | ".equ" => {
                        if let Some(Shape::Word(word)) = first.map(|operand| operand.shape(line)) {
                            let value = statement.operands.get(1).and_then(|operand| {
                                evaluate(line, &operand.pieces, &|name| symbols.value(name))
                            });
                            let value = value.filter(|_| !is_inside);
                            symbols.define(line.part(&word.range), value, place(&word.range));
                        }
                    }
                    name => {
                        // `name = value`
                        let is_assignment =
                            first_word.is_some_and(|word| line.part(&word.range) == "=");
                        if is_assignment && let Some(operand) = first {
                            let value =
                                evaluate(line, &operand.pieces[1..], &|name| symbols.value(name));
                            let value = value.filter(|_| !is_inside);
                            symbols.define(name, value, place(mnemonic));
                        }
                    }
                }
            }
            symbols.in_macro.push(is_inside);
        }
        symbols
    }

    fn define(&mut self, name: &str, value: Option<i64>, place: Place) {
        // A name that is set twice has the value of the last one before its use, which is not tracked.
        self.constants
            .entry(name.to_owned())
            .and_modify(|known| *known = None)
            .or_insert(value);
        self.constant_places.entry(name.to_owned()).or_insert(place);
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
