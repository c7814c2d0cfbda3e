//! Sums of shifted numbers with fewer shifts and constants, as Horner's rule has it.
//!
//! `(x << 12) + (y << 6)` is `((x << 6) + y) << 6`, modulo any power of two: the constant 12 is not needed. If both are
//! shifted by the same amount, one shift is enough. Everything else that is added comes afterwards.
//!
//! A sum is a tree of additions whose results are read once. It is written anew where its result is, as one chain
//! through the forwarding register of the ALU; what was in that register gets a place of its own.

mod amounts;
mod homes;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use mnc2_asm::LineParser;
use mnc2_dataflow::depends::REACH_STEPS;
use mnc2_equal::{Equivalence, Places};
use mnc2_isa::geometry::CYCLES_PER_STEP;
use mnc2_isa::{AluOp, Forwarding, Op, Precision};
use mnc2_program::render::nops;
use mnc2_program::rules::check::check;
use mnc2_program::{Expression, ModeChoice, Operand, OperandKind, render};
use mnc2_text::line;

use self::amounts::amounts;
pub(super) use self::amounts::literal;
use self::homes::Homes;
use super::copies::{RedundantCopies, expressions};
use crate::draft::Draft;
use crate::values::{Mention, Occupied, PE_MEMORIES, Values};

/// Maximum number of numbers in a sum.
const NUMBERS_MAX: usize = 16;

/// Pairs of numbers that are tried in a region: each costs a look at the whole program.
const PAIRS_MAX: usize = 64;

/// Words of a number in all cycles.
const WORDS: u32 = 8;

/// Words of a number in each cycle.
const WORDS_PER_CYCLE: u32 = WORDS / CYCLES_PER_STEP as u32;

/// An input of an expression: its line, and its position.
type Input = (usize, usize);

/// A number that is added.
#[derive(Clone, Copy, Debug)]
struct Number {
    /// The input that reads it.
    read: Input,
    /// The line that shifts it, and by how much, if nothing else reads the result.
    shift: Option<(usize, u32)>,
}

/// The additions of a number.
struct Sum {
    /// The line of its result.
    root: usize,
    /// The other lines that add.
    adds: Vec<usize>,
    numbers: Vec<Number>,
}

/// The region with one of its sums in fewer expressions; `None` if no sum can have fewer.
pub(super) fn factored(
    draft: &Draft,
    places: &Places,
    is_cancelled: &dyn Fn() -> bool,
) -> Option<Draft> {
    let factors = Factors::new(draft, places);
    let before = expressions(draft);
    let mut tried = 0;
    for sum in factors.sums() {
        for (first, second) in pairs(&sum) {
            if is_cancelled() {
                return None;
            }
            if !factors.saves(&sum, first, second) {
                continue;
            }
            if tried == PAIRS_MAX {
                return None;
            }
            tried += 1;
            let Some(written) = factors.written(&sum, first, second) else {
                continue;
            };
            let written = RedundantCopies::new(&written, places)
                .applied()
                .unwrap_or(written);
            let is_less = expressions(&written) < before;
            let outcome =
                || mnc2_equal::by_dataflow(&draft.program, &written.program, places, is_cancelled);
            if is_less && outcome() == Equivalence::Same {
                return Some(written);
            }
        }
    }
    None
}

/// All pairs of shifted numbers of a sum; the first of a pair is shifted further, or by the same amount.
fn pairs(sum: &Sum) -> Vec<(usize, usize)> {
    let amount = |index: usize| sum.numbers[index].shift.map(|it| it.1);
    let all = 0..sum.numbers.len();
    let pairs = all
        .clone()
        .flat_map(|one| all.clone().map(move |other| (one, other)));
    pairs
        .filter(|&(one, other)| match (amount(one), amount(other)) {
            (Some(further), Some(less)) => further > less || further == less && one < other,
            _ => false,
        })
        .collect()
}

struct Factors<'a> {
    draft: &'a Draft,
    values: Values,
    webs: HashMap<Mention, usize>,
    /// The amounts of shifts by constants, by their line.
    amounts: BTreeMap<usize, u32>,
}

impl<'a> Factors<'a> {
    fn new(draft: &'a Draft, places: &Places) -> Self {
        let values = Values::new(draft, places, PE_MEMORIES);
        let mut webs = HashMap::new();
        for (index, web) in values.webs.iter().enumerate() {
            webs.extend(web.mentions.iter().map(|&it| (it, index)));
        }
        Self {
            draft,
            values,
            webs,
            amounts: amounts(draft),
        }
    }

