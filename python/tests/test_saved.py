"""Machines that are saved, loaded, pickled and copied."""

import copy
import os
import pickle
import struct
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import mnc2
import numpy as np
import pytest

HALF = "linc $peid $lr8v $omr1\nlpassa $mabid $lnb\nnop/3\nmaskr 1\nl1bmd $lr8v $lb0\n"
REST = "l1bmd $lb0 $ls0v\nladd $aluf $lr8v $lm0v\nlpassa $ln0v $lr0v\n"


def used(seed: "int | None" = None) -> mnc2.Machine:
    machine = mnc2.Machine(seed)
    machine.lm0.f64[:, :8] = np.arange(4096 * 8).reshape(4096, 8)
    machine.dram[1, 12345] = 7
    machine.run(HALF, strict=True)
    return machine


@pytest.mark.parametrize("seed", [None, 3])
def test_a_loaded_machine_goes_on_as_the_saved_one(tmp_path: Path, seed: "int | None") -> None:
    machine = used(seed)
    machine.save(tmp_path / "machine")
    loaded = mnc2.Machine.load(tmp_path / "machine")
    assert loaded.state_hash == machine.state_hash
    assert np.array_equal(loaded.lm0[...], machine.lm0[...]) and loaded.dram[1, 12345] == 7
    runs = [one.run(REST, strict=True) for one in (machine, loaded)]
    said = [[str(finding) for finding in run.findings] for run in runs]
    assert said[0] == said[1] != []
    assert loaded.state_hash == machine.state_hash
    assert os.listdir(tmp_path) == ["machine"]


def test_a_file_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "machine"
    mnc2.Machine().save(path)
    size = path.stat().st_size
    assert size < 10_000
    machine = used()
    machine.save(str(path))
    assert path.stat().st_size > size
    assert mnc2.Machine.load(str(path)).state_hash == machine.state_hash
    with pytest.raises(FileNotFoundError, match="nowhere"):
        machine.save(tmp_path / "nowhere" / "machine")


def test_what_is_no_saved_machine_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "machine"
    used().save(path)
    saved = path.read_bytes()
    for bytes_, words in [
        (b"", "not a saved machine"),
        (b"\x80\x04 a pickle", "not a saved machine"),
        (saved[:-1], "cut or damaged"),
        (saved[: len(saved) // 16 * 8], "cut or damaged"),
        (saved + bytes(8), "cut or damaged"),
        (saved[:999] + bytes([saved[999] ^ 1]) + saved[1000:], "cut or damaged"),
        (saved[:8] + struct.pack("<Q", 9) + saved[16:], "version 9"),
    ]:
        path.write_bytes(bytes_)
        with pytest.raises(mnc2.Mnc2Error, match=words):
            mnc2.Machine.load(path)
    with pytest.raises(FileNotFoundError, match="nothing"):
        mnc2.Machine.load(tmp_path / "nothing")
    with pytest.raises(OSError, match="not a regular file"):
        mnc2.Machine.load(tmp_path)


@pytest.mark.parametrize("head", [b"", b"mnc2chip" + struct.pack("<Q", 2)])
def test_a_huge_file_is_not_read(tmp_path: Path, head: bytes) -> None:
    path = tmp_path / "machine"
    with path.open("wb") as file:
        file.write(head)
        file.truncate(5 << 30)
    with pytest.raises((mnc2.Mnc2Error, ValueError), match="not a saved machine|max_memory=4096"):
        mnc2.Machine.load(path)


class Named(mnc2.Machine):
    name: "list[str]"


def test_copies_and_pickles_keep_state_and_attributes() -> None:
    machine = Named(seed=5)
    machine.name = ["a"]
    machine.run(HALF)
    for other in (machine.copy(), copy.copy(machine), copy.deepcopy(machine), pickle.loads(pickle.dumps(machine))):
        assert type(other) is Named and other.name == ["a"]
        assert other.state_hash == machine.state_hash
        other.lm0[0, 0] = 1
        assert other.state_hash != machine.state_hash
    assert copy.copy(machine).name is machine.name
    assert copy.deepcopy(machine).name is not machine.name


def steps(machine: mnc2.Machine) -> "tuple[int, int]":
    return machine.run(REST).steps, machine.state_hash


def test_a_machine_goes_to_another_process() -> None:
    machine = used()
    with ProcessPoolExecutor(1) as pool:
        there = pool.submit(steps, machine).result()
    assert there == steps(machine)


def test_what_strict_mode_knows_is_kept(tmp_path: Path) -> None:
    machine = mnc2.Machine()
    machine.lm0[:, :4] = 1
    machine.save(tmp_path / "machine")
    (finding,) = mnc2.Machine.load(tmp_path / "machine").run("lpassa $lm8v $lr0v\n", strict=True).findings
    assert finding.code == "unwritten"
    assert not mnc2.Machine.load(tmp_path / "machine").run("lpassa $lm0v $lr0v\n", strict=True).findings


def test_a_broken_pickle_is_refused() -> None:
    call, (cls, state), _ = mnc2.Machine().__reduce__()
    with pytest.raises(mnc2.Mnc2Error, match="cut or damaged"):
        call(cls, state[:-8])
