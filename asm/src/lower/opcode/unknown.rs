//! The message about an opcode that does not exist: its name here, if it can be guessed.
//!
//! A fix is offered only for an opcode with which the rest of the expression can be parsed; a table lists the meaning
//! of opcodes of other languages ([`super::foreign`]).

use mnc2_isa::spelling::{self, ProductHalf, Spelling};

use super::foreign::{self, Candidate};
use super::is_opcode;
use crate::lower::Context;
use mnc2_program::code::Code;
use mnc2_program::finding::Diagnostic;
use mnc2_program::message::wording;
use mnc2_text::{LineRange, Message, message};

/// More opcodes than this are not helpful.
const LISTED_MAX: usize = 6;

/// Maximum number of suggestions for a misspelt word.
const SIMILAR_MAX: usize = 3;

/// Prefixes of the operation in the names of reductions; the longer ones first.
const REDUCTIONS: [&str; 8] = [
    "l1bmr4", "l1bmr", "l2bmr2", "l2bmr", "mvr2", "mvr4", "mvr", "l1bm",
];

/// Reports an unknown opcode. `range` is the range of the opcode, `whole` the range of its expression.
pub(in crate::lower) fn report(context: &mut Context<'_>, range: &LineRange, whole: &LineRange) {
    let letters = context.at(range);
    let diagnostic = Diagnostic::new(
        Code::UnknownOpcode,
        range.clone(),
        message!("unknown opcode `{letters}`", letters),
    );
    let diagnostic = if context.guesses() {
        let unknown = Unknown {
            letters,
            lower: letters.to_ascii_lowercase(),
            operands: context.at(&(range.end..whole.end)).to_owned(),
            range: range.clone(),
            whole: whole.clone(),
        };
        unknown.explained(context, diagnostic)
    } else {
        diagnostic
    };
    context.report(diagnostic);
}

struct Unknown<'a> {
    letters: &'a str,
    lower: String,
    /// The text after the opcode in its expression.
    operands: String,
    range: LineRange,
    whole: LineRange,
}

