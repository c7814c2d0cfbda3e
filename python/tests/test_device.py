"""A device: arrays to PDM and DRAM, kernels, arrays back."""

from typing import Any

import mnc2
import numpy as np
import pytest

# PDM of group 0 to its L2BM and back, further up.
THERE_AND_BACK = """\
nop; wait i01
mvp/n64i02 $p0@0 $lc0@0.0
nop; wait i02
mvp/n64i03 $lc0@0.0 $p4096@0
"""


@pytest.mark.parametrize("dtype", ["f8", "f4", "f2", "i8", "i4", "i2", "u8", "u4", "u2"])
@pytest.mark.parametrize(("memory", "group"), [("pdm", 0), ("pdm", 3), ("dram", 0), ("dram", 2)])
def test_arrays_come_back(memory: str, group: int, dtype: str) -> None:
    device = mnc2.Device()
    values = np.arange(24).astype(dtype).reshape(2, 3, 4)
    device.send(values, 64, memory=memory, group=group)
    back = device.receive((2, 3, 4), dtype, 64, memory=memory, group=group)
    assert back.dtype == values.dtype
    assert np.array_equal(back, values)
    assert not device.receive(8, np.uint64, 0, memory=memory, group=group).any()


def test_a_kernel_moves_what_was_sent() -> None:
    device = mnc2.Device()
    values = np.random.default_rng(1).random((8, 8))
    device.send(values)
    kernel = device.load(THERE_AND_BACK)
    for _ in range(2):
        assert device.run(kernel).dump == []
    assert np.array_equal(device.receive((8, 8), offset=32768), values)
    assert np.array_equal(device.machine.l2bm.f64[0, :64], values.ravel())


def test_the_first_value_is_on_the_side_of_the_most_significant_bits() -> None:
    device = mnc2.Device()
    device.send(np.array([1.0, 2.0], np.float32))
    assert device.receive(1, np.uint64)[0] == 0x3F800000_40000000


def test_views_that_are_not_contiguous_are_sent_in_order() -> None:
    device = mnc2.Device()
    values = np.arange(16.0).reshape(4, 4)
    device.send(values.T[::2])
    assert np.array_equal(device.receive((2, 4)), values.T[::2])


@pytest.mark.parametrize(
    ("arguments", "options", "error"),
    [
        ((np.zeros(1), 4), {}, "multiples of 8"),
        ((np.zeros(1), -8), {}, "multiples of 8"),
        ((np.zeros(1, np.float32), 0), {}, "multiples of 8"),
        ((np.zeros(1), 4 << 20), {}, "not in pdm"),
        ((np.zeros(2), (4 << 20) - 8), {}, "not in pdm"),
        ((np.zeros(1), 4 << 30), {"memory": "dram"}, "not in dram"),
        ((np.zeros(1), 0), {"memory": "lm0"}, "not a memory of the host"),
        ((np.zeros(1), 0), {"group": 4}, "no group 4"),
        ((np.zeros(1), 0), {"group": -1}, "no group -1"),
    ],
)
def test_what_is_wrong_is_refused(arguments: Any, options: Any, error: str) -> None:
    with pytest.raises(ValueError, match=error):
        mnc2.Device().send(*arguments, **options)


def test_values_that_are_not_numbers_are_refused() -> None:
    device = mnc2.Device()
    with pytest.raises(TypeError):
        device.send(["a"])
    with pytest.raises(TypeError):
        device.send(np.zeros(1, complex))
    with pytest.raises(ValueError, match="not a shape"):
        device.receive((-1,))


def test_a_kernel_with_errors_is_refused() -> None:
    device = mnc2.Device()
    with pytest.raises(mnc2.ProgramError) as refused:
        device.load("ladd $lr0\nnop\n")
    assert refused.value.findings[0].line == 1
