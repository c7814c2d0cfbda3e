//! Values that differ as terms, but are equal bit by bit: both are circuits over the bits that they follow from, and a SAT
//! solver proves that no bits make them differ.
//!
//! All that the ALU computes of bits is a circuit: integers, logic, shifts, comparisons, and what masks choose. Other results,
//! such as sums of the MAU and what transfers bring, are bits that may be anything. Two of them are equal if the same operation computes
//! them from inputs that are equal, as terms or bit by bit.

#[cfg(feature = "sat")]
mod alu;
#[cfg(feature = "sat")]
mod arithmetic;
#[cfg(feature = "sat")]
mod circuit;
#[cfg(feature = "sat")]
mod example;
#[cfg(feature = "sat")]
mod operations;
#[cfg(feature = "sat")]
mod proof;
#[cfg(feature = "sat")]
mod samples;
#[cfg(feature = "sat")]
mod sat;
#[cfg(feature = "sat")]
mod words;

use super::InitialWords;
use super::terms::{Terms, Value};

#[cfg(feature = "sat")]
type Proof<'a> = proof::Proof<'a>;

/// Without the solver nothing is compared bit by bit.
#[cfg(not(feature = "sat"))]
type Proof<'a> = std::marker::PhantomData<&'a dyn Fn() -> bool>;

/// What is compared bit by bit, and how many words were proven to be equal.
pub(super) struct Bits<'a> {
    proof: Proof<'a>,
    proven: u32,
}

impl<'a> Bits<'a> {
    pub(super) fn new(is_cancelled: &'a dyn Fn() -> bool) -> Self {
        #[cfg(not(feature = "sat"))]
        let _ = is_cancelled;
        Self {
            #[cfg(feature = "sat")]
            proof: Proof::new(is_cancelled),
            #[cfg(not(feature = "sat"))]
            proof: Proof::default(),
            proven: 0,
        }
    }

    /// The number of words that are proven to be equal.
    pub(super) const fn proven(&self) -> u32 {
        self.proven
    }

    /// Words at the start for which the first values that differ do differ, if they are known.
    pub(super) fn example(self) -> Option<InitialWords> {
        self.proof.example()
    }

    /// Whether more values are compared.
    pub(super) fn is_open(&self) -> bool {
        self.proof.is_open()
    }

    /// Whether two values of a place are equal.
    pub(super) fn are_equal(&mut self, terms: &Terms, one: Value, other: Value) -> bool {
        let is_proven = self.proof.are_equal(terms, one, other);
        self.proven += u32::from(is_proven);
        is_proven
    }

    /// Whether two values that are shown have equal words.
    pub(super) fn show_equal(&mut self, terms: &Terms, one: Value, other: Value) -> bool {
        if one == other {
            return true;
        }
        let proven = self.proof.equal_words(terms, one, other);
        self.proven += proven.unwrap_or(0);
        proven.is_some()
    }
}

/// Nothing is compared.
#[cfg(not(feature = "sat"))]
trait NoProof: Sized {
    fn example(self) -> Option<InitialWords> {
        None
    }

    fn is_open(&self) -> bool {
        false
    }

    fn are_equal(&self, _: &Terms, _: Value, _: Value) -> bool {
        false
    }

    fn equal_words(&self, _: &Terms, _: Value, _: Value) -> Option<u32> {
        None
    }
}

#[cfg(not(feature = "sat"))]
impl NoProof for Proof<'_> {}

#[cfg(all(test, feature = "sat"))]
mod tests;