impl Unknown<'_> {
    fn explained(&self, context: &mut Context<'_>, diagnostic: Diagnostic) -> Diagnostic {
        if self.lower != self.letters && is_known(&self.lower) {
            return diagnostic
                .help(message!("opcodes are written in lower case"))
                .fix(
                    message!("Replace with `{near}`", near = &self.lower),
                    self.range.clone(),
                    self.lower.as_str(),
                );
        }
        if self.lower == "quit" {
            return self.on_its_own_line(context, diagnostic);
        }
        let missing = without_precision(&self.lower);
        // `vadd` is an opcode of this language except for one letter, `add` may be one of many.
        let vector = self.lower.trim_start_matches(['d', 'f', 'g', 'h']);
        let is_vector = vector.starts_with('v') && !missing.is_empty();
        if let Some(head) = without_operation(&self.lower) {
            return diagnostic.help(message!(
                "the name of a reduction ends in a precision and an operation, such as `{sum}`, `{integers}` or \
                 `{maximum}`",
                sum = format!("{head}ffadd"),
                integers = format!("{head}liadd"),
                maximum = format!("{head}fmax")
            ));
        }
        if let Some(options) = self.options_without_marks(context) {
            let example = options[0].0.clone();
            let help = message!(
                "options follow an opcode after `/`, `@` or `+`: `{example}`",
                example
            );
            return self.suggest(diagnostic.help(help), &options);
        }
        if let Some(meant) = foreign::find(&self.lower).filter(|_| !is_vector) {
            let mut fits = self.fitting(context, &meant.candidates());
            if self.loads_from_memory() && fits.len() > 1 {
                fits.swap(0, 1);
            }
            let chosen = fits.first().map(|(title, _)| title.as_str());
            return self.suggest(diagnostic.help(meant.answer(chosen)), &fits);
        }
        if !missing.is_empty() {
            return self.precision_missing(context, diagnostic, &missing);
        }
        let words = spelling::all()
            .iter()
            .filter(is_opcode)
            .map(|spelling| spelling.text.as_str())
            .chain(["quit"]);
        let mut near = context.similar(&self.lower, words);
        // A digit is a size, a row or a number: with another one it is another operation.
        near.retain(|near| digits(near).eq(digits(&self.lower)));
        if near.is_empty() {
            return diagnostic;
        }
        let candidates: Vec<Candidate> = near.iter().map(|near| Candidate::Opcode(near)).collect();
        let fits = self.fitting(context, &candidates);
        // An opcode may be misspelt together with its operands.
        let opcodes = fits
            .iter()
            .filter_map(|(title, _)| near.iter().copied().find(|near| *near == title.as_str()));
        let opcodes: Vec<&str> = opcodes.collect();
        if !opcodes.is_empty() {
            near = opcodes;
        }
        near.truncate(SIMILAR_MAX);
        let names = near.iter().map(|near| format!("`{near}`"));
        let mut diagnostic = diagnostic.help(message!(
            "did you mean {names}?",
            names = Message::any_of(names)
        ));
        for near in near {
            diagnostic = diagnostic.suggest(
                message!("Replace with `{near}`", near),
                self.range.clone(),
                near,
            );
        }
        diagnostic
    }

    /// An opcode followed by a number without its mark, with each mark that makes it readable: `l1bmd1`.
    fn options_without_marks(&self, context: &mut Context<'_>) -> Option<Vec<(String, String)>> {
        let opcode = self.lower.trim_end_matches(|c: char| c.is_ascii_digit());
        let number = &self.lower[opcode.len()..];
        if number.is_empty() || !is_known(opcode) {
            return None;
        }
        let operands = &self.operands;
        let mut readable = Vec::new();
        for mark in ["/", "@", "+"] {
            let opcode = format!("{opcode}{mark}{number}");
            let text = format!("{opcode}{operands}");
            if context.reads(&text) {
                readable.push((opcode, text));
            }
        }
        (!readable.is_empty()).then_some(readable)
    }

    /// Whether it is a load whose first operand is an LM and whose second is a register: the source comes first already.
    fn loads_from_memory(&self) -> bool {
        let text = self.operands.split_whitespace();
        let mut letters = text.map(|operand| operand.trim_start_matches(['$', 'l']).chars().next());
        let is_load = ["ld", "lw", "load"]
            .iter()
            .any(|load| self.lower.starts_with(load));
        is_load
            && matches!(letters.next().flatten(), Some('m' | 'n'))
            && matches!(letters.next().flatten(), Some('r' | 's'))
    }

    /// A statement that cannot be a part of a step.
    fn on_its_own_line(&self, context: &Context<'_>, diagnostic: Diagnostic) -> Diagnostic {
        let diagnostic = diagnostic.help(message!(
            "`{statement}` is a statement: it must be on a line of its own",
            statement = &self.lower
        ));
        let text = context.text();
        let (before, after) = (
            &text[..self.whole.start as usize],
            &text[self.whole.end as usize..],
        );
        let kept = before.trim_end().trim_end_matches(';').trim_end();
        let is_last = after.trim_start().is_empty() || after.trim_start().starts_with('#');
        if kept.is_empty() || kept.len() == before.trim_end().len() || !is_last {
            return diagnostic;
        }
        let gap = kept.len() as u32..self.whole.start;
        diagnostic.suggest(message!("Move it to the next line"), gap, "\n")
    }

    /// Reports that only the letter for the precision, or for the half of a product, is missing.
    fn precision_missing(
        &self,
        context: &mut Context<'_>,
        diagnostic: Diagnostic,
        missing: &[&'static Spelling],
    ) -> Diagnostic {
        let candidates: Vec<Candidate> = missing
            .iter()
            .map(|spelling| Candidate::Opcode(&spelling.text))
            .collect();
        let fits = self.fitting(context, &candidates);
        let diagnostic = if missing.iter().all(|spelling| spelling.half.is_some()) {
            let name = |half| {
                let of_half = |spelling: &&&Spelling| spelling.half == Some(half);
                let found = missing.iter().find(of_half);
                found.map_or("", |spelling| spelling.text.as_str())
            };
            diagnostic.help(message!(
                "a double-precision product takes two steps: `{upper}` for the PEs 0 and 1 of a MAB, `{lower}` for 2 and 3",
                upper = name(ProductHalf::Upper),
                lower = name(ProductHalf::Lower)
            ))
        } else {
            let names = missing.iter().map(|spelling| match spelling.precision {
                Some(precision) => message!(
                    "`{name}` ({precision})",
                    name = &spelling.text,
                    precision = wording::precision(precision)
                ),
                None => message!("`{name}`", name = &spelling.text),
            });
            diagnostic.help(message!(
                "the letter for the precision is missing: {names}",
                names = Message::any_of(names)
            ))
        };
        self.suggest(diagnostic, &fits)
    }

    fn suggest(&self, diagnostic: Diagnostic, fits: &[(String, String)]) -> Diagnostic {
        fits.iter().fold(diagnostic, |diagnostic, (title, text)| {
            diagnostic.suggest(
                message!("Replace with `{near}`", near = title),
                self.whole.clone(),
                text.as_str(),
            )
        })
    }

    /// The candidates with which the expression can be parsed: a title, and the expression.
    fn fitting(
        &self,
        context: &mut Context<'_>,
        candidates: &[Candidate],
    ) -> Vec<(String, String)> {
        let operands = self.operands.as_str();
        // Capitals of the operands have findings of their own once the opcode is known.
        let small = operands.to_ascii_lowercase();
        let operands = if operands.contains('"') {
            operands
        } else {
            &small
        };
        let written = candidates.iter().filter_map(|candidate| match candidate {
            Candidate::Opcode(opcode) => {
                Some(((*opcode).to_owned(), format!("{opcode}{operands}")))
            }
            Candidate::Expression(template) => {
                let text = filled(template, operands)?;
                Some((text.clone(), text))
            }
        });
        let mut fits: Vec<(String, String)> = Vec::new();
        for (title, text) in written.collect::<Vec<_>>() {
            if fits.len() < LISTED_MAX && context.reads(&text) {
                fits.push((title, text));
            }
        }
        fits
    }
}

