//! The places of `▶ Run to here`: every `d get` that a run can reach; in other languages where a run begins, and the labels of code.

use mnc2_program::{Program, Statement};
use mnc2_text::{Place, Symbol, SymbolKind};

use crate::languages::{IsCancelled, Text};

/// Maximum number of lenses of one document; with more the editor would become slow.
pub const LENSES_MAX: usize = 5000;

/// A place that can be run to.
#[derive(Debug, PartialEq, Eq)]
pub struct Lens {
    /// The statement or label that it belongs to.
    pub place: Place,
    /// Whether it represents the whole program, or a function that runs alone.
    pub is_whole: bool,
}

/// The `d get` statements before `quit`.
pub fn lenses(program: &Program, quit_line: Option<u32>) -> Vec<Lens> {
    let reached = quit_line.map_or(usize::MAX, |line| line as usize);
    program
        .range(0..reached)
        .enumerate()
        .filter_map(|(line, content)| match &content.statement {
            Some(Statement::DebugGet(get)) => Some(Lens {
                place: Place {
                    line: line as u32,
                    range: get.range.clone(),
                },
                is_whole: false,
            }),
            _ => None,
        })
        .take(LENSES_MAX)
        .collect()
}

/// Where runs begin, and the labels of code that are not local, in the order of the text.
///
/// A run to a label before the first instruction would show an untouched machine: the label has the lens of the whole run instead.
pub fn text_lenses(text: &dyn Text, is_cancelled: IsCancelled<'_>) -> Vec<Lens> {
    fn collect(symbols: Vec<Symbol>, places: &mut Vec<Place>) {
        for symbol in symbols {
            let is_local = symbol.name.starts_with(['.', '_', '$'])
                || symbol.name.starts_with(|it: char| it.is_ascii_digit());
            let is_entry = match symbol.kind {
                SymbolKind::Function => true,
                SymbolKind::Label => !is_local,
                SymbolKind::Data
                | SymbolKind::Macro
                | SymbolKind::Section
                | SymbolKind::Constant => false,
            };
            if is_entry {
                places.push(symbol.place);
            }
            collect(symbol.children, places);
        }
    }
    let mut labels = Vec::new();
    collect(text.lines().symbols(is_cancelled), &mut labels);
    let mut starts = text.lines().starts(is_cancelled);
    let Some(first) = starts.first_mut() else {
        return Vec::new();
    };
    let first_line = first.line;
    let labelled = labels.iter().find(|it| it.line <= first_line);
    if let Some(label) = labelled {
        *first = label.clone();
    }
    let is_start = |line: u32| line <= first_line || starts.iter().any(|it| it.line == line);
    labels.retain(|it| !is_start(it.line));
    let whole = starts.into_iter().map(|place| (place, true));
    let lenses = whole.chain(labels.into_iter().map(|place| (place, false)));
    let mut lenses: Vec<Lens> = lenses
        .map(|(place, is_whole)| Lens { place, is_whole })
        .collect();
    lenses.sort_by_key(|lens| (lens.place.line, lens.place.range.start));
    lenses.truncate(LENSES_MAX);
    lenses
}

#[cfg(all(test, feature = "languages"))]
mod tests {
    use super::*;
    use crate::languages;

    /// The lines of the lenses that run everything, and of those that run to a line.
    #[track_caller]
    fn check(language: &str, text: &str, whole: &[u32], to_line: &[u32]) {
        let options = languages::find(language)
            .expect("it is a feature")
            .options();
        let lenses = text_lenses(&*options.read(text), &|| false);
        let lines = |is_whole: bool| -> Vec<u32> {
            let of_kind = lenses.iter().filter(|it| it.is_whole == is_whole);
            of_kind.map(|it| it.place.line).collect()
        };
        assert_eq!((&*lines(true), &*lines(false)), (whole, to_line));
    }

    #[test]
    fn code_has_lenses_and_data_has_none() {
        check(
            "rvmatrix",
            "kernel:\n\tli t0, 1\nloop:\n\tj loop\n.L2:\n1:\n\tret\n\t.macro m\n.endm\n",
            &[0],
            &[2],
        );
        check("rvmatrix", "\t.macro m\n\tnop\n.endm\n\tret\n", &[3], &[]);
        check(
            "naplespu",
            "table: .long 1\n.text\n_start: movei s1, 2\nagain:\nsubi s1, s1, 1\nother:\n.p2align 2\n.word 5\n",
            &[2],
            &[3],
        );
        check("rvmatrix", "// a\n\n\tnop\n\tnop\n", &[2], &[]);
        check("rvmatrix", "// a\n", &[], &[]);
        check("tinytc", "func @f() {\n}\nfunc @g() {\n}\n", &[0, 2], &[]);
    }
}
