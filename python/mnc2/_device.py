"""A device as host programs use it: arrays to PDM and DRAM, kernels, arrays back."""

from __future__ import annotations

from typing import Any, Optional, Tuple, Union

import numpy as np
import numpy.typing as npt

from . import _mnc2
from ._machine import Machine
from ._memory import Memory
from ._program import ProgramLike, as_program

_LONG_WORD_BYTES = 8
_MEMORIES = ("pdm", "dram")


class Device:
    """A chip with the calls of a host program: `send`, `load`, `run`, `receive`.

    Offsets are bytes, as in the C library, and multiples of 8. Values that share a long word are in the order of the array, the
    first one on the side of the most significant bits, so each type of values is as a kernel of its precision reads it. Every
    call completes before it returns. `machine` is the chip, with all its memories.
    """

    def __init__(self, machine: Optional[Machine] = None) -> None:
        self.machine = Machine() if machine is None else machine

    def send(self, values: npt.ArrayLike, offset: int = 0, *, memory: str = "pdm", group: int = 0) -> None:
        """Writes the values of an array, in C order, to PDM or DRAM of a group.

        :raises ValueError: if the memory, the offset or the number of bytes is wrong, or the memory ends before the values do.
        :raises TypeError: if the values are not integers or floats of 16, 32 or 64 bits.
        """
        array: "np.ndarray[Any, Any]" = np.ascontiguousarray(values).ravel()
        view, first, last = self._part(memory, group, offset, array.size, array.dtype)
        view[first:last] = array

    def receive(
        self,
        shape: Union[int, Tuple[int, ...]],
        dtype: npt.DTypeLike = np.float64,
        offset: int = 0,
        *,
        memory: str = "pdm",
        group: int = 0,
    ) -> "np.ndarray[Any, Any]":
        """Reads an array of a shape from PDM or DRAM of a group.

        :raises ValueError: as `send`.
        :raises TypeError: as `send`.
        """
        lengths = (shape,) if isinstance(shape, int) else tuple(shape)
        if any(length < 0 for length in lengths):
            raise ValueError(f"{lengths} is not a shape")
        count = 1
        for length in lengths:
            count *= int(length)
        view, first, last = self._part(memory, group, offset, count, np.dtype(dtype))
        array: "np.ndarray[Any, Any]" = view[first:last]
        return array.reshape(lengths)

    def load(self, kernel: ProgramLike) -> _mnc2.Program:
        """A kernel: a program, its text, or the path of a `.vsm` file. It can be run as often as needed.

        :raises ProgramError: if it has errors.
        """
        program = as_program(kernel)
        errors = [finding for finding in program.check() if finding.severity == "error"]
        if errors:
            refused = _mnc2.ProgramError(str(errors[0]))
            refused.findings = errors
            raise refused
        return program

    def run(self, kernel: ProgramLike, **options: Any) -> _mnc2.Run:
        """Runs a kernel on the state that the chip is in; options, and the debugger of `MNC2_DEBUG`, as for `Machine.run`.

        :raises ProgramError: if the kernel has errors.
        :raises RunError: if it stops before its end.
        """
        return self.machine.run(kernel, **options)

    def _part(
        self, memory: str, group: int, offset: int, count: int, dtype: "np.dtype[Any]"
    ) -> Tuple[Memory, int, int]:
        """The values of a memory from a byte on: the memory, the first of them, and the one after the last."""
        if memory not in _MEMORIES:
            raise ValueError(f"{memory!r} is not a memory of the host; there are {', '.join(_MEMORIES)}")
        whole: Memory = getattr(self.machine, memory)
        if not 0 <= group < len(whole):
            raise ValueError(f"there is no group {group}")
        view = whole.view(dtype).element(group)
        size = count * view.dtype.itemsize
        if offset < 0 or offset % _LONG_WORD_BYTES or size % _LONG_WORD_BYTES:
            raise ValueError(f"the offset {offset} and the {size} bytes are multiples of {_LONG_WORD_BYTES}, and not negative")
        first = offset // view.dtype.itemsize
        if first + count > len(view):
            total = len(view) * view.dtype.itemsize
            raise ValueError(f"{size} bytes from offset {offset} are not in {memory}, which has {total}")
        return view, first, first + count

    def __repr__(self) -> str:
        return f"<Device over {self.machine!r}>"
