//! `variables` and `setVariable`.

use mnc2_asm::watch;
use mnc2_debug::chip::memory_reference::Reference;
use mnc2_debug::chip::parse_words::words_from;
use mnc2_debug::chip::place_expression::{expression, places};
use mnc2_emulator::chip_place::ChipPlace;
use mnc2_ide::features::run::Control;
use mnc2_isa::geometry::{CYCLES_PER_STEP, MASK_VARIABLE_ENTRIES};
use mnc2_isa::{Forwarding, Memory};
use mnc2_program::WatchFormat;
use mnc2_program::access::Store;
use mnc2_text::{Message, message};

use super::Chip;
use super::step::read_only;
use super::variable_tree::List;
use crate::protocol::{MemoryEvent, NewValue, Variable, VariablesArguments};
use crate::session::Done;
use crate::session::variables::{is_wanted, outdated};
use crate::session::view::{Asking, Changed};
use mnc2_debug::chip::word_text::{PlaceWords, type_name};

/// Lines that are searched to find the formats of all values of an answer; beyond it they are shown as bits.
pub(super) const FORMAT_LINES_MAX: usize = 20_000_000;

/// Maximum number of variables of an answer. A longer list is shown in parts.
const VARIABLES_MAX: usize = 1024;
/// Maximum number of parts of a list for a client that does not request pages.
const PARTS_MAX: u32 = 256;

impl Chip {
    pub(super) fn listed(
        &mut self,
        arguments: &VariablesArguments,
        asking: Asking<'_>,
    ) -> Done<Vec<Variable>> {
        let Asking {
            language,
            pages,
            control,
        } = asking;
        let hex = arguments.format.is_some_and(|format| format.hex);
        let list = self
            .references
            .list(arguments.variables_reference)
            .cloned()
            .ok_or_else(outdated)?;
        let start = usize::try_from(arguments.start.unwrap_or(0)).unwrap_or(0);
        let count = match arguments.count {
            None | Some(0) => usize::MAX,
            Some(count) => usize::try_from(count).unwrap_or(0),
        };
        let is_page = pages && arguments.count.is_some_and(|count| count > 0);
        if !is_wanted(arguments.filter, list.indexed().is_some()) {
            return Ok(Vec::new());
        }
        Ok(match &list {
            List::Words { place, item } => {
                let total = ((place.words.end - place.words.start) / item) as usize;
                if is_page || total <= VARIABLES_MAX.min(count) {
                    let start = start.min(total);
                    let count = count.min(VARIABLES_MAX).min(total - start);
                    let first = place.words.start + start as u32 * item;
                    let part = ChipPlace {
                        words: first..first + count as u32 * item,
                        ..place.clone()
                    };
                    self.words(&part, *item, hex)
                } else {
                    let parts = self.parts(place, *item);
                    parts.into_iter().skip(start).take(count).collect()
                }
            }
            other => {
                let items = self.items(other, hex, control, &|message| message.say(language));
                items
                    .into_iter()
                    .skip(start)
                    .take(count.min(VARIABLES_MAX))
                    .collect()
            }
        })
    }

    /// Changes the words of a place.
    pub(super) fn set(&mut self, place: &ChipPlace, value: &str) -> Done<Changed> {
        let numbers = self.debugger.numbers_around(place);
        let format = self.debugger.meant(place);
        let words = words_from(value, place, format.unwrap_or(WatchFormat::Hexadecimal))?;
        self.debugger.write(place, &words)?;
        let new = NewValue {
            value: PlaceWords::read(&self.debugger, place).text(numbers),
            kind: type_name(numbers),
            variables_reference: 0,
            memory_reference: Reference::from_place(place).map(Reference::text),
        };
        Ok((new, changed(place)))
    }
}

/// The bytes of a place that has changed.
fn changed(place: &ChipPlace) -> Option<MemoryEvent> {
    let reference = Reference::from_place(place)?;
    let whole = Reference {
        byte: 0,
        ..reference
    };
    Some(MemoryEvent {
        memory_reference: whole.text(),
        offset: reference.byte,
        count: Reference::bytes_of(place)?,
    })
}

impl Chip {
    /// The words that a variable of a list means.
    pub(super) fn variable_place(&self, reference: i64, name: &str) -> Option<ChipPlace> {
        let List::Words { place, item } = self.references.list(reference)? else {
            return None;
        };
        let number = name.strip_prefix('[').and_then(|it| it.strip_suffix(']'));
        let words = match number {
            Some(number) => {
                let first = number.parse::<u32>().ok()?.checked_mul(*item)?;
                first..first.checked_add(*item)?
            }
            None => {
                let expression = watch::parse(name).ok()?;
                let operands = expression.places();
                let places = places(operands.first()?, self.debugger.focus());
                let named = places.first().filter(|it| it.store == place.store)?;
                named.words.clone()
            }
        };
        let is_item = words.end - words.start == *item && words.end <= place.store.words();
        is_item.then(|| ChipPlace {
            words,
            ..place.clone()
        })
    }

