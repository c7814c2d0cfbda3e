//! What an expression reads and writes, to decide whether two expressions can be exchanged.
//!
//! What is known only in a run counts as the whole memory. Forwarding registers are separate from memories: each step
//! replaces them.

use mnc2_isa::{Forwarding, Memory};

use crate::access::{Accesses, Direction, Piece, State, Store};
use crate::program::{Line, WriteMaskSetting};

/// Words of a memory or register.
type Touch = (Store, Piece);

/// The reads, writes and forwarded results of an expression.
#[derive(Clone, Debug, Default)]
pub(super) struct Effects {
    reads: Vec<Touch>,
    writes: Vec<Touch>,
    /// The forwarding registers that it reads.
    pub(super) forwards_read: Vec<Forwarding>,
    /// The forwarding register that its result goes to.
    pub(super) forward: Option<Forwarding>,
}

impl Effects {
    /// The effects of every expression of a line's step, in order; `setting` is the `mask` setting in force there.
    pub(super) fn of_line(line: &Line, setting: WriteMaskSetting) -> Vec<Self> {
        let (Some(statement), Some(step)) = (&line.statement, line.step()) else {
            return Vec::new();
        };
        let of_op = |forward| Self {
            forward,
            ..Self::default()
        };
        let ops = step.expressions.iter().map(|expression| expression.op);
        let mut effects: Vec<Self> = ops.map(|op| of_op(op.forwarding())).collect();
        let accesses = Accesses::of(statement, &State::with_setting(setting));
        for access in accesses.list() {
            let own = &mut effects[usize::from(access.expression)];
            let touches = accesses.pieces(access).iter();
            let touches = touches.map(|piece| (access.store, *piece));
            match (access.store, access.direction) {
                (Store::Forwarding(register), Direction::Read) => own.forwards_read.push(register),
                (Store::Forwarding(_), Direction::Write) => {}
                // The result of two accesses to the DAR and its buffer depends on their order, so they keep it.
                (Store::Memory(Memory::Dar) | Store::Darbuf, _) => {
                    let dar =
                        touches.map(|(_, piece)| (Store::Darbuf, Piece { first: 0, ..piece }));
                    own.reads.extend(dar.clone());
                    own.writes.extend(dar);
                }
                (Store::Memory(_) | Store::Turnaround, Direction::Read) => {
                    own.reads.extend(touches);
                }
                (Store::Memory(_) | Store::Turnaround, Direction::Write) => {
                    own.writes.extend(touches);
                }
            }
        }
        effects
    }

    /// Whether something that this expression writes is read by the other one.
    pub(super) fn feeds(&self, other: &Self) -> bool {
        meet(&self.writes, &other.reads)
    }

    /// Whether both write the same place.
    pub(super) fn writes_where(&self, other: &Self) -> bool {
        meet(&self.writes, &other.writes)
    }
}

fn meet(left: &[Touch], right: &[Touch]) -> bool {
    let meets = |(store, piece): &Touch, (other_store, other): &Touch| {
        store == other_store && piece.meets(other)
    };
    left.iter()
        .any(|left| right.iter().any(|right| meets(left, right)))
}