/// A template with the operands in the places `{0}`, `{1}`, ...; `None` if it has another number of places.
fn filled(template: &str, operands: &str) -> Option<String> {
    let operands: Vec<&str> = operands.split_whitespace().collect();
    let places = (0..)
        .take_while(|place| template.contains(&format!("{{{place}}}")))
        .count();
    (places == operands.len()).then(|| {
        operands
            .iter()
            .enumerate()
            .fold(template.to_owned(), |text, (place, operand)| {
                text.replace(&format!("{{{place}}}"), operand)
            })
    })
}

/// The meaning of a word that is an opcode of another language.
pub(in crate::lower) fn answer(word: &str) -> Option<Message> {
    foreign::find(&word.to_ascii_lowercase()).map(|meant| meant.answer(None))
}

/// Whether a word is an opcode of another language, or similar to one of this.
pub(in crate::lower) fn means_something(word: &str) -> bool {
    let word = word.to_ascii_lowercase();
    foreign::find(&word).is_some() || !without_precision(&word).is_empty()
}

/// The digits of an opcode.
fn digits(opcode: &str) -> impl Iterator<Item = char> {
    opcode.chars().filter(char::is_ascii_digit)
}

/// The head of a reduction's name, if its operation is missing: `l1bmr`.
fn without_operation(letters: &str) -> Option<&str> {
    let is_head = |head: &&str| *head == letters && head.contains('r');
    REDUCTIONS.into_iter().find(is_head)
}

fn is_known(letters: &str) -> bool {
    letters == "quit" || spelling::find(letters).as_ref().is_some_and(is_opcode)
}

/// The opcodes that some letters form with a letter for the precision or the half of a product.
fn without_precision(letters: &str) -> Vec<&'static Spelling> {
    let is_meant = |spelling: &&'static Spelling| {
        let text = spelling.text.as_str();
        let is_headless = text.len() == letters.len() + 1 && text.ends_with(letters);
        let is_halfless = spelling.half.is_some()
            && text.get(..text.len() - 1).is_some_and(|text| {
                text == letters || text.get(1..).is_some_and(|text| text == letters)
            });
        (spelling.precision.is_some() && is_headless) || is_halfless
    };
    let mut found: Vec<&'static Spelling> = spelling::all().iter().filter(is_meant).collect();
    if found.is_empty()
        && let Some((prefix, kind)) = REDUCTIONS
            .iter()
            .find_map(|prefix| Some((*prefix, letters.strip_prefix(prefix)?)))
        && !kind.is_empty()
    {
        // A sum is called `add`.
        let sum = kind.strip_suffix("sum").map(|types| format!("{types}add"));
        let kind = sum.as_deref().unwrap_or(kind);
        let ends = |spelling: &&'static Spelling| {
            let letters = spelling.text.strip_prefix(prefix);
            spelling.reduction.is_some() && letters.is_some_and(|letters| letters.ends_with(kind))
        };
        found = spelling::all().iter().filter(ends).collect();
        // `add` is contained in `fadd` and `iadd`, whose precisions are nearer than the precisions of longer names.
        let shortest = found.iter().map(|spelling| spelling.text.len()).min();
        found.retain(|spelling| Some(spelling.text.len()) == shortest);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The opcodes that the fixes of a line suggest.
    fn suggested(line: &str) -> Vec<String> {
        let program = crate::parse(line);
        let line = program.line(0).expect("one line");
        let fixes = line.diagnostics.iter().flat_map(|found| &found.fixes);
        let texts = fixes.flat_map(|fix| &fix.edits).map(|edit| &edit.text);
        let opcode = |text: &String| {
            let end = text.find([' ', '/', '@', '+']).unwrap_or(text.len());
            text[..end].to_owned()
        };
        texts.map(opcode).collect()
    }

    /// A word of another machine never becomes an opcode that only looks like it: all suggestions are those of its row, or the
    /// word itself with the letter for a precision.
    #[test]
    fn suggestions_follow_the_meaning() {
        let (mut tried, mut offered) = (0, 0);
        for word in foreign::words() {
            if spelling::find(&word).is_some() {
                continue;
            }
            let meant = foreign::find(&word).expect("a word of the table has a meaning");
            let opcodes: Vec<&str> = meant
                .candidates()
                .iter()
                .map(|(Candidate::Opcode(text) | Candidate::Expression(text))| {
                    text.split([' ', '/']).next().unwrap_or_default()
                })
                .collect();
            for operands in ["$lm0v $ln0v $lr0v", "$lm0v $lr0v", "$lr0v $lm0v", "3 $lr0"] {
                tried += 1;
                for opcode in suggested(&format!("{word} {operands}")) {
                    offered += 1;
                    let is_meant = opcodes.contains(&opcode.as_str());
                    let is_completed = without_precision(&word)
                        .iter()
                        .any(|spelling| spelling.text == opcode);
                    assert!(is_meant || is_completed, "{word} {operands}: {opcode}");
                }
            }
        }
        assert!(tried > 5000 && offered > 500, "{tried}, {offered}");
    }
}