    /// The variables of a list that is not long.
    fn items(
        &mut self,
        list: &List,
        hex: bool,
        control: &Control,
        say: &dyn Fn(Message) -> String,
    ) -> Vec<Variable> {
        match list {
            List::Step => {
                let operands = self.operands(control);
                (0..operands.len())
                    .map(|index| self.operand(&operands, index, hex, say))
                    .collect()
            }
            List::Operand(index) => {
                let operands = self.operands(control);
                let Some(operand) = operands.get(*index) else {
                    return Vec::new();
                };
                let touches = operand.touches.iter();
                touches.map(|touch| self.cycle(touch, hex, say)).collect()
            }
            List::Element(lists) => lists
                .iter()
                .map(|(name, list)| self.list(name, list, hex))
                .collect(),
            List::Transfers => {
                let transfers = self.transfers().into_iter();
                transfers
                    .map(|line| Variable {
                        name: say(message!("line {line}", line = line + 1)),
                        value: self.debugger.snapshot().line_text(line).trim().to_owned(),
                        presentation_hint: read_only(),
                        ..Variable::default()
                    })
                    .collect()
            }
            List::Masks(pe) => MASK_VARIABLE_ENTRIES
                .map(|entry| {
                    let cycles = CYCLES_PER_STEP as u32;
                    let words = entry * cycles..(entry + 1) * cycles;
                    let store = Store::Memory(Memory::MaskRegister);
                    self.value(
                        format!("$omr{entry}"),
                        ChipPlace::from_pe(store, words, *pe),
                        hex,
                    )
                })
                .collect(),
            List::Forwarding(pe) => {
                let registers = Forwarding::ALL.iter().map(|&register| {
                    let name = format!("${}", register.name());
                    (name, Store::Forwarding(register))
                });
                registers
                    .chain([("$lbi".to_owned(), Store::Turnaround)])
                    .map(|(name, store)| {
                        let place = ChipPlace::from_pe(store, 0..store.words(), *pe);
                        Variable {
                            variables_reference: self.references.give(List::Cycles(place.clone())),
                            ..self.value(name, place, hex)
                        }
                    })
                    .collect()
            }
            List::Cycles(place) => place
                .words
                .clone()
                .map(|cycle| {
                    let part = ChipPlace {
                        words: cycle..cycle + 1,
                        ..place.clone()
                    };
                    self.value(say(message!("cycle {cycle}", cycle)), part, hex)
                })
                .collect(),
            List::Words { place, item } => self.words(place, *item, hex),
            List::Formats(words) => {
                let formats = words.formats().into_iter();
                formats
                    .map(|(name, value)| Variable {
                        name: name.to_owned(),
                        value,
                        presentation_hint: read_only(),
                        ..Variable::default()
                    })
                    .collect()
            }
        }
    }

    /// A list within a list.
    fn list(&mut self, name: &str, list: &List, hex: bool) -> Variable {
        let List::Words { place, item } = list else {
            return Variable {
                name: name.to_owned(),
                variables_reference: self.references.give(list.clone()),
                ..Variable::default()
            };
        };
        if place.words.end - place.words.start <= *item {
            return self.value(self.word_name(place), place.clone(), hex);
        }
        let count = (place.words.end - place.words.start) / item;
        Variable {
            name: name.to_owned(),
            value: format!("[{count}]"),
            variables_reference: self.references.give(list.clone()),
            indexed_variables: list.indexed(),
            memory_reference: Reference::from_place(place).map(Reference::text),
            ..Variable::default()
        }
    }

    /// Parts of a list that is too long.
    fn parts(&mut self, place: &ChipPlace, item: u32) -> Vec<Variable> {
        let items = (place.words.end - place.words.start) / item;
        let mut per_part = 1;
        while items.div_ceil(per_part) > PARTS_MAX {
            per_part = (per_part as usize * PARTS_MAX as usize).min(items as usize) as u32;
        }
        let starts = (place.words.start..place.words.end).step_by((per_part * item) as usize);
        starts
            .map(|start| {
                let end = place.words.end.min(start.saturating_add(per_part * item));
                let part = ChipPlace {
                    words: start..end,
                    ..place.clone()
                };
                let first = ChipPlace {
                    words: start..start + item,
                    ..place.clone()
                };
                let last = ChipPlace {
                    words: end - item..end,
                    ..place.clone()
                };
                let name = format!("{} … {}", self.word_name(&first), self.word_name(&last));
                let list = List::Words { place: part, item };
                self.list(&name, &list, false)
            })
            .collect()
    }

    /// Words of a memory, in items.
    fn words(&mut self, place: &ChipPlace, item: u32, hex: bool) -> Vec<Variable> {
        let lines = self.debugger.line();
        let count = ((place.words.end - place.words.start) / item) as usize;
        // Each format is looked for from the present line upwards.
        let hex = hex || lines.saturating_mul(count) > FORMAT_LINES_MAX;
        let starts = (place.words.start..place.words.end).step_by(item as usize);
        starts
            .map(|start| {
                let part = ChipPlace {
                    words: start..start + item,
                    ..place.clone()
                };
                self.value(self.word_name(&part), part, hex)
            })
            .collect()
    }

    /// Words with their value.
    fn value(&mut self, name: String, place: ChipPlace, hex: bool) -> Variable {
        let numbers = if hex {
            None
        } else {
            self.debugger.numbers(&place)
        };
        let is_settable = Reference::from_place(&place).is_some();
        let words = PlaceWords::read(&self.debugger, &place);
        Variable {
            name,
            value: words.text(numbers),
            variables_reference: self.references.formats(&words),
            kind: type_name(numbers),
            presentation_hint: if is_settable { None } else { read_only() },
            evaluate_name: expression(&place),
            memory_reference: Reference::from_place(&place).map(Reference::text),
            ..Variable::default()
        }
    }

    /// The name of words of a memory in a list: the operand for them, or their number.
    fn word_name(&self, place: &ChipPlace) -> String {
        if let Some(expression) = expression(place) {
            let operand = expression.split('@').next().unwrap_or_default();
            return operand.to_owned();
        }
        let first = place.words.start;
        match place.store {
            Store::Memory(Memory::T) => format!("[{}]", first / 4),
            _ => format!("[{first}]"),
        }
    }
}
