//! Expressions prepared for a state of the chip: places are found and questions about the chip answered, so that the
//! rest can be computed for each PE without allocation.

use std::cmp::Ordering;

use mnc2_isa::ChipLevel;
use mnc2_isa::geometry::PES;
use mnc2_program::{
    Arithmetic, ComparisonOperator, OverChip, Scope, WatchExpression, WatchFormat, WatchKind,
    WatchNumber, WatchType,
};
use mnc2_text::{Message, message};

use super::place::{Place, WORDS_MAX, parts};
use super::value::{
    Distinct, DistinctValue, ELEMENTS_MAX, FoundElements, Number, VALUES_MAX, WatchValue,
};
use super::word_format::{HEXADECIMAL, Reading, joined_reading, shown};
use crate::machine::chip::Chip;

/// Why numbers have no result.
#[derive(Clone, Copy)]
pub(super) enum Fault {
    DivisionByZero,
    TooLarge,
}

impl From<Fault> for Message {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::DivisionByZero => message!("an integer is divided by zero"),
            Fault::TooLarge => message!("an integer does not fit in 128 bits"),
        }
    }
}

pub(super) enum Node<'a> {
    Place(Place<'a>),
    Number(Number),
    Negated(Box<Node<'a>>),
    Arithmetic(Arithmetic, Box<[Node<'a>; 2]>),
    Truth(bool),
    Not(Box<Node<'a>>),
    Comparison(ComparisonOperator, Box<[Node<'a>; 2]>),
    And(Box<[Node<'a>; 2]>),
    Or(Box<[Node<'a>; 2]>),
}

impl<'a> Node<'a> {
    /// Prepares an expression. `reading` is the reading that the expressions around it give to places without a format.
    pub(super) fn new(
        chip: &'a Chip,
        expression: &WatchExpression,
        reading: Option<Reading>,
    ) -> Result<Self, Message> {
        let node = |part: &WatchExpression| Self::new(chip, part, reading);
        let both = |parts: &[WatchExpression; 2], reading| -> Result<_, Message> {
            let [left, right] = parts;
            Ok(Box::new([
                Self::new(chip, left, reading)?,
                Self::new(chip, right, reading)?,
            ]))
        };
        Ok(match &expression.kind {
            WatchKind::Place(place) => {
                let reading = reading.unwrap_or(HEXADECIMAL).or_format_of(place);
                Self::Place(Place::new(chip, place, reading)?)
            }
            WatchKind::Number(number) => Self::Number(literal(*number)),
            WatchKind::Negated(part) => Self::Negated(Box::new(node(part)?)),
            WatchKind::Not(part) => Self::Not(Box::new(node(part)?)),
            WatchKind::Arithmetic(arithmetic, parts) => {
                let reading = joined_reading(expression, reading)?;
                let parts = both(parts, reading)?;
                fitting(&parts)?;
                Self::Arithmetic(*arithmetic, parts)
            }
            WatchKind::Comparison(comparison, parts) => {
                let reading = joined_reading(expression, reading)?;
                let parts = both(parts, reading)?;
                fitting(&parts)?;
                Self::Comparison(*comparison, parts)
            }
            WatchKind::And(parts) => Self::And(both(parts, None)?),
            WatchKind::Or(parts) => Self::Or(both(parts, None)?),
            WatchKind::OverChip(question, inside) => {
                match over_chip(chip, *question, inside, reading.unwrap_or(HEXADECIMAL))? {
                    WatchValue::Truth(truth) => Self::Truth(truth),
                    WatchValue::Numbers { numbers, .. } => {
                        Self::Number(numbers.first().copied().unwrap_or(Number::Integer(0)))
                    }
                    // The parser does not accept a list as a part.
                    WatchValue::Words(_) | WatchValue::Distinct(_) | WatchValue::Elements(_) => {
                        Self::Truth(false)
                    }
                }
            }
        })
    }

    /// The number of its numbers.
    fn length(&self) -> usize {
        match self {
            Self::Place(place) => place.length(),
            Self::Negated(part) => part.length(),
            Self::Arithmetic(_, parts) => parts[0].length().max(parts[1].length()),
            Self::Number(_)
            | Self::Truth(_)
            | Self::Not(_)
            | Self::Comparison(..)
            | Self::And(_)
            | Self::Or(_) => 1,
        }
    }

    /// After how many PEs its value repeats.
    fn period(&self) -> usize {
        match self {
            Self::Place(place) => place.period(),
            Self::Negated(part) | Self::Not(part) => part.period(),
            Self::Arithmetic(_, parts)
            | Self::Comparison(_, parts)
            | Self::And(parts)
            | Self::Or(parts) => parts[0].period().max(parts[1].period()),
            Self::Number(_) | Self::Truth(_) => 1,
        }
    }

    /// One of its numbers, for a PE; the only one if it has one.
    fn number(&self, pe: usize, index: usize) -> Result<Number, Fault> {
        match self {
            Self::Place(place) => Ok(place.number(pe, index.min(place.length() - 1))),
            Self::Number(number) => Ok(*number),
            Self::Negated(part) => match part.number(pe, index)? {
                Number::Integer(number) => Ok(Number::Integer(number.wrapping_neg())),
                Number::Real(number) => Ok(Number::Real(-number)),
            },
            Self::Arithmetic(arithmetic, parts) => {
                let [left, right] = &**parts;
                computed(
                    *arithmetic,
                    left.number(pe, index)?,
                    right.number(pe, index)?,
                )
            }
            Self::Truth(_) | Self::Not(_) | Self::Comparison(..) | Self::And(_) | Self::Or(_) => {
                Ok(Number::Integer(i128::from(self.truth(pe)?)))
            }
        }
    }

    /// Whether it holds, for a PE.
    pub(super) fn truth(&self, pe: usize) -> Result<bool, Fault> {
        Ok(match self {
            Self::Truth(truth) => *truth,
            Self::Not(part) => !part.truth(pe)?,
            Self::And(parts) => parts[0].truth(pe)? && parts[1].truth(pe)?,
            Self::Or(parts) => parts[0].truth(pe)? || parts[1].truth(pe)?,
            Self::Comparison(comparison, parts) => {
                let [left, right] = &**parts;
                for index in 0..left.length().max(right.length()) {
                    let order = left.number(pe, index)?.compared(right.number(pe, index)?);
                    if !agrees(*comparison, order) {
                        return Ok(false);
                    }
                }
                true
            }
            // The parser does not accept a number as a condition.
            Self::Place(_) | Self::Number(_) | Self::Negated(_) | Self::Arithmetic(..) => false,
        })
    }
}

/// The value of an expression that is not a place alone.
pub(super) fn value(
    chip: &Chip,
    expression: &WatchExpression,
    focus: usize,
) -> Result<WatchValue, Message> {
    let node = Node::new(chip, expression, None)?;
    Ok(match expression.value_type() {
        WatchType::Truth => WatchValue::Truth(node.truth(focus)?),
        WatchType::Numbers | WatchType::List => {
            let numbers = (0..node.length()).map(|index| node.number(focus, index));
            WatchValue::Numbers {
                numbers: numbers.collect::<Result<_, _>>()?,
                format: shown(expression, None),
            }
        }
    })
}

/// The answer to a question about the chip.
pub(super) fn over_chip(
    chip: &Chip,
    question: OverChip,
    inside: &WatchExpression,
    reading: Reading,
) -> Result<WatchValue, Message> {
    let of_numbers = match question {
        OverChip::Distinct | OverChip::Max | OverChip::Min => Some(reading),
        OverChip::Any | OverChip::All | OverChip::Count | OverChip::Where => None,
    };
    let node = Node::new(chip, inside, of_numbers)?;
    let asked = Asked::new(inside, &node);
    let truths = || asked.values(|pe| node.truth(pe));
    Ok(match question {
        OverChip::Distinct => match &node {
            Node::Place(place) => WatchValue::Distinct(distinct(place, &asked)?),
            // The parser only accepts a place here.
            _ => WatchValue::Truth(false),
        },
        OverChip::Any => {
            let truths = truths()?;
            WatchValue::Truth(truths.into_iter().flatten().any(|truth| truth))
        }
        OverChip::All => {
            let truths = truths()?;
            WatchValue::Truth(truths.into_iter().flatten().all(|truth| truth))
        }
        OverChip::Count => {
            let truths = truths()?;
            let elements = asked.elements();
            let count = elements.filter(|&element| truths[asked.slot(element)] == Some(true));
            WatchValue::Numbers {
                numbers: vec![Number::Integer(count.count() as i128)],
                format: WatchFormat::Unsigned,
            }
        }
        OverChip::Where => {
            let truths = truths()?;
            let elements = asked.elements();
            let mut found = elements.filter(|&element| truths[asked.slot(element)] == Some(true));
            WatchValue::Elements(FoundElements {
                level: asked.level,
                first: found.by_ref().take(ELEMENTS_MAX).collect(),
                others: found.count(),
                asked: asked.elements().count(),
            })
        }
        OverChip::Max | OverChip::Min => {
            let wanted = if question == OverChip::Max {
                Ordering::Greater
            } else {
                Ordering::Less
            };
            let better = |best: Number, number: Number| {
                if number.compared(best) == Some(wanted) {
                    number
                } else {
                    best
                }
            };
            let best_of = |pe| {
                let first = node.number(pe, 0)?;
                (1..node.length()).try_fold(first, |best, index| {
                    Ok(better(best, node.number(pe, index)?))
                })
            };
            let best = asked.values(best_of)?.into_iter().flatten().reduce(better);
            WatchValue::Numbers {
                numbers: best.into_iter().collect(),
                format: shown(inside, Some(reading)),
            }
        }
    })
}

/// The elements that a question is about.
struct Asked {
    level: ChipLevel,
    scope: Scope,
    /// After how many PEs the answer repeats, at least the PEs of one element.
    period: usize,
}

impl Asked {
    /// All elements of the finest level of the places, or those that all of them name.
    fn new(inside: &WatchExpression, node: &Node<'_>) -> Self {
        let places = inside.places_here();
        let levels = places.iter().map(|place| place.level());
        let level = levels.max().unwrap_or(ChipLevel::Pe);
        let part = |of: ChipLevel, part: fn(&Scope) -> Option<u8>| {
            let mut concerned = places.iter().filter(|place| place.level() >= of);
            let first = part(&concerned.next()?.scope)?;
            concerned
                .all(|place| part(&place.scope).is_some())
                .then_some(first)
        };
        Self {
            level,
            scope: Scope {
                group: part(ChipLevel::Group, |scope| scope.group),
                l2b: part(ChipLevel::L2b, |scope| scope.l2b),
                l1b: part(ChipLevel::L1b, |scope| scope.l1b),
                mab: part(ChipLevel::Mab, |scope| scope.mab),
                pe: part(ChipLevel::Pe, |scope| scope.pe),
            },
            period: node.period().max(level.pes()),
        }
    }

    fn elements(&self) -> impl Iterator<Item = usize> {
        let (open, given) = parts(self.scope, self.level);
        let pes = self.level.pes();
        (0..PES / pes).filter(move |element| (element * pes) & !open == given)
    }

    /// Where the value of an element is among [`values`](Self::values).
    fn slot(&self, element: usize) -> usize {
        element * self.level.pes() % self.period / self.level.pes()
    }

    /// The value of each element, where those that must be alike are computed once; nothing for others.
    fn values<T>(
        &self,
        compute: impl Fn(usize) -> Result<T, Fault>,
    ) -> Result<Vec<Option<T>>, Fault> {
        let slots = self.period / self.level.pes();
        let mut values: Vec<Option<T>> = std::iter::repeat_with(|| None).take(slots).collect();
        for element in self.elements() {
            let value = &mut values[self.slot(element)];
            if value.is_none() {
                *value = Some(compute(element * self.level.pes())?);
            }
        }
        Ok(values)
    }
}

fn distinct(place: &Place<'_>, asked: &Asked) -> Result<Distinct, Fault> {
    let values = asked.values(|pe| Ok(place.all_words(pe)))?;
    let mut slots = vec![(0_usize, usize::MAX); values.len()];
    for element in asked.elements() {
        let (count, first) = &mut slots[asked.slot(element)];
        *count += 1;
        *first = (*first).min(element);
    }
    let found = values.into_iter().zip(slots);
    let mut found: Vec<([u64; WORDS_MAX], (usize, usize))> = found
        .filter_map(|(words, slot)| Some((words?, slot)))
        .collect();
    found.sort_unstable();
    let alike = found.chunk_by(|(words, _), (others, _)| words == others);
    let mut sorted: Vec<(usize, usize)> = alike
        .map(|alike| {
            let count = alike.iter().map(|(_, (count, _))| count).sum();
            let first = alike.iter().map(|(_, (_, first))| *first).min();
            (count, first.unwrap_or(0))
        })
        .collect();
    sorted.sort_by_key(|&(count, first)| (std::cmp::Reverse(count), first));
    let listed = sorted.iter().take(VALUES_MAX);
    let listed = listed.map(|&(count, first)| DistinctValue {
        words: place.words(first * asked.level.pes()),
        count,
    });
    Ok(Distinct {
        values: listed.collect(),
        others: sorted.len().saturating_sub(VALUES_MAX),
    })
}

fn literal(number: WatchNumber) -> Number {
    match number {
        WatchNumber::Integer(number) => Number::Integer(number),
        WatchNumber::Real(number) => Number::Real(number),
        WatchNumber::Typed(format, bits) => {
            Number::from_word(bits, format.bits().unwrap_or(64), format)
        }
    }
}

fn computed(arithmetic: Arithmetic, left: Number, right: Number) -> Result<Number, Fault> {
    let (Number::Integer(left), Number::Integer(right)) = (left, right) else {
        let (left, right) = (left.as_f64(), right.as_f64());
        return Ok(Number::Real(match arithmetic {
            Arithmetic::Plus => left + right,
            Arithmetic::Minus => left - right,
            Arithmetic::Times => left * right,
            Arithmetic::Divided => left / right,
        }));
    };
    let number = match arithmetic {
        Arithmetic::Plus => left.checked_add(right),
        Arithmetic::Minus => left.checked_sub(right),
        Arithmetic::Times => left.checked_mul(right),
        Arithmetic::Divided if right == 0 => return Err(Fault::DivisionByZero),
        Arithmetic::Divided => left.checked_div(right),
    };
    number.map(Number::Integer).ok_or(Fault::TooLarge)
}

/// Whether an order satisfies a comparison; a value that is not a number equals nothing.
fn agrees(comparison: ComparisonOperator, order: Option<Ordering>) -> bool {
    match comparison {
        ComparisonOperator::Equal => order == Some(Ordering::Equal),
        ComparisonOperator::NotEqual => order != Some(Ordering::Equal),
        ComparisonOperator::Less => order == Some(Ordering::Less),
        ComparisonOperator::LessOrEqual => order.is_some_and(Ordering::is_le),
        ComparisonOperator::Greater => order == Some(Ordering::Greater),
        ComparisonOperator::GreaterOrEqual => order.is_some_and(Ordering::is_ge),
    }
}

/// Two parts have equally many numbers, or one of them has one.
fn fitting(parts: &[Node<'_>; 2]) -> Result<(), Message> {
    let [left, right] = [parts[0].length(), parts[1].length()];
    if left == right || left == 1 || right == 1 {
        return Ok(());
    }
    Err(message!(
        "{left} numbers are on one side and {right} on the other",
        left,
        right
    ))
}
