//! The program whose words separate what is not known.
//!
//! A statement of it differs from another one in a single place, so that the bits that differ belong to what differs. The
//! statements are made of the table's rows and tried with the parser and the checker; one is taken if it shows a content
//! that nothing before it shows. Numbers are shown by codes: each of their bits is set in another choice of statements,
//! so twelve bits take four of them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::property::{field_properties, mv_properties};
use super::{Encodings, Property, PropertyContent, WordForm, encode};
use mnc2_asm::LineParser;
use mnc2_isa::Mode;
use mnc2_program::rules::Rules;
use mnc2_program::{ModeChoice, Program, Statement, WriteMaskSetting};
use mnc2_review::check_to_run;
use mnc2_text::Severity;

mod variation;

use variation::{Base, bases, pairs, variations};

/// The most statements of a probe.
pub const STATEMENTS_MAX: usize = 16_384;

/// Rounds of putting steps between statements that must not follow each other.
const ROUNDS_MAX: usize = 32;

/// The steps that are put there: no distance is longer.
const APART_STEPS: u32 = 16;

/// The facts that need not be shown.
#[derive(Clone, Copy, Debug)]
pub enum Knowledge<'a> {
    /// Nothing: every content must be shown.
    Nothing,
    /// The facts that public pairs show and learned rows state.
    Public(&'a Encodings),
}

/// A program to be assembled once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// The source of the program.
    pub text: String,
    /// Its statements, without those that only keep others apart.
    pub statements: usize,
    /// The contents of properties that it shows and that are not known.
    pub contents: usize,
}

type Fact = (String, PropertyContent);

/// Makes a program that shows contents of properties which `knowledge` does not have.
#[must_use]
pub fn probe(mode: Mode, knowledge: Knowledge<'_>) -> Probe {
    let mut parser = LineParser::without_suggestions();
    let mut maker = Maker {
        mode,
        knowledge,
        shown: BTreeSet::new(),
        statements: Vec::new(),
        taken: BTreeSet::new(),
    };
    // The word that all others are compared with.
    maker.take(&mut parser, "nop");
    for base in all_bases(&mut parser, mode) {
        maker.explore(&mut parser, &base);
    }
    let contents = maker.shown.len();
    let statements = maker.statements.len();
    let text = apart(&maker.statements, mode);
    Probe {
        text,
        statements,
        contents,
    }
}

/// Every statement that a probe of everything chooses among, for those who make programs of them.
#[must_use]
pub fn statements(mode: Mode) -> Vec<String> {
    let mut parser = LineParser::without_suggestions();
    let mut all = Vec::new();
    for base in all_bases(&mut parser, mode) {
        explore(&mut parser, &base, mode, |_, text| {
            all.push(text.to_owned());
        });
    }
    all
}

/// Statements of single rows, then statements of two.
fn all_bases(parser: &mut LineParser, mode: Mode) -> Vec<Base> {
    let mut all = bases(mode);
    let plain = all.iter().filter_map(|base| {
        let text = base.forms.iter().find(|text| is_accepted(parser, text))?;
        Some((base.op?, text.clone()))
    });
    let plain: Vec<_> = plain.collect();
    all.extend(pairs(&plain));
    all
}

/// Calls a function with a statement and those around it that have no error, the statement first.
fn explore(
    parser: &mut LineParser,
    base: &Base,
    mode: Mode,
    mut found: impl FnMut(&mut LineParser, &str),
) {
    let mut forms = base.forms.iter();
    let Some(text) = forms.find(|text| is_accepted(parser, text)) else {
        return;
    };
    found(parser, text);
    for family in variations(text, base.depth, mode) {
        for alternatives in family {
            match alternatives.iter().find(|text| is_accepted(parser, text)) {
                Some(text) => found(parser, text),
                None => break,
            }
        }
    }
}

struct Maker<'a> {
    mode: Mode,
    knowledge: Knowledge<'a>,
    /// The unknown facts that statements show so far.
    shown: BTreeSet<Fact>,
    statements: Vec<String>,
    taken: BTreeSet<String>,
}

