//! Values to try: random ones and boundaries, the same in every run.

use mnc2_text::random;

use super::number::{Fields, Layout, Number};

/// Random numbers, after those that are given.
pub(crate) struct Random {
    given: Vec<u64>,
    others: random::Random,
}

impl Random {
    pub(crate) const fn new(seed: u64) -> Self {
        Self::after(Vec::new(), seed)
    }

    /// First these numbers, the last one first.
    pub(crate) const fn after(given: Vec<u64>, seed: u64) -> Self {
        Self {
            given,
            others: random::Random::new(seed),
        }
    }

    pub(crate) fn bits(&mut self) -> u64 {
        if let Some(given) = self.given.pop() {
            return given;
        }
        self.others.bits()
    }

    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.bits() % limit
    }

    pub(crate) fn flip(&mut self) -> bool {
        self.below(2) == 1
    }

    /// A mantissa with few bits set, few bits clear, few low bits, or any.
    pub(crate) fn mantissa(&mut self, bits: u32) -> u64 {
        let any = self.bits();
        let mixed = match self.below(6) {
            0 => any & self.bits() & self.bits(),
            1 => any | self.bits() | self.bits(),
            2 => any << (64 - bits / 2) >> (64 - bits / 2),
            3 => any << (bits / 2),
            4 => 1 << self.below(bits as u64),
            _ => any,
        };
        mixed % (1 << bits)
    }

    /// Any value: any bits, a boundary, or mostly a value whose exponent is near 1.0's.
    pub(crate) fn value(&mut self, layout: Layout) -> u64 {
        match self.below(8) {
            0 => self.bits() >> (64 - layout.bits()),
            1 => {
                let exponents = boundary_exponents(layout);
                let mantissas = boundary_mantissas(layout.mantissa_bits);
                layout.bits_of(Fields {
                    negative: self.flip(),
                    exponent: exponents[self.below(exponents.len() as u64) as usize],
                    mantissa: mantissas[self.below(mantissas.len() as u64) as usize],
                })
            }
            2 => {
                let all_ones = layout.all_ones();
                let exponent = self.below(all_ones as u64 + 1) as i64;
                self.near(layout, exponent)
            }
            _ => self.near(layout, layout.bias()),
        }
    }

    /// A value whose exponent field is at most 8 away from the given one, within the format.
    pub(crate) fn near(&mut self, layout: Layout, exponent: i64) -> u64 {
        let exponent = exponent + self.below(17) as i64 - 8;
        layout.bits_of(Fields {
            negative: self.flip(),
            exponent: exponent.clamp(0, layout.all_ones()),
            mantissa: self.mantissa(layout.mantissa_bits),
        })
    }

    /// An addend for a sum with one known part: any value, one that cancels it up to a few units, or
    /// one whose lowest bit is about as high as half a unit of the result.
    pub(crate) fn addend(&mut self, layout: Layout, known: &Number) -> u64 {
        let rounded = layout.round(known);
        match self.below(3) {
            0 => self.value(layout),
            1 => {
                let opposite = rounded ^ (1 << (layout.bits() - 1));
                let units = self.below(5) as i64 - 2;
                opposite.wrapping_add_signed(units) & (u64::MAX >> (64 - layout.bits()))
            }
            _ => {
                let distance = i64::from(layout.mantissa_bits) + 1;
                let distance = if self.flip() { distance } else { -distance };
                self.near(layout, layout.fields(rounded).exponent + distance)
            }
        }
    }
}

/// Exponent fields at which something changes.
pub(crate) fn boundary_exponents(layout: Layout) -> Vec<i64> {
    let (bias, top) = (layout.bias(), layout.all_ones());
    let length = i64::from(layout.mantissa_bits);
    let around = [
        0,
        1,
        2,
        bias / 2,
        bias - length - 1,
        bias - 1,
        bias,
        bias + 1,
        bias + length,
        bias + bias / 2,
        top - 2,
        top - 1,
        top,
    ];
    let mut exponents: Vec<i64> = around
        .into_iter()
        .map(|field| field.clamp(0, top))
        .collect();
    exponents.sort_unstable();
    exponents.dedup();
    exponents
}

/// Mantissas at which something changes.
pub(crate) fn boundary_mantissas(bits: u32) -> Vec<u64> {
    let all = (1 << bits) - 1;
    let top = 1 << (bits - 1);
    vec![0, 1, 2, 3, top - 1, top, top + 1, all - 1, all]
}

/// Every boundary exponent with every boundary mantissa and both signs.
pub(crate) fn boundary_values(layout: Layout) -> Vec<u64> {
    let mut values = Vec::new();
    for exponent in boundary_exponents(layout) {
        for mantissa in boundary_mantissas(layout.mantissa_bits) {
            for negative in [false, true] {
                values.push(layout.bits_of(Fields {
                    negative,
                    exponent,
                    mantissa,
                }));
            }
        }
    }
    values
}
