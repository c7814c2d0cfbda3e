//! Regions: loops, branches, and what happens at their ends.

use std::sync::Arc;

use mnc2_text::{Message, message};

use super::Machine;
use super::code::{Code, Step};
use super::lanes::{Mask, is_active};
use super::number::Number;
use super::value::{Matrix, Slot, Value};
use crate::ir::{Operation, ValueId};

/// A region that runs.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub(super) region: usize,
    /// The instruction in the region that runs next.
    pub(super) next: usize,
    pub(super) kind: Kind,
    /// The work-items that run.
    pub(super) mask: Mask,
    /// The buffers that there were before the region.
    pub(super) buffers: usize,
}

/// What a region belongs to. Steps are named by their index.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// The body of the function.
    Body,
    /// `for`: the current index, the bound and the step, for all work-items or for each.
    For {
        step: usize,
        at: Vec<i64>,
        to: Vec<i64>,
        by: Vec<i64>,
        /// The work-items that entered the loop.
        entered: Mask,
    },
    /// `foreach`: the bounds, the current index, its number, and the sizes of tiles if it has tiles.
    Foreach {
        step: usize,
        bounds: Vec<(i64, i64)>,
        at: Vec<i64>,
        iteration: u32,
        tile: Option<Vec<i64>>,
    },
    /// `cooperative_matrix_apply`, with the components that come next.
    Apply(Application),
    /// `parallel`, with all work-items.
    Parallel,
    /// `if`, with the other branch if work-items take that one afterwards.
    If {
        step: usize,
        other: Option<(usize, Mask)>,
    },
}

/// A run of a region for each component.
#[derive(Clone, Debug)]
pub(super) struct Application {
    pub(super) step: usize,
    /// The components of each work-item that come next.
    pub(super) number: usize,
    /// The first work-item of each subgroup, with the matrix and its new components.
    pub(super) matrices: Vec<(usize, Arc<Matrix>, Vec<Number>)>,
    pub(super) length: usize,
}

impl Frame {
    pub(super) fn new(region: usize, kind: Kind, mask: Mask, buffers: usize) -> Self {
        Self {
            region,
            next: 0,
            kind,
            mask,
            buffers,
        }
    }
}

impl Machine {
    pub(super) fn enter(&mut self, region: usize, kind: Kind, mask: Mask) {
        let buffers = self.memory.count();
        self.frames.push(Frame::new(region, kind, mask, buffers));
    }

    fn is_empty(&self, region: usize) -> bool {
        self.code.regions[region].is_empty()
    }

    fn top(&mut self) -> Option<&mut Frame> {
        self.frames.last_mut()
    }

    /// Begins a `for` loop.
    pub(super) fn enter_for(&mut self, index: usize, step: &Step) -> Result<(), Message> {
        let Operation::For {
            has_step, carried, ..
        } = &step.operation
        else {
            return Ok(());
        };
        let bounds = if *has_step { 3 } else { 2 };
        let (bounds, initial) = step.operands.split_at(bounds);
        let mask = self.mask();
        let is_uniform = bounds.iter().all(|&bound| self.is_uniform(bound));
        let items = if is_uniform { 1 } else { self.items };
        let column = |operand: usize| (0..items).map(|item| self.integer(operand, item)).collect();
        let by: Vec<i64> = match bounds.get(2) {
            Some(&operand) => column(operand),
            None => vec![1; items],
        };
        let is_running = |item: &usize| is_uniform || is_active(&mask, *item);
        if let Some(item) = (0..items).filter(is_running).find(|&item| by[item] <= 0) {
            return Err(message!(
                "the step of a loop is positive, and here it is {step}",
                step = by[item]
            ));
        }
        let (at, to) = (column(bounds[0]), column(bounds[1]));
        let slots: Vec<Slot> = initial.iter().map(|&it| self.slots[it].clone()).collect();
        for (value, slot) in carried.iter().zip(slots) {
            self.slots[value.0 as usize] = slot;
        }
        let kind = Kind::For {
            step: index,
            at,
            to,
            by,
            entered: mask.clone(),
        };
        self.enter(step.regions[0], kind, mask);
        self.iterate();
        Ok(())
    }

