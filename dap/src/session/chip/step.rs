//! What the line that runs next reads and writes, as variables.

use mnc2_asm::watch;
use mnc2_dataflow::number_format::{Numbers, computed};
use mnc2_debug::chip::memory_reference::Reference;
use mnc2_debug::chip::next_line::Touch;
use mnc2_debug::chip::place_expression::expression;
use mnc2_ide::features::run::Control;
use mnc2_program::access::Store;
use mnc2_text::{LineRange, Message, message};

use super::Chip;
use super::variable_tree::List;
use crate::protocol::{Variable, VariablePresentationHint};
use mnc2_debug::chip::word_text::{PlaceWords, type_name};

/// All accesses of one operand of the step.
pub(super) struct Operand {
    range: LineRange,
    expression: usize,
    is_write: bool,
    /// One for each cycle and stretch of words.
    pub(super) touches: Vec<Touch>,
}

impl Chip {
    /// What the line that runs next reads and writes, by operand.
    pub(super) fn operands(&self, control: &Control) -> Vec<Operand> {
        let mut operands: Vec<Operand> = Vec::new();
        for touch in self.debugger.look(control) {
            let is_same = |operand: &&mut Operand| {
                operand.range == touch.range
                    && operand.expression == touch.expression
                    && operand.is_write == touch.is_write
                    && operand
                        .touches
                        .first()
                        .is_some_and(|first| first.place.store == touch.place.store)
            };
            match operands.iter_mut().find(is_same) {
                Some(operand) => operand.touches.push(touch),
                None => operands.push(Operand {
                    range: touch.range.clone(),
                    expression: touch.expression,
                    is_write: touch.is_write,
                    touches: vec![touch],
                }),
            }
        }
        operands
    }

    /// An operand with the values of all cycles, or of the selected one.
    pub(super) fn operand(
        &mut self,
        operands: &[Operand],
        index: usize,
        hex: bool,
        say: &dyn Fn(Message) -> String,
    ) -> Variable {
        let operand = &operands[index];
        let store = operand.touches.first().map(|touch| touch.place.store);
        let store = store.map_or_else(String::new, store_name);
        let text = match self.part(self.debugger.line(), &operand.range) {
            text if text.starts_with('$') => text,
            // No operand names a forwarding register that every result is also in.
            _ => store.clone(),
        };
        let same =
            |other: &&Operand| other.range == operand.range && other.is_write == operand.is_write;
        let before = operands[..index].iter().filter(same).count();
        let evaluate_name = (before == 0 && watch::parse(&text).is_ok()).then(|| text.clone());
        let mut name = if operand.is_write {
            say(message!("{operand}, written", operand = text))
        } else {
            text
        };
        if before > 0 {
            // An operand can also read what its address needs.
            name = format!("{name} ({store})");
        }
        let cycle = self.debugger.cycle();
        let shown: Vec<&Touch> = match cycle {
            0 => operand.touches.iter().collect(),
            cycle => operand
                .touches
                .iter()
                .filter(|touch| touch.cycle == cycle)
                .collect(),
        };
        let texts: Vec<String> = shown
            .iter()
            .map(|touch| self.touch_text(touch, hex, say))
            .collect();
        let numbers = shown.first().and_then(|touch| self.meaning(touch));
        let variables_reference = self.references.give(List::Operand(index));
        Variable {
            name,
            value: texts.join(" | "),
            kind: type_name(numbers),
            presentation_hint: read_only(),
            evaluate_name,
            variables_reference,
            ..Variable::default()
        }
    }

    /// One access of an operand.
    pub(super) fn cycle(
        &mut self,
        touch: &Touch,
        hex: bool,
        say: &dyn Fn(Message) -> String,
    ) -> Variable {
        let cycle = say(message!("cycle {cycle}", cycle = touch.cycle));
        let name = match expression(&touch.place) {
            Some(expression) => format!("{cycle}: {expression}"),
            None => cycle,
        };
        Variable {
            name,
            value: self.touch_text(touch, hex, say),
            variables_reference: if touch.is_masked {
                0
            } else {
                let words = PlaceWords::from_singles(touch.values.clone(), &touch.place);
                self.references.formats(&words)
            },
            kind: type_name(self.meaning(touch)),
            presentation_hint: read_only(),
            evaluate_name: expression(&touch.place),
            memory_reference: Reference::from_place(&touch.place).map(Reference::text),
            ..Variable::default()
        }
    }

    fn touch_text(&self, touch: &Touch, hex: bool, say: &dyn Fn(Message) -> String) -> String {
        if touch.is_masked {
            return say(message!("masked"));
        }
        let numbers = self.meaning(touch).filter(|_| !hex);
        let held = touch.place.words.end - touch.place.words.start;
        let words = PlaceWords::from_singles(touch.values.clone(), &touch.place);
        let text = words.text(numbers);
        if touch.values.len() < held as usize {
            format!("{text}, …")
        } else {
            text
        }
    }

    /// What the words of an access mean: what the step computes, or what wrote them.
    fn meaning(&self, touch: &Touch) -> Option<Numbers> {
        if touch.is_write {
            let step = self.debugger.step()?;
            let expression = step.expressions.get(touch.expression)?;
            let computed = computed(expression);
            if computed.is_some() {
                return computed;
            }
        }
        self.debugger.numbers_around(&touch.place)
    }
}

/// A variable that cannot be changed.
pub(super) fn read_only() -> Option<VariablePresentationHint> {
    Some(VariablePresentationHint {
        attributes: vec!["readOnly"],
    })
}

/// The name of a memory or register.
fn store_name(store: Store) -> String {
    match store {
        Store::Memory(memory) => memory.name().to_owned(),
        Store::Forwarding(register) => format!("${}", register.name()),
        Store::Turnaround => "$lbi".to_owned(),
        Store::Darbuf => "DARBUF".to_owned(),
    }
}
