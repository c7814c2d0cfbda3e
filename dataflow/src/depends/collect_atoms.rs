//! From lines to atoms.

use std::ops::Range;

use mnc2_isa::{ControlOp, L2bmOp, Op};

use super::atom::{Atom, AtomKind, AtomPosition, Touch, is_about_step, touches};
use super::forwarding::half_used_alone;
use super::{ATOMS_MAX, Faults, Refusal, Widths};
use mnc2_program::access::State;
use mnc2_program::rules::hazard::{Hazards, REACH_STEPS};
use mnc2_program::rules::step;
use mnc2_program::rules::step::half_used;
use mnc2_program::{Expression, Line, Operand, Program, Statement, Step, WriteMaskSetting};

/// Lines around a region that are searched for steps that matter.
const AROUND_LINES_MAX: usize = 256;
/// The atoms of some lines and those around them that have limits with them, and how many steps the lines take.
pub(super) fn collect(
    program: &Program,
    lines: Range<usize>,
    widths: Widths,
    faults: Faults,
) -> Result<(Vec<Atom>, i64), Refusal> {
    let before = around_before(program, lines.start);
    let mut collector = Collector {
        atoms: Vec::new(),
        state: State::before(program, before),
        step: 0,
        widths,
        faults,
    };
    let steps_before: i64 = program
        .range(before..lines.start)
        .filter_map(|line| Some(i64::from(line.step()?.steps())))
        .sum();
    collector.step = -steps_before;
    for number in before..lines.start {
        collector.fixed(program, number, AtomPosition::Before)?;
    }
    for number in lines.clone() {
        let Some(line) = program.line(number) else {
            break;
        };
        if is_refused(line, faults) {
            return Err(Refusal::Error(number));
        }
        if line.ends_program() {
            break;
        }
        if let Some(statement) = &line.statement {
            collector.inside(number, statement);
        }
        if collector.atoms.len() > ATOMS_MAX {
            return Err(Refusal::TooLong);
        }
    }
    let end = collector.step;
    let mut has_replaced = false;
    for (number, line) in program
        .iter_from(lines.end)
        .enumerate()
        .take(AROUND_LINES_MAX)
    {
        let is_far = collector.step - end > REACH_STEPS;
        if line.ends_program() || is_far && has_replaced {
            break;
        }
        has_replaced |= line.step().is_some_and(Step::forwards);
        collector.fixed(program, lines.end + number, AtomPosition::After)?;
    }
    let mut atoms = collector.atoms;
    waits(&mut atoms);
    Ok((atoms, end))
}

/// Whether a line has an error that keeps it from moving.
fn is_refused(line: &Line, faults: Faults) -> bool {
    let mut errors = line.diagnostics.iter().filter(|it| it.is_error());
    match faults {
        Faults::Refused => errors.next().is_some(),
        Faults::Kept => errors.any(|it| !step::SHARING.contains(&it.code)),
    }
}

/// Notes what each expression that waits waits for: a tag counts for every MV instruction before it, as they end in
/// order.
fn waits(atoms: &mut [Atom]) {
    let mut waited = Vec::new();
    let mut moving = Vec::new();
    for index in 0..atoms.len() {
        if matches!(atoms[index].statement, Statement::Mv(_)) {
            waited.extend(atoms[index].touches.iter().cloned());
            moving.push(index);
        }
        if atoms[index].waits() {
            atoms[index].waited = std::mem::take(&mut waited);
            for mv in moving.drain(..) {
                atoms[mv].waiting = Some(index);
            }
        }
    }
}

/// The first line before a region that still matters for it.
fn around_before(program: &Program, first: usize) -> usize {
    let (mut at, mut steps, mut has_replaced) = (first, 0, false);
    for line in program.range(0..first).rev().take(AROUND_LINES_MAX) {
        if steps > REACH_STEPS && has_replaced {
            break;
        }
        at -= 1;
        if let Some(step) = line.step() {
            steps += i64::from(step.steps());
            has_replaced |= step.forwards();
        }
    }
    at
}

struct Collector {
    atoms: Vec<Atom>,
    state: State,
    step: i64,
    widths: Widths,
    faults: Faults,
}

impl Collector {
    /// Adds a line around the region, as a whole.
    fn fixed(
        &mut self,
        program: &Program,
        number: usize,
        place: AtomPosition,
    ) -> Result<(), Refusal> {
        let Some(line) = program.line(number) else {
            return Ok(());
        };
        if self.faults == Faults::Refused && line.has_error() {
            return Err(Refusal::Error(number));
        }
        let Some(statement) = &line.statement else {
            return Ok(());
        };
        self.whole(number, statement, place);
        self.advance(statement);
        Ok(())
    }

    fn inside(&mut self, number: usize, statement: &Statement) {
        if let Statement::Step(step) = statement
            && let Some(parts) = self.parts(statement, step)
        {
            let setting = step.setting(self.state.setting);
            for (index, touches) in parts {
                let expression = &step.expressions[index];
                let own = Statement::Step(Step {
                    range: expression.range.clone(),
                    expressions: vec![expression.clone()],
                });
                let forwards = step.forwards() && expression.op != Op::Control(ControlOp::Wait);
                self.push(
                    number,
                    vec![index],
                    own,
                    touches,
                    setting,
                    AtomPosition::Inside,
                    forwards,
                );
            }
        } else {
            self.whole(number, statement, AtomPosition::Inside);
        }
        self.advance(statement);
    }

