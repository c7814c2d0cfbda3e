"""The tensor language: runs against NumPy, and what is refused."""

from pathlib import Path
from typing import Any, Callable, Dict, cast

import mnc2
import numpy as np
import numpy.typing as npt
import pytest
from mnc2 import tinytc

# NumPy says no types for most of it.
ma = cast(Any, np.ma)

RANDOM = np.random.default_rng(24)

Array = npt.NDArray[Any]


def real(*shape: int, dtype: npt.DTypeLike = np.float64) -> Array:
    """Small quarters: sums of products of them are exact in single precision."""
    return (RANDOM.integers(-16, 17, shape) / 4).astype(dtype)


def of(element: str, *shape: int) -> Array:
    if element.startswith("i"):
        return RANDOM.integers(-5, 6, shape).astype(np.int64 if element == "index" else element.replace("i", "int"))
    if element == "c32":
        return (real(*shape) + 1j * real(*shape)).astype(np.complex64)
    if element == "c64":
        return real(*shape) + 1j * real(*shape)
    return real(*shape, dtype={"f16": np.float16, "f64": np.float64}.get(element, np.float32))


def run(signature: str, body: str, **arguments: Any) -> tinytc.Run:
    return tinytc.run(f"func @f({signature}) {{\n{body}\n}}\n", **arguments)


ELEMENTS = ["f32", "f64", "i32", "i64", "index", "c32", "c64"]


@pytest.mark.parametrize("element", ELEMENTS)
@pytest.mark.parametrize("left", "nt")
@pytest.mark.parametrize("right", "nt")
def test_gemm(element: str, left: str, right: str) -> None:
    a, b, c = of(element, 5, 7), of(element, 7, 4), of(element, 5, 4)
    given_a = a if left == "n" else a.T
    given_b = b if right == "n" else b.T
    (m, k), (p, n) = given_a.shape, given_b.shape
    signature = (
        f"%a: {element}, %b: {element}, %A: memref<{element}x{m}x{k}>, %B: memref<{element}x{p}x{n}>, "
        f"%C: memref<{element}x5x4>"
    )
    alpha, beta = of(element, 2).tolist()
    found = run(signature, f"gemm.{left}.{right} %a, %A, %B, %b, %C", a=alpha, b=beta, A=given_a, B=given_b, C=c)
    expected = alpha * (a @ b) + beta * c
    assert found["C"].dtype == c.dtype and np.array_equal(found["C"], expected.astype(c.dtype))
    # What is only read stays as it is.
    assert np.array_equal(found["A"], given_a) and found.steps == 1


def test_gemm_of_a_large_matrix_is_near_numpy() -> None:
    a, b = RANDOM.standard_normal((2, 256, 256)).astype(np.float32)
    square = "memref<f32x256x256>"
    found = run(
        f"%A: {square}, %B: {square}, %C: {square}",
        "%one = constant 1.0 : f32 %zero = constant 0.0 : f32 gemm.n.n %one, %A, %B, %zero, %C",
        A=a,
        B=b,
    )
    expected = a.astype(np.float64) @ b.astype(np.float64)
    assert float(np.abs(found["C"] - expected).max()) < 256 * 2.0**-24 * 16


@pytest.mark.parametrize("element", ELEMENTS)
@pytest.mark.parametrize("transposed", "nt")
def test_gemv_and_ger(element: str, transposed: str) -> None:
    a, x, y = of(element, 3, 6), of(element, 6), of(element, 3)
    given = a if transposed == "n" else a.T
    m, n = given.shape
    alpha, beta = of(element, 2).tolist()
    signature = (
        f"%a: {element}, %b: {element}, %A: memref<{element}x{m}x{n}>, %x: memref<{element}x6>, "
        f"%y: memref<{element}x3>, %Z: memref<{element}x6x3>"
    )
    z = of(element, 6, 3)
    body = f"ger %a, %x, %y, %b, %Z gemv.{transposed} %a, %A, %x, %b, %y"
    found = run(signature, body, a=alpha, b=beta, A=given, x=x, y=y, Z=z)
    assert np.array_equal(found["y"], (alpha * (a @ x) + beta * y).astype(y.dtype))
    assert np.array_equal(found["Z"], (alpha * np.outer(x, y) + beta * z).astype(z.dtype))


