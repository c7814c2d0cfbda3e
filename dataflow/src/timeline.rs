//! The program as a chart of units over steps: what each step uses.

use mnc2_isa::{Group, Op};

use crate::unit_usage::Unit;
use mnc2_program::{Program, Statement};
use mnc2_text::LineRange;

/// A column of the chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TimelineColumn {
    /// A unit that works in steps.
    Unit(Unit),
    /// The transfers that run concurrently with the steps.
    Mv,
    /// No unit: `nop`, `wait` and the like.
    Control,
}

impl TimelineColumn {
    /// Every column, in their order.
    pub fn all() -> impl Iterator<Item = Self> {
        let units = Unit::ALL.into_iter().map(Self::Unit);
        units.chain([Self::Mv, Self::Control])
    }

    /// Its name for programs.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Unit(Unit::Mau) => "mau",
            Self::Unit(Unit::Alu) => "alu",
            Self::Unit(Unit::MatrixWrite) => "matrixWrite",
            Self::Unit(Unit::MatrixRead) => "matrixRead",
            Self::Unit(Unit::L1bm) => "l1bm",
            Self::Unit(Unit::L2bm) => "l2bm",
            Self::Mv => "mv",
            Self::Control => "control",
        }
    }

    /// Its name for people.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Unit(Unit::MatrixWrite) => "matrix write",
            Self::Unit(Unit::MatrixRead) => "matrix read",
            Self::Unit(unit) => unit.name(),
            Self::Mv => "MV",
            Self::Control => "nop, wait",
        }
    }

    /// The column of an instruction.
    #[must_use]
    pub fn from_op(op: Op) -> Self {
        let group = op.row().group;
        match Unit::from_group(group) {
            Some(unit) => Self::Unit(unit),
            None if group == Group::Mv => Self::Mv,
            None => Self::Control,
        }
    }
}

/// A use of a column's unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    /// The column of the unit.
    pub column: TimelineColumn,
    /// The expression, in bytes of the line.
    pub range: LineRange,
}

/// A step, or an MV instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its line, counted from 0.
    pub line: u32,
    /// The step, counted from 0; for an MV instruction the next one.
    pub step: u64,
    /// Steps that it takes: n for `nop/n`, 0 for MV instructions.
    pub steps: u32,
    /// The units that it uses.
    pub uses: Vec<Use>,
}

/// The rows of a program up to its `quit`, in the order of its lines.
pub fn rows(program: &Program) -> impl Iterator<Item = Row> {
    let mut step = 0;
    (0_u32..)
        .zip(program.live())
        .filter_map(move |(number, line)| {
            let (uses, steps) = match line.statement.as_ref()? {
                Statement::Step(of_line) => {
                    let uses = of_line.expressions.iter().map(|expression| Use {
                        column: TimelineColumn::from_op(expression.op),
                        range: expression.range.clone(),
                    });
                    (uses.collect(), of_line.steps())
                }
                Statement::Mv(mv) => {
                    let range = mv.range.clone();
                    let column = TimelineColumn::Mv;
                    (vec![Use { column, range }], 0)
                }
                Statement::DebugGet(_)
                | Statement::DebugSet(_)
                | Statement::Mask(_)
                | Statement::Host(_)
                | Statement::Directive(_)
                | Statement::Quit(_) => return None,
            };
            let row = Row {
                line: number,
                step,
                steps,
                uses,
            };
            step += u64::from(steps);
            Some(row)
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use mnc2_text::line::part;

    #[test]
    fn steps_and_transfers_are_rows() {
        let source = "# heading\nlinc $subpeid $lm0\nnop/2\nmvp/n64 $d0@0 $p0@0\n\
                      dvadd $lm0 $lm0 $nowrite; linc $lm0 $lr0v\nd get $lm0 1\nquit\nnop\n";
        let lines: Vec<&str> = source.lines().collect();
        let shown: Vec<String> = rows(&mnc2_asm::parse(source))
            .map(|row| {
                let uses = row.uses.iter().map(|one| {
                    let text = part(lines[row.line as usize], &one.range);
                    format!(" {}: {}", one.column.id(), text.trim())
                });
                let uses: String = uses.collect();
                format!("{} {}+{}{uses}", row.line, row.step, row.steps)
            })
            .collect();
        assert_eq!(
            shown,
            [
                "1 0+1 alu: linc $subpeid $lm0",
                "2 1+2 control: nop/2",
                "3 3+0 mv: mvp/n64 $d0@0 $p0@0",
                "4 3+1 mau: dvadd $lm0 $lm0 $nowrite alu: linc $lm0 $lr0v",
            ]
        );
    }
}
