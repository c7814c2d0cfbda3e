//! Integer expressions: operations of the ALU on numbers of one width.
//!
//! A number is held with its sign extended, so that an expression with -1 means all ones in any width.

use std::fmt;

use egg::{FromOp, FromOpError, Id, Language};
use mnc2_isa::{AluOp, Op};
use mnc2_program::Expression;

use crate::rules::{self, RewriteRule};

/// What computes a number from numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::rewriting) enum Function {
    Add,
    Sub,
    Inc,
    Dec,
    Not,
    And,
    Or,
    Xor,
    Lsl,
    Lsr,
    Ulsr,
    Bsl,
    Bsr,
    Max,
    Min,
    Umax,
    Umin,
    /// The second number where the flags are set, otherwise the third.
    Select,
}

/// A function with its name and the operation of the ALU that computes it.
struct Row {
    function: Function,
    name: &'static str,
    /// With whether it takes unsigned numbers, if that makes a difference.
    op: Option<(AluOp, Option<bool>)>,
    count: usize,
}

const fn row(
    function: Function,
    name: &'static str,
    (op, unsigned): (AluOp, Option<bool>),
    count: usize,
) -> Row {
    Row {
        function,
        name,
        op: Some((op, unsigned)),
        count,
    }
}

const ROWS: [Row; 18] = [
    row(Function::Add, "add", (AluOp::Add, None), 2),
    row(Function::Sub, "sub", (AluOp::Sub, None), 2),
    row(Function::Inc, "inc", (AluOp::Inc, None), 1),
    row(Function::Dec, "dec", (AluOp::Dec, None), 1),
    row(Function::Not, "not", (AluOp::Not, None), 1),
    row(Function::And, "and", (AluOp::And, None), 2),
    row(Function::Or, "or", (AluOp::Or, None), 2),
    row(Function::Xor, "xor", (AluOp::Xor, None), 2),
    row(Function::Lsl, "lsl", (AluOp::Lsl, None), 2),
    row(Function::Lsr, "lsr", (AluOp::Lsr, Some(false)), 2),
    row(Function::Ulsr, "ulsr", (AluOp::Lsr, Some(true)), 2),
    row(Function::Bsl, "bsl", (AluOp::Bsl, None), 2),
    row(Function::Bsr, "bsr", (AluOp::Bsr, None), 2),
    row(Function::Max, "max", (AluOp::Max, Some(false)), 2),
    row(Function::Min, "min", (AluOp::Min, Some(false)), 2),
    row(Function::Umax, "umax", (AluOp::Max, Some(true)), 2),
    row(Function::Umin, "umin", (AluOp::Min, Some(true)), 2),
    Row {
        function: Function::Select,
        name: "select",
        op: None,
        count: 3,
    },
];

/// A number of some bits with its sign extended.
pub(super) const fn extended(number: u64, bits: u32) -> i64 {
    let unused = u64::BITS - bits;
    (number << unused) as i64 >> unused
}

impl Function {
    fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// The function of an expression of the ALU on integers of this many bits.
    pub(super) fn from_expression(expression: &Expression, bits: u32) -> Option<Self> {
        let spelling = expression.spelling;
        let Op::Alu(op) = expression.op else {
            return None;
        };
        let precision = spelling.precision?;
        let is_plain = |it: &mnc2_program::Operand| !it.negated && it.conversion.is_none();
        if precision.is_float()
            || precision.element_bits() != bits
            || !expression.inputs.iter().all(is_plain)
        {
            return None;
        }
        let is_right = |it: &&Row| {
            let own = it.op.filter(|(own, _)| *own == op);
            own.is_some_and(|(_, unsigned)| unsigned.is_none_or(|it| it == spelling.unsigned))
        };
        ROWS.iter().find(is_right).map(|it| it.function)
    }

    /// A line of the ALU that computes it for numbers of this many bits, if the ALU does.
    pub(in crate::rewriting) fn line(self, bits: u32) -> Option<String> {
        let (_, unsigned) = self.row().op?;
        let (sign, name) = match unsigned {
            Some(true) => ("u", &self.row().name[1..]),
            Some(false) | None => ("", self.row().name),
        };
        let precision = if bits > 32 { "l" } else { "i" };
        let second = if self.row().count > 1 { "$lr0v " } else { "" };
        Some(format!("{sign}{precision}{name} $lm0v {second}$nowrite"))
    }

