"""The kernel against NumPy."""

from pathlib import Path
from typing import Any, Callable

import mnc2
import numpy as np
from mnc2 import Array

KERNEL = Path(__file__).parent.parent / "axpy.vsm"
X, Y, RESULT = Array("pdm", 64), Array("pdm", 64, offset=512), Array("pdm", 64, offset=32768)


def test_the_kernel_has_no_finding() -> None:
    assert mnc2.Program.from_path(KERNEL).check(profile="hardware") == []


def test_the_kernel_computes_what_numpy_does(mnc2_compare: Callable[..., Any]) -> None:
    mnc2_compare(KERNEL, lambda x, y: 2 * x + y, [X, Y], RESULT, seeds=8)


def test_the_kernel_runs_again_on_its_result() -> None:
    device = mnc2.Device()
    x, y = np.arange(64.0), np.ones(64)
    kernel = device.load(KERNEL)
    for _ in range(3):
        device.send(x, X.offset)
        device.send(y, Y.offset)
        device.run(kernel)
        y = device.receive(64, offset=RESULT.offset)
    assert np.array_equal(y, 6 * x + 1)
