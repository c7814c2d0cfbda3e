"""A matrix product on the chip, with NumPy as the reference.

Each of the 1024 MABs multiplies a 4xK matrix by a Kx4 matrix in double precision, 4 columns and rows at a time. PE p of a
MAB holds column p of each part of the left matrix (LM0), and row p of each part of the right one (LM1); row p of the
product ends up in its GRF1.

    python matrix_tile.py [K]
"""

import sys

import mnc2
import numpy as np
import numpy.typing as npt

MABS, PES_PER_MAB, CYCLES = 1024, 4, 4


def tile(k: int) -> mnc2.Program:
    """The program for products over k, a multiple of 4."""
    program = mnc2.Program()
    for part in range(k // CYCLES):
        at = 8 * part
        # Factors are block floats. The right part is converted while the left one goes to the matrix register.
        program.step(f"dbfn $lm{at}v $nowrite")
        program.step(f"dbfn $ln{at}v $lr0v; dmwrite $aluf $lx0")
        # `u` makes rows 0 and 1, `d` rows 2 and 3; what is there is added.
        program.step("dmmulu $lx $aluf $nowrite" if part == 0 else "dmfmau $lx $aluf $ls0v $nowrite")
        program.step("dmfmad $lx $lr0v $mauf $ls0v")
    return program


def load(machine: mnc2.Machine, left: "npt.NDArray[np.float64]", right: "npt.NDArray[np.float64]") -> None:
    """Puts matrices of shapes (1024, 4, k) and (1024, k, 4) where the program reads them."""
    k = left.shape[2]
    parts = left.reshape(MABS, 4, k // CYCLES, PES_PER_MAB)
    machine.lm0.f64[:, :k] = parts.transpose(0, 3, 2, 1).reshape(MABS * PES_PER_MAB, k)
    parts = right.reshape(MABS, k // CYCLES, PES_PER_MAB, 4)
    machine.lm1.f64[:, :k] = parts.transpose(0, 2, 1, 3).reshape(MABS * PES_PER_MAB, k)


def product(machine: mnc2.Machine) -> "npt.NDArray[np.float64]":
    """The products, of shape (1024, 4, 4)."""
    result: "npt.NDArray[np.float64]" = machine.grf1.f64[:, :4]
    return result.reshape(MABS, 4, 4)


def main(k: int) -> None:
    program = tile(k)
    for finding in program.check():
        print(finding)
    random = np.random.default_rng(1)
    left, right = random.standard_normal((MABS, 4, k)), random.standard_normal((MABS, k, 4))
    machine = mnc2.Machine()
    load(machine, left, right)
    run = machine.run(program, strict=True)
    difference = np.abs(product(machine) - left @ right).max()
    print(f"{run.steps} steps, {len(run.findings)} findings, {MABS} products of 4x{k} and {k}x4")
    print(f"largest difference from NumPy: {difference:.1e}")
    assert not run.findings and difference < 1e-12 * k


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 16)
