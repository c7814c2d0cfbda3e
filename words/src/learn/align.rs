//! Lines of a program next to the words of its output.
//!
//! The lines for the emulator divide both: they are paired first, by their text. Between two of them a program and an output
//! of it have as many words. Where they have not, words are paired from both ends as long as they agree with the table, and
//! the rest is named and left out.

use super::super::assembler_output::other_width;
use super::super::assembly::WORDS_MAX;
use super::super::compare::differing;
use super::super::listing;
use super::super::property::{mv_properties, step_properties};
use super::super::{Bits, Property, WordForm, encode};
use mnc2_program::{Program, Statement};
use mnc2_text::{Message, message};

/// The most lines for the emulator that are skipped to find one with an equal text.
const AHEAD_MAX: usize = 64;

/// A word with the properties of its statement.
#[derive(Clone, Debug)]
pub struct Aligned {
    /// The kind of word.
    pub form: WordForm,
    /// The line of the program, counted from 0.
    pub line: usize,
    /// The line of the output, counted from 0.
    pub output_line: usize,
    /// The word that the assembler made of the statement.
    pub word: Bits,
    /// The properties of the statement; none if the line has an error here, which the assembler did not see.
    pub properties: Option<Vec<Property>>,
}

/// A line that does not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misaligned {
    /// Whether the line is one of the output.
    pub is_output: bool,
    /// The line, counted from 0.
    pub line: usize,
    /// Where in the line.
    pub at: usize,
    /// The reason, as a sentence.
    pub message: Message,
}

/// The lines of a program and an output that belong together, and those that do not.
#[derive(Clone, Debug, Default)]
pub struct Alignment {
    /// Words with their statements, in the order of the output.
    pub aligned: Vec<Aligned>,
    /// Lines that do not fit.
    pub misaligned: Vec<Misaligned>,
}

/// The output for a line of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Expected {
    /// The word of a step.
    Step,
    /// The word of an MV instruction.
    Mv,
    /// A line for the emulator, in the form in which both are compared.
    Emulator(String),
    /// Words that a linker makes, in an unknown number.
    Expanded,
}

/// An item of the output.
enum Given {
    Word(WordForm, Bits),
    /// A word that cannot be read.
    Unread,
    Emulator(String),
}

/// Pairs each word of an output with the statement that it was made of.
///
/// `nop/n` is n words or one: the alternative that fits; `quit` and `mask` are none. A `mask` setting counts as in the
/// program.
#[must_use]
pub fn align(program: &str, output: &str) -> Alignment {
    let mut alignment = Alignment::default();
    let texts: Vec<&str> = mnc2_text::line::lines(program).collect();
    let program = mnc2_asm::parse(program);
    let mut given = items(output, &mut alignment.misaligned);
    let expected = expected(&program, &texts, given.len(), &mut alignment.misaligned);
    let Some(mut expected) = expected else {
        return alignment;
    };
    let anchors = anchors(&expected, &given);
    let mut aligner = Aligner {
        program: &program,
        alignment,
    };
    let (mut own_end, mut there_end) = (expected.len(), given.len());
    // From the end, so that what is handled can be split off.
    let mut parts = Vec::new();
    for &(own, there) in anchors.iter().rev() {
        parts.push((own + 1..own_end, there + 1..there_end));
        (own_end, there_end) = (own, there);
    }
    parts.push((0..own_end, 0..there_end));
    let mut parts_with_items = Vec::new();
    for (own, there) in parts {
        let there = given.split_off(there.start.min(given.len()));
        let own = expected.split_off(own.start.min(expected.len()));
        parts_with_items.push((own, there));
        // The lines for the emulator between two parts.
        expected.pop();
        given.pop();
    }
    for (own, there) in parts_with_items.into_iter().rev() {
        aligner.part(own, there);
    }
    aligner.alignment
}

type Own = (usize, Expected);
type There = (usize, Given);

