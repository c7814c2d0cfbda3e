//! Lines of a program beside the words of its output.

use super::super::assembly::WORDS_MAX;
use super::super::listing;
use super::super::output::other_width;
use super::super::property::{of_mv, of_step};
use super::super::{Bits, Property, WordForm};
use crate::message;
use crate::message::Message;
use crate::program::{Mode, Program, Statement};

/// A word with what its statement says.
#[derive(Clone, Debug)]
pub struct Aligned {
    /// The kind of word.
    pub form: WordForm,
    /// The line of the program, counted from 0.
    pub line: usize,
    /// The line of the output, counted from 0.
    pub output_line: usize,
    /// The word.
    pub word: Bits,
    /// What the statement says; nothing if the line has an error here, which the assembler did not see.
    pub properties: Option<Vec<Property>>,
}

/// Why a program and an output do not belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misaligned {
    /// Whether the line is one of the output.
    pub is_output: bool,
    /// The line, counted from 0.
    pub line: usize,
    /// Where in the line.
    pub at: usize,
    /// For people.
    pub message: Message,
}

/// What a line of the program becomes.
#[derive(Clone, Copy)]
enum Expected {
    /// Words of a step.
    Step,
    /// The word of an MV instruction.
    Mv,
    /// A line for the emulator.
    Emulator,
}

/// An item of the output.
enum Given {
    Word(WordForm, Bits),
    Emulator,
}

/// Pairs each word of an output with the statement that it was made of.
///
/// `nop/n` is n words, or one, whichever fits; `quit` and `mask` are none. A `mask` setting counts as in the program.
///
/// # Errors
/// If a line is no output of the assembler, or program and output have other lines.
pub fn align(program: &str, output: &str) -> Result<Vec<Aligned>, Misaligned> {
    let given = items(output)?;
    let program = Program::parse(program);
    let mut expected = Vec::new();
    let mut total = 0_u64;
    for (line, parsed) in program.iter().enumerate() {
        if parsed.ends_program() {
            break;
        }
        let kind = match &parsed.statement {
            Some(Statement::Step(_)) => Expected::Step,
            Some(Statement::Mv(_)) => Expected::Mv,
            Some(Statement::DebugGet(_) | Statement::DebugSet(_) | Statement::Host(_)) => {
                Expected::Emulator
            }
            Some(Statement::Directive(_)) => {
                let message = message!("a linker expands this line, so no word is its own");
                return Err(Misaligned {
                    is_output: false,
                    line,
                    at: 0,
                    message,
                });
            }
            Some(Statement::Mask(_) | Statement::Quit(_)) => continue,
            None if parsed.has_error() => Expected::Step,
            None => continue,
        };
        let count = match parsed.step() {
            Some(step) => u64::from(step.steps()),
            None => 1,
        };
        total += count;
        expected.push((line, kind, count));
    }
    let is_repeated = total == given.len() as u64 || expected.len() != given.len();
    if total > WORDS_MAX && is_repeated {
        let limit = WORDS_MAX;
        let line = expected.last().map_or(0, |(line, ..)| *line);
        let message = message!("the program has more than {limit} words", limit);
        return Err(Misaligned {
            is_output: false,
            line,
            at: 0,
            message,
        });
    }
    pair(&program, &expected, given, is_repeated)
}

fn pair(
    program: &Program,
    expected: &[(usize, Expected, u64)],
    given: Vec<(usize, Given)>,
    is_repeated: bool,
) -> Result<Vec<Aligned>, Misaligned> {
    let mut aligned = Vec::new();
    let mut given = given.into_iter().peekable();
    let last = given.len();
    for &(line, kind, count) in expected {
        let count = if is_repeated { count } else { 1 };
        for _ in 0..count {
            let number = line + 1;
            let Some((output_line, item)) = given.next() else {
                let message = message!(
                    "the output ends before the word of this line: it has {count} words and lines",
                    count = last
                );
                return Err(Misaligned {
                    is_output: false,
                    line,
                    at: 0,
                    message,
                });
            };
            let wrong = |message| Misaligned {
                is_output: true,
                line: output_line,
                at: 0,
                message,
            };
            match (kind, item) {
                (
                    Expected::Step,
                    Given::Word(form @ (WordForm::AutoStride | WordForm::Flat), word),
                ) => {
                    let mode = match form {
                        WordForm::Flat => Mode::Flat,
                        WordForm::AutoStride | WordForm::Mv => Mode::AutoStride,
                    };
                    let parsed = program.line(line);
                    let step = parsed
                        .as_ref()
                        .filter(|it| !it.has_error())
                        .and_then(|it| it.step());
                    let setting = program.mask_setting_at(line);
                    let properties = step.map(|step| of_step(step, setting, mode));
                    aligned.push(Aligned {
                        form,
                        line,
                        output_line,
                        word,
                        properties,
                    });
                }
                (Expected::Mv, Given::Word(WordForm::Mv, word)) => {
                    let parsed = program.line(line);
                    let properties = match parsed.as_ref().map(|it| (it.has_error(), &it.statement))
                    {
                        Some((false, Some(Statement::Mv(mv)))) => Some(of_mv(mv)),
                        _ => None,
                    };
                    let form = WordForm::Mv;
                    aligned.push(Aligned {
                        form,
                        line,
                        output_line,
                        word,
                        properties,
                    });
                }
                (Expected::Emulator, Given::Emulator) => {}
                (Expected::Step, _) => {
                    return Err(wrong(message!(
                        "line {number} of the program is a step, but this is no word of one",
                        number
                    )));
                }
                (Expected::Mv, _) => {
                    return Err(wrong(message!(
                        "line {number} of the program is an MV instruction, but this is no word of one",
                        number
                    )));
                }
                (Expected::Emulator, _) => {
                    return Err(wrong(message!(
                        "line {number} of the program is for the emulator, but this is a word",
                        number
                    )));
                }
            }
        }
    }
    match given.next() {
        None => Ok(aligned),
        Some((line, _)) => Err(Misaligned {
            is_output: true,
            line,
            at: 0,
            message: message!("the program has no statement for this line of the output"),
        }),
    }
}

/// The items of an output, with their lines. All words of a kind are equally wide.
fn items(output: &str) -> Result<Vec<(usize, Given)>, Misaligned> {
    let mut items = Vec::new();
    let mut widths: [Option<u16>; 3] = [None; 3];
    for (line, text) in crate::text::lines(output).enumerate() {
        let fail = |at: usize, message| {
            Err(Misaligned {
                is_output: true,
                line,
                at,
                message,
            })
        };
        match listing::loose(text) {
            Ok(listing::Loose::Blank) => {}
            Ok(listing::Loose::Emulator) => items.push((line, Given::Emulator)),
            Ok(listing::Loose::Word(form, word)) => {
                let width = word.width();
                let first = *widths[form as usize].get_or_insert(width);
                if first != width {
                    return fail(0, other_width(width, first));
                }
                items.push((line, Given::Word(form, word)));
            }
            Err(error) => return fail(error.range.start as usize, error.message),
        }
    }
    Ok(items)
}
