//! The operands of the instruction that is typed.

use mnc2_text::{Language, Message, Parameter, Position, Signature, message};

use super::statement::{Statement, Where};
use crate::source::Source;
use crate::table::{self, Row};

/// The operands of the instruction that is typed, as the table writes them.
#[must_use]
pub(super) fn signature(source: &Source, at: Position, language: Language) -> Option<Signature> {
    let (_, piece, byte) = source.at(at)?;
    let version = piece.version();
    let statement = Statement::at(piece.text(), byte, version)?;
    if matches!(statement.place, Where::Instruction | Where::Outside) {
        return None;
    }
    let word = table::spelling(version, statement.head)?;
    let row = Row::find(version, word)?;
    let label = format!("{word}{}", row.syntax(version));
    let operands = operands(&label);
    let is_control = matches!(
        statement.head,
        "for" | "foreach" | "foreach_tile" | "if" | "cooperative_matrix_apply"
    );
    // Where brackets begin, but those around modifiers.
    let open = label
        .find('%')
        .and_then(|first| Some(label[first..].find('[')? + first))
        .filter(|_| !is_control);
    let first_inside = open.and_then(|open| {
        let inside = |&(start, _): &(u32, u32)| start as usize > open;
        operands.iter().position(inside)
    });
    let index = match (statement.head, statement.bracket) {
        ("for", _) if statement.is_initial => Some(5),
        ("for", _) if statement.operands.is_empty() => Some(0),
        ("for", _) => Some(statement.index + 1),
        ("foreach" | "foreach_tile" | "cooperative_matrix_apply", _) => None,
        ("subview" | "expand", Some(_)) => {
            let before = &piece.text()[..statement.replace.start as usize];
            let inside = before.rsplit('[').next().unwrap_or_default();
            let is_later = before.trim_end().ends_with(':') || inside.contains("->");
            first_inside.map(|first| first + usize::from(is_later))
        }
        (_, Some(index)) => first_inside.map(|first| (first + index).min(operands.len() - 1)),
        (_, None) => Some(statement.index),
    };
    let is_operand = matches!(statement.place, Where::Operand | Where::Nothing);
    let active = index.filter(|&index| is_operand && index < operands.len());
    let parameters = operands.into_iter().map(|(start, end)| {
        let name = &label[start as usize..end as usize];
        let is_index = open.is_some_and(|open| start as usize > open);
        Parameter {
            label: start..end,
            documentation: noun(row, name, is_index).say(language),
        }
    });
    let parameters = parameters.collect();
    let mut documentation = Message::from_table(row.doc).say(language);
    let formula = row.formula(version, word);
    if !formula.is_empty() {
        documentation += &format!("\n\n{formula}");
    }
    Some(Signature {
        parameters,
        label,
        active: active.and_then(|active| u32::try_from(active).ok()),
        documentation: Some(documentation),
    })
}

/// Where the operands are in a label, after its word and its modifiers.
fn operands(label: &str) -> Vec<(u32, u32)> {
    let end = label.find(" : ").unwrap_or(label.len());
    let is_part = |character: char| character.is_ascii_alphanumeric() || matches!(character, '%');
    let mut found = Vec::new();
    let mut at = label.find(' ').unwrap_or(end).min(end);
    while let Some(start) = label[at..end].find(is_part).map(|start| at + start) {
        let length = label[start..end]
            .find(|character| !is_part(character))
            .unwrap_or(end - start);
        let name = &label[start..start + length];
        let is_operand = name.starts_with('%')
            || matches!(
                name,
                "mode" | "constant" | "from" | "to" | "offset" | "size" | "n"
            );
        if is_operand {
            found.push((start as u32, (start + length) as u32));
        }
        at = start + length;
    }
    found
}

/// What an operand is, as a noun.
fn noun(row: &Row, name: &str, is_index: bool) -> Message {
    match name {
        "mode" | "from" | "to" => message!("a mode, counted from 0"),
        "constant" => message!("a constant"),
        "%condition" => message!("a boolean"),
        "offset" | "size" | "n" => message!("an integer or a value"),
        _ if is_index => message!("an index"),
        "%A" | "%B" | "%C"
            if matches!(
                row.section,
                "Cooperative matrix mul add"
                    | "Cooperative matrix scale"
                    | "Cooperative matrix store"
                    | "Cooperative matrix atomic store"
                    | "Cooperative matrix atomic update"
                    | "Cooperative matrix apply"
                    | "Cooperative matrix extract"
                    | "Cooperative matrix insert"
                    | "Cooperative matrix reduce"
            ) =>
        {
            message!("a cooperative matrix")
        }
        "%A" | "%B" | "%C" | "%M" => message!("a memref"),
        "%a" | "%b" | "%c" if matches!(row.section, "GEMV" | "GER" | "Sum") => message!("a memref"),
        "%alpha" | "%beta" => message!("a scalar"),
        _ => message!("a value"),
    }
}
