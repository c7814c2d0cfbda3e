//! Copies and constants that are not needed, because their value is in another place.
//!
//! A copy, or an `imm` of a number that was written before, is left out if its readers can read the other place instead, which
//! must hold the value until the last read. Unused results are left out too. The content of a place at the end is used if it is
//! compared. Sums are computed with fewer shifts and constants ([`factors`]).
//!
//! The result is a draft for the search: it is equivalent, and its steps are far enough apart. Like every proposal it is
//! proven afterwards.

mod horner;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use mnc2_asm::LineParser;
use mnc2_dataflow::depends::REACH_STEPS;
use mnc2_isa::geometry::CYCLES_PER_STEP;
use mnc2_isa::{AluOp, MauOp, Memory, Op};
use mnc2_program::render::nops;
use mnc2_program::rules::check::check;
use mnc2_program::{Expression, ModeChoice, Operand, OperandKind, PeMemory, Step, render};
use mnc2_text::line;

use crate::draft::Draft;
use crate::values::{MEMORIES, Mention, PE_MEMORIES, Stay, Values, Web, line_with, moved_operand};
use mnc2_equal::Places;

/// Times that a program is looked through: a copy of a copy needs two.
const ROUNDS_MAX: usize = 4;

/// The region without expressions whose value is elsewhere, or that are for nothing; `None` if there are none.
pub(crate) fn shared(
    draft: &Draft,
    places: &Places,
    is_cancelled: &dyn Fn() -> bool,
) -> Option<Draft> {
    let mut best = None;
    for _ in 0..ROUNDS_MAX {
        let from = best.as_ref().unwrap_or(draft);
        if is_cancelled() {
            break;
        }
        let next = RedundantCopies::new(from, places).applied();
        let next = next.or_else(|| horner::factored(from, places, is_cancelled));
        let Some(next) = next else {
            break;
        };
        best = Some(next);
    }
    best
}

/// A place that a value can be read from instead.
#[derive(Clone, Copy)]
struct Elsewhere {
    memory: Memory,
    /// The distance between the addresses in words.
    distance: i64,
    /// The line that must have written it; `None` if any line may have.
    line: Option<usize>,
}

struct RedundantCopies<'a> {
    draft: &'a Draft,
    values: Values,
    /// The values of each word, in order of time.
    of_words: HashMap<(usize, u32), Vec<Stay>>,
    /// When each word is written, in order.
    writes: HashMap<(usize, u32), Vec<i64>>,
    /// Lines that are left out.
    gone: BTreeSet<usize>,
    /// Operands that read another place.
    written: BTreeMap<usize, Vec<(Mention, String)>>,
    /// Webs that others are read from.
    sources: BTreeSet<usize>,
}

impl<'a> RedundantCopies<'a> {
    fn new(draft: &'a Draft, places: &Places) -> Self {
        let values = Values::new(draft, places, PE_MEMORIES);
        let mut of_words: HashMap<(usize, u32), Vec<Stay>> = HashMap::new();
        for stay in &values.stays {
            of_words
                .entry((stay.memory, stay.word))
                .or_default()
                .push(*stay);
        }
        let mut writes: HashMap<(usize, u32), Vec<i64>> = HashMap::new();
        for it in values.uses.iter().filter(|it| it.time % 2 == 1) {
            let stay = &values.stays[it.stay as usize];
            let of_word = writes.entry((stay.memory, stay.word)).or_default();
            of_word.push(it.time);
        }
        let mut sharing = Self {
            draft,
            values,
            of_words,
            writes,
            gone: BTreeSet::new(),
            written: BTreeMap::new(),
            sources: BTreeSet::new(),
        };
        sharing.look();
        sharing
    }

