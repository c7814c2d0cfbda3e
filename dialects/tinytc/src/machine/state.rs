//! What a machine holds, for people: the names that are in scope, and the elements of memory.

use mnc2_text::interface::Machine as _;
use mnc2_text::{Frame, Variable};

use super::Machine;
use super::code::Code;
use super::number::Number;
use super::value::{Slot, Value, View};
use crate::ir::{Operation, ValueId};

/// The work-items, and the elements of a memref, that are listed.
const LISTED_MAX: usize = 256;

impl Machine {
    fn work_group(&self) -> Variable {
        let plain = |name: &str, value: String| Variable {
            name: name.to_owned(),
            value,
            parts: Vec::new(),
        };
        let groups = format!("{} of {}", self.group, self.groups);
        let [rows, columns] = self.code.work_group;
        Variable {
            name: format!("@{}", self.code.name),
            value: String::new(),
            parts: vec![
                plain("group_id", groups),
                plain("subgroup_size", self.code.subgroup_size.to_string()),
                plain("work_group_size", format!("{rows} x {columns}")),
            ],
        }
    }

    /// The arguments, with the elements of memory.
    pub(super) fn argument_scope(&self) -> Variable {
        let parameters = self.code.parameters.iter().zip(&self.arguments);
        let parts = parameters.map(|(&parameter, slot)| self.variable(parameter, slot));
        Variable {
            name: "arguments".to_owned(),
            value: String::new(),
            parts: parts.collect(),
        }
    }

    /// The values in scope, the innermost region first; after the end, the values of the function.
    pub(super) fn in_scope(&self) -> Vec<usize> {
        let regions = match self.frames.len() {
            0 => vec![self.code.regions[self.code.body].as_slice()],
            depth => (0..depth).rev().map(|it| self.done(it)).collect(),
        };
        let steps = regions.into_iter().flatten();
        let results = steps.flat_map(|&step| &self.code.steps[step].results);
        results.copied().collect()
    }

    /// The instructions of an entered region that ran.
    fn done(&self, depth: usize) -> &[usize] {
        let frame = &self.frames[depth];
        let region = &self.code.regions[frame.region];
        &region[..frame.next.min(region.len())]
    }

    /// The values that a region has computed, with what its loop names.
    pub(super) fn frame_scope(&self, depth: usize) -> Variable {
        let mut scope = self.scope(self.frame_name(depth), self.done(depth).to_vec());
        let named = self
            .loop_names(depth)
            .into_iter()
            .map(|it| self.variable(it, &self.slots[it]));
        scope.parts.splice(0..0, named);
        scope
    }

    /// The values that a region lists: what its loop names, then what it has computed.
    pub(super) fn values_of_region(&self, depth: usize) -> Vec<usize> {
        if depth >= self.frames.len() {
            return Vec::new();
        }
        let results = self
            .done(depth)
            .iter()
            .flat_map(|&step| &self.code.steps[step].results);
        let set = results.filter(|&&it| !matches!(self.slots[it], Slot::Unset));
        self.loop_names(depth)
            .into_iter()
            .chain(set.copied())
            .collect()
    }

    /// What the loop of an entered region names.
    fn loop_names(&self, depth: usize) -> Vec<usize> {
        let head = self.head(depth);
        let head = head.map(|step| &self.code.steps[step].operation);
        let index = |it: &ValueId| it.0 as usize;
        match head {
            Some(Operation::For {
                variable, carried, ..
            }) => variable.iter().chain(carried).map(index).collect(),
            Some(Operation::Foreach {
                variables, tile, ..
            }) => {
                let sizes = tile.iter().flat_map(|tile| &tile.sizes);
                variables.iter().chain(sizes).map(index).collect()
            }
            Some(Operation::MatrixApply(variables)) => variables.iter().map(index).collect(),
            _ => Vec::new(),
        }
    }

    /// The values in scope and what loops name, the innermost region first.
    pub(super) fn named_in_scope(&self) -> Vec<usize> {
        let depths = (0..self.frames.len()).rev();
        let loops = depths.flat_map(|depth| self.loop_names(depth));
        self.in_scope().into_iter().chain(loops).collect()
    }

    /// The instruction of the innermost region that ran last.
    pub(super) fn last_done(&self) -> Option<usize> {
        match self.frames.len() {
            0 => self.code.regions[self.code.body].last(),
            depth => self.done(depth - 1).last(),
        }
        .copied()
    }

    /// The instruction that a region belongs to.
    pub(super) fn head(&self, depth: usize) -> Option<usize> {
        let outer = self.frames.get(depth.checked_sub(1)?)?;
        let region = &self.code.regions[outer.region];
        region.get(outer.next.checked_sub(1)?).copied()
    }

    /// What a region is called: its instruction, or the function.
    pub(super) fn frame_name(&self, depth: usize) -> String {
        match self
            .head(depth)
            .map(|step| &self.code.steps[step].operation)
        {
            Some(Operation::For { .. }) => "for".to_owned(),
            Some(Operation::Foreach { tile: Some(_), .. }) => "foreach_tile".to_owned(),
            Some(Operation::Foreach { .. }) => "foreach".to_owned(),
            Some(Operation::MatrixApply(_)) => "cooperative_matrix_apply".to_owned(),
            Some(Operation::If) => "if".to_owned(),
            Some(Operation::Parallel) => "parallel".to_owned(),
            _ => format!("@{}", self.code.name),
        }
    }

