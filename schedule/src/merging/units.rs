//! The units of merging: a line, or the lines of a chain through forwarding registers.

use std::collections::HashMap;

use mnc2_isa::geometry::{CYCLES_PER_STEP, MASK_FIRST_PATTERN_ENTRY};
use mnc2_isa::{AluOp, ControlOp, MauOp, Op};
use mnc2_program::{Addressing, Expression, Operand, OperandKind, Statement, Step, render};

use crate::draft::Draft;

/// Lines that move as a whole.
#[derive(Clone, Debug)]
pub(super) struct Unit {
    /// Its lines with a statement, counted from the start of the program.
    pub(super) lines: Vec<usize>,
    pub(super) kind: Kind,
}

#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// It can be merged with others of the same shape.
    Shape(Shape),
    /// It stays as it is.
    Whole,
    /// Nothing moves to the other side of it.
    Barrier,
}

/// The common part of units that differ only in addresses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    /// The number of the text without addresses.
    pub(super) text: u32,
    /// The cycles that do something else than the ones before.
    pub(super) cycles: Vec<usize>,
}

/// The units of a region.
pub(super) struct Units {
    /// In the order of the text.
    pub(super) list: Vec<Unit>,
}

/// What a line is.
struct Described {
    shape: Option<(String, Vec<usize>)>,
    is_barrier: bool,
    /// Whether it replaces the forwarding registers.
    forwards: bool,
}

impl Units {
    /// `None` if a forwarding register is read whose content comes from outside.
    pub(super) fn from_draft(draft: &Draft) -> Option<Self> {
        let mut is_masked = draft
            .program
            .range(0..draft.start)
            .filter_map(|line| line.statement.as_ref())
            .fold(false, set_mask);
        let mut lines: Vec<(Vec<usize>, Vec<Described>)> = Vec::new();
        for (number, line) in draft.region().zip(draft.program.range(draft.region())) {
            let Some(statement) = &line.statement else {
                continue;
            };
            if line.has_error() {
                return None;
            }
            is_masked = set_mask(is_masked, statement);
            if matches!(statement, Statement::Step(step) if step.is_bare_nop()) {
                continue;
            }
            let described = described(statement, is_masked);
            let reads = |step: &Step| step.expressions.iter().any(reads_register);
            if matches!(statement, Statement::Step(step) if reads(step)) {
                let forwards = |(_, all): &(_, Vec<Described>)| all.iter().any(|it| it.forwards);
                let source = lines.iter().rposition(forwards)?;
                let chain = lines.split_off(source);
                let (mut numbers, mut all): (Vec<_>, Vec<_>) = (Vec::new(), Vec::new());
                for (of_unit, described) in chain {
                    numbers.extend(of_unit);
                    all.extend(described);
                }
                numbers.push(number);
                all.push(described);
                lines.push((numbers, all));
            } else {
                lines.push((vec![number], vec![described]));
            }
        }
        let mut texts = HashMap::new();
        let list = lines.into_iter().map(|(lines, all)| Unit {
            lines,
            kind: kind(&all, &mut texts),
        });
        Some(Self {
            list: list.collect(),
        })
    }

    /// Whether two units have the same shape.
    pub(super) fn has_alike(&self) -> bool {
        let mut seen = std::collections::HashSet::new();
        self.list.iter().any(|unit| match &unit.kind {
            Kind::Shape(shape) => !seen.insert(shape.text),
            Kind::Whole | Kind::Barrier => false,
        })
    }

    /// The unit of each line of the region, counted from its start.
    pub(super) fn unit_by_line(&self, draft: &Draft) -> Vec<Option<usize>> {
        let mut units = vec![None; draft.lines.len()];
        for (index, unit) in self.list.iter().enumerate() {
            for line in &unit.lines {
                units[line - draft.start] = Some(index);
            }
        }
        units
    }
}

fn set_mask(is_masked: bool, statement: &Statement) -> bool {
    match statement {
        Statement::Mask(mask) => mask.setting.entry != 0,
        Statement::Quit(_)
        | Statement::DebugGet(_)
        | Statement::DebugSet(_)
        | Statement::Host(_)
        | Statement::Directive(_)
        | Statement::Mv(_)
        | Statement::Step(_) => is_masked,
    }
}

fn reads_register(expression: &Expression) -> bool {
    let mut inputs = expression.inputs.iter();
    inputs.any(|input| matches!(input.kind, OperandKind::Forwarding(_)))
}

fn kind(lines: &[Described], texts: &mut HashMap<String, u32>) -> Kind {
    if lines.iter().any(|it| it.is_barrier) {
        return Kind::Barrier;
    }
    let shapes: Option<Vec<_>> = lines.iter().map(|it| it.shape.as_ref()).collect();
    let Some(shapes) = shapes else {
        return Kind::Whole;
    };
    let Some((_, cycles)) = shapes.first() else {
        return Kind::Whole;
    };
    if shapes.iter().any(|(_, others)| others != cycles) {
        return Kind::Whole;
    }
    let all: Vec<&str> = shapes.iter().map(|(text, _)| text.as_str()).collect();
    let next = texts.len() as u32;
    let text = *texts.entry(all.join(";")).or_insert(next);
    Kind::Shape(Shape {
        text,
        cycles: cycles.clone(),
    })
}

