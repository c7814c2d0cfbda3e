//! The outline of a program: its sections, and in them the dumps and the directives of a linker.

use mnc2_program::directive::{Directive, DirectivePart};
use mnc2_program::{DebugGet, Statement};
use mnc2_text::line::part;
use mnc2_text::{LineRange, Place, Symbol, SymbolKind};

use super::sections::{self, Section};
use crate::session::Snapshot;

/// Maximum number of symbols of one document: sections, and dumps and directives together.
pub const SYMBOLS_MAX: usize = 10_000;
/// Maximum number of characters of a name.
const NAME_CHARACTERS_MAX: usize = 100;

/// The outline of a document.
pub fn outline(snapshot: &Snapshot) -> Vec<Symbol> {
    let mut statements = statements(snapshot).into_iter().peekable();
    let mut root = Vec::new();
    // Sections that are still open, the innermost last.
    let mut open: Vec<Symbol> = Vec::new();
    let close = |open: &mut Vec<Symbol>, root: &mut Vec<Symbol>| {
        if let Some(symbol) = open.pop() {
            open.last_mut()
                .map_or(root, |outer| &mut outer.children)
                .push(symbol);
        }
    };
    let mut sections = sections::sections(snapshot).into_iter().peekable();
    loop {
        let next_section = sections.peek().map(|section| section.start);
        let next_statement = statements.peek().map(|symbol| symbol.first_line);
        let Some(line) = next_section.into_iter().chain(next_statement).min() else {
            break;
        };
        while open.last().is_some_and(|section| section.last_line < line) {
            close(&mut open, &mut root);
        }
        if next_section == Some(line)
            && let Some(section) = sections.next()
        {
            open.push(section_symbol(snapshot, section));
        } else if let Some(symbol) = statements.next() {
            open.last_mut()
                .map_or(&mut root, |section| &mut section.children)
                .push(symbol);
        }
    }
    while !open.is_empty() {
        close(&mut open, &mut root);
    }
    root
}

fn section_symbol(snapshot: &Snapshot, section: Section) -> Symbol {
    let steps = snapshot.program.steps_before(section.end as usize + 1)
        - snapshot.program.steps_before(section.start as usize);
    Symbol {
        name: section.title,
        detail: match steps {
            0 => String::new(),
            1 => "1 step".to_owned(),
            steps => format!("{steps} steps"),
        },
        kind: SymbolKind::Section,
        place: Place {
            line: section.title_line,
            range: 0..u32::MAX,
        },
        first_line: section.start,
        last_line: section.end,
        children: Vec::new(),
    }
}

/// The dumps and directives, in the order of lines.
fn statements(snapshot: &Snapshot) -> Vec<Symbol> {
    let budget = SYMBOLS_MAX - sections::SECTIONS_MAX;
    snapshot
        .while_wanted(snapshot.program.iter())
        .enumerate()
        .filter_map(|(number, line)| match &line.statement {
            Some(Statement::DebugGet(get)) => {
                Some(dump_symbol(snapshot, number, line.comment.clone(), get))
            }
            Some(Statement::Directive(directive)) => {
                Some(directive_symbol(snapshot, number, directive))
            }
            _ => None,
        })
        .take(budget)
        .collect()
}

/// A directive is named by its word and the name that its author gave it.
fn directive_symbol(snapshot: &Snapshot, number: usize, directive: &Directive) -> Symbol {
    let line = number as u32;
    let text = snapshot.line_text(number);
    let of_author = [
        DirectivePart::Label,
        DirectivePart::NewPool,
        DirectivePart::Pool,
    ];
    let mut name = part(&text, &directive.name_range).to_owned();
    if let Some((given, _)) = of_author.iter().find_map(|it| directive.name_of(*it)) {
        name.push(' ');
        name.push_str(given);
    }
    Symbol {
        name: name.chars().take(NAME_CHARACTERS_MAX).collect(),
        detail: part(&text, &directive.range).to_owned(),
        kind: SymbolKind::Function,
        place: Place {
            line,
            range: directive.name_range.clone(),
        },
        first_line: line,
        last_line: line,
        children: Vec::new(),
    }
}

/// A dump is named by the comment next to it, otherwise by what it shows.
fn dump_symbol(
    snapshot: &Snapshot,
    number: usize,
    comment: Option<LineRange>,
    get: &DebugGet,
) -> Symbol {
    let line = number as u32;
    let text = snapshot.line_text(number);
    let label = comment
        .map(|range| {
            part(&text, &range)
                .trim_matches(['#', ' ', '\t'])
                .to_owned()
        })
        .filter(|label| !label.is_empty());
    let (name, detail) = match label {
        Some(label) => (label, part(&text, &get.range).to_owned()),
        None => {
            let words = if get.count == 1 { "word" } else { "words" };
            (
                part(&text, &get.memory.range).to_owned(),
                format!("d get of {} {words}", get.count),
            )
        }
    };
    Symbol {
        name: name.chars().take(NAME_CHARACTERS_MAX).collect(),
        detail,
        kind: SymbolKind::Data,
        place: Place {
            line,
            range: get.range.clone(),
        },
        first_line: line,
        last_line: line,
        children: Vec::new(),
    }
}

/// Whether a name has the letters of a query in this order; upper and lower case are the same.
pub fn matches(query: &str, name: &str) -> bool {
    let mut letters = name.chars().flat_map(char::to_lowercase);
    query
        .chars()
        .filter(|letter| !letter.is_whitespace())
        .flat_map(char::to_lowercase)
        .all(|wanted| letters.any(|letter| letter == wanted))
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn a_query_is_letters_in_order() {
        assert!(
            matches("", "anything") && matches("l1pe", "L1BM → PE") && matches("B P", "L1BM → PE")
        );
        assert!(!matches("pel", "L1BM → PE"));
    }
}
