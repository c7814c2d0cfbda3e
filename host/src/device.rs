//! The chip as a host program sees it: transfers to and from PDM of group 0, kernels, and words of any memory.
//!
//! Every call completes before it returns, as every statement of the emulator does. A transfer waits for nothing, but one that
//! waits for a tag which no kernel has issued is refused, since on the board it would wait until its limit.

use std::sync::atomic::AtomicBool;

use mnc2_emulator::machine::observer::Unobserved;
use mnc2_emulator::machine::upper;
use mnc2_emulator::{Dump, Machine, Recording, RunOptions, TravelOptions};
use mnc2_isa::Memory;
use mnc2_isa::geometry::{
    DRAM_LONG_WORDS, GRF_SINGLE_WORDS, GROUPS, L1BM_LONG_WORDS, L1BS_PER_L2B, L2BM_LONG_WORDS,
    L2BS_PER_GROUP, LM_SINGLE_WORDS, MABS_PER_L1B, PDM_LONG_WORDS, PES_PER_L1B, PES_PER_L2B,
    PES_PER_MAB,
};
use mnc2_program::Scope;
use mnc2_text::{Message, message};

use crate::early_end;
use crate::kernel::{Kernel, Tags, at_line, tags};

/// The largest tag of a transfer.
pub const TAG_MAX: u32 = 63;

/// Bytes of a long word, of which addresses and sizes are multiples.
const LONG_WORD_BYTES: u64 = 8;

/// Bytes of a block that is reversed as a whole.
const BLOCK_BYTES: usize = 64;

/// The order of bytes in transfers between the host and PDM (`ENDIAN_CTRL`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ByteOrder {
    /// 0: blocks of 64 bytes are reversed.
    Blocks,
    /// 1: bytes as they are, the first one on the MSB side.
    Bytes,
    /// 2: values of 16 bits in the order of a little-endian host.
    Halves,
    /// 3: values of 32 bits in the order of a little-endian host.
    Singles,
    /// 4: values of 64 bits in the order of a little-endian host.
    #[default]
    Longs,
}

impl ByteOrder {
    /// All orders, by their numbers.
    pub const ALL: [Self; 5] = [
        Self::Blocks,
        Self::Bytes,
        Self::Halves,
        Self::Singles,
        Self::Longs,
    ];

    /// The bytes that are reversed together.
    const fn unit_bytes(self) -> usize {
        match self {
            Self::Blocks => BLOCK_BYTES,
            Self::Bytes => 1,
            Self::Halves => 2,
            Self::Singles => 4,
            Self::Longs => 8,
        }
    }

    /// Converts between the orders of the host and the chip, in both directions.
    fn reorder(self, bytes: &mut [u8]) {
        for unit in bytes.chunks_mut(self.unit_bytes()) {
            unit.reverse();
        }
    }
}

/// The kind of a refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// An argument is wrong; nothing was done.
    Argument,
    /// The kernel cannot be run to its end.
    Kernel,
    /// It would wait for what does not come.
    Timeout,
}

/// Why something was not done.
#[derive(Clone, Debug, PartialEq)]
pub struct Refused {
    /// What a caller can do about it.
    pub fault: Fault,
    /// The reason, as a sentence.
    pub reason: Message,
}

const fn argument(reason: Message) -> Refused {
    Refused {
        fault: Fault::Argument,
        reason,
    }
}

/// A memory of the chip, by words of 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words {
    /// Any memory but registers and masks.
    pub memory: Memory,
    /// The element, from the group down; missing parts are 0.
    pub element: Scope,
    /// The first address in long words.
    pub address: u32,
}

impl Words {
    /// The index of the element of this memory, and the memory's size in long words; `None` if words of it are not accessed so.
    fn index_and_size(self) -> Option<(usize, u32)> {
        let pe = self.element.first_pe();
        Some(match self.memory {
            Memory::Lm0 | Memory::Lm1 => (pe, LM_SINGLE_WORDS / 2),
            Memory::Grf0 | Memory::Grf1 => (pe, GRF_SINGLE_WORDS / 2),
            Memory::L1bm => (pe / PES_PER_L1B, L1BM_LONG_WORDS),
            Memory::L2bm => (pe / PES_PER_L2B, L2BM_LONG_WORDS),
            Memory::Pdm => (usize::from(self.element.group.unwrap_or(0)), PDM_LONG_WORDS),
            Memory::Dram => (
                usize::from(self.element.group.unwrap_or(0)),
                DRAM_LONG_WORDS,
            ),
            Memory::T
            | Memory::MaskRegister
            | Memory::BaseLm0
            | Memory::BaseLm1
            | Memory::MatrixX
            | Memory::MatrixY
            | Memory::Dar => return None,
        })
    }

