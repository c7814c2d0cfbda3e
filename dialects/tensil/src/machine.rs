//! A machine that runs a listing: memories of vectors, the systolic array with its weights, and the SIMD unit.
//!
//! It runs typed instructions, never text, in the order of the text, and models no latency. Everything starts at zero.

mod arithmetic;
mod grid;
mod image;
mod locations;
mod memory;
mod model_ports;
mod state;

use std::ops::Range;
use std::sync::Arc;

use mnc2_text::interface;
use mnc2_text::{Data, Fields, Frame, Grid, Message, Trouble, Variable, message};

use crate::architecture::Architecture;
use crate::document::Document;
use crate::instruction::{Address, Flow, Instruction, Simd};
use crate::lower::lower;
use crate::table::{Memory, Operation};
pub use arithmetic::Arithmetic;
use memory::Vectors;
use model_ports::Ports;

/// The products of one instruction that are computed.
const PRODUCTS_MAX: u64 = 1 << 29;

/// The bits of an address within a memory; the bits above them select the memory.
const MEMORY_BITS: u32 = 44;

/// The memories in the order of addresses.
const MEMORIES: [Memory; 4] = [
    Memory::Dram0,
    Memory::Dram1,
    Memory::Local,
    Memory::Accumulators,
];

/// A run. Copies share the program and the pages of memory that are alike.
#[derive(Clone, Debug)]
pub struct Machine {
    program: Arc<[(u32, Instruction)]>,
    architecture: Arc<Architecture>,
    arithmetic: Arithmetic,
    /// The next instruction; the number of instructions after the end.
    next: usize,
    /// In the order of [`MEMORIES`].
    memories: [Vectors; 4],
    registers: Vec<Arc<[i32]>>,
    /// The rows of the array, the bias row first.
    weights: Vec<Arc<[i32]>>,
    /// The registers of `Configure`.
    configured: [Option<u64>; 16],
    steps: u64,
    /// The inputs and outputs, if it runs the program of a model.
    ports: Option<Arc<Ports>>,
}

impl Machine {
    /// A machine at the first instruction of a text.
    ///
    /// # Errors
    /// With the line and a sentence, if a line is not an instruction, or belongs to a second thread.
    pub fn new(document: &Document) -> Result<Self, Trouble> {
        let options = document.options();
        let mut program = Vec::new();
        for (number, line) in document.source().lines().enumerate() {
            let trouble = |message| Trouble {
                line: Some(number as u32),
                message,
            };
            if line.is_too_long {
                return Err(trouble(message!("this is not an instruction")));
            }
            let Some(statement) = &line.statement else {
                continue;
            };
            let lowered = lower(line, statement, options);
            if lowered.thread != 0 {
                return Err(trouble(message!("only programs of one thread are run")));
            }
            let Some(instruction) = lowered.instruction else {
                let error = lowered.diagnostics.into_iter().find(|it| it.is_error());
                let message = error.map_or(message!("this is not an instruction"), |it| it.message);
                return Err(trouble(message));
            };
            program.push((number as u32, instruction));
        }
        let architecture = Arc::new(options.architecture.clone());
        let size = architecture.array_size as usize;
        let zeros: Arc<[i32]> = vec![0; size].into();
        let depths = [
            architecture.dram0_depth,
            architecture.dram1_depth,
            architecture.local_depth,
            architecture.accumulator_depth,
        ];
        Ok(Self {
            program: program.into(),
            arithmetic: Arithmetic(architecture.data_type),
            next: 0,
            memories: depths.map(|depth| Vectors::new(depth, size)),
            registers: vec![Arc::clone(&zeros); architecture.simd_registers_depth as usize],
            weights: vec![zeros; architecture.weight_rows() as usize],
            configured: [None; 16],
            steps: 0,
            ports: None,
            architecture,
        })
    }

    /// The machine that the program is for.
    pub(crate) fn architecture(&self) -> &Architecture {
        &self.architecture
    }

    /// The inputs and outputs, if it runs the program of a model.
    fn ports(&self) -> Option<&Ports> {
        self.ports.as_deref()
    }

    /// Sets the inputs and outputs of a model. Its program is at the line that names it.
    fn set_ports(&mut self, ports: Ports) {
        let program = self.program.iter();
        self.program = program.map(|(_, it)| (ports.line, *it)).collect();
        self.ports = Some(Arc::new(ports));
    }

