//! An observer that reports where infinity is born: a unit computes it from numbers that are all finite.
//!
//! There is no NaN on this chip. Looked at is what expressions of the MAU and floating-point ones of the ALU write to a
//! memory of the PE; conversions to integers and bitwise operations have no infinity.

use mnc2_dataflow::number_format;
use mnc2_dataflow::number_format::Numbers;
use mnc2_isa::geometry::PES;
use mnc2_isa::{Precision, Width};
use mnc2_program::{Statement, Step};
use mnc2_text::LineRange;

use crate::float::format::{Class, Format, format_for_bits};
use crate::machine::chip::Chip;
use crate::machine::observer::{AccessedPlace, ObservedAccess, Observer};

/// Infinity that was born in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Born {
    /// The line, counted from 0.
    pub line: u32,
    /// The expression of the step, counted from 0.
    pub expression: usize,
    /// The first operand that it was written to.
    pub range: LineRange,
    /// The first PE, by its index in the chip.
    pub pe: usize,
}

/// Maximum number of reports.
const BORN_MAX: usize = 100_000;

/// Observes a run and finds the expressions that turn finite inputs into infinity.
#[derive(Debug, Default)]
pub struct Infinities {
    line: u32,
    /// For each expression of the step, the formats of what it reads and of what it makes, if these are numbers.
    formats: Vec<Option<(Format, Format)>>,
    expression: usize,
    /// The PEs on which the expression read infinity, a bit for each.
    infinite: Vec<u64>,
    born: Vec<Born>,
}

impl Infinities {
    /// The infinities, in the order of the run; one for each expression of a line.
    #[must_use]
    pub fn into_born(self) -> Vec<Born> {
        self.born
    }

    fn formats(&self) -> Option<(Format, Format)> {
        self.formats.get(self.expression).copied().flatten()
    }
}

/// The formats of what an expression reads and makes.
fn formats_of(step: &Step) -> Vec<Option<(Format, Format)>> {
    let expressions = step.expressions.iter();
    expressions
        .map(|expression| {
            let Some(Numbers::Of(made)) = number_format::computed(expression) else {
                return None;
            };
            Some((float(expression.spelling.precision?)?, float(made)?))
        })
        .collect()
}

const fn float(precision: Precision) -> Option<Format> {
    match precision {
        Precision::Double => Some(format_for_bits(64)),
        Precision::Single | Precision::PseudoSingle => Some(format_for_bits(32)),
        Precision::Half => Some(format_for_bits(16)),
        Precision::LongInteger | Precision::SingleInteger | Precision::HalfInteger => None,
    }
}

/// Whether one of the numbers in some bits of a long word is infinite.
fn has_infinity(format: Format, long_word: u64, bits: u32) -> bool {
    (0..bits / format.bits().max(1)).any(|index| {
        let number = long_word >> (index * format.bits()) & format.mask();
        format.class(number) == Class::Infinity
    })
}

/// Passes on the PEs whose words at an access have infinity.
fn infinite_pes(
    access: &ObservedAccess<'_>,
    chip: &Chip,
    format: Format,
    mut found: impl FnMut(usize),
) {
    let cycle = access.cycle;
    match access.place {
        AccessedPlace::Pe {
            memory,
            width,
            addresses,
            mask,
        } => {
            let Some(planes) = chip.planes(memory) else {
                return;
            };
            for pe in 0..PES {
                if mask.is_some_and(|mask| mask.written_words(cycle, width, pe) == 0) {
                    continue;
                }
                let [most, least] = planes.accessed(width, addresses.for_pe(pe), pe);
                let is_infinite = match width {
                    Width::Single => has_infinity(format, most, 32),
                    Width::Long => has_infinity(format, most, 64),
                    Width::DoubleLong => {
                        has_infinity(format, most, 64) || has_infinity(format, least, 64)
                    }
                };
                if is_infinite {
                    found(pe);
                }
            }
        }
        AccessedPlace::Forwarding(path) => {
            let Some(output) = chip.forwarded(path) else {
                return;
            };
            let path = &output[cycle];
            let infinite = |pe: &usize| {
                has_infinity(format, path.most[*pe], 64)
                    || has_infinity(format, path.least[*pe], 64)
            };
            (0..PES).filter(infinite).for_each(found);
        }
        AccessedPlace::Base { .. }
        | AccessedPlace::MaskEntry(_)
        | AccessedPlace::MatrixRows { .. }
        | AccessedPlace::Turnaround
        | AccessedPlace::Upper { .. }
        | AccessedPlace::Darbuf { .. } => {}
    }
}

impl Observer for Infinities {
    fn statement(&mut self, line: u32, statement: &Statement) {
        self.line = line;
        self.expression = 0;
        self.formats = match statement {
            Statement::Step(step) => formats_of(step),
            _ => Vec::new(),
        };
        self.infinite.clear();
        self.infinite.resize(self.formats.len() * PES / 64, 0);
    }

    fn expression(&mut self, index: usize) {
        self.expression = index;
    }

    fn read(&mut self, access: &ObservedAccess<'_>, chip: &Chip) {
        let Some((format, _)) = self.formats() else {
            return;
        };
        let first = self.expression * PES;
        let infinite = &mut self.infinite;
        infinite_pes(access, chip, format, |pe| {
            infinite[(first + pe) / 64] |= 1 << (pe % 64);
        });
    }

    fn write(&mut self, access: &ObservedAccess<'_>, chip: &Chip) {
        let Some((_, format)) = self.formats() else {
            return;
        };
        let first = self.expression * PES;
        let mut born = None;
        infinite_pes(access, chip, format, |pe| {
            let was_read = self.infinite[(first + pe) / 64] >> (pe % 64) & 1 == 1;
            if !was_read && born.is_none() {
                born = Some(pe);
            }
        });
        let Some(pe) = born else { return };
        let last = self.born.last();
        let place = (self.line, self.expression);
        let is_known = last.is_some_and(|last| (last.line, last.expression) == place);
        if !is_known && self.born.len() < BORN_MAX {
            self.born.push(Born {
                line: self.line,
                expression: self.expression,
                range: access.range.clone(),
                pe,
            });
        }
    }
}
