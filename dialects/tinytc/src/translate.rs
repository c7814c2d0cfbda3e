//! A text in another version of the language, where that is exact.
//!
//! Words, modifiers and the types of loop variables are changed; then the result is read, and must be the same tree.

use std::ops::Range;

use crate::ir::{Function, Instruction, Operation};
use crate::lex::{self, TokenKind};
use crate::source::{Piece, Source};
use crate::table;
use crate::version::Version;

/// Bytes of the text that become another text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The bytes in the whole text.
    pub range: Range<usize>,
    /// The text that replaces them.
    pub text: String,
}

/// What changes in a text so that it is of another version; `None` if the other version has no equivalent.
#[must_use]
pub fn edits(source: &Source, to: Version) -> Option<Vec<Change>> {
    let mut changes = Vec::new();
    for (start, piece) in source.placed() {
        if piece
            .analysis()
            .issues
            .iter()
            .any(crate::issue::Issue::is_error)
        {
            return None;
        }
        for change in piece
            .function()
            .map(|it| function(piece, it, to))
            .into_iter()
            .flatten()
        {
            let range = change.range.start + start.byte..change.range.end + start.byte;
            changes.push(Change { range, ..change });
        }
    }
    let mut text = source.text();
    for change in changes.iter().rev() {
        text.replace_range(change.range.clone(), &change.text);
    }
    let translated = Source::new(&text, Some(to));
    let is_same = translated.pieces().len() == source.pieces().len()
        && (source.pieces().iter().zip(translated.pieces())).all(|(piece, translated)| {
            let has_error = translated
                .analysis()
                .issues
                .iter()
                .any(|issue| issue.is_error());
            !has_error && meaning(piece) == meaning(translated)
        });
    is_same.then_some(changes)
}

/// An operation, the names of its operands, and the types of its results.
type Meaning = (Operation, Vec<String>, Vec<String>);

/// What a function computes, without places.
fn meaning(piece: &Piece) -> Option<Vec<Meaning>> {
    let function = piece.function()?;
    let types = function.values.iter();
    let types = types
        .map(|value| format!("{} {:?}", value.name, value.ty))
        .collect();
    let head = (Operation::Unknown, vec![function.name.clone()], types);
    let instructions = function.instructions.iter().map(|instruction| {
        let operands = instruction.operands.iter();
        let results = instruction.result_types.iter();
        (
            instruction.operation.clone(),
            operands.map(|operand| operand.name.clone()).collect(),
            results.map(|(ty, _)| format!("{ty:?}")).collect(),
        )
    });
    Some(std::iter::once(head).chain(instructions).collect())
}

/// The changes of a function, in the order of its text.
fn function(piece: &Piece, function: &Function, to: Version) -> Vec<Change> {
    let text = piece.text();
    let tokens = lex::tokens(text, piece.version());
    let mut tokens: Vec<(&str, Range<usize>, TokenKind)> = tokens
        .into_iter()
        .map(|token| {
            let range = token.range.start as usize..token.range.end as usize;
            (&text[range.clone()], range, token.kind)
        })
        .collect();
    tokens.retain(|(_, _, kind)| *kind != TokenKind::Comment);
    let mut changes = Vec::new();
    for instruction in &function.instructions {
        let first =
            tokens.partition_point(|(_, range, _)| range.start < instruction.word.start as usize);
        let modifiers: Vec<&str> = tokens[first + 1..]
            .iter()
            .map(|(word, _, _)| *word)
            .take_while(|word| word.starts_with('.'))
            .collect();
        let end = tokens[first + modifiers.len()].1.end;
        let written = header(
            instruction,
            piece.part(&instruction.word),
            &modifiers,
            piece.version(),
            to,
        );
        changes.push(Change {
            range: tokens[first].1.start..end,
            text: written,
        });
        types_of_variables(function, instruction, &tokens[first..], to, &mut changes);
        label_of_attributes(instruction, &tokens, to, &mut changes);
    }
    changes.retain(|change| text[change.range.clone()] != change.text);
    changes.sort_by_key(|change| (change.range.start, change.range.end));
    changes
}

