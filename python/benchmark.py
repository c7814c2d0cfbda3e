"""How fast memory goes in and out of a machine, beside NumPy's copy, and a check beside the command line.

    python benchmark.py [COMMAND]     # COMMAND is a release build of `mnc2`; without it, the one of the package
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Callable

import mnc2
import numpy as np

REPETITIONS = 7
LINES = 100_000


def seconds(call: Callable[[], object]) -> float:
    """The time of the fastest of some calls."""
    times: "list[float]" = []
    for _ in range(REPETITIONS):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return min(times)


def memory() -> None:
    machine = mnc2.Machine()
    shape = machine.lm0.shape
    words = np.random.default_rng(1).integers(0, 2**63, shape, dtype=np.uint64)
    columns = np.asfortranarray(words)
    there = np.empty_like(words)

    def write(memory: mnc2.Memory, values: "np.ndarray[tuple[int, ...], np.dtype[np.generic]]") -> Callable[[], None]:
        return lambda: memory.__setitem__(..., values)

    rows = {
        "NumPy's copy": lambda: np.copyto(there, words),
        "NumPy's copy to column-major order": lambda: np.copyto(there, columns),
        "out of the machine": lambda: machine.lm0[...],
        "into it, row-major": write(machine.lm0, words),
        "into it, column-major": write(machine.lm0, columns),
        "single precision out": lambda: machine.lm0.f32[...],
        "single precision into it": write(machine.lm0.f32, words.view(np.float32)),
    }
    for name, call in rows.items():
        time_s = seconds(call)
        print(f"{name}: {1e3 * time_s:.0f} ms, {words.size / time_s / 1e6:.0f} million words a second")


def check(command: str) -> None:
    # Steps without conflicts, and now and then an operand that is not aligned.
    steps = (
        f"fvadd $lr{8 * (line % 16)}v $lm{8 * (line % 100)}v $ls{8 * (line % 8) + (line % 9973 == 0)}v\n"
        for line in range(LINES)
    )
    text = "".join(steps)

    def from_python() -> None:
        mnc2.Program(text).check()

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "long.vsm"
        path.write_text(text)
        in_python = seconds(from_python)
        in_command = seconds(lambda: subprocess.run([command, "check", str(path)], stdout=subprocess.DEVNULL))
    found = len(mnc2.Program(text).check())
    print(f"check of {LINES} lines with {found} findings: {1e3 * in_python:.0f} ms, `mnc2 check` {1e3 * in_command:.0f} ms")


if __name__ == "__main__":
    memory()
    check(sys.argv[1] if len(sys.argv) > 1 else shutil.which("mnc2") or "mnc2")
