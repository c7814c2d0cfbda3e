//! The four cycles of an operation: buffers for their results, and operands with the period of the results.

use std::borrow::Cow;
use std::sync::Arc;

use mnc2_isa::geometry::CYCLES_PER_STEP;

use crate::alu::{PathMut, PathView};
use crate::lanes::{Lanes, SHORTEST};
use crate::machine::chip::Path;
use crate::machine::read::Input;
use crate::machine::write::Output;

/// The outputs of an operation besides the MSB side.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    /// The LSB side.
    pub(super) has_least: bool,
    /// Mask flags.
    pub(super) has_flags: bool,
}

/// The output of a unit in one cycle.
pub(super) struct Cycle {
    pub(super) path: Path,
    flags: Vec<u8>,
}

impl Cycle {
    /// Buffers with arbitrary content, for this many PEs. Nothing is kept for results that are not stored.
    pub(super) fn new(period: usize, shape: Shape) -> Self {
        let left_over = |is_there: bool| {
            let period = if is_there { period } else { SHORTEST };
            Lanes::build(period, |_| ())
        };
        let path = Path {
            most: left_over(true),
            least: left_over(shape.has_least),
        };
        let flags = vec![0; if shape.has_flags { period } else { 0 }];
        Self { path, flags }
    }

    /// A cycle of this many PEs, computed by a function that fills its whole buffer.
    pub(super) fn computed(
        period: usize,
        shape: Shape,
        compute: impl FnOnce(PathMut<'_>, &mut [u8]),
    ) -> Self {
        let mut cycle = Self::new(period, shape);
        let (output, flags) = cycle.outputs(shape);
        compute(output, flags);
        cycle
    }

    /// Where results and flags go.
    pub(super) fn outputs(&mut self, shape: Shape) -> (PathMut<'_>, &mut [u8]) {
        let Self { path, flags } = self;
        let least: &mut [u64] = if shape.has_least {
            path.least.make_mut(SHORTEST)
        } else {
            &mut []
        };
        let most = path.most.make_mut(SHORTEST);
        (PathMut { most, least }, flags)
    }
}

/// The output of an operation, from its cycles.
pub(super) fn output(cycles: [Cycle; CYCLES_PER_STEP]) -> Output {
    let mut flags = [const { Vec::new() }; CYCLES_PER_STEP];
    let mut places = flags.iter_mut();
    let paths = cycles.map(|cycle| {
        if let Some(place) = places.next() {
            *place = cycle.flags;
        }
        cycle.path
    });
    Output {
        cycles: Arc::new(paths),
        flags,
    }
}

/// Both sides of an input with the same period.
pub(super) struct Sides<'a> {
    most: Cow<'a, [u64]>,
    least: Cow<'a, [u64]>,
}

impl<'a> Sides<'a> {
    pub(super) fn new(input: &'a Input, period: usize) -> Self {
        Self {
            most: input.most.extended(period),
            least: input.least.extended(period),
        }
    }

    pub(super) fn view(&self) -> PathView<'_> {
        PathView {
            most: &self.most,
            least: &self.least,
        }
    }
}
