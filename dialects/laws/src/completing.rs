//! What is offered is accepted, and what a line has is offered.
//!
//! Every line without an error is typed from its first character to its last. At the start of each word each offered item is taken, and
//! the line is finished with its own rest: as it is, without the operand that the item replaces, with another offered item in the
//! place of one of its words, or with the rest of another line that continues after such an item. Then no error is there that the
//! text did not have before.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use mnc2_text::{Completion, CompletionKind, Position, line};

use crate::language::Language;
use crate::numbers::Numbers;
use crate::word::{is_part, words};

/// Offers of a place that are tried where a place like it was tried in full before.
const SAMPLE: usize = 2;

/// How many times a text is read at most for the offers of one word.
const READS_OF_A_WORD_MAX: usize = 200;

/// The most rests of other lines that are tried after an item.
const RESTS_MAX: usize = 64;

/// What a law counted.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    /// Items that were accepted.
    accepted: usize,
    /// Items after which nothing to continue with is known: no line of the texts has them.
    unknown: usize,
    /// Words of lines that were among the offers.
    found: usize,
}

/// A text, and the requests about it.
struct Typing<'a> {
    language: &'a Language,
    title: &'a str,
    text: &'a str,
    lines: Vec<&'a str>,
    /// Errors of the text, by code.
    errors: Vec<&'static str>,
    /// The rests of lines after a word.
    rests: &'a BTreeMap<String, BTreeSet<String>>,
    /// How many times the text was read.
    reads: Cell<usize>,
}

/// How many times each text is read until no further word is typed: `MNC2_LAW_READS`, or enough for an ordinary run.
fn reads_max() -> usize {
    let given = std::env::var("MNC2_LAW_READS").ok();
    given.and_then(|it| it.parse().ok()).unwrap_or(150)
}

/// Types every line of the texts for which `is_typed` holds. A word for which `is_free` holds needs no offer: a number, or a
/// new name. Its arguments are the text, the line and the place where the word begins.
///
/// # Panics
/// With offers that are refused, and words that are not offered.
pub fn offers_what_is_accepted(
    language: &Language,
    texts: &[(String, String)],
    is_typed: fn(&str) -> bool,
    is_free: fn(&str, &str, usize) -> bool,
    accepted_min: usize,
) {
    let mut rests: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut readable = Vec::new();
    for (title, text) in texts {
        let errors = language.errors(&*language.read(text));
        let wrong: BTreeSet<u32> = errors.iter().map(|error| error.line).collect();
        for (number, content) in line::lines(text).enumerate() {
            if !wrong.contains(&(number as u32)) {
                let code = code_of(content, language.language.about.comments);
                for word in words(code).filter(|_| !code.trim_start().starts_with('.')) {
                    let rest = rests.entry(code[word.clone()].to_owned()).or_default();
                    rest.insert(code[word.end..].to_owned());
                }
            }
        }
        readable.push((title, text, errors, wrong));
    }
    let mut counts = Counts::default();
    let mut broken = Vec::new();
    let mut seen = BTreeSet::new();
    let mut numbers = Numbers::new(77);
    let reads_max = reads_max();
    for (title, text, errors, wrong) in readable {
        let errors = errors.iter().filter(|it| it.is_error).map(|it| it.code);
        let typing = Typing {
            language,
            title,
            text,
            lines: line::lines(text).collect(),
            errors: errors.collect(),
            rests: &rests,
            reads: Cell::new(0),
        };
        // In any order, as a long text is not typed as a whole.
        let mut order: Vec<usize> = (0..typing.lines.len()).collect();
        for index in 0..order.len() {
            let other = numbers.below(order.len());
            order.swap(index, other);
        }
        for number in order {
            let is_right = !wrong.contains(&(number as u32)) && is_typed(typing.lines[number]);
            if is_right && typing.reads.get() < reads_max {
                typing.line(
                    number,
                    is_free,
                    &mut seen,
                    &mut numbers,
                    &mut counts,
                    &mut broken,
                );
            }
        }
    }
    let total = broken.len();
    broken.truncate(400);
    assert!(
        broken.is_empty(),
        "{total} broken, {counts:?}\n{}",
        broken.join("\n")
    );
    println!("{counts:?}");
    let is_enough = counts.accepted > accepted_min && counts.found > 100;
    assert!(is_enough, "{counts:?}");
}

/// A line without its comment.
fn code_of<'a>(content: &'a str, comments: &[&str]) -> &'a str {
    let starts = comments.iter().filter_map(|sign| content.find(sign));
    content[..starts.min().unwrap_or(content.len())].trim_end()
}

