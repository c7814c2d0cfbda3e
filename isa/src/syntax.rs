//! The syntax of a row and of each of its opcodes in the manual's notation, from the columns of the row.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::memory::Width;
use crate::spelling::Spelling;
use crate::{Mnemonic, Op, OperandClass, OperandRole, OperandSpec, Precision, TargetRule};

impl Op {
    /// The syntax of the row; alternatives are separated by ` | `.
    #[must_use]
    pub fn syntax(self) -> &'static str {
        static ALL: LazyLock<HashMap<Op, String>> =
            LazyLock::new(|| Op::all().map(|op| (op, row_syntax(op))).collect());
        &ALL[&self]
    }

    /// The syntax with the letters of one opcode.
    #[must_use]
    pub fn syntax_of(self, spelling: &Spelling) -> String {
        completed(self, spelling.precision, &spelling.text)
    }

    /// The options of the opcode, such as `[@<l1bset>]` and `/<n>`.
    #[must_use]
    pub fn options(self, precision: Option<Precision>) -> &'static str {
        match (self, self.target_rule()) {
            (Self::Mv(op), _) if !op.row().operands.is_empty() => "/n<size>[<tag>]",
            (Self::L1bm(op), _) if op.rotates() => "[<mabdiff>]",
            (Self::Alu(op), _) if precision.is_some_and(|it| op.takes_mantissa_length(it)) => {
                "/<n>"
            }
            (_, TargetRule::OptionalL1bSet) => "[@<l1bset>]",
            (_, TargetRule::MulticastL1bSet) => "@<l1bset>",
            (_, TargetRule::L1b) => "@<l1badr>",
            (_, TargetRule::Mab(_)) => "@<mabadr>",
            (_, TargetRule::None) => "",
        }
    }

    /// An operand of the row.
    #[must_use]
    pub fn operand_syntax(self, precision: Option<Precision>, spec: &OperandSpec) -> String {
        let name = spec.name;
        // `addr_p` and `group_p` belong together; within one group there is only one number.
        let suffix = name.strip_prefix("addr").unwrap_or_default();
        let is_of_group = |spec: &OperandSpec| spec.class == OperandClass::L2bmOfGroup;
        let group = match self.row().operands.iter().any(is_of_group) {
            true => "@<group>".to_owned(),
            false => format!("@<group{suffix}>"),
        };
        match spec.class {
            OperandClass::AluFirstInput
            | OperandClass::PeInput
            | OperandClass::Literal
            | OperandClass::Tag => format!("<{name}>"),
            OperandClass::PeOutput | OperandClass::PeOutputOrMask => {
                format!("<{name}_0> [<{name}_1>..]")
            }
            OperandClass::MatrixSide => "$l(x|y)".to_owned(),
            OperandClass::MatrixRows => match (precision, spec.role) {
                (Some(Precision::Half), OperandRole::Input) => "$ll(x|y)<addr>".to_owned(),
                (Some(Precision::Half), _) => "$(l|ll)(x|y)<addr>".to_owned(),
                (_, _) => "$l(x|y)<addr>".to_owned(),
            },
            OperandClass::L1bmPe(Width::DoubleLong) => format!("$llb<{name}>"),
            OperandClass::L1bmPe(Width::Single | Width::Long) | OperandClass::L1bm => {
                format!("$lb<{name}>")
            }
            OperandClass::L2bm | OperandClass::L2bmEvery => format!("$lc<{name}>"),
            OperandClass::L2bmOfL2b | OperandClass::L2bmOneInEveryGroup => {
                format!("$lc<{name}>@.<l2b{suffix}>")
            }
            OperandClass::L2bmOne => format!("$lc<{name}>{group}.<l2b{suffix}>"),
            OperandClass::L2bmOfGroup => format!("$lc<{name}>{group}"),
            OperandClass::Dar => format!("$dar<{name}>"),
            OperandClass::PdmOfGroup => format!("$p<{name}>{group}"),
            OperandClass::PdmOfEveryGroup => format!("$p<{name}>"),
            OperandClass::DramOfGroup => format!("$d[i]<{name}>{group}"),
            OperandClass::DramOfEveryGroup => format!("$d[i]<{name}>"),
        }
    }
}

/// An opcode's letters with its options and operands.
fn completed(op: Op, precision: Option<Precision>, letters: &str) -> String {
    let row = op.row();
    let mut text = format!("{letters}{}", op.options(precision));
    if !row.words.is_empty() {
        let gap = if row.words.starts_with('[') { "" } else { " " };
        text.push_str(gap);
        text.push_str(row.words);
    }
    for spec in row.operands {
        text.push(' ');
        text.push_str(&op.operand_syntax(precision, spec));
    }
    text
}

fn row_syntax(op: Op) -> String {
    let (precisions, stem, unsigned) = match op.row().mnemonic {
        Mnemonic::Fixed(text) => return completed(op, None, text),
        Mnemonic::Immediate => return completed(op, None, "imm[u]"),
        Mnemonic::Reduction {
            prefix, shortens, ..
        } => {
            let r = if shortens { "[r]" } else { "" };
            return completed(op, None, &format!("{prefix}<rrn_opcode>{r}"));
        }
        Mnemonic::Alu {
            stem,
            precisions,
            unsigned,
        } => (
            precisions,
            stem,
            if unsigned.is_empty() { "" } else { "[u]" },
        ),
        Mnemonic::Mau {
            stem, precisions, ..
        } => (precisions, stem, ""),
    };
    // Neighbouring precisions with the same syntax make one alternative.
    let mut alternatives: Vec<(String, String)> = Vec::new();
    for &precision in precisions {
        let rest = completed(
            op,
            Some(precision),
            &format!("{stem}{}", suffix(op, precision)),
        );
        match alternatives.last_mut() {
            Some((letters, same)) if *same == rest => {
                letters.push('|');
                letters.push(precision.letter());
            }
            _ => alternatives.push((precision.letter().to_string(), rest)),
        }
    }
    let written = alternatives
        .iter()
        .map(|(letters, rest)| match letters.len() {
            1 => format!("{unsigned}{letters}{rest}"),
            _ => format!("{unsigned}({letters}){rest}"),
        });
    written.collect::<Vec<_>>().join(" | ")
}

/// The letters after the stem of a MAU operation.
fn suffix(op: Op, precision: Precision) -> String {
    let Mnemonic::Mau {
        halves, shortens, ..
    } = op.row().mnemonic
    else {
        return String::new();
    };
    let half = if halves && precision == Precision::Double {
        "(u|d)"
    } else {
        ""
    };
    let may_shorten = matches!(precision, Precision::Double | Precision::Half);
    format!("{half}{}", if shortens && may_shorten { "[r]" } else { "" })
}
