//! What depends on more than one line: the instruction mode, `quit`, turnaround types, mask settings, hazards.

use mnc2_isa::{ControlOp, L1bmOp, Op};

use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::hazard::Hazards;
use crate::lower::written_memory;
use crate::program::{
    Addressing, Expression, Line, LineRange, MaskStatement, Mode, Operand, OperandKind, PeMemory,
    Program, Statement, Step,
};

/// Which mode a program is to be checked in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ModeChoice {
    /// Flat as soon as a flat list occurs, otherwise auto-stride.
    #[default]
    Infer,
    /// As said.
    Given(Mode),
}

/// A diagnostic and the line it stands on, counted from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Line, counted from 0.
    pub line: u32,
    /// What was found.
    pub diagnostic: Diagnostic,
}

/// What a check found out about a program.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The mode it was checked in.
    pub mode: Mode,
    /// The line of the first `quit`; it and what follows is no part of the program.
    pub quit_line: Option<u32>,
    /// Findings in the order of lines.
    pub findings: Vec<Finding>,
}

impl Report {
    /// Whether the assembler would refuse the program.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.findings
            .iter()
            .any(|finding| finding.diagnostic.is_error())
    }
}

/// Checks a program.
///
/// The cost is one pass over the lines, without parsing anything.
#[must_use]
pub fn check(program: &Program, choice: ModeChoice) -> Report {
    let quit_line = program
        .iter()
        .position(|line| matches!(line.statement, Some(Statement::Quit(_))) && !line.has_error())
        .map(|line| line as u32);
    let live = || program.range(0..quit_line.map_or(usize::MAX, |line| line as usize));
    let mode = match choice {
        ModeChoice::Given(mode) => mode,
        ModeChoice::Infer if live().any(|line| flat_lists(line).next().is_some()) => Mode::Flat,
        ModeChoice::Infer => Mode::AutoStride,
    };
    let mut findings = Vec::new();
    let mut turnaround = TurnaroundRule::default();
    let mut hazards = Hazards::new();
    let mut setting: Option<(u32, &MaskStatement)> = None;
    for (number, line) in live().enumerate() {
        let number = number as u32;
        let mut add = |diagnostic| {
            findings.push(Finding {
                line: number,
                diagnostic,
            });
        };
        line.diagnostics.iter().cloned().for_each(&mut add);
        if mode == Mode::AutoStride {
            flat_lists(line)
                .map(flat_list_in_auto_stride)
                .for_each(&mut add);
        }
        // A line in error keeps its place in time, but what it reads is guesswork until it is mended.
        let is_in_error = line.has_error();
        let mut add_unless_in_error = |diagnostic| {
            if !is_in_error {
                add(diagnostic);
            }
        };
        if let Some(step) = line.step() {
            turnaround.step(number, step, &mut add_unless_in_error);
            if let Some((set_in, mask)) = setting {
                setting_beside_zero_flush(step, set_in, mask)
                    .into_iter()
                    .for_each(&mut add_unless_in_error);
            }
        }
        if let Some(Statement::Mask(mask)) = &line.statement {
            setting = Some((number, mask));
        }
        if let Some(statement) = &line.statement {
            hazards.statement(number, statement, &mut add_unless_in_error);
        }
    }
    Report {
        mode,
        quit_line,
        findings,
    }
}

/// Operands of a line that are written as flat lists.
fn flat_lists(line: &Line) -> impl Iterator<Item = (&Operand, &PeMemory)> {
    line.step()
        .into_iter()
        .flat_map(|step| &step.expressions)
        .flat_map(Expression::operands)
        .filter_map(|operand| match &operand.kind {
            OperandKind::PeMemory(memory) if matches!(memory.addressing, Addressing::Flat(_)) => {
                Some((operand, memory))
            }
            _ => None,
        })
}

/// Manual 1.2: a flat list makes an auto-stride program an error even where strides could say the same.
fn flat_list_in_auto_stride((operand, memory): (&Operand, &PeMemory)) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        Code::FlatListInAutoStride,
        memory.address_range.clone(),
        "a list of addresses needs the flat mode, but the program is assembled in auto-stride mode",
    )
    .note(
        operand.range.clone(),
        "this operand gives each cycle its own address",
    );
    match as_stride(memory) {
        Some(text) => diagnostic.fix("Write it with a stride", memory.address_range.clone(), text),
        None => diagnostic,
    }
}

