//! The writes of a step's expressions, once everything is read.

use mnc2_isa::geometry::CYCLES_PER_STEP;
use mnc2_isa::{L2bmOp, Memory, Op, Width};
use mnc2_program::access::{Accesses, Certainty, Direction, Elements, Piece, Store};
use mnc2_program::{Expression, Operand, OperandKind, PeMemory, Step};

use super::{Chip, Cycles, Effect, Masked, Output, Path, Unknown, data, in_cycle};
use crate::positions;
use crate::selection;
use crate::terms::{Kind, Terms, Value};

pub(super) struct OutputOperand<'a> {
    /// The expression in the step.
    pub(super) index: usize,
    pub(super) operand: &'a Operand,
    pub(super) mask: Option<Masked>,
}

impl Chip {
    /// The mask of a destination.
    pub(super) fn write_mask(&self, step: &Step, operand: &Operand) -> Option<Masked> {
        if let Some(mask) = &operand.mask {
            return Some(Masked {
                entry: mask.entry,
                double_long: mask.double_long,
            });
        }
        let setting = step.setting(self.state.setting);
        let memory = operand.kind.memory()?;
        (setting.entry != 0 && setting.covers(memory)).then_some(Masked {
            entry: setting.entry,
            double_long: setting.double_long,
        })
    }

    /// Writes to L1BM and L2BM, cycle by cycle; in a cycle, the PEs write last.
    pub(super) fn write_upper(
        &mut self,
        step: &Step,
        effects: &[Effect],
        terms: &mut Terms,
        accesses: &Accesses,
    ) -> Result<(), Unknown> {
        let all = || step.expressions.iter().zip(effects).enumerate();
        let from_above = all().filter(|(_, (_, effect))| matches!(effect, Effect::L2bm(_)));
        let from_pe = all().filter(|(_, (_, effect))| matches!(effect, Effect::Up { .. }));
        let writers: Vec<_> = from_above.chain(from_pe).collect();
        for cycle in 0..CYCLES_PER_STEP {
            for (index, (expression, effect)) in &writers {
                let (Effect::L2bm(values)
                | Effect::Up {
                    written: values, ..
                }) = effect
                else {
                    continue;
                };
                let Some(operand) = expression.outputs.first() else {
                    return Err(Unknown);
                };
                if matches!(operand.kind, OperandKind::Turnaround(_)) {
                    continue;
                }
                let access = data(accesses, *index, operand, Direction::Write).ok_or(Unknown)?;
                match operand.kind {
                    // `l2bmdars` fills all of DARBUF.
                    OperandKind::Dar(_) => {
                        for piece in in_cycle(accesses, access, cycle) {
                            let words = (piece.first, piece.count);
                            self.write(terms, access.store, words, piece.elements, values[cycle]);
                        }
                    }
                    OperandKind::L1bm { address, .. } | OperandKind::L2bm { address, .. } => {
                        let advance = expression
                            .op
                            .row()
                            .operands
                            .iter()
                            .filter(|spec| Direction::from_role(spec.role) == Direction::Write)
                            .map(|spec| spec.words_per_cycle)
                            .next()
                            .ok_or(Unknown)?;
                        let size = access.store.words();
                        let first = address.wrapping_add(cycle as u32 * advance) % size;
                        for piece in in_cycle(accesses, access, cycle) {
                            let word = (piece.first + size - first) % size;
                            let value = terms.after(values[cycle], word);
                            let words = (piece.first, piece.count);
                            self.write(terms, access.store, words, piece.elements, value);
                        }
                    }
                    _ => return Err(Unknown),
                }
            }
        }
        Ok(())
    }

    /// `l2bmdarw`: copies from DARBUF to DAR. It comes last.
    pub(super) fn write_dar(
        &mut self,
        step: &Step,
        terms: &mut Terms,
        accesses: &Accesses,
    ) -> Result<(), Unknown> {
        let drains = |expression: &Expression| expression.op == Op::L2bm(L2bmOp::Darw);
        let indices = step.expressions.iter().enumerate();
        for (index, _) in indices.filter(|(_, expression)| drains(expression)) {
            let of = |store: Store, direction: Direction| {
                accesses.list().iter().find(|access| {
                    usize::from(access.expression) == index
                        && access.store == store
                        && access.direction == direction
                })
            };
            let from = of(Store::Darbuf, Direction::Read).ok_or(Unknown)?;
            let to = of(Store::Memory(Memory::Dar), Direction::Write).ok_or(Unknown)?;
            let pairs = accesses.pieces(from).iter().zip(accesses.pieces(to));
            for (from_piece, to_piece) in pairs {
                if from_piece.count != 1 || to_piece.count != 1 {
                    return Err(Unknown);
                }
                let value = self.stores[from.store.index()].word(terms, from_piece.first);
                let words = (to_piece.first, 1);
                self.write(terms, to.store, words, to_piece.elements, value);
            }
        }
        Ok(())
    }