    /// The rule of the table that users see for rows whose left side it computes.
    pub(super) const fn family(self) -> &'static RewriteRule {
        match self {
            Self::Add | Self::Sub | Self::Inc | Self::Dec => &rules::SUMS,
            Self::Lsl | Self::Lsr | Self::Ulsr | Self::Bsl | Self::Bsr => &rules::SHIFTS,
            Self::Not | Self::And | Self::Or | Self::Xor => &rules::BITS,
            Self::Max | Self::Min | Self::Umax | Self::Umin => &rules::EXTREMES,
            Self::Select => &rules::SELECTIONS,
        }
    }

    /// The result for numbers of this many bits.
    pub(super) fn result(self, bits: u32, inputs: &[i64]) -> Option<i64> {
        let plain = u64::MAX >> (u64::BITS - bits);
        let (x, y) = (*inputs.first()?, inputs.get(1).copied().unwrap_or(0));
        let (plain_x, plain_y) = (x as u64 & plain, y as u64 & plain);
        // Higher bits of amounts are ignored (manual 3.6.12.17).
        let amount = (plain_y % (2 * u64::from(bits))) as u32;
        let turned = |amount: u32| match amount % bits {
            0 => plain_x,
            amount => plain_x << amount | plain_x >> (bits - amount),
        };
        let signed = |it: i64| it as u64;
        let result = match self {
            Self::Add => signed(x.wrapping_add(y)),
            Self::Sub => signed(x.wrapping_sub(y)),
            Self::Inc => signed(x.wrapping_add(1)),
            Self::Dec => signed(x.wrapping_sub(1)),
            Self::Not => signed(!x),
            Self::And => signed(x & y),
            Self::Or => signed(x | y),
            Self::Xor => signed(x ^ y),
            Self::Lsl => plain_x.checked_shl(amount).unwrap_or(0),
            Self::Lsr => signed(x >> amount.min(bits - 1)),
            Self::Ulsr => plain_x.checked_shr(amount).unwrap_or(0),
            Self::Bsl => turned(amount),
            Self::Bsr => turned(2 * bits - amount),
            Self::Max => signed(x.max(y)),
            Self::Min => signed(x.min(y)),
            Self::Umax => plain_x.max(plain_y),
            Self::Umin => plain_x.min(plain_y),
            Self::Select => signed(if x == 0 { *inputs.get(2)? } else { y }),
        };
        Some(extended(result, bits))
    }
}

/// What a node is, without the numbers that it is computed from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::rewriting) enum Head {
    Number(i64),
    /// Any number, or flags.
    Leaf(u32),
    Apply(Function),
}

impl fmt::Display for Head {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(to, "{number}"),
            Self::Leaf(leaf) => write!(to, "leaf{leaf}"),
            Self::Apply(function) => write!(to, "{}", function.row().name),
        }
    }
}

/// A node of an expression.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::rewriting) struct Term {
    pub(in crate::rewriting) head: Head,
    pub(in crate::rewriting) inputs: Vec<Id>,
}

impl Term {
    pub(super) const fn leaf(leaf: u32) -> Self {
        Self::plain(Head::Leaf(leaf))
    }

    pub(super) const fn number(number: i64) -> Self {
        Self::plain(Head::Number(number))
    }

    const fn plain(head: Head) -> Self {
        Self {
            head,
            inputs: Vec::new(),
        }
    }
}

impl fmt::Display for Term {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.head.fmt(to)
    }
}

impl Language for Term {
    type Discriminant = Head;

    fn discriminant(&self) -> Head {
        self.head
    }

    fn matches(&self, other: &Self) -> bool {
        self.head == other.head
    }

    fn children(&self) -> &[Id] {
        &self.inputs
    }

    fn children_mut(&mut self) -> &mut [Id] {
        &mut self.inputs
    }
}

impl FromOp for Term {
    type Error = FromOpError;

    fn from_op(op: &str, inputs: Vec<Id>) -> Result<Self, FromOpError> {
        let number = op.parse().ok().map(|it| (Head::Number(it), 0));
        let leaf = || {
            let leaf = op.strip_prefix("leaf")?.parse().ok()?;
            Some((Head::Leaf(leaf), 0))
        };
        let function = || {
            let row = ROWS.iter().find(|it| it.name == op)?;
            Some((Head::Apply(row.function), row.count))
        };
        match number.or_else(leaf).or_else(function) {
            Some((head, count)) if count == inputs.len() => Ok(Self { head, inputs }),
            _ => Err(FromOpError::new(op, inputs)),
        }
    }
}