/// The outputs for the lines of a program, `None` if there are too many. Lines with an error are taken for steps.
fn expected(
    program: &Program,
    texts: &[&str],
    given: usize,
    misaligned: &mut Vec<Misaligned>,
) -> Option<Vec<Own>> {
    let mut lines: Vec<(usize, Expected, u64)> = Vec::new();
    for (line, parsed) in program.iter().enumerate() {
        if parsed.ends_program() {
            break;
        }
        let kind = match &parsed.statement {
            Some(Statement::Step(_)) => Expected::Step,
            Some(Statement::Mv(_)) => Expected::Mv,
            Some(
                statement @ (Statement::DebugGet(_) | Statement::DebugSet(_) | Statement::Host(_)),
            ) => {
                let text = texts.get(line).copied().unwrap_or_default();
                let part = mnc2_text::line::part(text, &statement.range());
                Expected::Emulator(compared(part))
            }
            Some(Statement::Directive(_)) => {
                misaligned.push(Misaligned {
                    is_output: false,
                    line,
                    at: 0,
                    message: message!("a linker expands this line, so it has no word of its own"),
                });
                Expected::Expanded
            }
            Some(Statement::Mask(_) | Statement::Quit(_)) => continue,
            None if parsed.has_error() => Expected::Step,
            None => continue,
        };
        let count = parsed.step().map_or(1, |step| u64::from(step.steps()));
        lines.push((line, kind, count));
    }
    let total: u64 = lines.iter().map(|(.., count)| count).sum();
    let distance = |count: u64| count.abs_diff(given as u64);
    let is_repeated = distance(total) <= distance(lines.len() as u64);
    if is_repeated && total > WORDS_MAX {
        let limit = WORDS_MAX;
        misaligned.push(Misaligned {
            is_output: false,
            line: lines.last().map_or(0, |(line, ..)| *line),
            at: 0,
            message: message!("the program has more than {limit} words", limit),
        });
        return None;
    }
    let items = lines.into_iter().flat_map(|(line, kind, count)| {
        let count = if is_repeated { count } else { 1 };
        std::iter::repeat_n((line, kind), usize::try_from(count).unwrap_or(usize::MAX))
    });
    Some(items.collect())
}

