//! A machine that runs a text: one core with its threads, main memory and the scratchpad.
//!
//! Threads take turns, one instruction each, and a latency is never modelled. A trap of the hardware, and regardless of its source
//! leaves undefined, stops the run with a sentence. A thread ends after its last instruction, when it returns to where nothing
//! called it, at a jump to itself, and when it writes 2 to THREAD_STATUS.

mod access;
mod control;
mod execute;
mod grid;
mod image;
mod locations;
mod state;
mod thread;

use std::sync::Arc;

use mnc2_assembly::Memory;
use mnc2_text::interface::{self, Assemble as _, Text as _};
use mnc2_text::{Calls, Data, Fields, Frame, Grid, Message, Trouble, Variable, message};

use crate::code::Code;
use crate::document::Document;
use crate::document::link::{Part, START, in_file};
use crate::encode::Instruction;
use crate::table::Operation;
use access::Fault;
use control::Shared;
use execute::Next;
use thread::{Barrier, END_ADDRESS, Phase, Thread, status};

/// The instructions of a text.
#[derive(Debug)]
struct Program {
    /// In the order of addresses, with the address and the line.
    instructions: Vec<(u32, u32, Instruction)>,
    /// The addresses of data.
    data: Vec<std::ops::Range<u32>>,
    /// The first line of each other file, and its name. Their lines follow the lines of the text.
    files: Vec<(u32, String)>,
}

/// A run. Copies share the program, and the threads and pages of memory that are alike.
#[derive(Clone, Debug)]
pub struct Machine {
    program: Arc<Program>,
    threads: Vec<Arc<Thread>>,
    /// The thread whose turn it is, if it can continue.
    turn: usize,
    shared: Shared,
    memory: Memory,
    scratchpad: Memory,
    /// Why the run stopped.
    trap: Option<Arc<Message>>,
    steps: u64,
}

impl Machine {
    /// A machine whose threads are at the first instruction of a text, or at the label of the options.
    ///
    /// # Errors
    /// With the line and a sentence, if the text has an error, a label that is not defined in it, or macros, which are not run.
    pub fn new(document: &Document) -> Result<Self, Trouble> {
        let parts = parts(document);
        let program = Program::new(document, &parts)?;
        let options = document.options();
        let start = start(document, &parts)?;
        let mut memory = Memory::with_32_bits();
        let words = program.instructions.iter();
        let words = words.map(|(address, _, it)| (*address, it.encode().to_le_bytes().to_vec()));
        let data = parts.iter().flat_map(|part| {
            let (symbols, layout) = part.document.places();
            layout.data(symbols).bytes.iter().cloned()
        });
        for (address, bytes) in words.chain(data) {
            let trouble = |message| Trouble {
                line: None,
                message,
            };
            memory.place(address.into(), &bytes).map_err(trouble)?;
        }
        let threads = (0..options.threads as u32)
            .map(|number| Arc::new(Thread::new(number, start, &options.registers)));
        let mut machine = Self {
            threads: threads.collect(),
            program: Arc::new(program),
            turn: 0,
            shared: Shared::default(),
            memory,
            scratchpad: Memory::with_32_bits(),
            trap: None,
            steps: 0,
        };
        if machine.program.is_end(start) {
            for thread in &mut machine.threads {
                let thread = Arc::make_mut(thread);
                (thread.phase, thread.status) = (Phase::Ended, status::ENDED);
            }
        }
        Ok(machine)
    }

    fn calls(&self) -> Option<&Calls> {
        self.next().map(|number| &self.threads[number].calls)
    }

    /// The thread that runs next.
    fn next(&self) -> Option<usize> {
        let count = self.threads.len();
        let mut turns = (self.turn..self.turn + count).map(|turn| turn % count);
        turns.find(|number| self.threads[*number].phase == Phase::Running)
    }

    fn run(&mut self) -> Result<(), Message> {
        let Some(number) = self.next() else {
            return Err(execute::sentence_of_waiting(&self.waiting()));
        };
        let program = Arc::clone(&self.program);
        let own = &mut self.threads[number];
        let counter = own.counter;
        let Some((_, instruction)) = program.find(counter) else {
            let address = format!("0x{counter:x}");
            return Err(message!("there is no code at {address}", address));
        };
        let mut thread = Thread::clone(own);
        let next = match execute::execute(self, number, &mut thread, &instruction) {
            Ok(next) => next,
            Err(Fault { reason, message }) => {
                if let Some(reason) = reason {
                    let own = Arc::make_mut(&mut self.threads[number]);
                    (own.reason, own.status) = (reason, status::TRAPPED);
                }
                return Err(message);
            }
        };
        thread.steps += 1;
        let to = match next {
            Next::After => counter.wrapping_add(4),
            Next::To(address) => address,
            Next::Wait(_) | Next::End => counter,
        };
        thread.counter = to;
        let is_call = instruction.row.family.operation == Operation::Call;
        if matches!(next, Next::To(_)) && instruction.distance().is_none() && !is_call {
            thread.calls.go(to.into());
        }
        match next {
            Next::Wait(barrier) => thread.phase = Phase::Waiting(barrier),
            _ if next == Next::End || program.is_end(to) => {
                thread.phase = Phase::Ended;
                thread.status = status::ENDED;
            }
            _ => {}
        }
        self.threads[number] = Arc::new(thread);
        if let Next::Wait(barrier) = next {
            execute::release(self, barrier);
        }
        self.turn = (number + 1) % self.threads.len();
        self.steps += 1;
        Ok(())
    }

