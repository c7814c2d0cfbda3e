//! The text of planned steps.

use mnc2_asm::LineParser;
use mnc2_isa::geometry::CYCLES_PER_STEP;
use mnc2_isa::{Mode, Width};
use mnc2_program::{Addressing, Operand, OperandKind, PeMemory, render};

use super::graph::{Graph, Word};
use super::numbers::NUMBERS;
use super::order::Group;
use super::plan::{Freedom, Item, Line, Make, Plan, Source};
use crate::planted::{Wrong, is_planted};
use crate::values::MEMORIES;

/// A written line, with the lines of the program whose work it does.
pub(super) type Written = (String, Vec<usize>);

/// The lines of a plan; `None` if one cannot be written.
pub(super) fn lines(
    plan: &Plan,
    groups: &[Group],
    graph: &Graph,
    masks: &[u8],
    mode: Mode,
    freedom: Freedom,
) -> Option<Vec<Written>> {
    let mut parser = LineParser::new();
    let mut lines = Vec::new();
    let mut masks = masks.iter().cycle();
    for group in groups {
        let items: Vec<&Item> = group.iter().map(|it| &plan.items[*it]).collect();
        let sets_mask = items.iter().flat_map(|it| &it.lines).any(|it| it.sets_mask);
        let mask = if sets_mask { masks.next().copied()? } else { 0 };
        let writer = Writer {
            plan,
            graph,
            mask,
            mode,
            freedom,
        };
        match writer.group(&items) {
            Some(texts) => lines.extend(texts),
            // Without a list, each item takes a step of its own.
            None => {
                for item in items {
                    lines.extend(writer.group(&[item])?);
                }
            }
        }
    }
    let is_right = |(text, _): &Written| !parser.parse(text).has_error();
    lines.iter().all(is_right).then_some(lines)
}

struct Writer<'a> {
    plan: &'a Plan,
    graph: &'a Graph,
    mask: u8,
    mode: Mode,
    freedom: Freedom,
}