    /// The bytes of the scalar nearest to a number; `None` if it is outside of the type.
    pub(crate) fn scalar(&self, number: f64) -> Option<Vec<u8>> {
        let raw = self.arithmetic.from_number(number)?;
        Some(self.arithmetic.to_bytes(raw))
    }

    /// The numbers of a vector.
    pub(crate) fn numbers(&self, memory: Memory, address: u64) -> Vec<f64> {
        let vector = self.memory(memory).vector(address);
        vector
            .iter()
            .map(|raw| self.arithmetic.number(*raw))
            .collect()
    }

    /// Where a memory begins in the addresses of [`Self::read`] and [`Self::write`], which count bytes.
    #[must_use]
    pub fn base(memory: Memory) -> u64 {
        let index = MEMORIES.iter().position(|it| *it == memory).unwrap_or(0);
        (index as u64) << MEMORY_BITS
    }

    /// Writes memory from outside: bytes of scalars, as files of data have them.
    ///
    /// # Errors
    /// With a sentence, if there is no such memory, or a scalar is written in part.
    pub fn write(&mut self, address: u64, bytes: &[u8]) -> Result<(), Message> {
        let width = self.architecture.data_type.bytes();
        let (index, offset) = Self::split(address);
        let is_whole = offset.is_multiple_of(width as u64) && bytes.len().is_multiple_of(width);
        if !is_whole {
            return Err(message!(
                "scalars have {width} bytes, and are written as a whole",
                width
            ));
        }
        let Some(memory) = self.memories.get_mut(index) else {
            let address = format!("0x{address:x}");
            return Err(message!("there is no memory at {address}", address));
        };
        let size = self.architecture.array_size;
        for (at, scalar) in (offset / width as u64..).zip(bytes.chunks(width)) {
            let raw = self.arithmetic.from_bytes(scalar);
            memory.set(at / size, (at % size) as usize, raw)?;
        }
        Ok(())
    }

    /// Reads memory; what was never written is 0.
    #[must_use]
    pub fn read(&self, address: u64, length: usize) -> Vec<u8> {
        let width = self.architecture.data_type.bytes();
        let size = self.architecture.array_size;
        let (index, offset) = Self::split(address);
        let Some(memory) = self.memories.get(index) else {
            return vec![0; length];
        };
        let first = offset / width as u64;
        let skipped = (offset % width as u64) as usize;
        let count = (skipped + length).div_ceil(width) as u64;
        let scalars = first..first + count;
        let bytes = scalars.flat_map(|at| {
            let raw = memory.get(at / size, (at % size) as usize);
            self.arithmetic.to_bytes(raw)
        });
        bytes.skip(skipped).take(length).collect()
    }

    /// The addresses that the program wrote, merged, in order.
    #[must_use]
    pub fn written(&self) -> Vec<Range<u64>> {
        let bytes = self.architecture.vector_bytes();
        let all = self.memories.iter().zip(MEMORIES);
        all.flat_map(|(vectors, memory)| {
            let base = Self::base(memory);
            let ranges = vectors.written().into_iter();
            ranges.map(move |range| base + range.start * bytes..base + range.end * bytes)
        })
        .collect()
    }

    /// The scalars of a vector, as raw integers.
    #[must_use]
    pub fn vector(&self, memory: Memory, address: u64) -> Vec<i32> {
        self.memory(memory).vector(address).to_vec()
    }

    /// A sentence about the next instruction; of a model, with its place in the program.
    fn in_program(&self, instruction: &Instruction, reason: Message) -> Message {
        match &self.ports {
            None => reason,
            Some(ports) => message!(
                "instruction {number} of `{file}`, `{text}`: {reason}",
                number = self.next,
                file = ports.file.as_str(),
                text = instruction.to_string(),
                reason
            ),
        }
    }

    fn split(address: u64) -> (usize, u64) {
        let offset = address & ((1 << MEMORY_BITS) - 1);
        ((address >> MEMORY_BITS) as usize, offset)
    }

    fn memory(&self, memory: Memory) -> &Vectors {
        let index = MEMORIES.iter().position(|it| *it == memory).unwrap_or(0);
        &self.memories[index]
    }

    fn memory_mut(&mut self, memory: Memory) -> &mut Vectors {
        let index = MEMORIES.iter().position(|it| *it == memory).unwrap_or(0);
        &mut self.memories[index]
    }