/// What follows the brackets at the start of a text.
fn after_group(text: &str) -> &str {
    let mut depth = 0_u32;
    for (at, letter) in text.char_indices() {
        match letter {
            '(' | '[' | '<' => depth += 1,
            ')' | ']' | '>' if depth > 0 => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return &text[at + usize::from(at > 0)..];
        }
    }
    ""
}

impl Typing<'_> {
    fn line(
        &self,
        number: usize,
        is_free: fn(&str, &str, usize) -> bool,
        seen: &mut BTreeSet<String>,
        numbers: &mut Numbers,
        counts: &mut Counts,
        broken: &mut Vec<String>,
    ) {
        let content = code_of(self.lines[number], self.language.language.about.comments);
        let is_continued = number > 0 && self.lines[number - 1].ends_with('\\');
        if is_continued {
            return;
        }
        for word in words(content) {
            let (prefix, own) = (&content[..word.start], &content[word.clone()]);
            let all = self.offers(number, prefix);
            let place = || format!("{}:{}: {prefix}", self.title, number + 1);
            let labels: BTreeSet<&str> = all.iter().map(|it| it.label.as_str()).collect();
            // Further characters leave the offers that begin with the typed text.
            let lengths = [1, own.len() / 2, own.len()];
            let typed = lengths.into_iter().filter(|&it| it > 0).find(|length| {
                let later = self.offers(number, &content[..word.start + length]);
                later.iter().any(|one| {
                    let start = one.replace.start as usize;
                    start <= word.start
                        && (!labels.contains(one.label.as_str())
                            || !one.label.starts_with(&content[start..word.start + length]))
                })
            });
            if let Some(length) = typed {
                broken.push(format!("{}| other offers after {length} of {own}", place()));
            }
            let has = |one: &Completion| {
                let start = (one.replace.start as usize).min(word.start);
                let offered = content[start..].strip_prefix(one.label.as_str());
                offered.is_some_and(|rest| !rest.starts_with(is_part))
            };
            match all.iter().any(has) {
                true => counts.found += 1,
                false if is_free(self.text, content, word.start) => {}
                false => broken.push(format!("{}| {own} is not offered", place())),
            }
            // What a macro is called with is not known in its body; a directive may belong to directives of other
            // lines. Others may need a label that is gone.
            let is_label = content[word.end..].starts_with(':');
            if is_label || content.contains('\\') || content.trim_start().starts_with('.') {
                continue;
            }
            let reads_before = self.reads.get();
            // Places with other digits are alike.
            let like: String = prefix.chars().filter(|it| !it.is_ascii_digit()).collect();
            let is_new = seen.insert(like);
            let chosen: Vec<&Completion> = match is_new || all.len() <= SAMPLE {
                true => all.iter().collect(),
                false => (0..SAMPLE)
                    .map(|_| &all[numbers.below(all.len())])
                    .collect(),
            };
            for one in chosen {
                if self.reads.get() > READS_OF_A_WORD_MAX + reads_before {
                    break;
                }
                match self.is_accepted(number, prefix, &content[word.start..], one) {
                    Some(true) => counts.accepted += 1,
                    Some(false) => broken.push(format!("{}[{}] is refused", place(), one.insert)),
                    None => counts.unknown += 1,
                }
            }
        }
    }

    /// What is offered at the end of a line that is typed so far.
    fn offers(&self, number: usize, typed: &str) -> Vec<Completion> {
        let document = self.language.read(&self.with(number, typed));
        let at = Position {
            line: number as u32,
            byte: typed.len() as u32,
        };
        document.completion(at, mnc2_text::Language::English)
    }

    /// The text with another line.
    fn with(&self, number: usize, content: &str) -> String {
        self.reads.set(self.reads.get() + 1);
        let mut lines = self.lines.clone();
        lines[number] = content;
        lines.join("\n")
    }

    /// Whether the text has no new error with another line.
    fn is_right(&self, number: usize, content: &str) -> bool {
        let document = self.language.read(&self.with(number, content));
        let mut known = self.errors.clone();
        let errors = self.language.errors(&*document).into_iter();
        errors.filter(|error| error.is_error).all(|error| {
            let same = known.iter().position(|code| *code == error.code);
            same.map(|index| known.swap_remove(index)).is_some()
        })
    }

    /// Whether an item can be finished to a line without an error; `None` if nothing is known to finish it with.
    fn is_accepted(
        &self,
        number: usize,
        prefix: &str,
        rest: &str,
        one: &Completion,
    ) -> Option<bool> {
        let start = &prefix[..(one.replace.start as usize).min(prefix.len())];
        let begun = format!("{start}{}", one.insert);
        let after_word = &rest[rest.find(|it| !is_part(it)).unwrap_or(rest.len())..];
        let after_operand = &rest[rest.find(',').unwrap_or(rest.len())..];
        let base = rest
            .find('(')
            .filter(|&at| at < rest.len() - after_operand.len());
        let after_number = &rest[base.unwrap_or(rest.len())..];
        let after_space = &rest[rest.find(' ').unwrap_or(rest.len())..];
        let after_group = after_group(after_word);
        let after_element = &rest[rest.find('x').unwrap_or(rest.len())..];
        let own = [
            after_word,
            after_operand,
            after_number,
            after_group,
            after_space,
            after_element,
            "",
        ];
        let is_right = |rest: &str| self.is_right(number, &format!("{begun}{rest}"));
        if own.iter().any(|rest| is_right(rest)) {
            return Some(true);
        }
        let is_first = one.kind == CompletionKind::Instruction || one.kind == CompletionKind::Macro;
        // What a directive needs depends on the section around it.
        if one.kind == CompletionKind::Directive || is_first && !self.rests.contains_key(&one.label)
        {
            return None;
        }
        let others = self.rests.get(&one.label).into_iter().flatten();
        // The instruction alone, or before what the line had.
        let mut others = others.take(RESTS_MAX);
        let until = self.reads.get() + READS_OF_A_WORD_MAX;
        if others.any(|other| {
            is_right(other)
                || is_right(&format!("{other} {rest}"))
                || self.reads.get() < until && self.is_right_with_offers(number, &begun, other)
        }) {
            return Some(true);
        }
        let is_right = own.iter().any(|rest| {
            self.is_right_with_offers(number, &begun, rest)
                || self.is_right_with_another(number, &begun, rest, until)
        });
        match is_right {
            true => Some(true),
            false => (self.reads.get() < until).then_some(false),
        }
    }

    /// Whether a line is right if every word after its beginning that is not offered there becomes the first one that is.
    fn is_right_with_offers(&self, number: usize, begun: &str, rest: &str) -> bool {
        let mut line = begun.to_owned();
        let mut end = 0;
        for word in words(rest) {
            line.push_str(&rest[end..word.start]);
            let own = &rest[word.clone()];
            let offers = self.offers(number, &line);
            match offers.first() {
                Some(first) if offers.iter().all(|offer| offer.insert != own) => {
                    line.push_str(&first.insert);
                }
                _ => line.push_str(own),
            }
            end = word.end;
        }
        line.push_str(&rest[end..]);
        self.is_right(number, &line)
    }

    /// Whether a line is right if one of the words after its beginning becomes another one that is offered there.
    fn is_right_with_another(&self, number: usize, begun: &str, rest: &str, until: usize) -> bool {
        words(rest).any(|word| {
            let before = format!("{begun}{}", &rest[..word.start]);
            let offers = self.offers(number, &before);
            let mut lines = offers.iter().map(|other| {
                let kept = &before[..(other.replace.start as usize).min(before.len())];
                format!("{kept}{}{}", other.insert, &rest[word.end..])
            });
            lines.any(|line| self.reads.get() < until && self.is_right(number, &line))
        })
    }
}

