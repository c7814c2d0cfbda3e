//! Explanations of values, attributes and instructions, as Markdown.

use mnc2_text::interface::{Evaluated, Explain};
use mnc2_text::{Hover, Language, Message, Position, message};

use super::attribute;
use crate::document::Document;
use crate::ir::{ByteRange, Function, Origin, Value};
use crate::table::Row;
use crate::types::{Extent, Memref, Type};
use crate::version::Version;

impl Explain for Document {
    fn hover(&self, at: Position, language: Language) -> Option<Hover> {
        let (start, piece, byte) = self.source.at(at)?;
        let function = piece.function()?;
        let touches = |range: &ByteRange| range.start <= byte && byte <= range.end;
        let (range, markdown) = if let Some((value, range)) = mention(function, &touches) {
            (range.clone(), value_hover(function, value, language))
        } else if let Some((name, range)) = attribute::at(function, &touches) {
            (
                range.clone(),
                attribute::page(piece.version(), name, language)?,
            )
        } else {
            let word = function
                .instructions
                .iter()
                .map(|found| &found.word)
                .find(|word| touches(word))?;
            (
                word.clone(),
                page(piece.version(), piece.part(word), language)?,
            )
        };
        Some(Hover {
            range: start.place(piece, &range).range,
            markdown,
        })
    }

    fn eval(&self) -> Option<Result<Evaluated, Message>> {
        Some(crate::eval(self).map(|folded| Evaluated {
            name: folded.name,
            ty: folded.ty,
            text: folded.value.canonical(),
            plain: folded.value.plain(),
        }))
    }
}

/// The value that is mentioned or defined at a place. Of two adjacent ones, the second one.
fn mention<'f>(
    function: &'f Function,
    touches: &dyn Fn(&ByteRange) -> bool,
) -> Option<(&'f Value, &'f ByteRange)> {
    let mentions = function.values.iter().flat_map(|value| {
        let ranges = std::iter::once(&value.range).chain(&value.uses);
        ranges.map(move |range| (value, range))
    });
    mentions
        .filter(|(_, range)| touches(range))
        .max_by_key(|(_, range)| range.start)
}

fn value_hover(function: &Function, value: &Value, language: Language) -> String {
    let ty = value.ty.as_ref().map_or("?".to_owned(), Type::to_string);
    let mut text = format!("```tinytc\n%{}: {ty}\n```\n\n", value.name);
    let origin = match value.origin {
        Origin::Parameter => message!("a parameter"),
        Origin::LoopVariable(_) => message!("a loop variable"),
        Origin::Carried(..) => {
            message!("a value that the loop carries from one iteration to the next")
        }
        Origin::Result(id, index) if function.instruction(id).result_types.len() > 1 => {
            message!("result {index} of its instruction, counted from 0", index)
        }
        Origin::Result(..) => message!("the result of its instruction"),
    };
    text += &message!(
        "{origin}, used {count:once|# times}",
        origin,
        count = value.uses.len() as i64
    )
    .say(language);
    let memref = match &value.ty {
        Some(Type::Memref(memref)) => memref.as_ref(),
        Some(Type::Group(group)) => group.memref.as_ref(),
        _ => return text,
    };
    text += "\n\n";
    text += &memref_meaning(memref).say(language);
    text
}

/// Shape, strides and bytes of a memref.
fn memref_meaning(memref: &Memref) -> Message {
    let list = |extents: &[Extent]| {
        let extents: Vec<String> = extents.iter().map(Extent::to_string).collect();
        format!("({})", extents.join(", "))
    };
    let size = memref.element.size_bytes();
    let last = memref.shape.last().zip(memref.stride.last());
    let span = last.map_or(Extent::Static(1), |(&shape, &stride)| shape.times(stride));
    let (shape, stride, space) = (
        list(&memref.shape),
        list(&memref.stride),
        memref.space.name(),
    );
    match span.times(Extent::Static(i64::from(size))) {
        Extent::Static(bytes) => message!(
            "shape {shape}, strides {stride}, {size:# byte|# bytes} an element, {bytes:# byte|# bytes} in {space} memory",
            shape,
            stride,
            size,
            bytes,
            space
        ),
        Extent::Dynamic => message!(
            "shape {shape}, strides {stride}, {size:# byte|# bytes} an element in {space} memory",
            shape,
            stride,
            size,
            space
        ),
    }
}

/// The page of an instruction, as Markdown.
#[must_use]
pub fn page(version: Version, word: &str, language: Language) -> Option<String> {
    let row = Row::find(version, word)?;
    let mut text = format!("```tinytc\n{word}{}\n```\n\n", row.syntax(version));
    text += &Message::from_table(row.doc).say(language);
    let formula = row.formula(version, word);
    if !formula.is_empty() {
        text += &format!("\n\n{formula}");
    }
    let kind = row.execution.name();
    let about = message!(
        "{kind} instruction; section {section} of the specification, version {version}",
        kind,
        section = row.section,
        version = version.name()
    );
    text += &format!("\n\n{}", about.say(language));
    Some(text)
}