    /// The addresses of `size + 1` vectors, all inside their memory.
    fn addresses(
        &self,
        memory: Memory,
        address: Address,
        size: u64,
    ) -> Result<impl DoubleEndedIterator<Item = u64> + use<>, Message> {
        let depth = self.memory(memory).depth();
        let name = memory.name();
        match address.last(size) {
            Some(last) if last < depth => {
                let (first, stride) = (address.first, address.stride);
                Ok((0..=size).map(move |index| first + (index << stride)))
            }
            _ => Err(message!(
                "this leaves `{name}`, which has {depth} vectors",
                name,
                depth
            )),
        }
    }

    fn store(
        &mut self,
        memory: Memory,
        address: u64,
        mut vector: Vec<i32>,
        is_added: bool,
    ) -> Result<(), Message> {
        if is_added {
            let before = self.memory(memory).vector(address);
            for (value, before) in vector.iter_mut().zip(before.iter()) {
                *value = self.arithmetic.add(*before, *value);
            }
        }
        self.memory_mut(memory).store(address, &vector)
    }

    fn execute(&mut self, instruction: &Instruction) -> Result<(), Message> {
        match *instruction {
            Instruction::NoOp | Instruction::Wait { .. } => Ok(()),
            Instruction::Configure { register, value } => {
                if let Some(place) = self.configured.get_mut(register as usize) {
                    *place = Some(value);
                }
                Ok(())
            }
            Instruction::LoadLut { .. } => {
                let name = "LoadLUT";
                Err(message!(
                    "what `{name}` does to the machine is not known",
                    name
                ))
            }
            Instruction::MatMul {
                accumulates,
                local,
                accumulator,
                size,
            } => self.multiply(accumulates, local, accumulator, size),
            Instruction::DataMove {
                flow,
                local,
                memory,
                address,
                size,
            } => self.transfer(flow, local, memory, address, size),
            Instruction::LoadWeights { local, size } => self.load_weights(local, size),
            Instruction::Simd(simd) => self.compute(&simd),
        }
    }

    fn multiply(
        &mut self,
        accumulates: bool,
        local: Option<Address>,
        accumulator: Address,
        size: u64,
    ) -> Result<(), Message> {
        let rows = self.architecture.weight_rows();
        let products = size
            .saturating_add(1)
            .saturating_mul(rows * self.architecture.array_size);
        if products > PRODUCTS_MAX {
            let limit = PRODUCTS_MAX;
            return Err(message!(
                "an instruction of {products} products is not run: the limit is {limit}",
                products,
                limit
            ));
        }
        let to = self.addresses(Memory::Accumulators, accumulator, size)?;
        let from = match local {
            Some(local) => Some(self.addresses(Memory::Local, local, size)?),
            None => None,
        };
        let mut from = from.into_iter().flatten();
        let zeros: Arc<[i32]> = vec![0; self.architecture.array_size as usize].into();
        for address in to {
            let vector = match from.next() {
                Some(source) => self.memory(Memory::Local).vector(source),
                None => Arc::clone(&zeros),
            };
            let result = self.product(&vector);
            self.store(Memory::Accumulators, address, result, accumulates)?;
        }
        Ok(())
    }

    /// A vector with 1 before it times the weights, each sum rounded and saturated after each product, in the order of rows.
    fn product(&self, vector: &[i32]) -> Vec<i32> {
        let arithmetic = self.arithmetic;
        let mut sums = vec![0; self.architecture.array_size as usize];
        let factors = std::iter::once(arithmetic.one()).chain(vector.iter().copied());
        for (factor, row) in factors.zip(&self.weights) {
            for (sum, weight) in sums.iter_mut().zip(row.iter()) {
                *sum = arithmetic.multiply_add(factor, *weight, *sum);
            }
        }
        sums
    }

    fn transfer(
        &mut self,
        flow: Flow,
        local: Address,
        memory: Memory,
        address: Address,
        size: u64,
    ) -> Result<(), Message> {
        let here = self.addresses(Memory::Local, local, size)?;
        let there = self.addresses(memory, address, size)?;
        for (here, there) in here.zip(there) {
            match flow {
                Flow::ToLocal => {
                    let vector = self.memory(memory).vector(there);
                    self.store(Memory::Local, here, vector.to_vec(), false)?;
                }
                Flow::FromLocal | Flow::FromLocalAdded => {
                    let vector = self.memory(Memory::Local).vector(here);
                    let is_added = flow == Flow::FromLocalAdded;
                    self.store(memory, there, vector.to_vec(), is_added)?;
                }
            }
        }
        Ok(())
    }

