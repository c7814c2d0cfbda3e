//! Instructions as bytes, in the order of a `.tprog` file, and back.
//!
//! An instruction is a number: opcode and flags above operand 2 above operand 1 above operand 0. Files hold it little-endian, so
//! that opcode and flags are its last byte.

use mnc2_text::{Message, message};

use crate::architecture::{Architecture, Layout};
use crate::instruction::{Address, Flow, Instruction, Simd};
use crate::options::Encoding;
use crate::table::{Memory, Mnemonic, Operation, ROWS};

/// The operands of an instruction and its flags, as numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fields {
    /// The opcode, 4 bits.
    pub opcode: u64,
    /// The flags, 4 bits.
    pub flags: u64,
    /// Operand 0, 1 and 2.
    pub operands: [u64; 3],
}

/// Why bytes are not an instruction that a listing can express.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// There are `given` of them, and an instruction has `count`.
    Length {
        /// How many an instruction has.
        count: usize,
        /// How many there are.
        given: usize,
    },
    /// No instruction has the opcode.
    Opcode(u64),
    /// The kind of a move is reserved.
    Reserved(u64),
    /// They have bits that the instruction does not have.
    Bits(Instruction),
}

impl Unreadable {
    /// The reason as a sentence.
    #[must_use]
    pub fn message(&self) -> Message {
        match *self {
            Self::Length { count, given } => message!(
                "an instruction of this architecture has {count} bytes, not {given}",
                count,
                given
            ),
            Self::Opcode(opcode) => {
                let opcode = format!("0x{opcode:x}");
                message!("no instruction has the opcode {opcode}", opcode)
            }
            Self::Reserved(flags) => {
                let flags = format!("0x{flags:x}");
                message!("`DataMove` reserves the kind {flags}", flags)
            }
            Self::Bits(instruction) => {
                let text = instruction.to_string();
                message!(
                    "it has bits that `{text}` does not have, and no listing can say them",
                    text
                )
            }
        }
    }
}

/// A machine with the encoding of its instructions.
#[derive(Clone, Debug)]
pub struct Encoder<'a> {
    architecture: &'a Architecture,
    layout: Layout,
    encoding: Encoding,
}

/// Ones in the lowest bits.
fn mask(bits: u32) -> u64 {
    1_u64.checked_shl(bits).map_or(u64::MAX, |end| end - 1)
}

impl<'a> Encoder<'a> {
    /// The fields are as wide as the memories of the machine require.
    #[must_use]
    pub fn new(architecture: &'a Architecture, encoding: Encoding) -> Self {
        Self {
            architecture,
            layout: Layout::new(architecture),
            encoding,
        }
    }

    /// The widths of the fields.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The opcode of an instruction; `None` if the encoding does not have it.
    #[must_use]
    pub fn opcode(&self, mnemonic: Mnemonic) -> Option<u64> {
        let row = mnemonic.row();
        let opcode = match self.encoding {
            Encoding::Docs => row.opcode,
            Encoding::Compiler => row.compiler_opcode,
        };
        opcode.map(u64::from)
    }

