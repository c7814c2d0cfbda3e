//! The completions in a directive for a linker.

use super::{Candidate, CandidateKind, Completions, Piece};
use crate::explain::directive_title;
use mnc2_program::directive::{
    COMPONENTS_MAX, DirectiveName, DirectivePart, FLAG_NAMES, PoolKind, REDUCTIONS,
};
use mnc2_program::{Line, ParamKey, Params, Program};

/// Lines above a directive that are searched for names.
const LINES_MAX: usize = 100_000;

/// The completions at a byte of a line of a program for the linker; `None` if it is not a directive.
#[must_use]
pub fn directive(
    program: &Program,
    line: usize,
    text: &str,
    byte: usize,
    params: Option<&Params>,
) -> Option<Completions> {
    let mut at = byte.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let before = &text[..at];
    if !before.trim_start().starts_with('@') || before.contains(['#', ';']) {
        return None;
    }
    let typed = before
        .rsplit(char::is_whitespace)
        .next()
        .unwrap_or_default();
    let start = at - typed.len();
    let length = text[at..]
        .find(|character: char| character.is_whitespace() || matches!(character, '#' | ';'))
        .unwrap_or(text.len() - at);
    let word = mnc2_text::line::range(start..at + length);
    let words: Vec<&str> = before[..start].split_whitespace().collect();
    let mut candidates = match words.split_first() {
        None => names(),
        Some((name, operands)) => match DirectiveName::find(name) {
            Some(name) => {
                let above = Above::new(program, line);
                operand_candidates(name, operands, &above, params)
            }
            None => Vec::new(),
        },
    };
    let whole = &text[start..at + length];
    candidates.retain(|candidate| candidate.label.starts_with(typed) && candidate.label != whole);
    Some(Completions { word, candidates })
}

/// The names that directives above give.
struct Above {
    flags: Vec<String>,
    pool: Option<String>,
}

impl Above {
    fn new(program: &Program, line: usize) -> Self {
        let mut above = Self {
            flags: Vec::new(),
            pool: None,
        };
        let before = program
            .linked_lines()
            .take_while(|(number, _)| *number < line);
        let directives = before.filter_map(|(_, line)| Line::directive(line));
        for directive in directives.take(LINES_MAX) {
            if let Some((name, _)) = directive.name_of(DirectivePart::NewFlags) {
                above.flags.push(name.to_owned());
            }
            match directive.name {
                Some(DirectiveName::Alloc) => {
                    let pool = directive.name_of(DirectivePart::NewPool);
                    above.pool = pool.map(|(name, _)| name.to_owned());
                }
                Some(DirectiveName::Free) => above.pool = None,
                _ => {}
            }
        }
        above
    }
}

fn names() -> Vec<Candidate> {
    let current = DirectiveName::ALL.into_iter();
    let current = current.filter(|name| *name != DirectiveName::Assign);
    let name = |name: DirectiveName| {
        let row = name.row();
        let title = directive_title(name).template();
        let pieces = vec![
            Piece::Text(format!("{} ", row.name)),
            Piece::Stop(row.example.to_owned()),
        ];
        let mut candidate = Candidate::new(pieces, CandidateKind::Statement, 0, title);
        candidate.label = row.name.to_owned();
        candidate
    };
    current.map(name).collect()
}

fn operand_candidates(
    name: DirectiveName,
    given: &[&str],
    above: &Above,
    params: Option<&Params>,
) -> Vec<Candidate> {
    let parts = name.row().operands;
    let part = match parts.last() {
        Some(last) if given.len() + 1 >= parts.len() && last.takes_rest() => *last,
        _ => match parts.get(given.len()) {
            Some(part) => *part,
            None => return Vec::new(),
        },
    };
    let words = |words: &[&'static str], kind| -> Vec<Candidate> {
        let words = words.iter();
        words.map(|word| plain(word, kind, "")).collect()
    };
    let entries = |wanted: fn(&ParamKey) -> Option<String>| -> Vec<Candidate> {
        let entries = params.map_or(&[][..], |params| &params.entries);
        let found = entries.iter().filter_map(|entry| {
            let label = wanted(&entry.key)?;
            let detail = entry
                .address
                .map_or(String::new(), |address| format!("PDM {address}"));
            let pieces = vec![Piece::Text(label)];
            Some(Candidate::new(pieces, CandidateKind::Value, 0, detail))
        });
        found.collect()
    };
    match part {
        DirectivePart::Word(word) => words(&[word], CandidateKind::Statement),
        DirectivePart::Size => (1..=COMPONENTS_MAX)
            .map(|size| plain(&size.to_string(), CandidateKind::Value, ""))
            .collect(),
        DirectivePart::Slot => entries(|key| match key {
            ParamKey::Slot(number) => Some(number.to_string()),
            _ => None,
        }),
        DirectivePart::Dimension if name == DirectiveName::Identify && params.is_some() => {
            entries(|key| match key {
                ParamKey::Identify(number) => Some(number.to_string()),
                _ => None,
            })
        }
        DirectivePart::Dimension => words(&["0", "1", "2"], CandidateKind::Value),
        DirectivePart::Count => words(&["4096"], CandidateKind::Value),
        DirectivePart::Offset => words(&["-1", "+1"], CandidateKind::Value),
        DirectivePart::Register => words(&["$lm0", "$ln0", "$lr0"], CandidateKind::Memory),
        DirectivePart::Grf0 => words(&["$lr0"], CandidateKind::Memory),
        DirectivePart::Reduction => words(&REDUCTIONS, CandidateKind::Option),
        DirectivePart::NewFlags if name == DirectiveName::BoundaryFlags => {
            entries(|key| match key {
                ParamKey::BoundaryFlags(name) => Some(name.to_string()),
                _ => None,
            })
        }
        DirectivePart::Flags => {
            let flags = above.flags.iter();
            flags
                .map(|name| plain(name, CandidateKind::Value, ""))
                .collect()
        }
        DirectivePart::FlagNames => {
            let left = FLAG_NAMES.iter().filter(|name| !given.contains(name));
            left.map(|name| plain(name, CandidateKind::Option, ""))
                .collect()
        }
        DirectivePart::Buffer => entries(|key| match key {
            ParamKey::Buffer(name) => Some(name.to_string()),
            _ => None,
        }),
        DirectivePart::Pool => {
            let pool = above.pool.iter();
            pool.map(|name| plain(name, CandidateKind::Value, ""))
                .collect()
        }
        DirectivePart::Pools => {
            let left = PoolKind::ALL
                .into_iter()
                .filter(|kind| !given.contains(&kind.keyword()));
            left.map(|kind| plain(kind.keyword(), CandidateKind::Option, kind.register()))
                .collect()
        }
        DirectivePart::Label
        | DirectivePart::NewFlags
        | DirectivePart::NewPool
        | DirectivePart::Rest => Vec::new(),
    }
}

fn plain(text: &str, kind: CandidateKind, detail: &'static str) -> Candidate {
    Candidate::new(vec![Piece::Text(text.to_owned())], kind, 0, detail)
}
