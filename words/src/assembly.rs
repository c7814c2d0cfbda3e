//! A program as words, or what is missing for that.

use std::collections::HashMap;

use mnc2_isa::field::{Evidence, FieldPlace};

use super::encodings::NotHeld;
use super::listing;
use super::property::mv_properties;
use super::{Encodings, Property, Stated, Status, WordForm, encode, encode_with, take_stated};
use mnc2_asm::LineParser;
use mnc2_isa::Mode;
use mnc2_program::finding::Finding;
use mnc2_program::rules::Rules;
use mnc2_program::rules::step::fields::Content;
use mnc2_program::{ModeChoice, Program, Statement, Step};
use mnc2_review::check_to_run;
use mnc2_text::{LineRange, Message, Severity};

/// The most words that are written: `nop/n` is n of them.
pub const WORDS_MAX: u64 = 1 << 22;

/// How the ids of errors about distances between lines begin.
const DISTANCES: &str = "E10";

/// A program as the assembler's output.
#[derive(Debug)]
pub struct Assembly {
    /// The lines of the output, in order.
    pub lines: Vec<AssembledLine>,
    /// The inferred and unknown contents, in the order of the first use.
    pub missing: Vec<Missing>,
    /// The findings of a check, as for a run.
    pub findings: Vec<Finding>,
    /// Why a statement of a field's content states nothing: the line, counted from 0, where it begins, and the reason.
    pub misstated: Vec<(usize, usize, Message)>,
    /// Whether there are more words than are written.
    pub is_cut: bool,
    /// Where a learned row states otherwise than public pairs, which count: the line, counted from 0, the field, and the
    /// bits that differ.
    pub contradicted: Vec<(usize, FieldPlace, Vec<u16>)>,
    /// The mode of its words.
    pub mode: Mode,
}

/// A line of the output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssembledLine {
    /// The line of the program, counted from 0.
    pub source_line: usize,
    /// The word, or the text for the emulator.
    pub text: String,
    /// Its fields that are not certain.
    pub doubts: Vec<(FieldPlace, Status)>,
}

/// A part of the output that is not certain, with its uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// The field or bits that are missing.
    pub what: Lacking,
    /// How well it is known.
    pub status: Status,
    /// Where: lines, counted from 0, with the parts that need it.
    pub uses: Vec<(usize, LineRange)>,
}

/// A field, or bits of a property, without an observation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Lacking {
    /// The content of a field: a number, or a name for it.
    Content(FieldPlace, String),
    /// The content of a property that no learned row states: the kind of word, the property, and its content.
    Property(WordForm, String, String),
    /// The bits of a property in a word that does not use it: the kind of word, and the property.
    Unused(WordForm, String),
    /// The words of MV instructions.
    MvWords,
    /// The words of what a linker expands.
    Directives,
}

impl Assembly {
    /// Whether the program or what it states has an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        let mut found = self.findings.iter();
        !self.misstated.is_empty() || found.any(|it| it.diagnostic.severity == Severity::Error)
    }

    /// Whether a line with this error has no word. Errors about distances between lines do not count: each line still
    /// has its word.
    #[must_use]
    pub fn lacks_words(&self) -> bool {
        let mut found = self.findings.iter();
        let is_in_a_line = |it: &Finding| !it.diagnostic.code.id().starts_with(DISTANCES);
        !self.misstated.is_empty()
            || found.any(|it| it.diagnostic.severity == Severity::Error && is_in_a_line(it))
    }

    /// Whether the output can be written.
    #[must_use]
    pub fn can_be_written(&self, allow_inferred: bool) -> bool {
        let is_allowed = |missing: &Missing| allow_inferred && missing.status != Status::Unknown;
        !self.lacks_words() && !self.is_cut && self.missing.iter().all(is_allowed)
    }
}

/// Assembles a program: in flat mode if a flat list occurs, otherwise in auto-stride mode, unless the rules give one. After a step, `?field=0x..` states the content of a field.
#[must_use]
pub fn assemble(text: &str, rules: &Rules) -> Assembly {
    assemble_with(text, rules, &Encodings::default())
}

