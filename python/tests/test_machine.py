"""Machines: memory as arrays, runs, threads, interruptions."""

import copy
import os
import signal
import threading
from typing import Any

import mnc2
import numpy as np
import pytest

DOUBLE = "ladd $lm0v $lm0v $ln8v\nnop/2\n"


def test_a_run_computes_on_all_pes() -> None:
    machine = mnc2.Machine()
    machine.lm0[:, :4] = np.arange(4096 * 4).reshape(4096, 4)
    run = machine.run(DOUBLE, strict=True)
    assert (run.steps, run.findings, run.dump) == (3, [], [])
    assert np.array_equal(machine.lm1[:, 4:8], 2 * np.arange(4096 * 4).reshape(4096, 4))


def test_what_nothing_wrote_is_found() -> None:
    machine = mnc2.Machine()
    machine.lm0[:, :3] = 1
    machine.lm0[5, 3] = 1
    findings = machine.run(DOUBLE, strict=True).findings
    assert {(finding.code, finding.line, finding.column) for finding in findings} == {
        ("unwritten", 1, 6),
        ("unwritten", 1, 12),
    }
    assert all("4094 more" in finding.message for finding in findings)
    # What a run without strict mode wrote is not known, so everything counts as written.
    machine.run(DOUBLE)
    assert machine.run(DOUBLE, strict=True).findings == []


SHAPES = {"lm0": (4096, 2048), "grf1": (4096, 256), "t": (4096, 8), "l1bm": (64, 8192), "l2bm": (8, 32768), "pdm": (4, 524288)}


@pytest.mark.parametrize("name", SHAPES)
def test_shapes(name: str) -> None:
    memory: mnc2.Memory = getattr(mnc2.Machine(), name)
    assert memory.shape == SHAPES[name]
    assert memory[0].shape == SHAPES[name][1:]


KEYS: "list[Any]" = [
    (3, 5),
    (-1, -1),
    3,
    slice(10, 20),
    ...,
    (..., 7),
    (slice(None), slice(3, 9, 2)),
    (slice(100, 10, -7), slice(9, 2, -1)),
    (slice(5, 5), 1),
    (np.array([1, 5, 9]), np.array([2, 2, 0])),
    (slice(2, 4), [1, 30]),
    np.int64(12),
]


@pytest.mark.parametrize("dtype", ["u8", "i8", "f8", "u4", "i4", "f4", "u2", "i2"])
@pytest.mark.parametrize("key", KEYS, ids=str)
def test_memory_is_read_and_written_as_an_array(key: Any, dtype: str) -> None:
    random = np.random.default_rng(1)
    machine = mnc2.Machine()
    words = random.integers(0, 2**62, (4096, 256), dtype=np.uint64)
    machine.grf0[...] = words
    memory = machine.grf0.view(dtype)
    model = np.array(memory)
    first = words.astype(">u8").view(f">u{np.dtype(dtype).itemsize}").astype(f"u{np.dtype(dtype).itemsize}")
    assert np.array_equal(model.view(first.dtype), first)
    assert np.array_equal(memory[key], model[key], equal_nan=dtype[0] == "f")
    values = random.integers(0, 100, np.shape(model[key])).astype(dtype)
    memory[key] = values
    model[key] = values
    assert np.array_equal(np.array(memory), model, equal_nan=dtype[0] == "f")


@pytest.mark.parametrize("name", ["l1bm", "l2bm", "pdm", "dram"])
def test_memories_above_the_pes(name: str) -> None:
    memory: mnc2.Memory = getattr(mnc2.Machine(), name)
    values = np.arange(30, dtype=np.uint64).reshape(2, 15)
    memory[1:3, 7:22] = values
    assert np.array_equal(memory[1:3, 7:22], values)
    assert not memory[0, :100].any()
    memory.element(2).u32[4] = 0xAB
    assert memory[2, 2] == 0xAB << 32


def test_one_pe() -> None:
    machine = mnc2.Machine()
    machine.lm1.pe(0, 1, 2, 3, 1).f32[:2] = [1.5, -2]
    assert machine.lm1[mnc2.pe(0, 1, 2, 3, 1), 0] == 0x3FC00000_C0000000
    assert np.count_nonzero(machine.lm1[...]) == 1
    with pytest.raises(IndexError):
        mnc2.pe(4, 0, 0, 0, 0)
    with pytest.raises(TypeError):
        machine.l2bm.pe(0, 0, 0, 0, 0)


