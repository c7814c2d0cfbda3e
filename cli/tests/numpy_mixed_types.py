"""Compares linear algebra of tinytc with NumPy, in all combinations of element types that NumPy has.

Usage: numpy_mixed_types.py MNC2 FOLDER
"""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np

MNC2, FOLDER = sys.argv[1], Path(sys.argv[2])

TYPES = {
    "i8": np.int8,
    "i16": np.int16,
    "i32": np.int32,
    "i64": np.int64,
    "f16": np.float16,
    "f32": np.float32,
    "f64": np.float64,
    "c32": np.complex64,
    "c64": np.complex128,
}

# Numbers whose products need more bits than the type has.
NUMBERS = {
    "i8": [100, -7, 127, -128],
    "i16": [300, -181, 32767, 5],
    "i32": [70_000, -65_537, 2_147_483_647, 3],
    "i64": [3_000_000_000, -5, 1 << 62, 4_000_000_007],
    "f16": [300, -0.5, 2047, 1.5],
    "f32": [4097, -0.5, 1e20, 1 / 3],
    "f64": [1e10 / 3, -0.5, 7, 1 / 3],
    "c32": [4097 - 3j, 0.5 + 1j, -1 + 4097j, 2],
    "c64": [1e10 / 3 - 3j, 0.5 + 1j, -1 + 0.1j, 2],
}


def is_promotable(source, target):
    """As the specification's table says: all values of one type are values of the other one."""
    if source == target:
        return True
    kinds = "ifc"
    if kinds.index(source[0]) > kinds.index(target[0]) and not (source[0] == "c" and target[0] == "c"):
        return False
    bits = int(source[1:]), int(target[1:])
    # `c32` has parts of 32 bits.
    return bits[0] < bits[1] or (source[0] == "f" and target == "c" + source[1:])


def promote(left, right):
    if is_promotable(left, right):
        return right
    return left if is_promotable(right, left) else None


def dot(left, right, number):
    """A sum of products in a type, in order."""
    total = number(0)
    for x, y in zip(left, right):
        total = number(total + number(number(x) * number(y)))
    return total


def sequence(instruction, a, b, number):
    """The sums of an instruction for each element of the result, the first mode fastest."""
    if instruction == "gemm.n.n":
        return [dot(a[i::2], b[2 * j : 2 * j + 2], number) for j in range(2) for i in range(2)]
    if instruction == "gemv.n":
        return [dot(a[i::2], b[:2], number) for i in range(2)]
    if instruction == "ger":
        return [dot(a[i : i + 1], b[j : j + 1], number) for j in range(2) for i in range(2)]
    if instruction == "hadamard":
        return [dot([x], [y], number) for x, y in zip(a, b)]
    if instruction == "axpby.n":
        return [number(x) for x in a]
    if instruction == "sum.n":
        return [dot(a[i::2], [1, 1], number) for i in range(2)]
    return [dot(a[: i + 1], [1] * (i + 1), number) for i in range(4)]


INSTRUCTIONS = {
    "gemm.n.n": ("x2x2", "x2x2", "x2x2"),
    "gemv.n": ("x2x2", "x2", "x2"),
    "ger": ("x2", "x2", "x2x2"),
    "hadamard": ("x4", "x4", "x4"),
    "axpby.n": ("x4", None, "x4"),
    "sum.n": ("x2x2", None, "x2"),
    "cumsum": ("x4", None, "x4"),
}


def length(shape):
    return int(np.prod([int(size) for size in shape.split("x")[1:]]))


def plain(values):
    """Numbers as `--mem` takes them."""
    if values.dtype.kind == "c":
        return [[plain(values.real[i : i + 1])[0], plain(values.imag[i : i + 1])[0]] for i in range(len(values))]
    if values.dtype.kind == "i":
        return [int(value) for value in values]
    return [float(value) if np.isfinite(value) else str(value) for value in values]


def numbers(found, number):
    if np.dtype(number).kind == "c":
        return np.array([complex(float(re), float(im)) for re, im in found], dtype=number)
    return np.array([float(it) if np.dtype(number).kind == "f" else it for it in found]).astype(number)


def check(a, b, c):
    """All instructions with these element types of A, B and the result in one run."""
    factor = promote(a, b)
    given, expected = {}, {}
    parameters, body = [f"%a: {factor}", f"%b: {c}"], []
    for at, (instruction, (left, right, result)) in enumerate(INSTRUCTIONS.items()):
        if right is None and b != a:
            continue
        first = np.array(NUMBERS[a][: length(left)]).astype(TYPES[a])
        second = np.array(NUMBERS[b][: length(right or "x1")]).astype(TYPES[b])
        before = np.array(NUMBERS[c][: length(result)]).astype(TYPES[c])
        given |= {f"A{at}": plain(first), f"C{at}": plain(before)}
        parameters += [f"%A{at}: memref<{a}{left}>", f"%C{at}: memref<{c}{result}>"]
        operands = [f"%A{at}"]
        if right is not None:
            given[f"B{at}"] = plain(second)
            parameters.append(f"%B{at}: memref<{b}{right}>")
            operands.append(f"%B{at}")
        if instruction == "cumsum":
            operands.append("0")
        body.append(f"  {instruction} %a, {', '.join(operands)}, %b, %C{at}")
        is_wide = instruction.startswith("gemm") and c == "f16"
        number = np.float32 if is_wide else TYPES[c]
        sums = sequence(instruction, first, second, number)
        alpha, beta = number(3), number(2)
        values = [number(number(alpha * s) + number(beta * number(old))) for s, old in zip(sums, before)]
        expected[f"C{at}"] = np.array(values).astype(TYPES[c])
    given |= {"a": plain(np.array([3]).astype(TYPES[factor]))[0], "b": plain(np.array([2]).astype(TYPES[c]))[0]}
    program, memory, dump = FOLDER / "mixed.ir", FOLDER / "in.json", FOLDER / "out.json"
    program.write_text(f"func @f({', '.join(parameters)}) {{\n" + "\n".join(body) + "\n}\n")
    memory.write_text(json.dumps(given))
    command = [MNC2, "run", "--language", "tinytc", str(program), "--mem", str(memory), "--dump", str(dump)]
    outcome = subprocess.run(command, capture_output=True, text=True, check=False)
    assert outcome.returncode == 0, (program.read_text(), outcome.stderr)
    found = json.loads(dump.read_text())
    for name, values in expected.items():
        result = numbers(found[name], TYPES[c])
        assert np.array_equal(result, values, equal_nan=True), (program.read_text(), name, result, values)
    return len(expected)


def main():
    count = 0
    with np.errstate(all="ignore"):
        for a in TYPES:
            for b in TYPES:
                for c in TYPES:
                    factor = promote(a, b)
                    if factor is not None and is_promotable(factor, c):
                        count += check(a, b, c)
    assert count > 500, count
    print(f"{count} results of mixed types are those of NumPy")


main()