    /// Begins a `foreach` loop.
    pub(super) fn enter_foreach(&mut self, index: usize, step: &Step) {
        let half = step.operands.len() / 2;
        let bounds = step.operands[..half].iter().zip(&step.operands[half..]);
        let bounds: Vec<(i64, i64)> = bounds
            .map(|(&from, &to)| (self.integer(from, 0), self.integer(to, 0)))
            .collect();
        let region = step.regions[0];
        if self.is_empty(region) || bounds.iter().any(|(from, to)| from >= to) {
            return;
        }
        let tile = match &step.operation {
            Operation::Foreach { tile, .. } => tile.as_ref().map(|tile| tile.shape.clone()),
            _ => None,
        };
        if tile.is_some() {
            self.items = self.code.subgroup_size as usize;
        }
        let kind = Kind::Foreach {
            step: index,
            at: bounds.iter().map(|(from, _)| *from).collect(),
            bounds,
            iteration: 0,
            tile,
        };
        self.enter(region, kind, None);
        self.new_phase();
        self.name_iteration();
    }

    /// Enters the region of `parallel`.
    pub(super) fn enter_parallel(&mut self, step: &Step) {
        let region = step.regions[0];
        if self.is_empty(region) {
            return;
        }
        self.items = self.code.work_items();
        self.enter(region, Kind::Parallel, None);
        self.new_phase();
    }

    /// `if`: work-items that differ take one branch after the other.
    pub(super) fn enter_if(&mut self, index: usize, step: &Step) {
        let condition = step.operands[0];
        let mask = self.mask();
        let (then, other) = if self.is_uniform(condition) {
            let is_true = self.number(condition, 0).truth();
            let all = Some(mask);
            if is_true { (all, None) } else { (None, all) }
        } else {
            let truth = |item| self.number(condition, item).truth();
            let then = self.masked(&mask, truth);
            (then, self.masked(&mask, |item| !truth(item)))
        };
        for &result in &step.results {
            self.slots[result] = Slot::Unset;
        }
        let is_there = |region: &usize| !self.is_empty(*region);
        let region = |at: usize| step.regions.get(at).copied().filter(is_there);
        let then = region(0).zip(then);
        let other = region(1).zip(other);
        let (first, other) = if then.is_some() {
            (then, other)
        } else {
            (other, None)
        };
        if let Some((region, mask)) = first {
            self.enter(region, Kind::If { step: index, other }, mask);
        }
    }

    /// `yield`: what the loop carries on, or what the branch gives.
    pub(super) fn give(&mut self, step: &Step) {
        let code = Arc::clone(&self.code);
        let slots: Vec<Slot> = step
            .operands
            .iter()
            .map(|&it| self.slots[it].clone())
            .collect();
        let mask = self.mask();
        let Some(kind) = self.frames.last().map(|frame| frame.kind.clone()) else {
            return;
        };
        match kind {
            Kind::For { step, .. } => {
                if let Operation::For { carried, .. } = &code.steps[step].operation {
                    for (value, slot) in carried.iter().zip(slots) {
                        self.merge(value.0 as usize, &mask, slot);
                    }
                }
            }
            Kind::If { step, .. } => {
                for (&value, slot) in code.steps[step].results.iter().zip(slots) {
                    self.merge(value, &mask, slot);
                }
            }
            Kind::Apply(_) => {
                if let Some(&value) = step.operands.first() {
                    self.give_components(value);
                }
            }
            Kind::Body | Kind::Foreach { .. } | Kind::Parallel => {}
        }
    }

