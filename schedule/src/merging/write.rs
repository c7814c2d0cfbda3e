//! The text of merged units.

use std::collections::BTreeMap;

use mnc2_asm::LineParser;
use mnc2_dataflow::depends::REACH_STEPS;
use mnc2_isa::Width;
use mnc2_isa::geometry::{CYCLES_PER_STEP, MASK_FIRST_PATTERN_ENTRY};
use mnc2_program::render::nops;
use mnc2_program::{Addressing, Mask, MaskSuffix, Operand, OperandKind, render};
use mnc2_text::line;

use super::Freedom;
use super::packs::{Pack, Packs, operands};
use super::units::{Kind, Unit, Units};
use crate::draft::Draft;
use crate::values::{Mention, Values, line_with, moved_operand};

/// The draft with merged units in an order; `None` if a line cannot be written.
pub(super) fn draft(
    draft: &Draft,
    units: &Units,
    packs: &Packs,
    order: &[usize],
    values: &Values,
    distances: &[i64],
    freedom: Freedom,
) -> Option<Draft> {
    let mut writer = Writer {
        draft,
        units,
        freedom,
        distances: BTreeMap::new(),
        around: Around::from_draft(draft),
        lines: Vec::new(),
        last: None,
    };
    for (web, &distance) in values.webs.iter().zip(distances) {
        for &mention in web.mentions.iter().filter(|_| distance != 0) {
            writer
                .distances
                .entry(mention.line)
                .or_default()
                .push((mention, distance));
        }
    }
    for &pack in order {
        writer.pack(&packs.list[pack])?;
    }
    let mut lines = writer.finished();
    let mut parser = LineParser::new();
    if lines.is_empty() {
        lines.push(String::new());
    }
    let mut merged = draft.clone();
    merged.replace(draft.region(), lines, &mut parser);
    let mut written = merged.program.range(merged.region());
    written.all(|line| !line.has_error()).then_some(merged)
}

struct Writer<'a> {
    draft: &'a Draft,
    units: &'a Units,
    freedom: Freedom,
    /// How far the operands of each line move, without those that stay.
    distances: BTreeMap<usize, Vec<(Mention, i64)>>,
    around: Around,
    lines: Vec<String>,
    /// The line that was written last, unless it was merged.
    last: Option<usize>,
}

