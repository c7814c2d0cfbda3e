//! Copies, constants and transfers whose value is in another place.
//!
//! A copy, an `imm` of a number that was written before, or a line that makes what was made before ([`transfers`]) is left out if
//! its readers can read the other place instead, which must hold the value until the last read. Otherwise its places can become
//! more destinations of the first one. Unused results are left out too. The content of a place at the end is used if it
//! is compared.

mod transfers;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use mnc2_asm::LineParser;
use mnc2_dataflow::depends::REACH_STEPS;
use mnc2_equal::Places;
use mnc2_isa::geometry::CYCLES_PER_STEP;
use mnc2_isa::{AluOp, MauOp, Memory, Op};
use mnc2_program::render::nops;
use mnc2_program::rules::check::check;
use mnc2_program::{Expression, ModeChoice, Operand, OperandKind, PeMemory, Step, render};
use mnc2_text::line;

pub(super) use self::transfers::transfer;
use self::transfers::{Moved, Transfers};
use crate::draft::Draft;
use crate::values::{MEMORIES, Mention, Stay, Values, Web, line_with, moved_operand};

/// A place that a value can be read from instead.
#[derive(Clone, Copy)]
struct Elsewhere {
    memory: Memory,
    /// The distance between the addresses in words.
    distance: i64,
    held: Held,
}

/// Since when a place holds a value.
#[derive(Clone, Copy)]
enum Held {
    /// Since before the copy.
    BeforeCopy,
    /// Since a line that must have written it.
    Write(usize),
    /// Since before a line that sends it away.
    Sent(usize),
}

pub(super) struct RedundantCopies<'a> {
    draft: &'a Draft,
    values: Values,
    /// The values of each word, in order of time.
    of_words: HashMap<(usize, u32), Vec<Stay>>,
    /// When each word is read or written, in order; writes at odd times.
    times: HashMap<(usize, u32), Vec<i64>>,
    transfers: Transfers,
    /// Lines that are left out.
    gone: BTreeSet<usize>,
    /// Operands that read another place.
    written: BTreeMap<usize, Vec<(Mention, String)>>,
    /// Destinations that transfers get in addition.
    added: BTreeMap<usize, Vec<String>>,
    /// Webs that others are read from.
    sources: BTreeSet<usize>,
}

