"""Programs, and the builder that remembers which line of Python made which step."""

from __future__ import annotations

import os
import sys
from types import FrameType
from typing import Literal, Optional, Tuple, Union

from . import _html, _mnc2

At = Union[FrameType, _mnc2.Place, Tuple[str, int], None]
"""What made a line: a frame, a place, or a file and a line."""


class Program(_mnc2.Program):
    """A program in MN-Core 2 assembly: text, or what `step` adds to it.

    `Program("…")` is a text, `Program.from_path("a.vsm")` a file, `Program()` empty. Every text is accepted: `check` reports
    what is wrong.
    """

    @classmethod
    def from_path(cls, path: Union[str, "os.PathLike[str]"]) -> "Program":
        """The program in a file of at most 64 MiB.

        :raises OSError: if it cannot be read.
        """
        return cls(_mnc2.Program._read(path), path=path)

    def step(self, text: str, at: At = None) -> int:
        """Appends a line and returns its number, from 1.

        Findings about the line name the line of Python that called this. A function that makes steps for others passes
        the frame of its caller, `at=sys._getframe(1)`, or any other place.
        """
        return self._append(text, _place(at if at is not None else sys._getframe(1)))

    def write(self, path: Union[str, "os.PathLike[str]"], *, places: bool = False) -> None:
        """Writes the text to a file.

        With `places`, comments `#@ file:line` name the origin of the steps for editors and `mnc2 check`.
        """
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(self._with_places() if places else self.text)

    def timeline(self, first: int = 0, steps: int = 200) -> _html.Drawing:
        """A drawing of what the steps from `first` on use: a row for each unit, steps from left to right.

        Steps count from 0, and at most 2000 are shown. Notebooks show it; `svg` is its text.
        """
        return _html.Drawing(_html.timeline(self, first, steps))

    def _repr_html_(self) -> str:
        return _html.program(self)

    def __repr__(self) -> str:
        name = "" if self.path is None else f" {self.path}"
        return f"<Program{name}: {len(self)} lines>"


def _place(at: At) -> Optional[_mnc2.Place]:
    if at is None or isinstance(at, _mnc2.Place):
        return at
    if isinstance(at, tuple):
        return _mnc2.Place(*at)
    return _mnc2.Place(at.f_code.co_filename, at.f_lineno)


ProgramLike = Union[_mnc2.Program, str, "os.PathLike[str]"]
"""A program, its text (with a line break), or the path of a file."""


def as_program(program: ProgramLike) -> _mnc2.Program:
    """The program that is meant: a string without a line break is the path of a file."""
    if isinstance(program, _mnc2.Program):
        return program
    if isinstance(program, str) and "\n" in program:
        return Program(program)
    return Program.from_path(program)


def judge(
    testcase: ProgramLike,
    program: ProgramLike,
    *,
    seed: Optional[int] = None,
    max_steps: Optional[int] = None,
    max_memory: int = 4096,
) -> _mnc2.Verdict:
    """Runs a solution within its testcase, as the contest's judge does, and compares the output.

    The chip starts with zeros, or with the garbage of a `seed`. `max_memory` is MiB of PDM and DRAM.

    :raises TestcaseError: if the testcase is none.
    :raises ProgramError: if one of the two has errors.
    :raises RunError: if the run stops before its end.
    """
    return _mnc2.judge(
        as_program(testcase), as_program(program), seed=seed, max_steps=max_steps, max_memory=max_memory
    )


def schedule(
    program: ProgramLike,
    *,
    region: Optional[Tuple[int, int]] = None,
    level: Literal["order", "forwarding", "renaming", "merging", "unit", "rewrite"] = "forwarding",
    score: Literal["steps", "lines-and-bytes"] = "steps",
    time: float = 20.0,
    work: Optional[int] = None,
    jobs: Optional[int] = None,
    testcase: Optional[ProgramLike] = None,
    ranges: bool = False,
    keep_hazards: bool = False,
    unproven: bool = False,
) -> _mnc2.Shortened:
    """Searches for a shorter equivalent program, with proof.

    `region` is the first and the last line that may change. `time` is seconds for each level up to `level`; with a limit of
    `work` instead, the result is the same on every machine and with any number of threads (`jobs`, all processors by default).
    With a `testcase`, only what its output lines show must be the same. With `ranges`, too, a result is accepted that is proven
    only for inputs in the ranges of the testcase; `ranges` of the result is then these ranges. With `unproven`, a shorter result that is not proven is
    accepted if all runs agree; `doubt` is then the sentence about it.

    :raises ProgramError: if the program has errors.
    :raises Mnc2Error: if nothing may move.
    :raises ValueError: if an argument has no meaning, such as `ranges` without a `testcase`.
    """
    return _mnc2.schedule(
        as_program(program),
        region=region,
        level=level,
        score=score,
        time=time,
        work=work,
        jobs=jobs,
        testcase=None if testcase is None else as_program(testcase),
        ranges=ranges,
        keep_hazards=keep_hazards,
        unproven=unproven,
    )


def equal(
    one: ProgramLike,
    other: ProgramLike,
    *,
    testcase: Optional[ProgramLike] = None,
    runs: int = 8,
    max_steps: Optional[int] = None,
    max_memory: int = 4096,
) -> _mnc2.Equality:
    """Proves two programs equivalent, or refutes it by `runs`.

    The output of `d get` is compared, or all memory at the end if there is none.

    :raises ProgramError: if one of them has errors.
    """
    return _mnc2.equal(
        as_program(one),
        as_program(other),
        testcase=None if testcase is None else as_program(testcase),
        runs=runs,
        max_steps=max_steps,
        max_memory=max_memory,
    )


def expand(program: ProgramLike, line: int = 1) -> "list[_mnc2.Operand]":
    """What the operands of a line access, cycle by cycle. A string is a program, even without a line break."""
    if isinstance(program, str):
        program = Program(program)
    return as_program(program).expand(line)
