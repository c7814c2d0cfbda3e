//! A run of a function, instruction by instruction, without a device.
//!
//! Work-groups run one after the other. A collective instruction is one step. `foreach` runs its region for each index, the first variable
//! fastest; `parallel` runs all work-items of all subgroups in lock step, those that a branch excludes being masked.

mod array;
mod beside;
mod code;
mod component;
mod control;
mod data;
mod execute;
mod grid;
mod lanes;
mod linear;
mod locations;
mod matrix;
mod memory;
pub mod number;
mod race;
mod state;
mod subgroup;
mod value;
mod view;
mod write;

use std::sync::Arc;

use mnc2_text::interface;
use mnc2_text::{Data, Fields, Grid, Message, Trouble, Variable, message};

use crate::document::Document;
use crate::source::{Piece, Start};
use code::{Code, Step};
use control::{Frame, Kind};
use memory::Memory;
use race::Access;
use value::{Slot, View};

pub use array::{Argument, Array};
pub use code::WORK_ITEMS_MAX;
pub use linear::PRODUCTS_MAX;
pub use matrix::COMPONENTS_MAX;
pub use memory::MEMORY_BYTES_MAX;

/// A run of a function.
#[derive(Clone, Debug)]
pub struct Machine {
    code: Arc<Code>,
    /// How many work-groups there are, and which one runs.
    groups: u32,
    group: u32,
    memory: Memory,
    /// The arguments, in the order of the parameters.
    arguments: Vec<Slot>,
    slots: Vec<Slot>,
    frames: Vec<Frame>,
    /// The work-items that run now: 1 outside of `parallel`.
    items: usize,
    phases: Phases,
    steps: u64,
}

/// What is between two barriers, for each memory; 0 where accesses need not be followed.
#[derive(Clone, Copy, Debug, Default)]
struct Phases {
    last: u32,
    global: u32,
    local: u32,
}

impl Machine {
    /// A machine at the first instruction of the function that the options name, or of the only one.
    ///
    /// # Errors
    /// With the line and a sentence, if there is no such function, or it has an error.
    pub fn new(document: &Document) -> Result<Self, Trouble> {
        let options = document.options();
        let (start, piece) = entry(document).map_err(|message| Trouble {
            line: None,
            message,
        })?;
        let code = Arc::new(Code::new(start, piece, options)?);
        let mut machine = Self {
            groups: options.groups,
            group: 0,
            memory: Memory::default(),
            arguments: vec![Slot::Unset; code.parameters.len()],
            slots: Vec::new(),
            frames: Vec::new(),
            items: 1,
            phases: Phases::default(),
            steps: 0,
            code,
        };
        machine.enter_group();
        Ok(machine)
    }

    /// The place of the next instruction.
    fn next(&self) -> Option<&Step> {
        self.next_in(&self.code)
    }

    fn next_in<'c>(&self, code: &'c Code) -> Option<&'c Step> {
        let frame = self.frames.last()?;
        let step = code.regions[frame.region].get(frame.next)?;
        Some(&code.steps[*step])
    }

    /// Gives memory to the arguments that have none, if their size is known.
    fn bind(&mut self) -> Result<(), Trouble> {
        let code = Arc::clone(&self.code);
        for (index, &parameter) in code.parameters.iter().enumerate() {
            if !matches!(self.arguments[index], Slot::Unset) {
                continue;
            }
            let named = &code.values[parameter];
            let allocated = self.unset_argument(named);
            let value = allocated.map_err(|message| Trouble {
                line: Some(named.place.line),
                message,
            })?;
            self.arguments[index] = Slot::Uniform(value);
        }
        if let Some(frame) = self.frames.first_mut() {
            frame.buffers = self.memory.count();
        }
        self.give_arguments();
        Ok(())
    }

    fn give_arguments(&mut self) {
        for (&parameter, argument) in self.code.parameters.iter().zip(&self.arguments) {
            self.slots[parameter] = argument.clone();
        }
    }

    /// Begins the run of a work-group.
    fn enter_group(&mut self) {
        self.slots = vec![Slot::Unset; self.code.values.len()];
        self.give_arguments();
        self.items = 1;
        self.new_phase();
        let frame = Frame::new(self.code.body, Kind::Body, None, self.memory.count());
        self.frames.push(frame);
        self.settle();
    }

    /// Begins what is ordered after everything that this work-group did.
    fn new_phase(&mut self) {
        self.phases.last = self.phases.last.saturating_add(1);
        let followed = self.groups > 1 || self.is_spmd();
        let phase = if followed { self.phases.last } else { 0 };
        (self.phases.global, self.phases.local) = (phase, phase);
    }

    /// Whether the innermost region is an SPMD region.
    fn is_spmd(&self) -> bool {
        let is_spmd = |frame: &Frame| matches!(frame.kind, Kind::Parallel | Kind::Foreach { .. });
        self.frames.iter().any(is_spmd)
    }

    /// The access of a work-item to a memory.
    fn access(&self, view: &View, item: usize) -> Access {
        let phase = if view.is_local {
            self.phases.local
        } else {
            self.phases.global
        };
        let iteration = self
            .frames
            .iter()
            .rev()
            .find_map(|frame| match &frame.kind {
                Kind::Foreach { iteration, .. } => Some(*iteration),
                _ => None,
            });
        // A tile belongs to the work-items of a subgroup, an index to one.
        let items = self.items as u32;
        let own = iteration.map(|it| it.saturating_mul(items).saturating_add(item as u32));
        Access::new(self.group, phase, own.unwrap_or(item as u32))
    }
}