    /// Looks for what can be left out, line by line.
    fn look(&mut self) {
        let mut of_mentions = HashMap::new();
        for (index, web) in self.values.webs.iter().enumerate() {
            of_mentions.extend(web.mentions.iter().map(|&it| (it, index)));
        }
        // Where each number was written last.
        let mut constants: HashMap<String, (usize, PeMemory)> = HashMap::new();
        for line in self.draft.region() {
            let Some(expression) = self.only(line) else {
                continue;
            };
            let outputs = (0..expression.outputs.len()).map(|position| Mention {
                line,
                expression: 0,
                is_output: true,
                position,
            });
            let webs: Option<Vec<usize>> =
                outputs.map(|it| of_mentions.get(&it).copied()).collect();
            let Some(webs) = webs else { continue };
            let constant = constant(expression);
            let known = constant
                .as_ref()
                .and_then(|(name, _)| constants.get(name).cloned());
            if !self.is_read_from_register(line) {
                let elsewhere = match &known {
                    Some((line, from)) => between(from, expression, Some(*line)),
                    None => copied(expression),
                };
                if self.leave_out(line, &webs, elsewhere).is_some() {
                    continue;
                }
            }
            if let Some((name, place)) = constant {
                constants.insert(name, (line, place));
            }
        }
    }

    /// The expression of a line that has one, if all that it does is write its results.
    fn only(&self, line: usize) -> Option<&'a Expression> {
        let step = self.draft.program.line(line)?.step()?;
        let [only] = step.expressions.as_slice() else {
            return None;
        };
        let is_plain = matches!(
            only.op,
            Op::Alu(_) | Op::Mau(MauOp::Vfma | MauOp::Vmul | MauOp::Vadd | MauOp::Vpassa)
        );
        let is_memory = |output: &Operand| matches!(output.kind, OperandKind::PeMemory(_));
        (is_plain && !only.outputs.is_empty() && only.outputs.iter().all(is_memory)).then_some(only)
    }

    /// Whether the next step reads a forwarding register.
    fn is_read_from_register(&self, line: usize) -> bool {
        let after = self.draft.program.iter_from(line + 1);
        let mut steps = after.filter_map(|it| it.step());
        let next = steps.find(|step| step.forwards());
        next.is_some_and(|step| {
            let mut inputs = step.expressions.iter().flat_map(|it| &it.inputs);
            inputs.any(|input| matches!(input.kind, OperandKind::Forwarding(_)))
        })
    }

    /// Leaves a line out, if its results are read elsewhere or not at all.
    fn leave_out(
        &mut self,
        line: usize,
        webs: &[usize],
        elsewhere: Option<Elsewhere>,
    ) -> Option<()> {
        let mut new: BTreeMap<usize, Vec<(Mention, String)>> = BTreeMap::new();
        let mut sources = Vec::new();
        for &index in webs {
            let web = &self.values.webs[index];
            if web.is_pinned || self.sources.contains(&index) {
                return None;
            }
            let is_other = |it: &&Mention| it.line != line || !it.is_output;
            let readers: Vec<Mention> = web.mentions.iter().filter(is_other).copied().collect();
            if readers.is_empty() {
                continue;
            }
            let to = elsewhere?;
            sources.extend(self.sources_of(web, 2 * line as i64, to)?);
            for mention in readers {
                let is_touched = self.gone.contains(&mention.line) || mention.line == line;
                if mention.is_output || is_touched {
                    return None;
                }
                let operand = mention.operand(&self.draft.program)?;
                let text = moved_operand(operand, to.memory, to.distance)?;
                let old = || self.written.get(&mention.line).cloned().unwrap_or_default();
                new.entry(mention.line)
                    .or_insert_with(old)
                    .push((mention, text));
            }
        }
        if self.written.contains_key(&line) {
            return None;
        }
        for (&line, operands) in &new {
            let program = mnc2_asm::parse(&line_with(self.draft, line, operands)?);
            if check(&program, ModeChoice::Infer).has_errors() {
                return None;
            }
        }
        self.written.extend(new);
        self.sources.extend(sources);
        self.gone.insert(line);
        Some(())
    }

    /// The webs of the words that hold a value too, from its write to its last read; `None` if they do not.
    fn sources_of(&self, web: &Web, written: i64, to: Elsewhere) -> Option<Vec<usize>> {
        let memory = MEMORIES.iter().position(|&it| it == to.memory)?;
        let mut sources = Vec::new();
        for stay in &web.stays {
            let word = u32::try_from(i64::from(stay.word) + to.distance).ok()?;
            let of_word = self.of_words.get(&(memory, word))?;
            // The values of a word are in the order of time, and one that is written after the copy is another one.
            let at = of_word.partition_point(|it| it.first <= written);
            let source = of_word.get(at.checked_sub(1)?)?;
            let writes = self
                .writes
                .get(&(memory, word))
                .map_or(&[][..], Vec::as_slice);
            let next = writes.partition_point(|&time| time <= written);
            let is_right = to
                .line
                .is_none_or(|line| source.first == 2 * line as i64 + 1);
            let is_kept = writes.get(next).is_none_or(|&time| stay.last < time);
            let is_gone = self.values.webs[source.web]
                .mentions
                .iter()
                .any(|it| it.is_output && self.gone.contains(&it.line));
            if !is_right || !is_kept || is_gone {
                return None;
            }
            sources.push(source.web);
        }
        Some(sources)
    }

    /// The draft without them.
    fn applied(self) -> Option<Draft> {
        if self.gone.is_empty() {
            return None;
        }
        let mut lines = Vec::with_capacity(self.draft.lines.len());
        // Comments go with the next step that is not left out.
        let mut comments: Vec<String> = Vec::new();
        for number in self.draft.region() {
            let line = self.draft.program.line(number)?;
            if self.gone.contains(&number) {
                let comment = line.comment.as_ref();
                let text = |range| line::part(self.draft.line(number), range).to_owned();
                comments.extend(comment.map(text));
                lines.push(nops(REACH_STEPS as u64));
                continue;
            }
            let operands = self.written.get(&number);
            let far = operands.map(|_| nops(REACH_STEPS as u64));
            lines.extend(far.clone());
            if line.statement.is_none() {
                comments.push(self.draft.line(number).to_owned());
                continue;
            }
            if !line.step().is_some_and(Step::is_bare_nop) {
                lines.append(&mut comments);
            }
            lines.push(match operands {
                Some(operands) => line_with(self.draft, number, operands)?,
                None => self.draft.line(number).to_owned(),
            });
            lines.extend(far);
        }
        lines.append(&mut comments);
        let mut shared = self.draft.clone();
        shared.replace(self.draft.region(), lines, &mut LineParser::new());
        Some(shared)
    }
}