    /// All sums, in the order of their results.
    fn sums(&self) -> Vec<Sum> {
        let mut sums = Vec::new();
        for line in self.draft.region() {
            let Some(root) = only(self.draft, line) else {
                continue;
            };
            let is_part = |(reader, _): Input| {
                only(self.draft, reader).is_some_and(|it| it.spelling == root.spelling)
            };
            if root.op != Op::Alu(AluOp::Add) || self.reader(line).is_some_and(is_part) {
                continue;
            }
            let mut sum = Sum {
                root: line,
                adds: Vec::new(),
                numbers: Vec::new(),
            };
            self.collect(line, &mut sum);
            if sum.numbers.len() <= NUMBERS_MAX {
                sums.push(sum);
            }
        }
        sums
    }

    /// Adds the numbers that a line adds.
    fn collect(&self, line: usize, sum: &mut Sum) {
        let root =
            |it: &Expression| only(self.draft, sum.root).map(|root| root.spelling == it.spelling);
        let precision = only(self.draft, sum.root).and_then(|it| it.spelling.precision);
        let mut inner = Vec::new();
        for position in 0..2 {
            let read = (line, position);
            let maker = self.maker(read).filter(|&it| self.reader(it) == Some(read));
            let made = maker.and_then(|it| Some((it, only(self.draft, it)?)));
            let shift = match made {
                Some((maker, it)) if root(it) == Some(true) => {
                    inner.push(maker);
                    continue;
                }
                Some((maker, it)) if it.spelling.precision == precision => {
                    self.amounts.get(&maker).map(|&amount| (maker, amount))
                }
                _ => None,
            };
            sum.numbers.push(Number { read, shift });
        }
        for maker in inner {
            sum.adds.push(maker);
            if sum.numbers.len() <= NUMBERS_MAX {
                self.collect(maker, sum);
            }
        }
    }

    /// The input that alone reads the result of a line.
    fn reader(&self, line: usize) -> Option<Input> {
        let mut readers = Vec::new();
        if let Some(next) = self.next(line) {
            let step = self.draft.program.line(next)?.step()?;
            for (index, expression) in step.expressions.iter().enumerate() {
                for (position, input) in expression.inputs.iter().enumerate() {
                    if input.kind == OperandKind::Forwarding(Forwarding::Aluf) {
                        // Another expression than the only one is not a part of a sum.
                        readers.push((next, position + 2 * index));
                    }
                }
            }
        }
        for (position, output) in only(self.draft, line)?.outputs.iter().enumerate() {
            if output.kind == OperandKind::NoWrite {
                continue;
            }
            let own = Mention {
                line,
                expression: 0,
                is_output: true,
                position,
            };
            let web = &self.values.webs[*self.webs.get(&own)?];
            let mut others = web.mentions.iter().filter(|it| **it != own);
            if web.is_pinned || others.clone().any(|it| it.is_output) {
                return None;
            }
            readers.extend(
                others
                    .by_ref()
                    .map(|it| (it.line, it.position + 2 * it.expression)),
            );
        }
        match readers[..] {
            [reader] => Some(reader),
            _ => None,
        }
    }

    /// The line that makes what an input reads.
    fn maker(&self, (line, position): Input) -> Option<usize> {
        let input = only(self.draft, line)?.inputs.get(position)?;
        if input.kind == OperandKind::Forwarding(Forwarding::Aluf) {
            let mut before = (self.draft.start..line).rev();
            return before.find(|&it| self.replaces(it));
        }
        let own = Mention {
            line,
            expression: 0,
            is_output: false,
            position,
        };
        let web = &self.values.webs[*self.webs.get(&own)?];
        let mut outputs = web.mentions.iter().filter(|it| it.is_output);
        outputs
            .next()
            .map(|it| it.line)
            .filter(|_| outputs.next().is_none())
    }

    /// The next line whose step replaces the forwarding registers.
    fn next(&self, line: usize) -> Option<usize> {
        (line + 1..self.draft.end()).find(|&it| self.replaces(it))
    }

    fn replaces(&self, line: usize) -> bool {
        let line = self.draft.program.line(line);
        line.and_then(|it| it.step())
            .is_some_and(|step| step.forwards())
    }

    /// Whether two numbers of a sum need one shift, or one constant less, if they are added before they are shifted
    /// together.
    fn saves(&self, sum: &Sum, first: usize, second: usize) -> bool {
        let shift = |index: usize| sum.numbers[index].shift;
        let (Some((line, further)), Some((_, less))) = (shift(first), shift(second)) else {
            return false;
        };
        let own = Mention {
            line,
            expression: 0,
            is_output: false,
            position: 1,
        };
        let web = self.webs.get(&own).map(|&web| &self.values.webs[web]);
        let is_only = web.is_some_and(|web| {
            let mut others = web.mentions.iter().filter(|it| **it != own);
            !web.is_pinned && others.all(|it| it.is_output)
        });
        further == less || is_only
    }