/// As [`assemble`], with learned rows: also MV instructions.
#[must_use]
pub fn assemble_with(text: &str, rules: &Rules, learned: &Encodings) -> Assembly {
    let texts: Vec<&str> = mnc2_text::line::lines(text).collect();
    let mut source = match rules.mode {
        ModeChoice::Given(mode) => Stating::read(&texts, mode),
        ModeChoice::Infer => Stating::read(&texts, Mode::AutoStride),
    };
    let report = check_to_run(&source.program, rules);
    if source.mode != report.mode {
        source = Stating::read(&texts, report.mode);
    }
    let Stating {
        program,
        all_stated,
        misstated,
        mode,
    } = source;
    let mut assembly = Assembly {
        lines: Vec::new(),
        missing: Vec::new(),
        findings: report.findings,
        misstated,
        is_cut: false,
        contradicted: Vec::new(),
        mode,
    };
    if assembly.lacks_words() {
        return assembly;
    }
    let end = report.quit_line.map_or(program.len(), |line| line as usize);
    let mut places: HashMap<(Lacking, Status), usize> = HashMap::new();
    let mut words = 0;
    for (number, line) in program.iter().enumerate().take(end) {
        let stated = &all_stated[number];
        match &line.statement {
            Some(Statement::Step(step)) => {
                words += u64::from(step.steps());
                if words > WORDS_MAX {
                    assembly.is_cut = true;
                    return assembly;
                }
                assembly.step(&program, number, step, stated, learned, &mut places);
            }
            None if !stated.is_empty() => {
                let nothing = Step {
                    range: 0..0,
                    expressions: Vec::new(),
                };
                assembly.step(&program, number, &nothing, stated, learned, &mut places);
            }
            Some(Statement::Mv(mv)) if learned.rows_for(WordForm::Mv).is_some() => {
                let properties = mv_properties(mv);
                assembly.mv(number, &mv.range, &properties, learned, &mut places);
            }
            Some(Statement::Mv(mv)) => {
                let what = (Lacking::MvWords, Status::Unknown);
                assembly.lack(what, number, mv.range.clone(), &mut places);
            }
            Some(Statement::Directive(directive)) => {
                let what = (Lacking::Directives, Status::Unknown);
                assembly.lack(what, number, directive.range.clone(), &mut places);
            }
            Some(
                statement @ (Statement::DebugGet(_) | Statement::DebugSet(_) | Statement::Host(_)),
            ) => {
                let line = texts.get(number).copied().unwrap_or_default();
                assembly.lines.push(AssembledLine {
                    source_line: number,
                    text: listing::emulator_line(statement, line),
                    doubts: Vec::new(),
                });
            }
            Some(Statement::Mask(_) | Statement::Quit(_)) | None => {}
        }
    }
    assembly
}

/// A program whose lines can state contents of fields.
struct Stating {
    program: Program,
    /// The statements of each line.
    all_stated: Vec<Vec<Stated>>,
    /// As of the assembly.
    misstated: Vec<(usize, usize, Message)>,
    /// The mode whose fields are stated.
    mode: Mode,
}

impl Stating {
    fn read(texts: &[&str], mode: Mode) -> Self {
        let mut parser = LineParser::new();
        let mut all_stated: Vec<Vec<Stated>> = Vec::new();
        let mut misstated = Vec::new();
        let mut lines = Vec::new();
        for (number, line) in texts.iter().enumerate() {
            let (code, stated) = match take_stated(line, mode) {
                Ok(parts) => parts,
                Err(error) => {
                    let code = line.split('?').next().unwrap_or_default().to_owned();
                    misstated.push((number, error.at, error.message));
                    (code, Vec::new())
                }
            };
            lines.push(parser.parse(&code).into());
            all_stated.push(stated);
        }
        Self {
            program: Program::from_lines(lines),
            all_stated,
            misstated,
            mode,
        }
    }
}