fn described(statement: &Statement, is_masked: bool) -> Described {
    let waits = |it: &Expression| it.op == Op::Control(ControlOp::Wait);
    match statement {
        Statement::Step(step) => Described {
            shape: match step.expressions.as_slice() {
                [only] if !is_masked => shape(only),
                _ => None,
            },
            is_barrier: step.expressions.iter().any(waits),
            forwards: step.forwards(),
        },
        Statement::Mask(_) => Described {
            shape: None,
            is_barrier: true,
            forwards: false,
        },
        Statement::Quit(_)
        | Statement::DebugGet(_)
        | Statement::DebugSet(_)
        | Statement::Host(_)
        | Statement::Directive(_)
        | Statement::Mv(_) => Described {
            shape: None,
            is_barrier: false,
            forwards: false,
        },
    }
}

/// The text of an expression without addresses, and the cycles in which it does something else than before; `None` if
/// its cycles are not independent, or all four are used.
fn shape(expression: &Expression) -> Option<(String, Vec<usize>)> {
    if !is_by_cycle(expression.op)
        || expression.zero_flush.is_some()
        || expression.outputs.is_empty()
    {
        return None;
    }
    let mut mask = None;
    for output in expression
        .outputs
        .iter()
        .filter(|it| it.kind != OperandKind::NoWrite)
    {
        let own = enabled(output)?;
        if mask.is_some_and(|mask| mask != own) {
            return None;
        }
        mask = Some(own);
    }
    let mask = mask.unwrap_or([true; CYCLES_PER_STEP]);
    let mut bare = expression.clone();
    let mut addresses = Vec::new();
    for operand in bare.inputs.iter_mut().chain(&mut bare.outputs) {
        operand.mask = None;
        match &mut operand.kind {
            OperandKind::PeMemory(memory) => {
                if memory.indirect || memory.madpe.is_some() {
                    return None;
                }
                addresses.push(memory.addresses_words());
                memory.addressing = Addressing::Stride {
                    base_words: 0,
                    stride_words: 0,
                };
            }
            OperandKind::Forwarding(_)
            | OperandKind::Constant(_)
            | OperandKind::Literal(_)
            | OperandKind::NoWrite => {}
            _ => return None,
        }
    }
    let mut cycles: Vec<usize> = Vec::new();
    for cycle in (0..CYCLES_PER_STEP).filter(|&cycle| mask[cycle]) {
        let is_same = |&other: &usize| addresses.iter().all(|it| it[other] == it[cycle]);
        if !cycles.iter().any(is_same) {
            cycles.push(cycle);
        }
    }
    (cycles.len() < CYCLES_PER_STEP && !cycles.is_empty())
        .then(|| (render::expression(&bare), cycles))
}

/// Whether what an instruction writes in a cycle follows from what its inputs hold in that cycle. Some that do are left out:
/// they are not merged.
const fn is_by_cycle(op: Op) -> bool {
    match op {
        Op::Alu(op) => match op {
            AluOp::Zero
            | AluOp::Imm
            | AluOp::Passa
            | AluOp::Add
            | AluOp::Sub
            | AluOp::And
            | AluOp::Or
            | AluOp::Xor
            | AluOp::Lsl
            | AluOp::Lsr
            | AluOp::Max
            | AluOp::Min
            | AluOp::Msl
            | AluOp::Msr => true,
            AluOp::Inc
            | AluOp::Dec
            | AluOp::Not
            | AluOp::Lnot
            | AluOp::Rsqrt
            | AluOp::Floor
            | AluOp::Ftoi
            | AluOp::Bfe
            | AluOp::Bfn
            | AluOp::Packbit
            | AluOp::Bsl
            | AluOp::Bsr
            | AluOp::Relu
            | AluOp::Relu0
            | AluOp::Relu1
            | AluOp::Relu2
            | AluOp::Relu3
            | AluOp::Lrelud
            | AluOp::Lreluo
            | AluOp::Ilrelud => false,
        },
        Op::Mau(op) => match op {
            MauOp::Vfma | MauOp::Vmul | MauOp::Vadd | MauOp::Vpassa => true,
            MauOp::Mfma | MauOp::Mmul | MauOp::Mwrite | MauOp::Mread => false,
        },
        Op::L1bm(_) | Op::L2bm(_) | Op::Mv(_) | Op::Control(_) => false,
    }
}

/// The cycles in which a destination is written; `None` if only a run decides.
fn enabled(output: &Operand) -> Option<[bool; CYCLES_PER_STEP]> {
    let Some(mask) = &output.mask else {
        return Some([true; CYCLES_PER_STEP]);
    };
    let pattern = u32::from(mask.entry).checked_sub(MASK_FIRST_PATTERN_ENTRY)?;
    let flag = |cycle: usize| pattern >> (CYCLES_PER_STEP - 1 - cycle) & 1 == 1;
    Some(std::array::from_fn(flag))
}