    /// Checks that all of `count` words exist.
    ///
    /// # Errors
    /// What does not exist.
    pub fn check(self, count: usize) -> Result<(), Refused> {
        self.checked(count).map(|_| ())
    }

    /// The index of the element, if all of `count` words exist.
    fn checked(self, count: usize) -> Result<usize, Refused> {
        let parts = [
            (self.element.group, GROUPS),
            (self.element.l2b, L2BS_PER_GROUP),
            (self.element.l1b, L1BS_PER_L2B),
            (self.element.mab, MABS_PER_L1B),
            (self.element.pe, PES_PER_MAB),
        ];
        let is_outside =
            |(part, limit): &(Option<u8>, usize)| usize::from(part.unwrap_or(0)) >= *limit;
        if parts.iter().any(is_outside) {
            return Err(argument(message!("the chip has no such element")));
        }
        let Some((index, size)) = self.index_and_size() else {
            return Err(argument(message!(
                "this memory has no words that a host reads or writes"
            )));
        };
        let end = u64::from(self.address) + count as u64;
        if count == 0 || end > u64::from(size) {
            return Err(argument(message!(
                "{count:# long word|# long words} from address {address} are not in the {size} of {memory}",
                count = count as u64,
                address = self.address,
                size,
                memory = self.memory.name()
            )));
        }
        Ok(index)
    }
}

/// A chip and the order of bytes in its transfers.
#[derive(Default)]
pub struct Device {
    machine: Machine,
    /// The tags of MV instructions that have run, a bit for each, since the start or a reset.
    issued: u64,
    /// The order of bytes in transfers.
    pub byte_order: ByteOrder,
}

impl Device {
    /// A device over this machine.
    #[must_use]
    pub fn new(machine: Machine) -> Self {
        Self {
            machine,
            ..Self::default()
        }
    }

    /// Forgets which tags were issued. Memories stay.
    pub const fn reset(&mut self) {
        self.issued = 0;
    }

    /// The state of the chip.
    #[must_use]
    pub const fn machine(&self) -> &Machine {
        &self.machine
    }

    /// Writes bytes of the host to PDM of group 0.
    ///
    /// # Errors
    /// If the offset or the length is not a multiple of 8, if they are not in PDM, or if there is no such tag.
    pub fn send(&mut self, bytes: &[u8], offset: u64, tag: u32) -> Result<(), Refused> {
        let address = self.checked_transfer(offset, bytes.len(), tag)?;
        let mut bytes = bytes.to_vec();
        self.byte_order.reorder(&mut bytes);
        let long_words = bytes.as_chunks::<8>().0.iter();
        let words: Vec<u64> = long_words.map(|word| u64::from_be_bytes(*word)).collect();
        self.machine.chip_mut().pdm[0].write_some(address, &words);
        Ok(())
    }

    /// Reads PDM of group 0 into bytes of the host, after the MV instruction with a tag; with tag 0 after nothing.
    ///
    /// # Errors
    /// As [`Self::send`], and if no kernel has issued the tag.
    pub fn receive(&self, bytes: &mut [u8], offset: u64, tag: u32) -> Result<(), Refused> {
        let address = self.checked_transfer(offset, bytes.len(), tag)?;
        if tag != 0 && self.issued >> tag & 1 == 0 {
            return Err(Refused {
                fault: Fault::Timeout,
                reason: message!(
                    "no MV instruction with tag i{tag} has run: the board would wait for it until the limit",
                    tag = format!("{tag:02x}")
                ),
            });
        }
        let mut words = vec![0; bytes.len() / LONG_WORD_BYTES as usize];
        self.machine.chip().pdm[0].read_some(address, &mut words);
        for (bytes, word) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(words) {
            *bytes = word.to_be_bytes();
        }
        self.byte_order.reorder(bytes);
        Ok(())
    }

    /// Checks that a transfer can be done, before its bytes are looked at.
    ///
    /// # Errors
    /// As [`Self::send`].
    pub fn check_transfer(&self, offset: u64, size: usize, tag: u32) -> Result<(), Refused> {
        self.checked_transfer(offset, size, tag).map(|_| ())
    }