/// The only destination of an expression that writes for certain.
fn destination(expression: &Expression) -> Option<&PeMemory> {
    let [output] = expression.outputs.as_slice() else {
        return None;
    };
    match &output.kind {
        OperandKind::PeMemory(memory) if output.mask.is_none() => plain(memory),
        _ => None,
    }
}

fn plain(memory: &PeMemory) -> Option<&PeMemory> {
    (!memory.indirect && memory.madpe.is_none()).then_some(memory)
}

/// Where a copy takes its value from.
fn copied(expression: &Expression) -> Option<Elsewhere> {
    let [input] = expression.inputs.as_slice() else {
        return None;
    };
    let OperandKind::PeMemory(from) = &input.kind else {
        return None;
    };
    let is_copy = expression.op == Op::Alu(AluOp::Passa)
        && expression.zero_flush.is_none()
        && input.conversion.is_none()
        && !input.negated;
    between(plain(from).filter(|_| is_copy)?, expression, None)
}

/// How far a place is from the destination of an expression, if that is the same in all cycles.
fn between(from: &PeMemory, expression: &Expression, line: Option<usize>) -> Option<Elsewhere> {
    let to = destination(expression)?;
    let distance =
        |cycle: usize| i64::from(from.address_words(cycle)) - i64::from(to.address_words(cycle));
    let is_even = (1..CYCLES_PER_STEP).all(|cycle| distance(cycle) == distance(0));
    (is_even && from.width == to.width).then(|| Elsewhere {
        memory: from.memory,
        distance: distance(0),
        line,
    })
}

/// A constant with its width, and where it is written.
fn constant(expression: &Expression) -> Option<(String, PeMemory)> {
    let is_imm = expression.op == Op::Alu(AluOp::Imm) && expression.zero_flush.is_none();
    let place = destination(expression).filter(|_| is_imm)?;
    let mut bare = expression.clone();
    bare.outputs.clear();
    Some((render::expression(&bare), place.clone()))
}

#[cfg(test)]
mod tests;
