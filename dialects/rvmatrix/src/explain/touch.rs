//! What the operands of an instruction read and write, and how values go from one to another.

use mnc2_assembly::{
    Dataflow, Line, Node, Operand, Piece, PieceKind, Shape, Source, Statement, Touch, Within,
};
use mnc2_text::{LineRange, Place};

use crate::base::{self, Base, FloatOperation};
use crate::check::{Graph, Step, statement_of};
use crate::encode::Instruction;
use crate::lower::Lowered;
use crate::names::Names;
use crate::register::{self, INTEGER_NAMES, MATRIX_COUNT};
use crate::table::{Field, Operation, Slot};

/// The bits of a register among those that are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Register {
    Matrix(u8),
    Integer(u8),
    Float(u8),
}

/// How many integer registers there are.
const INTEGER_COUNT: u8 = INTEGER_NAMES.len() as u8;

impl Register {
    /// Its bit; none for `x0`, which has no value of its own.
    pub(super) fn bits(self) -> u128 {
        match self {
            Self::Matrix(number) => 1 << number,
            Self::Integer(0) => 0,
            Self::Integer(number) => 1 << (MATRIX_COUNT + number),
            Self::Float(number) => 1 << (MATRIX_COUNT + INTEGER_COUNT + number),
        }
    }
}

/// The bits of all matrix registers.
const MATRICES: u128 = (1 << MATRIX_COUNT) - 1;

/// The registers among the operands of a step.
pub(super) fn step_touches(source: &Source, symbols: Names<'_>, step: &Step) -> Vec<Touch> {
    let Some((line, statement)) = statement_of(source, step) else {
        return Vec::new();
    };
    let reader = Reader {
        number: step.line,
        line,
        symbols,
    };
    match &step.lowered {
        Lowered::Instruction(instruction) => reader.instruction(statement, instruction),
        Lowered::Other => reader.base(statement),
        Lowered::Hidden(_) | Lowered::Wrong(..) => Vec::new(),
    }
}

/// The matrix operands of an instruction.
pub(super) fn matrices(
    number: u32,
    line: &Line,
    symbols: Names<'_>,
    statement: &Statement,
    instruction: &Instruction,
) -> Vec<Touch> {
    let reader = Reader {
        number,
        line,
        symbols,
    };
    let mut touches = reader.instruction(statement, instruction);
    touches.retain(|touch| touch.registers & MATRICES != 0);
    touches
}

/// A line whose operands are read.
struct Reader<'a> {
    number: u32,
    line: &'a Line,
    symbols: Names<'a>,
}

impl Reader<'_> {
    fn touch(&self, range: &LineRange, registers: u128, reads: bool, writes: bool) -> Touch {
        Touch {
            place: Place {
                line: self.number,
                range: range.clone(),
            },
            registers,
            reads,
            writes,
        }
    }

    /// The integer or floating-point register that a word names.
    fn register(&self, word: &Piece) -> Option<Register> {
        let name = self.line.part(&word.range);
        let is_other = self.symbols.defined.contains_key(name) || self.symbols.is_constant(name);
        if word.kind != PieceKind::Word || is_other {
            return None;
        }
        let float = || register::float(name).map(Register::Float);
        register::integer(name)
            .map(Register::Integer)
            .or_else(float)
    }

    fn read(&self, word: &Piece) -> Option<Touch> {
        let bits = self.register(word)?.bits();
        Some(self.touch(&word.range, bits, true, false))
    }

    /// An instruction of the extension.
    fn instruction(&self, statement: &Statement, instruction: &Instruction) -> Vec<Touch> {
        let mut found = Vec::new();
        for (slot, operand) in (instruction.row.form.slots().iter()).zip(&statement.operands) {
            let shape = operand.shape(self.line);
            match (slot, shape) {
                (Slot::Matrix(field), Shape::Word(word)) => {
                    found.push(self.matrix(instruction, *field, &word.range));
                }
                (Slot::RowByRegister | Slot::RowByImmediate, Shape::Indexed(word, inner)) => {
                    found.push(self.matrix(instruction, Field::Ms1, &word.range));
                    found.extend(inner.iter().filter_map(|word| self.read(word)));
                }
                (Slot::Integer(Field::Rd), Shape::Word(word)) => {
                    let bits = self.register(word).map(Register::bits);
                    found.extend(bits.map(|bits| self.touch(&word.range, bits, false, true)));
                }
                (Slot::Integer(_) | Slot::Scalar, Shape::Word(word)) => {
                    found.extend(self.read(word));
                }
                (Slot::Address, Shape::Address(_, inner)) => {
                    found.extend(inner.iter().filter_map(|word| self.read(word)));
                }
                _ => {}
            }
        }
        found
    }

    fn matrix(&self, instruction: &Instruction, field: Field, range: &LineRange) -> Touch {
        let row = instruction.row;
        let first = instruction.get(field) as u8;
        let group = first..(first + row.registers(field)).min(MATRIX_COUNT);
        let registers = group.fold(0, |bits, it| bits | Register::Matrix(it).bits());
        let is_destination = field == Field::Md && !row.is_store();
        let reads =
            !is_destination || row.is_multiply() || row.operation == Operation::WriteElement;
        self.touch(range, registers, reads, is_destination)
    }

    /// A base instruction, or one that is not known, whose first operand may be a result and an operand.
    fn base(&self, statement: &Statement) -> Vec<Touch> {
        let mnemonic = self.line.mnemonic(statement);
        if mnemonic.is_empty() || mnemonic.starts_with('.') {
            return Vec::new();
        }
        let base = base::find(mnemonic);
        let count = statement.operands.len();
        let writes_first = base.is_none_or(|base| match base {
            Base::Float(float) => float.operation != FloatOperation::Store,
            _ => base.writes_register(count),
        });
        let touch = |(index, operand): (usize, &Operand)| {
            let (word, is_written) = match operand.shape(self.line) {
                Shape::Word(word) => (word, index == 0 && writes_first),
                Shape::Address(_, [word]) => (word, false),
                _ => return None,
            };
            let mut touch = self.read(word)?;
            touch.writes = is_written;
            touch.reads = !is_written || base.is_none();
            Some(touch)
        };
        statement
            .operands
            .iter()
            .enumerate()
            .filter_map(touch)
            .collect()
    }
}