/// The word of an instruction with its modifiers.
fn header(
    instruction: &Instruction,
    word: &str,
    modifiers: &[&str],
    from: Version,
    to: Version,
) -> String {
    let key = table::key(from, word).unwrap_or(word);
    let mut modifiers = modifiers.to_vec();
    let is_atomic = modifiers.contains(&".atomic");
    let key = match (key, is_atomic) {
        ("store", true) => "atomic_store",
        ("cooperative_matrix_store", true) => "cooperative_matrix_atomic_store",
        ("atomic_store", _) if !to.is_04() => "store",
        ("cooperative_matrix_atomic_store", _) if !to.is_04() => "cooperative_matrix_store",
        _ => key,
    };
    let is_store = matches!(
        instruction.operation,
        Operation::Store(_) | Operation::MatrixStore { .. }
    );
    modifiers.retain(|modifier| *modifier != ".atomic");
    let transposes = match instruction.operation {
        Operation::Gemm(_) => 2,
        Operation::Axpby(_) | Operation::Gemv(_) | Operation::Sum(_) => 1,
        Operation::MatrixLoad { .. } => 1,
        _ => 0,
    };
    let mut written = table::spelling(to, key).unwrap_or(word).to_owned();
    let is_linear = !is_store && is_atomic;
    if is_linear && to.is_04() {
        written += ".atomic";
    }
    if !to.is_04() {
        let given = modifiers
            .iter()
            .filter(|it| matches!(**it, ".n" | ".t"))
            .count();
        for _ in given..transposes {
            modifiers.insert(given, ".n");
        }
        modifiers.retain(|it| !(matches!(*it, ".n") && transposes == 0));
        modifiers.retain(|it| !matches!(*it, ".work_group" | ".relaxed"));
    }
    written.extend(modifiers);
    let is_atomic_store = is_store && key != word && !to.is_04();
    if (is_linear || is_atomic_store) && !to.is_04() {
        written += ".atomic";
    }
    written
}

/// The type of a loop variable, which 0.4 takes from the bounds.
fn types_of_variables(
    function: &Function,
    instruction: &Instruction,
    tokens: &[(&str, Range<usize>, TokenKind)],
    to: Version,
    changes: &mut Vec<Change>,
) {
    let sign = match instruction.operation {
        Operation::For { .. } => 2,
        Operation::Foreach { .. } => {
            let end = tokens.iter().position(|(word, _, _)| *word == ")");
            end.map_or(0, |end| end + 1)
        }
        _ => return,
    };
    let before = tokens[sign - 1].1.end;
    if to.is_04() && tokens[sign].0 == ":" {
        changes.push(Change {
            range: before..tokens[sign + 1].1.end,
            text: String::new(),
        });
    }
    let bound = instruction
        .operands
        .first()
        .and_then(|it| function.type_of(it));
    if !to.is_04()
        && let Some(bound) = bound.filter(|bound| bound.to_string() != "index")
    {
        changes.push(Change {
            range: before..before,
            text: format!(":{bound}"),
        });
    }
}

/// The word before the attributes of a loop, which 0.4 has alone.
fn label_of_attributes(
    instruction: &Instruction,
    tokens: &[(&str, Range<usize>, TokenKind)],
    to: Version,
    changes: &mut Vec<Change>,
) {
    let is_loop = matches!(instruction.operation, Operation::For { .. });
    let Some(attributes) = instruction.attributes.as_ref().filter(|_| is_loop) else {
        return;
    };
    let start = attributes.range.start as usize;
    if to.is_04() {
        changes.push(Change {
            range: start..start,
            text: "attributes".to_owned(),
        });
    } else {
        let at = tokens.partition_point(|(_, range, _)| range.start < start);
        if let Some((label, range, _)) = at.checked_sub(1).map(|at| &tokens[at])
            && *label == "attributes"
        {
            changes.push(Change {
                range: range.start..start,
                text: String::new(),
            });
        }
    }
}