    pub(super) fn write_rows(
        &mut self,
        index: usize,
        expression: &Expression,
        paths: &Cycles<Path>,
        terms: &mut Terms,
        accesses: &Accesses,
    ) -> Result<(), Unknown> {
        let operand = expression.outputs.first().ok_or(Unknown)?;
        let access = data(accesses, index, operand, Direction::Write).ok_or(Unknown)?;
        for (cycle, path) in paths.iter().enumerate() {
            // One row from each side of the data path.
            for (side, piece) in in_cycle(accesses, access, cycle).enumerate() {
                let words = path.get(2 * side..2 * side + 2).ok_or(Unknown)?;
                if piece.count != 1 {
                    return Err(Unknown);
                }
                let row = terms.computed(Kind::List, words);
                let at = (piece.first, 1);
                self.write(terms, access.store, at, piece.elements, row);
            }
        }
        Ok(())
    }

    pub(super) fn write_output(
        &mut self,
        output_operand: &OutputOperand<'_>,
        output: &Output,
        terms: &mut Terms,
        accesses: &Accesses,
    ) -> Result<(), Unknown> {
        let &OutputOperand {
            index,
            operand,
            mask,
        } = output_operand;
        if operand.kind == OperandKind::NoWrite {
            return Ok(());
        }
        let access = data(accesses, index, operand, Direction::Write).ok_or(Unknown)?;
        let store = access.store;
        for (cycle, path) in output.paths.iter().enumerate() {
            let pieces = || in_cycle(accesses, access, cycle);
            match &operand.kind {
                OperandKind::PeMemory(memory) => {
                    if pieces().any(|piece| piece.certainty == Certainty::Somewhere) {
                        self.write_somewhere(terms, memory, mask, cycle, path)?;
                        continue;
                    }
                    self.write_words(terms, (store, memory.width), pieces(), mask, cycle, path)?;
                }
                OperandKind::T(_) => {
                    let place = (store, Width::DoubleLong);
                    self.write_words(terms, place, pieces(), mask, cycle, path)?;
                }
                OperandKind::BaseRegister(_, width) => {
                    let index = match width {
                        Width::Single => 0,
                        Width::Long | Width::DoubleLong => 1,
                    };
                    for piece in pieces() {
                        let mut value = terms.computed(Kind::BaseBits, &[path[index]]);
                        if piece.certainty != Certainty::Always {
                            let mask = mask.ok_or(Unknown)?;
                            let old = self.stores[store.index()].word(terms, 0);
                            let kind = Kind::SelectBase {
                                double_long: mask.double_long,
                                index: index as u8,
                            };
                            let flags = self.flags(terms, mask.entry, cycle);
                            value = terms.computed(kind, &[flags, value, old]);
                        }
                        self.write(terms, store, (0, 1), piece.elements, value);
                    }
                }
                OperandKind::MaskRegister(_) => {
                    let mut value = output.flags.ok_or(Unknown)?[cycle];
                    if let Some(mask) = mask {
                        value = match mask.fixed(cycle) {
                            Some(true) => value,
                            Some(false) => Value::ZERO,
                            None => {
                                let flags = self.flags(terms, mask.entry, cycle);
                                terms.computed(Kind::And, &[value, flags])
                            }
                        };
                    }
                    for piece in pieces() {
                        let words = (piece.first, piece.count);
                        self.write(terms, store, words, piece.elements, value);
                    }
                }
                _ => return Err(Unknown),
            }
        }
        Ok(())
    }

