//! The four cycles of an operation: buffers for their results, and operands with the period of the results.

use std::borrow::Cow;
use std::sync::Arc;

use mnc2_isa::geometry::CYCLES_PER_STEP;
use smallvec::SmallVec;

use crate::alu::{PathMut, PathView};
use crate::lanes::{Lanes, SHORTEST};
use crate::machine::chip::Path;
use crate::machine::read_operands::{Input, Inputs};
use crate::machine::write_results::UnitOutput;

/// The outputs of an operation besides the MSB side.
#[derive(Clone, Copy)]
pub(super) struct Shape<'a> {
    pub(super) least: Least<'a>,
    /// Whether the operation computes mask flags.
    pub(super) has_flags: bool,
}

/// The content of the LSB side of an output.
#[derive(Clone, Copy)]
pub(super) enum Least<'a> {
    /// The results of the operation.
    Computed,
    /// The LSB side of an input.
    Of(&'a Inputs<'a>),
    /// Unused: the side is never read.
    Nothing,
}

impl Least<'_> {
    /// Results, if there are any.
    pub(super) const fn computed(is_computed: bool) -> Self {
        if is_computed {
            Self::Computed
        } else {
            Self::Nothing
        }
    }
}

/// Where results and flags of the cycles go.
pub(super) type Places<'a> = SmallVec<[(PathMut<'a>, &'a mut [u8]); CYCLES_PER_STEP]>;

/// The output of an operation: buffers for the PEs of each cycle, all of which a function then fills.
///
/// To get a buffer counts its owners, and such a count waits until all stores before it are in the caches. Therefore all
/// buffers are there before the first result is stored, and they are made where they stay.
pub(super) fn output(
    periods: [usize; CYCLES_PER_STEP],
    shape: Shape<'_>,
    fill: impl FnOnce(Places<'_>),
) -> UnitOutput {
    let mut output = UnitOutput {
        cycles: Arc::new([const { Path::ZERO }; CYCLES_PER_STEP]),
        flags: Vec::new(),
    };
    if shape.has_flags {
        output.flags = periods.iter().map(|&period| vec![0; period]).collect();
    }
    let Some(paths) = Arc::get_mut(&mut output.cycles) else {
        return output;
    };
    let mut flags = output.flags.iter_mut();
    let mut places = Places::new();
    for (cycle, (path, period)) in paths.iter_mut().zip(periods).enumerate() {
        path.most = Lanes::left_over(period);
        match shape.least {
            Least::Computed => path.least = Lanes::left_over(period),
            Least::Of(inputs) => path.least.clone_from(&inputs[cycle].least),
            Least::Nothing => {}
        }
        let least: &mut [u64] = match shape.least {
            Least::Computed => path.least.make_mut(SHORTEST),
            Least::Of(_) | Least::Nothing => &mut [],
        };
        let most = path.most.make_mut(SHORTEST);
        let flags: &mut [u8] = flags.next().map_or(&mut [], Vec::as_mut_slice);
        places.push((PathMut { most, least }, flags));
    }
    fill(places);
    output
}

/// Both sides of an input with the same period.
pub(super) struct Sides<'a> {
    most: Cow<'a, [u64]>,
    least: Cow<'a, [u64]>,
}

impl<'a> Sides<'a> {
    #[inline]
    pub(super) fn new(input: &'a Input<'_>, period: usize) -> Self {
        Self {
            most: input.most.extended(period),
            least: input.least.extended(period),
        }
    }

    /// The MSB side alone.
    #[inline]
    pub(super) fn most(input: &'a Input<'_>, period: usize) -> Self {
        Self {
            most: input.most.extended(period),
            least: Cow::Borrowed(&[]),
        }
    }

    #[inline]
    pub(super) fn view(&self) -> PathView<'_> {
        PathView {
            most: &self.most,
            least: &self.least,
        }
    }
}