    fn waiting(&self) -> Vec<(usize, Barrier)> {
        let threads = self.threads.iter().enumerate();
        let waiting = threads.filter_map(|(number, thread)| match thread.phase {
            Phase::Waiting(barrier) => Some((number, barrier)),
            Phase::Running | Phase::Ended => None,
        });
        waiting.collect()
    }
}

impl interface::Start for Document {
    fn machine(&self) -> Result<Box<dyn interface::Machine>, Trouble> {
        Ok(Box::new(Machine::new(self)?))
    }
}

impl interface::Machine for Machine {
    fn step(&mut self) -> Result<(), Trouble> {
        let Some(line) = self.line() else {
            return Ok(());
        };
        self.run().map_err(|message| {
            self.trap = Some(Arc::new(message.clone()));
            self.program.in_its_file(Trouble {
                line: Some(line),
                message,
            })
        })
    }

    fn load(&mut self, given: &[(String, Data)]) -> Result<(), Message> {
        image::load(self, given)
    }

    fn line(&self) -> Option<u32> {
        let waits = |thread: &&Arc<Thread>| matches!(thread.phase, Phase::Waiting(_));
        let thread = match self.next() {
            Some(number) => &self.threads[number],
            None => self.threads.iter().find(waits)?,
        };
        let found = self.program.find(thread.counter);
        // Where there is no code, the step reports it; the last instruction before is the nearest place to show.
        let nearest = || {
            let before = self.program.instructions.iter().rev();
            let mut before = before.filter(|(address, ..)| *address <= thread.counter);
            before.next().map(|(_, line, _)| *line)
        };
        Some(found.map(|(line, _)| line).or_else(nearest).unwrap_or(0))
    }

    fn steps(&self) -> u64 {
        self.steps
    }

    fn other_file(&self, line: u32) -> Option<(String, u32)> {
        let (name, line) = self.program.other_file(line)?;
        Some((name.to_owned(), line))
    }

    fn dump(&self, named: &[(String, Data)], values_max: u64) -> Result<Fields, Message> {
        image::dump(self, named, values_max)
    }

    fn computed(&self, named: &[(String, Data)]) -> Vec<Variable> {
        let mut shown = mnc2_assembly::without_zeros(self.state());
        shown.extend(image::shown(self, named));
        shown
    }

    fn grids(&self) -> Vec<Grid> {
        grid::grids(self)
    }

    fn state(&self) -> Vec<Variable> {
        state::state(self)
    }

    fn lines(&self) -> Vec<u32> {
        let mut lines: Vec<u32> = self
            .program
            .instructions
            .iter()
            .map(|(_, line, _)| *line)
            .collect();
        lines.sort_unstable();
        lines.dedup();
        lines
    }

    fn frames(&self, thread: usize) -> Vec<Frame> {
        let line_of = |from: u64| {
            let (line, _) = self.program.find(u32::try_from(from).ok()?)?;
            Some(line)
        };
        if self.next().is_none_or(|next| next == thread) {
            let calls = self.calls().cloned().unwrap_or_default();
            return calls.frames(self.line(), line_of);
        }
        let thread = self
            .threads
            .get(thread)
            .filter(|it| it.phase != Phase::Ended);
        thread.map_or_else(Vec::new, |thread| {
            thread.calls.frames(line_of(thread.counter.into()), line_of)
        })
    }

    fn depth(&self) -> usize {
        self.calls().map_or(1, Calls::depth)
    }

    fn size_bytes(&self) -> u64 {
        let threads = self.threads.len() * size_of::<Thread>();
        threads as u64 + self.memory.size_bytes() + self.scratchpad.size_bytes()
    }
}

/// The files of the program of a text, or the text alone.
fn parts(document: &Document) -> Vec<Part> {
    match document.linkage() {
        Some(linkage) => linkage.parts.clone(),
        None => vec![Part {
            name: None,
            document: document.clone(),
        }],
    }
}

