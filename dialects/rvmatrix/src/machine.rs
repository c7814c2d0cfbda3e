//! A machine that runs a text: RV64IMFD with what loops and memory need, and the matrix unit.
//!
//! It runs typed statements, never text. A trap of the hardware, and anything that the specification reserves, stops
//! the run with a message. A program ends after its last statement, at `ecall` and `ebreak`, and when it returns to its
//! caller.

mod csr;
mod float;
mod image;
mod locations;
mod matrix;
mod scalar;
mod state;

use std::ops::Range;
use std::sync::Arc;

use mnc2_assembly::Memory;
use mnc2_text::interface;
use mnc2_text::{Calls, Data, Fields, Frame, Grid, Message, Trouble, Variable, message};

use crate::base;
use crate::document::Document;
use crate::encode::Instruction;
use crate::program::{Action, CODE_ADDRESS, END_ADDRESS, Program, Source};
use crate::table::{Field, Operation};
use csr::Status;
use matrix::Unit;

/// The registers that the calling convention leaves places to return to in: `ra` and `t0`.
const LINKS: [u8; 2] = [1, 5];

/// Where the stack begins, and grows downward.
const STACK_ADDRESS: u64 = 0x7fff_f000;

/// A run. Copies share the program and the pages of memory that are alike.
#[derive(Clone, Debug)]
pub struct Machine {
    program: Arc<Program>,
    /// The next statement; the number of statements after the end.
    next: usize,
    registers: [u64; 32],
    /// The registers of numbers with a fraction. One of single precision has all bits of its high half set.
    floats: [u64; 32],
    status: Status,
    unit: Unit,
    memory: Memory,
    calls: Calls,
    steps: u64,
}

impl Machine {
    /// A machine at the first statement of a text.
    ///
    /// # Errors
    /// With the line and a sentence, if a statement cannot be encoded, or macros make too many.
    pub fn new(document: &Document) -> Result<Self, Trouble> {
        let (options, version) = (document.options(), document.names().version);
        let program = Program::new(document.source(), document.names())?;
        let mut memory = Memory::with_64_bits();
        for (address, bytes) in &program.data {
            memory.place(*address, bytes).map_err(|message| Trouble {
                line: None,
                message,
            })?;
        }
        let mut registers = options.registers;
        for (register, value) in [(1, END_ADDRESS), (2, STACK_ADDRESS)] {
            if registers[register] == 0 {
                registers[register] = value;
            }
        }
        let next = match &options.start {
            None => 0,
            Some(label) => *program.labels.get(label).ok_or_else(|| Trouble {
                line: None,
                message: message!("the program has no label `{label}` in its code", label),
            })?,
        };
        Ok(Self {
            next,
            registers,
            floats: [0; 32],
            status: Status::new(options.features, version),
            unit: Unit::new(options.mlen, version),
            memory,
            calls: Calls::default(),
            steps: 0,
            program: Arc::new(program),
        })
    }

    /// Jumps to a label, like a call.
    ///
    /// # Errors
    /// With a sentence, if the code has no such label.
    pub fn start_at(&mut self, label: &str) -> Result<(), Message> {
        match self.program.labels.get(label) {
            Some(&next) => {
                self.next = next;
                Ok(())
            }
            None => Err(message!(
                "the program has no label `{label}` in its code",
                label
            )),
        }
    }

    /// Sets an integer register.
    pub fn set_register(&mut self, number: u8, value: u64) {
        if let Some(register) = self.registers.get_mut(usize::from(number))
            && number != 0
        {
            *register = value;
        }
    }

    /// Writes memory from outside.
    ///
    /// # Errors
    /// With a sentence, if that takes more memory than a run may have.
    pub fn write(&mut self, address: u64, bytes: &[u8]) -> Result<(), Message> {
        self.memory.place(address, bytes)
    }

    /// Reads memory; bytes that were never written are 0.
    #[must_use]
    pub fn read(&self, address: u64, length: usize) -> Vec<u8> {
        let mut bytes = vec![0; length];
        self.memory.read(address, &mut bytes);
        bytes
    }

    /// The addresses that the program wrote, merged, in order.
    #[must_use]
    pub fn written(&self) -> Vec<Range<u64>> {
        self.memory.written()
    }

