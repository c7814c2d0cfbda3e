//! The section of the manual that states the rule that a line breaks.
//!
//! The row of a code names a section. Many codes have a more specific one, which depends on the memory, the opcode or the
//! statement: 3.6.1.6 describes the addresses of LM0, and 3.6.1.10 the addresses of GRF0. It follows from the place of the
//! finding, so rules need not name it.

use mnc2_isa::{
    Constant, Forwarding, L1bmOp, L2bmOp, MauOp, Memory, MvOp, NamedIn, Op, Precision, Width,
};
use tree_sitter::Node;

use super::context;
use super::node_field::NodeField;
use mnc2_program::code::Code;
use mnc2_program::finding::Diagnostic;
use mnc2_program::{Conversion, Expression, Operand, OperandKind, Statement};
use mnc2_text::LineRange;

/// The subject of a finding.
#[derive(Clone, Copy)]
struct Subject<'a> {
    range: &'a LineRange,
    statement: StatementKind,
    expression: Option<&'a Expression>,
    mv: Option<Op>,
    operand: Option<OperandName>,
    /// Whether it is about an opcode, including its options.
    is_on_opcode: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum StatementKind {
    Step,
    Mv,
    DebugGet,
    DebugSet,
    Mask,
    Quit,
    Host,
    Unknown,
}

/// The memory or register that an operand names.
#[derive(Clone, Copy)]
enum OperandName {
    Memory(Memory),
    Forwarding(Forwarding),
    Constant,
}

/// Cites for each finding of a line the section that states its rule.
pub(super) fn cite(
    text: &str,
    root: Node<'_>,
    statement: Option<&Statement>,
    diagnostics: &mut [Diagnostic],
) {
    for diagnostic in diagnostics {
        let section = if diagnostic.code == Code::UnreadableStatement {
            Some(unreadable(text))
        } else {
            section(
                diagnostic.code,
                subject(text, root, statement, &diagnostic.range),
            )
        };
        if let Some(section) = section {
            diagnostic.cite(section);
        }
    }
}

/// The section on the kind of statement that a line seems to be.
fn unreadable(text: &str) -> &'static str {
    let mut words = text.split_ascii_whitespace();
    let (first, second) = (words.next().unwrap_or_default(), words.next());
    match (first, second) {
        ("d", Some("set")) => "3.4.4",
        ("d", Some(word)) if word.starts_with("get") => "3.4.3",
        ("quit", _) => "3.4.2",
        ("c" | "e" | "f" | "r" | "d", _) => "3.4",
        _ if first.starts_with("mask") => "3.6.2.1",
        _ if first.starts_with("mv") => "3.5.1",
        _ if first.starts_with(|first: char| first.is_ascii_alphabetic()) => "3.6",
        _ => "3.1",
    }
}

fn subject<'a>(
    text: &str,
    root: Node<'_>,
    statement: Option<&'a Statement>,
    range: &'a LineRange,
) -> Subject<'a> {
    let (start, end) = (range.start as usize, range.end as usize);
    let mut subject = Subject {
        range,
        statement: StatementKind::Unknown,
        expression: None,
        mv: None,
        operand: None,
        is_on_opcode: false,
    };
    let mut node = root.descendant_for_byte_range(start, end);
    while let Some(at) = node {
        match at.kind() {
            "memory_operand" | "debug_memory" => {
                let letters = context::field(at, NodeField::Memory);
                let letters = letters.and_then(|node| text.get(node.byte_range()));
                subject.operand = letters
                    .and_then(Memory::from_letters)
                    .map(OperandName::Memory);
            }
            "named_operand" => {
                let name = context::field(at, NodeField::Name);
                let name = name.and_then(|node| text.get(node.byte_range()));
                subject.operand = name.and_then(named);
            }
            "opcode" | "mv_opcode" => subject.is_on_opcode = true,
            "step" => subject.statement = StatementKind::Step,
            "mv_statement" => subject.statement = StatementKind::Mv,
            "debug_get" => subject.statement = StatementKind::DebugGet,
            "debug_set" => subject.statement = StatementKind::DebugSet,
            "mask_statement" => subject.statement = StatementKind::Mask,
            "quit_statement" => subject.statement = StatementKind::Quit,
            "host_statement" => subject.statement = StatementKind::Host,
            _ => {}
        }
        node = at.parent();
    }
    match statement {
        Some(Statement::Step(step)) => {
            subject.expression = step.expressions.iter().find(|expression| {
                expression.range.start <= range.start && range.end <= expression.range.end
            });
        }
        Some(Statement::Mv(mv)) => subject.mv = Some(mv.op),
        _ => {}
    }
    subject
}

fn named(name: &str) -> Option<OperandName> {
    let forwarding = Forwarding::ALL.into_iter().find(|it| it.name() == name);
    let constant = || Constant::ALL.into_iter().find(|it| it.name() == name);
    forwarding
        .map(OperandName::Forwarding)
        .or_else(|| constant().map(|_| OperandName::Constant))
}

