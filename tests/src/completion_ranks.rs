//! Measures completion: the rank of the opcodes and operands that programs really contain.
//!
//! Each line of a program is typed again below the lines above it, and the items are compared with the line. In
//! finished lines each word is replaced by every item for it, and the lines around it are checked.

use std::fmt;
use std::ops::AddAssign;
use std::sync::Arc;

use mnc2_asm::LineParser;
use mnc2_assist::complete::{self, Completions, CursorContext};
use mnc2_program::rules::check::check;
use mnc2_program::{DebugGet, Line, ModeChoice, Operand, OperandKind, Program, Statement, render};
use mnc2_text::line;

/// Lines before and after one that are checked with it.
const AROUND_LINES: usize = 40;

/// Items that a reader sees without scrolling.
const SHOWN: usize = 10;

/// How often an item was found, and how far up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ranks {
    /// How often it was searched for.
    pub all: usize,
    /// Times that it was the first item.
    pub first: usize,
    /// Times that it was among the first ten.
    pub ten: usize,
    /// Times that it was offered at all.
    pub offered: usize,
}

impl Ranks {
    fn count(&mut self, place: Option<usize>) {
        self.all += 1;
        self.offered += usize::from(place.is_some());
        self.first += usize::from(place == Some(0));
        self.ten += usize::from(place.is_some_and(|place| place < SHOWN));
    }
}

impl AddAssign for Ranks {
    fn add_assign(&mut self, other: Self) {
        self.all += other.all;
        self.first += other.first;
        self.ten += other.ten;
        self.offered += other.offered;
    }
}

impl fmt::Display for Ranks {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = |part: usize| 100.0 * part as f64 / self.all.max(1) as f64;
        write!(
            formatter,
            "{:5} looked for: first {:5} ({:4.1} %), first ten {:5} ({:4.1} %), offered {:5} ({:4.1} %)",
            self.all,
            self.first,
            share(self.first),
            self.ten,
            share(self.ten),
            self.offered,
            share(self.offered)
        )
    }
}

/// The figures for some programs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    pub lines: usize,
    /// The opcode on an empty line.
    pub empty_line: Ranks,
    /// The opcode after its first letter.
    pub one_letter: Ranks,
    /// Operands other than immediate values, before anything of them is typed.
    pub operands: Ranks,
    /// Operands after the letters of their memory, as in `$lm`.
    pub after_memory: Ranks,
    /// Items offered for the words of finished lines.
    pub inside: usize,
    /// Those that cause an error.
    pub inside_errors: usize,
}

impl AddAssign for Figures {
    fn add_assign(&mut self, other: Self) {
        self.lines += other.lines;
        self.empty_line += other.empty_line;
        self.one_letter += other.one_letter;
        self.operands += other.operands;
        self.after_memory += other.after_memory;
        self.inside += other.inside;
        self.inside_errors += other.inside_errors;
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "{} lines", self.lines)?;
        writeln!(formatter, "opcode, empty line    {}", self.empty_line)?;
        writeln!(formatter, "opcode, one letter    {}", self.one_letter)?;
        writeln!(formatter, "operand, nothing      {}", self.operands)?;
        writeln!(formatter, "operand, after memory {}", self.after_memory)?;
        let share = 100.0 * self.inside_errors as f64 / self.inside.max(1) as f64;
        writeln!(
            formatter,
            "offered inside        {:5} items, {} of them errors ({share:.2} %)",
            self.inside, self.inside_errors
        )
    }
}

/// Measures at most this many lines of one program, spread evenly.
#[must_use]
pub fn measure(source: &str, lines_max: usize) -> Figures {
    let texts: Vec<&str> = line::lines(source).collect();
    let program = mnc2_asm::parse(source);
    let lines: Vec<Arc<Line>> = program.iter().map(Arc::clone).collect();
    let written: Vec<usize> = (0..lines.len().min(texts.len()))
        .filter(|&at| lines[at].statement.is_some() && !lines[at].has_error())
        .collect();
    let step = written.len().div_ceil(lines_max).max(1);
    let mut figures = Figures::default();
    let mut typist = Typist {
        parser: LineParser::without_suggestions(),
    };
    for &at in written.iter().skip(step / 2).step_by(step) {
        figures.lines += 1;
        typist.write(&lines, &texts, at, &mut figures);
        typist.change(&lines, texts[at], at, &mut figures);
    }
    figures
}

struct Typist {
    parser: LineParser,
}

impl Typist {
    fn offered(&mut self, text: &str, at: usize, surroundings: &CursorContext) -> Completions {
        let line = self.parser.parse(text);
        complete::complete(&mut self.parser, &line, text, at, surroundings)
    }