    /// The draft with two numbers of a sum added before they are shifted together.
    fn written(&self, sum: &Sum, first: usize, second: usize) -> Option<Draft> {
        let (first_line, further) = sum.numbers[first].shift?;
        let (second_line, less) = sum.numbers[second].shift?;
        let root = only(self.draft, sum.root)?;
        let shift = only(self.draft, second_line)?;
        let mut homes = Homes {
            factors: self,
            root: sum.root,
            occupied: Occupied::by(self.values.stays.iter()),
            taken: BTreeMap::new(),
        };
        let mut chain = Vec::new();
        let x = homes.operand((first_line, 0))?;
        let y = homes.operand((second_line, 0))?;
        if further > less {
            let amount = self.amount(further - less, shift.spelling.precision?)?;
            chain.push(linked(shift, x, amount.clone()));
            chain.push(linked(root, forwarded(), y));
        } else {
            chain.push(linked(root, x, y));
        }
        let amount = self.operand((second_line, 1))?;
        chain.push(linked(shift, forwarded(), amount.clone()));
        for (index, number) in sum.numbers.iter().enumerate() {
            if index != first && index != second {
                let number = homes.operand(number.read)?;
                chain.push(linked(root, forwarded(), number));
            }
        }
        chain.last_mut()?.outputs.clone_from(&root.outputs);
        let chain = chain.iter().map(render::expression).collect();
        self.draft_of(sum, [first_line, second_line], &homes.taken, chain)
    }

    /// An operand that holds an amount in each element.
    fn amount(&self, amount: u32, precision: Precision) -> Option<&Operand> {
        self.amounts.iter().find_map(|(&line, &known)| {
            let shift = only(self.draft, line)?;
            let is_same = known == amount && shift.spelling.precision == Some(precision);
            is_same.then(|| self.operand((line, 1)))?
        })
    }

    fn operand(&self, (line, position): Input) -> Option<&Operand> {
        only(self.draft, line)?.inputs.get(position)
    }

    /// The draft with the chain of a sum at its result, and without what it replaces.
    fn draft_of(
        &self,
        sum: &Sum,
        shifts: [usize; 2],
        homes: &BTreeMap<usize, Operand>,
        chain: Vec<String>,
    ) -> Option<Draft> {
        let gone: BTreeSet<usize> = sum.adds.iter().copied().chain(shifts).collect();
        let far = || nops(REACH_STEPS as u64);
        let mut lines = Vec::new();
        let mut changed = chain.clone();
        for number in self.draft.region() {
            let line = self.draft.program.line(number)?;
            let old = self.draft.line(number);
            if gone.contains(&number) || number == sum.root {
                let comment = line.comment.as_ref();
                lines.extend(comment.map(|range| line::part(old, range).to_owned()));
                lines.push(far());
                if number == sum.root {
                    lines.extend(chain.iter().cloned());
                    lines.push(far());
                }
            } else if let Some(home) = homes.get(&number) {
                let maker = only(self.draft, number)?;
                let output = maker
                    .outputs
                    .iter()
                    .find(|it| it.kind == OperandKind::NoWrite)?;
                let mut new = old.to_owned();
                let range = output.range.start as usize..output.range.end as usize;
                new.replace_range(range, &render::operand(home));
                changed.push(new.clone());
                lines.extend([new, far()]);
            } else {
                lines.push(old.to_owned());
            }
        }
        let is_wrong =
            |text: &String| check(&mnc2_asm::parse(text), ModeChoice::Infer).has_errors();
        if changed.iter().any(is_wrong) {
            return None;
        }
        let mut draft = self.draft.clone();
        draft.replace(self.draft.region(), lines, &mut LineParser::new());
        Some(draft)
    }
}

/// An expression of a chain: its result is forwarded and nothing else.
fn linked(of: &Expression, first: Operand, second: Operand) -> Expression {
    Expression {
        inputs: [first, second].into(),
        outputs: [bare(OperandKind::NoWrite)].into(),
        ..of.clone()
    }
}

/// The forwarding register of the expression before it.
fn forwarded() -> Operand {
    bare(OperandKind::Forwarding(Forwarding::Aluf))
}

fn bare(kind: OperandKind) -> Operand {
    Operand {
        range: 0..0,
        kind,
        negated: false,
        conversion: None,
        mask: None,
    }
}

/// The expression of a line that has one of the ALU, which writes for certain.
fn only(draft: &Draft, line: usize) -> Option<&Expression> {
    let only = draft.only(line)?;
    let is_input = |it: &Operand| it.conversion.is_none() && !it.negated;
    let is_output = |it: &Operand| {
        let is_place = matches!(it.kind, OperandKind::PeMemory(_) | OperandKind::NoWrite);
        it.mask.is_none() && is_place
    };
    let is_plain = matches!(only.op, Op::Alu(_))
        && only.zero_flush.is_none()
        && only.inputs.iter().all(is_input)
        && only.outputs.iter().all(is_output);
    is_plain.then_some(only)
}
