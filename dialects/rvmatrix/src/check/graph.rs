//! Which statements run after each, for what is explained about a few lines.

use std::collections::{HashMap, HashSet};

use mnc2_assembly::{Line, PieceKind, Source, Statement, Symbols};

use super::Step;
use super::flow::{only_declares, ways};

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
        // Labels by name, with the step that each is at.
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
            let target =
                statement
                    .operands
                    .last()
                    .and_then(|operand| match operand.pieces.as_slice() {
                        [only] => resolve(line.part(&only.range), only.kind, index, &labels),
                        _ => None,
                    });
            let (goes_on, jumps) = ways(symbols, word);
            if goes_on && index + 1 < steps.len() {
                graph.next[index].push(index + 1);
            }
            if jumps {
                graph.next[index].extend(target);
            } else if !only_declares(word) {
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
