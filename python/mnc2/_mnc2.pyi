from collections.abc import Callable
from os import PathLike
from pathlib import Path
from typing import Any, Literal, Optional, Union

import mnc2
import numpy as np
import numpy.typing as npt

class Mnc2Error(Exception): ...

class ProgramError(Mnc2Error):
    findings: list[Finding]

class RunError(Mnc2Error):
    line: int

class TestcaseError(Mnc2Error): ...

class Place:
    """A place in the program that generates a program."""

    file: str
    line: int
    column: Optional[int]
    def __init__(self, file: str, line: int, column: Optional[int] = None) -> None: ...
    def __hash__(self) -> int: ...

class Note:
    """Another place that a finding is about."""

    line: Optional[int]
    message: str

class Edit:
    """The text between two places is replaced; columns count characters, and the end is exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int
    text: str

class Fix:
    """A fix of a finding."""

    title: str
    safe: bool
    edits: list[Edit]

class Finding:
    """Something in a program that the assembler refuses, or that is worth a warning."""

    code: str
    severity: str
    line: int
    column: int
    end_column: int
    message: str
    section: str
    notes: list[Note]
    fixes: list[Fix]
    generator: Optional[Place]

class Access:
    """One access of an operand."""

    place: str
    cycle: Optional[int]
    ranges: list[tuple[int, int]]
    plus_t: bool

class Operand:
    """What an operand accesses."""

    operand: str
    direction: Literal["read", "write"]
    title: str
    unit: str
    accesses: list[Access]
    remarks: list[str]

class Program:
    def __init__(self, text: str = "", *, path: Union[str, PathLike[str], None] = None) -> None: ...
    @staticmethod
    def _read(path: Union[str, PathLike[str]]) -> str: ...
    def _with_places(self) -> str: ...
    def _append(self, line: str, place: Optional[Place]) -> int: ...
    @property
    def path(self) -> Optional[Path]:
        """The file that the program was read from or is called after."""
    @property
    def text(self) -> str:
        """The text."""
    @property
    def steps(self) -> int:
        """Steps up to the end of the program; `nop/n` counts as n."""
    def __len__(self) -> int: ...
    def lines(self, most: Optional[int] = None) -> list[str]:
        """The lines without their ends: all, or the first ones."""
    def generator(self, line: int) -> Optional[Place]:
        """What made a line, counted from 1."""
    def check(
        self,
        profile: Optional[Literal["assembler", "hardware", "contest"]] = None,
        *,
        mode: Optional[Literal["infer", "auto", "flat"]] = None,
        fixes: bool = True,
    ) -> list[Finding]:
        """What is wrong with the program by the rules of a profile, in the order of lines."""
    def expand(self, line: int) -> list[Operand]:
        """What the operands of a line access, cycle by cycle."""

class Run:
    """What a run said."""

    steps: int
    dump: list[str]
    truncated: bool
    findings: list[Finding]
    assertions: list[Finding]

class Machine:
    def __init__(
        self, seed: Optional[int] = None, *, off_chip: Literal["zero", "undefined"] = "zero"
    ) -> None: ...
    @property
    def state_hash(self) -> int:
        """A number that differs for different states, except with a chance of one in 2^64."""
    def _become(self, other: Machine) -> None: ...
    def _save(self, path: Union[str, PathLike[str]]) -> None: ...
    def _load(self, path: Union[str, PathLike[str]], max_memory: int) -> None: ...
    def _bytes(self) -> bytes: ...
    def _of_bytes(self, bytes: bytes) -> None: ...
    @staticmethod
    def _shape(name: str) -> tuple[int, int]: ...
    def _read(
        self, name: str, elements: tuple[int, int], words: tuple[int, int]
    ) -> npt.NDArray[np.uint64]: ...
    def _write(
        self,
        name: str,
        element: int,
        word: int,
        values: npt.NDArray[np.uint64],
        bits: Optional[npt.NDArray[np.uint64]] = None,
    ) -> None: ...
    def _run(
        self,
        program: Program,
        *,
        until: Optional[int] = None,
        strict: bool = False,
        max_steps: Optional[int] = None,
        max_memory: int = 4096,
        max_dump_lines: int = 1_000_000,
        progress: Optional[Callable[[int, int], object]] = None,
        debug: bool = False,
    ) -> Run: ...

class Mismatch:
    """A value that is not as expected."""

    line: int
    position: Optional[str]
    place: Optional[str]
    actual: str
    expected: str
    error: Optional[str]

class Verdict:
    """The verdict of the contest's judge."""

    accepted: bool
    score: int
    bytes: int
    values: int
    mismatches: list[Mismatch]
    failed_assertions: int
    def __bool__(self) -> bool: ...

class Shortened:
    """A program that does the same in fewer steps, proven."""

    program: mnc2.Program
    before: int
    after: int
    shortest: bool
    summary: str
    certainty: str
    doubt: Optional[str]
    ranges: Optional[str]
    explained: list[str]

class Equality:
    """Whether two programs do the same: `same` is proven, `different` is shown by a run."""

    verdict: Literal["same", "different", "undecided"]
    runs: int
    def __bool__(self) -> bool: ...

def judge(
    testcase: Program,
    program: Program,
    *,
    seed: Optional[int] = None,
    max_steps: Optional[int] = None,
    max_memory: int = 4096,
) -> Verdict: ...
def testcase_beside(path: Union[str, PathLike[str]]) -> Optional[Path]: ...
def schedule(
    program: Program,
    *,
    region: Optional[tuple[int, int]] = None,
    level: Literal["order", "forwarding", "renaming", "merging", "unit", "rewrite"] = "forwarding",
    score: Literal["steps", "lines-and-bytes"] = "steps",
    time: float = 20.0,
    work: Optional[int] = None,
    jobs: Optional[int] = None,
    testcase: Optional[Program] = None,
    ranges: bool = False,
    keep_hazards: bool = False,
    unproven: bool = False,
) -> Shortened: ...
def equal(
    one: Program,
    other: Program,
    *,
    testcase: Optional[Program] = None,
    runs: int = ...,
    max_steps: Optional[int] = None,
    max_memory: int = 4096,
) -> Equality: ...
class TensorFunction:
    def __init__(self, name: str, text: str, options: list[tuple[str, str]]) -> None: ...
    def parameters(self) -> list[tuple[str, Literal["bool", "scalar", "memref", "group", "coopmatrix"], str]]: ...
    def run(
        self,
        numbers: list[tuple[str, Any]],
        memory: list[tuple[str, bool, list[tuple[list[int], npt.NDArray[Any], Optional[npt.NDArray[np.bool_]]]]]],
        max_steps: int,
    ) -> tuple[
        int, list[tuple[str, bool, list[tuple[list[int], npt.NDArray[Any], Optional[npt.NDArray[np.bool_]]]]]]
    ]: ...

def tensor_findings(text: str) -> list[Finding]: ...
def tensor_format(text: str) -> str: ...
def tensor_canonical(text: str) -> str: ...
def half_of_float16(bits: npt.NDArray[np.uint16]) -> npt.NDArray[np.uint16]: ...
def float16_of_half(bits: npt.NDArray[np.uint16]) -> npt.NDArray[Any]: ...
def coloured(program: Program, lines: int) -> list[tuple[int, int, int, str]]: ...
def used_units(
    program: Program, first: int, last: int, most: int
) -> tuple[list[str], list[tuple[int, int, int, int, str]]]: ...
def pe_hashes(machine: Machine) -> npt.NDArray[np.uint64]: ...