    fn get(&self, register: u8) -> u64 {
        self.registers
            .get(usize::from(register))
            .copied()
            .unwrap_or(0)
    }

    /// Executes a statement, and returns the next one.
    fn execute(&mut self, action: &Action) -> Result<usize, Message> {
        let after = self.next + 1;
        match *action {
            Action::Registers(operation, width, rd, rs1, rs2) => {
                let value = base::compute(operation, width, self.get(rs1), self.get(rs2));
                self.set_register(rd, value);
            }
            Action::Immediate(operation, width, rd, rs1, value) => {
                let value = base::compute(operation, width, self.get(rs1), value);
                self.set_register(rd, value);
            }
            Action::Unary(operation, rd, rs1) => {
                let value = base::unary(operation, self.get(rs1));
                self.set_register(rd, value);
            }
            Action::Number(rd, value) => self.set_register(rd, value),
            Action::Load(bytes, is_signed, rd, rs1, offset) => {
                let address = self.get(rs1).wrapping_add(offset);
                let value = self.load_number(address, bytes, is_signed);
                self.set_register(rd, value);
            }
            Action::Store(bytes, rs2, rs1, offset) => {
                let address = self.get(rs1).wrapping_add(offset);
                let value = self.get(rs2).to_le_bytes();
                self.memory.write(address, &value[..usize::from(bytes)])?;
            }
            Action::FloatLoad(bytes, fd, rs1, offset) => {
                let address = self.get(rs1).wrapping_add(offset);
                self.set_float(fd, bytes, self.load_number(address, bytes, false));
            }
            Action::FloatStore(bytes, fs2, rs1, offset) => {
                let address = self.get(rs1).wrapping_add(offset);
                let value = self.floats[usize::from(fs2) % 32].to_le_bytes();
                self.memory.write(address, &value[..usize::from(bytes)])?;
            }
            Action::Float {
                float,
                rd,
                sources,
                rounding,
            } => self.float(float, rd, sources, rounding)?,
            Action::Branch(condition, rs1, rs2, target) => {
                if base::holds(condition, self.get(rs1), self.get(rs2)) {
                    return Ok(target);
                }
            }
            Action::Jump(rd, target) => {
                self.set_register(rd, address_of(after));
                self.jump(rd, target);
                return Ok(target);
            }
            Action::JumpRegister(rd, rs1, offset) => {
                let address = self.get(rs1).wrapping_add(offset) & !1;
                let target = self.statement_at(address)?;
                self.set_register(rd, address_of(after));
                match LINKS.contains(&rd) {
                    true => self.jump(rd, target),
                    false => self.calls.go(target as u64),
                }
                return Ok(target);
            }
            Action::Csr {
                action,
                rd,
                number,
                source,
            } => self.access(action, rd, number, source)?,
            Action::Nothing => {}
            Action::Stop => return Ok(self.program.statements.len()),
            Action::Matrix(instruction) => self.matrix(&instruction)?,
            Action::Unknown(ref message) => return Err(message.clone()),
        }
        Ok(after)
    }

    /// A number in memory, of at most 8 bytes.
    fn load_number(&self, address: u64, bytes: u8, is_signed: bool) -> u64 {
        let mut buffer = [0; 8];
        self.memory.read(address, &mut buffer[..usize::from(bytes)]);
        let value = u64::from_le_bytes(buffer);
        let unused = 64 - 8 * u32::from(bytes);
        if is_signed {
            ((value << unused) as i64 >> unused) as u64
        } else {
            value
        }
    }

    /// Reads and writes a control and status register.
    fn access(
        &mut self,
        action: base::CsrAction,
        rd: u8,
        number: u16,
        source: Source,
    ) -> Result<(), Message> {
        let value = match source {
            Source::Nothing => None,
            Source::Number(value) => Some(u64::from(value)),
            Source::Register(register) => Some(self.get(register)),
        };
        let writes = match (action, source) {
            (base::CsrAction::Read, _) => None,
            (base::CsrAction::Write, _) => value,
            // To set or clear no bits only reads.
            (_, Source::Register(0) | Source::Number(0)) => None,
            _ => value,
        };
        let old = self.status.read(number, self.unit.shape(), self.steps)?;
        if let Some(value) = writes {
            let new = match action {
                base::CsrAction::Set => old | value,
                base::CsrAction::Clear => old & !value,
                base::CsrAction::Read | base::CsrAction::Write => value,
            };
            self.status.write(number, new, self.unit.rows())?;
        }
        self.set_register(rd, old);
        Ok(())
    }