    /// Begins the current iteration of the innermost `for`, or ends the loop.
    fn iterate(&mut self) {
        let code = Arc::clone(&self.code);
        let items = self.items;
        let Some(frame) = self.frames.last_mut() else {
            return;
        };
        let Kind::For {
            step,
            at,
            to,
            entered,
            ..
        } = &frame.kind
        else {
            return;
        };
        let operation = &code.steps[*step].operation;
        let Operation::For {
            variable, carried, ..
        } = operation
        else {
            return;
        };
        let number = |at: &i64| Value::Number(Number::Integer(*at));
        let (slot, mask) = if let [at] = at.as_slice() {
            let runs = *at < to[0];
            (Slot::Uniform(number(at)), runs.then(|| entered.clone()))
        } else {
            let runs = |item: usize| is_active(entered, item) && at[item] < to[item];
            let mask: Vec<bool> = (0..items).map(runs).collect();
            let is_one = mask.contains(&true);
            (
                Slot::Varying(at.iter().map(number).collect()),
                is_one.then(|| Some(mask.into())),
            )
        };
        // A region without instructions has no effect, however often it runs.
        let mask = mask.filter(|_| !code.regions[frame.region].is_empty());
        if let Some(mask) = mask {
            frame.next = 0;
            frame.mask = mask;
            if let Some(variable) = variable {
                self.slots[variable.0 as usize] = slot;
            }
            return;
        }
        let (results, entered) = (&code.steps[*step].results, entered.clone());
        self.frames.pop();
        for (&result, value) in results.iter().zip(carried) {
            let slot = self.slots[value.0 as usize].clone();
            self.merge(result, &entered, slot);
        }
    }

    /// Sets the variables of the innermost `foreach`.
    fn name_iteration(&mut self) {
        let code = Arc::clone(&self.code);
        let Some(frame) = self.top() else {
            return;
        };
        frame.next = 0;
        let Kind::Foreach {
            step, at, bounds, ..
        } = &frame.kind
        else {
            return;
        };
        let Operation::Foreach {
            variables, tile, ..
        } = &code.steps[*step].operation
        else {
            return;
        };
        let mut named: Vec<(ValueId, i64)> = variables.iter().copied().zip(at.clone()).collect();
        if let Some(tile) = tile {
            let rest = at
                .iter()
                .zip(bounds)
                .map(|(at, (_, to))| to.saturating_sub(*at));
            let sizes = rest.zip(&tile.shape).map(|(rest, size)| rest.min(*size));
            named.extend(tile.sizes.iter().copied().zip(sizes));
        }
        for (ValueId(variable), at) in named {
            self.slots[variable as usize] = Slot::Uniform(Value::Number(Number::Integer(at)));
        }
    }

    /// Leaves the regions that are at their ends, and begins the next iterations, branches and work-groups.
    pub(super) fn settle(&mut self) {
        let code: Arc<Code> = Arc::clone(&self.code);
        while let Some(frame) = self.frames.last_mut() {
            if frame.next < code.regions[frame.region].len() {
                return;
            }
            let is_body = matches!(frame.kind, Kind::Body);
            if is_body && (self.group + 1 == self.groups || code.regions[code.body].is_empty()) {
                // The memory that the last work-group allocated remains, so that it can be inspected.
                self.frames.pop();
                return;
            }
            self.memory.free(frame.buffers);
            match &mut frame.kind {
                Kind::Body => {
                    self.frames.pop();
                    self.group += 1;
                    self.enter_group();
                    return;
                }
                Kind::Parallel => {
                    self.frames.pop();
                    self.items = 1;
                    self.new_phase();
                }
                Kind::If { other, .. } => match other.take() {
                    Some((region, mask)) => {
                        frame.region = region;
                        frame.next = 0;
                        frame.mask = mask;
                    }
                    None => {
                        self.frames.pop();
                    }
                },
                Kind::For { at, by, .. } => {
                    for (at, by) in at.iter_mut().zip(by) {
                        *at = at.saturating_add(*by);
                    }
                    self.iterate();
                }
                Kind::Foreach {
                    bounds,
                    at,
                    iteration,
                    tile,
                    ..
                } => {
                    *iteration = iteration.saturating_add(1);
                    if advance(at, bounds, tile.as_deref()) {
                        self.name_iteration();
                    } else {
                        self.frames.pop();
                        self.items = 1;
                        self.new_phase();
                    }
                }
                Kind::Apply(_) => self.apply_next(),
            }
        }
    }
}

/// The next index, the first variable fastest; whether there is one.
fn advance(at: &mut [i64], bounds: &[(i64, i64)], tile: Option<&[i64]>) -> bool {
    for (mode, (at, (from, to))) in at.iter_mut().zip(bounds).enumerate() {
        let size = tile.and_then(|tile| tile.get(mode)).copied().unwrap_or(1);
        *at = at.saturating_add(size);
        if *at < *to {
            return true;
        }
        *at = *from;
    }
    false
}
