"""Kernels against functions of NumPy."""

from typing import Any

import mnc2
import numpy as np
import pytest
from mnc2 import Array

pytest_plugins = ["pytester"]

SUM = "dvadd $lm0v $ln0v $lr0v\nnop/2\nlpassa $lr0v $lm16v\n"
X, Y = Array("lm0", (4096, 4)), Array("lm1", (4096, 4))
OUTPUT = Array("lm0", (4096, 4), offset=64)


def next_sum(x: Any, y: Any) -> Any:
    return x + y + 1


def near_sum(x: Any, y: Any) -> Any:
    return (x + y) * np.float32(1 + 1e-4)


def zeros(_: Any) -> Any:
    return np.zeros((8, 64))


def both(x: Any, y: Any) -> Any:
    return x, y


def test_a_right_kernel_passes() -> None:
    mnc2.compare(SUM, np.add, [X, Y], OUTPUT)


def test_integers_are_compared_exactly() -> None:
    program = "ladd $lm0v $ln0v $lr0v\nnop/2\nlpassa $lr0v $lm16v\n"
    arrays = [Array(it.memory, it.shape, np.int64, it.offset) for it in (X, Y, OUTPUT)]
    mnc2.compare(program, np.add, arrays[:2], arrays[2], seeds=[4, 9])
    with pytest.raises(mnc2.WrongValue) as wrong:
        mnc2.compare(program, next_sum, arrays[:2], arrays[2], seeds=[9])
    assert wrong.value.seed == 9
    assert wrong.value.expected - wrong.value.actual == 1
    mnc2.compare(program, next_sum, arrays[:2], arrays[2], atol=1)


def test_single_precision_has_its_tolerance() -> None:
    program = "fvadd $lm0v $lln0v $lr0v\nnop/2\nlpassa $lr0v $lm16v\n".replace("$lln0v", "$ln0v")
    arrays = [Array(it.memory, (4096, 8), np.float32, it.offset) for it in (X, Y, OUTPUT)]
    mnc2.compare(program, np.add, arrays[:2], arrays[2])
    with pytest.raises(mnc2.WrongValue):
        mnc2.compare(program, near_sum, arrays[:2], arrays[2])


def test_the_first_wrong_value_has_its_origin() -> None:
    # The second of the four columns is overwritten.
    program = SUM + "nop/2\nlpassa $peid $lm18/0001 # wrong\nnop\n"
    with pytest.raises(mnc2.WrongValue, match="4096 of 16384 values in lm0 are wrong") as wrong:
        mnc2.compare(program, np.add, [X, Y], OUTPUT)
    error = wrong.value
    assert (error.index, error.line, error.seed) == ((0, 1), 5, 0)
    assert "long word 9 of element 0, last changed by line 5: lpassa $peid $lm18/0001 # wrong" in str(error)


def test_what_nothing_wrote_is_said() -> None:
    with pytest.raises(mnc2.WrongValue, match="which no line changed") as wrong:
        mnc2.compare("nop\n", np.add, [X, Y], OUTPUT)
    assert wrong.value.line is None


def test_arrays_in_pdm_and_in_l2bm() -> None:
    program = "mvp/n64i01 $p64@0 $lc0@0.0\nnop; wait i01\n"
    pdm = Array("pdm", (8, 8), np.float32, offset=512)
    with pytest.raises(mnc2.WrongValue) as wrong:
        mnc2.compare(program, zeros, [Array("pdm", 64, offset=512)], Array("l2bm", (8, 64)))
    assert wrong.value.index == (0, 0)

    def expected(x: Any) -> Any:
        result = np.zeros((8, 64), np.float32)
        result[0] = x.ravel()
        return result

    mnc2.compare(program, expected, [pdm], Array("l2bm", (8, 64), np.float32), seeds=1)


def test_values_and_machines_can_be_given() -> None:
    machine = mnc2.Machine(seed=1)

    def ones(_: np.random.Generator, array: Array) -> Any:
        return np.ones(array.lengths)

    def twos(x: Any, _: Any) -> Any:
        return np.full_like(x, 2)

    mnc2.compare(SUM, twos, [X, Y], OUTPUT, values=ones, machine=machine)
    assert (machine.lm0.f64[:, :4] != 1).any()


@pytest.mark.parametrize(
    ("output", "error"),
    [
        (Array("lm0", (4096, 5), offset=64), "shape"),
        (Array("lm0", (64, 4)), "4096 elements"),
        (Array("lm0", (4096, 2049)), "are not in lm0"),
        (Array("pdm", 4, offset=4), "multiple of 8"),
    ],
)
def test_wrong_arrays_are_refused(output: Array, error: str) -> None:
    with pytest.raises(ValueError, match=error):
        mnc2.compare(SUM, np.add, [X, Y], output)
    with pytest.raises(ValueError, match="returns 2 arrays"):
        mnc2.compare(SUM, both, [X, Y], OUTPUT)


def test_the_fixture_takes_seeds(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        f"""
        import numpy
        from mnc2 import Array
        X, Y = Array("lm0", (4096, 4)), Array("lm1", (4096, 4))

        def test_sum(mnc2_compare):
            mnc2_compare({SUM!r}, numpy.subtract, [X, Y], Array("lm0", (4096, 4), offset=64))
        """
    )
    outcome = pytester.runpytest_subprocess("--mnc2-seed", "7")
    outcome.assert_outcomes(failed=1)
    outcome.stdout.fnmatch_lines(["*seed 7: 16384 of 16384 values in lm0 are wrong*", "*last changed by line 3*"])