impl<'a> RedundantCopies<'a> {
    pub(super) fn new(draft: &'a Draft, places: &Places) -> Self {
        let values = Values::new(draft, places, MEMORIES.len());
        let mut of_words: HashMap<(usize, u32), Vec<Stay>> = HashMap::new();
        for stay in &values.stays {
            of_words
                .entry((stay.memory, stay.word))
                .or_default()
                .push(*stay);
        }
        let mut times: HashMap<(usize, u32), Vec<i64>> = HashMap::new();
        for it in &values.uses {
            let stay = &values.stays[it.stay as usize];
            let of_word = times.entry((stay.memory, stay.word)).or_default();
            of_word.push(it.time);
        }
        let mut sharing = Self {
            draft,
            values,
            of_words,
            times,
            transfers: Transfers::new(draft),
            gone: BTreeSet::new(),
            written: BTreeMap::new(),
            added: BTreeMap::new(),
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
        // Where each number was written last, and which line moved something first.
        let mut constants: HashMap<String, (usize, PeMemory)> = HashMap::new();
        let mut moved: HashMap<Moved, usize> = HashMap::new();
        for line in self.draft.region() {
            let Some(expression) = self.only(line) else {
                continue;
            };
            let Some(webs) = webs(line, expression, &of_mentions) else {
                continue;
            };
            let constant = constant(expression);
            let known = constant
                .as_ref()
                .and_then(|(name, _)| constants.get(name).cloned());
            let own = self.transfers.moved(line).cloned();
            let first = own.as_ref().and_then(|it| moved.get(it).copied());
            let elsewhere = match &known {
                Some((line, from)) => vec![between(from, expression, Held::Write(*line))],
                None => self.copies(line, expression, first),
            };
            let places = elsewhere.into_iter().filter(Option::is_some);
            let mut places = std::iter::once(None).chain(places);
            if !self.draft.next_reads(line, |_| true)
                && (places.any(|it| self.leave_out(line, &webs, it).is_some())
                    || first.is_some_and(|it| self.add_destination(it, line, &webs).is_some()))
            {
                continue;
            }
            if let Some((name, place)) = constant {
                constants.insert(name, (line, place));
            }
            if let Some(own) = own {
                moved.insert(own, line);
            }
        }
    }

    /// The places that hold what an expression copies, or moves as a line before it did.
    fn copies(
        &self,
        line: usize,
        expression: &Expression,
        first: Option<usize>,
    ) -> Vec<Option<Elsewhere>> {
        let first = first.and_then(|it| Some((it, self.draft.only(it)?)));
        let outputs = first.iter().flat_map(|(first, it)| {
            let outputs = it.outputs.iter();
            outputs.map(|output| transfers::moved_before(output, expression, *first))
        });
        let outputs = outputs.chain([self.transfers.returned(self.draft, line)]);
        outputs.chain([copied(expression)]).collect()
    }

    /// The expression of a line that has one, if all that it does is write its results.
    fn only(&self, line: usize) -> Option<&'a Expression> {
        let only = self.draft.only(line)?;
        let is_plain = match only.op {
            Op::Alu(_) | Op::Mau(MauOp::Vfma | MauOp::Vmul | MauOp::Vadd | MauOp::Vpassa) => true,
            Op::L1bm(op) => op.is_to_pe() || !transfers::is_turned_around(self.draft, line),
            Op::L2bm(_) => true,
            Op::Mau(_) | Op::Mv(_) | Op::Control(_) => false,
        };
        let is_memory = |output: &Operand| match output.kind {
            OperandKind::PeMemory(_) => true,
            OperandKind::L1bm { .. } | OperandKind::L2bm { .. } | OperandKind::Turnaround(_) => {
                transfers::transfer(self.draft, line).is_some()
            }
            _ => false,
        };
        (is_plain && !only.outputs.is_empty() && only.outputs.iter().all(is_memory)).then_some(only)
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
            let since = match to.held {
                Held::Sent(sent) => sent,
                Held::BeforeCopy | Held::Write(_) => line,
            };
            sources.extend(self.sources_of(web, 2 * since as i64, to)?);
            for mention in readers {
                let is_touched = self.gone.contains(&mention.line)
                    || self.added.contains_key(&mention.line)
                    || mention.line == line;
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
            let times = self.times_of(memory, word);
            let next = times.partition_point(|&time| time <= written);
            let is_right = match to.held {
                Held::Write(line) => source.first == 2 * line as i64 + 1,
                Held::BeforeCopy | Held::Sent(_) => true,
            };
            let mut later = times[next..].iter().filter(|&&time| is_write(time));
            let is_kept = later.next().is_none_or(|&time| stay.last < time);
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

    /// When a word is read or written, in order.
    fn times_of(&self, memory: usize, word: u32) -> &[i64] {
        self.times
            .get(&(memory, word))
            .map_or(&[][..], Vec::as_slice)
    }

    /// The draft without them.
    pub(super) fn applied(self) -> Option<Draft> {
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
            let (operands, added) = (self.written.get(&number), self.added.get(&number));
            let is_changed = operands.is_some() || added.is_some();
            let far = is_changed.then(|| nops(REACH_STEPS as u64));
            lines.extend(far.clone());
            if line.statement.is_none() {
                comments.push(self.draft.line(number).to_owned());
                continue;
            }
            if !line.step().is_some_and(Step::is_bare_nop) {
                lines.append(&mut comments);
            }
            lines.push(match (operands, added) {
                (Some(operands), _) => line_with(self.draft, number, operands)?,
                (None, Some(added)) => transfers::with_destinations(self.draft, number, added)?,
                (None, None) => self.draft.line(number).to_owned(),
            });
            lines.extend(far);
        }
        lines.append(&mut comments);
        let mut shared = self.draft.clone();
        shared.replace(self.draft.region(), lines, &mut LineParser::new());
        Some(shared)
    }
}

/// The webs of the results of an expression that is alone in its line; `None` if some are not followed.
fn webs(
    line: usize,
    expression: &Expression,
    of_mentions: &HashMap<Mention, usize>,
) -> Option<Vec<usize>> {
    let outputs = expression.outputs.iter().enumerate();
    let outputs = outputs.filter(|it| !matches!(it.1.kind, OperandKind::Turnaround(_)));
    let outputs = outputs.map(|(position, _)| Mention {
        line,
        expression: 0,
        is_output: true,
        position,
    });
    outputs.map(|it| of_mentions.get(&it).copied()).collect()
}

/// The number of expressions of a region.
pub(super) fn expressions(draft: &Draft) -> usize {
    let steps = draft.region().filter_map(|it| draft.work(it));
    steps.map(|step| step.expressions.len()).sum()
}

/// Whether something is written at a time.
const fn is_write(time: i64) -> bool {
    time % 2 == 1
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

pub(super) fn plain(memory: &PeMemory) -> Option<&PeMemory> {
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
    between(
        plain(from).filter(|_| is_copy)?,
        expression,
        Held::BeforeCopy,
    )
}

/// How far a place is from the destination of an expression, if that is the same in all cycles.
fn between(from: &PeMemory, expression: &Expression, held: Held) -> Option<Elsewhere> {
    let to = destination(expression)?;
    let distance =
        |cycle: usize| i64::from(from.address_words(cycle)) - i64::from(to.address_words(cycle));
    let is_even = (1..CYCLES_PER_STEP).all(|cycle| distance(cycle) == distance(0));
    (is_even && from.width == to.width).then(|| Elsewhere {
        memory: from.memory,
        distance: distance(0),
        held,
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