/// Where a run starts: at the label of the options; in a program of several files at `_start`, otherwise at the first file.
fn start(document: &Document, parts: &[Part]) -> Result<u32, Trouble> {
    let is_linked = document.linkage().is_some();
    let label = match &document.options().start {
        Some(label) => label.as_str(),
        None if is_linked => START,
        None => return Ok(0),
    };
    let own = document.layout().value(document.names(), label);
    let found = own.and_then(|address| u32::try_from(address).ok());
    let first = || {
        let is_default = document.options().start.is_none();
        let first = parts.first().filter(|_| is_default)?;
        Some(first.document.layout().code_start())
    };
    found.or_else(first).ok_or_else(|| Trouble {
        line: None,
        message: message!("the program has no label `{label}`", label),
    })
}

fn undefined(name: &str) -> Message {
    message!(
        "`{name}` is not defined here: the linker has to find it",
        name
    )
}

impl Program {
    fn new(document: &Document, parts: &[Part]) -> Result<Self, Trouble> {
        let mut program = Self {
            instructions: Vec::new(),
            data: Vec::new(),
            files: Vec::new(),
        };
        if let Some(message) = document.linkage().and_then(|it| it.elsewhere.clone()) {
            return Err(Trouble {
                line: None,
                message,
            });
        }
        let lines = |document: &Document| document.source().lines().count() as u32;
        let mut next = lines(document);
        for part in parts {
            match &part.name {
                None => program.add(document, 0)?,
                Some(file) => {
                    program.files.push((next, file.clone()));
                    let added = program.add(&part.document, next);
                    added.map_err(|trouble| program.in_its_file(trouble))?;
                    next = next.saturating_add(lines(&part.document));
                }
            }
        }
        program
            .instructions
            .sort_unstable_by_key(|(address, ..)| *address);
        Ok(program)
    }

    /// Adds the instructions and the data of a file whose lines follow other lines.
    fn add(&mut self, document: &Document, first: u32) -> Result<(), Trouble> {
        let (symbols, layout) = document.places();
        let trouble = |line: u32, message| Trouble {
            line: Some(first.saturating_add(line)),
            message,
        };
        let mut findings = document.findings(&|| false).into_iter();
        let error = findings.find(|finding| {
            finding.diagnostic.is_error() || finding.diagnostic.code == Code::UndefinedLabel.row()
        });
        if let Some(finding) = error {
            return Err(trouble(finding.line, finding.diagnostic.message));
        }
        if layout.is_too_large {
            let message = message!("the program has more than 16 MiB");
            return Err(Trouble {
                line: None,
                message,
            });
        }
        if let Some(line) = document.unknown_words(&|| false).first() {
            let message = message!("the text does not say what this makes");
            return Err(trouble(*line, message));
        }
        for placed in layout.statements() {
            let Some(address) = placed.address else {
                continue;
            };
            if let Some(target) = layout.undefined(symbols, &placed) {
                return Err(trouble(placed.line, undefined(&target.name)));
            }
            let line = first.saturating_add(placed.line);
            let words = layout.instructions(symbols, &placed).into_iter();
            let words = (address..).step_by(4).zip(words);
            self.instructions
                .extend(words.map(|(at, it)| (at, line, it)));
        }
        if let Some((line, name)) = layout.data(symbols).undefined.first() {
            return Err(trouble(*line, undefined(name)));
        }
        let data = layout.data(symbols).bytes.iter();
        let data = data.map(|(address, bytes)| *address..*address + bytes.len() as u32);
        self.data.extend(data);
        Ok(())
    }

    /// The file of a line that is not in the text, and its line there.
    fn other_file(&self, line: u32) -> Option<(&str, u32)> {
        let after = self.files.partition_point(|(first, _)| *first <= line);
        let (first, name) = self.files.get(after.checked_sub(1)?)?;
        Some((name, line - first))
    }

    /// What went wrong, with the file in which it did, unless that is the text.
    fn in_its_file(&self, trouble: Trouble) -> Trouble {
        let found = trouble.line.and_then(|line| self.other_file(line));
        match found {
            Some((file, line)) => Trouble {
                line: None,
                message: in_file(file, line, trouble.message),
            },
            None => trouble,
        }
    }

    /// The line and the instruction at an address.
    fn find(&self, address: u32) -> Option<(u32, Instruction)> {
        // Most programs have one section, without holes.
        let guess = self.instructions.get(address as usize / 4);
        let found = match guess {
            Some(found) if found.0 == address => found,
            _ => {
                let found = self.instructions.binary_search_by_key(&address, |it| it.0);
                &self.instructions[found.ok()?]
            }
        };
        Some((found.1, found.2))
    }

    /// Whether a thread ends at an address: it returned from the first function, or it ran the last instruction.
    fn is_end(&self, address: u32) -> bool {
        let is_after = match address.checked_sub(4) {
            Some(before) => self.find(before).is_some(),
            None => address == 0,
        };
        let is_data = || self.data.iter().any(|range| range.contains(&address));
        address == END_ADDRESS || is_after && self.find(address).is_none() && !is_data()
    }
}