def test_half_precision_is_converted() -> None:
    machine = mnc2.Machine()
    values = np.array([0, 1, -2, 1.5, 2.0**-24, 65472, np.inf], np.float16)
    machine.lm0.f16[9, :7] = values
    assert np.array_equal(machine.lm0.f16[9, :7], values)
    assert [hex(word) for word in machine.lm0.u16[9, :4].tolist()] == ["0x0", "0x3e00", "0xc000", "0x3f00"]
    with pytest.raises(ValueError, match="NaN"):
        machine.lm0.f16[0, 0] = np.nan


def test_values_that_would_become_others_are_refused() -> None:
    machine = mnc2.Machine()
    with pytest.raises(TypeError, match="floats"):
        machine.lm0[0, 0] = 1.5
    with pytest.raises(OverflowError):
        machine.lm0.u16[0, 0] = 70000
    with pytest.raises(OverflowError):
        machine.lm0[0, 0] = -1
    with pytest.raises(TypeError, match="not numbers"):
        machine.lm0[0, 0] = object()
    with pytest.raises(TypeError, match="not a type of values"):
        machine.lm0.view(np.complex128)
    with pytest.raises(ValueError):
        machine.lm0[0:2, 0:2] = np.zeros((3, 3), np.uint64)
    with pytest.raises(IndexError):
        machine.lm0[4096, 0] = 1
    with pytest.raises(ValueError, match="take a part"):
        machine.dram[...]
    with pytest.raises(AttributeError, match="machine.lm0"):
        machine.lm0 = 1
    assert not np.array(machine.lm0).any()


def test_a_copy_goes_its_own_way() -> None:
    machine = mnc2.Machine(seed=1)
    other = copy.copy(machine)
    assert machine.state_hash == other.state_hash
    assert np.array_equal(machine.lm0[...], other.lm0[...])
    assert not np.array_equal(machine.lm0[...], mnc2.Machine(seed=2).lm0[...])
    other.run("lpassa $peid $lm0v\n")
    assert machine.state_hash != other.state_hash


def test_two_machines_run_on_two_threads() -> None:
    hashes: "list[int]" = []

    def work() -> None:
        machine = mnc2.Machine()
        machine.run("lpassa $peid $lm0v\nnop/2\nladd $lm0v $lm0v $ln8v\n" * 200)
        hashes.append(machine.state_hash)

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(hashes)) == 1


ENDLESS = "ladd $peid $lr0v $lr0v\nnop/2\n" * 200_000
RUNS_MAX = 100
"""Runs after which a test gives up."""


@pytest.mark.skipif(os.name != "posix", reason="a process cannot press Ctrl+C there")
def test_ctrl_c_stops_a_run() -> None:
    machine = mnc2.Machine(seed=3)
    # A process that a shell started in the background ignores Ctrl+C.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        for _ in range(RUNS_MAX):
            machine.run(ENDLESS)
    assert machine.run("nop\n").steps == 1


def test_progress_is_told_and_can_stop_a_run() -> None:
    machine = mnc2.Machine(seed=3)
    told: "list[tuple[int, int]]" = []

    def tell(line: int, lines: int) -> None:
        told.append((line, lines))
        with pytest.raises(mnc2.Mnc2Error, match="a program runs"):
            machine.state_hash
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        for _ in range(RUNS_MAX):
            machine.run(ENDLESS, progress=tell)
    ((line, lines),) = told
    assert 0 <= line <= lines == 400_000


def test_errors_have_sentences_and_places() -> None:
    machine = mnc2.Machine()
    with pytest.raises(mnc2.ProgramError, match="<program>:2: E0201") as refused:
        machine.run("nop\nnonsense\n")
    assert [finding.line for finding in refused.value.findings] == [2]
    with pytest.raises(mnc2.RunError, match="limit of steps") as stopped:
        machine.run("nop\nnop\nnop\n", max_steps=2)
    assert stopped.value.line == 3
    with pytest.raises(ValueError, match="lines count from 1"):
        machine.run("nop\n", until=0)
    assert machine.run("nop\nnop\n", until=1).steps == 1


def test_assertions_say_whether_they_hold() -> None:
    run = mnc2.Machine().run("lpassa $peid $lr0v\nnop\n#! assert $lr0@n0c0b0m0p1 == 2\n#! assert all($lr0 == $peid)\n")
    (wrong,) = [said for said in run.assertions if said.severity == "error"]
    assert wrong.line == 3
