//! The constants that are tried. Loading one takes an instruction, `imm` or `zero`.

use std::collections::BTreeMap;

use mnc2_asm::LineParser;
use mnc2_isa::{AluOp, Op};
use mnc2_program::{Expression, Line, OperandKind};

use mnc2_schedule::lane_values::Values;

/// A constant as an instruction loads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Constant {
    /// The instruction without its output, such as `imm i"3"`.
    pub(super) text: String,
    /// The long word in both halves of the data path.
    pub(super) bits: u64,
}

impl Constant {
    pub(super) fn values(&self, lanes: usize, is_wide: bool) -> Values {
        Values::all(self.bits, self.bits, lanes, is_wide)
    }

    /// `imm` of a single word.
    pub(super) fn from_word(word: u32) -> Self {
        let text = match word as i32 {
            small @ -9999..=99999 => format!("imm i\"{small}\""),
            _ => format!("imm ui\"{word:#x}\""),
        };
        let bits = u64::from(word) << 32 | u64::from(word);
        Self { text, bits }
    }
}

/// The constant that an expression loads.
pub(super) fn loaded(expression: &Expression) -> Option<u64> {
    if expression.op == Op::Alu(AluOp::Zero) {
        return Some(0);
    }
    if expression.op != Op::Alu(AluOp::Imm) {
        return None;
    }
    let OperandKind::Literal(literal) = &expression.inputs.first()?.kind else {
        return None;
    };
    let word = u64::from(literal.bits);
    let low = if expression.spelling.unsigned {
        0
    } else {
        word
    };
    Some(word << 32 | low)
}

/// The constants to try, each under its shortest spelling: what the block loads, small numbers, powers of two and
/// masks, and the floats that programs multiply by.
pub(super) fn pool<'a>(block: impl Iterator<Item = (&'a Line, &'a str)>) -> Vec<Constant> {
    let mut found: Vec<Constant> = Vec::new();
    for (line, source) in block {
        let expressions = line.step().map(|step| &step.expressions[..]);
        for expression in expressions.unwrap_or_default() {
            if let (Some(bits), Some(literal)) = (loaded(expression), expression.inputs.first()) {
                let range = expression.opcode_range.start as usize..literal.range.end as usize;
                found.push(Constant {
                    text: source.get(range).unwrap_or_default().to_owned(),
                    bits,
                });
            }
        }
    }
    let mut parser = LineParser::new();
    let mut texts: Vec<String> = vec!["zero".to_owned()];
    texts.extend((-8..=64).map(|it| format!("imm i\"{it}\"")));
    texts.extend((0..16).map(|bit| format!("imm us\"{}\"", 1_u32 << bit)));
    texts.extend((1..16).map(|bits| format!("imm us\"{}\"", (1_u32 << bits) - 1)));
    texts.extend((7..32).map(|bit| format!("imm ui\"{}\"", 1_u64 << bit)));
    texts.extend((7..32).map(|bits| format!("imm ui\"{}\"", (1_u64 << bits) - 1)));
    for value in [
        "0.25", "0.5", "1", "2", "3", "4", "8", "10", "0.1", "inf", "8388608",
    ] {
        for sign in ["", "-"] {
            texts.push(format!("imm f\"{sign}{value}\""));
            texts.push(format!("imm h\"{sign}{value}\""));
        }
    }
    texts.extend((0..32).map(|it| format!("immu i\"{it}\"")));
    found.extend(
        texts
            .into_iter()
            .filter_map(|text| parsed(&text, &mut parser)),
    );
    let mut by_bits: BTreeMap<u64, Constant> = BTreeMap::new();
    for constant in &found {
        let kept = by_bits
            .entry(constant.bits)
            .or_insert_with(|| constant.clone());
        if constant.text.len() < kept.text.len() {
            *kept = constant.clone();
        }
    }
    // In the order of the list: what the block has first.
    let mut kept: Vec<Constant> = Vec::new();
    for constant in found {
        if let Some(shortest) = by_bits.remove(&constant.bits) {
            kept.push(shortest);
        }
    }
    kept
}

/// A constant from the instruction that loads it; `None` if the assembler would not take it.
fn parsed(text: &str, parser: &mut LineParser) -> Option<Constant> {
    let line = parser.parse(&format!("{text} $nowrite"));
    let step = line.step().filter(|_| !line.has_error())?;
    let expression = step.expressions.first()?;
    let bits = if expression.op == Op::Alu(AluOp::Zero) {
        0
    } else if let Some(OperandKind::Literal(literal)) = expression.inputs.first().map(|it| &it.kind)
    {
        let word = u64::from(literal.bits);
        word << 32
            | if expression.spelling.unsigned {
                0
            } else {
                word
            }
    } else {
        return None;
    };
    Some(Constant {
        text: text.to_owned(),
        bits,
    })
}
