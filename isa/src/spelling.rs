//! Every opcode spelling and the rows it can mean.
//!
//! The list is generated from the table, so a spelling cannot exist without a
//! row. A spelling can belong to several rows (`l1bmm` is a broadcast or a
//! transfer, long-word or 2-long-word): the operands decide among them.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::reduction::ReductionKind;
use crate::{Mnemonic, Op, Precision, ReductionOp};

/// Which PEs a double-precision product covers (manual 3.6.9.2, 3.6.9.10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProductHalf {
    /// `u`: rows or PEs 0 and 1.
    Upper,
    /// `d`: rows or PEs 2 and 3.
    Lower,
}

/// The meaning of an opcode's letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spelling {
    /// The letters, such as `dmfmaur`.
    pub text: String,
    /// Rows that it can mean, in the manual's order; never empty.
    pub ops: Vec<Op>,
    /// The precision letter; `None` if the spelling has none.
    pub precision: Option<Precision>,
    /// `u` of the ALU: unsigned operation; of `immu`: zeros in every other single word.
    pub unsigned: bool,
    /// `u` or `d` of double-precision products.
    pub half: Option<ProductHalf>,
    /// `r`: output shortened by one precision.
    pub shortened: bool,
    /// The reduction operation; `None` for other instructions.
    pub reduction: Option<ReductionOp>,
}

/// Every spelling, in the order of the table.
#[must_use]
pub fn all() -> &'static [Spelling] {
    &INDEX.0
}

/// The spelling with these letters.
#[must_use]
pub fn find(text: &str) -> Option<&'static Spelling> {
    INDEX.1.get(text).map(|&index| &INDEX.0[index])
}

static INDEX: LazyLock<(Vec<Spelling>, HashMap<String, usize>)> = LazyLock::new(|| {
    let mut list: Vec<Spelling> = Vec::new();
    let mut index: HashMap<String, usize> = HashMap::new();
    for op in Op::all() {
        for spelling in spellings_of(op) {
            match index.get(&spelling.text) {
                Some(&at) => list[at].ops.push(op),
                None => {
                    index.insert(spelling.text.clone(), list.len());
                    list.push(spelling);
                }
            }
        }
    }
    (list, index)
});

fn spellings_of(op: Op) -> Vec<Spelling> {
    let plain = |text: String| Spelling {
        text,
        ops: vec![op],
        precision: None,
        unsigned: false,
        half: None,
        shortened: false,
        reduction: None,
    };
    match op.row().mnemonic {
        Mnemonic::Fixed(text) => vec![plain(text.to_owned())],
        Mnemonic::Immediate => vec![
            plain("imm".to_owned()),
            Spelling {
                unsigned: true,
                ..plain("immu".to_owned())
            },
        ],
        Mnemonic::Alu {
            stem,
            precisions: [],
            ..
        } => vec![plain(stem.to_owned())],
        Mnemonic::Alu {
            stem,
            precisions,
            unsigned,
        } => precisions
            .iter()
            .flat_map(|&precision| {
                let signed = Spelling {
                    precision: Some(precision),
                    ..plain(format!("{}{stem}", precision.letter()))
                };
                let without_sign = unsigned.contains(&precision).then(|| Spelling {
                    unsigned: true,
                    text: format!("u{}", signed.text),
                    ..signed.clone()
                });
                std::iter::once(signed).chain(without_sign)
            })
            .collect(),
        Mnemonic::Mau {
            stem,
            precisions,
            halves,
            shortens,
        } => precisions
            .iter()
            .flat_map(|&precision| {
                let half_options: &[Option<ProductHalf>] =
                    if halves && precision == Precision::Double {
                        &[Some(ProductHalf::Upper), Some(ProductHalf::Lower)]
                    } else {
                        &[None]
                    };
                let may_shorten =
                    shortens && matches!(precision, Precision::Double | Precision::Half);
                let shortened_options: &[bool] = if may_shorten {
                    &[false, true]
                } else {
                    &[false]
                };
                half_options.iter().flat_map(move |&half| {
                    shortened_options.iter().map(move |&shortened| {
                        let half_letter = match half {
                            Some(ProductHalf::Upper) => "u",
                            Some(ProductHalf::Lower) => "d",
                            None => "",
                        };
                        let r = if shortened { "r" } else { "" };
                        Spelling {
                            precision: Some(precision),
                            half,
                            shortened,
                            ..plain(format!("{}{stem}{half_letter}{r}", precision.letter()))
                        }
                    })
                })
            })
            .collect(),
        Mnemonic::Reduction {
            prefix,
            shortens,
            double_long,
        } => ReductionOp::all()
            .filter(|reduction| {
                !double_long
                    || reduction.kind == ReductionKind::BitOr
                    || reduction.precision == Precision::Single
            })
            .flat_map(|reduction| {
                let text = format!("{prefix}{}", reduction.spelling());
                let full = Spelling {
                    precision: Some(reduction.precision),
                    reduction: Some(reduction),
                    ..plain(text)
                };
                let short =
                    (shortens && reduction.precision == Precision::Single).then(|| Spelling {
                        shortened: true,
                        text: format!("{}r", full.text),
                        ..full.clone()
                    });
                std::iter::once(full).chain(short)
            })
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_finds_its_own_row() {
        for op in Op::all() {
            for spelling in spellings_of(op) {
                let found = find(&spelling.text).expect("generated spellings are indexed");
                assert!(found.ops.contains(&op), "{} lost {op:?}", spelling.text);
            }
        }
        assert_eq!(find("l1bmm").map(|s| s.ops.len()), Some(4));
        assert!(find("lpassa").is_some() && find("gpassa").is_none());
        assert!(find("dmfmaur").is_some_and(|s| s.shortened && s.half.is_some()));
        assert!(
            find("fmfmar").is_none(),
            "single precision has no lower precision to shorten to"
        );
    }

    #[test]
    fn rows_that_share_a_spelling_agree_on_its_letters() {
        for op in Op::all() {
            for spelling in spellings_of(op) {
                let found = find(&spelling.text).expect("generated spellings are indexed");
                assert_eq!(
                    (
                        found.precision,
                        found.unsigned,
                        found.half,
                        found.shortened,
                        found.reduction
                    ),
                    (
                        spelling.precision,
                        spelling.unsigned,
                        spelling.half,
                        spelling.shortened,
                        spelling.reduction
                    ),
                    "{}",
                    spelling.text
                );
            }
        }
    }
}