    /// Rows go in at row 0, that with the highest address first; the others move up, and the last falls out.
    fn load_weights(&mut self, local: Option<Address>, size: u64) -> Result<(), Message> {
        let zeros: Arc<[i32]> = vec![0; self.architecture.array_size as usize].into();
        let rows: Vec<Arc<[i32]>> = match local {
            // What was pushed first has fallen out again.
            None => {
                let count = size.saturating_add(1).min(self.architecture.weight_rows());
                vec![zeros; count as usize]
            }
            Some(local) => {
                let addresses = self.addresses(Memory::Local, local, size)?;
                let kept = addresses.take(self.weights.len());
                kept.map(|address| self.memory(Memory::Local).vector(address))
                    .collect()
            }
        };
        let count = self.weights.len();
        self.weights.splice(0..0, rows);
        self.weights.truncate(count);
        Ok(())
    }

    /// The result is always the output, and is also written to the destination if it is a register.
    fn compute(&mut self, simd: &Simd) -> Result<(), Message> {
        let accumulator = |first| Address { first, stride: 0 };
        for (is_used, address) in [
            (simd.reads, simd.read_address),
            (simd.writes, simd.write_address),
        ] {
            if is_used {
                drop(self.addresses(Memory::Accumulators, accumulator(address), 0)?);
            }
        }
        let zeros: Arc<[i32]> = vec![0; self.architecture.array_size as usize].into();
        let input = if simd.reads {
            self.memory(Memory::Accumulators).vector(simd.read_address)
        } else {
            Arc::clone(&zeros)
        };
        let source = |slot: u64| match slot.checked_sub(1) {
            None => Arc::clone(&input),
            Some(index) => {
                let register = self.registers.get(index as usize);
                Arc::clone(register.unwrap_or(&zeros))
            }
        };
        let (left, right) = (source(simd.left), source(simd.right));
        let lanes = left.iter().zip(right.iter()).zip(input.iter());
        let result: Vec<i32> = lanes
            .map(|((left, right), input)| {
                self.arithmetic.apply(simd.operation, *left, *right, *input)
            })
            .collect();
        if simd.operation != Operation::NoOp
            && let Some(index) = simd.destination.checked_sub(1)
            && let Some(register) = self.registers.get_mut(index as usize)
        {
            *register = result.as_slice().into();
        }
        if simd.writes {
            let to = Memory::Accumulators;
            self.store(to, simd.write_address, result, simd.accumulates)?;
        }
        Ok(())
    }
}

impl interface::Start for Document {
    fn machine(&self) -> Result<Box<dyn interface::Machine>, Trouble> {
        Ok(Box::new(Machine::new(self)?))
    }
}

impl interface::Machine for Machine {
    fn step(&mut self) -> Result<(), Trouble> {
        let Some(&(line, instruction)) = self.program.get(self.next) else {
            return Ok(());
        };
        self.execute(&instruction).map_err(|message| Trouble {
            line: Some(line),
            message: self.in_program(&instruction, message),
        })?;
        self.next += 1;
        self.steps += 1;
        Ok(())
    }

    fn load(&mut self, given: &[(String, Data)]) -> Result<(), Message> {
        image::load(self, given)
    }

    fn line(&self) -> Option<u32> {
        self.program.get(self.next).map(|(line, _)| *line)
    }

    fn steps(&self) -> u64 {
        self.steps
    }

    fn dump(&self, named: &[(String, Data)], values_max: u64) -> Result<Fields, Message> {
        let outputs = self.dump_outputs(named, values_max);
        outputs.unwrap_or_else(|| image::dump(self, named, values_max))
    }

    fn computed(&self, _named: &[(String, Data)]) -> Vec<Variable> {
        self.computed_outputs().unwrap_or_else(|| self.state())
    }

    fn grids(&self) -> Vec<Grid> {
        grid::grids(self)
    }

    fn state(&self) -> Vec<Variable> {
        let mut state = self.computed_outputs().unwrap_or_default();
        state.extend(state::state(self));
        state
    }

    fn lines(&self) -> Vec<u32> {
        state::lines(self)
    }

    fn frames(&self, thread: usize) -> Vec<Frame> {
        state::frames(self, thread)
    }

    fn depth(&self) -> usize {
        state::depth(self)
    }

    fn size_bytes(&self) -> u64 {
        state::size_bytes(self)
    }
}
