//! Matrix registers: row writes (manual 3.6.10) and transposed reads (manual 3.6.11).
//!
//! A physical row is a plane: the long words of a MAB's four PEs are its
//! elements. Double precision uses every fourth of the 16 physical rows, single
//! and pseudo-single precision every second (manual 3.6.1.14).

use std::ops::Range;

use mnc2_isa::geometry::{MATRIX_PHYSICAL_ROWS, PES_PER_MAB};
use mnc2_isa::{Memory, Precision, Width};

use super::chip::{Chip, Path};
use super::observer::AccessedPlace;
use super::plane::{Lanes, Plane, Planes};

/// Rows, and columns, of the matrix in a precision.
#[must_use]
pub(crate) const fn rows(precision: Precision) -> usize {
    precision.matrix_rows() as usize
}

/// The physical row of a logical one.
#[must_use]
pub(crate) const fn physical_row(precision: Precision, row: usize) -> usize {
    row % rows(precision) * (MATRIX_PHYSICAL_ROWS as usize / rows(precision))
}

/// Writes the row or, by two long words, the two rows of one cycle.
pub(super) fn write_rows(
    chip: &mut Chip,
    (side, width, first_row): (Memory, Width, u8),
    precision: Precision,
    cycle: usize,
    path: &Path,
) {
    let Some(planes) = chip.planes_mut(side) else {
        return;
    };
    let mut write = |row: usize, values: &Plane| {
        let plane = Chip::matrix_plane(side, physical_row(precision, row));
        planes.write(plane).clone_from(values);
    };
    let first = usize::from(first_row);
    if width == Width::DoubleLong {
        write(first + 2 * cycle, &path.most);
        write(first + 2 * cycle + 1, &path.least);
    } else {
        write(first + cycle, &path.most);
    }
}

/// The physical rows of all logical ones.
pub(super) fn all_rows(side: Memory, precision: Precision) -> AccessedPlace<'static> {
    rows_place(side, precision, 0..rows(precision))
}

/// The data for [`write_rows`].
pub(super) fn written_rows(
    (side, width, first_row): (Memory, Width, u8),
    precision: Precision,
    cycle: usize,
) -> AccessedPlace<'static> {
    let first = usize::from(first_row);
    let written = match width {
        Width::DoubleLong => first + 2 * cycle..first + 2 * cycle + 2,
        Width::Single | Width::Long => first + cycle..first + cycle + 1,
    };
    rows_place(side, precision, written)
}

fn rows_place(side: Memory, precision: Precision, logical: Range<usize>) -> AccessedPlace<'static> {
    let physical_rows = logical.fold(0, |bits, row| {
        bits | 1 << Chip::matrix_plane(Memory::MatrixX, physical_row(precision, row))
    });
    AccessedPlace::MatrixRows {
        side,
        physical_rows,
    }
}

/// Reads the columns of one cycle: one, or in half precision two, the second on the LSB side.
#[must_use]
pub(super) fn read_columns(
    planes: &Planes,
    side: Memory,
    first_column: u8,
    precision: Precision,
    cycle: usize,
) -> Path {
    let first = usize::from(first_column);
    let column = |column| read_column(planes, side, column, precision);
    if precision.element_bits() == 16 {
        Path {
            most: column(first + 2 * cycle),
            least: column(first + 2 * cycle + 1),
        }
    } else {
        Path {
            most: column(first + cycle),
            ..Path::ZERO
        }
    }
}

/// One column: each PE of a MAB gets its share of the rows, first row on the MSB side.
fn read_column(planes: &Planes, side: Memory, column: usize, precision: Precision) -> Plane {
    let bits = precision.element_bits();
    let per_pe = 64 / bits as usize;
    let column = column % rows(precision);
    let mask = u64::MAX >> (64 - bits);
    let shift = 64 - bits * (column % per_pe + 1) as u32;
    let plane = |row| planes.read(Chip::matrix_plane(side, physical_row(precision, row)));
    let rows = 0..rows(precision);
    let period = rows.clone().map(|row| plane(row).period()).max();
    Lanes::build(period.unwrap_or(PES_PER_MAB), |output| {
        output.fill(0);
        for row in rows {
            let plane = plane(row).extended(output.len());
            let to_pe = row / per_pe;
            let to_shift = 64 - bits * (row % per_pe + 1) as u32;
            for mab in (0..output.len()).step_by(PES_PER_MAB) {
                let element = (plane[mab + column / per_pe] >> shift) & mask;
                output[mab + to_pe] |= element << to_shift;
            }
        }
    })
}