    /// The fields of an instruction of a thread; `None` if the encoding does not have it, or a number is too wide for its
    /// field.
    #[must_use]
    pub fn fields(&self, instruction: &Instruction, thread: u64) -> Option<Fields> {
        let opcode = self.opcode(instruction.mnemonic())?;
        let opcode = match self.encoding {
            Encoding::Docs if thread == 0 => opcode,
            Encoding::Compiler if thread < self.architecture.number_of_threads => {
                thread << 3 | opcode
            }
            Encoding::Docs | Encoding::Compiler => return None,
        };
        let layout = &self.layout;
        let place0 = |at: Address| packed(at, layout.address0, layout.stride0);
        let place1 = |at: Address| packed(at, layout.address1, layout.stride1);
        let fits = |value: u64, bits: u32| (value <= mask(bits)).then_some(value);
        let local0 = |local: Option<Address>| match local {
            Some(local) => place0(local),
            None => Some(0),
        };
        let (flags, operands) = match *instruction {
            Instruction::NoOp => (0, [0; 3]),
            Instruction::Wait { thread } => {
                let is_there = thread < self.architecture.number_of_threads;
                (0, [is_there.then_some(thread)?, 0, 0])
            }
            Instruction::MatMul {
                accumulates,
                local,
                accumulator,
                size,
            } => (
                u64::from(accumulates) | u64::from(local.is_none()) << 1,
                [
                    local0(local)?,
                    place1(accumulator)?,
                    fits(size, layout.size2)?,
                ],
            ),
            Instruction::DataMove {
                flow,
                local,
                memory,
                address,
                size,
            } => (
                flow_flags(flow, memory)?,
                [place0(local)?, place1(address)?, fits(size, layout.size2)?],
            ),
            Instruction::LoadWeights { local, size } => (
                u64::from(local.is_none()),
                [local0(local)?, fits(size, layout.address1)?, 0],
            ),
            Instruction::Simd(simd) => {
                let at = |first| Address { first, stride: 0 };
                let Simd {
                    reads,
                    writes,
                    accumulates,
                    ..
                } = simd;
                (
                    u64::from(reads) | u64::from(writes) << 1 | u64::from(accumulates) << 2,
                    [
                        place0(at(simd.write_address))?,
                        place1(at(simd.read_address))?,
                        sub_instruction(&simd, layout.register)?,
                    ],
                )
            }
            Instruction::LoadLut { local, table } => {
                (0, [place0(local)?, fits(table, layout.address1)?, 0])
            }
            Instruction::Configure { register, value } => {
                return self.configuration(opcode, register, value);
            }
        };
        Some(Fields {
            opcode,
            flags,
            operands,
        })
    }

    /// The register is in the 4 lowest bits of all operands together, the value above it.
    fn configuration(&self, opcode: u64, register: u64, value: u64) -> Option<Fields> {
        let bits = self.operand_bits();
        if register > 0xf || u64::BITS - value.leading_zeros() + 4 > bits {
            return None;
        }
        let all = u128::from(value) << 4 | u128::from(register);
        let (operands, _) = self.split(all);
        Some(Fields {
            opcode,
            flags: 0,
            operands,
        })
    }

    fn operand_bits(&self) -> u32 {
        self.layout.operand0() + self.layout.operand1() + self.layout.operand2()
    }

    /// The three operands of a number, and what is above them.
    fn split(&self, number: u128) -> ([u64; 3], u64) {
        let widths = [
            self.layout.operand0(),
            self.layout.operand1(),
            self.layout.operand2(),
        ];
        let mut rest = number;
        let operands = widths.map(|bits| {
            let operand = rest as u64 & mask(bits);
            rest >>= bits;
            operand
        });
        (operands, rest as u64)
    }

    /// The bytes of fields, the first of the file first.
    #[must_use]
    pub fn bytes(&self, fields: &Fields) -> Vec<u8> {
        let [first, second, third] = fields.operands.map(u128::from);
        let layout = &self.layout;
        let header = u128::from(fields.opcode << 4 | fields.flags);
        let upper = (header << layout.operand2() | third) << layout.operand1() | second;
        let number = upper << layout.operand0() | first;
        number.to_le_bytes()[..layout.bytes()].to_vec()
    }

    /// The instruction with its thread of the bytes of one.
    ///
    /// # Errors
    /// With the reason, if they are not an instruction, or have bits that a listing cannot express.
    pub fn decode(&self, bytes: &[u8]) -> Result<(Instruction, u64), Unreadable> {
        let count = self.layout.bytes();
        let given = bytes.len();
        if given != count {
            return Err(Unreadable::Length { count, given });
        }
        let mut number = [0; 16];
        number[..count].copy_from_slice(bytes);
        let number = u128::from_le_bytes(number);
        let (operands, header) = self.split(number);
        let (flags, opcode) = (header & 0xf, header >> 4);
        let (opcode, thread) = match self.encoding {
            Encoding::Docs => (opcode, 0),
            Encoding::Compiler => (opcode & 7, opcode >> 3),
        };
        let mnemonic = ROWS
            .iter()
            .map(|row| row.mnemonic)
            .find(|&mnemonic| self.opcode(mnemonic) == Some(opcode))
            .ok_or(Unreadable::Opcode(opcode))?;
        let instruction = self
            .instruction(mnemonic, flags, operands, number)
            .ok_or(Unreadable::Reserved(flags))?;
        let again = self.fields(&instruction, thread);
        if again.map(|fields| self.bytes(&fields)).as_deref() != Some(bytes) {
            return Err(Unreadable::Bits(instruction));
        }
        Ok((instruction, thread))
    }