@pytest.mark.parametrize("element", ELEMENTS)
def test_axpby_hadamard_sum_and_cumsum(element: str) -> None:
    alpha, beta = of(element, 2).tolist()
    a, b = of(element, 4, 6), of(element, 4, 6)
    matrix = f"memref<{element}x4x6>"
    scalars = f"%a: {element}, %b: {element}"

    def check(parameters: str, body: str, b: Array, value: Array, **arguments: Any) -> None:
        found = run(f"{scalars}, {parameters}", body, a=alpha, b=beta, B=b, **arguments)
        expected = alpha * value + beta * b
        assert np.array_equal(found["B"], expected.astype(b.dtype)), body

    check(f"%A: {matrix}, %B: {matrix}", "axpby.n %a, %A, %b, %B", b, a, A=a)
    check(f"%A: memref<{element}x6x4>, %B: {matrix}", "axpby.t %a, %A, %b, %B", b, a, A=a.T)
    c = of(element, 4, 6)
    check(f"%A: {matrix}, %C: {matrix}, %B: {matrix}", "hadamard %a, %A, %C, %b, %B", b, a * c, A=a, C=c)
    rows, columns = of(element, 4), of(element, 6)
    check(f"%A: {matrix}, %B: memref<{element}x4>", "sum.n %a, %A, %b, %B", rows, a.sum(1), A=a)
    check(f"%A: {matrix}, %B: memref<{element}x6>", "sum.t %a, %A, %b, %B", columns, a.sum(0), A=a)
    vector, scalar = of(element, 9), of(element)
    signature = f"%A: memref<{element}x9>, %B: memref<{element}>"
    check(signature, "sum.n %a, %A, %b, %B", np.asarray(scalar), vector.sum(), A=vector)
    tensor, other = of(element, 3, 4, 5), of(element, 3, 4, 5)
    for mode in range(3):
        cube = f"memref<{element}x3x4x5>"
        body = f"cumsum %a, %A, {mode}, %b, %B"
        check(f"%A: {cube}, %B: {cube}", body, other, tensor.cumsum(mode), A=tensor)


def test_low_precision_is_summed_in_a_wider_type_and_rounded_once() -> None:
    a, b = real(3, 200, dtype=np.float16), real(200, 3, dtype=np.float16)
    found = run(
        "%A: memref<f16x3x200>, %B: memref<f16x200x3>, %C: memref<f16x3x3>",
        "%one = constant 1.0 : f16 %zero = constant 0.0 : f16 gemm.n.n %one, %A, %B, %zero, %C",
        A=a,
        B=b,
    )
    exact = a.astype(np.float64) @ b.astype(np.float64)
    assert found["C"].dtype == np.float16 and np.array_equal(found["C"], exact.astype(np.float16))
    bytes_ = RANDOM.integers(-128, 128, (4, 50)).astype(np.int8)
    found = run(
        "%A: memref<i8x4x50>, %C: memref<i32x4x4>",
        "%one = constant 1 : i8 %zero = constant 0 : i32 gemm.n.t %one, %A, %A, %zero, %C",
        A=bytes_,
    )
    assert np.array_equal(found["C"], bytes_.astype(np.int32) @ bytes_.T.astype(np.int32))


def test_cooperative_matrices_and_subgroups() -> None:
    a, b, c = real(8, 16, dtype=np.float32), real(16, 4, dtype=np.float32), real(8, 4, dtype=np.float32)
    body = """
      %z = constant 0 : index
      parallel {
        %a = cooperative_matrix_load.n %A[%z,%z] : coopmatrix<f32x8x16,matrix_a>
        %b = cooperative_matrix_load.t %B[%z,%z] : coopmatrix<f32x16x4,matrix_b>
        %c = cooperative_matrix_load.n %C[%z,%z] : coopmatrix<f32x8x4,matrix_acc>
        %d = cooperative_matrix_mul_add %a, %b, %c : coopmatrix<f32x8x4,matrix_acc>
        %two = constant 2.0 : f32
        %e = cooperative_matrix_scale %two, %d : coopmatrix<f32x8x4,matrix_acc>
        cooperative_matrix_store %e, %C[%z,%z]
      }"""
    signature = "%A: memref<f32x8x16>, %B: memref<f32x4x16>, %C: memref<f32x8x4>"
    found = run(signature, body, A=a, B=b.T, C=c)
    assert np.array_equal(found["C"], 2 * (a @ b + c))

    values = RANDOM.integers(-100, 100, 16).astype(np.int32)
    body = """
      parallel {
        %i = builtin.subgroup_local_id : i32
        %at = cast %i : index
        %v = load %x[%at] : i32
        %sum = subgroup_add.reduce %v : i32
        %before = subgroup_add.exclusive_scan %v : i32
        %most = subgroup_max.inclusive_scan %v : i32
        store %sum, %s[%at]
        store %before, %b[%at]
        store %most, %m[%at]
      }"""
    vector = "memref<i32x16>"
    found = run(f"%x: {vector}, %s: {vector}, %b: {vector}, %m: {vector}", body, x=values)
    assert np.array_equal(found["s"], np.full(16, int(values.sum())))
    assert np.array_equal(found["b"], values.cumsum() - values)
    most: Array = cast(Any, np.maximum).accumulate(values)
    assert np.array_equal(found["m"], most)


