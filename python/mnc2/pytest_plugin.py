"""pytest: the fixtures `mnc2_machine` and `mnc2_compare`, and solutions as tests.

A `.vsm` file with a testcase next to it (`testcase.vsm`, as for `mnc2 judge`) is a test: it passes if the judge accepts
it. `--no-vsm` collects none of them.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any, Callable, Iterable, Optional

import pytest

import mnc2
from mnc2 import _mnc2

_MISMATCHES_SHOWN = 10


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("mnc2")
    group.addoption("--mnc2-seed", type=int, action="append", help="compare kernels with this seed only; may be repeated")
    group.addoption("--no-vsm", action="store_true", help="do not judge the .vsm solutions")


@pytest.fixture
def mnc2_machine() -> mnc2.Machine:
    """A chip with zeros."""
    return mnc2.Machine()


@pytest.fixture
def mnc2_compare(request: pytest.FixtureRequest) -> Callable[..., None]:
    """`mnc2.compare`, with the seeds of the command line if there are any."""
    seeds = request.config.getoption("--mnc2-seed")
    return mnc2.compare if seeds is None else partial(mnc2.compare, seeds=seeds)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> Optional[pytest.Collector]:
    if file_path.suffix != ".vsm" or parent.config.getoption("--no-vsm"):
        return None
    testcase = _mnc2.testcase_beside(file_path)
    if testcase is None:
        return None
    file: SolutionFile = SolutionFile.from_parent(parent, path=file_path)
    file.testcase = testcase
    return file


class SolutionFile(pytest.File):
    """A solution."""

    testcase: Path

    def collect(self) -> Iterable[pytest.Item]:
        item: Judged = Judged.from_parent(self, name=self.testcase.name)
        item.testcase = self.testcase
        return [item]


class Judged(pytest.Item):
    """A solution within its testcase."""

    testcase: Path

    def runtest(self) -> None:
        verdict = mnc2.judge(self.testcase, self.path)
        if not verdict:
            raise WrongAnswer(verdict)

    def repr_failure(self, excinfo: "pytest.ExceptionInfo[BaseException]", style: Any = None) -> Any:
        error = excinfo.value
        if isinstance(error, (WrongAnswer, mnc2.Mnc2Error)):
            return str(error)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> "tuple[Path, int, str]":
        return self.path, 0, f"{self.path.name} in {self.testcase.name}"


class WrongAnswer(Exception):
    """A solution that is not accepted."""

    def __init__(self, verdict: mnc2.Verdict) -> None:
        self.verdict = verdict
        lines = [f"{len(verdict.mismatches)} of {verdict.values} values are wrong"]
        for mismatch in verdict.mismatches[:_MISMATCHES_SHOWN]:
            place = mismatch.place or "nothing was dumped"
            position = "" if mismatch.position is None else f" {mismatch.position}"
            lines.append(
                f"line {mismatch.line}{position}, {place}: {mismatch.actual}, expected {mismatch.expected}"
            )
        more = len(verdict.mismatches) - _MISMATCHES_SHOWN
        if more > 0:
            lines.append(f"and {more} more")
        super().__init__("\n".join(lines))