/// Whether a word of an assembly language needs no offer: a number, a new label, a name of another file, an operand of an
/// unknown instruction.
pub fn is_free(
    (text, line, at): (&str, &str, usize),
    is_mnemonic: impl Fn(&str) -> bool,
    is_register: impl Fn(&str) -> bool,
) -> bool {
    let is_part = |it: char| it.is_ascii_alphanumeric() || "_.".contains(it);
    let rest = &line[at..];
    let word = &rest[..rest.find(|it| !is_part(it)).unwrap_or(rest.len())];
    let start = line[..at].rfind([';', ':']).map_or(0, |before| before + 1);
    let mnemonic = line[start..].split_whitespace().next().unwrap_or_default();
    let is_macro = text.contains(&format!(".macro {mnemonic}"));
    let is_defined = || {
        let forms = [
            format!("{word}:"),
            format!("\n{word} ="),
            format!(".equ {word},"),
        ];
        forms.iter().any(|form| text.contains(form))
    };
    let is_number = word.starts_with(|first: char| first.is_ascii_digit());
    let is_label = rest[word.len()..].starts_with(':');
    let is_known =
        is_mnemonic(mnemonic) && !is_macro && !is_label && !is_number && !line.contains('\\');
    !is_known
        || !(is_mnemonic(word) && start + mnemonic.len() >= at || is_register(word) || is_defined())
}