/// The same addresses with a stride, where they advance evenly.
fn as_stride(memory: &PeMemory) -> Option<String> {
    let Addressing::Flat([first, second, third, fourth]) = memory.addressing else {
        return None;
    };
    let stride = second.checked_sub(first)?;
    if third.checked_sub(second)? != stride || fourth.checked_sub(third)? != stride {
        return None;
    }
    Some(match stride {
        0 => first.to_string(),
        _ if stride == memory.width.single_words() => format!("{first}v"),
        _ => format!("{first}v{stride}"),
    })
}

/// Manual 3.6.2: write masks and zero-flush masks of a step cannot read different entries. Whether a zero-flush
/// mask cancels the `mask` setting, as a write mask of a line does, is not said.
fn setting_beside_zero_flush(step: &Step, set_in: u32, mask: &MaskStatement) -> Option<Diagnostic> {
    let setting = &mask.setting;
    let flush = step
        .expressions
        .iter()
        .find_map(|expression| expression.zero_flush.as_ref())?;
    let covered = step
        .expressions
        .iter()
        .flat_map(|expression| &expression.outputs)
        .find(|output| written_memory(&output.kind).is_some_and(|memory| setting.covers(memory)))?;
    let agrees = (setting.entry, setting.double_long) == (flush.entry, flush.double_long);
    if agrees || setting.entry == 0 || step.has_single_line_mask() {
        return None;
    }
    Some(
        Diagnostic::new(
            Code::MaskSettingBesideZeroFlush,
            flush.range.clone(),
            format!(
                "a step reads one entry of the mask register, but the `mask` setting still names entry {}",
                setting.entry
            ),
        )
        .note_at(set_in, mask.range.clone(), "the setting")
        .note(covered.range.clone(), "it covers this destination"),
    )
}

/// Manual 3.6.8.2: the turnaround register is read by a transfer of the type that last wrote it.
/// Types are told apart by their speed at L1BM. What wrote it before the program starts is not known.
#[derive(Default)]
struct TurnaroundRule {
    last_write: Option<(u32, L1bmOp, LineRange)>,
}

impl TurnaroundRule {
    fn step(&mut self, line: u32, step: &Step, add: &mut impl FnMut(Diagnostic)) {
        let transfers = || {
            step.expressions
                .iter()
                .filter_map(|expression| match expression.op {
                    Op::L1bm(op) => Some((op, expression)),
                    _ => None,
                })
        };
        for (op, expression) in transfers().filter(|(op, _)| op.is_to_pe()) {
            let Some(input) = expression.inputs.first() else {
                continue;
            };
            let Some((write_line, write_op, write_range)) = &self.last_write else {
                continue;
            };
            let (reads, writes) = (l1bm_words(op), l1bm_words(*write_op));
            // `l1bmp` has no counterpart at all, which is a finding of the line itself.
            let has_counterpart = !matches!(op, L1bmOp::BroadcastPe | L1bmOp::BroadcastPeDouble);
            if matches!(input.kind, OperandKind::Turnaround(_))
                && has_counterpart
                && reads != writes
            {
                add(Diagnostic::new(
                    Code::TurnaroundType,
                    input.range.clone(),
                    format!(
                        "this transfer moves {reads} long words in a cycle, \
                         but the turnaround register was written by one that moves {writes}"
                    ),
                )
                .note_at(*write_line, write_range.clone(), "last written here"));
            }
        }
        let keeps = step.expressions.iter().any(|expression| {
            matches!(
                expression.op,
                Op::Control(ControlOp::Nop | ControlOp::Noforward)
            )
        });
        if let (false, Some((op, expression))) = (keeps, transfers().find(|(op, _)| !op.is_to_pe()))
        {
            self.last_write = Some((line, op, expression.range.clone()));
        }
    }
}

/// Long words that a transfer moves at L1BM in a cycle (manual table 3.8).
fn l1bm_words(op: L1bmOp) -> u32 {
    op.row()
        .operands
        .iter()
        .map(|spec| spec.words_per_cycle)
        .max()
        .unwrap_or(0)
}