/// A line for the emulator as both sides are compared: the assembler prints payloads in upper case, and `$t` as `$lt`.
fn compared(text: &str) -> String {
    let words = text.split_whitespace().map(|word| {
        let word = word.to_lowercase();
        match word.strip_prefix("$t") {
            Some(rest) => format!("$lt{rest}"),
            None => word,
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

/// The items of an output, with their lines.
fn items(output: &str, misaligned: &mut Vec<Misaligned>) -> Vec<There> {
    let mut items = Vec::new();
    let mut mv_width: Option<u16> = None;
    for (line, text) in mnc2_text::line::lines(output).enumerate() {
        let mut fail = |at: usize, message| {
            misaligned.push(Misaligned {
                is_output: true,
                line,
                at,
                message,
            });
        };
        match listing::loose(text) {
            Ok(listing::Loose::Blank) => {}
            Ok(listing::Loose::Emulator) => {
                let code = text.split('#').next().unwrap_or_default();
                items.push((line, Given::Emulator(compared(code))));
            }
            Ok(listing::Loose::Word(form, word)) => {
                let width = word.width();
                if form == WordForm::Mv && *mv_width.get_or_insert(width) != width {
                    fail(0, other_width(width, mv_width.unwrap_or(0)));
                    items.push((line, Given::Unread));
                } else {
                    items.push((line, Given::Word(form, word)));
                }
            }
            Err(error) => {
                fail(error.range.start as usize, error.message);
                let letter = text.trim_start().chars().next();
                let digits = text.trim_start().get(1..).unwrap_or_default().trim_start();
                let is_word = letter.is_some_and(|it| WordForm::from_letter(it).is_some());
                if is_word && digits.starts_with(['0', '1']) {
                    items.push((line, Given::Unread));
                }
            }
        }
    }
    items
}

/// The lines for the emulator that belong together, as indices of both sides.
fn anchors(expected: &[Own], given: &[There]) -> Vec<(usize, usize)> {
    let own: Vec<(usize, &str)> = (0..)
        .zip(expected)
        .filter_map(|(at, (_, item))| match item {
            Expected::Emulator(text) => Some((at, text.as_str())),
            Expected::Step | Expected::Mv | Expected::Expanded => None,
        })
        .collect();
    let there: Vec<(usize, &str)> = (0..)
        .zip(given)
        .filter_map(|(at, (_, item))| match item {
            Given::Emulator(text) => Some((at, text.as_str())),
            Given::Word(..) | Given::Unread => None,
        })
        .collect();
    let mut found = Vec::new();
    let (mut at, mut at_there) = (0, 0);
    while let (Some(&(first, text)), Some(&(second, text_there))) =
        (own.get(at), there.get(at_there))
    {
        let skip = |all: &[(usize, &str)], text: &str| {
            let mut all = all.iter().skip(1).take(AHEAD_MAX);
            all.position(|(_, it)| *it == text).map(|place| place + 1)
        };
        if text != text_there {
            let skipped = (skip(&own[at..], text_there), skip(&there[at_there..], text));
            match skipped {
                (Some(few), more) if more.is_none_or(|more| few <= more) => {
                    at += few;
                    continue;
                }
                (_, Some(few)) => {
                    at_there += few;
                    continue;
                }
                // The rest of both is as long: one line is written otherwise.
                (None, _) if own.len() - at == there.len() - at_there => {}
                (None, _) if own.len() - at > there.len() - at_there => {
                    at += 1;
                    continue;
                }
                (None, _) => {
                    at_there += 1;
                    continue;
                }
                (Some(_), None) => unreachable!("the first arm takes it"),
            }
        }
        found.push((first, second));
        (at, at_there) = (at + 1, at_there + 1);
    }
    found
}

struct Aligner<'a> {
    program: &'a Program,
    alignment: Alignment,
}

impl Aligner<'_> {
    /// Pairs what is between two lines for the emulator.
    fn part(&mut self, own: Vec<Own>, there: Vec<There>) {
        let own = self.without_emulator(own);
        let mut there = self.without_emulator_of_output(there);
        let is_whole = own.len() == there.len()
            && own
                .iter()
                .zip(&there)
                .all(|(own, there)| is_kind(&own.1, &there.1));
        let (first, last) = if is_whole {
            (own.len(), 0)
        } else {
            self.agreeing(&own, &there)
        };
        let (own_end, there_end) = (own.len() - last, there.len() - last);
        let ends = there.split_off(there_end);
        let rest = there.split_off(first);
        if !is_whole {
            self.left_out(&own[first..own_end], &rest);
        }
        let pairs = own[..first].iter().zip(there);
        for ((line, _), (output_line, item)) in pairs.chain(own[own_end..].iter().zip(ends)) {
            if let Given::Word(form, word) = item {
                self.push(*line, output_line, form, word);
            }
        }
    }

    /// Names the lines for the emulator that the output lacks.
    fn without_emulator(&mut self, mut own: Vec<Own>) -> Vec<Own> {
        own.retain(|(line, item)| {
            let is_emulator = matches!(item, Expected::Emulator(_));
            if is_emulator {
                self.alignment.misaligned.push(Misaligned {
                    is_output: false,
                    line: *line,
                    at: 0,
                    message: message!("the output has no line for this one"),
                });
            }
            !is_emulator
        });
        own
    }

    /// Names the lines for the emulator that the program lacks.
    fn without_emulator_of_output(&mut self, mut there: Vec<There>) -> Vec<There> {
        there.retain(|(line, item)| {
            let is_emulator = matches!(item, Given::Emulator(_));
            if is_emulator {
                self.alignment.misaligned.push(Misaligned {
                    is_output: true,
                    line: *line,
                    at: 0,
                    message: message!("the program has no line for this one"),
                });
            }
            !is_emulator
        });
        there
    }

    /// The number of words that agree with their statements from either end.
    fn agreeing(&self, own: &[Own], there: &[There]) -> (usize, usize) {
        let agrees = |(own, there): &(&Own, &There)| self.agrees(own, there);
        let first = own.iter().zip(there).take_while(agrees).count();
        let rest = own.len().min(there.len()) - first;
        let ends = own.iter().rev().zip(there.iter().rev());
        let last = ends.take(rest).take_while(agrees).count();
        // Of words of MV instructions only the kind is known: next to what differs they prove nothing.
        let is_mv = |own: &&Own| own.1 == Expected::Mv;
        let of_first = own[..first].iter().rev().take_while(is_mv).count();
        let of_last = own[own.len() - last..].iter().take_while(is_mv).count();
        (first - of_first, last - of_last)
    }

    /// Whether a word belongs to a statement, as far as the word is known.
    fn agrees(&self, own: &Own, there: &There) -> bool {
        let (line, item) = own;
        match (item, &there.1) {
            (Expected::Step, Given::Word(form, word)) => {
                let Some((mode, word)) =
                    form.mode().and_then(|mode| Some((mode, word.word(mode)?)))
                else {
                    return false;
                };
                let parsed = self.program.line(*line);
                let step = parsed.as_ref().filter(|it| !it.has_error());
                let Some(step) = step.and_then(|it| it.step()) else {
                    return false;
                };
                let setting = self.program.mask_setting_at(*line);
                differing(&encode(step, setting, mode), &word).is_empty()
            }
            (own, there) => is_kind(own, there) && !matches!(there, Given::Unread),
        }
    }

    /// Names words and statements that do not belong together.
    fn left_out(&mut self, own: &[Own], there: &[There]) {
        let (count, count_there) = (own.len(), there.len());
        let (is_output, line, message) = match (own, there) {
            ([(first, _), .., (last, _)] | [(first @ last, _)], [_, ..]) => {
                let message = message!(
                    "from this line to line {last} the program has {count:# word|# words} and the output {there}, which are left out",
                    last = last + 1,
                    count,
                    there = count_there
                );
                (false, *first, message)
            }
            ([(line, _), ..], []) => {
                let message = message!(
                    "the output has no word for {count:# statement|# statements} from this line on",
                    count
                );
                (false, *line, message)
            }
            ([], [(line, _), ..]) => {
                let message = message!(
                    "the program has no statement for {count:# word|# words} from this line on",
                    count = count_there
                );
                (true, *line, message)
            }
            ([], []) => return,
        };
        self.alignment.misaligned.push(Misaligned {
            is_output,
            line,
            at: 0,
            message,
        });
    }

    fn push(&mut self, line: usize, output_line: usize, form: WordForm, word: Bits) {
        let parsed = self.program.line(line).filter(|line| !line.has_error());
        let statement = parsed.as_ref().and_then(|line| line.statement.as_ref());
        let properties = match (statement, form.mode()) {
            (Some(Statement::Step(step)), Some(mode)) => Some(step_properties(
                step,
                self.program.mask_setting_at(line),
                mode,
            )),
            (Some(Statement::Mv(mv)), None) => Some(mv_properties(mv)),
            _ => None,
        };
        self.alignment.aligned.push(Aligned {
            form,
            line,
            output_line,
            word,
            properties,
        });
    }
}

/// Whether an item of the output can belong to a statement.
const fn is_kind(own: &Expected, there: &Given) -> bool {
    matches!(
        (own, there),
        (
            Expected::Step,
            Given::Word(WordForm::AutoStride | WordForm::Flat, _) | Given::Unread
        ) | (Expected::Mv, Given::Word(WordForm::Mv, _) | Given::Unread)
    )
}