    /// The address of a transfer in long words, if it can be done.
    fn checked_transfer(&self, offset: u64, size: usize, tag: u32) -> Result<u32, Refused> {
        if tag > TAG_MAX {
            return Err(argument(message!(
                "tag {tag} is out of range: tags go from 0 to {max}",
                tag,
                max = TAG_MAX
            )));
        }
        let size_bytes = size as u64;
        if size_bytes == 0 || !size_bytes.is_multiple_of(LONG_WORD_BYTES) {
            return Err(argument(message!(
                "the size is {size:# byte|# bytes}, and must be a multiple of 8 that is not 0",
                size = size_bytes
            )));
        }
        if !offset.is_multiple_of(LONG_WORD_BYTES) {
            return Err(argument(message!(
                "the offset in PDM is {offset}, and must be a multiple of 8",
                offset
            )));
        }
        let pdm_bytes = u64::from(PDM_LONG_WORDS) * LONG_WORD_BYTES;
        if offset
            .checked_add(size_bytes)
            .is_none_or(|end| end > pdm_bytes)
        {
            return Err(argument(message!(
                "{size:# byte|# bytes} from offset {offset} are not in PDM, which has {pdm}",
                size = size_bytes,
                offset,
                pdm = pdm_bytes
            )));
        }
        let in_blocks = |number: u64| number.is_multiple_of(BLOCK_BYTES as u64);
        if self.byte_order == ByteOrder::Blocks && !(in_blocks(offset) && in_blocks(size_bytes)) {
            return Err(argument(message!(
                "with the byte order 0, offset and size must be multiples of {block}",
                block = BLOCK_BYTES
            )));
        }
        Ok((offset / LONG_WORD_BYTES) as u32)
    }

    /// Runs a kernel on the state that the chip is in. `print` gets the lines of its `d get` statements.
    ///
    /// # Errors
    /// If it stops before its end; what it has done until then stays.
    pub fn run(
        &mut self,
        kernel: &Kernel,
        budget_bytes: u64,
        cancel: Option<&AtomicBool>,
        print: &mut dyn FnMut(&Dump),
    ) -> Result<(), Refused> {
        let options = RunOptions {
            budget_bytes,
            cancel,
            ..RunOptions::default()
        };
        let mut sink = |line: Dump| {
            print(&line);
            std::ops::ControlFlow::Continue(())
        };
        let report = self.machine.run(&kernel.program, &options, &mut sink);
        match early_end(&report.outcome) {
            None => {
                self.issue(&kernel.tags());
                Ok(())
            }
            Some((line, reason)) => Err(Refused {
                fault: Fault::Kernel,
                reason: at_line(kernel.number(line), reason),
            }),
        }
    }

    /// Takes over the run of a kernel from a debugger: it runs from its start to its end, with the user's changes of memories and
    /// of the program, which has all lines of its text. `print` gets the lines of its `d get` statements.
    ///
    /// # Errors
    /// As [`Self::run`].
    pub fn take_over(
        &mut self,
        run: &Recording,
        budget_bytes: u64,
        print: &mut dyn FnMut(&Dump),
    ) -> Result<(), Refused> {
        let options = TravelOptions {
            budget_bytes,
            cancel: None,
        };
        let mut sink = |line: Dump| {
            print(&line);
            std::ops::ControlFlow::Continue(())
        };
        let mut run = run.from_start();
        let end = run.travel_observed(run.end(), &options, &mut sink, &mut Unobserved);
        self.machine.clone_from(run.machine());
        match end.err().as_ref().and_then(early_end) {
            None => {
                self.issue(&tags(run.program()));
                Ok(())
            }
            Some((line, reason)) => Err(Refused {
                fault: Fault::Kernel,
                reason: at_line(u64::from(line) + 1, reason),
            }),
        }
    }

    /// Remembers the tags of MV instructions that have run.
    fn issue(&mut self, tags: &Tags) {
        let of_hardware = |tag: &&u8| u32::from(**tag) <= TAG_MAX;
        let carried = tags.carried.iter().filter(of_hardware);
        self.issued |= carried.fold(0, |all, tag| all | 1 << tag);
    }

    /// Reads words of a memory.
    ///
    /// # Errors
    /// If the element does not exist, or the words lie outside its memory.
    pub fn read(&self, from: Words, words: &mut [u64]) -> Result<(), Refused> {
        let index = from.checked(words.len())?;
        let chip = self.machine.chip();
        match chip.planes(from.memory) {
            Some(planes) => {
                for (word, address) in words.iter_mut().zip(from.address as usize..) {
                    *word = planes.read(address)[index];
                }
            }
            None => upper::read_some(chip, from.memory, index, from.address, words),
        }
        Ok(())
    }

    /// Writes words of a memory.
    ///
    /// # Errors
    /// If the element does not exist, or the words lie outside its memory.
    pub fn write(&mut self, to: Words, words: &[u64]) -> Result<(), Refused> {
        let index = to.checked(words.len())?;
        let chip = self.machine.chip_mut();
        match chip.planes_mut(to.memory) {
            Some(planes) => {
                for (&word, address) in words.iter().zip(to.address as usize..) {
                    planes.write(address).set(index, word);
                }
            }
            None => upper::write_some(chip, to.memory, index, to.address, words),
        }
        Ok(())
    }
}
