//! Names of a text: labels, macros, constants, and whether others can come from elsewhere.

mod conditions;

use std::collections::{HashMap, HashSet};

use mnc2_assembly::{Shape, Source, evaluate};
use mnc2_text::{LineRange, Place};

use conditions::Conditions;

/// The names of a text.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    /// Labels with every place that defines them: numeric ones have several.
    pub labels: HashMap<String, Vec<Place>>,
    /// Macros by name; the last definition of each.
    pub macros: HashMap<String, Macro>,
    /// Names with a value; `None` if it is not known, or not always the same.
    pub constants: HashMap<String, Option<i64>>,
    /// Where a constant is defined first.
    pub constant_places: HashMap<String, Place>,
    /// Names of the C preprocessor.
    pub defined: HashSet<String>,
    /// Whether names may mean what is not seen: other files define them, or `.altmacro` lets macros fill in plain words.
    pub has_includes: bool,
    /// For each line what it is inside of.
    pub within: Vec<Within>,
}

/// What a line is inside of. The lines that open and close it are inside, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Within {
    /// Neither a macro nor a repetition.
    Nothing,
    /// A repetition, which stands for code in its place.
    Repetition,
    /// A macro, which is code where it is called.
    Macro,
    /// A branch that is not taken, or the condition that says so.
    Untaken,
}

/// A macro.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Macro {
    /// Where its name stands.
    pub place: Place,
    /// Its parameters with the text of their defaults.
    pub parameters: Vec<(String, String)>,
    /// The first and the last line of its body, exclusive.
    pub body: std::ops::Range<u32>,
    /// The code of its body.
    pub lines: Vec<String>,
}

impl Symbols {
    /// The names of a text.
    #[must_use]
    pub fn new(source: &Source) -> Self {
        let mut symbols = Self::default();
        // What is open, the innermost last.
        let mut open: Vec<Open> = Vec::new();
        let mut conditions = Conditions::default();
        for (number, line) in source.lines().iter().enumerate() {
            let number = number as u32;
            if !conditions.is_code(line, &symbols, !open.is_empty()) {
                symbols.within.push(Within::Untaken);
                continue;
            }
            if let Some(words) = &line.directive {
                match words.as_slice() {
                    [keyword, name] if line.part(keyword) == "define" => {
                        symbols.defined.insert(line.part(name).to_owned());
                    }
                    [keyword, ..] if line.part(keyword) == "include" => symbols.has_includes = true,
                    _ => {}
                }
            }
            let mut within = within_of(&open);
            for statement in &line.statements {
                let place = |range: &LineRange| Place {
                    line: number,
                    range: range.clone(),
                };
                if open.is_empty() {
                    for label in &statement.labels {
                        let name = line.part(label).to_owned();
                        symbols.labels.entry(name).or_default().push(place(label));
                    }
                }
                let Some(mnemonic) = &statement.mnemonic else {
                    continue;
                };
                let first = statement.operands.first();
                let first_word = first.and_then(|operand| operand.pieces.first());
                match line.part(mnemonic) {
                    ".macro" => {
                        let name = first_word.map(|word| line.part(&word.range).to_owned());
                        if let (Some(name), Some(word), true) = (&name, first_word, open.is_empty())
                        {
                            let rest = word.range.end..statement.range.end;
                            let entry = Macro {
                                place: place(&word.range),
                                parameters: parameters(line.part(&rest)),
                                body: number + 1..number + 1,
                                lines: Vec::new(),
                            };
                            symbols.macros.insert(name.clone(), entry);
                        }
                        open.push(Open::Macro(name));
                        within = Within::Macro;
                    }
                    ".rept" | ".irp" | ".irpc" => {
                        open.push(Open::Repetition);
                        within = within_of(&open);
                    }
                    ".endm" | ".endr" => {
                        if let Some(Open::Macro(Some(name))) = open.pop()
                            && open.is_empty()
                            && let Some(entry) = symbols.macros.get_mut(&name)
                        {
                            entry.body.end = number.max(entry.body.start);
                            let body = entry.body.start as usize..entry.body.end as usize;
                            let lines = source.lines().get(body).unwrap_or_default();
                            entry.lines = lines.iter().map(|line| line.code()).collect();
                        }
                    }
                    ".include" | ".altmacro" => symbols.has_includes = true,
                    ".set" | ".equ" | ".equiv" => {
                        if let Some(Shape::Word(word)) = first.map(|operand| operand.shape(line)) {
                            let value = statement.operands.get(1).and_then(|operand| {
                                evaluate(line, &operand.pieces, &|name| symbols.value(name))
                            });
                            let value = value.filter(|_| within == Within::Nothing);
                            symbols.define(line.part(&word.range), value, place(&word.range));
                        }
                    }
                    name => {
                        // `name = value`
                        let is_assignment =
                            first_word.is_some_and(|word| line.part(&word.range) == "=");
                        if is_assignment && let Some(operand) = first {
                            let value =
                                evaluate(line, &operand.pieces[1..], &|name| symbols.value(name));
                            let value = value.filter(|_| within == Within::Nothing);
                            symbols.define(name, value, place(mnemonic));
                        }
                    }
                }
            }
            symbols.within.push(within);
        }
        symbols
    }

    fn define(&mut self, name: &str, value: Option<i64>, place: Place) {
        // A name that is set twice has the value of the last one before its use, which is not tracked.
        self.constants
            .entry(name.to_owned())
            .and_modify(|known| *known = None)
            .or_insert(value);
        self.constant_places.entry(name.to_owned()).or_insert(place);
    }

    /// The value of a name that always has the same.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<i64> {
        if self.defined.contains(name) {
            return None;
        }
        self.constants.get(name).copied().flatten()
    }

    /// Whether a name may mean something that is not seen: a macro argument, a name of the preprocessor, or one that
    /// another file can define.
    #[must_use]
    pub fn is_open(&self, name: &str) -> bool {
        name.contains('\\')
            || self.defined.contains(name)
            || self.constants.contains_key(name)
            || self.has_includes
    }
}

/// What is open until `.endm` or `.endr`.
enum Open {
    /// A macro with its name, if it has one.
    Macro(Option<String>),
    /// A repetition.
    Repetition,
}

fn within_of(open: &[Open]) -> Within {
    if open.is_empty() {
        Within::Nothing
    } else if open.iter().all(|open| matches!(open, Open::Repetition)) {
        Within::Repetition
    } else {
        Within::Macro
    }
}

/// The parameters of a macro from what follows its name: separated by commas or spaces, with defaults after `=` and
/// kinds after `:`.
fn parameters(text: &str) -> Vec<(String, String)> {
    /// More parameters than that are not kept.
    const PARAMETERS_MAX: usize = 64;
    text.split([',', ' ', '\t'])
        .filter(|parameter| !parameter.is_empty())
        .take(PARAMETERS_MAX)
        .map(|parameter| {
            let (name, default) = parameter.split_once('=').unwrap_or((parameter, ""));
            let name = name.split(':').next().unwrap_or(name);
            (name.to_owned(), default.to_owned())
        })
        .collect()
}