impl Assembly {
    fn step(
        &mut self,
        program: &Program,
        number: usize,
        step: &Step,
        stated: &[Stated],
        learned: &Encodings,
        places: &mut HashMap<(Lacking, Status), usize>,
    ) {
        let mode = self.mode;
        let mut encoded = encode_with(step, program.mask_setting_at(number), learned, mode);
        for (index, bits) in std::mem::take(&mut encoded.contradicted) {
            let place = encoded.fields[index].place;
            self.contradicted.push((number, place, bits));
        }
        encoded.state(stated, &step.range);
        let mut doubts = Vec::new();
        for doubt in encoded.doubts() {
            doubts.push((doubt.place, doubt.status));
            let content = match (&doubt.content, doubt.content.bits()) {
                (_, Some(bits)) => format!("{bits:#x}"),
                (Content::Words(words), _) => words.to_string(),
                (Content::Part(part), _) => (*part).to_owned(),
                (Content::Bits(_) | Content::Addresses(_) | Content::Meant(..), None) => {
                    String::new()
                }
            };
            let what = (Lacking::Content(doubt.place, content), doubt.status);
            self.lack(what, number, doubt.range.clone(), places);
        }
        let text = listing::line(&encoded.word);
        for _ in 0..step.steps() {
            self.lines.push(AssembledLine {
                source_line: number,
                text: text.clone(),
                doubts: doubts.clone(),
            });
        }
    }

    /// The word of an MV instruction, of which only learned rows state anything.
    fn mv(
        &mut self,
        number: usize,
        range: &LineRange,
        properties: &[Property],
        learned: &Encodings,
        places: &mut HashMap<(Lacking, Status), usize>,
    ) {
        let form = WordForm::Mv;
        let Some(rows) = learned.rows_for(form) else {
            return;
        };
        match rows.encode(properties) {
            Ok(word) => self.lines.push(AssembledLine {
                source_line: number,
                text: format!("{} {}", form.letter(), word.binary()),
                doubts: Vec::new(),
            }),
            Err(NotHeld::Content(place)) => {
                let Property {
                    name, key, range, ..
                } = &properties[place];
                let what = Lacking::Property(form, name.to_string(), key.text().into_owned());
                self.lack((what, Status::Unknown), number, range.clone(), places);
            }
            Err(NotHeld::Unused(name)) => {
                let what = Lacking::Unused(form, name);
                self.lack((what, Status::Unknown), number, range.clone(), places);
            }
        }
    }

    fn lack(
        &mut self,
        (what, status): (Lacking, Status),
        line: usize,
        range: LineRange,
        places: &mut HashMap<(Lacking, Status), usize>,
    ) {
        let next = self.missing.len();
        let place = *places.entry((what.clone(), status)).or_insert(next);
        if place == next {
            self.missing.push(Missing {
                what,
                status,
                uses: Vec::new(),
            });
        }
        self.missing[place].uses.push((line, range));
    }
}

/// The number of steps of a program that are known to the bit, by inference, and not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shares {
    /// All of whose fields are observed, or stated.
    pub observed: u64,
    /// With fields that are published or inferred.
    pub inferred: u64,
    /// With fields that are unknown.
    pub unknown: u64,
}

impl Shares {
    /// Counts the steps of a program other than `nop`; lines with errors are left out.
    #[must_use]
    pub fn from_program(program: &Program) -> Self {
        let mut shares = Self::default();
        for (number, line) in program.iter().enumerate() {
            if line.has_error() {
                continue;
            }
            let Some(step) = line.step().filter(|step| !step.is_bare_nop()) else {
                continue;
            };
            let encoded = encode(step, program.mask_setting_at(number), Mode::AutoStride);
            let count = match encoded.status() {
                Status::Learned
                | Status::Stated
                | Status::Known(Evidence::Obs | Evidence::Obs1) => &mut shares.observed,
                Status::Known(Evidence::Pub | Evidence::Inf) => &mut shares.inferred,
                Status::Unknown => &mut shares.unknown,
            };
            *count += 1;
        }
        shares
    }

    /// The number of all steps.
    #[must_use]
    pub const fn all(&self) -> u64 {
        self.observed + self.inferred + self.unknown
    }
}