    fn scope(&self, name: impl Into<String>, steps: Vec<usize>) -> Variable {
        let results = steps
            .into_iter()
            .flat_map(|step| &self.code.steps[step].results);
        let set = results.filter(|&&it| !matches!(self.slots[it], Slot::Unset));
        let parts = set.map(|&it| self.variable(it, &self.slots[it]));
        Variable {
            name: name.into(),
            value: String::new(),
            parts: parts.collect(),
        }
    }

    fn variable(&self, value: usize, slot: &Slot) -> Variable {
        let name = format!("%{}", self.code.values[value].name);
        match slot {
            Slot::Unset => Variable {
                name,
                value: String::new(),
                parts: Vec::new(),
            },
            Slot::Uniform(value) => self.shown(name, value),
            Slot::Varying(values) => {
                let items = values.iter().enumerate();
                let parts = items.take(LISTED_MAX);
                let parts = parts.map(|(item, value)| self.shown(format!("[{item}]"), value));
                Variable {
                    name,
                    value: String::new(),
                    parts: parts.collect(),
                }
            }
        }
    }

    fn shown(&self, name: String, value: &Value) -> Variable {
        let (value, parts) = match value {
            Value::Number(number) => (number.plain(), Vec::new()),
            Value::Group(group) => {
                let views = group.iter().enumerate().take(LISTED_MAX);
                let parts = views.map(|(at, view)| self.shown_view(format!("[{at}]"), view));
                (String::new(), parts.collect())
            }
            Value::View(view) => return self.shown_view(name, view),
            Value::Matrix(matrix) => {
                let number = |at: usize| matrix.numbers.get(at).copied();
                let (rows, columns) = (matrix.rows, matrix.columns);
                let parts = table(rows, columns, |row, column| number(row + column * rows));
                (format!("{rows}x{columns}"), parts)
            }
        };
        Variable { name, value, parts }
    }

    /// A view: a matrix has a part for each row, any other memref is a list with the first mode fastest.
    fn shown_view(&self, name: String, view: &View) -> Variable {
        let shape: Vec<String> = view.shape.iter().map(i64::to_string).collect();
        let number = |at: Option<usize>| at.and_then(|at| self.memory.peek(view.buffer, at));
        let (value, parts) = match view.shape.as_slice() {
            [rows, columns] => {
                let at = |row: usize, column: usize| view.at([row as i64, column as i64]).ok();
                let (rows, columns) = (*rows as usize, *columns as usize);
                let parts = table(rows, columns, |row, column| number(at(row, column)));
                (shape.join("x"), parts)
            }
            _ => {
                let elements = view.elements().take(LISTED_MAX);
                let mut listed: Vec<String> = elements.map(|at| plain(number(Some(at)))).collect();
                if view.count() > LISTED_MAX as u64 {
                    listed.push("..".to_owned());
                }
                (listed.join(" "), Vec::new())
            }
        };
        Variable { name, value, parts }
    }
}

fn plain(number: Option<Number>) -> String {
    number.map_or_else(|| "?".to_owned(), Number::plain)
}

/// The rows of a matrix.
fn table(
    rows: usize,
    columns: usize,
    number: impl Fn(usize, usize) -> Option<Number>,
) -> Vec<Variable> {
    let rows = (0..rows.min(LISTED_MAX)).map(|row| {
        let numbers = (0..columns.min(LISTED_MAX)).map(|column| plain(number(row, column)));
        Variable {
            name: format!("[{row}]"),
            value: numbers.collect::<Vec<_>>().join(" "),
            parts: Vec::new(),
        }
    });
    rows.collect()
}

/// Where the run is, the values in scope by region, the innermost first, and the arguments.
pub(super) fn state(machine: &Machine) -> Vec<Variable> {
    let mut found = vec![machine.work_group()];
    if machine.frames.is_empty() {
        // After the end, what the function computed last.
        let steps = machine.code.regions[machine.code.body].iter();
        found.push(machine.scope("values", steps.copied().collect()));
    }
    for depth in (0..machine.frames.len()).rev() {
        found.push(machine.frame_scope(depth));
    }
    found.push(machine.argument_scope());
    found
}

/// What a run computed: all that it holds.
pub(super) fn computed(machine: &Machine, _named: &[(String, mnc2_text::Data)]) -> Vec<Variable> {
    machine.state()
}

/// The lines with something that runs, in order, each once.
pub(super) fn lines(machine: &Machine) -> Vec<u32> {
    let steps = machine.code.steps.iter();
    let mut lines: Vec<u32> = steps.map(|step| step.place.line).collect();
    lines.sort_unstable();
    lines.dedup();
    lines
}

/// Where the run is: the regions that are entered, the innermost first. Work-items run in lock step, as one thread.
pub(super) fn frames(machine: &Machine, _thread: usize) -> Vec<Frame> {
    let code: &Code = &machine.code;
    let innermost = machine.frames.len();
    let frames = (0..innermost).rev().filter_map(|depth| {
        let step = if depth + 1 == innermost {
            let frame = &machine.frames[depth];
            code.regions[frame.region].get(frame.next).copied()
        } else {
            machine.head(depth + 1)
        };
        Some(Frame {
            name: machine.frame_name(depth),
            place: code.steps[step?].place.clone(),
        })
    });
    frames.collect()
}

/// How many regions are entered.
pub(super) fn depth(machine: &Machine) -> usize {
    machine.frames.len()
}

/// Upper limit of the memory of the machine in bytes. Copies share buffers that are alike.
pub(super) fn size_bytes(machine: &Machine) -> u64 {
    let slots = machine.slots.len() * machine.items.max(1) * size_of::<Value>();
    machine.memory.size_bytes() + slots as u64
}