    /// The expressions of a step that can move alone, with what they touch; `None` if they must stay together.
    fn parts(&self, statement: &Statement, step: &Step) -> Option<Vec<(usize, Vec<Touch>)>> {
        if let Some(wait) = only_waits(step) {
            return Some(vec![(wait, Vec::new())]);
        }
        let is_wide = || self.widths == Widths::Kept && is_wide_for_another(step);
        if is_rigid(step) || is_wide() || self.is_freed_by_another(step) {
            return None;
        }
        let mut of_expressions: Vec<Vec<Touch>> = (0..step.expressions.len())
            .map(|index| touches(statement, &self.state, |of| of == index))
            .collect();
        let order = readers_first(&of_expressions)?;
        let taken = |index: usize| (index, std::mem::take(&mut of_expressions[index]));
        Some(order.into_iter().map(taken).collect())
    }

    /// Whether a mask on a destination frees the destination of another expression from the `mask` setting, as it does
    /// for the whole step (manual 3.6.2.1).
    fn is_freed_by_another(&self, step: &Step) -> bool {
        let setting = self.state.setting;
        let is_freed = |expression: &Expression| {
            let mut outputs = expression.outputs.iter();
            let is_masked = outputs.clone().any(|output| output.mask.is_some());
            let covers = |output: &Operand| {
                let memory = output.kind.memory();
                memory.is_some_and(|memory| setting.covers(memory))
            };
            !is_masked && outputs.any(covers)
        };
        setting.entry != 0 && step.has_single_line_mask() && step.expressions.iter().any(is_freed)
    }

    fn whole(&mut self, number: usize, statement: &Statement, place: AtomPosition) {
        let touches = touches(statement, &self.state, |_| true);
        let (expressions, setting, forwards) = match statement {
            Statement::Step(step) if step.is_bare_nop() => return,
            Statement::Step(step) => (
                (0..step.expressions.len()).collect(),
                step.setting(self.state.setting),
                step.forwards(),
            ),
            _ => (Vec::new(), self.state.setting, false),
        };
        let statement = statement.clone();
        self.push(
            number,
            expressions,
            statement,
            touches,
            setting,
            place,
            forwards,
        );
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "the fields of an atom, from its only two callers"
    )]
    fn push(
        &mut self,
        line: usize,
        expressions: Vec<usize>,
        statement: Statement,
        touches: Vec<Touch>,
        setting: WriteMaskSetting,
        place: AtomPosition,
        forwards: bool,
    ) {
        let kind = match statement {
            Statement::Step(_) => AtomKind::Step,
            Statement::Quit(_)
            | Statement::DebugGet(_)
            | Statement::DebugSet(_)
            | Statement::Mask(_)
            | Statement::Host(_)
            | Statement::Mv(_)
            | Statement::Directive(_) => AtomKind::Between,
        };
        self.atoms.push(Atom {
            line,
            expressions,
            step: self.step,
            kind,
            place,
            forwards,
            touches,
            hazards: Hazards::after(&statement, setting),
            statement,
            setting,
            in_force: self.state.setting,
            is_source: false,
            number: self.atoms.len(),
            waited: Vec::new(),
            waiting: None,
        });
    }

    fn advance(&mut self, statement: &Statement) {
        self.state.advance(statement);
        if let Statement::Step(step) = statement {
            self.step += i64::from(step.steps());
        }
    }
}

/// Whether the expressions of a step must stay together: one is about the whole step, or a DARBUF is filled and moved in the
/// same step (manual 3.6.7.10).
fn is_rigid(step: &Step) -> bool {
    let has = |wanted: L2bmOp| step.expressions.iter().any(|it| it.op == Op::L2bm(wanted));
    step.expressions.iter().any(is_about_step) || has(L2bmOp::Dars) && has(L2bmOp::Darw)
}

/// Whether an expression reads a wide region only because another one of its step needs it: alone, it would be warned
/// about.
fn is_wide_for_another(step: &Step) -> bool {
    let parts = step.expressions.iter();
    step.expressions.len() > 1
        && parts.map(half_used_alone).sum::<usize>() > half_used(step, "").len()
}

/// The expression of a step that only waits.
fn only_waits(step: &Step) -> Option<usize> {
    let wait = Op::Control(ControlOp::Wait);
    let nop = Op::Control(ControlOp::Nop);
    let index = step.expressions.iter().position(|it| it.op == wait)?;
    let is_filler = |it: &Expression| it.op == wait || it.op == nop;
    (step.expressions.len() == 2 && step.expressions.iter().all(is_filler)).then_some(index)
}

/// The expressions of a step in an order in which each reads what it reads before another one replaces it; `None` if
/// two read what the other writes, as in an exchange.
fn readers_first(touches: &[Vec<Touch>]) -> Option<Vec<usize>> {
    let is_read_by = |writer: usize, reader: usize| {
        let writes = touches[writer].iter().filter(|touch| touch.is_write);
        let mut pairs = writes.flat_map(|write| touches[reader].iter().map(move |it| (write, it)));
        pairs.any(|(write, read)| !read.is_write && write.meets(read))
    };
    let mut left: Vec<usize> = (0..touches.len()).collect();
    let mut order = Vec::new();
    while !left.is_empty() {
        let is_free = |&&writer: &&usize| {
            let mut others = left.iter().filter(|&&reader| reader != writer);
            others.all(|&reader| !is_read_by(writer, reader))
        };
        let next = *left.iter().find(is_free)?;
        left.retain(|&it| it != next);
        order.push(next);
    }
    Some(order)
}
