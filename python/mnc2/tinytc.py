"""The tinytc tensor language: checks, canonical text, and runs without a device.

>>> import numpy as np
>>> from mnc2 import tinytc
>>> text = '''
... func @twice(%A: memref<f32x2x2>, %B: memref<f32x2x2>) {
...   %two = constant 2.0 : f32
...   %zero = constant 0.0 : f32
...   axpby.t %two, %A, %zero, %B
... }
... '''
>>> tinytc.check(text)
[]
>>> run = tinytc.run(text, A=np.array([[1, 2], [3, 4]], "float32"))
>>> run["B"]
array([[2., 6.],
       [4., 8.]], dtype=float32)

A memref of shape MxN is an array of shape `(M, N)`, regardless of the layout of either in memory.
"""

from __future__ import annotations

import os
from typing import Any, Dict, List, Mapping, Optional, Tuple, Union, cast

import numpy as np
import numpy.typing as npt

from . import _mnc2

__all__ = ["Run", "check", "format", "run"]

_DTYPES: "Dict[str, npt.DTypeLike]" = {
    "i8": np.int8,
    "i16": np.int16,
    "i32": np.int32,
    "i64": np.int64,
    "index": np.int64,
    "bf16": np.float32,
    "f16": np.float16,
    "f32": np.float32,
    "f64": np.float64,
    "c32": np.complex64,
    "c64": np.complex128,
}
"""The types of NumPy for the elements of memrefs. It has none for `bf16`, whose numbers are all in `float32`."""

# NumPy says no types for most of it.
_ma = cast(Any, np.ma)

_Text = Union[str, "os.PathLike[str]"]
_Elements = Tuple[List[int], npt.NDArray[Any], Optional[npt.NDArray[np.bool_]]]


class Run(Dict[str, Any]):
    """The memory of the parameters after a run, by their names: an array for a memref, a list of arrays for a group.

    An array is a `numpy.ma.MaskedArray` if some of its elements have no value, because they were neither given nor written.
    """

    steps: int
    """How many instructions ran; one of all work-items is one."""

    def __init__(self, memory: Mapping[str, Any], steps: int) -> None:
        super().__init__(memory)
        self.steps = steps


def check(text: _Text) -> List[_mnc2.Finding]:
    """All findings in a text, or in the file of a path."""
    return _mnc2.tensor_findings(_read(text)[1])


def format(text: _Text) -> str:
    """The text in its layout: only white space changes."""
    return _mnc2.tensor_format(_read(text)[1])


def canonical(text: _Text) -> str:
    """The text as the compiler prints it, with its comments and the spelling of its numbers."""
    return _mnc2.tensor_canonical(_read(text)[1])


