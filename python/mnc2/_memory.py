"""Memories of a machine as NumPy arrays."""

from __future__ import annotations

from typing import Any, Optional, Tuple, Union, cast

import numpy as np
import numpy.typing as npt

from . import _html, _mnc2

_TYPES = ("u8", "u4", "u2", "i8", "i4", "i2", "f8", "f4", "f2")


def pe(n: int, c: int, b: int, m: int, p: int) -> int:
    """The number of the PE in group n, L2B c, L1B b, MAB m: its row in PE memories."""
    for name, value, count in (("n", n, 4), ("c", c, 2), ("b", b, 8), ("m", m, 16), ("p", p, 4)):
        if not 0 <= value < count:
            raise IndexError(f"{name}={value}: it is 0 to {count - 1}")
    return (((n * 2 + c) * 8 + b) * 16 + m) * 4 + p


class Memory:
    """A memory of all elements: `memory[row, column]` reads and writes as an array of NumPy does.

    It is 64-bit words unless a `view` sets another type. Reading copies, because the emulator keeps what PEs have in common
    once; a write of `memory[...]` changes the machine immediately. `numpy.asarray(memory)` is a copy of everything.
    """

    def __init__(
        self,
        machine: _mnc2.Machine,
        name: str,
        dtype: "np.dtype[Any]" = np.dtype(np.uint64),
        row: Optional[int] = None,
    ) -> None:
        self._machine = machine
        self._name = name
        self._dtype = dtype
        self._row = row
        self._elements, words = machine._shape(name)
        self._columns = words * self._per_word

    @property
    def _per_word(self) -> int:
        return 8 // self._dtype.itemsize

    @property
    def shape(self) -> Tuple[int, ...]:
        """Elements of the chip, and values in each; only the values if it is one element."""
        return (self._elements, self._columns) if self._row is None else (self._columns,)

    @property
    def dtype(self) -> "np.dtype[Any]":
        """The type of the values."""
        return self._dtype

    @property
    def ndim(self) -> int:
        """Axes."""
        return len(self.shape)

    def __len__(self) -> int:
        return self.shape[0]

    def __repr__(self) -> str:
        row = "" if self._row is None else f" of element {self._row}"
        return f"<Memory {self._name}{row}: {self.shape} of {self._dtype}>"

    def view(self, dtype: npt.DTypeLike) -> "Memory":
        """The same memory as other values: integers and floats of 16, 32 and 64 bits.

        The first of the values that share a long word is its most significant one, so that column a of `uint32` is what
        programs call `$m<a>`. `float16` is converted from and to the half precision of the chip, which has more exponent
        and less mantissa: what is too large becomes infinity, and NaN is refused.
        """
        dtype = np.dtype(dtype)
        if dtype.kind + str(dtype.itemsize) not in _TYPES:
            raise TypeError(f"{dtype} is not a type of values; there are {', '.join(_TYPES)}")
        return Memory(self._machine, self._name, dtype.newbyteorder("="), self._row)

    @property
    def f64(self) -> "Memory":
        """As double precision."""
        return self.view(np.float64)

    @property
    def f32(self) -> "Memory":
        """As single precision, two in each long word."""
        return self.view(np.float32)

    @property
    def f16(self) -> "Memory":
        """As half precision, four in each long word."""
        return self.view(np.float16)

    @property
    def i64(self) -> "Memory":
        """As signed integers."""
        return self.view(np.int64)

    @property
    def i32(self) -> "Memory":
        """As signed integers, two in each long word."""
        return self.view(np.int32)

    @property
    def u32(self) -> "Memory":
        """As single words, two in each long word."""
        return self.view(np.uint32)

    @property
    def u16(self) -> "Memory":
        """As the bits of half precision, four in each long word."""
        return self.view(np.uint16)

    def element(self, row: int) -> "Memory":
        """The memory of one element: an L1B, an L2B, a group or a PE."""
        rows = self._elements
        if self._row is not None:
            raise IndexError("this is the memory of one element already")
        if not -rows <= row < rows:
            raise IndexError(f"{self._name} has {rows} elements")
        return Memory(self._machine, self._name, self._dtype, row % rows)

    def pe(self, n: int, c: int, b: int, m: int, p: int) -> "Memory":
        """The memory of the PE in group n, L2B c, L1B b, MAB m."""
        if self._elements != 4096:
            raise TypeError(f"{self._name} is not a memory of PEs")
        return self.element(pe(n, c, b, m, p))

    def heat_map(self, column: int) -> _html.Drawing:
        """A drawing of the chip with the value that each element has in a column, from the smallest to the largest.

        Notebooks show it; `svg` is its text.
        """
        if self._row is not None:
            raise TypeError("this is the memory of one element; a heat map shows all of them")
        title = f"{self._name} as {self._dtype}, column {column}"
        return _html.Drawing(_html.values(self[:, column], title))

    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> "np.ndarray[Any, Any]":
        if copy is False:
            raise ValueError("the memory of a machine is always copied")
        array: "np.ndarray[Any, Any]" = self[...]
        return array if dtype is None else array.astype(dtype, copy=False)

    def __getitem__(self, key: Any) -> Any:
        rows, columns, moved, _ = self._box(key)
        box = self._read(rows, columns)
        return (box[0] if self._row is not None else box)[moved]

    def __setitem__(self, key: Any, value: Any) -> None:
        values = np.asarray(value)
        self._refuse(values)
        rows, columns, moved, is_whole = self._box(key)
        shape = (rows[1] - rows[0], columns[1] - columns[0])
        # The machine has all elements of an address side by side; parts of a long word have to be side by side first.
        box = np.zeros(shape, self._dtype, order="F" if self._per_word == 1 else "C")
        (box[0] if self._row is not None else box)[moved] = values
        written = None
        if not is_whole:
            written = np.zeros(shape, bool)
            (written[0] if self._row is not None else written)[moved] = True
        self._write(rows[0], columns[0], box, written)

    def _refuse(self, values: "np.ndarray[Any, Any]") -> None:
        """Refuses values that would become others."""
        if values.dtype.kind not in "biuf":
            raise TypeError(f"values of type {values.dtype} are not numbers")
        if self._dtype.kind in "iu":
            if values.dtype.kind == "f":
                raise TypeError(
                    f"these are floats, and {self!r} holds integers; `.view({values.dtype})` writes their bits"
                )
            limits = np.iinfo(self._dtype)
            if values.size and (int(values.max()) > limits.max or int(values.min()) < limits.min):
                raise OverflowError(f"a value does not fit {self._dtype}")

    def _box(self, key: Any) -> Tuple[Tuple[int, int], Tuple[int, int], Any, bool]:
        """The rows and columns that a key needs, the key within them, and whether it is all of them."""
        shape = self.shape
        is_tuple = isinstance(key, tuple)
        parts: Tuple[Any, ...] = cast("Tuple[Any, ...]", key) if is_tuple else (key,)
        if any(part is Ellipsis for part in parts):
            at = next(index for index, part in enumerate(parts) if part is Ellipsis)
            fill = (slice(None),) * (len(shape) - len(parts) + 1)
            parts = parts[:at] + fill + parts[at + 1 :]
        ranges = [(0, size) for size in shape]
        if len(parts) > len(shape):
            raise IndexError(f"{len(parts)} indices for {len(shape)} axes")
        moved: "list[Union[int, slice]]" = []
        is_whole = True
        simple = all(isinstance(part, (int, np.integer, slice)) and not isinstance(part, bool) for part in parts)
        if not simple:
            return (*self._with_row(ranges), parts if is_tuple else key, False)
        for axis, part in enumerate(parts):
            size = shape[axis]
            if isinstance(part, slice):
                span = range(*part.indices(size))
                low, high = (min(span[0], span[-1]), max(span[0], span[-1]) + 1) if span else (0, 0)
                ranges[axis] = (low, high)
                step = span.step
                is_whole = is_whole and abs(step) == 1
                # A negative step ends before the first value of the box.
                end = None if step < 0 else high - low
                moved.append(slice(span[0] - low, end, step) if span else slice(0, 0))
                continue
            index = int(part)
            if not -size <= index < size:
                raise IndexError(f"index {index} is out of bounds for axis {axis} with size {size}")
            ranges[axis] = (index % size, index % size + 1)
            moved.append(0)
        return (*self._with_row(ranges), tuple(moved), is_whole)

    def _with_row(self, ranges: "list[Tuple[int, int]]") -> Tuple[Tuple[int, int], Tuple[int, int]]:
        if self._row is None:
            return ranges[0], ranges[1]
        return (self._row, self._row + 1), ranges[0]

    def _read(self, rows: Tuple[int, int], columns: Tuple[int, int]) -> "np.ndarray[Any, Any]":
        each = self._per_word
        first, last = columns[0] // each, -(-columns[1] // each)
        words: "np.ndarray[Any, Any]" = self._machine._read(self._name, rows, (first, last))
        if each == 1:
            return words.view(self._dtype)
        # The most significant value comes first.
        parts = np.ascontiguousarray(words).astype(">u8").view(f">u{self._dtype.itemsize}")
        parts = parts.astype(f"u{self._dtype.itemsize}")
        if self._dtype == np.float16:
            parts = _mnc2.float16_of_half(parts.ravel()).reshape(parts.shape)
        return parts.view(self._dtype)[:, columns[0] - first * each : columns[1] - first * each]

    def _write(
        self, row: int, column: int, box: "np.ndarray[Any, Any]", written: "Optional[np.ndarray[Any, Any]]"
    ) -> None:
        """Writes a box of values, or the values of it that `written` marks."""
        if box.size == 0:
            return
        each, size = self._per_word, self._dtype.itemsize
        bits: "np.ndarray[Any, Any]" = box.view(f"u{size}")
        if self._dtype == np.float16:
            bits = _mnc2.half_of_float16(bits.ravel()).reshape(bits.shape)
        if each == 1 and written is None:
            self._machine._write(self._name, row, column, bits)
            return
        first, last = column // each, -(-(column + box.shape[1]) // each)
        if written is None and box.shape[1] == (last - first) * each:
            words = bits.astype(f">u{size}").view(">u8").astype("u8")
            self._machine._write(self._name, row, first, words)
            return
        shape = (box.shape[0], (last - first) * each)
        values, masks = np.zeros(shape, f">u{size}"), np.zeros(shape, f">u{size}")
        part = slice(column - first * each, column - first * each + box.shape[1])
        values[:, part] = bits
        masks[:, part][slice(None) if written is None else written] = np.iinfo(f"u{size}").max
        self._machine._write(
            self._name, row, first, values.view(">u8").astype("u8"), masks.view(">u8").astype("u8")
        )

