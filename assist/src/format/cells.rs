//! The parts of a line between which white space can change, as the parser found them.

use mnc2_program::{Line, Operand, Statement};
use mnc2_text::LineRange;

/// Which statements are aligned together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Steps and MV instructions.
    Instruction,
    /// A `d get` statement.
    DebugGet,
    /// A `d set` statement.
    DebugSet,
    Mask,
    /// `quit` and host statements, whose inside stays as it is.
    Whole,
}

/// A line's statement and comment.
#[derive(Debug)]
pub(super) struct Cells {
    /// The kind of statements that it is aligned with.
    pub(super) kind: Kind,
    /// Semicolons before the first expression.
    pub(super) leading_semicolons: usize,
    /// Expressions, each with its cells and the semicolons after it.
    pub(super) groups: Vec<Group>,
    /// The comment, without white space at its end.
    pub(super) comment: Option<LineRange>,
}

/// An expression, or a statement that has none.
#[derive(Debug)]
pub(super) struct Group {
    /// The ranges of its parts, in order.
    pub(super) cells: Vec<LineRange>,
    /// Semicolons between this and what follows.
    pub(super) semicolons: usize,
}

impl Cells {
    /// The cells of a line without errors; `None` if there is something other than space between them, which cannot
    /// occur in a parsed line.
    pub(super) fn from_line(line: &Line, text: &str) -> Option<Self> {
        let statement = line.statement.as_ref()?;
        let (kind, groups) = match statement {
            Statement::Quit(range) => (Kind::Whole, vec![vec![range.clone()]]),
            Statement::Host(host) => (Kind::Whole, vec![vec![host.range.clone()]]),
            Statement::Directive(directive) => (Kind::Whole, vec![vec![directive.range.clone()]]),
            Statement::DebugGet(get) => (
                Kind::DebugGet,
                vec![words(text, &get.range, get.range.end)?],
            ),
            Statement::DebugSet(set) => {
                let mut cells = words(text, &set.range, set.payload_range.start)?;
                cells.push(set.payload_range.clone());
                (Kind::DebugSet, vec![cells])
            }
            Statement::Mask(mask) => (Kind::Mask, vec![words(text, &mask.range, mask.range.end)?]),
            Statement::Mv(mv) => (
                Kind::Instruction,
                vec![instruction(&mv.opcode_range, mv.operands.iter())],
            ),
            Statement::Step(step) => (
                Kind::Instruction,
                step.expressions
                    .iter()
                    .map(|expression| instruction(&expression.opcode_range, expression.operands()))
                    .collect(),
            ),
        };
        let comment = line.comment.as_ref().map(|comment| {
            let written = slice(text, comment.start, comment.end).unwrap_or_default();
            comment.start..comment.start + written.trim_end_matches([' ', '\t']).len() as u32
        });
        let end = line
            .comment
            .as_ref()
            .map_or(text.len() as u32, |comment| comment.start);
        Self::spaced(kind, groups, comment, end, text)
    }

    /// Counts the semicolons between the cells, and makes sure that there is nothing else.
    fn spaced(
        kind: Kind,
        groups: Vec<Vec<LineRange>>,
        comment: Option<LineRange>,
        end: u32,
        text: &str,
    ) -> Option<Self> {
        let mut at = 0;
        let mut leading_semicolons = 0;
        let mut spaced: Vec<Group> = Vec::with_capacity(groups.len());
        for cells in groups {
            for (index, cell) in cells.iter().enumerate() {
                let semicolons = semicolons(slice(text, at, cell.start)?)?;
                match (index, spaced.last_mut()) {
                    (0, Some(before)) => before.semicolons = semicolons,
                    (0, None) => leading_semicolons = semicolons,
                    _ if semicolons > 0 => return None,
                    _ => {}
                }
                at = cell.end;
            }
            spaced.push(Group {
                cells,
                semicolons: 0,
            });
        }
        spaced.last_mut()?.semicolons = semicolons(slice(text, at, end)?)?;
        Some(Self {
            kind,
            leading_semicolons,
            groups: spaced,
            comment,
        })
    }
}

fn instruction<'a>(
    opcode: &LineRange,
    operands: impl Iterator<Item = &'a Operand>,
) -> Vec<LineRange> {
    std::iter::once(opcode.clone())
        .chain(operands.map(|operand| operand.range.clone()))
        .collect()
}

/// The words of a statement up to a place.
fn words(text: &str, statement: &LineRange, end: u32) -> Option<Vec<LineRange>> {
    let slice = slice(text, statement.start, end)?;
    let words = slice.split([' ', '\t']).filter(|word| !word.is_empty());
    Some(
        words
            .map(|word| {
                let start =
                    statement.start + (word.as_ptr() as usize - slice.as_ptr() as usize) as u32;
                start..start + word.len() as u32
            })
            .collect(),
    )
}

fn slice(text: &str, start: u32, end: u32) -> Option<&str> {
    text.get(start as usize..end as usize)
}

/// The number of semicolons among spaces; `None` if there is anything else.
fn semicolons(between: &str) -> Option<usize> {
    between.bytes().try_fold(0, |count, byte| match byte {
        b' ' | b'\t' => Some(count),
        b';' => Some(count + 1),
        _ => None,
    })
}