    /// Writes words of the data path to a PE memory at known addresses, which are multiples of the width.
    fn write_words<'a>(
        &mut self,
        terms: &mut Terms,
        (store, width): (Store, Width),
        pieces: impl Iterator<Item = &'a Piece>,
        mask: Option<Masked>,
        cycle: usize,
        path: &Path,
    ) -> Result<(), Unknown> {
        let flags = match mask {
            Some(mask) if mask.fixed(cycle).is_none() => {
                Some((self.flags(terms, mask.entry, cycle), mask.double_long))
            }
            Some(_) | None => None,
        };
        for piece in pieces {
            for address in piece.first..piece.first + piece.count {
                let index = address % width.single_words();
                let mut value = path[index as usize];
                if piece.certainty != Certainty::Always {
                    let (flags, double_long) = flags.ok_or(Unknown)?;
                    let old = self.stores[store.index()].word(terms, address);
                    if value != old {
                        // A long-word mask has flags of its own for each of the first words.
                        let of_word = if double_long {
                            terms.word_of_double_long_flags(flags, index as usize)
                        } else {
                            terms.word_of_flags(flags, index as usize)
                        };
                        let (flags, double_long, index) = match of_word {
                            Some(of_word) => (of_word, false, 0),
                            None => (flags, double_long, index as u8),
                        };
                        let kind = Kind::Select { double_long, index };
                        // A second write of a value under the same flags changes nothing.
                        value = if terms.begins_with(old, kind, [flags, value]) {
                            old
                        } else if !double_long
                            && let Some(known) = selection::selected(terms, flags, value, old)
                        {
                            known
                        } else {
                            terms.computed(kind, &[flags, value, old])
                        };
                    }
                }
                self.write(terms, store, (address, 1), piece.elements, value);
            }
        }
        Ok(())
    }

    /// Writes to an address that is only known in a run: any word of the memory may have changed.
    fn write_somewhere(
        &mut self,
        terms: &mut Terms,
        memory: &PeMemory,
        mask: Option<Masked>,
        cycle: usize,
        path: &Path,
    ) -> Result<(), Unknown> {
        let store = Store::Memory(memory.memory);
        let mask = mask.unwrap_or(Masked {
            entry: 0,
            double_long: true,
        });
        if let Some(lets_through) = mask.fixed(cycle)
            && let Some((selector, places)) = self.positions(terms, memory, cycle)
        {
            let width = memory.width.single_words();
            if lets_through {
                self.write_at(terms, (store, selector), &places, &path[..width as usize]);
            }
            return Ok(());
        }
        let mut inputs = self.somewhere(terms, memory, cycle);
        inputs.extend(&path[..memory.width.single_words() as usize]);
        let flags = mask.fixed(cycle);
        if flags.is_none() {
            inputs.push(self.flags(terms, mask.entry, cycle));
        }
        let kind = Kind::WriteSomewhere {
            width: memory.width,
            address: memory.address_words(cycle),
            madpe: memory.madpe,
            flags,
            double_long: mask.double_long,
        };
        let after = terms.computed(kind, &inputs);
        self.write(terms, store, (0, store.words()), Elements::ALL, after);
        Ok(())
    }

    /// Writes words on each element to the place that belongs to its number.
    fn write_at(
        &mut self,
        terms: &mut Terms,
        (store, selector): (Store, Value),
        places: &[(u64, u32)],
        words: &[Value],
    ) {
        let mut addresses: Vec<u32> = places.iter().map(|it| it.1).collect();
        addresses.sort_unstable();
        addresses.dedup();
        for address in addresses {
            for (word, &new) in (address..).zip(words) {
                let old = self.stores[store.index()].word(terms, word);
                let values = places.iter();
                let values =
                    values.map(|&(number, at)| (number, if at == address { new } else { old }));
                let values: Vec<(u64, Value)> = values.collect();
                let value = positions::chosen(terms, selector, &values);
                self.write(terms, store, (word, 1), Elements::ALL, value);
            }
        }
    }

    /// What an address in the T-register depends on if it follows from the position alone, and the first word for each of its
    /// numbers.
    pub(super) fn positions(
        &self,
        terms: &mut Terms,
        memory: &PeMemory,
        cycle: usize,
    ) -> Option<(Value, Vec<(u64, u32)>)> {
        let base = self.state.base_words(memory.memory)?;
        if !memory.indirect || memory.madpe.is_some() {
            return None;
        }
        // The last bits of the first long word count.
        let at = cycle as u32 * Width::DoubleLong.single_words() + 1;
        let selector = self.content(Memory::T).word(terms, at);
        let size = u64::from(Store::Memory(memory.memory).words());
        let width = u64::from(memory.width.single_words());
        let written = u64::from(memory.address_words(cycle)) + u64::from(base);
        let first = |number: u64| ((written + number) % size / width * width) as u32;
        let numbers = positions::numbers(terms, selector)?;
        Some((
            selector,
            numbers.into_iter().map(|it| (it, first(it))).collect(),
        ))
    }

    /// The values that an access depends on if its address is only known in a run: the whole memory, the T-register, the base
    /// register.
    pub(super) fn somewhere(
        &mut self,
        terms: &mut Terms,
        memory: &PeMemory,
        cycle: usize,
    ) -> Vec<Value> {
        let store = Store::Memory(memory.memory);
        let (whole, work) = self.stores[store.index()].whole(terms);
        self.work += work;
        let mut inputs = vec![whole];
        if memory.indirect {
            let first = cycle as u32 * Width::DoubleLong.single_words();
            for word in first..first + Width::Long.single_words() {
                inputs.push(self.content(Memory::T).word(terms, word));
            }
        }
        let base = match memory.memory {
            Memory::Lm0 => Some(Memory::BaseLm0),
            Memory::Lm1 => Some(Memory::BaseLm1),
            _ => None,
        };
        if let Some(base) = base {
            inputs.push(self.content(base).word(terms, 0));
        }
        inputs
    }
}
