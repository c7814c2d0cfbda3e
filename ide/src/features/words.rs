//! The instruction word of a step: its fields with how each is known, and where it differs from the assembler's output
//! next to the program.

use mnc2_isa::Mode;
use mnc2_isa::field::{Component, Evidence, Field, FieldPlace};
use mnc2_program::{FileForm, Statement};
use mnc2_text::{Language, LineRange, Message, message};
use mnc2_words::{EncodedStep, Status, encode_with};

use crate::session::Snapshot;

/// Steps that are shown to differ from the assembler's output; the rest is counted.
pub const DIFFERENCES_MAX: usize = 100;

/// How certain a field is, for colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldCertainty {
    /// Pairs of source and output show it.
    Known,
    /// It is published or inferred.
    Inferred,
    /// Nothing is known about its bits.
    Unknown,
}

impl FieldCertainty {
    /// How certain a field of this status is.
    pub const fn from_status(status: Status) -> Self {
        match status {
            Status::Unknown => Self::Unknown,
            status if status.is_certain() => Self::Known,
            Status::Known(_) | Status::Learned | Status::Stated => Self::Inferred,
        }
    }

    /// The certainty as one word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Known => "known",
            Self::Inferred => "inferred",
            Self::Unknown => "unknown",
        }
    }

    /// A colour that can be read on light and on dark ground.
    pub const fn colour(self) -> &'static str {
        match self {
            Self::Known => "#2e8b57",
            Self::Inferred => "#c07c1a",
            Self::Unknown => "#d1495b",
        }
    }
}

/// A field of a step's word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordField {
    /// The field, as a place in the word.
    pub place: FieldPlace,
    /// Its content; if it is unknown, the content of an unused field.
    pub content: u32,
    /// How it is known.
    pub status: Status,
    /// Whether something in the step uses it.
    pub is_used: bool,
    /// The part of the line that needs it.
    pub range: Option<LineRange>,
    /// What it has in the assembler's output next to the program, if that differs.
    pub there: Option<u32>,
}

/// The word of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepWord {
    /// The bits of the word, and how each field is known.
    pub encoded: EncodedStep,
    /// Every field, from the highest bits down.
    pub fields: Vec<WordField>,
    /// The line of the assembler's output next to the program that belongs to it, counted from 0, and what differs there.
    pub output: Option<(u32, Option<Message>)>,
}

/// The word of the step in a line, in the mode of the program; `None` where there is none, or where it has an error.
pub fn step_word(snapshot: &Snapshot, line: usize) -> Option<StepWord> {
    let is_known = snapshot.form == FileForm::Program && !snapshot.is_unread();
    let content = snapshot.program.line(line).filter(|_| is_known)?;
    if content.has_error() {
        return None;
    }
    let setting = snapshot.program.mask_setting_at(line);
    let mode = snapshot.review().mode();
    let encoded = encode_with(content.step()?, setting, snapshot.encodings(), mode);
    let (output, difference) = beside(snapshot, line);
    let there = |place: FieldPlace| {
        let fields = difference.iter().flat_map(|it| &it.fields);
        let mut fields = fields.filter(|it| it.place == place);
        fields.next().map(|it| it.contents[1])
    };
    let fields = FieldPlace::all(mode).map(|place| {
        let known = encoded.fields.iter().find(|known| known.place == place);
        let content = encoded.word.get(place);
        let status = match (place, known) {
            // The field is set in every step, even if other fields are unknown.
            (FieldPlace::Whole(Field::Ll), None) => Status::Known(match mode {
                Mode::AutoStride => Evidence::Obs,
                Mode::Flat => Evidence::Obs1,
            }),
            _ => encoded.status_of(place),
        };
        let is_used = known.is_some_and(|known| known.is_used);
        WordField {
            place,
            content,
            status,
            is_used: is_used || content != u32::from(place.idle()),
            range: known
                .filter(|known| known.is_used)
                .map(|known| known.range.clone()),
            there: there(place),
        }
    });
    Some(StepWord {
        fields: fields.collect(),
        output,
        encoded,
    })
}

/// The line of the output that belongs to a line, and how it differs.
fn beside(
    snapshot: &Snapshot,
    line: usize,
) -> (
    Option<(u32, Option<Message>)>,
    Option<&mnc2_words::compare::WordDifference>,
) {
    let Some((assembled, comparison)) = snapshot.comparison() else {
        return (None, None);
    };
    let Ok(line) = u32::try_from(line) else {
        return (None, None);
    };
    let difference = comparison.differences.iter().find(|it| it.line == line);
    let Some(output_line) = comparison.output_line(line) else {
        return (None, None);
    };
    let said = difference.map(|it| it.message(&assembled.name));
    (Some((output_line, said)), difference)
}

