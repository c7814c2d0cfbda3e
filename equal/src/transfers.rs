//! The words that transfers move, as terms: L1BM and L2BM instructions, MV instructions (manual 3.5, 3.6.7, 3.6.8).

use mnc2_isa::geometry::{CYCLES_PER_STEP, MABS_PER_L1B, PES_PER_MAB};
use mnc2_isa::l1bm::{Order, Shape, TransferKind};
use mnc2_isa::mv::UNIT_LONG_WORDS;
use mnc2_isa::{L1bmOp, L2bmOp, MvOp, Op};
use mnc2_program::access::{AccessRole, Accesses, Certainty, Direction, Elements, Store};
use mnc2_program::{MvInstruction, OperandKind, TargetKind};

use super::chip::{Chip, Cycles, Output, Path, Reader, Unknown, data};
use super::reductions;
use super::terms::{Kind, MvEnd, Run, Terms, Value};
use super::units::modifiers;

impl Reader<'_> {
    /// MABs by which a transfer rotates, 0 to 15.
    fn rotation(&self) -> u8 {
        let rotation = self.expression.rotation.as_ref();
        let rotation = rotation.map_or(0, |rotation| i32::from(rotation.value));
        rotation.rem_euclid(MABS_PER_L1B as i32) as u8
    }

    /// From L1BM or the turnaround register to the PEs. `held` is the type of the transfer that the turnaround
    /// register holds.
    pub(super) fn down(&mut self, op: L1bmOp, held: Option<Shape>) -> Result<Output, Unknown> {
        let expression = self.expression;
        let operand = expression.inputs.first().ok_or(Unknown)?;
        if operand.negated || operand.conversion.is_some() {
            return Err(Unknown);
        }
        let shape = op.transfer().shape;
        let mut moved: [Vec<Run>; CYCLES_PER_STEP] = Default::default();
        match operand.kind {
            OperandKind::L1bm { .. } => {
                let access =
                    data(self.accesses, self.index, operand, Direction::Read).ok_or(Unknown)?;
                for (cycle, moved) in moved.iter_mut().enumerate() {
                    self.runs(access, cycle, moved)?;
                }
            }
            OperandKind::Turnaround(_) => {
                // Data of another type of transfer stops a run.
                if held.is_some_and(|held| held != shape || held.is_apart()) {
                    return Err(Unknown);
                }
                for (moved, value) in moved.iter_mut().zip(self.turnaround()) {
                    // What was sent is what L1BM would hold.
                    let count = held.map_or(1, Shape::long_words);
                    moved.push(Run { value, count });
                }
            }
            _ => return Err(Unknown),
        }
        let paths = moved.map(|words| self.brought(op, &words));
        Ok(Output { paths, flags: None })
    }

    /// The data path of the PEs that a transfer brings words of L1BM to. Each of two long words is what a transfer of one long
    /// word brings, from the words of its side (manual 3.6.8.7, 3.6.8.9, 3.6.8.13).
    fn brought(&mut self, op: L1bmOp, words: &[Run]) -> Path {
        let mut path = [Value::ZERO; 4];
        if let Some(narrow) = narrow_transfer(op)
            && let Some(sides) = self.sides(op.transfer().shape, words)
        {
            for (pair, side) in path.chunks_exact_mut(2).zip(sides) {
                pair.copy_from_slice(&self.brought(narrow, &side)[..2]);
            }
            return path;
        }
        let kind = Kind::Down {
            op: Op::L1bm(op),
            rotation: self.rotation(),
        };
        let known = reductions::source(self.terms, words);
        let words = known.as_ref().map_or(words, std::slice::from_ref);
        let (kind, words) = &reductions::unrotated(self.terms, kind, words);
        let kind = *kind;
        if let Some(words) = reductions::brought(self.terms, kind, words) {
            path[..2].copy_from_slice(&words);
            return path;
        }
        let first = self.terms.computed_from_runs(kind, words);
        if let Some(sent) = self.gathered(first) {
            path[..2].copy_from_slice(&sent);
            return path;
        }
        let count = 2 * op.transfer().shape.sides as usize;
        for (word, value) in path.iter_mut().enumerate().take(count) {
            *value = self.terms.after(first, word as u32);
        }
        path
    }

    /// The words of each of two sides, in the order of a transfer of one side; `None` if not all words of both are known.
    fn sides(&self, shape: Shape, words: &[Run]) -> Option<[Vec<Run>; 2]> {
        let all = words.iter().flat_map(|run| {
            let first = run.value;
            (0..run.count).map(move |word| self.terms.after(first, word))
        });
        let all: Vec<Value> = all.collect();
        if all.len() != shape.long_words() as usize {
            return None;
        }
        let in_a_row = match shape.order {
            Order::Pe => 1,
            Order::Mab | Order::Mab4 => PES_PER_MAB,
            Order::All => return None,
        };
        Some([0, 1].map(|side| {
            let mut runs = Vec::new();
            let rows = all.chunks(in_a_row).skip(side).step_by(2);
            for word in rows.flatten() {
                self.terms.push(&mut runs, *word, 1);
            }
            runs
        }))
    }

    /// The long word that each PE sent, if a transfer gives it back to each.
    fn gathered(&self, moved: Value) -> Option<[Value; 2]> {
        let back = Kind::Down {
            op: Op::L1bm(L1bmOp::Distribute),
            rotation: 0,
        };
        if self.terms.kind_of(moved) != back {
            return None;
        }
        let sent = self.terms.only_run(
            moved,
            Shape::long_words(L1bmOp::Distribute.transfer().shape),
        )?;
        let is_gathered = matches!(
            self.terms.kind_of(sent),
            Kind::Up {
                op: Op::L1bm(L1bmOp::Gather),
                ..
            }
        );
        if !is_gathered || !sent.is_first() {
            return None;
        }
        self.terms.all_inputs(sent).try_into().ok()
    }

    /// From the PEs: what L1BM gets, and what the turnaround register gets.
    pub(super) fn up(&mut self, op: L1bmOp) -> Result<(Cycles<Value>, Cycles<Value>), Unknown> {
        let expression = self.expression;
        let operand = expression.inputs.first().ok_or(Unknown)?;
        if expression.zero_flush.is_some() || expression.outputs.len() != 1 {
            return Err(Unknown);
        }
        let transfer = op.transfer();
        let target = match expression.target.as_ref().map(|target| target.kind) {
            Some(TargetKind::Mab(mab)) => Some(mab),
            Some(TargetKind::L1bSet { .. } | TargetKind::L1b(_)) => return Err(Unknown),
            None => None,
        };
        let modifiers = modifiers(operand);
        if modifiers != 0 && transfer.motion != TransferKind::Reduce {
            return Err(Unknown);
        }
        let kind = Kind::Up {
            op: expression.op,
            spelling: &expression.spelling.text,
            target,
            modifiers,
        };
        let is_short = transfer.shape.sides == 1 && !expression.spelling.shortened;
        let words = if is_short && modifiers < 2 { 2 } else { 4 };
        let paths = self.paths(0)?;
        let turnaround = paths.map(|path| self.terms.computed(kind, &path[..words]));
        let rotation = self.rotation();
        let written = if rotation == 0 {
            turnaround
        } else {
            turnaround.map(|sent| self.terms.computed(Kind::Rotated(rotation), &[sent]))
        };
        Ok((written, turnaround))
    }

    /// Between L1BM and L2BM, or to DARBUF.
    pub(super) fn l2bm(&mut self, op: L2bmOp) -> Result<Cycles<Value>, Unknown> {
        let expression = self.expression;
        let operand = expression.inputs.first().ok_or(Unknown)?;
        if operand.negated || operand.conversion.is_some() || expression.outputs.len() != 1 {
            return Err(Unknown);
        }
        let kind = match (op, &operand.kind) {
            (L2bmOp::Dars, &OperandKind::L2bm { l2b, .. }) => Kind::Darbuf { l2b },
            (L2bmOp::Dars, _) => return Err(Unknown),
            (
                L2bmOp::Broadcast
                | L2bmOp::DistributingBroadcast
                | L2bmOp::Distribute
                | L2bmOp::Transfer
                | L2bmOp::Reduce
                | L2bmOp::CombiningReduce
                | L2bmOp::Gather
                | L2bmOp::Multicast
                | L2bmOp::Darw,
                _,
            ) => Kind::L2bm {
                op: expression.op,
                spelling: &expression.spelling.text,
                l1bs: expression.l1bs(),
            },
        };
        let access = data(self.accesses, self.index, operand, Direction::Read).ok_or(Unknown)?;
        let mut moved = [Value::ZERO; CYCLES_PER_STEP];
        for (cycle, moved) in moved.iter_mut().enumerate() {
            let mut runs = Vec::new();
            self.runs(access, cycle, &mut runs)?;
            *moved = self.terms.computed_from_runs(kind, &runs);
        }
        Ok(moved)
    }
}