def run(
    text: _Text,
    arguments: Optional[Mapping[str, Any]] = None,
    /,
    *,
    entry: Optional[str] = None,
    groups: int = 1,
    subgroup_size: Optional[int] = None,
    work_group_size: Optional[Tuple[int, int]] = None,
    max_steps: int = 1_000_000_000,
    **named: Any,
) -> Run:
    """Runs a function: `run(text, A=array, alpha=2.0)`. Arguments are not changed; the result has their memory.

    `text` is a text with a line break, or the path of a file. A parameter whose name is not a keyword of Python, such as
    `%0`, or one of those below, is given in `arguments`. A memref of known size that is not given has no values.

    :param entry: the function, if the text has several.
    :param groups: how many work-groups run, one after the other.
    :param subgroup_size: 16 or 32, where the function has no such attribute.
    :param work_group_size: rows and columns, where the function has no such attribute; one subgroup without it.
    :param max_steps: how many instructions may run.
    :raises ProgramError: if the text has errors.
    :raises ValueError: if an argument or an option does not fit.
    :raises TypeError: if an argument is made of something else than numbers.
    :raises RunError: if what the function does is not defined: it leaves memory, reads uninitialized memory, or races.
    """
    name, content = _read(text)
    options = [("groups", str(groups))]
    if entry is not None:
        options.append(("entry", entry))
    if subgroup_size is not None:
        options.append(("subgroup_size", str(subgroup_size)))
    if work_group_size is not None:
        rows, columns = work_group_size
        options.append(("work_group_size", f"{rows}x{columns}"))
    function = _mnc2.TensorFunction(name, content, options)
    parameters = {name: (kind, element) for name, kind, element in function.parameters()}
    numbers: "List[Tuple[str, Any]]" = []
    memory: "List[Tuple[str, bool, List[_Elements]]]" = []
    for key, value in {**(arguments or {}), **named}.items():
        key = key[1:] if key.startswith("%") else key
        kind, element = parameters.get(key, ("scalar", ""))
        if kind == "memref":
            memory.append((key, False, [_elements(key, element, value)]))
        elif kind == "group":
            if not _is_list(value):
                raise TypeError(f"`{key}`: a group is a list of arrays")
            memory.append((key, True, [_elements(f"{key}[{at}]", element, it) for at, it in enumerate(value)]))
        else:
            numbers.append((key, _number(key, value)))
    steps, found = function.run(numbers, memory, max_steps)
    results: "Dict[str, Any]" = {}
    for key, is_group, arrays in found:
        views = [_array(parameters[key][1], *elements) for elements in arrays]
        results[key] = views if is_group else views[0]
    return Run(results, steps)


def _read(text: _Text) -> Tuple[str, str]:
    """The name and the content of what is meant: a string without a line break is the path of a file."""
    if isinstance(text, str) and "\n" in text:
        return "<text>", text
    return os.fspath(text), _mnc2.Program._read(text)


def _is_list(value: Any) -> bool:
    return isinstance(value, (list, tuple, np.ndarray))


def _number(name: str, value: Any) -> Union[bool, int, float, complex]:
    """A number of Python for one of Python or NumPy."""
    array = np.asarray(value)
    if array.shape != () or array.dtype.kind not in "biufc":
        raise TypeError(f"`{name}`: {_described(array)} is not a number")
    number = array.item() if array.dtype != np.longdouble else float(array)
    if isinstance(number, (bool, int)) and not -(2**63) <= number < 2**63:
        raise ValueError(f"`{name}`: {number} has more than 64 bits")
    return number


def _described(array: npt.NDArray[Any]) -> str:
    return str(array.dtype) if array.shape == () else f"an array of shape {array.shape}"


def _elements(name: str, element: str, value: Any) -> _Elements:
    """What a memref holds: its shape, its numbers with the first mode fastest, and which of them have no value."""
    array: npt.NDArray[Any] = _ma.getdata(value)
    mask: Optional[npt.NDArray[np.bool_]] = None
    if _ma.is_masked(value):
        mask = _ma.getmaskarray(value).ravel(order="F")
    kinds = {"i": "iu", "c": "iufc"}.get(np.dtype(_DTYPES[element]).kind, "iuf")
    if array.dtype.kind not in kinds:
        raise TypeError(f"`{name}`: {array.dtype} are not numbers of `{element}`")
    shape = [int(size) for size in array.shape]
    flat = array.ravel(order="F")
    if kinds == "iu":
        if flat.dtype == np.uint64 and bool((flat >= 2**63).any()):
            raise ValueError(f"`{name}`: a value is not an integer of `{element}`")
        return shape, flat.astype(np.int64), mask
    if kinds == "iufc":
        return shape, flat.astype(np.complex128).view(np.float64), mask
    return shape, flat.astype(np.float64), mask


def _array(
    element: str, shape: List[int], values: npt.NDArray[Any], unset: Optional[npt.NDArray[np.bool_]]
) -> npt.NDArray[Any]:
    dtype = np.dtype(_DTYPES[element])
    numbers = values.view(np.complex128) if dtype.kind == "c" else values
    array = numbers.astype(dtype).reshape(shape, order="F")
    if unset is None:
        return array
    masked: npt.NDArray[Any] = _ma.MaskedArray(array, unset.reshape(shape, order="F"))
    return masked