/// The word as Markdown: the hexadecimal digits, and a row for each unit with the fields that have content or are not
/// certain. With `is_coloured`, how a field is known is coloured.
pub fn markdown(word: &StepWord, language: Language, is_coloured: bool) -> String {
    let used = || word.fields.iter().filter(|it| it.is_used);
    let count = |certainty| {
        let of = used().filter(|it| FieldCertainty::from_status(it.status) == certainty);
        of.count()
    };
    let (known, inferred, unknown) = (
        count(FieldCertainty::Known),
        count(FieldCertainty::Inferred),
        count(FieldCertainty::Unknown),
    );
    let summary = message!(
        "Machine word: {known} fields known, {inferred} inferred, {unknown} unknown",
        known,
        inferred,
        unknown
    );
    let heading = message!("| bits | unit | fields |").say(language);
    let hexadecimal = word.encoded.word.hexadecimal();
    let summary = summary.say(language);
    let mut out = format!("#### {summary}\n\n```text\n{hexadecimal}\n```\n\n");
    if let Some((_, Some(said))) = &word.output {
        out.push_str(&format!("{}\n\n", said.say(language)));
    }
    out.push_str(&format!("{heading}\n| --- | --- | --- |\n"));
    let is_shown = |it: &&WordField| {
        let is_certain = FieldCertainty::from_status(it.status) == FieldCertainty::Known;
        !is_certain || it.content != u32::from(it.place.idle())
    };
    let mode = word.encoded.word.mode();
    for component in Component::ALL.map(Some).into_iter().chain([None]) {
        let bits = bits_of(component, mode);
        let fields = used().filter(|it| it.place.component() == component);
        let fields = fields.filter(is_shown);
        let fields: Vec<String> = fields
            .map(|it| field_text(it, language, is_coloured))
            .collect();
        if !fields.is_empty() {
            let (name, fields) = (component.map_or("?", Component::name), fields.join(", "));
            out.push_str(&format!("| {bits} | {name} | {fields} |\n"));
        }
    }
    out
}

/// The bits of a component, the highest first. In flat mode the addresses of the later cycles are apart.
fn bits_of(component: Option<Component>, mode: Mode) -> String {
    let mut parts: Vec<(u16, u16)> = Vec::new();
    for place in FieldPlace::all(mode).filter(|place| place.component() == component) {
        let Some(bits) = place.bits(mode) else {
            continue;
        };
        match parts.last_mut() {
            Some((_, low)) if *low == bits.end() + 1 => *low = *bits.start(),
            _ => parts.push((*bits.end(), *bits.start())),
        }
    }
    let parts = parts.iter().map(|(high, low)| format!("{high}:{low}"));
    parts.collect::<Vec<_>>().join(", ")
}

/// A field with its content; uncertain content is also marked without colours.
fn field_text(field: &WordField, language: Language, is_coloured: bool) -> String {
    let name = field.place.name();
    let status = field.status.message().say(language);
    let certainty = FieldCertainty::from_status(field.status);
    let text = match certainty {
        FieldCertainty::Known => format!("{name} {:#x}", field.content),
        FieldCertainty::Inferred => format!("{name} {:#x} ({status})", field.content),
        FieldCertainty::Unknown => format!("{name} ? ({status})"),
    };
    match (is_coloured, certainty) {
        (true, _) => {
            let colour = certainty.colour();
            format!("<span style=\"color:{colour};\">{text}</span>")
        }
        (false, FieldCertainty::Known) => text,
        (false, FieldCertainty::Inferred | FieldCertainty::Unknown) => format!("**{text}**"),
    }
}

/// Something about a line, from a comparison with the assembler's output.
#[derive(Clone, Debug, PartialEq)]
pub struct Remark {
    /// The line, counted from 0.
    pub line: u32,
    /// The part of the line.
    pub range: LineRange,
    /// The remark as a sentence.
    pub message: Message,
    /// Whether it is certain that both differ; otherwise the word is only inferred.
    pub is_certain: bool,
    /// The line of the output, counted from 0.
    pub output_line: u32,
}

/// Where a program differs from the assembler's output next to it, in the order of lines.
pub fn remarks(snapshot: &Snapshot) -> Vec<Remark> {
    let Some((assembled, comparison)) = snapshot.comparison() else {
        return Vec::new();
    };
    let name = &assembled.name;
    let differences = comparison.differences.iter().take(DIFFERENCES_MAX);
    let mut remarks: Vec<Remark> = differences
        .map(|it| Remark {
            line: it.line,
            range: it.range.clone(),
            message: it.message(name),
            is_certain: it.is_certain(),
            output_line: it.output_line,
        })
        .collect();
    if let Some(omitted @ 1..) = comparison.differences.len().checked_sub(DIFFERENCES_MAX)
        && let Some(last) = remarks.last_mut()
    {
        last.message = message!(
            "{message}; {omitted} further steps differ",
            message = last.message.clone(),
            omitted
        );
    }
    remarks.extend(comparison.apart.iter().map(|it| Remark {
        line: it.line,
        range: it.range.clone(),
        message: it.message(name),
        is_certain: true,
        output_line: it.output_line,
    }));
    remarks.sort_by_key(|remark| remark.line);
    remarks
}

/// What is at a byte of a line and means its step: an opcode, or what is between expressions.
pub fn step_range(snapshot: &Snapshot, line: usize, byte: u32) -> Option<LineRange> {
    let content = snapshot.program.line(line)?;
    let Some(Statement::Step(step)) = &content.statement else {
        return None;
    };
    let is_at = |range: &LineRange| range.start <= byte && byte <= range.end;
    let expression = step.expressions.iter().find(|it| is_at(&it.range));
    match expression {
        // A `wait` leads to what it waits for.
        Some(expression) if is_at(&expression.opcode_range) && step.waits().next().is_none() => {
            Some(expression.opcode_range.clone())
        }
        Some(_) => None,
        None => is_at(&step.range).then(|| step.range.clone()),
    }
}

/// The line of the assembler's output for what means a step at a byte of a line. Also the part that was pointed at.
pub fn definition(snapshot: &Snapshot, line: usize, byte: u32) -> Option<(LineRange, u32)> {
    let range = step_range(snapshot, line, byte)?;
    let (_, comparison) = snapshot.comparison()?;
    let output_line = comparison.output_line(u32::try_from(line).ok()?)?;
    Some((range, output_line))
}