/// The transfer to the PEs that brings one long word where another brings two.
const fn narrow_transfer(op: L1bmOp) -> Option<L1bmOp> {
    match op {
        L1bmOp::BroadcastPeDouble => Some(L1bmOp::BroadcastPe),
        L1bmOp::BroadcastMabDouble => Some(L1bmOp::BroadcastMab),
        L1bmOp::BroadcastMab4Double => Some(L1bmOp::BroadcastMab4),
        L1bmOp::BroadcastPe
        | L1bmOp::BroadcastMab
        | L1bmOp::BroadcastMab4
        | L1bmOp::Distribute
        | L1bmOp::Transfer
        | L1bmOp::TransferDouble
        | L1bmOp::Reduce
        | L1bmOp::ReduceDouble
        | L1bmOp::Transfer4
        | L1bmOp::Transfer4Double
        | L1bmOp::Reduce4
        | L1bmOp::Reduce4Double
        | L1bmOp::Gather => None,
    }
}

impl Chip {
    /// An MV instruction: all that it moves is one value.
    pub(super) fn mv(
        &mut self,
        mv: &MvInstruction,
        terms: &mut Terms,
        accesses: &Accesses,
    ) -> Result<(), Unknown> {
        if mv.op == Op::Mv(MvOp::Nop) {
            return Ok(());
        }
        let [from, to] = &mv.operands[..] else {
            return Err(Unknown);
        };
        let (Some(source), Some(target)) = (from.kind.mv_place(), to.kind.mv_place()) else {
            return Err(Unknown);
        };
        let of = |operand: &mnc2_program::Operand, direction: Direction| {
            accesses.list().iter().find(|access| {
                access.role == AccessRole::Data
                    && access.direction == direction
                    && access.range == operand.range
            })
        };
        let read = of(from, Direction::Read).ok_or(Unknown)?;
        let written = of(to, Direction::Write).ok_or(Unknown)?;
        // A transfer that is longer than the memory overwrites itself.
        for (access, spec) in [read, written].into_iter().zip(mv.op.row().operands) {
            let words = (mv.size_long_words / UNIT_LONG_WORDS).checked_mul(spec.words_per_cycle);
            if words.is_none_or(|words| words > access.store.words()) {
                return Err(Unknown);
            }
        }
        let end = |place: mnc2_program::MvPlace| MvEnd {
            group: place.group,
            l2b: place.l2b,
            is_indirect: place.is_indirect,
        };
        let distance = if read.store == written.store {
            let size = read.store.words();
            (target.address % size + size - source.address % size) % size
        } else {
            0
        };
        let kind = Kind::Mv {
            op: mv.op,
            spelling: &mv.spelling.text,
            size_long_words: mv.size_long_words,
            indirection_count: mv.indirection_count,
            from: end(source),
            to: end(target),
            distance,
        };
        let mut runs = Vec::new();
        // The entries of DAR first, then what they point to.
        for access in accesses.list() {
            if access.role == AccessRole::Address {
                for piece in accesses.pieces(access) {
                    self.read(terms, access.store, piece, &mut runs);
                }
            }
        }
        for (access, is_indirect) in [(read, source.is_indirect), (written, target.is_indirect)] {
            if is_indirect {
                let whole = self.whole(terms, access.store);
                terms.push(&mut runs, whole, 1);
            } else if access.direction == Direction::Read {
                for piece in accesses.pieces(access) {
                    if piece.certainty != Certainty::Always {
                        return Err(Unknown);
                    }
                    self.read(terms, access.store, piece, &mut runs);
                }
            }
        }
        let moved = terms.computed_from_runs(kind, &runs);
        let store: Store = written.store;
        if target.is_indirect {
            self.write(terms, store, (0, store.words()), Elements::ALL, moved);
            return Ok(());
        }
        let size = store.words();
        for piece in accesses.pieces(written) {
            let word = (piece.first + size - target.address % size) % size;
            let value = terms.after(moved, word);
            self.write(
                terms,
                store,
                (piece.first, piece.count),
                piece.elements,
                value,
            );
        }
        Ok(())
    }
}