    /// Writes a line at the end of the lines above it.
    fn write(&mut self, lines: &[Arc<Line>], texts: &[&str], at: usize, figures: &mut Figures) {
        let mut above = lines[..at].to_vec();
        above.push(Arc::new(self.parser.parse("")));
        let surroundings = CursorContext::new(&Program::from_lines(above), at);
        let Some(statement) = &lines[at].statement else {
            return;
        };
        let indent = texts[at].len() - texts[at].trim_start().len();
        let head = head_of(statement);
        let mut find = |text: &str, word: &str| {
            let found = self.offered(text, text.len(), &surroundings);
            place_of(&found, |label| label == word)
        };
        if !head.is_empty() {
            figures.empty_line.count(find(&texts[at][..indent], head));
            // A one-letter opcode needs no list.
            if head.len() > 1 {
                let letter = &texts[at][..=indent];
                figures.one_letter.count(find(letter, head));
            }
        }
        let operands: Vec<&Operand> = operands_of(statement);
        for operand in operands {
            if matches!(operand.kind, OperandKind::Literal(_)) {
                continue;
            }
            let (start, end) = (operand.range.start as usize, operand.range.end as usize);
            let word = &texts[at][start..end];
            let canonical = render::operand(operand);
            let is_it = |label: &str| label == word || label == canonical;
            let found = self.offered(&texts[at][..start], start, &surroundings);
            figures.operands.count(place_of(&found, is_it));
            let letters = word
                .find(|c: char| c.is_ascii_digit() || c == '[')
                .filter(|_| word.contains('$'))
                .unwrap_or(0);
            if letters > 1 {
                let typed = &texts[at][..start + letters];
                let found = self.offered(typed, typed.len(), &surroundings);
                figures.after_memory.count(place_of(&found, is_it));
            }
        }
    }

    /// Replaces each word of a finished line by the items at its end and after its first character.
    fn change(&mut self, lines: &[Arc<Line>], text: &str, at: usize, figures: &mut Figures) {
        let range = at.saturating_sub(AROUND_LINES)..lines.len().min(at + AROUND_LINES);
        let around = &lines[range.clone()];
        let errors = |line: Arc<Line>| {
            let mut lines = around.to_vec();
            lines[at - range.start] = line;
            let report = check(&Program::from_lines(lines), ModeChoice::Infer);
            let errors = report.findings.iter();
            errors.filter(|found| found.diagnostic.is_error()).count()
        };
        let before = errors(Arc::clone(&lines[at]));
        let surroundings = CursorContext::new(&Program::from_lines(lines.to_vec()), at);
        let end = lines[at]
            .comment
            .as_ref()
            .map_or(text.len(), |comment| comment.start as usize);
        let code = text[..end].trim_end();
        let mut places = Vec::new();
        for (position, character) in code.char_indices() {
            let is_word = |c: char| !c.is_whitespace() && c != ';';
            let next = position + character.len_utf8();
            let ends = !code[next..].starts_with(is_word);
            let begins = !code[..position].ends_with(is_word);
            if is_word(character) && (begins || ends) {
                places.push(next);
            }
        }
        for place in places {
            let found = self.offered(text, place, &surroundings);
            for candidate in &found.candidates {
                let mut changed = text.to_owned();
                let word = found.word.start as usize..found.word.end as usize;
                changed.replace_range(word, &candidate.text());
                figures.inside += 1;
                let is_error = errors(Arc::new(self.parser.parse(&changed))) > before;
                figures.inside_errors += usize::from(is_error);
            }
        }
    }
}

fn place_of(found: &Completions, is_it: impl Fn(&str) -> bool) -> Option<usize> {
    let mut labels = found.candidates.iter().map(|candidate| &candidate.label);
    labels.position(|label| is_it(label))
}

/// The label of the item for the start of a statement; empty for one-letter ones.
fn head_of(statement: &Statement) -> &str {
    match statement {
        Statement::Step(step) => step
            .expressions
            .first()
            .map_or("", |expression| expression.spelling.text.as_str()),
        Statement::Mv(mv) => mv.spelling.text.as_str(),
        Statement::DebugGet(DebugGet { echo, .. }) => {
            let words = echo.match_indices(' ').nth(1);
            words.map_or("", |(end, _)| &echo[..end])
        }
        Statement::DebugSet(_) => "d set",
        Statement::Quit(_) => "quit",
        Statement::Mask(_) | Statement::Host(_) | Statement::Directive(_) => "",
    }
}

fn operands_of(statement: &Statement) -> Vec<&Operand> {
    match statement {
        Statement::Step(step) => step
            .expressions
            .iter()
            .flat_map(|expression| expression.operands())
            .collect(),
        Statement::Mv(mv) => mv.operands.iter().collect(),
        _ => Vec::new(),
    }
}