    /// The instruction with these fields; `None` for a reserved kind of a move.
    fn instruction(
        &self,
        mnemonic: Mnemonic,
        flags: u64,
        [first, second, third]: [u64; 3],
        number: u128,
    ) -> Option<Instruction> {
        let layout = &self.layout;
        let place0 = unpacked(first, layout.address0, layout.stride0);
        let place1 = unpacked(second, layout.address1, layout.stride1);
        let bit = |bit: u32| flags >> bit & 1 == 1;
        Some(match mnemonic {
            Mnemonic::NoOp => Instruction::NoOp,
            Mnemonic::Wait => Instruction::Wait { thread: first },
            Mnemonic::MatMul => Instruction::MatMul {
                accumulates: bit(0),
                local: (!bit(1)).then_some(place0),
                accumulator: place1,
                size: third,
            },
            Mnemonic::DataMove => {
                let (flow, memory) = flow_of_flags(flags)?;
                Instruction::DataMove {
                    flow,
                    local: place0,
                    memory,
                    address: place1,
                    size: third,
                }
            }
            Mnemonic::LoadWeights => Instruction::LoadWeights {
                local: (!bit(0)).then_some(place0),
                size: second,
            },
            Mnemonic::Simd => {
                let register =
                    |index: u32| third >> (index * layout.register) & mask(layout.register);
                Instruction::Simd(Simd {
                    reads: bit(0),
                    writes: bit(1),
                    accumulates: bit(2),
                    write_address: place0.first,
                    read_address: place1.first,
                    operation: Operation::from_code(third >> (3 * layout.register) & 0xf)?,
                    left: register(2),
                    right: register(1),
                    destination: register(0),
                })
            }
            Mnemonic::LoadLut => Instruction::LoadLut {
                local: place0,
                table: second,
            },
            Mnemonic::Configure => {
                let value = (number & ((1 << self.operand_bits()) - 1)) >> 4;
                Instruction::Configure {
                    register: number as u64 & 0xf,
                    value: u64::try_from(value).unwrap_or(u64::MAX),
                }
            }
        })
    }
}

fn packed(at: Address, address_bits: u32, stride_bits: u32) -> Option<u64> {
    let fits = at.first <= mask(address_bits) && at.stride <= mask(stride_bits);
    fits.then(|| at.stride << address_bits | at.first)
}

fn unpacked(operand: u64, address_bits: u32, stride_bits: u32) -> Address {
    Address {
        first: operand & mask(address_bits),
        stride: operand >> address_bits & mask(stride_bits),
    }
}

/// Destination, right source, left source, operation, from the lowest bit up.
fn sub_instruction(simd: &Simd, register: u32) -> Option<u64> {
    let mut number = simd.operation.code();
    for slot in [simd.left, simd.right, simd.destination] {
        if slot > mask(register) {
            return None;
        }
        number = number << register | slot;
    }
    Some(number)
}

/// The kind of a move; `None` if there is none, as for sums in a DRAM.
fn flow_flags(flow: Flow, memory: Memory) -> Option<u64> {
    KINDS
        .iter()
        .find(|(_, known, place)| *known == flow && *place == memory)
        .map(|(kind, _, _)| *kind)
}

fn flow_of_flags(flags: u64) -> Option<(Flow, Memory)> {
    KINDS
        .iter()
        .find(|(kind, _, _)| *kind == flags)
        .map(|(_, flow, memory)| (*flow, *memory))
}

/// The kinds of moves; the others are reserved.
const KINDS: [(u64, Flow, Memory); 7] = [
    (0x0, Flow::ToLocal, Memory::Dram0),
    (0x1, Flow::FromLocal, Memory::Dram0),
    (0x2, Flow::ToLocal, Memory::Dram1),
    (0x3, Flow::FromLocal, Memory::Dram1),
    (0xc, Flow::ToLocal, Memory::Accumulators),
    (0xd, Flow::FromLocal, Memory::Accumulators),
    (0xf, Flow::FromLocalAdded, Memory::Accumulators),
];
