"""Many programs at once: on threads, in processes, and on a real cluster."""

import pickle
import threading
import time
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from pathlib import Path
from typing import Any, Iterator, List

import mnc2
import pytest
from test_judge import RIGHT, TESTCASE, WRONG

SLOW = "lpassa $peid $lr0v\nnop/2\nlpassa $peid $lr8v\nnop/2\n"
REFUSED = "nonsense\n"


def test_results_come_with_their_programs() -> None:
    programs = ["nop\n", REFUSED, "nop\n", "no such file.vsm"]
    counts: List[int] = []
    done = sorted(mnc2.check_many(programs, progress=counts.append), key=lambda it: it.index)
    assert [it.index for it in done] == [0, 1, 2, 3] and counts == [1, 2, 3, 4]
    assert [it.program for it in done] == programs
    assert done[0].get() == [] and done[1].get()[0].line == 1
    assert isinstance(done[3].error, OSError)
    with pytest.raises(OSError):
        done[3].get()


def test_options_are_passed_on() -> None:
    verdicts = {it.index: it for it in mnc2.judge_many(TESTCASE, [RIGHT, WRONG, REFUSED], seed=None)}
    assert verdicts[0].get().accepted and not verdicts[1].get().accepted
    error = verdicts[2].error
    assert isinstance(error, mnc2.ProgramError) and error.findings
    (shortened,) = mnc2.schedule_many([SLOW], level="order", time=5.0)
    assert shortened.get().after < shortened.get().before
    with pytest.raises(ValueError, match="at_once"):
        mnc2.check_many([], at_once=0)


def test_a_generator_without_end_is_taken_as_it_is_needed() -> None:
    taken = 0

    def endless() -> Iterator[str]:
        nonlocal taken
        while True:
            taken += 1
            yield "nop\n"

    for done in mnc2.check_many(endless(), at_once=4):
        if done.index >= 100:
            break
    assert 100 < taken <= 120


class Waiting(Executor):
    """Begins nothing, so that all that is not done is cancelled."""

    def __init__(self) -> None:
        self.futures: "List[Future[Any]]" = []

    def submit(self, fn: Any, /, *arguments: Any, **keywords: Any) -> "Future[Any]":
        future: "Future[Any]" = Future()
        self.futures.append(future)
        if len(self.futures) == 1:
            future.set_result(fn(*arguments, **keywords))
        return future


def test_who_leaves_cancels_the_rest() -> None:
    executor = Waiting()
    results = mnc2.check_many(["nop\n"] * 10, executor=executor, at_once=5)
    assert next(results).index == 0
    results.close()  # type: ignore[attr-defined]
    assert len(executor.futures) == 5
    assert all(future.cancelled() for future in executor.futures[1:])


def test_values_are_pickled(tmp_path: Path) -> None:
    program = mnc2.Program(path=tmp_path / "made.vsm")
    program.step("lpassa $lm1v $lr0v", at=("gen.py", 7))
    again = pickle.loads(pickle.dumps(program))
    assert type(again) is mnc2.Program and again.text == program.text and again.path == program.path
    assert again.generator(1) == program.generator(1)
    for finding, other in zip(program.check(), again.check()):
        back = pickle.loads(pickle.dumps(finding))
        assert str(back) == str(finding) == str(other)
        assert [fix.title for fix in back.fixes] == [fix.title for fix in finding.fixes]
    verdict = mnc2.judge(TESTCASE, WRONG)
    back = pickle.loads(pickle.dumps(verdict))
    assert repr(back) == repr(verdict) and back.mismatches[0].expected == "10"
    shortened = mnc2.schedule(SLOW, level="order", time=5.0)
    assert pickle.loads(pickle.dumps(shortened)).program.text == shortened.program.text
    with pytest.raises(mnc2.ProgramError) as raised:
        mnc2.judge(TESTCASE, REFUSED)
    assert pickle.loads(pickle.dumps(raised.value)).findings[0].line == 1


def test_a_limit_of_work_gives_one_result() -> None:
    found = [mnc2.schedule(SLOW, level="rewrite", work=20_000, jobs=jobs) for jobs in (1, 2, 3)]
    texts = {it.program.text for it in found}
    assert len(texts) == 1 and found[0].after < found[0].before
    assert found[0].doubt is None and pickle.loads(pickle.dumps(found[0])).explained == found[0].explained
    for wrong in ({"work": 0}, {"jobs": 0}, {"jobs": 1000}):
        with pytest.raises(ValueError):
            mnc2.schedule(SLOW, **wrong)  # type: ignore[arg-type]


def test_processes_work_as_threads_do() -> None:
    with ProcessPoolExecutor(max_workers=2) as executor:
        found = {it.index: it.get() for it in mnc2.check_many([REFUSED, "nop\n"], executor=executor)}
    assert found[0][0].severity == "error" and found[1] == []


def test_a_cluster_works_as_threads_do() -> None:
    # A worker gets a function within a function as it is: it cannot import this file.
    def transitions(dask_worker: Any) -> int:
        return int(dask_worker.state.transition_counter)

    distributed = pytest.importorskip("distributed", reason="installed by .ci/python")
    cluster = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    )
    with cluster, distributed.Client(cluster) as client:
        executor = client.get_executor(pure=False, retries=2)
        solutions = [RIGHT, WRONG, REFUSED] * 20
        start = time.monotonic()
        done = {it.index: it for it in mnc2.judge_many(TESTCASE, solutions, executor=executor)}
        seconds = time.monotonic() - start
        print(f"{len(solutions)} solutions on two workers: {len(solutions) / seconds:.0f} a second")
        assert sorted(done) == list(range(len(solutions)))
        for index, it in done.items():
            if index % 3 == 2:
                assert isinstance(it.error, mnc2.ProgramError)
            else:
                assert it.get().accepted == (index % 3 == 0)
        # Both workers took a part.
        tasks = client.run(transitions)
        assert len(tasks) == 2 and all(tasks.values())
        slow = mnc2.schedule_many([SLOW] * 50, executor=executor, at_once=8, level="order", time=5.0)
        assert next(slow).get().after < next(slow).get().before
        slow.close()  # type: ignore[attr-defined]


def test_threads_are_left_alone_afterwards() -> None:
    list(mnc2.check_many(["nop\n"] * 20))
    deadline = time.monotonic() + 30
    while any("ThreadPoolExecutor" in it.name for it in threading.enumerate()) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not [it.name for it in threading.enumerate() if "ThreadPoolExecutor" in it.name]
