//! The four cycles of an operation, computed at once or, with several threads, later.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use mnc2_isa::geometry::{CYCLES_PER_STEP, PES};

use crate::alu::{PathMut, PathView};
use crate::lanes::{Lanes, Plane, SHORTEST, ZEROS};
use crate::later::Promise;
use crate::machine::chip::Path;
use crate::machine::read::Input;
use crate::machine::threads::Threads;
use crate::machine::write::Output;

/// An operation with its operands.
pub(super) trait Work: Send + Sync + 'static {
    /// The period of the operands of a cycle, and so of its results.
    fn period(&self, cycle: usize) -> usize;

    /// The LSB side of a cycle if it is not computed.
    fn least(&self, _cycle: usize) -> &Plane {
        &ZEROS
    }

    /// Computes some cycles and puts them out in order.
    fn run(&self, cycles: Range<usize>, shape: Shape, put: impl FnMut(Cycle));
}

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
    pub(super) flags: Vec<u8>,
}

impl Cycle {
    /// A cycle of this many PEs, computed by a function that fills its whole buffer.
    pub(super) fn computed(
        period: usize,
        shape: Shape,
        compute: impl FnOnce(PathMut<'_>, &mut [u8]),
    ) -> Self {
        let mut space = Space::new(period, shape);
        let (output, flags) = space.outputs();
        compute(output, flags);
        space.cycle
    }
}

/// A cycle for writing.
pub(super) struct Space {
    cycle: Cycle,
    period: usize,
    shape: Shape,
}

impl Space {
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
        Self {
            cycle: Cycle { path, flags },
            period,
            shape,
        }
    }

    /// Where results and flags go.
    pub(super) fn outputs(&mut self) -> (PathMut<'_>, &mut [u8]) {
        let Cycle { path, flags } = &mut self.cycle;
        let least: &mut [u64] = if self.shape.has_least {
            path.least.make_mut(self.period)
        } else {
            &mut []
        };
        let most = path.most.make_mut(self.period);
        (PathMut { most, least }, flags)
    }

    pub(super) fn into_cycle(self) -> Cycle {
        self.cycle
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

/// The output of an operation in the four cycles. If other threads have time and it is worth it, the output is
/// computed later: that is so if it is different on all PEs, and no mask flags are wanted.
pub(super) fn output(work: impl Work, shape: Shape, threads: Option<&Threads>) -> Output {
    let is_whole = || (0..CYCLES_PER_STEP).all(|cycle| work.period(cycle) == PES);
    match threads {
        Some(threads) if threads.have_time() && !shape.has_flags && is_whole() => {
            later(work, shape, threads)
        }
        Some(_) | None => {
            let mut paths = [const { Path::ZERO }; CYCLES_PER_STEP];
            let mut flags = [const { Vec::new() }; CYCLES_PER_STEP];
            let mut places = paths.iter_mut().zip(&mut flags);
            work.run(0..CYCLES_PER_STEP, shape, |cycle| {
                if let Some((path, flags)) = places.next() {
                    (*path, *flags) = (cycle.path, cycle.flags);
                }
            });
            Output {
                cycles: Arc::new(paths),
                flags,
            }
        }
    }
}

/// The sides of a cycle that are promised.
struct Promised {
    most: Promise<u64>,
    least: Option<Promise<u64>>,
}

fn later(work: impl Work, shape: Shape, threads: &Threads) -> Output {
    let mut promises = Vec::with_capacity(CYCLES_PER_STEP);
    let cycles = std::array::from_fn(|cycle| {
        let (promised_most, most) = Lanes::promised(PES);
        let (promised_least, least) = if shape.has_least {
            let (promise, least) = Lanes::promised(PES);
            (Some(promise), least)
        } else {
            (None, work.least(cycle).clone())
        };
        promises.push(Promised {
            most: promised_most,
            least: promised_least,
        });
        Path { most, least }
    });
    threads.share(move |cycles| {
        let mut promises = promises[cycles.clone()].iter();
        work.run(cycles, shape, |Cycle { path, flags: _ }| {
            if let Some(promised) = promises.next() {
                promised.most.keep_lanes(path.most);
                if let Some(least) = &promised.least {
                    least.keep_lanes(path.least);
                }
            }
        });
    });
    Output {
        cycles: Arc::new(cycles),
        flags: Default::default(),
    }
}