BINARY: "Dict[str, Callable[[Array, Array], Array]]" = {
    "add": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "div": np.divide,
    "min": np.minimum,
    "max": np.maximum,
    "rem": np.fmod,
}


@pytest.mark.parametrize("element", ["f16", "f32", "f64"])
@pytest.mark.parametrize("operation", BINARY)
def test_floating_point_arithmetic_is_numpys(element: str, operation: str) -> None:
    dtype = np.dtype({"f16": np.float16, "f32": np.float32, "f64": np.float64}[element])
    x, y = (RANDOM.standard_normal((2, 500)) * 8).astype(dtype)
    body = f"""
      %z = constant 0 : index
      %n = constant 500 : index
      foreach (%i) = (%z),(%n) {{
        %a = load %x[%i] : {element}
        %b = load %y[%i] : {element}
        %c = arith.{operation} %a, %b : {element}
        store %c, %r[%i]
      }}"""
    vector = f"memref<{element}x500>"
    found = run(f"%x: {vector}, %y: {vector}, %r: {vector}", body, x=x, y=y)
    # NumPy computes halves in single precision, too, and rounds once.
    assert np.array_equal(found["r"], BINARY[operation](x, y).astype(dtype))


@pytest.mark.parametrize("bits", [8, 16, 32, 64])
def test_integers_wrap_and_divide_toward_zero(bits: int) -> None:
    dtype = np.dtype(f"int{bits}")
    limits = np.iinfo(dtype)
    x = RANDOM.integers(limits.min, limits.max, 300, dtype=dtype, endpoint=True)
    y = RANDOM.integers(limits.min, limits.max, 300, dtype=dtype, endpoint=True)
    y[y == 0] = 1
    x[:2], y[:2] = (limits.min, limits.max), (3, -7)
    body = f"""
      %z = constant 0 : index
      %n = constant 300 : index
      foreach (%i) = (%z),(%n) {{
        %a = load %x[%i] : i{bits}
        %b = load %y[%i] : i{bits}
        %0 = arith.add %a, %b : i{bits}
        %1 = arith.mul %a, %b : i{bits}
        %2 = arith.div %a, %b : i{bits}
        %3 = arith.rem %a, %b : i{bits}
        %4 = arith.xor %a, %b : i{bits}
        store %0, %s[%i] store %1, %p[%i] store %2, %q[%i] store %3, %r[%i] store %4, %e[%i]
      }}"""
    names = ["x", "y", "s", "p", "q", "r", "e"]
    signature = ", ".join(f"%{name}: memref<i{bits}x300>" for name in names)
    found = run(signature, body, x=x, y=y)
    with np.errstate(over="ignore"):
        assert np.array_equal(found["s"], x + y) and np.array_equal(found["p"], x * y)
    exact = [(int(a), int(b)) for a, b in zip(x, y)]
    quotients = [abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1) for a, b in exact]
    assert found["q"].tolist() == quotients
    assert found["r"].tolist() == [a - b * q for (a, b), q in zip(exact, quotients)]
    assert np.array_equal(found["e"], x ^ y)


def test_layouts_groups_and_masks() -> None:
    text = """
    func @k(%A: group<memref<f32x2x3>x?, offset: 5>, %S: memref<f32x2x3,strided<4,8>>, %0: memref<f32x2x3x?>) {
      %g = builtin.group_id : index
      %a = load %A[%g] : memref<f32x2x3>
      %two = constant 2.0 : f32
      %one = constant 1.0 : f32
      %b = subview %0[0:2,0:3,%g] : memref<f32x2x3>
      axpby.n %two, %a, %one, %b
    }
    """
    a = [real(2, 3, dtype=np.float32) for _ in range(3)]
    zeros = np.zeros((2, 3, 3), np.float32)
    strided = np.arange(6).reshape(3, 2)[::-1].T
    found = tinytc.run(text, {"%0": zeros}, A=a, S=strided, groups=3)
    assert np.array_equal(found["0"], np.stack(a, 2) * 2)
    assert not zeros.any()
    assert np.array_equal(found["S"], strided)
    assert [it.tolist() for it in found["A"]] == [it.tolist() for it in a]
    assert found.steps == 3 * 6

    text = """func @k(%x: memref<i32x4>, %y: memref<i32x4>) {
      %z = constant 2 : index
      %v = load %x[%z] : i32 parallel { store %v, %y[%z] }
    }"""
    x = ma.MaskedArray([1, 2, 3, 4], [True, False, False, False])
    found = tinytc.run(text, x=x)
    assert ma.getmaskarray(found["x"]).tolist() == [True, False, False, False]
    assert found["y"].tolist() == [None, None, 3, None]
    with pytest.raises(mnc2.RunError) as stopped:
        tinytc.run(text.replace("constant 2", "constant 0"), x=x)
    assert stopped.value.line == 3


