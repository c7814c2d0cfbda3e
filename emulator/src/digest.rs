//! An observer that digests what each statement writes on the whole chip, so that two runs can be compared without
//! keeping their states.
//!
//! Two statements have the same digest if they write the same bits to the same places, except with a chance of one in
//! 2⁶⁴ for each pair. What a mask keeps from being written does not count. A step writes some ten places on 4096 PEs:
//! about 50 µs.

use mnc2_isa::geometry::{DAR_ENTRIES, DARBUF_ENTRIES, MASK_VARIABLE_ENTRIES, PES};
use mnc2_isa::{ChipLevel, Memory, Width};
use mnc2_program::{Statement, render};

use crate::machine::chip::Chip;
use crate::machine::observer::{AccessedPlace, ObservedAccess, Observer};
use crate::machine::upper;
use mnc2_text::random::mixed;

/// The digest of everything that a statement wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatementDigest {
    /// The line, counted from 0.
    pub line: u32,
    /// A 64-bit digest of the written bits and their places.
    pub digest: u64,
}

/// Observes a run and computes a digest of what each statement writes.
#[derive(Debug, Default)]
pub struct Digests {
    list: Vec<StatementDigest>,
    digest: u64,
}

impl Digests {
    /// The digests of all statements, in order.
    #[must_use]
    pub fn into_list(self) -> Vec<StatementDigest> {
        self.list
    }

    /// Adds a word; the sum does not depend on the order.
    fn add(&mut self, place: u64, index: u64, word: u64) {
        self.digest = self.digest.wrapping_add(mixed(mixed(place ^ index) ^ word));
    }
}

impl Observer for Digests {
    fn statement(&mut self, line: u32, statement: &Statement) {
        self.digest = match statement {
            // Their text contains the written data.
            Statement::DebugSet(_)
            | Statement::Host(_)
            | Statement::Mask(_)
            | Statement::Directive(_) => {
                let text = render::statement(statement);
                text.bytes()
                    .fold(0, |digest, byte| mixed(digest ^ u64::from(byte)))
            }
            Statement::Step(_) | Statement::Mv(_) | Statement::DebugGet(_) | Statement::Quit(_) => {
                0
            }
        };
        let digest = self.digest;
        self.list.push(StatementDigest { line, digest });
    }

    fn write(&mut self, access: &ObservedAccess<'_>, chip: &Chip) {
        let cycle = access.cycle;
        let place = |store: u64| mixed(mixed(store) ^ cycle as u64);
        match access.place {
            AccessedPlace::Pe {
                memory,
                width,
                addresses,
                mask,
            } => {
                let Some(planes) = chip.planes(memory) else {
                    return;
                };
                let place = place(memory as u64);
                for pe in 0..PES {
                    let bits = mask.map_or((u64::MAX, u64::MAX), |mask| mask.bits(cycle, pe));
                    let address = addresses.for_pe(pe);
                    let [most, least] = planes.accessed(width, address, pe);
                    let most = match width {
                        Width::Single => most & bits.0 >> 32,
                        Width::Long | Width::DoubleLong => most & bits.0,
                    };
                    let least = least & bits.1;
                    if bits != (0, 0) {
                        let index = u64::from(address) << 16 | pe as u64;
                        self.add(place, index, mixed(most) ^ least);
                    }
                }
            }
            AccessedPlace::Base { memory, .. } => {
                let base = chip.base(memory);
                for pe in 0..PES {
                    let word = base.map_or(0, |base| u64::from(base[pe]));
                    self.add(place(memory as u64), pe as u64, word);
                }
            }
            AccessedPlace::MaskEntry(entry) => {
                if MASK_VARIABLE_ENTRIES.contains(&u32::from(entry)) {
                    let flags = chip.mask(entry, cycle);
                    let place = place(100 + u64::from(entry));
                    for pe in 0..PES {
                        self.add(place, pe as u64, u64::from(flags[pe]));
                    }
                }
            }
            AccessedPlace::MatrixRows {
                side,
                physical_rows,
            } => {
                let Some(planes) = chip.planes(side) else {
                    return;
                };
                for row in (0..16).filter(|row| physical_rows >> row & 1 == 1) {
                    let plane = planes.read(Chip::matrix_plane(side, row));
                    let place = mixed(place(side as u64) ^ row as u64);
                    for pe in 0..PES {
                        self.add(place, pe as u64, plane[pe]);
                    }
                }
            }
            // A unit writes its forwarded result to its outputs too.
            AccessedPlace::Forwarding(path) => {
                if let Some(output) = chip.forwarded(path) {
                    let path = &output[cycle];
                    for pe in 0..PES {
                        let word = mixed(path.most[pe]) ^ path.least[pe];
                        self.add(place(200), pe as u64, word);
                    }
                }
            }
            AccessedPlace::Turnaround => {
                let level = ChipLevel::L1b;
                for l1b in 0..PES / level.pes() {
                    let turnaround = chip.turnaround.as_ref();
                    let words = turnaround.map_or(&[][..], |it| it.words(l1b, cycle));
                    for (index, &word) in words.iter().enumerate() {
                        self.add(place(300), (l1b << 8 | index) as u64, word);
                    }
                }
            }
            AccessedPlace::Upper {
                memory,
                elements,
                address,
                count,
            } => {
                let place = place(memory as u64);
                for element in (0..64).filter(|element| elements >> element & 1 == 1) {
                    for offset in 0..count {
                        let at = address.wrapping_add(offset);
                        let word = if memory == Memory::Dar {
                            let entry = element * DAR_ENTRIES as usize;
                            u64::from(chip.dar[entry + (at % DAR_ENTRIES) as usize])
                        } else {
                            upper::read(chip, memory, element, at)
                        };
                        self.add(place, (element as u64) << 40 | u64::from(at), word);
                    }
                }
            }
            AccessedPlace::Darbuf {
                elements,
                entry,
                count,
            } => {
                for element in (0..64).filter(|element| elements >> element & 1 == 1) {
                    for offset in 0..count {
                        let at = (entry + offset) % DARBUF_ENTRIES;
                        let word = chip.darbuf[element * DARBUF_ENTRIES as usize + at as usize];
                        self.add(
                            place(400),
                            (element as u64) << 40 | u64::from(at),
                            word.into(),
                        );
                    }
                }
            }
        }
    }

    fn done(&mut self) {
        if let Some(last) = self.list.last_mut() {
            last.digest = self.digest;
        }
    }
}
