//! An atom, and what it touches.

use mnc2_isa::{ControlOp, Memory, Op};

use mnc2_program::access::{Accesses, Direction, Piece, State, Store};
use mnc2_program::rules::hazard::{Hazards, REACH_STEPS};
use mnc2_program::{Expression, OperandKind, Statement, WriteMaskSetting};
use mnc2_text::LineRange;

/// Whether an atom takes part in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtomKind {
    /// It is issued in a step.
    Step,
    /// It is between steps.
    Between,
}

/// Where an atom is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtomPosition {
    /// Before the region: it does not move.
    Before,
    /// In the region: it may move.
    Inside,
    /// After the region: it keeps its distance from the region's end.
    After,
}

/// A unit that can move: an expression of a step, expressions that must stay together, or a statement between steps.
#[derive(Clone, Debug)]
pub struct Atom {
    /// Its line, counted from 0.
    pub line: usize,
    /// The expressions of the line's step, by their numbers; none if it is a statement between steps.
    pub expressions: Vec<usize>,
    /// The step in which it is issued now, counted from the first of the region; for a statement between steps the
    /// step after it.
    pub step: i64,
    /// Whether it is issued in a step.
    pub kind: AtomKind,
    /// Whether it is before, in or after the region.
    pub place: AtomPosition,
    /// Whether its step replaces the forwarding registers.
    pub forwards: bool,
    /// Its part of the line.
    pub(super) statement: Statement,
    pub(super) touches: Vec<Touch>,
    /// The `mask` setting of its step.
    pub(super) setting: WriteMaskSetting,
    /// The `mask` setting in force at its line.
    pub(super) in_force: WriteMaskSetting,
    /// What it leaves for later steps to keep away from, if anything.
    pub(super) hazards: Option<Hazards>,
    /// Whether something reads its result from a forwarding register, or could.
    pub(super) is_source: bool,
    /// Its number in the order of the text.
    pub(super) number: usize,
    /// For an expression that waits, what the MV instructions before it touch.
    pub(super) waited: Vec<Touch>,
    /// For an MV instruction, the number of the next atom that waits.
    pub(super) waiting: Option<usize>,
}

/// Words that an atom reads or writes.
#[derive(Clone, Debug)]
pub(super) struct Touch {
    /// The operand, mask or opcode that is the reason.
    pub(super) range: LineRange,
    pub(super) store: Store,
    pub(super) piece: Piece,
    pub(super) is_write: bool,
}

impl Touch {
    /// Whether both have a word in common.
    pub(super) fn meets(&self, other: &Self) -> bool {
        self.store == other.store && self.piece.meets(&other.piece)
    }
}

impl Atom {
    /// Whether the distance to a later atom may change, and become short enough for a limit, if the order of a region of some
    /// steps does. What does not move keeps its distances, but for those across the region: a shorter region brings the steps
    /// around it together, in their order. Only timing rules and MV instructions, which need a `wait`, require more than that.
    pub(super) fn may_change_distance(&self, later: &Self, steps: i64) -> bool {
        match (self.place, later.place) {
            (AtomPosition::Inside, _) | (_, AtomPosition::Inside) => true,
            (AtomPosition::Before, AtomPosition::After) => {
                let least = later.step - self.step - steps;
                least <= REACH_STEPS || matches!(self.statement, Statement::Mv(_))
            }
            (AtomPosition::Before, AtomPosition::Before)
            | (AtomPosition::After, AtomPosition::Before | AtomPosition::After) => false,
        }
    }

    /// Its expressions; none for a statement between steps.
    #[must_use]
    pub fn parts(&self) -> &[Expression] {
        match &self.statement {
            Statement::Step(step) => &step.expressions,
            _ => &[],
        }
    }

    /// Whether it waits for MV instructions.
    pub(super) fn waits(&self) -> bool {
        let waits = |expression: &Expression| expression.op == Op::Control(ControlOp::Wait);
        self.parts().iter().any(waits)
    }

    /// Whether nothing may join it: it has `nop` or `noforward`, which are about the whole step.
    pub(super) fn is_alone(&self) -> bool {
        self.parts().iter().any(is_about_step)
    }

    pub(super) fn replace_input(&mut self, input: usize, kind: OperandKind) {
        if let Statement::Step(step) = &mut self.statement
            && let Some(operand) = step
                .expressions
                .first_mut()
                .and_then(|part| part.inputs.get_mut(input))
        {
            operand.kind = kind;
        }
    }
}

/// The accesses of a statement by the selected expressions. Forwarding registers are not memory: see [`super::Feed`].
pub(super) fn touches(
    statement: &Statement,
    state: &State,
    wanted: impl Fn(usize) -> bool,
) -> Vec<Touch> {
    let accesses = Accesses::from_statement(statement, state);
    let own = accesses
        .list()
        .iter()
        .filter(|access| wanted(usize::from(access.expression)));
    own.filter(|access| !matches!(access.store, Store::Forwarding(_)))
        .flat_map(|access| {
            let is_write = access.direction == Direction::Write;
            let store = match access.store {
                // What `l2bmdarw` writes depends on the order of all accesses to the DAR and its buffer.
                Store::Memory(Memory::Dar) => Store::Darbuf,
                store => store,
            };
            let pieces = accesses.pieces(access).iter();
            pieces.map(move |&piece| Touch {
                range: access.range.clone(),
                store,
                piece: if store == Store::Darbuf {
                    Piece { first: 0, ..piece }
                } else {
                    piece
                },
                is_write,
            })
        })
        .collect()
}

pub(super) fn is_about_step(expression: &Expression) -> bool {
    matches!(
        expression.op,
        Op::Control(ControlOp::Nop | ControlOp::Noforward)
    )
}