/// The places of the registers among the operands of a line.
pub(super) fn operands(source: &Source, symbols: Names<'_>, line: u32) -> Vec<Place> {
    let is_macro = symbols.within_line(line) == Within::Macro;
    let steps = Step::from_lines(source, symbols, line..line.saturating_add(1), is_macro);
    let touches = steps
        .iter()
        .flat_map(|step| step_touches(source, symbols, step));
    touches.map(|touch| touch.place).collect()
}

/// Maximum number of lines before and after a place that are searched.
const LINES_MAX: u32 = 10_000;

/// The values around a line: of the macro that it is in, otherwise of the text.
pub(super) fn around(source: &Source, symbols: Names<'_>, line: u32) -> Dataflow {
    let is_macro = symbols.within_line(line) == Within::Macro;
    let is_inside = |number: &u32| {
        source.line(*number).is_some()
            && (!is_macro || symbols.within_line(*number) == Within::Macro)
    };
    let before = (line.saturating_sub(LINES_MAX)..line).rev();
    let first = before.take_while(is_inside).last().unwrap_or(line);
    let after = line..line.saturating_add(LINES_MAX);
    let last = after.take_while(is_inside).last().unwrap_or(line);
    let steps = Step::from_lines(source, symbols, first..last + 1, is_macro);
    let graph = Graph::new(source, &symbols, &steps);
    let mut nodes: Vec<Node> = vec![Node::default(); steps.len()];
    for (index, step) in steps.iter().enumerate() {
        nodes[index].touches = step_touches(source, symbols, step);
        nodes[index].is_entry |= graph.entries.contains(&index);
        for &next in &graph.next[index] {
            let falls = next == index + 1;
            let is_known = match falls {
                true => falls_through(source, symbols, step, &steps[next]),
                false => true,
            };
            match is_known {
                true => nodes[index].next.push(next),
                false => nodes[next].is_entry = true,
            }
        }
    }
    Dataflow::new(nodes)
}

/// Whether the next statement has the values that a statement leaves: nothing that is not known is between them.
fn falls_through(source: &Source, symbols: Names<'_>, step: &Step, next: &Step) -> bool {
    // Code between conditions of the preprocessor may not be there.
    let mut between = (step.line..next.line).filter_map(|number| source.line(number));
    if between.any(|line| line.directive.is_some()) {
        return false;
    }
    let Some((line, statement)) = statement_of(source, step) else {
        return false;
    };
    let word = line.mnemonic(statement);
    let leaves = matches!(
        base::find(word),
        Some(Base::JumpAndLink | Base::JumpAndLinkRegister | Base::Call | Base::Stop)
    );
    !leaves && !symbols.macros.contains_key(word)
}