def test_bf16_is_float32() -> None:
    body = "%z = constant 0.0 : bf16 axpby.n %a, %x, %z, %x"
    found = run("%a: bf16, %x: memref<bf16x3>", body, a=1, x=[1 / 3, 1.0, np.inf])
    assert found["x"].dtype == np.float32
    assert found["x"].tolist() == [0.333984375, 1.0, np.inf]


def test_texts_are_checked_formatted_and_read_from_files(tmp_path: Path) -> None:
    (finding,) = [it for it in tinytc.check("func @f() {\n  axbpy\n}\n") if it.severity == "error"]
    assert (finding.code, finding.line, finding.column) == ("TC0102", 2, 3)
    path = tmp_path / "kernel.ir"
    path.write_text("func @f( ) { } ; nothing\n")
    assert tinytc.format(path) == "func @f() { } ; nothing\n"
    assert tinytc.canonical(path) == "func @f() {\n} ; nothing\n"
    assert tinytc.run(path) == {} and tinytc.run(str(path)).steps == 0
    with pytest.raises(OSError, match="none.ir"):
        tinytc.run(tmp_path / "none.ir")


AXPY = """
func @axpy(%a: f32, %n: i8, %t: bool, %x: memref<f32x4>, %g: group<memref<i8x2>x2>) {
  %i = constant 7 : index
  if %t {
    %v = load %x[%i] : f32
    axpby.n %v, %x, %v, %x
  }
}
func @other() {
}
"""


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"z": 1}, ValueError, "`@axpy` has no parameter `%z`"),
        ({"a": "1"}, TypeError, "is not a number"),
        ({"a": None}, TypeError, "is not a number"),
        ({"a": [1.0]}, TypeError, "shape"),
        ({"a": 1j}, ValueError, "a value is not a number"),
        ({"n": 128}, ValueError, "not an integer of `i8`"),
        ({"n": 1.0}, ValueError, "not an integer of `i8`"),
        ({"n": 2**70}, TypeError, "is not a number"),
        ({"n": np.uint64(2**63)}, ValueError, "more than 64 bits"),
        ({"t": 1}, ValueError, "`true` or `false`"),
        ({"x": np.ones(3)}, ValueError, "an array of 3 is another shape"),
        ({"x": np.ones((2, 2))}, ValueError, "an array of 2x2 is another shape"),
        ({"x": [object()] * 4}, TypeError, "are not numbers"),
        ({"x": np.ones(4, complex)}, TypeError, "complex128 are not numbers of `f32`"),
        ({"x": 1.0}, ValueError, "another shape"),
        ({"g": [[1, 2]]}, ValueError, "there are 1 memrefs instead of 2"),
        ({"g": 7}, TypeError, "a group is a list of arrays"),
        ({"g": [[1, 2], [3, 400]]}, ValueError, "not an integer of `i8`"),
        ({"g": [[1, 2], [0.5, 4]]}, TypeError, "float64 are not numbers of `i8`"),
        ({"groups": 0}, ValueError, "1048576"),
        ({"entry": "none"}, ValueError, "no function `@none`"),
        ({"entry": None}, ValueError, "choose one of `axpy` or `other`"),
        ({"subgroup_size": 8}, ValueError, "16"),
    ],
    ids=str,
)
def test_what_does_not_fit_is_refused(arguments: "Dict[str, Any]", error: Any, words: str) -> None:
    given: "Dict[str, Any]" = {"entry": "axpy", "a": 1, "n": 1, "t": False, "x": np.ones(4), **arguments}
    given.setdefault("g", np.ones((2, 2), int))
    with pytest.raises(error, match=words):
        tinytc.run(AXPY, **given)


def test_runs_that_are_not_defined_say_where() -> None:
    given: "Dict[str, Any]" = {"entry": "axpy", "a": 1, "n": 1, "x": np.ones(4), "g": np.ones((2, 2), int)}
    with pytest.raises(mnc2.RunError, match="<text>:5: index 7 is outside of mode 0") as stopped:
        tinytc.run(AXPY, t=True, **given)
    assert stopped.value.line == 5
    with pytest.raises(mnc2.RunError, match="limit of steps"):
        tinytc.run(AXPY, t=True, max_steps=1, **given)
    with pytest.raises(mnc2.ProgramError, match="TC0102") as refused:
        tinytc.run("func @f() {\n  axbpy\n}\n")
    assert refused.value.findings[0].line == 2
    with pytest.raises(mnc2.RunError, match="`%a` is not given"):
        run("%a: f32, %A: memref<f32x2>", "axpby.n %a, %A, %a, %A")
