//! The bits of expressions that are known: all bits of numbers, and bits that masks and shifts set or clear.

use egg::{Analysis, DidMerge, EGraph, Id};

use super::expression::{Function, Head, Term, extended};
use crate::planted::{Wrong, is_planted};
use crate::rewriting::bits::known::Known;

/// The bits of numbers of one width.
#[derive(Clone, Copy, Debug)]
pub(in crate::rewriting) struct KnownBits {
    pub(in crate::rewriting) bits: u32,
}

/// The name of the reason why an expression is a number.
pub(super) const FOLDED: &str = "folded";

impl KnownBits {
    /// All bits of a number.
    pub(super) const fn all(self) -> u64 {
        u64::MAX >> (u64::BITS - self.bits)
    }

    const fn known(self, number: i64) -> Known {
        let ones = number as u64 & self.all();
        Known {
            zeros: !ones & self.all(),
            ones,
        }
    }

    /// The number whose bits are known; `None` if some are not.
    pub(super) const fn number(self, known: Known) -> Option<i64> {
        if known.zeros ^ known.ones == self.all() {
            Some(extended(known.ones, self.bits))
        } else {
            None
        }
    }

    /// The known bits of a result. The inputs have as many as the function takes.
    pub(in crate::rewriting) fn result(self, function: Function, inputs: &[Known]) -> Known {
        let numbers: Option<Vec<i64>> = inputs.iter().map(|it| self.number(*it)).collect();
        let folded = numbers.and_then(|it| function.result(self.bits, &it));
        if let Some(number) = folded {
            let wrong = i64::from(is_planted(Wrong::Fold));
            return self.known(number.wrapping_add(wrong));
        }
        let (x, y) = (inputs[0], inputs.get(1).copied().unwrap_or_default());
        match function {
            Function::And => x.and(y),
            Function::Or => x.or(y),
            Function::Xor => x.xor(y),
            Function::Not => x.inverted(),
            Function::Add => self.sum(x, y),
            Function::Sub | Function::Inc | Function::Dec => Known::default(),
            Function::Lsl | Function::Lsr | Function::Ulsr | Function::Bsl | Function::Bsr => {
                self.shifted(function, x, y)
            }
            Function::Max | Function::Min | Function::Umax | Function::Umin => x.common(y),
            Function::Select => y.common(inputs[2]),
        }
    }

    /// The bits of a sum: a union if no bits meet, otherwise the zeros at the end.
    const fn sum(self, x: Known, y: Known) -> Known {
        let zeros = x.zeros & y.zeros;
        if x.zeros | y.zeros == self.all() {
            return Known {
                zeros,
                ones: x.ones | y.ones,
            };
        }
        Known {
            zeros: (1 << zeros.trailing_ones()) - 1,
            ones: 0,
        }
    }

    /// The bits of a number that is shifted by a known amount, with zeros, signs or turned bits in the free places.
    fn shifted(self, function: Function, x: Known, amount: Known) -> Known {
        let Some(amount) = self.number(amount) else {
            return Known::default();
        };
        let moved = |bits: u64| {
            let inputs = [extended(bits, self.bits), amount];
            let moved = function.result(self.bits, &inputs);
            moved.map_or(0, |it| it as u64 & self.all())
        };
        Known {
            // A bit that is not known to be zero may arrive anywhere that it is moved to.
            zeros: !moved(!x.zeros & self.all()) & self.all(),
            ones: moved(x.ones),
        }
    }
}

impl Analysis<Term> for KnownBits {
    type Data = Known;

    fn make(egraph: &mut EGraph<Term, Self>, term: &Term, _: Id) -> Known {
        let own = egraph.analysis;
        match term.head {
            Head::Number(number) => own.known(number),
            Head::Leaf(_) => Known::default(),
            Head::Apply(function) => {
                let inputs = term.inputs.iter().map(|it| egraph[*it].data);
                own.result(function, &inputs.collect::<Vec<_>>())
            }
        }
    }

    fn merge(&mut self, to: &mut Known, from: Known) -> DidMerge {
        let merged = Known {
            zeros: to.zeros | from.zeros,
            ones: to.ones | from.ones,
        };
        let changes = DidMerge(merged != *to, merged != from);
        *to = merged;
        changes
    }

    fn modify(egraph: &mut EGraph<Term, Self>, class: Id) {
        let Some(number) = egraph.analysis.number(egraph[class].data) else {
            return;
        };
        let number = egraph.add(Term::number(number));
        if egraph.find(number) != egraph.find(class) {
            egraph.union_trusted(class, number, FOLDED);
        }
    }
}