impl Subject<'_> {
    fn op(&self) -> Option<Op> {
        self.expression.map(|expression| expression.op).or(self.mv)
    }

    fn precision(&self) -> Option<Precision> {
        self.expression?.spelling.precision
    }

    /// The section of the instruction.
    fn instruction(&self) -> Option<&'static str> {
        self.op().map(|op| op.section(self.precision()))
    }

    /// The section of the operand that the finding is about.
    fn operand(&self) -> Option<&'static str> {
        let place = match (self.statement, self.op()) {
            (StatementKind::Mv, _) => NamedIn::Mv,
            (_, Some(Op::L2bm(L2bmOp::Dars))) => NamedIn::Dars,
            (_, Some(Op::L2bm(_))) => NamedIn::L2bmInstruction,
            (_, _) => NamedIn::Pe,
        };
        Some(match self.operand? {
            OperandName::Memory(memory) => memory.section(place),
            OperandName::Forwarding(register) => register.section(),
            OperandName::Constant => Constant::SECTION,
        })
    }

    /// The memory that the finding is about.
    fn memory(&self) -> Option<Memory> {
        match self.operand? {
            OperandName::Memory(memory) => Some(memory),
            OperandName::Forwarding(_) | OperandName::Constant => None,
        }
    }

    /// The section of `d get` or `d set`.
    fn debug(&self) -> Option<&'static str> {
        match self.statement {
            StatementKind::DebugGet => Some("3.4.3"),
            StatementKind::DebugSet => Some("3.4.4"),
            _ => None,
        }
    }
}

/// The section that states the rule of a code for what the finding is about; `None` if the section of the code's row is right.
fn section(code: Code, subject: Subject<'_>) -> Option<&'static str> {
    match code {
        Code::UnknownOpcode => (subject.statement == StatementKind::Mv).then_some("3.5.8"),
        Code::OptionNotAllowed | Code::OptionMissing | Code::OperandCount => {
            match (subject.op(), code) {
                (Some(Op::Alu(_)), Code::OptionMissing) => Some("3.6.12.12"),
                _ => subject.instruction(),
            }
        }
        Code::OperandNotAllowed | Code::RotationOutOfRange => subject.instruction(),
        // A set of L1Bs has a section of its own; one L1B or MAB is explained with its instruction.
        Code::TargetOutOfRange => match subject.op()? {
            Op::L2bm(L2bmOp::Transfer) | Op::L1bm(_) => subject.instruction(),
            _ => None,
        },
        Code::UnknownOperand => (subject.statement == StatementKind::Mv).then_some("3.5.2"),
        Code::AddressOutOfRange | Code::MisalignedStride => subject.operand(),
        Code::MisalignedAddress => match subject.memory()? {
            // The instruction decides the alignment (manual 3.6.7, 3.6.8), MV instructions by their unit operation.
            Memory::L1bm | Memory::L2bm | Memory::Pdm | Memory::Dram => match subject.statement {
                StatementKind::Mv => Some("3.5.3"),
                _ => subject.instruction(),
            },
            _ => subject.operand(),
        },
        Code::WidthNotAllowed | Code::AddressMissing | Code::PartNotAllowed => {
            subject.debug().or_else(|| subject.operand())
        }
        Code::FlatListLength
        | Code::IndirectNotAllowed
        | Code::ModificationNotAllowed
        | Code::FirstInputOnly => subject.operand(),
        Code::ConversionNotAllowed | Code::DoubtfulWidth => conversion(subject),
        Code::MatrixWidth => match subject.op()? {
            Op::Mau(MauOp::Mwrite | MauOp::Mread) => subject.instruction(),
            _ => None,
        },
        Code::MaskPattern | Code::MaskSuffixUnneeded | Code::MaskNotAllowed => {
            Some(match subject.is_on_opcode {
                true => "3.6.2.2",
                false => "3.6.2.1",
            })
        }
        Code::DebugMemory | Code::TRegisterCount | Code::ScopeOutOfRange | Code::BeyondTheEnd => {
            subject.debug()
        }
        Code::MvOption => match subject.op()? {
            Op::Mv(MvOp::Nop) => subject.instruction(),
            _ => None,
        },
        Code::GroupsDiffer => subject.instruction(),
        Code::DoubleLongReduction => double_long_reduction(subject),
        _ => None,
    }
}

/// Where `e` or `r` is explained for the operand that the finding is about.
fn conversion(subject: Subject<'_>) -> Option<&'static str> {
    let expression = subject.expression?;
    let holds = |operand: &&Operand| {
        operand.range.start <= subject.range.start && subject.range.end <= operand.range.end
    };
    if expression.outputs.iter().any(|output| holds(&output)) {
        return Some("3.6.9.25");
    }
    let input = expression.inputs.iter().find(holds)?;
    let letter = input.conversion.as_ref()?.value;
    Some(match (expression.op, letter) {
        (Op::L1bm(_), _) => "3.6.8.4",
        (Op::Alu(_), Conversion::Shorten) => "3.6.12.19",
        (_, Conversion::Shorten) => "3.6.9.24",
        (_, Conversion::Extend) => "3.6.9.23",
    })
}

/// The requested reduction of 2 long words: over 16 MABs, over 4, or shortened.
fn double_long_reduction(subject: Subject<'_>) -> Option<&'static str> {
    let expression = subject.expression?;
    let is_wide = |kind: &OperandKind| {
        matches!(
            kind,
            OperandKind::L1bm {
                width: Width::DoubleLong,
                ..
            } | OperandKind::Turnaround(Width::DoubleLong)
        )
    };
    let asks = expression
        .outputs
        .iter()
        .any(|output| is_wide(&output.kind));
    match expression.op {
        _ if expression.spelling.shortened && asks => Some("3.6.8.5"),
        Op::L1bm(L1bmOp::Reduce4) => Some("3.6.8.19"),
        _ => None,
    }
}
