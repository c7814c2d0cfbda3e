"""Bad input is normal input: a clear error, in bounded time and memory, and nothing is changed."""

import sys
from pathlib import Path
from typing import Any, Callable

import mnc2
import numpy as np
import pytest

VALUES: "list[tuple[Any, type[Exception], str]]" = [
    (np.array([object()] * 4), TypeError, "object are not numbers"),
    (np.array([1, 2, 3, 4], object), TypeError, "object are not numbers"),
    (np.array(["1"] * 4), TypeError, "not numbers"),
    (np.ones(4, complex), TypeError, "complex128 are not numbers"),
    (np.zeros(4, [("a", "u8")]), TypeError, "not numbers"),
    (np.array(["2020-01-01"] * 4, "M8[D]"), TypeError, "not numbers"),
    (None, TypeError, "not numbers"),
    ({}, TypeError, "not numbers"),
    (np.ones(4, np.float32), TypeError, "view"),
    (np.ones(5, np.uint64), ValueError, "broadcast"),
    (np.ones((4096, 5), np.uint64), ValueError, "broadcast"),
    (np.ones((2, 4096, 4), np.uint64), ValueError, "broadcast"),
    (np.array([-1, 0, 0, 0]), OverflowError, "uint64"),
    ([2**64, 0, 0, 0], TypeError, "not numbers"),
]


@pytest.mark.parametrize(("values", "error", "words"), VALUES, ids=[str(index) for index in range(len(VALUES))])
def test_values_of_another_kind_or_shape_are_refused(values: Any, error: "type[Exception]", words: str) -> None:
    machine = mnc2.Machine()
    before = machine.state_hash
    with pytest.raises(error, match=words):
        machine.lm0[:, :4] = values
    assert machine.state_hash == before


@pytest.mark.parametrize("key", [4096, (0, 2048), (0, 0, 0), "lm0", 1.5, (5, "a"), np.zeros(3)], ids=str)
def test_keys_that_are_none_are_refused(key: Any) -> None:
    memory = mnc2.Machine().lm0
    with pytest.raises((IndexError, TypeError, ValueError)):
        memory[key] = 1
    assert not np.array(memory).any()


@pytest.mark.parametrize("dtype", ["complex128", "O", "U5", "f2,f2", "M8[s]", "no type", np.longdouble, 7])
def test_types_that_no_word_has_are_refused(dtype: Any) -> None:
    with pytest.raises(TypeError):
        mnc2.Machine().lm0.view(dtype)


def test_a_huge_program_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "huge.vsm"
    with path.open("wb") as file:
        file.truncate(5 << 30)
    calls: "list[Callable[[Path], object]]" = [
        mnc2.Program.from_path,
        mnc2.Machine().run,
        lambda path: mnc2.judge(path, path),
    ]
    for call in calls:
        with pytest.raises(OSError, match="huge.vsm.*longer than 67108864 bytes"):
            call(path)
    with pytest.raises(ValueError, match="larger than 64 MiB"):
        mnc2.Program("#" * (65 << 20))
    with pytest.raises(ValueError, match="lines"):
        mnc2.Program("\n" * (3 << 20))


def test_a_generator_that_is_nowhere_changes_nothing(tmp_path: Path) -> None:
    comments = [
        ("#@ nowhere/gen.py:7", mnc2.Place("nowhere/gen.py", 7)),
        ("#@ ../../../etc/passwd:1:2", mnc2.Place("../../../etc/passwd", 1, 2)),
        ("#@ gen.py:0", None),
        ("#@ gen.py:99999999999999999999", None),
        ("#@ gen.py", None),
        ("#@ :5", None),
        ("#@", None),
    ]
    for comment, place in comments:
        path = tmp_path / "a.vsm"
        path.write_text(f"lpassa $peid $lr1v {comment}\n")
        program = mnc2.Program.from_path(path)
        (finding,) = program.check()
        assert (finding.code, finding.line) == ("E0305", 1)
        assert finding.generator == program.generator(1) == place, comment


@pytest.mark.parametrize("at", [5, "gen.py", ("gen.py",), ("gen.py", -1), ("gen.py", "1"), (1, 2), object()], ids=str)
def test_places_that_are_none_are_refused(at: Any) -> None:
    program = mnc2.Program()
    with pytest.raises((TypeError, AttributeError, OverflowError)):
        program.step("nop", at=at)
    assert len(program) == 0
    with pytest.raises(ValueError, match="one line"):
        program.step("nop\rnop", at=sys._getframe())


@pytest.mark.parametrize("program", [None, 5, b"nop\n", ["nop"], object()], ids=str)
def test_what_is_no_program_is_refused(program: Any) -> None:
    machine = mnc2.Machine()
    calls: "list[Callable[[Any], object]]" = [
        machine.run,
        mnc2.expand,
        lambda it: mnc2.equal(it, it),
        mnc2.schedule,
    ]
    for call in calls:
        with pytest.raises((TypeError, OSError)):
            call(program)


def test_arguments_out_of_range_are_refused() -> None:
    machine = mnc2.Machine()
    wrong: "list[dict[str, Any]]" = [
        {"until": -1},
        {"until": 2**40},
        {"max_steps": -1},
        {"max_memory": -5},
        {"max_dump_lines": -1},
    ]
    for arguments in wrong:
        with pytest.raises((ValueError, OverflowError)):
            machine.run("nop\n", **arguments)
    for seed in (-1, 2**64, 1.5, "a"):
        with pytest.raises((OverflowError, TypeError)):
            mnc2.Machine(seed)  # type: ignore[arg-type]
    for time in (-1.0, float("nan"), float("inf")):
        with pytest.raises(ValueError, match="seconds"):
            mnc2.schedule("nop\n", time=time)