impl interface::Start for Document {
    fn machine(&self) -> Result<Box<dyn interface::Machine>, Trouble> {
        Ok(Box::new(Machine::new(self)?))
    }

    fn machine_at(&self, line: u32) -> Result<Box<dyn interface::Machine>, Trouble> {
        let mut entered = self.clone();
        if self.options.entry.is_none() {
            let pieces = self.source.placed();
            let functions = pieces
                .take_while(|(start, _)| start.position.line <= line)
                .filter_map(|(_, piece)| piece.function());
            entered.options.entry = functions.last().map(|function| function.name.clone());
        }
        entered.machine()
    }
}

impl interface::Machine for Machine {
    fn step(&mut self) -> Result<(), Trouble> {
        if self.steps == 0 {
            self.bind()?;
        }
        let code = Arc::clone(&self.code);
        let Some(step) = self.next_in(&code) else {
            return Ok(());
        };
        self.execute(step).map_err(|message| Trouble {
            line: Some(step.place.line),
            message,
        })?;
        self.steps += 1;
        Ok(())
    }

    fn load(&mut self, given: &[(String, Data)]) -> Result<(), Message> {
        data::load(self, given)
    }

    fn line(&self) -> Option<u32> {
        Some(self.next()?.place.line)
    }

    fn steps(&self) -> u64 {
        self.steps
    }

    fn dump(&self, named: &[(String, Data)], values_max: u64) -> Result<Fields, Message> {
        data::dump(self, named, values_max)
    }

    fn computed(&self, named: &[(String, Data)]) -> Vec<Variable> {
        state::computed(self, named)
    }

    fn grids(&self) -> Vec<Grid> {
        grid::grids(self)
    }

    fn state(&self) -> Vec<Variable> {
        state::state(self)
    }

    fn beside(&self) -> Vec<(u32, String)> {
        beside::beside(self)
    }

    fn lines(&self) -> Vec<u32> {
        state::lines(self)
    }

    fn frames(&self, thread: usize) -> Vec<mnc2_text::Frame> {
        state::frames(self, thread)
    }

    fn depth(&self) -> usize {
        state::depth(self)
    }

    fn size_bytes(&self) -> u64 {
        state::size_bytes(self)
    }
}

/// The function that runs.
fn entry(document: &Document) -> Result<(Start, &Arc<Piece>), Message> {
    let named = |(_, piece): &(Start, &Arc<Piece>)| Some(piece.function()?.name.clone());
    let placed = document.source().placed();
    let mut functions: Vec<_> = placed.filter(|it| it.1.function().is_some()).collect();
    if let Some(wanted) = &document.options().entry {
        let found = functions
            .iter()
            .position(|it| named(it).as_ref() == Some(wanted));
        let name = wanted.as_str();
        return match found {
            Some(index) => Ok(functions.swap_remove(index)),
            None => Err(message!("the text has no function `@{name}`", name)),
        };
    }
    match functions.len() {
        0 => Err(message!("the text has no function")),
        1 => Ok(functions.remove(0)),
        _ => {
            let names = functions.iter().filter_map(named);
            let names: Vec<String> = names
                .take(NAMES_MAX)
                .map(|name| format!("`{name}`"))
                .collect();
            let names = Message::any_of(names);
            Err(message!(
                "the text has several functions: choose one of {names} as the entry",
                names
            ))
        }
    }
}

/// The functions that a sentence names.
const NAMES_MAX: usize = 8;
