//! Whole numbers of any size.

use std::cmp::Ordering;

/// A whole number of any size, without a sign, the lowest 32 bits first.
#[derive(Clone, Debug, Default)]
pub(super) struct Natural(pub(super) Vec<u32>);

impl Natural {
    pub(super) fn new(value: u128) -> Self {
        let digits = (0..4).map(|digit| (value >> (32 * digit)) as u32);
        Self(digits.collect()).trimmed()
    }

    fn trimmed(mut self) -> Self {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
        self
    }

    pub(super) fn shifted(&self, bits: u32) -> Self {
        let mut digits = vec![0; (bits / 32) as usize];
        let mut carry = 0;
        for digit in self.0.iter().chain([&0]) {
            let wide = u64::from(*digit) << (bits % 32) | carry;
            digits.push(wide as u32);
            carry = wide >> 32;
        }
        Self(digits).trimmed()
    }

    pub(super) fn plus(&self, other: &Self) -> Self {
        let mut carry = 0;
        let length = self.0.len().max(other.0.len()) + 1;
        let digit = |of: &Self, at: usize| u64::from(of.0.get(at).copied().unwrap_or(0));
        let digits = (0..length).map(|at| {
            let sum = digit(self, at) + digit(other, at) + carry;
            carry = sum >> 32;
            sum as u32
        });
        Self(digits.collect()).trimmed()
    }

    /// The difference from a number that is not larger.
    pub(super) fn minus(&self, other: &Self) -> Self {
        let mut borrow = 0;
        let digits = self.0.iter().enumerate().map(|(at, digit)| {
            let other = i64::from(other.0.get(at).copied().unwrap_or(0));
            let difference = i64::from(*digit) - other - borrow;
            borrow = i64::from(difference < 0);
            difference as u32
        });
        Self(digits.collect()).trimmed()
    }

    pub(super) fn times(&self, other: &Self) -> Self {
        let mut digits = vec![0_u32; self.0.len() + other.0.len()];
        for (low, left) in self.0.iter().enumerate() {
            let mut carry = 0;
            for (high, right) in other.0.iter().enumerate() {
                let slot = &mut digits[low + high];
                let sum = u64::from(*left) * u64::from(*right) + u64::from(*slot) + carry;
                *slot = sum as u32;
                carry = sum >> 32;
            }
            digits[low + other.0.len()] = carry as u32;
        }
        Self(digits).trimmed()
    }

    pub(super) fn order(&self, other: &Self) -> Ordering {
        let length = self.0.len().cmp(&other.0.len());
        length.then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }
}
