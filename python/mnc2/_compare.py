"""Kernels against functions of NumPy, over random arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, Iterable, Optional, Sequence, Tuple, Union

import numpy as np
import numpy.typing as npt

from ._machine import Machine
from ._memory import Memory
from ._program import Program, ProgramLike, as_program

# The relative error that a few operations of the chip make, by the bits of a value.
_TOLERANCES = {8: 2.0**-48, 4: 2.0**-20, 2: 2.0**-6}

# A longer program is not run line by line to find what wrote a value.
_ORIGIN_LINES_MAX = 20_000

if TYPE_CHECKING:
    _Values = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Array:
    """Where a kernel has an array.

    In PDM and DRAM it is in C order from a byte `offset` of a `group`. In the other memories its first axis is the elements of
    the chip (4096 PEs, 64 L1Bs or 8 L2Bs), and each element has its part from the byte `offset` on.
    """

    memory: str
    shape: Union[int, Tuple[int, ...]]
    dtype: npt.DTypeLike = np.float64
    offset: int = 0
    group: int = 0

    @property
    def lengths(self) -> Tuple[int, ...]:
        """The shape as a tuple."""
        return (self.shape,) if isinstance(self.shape, int) else tuple(self.shape)

    def random(self, random: np.random.Generator) -> _Values:
        """Values from -1 to 1, or integers of which four can be added without overflow."""
        dtype = np.dtype(self.dtype)
        if dtype.kind == "f":
            return random.uniform(-1, 1, self.lengths).astype(dtype)
        limit = 1 << (8 * dtype.itemsize - 3)
        return random.integers(-limit if dtype.kind == "i" else 0, limit, self.lengths, dtype)

    def write(self, machine: Machine, values: _Values) -> None:
        """Writes it to a machine."""
        view, rows, columns = self._part(machine)
        parts = values.reshape(self.lengths[0], -1) if rows else values.ravel()
        view[columns if not rows else (slice(None), columns)] = parts

    def read(self, machine: Machine) -> _Values:
        """Reads it from a machine."""
        view, rows, columns = self._part(machine)
        values: _Values = view[columns if not rows else (slice(None), columns)]
        return values.reshape(self.lengths)

    def word(self, index: Tuple[int, ...]) -> Tuple[int, int]:
        """The element of the chip and the long word that have a value."""
        size = np.dtype(self.dtype).itemsize
        lengths = self.lengths
        if self.memory in ("pdm", "dram"):
            return self.group, (self.offset + int(np.ravel_multi_index(index, lengths)) * size) // 8
        column = int(np.ravel_multi_index(index[1:], lengths[1:])) if len(lengths) > 1 else 0
        return index[0], (self.offset + column * size) // 8

    def _part(self, machine: Machine) -> Tuple[Memory, int, slice]:
        """The memory, its rows (0 where there is one), and the columns of the array."""
        view: Memory = getattr(machine, self.memory).view(self.dtype)
        size = view.dtype.itemsize
        if self.offset < 0 or self.offset % size:
            raise ValueError(f"the offset {self.offset} is a multiple of {size}, and not negative")
        count = int(np.prod(self.lengths))
        rows = 0
        if self.memory in ("pdm", "dram"):
            view = view.element(self.group)
        else:
            rows = len(view)
            if self.lengths[0] != rows:
                raise ValueError(f"{self.memory} has {rows} elements, which are the first axis, not {self.lengths[0]}")
            count //= rows
        first = self.offset // size
        if first + count > view.shape[-1]:
            raise ValueError(f"{count} values from byte {self.offset} are not in {self.memory}")
        return view, rows, slice(first, first + count)


class WrongValue(AssertionError):
    """A kernel that computes something else than its function."""

    def __init__(self, text: str, *, seed: int, index: Tuple[int, ...], actual: Any, expected: Any, line: Optional[int]) -> None:
        super().__init__(text)
        self.seed, self.index, self.actual, self.expected, self.line = seed, index, actual, expected, line


def compare(
    kernel: ProgramLike,
    function: Callable[..., Any],
    inputs: Sequence[Array],
    outputs: Union[Array, Sequence[Array]],
    *,
    seeds: Union[int, Iterable[int]] = 3,
    rtol: Optional[float] = None,
    atol: Optional[float] = None,
    values: Optional[Callable[[np.random.Generator, Array], npt.ArrayLike]] = None,
    machine: Optional[Machine] = None,
) -> None:
    """Compares a kernel with a function that takes the input arrays and returns the output, or a tuple of outputs.

    For each seed (0, 1, .. of a number of seeds), random arrays are written to a copy of the machine, or to one with zeros. `values`
    makes other arrays. A value is wrong if it differs by more than `atol + rtol * |expected|`. Both depend on the precision
    unless they are given: 2^-48 for double, 2^-20 for single and 2^-6 for half precision, and 0 for integers.

    :raises WrongValue: at the first value that is wrong, with the line that last changed its long word.
    :raises ProgramError: if the kernel has errors.
    :raises RunError: if it stops before its end.
    """
    program = as_program(kernel)
    wanted = (outputs,) if isinstance(outputs, Array) else tuple(outputs)
    for seed in range(seeds) if isinstance(seeds, int) else seeds:
        random = np.random.default_rng(seed)
        start = Machine() if machine is None else machine.copy()
        arrays = [
            array.random(random) if values is None else np.asarray(values(random, array)).astype(array.dtype)
            for array in inputs
        ]
        for array, content in zip(inputs, arrays):
            array.write(start, content)
        run = start.copy()
        run.run(program)
        expected: Any = function(*arrays)
        results: Sequence[Any] = expected if _is_tuple(expected) else (expected,)
        if len(results) != len(wanted):
            raise ValueError(f"the function returns {len(results)} arrays, and there are {len(wanted)} outputs")
        for output, result in zip(wanted, results):
            _check(program, start, output, output.read(run), np.asarray(result), seed, (rtol, atol))


def _is_tuple(value: Any) -> bool:
    """Whether a function returned several outputs. A condition of its own would make their types unknown to pyright."""
    return isinstance(value, tuple)


def _check(
    program: Any,
    start: Machine,
    output: Array,
    actual: _Values,
    expected: _Values,
    seed: int,
    tolerances: Tuple[Optional[float], Optional[float]],
) -> None:
    """Compares one output."""
    if expected.shape != actual.shape:
        raise ValueError(f"the function returns the shape {expected.shape}, and the output has {actual.shape}")
    default = _TOLERANCES[actual.dtype.itemsize] if actual.dtype.kind == "f" else 0.0
    rtol, atol = (default if given is None else given for given in tolerances)
    if actual.dtype.kind == "f":
        wide, target = actual.astype(np.float64), expected.astype(np.float64)
        with np.errstate(invalid="ignore", over="ignore"):
            right = (wide == target) | (np.abs(wide - target) <= atol + rtol * np.abs(target))
    elif rtol or atol:
        difference = np.abs(actual.astype(object) - expected.astype(object))
        right = (difference <= atol + rtol * np.abs(expected.astype(object))).astype(bool)
    else:
        right = actual == expected
    if right.all():
        return
    index = tuple(int(part) for part in np.argwhere(~right)[0])
    line = _last_change(program, start, output, index)
    count = int((~right).sum())
    text = (
        f"{program.path or 'the kernel'}, seed {seed}: {count} of {right.size} values in {output.memory} are wrong; "
        f"the first is {list(index)}: {actual[index]}, expected {expected[index]}"
    )
    element, word = output.word(index)
    text += f"\nit is in long word {word} of element {element}"
    if line is not None:
        text += f", last changed by line {line}: {program.lines()[line - 1].strip()}" if line else ", which no line changed"
    raise WrongValue(
        text, seed=seed, index=index, actual=actual[index], expected=expected[index], line=line or None
    )


def _last_change(program: Any, start: Machine, output: Array, index: Tuple[int, ...]) -> Optional[int]:
    """The last line that changed the long word of a value; 0 if none did, and `None` if the program is too long for that."""
    lines = program.lines()
    if len(lines) > _ORIGIN_LINES_MAX:
        return None
    element, word = output.word(index)
    machine = start.copy()

    def read() -> int:
        return int(machine._read(output.memory, (element, element + 1), (word, word + 1))[0, 0])

    found, before = 0, read()
    for number, line in enumerate(lines, 1):
        code = line.split("#")[0].strip()
        if not code:
            continue
        if code == "quit":
            break
        machine._run(Program(code))
        now = read()
        if now != before:
            found, before = number, now
    return found