impl Maker<'_> {
    /// Takes of a statement, and those around it, what shows something new. What it is compared with is taken too.
    fn explore(&mut self, parser: &mut LineParser, base: &Base) {
        let mut first: Option<String> = None;
        explore(parser, base, self.mode, |parser, text| {
            let is_new = !self.news(parser, text).is_empty();
            match &first {
                None => {
                    first = Some(text.to_owned());
                    if is_new {
                        self.take(parser, text);
                    }
                }
                Some(base) if is_new => {
                    self.take(parser, base);
                    // A mask is after a destination, which differs from the destination of the base.
                    let masked = text
                        .rsplit_once('/')
                        .filter(|(_, mask)| !mask.contains(' '));
                    if let Some((bare, _)) = masked.filter(|(bare, _)| is_accepted(parser, bare)) {
                        self.take(parser, bare);
                    }
                    self.take(parser, text);
                }
                Some(_) => {}
            }
        });
    }

    fn take(&mut self, parser: &mut LineParser, text: &str) {
        if self.statements.len() < STATEMENTS_MAX && self.taken.insert(text.to_owned()) {
            let news = self.news(parser, text);
            self.shown.extend(news);
            self.statements.push(text.to_owned());
        }
    }

    /// The facts that a statement shows and none before it.
    fn news(&self, parser: &mut LineParser, text: &str) -> Vec<Fact> {
        let line = parser.parse(text);
        let (form, properties, fields) = match &line.statement {
            Some(Statement::Step(step)) => {
                let fields = encode(step, WriteMaskSetting::default(), self.mode).fields;
                let properties = field_properties(step, &fields);
                (WordForm::from_mode(self.mode), properties, fields)
            }
            Some(Statement::Mv(mv)) => (WordForm::Mv, mv_properties(mv), Vec::new()),
            _ => return Vec::new(),
        };
        let is_known = |property: &Property| match self.knowledge {
            Knowledge::Nothing => false,
            Knowledge::Public(learned) => {
                let field = property.of.and_then(|index| fields.get(index));
                let is_public = field.is_some_and(|known| known.status.is_certain());
                is_public || learned.bits(form, property).is_some()
            }
        };
        let news = properties.iter().filter(|property| !is_known(property));
        let facts = news.map(|property| (property.name.to_string(), property.key.clone()));
        facts.filter(|fact| !self.shown.contains(fact)).collect()
    }
}

/// Whether a statement has no error. Those that are made have no error that only a program shows but for distances.
fn is_accepted(parser: &mut LineParser, text: &str) -> bool {
    let line = parser.parse(text);
    !line.has_error() && line.statement.is_some()
}

/// The lines with errors.
fn errors(program: &Program, mode: Mode) -> impl Iterator<Item = usize> + use<> {
    let rules = Rules {
        mode: ModeChoice::Given(mode),
        ..Rules::default()
    };
    let report = check_to_run(program, &rules);
    let errors = report.findings.into_iter();
    errors
        .filter(|it| it.diagnostic.severity == Severity::Error)
        .map(|it| it.line as usize)
}

/// A statement that writes the turnaround register as another one reads it, if there is one.
fn primer<'a>(statements: &[&'a String], reader: &str, mode: Mode) -> Option<&'a String> {
    if !reader.contains("bi ") {
        return None;
    }
    let writers = statements.iter().filter(|it| it.starts_with("l1bm"));
    let mut writers = writers.filter(|it| !it.contains(';') && it.ends_with("b0"));
    let is_enough = |writer: &&&String| {
        let program = mnc2_asm::parse(&format!("{writer}\nnop/{APART_STEPS}\n{reader}\n"));
        errors(&program, mode).next().is_none()
    };
    writers.find(is_enough).copied()
}

/// The program of statements, with steps between those that must not follow each other. Reads of the turnaround
/// register come first: it is then uninitialized with other types. Statements that still have an error are left out.
fn apart(statements: &[String], mode: Mode) -> String {
    let is_turn = |text: &&String| text.split(' ').nth(1).is_some_and(|it| it.ends_with("bi"));
    let turns = statements.iter().filter(is_turn);
    let others = statements.iter().filter(|text| !is_turn(text));
    let mut statements: Vec<&String> = turns.chain(others).collect();
    let mut before: BTreeSet<&String> = BTreeSet::new();
    let mut primed: BTreeMap<&String, &String> = BTreeMap::new();
    let mut primers: BTreeMap<&str, Option<&String>> = BTreeMap::new();
    let mut text = String::new();
    for _ in 0..ROUNDS_MAX {
        text.clear();
        let mut lines = Vec::new();
        for &statement in &statements {
            if let Some(primer) = primed.get(statement) {
                let _ = writeln!(text, "nop/{APART_STEPS}\n{primer}");
                lines.extend([None, None]);
            }
            if before.contains(statement) {
                let _ = writeln!(text, "nop/{APART_STEPS}");
                lines.push(None);
            }
            let _ = writeln!(text, "{statement}");
            lines.push(Some(statement));
        }
        let program = mnc2_asm::parse(&text);
        let wrong: BTreeSet<&String> = errors(&program, mode)
            .filter_map(|line| lines.get(line).copied().flatten())
            .collect();
        if wrong.is_empty() {
            break;
        }
        // What reads the turnaround register can need what it reads written with its type.
        let mut dropped: BTreeSet<&String> = BTreeSet::new();
        for &statement in wrong.iter().filter(|it| before.contains(**it)) {
            let reader = statement.split(';').next().unwrap_or_default();
            let found = primers
                .entry(reader)
                .or_insert_with(|| primer(&statements, reader, mode));
            let primer = found.filter(|_| !primed.contains_key(statement));
            match primer {
                Some(primer) => drop(primed.insert(statement, primer)),
                None => drop(dropped.insert(statement)),
            }
        }
        statements.retain(|it| !dropped.contains(it));
        before.extend(wrong);
    }
    text
}