impl Writer<'_> {
    fn group(&self, items: &[&Item]) -> Option<Vec<Written>> {
        let count = items.first()?.lines.len();
        let mut origins: Vec<usize> = items.iter().filter_map(|it| it.origin).collect();
        origins.sort_unstable();
        origins.dedup();
        let texts = (0..count).map(|line| Some((self.line(items, line)?, origins.clone())));
        texts.collect()
    }

    fn line(&self, items: &[&Item], index: usize) -> Option<String> {
        let lines: Vec<&Line> = items.iter().map(|it| &it.lines[index]).collect();
        let first = *lines.first()?;
        let mut text = match first.make {
            Make::Copy => {
                let opcode = if first.width == 1 { "ipassa" } else { "lpassa" };
                opcode.to_owned()
            }
            Make::Immediate(bits) => format!("imm ui\"0x{bits:08x}\""),
            Make::Number(number) => NUMBERS[number].1.to_owned(),
            Make::Apply(operation) => {
                let expression = &self.graph.operations[operation as usize].expression;
                let mut bare = expression.clone();
                bare.inputs.clear();
                render::expression(&bare)
            }
        };
        for position in 0..first.sources.len() {
            let operand = self.input(&lines, position)?;
            text.push(' ');
            text.push_str(&operand);
        }
        if first.writes {
            let is_last = index + 1 == items.first()?.lines.len();
            let places = if is_last {
                1 + items.first()?.also.len()
            } else {
                1
            };
            for place in 0..places {
                text.push_str(&self.output(items, place, first)?);
            }
        }
        if first.sets_mask {
            text.push_str(&format!(" $omr{}", self.mask));
        }
        Some(text)
    }

    /// What a line writes to one of its places, with the mask.
    fn output(&self, items: &[&Item], place: usize, line: &Line) -> Option<String> {
        let homes: Option<Vec<_>> = items.iter().map(|it| it.places().nth(place)).collect();
        let words = self.words(homes?.into_iter())?;
        let width = items.first()?.width;
        let operand = render::operand(&self.place(&words, width)?);
        let count = words.len();
        let has_gap = self.mode != Mode::Flat && (2..CYCLES_PER_STEP).contains(&count);
        let stops_early = self.freedom.masks && count < CYCLES_PER_STEP && line.width <= 2;
        let mask = if line.is_masked && has_gap {
            // Two masks would be needed: a mask of the flags, and a mask of the unused cycles.
            return None;
        } else if line.is_masked {
            let width = if width == 4 { "ll" } else { "" };
            format!("/${width}imr{}", self.mask)
        } else if has_gap || stops_early {
            let is_short = count > 1 && is_planted(Wrong::ShortMask);
            ["", "/1000", "/1100", "/1110"][count - usize::from(is_short)].to_owned()
        } else {
            String::new()
        };
        Some(format!(" {operand}{mask}"))
    }

    fn home(&self, home: usize, offset: u32, cycle: usize) -> Option<Word> {
        let home = &self.plan.homes[home];
        let repeated = if home.is_repeated {
            home.width * cycle as u32
        } else {
            0
        };
        Some(home.at?.after(offset + repeated))
    }

    /// The words of homes, one in each cycle; what each cycle has for itself is there in all of them.
    fn words(&self, homes: impl Iterator<Item = (usize, u32)>) -> Option<Vec<Word>> {
        let homes: Vec<(usize, u32)> = homes.collect();
        let is_repeated = |it: &(usize, u32)| self.plan.homes[it.0].is_repeated;
        match homes[..] {
            [(home, offset)] if is_repeated(&homes[0]) => (0..CYCLES_PER_STEP)
                .map(|cycle| self.home(home, offset, cycle))
                .collect(),
            _ => (0..)
                .zip(&homes)
                .map(|(cycle, it)| self.home(it.0, it.1, cycle))
                .collect(),
        }
    }

    fn input(&self, lines: &[&Line], position: usize) -> Option<String> {
        let first = lines.first()?;
        let (negated, conversion) = match first.make {
            Make::Apply(operation) => {
                let expression = &self.graph.operations[operation as usize].expression;
                let input = expression.inputs.get(position)?;
                (input.negated, input.conversion.clone())
            }
            Make::Copy | Make::Immediate(_) | Make::Number(_) => (false, None),
        };
        if let Source::Constant(operand) = &first.sources[position] {
            let mut operand = (**operand).clone();
            operand.negated = negated;
            return Some(render::operand(&operand));
        }
        let mut words: Vec<Word> = Vec::new();
        for line in lines {
            let own = match &line.sources[position] {
                Source::Start(word) => vec![*word],
                Source::Home(home, offset) if lines.len() == 1 => {
                    self.words(std::iter::once((*home, *offset)))?
                }
                Source::Home(home, offset) => vec![self.home(*home, *offset, words.len())?],
                Source::Constant(_) => return None,
            };
            words.extend(own);
        }
        let mut operand = self.place(&words, first.width)?;
        operand.negated = negated;
        operand.conversion = conversion;
        Some(render::operand(&operand))
    }

    /// The operand that names words in the cycles of a step.
    fn place(&self, words: &[Word], width: u32) -> Option<Operand> {
        let first = words.first()?;
        let is_right = |it: &Word| it.memory == first.memory && it.address.is_multiple_of(width);
        if !words.iter().all(is_right) {
            return None;
        }
        let mut addresses: Vec<u32> = words.iter().map(|it| it.address).collect();
        let count = addresses.len();
        if count == 1 || self.mode == Mode::Flat {
            addresses.resize(CYCLES_PER_STEP, *addresses.last()?);
        }
        Some(Operand {
            range: 0..0,
            kind: OperandKind::PeMemory(PeMemory {
                memory: MEMORIES[first.memory],
                width: match width {
                    1 => Width::Single,
                    2 => Width::Long,
                    _ => Width::DoubleLong,
                },
                addressing: addressing(self.mode, &addresses)?,
                indirect: false,
                madpe: None,
                address_range: 0..0,
            }),
            negated: false,
            conversion: None,
            mask: None,
        })
    }
}

/// How an operand names the first words of its cycles; `None` if only a list does and the mode has none.
pub(super) fn addressing(mode: Mode, addresses: &[u32]) -> Option<Addressing> {
    let base_words = *addresses.first()?;
    let mut strides = addresses
        .windows(2)
        .map(|pair| pair[1].checked_sub(pair[0]));
    let stride = strides.next().flatten();
    if let Some(stride_words) = stride
        && strides.all(|it| it == stride)
    {
        return Some(Addressing::Stride {
            base_words,
            stride_words,
        });
    }
    (mode == Mode::Flat)
        .then(|| addresses.try_into().ok().map(Addressing::Flat))
        .flatten()
}