impl Writer<'_> {
    fn pack(&mut self, pack: &Pack) -> Option<()> {
        let first = &self.units.list[*pack.units.first()?];
        let is_merged = pack.units.len() > 1;
        for (position, &line) in first.lines.iter().enumerate() {
            let all = pack.units.iter();
            let all = all.map(|&unit| self.units.list[unit].lines[position]);
            let of_lines: Vec<Comments> = all
                .filter_map(|line| self.around.comments.remove(&line))
                .collect();
            let operands = if is_merged {
                self.merged(pack, position)?
            } else {
                let own = self.distances.get(&line).into_iter().flatten();
                let moved = own.map(|&(mention, distance)| {
                    let operand = mention.operand(&self.draft.program)?;
                    let memory = operand.kind.memory()?;
                    Some((mention, moved_operand(operand, memory, distance)?))
                });
                moved.collect::<Option<Vec<_>>>()?
            };
            let whole = line_with(self.draft, line, &operands)?;
            self.gap(line, is_merged);
            let above = of_lines.iter().flat_map(|it| it.above.iter().cloned());
            self.lines.extend(above);
            let beside: Vec<&str> = of_lines
                .iter()
                .filter_map(|it| it.beside.as_deref())
                .collect();
            // The line has its own comment.
            let mut written = whole;
            for comment in beside.iter().skip(usize::from(written.contains('#'))) {
                written = format!("{written} {comment}");
            }
            self.lines.push(written);
            self.last = (!is_merged).then_some(line);
        }
        Some(())
    }

    /// The steps before a line: as many as there were if it follows the same line as before, else enough for all rules.
    fn gap(&mut self, line: usize, is_merged: bool) {
        let (before, steps) = self.around.before.get(&line).copied().unwrap_or((None, 0));
        let is_start = self.lines.is_empty() && before.is_none();
        let is_same = !is_merged && (is_start || before.is_some() && before == self.last);
        let steps = if is_same { steps } else { REACH_STEPS as u64 };
        if steps > 0 {
            self.lines.push(nops(steps));
        }
    }

    fn finished(mut self) -> Vec<String> {
        let (last, steps) = self.around.end;
        let is_same = last.is_some() && last == self.last;
        let steps = if is_same { steps } else { REACH_STEPS as u64 };
        if steps > 0 {
            self.lines.push(nops(steps));
        }
        self.lines.append(&mut self.around.left);
        self.lines
    }

    /// The operands of a line of a pack.
    fn merged(&self, pack: &Pack, position: usize) -> Option<Vec<(Mention, String)>> {
        let units: Vec<&Unit> = pack.units.iter().map(|&it| &self.units.list[it]).collect();
        let line = units.first()?.lines[position];
        let expression = self.expression(line)?;
        let mask = self.mask(&units, &expression.outputs);
        let mut written = Vec::new();
        for (mention, operand) in operands(line, expression) {
            let mut operand = operand.clone();
            if mention.is_output && operand.kind != OperandKind::NoWrite {
                operand.mask = mask.clone().map(|mut mask| {
                    let is_wide = width(&operand) == Some(Width::DoubleLong);
                    mask.suffix = (is_wide && !mask.double_long).then_some(MaskSuffix::Pad);
                    mask
                });
            }
            if let OperandKind::PeMemory(memory) = &mut operand.kind {
                memory.addressing = self.addressing(&units, position, mention)?;
            }
            written.push((mention, render::operand(&operand)));
        }
        Some(written)
    }

    fn expression(&self, line: usize) -> Option<&mnc2_program::Expression> {
        let step = self.draft.program.line(line)?.step()?;
        step.expressions.first()
    }

    /// The mask of the cycles that are not used. A list repeats an address instead.
    fn mask(&self, units: &[&Unit], outputs: &[Operand]) -> Option<Mask> {
        let used: usize = units.iter().map(|unit| cycles(unit).len()).sum();
        if self.freedom.lists || used == CYCLES_PER_STEP {
            return None;
        }
        let pattern = (1_u8 << CYCLES_PER_STEP) - (1_u8 << (CYCLES_PER_STEP - used));
        let mut widths = outputs.iter().filter_map(width);
        Some(Mask {
            range: outputs.first()?.range.clone(),
            double_long: widths.all(|it| it == Width::DoubleLong),
            entry: MASK_FIRST_PATTERN_ENTRY as u8 + pattern,
            suffix: None,
        })
    }

    /// The addresses of an operand in the cycles of a pack.
    fn addressing(&self, units: &[&Unit], position: usize, first: Mention) -> Option<Addressing> {
        let mut addresses: Vec<i64> = Vec::new();
        for unit in units {
            let mention = Mention {
                line: unit.lines[position],
                ..first
            };
            let OperandKind::PeMemory(memory) = &mention.operand(&self.draft.program)?.kind else {
                return None;
            };
            let moved = self.distances.get(&mention.line).into_iter().flatten();
            let moved = moved.filter(|(other, _)| *other == mention).map(|it| it.1);
            let distance = moved.sum::<i64>();
            let of_cycle = |&cycle: &usize| i64::from(memory.address_words(cycle)) + distance;
            addresses.extend(cycles(unit).iter().map(of_cycle));
        }
        if self.freedom.lists {
            addresses.resize(CYCLES_PER_STEP, *addresses.last()?);
        }
        let mut strides = addresses.windows(2).map(|pair| pair[1] - pair[0]);
        let stride = strides.next()?;
        let base_words = u32::try_from(*addresses.first()?).ok()?;
        if stride >= 0 && strides.all(|it| it == stride) {
            return Some(Addressing::Stride {
                base_words,
                stride_words: u32::try_from(stride).ok()?,
            });
        }
        let list: Vec<u32> = addresses
            .into_iter()
            .map(|it| u32::try_from(it).ok())
            .collect::<Option<_>>()?;
        (self.freedom.lists).then_some(Addressing::Flat(list.try_into().ok()?))
    }
}

fn cycles(unit: &Unit) -> &[usize] {
    match &unit.kind {
        Kind::Shape(shape) => &shape.cycles,
        Kind::Whole | Kind::Barrier => &[],
    }
}

fn width(operand: &Operand) -> Option<Width> {
    match &operand.kind {
        OperandKind::PeMemory(memory) => Some(memory.width),
        _ => None,
    }
}

/// The comments of a line with a statement.
struct Comments {
    above: Vec<String>,
    beside: Option<String>,
}

/// What is between the lines with statements other than `nop`.
struct Around {
    comments: BTreeMap<usize, Comments>,
    /// The line before each, and how many steps are between.
    before: BTreeMap<usize, (Option<usize>, u64)>,
    /// The last line, and how many steps follow it.
    end: (Option<usize>, u64),
    /// The comments after it.
    left: Vec<String>,
}

impl Around {
    fn from_draft(draft: &Draft) -> Self {
        let mut around = Self {
            comments: BTreeMap::new(),
            before: BTreeMap::new(),
            end: (None, 0),
            left: Vec::new(),
        };
        for (number, line) in draft.region().zip(draft.program.range(draft.region())) {
            let comment = line.comment.as_ref();
            let comment = comment.map(|range| line::part(draft.line(number), range).to_owned());
            match line.step() {
                Some(step) if step.is_bare_nop() => {
                    around.end.1 += u64::from(step.steps());
                    around.left.extend(comment);
                }
                None if line.statement.is_none() => around.left.extend(comment),
                _ => {
                    let above = std::mem::take(&mut around.left);
                    let beside = comment;
                    around.comments.insert(number, Comments { above, beside });
                    around.before.insert(number, around.end);
                    around.end = (Some(number), 0);
                }
            }
        }
        around
    }
}