    /// Executes an instruction of the extension.
    fn matrix(&mut self, instruction: &Instruction) -> Result<(), Message> {
        let rs1 = match instruction.row.form.fields().contains(&Field::Scalar) {
            true => self.get(instruction.get(Field::Scalar) as u8),
            false => self.get(instruction.get(Field::Rs1) as u8),
        };
        let rs2 = self.get(instruction.get(Field::Rs2) as u8);
        let result =
            self.unit
                .execute(instruction, (rs1, rs2), &mut self.status, &mut self.memory)?;
        if let Operation::Configure(_) | Operation::ReadElement = instruction.row.operation {
            self.set_register(instruction.get(Field::Rd) as u8, result);
        }
        Ok(())
    }

    /// Notes a call: a jump that leaves the place after it in a register for that.
    fn jump(&mut self, rd: u8, target: usize) {
        let after = self.next + 1;
        // `jal ra, 1f` before a label only reads the address of the code.
        if LINKS.contains(&rd) && target != after {
            self.calls.call(self.next as u64, after as u64);
        }
    }

    /// The statement at a code address; the one after the last for the address that a program returns to.
    fn statement_at(&self, address: u64) -> Result<usize, Message> {
        let count = self.program.statements.len();
        if address == END_ADDRESS {
            return Ok(count);
        }
        let index = address.wrapping_sub(CODE_ADDRESS) / 4;
        match usize::try_from(index) {
            Ok(index) if index <= count && address.is_multiple_of(4) => Ok(index),
            _ => {
                let address = format!("0x{address:x}");
                Err(message!("there is no code at {address}", address))
            }
        }
    }
}

impl interface::Start for Document {
    fn machine(&self) -> Result<Box<dyn interface::Machine>, Trouble> {
        Ok(Box::new(Machine::new(self)?))
    }
}

impl interface::Machine for Machine {
    fn step(&mut self) -> Result<(), Trouble> {
        let program = Arc::clone(&self.program);
        let Some(statement) = program.statements.get(self.next) else {
            return Ok(());
        };
        let next = self.execute(&statement.action).map_err(|message| Trouble {
            line: Some(statement.line),
            message,
        })?;
        self.next = next;
        self.steps += 1;
        Ok(())
    }

    fn load(&mut self, given: &[(String, Data)]) -> Result<(), Message> {
        image::load(&mut self.memory, given)
    }

    fn line(&self) -> Option<u32> {
        self.program
            .statements
            .get(self.next)
            .map(|statement| statement.line)
    }

    fn steps(&self) -> u64 {
        self.steps
    }

    fn dump(&self, named: &[(String, Data)], bytes_max: u64) -> Result<Fields, Message> {
        image::dump(&self.memory, named, bytes_max)
    }

    fn computed(&self, named: &[(String, Data)]) -> Vec<Variable> {
        let mut shown = mnc2_assembly::without_zeros(self.state());
        shown.extend(image::shown(&self.memory, named));
        shown
    }

    fn grids(&self) -> Vec<Grid> {
        Vec::new()
    }

    fn state(&self) -> Vec<Variable> {
        state::state((&self.registers, &self.floats), &self.status, &self.unit)
    }

    fn lines(&self) -> Vec<u32> {
        let mut lines: Vec<u32> = self.program.statements.iter().map(|it| it.line).collect();
        lines.sort_unstable();
        lines.dedup();
        lines
    }

    fn frames(&self, _thread: usize) -> Vec<Frame> {
        let line_of = |from: u64| {
            let statement = self.program.statements.get(usize::try_from(from).ok()?)?;
            Some(statement.line)
        };
        self.calls.frames(self.line(), line_of)
    }

    fn depth(&self) -> usize {
        self.calls.depth()
    }

    fn size_bytes(&self) -> u64 {
        size_of::<Self>() as u64 + self.unit.size_bytes() + self.memory.size_bytes()
    }
}

fn address_of(statement: usize) -> u64 {
    CODE_ADDRESS + 4 * statement as u64
}
