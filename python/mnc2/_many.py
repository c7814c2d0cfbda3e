"""Many programs, by any executor of `concurrent.futures`: threads of this machine, or a cluster's workers."""

from __future__ import annotations

import os
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any, Callable, Dict, Generic, Iterable, Iterator, List, Optional, TypeVar

from . import _mnc2
from ._program import ProgramLike, as_program, judge, schedule

Result = TypeVar("Result")


@dataclass(frozen=True)
class Done(Generic[Result]):
    """What became of one of many programs: a result, or why there is none."""

    index: int
    """The place of the program in what was given, from 0."""
    program: ProgramLike
    """The program as it was given."""
    result: Optional[Result] = None
    error: Optional[Exception] = None

    def get(self) -> Result:
        """The result.

        :raises Exception: `error`, if there is one.
        """
        if self.error is not None:
            raise self.error
        assert self.result is not None
        return self.result


def check_many(
    programs: Iterable[ProgramLike],
    *,
    executor: Optional[Executor] = None,
    at_once: int = 64,
    progress: Optional[Callable[[int], object]] = None,
    **options: Any,
) -> Iterator[Done[List[_mnc2.Finding]]]:
    """Checks many programs; yields each when it is done. `options` are the arguments of `Program.check`.

    `executor` is any of `concurrent.futures`; without one, threads of this machine. At most `at_once` programs are with it, so
    that `programs` can be a generator of any length. `progress` is called with the number of programs that are done. Who
    leaves the loop cancels the rest.
    """
    return _many(_check, programs, executor, at_once, progress, options)


def judge_many(
    testcase: ProgramLike,
    programs: Iterable[ProgramLike],
    *,
    executor: Optional[Executor] = None,
    at_once: int = 64,
    progress: Optional[Callable[[int], object]] = None,
    **options: Any,
) -> Iterator[Done[_mnc2.Verdict]]:
    """Judges many solutions of a problem, as `check_many` checks programs. `options` are the arguments of `judge`."""
    options["testcase"] = as_program(testcase)
    return _many(_judge, programs, executor, at_once, progress, options)


def schedule_many(
    programs: Iterable[ProgramLike],
    *,
    executor: Optional[Executor] = None,
    at_once: int = 64,
    progress: Optional[Callable[[int], object]] = None,
    **options: Any,
) -> Iterator[Done[_mnc2.Shortened]]:
    """Shortens many programs, as `check_many` checks them, each on one thread. `options` are the arguments of `schedule`."""
    options.setdefault("jobs", 1)
    if options.get("testcase") is not None:
        options["testcase"] = as_program(options["testcase"])
    return _many(schedule, programs, executor, at_once, progress, options)


def _check(program: _mnc2.Program, **options: Any) -> List[_mnc2.Finding]:
    return program.check(**options)


def _judge(program: _mnc2.Program, testcase: _mnc2.Program, **options: Any) -> _mnc2.Verdict:
    return judge(testcase, program, **options)


def _many(
    work: Callable[..., Result],
    programs: Iterable[ProgramLike],
    executor: Optional[Executor],
    at_once: int,
    progress: Optional[Callable[[int], object]],
    options: Dict[str, Any],
) -> Iterator[Done[Result]]:
    if at_once < 1:
        raise ValueError(f"at_once={at_once}: at least 1")
    return _results(work, enumerate(programs), executor, at_once, progress, options)


def _results(
    work: Callable[..., Result],
    programs: Iterator["tuple[int, ProgramLike]"],
    executor: Optional[Executor],
    at_once: int,
    progress: Optional[Callable[[int], object]],
    options: Dict[str, Any],
) -> Iterator[Done[Result]]:
    own = None
    if executor is None:
        executor = own = ThreadPoolExecutor(max_workers=os.cpu_count())
    pending: "Dict[Future[Result], tuple[int, ProgramLike]]" = {}
    count = 0
    is_exhausted = False
    try:
        while pending or not is_exhausted:
            finished: List[Done[Result]] = []
            while not is_exhausted and not finished and len(pending) < at_once:
                given = next(programs, None)
                if given is None:
                    is_exhausted = True
                    break
                try:
                    # Files are read here: a worker elsewhere does not have them.
                    program = as_program(given[1])
                except (OSError, _mnc2.Mnc2Error) as error:
                    finished.append(Done(*given, error=error))
                else:
                    pending[executor.submit(work, program, **options)] = given
            if pending and not finished:
                futures, _ = wait(pending, return_when=FIRST_COMPLETED)
                finished = [_outcome(future, pending.pop(future)) for future in futures]
            for done in finished:
                count += 1
                if progress is not None:
                    progress(count)
                yield done
    finally:
        for future in pending:
            future.cancel()
        if own is not None:
            own.shutdown(wait=False, cancel_futures=True)


def _outcome(future: "Future[Result]", given: "tuple[int, ProgramLike]") -> Done[Result]:
    """What became of a program. Failures of the executor itself are raised."""
    try:
        return Done(*given, result=future.result())
    except _mnc2.Mnc2Error as error:
        return Done(*given, error=error)
