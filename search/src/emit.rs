//! From a sequence to lines.
//!
//! A result that is read in the next line is taken from the forwarding register, and a result that is read later from an unused
//! word of GRF. An ALU and a MAU instruction that do not depend on each other share a line. A choice by flags has no
//! line: the instruction before it writes under a mask register.

use mnc2_asm::LineParser;
use mnc2_program::Program;

use super::block::Output;
use super::constants::Constant;
use super::sequence::{Leaf, Source, Step, What, constant_text};
use mnc2_schedule::operations::Instruction;

/// The input of a layout.
pub(super) struct Names<'a> {
    pub(super) instructions: &'a [Instruction],
    pub(super) constants: &'a [Constant],
    pub(super) leaves: &'a [Leaf],
    pub(super) temporaries: &'a [String],
    /// An unused mask register.
    pub(super) mask_register: Option<u8>,
}

/// How flags decide what the last instruction of a sequence writes.
#[derive(Clone, Copy)]
struct Guard {
    /// The step that gives the flags.
    flags: usize,
    /// The step whose result is written first, if one is.
    before: Option<usize>,
    flushes: bool,
    /// The mask register.
    register: u8,
}

impl Names<'_> {
    fn is_vector(&self, step: &Step) -> bool {
        match step.what {
            What::Load(_) | What::Select | What::ZeroFlush => false,
            What::Instruction(number) => self.instructions[usize::from(number)].is_vector(),
        }
    }

    /// Whether the first two inputs of a step can be exchanged.
    pub(super) fn commutes(&self, step: &Step) -> bool {
        match step.what {
            What::Load(_) | What::Select | What::ZeroFlush => false,
            What::Instruction(number) => self.instructions[usize::from(number)].commutes,
        }
    }

    /// The inputs that a step has.
    fn inputs<'s>(&self, step: &'s Step) -> &'s [Source] {
        match step.what {
            What::Load(_) | What::Select | What::ZeroFlush => &[],
            What::Instruction(number) => {
                &step.inputs[..self.instructions[usize::from(number)].inputs]
            }
        }
    }

    /// The lines of a sequence for an output, shortest first; empty if no words are free for a result in between.
    pub(super) fn lines(&self, steps: &[Step], output: &Output) -> Vec<Vec<String>> {
        let mut found = Vec::new();
        let mut steps = steps;
        let mut guard = None;
        if let Some((last, before)) = steps.split_last()
            && let Some(Source::Step(flags)) = last.flags_of()
        {
            let Some(register) = self.mask_register else {
                return found;
            };
            let is_select = last.what == What::Select;
            guard = Some(Guard {
                flags: usize::from(flags),
                before: match last.inputs[2] {
                    Source::Step(step) if is_select => Some(usize::from(step)),
                    Source::Step(_) | Source::Leaf(_) => None,
                },
                flushes: !is_select,
                register,
            });
            steps = before;
        }
        for shares in [true, false] {
            let places = self.places(steps, guard, shares);
            if let Some(lines) = self.written(steps, &places, guard, output)
                && !found.contains(&lines)
            {
                found.push(lines);
            }
        }
        found
    }

    /// The line of each step.
    fn places(&self, steps: &[Step], guard: Option<Guard>, shares: bool) -> Vec<usize> {
        let mut places: Vec<usize> = Vec::with_capacity(steps.len());
        for (index, step) in steps.iter().enumerate() {
            let of_inputs = self.inputs(step).iter().filter_map(|source| match source {
                Source::Step(step) => Some(places[usize::from(*step)] + 1),
                Source::Leaf(_) => None,
            });
            let mut place = of_inputs.max().unwrap_or(0);
            // Flags and what is written first come in an earlier line.
            if let Some(guard) = guard.filter(|_| index + 1 == steps.len()) {
                let before = [Some(guard.flags), guard.before].into_iter().flatten();
                place = before.map(|step| places[step] + 1).fold(place, usize::max);
            }
            let is_taken = |place: usize, places: &[usize]| {
                (0..index).any(|other| {
                    places[other] == place
                        && (!shares || self.is_vector(&steps[other]) == self.is_vector(step))
                })
            };
            while is_taken(place, &places) {
                place += 1;
            }
            // A result is best read in the next line: a constant is loaded as late as possible.
            places.push(place);
        }
        places
    }

    fn written(
        &self,
        steps: &[Step],
        places: &[usize],
        guard: Option<Guard>,
        output: &Output,
    ) -> Option<Vec<String>> {
        let last = steps.len() - 1;
        let mut temporaries = self.temporaries.iter();
        let count = places.iter().max().map_or(0, |last| last + 1);
        let mut lines = vec![String::new(); count];
        let mut held: Vec<Option<&String>> = vec![None; steps.len()];
        for (index, step) in steps.iter().enumerate() {
            let is_late = (index + 1..steps.len()).any(|later| {
                let reads = self
                    .inputs(&steps[later])
                    .contains(&Source::Step(index as u8));
                reads && places[later] > places[index] + 1
            });
            if is_late {
                held[index] = Some(temporaries.next()?);
            }
            let mut text = match step.what {
                What::Load(bits) => constant_text(bits, self.constants),
                What::Select | What::ZeroFlush => return None,
                What::Instruction(number) => {
                    let operand = |source: &Source| -> Option<&str> {
                        let from = match source {
                            Source::Leaf(leaf) => {
                                return Some(self.leaves[usize::from(*leaf)].text.as_str());
                            }
                            Source::Step(from) => usize::from(*from),
                        };
                        let is_next = places[from] + 1 == places[index];
                        match (is_next, self.is_vector(&steps[from])) {
                            (true, true) => Some("$mauf"),
                            (true, false) => Some("$aluf"),
                            (false, _) => held[from].map(String::as_str),
                        }
                    };
                    let instruction = &self.instructions[usize::from(number)];
                    let mut text = instruction.spelling.text.clone();
                    for (position, source) in self.inputs(step).iter().enumerate() {
                        text.push_str(if instruction.negated[position] {
                            " -"
                        } else {
                            " "
                        });
                        text.push_str(operand(source)?);
                    }
                    text
                }
            };
            let mut outputs: Vec<String> = held[index].into_iter().cloned().collect();
            if index == last || guard.is_some_and(|guard| guard.before == Some(index)) {
                outputs.extend(output.texts.iter().cloned());
            }
            if let Some(guard) = guard {
                let register = guard.register;
                if guard.flags == index {
                    outputs.push(format!("$omr{register}"));
                }
                if index == last && guard.flushes {
                    let end = text.find(' ').unwrap_or(text.len());
                    text.insert_str(end, &format!("/$imr{register}"));
                } else if index == last {
                    let written = outputs.iter_mut();
                    written.for_each(|output| output.push_str(&format!("/$imr{register}")));
                }
            }
            if outputs.is_empty() {
                outputs.push("$nowrite".to_owned());
            }
            for output in outputs {
                text.push(' ');
                text.push_str(&output);
            }
            let line = &mut lines[places[index]];
            if !line.is_empty() {
                line.push_str("; ");
            }
            line.push_str(&text);
        }
        Some(lines)
    }
}

/// Whether the assembler accepts each line.
pub(super) fn is_taken(lines: &[String], parser: &mut LineParser) -> bool {
    lines.iter().all(|line| !parser.parse(line).has_error())
}

/// Steps of some lines, and their bytes without insignificant white space.
pub(super) fn cost(lines: &[String], parser: &mut LineParser) -> (u64, usize) {
    let parsed = lines
        .iter()
        .map(|line| std::sync::Arc::new(parser.parse(line)));
    let program = Program::from_lines(parsed.collect());
    let steps = program.steps_before(program.len());
    let bytes = lines.iter().map(|line| {
        let code = line.split('#').next().unwrap_or_default().trim_end();
        if code.is_empty() { 0 } else { code.len() + 1 }
    });
    (steps, bytes.sum())
}
