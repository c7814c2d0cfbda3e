//! Instructions that no path of the file reaches with a matrix size that something set.
//!
//! A path is followed from each instruction that sets a size, and from each that may do so: a call, a macro, data among the
//! code. What is never reached from there depends on sizes that nothing in the file sets.

use std::collections::{HashMap, HashSet};

use mnc2_assembly::{Line, PieceKind, Source, Statement, Symbols};
use mnc2_text::{Diagnostic, Finding, message};

use super::Step;
use crate::base::{self, Base};
use crate::code::Code;
use crate::lower::Lowered;
use crate::table::Row;

/// The findings of a text.
pub(super) fn check(source: &Source, symbols: &Symbols, steps: &[Step]) -> Vec<Finding<Code>> {
    let graph = Graph::new(source, symbols, steps);
    let mut is_configured = vec![false; steps.len()];
    let mut queue: Vec<usize> = Vec::new();
    let reach = |from: &mut Vec<usize>, is_configured: &mut Vec<bool>| {
        while let Some(step) = from.pop() {
            for &next in &graph.next[step] {
                if !is_configured[next] {
                    is_configured[next] = true;
                    from.push(next);
                }
            }
        }
    };
    for (index, step) in steps.iter().enumerate() {
        if graph.entries.contains(&index) {
            is_configured[index] = true;
            queue.push(index);
        }
        if may_configure(source, symbols, step) {
            queue.push(index);
        }
    }
    reach(&mut queue, &mut is_configured);
    let mut found = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        let Some(row) = step.lowered.row() else {
            continue;
        };
        if !row.uses_size() || is_configured[index] || matches!(step.lowered, Lowered::Wrong(..)) {
            continue;
        }
        found.push(finding(source, step, row));
        // What follows has the same reason.
        queue.push(index);
        reach(&mut queue, &mut is_configured);
    }
    found
}

fn finding(source: &Source, step: &Step, row: &Row) -> Finding<Code> {
    let statement = source
        .line(step.line)
        .and_then(|line| line.statements.get(step.index));
    let range = statement.and_then(|statement| statement.mnemonic.clone());
    let name = row.mnemonic;
    Finding {
        line: step.line,
        diagnostic: Diagnostic::new(
            Code::NoConfiguration,
            range.unwrap_or_default(),
            message!(
                "`{name}` depends on the matrix size, and nothing before it sets one",
                name
            ),
        )
        .help(message!("`mcfg`, `mcfgk`, `mcfgm` and `mcfgn` set it")),
    }
}

/// Whether the size may be set after a statement, whatever it was before.
fn may_configure(source: &Source, symbols: &Symbols, step: &Step) -> bool {
    if let Some(row) = step.lowered.row() {
        return row.is_configuration();
    }
    let Some((line, statement)) = statement_of(source, step) else {
        return false;
    };
    let word = line.mnemonic(statement);
    // Data among code may be an instruction.
    let is_data = base::number_bytes(word).is_some() || matches!(word, ".insn" | ".incbin");
    // Another spelling, or another version, of what sets a size.
    let is_misspelled = ["mcfig", "msettile"]
        .iter()
        .any(|start| word.starts_with(start));
    let is_call = matches!(
        base::find(word),
        Some(Base::Call | Base::JumpAndLink | Base::JumpAndLinkRegister | Base::Stop)
    );
    let is_macro = symbols.macros.contains_key(word)
        || symbols.defined.contains_key(word)
        || word.contains('\\');
    let is_unknown = symbols.has_includes
        && !word.is_empty()
        && !word.starts_with('.')
        && base::find(word).is_none();
    // A macro of a file that the build puts before this one is written in capital letters.
    let is_shouted = word.bytes().any(|byte| byte.is_ascii_uppercase());
    is_data || is_misspelled || is_call || is_macro || is_unknown || is_shouted
}

/// The statement of a step, in its line.
pub(crate) fn statement_of<'a>(
    source: &'a Source,
    step: &Step,
) -> Option<(&'a Line, &'a Statement)> {
    let line = source.line(step.line)?;
    Some((line, line.statements.get(step.index)?))
}

/// Which steps run after each.
pub(crate) struct Graph {
    /// The steps after each.
    pub(crate) next: Vec<Vec<usize>>,
    /// Steps that may be reached from anywhere, because the address of their label is taken.
    pub(crate) entries: HashSet<usize>,
}

impl Graph {
    /// The graph of the statements of a text.
    pub(crate) fn new(source: &Source, symbols: &Symbols, steps: &[Step]) -> Self {
        // Labels by name, with the step that each stands at.
        let mut labels: HashMap<&str, Vec<usize>> = HashMap::new();
        for (index, step) in steps.iter().enumerate() {
            if let Some((line, statement)) = statement_of(source, step) {
                for label in &statement.labels {
                    labels.entry(line.part(label)).or_default().push(index);
                }
            }
        }
        let mut mentioned: HashSet<&str> = HashSet::new();
        let mut graph = Self {
            next: vec![Vec::new(); steps.len()],
            entries: HashSet::new(),
        };
        for (index, step) in steps.iter().enumerate() {
            let Some((line, statement)) = statement_of(source, step) else {
                continue;
            };
            let word = line.mnemonic(statement);
            let base = if symbols.macros.contains_key(word) {
                None
            } else {
                base::find(word)
            };
            let target =
                statement
                    .operands
                    .last()
                    .and_then(|operand| match operand.pieces.as_slice() {
                        [only] => resolve(line.part(&only.range), only.kind, index, &labels),
                        _ => None,
                    });
            let (goes_on, jumps) = match base {
                Some(Base::Branch(..) | Base::BranchZero(..) | Base::Call | Base::JumpAndLink) => {
                    (true, true)
                }
                Some(Base::Jump) => (false, true),
                Some(Base::Return | Base::JumpRegister) => (false, false),
                _ => (true, false),
            };
            if goes_on && index + 1 < steps.len() {
                graph.next[index].push(index + 1);
            }
            if jumps {
                graph.next[index].extend(target);
            } else if !matches!(
                word,
                ".globl" | ".global" | ".type" | ".size" | ".local" | ".weak" | ".hidden"
            ) {
                // Any other mention of a label may bring control there.
                for piece in statement
                    .operands
                    .iter()
                    .flat_map(|operand| &operand.pieces)
                {
                    let name = line.part(&piece.range);
                    if piece.kind == PieceKind::Word && labels.contains_key(name) {
                        mentioned.insert(name);
                    }
                }
            }
        }
        for name in mentioned {
            graph.entries.extend(labels.get(name).into_iter().flatten());
        }
        graph
    }
}

/// The step of a label: a numeric one by direction.
fn resolve(
    name: &str,
    kind: PieceKind,
    at: usize,
    labels: &HashMap<&str, Vec<usize>>,
) -> Option<usize> {
    match kind {
        PieceKind::Word => labels.get(name)?.last().copied(),
        PieceKind::LocalLabel => {
            let (number, direction) = name.split_at_checked(name.len().checked_sub(1)?)?;
            let places = labels.get(number)?;
            if direction == "b" {
                let after = places.partition_point(|&place| place <= at);
                places.get(after.checked_sub(1)?).copied()
            } else {
                let after = places.partition_point(|&place| place <= at);
                places.get(after).copied()
            }
        }
        _ => None,
    }
}
