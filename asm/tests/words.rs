//! The words of steps, compared with words made by another encoder, which reproduces every public pair.

use mnc2_asm::program::{OperandKind, Step, WriteMaskSetting};
use mnc2_asm::words::{Decoder, Word, encode};
use mnc2_asm::{LineParser, render};

const SAMPLES: &str = include_str!("words/samples.tsv");

/// Steps with their words.
fn samples() -> impl Iterator<Item = (&'static str, Word)> {
    let lines = SAMPLES.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let (text, word) = line.split_once('\t').expect("two columns");
        (text, Word::from_hexadecimal(word).expect("a word"))
    })
}

fn step(parser: &mut LineParser, text: &str) -> Step {
    let line = parser.parse(text);
    assert!(!line.has_error(), "{text}: {:?}", line.diagnostics);
    line.step().expect("a step").clone()
}

/// A step in one order, with immediate values as numbers.
fn meaning(step: &Step) -> Vec<String> {
    let mut expressions: Vec<String> = step
        .expressions
        .iter()
        .map(|expression| {
            let literal = expression
                .inputs
                .iter()
                .find_map(|input| match &input.kind {
                    OperandKind::Literal(literal) => Some(literal.bits),
                    _ => None,
                });
            match literal {
                None => render::expression(expression),
                Some(bits) => {
                    let outputs = expression.outputs.iter().map(render::operand);
                    let outputs: Vec<String> = outputs.collect();
                    format!("{} {bits:#x} {outputs:?}", expression.spelling.text)
                }
            }
        })
        .collect();
    expressions.sort();
    expressions
}

#[test]
fn samples_are_encoded_to_the_bit() {
    let mut parser = LineParser::new();
    let mut count = 0;
    for (text, expected) in samples() {
        let encoded = encode(&step(&mut parser, text), WriteMaskSetting::default());
        let differing: Vec<String> = encoded
            .word
            .differing(&expected)
            .map(|field| format!("{} is {:#x}", field.name(), encoded.word.get(field)))
            .collect();
        assert!(differing.is_empty(), "{text}: {differing:?}");
        let doubts: Vec<_> = encoded.doubts().collect();
        assert!(doubts.is_empty(), "{text}: {doubts:?}");
        count += 1;
    }
    assert_eq!(count, 465);
}

#[test]
fn samples_are_decoded_to_their_text() {
    let (mut parser, mut decoder) = (LineParser::new(), Decoder::new());
    for (text, word) in samples() {
        let decoded = decoder.decode(&word);
        assert!(decoded.stated.is_empty(), "{text}: {}", decoded.text());
        let back = step(&mut parser, &decoded.text());
        assert_eq!(meaning(&back), meaning(&step(&mut parser, text)));
    }
}
