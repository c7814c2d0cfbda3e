//! The places of `▶ Run to here`: every `d get` that a run can reach; in other languages where functions begin.

use mnc2_asm::{LineRange, Program, Statement};
use mnc2_text::{Place, Symbol, SymbolKind};

use crate::dialects::{IsCancelled, Text};

/// Maximum number of lenses of one document; with more the editor would become slow.
pub const LENSES_MAX: usize = 5000;

/// A `d get` to run to.
#[derive(Debug, PartialEq, Eq)]
pub struct Lens {
    /// Its line.
    pub line: u32,
    /// The statement.
    pub range: LineRange,
}

/// The `d get` statements before `quit`.
pub fn lenses(program: &Program, quit_line: Option<u32>) -> Vec<Lens> {
    let reached = quit_line.map_or(usize::MAX, |line| line as usize);
    program
        .range(0..reached)
        .enumerate()
        .filter_map(|(line, content)| match &content.statement {
            Some(Statement::DebugGet(get)) => Some(Lens {
                line: line as u32,
                range: get.range.clone(),
            }),
            _ => None,
        })
        .take(LENSES_MAX)
        .collect()
}

/// The functions of a text in another language, and the labels that are no local ones, in the order of the outline.
pub fn dialect_lenses(text: &Text, is_cancelled: IsCancelled<'_>) -> Vec<Place> {
    fn collect(symbols: Vec<Symbol>, places: &mut Vec<Place>) {
        for symbol in symbols {
            let is_local = symbol.name.starts_with(['.', '_', '$'])
                || symbol.name.starts_with(|it: char| it.is_ascii_digit());
            let is_entry = match symbol.kind {
                SymbolKind::Function => true,
                SymbolKind::Label => !is_local,
                SymbolKind::Macro | SymbolKind::Section | SymbolKind::Constant => false,
            };
            if is_entry && places.len() < LENSES_MAX {
                places.push(symbol.place);
            }
            collect(symbol.children, places);
        }
    }
    let mut places = Vec::new();
    collect(text.symbols(is_cancelled), &mut places);
    places
}

#[cfg(all(test, feature = "rvmatrix"))]
mod tests {
    use super::*;
    use crate::dialects::Dialect;

    #[test]
    fn functions_and_their_labels_have_lenses() {
        let options = Dialect::find("rvmatrix")
            .expect("it is a feature")
            .options();
        let text = options
            .read("kernel:\n\tli t0, 1\nloop:\n\tj loop\n.L2:\n1:\n\tret\n\t.macro m\n.endm\n");
        let lines: Vec<u32> = dialect_lenses(&text, &|| false)
            .iter()
            .map(|it| it.line)
            .collect();
        assert_eq!(lines, [0, 2]);
    }
}
