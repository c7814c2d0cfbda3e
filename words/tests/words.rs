//! The words of steps, compared with words made by another encoder, which reproduces every public pair.

use std::collections::BTreeMap;

use mnc2_asm::LineParser;
use mnc2_isa::field::FieldPlace;
use mnc2_isa::{AluOp, Mode, Op};
use mnc2_program::rules::step::fields::{Content, claims, collisions};
use mnc2_program::{OperandKind, Step, WriteMaskSetting, render};
use mnc2_words::{Decoder, Word, encode, probe};

const SAMPLES: &str = include_str!("words/samples.tsv");

/// Steps with their words.
fn samples() -> impl Iterator<Item = (&'static str, Word)> {
    let lines = SAMPLES.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let (text, word) = line.split_once('\t').expect("two columns");
        (
            text,
            Word::from_hexadecimal(word, Mode::AutoStride).expect("a word"),
        )
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
        let encoded = encode(
            &step(&mut parser, text),
            WriteMaskSetting::default(),
            Mode::AutoStride,
        );
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

/// Statements of every row, the first of each; of the first row of each unit also one for each memory that it writes, with
/// a mask and without, and for the copy of the ALU one for each memory that it reads.
fn rows(parser: &mut LineParser, mode: Mode) -> Vec<String> {
    let mut ops: Vec<Op> = Vec::new();
    let mut units = Vec::new();
    let mut met = Vec::new();
    let mut found = Vec::new();
    for text in probe::statements(mode) {
        let line = parser.parse(&text);
        let Some([only]) = line.step().map(|step| step.expressions.as_slice()) else {
            continue;
        };
        let unit = only.op.forwarding();
        let is_first = !ops.contains(&only.op);
        if is_first {
            ops.push(only.op);
        }
        let is_of_unit = units
            .iter()
            .any(|&(known, op)| known == unit && op == only.op);
        if is_first && unit.is_some() && !units.iter().any(|(known, _)| *known == unit) {
            units.push((unit, only.op));
        } else if !is_first && !is_of_unit {
            continue;
        }
        let inputs = only
            .inputs
            .iter()
            .filter(|_| only.op == Op::Alu(AluOp::Passa));
        let operands = only.outputs.iter().chain(inputs);
        let operands = operands.map(|it| (it.kind.memory(), it.mask.is_some()));
        let key = (only.op, operands.collect::<Vec<_>>());
        if is_first || !met.contains(&key) {
            met.push(key);
            found.push(text);
        }
    }
    found
}

/// Statements that read and write other words than the statements of [`rows`], in several precisions.
const OTHERS: [&str; 7] = [
    "fmwrite $lr2v $lx4",
    "dmwrite $ln0v $lx0",
    "fmread $ly0 $lm0v",
    "fvmul $ls4v $lr0v $nowrite",
    "dvadd $lr4v $lm2v $ln2v",
    "lpassa $lm4v $ls8v",
    "lpassa $ln6v $ls8v",
];

/// Findings that a step cannot have two expressions because no field holds both: all of manual 3.6.4 but the rule that the
/// MAU has at most two expressions, which no field shows.
const OF_FIELDS: [&str; 8] = [
    "E0901", "E0903", "E0904", "E0905", "E0906", "E0907", "E0908", "E0909",
];

/// Where two expressions cannot share a step by the checker, there is a field that both need, and the encoder names it;
/// where it does not, no field collides, and the word has what each needs.
fn conflicts_are_those_of_fields(mode: Mode) {
    let mut parser = LineParser::without_suggestions();
    let mut rows = rows(&mut parser, mode);
    for other in OTHERS {
        assert!(!parser.parse(other).has_error(), "{other}");
    }
    rows.splice(0..0, OTHERS.map(str::to_owned));
    let mut conflicts: BTreeMap<String, usize> = BTreeMap::new();
    let mut shared = 0;
    for (at, first) in rows.iter().enumerate() {
        // Every row with every third one, another third for each.
        let (skipped, step) = if at < OTHERS.len() {
            (0, 1)
        } else {
            (at % 3, 3)
        };
        for second in rows[at..].iter().skip(skipped).step_by(step) {
            let text = format!("{first}; {second}");
            let line = parser.parse(&text);
            let step = line.step().expect("a step");
            let claims = claims(step);
            let mut collisions = collisions(step, &claims);
            // In flat mode increments have no place: their addresses collide.
            collisions.retain(|collision| {
                FieldPlace::all_for_field(collision.field, mode)
                    .next()
                    .is_some()
            });
            let encoded = encode(step, WriteMaskSetting::default(), mode);
            let mut errors = line.diagnostics.iter().filter(|it| it.is_error());
            let Some(error) = errors.next() else {
                assert!(collisions.is_empty(), "{text}: {collisions:?}");
                for claim in &claims {
                    // In flat mode an address has a place for each cycle, and an increment none.
                    for place in FieldPlace::all_for_field(claim.field, mode) {
                        let bits = match (&claim.content, place) {
                            (Content::Addresses(all), FieldPlace::Cycle(_, cycle)) => {
                                Some(all[usize::from(cycle)])
                            }
                            (content, _) => content.bits(),
                        };
                        if let Some(bits) = bits {
                            assert_eq!(encoded.word.get(place), bits, "{text}: {}", place.name());
                        }
                    }
                }
                shared += 1;
                continue;
            };
            if !OF_FIELDS.contains(&error.code.id()) {
                continue;
            }
            let is_shown = collisions.iter().any(|collision| {
                let by = collision.claims.iter();
                let mut by = by.map(|&claim| claims[claim].expression);
                by.clone().min() != by.next_back()
            });
            assert!(is_shown, "{text}: {error:?}");
            for collision in &collisions {
                let mut fields = encoded.fields.iter();
                let is_named = fields.any(|known| known.place.field() == Some(collision.field));
                assert!(is_named, "{text}: {}", collision.field.name());
            }
            *conflicts.entry(error.code.id().to_owned()).or_default() += 1;
        }
    }
    let statements = rows.len();
    println!("{mode:?}: {statements} statements, {shared} shared steps, conflicts {conflicts:?}");
    assert!(shared > 1000, "{shared}");
    for code in OF_FIELDS {
        assert!(conflicts.contains_key(code), "{code}: {conflicts:?}");
    }
}

#[test]
fn conflicts_are_those_of_fields_in_auto_stride_mode() {
    conflicts_are_those_of_fields(Mode::AutoStride);
}

#[test]
fn conflicts_are_those_of_fields_in_flat_mode() {
    conflicts_are_those_of_fields(Mode::Flat);
}
